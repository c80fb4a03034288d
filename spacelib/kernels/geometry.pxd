"""Points (x, y, z, 1), lines (P, dir) and planes (a, b, c, d): a x + b y + c z + d = 0."""
from libc.math cimport atan2, fabs

from spacelib.kernels.matrix cimport cross3, dot3, largest3, length3, parallel_below, unit3

cdef extern from *:
    """
    #define SPACELIB_PARALLEL 1e-14    /* sine of an angle below which directions count as parallel */
    #define SPACELIB_TOUCH 1e-12       /* distance, relative to the coordinates, below which things touch */
    """
    const double PARALLEL "SPACELIB_PARALLEL"
    const double TOUCH "SPACELIB_TOUCH"
    const double NOT_A_NUMBER "((double) NAN)"


cdef inline void difference(const double* a, const double* b, double* v) noexcept nogil:
    """v = a - b, from b to a."""
    v[0] = a[0] - b[0]
    v[1] = a[1] - b[1]
    v[2] = a[2] - b[2]


cdef inline void along(const double* P, double s, const double* d, double* I) noexcept nogil:
    """I = P + s d."""
    I[0] = P[0] + s * d[0]
    I[1] = P[1] + s * d[1]
    I[2] = P[2] + s * d[2]
    I[3] = 1.0


cdef inline void no_point(double* I) noexcept nogil:
    I[0] = I[1] = I[2] = NOT_A_NUMBER
    I[3] = 1.0


cdef inline double rounding_of(const double* P1, const double* P2, const double* P3) noexcept nogil:
    """Rounding error of the differences of three points: 8 eps of their largest coordinate."""
    cdef double a = largest3(P1), b = largest3(P2), c = largest3(P3)
    a = b if b > a else a
    a = c if c > a else a
    return 8.0 * 2.220446049250313e-16 * a


cdef inline bint angle_at(const double* P1, const double* P2, const double* P3, double* angle) noexcept nogil:
    """Angle at P2 by atan2(|u x v|, u.v); pi/2 and False when P1 or P3 coincides with P2."""
    cdef double a[3]
    cdef double b[3]
    cdef double c[3]
    difference(P1, P2, a)
    difference(P3, P2, b)
    if unit3(a, a) == 0.0 or unit3(b, b) == 0.0:
        angle[0] = 1.5707963267948966
        return False
    cross3(a, b, c)
    angle[0] = atan2(length3(c), dot3(a, b))
    return True


cdef inline bint plane_through(const double* P1, const double* P2, const double* P3, double* pl) noexcept nogil:
    """n = unit((P1 - P2) x (P3 - P2)), d = -n.P2; zeros and False for collinear points."""
    cdef double a[3]
    cdef double b[3]
    cdef double n[3]
    cdef double size1, size2
    difference(P1, P2, a)
    difference(P3, P2, b)
    size1 = unit3(a, a)
    size2 = unit3(b, b)
    cross3(a, b, n)
    if unit3(n, pl) <= parallel_below(size1, size2, rounding_of(P1, P2, P3)):
        pl[0] = pl[1] = pl[2] = pl[3] = 0.0
        return False
    pl[3] = -dot3(pl, P2)
    return True


cdef inline bint foot_on_line(const double* P1, const double* P, const double* d, double* I, double* h) noexcept nogil:
    """I = P + d (P1 - P).d / d.d and the distance of P1; False for d = 0, then I = P."""
    cdef double v[3]
    cdef double u[3]
    cdef double size = unit3(d, u)
    difference(P1, P, v)
    along(P, dot3(v, u), u, I)
    difference(P1, I, v)
    h[0] = length3(v)
    return size != 0.0


cdef inline bint common_line(const double* p1, const double* p2, double* P, double* u) noexcept nogil:
    """Common line of two planes: u = unit(n1 x n2), P its point nearest the origin; False for parallel planes."""
    cdef double n1[3]
    cdef double n2[3]
    cdef double c[3]
    cdef double a[3]
    cdef double b[3]
    cdef double d1 = unit3(p1, n1), d2 = unit3(p2, n2), c2
    cdef int i
    d1 = p1[3] / d1 if d1 != 0.0 else 0.0
    d2 = p2[3] / d2 if d2 != 0.0 else 0.0
    cross3(n1, n2, c)
    c2 = dot3(c, c)
    if c2 <= PARALLEL * PARALLEL:
        no_point(P)
        u[0] = u[1] = u[2] = 0.0
        return False
    # P = (-d1 n2 x c - d2 c x n1) / |c|^2
    cross3(n2, c, a)
    cross3(c, n1, b)
    for i in range(3):
        P[i] = -(d1 * a[i] + d2 * b[i]) / c2
    P[3] = 1.0
    unit3(c, u)
    return True


cdef inline int line_and_plane(const double* P, const double* d, const double* pl, double* I) noexcept nogil:
    """Kind of intersection: 0 one point I, 1 line in the plane (I = P), -1 parallel and apart (I = nan)."""
    cdef double n[3]
    cdef double u[3]
    cdef double size = unit3(pl, n), across, off, shift, scale
    unit3(d, u)
    shift = pl[3] / size if size != 0.0 else 0.0
    across = dot3(n, u)
    off = dot3(n, P) + shift
    if fabs(across) > PARALLEL or across != across:
        along(P, -off / across, u, I)
        return 0
    scale = length3(P)
    scale = fabs(shift) if fabs(shift) > scale else scale
    if fabs(off) <= TOUCH * scale:
        along(P, 0.0, d, I)
        return 1
    no_point(I)
    return -1


cdef inline int line_and_line(const double* P1, const double* d1, const double* P2, const double* d2,
                              double* lP, double* ldir, double* h, double* pl, double* I) noexcept nogil:
    """Kind of mutual position: 0 incident, 1 skew, 2 parallel, -1 coincident; common normal, distance, plane, point."""
    cdef double u[3]
    cdef double v[3]
    cdef double w[3]
    cdef double c[3]
    cdef double x[3]
    cdef double size, s, t, scale, other, along_u
    cdef int i
    unit3(d1, u)
    unit3(d2, v)
    cross3(u, v, c)
    size = unit3(c, c)
    difference(P2, P1, w)
    scale = length3(P1)
    other = length3(P2)
    scale = other if other > scale else scale
    if size <= PARALLEL:
        # parallel: x = part of P1 - P2 across u
        s = dot3(w, u)
        for i in range(3):
            x[i] = s * u[i] - w[i]
        h[0] = unit3(x, ldir)
        along(P1, 0.0, u, lP)
        if h[0] <= TOUCH * scale:
            h[0] = 0.0
            ldir[0] = ldir[1] = ldir[2] = 0.0
            pl[0] = pl[1] = pl[2] = pl[3] = 0.0
            along(P1, 0.0, u, I)
            return -1
        cross3(u, ldir, pl)
        pl[3] = -dot3(pl, P1)
        no_point(I)
        return 2
    # w across u: the part along it does not count, and would spoil the distance of nearly parallel lines
    along_u = dot3(w, u)
    for i in range(3):
        x[i] = w[i] - along_u * u[i]
    h[0] = fabs(dot3(x, c))
    # feet of the common perpendicular: P1 + s u, P2 + t v
    cross3(w, v, x)
    s = dot3(x, c) / size
    cross3(w, u, x)
    t = dot3(x, c) / size
    for i in range(3):
        I[i] = lP[i] = 0.5 * ((P1[i] + s * u[i]) + (P2[i] + t * v[i]))
        ldir[i] = pl[i] = c[i]
    I[3] = lP[3] = 1.0
    pl[3] = -dot3(pl, I)
    other = length3(I)
    scale = other if other > scale else scale
    if h[0] <= TOUCH * scale:
        h[0] = 0.0
        return 0
    return 1
