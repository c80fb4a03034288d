"""Velocity W, acceleration H and screw L matrices: [w~ v0; 0], [G a0; 0] with G = dw~ + w~ w~."""
from spacelib.kernels.matrix cimport axial, clear, cross3, dot3, length3, pick, tilde, unit3


cdef inline void velocity(const double* w, const double* v0, double* W) noexcept nogil:
    """W = [w~ v0; 0]."""
    clear(W, 16)
    tilde(w, W, 4)
    W[3] = v0[0]
    W[7] = v0[1]
    W[11] = v0[2]


cdef inline void acceleration_block(const double* w, const double* dw, double* G, int n) noexcept nogil:
    """G = dw~ + w~ w~ = dw~ + w w^t - |w|^2 1."""
    G[0] = -(w[1] * w[1] + w[2] * w[2])
    G[n + 1] = -(w[0] * w[0] + w[2] * w[2])
    G[2*n + 2] = -(w[0] * w[0] + w[1] * w[1])
    G[1] = w[0] * w[1] - dw[2]
    G[n] = w[0] * w[1] + dw[2]
    G[2] = w[0] * w[2] + dw[1]
    G[2*n] = w[0] * w[2] - dw[1]
    G[n + 2] = w[1] * w[2] - dw[0]
    G[2*n + 1] = w[1] * w[2] + dw[0]


cdef inline void joint(int jtype, int a, double qp, double qpp, const double* O, double* W, double* H) noexcept nogil:
    """W, H of a joint about (jtype 0) or along (1) frame axis a through O."""
    cdef int x = (a + 1) % 3, y = (a + 2) % 3
    clear(W, 16)
    clear(H, 16)
    if jtype == 1:
        W[4*a + 3] = qp
        H[4*a + 3] = qpp
        return
    W[4*y + x] = qp
    W[4*x + y] = -qp
    H[4*x + x] = H[4*y + y] = -qp * qp
    H[4*y + x] = qpp
    H[4*x + y] = -qpp
    # v0 = -w~ O,  a0 = -G O: the axis stands still
    W[4*x + 3] = qp * O[y]
    W[4*y + 3] = -qp * O[x]
    H[4*x + 3] = qp * qp * O[x] + qpp * O[y]
    H[4*y + 3] = qp * qp * O[y] - qpp * O[x]


cdef inline void screw_matrix(int jtype, const double* u, double pitch, const double* P, double* L) noexcept nogil:
    """L = [u~, -u x P + pitch u; 0] (revolute, screw) or [0, u; 0] (prismatic)."""
    cdef double b[3]
    cdef int i
    clear(L, 16)
    if jtype == 1:
        for i in range(3):
            L[4*i + 3] = u[i]
        return
    tilde(u, L, 4)
    cross3(P, u, b)
    for i in range(3):
        L[4*i + 3] = b[i] + pitch * u[i]


cdef inline bint unit_rate(const double* W, double* L) noexcept nogil:
    """L = W per unit of |w|, or of |v0| when w is nothing but rounding; False for W = 0."""
    cdef double w[3]
    cdef double v[3]
    cdef double rate, slide
    cdef int i
    axial(W, 4, w)
    for i in range(3):
        v[i] = W[4*i + 3]
    rate = length3(w)
    slide = length3(v)
    if rate <= 2.220446049250313e-16 * slide:
        rate = slide
    for i in range(16):
        L[i] = W[i] / rate if rate != 0.0 else 0.0
    return rate != 0.0


cdef inline bint velocity_screw(const double* W, double* u, double* omega, double* vel, double* P) noexcept nogil:
    """Instantaneous screw of W: P = u x v0 / omega, vel = u.v0; a translation has omega = 0; False for W = 0."""
    cdef double w[3]
    cdef double v[3]
    cdef int i
    pick(W, 4, w)
    for i in range(3):
        v[i] = W[4*i + 3]
    P[0] = P[1] = P[2] = 0.0
    P[3] = 1.0
    omega[0] = unit3(w, u)
    if omega[0] == 0.0:
        vel[0] = unit3(v, u)
        return vel[0] != 0.0
    cross3(u, v, P)
    for i in range(3):
        P[i] = P[i] / omega[0]
    vel[0] = dot3(u, v)
    return True


cdef inline void coriolis_sum(const double* H0, const double* H1, const double* W0, const double* W1,
                              double* H) noexcept nogil:
    """H = H0 + H1 + 2 W0 W1, last rows null."""
    cdef int i, j
    for i in range(3):
        for j in range(4):
            H[4*i + j] = (H0[4*i + j] + H1[4*i + j]
                          + 2.0 * (W0[4*i] * W1[j] + W0[4*i + 1] * W1[4 + j] + W0[4*i + 2] * W1[8 + j]))
    H[12] = H[13] = H[14] = H[15] = 0.0
