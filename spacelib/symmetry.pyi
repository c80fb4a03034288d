from numpy.typing import ArrayLike

from spacelib.results import Array

__all__ = [
    "n_simm3",
    "n_simm34",
    "n_simm4",
    "n_skew3",
    "n_skew34",
    "n_skew4",
    "normal",
    "normal3",
    "normal4",
]

def n_simm3(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """Symmetric part of 3x3 matrices."""

def n_simm34(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """4x4 matrices with the symmetric part in their 3x3 block."""

def n_simm4(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """Symmetric part of 4x4 matrices."""

def n_skew3(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """Skew part of 3x3 matrices."""

def n_skew34(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """4x4 matrices with the skew part in their 3x3 block."""

def n_skew4(m: ArrayLike, *, out: Array | None = ...) -> Array:
    """Skew part of 4x4 matrices."""

def normal(R: ArrayLike, n: int | None = ..., *, out: Array | None = ...) -> Array:
    """Nearest rotation (least squares) to the 3x3 block of `R` (3x3 or 4x4); the rest of a 4x4 stays as it is.

    Newton's polar iteration, and Davenport's quaternion method for reflections and singular matrices, so that the
    result is always a proper rotation. Where that is not unique there is a `SingularityWarning`.
    """

def normal3(a: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`normal` of 3x3 matrices."""

def normal4(a: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`normal` of the rotation block of 4x4 matrices."""
