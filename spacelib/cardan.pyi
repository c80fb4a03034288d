from numpy.typing import ArrayLike

from spacelib.results import Array, CardanAngles

__all__ = [
    "Mtocard",
    "Mtocardan",
    "Mtoeul",
    "Mtonaut",
    "WPRODtocardan",
    "cardantoM",
    "cardantoWPROD",
    "cardantol",
    "cardantor",
    "cardantor3",
    "cardantor4",
    "cardtoM",
    "eultoM",
    "invA",
    "nauttoM",
    "rtocardan",
    "rtocardan3",
    "rtocardan4",
]

def Mtocard(m: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """:func:`Mtocardan` for the sequence X, Y, Z."""

def Mtocardan(m: ArrayLike, i: int, j: int, k: int, *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """Both angle triples of a pose; see :func:`rtocardan`."""

def Mtoeul(m: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """:func:`Mtocardan` for the sequence Z, X, Z."""

def Mtonaut(m: ArrayLike, *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """:func:`Mtocardan` for the sequence Z, Y, X."""

def WPRODtocardan(alpha: ArrayLike, beta: ArrayLike, sig: int, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """Matrix B of :func:`cardantoWPROD` with its rows in the order i, j, l and its columns moved to the places i, j, l.

    l is the third axis; `sig` as for :func:`invA`. For the sequence X, Y, Z it is B itself.
    """

def cardantoM(q: ArrayLike, i: int, j: int, k: int, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """Pose of a frame turned by Cardan or Euler angles, with origin in the point `O`."""

def cardantoWPROD(q: ArrayLike, i: int, j: int, k: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Matrix B of ``dA/dt qp = B (q2' q3', q1' q3', q1' q2')``, base frame."""

def cardantol(q: ArrayLike, i: int, j: int, k: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Matrix A of ``w = A qp``: its columns are the axes of the three rates, base frame."""

def cardantor(q: ArrayLike, i: int, j: int, k: int, dim: int = ..., *, out: Array | None = ...) -> Array:
    """Rotation matrix from Cardan or Euler angles: ``Rot(i, q[0]) Rot(j, q[1]) Rot(k, q[2])``.

    `dim` = 4 gives a position matrix with zero translation.
    """

def cardantor3(q: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """3x3 :func:`cardantor`."""

def cardantor4(q: ArrayLike, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """4x4 :func:`cardantor`: a position matrix with zero translation."""

def cardtoM(q: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoM` for the sequence X, Y, Z."""

def eultoM(q: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoM` for the sequence Z, X, Z."""

def invA(alpha: ArrayLike, beta: ArrayLike, sig: int, i: int, j: int, k: int, *, out: Array | None = ...) -> Array:
    """Inverse of the matrix A of :func:`cardantol` from the first two angles: ``qp = Ai w``.

    `sig` = 1 for a cyclic pair (i, j), else -1. At gimbal lock: the pseudo-inverse and a `SingularityWarning`.
    """

def nauttoM(q: ArrayLike, O: ArrayLike, *, out: Array | None = ...) -> Array:
    """:func:`cardantoM` for the sequence Z, Y, X (yaw, pitch, roll)."""

def rtocardan(R: ArrayLike, dim: int | None = ..., i: int | None = ..., j: int | None = ..., k: int | None = ..., *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """Both angle triples of a rotation (3x3, or the block of a 4x4): ``cardantor(q1, i, j, k) == R``, likewise q2.

    q1 has beta in [-pi/2, pi/2] (Cardan) or [0, pi] (Euler), q2 is the other solution. `dim` may be left out, also
    by position: ``rtocardan(R, i, j, k)``. At gimbal lock gamma = 0, both triples still give R back, and there is a
    `SingularityWarning` (|cos beta| or |sin beta| below 1e-7).
    """

def rtocardan3(m: ArrayLike, i: int, j: int, k: int, *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """:func:`rtocardan` of 3x3 rotations."""

def rtocardan4(m: ArrayLike, i: int, j: int, k: int, *, out: tuple[Array | None, ...] | None = ...) -> CardanAngles:
    """:func:`rtocardan` of the rotation block of 4x4 matrices."""
