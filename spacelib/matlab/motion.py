"""Velocity W, acceleration H and screw L matrices, with axes counted from 1."""

import spacelib as sl
from spacelib.matlab._arguments import as_axis, as_direction, as_point
from spacelib.matlab.results import VelocityScrew


def veactowh(jtype, qp, qpp):
    """W and H of a joint on the z axis from its rate and acceleration: :func:`spacelib.velacctoWH`.

    >>> W, H = veactowh(Rev, 2.0, 5.0)
    >>> W[1, 0], H[1, 0], H[0, 0]
    (np.float64(2.0), np.float64(5.0), np.float64(-4.0))
    """
    return sl.velacctoWH(jtype, qp, qpp)


def vactowh2(jtype, a, qp, qpp):
    """W and H of a joint on frame axis `a` through the origin: :func:`spacelib.velacctoWH2`.

    >>> vactowh2(Pri, X, 2.0, 5.0).H[:3, 3]
    array([5., 0., 0.])
    """
    return sl.velacctoWH2(jtype, as_axis(a, "a"), qp, qpp)


def vactowh3(jtype, a, qp, qpp, O):
    """W and H of a joint parallel to frame axis `a` through the point `O`: :func:`spacelib.velacctoWH3`.

    >>> W, H = vactowh3(Rev, Z, 2.0, 0.0, [1, 0, 0])
    >>> W @ [1, 0, 5, 1], H @ [2, 0, 0, 1]
    (array([0., 0., 0., 0.]), array([-4.,  0.,  0.,  0.]))
    """
    return sl.velacctoWH3(jtype, as_axis(a, "a"), qp, qpp, as_point(O, "O"))


def makel(jtype, u, pitch, P):
    """Screw matrix L of a joint along `u` through the point `P`: :func:`spacelib.makeL` with `u` normalised.

    `pitch` in metres per radian. A zero `u` gives zeros and a `SingularityWarning`.

    >>> makel(Rev, [0, 0, 7], 0.1, [2, 0, 0])[:3, 3]
    array([ 0. , -2. ,  0.1])
    """
    u, _ = as_direction(u, "makel")
    return sl.makeL(jtype, u, pitch, as_point(P, "P"))


def makel2(jtype, a, pitch, P):
    """Screw matrix L of a joint parallel to frame axis `a` through the point `P`: :func:`spacelib.makeL2`.

    >>> makel2(Rev, Z, 0.1, [2, 0, 0])[:3, 3]
    array([ 0. , -2. ,  0.1])
    """
    return sl.makeL2(jtype, as_axis(a, "a"), pitch, as_point(P, "P"))


def wtol(W):
    """Screw matrix L of a motion, W per unit of its angular speed or of its speed: :func:`spacelib.WtoL`.

    >>> wtol(veactowh(Rev, 4.0, 0.0).W)[1, 0]
    np.float64(1.0)
    """
    return sl.WtoL(W)


def wtovel(W):
    """Instantaneous screw ``(axis, omega, vel, P)`` of a motion: :func:`spacelib.Wtovel`.

    >>> axis, omega, vel, P = wtovel(4 * makel(Rev, Zaxis, 0.5, [2, 3, 0]))
    >>> axis, omega, vel, P[:2]
    (array([0., 0., 1.]), 4.0, 2.0, array([2., 3.]))
    """
    return VelocityScrew(*sl.Wtovel(W))


def coriolis(H0, H1, W0, W1):
    """Acceleration ``H0 + H1 + 2 W0 W1`` of a body from drag (0) and relative (1) motion: :func:`spacelib.coriolis`.

    >>> W, H = veactowh(Rev, 2.0, 0.0)
    >>> coriolis(H, H, W, W)[0, 0]
    np.float64(-16.0)
    """
    return sl.coriolis(H0, H1, W0, W1)


def gtom(gx, gy, gz):
    """Gravity acceleration matrix: :func:`spacelib.gtom`.

    >>> gtom(0.0, 0.0, -9.81)[:, 3]
    array([ 0.  ,  0.  , -9.81,  0.  ])
    """
    return sl.gtom(gx, gy, gz)


def gtomgapt(G):
    """Angular acceleration from the 3x3 block of an acceleration matrix: :func:`spacelib.Gtomegapto`.

    >>> gtomgapt(veactowh(Rev, 2.0, 5.0).H[:3, :3])
    array([0., 0., 5.])
    """
    return sl.Gtomegapto(G)
