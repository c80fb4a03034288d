"""What the Cardan modules share: loops over angle triples. Options k: axes i, j, k of the sequence, side n."""
from libc.math cimport copysign, fabs, sqrt

from spacelib._border cimport BLOCK, Batch, item, result
from spacelib.kernels.cardan cimport CARDAN, LOCKED, Sequence, sequence_of, tangent_places
from spacelib.kernels.trig cimport atan2_block, sincos_block


cdef inline Sequence sequence_in(Batch* b) noexcept nogil:
    """Sequence of the axes k[0], k[1], k[2]."""
    return sequence_of(b.k[0], b.k[1], b.k[2])


cdef inline void sincos_in(Batch* b, double* sn, double* cs) noexcept nogil:
    """Sines and cosines of the angle triples in input 0."""
    cdef double angle[3 * BLOCK]
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(3):
            angle[3*i + j] = item(b, 0, i)[j]
    sincos_block(3 * b.n, angle, sn, cs)


cdef inline void angles_loop(Batch* b) noexcept nogil:
    """Both angle triples of the rotations in input 0, in lanes, on planes of equal elements.

    gamma comes first, alpha from R Rot(k, -gamma) = Rot(i, alpha) Rot(j, beta), so that the three angles give R back at
    gimbal lock too; there gamma = 0. h is |cos beta| (Cardan) or |sin beta| (Euler):

        Cardan  h sin(gamma) = -sig r_ij    h cos(gamma) = r_ii        sin(beta) = sig r_il    cos(beta) = h
        Euler   h sin(gamma) = r_ij         h cos(gamma) = sig r_il    sin(beta) = h           cos(beta) = r_ii
        sin(alpha) = sig cos(gamma) r_lj + d sin(gamma) r_lf,    f = i, d = 1 (Cardan) or f = l, d = -1 (Euler)
        cos(alpha) = cos(gamma) r_jj + d sig sin(gamma) r_jf
    """
    cdef double r[9][BLOCK]
    cdef double y[3][BLOCK]
    cdef double x[3][BLOCK]
    cdef double angle[3][BLOCK]
    cdef double other[3][BLOCK]
    cdef int place[9]
    cdef Sequence q = sequence_in(b)
    cdef bint cardan = q.kind == CARDAN
    cdef double sig = q.sig, d = 1.0 if cardan else -1.0
    cdef double sign_y2 = -sig if cardan else 1.0, sign_x2 = 1.0 if cardan else sig
    cdef double sign_y1 = sig if cardan else 1.0, sign_zero = -sig if cardan else 1.0
    cdef double h, sg, cg, y2, x2, y1, y0, nothing, PI = 3.141592653589793
    cdef Py_ssize_t i, n = b.n, locked = 0
    cdef const double* R
    cdef int e
    tangent_places(q, b.k[3], place)
    for i in range(n):
        R = item(b, 0, i)
        for e in range(9):
            r[e][i] = R[place[e]]
    for i in range(n):
        # nothing is nan when any element of R is nan or infinite; then the angles are, too
        nothing = 0.0 * r[0][i] + 0.0 * r[1][i] + 0.0 * r[2][i] + 0.0 * r[3][i] + 0.0 * r[4][i]
        nothing = nothing + 0.0 * r[5][i] + 0.0 * r[6][i] + 0.0 * r[7][i] + 0.0 * r[8][i]
        y2 = sign_y2 * r[0][i] if nothing == 0.0 else nothing
        x2 = sign_x2 * r[1][i]
        h = sqrt(y2 * y2 + x2 * x2)
        sg = y2 / h
        cg = x2 / h
        sg = 0.0 if h < LOCKED else sg
        cg = 1.0 if h < LOCKED else cg
        y[2][i] = 0.0 if h < LOCKED else y2
        x[2][i] = 1.0 if h < LOCKED else x2
        # for a matrix that is no rotation (scaled, say) h is what belongs to the sine or cosine itself
        y1 = sign_y1 * r[2][i]
        y[1][i] = y1
        x[1][i] = sqrt((1.0 - y1) * (1.0 + y1)) if fabs(y1 * y1 + h * h - 1.0) > 1e-6 and fabs(y1) <= 1.0 else h
        locked += h < 1e-7
        y0 = sig * cg * r[3][i] + d * sg * r[4][i]
        # the sign of a zero decides between pi and -pi
        y[0][i] = copysign(0.0, sign_zero * r[7][i]) if y0 == 0.0 else y0
        x[0][i] = cg * r[5][i] + d * sig * sg * r[6][i]
    b.singular += locked
    atan2_block(n, y[0], x[0], angle[0])
    if cardan:
        atan2_block(n, y[1], x[1], angle[1])
    else:
        atan2_block(n, x[1], y[1], angle[1])
    atan2_block(n, y[2], x[2], angle[2])
    # the other triple: alpha and gamma half a turn on, beta -> pi - beta (Cardan) or -beta (Euler)
    for i in range(n):
        other[0][i] = angle[0][i] - copysign(PI, angle[0][i])
        other[1][i] = (PI if angle[1][i] > 0.0 else -PI) - angle[1][i]
        other[2][i] = angle[2][i] - copysign(PI, angle[2][i])
    if not cardan:
        for i in range(n):
            other[1][i] = -angle[1][i]
    for i in range(n):
        for e in range(3):
            result(b, 0, i)[e] = angle[e][i]
            result(b, 1, i)[e] = other[e][i]
