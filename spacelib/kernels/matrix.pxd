"""Vectors, 3x3 and 4x4 matrices as flat row-major doubles. Outputs must not overlap inputs.

A 3x3 block inside a larger matrix is given by the row length `n` (3 or 4).
"""
from libc.math cimport fabs, sqrt


# ------------------------------------------------------------------------------------------ vectors

cdef inline double dot3(const double* a, const double* b) noexcept nogil:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


cdef inline void cross3(const double* a, const double* b, double* c) noexcept nogil:
    """c = a x b."""
    c[0] = a[1] * b[2] - a[2] * b[1]
    c[1] = a[2] * b[0] - a[0] * b[2]
    c[2] = a[0] * b[1] - a[1] * b[0]


cdef inline double rescale(double s) noexcept nogil:
    """Power of two that brings a vector with the sum of squares s into the range in which squares are safe."""
    if 1e-280 < s < 1e280 or s != s:
        return 1.0
    return 4.149515568880993e+180 if s < 1.0 else 2.409919865102884e-181        # 2^600, 2^-600


cdef inline double length3(const double* v) noexcept nogil:
    """|v| without overflow or underflow."""
    cdef double scale = rescale(dot3(v, v)), x, y, z
    x = v[0] * scale
    y = v[1] * scale
    z = v[2] * scale
    return sqrt(x * x + y * y + z * z) / scale


cdef inline double unit3(const double* v, double* u) noexcept nogil:
    """u = v / |v|, the zero vector for a zero v; |v|."""
    cdef double scale = rescale(dot3(v, v)), x, y, z, d
    x = v[0] * scale
    y = v[1] * scale
    z = v[2] * scale
    d = sqrt(x * x + y * y + z * z)
    if d == 0.0:
        u[0] = u[1] = u[2] = 0.0
        return 0.0
    u[0] = x / d
    u[1] = y / d
    u[2] = z / d
    return d / scale


cdef inline double largest3(const double* v) noexcept nogil:
    """Largest absolute component."""
    cdef double big = fabs(v[0])
    big = fabs(v[1]) if fabs(v[1]) > big else big
    return fabs(v[2]) if fabs(v[2]) > big else big


cdef inline double parallel_below(double size1, double size2, double noise) noexcept nogil:
    """Sine of an angle below which vectors of these lengths count as parallel: 1e-14, or what their `noise` allows."""
    cdef double small = size1 if size1 < size2 else size2
    return noise / small if noise > 1e-14 * small else 1e-14


# ------------------------------------------------------------------------------------------ copies

cdef inline void copy(const double* a, double* b, int size) noexcept nogil:
    cdef int i
    for i in range(size):
        b[i] = a[i]


cdef inline void clear(double* a, int size) noexcept nogil:
    cdef int i
    for i in range(size):
        a[i] = 0.0


cdef inline void last_row(double* m) noexcept nogil:
    """(0, 0, 0, 1): the last row of a position matrix."""
    m[12] = m[13] = m[14] = 0.0
    m[15] = 1.0


cdef inline void pose_rest(double* A, int n) noexcept nogil:
    """Complete a rotation to a position matrix with zero translation when n is 4."""
    if n == 4:
        A[3] = A[7] = A[11] = 0.0
        last_row(A)


cdef inline void zero_rest(double* A, int n) noexcept nogil:
    """Zeros around the 3x3 block when n is 4."""
    if n == 4:
        A[3] = A[7] = A[11] = A[15] = 0.0
        A[12] = A[13] = A[14] = 0.0


# ------------------------------------------------------------------------------------------ products

cdef inline void mul4(const double* a, const double* b, double* c) noexcept nogil:
    """c = a b, 4x4."""
    cdef int i, j
    for i in range(4):
        for j in range(4):
            c[4*i + j] = (a[4*i] * b[j] + a[4*i + 1] * b[4 + j]) + (a[4*i + 2] * b[8 + j] + a[4*i + 3] * b[12 + j])


cdef inline void mul4t(const double* a, const double* b, double* c) noexcept nogil:
    """c = a b^t, 4x4."""
    cdef double bt[16]
    cdef int i, j
    for i in range(4):
        for j in range(4):
            bt[4*j + i] = b[4*i + j]
    mul4(a, bt, c)


cdef inline void mul3(const double* a, int na, const double* b, int nb, double* c) noexcept nogil:
    """c = a b, 3x3 blocks with row lengths na, nb; c is 3x3."""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            c[3*i + j] = a[na*i] * b[j] + a[na*i + 1] * b[nb + j] + a[na*i + 2] * b[2*nb + j]


cdef inline void mul3t(const double* a, int na, const double* b, int nb, double* c, int nc) noexcept nogil:
    """c = a b^t, 3x3 blocks with row lengths na, nb, nc."""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            c[nc*i + j] = a[na*i] * b[nb*j] + a[na*i + 1] * b[nb*j + 1] + a[na*i + 2] * b[nb*j + 2]


cdef inline void tmul3(const double* a, int na, const double* b, int nb, double* c) noexcept nogil:
    """c = a^t b, 3x3 blocks with row lengths na, nb; c is 3x3."""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            c[3*i + j] = a[i] * b[j] + a[na + i] * b[nb + j] + a[2*na + i] * b[2*nb + j]


cdef inline void mulv3(const double* a, int n, const double* v, double* w) noexcept nogil:
    """w = a v, 3x3 block."""
    cdef int i
    for i in range(3):
        w[i] = a[n*i] * v[0] + a[n*i + 1] * v[1] + a[n*i + 2] * v[2]


cdef inline void mulv4(const double* a, const double* p, double* r) noexcept nogil:
    """r = a p, 4x4 times 4."""
    cdef int i
    for i in range(4):
        r[i] = (a[4*i] * p[0] + a[4*i + 1] * p[1]) + (a[4*i + 2] * p[2] + a[4*i + 3] * p[3])


# ------------------------------------------------------------------------------------------ tilde and its inverse

cdef inline void tilde(const double* v, double* A, int n) noexcept nogil:
    """A = v~, the cross-product matrix: v~ p = v x p."""
    A[0] = A[n + 1] = A[2*n + 2] = 0.0
    A[2*n + 1] = v[0]
    A[n + 2] = -v[0]
    A[2] = v[1]
    A[2*n] = -v[1]
    A[n] = v[2]
    A[1] = -v[2]


cdef inline void axial(const double* A, int n, double* v) noexcept nogil:
    """v of the skew part of A: v~ = (A - A^t) / 2."""
    v[0] = 0.5 * (A[2*n + 1] - A[n + 2])
    v[1] = 0.5 * (A[2] - A[2*n])
    v[2] = 0.5 * (A[n] - A[1])


cdef inline void pick(const double* A, int n, double* v) noexcept nogil:
    """v from the elements [Z][Y], [X][Z], [Y][X] of A."""
    v[0] = A[2*n + 1]
    v[1] = A[2]
    v[2] = A[n]


cdef inline void skew_product(const double* a, const double* b, double* c) noexcept nogil:
    """c = a b - (a b)^t, 4x4, exactly antisymmetric."""
    cdef double p[16]
    cdef int i, j
    mul4(a, b, p)
    for i in range(4):
        for j in range(4):
            c[4*i + j] = p[4*i + j] - p[4*j + i]


cdef inline void part(const double* A, int n, int block, double sign, double* B) noexcept nogil:
    """B = A with (A + sign A^t) / 2 in its leading block."""
    cdef int i, j
    for i in range(n):
        for j in range(n):
            B[n*i + j] = 0.5 * (A[n*i + j] + sign * A[n*j + i]) if i < block and j < block else A[n*i + j]
