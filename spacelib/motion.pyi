from numpy.typing import ArrayLike

from spacelib.results import Array, VelocityAcceleration, VelocityScrew

__all__ = [
    "Gtomegapto",
    "WtoL",
    "Wtovel",
    "coriolis",
    "gtom",
    "makeL",
    "makeL2",
    "velacctoWH",
    "velacctoWH2",
    "velacctoWH3",
]

def Gtomegapto(G: ArrayLike, *, out: Array | None = ...) -> Array:
    """Angular acceleration from the 3x3 block G of an acceleration matrix: ``dw~ = (G - G^t) / 2``."""

def WtoL(W: ArrayLike, *, out: Array | None = ...) -> Array:
    """Screw matrix L of a motion: W divided by its angular speed, or by its speed for a translation.

    A motion counts as a translation when |w| is below the rounding of |v0|; W = 0 gives zeros and a
    `SingularityWarning`.
    """

def Wtovel(W: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> VelocityScrew:
    """Instantaneous screw of a motion: axis `u`, angular speed `omega`, sliding speed `vel`, axis point `P`.

    ``P = u x v0 / omega`` is the axis point nearest the origin, ``vel = u.v0``. A translation has omega = 0, u along it
    and P in the origin; W = 0 has u = 0 and gives a `SingularityWarning`.
    """

def coriolis(H0: ArrayLike, H1: ArrayLike, W0: ArrayLike, W1: ArrayLike, *, out: Array | None = ...) -> Array:
    """Acceleration of a body from drag and relative motion: Coriolis' theorem.

    ``H = H0 + H1 + 2 W0 W1`` (Legnani et al. 1996, part 2, eq. 11). H0, W0: motion of the carrying body; H1, W1: motion
    relative to it; all (..., 4, 4), all referred to the same frame, which is also the result's. Last rows are null.
    """

def gtom(gx: ArrayLike, gy: ArrayLike, gz: ArrayLike, *, out: Array | None = ...) -> Array:
    """Gravity acceleration matrix ``Hg = [0 g; 0]``; the weight of a body is ``skew4(Hg, J)``."""

def makeL(jtype: int, u: ArrayLike, pitch: ArrayLike, P: ArrayLike, *, out: Array | None = ...) -> Array:
    """Screw matrix L of a joint with axis direction `u` through the point `P`: W per unit joint rate.

    Rev: ``L = [u~, -u x P + pitch u; 0]``; Pri: ``L = [0 u; 0]`` (`pitch` and `P` play no part). `pitch` in metres per
    radian; `u` is used as given.
    """

def makeL2(jtype: int, a: int, pitch: ArrayLike, P: ArrayLike, *, out: Array | None = ...) -> Array:
    """Screw matrix L of a joint parallel to frame axis `a` (X, Y, Z) through the point `P`."""

def velacctoWH(jtype: int, qp: ArrayLike, qpp: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> VelocityAcceleration:
    """W and H of a joint on the z axis from its rate `qp` and acceleration `qpp`.

    Rev: ``w = qp z``, ``dw = qpp z``, so that ``W = L qp`` and ``H = L qpp + L^2 qp^2``; Pri: ``v0 = qp z``,
    ``a0 = qpp z``. In the frame whose z axis is the joint axis (frame i-1 with Denavit and Hartenberg).
    """

def velacctoWH2(jtype: int, a: int, qp: ArrayLike, qpp: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> VelocityAcceleration:
    """W and H of a joint on frame axis `a` (X, Y, Z) through the origin; otherwise as :func:`velacctoWH`."""

def velacctoWH3(jtype: int, a: int, qp: ArrayLike, qpp: ArrayLike, O: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> VelocityAcceleration:
    """W and H of a joint whose axis is parallel to frame axis `a` and passes through the point `O`.

    Rev: ``v0 = -w~ O``, ``a0 = -G O``, the points of the axis stand still. Pri: `O` plays no part.
    """
