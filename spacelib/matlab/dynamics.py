"""Inertia J, action and momentum matrices, and the dynamic equation of a body."""

from contextlib import suppress

import spacelib as sl
from spacelib.matlab.results import DynEq


def jtoj(m, jxx, jyy, jzz, jxy, jyz, jxz, xg, yg, zg):
    """Inertia matrix J from mass, moments about the centre of mass, and its coordinates: :func:`spacelib.jtoJ`.

    Moments that no body can have are used as they are.

    >>> jtoj(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0.1, 0, 0)[:, 3]
    array([0.2, 0. , 0. , 2. ])
    """
    return sl.jtoJ(m, jxx, jyy, jzz, jxy, jyz, jxz, xg, yg, zg)


def actom(fx, fy, fz, cx, cy, cz):
    """Action matrix of a force and a couple about the origin: :func:`spacelib.actom`.

    >>> actom(1, 2, 3, 4, 5, 6)[0]
    array([ 0., -6.,  5.,  1.])
    """
    return sl.actom(fx, fy, fz, cx, cy, cz)


def skew(A, B):
    """``A B - (A B)^t`` of square matrices of any size: :func:`spacelib.skew`.

    >>> J = jtoj(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0)
    >>> skew(veactowh(Rev, 3.0, 0.0).W, J)[1, 0]
    np.float64(1.5)
    """
    return sl.skew(A, B)


def psedot(L, F):
    """Pseudo scalar product: power of an action, generalised force of a joint: :func:`spacelib.psedot`.

    >>> psedot(veactowh(Rev, 2.0, 0.0).W, actom(0, 0, 0, 0, 0, 5))
    10.0
    """
    return sl.psedot(L, F)


def tracljlt(L1, J, L2):
    """``trace(L1 J L2^t)``, an element of a mass matrix: :func:`spacelib.trac_ljlt4`.

    >>> L = makel2(Rev, Z, 0.0, ORIGIN)
    >>> tracljlt(L, jtoj(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0), L)
    0.5
    """
    return sl.trac_ljlt4(L1, J, L2)


def dyn_eq(J, wp, f, var):
    """Dynamic equation ``f = skew(wp, J)`` of a body with mixed unknowns: :func:`spacelib.dyn_eq`.

    `var` is 2x6, 1 = unknown. Result ``(wp, f, status)``: status is OK, or NOTOK when the inertia of the unknown
    accelerations is singular, for any body of a batch; then there is a `SingularityWarning` too.

    >>> J = jtoj(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0)
    >>> wp, f, status = dyn_eq(J, NULL4, actom(4, 0, 0, 0, 0, 1), [[1] * 6, [0] * 6])
    >>> wp[0, 3], wp[1, 0], status == OK
    (np.float64(2.0), np.float64(2.0), True)
    """
    with suppress(sl.SingularityError), sl.errstate(singular="raise"):
        return DynEq(*sl.dyn_eq(J, wp, f, var), sl.OK)
    return DynEq(*sl.dyn_eq(J, wp, f, var), sl.NOTOK)
