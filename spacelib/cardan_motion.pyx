"""Angular velocity and acceleration from Cardan and Euler angles, and back.

Conventions as in :mod:`spacelib.cardan`. ``w = A qp`` and ``dw = A qpp + B (q2' q3', q1' q3', q1' q2')`` are in the
base frame; W and H are those of a frame that turns about its origin O, which stands still.
"""
from spacelib._border cimport BLOCK, Axes, Batch, Kernel, item, kernel, result, run2, run3, run4, sequence, size34
from spacelib._cardan cimport angles_loop, sequence_in, sincos_in
from spacelib.kernels.cardan cimport Sequence, inverse_rate_matrix, product_matrix, rate_matrix
from spacelib.kernels.matrix cimport axial, mulv3, tilde, zero_rest
from spacelib.kernels.motion cimport acceleration_block
from spacelib.kernels.trig cimport sincos_block

from spacelib.results import CardanAccelerations, CardanRates

__all__ = [
    "Htocard", "Htocardan", "Htoeul", "Htonaut", "Wtocard", "Wtocardan", "Wtoeul", "Wtonaut", "cardantoH", "cardantoW",
    "cardanto_G", "cardanto_G3", "cardanto_G4", "cardanto_OMEGA", "cardanto_OMEGAPTO", "cardanto_omega",
    "cardanto_omega3", "cardanto_omega4", "cardtoH", "cardtoW", "eultoH", "eultoW", "nauttoH", "nauttoW",
]


# ---------------------------------------------------------------------------------------------- loops

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


cdef void _OMEGA_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
    for i in range(b.n):
        _omega(q, &sn[3*i], &cs[3*i], item(b, 1, i), result(b, 0, i))


cdef void _omega_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef double w[3]
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
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
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
    for i in range(b.n):
        _omegapto(q, &sn[3*i], &cs[3*i], item(b, 1, i), item(b, 2, i), result(b, 0, i))


cdef void _G_loop(Batch* b) noexcept nogil:
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef double w[3]
    cdef double dw[3]
    cdef Sequence q = sequence_in(b)
    cdef Py_ssize_t i
    sincos_in(b, sn, cs)
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


cdef void _Wtocardan_loop(Batch* b) noexcept nogil:
    """Angles as rtocardan; qp1 = A^-1 w, qp2 = (ap, -bp, gp)."""
    cdef double sn[3 * BLOCK]
    cdef double cs[3 * BLOCK]
    cdef double angle[3 * BLOCK]
    cdef double Ai[9]
    cdef double w[3]
    cdef Sequence q = sequence_in(b)
    cdef double* qp
    cdef Py_ssize_t i
    cdef int j
    angles_loop(b)
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
    cdef Sequence q = sequence_in(b)
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


cdef str _LOCK = "gimbal lock: the first and the third axis are parallel; only their combined angle is defined"
cdef Kernel _OMEGA = kernel(_OMEGA_loop, "cardanto_OMEGA", "q(3) qp(3) -> omega(3)")
cdef Kernel _omega3 = kernel(_omega_loop, "cardanto_omega", "q(3) qp(3) -> A(3,3)")
cdef Kernel _omega4 = kernel(_omega_loop, "cardanto_omega", "q(3) qp(3) -> A(4,4)")
cdef Kernel _cardantoW = kernel(_cardantoW_loop, "cardantoW", "q(3) qp(3) O(4) -> W(4,4)")
cdef Kernel _OMEGAPTO = kernel(_OMEGAPTO_loop, "cardanto_OMEGAPTO", "q(3) qp(3) qpp(3) -> omegapto(3)")
cdef Kernel _G3 = kernel(_G_loop, "cardanto_G", "q(3) qp(3) qpp(3) -> A(3,3)")
cdef Kernel _G4 = kernel(_G_loop, "cardanto_G", "q(3) qp(3) qpp(3) -> A(4,4)")
cdef Kernel _cardantoH = kernel(_cardantoH_loop, "cardantoH", "q(3) qp(3) qpp(3) O(4) -> H(4,4)")
cdef Kernel _Wtocardan = kernel(_Wtocardan_loop, "Wtocardan", "m(4,4) W(4,4) -> q1(3) q2(3) qp1(3) qp2(3)",
                                CardanRates, _LOCK)
cdef Kernel _Htocardan = kernel(_Htocardan_loop, "Htocardan",
                                "m(4,4) W(4,4) H(4,4) -> q1(3) q2(3) qp1(3) qp2(3) qpp1(3) qpp2(3)",
                                CardanAccelerations, _LOCK)


# ---------------------------------------------------------------------------------------------- velocity

def cardanto_OMEGA(q, qp, i, j, k, *, out=None):
    """Angular velocity vector, base frame, from angles and rates: ``w = A(q) qp``, A as :func:`cardantol`.

    >>> cardanto_OMEGA([PIG_2, 0, 0], [0, 2, 0], Z, X, Z).round(12)
    array([0., 2., 0.])
    """
    cdef Axes axes = sequence(i, j, k)
    return run2(_OMEGA, q, qp, out, axes.i, axes.j, axes.k)


def cardanto_omega(q, qp, i, j, k, dim=3, *, out=None):
    """Angular velocity as a cross-product matrix w~, base frame; `dim` = 4 adds a null row and column.

    >>> cardanto_omega([0, 0, 0], [0, 0, 2], X, Y, Z)[Y, X]
    np.float64(2.0)
    """
    cdef int n = size34(dim, "dim")
    cdef Axes axes = sequence(i, j, k)
    return run2(_omega4 if n == 4 else _omega3, q, qp, out, axes.i, axes.j, axes.k, n)


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
    cdef Axes axes = sequence(i, j, k)
    return run3(_cardantoW, q, qp, O, out, axes.i, axes.j, axes.k, 4)


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
    cdef Axes axes = sequence(i, j, k)
    return run2(_Wtocardan, m, W, out, axes.i, axes.j, axes.k, 4)


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
    cdef Axes axes = sequence(i, j, k)
    return run3(_OMEGAPTO, q, qp, qpp, out, axes.i, axes.j, axes.k)


def cardanto_G(q, qp, qpp, i, j, k, dim=3, *, out=None):
    """Block ``G = dw~ + w~ w~`` of the acceleration matrix, base frame; `dim` = 4 adds a null row and column.

    >>> cardanto_G([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z)
    array([[-4., -5.,  0.],
           [ 5., -4.,  0.],
           [ 0.,  0., -0.]])
    """
    cdef int n = size34(dim, "dim")
    cdef Axes axes = sequence(i, j, k)
    return run3(_G4 if n == 4 else _G3, q, qp, qpp, out, axes.i, axes.j, axes.k, n)


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
    cdef Axes axes = sequence(i, j, k)
    return run4(_cardantoH, q, qp, qpp, O, out, axes.i, axes.j, axes.k, 4)


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
    cdef Axes axes = sequence(i, j, k)
    return run3(_Htocardan, m, W, H, out, axes.i, axes.j, axes.k, 4)


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
