"""Cardan and Euler angles, their rates, and the angular velocity and acceleration they produce.

``R = Rot(i, q[0]) Rot(j, q[1]) Rot(k, q[2])`` (rotations about the moving axes) for any of the twelve sequences of axes
with i != j and j != k; k == i is called Euler, else Cardan. Angular velocity and acceleration are in the base frame.
Short names: card = (X, Y, Z), eul = (Z, X, Z), naut = (Z, Y, X). Angles q, rates qp and accelerations qpp are vectors
of three; everything but the axes broadcasts over leading dimensions.
"""
from spacelib._border cimport BLOCK, Axes, Batch, Kernel, Loop, integer, item, kernel, result
from spacelib._border cimport points, run1, run2, sequence, side, size34
from spacelib._cardan cimport angles_loop, sequence_in, sincos_in
from spacelib.kernels.cardan cimport Sequence, angles_to_rotation, inverse_rate_matrix, product_matrix, rate_matrix
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.matrix cimport last_row, pose_rest, zero_rest
from spacelib.kernels.trig cimport sincos_block

from spacelib.results import CardanAngles

__all__ = [
    "Mtocard", "Mtocardan", "Mtoeul", "Mtonaut", "WPRODtocardan", "cardantoM", "cardantoWPROD", "cardantol",
    "cardantor", "cardantor3", "cardantor4", "cardtoM", "eultoM", "invA", "nauttoM", "rtocardan", "rtocardan3",
    "rtocardan4",
]


# ---------------------------------------------------------------------------------------------- loops

cdef kvoid _cardantor_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
    for i in range(b.n):
        angles_to_rotation(q, &sn[3*i], &cs[3*i], result(b, 0, i), b.k[3])
        pose_rest(result(b, 0, i), b.k[3])


cdef void _cardantoM_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = sequence_in(b)
    cdef const double* O
    cdef double* m
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
    for i in range(b.n):
        m = result(b, 0, i)
        O = item(b, 1, i)
        angles_to_rotation(q, &sn[3*i], &cs[3*i], m, 4)
        last_row(m)
        m[3] = O[0]
        m[7] = O[1]
        m[11] = O[2]


cdef void _rate_matrix_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
    for i in range(b.n):
        rate_matrix(q, sn[3*i], cs[3*i], sn[3*i + 1], cs[3*i + 1], result(b, 0, i), b.k[3])
        zero_rest(result(b, 0, i), b.k[3])


cdef void _product_matrix_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
    for i in range(b.n):
        product_matrix(q, sn[3*i], cs[3*i], sn[3*i + 1], cs[3*i + 1], result(b, 0, i), b.k[3], q.i, q.j, q.l)
        zero_rest(result(b, 0, i), b.k[3])


cdef kvoid _rtocardan_loop(Batch* b) noexcept nogil:
    angles_loop(b)


cdef inline Sequence _signed(Batch* b) noexcept nogil:
    """Sequence with the caller's sign k[3]."""
    cdef Sequence q = sequence_in(b)
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
cdef Kernel _cardantor3 = kernel(<Loop> _cardantor_loop, "cardantor", "q(3) -> A(3,3)")
cdef Kernel _cardantor4 = kernel(<Loop> _cardantor_loop, "cardantor", "q(3) -> A(4,4)")
cdef Kernel _cardantoM = kernel(_cardantoM_loop, "cardantoM", "q(3) O(4) -> m(4,4)")
cdef Kernel _cardantol3 = kernel(_rate_matrix_loop, "cardantol", "q(3) -> R(3,3)")
cdef Kernel _cardantol4 = kernel(_rate_matrix_loop, "cardantol", "q(3) -> R(4,4)")
cdef Kernel _cardantoWPROD3 = kernel(_product_matrix_loop, "cardantoWPROD", "q(3) -> R(3,3)")
cdef Kernel _cardantoWPROD4 = kernel(_product_matrix_loop, "cardantoWPROD", "q(3) -> R(4,4)")
cdef Kernel _rtocardan3 = kernel(<Loop> _rtocardan_loop, "rtocardan", "R(3,3) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _rtocardan4 = kernel(<Loop> _rtocardan_loop, "rtocardan", "R(4,4) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _rtocardan3_m = kernel(<Loop> _rtocardan_loop, "rtocardan3", "m(3,3) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _rtocardan4_m = kernel(<Loop> _rtocardan_loop, "rtocardan4", "m(4,4) -> q1(3) q2(3)", CardanAngles, _LOCK)
cdef Kernel _Mtocardan = kernel(<Loop> _rtocardan_loop, "Mtocardan", "m(4,4) -> q1(3) q2(3)", CardanAngles, _LOCK)
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
    cdef Axes axes = sequence(i, j, k)
    return run1(_cardantor4 if n == 4 else _cardantor3, q, out, axes.i, axes.j, axes.k, n)


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
    cdef Axes axes = sequence(i, j, k)
    points(O, "O")
    return run2(_cardantoM, q, O, out, axes.i, axes.j, axes.k)


def cardtoM(q, O, *, out=None):
    """:func:`cardantoM` for the sequence X, Y, Z.

    >>> cardtoM([0, 0, PIG_2], ORIGIN).round(12)[:, X]
    array([0., 1., 0., 0.])
    """
    points(O, "O")
    return run2(_cardantoM, q, O, out, 0, 1, 2)


def eultoM(q, O, *, out=None):
    """:func:`cardantoM` for the sequence Z, X, Z.

    >>> eultoM([PIG_2, 0, 0], ORIGIN).round(12)[:, X]
    array([0., 1., 0., 0.])
    """
    points(O, "O")
    return run2(_cardantoM, q, O, out, 2, 0, 2)


def nauttoM(q, O, *, out=None):
    """:func:`cardantoM` for the sequence Z, Y, X (yaw, pitch, roll).

    >>> nauttoM([PIG_2, 0, 0], ORIGIN).round(12)[:, Y]
    array([-1.,  0.,  0.,  0.])
    """
    points(O, "O")
    return run2(_cardantoM, q, O, out, 2, 1, 0)


cdef bint _is_size(object dim):
    """Can `dim` be the side of a matrix rather than an axis?"""
    return isinstance(dim, int) and dim in (3, 4)


def rtocardan(R, dim=None, i=None, j=None, k=None, *, out=None):
    """Both angle triples of a rotation (3x3, or the block of a 4x4): ``cardantor(q1, i, j, k) == R``, likewise q2.

    q1 has beta in [-pi/2, pi/2] (Cardan) or [0, pi] (Euler), q2 is the other solution. `dim` may be left out, also
    by position: ``rtocardan(R, i, j, k)``. At gimbal lock gamma = 0, both triples still give R back, and there is a
    `SingularityWarning` (|cos beta| or |sin beta| below 1e-7).

    >>> rtocardan(cardantor([0.1, 0.2, 0.3], X, Y, Z), X, Y, Z).q1
    array([0.1, 0.2, 0.3])
    """
    cdef int n
    cdef Axes axes
    if k is None and j is not None and dim is not None and not _is_size(dim):
        dim, i, j, k = None, dim, i, j      # rtocardan(R, i, j, k)
    n = side(R, "R", dim, "dim")
    axes = sequence(i, j, k)
    return run1(_rtocardan4 if n == 4 else _rtocardan3, R, out, axes.i, axes.j, axes.k, n)


def rtocardan3(m, i, j, k, *, out=None):
    """:func:`rtocardan` of 3x3 rotations.

    >>> rtocardan3(cardantor3([0.1, 0.2, 0.3], Z, X, Z), Z, X, Z).q2.round(6)
    array([-3.041593, -0.2     , -2.841593])
    """
    cdef Axes axes = sequence(i, j, k)
    return run1(_rtocardan3_m, m, out, axes.i, axes.j, axes.k, 3)


def rtocardan4(m, i, j, k, *, out=None):
    """:func:`rtocardan` of the rotation block of 4x4 matrices.

    >>> rtocardan4(cardantor4([0.1, 0.2, 0.3], Z, X, Z), Z, X, Z).q1.round(12)
    array([0.1, 0.2, 0.3])
    """
    cdef Axes axes = sequence(i, j, k)
    return run1(_rtocardan4_m, m, out, axes.i, axes.j, axes.k, 4)


def Mtocardan(m, i, j, k, *, out=None):
    """Both angle triples of a pose; see :func:`rtocardan`.

    >>> Mtocardan(rotat24(Y, 0.5, [1, 2, 3, 1]), X, Y, Z).q1[1]
    np.float64(0.5)
    """
    cdef Axes axes = sequence(i, j, k)
    return run1(_Mtocardan, m, out, axes.i, axes.j, axes.k, 4)


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


# ---------------------------------------------------------------------------------------------- rate matrices

def cardantol(q, i, j, k, dim=3, *, out=None):
    """Matrix A of ``w = A qp``: its columns are the axes of the three rates, base frame.

    >>> cardantol([0, PIG_2, 0], X, Y, Z).round(12)[:, 2]       # third axis of a locked sequence
    array([ 1., -0.,  0.])
    """
    cdef int n = size34(dim, "dim")
    cdef Axes axes = sequence(i, j, k)
    return run1(_cardantol4 if n == 4 else _cardantol3, q, out, axes.i, axes.j, axes.k, n)


def cardantoWPROD(q, i, j, k, dim=3, *, out=None):
    """Matrix B of ``dA/dt qp = B (q2' q3', q1' q3', q1' q2')``, base frame.

    >>> cardantoWPROD([0, 0, 0], X, Y, Z)
    array([[ 1.,  0.,  0.],
           [ 0., -1., -0.],
           [-0., -0.,  1.]])
    """
    cdef int n = size34(dim, "dim")
    cdef Axes axes = sequence(i, j, k)
    return run1(_cardantoWPROD4 if n == 4 else _cardantoWPROD3, q, out, axes.i, axes.j, axes.k, n)


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
    cdef Axes axes = sequence(i, j, k)
    return run2(_invA, alpha, beta, out, axes.i, axes.j, axes.k, _sign(sig))


def WPRODtocardan(alpha, beta, sig, i, j, k, *, out=None):
    """Matrix B of :func:`cardantoWPROD` with its rows in the order i, j, l and its columns moved to the places i, j, l.

    l is the third axis; `sig` as for :func:`invA`. For the sequence X, Y, Z it is B itself.

    >>> WPRODtocardan(0.0, 0.0, 1, X, Y, Z)[0]
    array([1., 0., 0.])
    """
    cdef Axes axes = sequence(i, j, k)
    return run2(_WPROD, alpha, beta, out, axes.i, axes.j, axes.k, _sign(sig))
