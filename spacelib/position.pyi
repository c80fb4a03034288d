from numpy.typing import ArrayLike

from spacelib.results import Array, Extract, Screw

__all__ = [
    "DHtoMstd",
    "axis",
    "dhtom",
    "extract",
    "mtoscrew",
    "rotat",
    "rotat2",
    "rotat23",
    "rotat24",
    "rotat34",
    "screwtom",
    "traslat",
    "traslat2",
    "traslat24",
]

def DHtoMstd(theta: ArrayLike, d: ArrayLike, a: ArrayLike, alpha: ArrayLike, *, out: Array | None = ...) -> Array:
    """Position matrix from the four classic Denavit and Hartenberg parameters: `dhtom` with b = 0 and q = 0."""

def axis(a: int, *, out: Array | None = ...) -> Array:
    """Unit vector of frame axis `a` (X, Y, Z)."""

def dhtom(jtype: int, theta: ArrayLike, d: ArrayLike, b: ArrayLike, a: ArrayLike, alpha: ArrayLike, q: ArrayLike, *, out: Array | None = ...) -> Array:
    """Position matrix of a link from extended Denavit and Hartenberg parameters.

    ``m = Rz(theta) Tz(d) Tx(a) Ty(b) Rx(alpha)``, the pose of frame i in frame i-1. The joint variable `q` is added to
    `theta` (jtype = Rev) or to `d` (Pri). `b` shifts along the rotated y axis before the twist; b = 0 is the classic
    (distal) notation. All but `jtype` broadcast: `q` of shape (N,) gives (N, 4, 4).
    """

def extract(A: ArrayLike, dim: int | None = ..., *, out: tuple[Array | None, ...] | None = ...) -> Extract:
    """Axis `u` and angle `phi` in [0, pi] of a rotation (3x3, or the block of a 4x4).

    ``sin(phi) u`` is the axial vector of the skew part of A, ``1 + 2 cos(phi)`` its trace; near a half turn u comes
    from the symmetric part. The identity has u = 0 and gives a `SingularityWarning`.
    """

def mtoscrew(Q: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> Screw:
    """Screw of a rigid displacement: axis `u`, angle `phi` in [0, pi], translation `h`, point `P` of the axis.

    With t' the part of the translation across u, ``h = u.t`` and ``P = (t' + cot(phi/2) u x t') / 2``, the axis point
    nearest the origin. A pure translation has phi = 0, u along it and P in the origin; the identity has u = 0 and gives
    a `SingularityWarning`.
    """

def rotat(u: ArrayLike, phi: ArrayLike, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Rotation by the angle `phi` about the unit vector `u`.

    ``R = 1 + sin(phi) u~ + (1 - cos(phi)) (u u^t - 1)`` (Rodrigues). `u` is used as given; :func:`unitv` normalises.
    `dim` = 4 gives a position matrix with zero translation.
    """

def rotat2(a: int, q: ArrayLike, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Rotation by the angle `q` about frame axis `a` (X, Y, Z; U gives the identity).

    `dim` = 4 gives a position matrix with zero translation.
    """

def rotat23(a: int, q: ArrayLike, *, out: Array | None = ...) -> Array:
    """3x3 rotation by the angle `q` about frame axis `a`: `rotat2` with dim = 3."""

def rotat24(a: int, q: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """Pose of a frame with origin `O`, turned by `q` about its own axis `a` (X, Y, Z; U: not turned).

    ``m = [R O; 0 1]``. `O` is a point (x, y, z, 1).
    """

def rotat34(a: int, q: ArrayLike, P: ArrayLike, *, out: Array | None = ...) -> Array:
    """Pose of a frame placed in `P` and then turned by `q`, origin included, about axis `a` of the reference frame.

    ``m = [R, R P; 0 1]``. `a` is X, Y, Z, or U: not turned. `P` is a point (x, y, z, 1).
    """

def screwtom(u: ArrayLike, phi: ArrayLike, h: ArrayLike, P: ArrayLike, *, out: Array | None = ...) -> Array:
    """Position matrix of a screw: rotation `phi` about the axis (u, P) and translation `h` along it.

    ``R = rotat(u, phi)``, ``t = (1 - R) P + h u``. `u` is used as given, `P` is any point of the axis.
    """

def traslat(u: ArrayLike, h: ArrayLike, *, out: Array | None = ...) -> Array:
    """Translation by `h` along the direction of `u`, which is normalised.

    A zero `u` gives the identity and a `SingularityWarning`.
    """

def traslat2(a: int, h: ArrayLike, *, out: Array | None = ...) -> Array:
    """Translation by `h` along frame axis `a` (X, Y, Z)."""

def traslat24(a: int, h: ArrayLike, p: ArrayLike, *, out: Array | None = ...) -> Array:
    """Pose of an unturned frame with origin ``p + h e_a``; `p` is a point (x, y, z, 1)."""
