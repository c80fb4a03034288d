"""Cardan and Euler angles, their rates, and the angular velocity and acceleration they produce.

``R = Rot(i, q[0]) Rot(j, q[1]) Rot(k, q[2])`` (rotations about the moving axes) for any of the twelve sequences of axes
with i != j and j != k; k == i is called Euler, else Cardan. Angular velocity and acceleration are in the base frame.
Short names: card = (X, Y, Z), eul = (Z, X, Z), naut = (Z, Y, X). Angles q, rates qp and accelerations qpp are vectors
of three; everything but the axes broadcasts over leading dimensions.
"""
from spacelib._border cimport BLOCK, Batch, Kernel, Loop, integer, item, kernel, result
from spacelib._border cimport run1, run2, run3, run4, sequence, side, size34
from spacelib.kernels.cardan cimport Sequence, angles_to_rotation, inverse_rate_matrix, product_matrix, rate_matrix
from spacelib.kernels.cardan cimport rotation_to_tangents, second_solution, sequence_of
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.matrix cimport axial, last_row, mulv3, pose_rest, tilde, zero_rest
from spacelib.kernels.motion cimport acceleration_block
from spacelib.kernels.trig cimport atan2_block, sincos_block

from spacelib.results import CardanAccelerations, CardanAngles, CardanRates

__all__ = [
    "Htocard", "Htocardan", "Htoeul", "Htonaut", "Mtocard", "Mtocardan", "Mtoeul", "Mtonaut", "WPRODtocardan",
    "Wtocard", "Wtocardan", "Wtoeul", "Wtonaut", "cardanto_G", "cardanto_G3", "cardanto_G4", "cardanto_OMEGA",
    "cardanto_OMEGAPTO", "cardanto_omega", "cardanto_omega3", "cardanto_omega4", "cardantoH", "cardantoM", "cardantoW",
    "cardantoWPROD", "cardantol", "cardantor", "cardantor3", "cardantor4", "cardtoH", "cardtoM", "cardtoW", "eultoH",
    "eultoM", "eultoW", "invA", "nauttoH", "nauttoM", "nauttoW", "rtocardan", "rtocardan3", "rtocardan4",
]


# ---------------------------------------------------------------------------------------------- loops
# options k: axes i, j, k of the sequence and the side n of the matrix

cdef inline Sequence _sequence(Batch* b) noexcept nogil:
    return sequence_of(b.k[0], b.k[1], b.k[2])


cdef inline void _sincos3(Batch* b, double* sn, double* cs) noexcept nogil:
    """Sines and cosines of the angle triples in input 0."""
    cdef double angle[3 * BLOCK]
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(3):
            angle[3*i + j] = item(b, 0, i)[j]
    sincos_block(3 * b.n, angle, sn, cs)


cdef inline void _omega(Sequence q, const double* sn, const double* cs, const double* qp, double* w) noexcept nogil:
    """w = A qp."""
    cdef double A[9]
    rate_matrix(q, sn[0], cs[0], sn[1], cs[1], A, 3)
    mulv3(A, 3, qp, w)


cdef inline void _omegapto(Sequence q, const double* sn, const double* cs, const double* qp, const double* qpp,
                           double* dw) noexcept nogil:
    """dw = A qpp + B (bp gp, ap gp, ap bp)."""
    cdef double B[9]
    cdef double p[3]
    cdef double x[3]
    cdef int j
    p[0] = qp[1] * qp[2]
    p[1] = qp[0] * qp[2]
    p[2] = qp[0] * qp[1]
    product_matrix(q, sn[0], cs[0], sn[1], cs[1], B, 3, q.i, q.j, q.l)
    mulv3(B, 3, p, x)
    _omega(q, sn, cs, qpp, dw)
    for j in range(3):
        dw[j] += x[j]


cdef inline void _place(double* A, const double* O) noexcept nogil:
    """Last column -A O, last row null: the origin O of the turning frame stands still."""
    cdef double v[3]
    cdef int j
    mulv3(A, 4, O, v)
    for j in range(3):
        A[4*j + 3] = -v[j]
        A[12 + j] = 0.0
    A[15] = 0.0


cdef kvoid _cardantor_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        angles_to_rotation(q, &sn[3*i], &cs[3*i], result(b, 0, i), b.k[3])
        pose_rest(result(b, 0, i), b.k[3])


cdef void _cardantoM_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef const double* O
    cdef double* m
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        m = result(b, 0, i)
        O = item(b, 1, i)
        b.illegal += O[3] == O[3] and O[3] != 1.0
        angles_to_rotation(q, &sn[3*i], &cs[3*i], m, 4)
        last_row(m)
        m[3] = O[0]
        m[7] = O[1]
        m[11] = O[2]


cdef void _rate_matrix_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        rate_matrix(q, sn[3*i], cs[3*i], sn[3*i + 1], cs[3*i + 1], result(b, 0, i), b.k[3])
        zero_rest(result(b, 0, i), b.k[3])


cdef void _product_matrix_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        product_matrix(q, sn[3*i], cs[3*i], sn[3*i + 1], cs[3*i + 1], result(b, 0, i), b.k[3], q.i, q.j, q.l)
        zero_rest(result(b, 0, i), b.k[3])


cdef void _OMEGA_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        _omega(q, &sn[3*i], &cs[3*i], item(b, 1, i), result(b, 0, i))


cdef void _omega_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef double w[3]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        _omega(q, &sn[3*i], &cs[3*i], item(b, 1, i), w)
        tilde(w, result(b, 0, i), b.k[3])
        zero_rest(result(b, 0, i), b.k[3])


cdef void _cardantoW_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    _omega_loop(b)
    for i in range(b.n):
        _place(result(b, 0, i), item(b, 2, i))


cdef void _OMEGAPTO_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        _omegapto(q, &sn[3*i], &cs[3*i], item(b, 1, i), item(b, 2, i), result(b, 0, i))


cdef void _G_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef double w[3]
    cdef double dw[3]
    cdef Sequence q = _sequence(b)
    cdef Py_ssize_t i
    _sincos3(b, sn, cs)
    for i in range(b.n):
        _omega(q, &sn[3*i], &cs[3*i], item(b, 1, i), w)
        _omegapto(q, &sn[3*i], &cs[3*i], item(b, 1, i), item(b, 2, i), dw)
        acceleration_block(w, dw, result(b, 0, i), b.k[3])
        zero_rest(result(b, 0, i), b.k[3])


cdef void _cardantoH_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    _G_loop(b)
    for i in range(b.n):
        _place(result(b, 0, i), item(b, 3, i))


cdef kvoid _rtocardan_loop(Batch* b) noexcept nogil:
    cdef double y[3 * BLOCK]
    cdef double x[3 * BLOCK]
    cdef double angle[3 * BLOCK]
    cdef Sequence q = _sequence(b)
    cdef double* q1
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        b.singular += rotation_to_tangents(q, item(b, 0, i), b.k[3], &y[3*i], &x[3*i]) < 1e-7
    atan2_block(3 * b.n, y, x, angle)
    for i in range(b.n):
        q1 = result(b, 0, i)
        for j in range(3):
            q1[j] = angle[3*i + j]
        second_solution(q, q1, result(b, 1, i))


cdef void _Wtocardan_loop(Batch* b) noexcept nogil:
    """Angles as rtocardan; qp1 = A^-1 w, qp2 = (ap, -bp, gp)."""
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef double angle[3 * BLOCK]
    cdef double Ai[9]
    cdef double w[3]
    cdef Sequence q = _sequence(b)
    cdef double* qp
    cdef Py_ssize_t i
    cdef int j
    _rtocardan_loop(b)
    for i in range(b.n):
        for j in range(3):
            angle[3*i + j] = result(b, 0, i)[j]
    sincos_block(3 * b.n, angle, sn, cs)
    for i in range(b.n):
        axial(item(b, 1, i), 4, w)
        inverse_rate_matrix(q, sn[3*i], cs[3*i], sn[3*i + 1], cs[3*i + 1], Ai)
        qp = result(b, 2, i)
        mulv3(Ai, 3, w, qp)
        for j in range(3):
            result(b, 3, i)[j] = -qp[j] if j == 1 else qp[j]


cdef void _Htocardan_loop(Batch* b) noexcept nogil:
    """Angles and rates as Wtocardan; qpp1 = A^-1 (dw - B (bp gp, ap gp, ap bp)), qpp2 = (app, -bpp, gpp)."""
    cdef double sn[3]
    cdef double cs[3]
    cdef double zero[3]
    cdef double Ai[9]
    cdef double dw[3]
    cdef double x[3]
    cdef Sequence q = _sequence(b)
    cdef double* qpp
    cdef Py_ssize_t i
    cdef int j
    _Wtocardan_loop(b)
    for j in range(3):
        zero[j] = 0.0
    for i in range(b.n):
        sincos_block(3, result(b, 0, i), sn, cs)
        axial(item(b, 2, i), 4, dw)
        _omegapto(q, sn, cs, result(b, 2, i), zero, x)
        for j in range(3):
            dw[j] -= x[j]
        inverse_rate_matrix(q, sn[0], cs[0], sn[1], cs[1], Ai)
        qpp = result(b, 4, i)
        mulv3(Ai, 3, dw, qpp)
        for j in range(3):
            result(b, 5, i)[j] = -qpp[j] if j == 1 else qpp[j]


cdef inline Sequence _signed(Batch* b) noexcept nogil:
    """Sequence with the caller's sign k[3]."""
    cdef Sequence q = _sequence(b)
    q.sig = b.k[3]
    return q


cdef void _invA_loop(Batch* b) noexcept nogil:
    cdef double angle[2]
    cdef double sn[2]
    cdef double cs[2]
    cdef Py_ssize_t i
    for i in range(b.n):
        angle[0] = item(b, 0, i)[0]
        angle[1] = item(b, 1, i)[0]
        sincos_block(2, angle, sn, cs)
        b.singular += not inverse_rate_matrix(_signed(b), sn[0], cs[0], sn[1], cs[1], result(b, 0, i))


cdef void _WPROD_loop(Batch* b) noexcept nogil:
    """B with the rows of the axes i, j, l on top of one another and its columns in the places i, j, l."""
    cdef double angle[2]
    cdef double sn[2]
    cdef double cs[2]
    cdef double B[9]
    cdef Sequence q = _signed(b)
    cdef double* A
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        angle[0] = item(b, 0, i)[0]
        angle[1] = item(b, 1, i)[0]
        sincos_block(2, angle, sn, cs)
        product_matrix(q, sn[0], cs[0], sn[1], cs[1], B, 3, 0, 1, 2)
        A = result(b, 0, i)
        for j in range(3):
            A[3*j + q.i] = B[3*j]
            A[3*j + q.j] = B[3*j + 1]
            A[3*j + q.l] = B[3*j + 2]


cdef str _LOCK = "gimbal lock: the first and the third axis are parallel; only their combined angle is defined"
cdef str _POINT = "`O`: expected a point (x, y, z, 1), got another fourth coordinate"
cdef Kernel _cardantor3 = kernel(<Loop> _cardantor_loop, "cardantor", "q(3) -> A(3,3)")
cdef Kernel _cardantor4 = kernel(<Loop> _cardantor_loop, "cardantor", "q(3) -> A(4,4)")
cdef Kernel _cardantoM = kernel(_cardantoM_loop, "cardantoM", "q(3) O(4) -> m(4,4)", None, _POINT)
cdef Kernel _cardantol3 = kernel(_rate_matrix_loop, "cardantol", "q(3) -> R(3,3)")
cdef Kernel _cardantol4 = kernel(_rate_matrix_loop, "cardantol", "q(3) -> R(4,4)")
cdef Kernel _cardantoWPROD3 = kernel(_product_matrix_loop, "cardantoWPROD", "q(3) -> R(3,3)")
cdef Kernel _cardantoWPROD4 = kernel(_product_matrix_loop, "cardantoWPROD", "q(3) -> R(4,4)")
cdef Kernel _OMEGA = kernel(_OMEGA_loop, "cardanto_OMEGA", "q(3) qp(3) -> omega(3)")
cdef Kernel _omega3 = kernel(_omega_loop, "cardanto_omega", "q(3) qp(3) -> A(3,3)")
cdef Kernel _omega4 = kernel(_omega_loop, "cardanto_omega", "q(3) qp(3) -> A(4,4)")
cdef Kernel _cardantoW = kernel(_cardantoW_loop, "cardantoW", "q(3) qp(3) O(4) -> W(4,4)")
cdef Kernel _OMEGAPTO = kernel(_OMEGAPTO_loop, "cardanto_OMEGAPTO", "q(3) qp(3) qpp(3) -> omegapto(3)")
cdef Kernel _G3 = kernel(_G_loop, "cardanto_G", "q(3) qp(3) qpp(3) -> A(3,3)")
cdef Kernel _G4 = kernel(_G_loop, "cardanto_G", "q(3) qp(3) qpp(3) -> A(4,4)")
cdef Kernel _cardantoH = kernel(_cardantoH_loop, "cardantoH", "q(3) qp(3) qpp(3) O(4) -> H(4,4)")
cdef Kernel _rtocardan3 = kernel(<Loop> _rtocardan_loop, "rtocardan", "R(3,3) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _rtocardan4 = kernel(<Loop> _rtocardan_loop, "rtocardan", "R(4,4) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _Mtocardan = kernel(<Loop> _rtocardan_loop, "Mtocardan", "m(4,4) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _Wtocardan = kernel(_Wtocardan_loop, "Wtocardan", "m(4,4) W(4,4) -> q1(3) q2(3) qp1(3) qp2(3)",
                                CardanRates, _LOCK)
cdef Kernel _Htocardan = kernel(_Htocardan_loop, "Htocardan",
                                "m(4,4) W(4,4) H(4,4) -> q1(3) q2(3) qp1(3) qp2(3) qpp1(3) qpp2(3)",
                                CardanAccelerations, _LOCK)
cdef Kernel _invA = kernel(_invA_loop, "invA", "alpha beta -> Ai(3,3)", None, _LOCK)
cdef Kernel _WPROD = kernel(_WPROD_loop, "WPRODtocardan", "alpha beta -> Atil(3,3)")


# ---------------------------------------------------------------------------------------------- orientation

def cardantor(q, i, j, k, dim=3, *, out=None):
    """Rotation matrix from Cardan or Euler angles: ``Rot(i, q[0]) Rot(j, q[1]) Rot(k, q[2])``.

    `dim` = 4 gives a position matrix with zero translation.

    >>> cardantor([PIG_2, 0, 0], Z, Y, X).round(12) @ [1, 0, 0]
    array([0., 1., 0.])
    """
    cdef int n = size34(dim, "dim")
    i, j, k = sequence(i, j, k)
    return run1(_cardantor4 if n == 4 else _cardantor3, q, out, i, j, k, n)


def cardantor3(q, i, j, k, *, out=None):
    """3x3 :func:`cardantor`.

    >>> cardantor3([0, 0, PIG_2], X, Y, Z).round(12) @ [1, 0, 0]
    array([0., 1., 0.])
    """
    return cardantor(q, i, j, k, 3, out=out)


def cardantor4(q, i, j, k, *, out=None):
    """4x4 :func:`cardantor`: a position matrix with zero translation.

    >>> cardantor4([0, 0, PIG_2], X, Y, Z)[:, U]
    array([0., 0., 0., 1.])
    """
    return cardantor(q, i, j, k, 4, out=out)


def cardantoM(q, i, j, k, O, *, out=None):
    """Pose of a frame turned by Cardan or Euler angles, with origin in the point `O`.

    >>> cardantoM([0.1, 0.2, 0.3], X, Y, Z, [1, 2, 3, 1])[:3, 3]
    array([1., 2., 3.])
    """
    i, j, k = sequence(i, j, k)
    return run2(_cardantoM, q, O, out, i, j, k)


def cardtoM(q, O, *, out=None):
    """:func:`cardantoM` for the sequence X, Y, Z.

    >>> cardtoM([0, 0, PIG_2], ORIGIN).round(12)[:, X]
    array([0., 1., 0., 0.])
    """
    return run2(_cardantoM, q, O, out, 0, 1, 2)


def eultoM(q, O, *, out=None):
    """:func:`cardantoM` for the sequence Z, X, Z.

    >>> eultoM([PIG_2, 0, 0], ORIGIN).round(12)[:, X]
    array([0., 1., 0., 0.])
    """
    return run2(_cardantoM, q, O, out, 2, 0, 2)


def nauttoM(q, O, *, out=None):
    """:func:`cardantoM` for the sequence Z, Y, X (yaw, pitch, roll).

    >>> nauttoM([PIG_2, 0, 0], ORIGIN).round(12)[:, Y]
    array([-1.,  0.,  0.,  0.])
    """
    return run2(_cardantoM, q, O, out, 2, 1, 0)


def rtocardan(R, dim=None, i=None, j=None, k=None, *, out=None):
    """Both angle triples of a rotation (3x3, or the block of a 4x4): ``cardantor(q1, i, j, k) == R``, likewise q2.

    q1 has beta in [-pi/2, pi/2] (Cardan) or [0, pi] (Euler), q2 is the other solution. `dim` may be left out, also
    by position: ``rtocardan(R, i, j, k)``. At gimbal lock gamma = 0, both triples still give R back, and there is a
    `SingularityWarning` (|cos beta| or |sin beta| below 1e-7).

    >>> rtocardan(cardantor([0.1, 0.2, 0.3], X, Y, Z), X, Y, Z).q1
    array([0.1, 0.2, 0.3])
    """
    cdef int n
    if k is None and j is not None:
        dim, i, j, k = None, dim, i, j
    n = side(R, "R", dim, "dim")
    i, j, k = sequence(i, j, k)
    return run1(_rtocardan4 if n == 4 else _rtocardan3, R, out, i, j, k, n)


def rtocardan3(m, i, j, k, *, out=None):
    """:func:`rtocardan` of 3x3 rotations.

    >>> rtocardan3(cardantor3([0.1, 0.2, 0.3], Z, X, Z), Z, X, Z).q2.round(6)
    array([-3.041593, -0.2     , -2.841593])
    """
    i, j, k = sequence(i, j, k)
    return run1(_rtocardan3, m, out, i, j, k, 3)


def rtocardan4(m, i, j, k, *, out=None):
    """:func:`rtocardan` of the rotation block of 4x4 matrices.

    >>> rtocardan4(cardantor4([0.1, 0.2, 0.3], Z, X, Z), Z, X, Z).q1.round(12)
    array([0.1, 0.2, 0.3])
    """
    i, j, k = sequence(i, j, k)
    return run1(_rtocardan4, m, out, i, j, k, 4)


def Mtocardan(m, i, j, k, *, out=None):
    """Both angle triples of a pose; see :func:`rtocardan`.

    >>> Mtocardan(rotat24(Y, 0.5, [1, 2, 3, 1]), X, Y, Z).q1[1]
    np.float64(0.5)
    """
    i, j, k = sequence(i, j, k)
    return run1(_Mtocardan, m, out, i, j, k, 4)


def Mtocard(m, *, out=None):
    """:func:`Mtocardan` for the sequence X, Y, Z.

    >>> Mtocard(cardtoM([0.1, 0.2, 0.3], ORIGIN)).q1.round(12)
    array([0.1, 0.2, 0.3])
    """
    return run1(_Mtocardan, m, out, 0, 1, 2, 4)


def Mtoeul(m, *, out=None):
    """:func:`Mtocardan` for the sequence Z, X, Z.

    >>> Mtoeul(eultoM([0.1, 0.2, 0.3], ORIGIN)).q1.round(12)
    array([0.1, 0.2, 0.3])
    """
    return run1(_Mtocardan, m, out, 2, 0, 2, 4)


def Mtonaut(m, *, out=None):
    """:func:`Mtocardan` for the sequence Z, Y, X.

    >>> Mtonaut(nauttoM([0.1, 0.2, 0.3], ORIGIN)).q1.round(12)
    array([0.1, 0.2, 0.3])
    """
    return run1(_Mtocardan, m, out, 2, 1, 0, 4)


# ---------------------------------------------------------------------------------------------- velocity

def cardanto_OMEGA(q, qp, i, j, k, *, out=None):
    """Angular velocity vector, base frame, from angles and rates: ``w = A(q) qp``, A as :func:`cardantol`.

    >>> cardanto_OMEGA([PIG_2, 0, 0], [0, 2, 0], Z, X, Z).round(12)
    array([0., 2., 0.])
    """
    i, j, k = sequence(i, j, k)
    return run2(_OMEGA, q, qp, out, i, j, k)


def cardanto_omega(q, qp, i, j, k, dim=3, *, out=None):
    """Angular velocity as a cross-product matrix w~, base frame; `dim` = 4 adds a null row and column.

    >>> cardanto_omega([0, 0, 0], [0, 0, 2], X, Y, Z)[Y, X]
    np.float64(2.0)
    """
    cdef int n = size34(dim, "dim")
    i, j, k = sequence(i, j, k)
    return run2(_omega4 if n == 4 else _omega3, q, qp, out, i, j, k, n)


def cardanto_omega3(q, qp, i, j, k, *, out=None):
    """3x3 :func:`cardanto_omega`.

    >>> cardanto_omega3([0, 0, 0], [0, 0, 2], X, Y, Z)[Y, X]
    np.float64(2.0)
    """
    return cardanto_omega(q, qp, i, j, k, 3, out=out)


def cardanto_omega4(q, qp, i, j, k, *, out=None):
    """4x4 :func:`cardanto_omega`.

    >>> cardanto_omega4([0, 0, 0], [0, 0, 2], X, Y, Z).shape
    (4, 4)
    """
    return cardanto_omega(q, qp, i, j, k, 4, out=out)


def cardantoW(q, qp, i, j, k, O, *, out=None):
    """Velocity matrix ``W = [w~, -w~ O; 0]`` of a frame that turns about its origin `O`, which stands still.

    >>> cardantoW([0, 0, 0], [0, 0, 2], X, Y, Z, [1, 0, 0, 1]) @ [1, 0, 0, 1]
    array([0., 0., 0., 0.])
    """
    i, j, k = sequence(i, j, k)
    return run3(_cardantoW, q, qp, O, out, i, j, k, 4)


def cardtoW(q, qp, O, *, out=None):
    """:func:`cardantoW` for the sequence X, Y, Z.

    >>> cardtoW([0, 0, 0], [0, 0, 2], ORIGIN)[Y, X]
    np.float64(2.0)
    """
    return run3(_cardantoW, q, qp, O, out, 0, 1, 2, 4)


def eultoW(q, qp, O, *, out=None):
    """:func:`cardantoW` for the sequence Z, X, Z.

    >>> eultoW([0, 0, 0], [0, 2, 0], ORIGIN)[Z, Y]
    np.float64(2.0)
    """
    return run3(_cardantoW, q, qp, O, out, 2, 0, 2, 4)


def nauttoW(q, qp, O, *, out=None):
    """:func:`cardantoW` for the sequence Z, Y, X.

    >>> nauttoW([0, 0, 0], [2, 0, 0], ORIGIN)[Y, X]
    np.float64(2.0)
    """
    return run3(_cardantoW, q, qp, O, out, 2, 1, 0, 4)


def Wtocardan(m, W, i, j, k, *, out=None):
    """Angles and rates of a moving frame from its pose `m` and velocity matrix `W`, both in the base frame.

    ``qp = A^-1 w`` for each of the two triples. At gimbal lock the rates of least norm are given, with a
    `SingularityWarning`.

    >>> m, W = cardtoM([0.1, 0.2, 0.3], ORIGIN), cardtoW([0.1, 0.2, 0.3], [1, 2, 3], ORIGIN)
    >>> Wtocardan(m, W, X, Y, Z).qp1.round(12)
    array([1., 2., 3.])
    """
    i, j, k = sequence(i, j, k)
    return run2(_Wtocardan, m, W, out, i, j, k, 4)


def Wtocard(m, W, *, out=None):
    """:func:`Wtocardan` for the sequence X, Y, Z.

    >>> Wtocard(UNIT4, cardtoW([0, 0, 0], [1, 2, 3], ORIGIN)).qp1
    array([1., 2., 3.])
    """
    return run2(_Wtocardan, m, W, out, 0, 1, 2, 4)


def Wtoeul(m, W, *, out=None):
    """:func:`Wtocardan` for the sequence Z, X, Z.

    >>> Wtoeul(eultoM([0, 1, 0], ORIGIN), eultoW([0, 1, 0], [1, 2, 3], ORIGIN)).qp1.round(12)
    array([1., 2., 3.])
    """
    return run2(_Wtocardan, m, W, out, 2, 0, 2, 4)


def Wtonaut(m, W, *, out=None):
    """:func:`Wtocardan` for the sequence Z, Y, X.

    >>> Wtonaut(UNIT4, nauttoW([0, 0, 0], [1, 2, 3], ORIGIN)).qp1
    array([1., 2., 3.])
    """
    return run2(_Wtocardan, m, W, out, 2, 1, 0, 4)


# ---------------------------------------------------------------------------------------------- acceleration

def cardanto_OMEGAPTO(q, qp, qpp, i, j, k, *, out=None):
    """Angular acceleration vector, base frame: ``dw = A qpp + B (q2' q3', q1' q3', q1' q2')``.

    A as :func:`cardantol`, B as :func:`cardantoWPROD`.

    >>> cardanto_OMEGAPTO([0, 0, 0], [1, 2, 0], [0, 0, 5], X, Y, Z)
    array([0., 0., 7.])
    """
    i, j, k = sequence(i, j, k)
    return run3(_OMEGAPTO, q, qp, qpp, out, i, j, k)


def cardanto_G(q, qp, qpp, i, j, k, dim=3, *, out=None):
    """Block ``G = dw~ + w~ w~`` of the acceleration matrix, base frame; `dim` = 4 adds a null row and column.

    >>> cardanto_G([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z)
    array([[-4., -5.,  0.],
           [ 5., -4.,  0.],
           [ 0.,  0., -0.]])
    """
    cdef int n = size34(dim, "dim")
    i, j, k = sequence(i, j, k)
    return run3(_G4 if n == 4 else _G3, q, qp, qpp, out, i, j, k, n)


def cardanto_G3(q, qp, qpp, i, j, k, *, out=None):
    """3x3 :func:`cardanto_G`.

    >>> cardanto_G3([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z)[Y, X]
    np.float64(5.0)
    """
    return cardanto_G(q, qp, qpp, i, j, k, 3, out=out)


def cardanto_G4(q, qp, qpp, i, j, k, *, out=None):
    """4x4 :func:`cardanto_G`.

    >>> cardanto_G4([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z)[X, X]
    np.float64(-4.0)
    """
    return cardanto_G(q, qp, qpp, i, j, k, 4, out=out)


def cardantoH(q, qp, qpp, i, j, k, O, *, out=None):
    """Acceleration matrix ``H = [G, -G O; 0]`` of a frame that turns about its origin `O`, which stands still.

    >>> cardantoH([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z, ORIGIN) @ [1, 0, 0, 1]
    array([-4.,  5.,  0.,  0.])
    """
    i, j, k = sequence(i, j, k)
    return run4(_cardantoH, q, qp, qpp, O, out, i, j, k, 4)


def cardtoH(q, qp, qpp, O, *, out=None):
    """:func:`cardantoH` for the sequence X, Y, Z.

    >>> cardtoH([0, 0, 0], [0, 0, 2], [0, 0, 5], ORIGIN)[Y, X]
    np.float64(5.0)
    """
    return run4(_cardantoH, q, qp, qpp, O, out, 0, 1, 2, 4)


def eultoH(q, qp, qpp, O, *, out=None):
    """:func:`cardantoH` for the sequence Z, X, Z.

    >>> eultoH([0, 0, 0], [0, 0, 2], [0, 5, 0], ORIGIN)[Z, Y]
    np.float64(5.0)
    """
    return run4(_cardantoH, q, qp, qpp, O, out, 2, 0, 2, 4)


def nauttoH(q, qp, qpp, O, *, out=None):
    """:func:`cardantoH` for the sequence Z, Y, X.

    >>> nauttoH([0, 0, 0], [2, 0, 0], [5, 0, 0], ORIGIN)[Y, X]
    np.float64(5.0)
    """
    return run4(_cardantoH, q, qp, qpp, O, out, 2, 1, 0, 4)


def Htocardan(m, W, H, i, j, k, *, out=None):
    """Angles, rates and accelerations of a moving frame from its pose and its velocity and acceleration matrices.

    ``qpp = A^-1 (dw - B (q2' q3', q1' q3', q1' q2'))`` for each of the two triples; all matrices in the base frame. At
    gimbal lock: least norm and a `SingularityWarning`.

    >>> q = [0.1, 0.2, 0.3], [1, 2, 3], [4, 5, 6]
    >>> m, W, H = cardtoM(q[0], ORIGIN), cardtoW(*q[:2], ORIGIN), cardtoH(*q, ORIGIN)
    >>> Htocardan(m, W, H, X, Y, Z).qpp1.round(12)
    array([4., 5., 6.])
    """
    i, j, k = sequence(i, j, k)
    return run3(_Htocardan, m, W, H, out, i, j, k, 4)


def Htocard(m, W, H, *, out=None):
    """:func:`Htocardan` for the sequence X, Y, Z.

    >>> Htocard(UNIT4, NULL4, cardtoH([0, 0, 0], [0, 0, 0], [4, 5, 6], ORIGIN)).qpp1
    array([4., 5., 6.])
    """
    return run3(_Htocardan, m, W, H, out, 0, 1, 2, 4)


def Htoeul(m, W, H, *, out=None):
    """:func:`Htocardan` for the sequence Z, X, Z.

    >>> q = [0.0, 1.0, 0.0]
    >>> Htoeul(eultoM(q, ORIGIN), NULL4, eultoH(q, [0, 0, 0], [4, 5, 6], ORIGIN)).qpp1.round(12)
    array([4., 5., 6.])
    """
    return run3(_Htocardan, m, W, H, out, 2, 0, 2, 4)


def Htonaut(m, W, H, *, out=None):
    """:func:`Htocardan` for the sequence Z, Y, X.

    >>> Htonaut(UNIT4, NULL4, nauttoH([0, 0, 0], [0, 0, 0], [4, 5, 6], ORIGIN)).qpp1
    array([4., 5., 6.])
    """
    return run3(_Htocardan, m, W, H, out, 2, 1, 0, 4)


# ---------------------------------------------------------------------------------------------- rate matrices

def cardantol(q, i, j, k, dim=3, *, out=None):
    """Matrix A of ``w = A qp``: its columns are the axes of the three rates, base frame.

    >>> cardantol([0, PIG_2, 0], X, Y, Z).round(12)[:, 2]       # third axis of a locked sequence
    array([ 1., -0.,  0.])
    """
    cdef int n = size34(dim, "dim")
    i, j, k = sequence(i, j, k)
    return run1(_cardantol4 if n == 4 else _cardantol3, q, out, i, j, k, n)


def cardantoWPROD(q, i, j, k, dim=3, *, out=None):
    """Matrix B of ``dA/dt qp = B (q2' q3', q1' q3', q1' q2')``, base frame.

    >>> cardantoWPROD([0, 0, 0], X, Y, Z)
    array([[ 1.,  0.,  0.],
           [ 0., -1., -0.],
           [-0., -0.,  1.]])
    """
    cdef int n = size34(dim, "dim")
    i, j, k = sequence(i, j, k)
    return run1(_cardantoWPROD4 if n == 4 else _cardantoWPROD3, q, out, i, j, k, n)


cdef int _sign(object sig) except 0:
    cdef int value = integer(sig, "sig")
    if value != 1 and value != -1:
        raise ValueError(f"`sig`: expected 1 or -1, got {value}")
    return value


def invA(alpha, beta, sig, i, j, k, *, out=None):
    """Inverse of the matrix A of :func:`cardantol` from the first two angles: ``qp = Ai w``.

    `sig` = 1 for a cyclic pair (i, j), else -1. At gimbal lock: the pseudo-inverse and a `SingularityWarning`.

    >>> invA(0.3, 0.5, 1, X, Y, Z) @ cardantol([0.3, 0.5, 0.7], X, Y, Z) @ [1, 2, 3]
    array([1., 2., 3.])
    """
    i, j, k = sequence(i, j, k)
    return run2(_invA, alpha, beta, out, i, j, k, _sign(sig))


def WPRODtocardan(alpha, beta, sig, i, j, k, *, out=None):
    """Matrix B of :func:`cardantoWPROD` with its rows in the order i, j, l and its columns moved to the places i, j, l.

    l is the third axis; `sig` as for :func:`invA`. For the sequence X, Y, Z it is B itself.

    >>> WPRODtocardan(0.0, 0.0, 1, X, Y, Z)[0]
    array([1., 0., 0.])
    """
    i, j, k = sequence(i, j, k)
    return run2(_WPROD, alpha, beta, out, i, j, k, _sign(sig))
