from numpy.typing import ArrayLike

from spacelib.results import Array, Number

__all__ = [
    "actom",
    "jtoJ",
    "psedot",
    "skew4",
    "trac_ljlt4",
]

def actom(fx: ArrayLike, fy: ArrayLike, fz: ArrayLike, cx: ArrayLike, cy: ArrayLike, cz: ArrayLike, *, out: Array | None = ...) -> Array:
    """Action matrix of a force and a couple about the origin: ``PHI = [c~ f; -f^t 0]``."""

def jtoJ(mass: ArrayLike, jxx: ArrayLike, jyy: ArrayLike, jzz: ArrayLike, jxy: ArrayLike, jyz: ArrayLike, jxz: ArrayLike, xg: ArrayLike, yg: ArrayLike, zg: ArrayLike, *, out: Array | None = ...) -> Array:
    """Inertia matrix J from mass, the usual moments about the centre of mass, and its coordinates (xg, yg, zg).

    ``J[X, X] = (-jxx + jyy + jzz)/2 + mass xg^2``, ``J[X, Y] = -jxy + mass xg yg``, ``J[X, U] = mass xg``,
    ``J[U, U] = mass``. Moments about axes through the centre of mass parallel to the frame's; products with the sign of
    the inertia tensor (``jxy = -integral x y dm``). Mind the order: diagonal first, then xy, yz, xz. kg, m.
    """

def psedot(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Number:
    """Pseudo scalar product of the six independent entries of A and B.

    Power of an action: ``psedot(W, PHI)``; generalised force of a joint: ``psedot(L, PHI)`` (Legnani et al. 1996, part
    2, eq. 10). The trace of ``PHI L^t`` would count the couple twice.
    """

def skew4(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """``A B - (A B)^t``, exactly antisymmetric.

    Action ``skew4(H, J)``, momentum ``skew4(W, J)``, weight ``skew4(Hg, J)``; for a symmetric B it is ``A B - B A^t``.
    """

def trac_ljlt4(L1: ArrayLike, J: ArrayLike, L2: ArrayLike, *, out: Array | None = ...) -> Number:
    """``trace(L1 J L2^t)``: an element of the mass matrix for screws L1, L2; twice the kinetic energy for W, W.

    Legnani et al. 1996, part 2, eq. 8 and section 3.
    """
