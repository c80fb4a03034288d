from numpy.typing import ArrayLike

from spacelib.results import Array

__all__ = [
    "change_action",
    "change_inertia",
    "change_velocity",
    "frame4P",
    "frame4V",
    "frameP",
    "frameP3",
    "frameP4",
    "frameV",
    "frameV3",
    "frameV4",
    "invers",
    "trasf_mami",
    "trasf_mamt4",
    "trasf_miam",
    "trasf_miamit",
]

def change_action(PHI: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m PHI m^t`` for an action or momentum matrix, by its six numbers: ``f' = R f``, ``c' = R c + t x f'``."""

def change_inertia(J: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m J m^t`` for an inertia matrix, by its ten numbers; exactly symmetric."""

def change_velocity(W: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m W m^-1`` for a velocity or screw matrix, by its six numbers: ``w' = R w``, ``v0' = R v0 + t x w'``."""

def frame4P(P1: ArrayLike, P2: ArrayLike, P3: ArrayLike, a1: int, a2: int, *, out: Array | None = ...) -> Array:
    """Pose of the frame of :func:`frameP` with its origin in the point `P1`."""

def frame4V(P1: ArrayLike, v1: ArrayLike, v2: ArrayLike, a1: int, a2: int, *, out: Array | None = ...) -> Array:
    """Pose of the frame of :func:`frameV` with its origin in the point `P1`."""

def frameP(P1: ArrayLike, P2: ArrayLike, P3: ArrayLike, a1: int, a2: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """:func:`frameV` of the vectors ``P2 - P1`` and ``P3 - P1``.

    Collinear points give zero columns and a `SingularityWarning`.
    """

def frameP3(P1: ArrayLike, P2: ArrayLike, P3: ArrayLike, a1: int, a2: int, *, out: Array | None = ...) -> Array:
    """3x3 :func:`frameP`."""

def frameP4(P1: ArrayLike, P2: ArrayLike, P3: ArrayLike, a1: int, a2: int, *, out: Array | None = ...) -> Array:
    """4x4 :func:`frameP`, origin in the origin."""

def frameV(v1: ArrayLike, v2: ArrayLike, a1: int, a2: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Rotation matrix of the frame whose axis `a1` is along `v1` and whose axis `a2` is the nearest to `v2`.

    The third axis is across v1 and v2, right-handed. `a1`, `a2`: two different axes X, Y, Z. `dim` = 4 gives a position
    matrix with zero translation. Parallel vectors give zero columns and a `SingularityWarning`.
    """

def frameV3(v1: ArrayLike, v2: ArrayLike, a1: int, a2: int, *, out: Array | None = ...) -> Array:
    """3x3 :func:`frameV`."""

def frameV4(v1: ArrayLike, v2: ArrayLike, a1: int, a2: int, *, out: Array | None = ...) -> Array:
    """4x4 :func:`frameV`, origin in the origin."""

def invers(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """Inverse of a position matrix: ``[R^t, -R^t t; 0 0 0 1]``."""

def trasf_mami(A1: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m A1 m^-1``: W, H, L or a displacement Q from frame k to frame r, with m the pose of k in r.

    m is rigid. The last row of A1 is taken as (0, 0, 0, A1[U, U]), which is also the result's.
    """

def trasf_mamt4(A1: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m A1 m^t``: J, PHI or GAMMA from frame k to frame r, with m the pose of k in r."""

def trasf_miam(A1: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m^-1 A1 m``: W, H, L or a displacement Q from frame r to frame k, with m the pose of k in r."""

def trasf_miamit(A1: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """``m^-1 A1 m^-t``: J, PHI or GAMMA from frame r to frame k, with m the (rigid) pose of k in r."""
