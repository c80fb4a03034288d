"""Change of frame with m = [R t; 0 1] rigid, and frames from two directions.

W, H, L move by m A m^-1; J, PHI, GAMMA by m A m^t. `mami6` (W, L), `mamt6` (PHI, GAMMA) and `mamt10` (J) use the
six or ten independent entries only, so that their results are exactly skew or symmetric.
"""
from spacelib.kernels.matrix cimport cross3, dot3, last_row, mul3, mul3t, mul4, mul4t, mulv3, parallel_below, pick
from spacelib.kernels.matrix cimport tmul3, unit3
from spacelib.kernels.dynamics cimport action
from spacelib.kernels.motion cimport velocity


cdef inline void translation(const double* m, double* t) noexcept nogil:
    t[0] = m[3]
    t[1] = m[7]
    t[2] = m[11]


cdef inline void rigid_inverse(const double* m, double* mi) noexcept nogil:
    """mi = [R^t, -R^t t; 0 1]."""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            mi[4*i + j] = m[4*j + i]
        mi[4*i + 3] = -(m[i] * m[3] + m[4 + i] * m[7] + m[8 + i] * m[11])
    last_row(mi)


cdef inline void mami(const double* A, const double* m, double* B) noexcept nogil:
    """B = m A m^-1, last row of A taken as (0, 0, 0, k): G' = R G R^t, a' = R a - G' t + k t."""
    cdef double X[9]
    cdef double k = A[15]
    cdef int i
    mul3(m, 4, A, 4, X)
    mul3t(X, 3, m, 4, B, 4)
    for i in range(3):
        B[4*i + 3] = (m[4*i] * A[3] + m[4*i + 1] * A[7] + m[4*i + 2] * A[11]
                      - (B[4*i] * m[3] + B[4*i + 1] * m[7] + B[4*i + 2] * m[11]) + k * m[4*i + 3])
    B[12] = B[13] = B[14] = 0.0
    B[15] = k


cdef inline void miam(const double* A, const double* m, double* B) noexcept nogil:
    """B = m^-1 A m, last row of A taken as (0, 0, 0, k): G' = R^t G R, a' = R^t (G t + a - k t)."""
    cdef double X[9]
    cdef double v[3]
    cdef double t[3]
    cdef double k = A[15]
    cdef int i, j
    translation(m, t)
    mulv3(A, 4, t, v)
    for i in range(3):
        v[i] = v[i] + A[4*i + 3] - k * t[i]
    tmul3(m, 4, A, 4, X)
    for i in range(3):
        for j in range(3):
            B[4*i + j] = X[3*i] * m[j] + X[3*i + 1] * m[4 + j] + X[3*i + 2] * m[8 + j]
        B[4*i + 3] = m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2]
    B[12] = B[13] = B[14] = 0.0
    B[15] = k


cdef inline void mamt(const double* A, const double* m, double* B) noexcept nogil:
    """B = m A m^t, any m."""
    cdef double X[16]
    mul4(m, A, X)
    mul4t(X, m, B)


cdef inline void miamit(const double* A, const double* m, double* B) noexcept nogil:
    """B = m^-1 A m^-t, m rigid."""
    cdef double mi[16]
    rigid_inverse(m, mi)
    mamt(A, mi, B)


cdef inline void mami6(const double* A, const double* m, double* B) noexcept nogil:
    """W' = m W m^-1 on six numbers: w' = R w, v0' = R v0 + t x w'."""
    cdef double w[3]
    cdef double v[3]
    cdef double t[3]
    cdef double w1[3]
    cdef double v1[3]
    cdef double x[3]
    cdef int i
    pick(A, 4, w)
    translation(A, v)
    translation(m, t)
    mulv3(m, 4, w, w1)
    mulv3(m, 4, v, v1)
    cross3(t, w1, x)
    for i in range(3):
        v1[i] = v1[i] + x[i]
    velocity(w1, v1, B)


cdef inline void mamt6(const double* A, const double* m, double* B) noexcept nogil:
    """PHI' = m PHI m^t on six numbers: f' = R f, c' = R c + t x f'."""
    cdef double f[3]
    cdef double c[3]
    cdef double t[3]
    cdef double f1[3]
    cdef double c1[3]
    cdef double x[3]
    cdef int i
    translation(A, f)
    pick(A, 4, c)
    translation(m, t)
    mulv3(m, 4, f, f1)
    mulv3(m, 4, c, c1)
    cross3(t, f1, x)
    for i in range(3):
        c1[i] = c1[i] + x[i]
    action(f1, c1, B)


cdef inline void mamt10(const double* A, const double* m, double* B) noexcept nogil:
    """J' = m J m^t on ten numbers: with b' = R b the rotated first moments and M the mass,
    S' = R S R^t + b' t^t + t b'^t + M t t^t, first moments b' + M t."""
    cdef double X[9]
    cdef double b[3]
    cdef double t[3]
    cdef double mass = A[15]
    cdef int i, j
    translation(A, b)
    mulv3(m, 4, b, t)
    for i in range(3):
        b[i] = t[i]
    translation(m, t)
    mul3(m, 4, A, 4, X)
    for i in range(3):
        for j in range(i, 3):
            B[4*i + j] = B[4*j + i] = (X[3*i] * m[4*j] + X[3*i + 1] * m[4*j + 1] + X[3*i + 2] * m[4*j + 2]
                                       + b[i] * t[j] + t[i] * b[j] + mass * t[i] * t[j])
        B[4*i + 3] = B[12 + i] = b[i] + mass * t[i]
    B[15] = mass


cdef inline bint frame(const double* v1, const double* v2, double noise, int a1, int a2, double* A,
                       int n) noexcept nogil:
    """Axes of a frame in the columns of A: a1 along v1, the third across v1 and v2, a2 nearest v2.

    `noise` is the absolute rounding error of v1 and v2. False when they have no common normal beyond it; then that is
    the zero vector, and so is a2.
    """
    cdef double x[3]
    cdef double y[3]
    cdef double z[3]
    cdef double sign = 1.0 if (a2 - a1 + 3) % 3 == 1 else -1.0
    cdef double size1, size2, along
    cdef int i, a3 = 3 - a1 - a2
    cdef bint regular
    size1 = unit3(v1, x)
    size2 = unit3(v2, y)
    cross3(x, y, z)
    regular = not unit3(z, z) <= parallel_below(size1, size2, noise)
    # z exactly across x: its rounding error grows when v1 and v2 are nearly parallel
    along = dot3(x, z)
    for i in range(3):
        z[i] = z[i] - along * x[i] if regular else 0.0
    unit3(z, z)
    cross3(z, x, y)
    for i in range(3):
        A[n*i + a1] = x[i]
        A[n*i + a3] = sign * z[i] if z[i] != 0.0 else 0.0
        A[n*i + a2] = y[i]
    return regular
