from numpy.typing import ArrayLike

from spacelib.results import Array, Number

__all__ = [
    "mcopy3",
    "mcopy4",
    "molt3",
    "molt4",
    "moltmv3",
    "moltp",
    "norm3",
    "norm4",
    "pcopy",
    "rmolt3",
    "rmolt4",
    "rmoltv",
    "sub3",
    "sub4",
    "subv",
    "sum3",
    "sum4",
    "sumv",
    "transp3",
    "transp4",
    "vcopy",
]

def mcopy3(A1: ArrayLike, *, out: Array | None = ...) -> Array:
    """Copy of 3x3 matrices."""

def mcopy4(A1: ArrayLike, *, out: Array | None = ...) -> Array:
    """Copy of 4x4 matrices."""

def molt3(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Product ``A B`` of 3x3 matrices."""

def molt4(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Product ``A B`` of 4x4 matrices: composition of poses ``M_0_2 = M_0_1 M_1_2``."""

def moltmv3(A: ArrayLike, v1: ArrayLike, *, out: Array | None = ...) -> Array:
    """Matrix times vector, 3x3 by 3."""

def moltp(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Matrix times point, 4x4 by 4: a point moved by a pose, its velocity ``W P``, its acceleration ``H P``."""

def norm3(A: ArrayLike) -> Number:
    """Largest absolute element of 3x3 matrices."""

def norm4(A: ArrayLike) -> Number:
    """Largest absolute element of 4x4 matrices."""

def pcopy(P1: ArrayLike, *, out: Array | None = ...) -> Array:
    """Copy of points."""

def rmolt3(A: ArrayLike, r: ArrayLike, *, out: Array | None = ...) -> Array:
    """3x3 matrix times a number."""

def rmolt4(A: ArrayLike, r: ArrayLike, *, out: Array | None = ...) -> Array:
    """4x4 matrix times a number."""

def rmoltv(v1: ArrayLike, r: ArrayLike, *, out: Array | None = ...) -> Array:
    """Vector times a number."""

def sub3(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Difference of 3x3 matrices."""

def sub4(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Difference of 4x4 matrices."""

def subv(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Difference of vectors."""

def sum3(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Sum of 3x3 matrices."""

def sum4(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Sum of 4x4 matrices: composition of velocities ``W_0_2 = W_0_1 + W_1_2`` in one frame, sum of actions."""

def sumv(A: ArrayLike, B: ArrayLike, *, out: Array | None = ...) -> Array:
    """Sum of vectors."""

def transp3(A: ArrayLike, *, out: Array | None = ...) -> Array:
    """Transpose of 3x3 matrices."""

def transp4(A: ArrayLike, *, out: Array | None = ...) -> Array:
    """Transpose of 4x4 matrices."""

def vcopy(v1: ArrayLike, *, out: Array | None = ...) -> Array:
    """Copy of vectors."""
