from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from spacelib.results import Array, Line, LineLine, LinePlane, Number, Projection

LineLike = Line | Mapping[str, ArrayLike] | Sequence[ArrayLike]

__all__ = [
    "angle",
    "dist",
    "distpp",
    "inters2pl",
    "intersection",
    "interslpl",
    "intermediate",
    "line2p",
    "linepvect",
    "middle",
    "plane",
    "plane2",
    "project",
    "projponl",
    "vect",
]

def angle(P1: ArrayLike, P2: ArrayLike, P3: ArrayLike) -> Number:
    """Angle at the point `P2` between P1 and P3, in [0, pi].

    ``atan2(|a x b|, a.b)`` of the unit vectors a, b from P2. Coincident points give pi/2 and a `SingularityWarning`.
    """

def dist(P1: ArrayLike, P2: ArrayLike) -> Number:
    """Distance of two points."""

def distpp(pl: ArrayLike, P: ArrayLike) -> Number:
    """Signed distance of the point `P` from the plane `pl` (positive on the side of its unit normal)."""

def inters2pl(pl1: ArrayLike, pl2: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> Line:
    """Common line of two planes: dir = unit(n1 x n2), P its point nearest the origin.

    Parallel planes give P = nan, dir = 0 and a `SingularityWarning`.
    """

def intersection(l1: LineLike, l2: LineLike) -> LineLine:
    """Mutual position of two lines: common normal `lmindist`, distance `mindist`, plane `pl`, point `I`, `inttype`.

    inttype 0 (incident) and 1 (skew): I is the midpoint of the common perpendicular, lmindist = (I, unit(u1 x u2)), pl
    passes through I across it. 2 (parallel): lmindist = (P of l1, unit vector from l2 to l1), pl holds both lines, I is
    nan. -1 (coincident): I is P of l1. Lines touch when their distance is below 1e-12 of the coordinates.
    """

def interslpl(l: LineLike, pl: ArrayLike) -> LinePlane:
    """Intersection of a line and a plane: point I and `inttype`.

    inttype 0: one point I; 1: the line lies in the plane (I is its P); -1: parallel and apart (I is nan).
    """

def intermediate(P1: ArrayLike, a: ArrayLike, P2: ArrayLike, b: ArrayLike, *, out: Array | None = ...) -> Array:
    """Point ``(a P1 + b P2) / (a + b)``, the centre of masses a and b.

    a + b = 0 gives the point at infinity (x, y, z, 0) of the line and a `SingularityWarning`.
    """

def line2p(P1: ArrayLike, P2: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> Line:
    """Line through two points: P = P1, dir = unit(P2 - P1)."""

def linepvect(P1: ArrayLike, v: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> Line:
    """Line through a point along a vector: dir = unit(v)."""

def middle(P1: ArrayLike, P2: ArrayLike, *, out: Array | None = ...) -> Array:
    """Midpoint of two points."""

def plane(P1: ArrayLike, P2: ArrayLike, P3: ArrayLike, *, out: Array | None = ...) -> Array:
    """Plane through three points: unit normal along ``(P1 - P2) x (P3 - P2)``.

    Collinear points give zeros and a `SingularityWarning`.
    """

def plane2(P1: ArrayLike, v: ArrayLike, *, out: Array | None = ...) -> Array:
    """Plane through a point with normal along `v`."""

def project(P: ArrayLike, pl: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> Projection:
    """Foot I of the perpendicular from the point `P` on the plane `pl` (unit normal), and the signed distance of P."""

def projponl(P1: ArrayLike, l: LineLike, *, out: tuple[Array | None, ...] | None = ...) -> Projection:
    """Foot I of the perpendicular from the point `P1` on the line `l`, and its length."""

def vect(P1: ArrayLike, P2: ArrayLike, *, out: Array | None = ...) -> Array:
    """Vector ``P1 - P2``, from P2 to P1."""
