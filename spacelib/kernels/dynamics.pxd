"""Inertia J (pseudo-inertia, ten numbers), action PHI and momentum GAMMA (six numbers) matrices."""
from spacelib.kernels.matrix cimport tilde


cdef inline void inertia(double mass, double jxx, double jyy, double jzz, double jxy, double jyz, double jxz,
                         double xg, double yg, double zg, double* J) noexcept nogil:
    """J = integral P P^t dm from the usual moments about the centre of mass and its coordinates."""
    J[0] = 0.5 * (-jxx + jyy + jzz) + mass * xg * xg
    J[5] = 0.5 * (jxx - jyy + jzz) + mass * yg * yg
    J[10] = 0.5 * (jxx + jyy - jzz) + mass * zg * zg
    J[1] = J[4] = -jxy + mass * xg * yg
    J[6] = J[9] = -jyz + mass * yg * zg
    J[2] = J[8] = -jxz + mass * xg * zg
    J[3] = J[12] = mass * xg
    J[7] = J[13] = mass * yg
    J[11] = J[14] = mass * zg
    J[15] = mass


cdef inline void action(const double* f, const double* c, double* PHI) noexcept nogil:
    """PHI = [c~ f; -f^t 0]."""
    cdef int i
    tilde(c, PHI, 4)
    for i in range(3):
        PHI[4*i + 3] = f[i]
        PHI[12 + i] = -f[i]
    PHI[15] = 0.0


cdef inline double pseudo_dot(const double* A, const double* B) noexcept nogil:
    """Pseudo scalar product of the six independent entries: power of (W, PHI), generalised force of (L, PHI)."""
    return (A[3] * B[3] + A[7] * B[7] + A[11] * B[11]) + (A[9] * B[9] + A[2] * B[2] + A[4] * B[4])


cdef inline double trace_ljlt(const double* L1, const double* J, const double* L2) noexcept nogil:
    """trace(L1 J L2^t), rows X, Y, Z."""
    cdef double total = 0.0
    cdef int i, j, k
    for i in range(3):
        for j in range(4):
            for k in range(4):
                total += L1[4*i + k] * J[4*k + j] * L2[4*i + j]
    return total
