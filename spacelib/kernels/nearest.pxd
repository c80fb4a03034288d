"""Nearest rotation to a 3x3 matrix.

Newton's polar iteration for matrices with a healthy positive determinant, Davenport's quaternion method for the
others: the largest eigenvalue of a symmetric 4x4 matrix K(A) has the quaternion of the nearest proper rotation as
its eigenvector (G. Wahba 1965; P. Davenport 1968), also for reflections and for matrices of rank two.
"""
from libc.math cimport cbrt, fabs, ilogb, ldexp, sqrt


cdef inline double cofactors(const double* A, int n, double* C) noexcept nogil:
    """C = cofactors of A; det A."""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            C[3*i + j] = (A[n*((i + 1) % 3) + (j + 1) % 3] * A[n*((i + 2) % 3) + (j + 2) % 3]
                          - A[n*((i + 1) % 3) + (j + 2) % 3] * A[n*((i + 2) % 3) + (j + 1) % 3])
    return A[0] * C[0] + A[1] * C[1] + A[2] * C[2]


cdef inline bint newton_polar(double* R) noexcept nogil:
    """R <- (R / s + cof(R) s / det) / 2, s = det^(1/3), until R stands still; False when it does not."""
    cdef double C[9]
    cdef double det, s, new, change
    cdef int _step, i
    for _step in range(30):
        det = cofactors(R, 3, C)
        if not det > 0.0:
            return False
        s = cbrt(det)
        change = 0.0
        for i in range(9):
            new = 0.5 * (R[i] / s + C[i] * s / det)
            change = fabs(new - R[i]) if fabs(new - R[i]) > change else change
            R[i] = new
        if change <= 1e-15:
            return True
        if change <= 1e-9:          # quadratic: the next step is exact to rounding
            det = cofactors(R, 3, C)
            for i in range(9):
                R[i] = 0.5 * (R[i] + C[i] / det)
            return True
    return False


cdef inline void jacobi4(double* K, double* V) noexcept nogil:
    """Eigenvalues of the symmetric K on its diagonal, eigenvectors in the columns of V, by Jacobi rotations."""
    cdef double t, c, s, theta, a, b, off
    cdef int _sweep, p, q, i
    for i in range(16):
        V[i] = 1.0 if i % 5 == 0 else 0.0
    for _sweep in range(40):
        off = 0.0
        for p in range(3):
            for q in range(p + 1, 4):
                off += fabs(K[4*p + q])
                if K[4*p + q] == 0.0:
                    continue
                theta = (K[5*q] - K[5*p]) / (2.0 * K[4*p + q])
                t = (1.0 if theta >= 0.0 else -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0))
                c = 1.0 / sqrt(t * t + 1.0)
                s = t * c
                for i in range(4):
                    a = K[4*i + p]
                    b = K[4*i + q]
                    K[4*i + p] = c * a - s * b
                    K[4*i + q] = s * a + c * b
                for i in range(4):
                    a = K[4*p + i]
                    b = K[4*q + i]
                    K[4*p + i] = c * a - s * b
                    K[4*q + i] = s * a + c * b
                for i in range(4):
                    a = V[4*i + p]
                    b = V[4*i + q]
                    V[4*i + p] = c * a - s * b
                    V[4*i + q] = s * a + c * b
        if not off > 0.0:
            break


cdef inline bint davenport(const double* A, int n, double* R) noexcept nogil:
    """R = rotation that maximises trace(R^t A); False when it is not unique."""
    cdef double K[16]
    cdef double V[16]
    cdef double x, y, z, w, best, second, size
    cdef int i, top = 0
    # K = [A + A^t - tr(A) 1, v; v^t, tr(A)],  v_k = A_ij - A_ji
    cdef double tr = A[0] + A[n + 1] + A[2*n + 2]
    K[0] = 2.0 * A[0] - tr
    K[5] = 2.0 * A[n + 1] - tr
    K[10] = 2.0 * A[2*n + 2] - tr
    K[15] = tr
    K[1] = K[4] = A[1] + A[n]
    K[2] = K[8] = A[2] + A[2*n]
    K[6] = K[9] = A[n + 2] + A[2*n + 1]
    K[3] = K[12] = A[2*n + 1] - A[n + 2]
    K[7] = K[13] = A[2] - A[2*n]
    K[11] = K[14] = A[n] - A[1]
    jacobi4(K, V)
    size = 0.0
    for i in range(4):
        size = fabs(K[5*i]) if fabs(K[5*i]) > size else size
        top = i if K[5*i] > K[5*top] else top
    best = K[5*top]
    second = -size
    for i in range(4):
        if i != top and K[5*i] > second:
            second = K[5*i]
    x = V[top]
    y = V[4 + top]
    z = V[8 + top]
    w = V[12 + top]
    R[0] = w*w + x*x - y*y - z*z
    R[1] = 2.0 * (x*y - w*z)
    R[2] = 2.0 * (x*z + w*y)
    R[3] = 2.0 * (x*y + w*z)
    R[4] = w*w - x*x + y*y - z*z
    R[5] = 2.0 * (y*z - w*x)
    R[6] = 2.0 * (x*z - w*y)
    R[7] = 2.0 * (y*z + w*x)
    R[8] = w*w - x*x - y*y + z*z
    return best - second > 1e-12 * size


cdef inline bint nearest_rotation(const double* A, int n, double* B) noexcept nogil:
    """B = A with its 3x3 block replaced by the nearest proper rotation; False when that is not unique."""
    cdef double S[9]
    cdef double R[9]
    cdef double C[9]
    cdef double det, size = 0.0, scale
    cdef int i, j
    cdef bint unique = True
    for i in range(3):
        for j in range(3):
            size = fabs(A[n*i + j]) if fabs(A[n*i + j]) > size else size
    # S = A of unit size, by a power of two; nan and inf stay
    scale = ldexp(1.0, -ilogb(size)) if size > 0.0 and size - size == 0.0 else 1.0
    for i in range(3):
        for j in range(3):
            S[3*i + j] = R[3*i + j] = A[n*i + j] * scale
    for i in range(n * n):
        B[i] = A[i]
    det = cofactors(S, 3, C)
    if det == det and not (det > 1e-9 and newton_polar(R)):
        unique = davenport(S, 3, R)
    for i in range(3):
        for j in range(3):
            B[n*i + j] = R[3*i + j] if det == det else det
    return unique
