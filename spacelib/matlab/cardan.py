"""Cardan and Euler angles with axes counted from 1; angles, rates and accelerations are vectors (..., 3)."""

import numpy as np

import spacelib as sl
from spacelib.matlab._arguments import as_axes, as_point, as_status, as_vector
from spacelib.matlab.results import CardanRates, RateInverse


def cardator(q, i, j, k):
    """3x3 rotation from Cardan or Euler angles: :func:`spacelib.cardantor`.

    >>> cardator([PIG_2, 0, 0], Z, Y, X).round(12) @ [1, 0, 0]
    array([0., 1., 0.])
    """
    return sl.cardantor(as_vector(q, "q"), *as_axes(i=i, j=j, k=k))


def rtocarda(R, i, j, k):
    """Both angle triples ``(q1, q2)`` of a rotation: :func:`spacelib.rtocardan`.

    >>> rtocarda(cardator([0.1, 0.2, 0.3], X, Y, Z), X, Y, Z).q1.round(12)
    array([0.1, 0.2, 0.3])
    """
    i, j, k = as_axes(i=i, j=j, k=k)
    return sl.rtocardan(R, i=i, j=j, k=k)


def cardatom(q, i, j, k, O):
    """Pose of a frame turned by Cardan or Euler angles, with its origin in `O`: :func:`spacelib.cardantoM`.

    >>> cardatom([0.1, 0.2, 0.3], X, Y, Z, [1, 2, 3])[:, 3]
    array([1., 2., 3., 1.])
    """
    return sl.cardantoM(as_vector(q, "q"), *as_axes(i=i, j=j, k=k), as_point(O, "O"))


def mtocarda(M, i, j, k):
    """Both angle triples ``(q1, q2)`` of a pose: :func:`spacelib.Mtocardan`.

    >>> mtocarda(rotat24(Y, 0.5, [1, 2, 3]), X, Y, Z).q1[1]
    np.float64(0.5)
    """
    return sl.Mtocardan(M, *as_axes(i=i, j=j, k=k))


def cardtoom(q, qp, i, j, k):
    """Angular velocity vector, base frame, from angles and rates: :func:`spacelib.cardanto_OMEGA`.

    >>> cardtoom([PIG_2, 0, 0], [0, 2, 0], Z, X, Z).round(12)
    array([0., 2., 0.])
    """
    return sl.cardanto_OMEGA(as_vector(q, "q"), as_vector(qp, "qp"), *as_axes(i=i, j=j, k=k))


def cardtome(q, qp, i, j, k):
    """Angular velocity as a 3x3 cross-product matrix, base frame: :func:`spacelib.cardanto_omega`.

    >>> cardtome([0, 0, 0], [0, 0, 2], X, Y, Z)[1, 0]
    np.float64(2.0)
    """
    return sl.cardanto_omega(as_vector(q, "q"), as_vector(qp, "qp"), *as_axes(i=i, j=j, k=k))


def cardatow(q, qp, i, j, k, O):
    """Velocity matrix of a frame that turns about its origin `O`, which stands still: :func:`spacelib.cardantoW`.

    >>> cardatow([0, 0, 0], [0, 0, 2], X, Y, Z, [1, 0, 0]) @ [2, 0, 0, 1]
    array([0., 2., 0., 0.])
    """
    return sl.cardantoW(as_vector(q, "q"), as_vector(qp, "qp"), *as_axes(i=i, j=j, k=k), as_point(O, "O"))


def wtocarda(m, W, i, j, k):
    """Angles and rates ``(q1, qp1, q2, qp2)`` of a moving frame: :func:`spacelib.Wtocardan` in another order.

    >>> q1, qp1, q2, qp2 = wtocarda(UNIT4, cardatow([0, 0, 0], [1, 2, 3], X, Y, Z, ORIGIN), X, Y, Z)
    >>> qp1, qp2
    (array([1., 2., 3.]), array([ 1., -2.,  3.]))
    """
    q1, q2, qp1, qp2 = sl.Wtocardan(m, W, *as_axes(i=i, j=j, k=k))
    return CardanRates(q1, qp1, q2, qp2)


def cardatoh(q, qp, qpp, i, j, k, O):
    """Acceleration matrix of a frame that turns about its origin `O`, which stands still: :func:`spacelib.cardantoH`.

    >>> cardatoh([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z, ORIGIN) @ [1, 0, 0, 1]
    array([-4.,  5.,  0.,  0.])
    """
    rates = as_vector(q, "q"), as_vector(qp, "qp"), as_vector(qpp, "qpp")
    return sl.cardantoH(*rates, *as_axes(i=i, j=j, k=k), as_point(O, "O"))


def htocarda(m, W, H, i, j, k):
    """Angles, rates and accelerations ``(q1, q2, qp1, qp2, qpp1, qpp2)`` of a moving frame: :func:`spacelib.Htocardan`.

    >>> htocarda(UNIT4, NULL4, cardatoh([0, 0, 0], [0, 0, 0], [4, 5, 6], X, Y, Z, ORIGIN), X, Y, Z).qpp1
    array([4., 5., 6.])
    """
    return sl.Htocardan(m, W, H, *as_axes(i=i, j=j, k=k))


def cardatog(q, qp, qpp, i, j, k):
    """3x3 block G of the acceleration matrix, base frame: :func:`spacelib.cardanto_G`.

    >>> cardatog([0, 0, 0], [0, 0, 2], [0, 0, 5], X, Y, Z)[0]
    array([-4., -5.,  0.])
    """
    return sl.cardanto_G(as_vector(q, "q"), as_vector(qp, "qp"), as_vector(qpp, "qpp"), *as_axes(i=i, j=j, k=k))


def cardompt(q, qp, qpp, i, j, k):
    """Angular acceleration vector, base frame: :func:`spacelib.cardanto_OMEGAPTO`.

    >>> cardompt([0, 0, 0], [1, 2, 0], [0, 0, 5], X, Y, Z)
    array([0., 0., 7.])
    """
    return sl.cardanto_OMEGAPTO(as_vector(q, "q"), as_vector(qp, "qp"), as_vector(qpp, "qpp"), *as_axes(i=i, j=j, k=k))


def cardatol(q, i, j, k):
    """3x3 matrix A of ``w = A qp``: :func:`spacelib.cardantol`.

    >>> cardatol([0, 0, 0], Z, Y, X) @ [1, 2, 3]
    array([3., 2., 1.])
    """
    return sl.cardantol(as_vector(q, "q"), *as_axes(i=i, j=j, k=k))


def cardtowp(q, i, j, k):
    """3x3 matrix B of ``dw = A qpp + B (q2' q3', q1' q3', q1' q2')``: :func:`spacelib.cardantoWPROD`.

    >>> cardtowp([0, 0, 0], X, Y, Z) @ [1, 2, 3]
    array([ 1., -2.,  3.])
    """
    return sl.cardantoWPROD(as_vector(q, "q"), *as_axes(i=i, j=j, k=k))


def inva(alpha, beta, sig, i, j, k):
    """Inverse ``(Ai, test)`` of the matrix A of :func:`cardatol`: :func:`spacelib.invA` and a status.

    `sig` = 1 for a cyclic pair (i, j), else -1. At gimbal lock Ai is the pseudo-inverse, test is NOTOK, and there is a
    `SingularityWarning`; else test is OK.

    >>> Ai, test = inva(0.3, 0.5, 1, X, Y, Z)
    >>> (Ai @ cardatol([0.3, 0.5, 0.7], X, Y, Z) @ [1, 2, 3]).round(12), test == OK
    (array([1., 2., 3.]), True)
    """
    Ai = sl.invA(alpha, beta, sig, *as_axes(i=i, j=j, k=k))
    # |det Ai| is 1 / |cos beta| or 1 / |sin beta|, and 0 for the pseudo-inverse
    with np.errstate(invalid="ignore"):
        return RateInverse(Ai, as_status(np.abs(np.linalg.det(Ai)) > 0.5))


def atilde(alpha, beta, sig, i, j, k):
    """Matrix of :func:`cardtowp` with rows in the order i, j, l and columns in the places i, j, l.

    :func:`spacelib.WPRODtocardan`; l is the third axis, `sig` as for :func:`inva`.

    >>> atilde(0.0, 0.0, 1, X, Y, Z) @ [1, 2, 3]
    array([ 1., -2.,  3.])
    """
    return sl.WPRODtocardan(alpha, beta, sig, *as_axes(i=i, j=j, k=k))
