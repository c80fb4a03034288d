"""Rotations, position matrices and finite screws. Sines and cosines are given, so that callers can vectorise them."""
from spacelib.kernels.matrix cimport axial, cross3, dot3, last_row, length3, unit3


cdef inline double versine(double s, double c) noexcept nogil:
    """1 - cos of an angle from its sine and cosine, without cancellation."""
    return s * s / (1.0 + c) if c > 0.0 else 1.0 - c


cdef inline void rodrigues(const double* u, double s, double c, double* A, int n) noexcept nogil:
    """A = 1 + s u~ + (1 - c)(u u^t - 1): rotation about u, which is not normalised."""
    cdef double v = versine(s, c)
    A[0] = 1.0 + (u[0] * u[0] - 1.0) * v
    A[n + 1] = 1.0 + (u[1] * u[1] - 1.0) * v
    A[2*n + 2] = 1.0 + (u[2] * u[2] - 1.0) * v
    A[1] = u[0] * u[1] * v - u[2] * s
    A[n] = u[0] * u[1] * v + u[2] * s
    A[2] = u[0] * u[2] * v + u[1] * s
    A[2*n] = u[0] * u[2] * v - u[1] * s
    A[n + 2] = u[1] * u[2] * v - u[0] * s
    A[2*n + 1] = u[1] * u[2] * v + u[0] * s


cdef inline void axis_rotation(int a, double s, double c, double* A, int n) noexcept nogil:
    """A = rotation about frame axis a = X, Y, Z; the identity for U."""
    cdef int i, j, p, q
    for i in range(3):
        for j in range(3):
            A[n*i + j] = 1.0 if i == j else 0.0
    if a < 3:
        p = (a + 1) % 3
        q = (a + 2) % 3
        A[n*p + p] = A[n*q + q] = c
        A[n*p + q] = -s
        A[n*q + p] = s


cdef inline void dh(double st, double ct, double sa, double ca, double a, double b, double d,
                    double* m) noexcept nogil:
    """m = Rz(theta) Tz(d) Tx(a) Ty(b) Rx(alpha), the extended Denavit and Hartenberg matrix."""
    m[0] = ct
    m[1] = -st * ca
    m[2] = st * sa
    m[3] = a * ct - b * st
    m[4] = st
    m[5] = ct * ca
    m[6] = -ct * sa
    m[7] = a * st + b * ct
    m[8] = 0.0
    m[9] = sa
    m[10] = ca
    m[11] = d
    last_row(m)


cdef inline void screw(const double* u, double s, double c, double h, const double* P, double* Q) noexcept nogil:
    """Q = rotation about the axis (u, P) and translation h along it: t = (1 - R) P + h u."""
    cdef double v = versine(s, c), along = dot3(u, P)
    cdef double w[3]
    rodrigues(u, s, c, Q, 4)
    # (1 - R) P = v (P - u (u.P)) - s u x P, without the cancellation of P - R P
    cross3(u, P, w)
    Q[3] = v * (P[0] - u[0] * along) - s * w[0] + h * u[0]
    Q[7] = v * (P[1] - u[1] * along) - s * w[1] + h * u[1]
    Q[11] = v * (P[2] - u[2] * along) - s * w[2] + h * u[2]
    last_row(Q)


cdef inline bint rotation_axis(const double* A, int n, double* u, double* s, double* c) noexcept nogil:
    """Axis u, sine s >= 0 and cosine c of the angle of a rotation; False for the identity (u = 0)."""
    cdef double v[3]
    cdef double size
    cdef int k, i
    # skew part of A: sin(phi) u;  trace: 1 + 2 cos(phi)
    axial(A, n, v)
    c[0] = 0.5 * (A[0] + A[n + 1] + A[2*n + 2] - 1.0)
    s[0] = unit3(v, u)
    if s[0] > 0.1 or c[0] > 0.0 or c[0] != c[0]:
        return s[0] != 0.0
    # near a half turn: symmetric part (A + A^t)/2 - c 1 = (1 - c) u u^t, its column of the largest diagonal element
    k = 0
    for i in range(1, 3):
        if A[n*i + i] > A[n*k + k]:
            k = i
    for i in range(3):
        u[i] = 0.5 * (A[n*i + k] + A[n*k + i]) - (c[0] if i == k else 0.0)
    size = length3(u)
    size = -size if v[k] < 0.0 else size
    for i in range(3):
        u[i] = u[i] / size
    return True


cdef inline bint screw_axis(const double* Q, double* u, double* s, double* c, double* h, double* P) noexcept nogil:
    """Screw of a position matrix; P is the axis point nearest the origin; False for the identity."""
    cdef double t[3]
    cdef double w[3]
    cdef double cotangent
    cdef int i
    cdef bint rotation = rotation_axis(Q, 4, u, s, c)
    for i in range(3):
        t[i] = Q[4*i + 3]
        P[i] = 0.0
    P[3] = 1.0
    if not rotation:
        # pure translation
        h[0] = unit3(t, u)
        return h[0] != 0.0
    # h = u.t,  P = (t' + cot(phi/2) u x t') / 2 with t' = t - h u
    h[0] = dot3(u, t)
    for i in range(3):
        t[i] = t[i] - h[0] * u[i]
    cross3(u, t, w)
    cotangent = (1.0 + c[0]) / s[0] if c[0] > 0.0 else s[0] / (1.0 - c[0])
    for i in range(3):
        P[i] = 0.5 * (t[i] + cotangent * w[i])
    return True
