"""Rotations, position matrices and finite screws, with axes counted from 1."""

import numpy as np

import spacelib as sl
from spacelib.matlab._arguments import as_axis, as_direction, as_point, as_vector
from spacelib.matlab.results import Screw


def dhtom(jtype, theta, d, b, a, alpha, q):
    """Position matrix of a link from extended Denavit and Hartenberg parameters: :func:`spacelib.dhtom`.

    >>> dhtom(Pri, 0.0, 0.1, 0.0, 0.5, 0.0, 0.2)[:3, 3].round(12)
    array([0.5, 0. , 0.3])
    """
    return sl.dhtom(jtype, theta, d, b, a, alpha, q)


def dhtomstd(theta, d, a, alpha):
    """Position matrix from the four classic Denavit and Hartenberg parameters: :func:`spacelib.DHtoMstd`.

    >>> dhtomstd(0.0, 0.1, 0.5, PIG_2)[:3, 3]
    array([0.5, 0. , 0.1])
    """
    return sl.DHtoMstd(theta, d, a, alpha)


def extract(R):
    """Axis `u` and angle `phi` in [0, pi] of a rotation: :func:`spacelib.extract`.

    >>> extract(rotat(Yaxis, 0.5))
    Extract(u=array([0., 1., 0.]), phi=0.5)
    """
    return sl.extract(R)


def mtoscrew(m):
    """Screw ``(u, phi, P, h)`` of a rigid displacement: :func:`spacelib.mtoscrew` with P before h.

    The identity has u = 0 and gives a `SingularityWarning`.

    >>> u, phi, P, h = mtoscrew(screwtom(Zaxis, PIG_2, [1, 2, 0], 0.5))
    >>> P, h
    (array([1., 2., 0., 1.]), 0.5)
    """
    u, phi, h, P = sl.mtoscrew(m)
    return Screw(u, phi, P, h)


def screwtom(u, phi, P, h):
    """Position matrix of a screw: :func:`spacelib.screwtom` with P before h and `u` normalised.

    A zero `u` gives the identity and a `SingularityWarning`.

    >>> screwtom([0, 0, 7], PIG, [1, 2, 0], 0.5).round(12)[:3, 3]
    array([2. , 4. , 0.5])
    """
    u, zero = as_direction(u, "screwtom")
    return sl.screwtom(u, np.where(zero, 0.0, phi), h, as_point(P, "P"))


def screwto2(u, phi, P, h):
    """Position matrix of a screw, the same as :func:`screwtom`.

    >>> screwto2([0, 0, 7], PIG, [1, 2, 0], 0.5).round(12)[:3, 3]
    array([2. , 4. , 0.5])
    """
    return screwtom(u, phi, P, h)


def rotat(u, phi):
    """3x3 rotation by the angle `phi` about `u`: :func:`spacelib.rotat` with `u` normalised.

    A zero `u` gives the identity and a `SingularityWarning`.

    >>> rotat([0, 0, 7], PIG_2).round(12) @ [1, 0, 0]
    array([0., 1., 0.])
    """
    u, zero = as_direction(u, "rotat")
    return sl.rotat(u, np.where(zero, 0.0, phi))


def rotat2(a, phi):
    """3x3 rotation by the angle `phi` about frame axis `a`: :func:`spacelib.rotat2`; axis U gives the identity.

    >>> rotat2(X, PIG).round(12) @ [0, 1, 0]
    array([ 0., -1.,  0.])
    """
    return sl.rotat2(as_axis(a, "a", 4), phi)


def rotat24(a, phi, O):
    """Pose of a frame with origin `O`, turned by `phi` about its own axis `a`: :func:`spacelib.rotat24`.

    Axis U does not turn it.

    >>> rotat24(Z, PIG_2, [1, 2, 3])[:, 3]
    array([1., 2., 3., 1.])
    """
    return sl.rotat24(as_axis(a, "a", 4), phi, as_point(O, "O"))


def rotat34(a, q, P):
    """Pose of a frame placed in `P` and then turned, origin included, about axis `a`: :func:`spacelib.rotat34`.

    >>> rotat34(Z, PIG_2, [1, 0, 3]).round(12)[:, 3]
    array([0., 1., 3., 1.])
    """
    return sl.rotat34(as_axis(a, "a"), q, as_point(P, "P"))


def traslat(u, h):
    """Translation by `h` along the direction of `u`: :func:`spacelib.traslat`.

    >>> traslat([0, 0, 5], 2.0)[:3, 3]
    array([0., 0., 2.])
    """
    return sl.traslat(as_vector(u, "u"), h)


def traslat2(a, h):
    """Translation by `h` along frame axis `a`: :func:`spacelib.traslat2`.

    >>> traslat2(Y, 2.0)[:3, 3]
    array([0., 2., 0.])
    """
    return sl.traslat2(as_axis(a, "a"), h)


def traslat24(a, h, P):
    """Pose of an unturned frame with origin at `h` from `P` along axis `a`: :func:`spacelib.traslat24`.

    >>> traslat24(X, 2.0, [1, 1, 1])[:3, 3]
    array([3., 1., 1.])
    """
    return sl.traslat24(as_axis(a, "a"), h, as_point(P, "P"))


def aaxis(a):
    """Unit vector of frame axis `a`: :func:`spacelib.axis`.

    >>> aaxis(Y)
    array([0., 1., 0.])
    """
    return sl.axis(as_axis(a, "a"))
