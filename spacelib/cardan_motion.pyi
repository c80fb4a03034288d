from numpy.typing import ArrayLike

from spacelib.results import Array, CardanAccelerations, CardanRates

__all__ = [
    "Htocard",
    "Htocardan",
    "Htoeul",
    "Htonaut",
    "Wtocard",
    "Wtocardan",
    "Wtoeul",
    "Wtonaut",
    "cardantoH",
    "cardantoW",
    "cardanto_G",
    "cardanto_G3",
    "cardanto_G4",
    "cardanto_OMEGA",
    "cardanto_OMEGAPTO",
    "cardanto_omega",
    "cardanto_omega3",
    "cardanto_omega4",
    "cardtoH",
    "cardtoW",
    "eultoH",
    "eultoW",
    "nauttoH",
    "nauttoW",
]

def Htocard(m: ArrayLike, W: ArrayLike, H: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanAccelerations:
    """:func:`Htocardan` for the sequence X, Y, Z."""

def Htocardan(m: ArrayLike, W: ArrayLike, H: ArrayLike, i: int, j: int, k: int, *, out: tuple[Array | None, ...] | None = ...) -> CardanAccelerations:
    """Angles, rates and accelerations of a moving frame from its pose and its velocity and acceleration matrices.

    ``qpp = A^-1 (dw - B (q2' q3', q1' q3', q1' q2'))`` for each of the two triples; all matrices in the base frame. At
    gimbal lock: least norm and a `SingularityWarning`.
    """

def Htoeul(m: ArrayLike, W: ArrayLike, H: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanAccelerations:
    """:func:`Htocardan` for the sequence Z, X, Z."""

def Htonaut(m: ArrayLike, W: ArrayLike, H: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanAccelerations:
    """:func:`Htocardan` for the sequence Z, Y, X."""

def Wtocard(m: ArrayLike, W: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanRates:
    """:func:`Wtocardan` for the sequence X, Y, Z."""

def Wtocardan(m: ArrayLike, W: ArrayLike, i: int, j: int, k: int, *, out: tuple[Array | None, ...] | None = ...) -> CardanRates:
    """Angles and rates of a moving frame from its pose `m` and velocity matrix `W`, both in the base frame.

    ``qp = A^-1 w`` for each of the two triples. At gimbal lock the rates of least norm are given, with a
    `SingularityWarning`.
    """

def Wtoeul(m: ArrayLike, W: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanRates:
    """:func:`Wtocardan` for the sequence Z, X, Z."""

def Wtonaut(m: ArrayLike, W: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanRates:
    """:func:`Wtocardan` for the sequence Z, Y, X."""

def cardantoH(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, i: int, j: int, k: int, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """Acceleration matrix ``H = [G, -G O; 0]`` of a frame that turns about its origin `O`, which stands still."""

def cardantoW(q: ArrayLike, qp: ArrayLike, i: int, j: int, k: int, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """Velocity matrix ``W = [w~, -w~ O; 0]`` of a frame that turns about its origin `O`, which stands still."""

def cardanto_G(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, i: int, j: int, k: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Block ``G = dw~ + w~ w~`` of the acceleration matrix, base frame; `dim` = 4 adds a null row and column."""

def cardanto_G3(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """3x3 :func:`cardanto_G`."""

def cardanto_G4(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """4x4 :func:`cardanto_G`."""

def cardanto_OMEGA(q: ArrayLike, qp: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """Angular velocity vector, base frame, from angles and rates: ``w = A(q) qp``, A as :func:`cardantol`."""

def cardanto_OMEGAPTO(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """Angular acceleration vector, base frame: ``dw = A qpp + B (q2' q3', q1' q3', q1' q2')``.

    A as :func:`cardantol`, B as :func:`cardantoWPROD`.
    """

def cardanto_omega(q: ArrayLike, qp: ArrayLike, i: int, j: int, k: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Angular velocity as a cross-product matrix w~, base frame; `dim` = 4 adds a null row and column."""

def cardanto_omega3(q: ArrayLike, qp: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """3x3 :func:`cardanto_omega`."""

def cardanto_omega4(q: ArrayLike, qp: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """4x4 :func:`cardanto_omega`."""

def cardtoH(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoH` for the sequence X, Y, Z."""

def cardtoW(q: ArrayLike, qp: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoW` for the sequence X, Y, Z."""

def eultoH(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoH` for the sequence Z, X, Z."""

def eultoW(q: ArrayLike, qp: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoW` for the sequence Z, X, Z."""

def nauttoH(q: ArrayLike, qp: ArrayLike, qpp: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoH` for the sequence Z, Y, X."""

def nauttoW(q: ArrayLike, qp: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoW` for the sequence Z, Y, X."""
