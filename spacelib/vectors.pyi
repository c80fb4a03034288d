from numpy.typing import ArrayLike

from spacelib.results import Array, Number, UnitVector

__all__ = [
    "cross",
    "crossVtoM",
    "dot",
    "mod",
    "mtov",
    "mtov3",
    "mtov4",
    "unitv",
    "vector",
    "vtom",
    "vtom3",
    "vtom4",
]

def cross(a: ArrayLike, b: ArrayLike, *, out: Array | None = ...) -> Array:
    """Cross product ``a x b``."""

def crossVtoM(a: ArrayLike, b: ArrayLike, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Cross-product matrix of a cross product: ``(a x b)~``; `dim` = 4 adds a null row and column."""

def dot(a: ArrayLike, b: ArrayLike) -> Number:
    """Dot product of vectors of three."""

def mod(a: ArrayLike) -> Number:
    """Length of a vector, without overflow or underflow."""

def mtov(A: ArrayLike, dim: int | None = ..., *, out: Array | None = ...) -> Array:
    """Vector of the skew part of a matrix: ``v~ = (A - A^t) / 2`` of the 3x3 block of A (3x3 or 4x4)."""

def mtov3(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`mtov` of 3x3 matrices."""

def mtov4(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`mtov` of 4x4 matrices."""

def unitv(v: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> UnitVector:
    """Unit vector `u` along `v`, and the length of v; a zero vector has u = 0 and length 0."""

def vector(u: ArrayLike, m: ArrayLike, *, out: Array | None = ...) -> Array:
    """Vector of modulus `m` along the unit vector `u`: ``m u``."""

def vtom(v: ArrayLike, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Cross-product matrix ``v~ = [[0, -z, y], [z, 0, -x], [-y, x, 0]]``; `dim` = 4 adds a null row and column."""

def vtom3(v: ArrayLike, *, out: Array | None = ...) -> Array:
    """3x3 :func:`vtom`."""

def vtom4(v: ArrayLike, *, out: Array | None = ...) -> Array:
    """4x4 :func:`vtom`."""
