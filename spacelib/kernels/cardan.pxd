"""Cardan (i, j, k all different) and Euler (k = i) angles: R = Rot(i, alpha) Rot(j, beta) Rot(k, gamma).

sig = +1 for a cyclic pair (i, j), else -1; l = 3 - i - j is the third axis. `sn`, `cs` are the sines and cosines of
(alpha, beta, gamma). Angular velocity and acceleration are in the base frame: w = A qp, dw = A qpp + B (bp gp, ap gp,
ap bp).
"""
from libc.math cimport fabs

cdef enum:
    CARDAN = 0
    EULER = 1


cdef extern from *:
    """
    #define SPACELIB_LOCKED 4e-15    /* |cos beta| or |sin beta| below which the first and third axis are one */
    """
    const double LOCKED "SPACELIB_LOCKED"


cdef struct Sequence:
    int i, j, l
    int kind
    double sig


cdef inline Sequence sequence_of(int i, int j, int k) noexcept nogil:
    cdef Sequence q
    q.i = i
    q.j = j
    q.l = 3 - i - j
    q.kind = EULER if k == i else CARDAN
    q.sig = 1.0 if (j - i + 3) % 3 == 1 else -1.0
    return q


cdef inline void angles_to_rotation(Sequence q, const double* sn, const double* cs, double* A, int n) noexcept nogil:
    """A = Rot(i, alpha) Rot(j, beta) Rot(k, gamma), 3x3 block."""
    cdef double sa = sn[0], sb = sn[1], sg = sn[2], ca = cs[0], cb = cs[1], cg = cs[2], sig = q.sig
    cdef int i = n * q.i, j = n * q.j, l = n * q.l
    if q.kind == CARDAN:
        A[i + q.i] = cb * cg
        A[i + q.j] = -sig * cb * sg
        A[i + q.l] = sig * sb
        A[j + q.i] = sig * ca * sg + sa * sb * cg
        A[j + q.j] = ca * cg - sig * sa * sb * sg
        A[j + q.l] = -sig * sa * cb
        A[l + q.i] = sa * sg - sig * ca * sb * cg
        A[l + q.j] = sig * sa * cg + ca * sb * sg
        A[l + q.l] = ca * cb
    else:
        A[i + q.i] = cb
        A[i + q.j] = sb * sg
        A[i + q.l] = sig * sb * cg
        A[j + q.i] = sa * sb
        A[j + q.j] = ca * cg - sa * cb * sg
        A[j + q.l] = -sig * (ca * sg + sa * cb * cg)
        A[l + q.i] = -sig * ca * sb
        A[l + q.j] = sig * (sa * cg + ca * cb * sg)
        A[l + q.l] = ca * cb * cg - sa * sg


cdef inline void tangent_places(Sequence q, int n, int* place) noexcept nogil:
    """Where the elements of R stand, in the order in which `angles_loop` takes them.

    Cardan: ij, ii, il, lj, li, jj, ji, jl, ll. Euler: ij, il, ii, lj, ll, jj, jl, ji, li.
    """
    cdef int first = q.i if q.kind == CARDAN else q.l
    cdef int second = q.l if q.kind == CARDAN else q.i
    place[0] = n * q.i + q.j
    place[1] = n * q.i + first
    place[2] = n * q.i + second
    place[3] = n * q.l + q.j
    place[4] = n * q.l + first
    place[5] = n * q.j + q.j
    place[6] = n * q.j + first
    place[7] = n * q.j + second
    place[8] = n * q.l + second


cdef inline void rate_matrix(Sequence q, double sa, double ca, double sb, double cb, double* A, int n) noexcept nogil:
    """A: w = A qp, rows x, y, z, columns alpha, beta, gamma."""
    cdef int i = n * q.i, j = n * q.j, l = n * q.l
    A[i] = 1.0
    A[j] = A[l] = A[i + 1] = 0.0
    A[j + 1] = ca
    A[l + 1] = q.sig * sa
    if q.kind == CARDAN:
        A[i + 2] = q.sig * sb
        A[j + 2] = -q.sig * sa * cb
        A[l + 2] = ca * cb
    else:
        A[i + 2] = cb
        A[j + 2] = sa * sb
        A[l + 2] = -q.sig * ca * sb


cdef inline void product_matrix(Sequence q, double sa, double ca, double sb, double cb,
                                double* B, int n, int i, int j, int l) noexcept nogil:
    """B: dA/dt qp = B (bp gp, ap gp, ap bp); i, j, l are the rows that take the axes i, j, l."""
    B[n*i + 1] = B[n*i + 2] = 0.0
    B[n*j + 2] = -sa
    B[n*l + 2] = q.sig * ca
    if q.kind == CARDAN:
        B[n*i] = q.sig * cb
        B[n*j] = q.sig * sa * sb
        B[n*j + 1] = -q.sig * ca * cb
        B[n*l] = -ca * sb
        B[n*l + 1] = -sa * cb
    else:
        B[n*i] = -sb
        B[n*j] = sa * cb
        B[n*j + 1] = ca * sb
        B[n*l] = -q.sig * ca * cb
        B[n*l + 1] = q.sig * sa * sb


cdef inline bint inverse_rate_matrix(Sequence q, double sa, double ca, double sb, double cb,
                                     double* Ai) noexcept nogil:
    """Ai = A^-1; at gimbal lock its pseudo-inverse, and False."""
    cdef double fall = cb if q.kind == CARDAN else sb       # what vanishes at gimbal lock
    cdef double lean = q.sig * sb if q.kind == CARDAN else cb
    cdef double p, r
    cdef int c
    # across the lock direction: beta rate, and gamma rate p w_j + r w_l
    p = -q.sig * sa if q.kind == CARDAN else sa
    r = ca if q.kind == CARDAN else -q.sig * ca
    Ai[q.i] = 1.0
    Ai[3 + q.i] = 0.0
    Ai[6 + q.i] = 0.0
    Ai[3 + q.j] = ca
    Ai[3 + q.l] = q.sig * sa
    if fabs(fall) < LOCKED:
        Ai[q.i] = 0.5
        Ai[6 + q.i] = 0.5 * lean
        Ai[q.j] = Ai[q.l] = Ai[6 + q.j] = Ai[6 + q.l] = 0.0
        return False
    Ai[6 + q.j] = p / fall
    Ai[6 + q.l] = r / fall
    for c in range(3):
        if c != q.i:
            Ai[c] = -lean * Ai[6 + c]
    return True
