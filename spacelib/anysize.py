"""Matrices and vectors of any size, through NumPy.

Sizes (`d1`, `d2`, `dim` ...) may be left out, the arrays show them. Everything broadcasts over leading dimensions.
"""

import numpy as np

from spacelib._sizes import agree, bounded, broadcast, deliver, index, real_array, spread
from spacelib.algebra import molt4
from spacelib.dynamics import skew4
from spacelib.frames import trasf_mamt4
from spacelib.vectors import crossVtoM

__all__ = [
    "clear", "clear3", "clear4", "clearv", "crossMtoM", "crossmtom", "dot2", "dzerom", "fzerom", "idmat", "idmat3",
    "idmat4", "mcopy", "mcopy34", "mcopy43", "mmcopy", "molt", "mvcopy", "norm", "norm_simm_skew", "rmolt", "skew",
    "sub", "transp", "trasf_mamt", "vmcopy", "zerom",
]  # fmt: skip


def _fours(*arrays):
    """Are these arrays of 4x4 matrices, for which there is a kernel?"""
    return all(isinstance(A, np.ndarray) and A.shape[-2:] == (4, 4) for A in arrays)


def _two(A, B, d1, d2):
    """A and B of one shape (..., d1, d2)."""
    A, B = real_array(A, "A", "d1", "d2"), real_array(B, "B", "d1", "d2")
    agree(d1, A.shape[-2], "d1", "A")
    agree(d2, A.shape[-1], "d2", "A")
    if A.shape[-2:] != B.shape[-2:]:
        raise ValueError(f"`B`: expected shape (..., {A.shape[-2]}, {A.shape[-1]}) as `A`, got {B.shape}")
    return A, B


@np.errstate(all="ignore")
def molt(A, B, d1=None, d2=None, d3=None, *, out=None):
    """Product ``A B`` of matrices d1 x d2 and d2 x d3.

    >>> molt([[1, 2], [3, 4]], [[1], [1]])
    array([[3.],
           [7.]])
    """
    if d1 is d2 is d3 is None and _fours(A, B):
        return molt4(A, B, out=out)
    A, B = real_array(A, "A", "d1", "d2"), real_array(B, "B", "d2", "d3")
    agree(d1, A.shape[-2], "d1", "A")
    agree(d2, A.shape[-1], "d2", "A")
    agree(d3, B.shape[-1], "d3", "B")
    if A.shape[-1] != B.shape[-2]:
        raise ValueError(f"`B`: expected {A.shape[-1]} rows, the columns of `A`, got {B.shape[-2]}")
    broadcast("molt", A=(A, 2), B=(B, 2))
    return deliver(A @ B, out)


@np.errstate(all="ignore")
def rmolt(A, r, d1=None, d2=None, *, out=None):
    """Matrix of any size times a number.

    >>> rmolt([[1, 2, 3]], 2.0)
    array([[2., 4., 6.]])
    """
    A, r = real_array(A, "A", "d1", "d2"), real_array(r, "r")
    agree(d1, A.shape[-2], "d1", "A")
    agree(d2, A.shape[-1], "d2", "A")
    broadcast("rmolt", A=(A, 2), r=(r, 0))
    return deliver(A * r[..., None, None], out)


@np.errstate(all="ignore")
def skew(A, B, dim=None, *, out=None):
    """``A B - (A B)^t`` of square matrices of any size, exactly antisymmetric; see :func:`skew4`.

    >>> skew([[0, 1], [0, 0]], [[1, 0], [0, 1]])
    array([[ 0.,  1.],
           [-1.,  0.]])
    """
    if dim is None and _fours(A, B):
        return skew4(A, B, out=out)
    A, B = _two(A, B, None, None)
    if A.shape[-1] != A.shape[-2]:
        raise ValueError(f"`A`: expected a square matrix, got {A.shape}")
    agree(dim, A.shape[-1], "dim", "A")
    broadcast("skew", A=(A, 2), B=(B, 2))
    P = A @ B
    return deliver(P - np.swapaxes(P, -1, -2), out)


@np.errstate(all="ignore")
def trasf_mamt(A1, m, dim=None, *, out=None):
    """``m A1 m^t`` of square matrices of any size; see :func:`trasf_mamt4`.

    >>> trasf_mamt([[2, 0], [0, 3]], [[0, 1], [1, 0]])
    array([[3., 0.],
           [0., 2.]])
    """
    if dim is None and _fours(A1, m):
        return trasf_mamt4(A1, m, out=out)
    A1, m = real_array(A1, "A1", "dim", "dim"), real_array(m, "m", "dim", "dim")
    n = A1.shape[-1]
    agree(dim, n, "dim", "A1")
    if A1.shape[-2:] != (n, n):
        raise ValueError(f"`A1`: expected a square matrix, got {A1.shape}")
    if m.shape[-2:] != (n, n):
        raise ValueError(f"`m`: expected shape (..., {n}, {n}) as `A1`, got {m.shape}")
    broadcast("trasf_mamt", A1=(A1, 2), m=(m, 2))
    return deliver(m @ A1 @ np.swapaxes(m, -1, -2), out)


@np.errstate(all="ignore")
def sum(A, B, d1=None, d2=None, *, out=None):
    """Sum ``A + B`` of matrices of any size.

    >>> sum([[1, 2]], [[3, 4]])
    array([[4., 6.]])
    """
    A, B = _two(A, B, d1, d2)
    broadcast("sum", A=(A, 2), B=(B, 2))
    return deliver(A + B, out)


@np.errstate(all="ignore")
def sub(A, B, d1=None, d2=None, *, out=None):
    """Difference ``A - B`` of matrices of any size.

    >>> sub([[1, 2]], [[3, 4]])
    array([[-2., -2.]])
    """
    A, B = _two(A, B, d1, d2)
    broadcast("sub", A=(A, 2), B=(B, 2))
    return deliver(A - B, out)


def norm(A, d1=None, d2=None):
    """Largest absolute element of a matrix of any size (not the 2-norm).

    >>> norm([[1, -5], [2, 3]])
    5.0
    """
    A = real_array(A, "A", "d1", "d2")
    agree(d1, A.shape[-2], "d1", "A")
    agree(d2, A.shape[-1], "d2", "A")
    return deliver(np.max(np.abs(A), axis=(-2, -1), initial=0.0), None)


def transp(A, d1=None, d2=None, *, out=None):
    """Transpose of matrices d1 x d2 of any size.

    >>> transp([[1, 2, 3]])
    array([[1.],
           [2.],
           [3.]])
    """
    A = real_array(A, "A", "d1", "d2")
    agree(d1, A.shape[-2], "d1", "A")
    agree(d2, A.shape[-1], "d2", "A")
    return deliver(np.swapaxes(A, -1, -2).copy(), out)


@np.errstate(all="ignore")
def norm_simm_skew(A, n=None, dim=None, sign=None, *, out=None):
    """Symmetric (`sign` = SYMM) or skew (SKEW) part of the leading n x n block: ``(A + sign A^t) / 2``.

    A is square, `n` 1 .. its side (default: all of it); elements outside the block stay as they are.

    >>> norm_simm_skew([[1, 2, 0], [4, 1, 0], [0, 0, 1]], sign=SKEW)
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  0.]])
    """
    A = real_array(A, "A", "dim", "dim").copy()
    if A.shape[-1] != A.shape[-2]:
        raise ValueError(f"`A`: expected a square matrix, got {A.shape}")
    agree(dim, A.shape[-1], "dim", "A")
    n = A.shape[-1] if n is None else bounded(n, "n", 1, A.shape[-1])
    if sign is None or index(sign, "sign") not in (1, -1):
        raise ValueError(f"`sign`: expected SYMM (1) or SKEW (-1), got {sign}")
    block = A[..., :n, :n]
    A[..., :n, :n] = 0.5 * (block + sign * np.swapaxes(block, -1, -2))
    return deliver(A, out)


def clear(id, jd, *, out=None):
    """Zero matrix id x jd.

    >>> clear(1, 2)
    array([[0., 0.]])
    """
    return deliver(np.zeros((bounded(id, "id", 0, 2**31), bounded(jd, "jd", 0, 2**31))), out)


def clear3(*, out=None):
    """3x3 zero matrix.

    >>> clear3().shape
    (3, 3)
    """
    return deliver(np.zeros((3, 3)), out)


def clear4(*, out=None):
    """4x4 zero matrix.

    >>> clear4().shape
    (4, 4)
    """
    return deliver(np.zeros((4, 4)), out)


def clearv(*, out=None):
    """Zero vector.

    >>> clearv()
    array([0., 0., 0.])
    """
    return deliver(np.zeros(3), out)


def idmat(ijd, *, out=None):
    """Identity of side ijd.

    >>> idmat(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return deliver(np.eye(bounded(ijd, "ijd", 0, 2**31)), out)


def idmat3(*, out=None):
    """3x3 identity.

    >>> idmat3()[0]
    array([1., 0., 0.])
    """
    return deliver(np.eye(3), out)


def idmat4(*, out=None):
    """4x4 identity.

    >>> idmat4()[3]
    array([0., 0., 0., 1.])
    """
    return deliver(np.eye(4), out)


def mcopy(A1, d1=None, d2=None, *, out=None):
    """Copy of matrices of any size.

    >>> mcopy([[1, 2]])
    array([[1., 2.]])
    """
    A1 = real_array(A1, "A1", "d1", "d2")
    agree(d1, A1.shape[-2], "d1", "A1")
    agree(d2, A1.shape[-1], "d2", "A1")
    return deliver(np.array(A1, order="C"), out)


def mmcopy(A, d1=None, d2=None, im=None, jm=None, *, out=None):
    """Leading im x jm block of `A` in the corner of a zero matrix B with `d2` columns.

    `d1` and `d2` are the column counts of A and B (default: A's); B has max(im, d2) rows; im, jm default to all of A.

    >>> mmcopy([[1, 2, 3], [4, 5, 6]], d2=3, im=2, jm=2)
    array([[1., 2., 0.],
           [4., 5., 0.],
           [0., 0., 0.]])
    """
    A = real_array(A, "A", "rows", "d1")
    rows, cols = A.shape[-2:]
    agree(d1, cols, "d1", "A")
    im = rows if im is None else bounded(im, "im", 0, rows)
    jm = cols if jm is None else bounded(jm, "jm", 0, cols)
    d2 = bounded(cols if d2 is None else d2, "d2", jm, 2**31)
    B = np.zeros((*A.shape[:-2], max(im, d2), d2))
    B[..., :im, :jm] = A[..., :im, :jm]
    return deliver(B, out)


def mcopy34(A, *, out=None):
    """3x3 matrix in the corner of a 4x4 zero matrix.

    >>> mcopy34(UNIT3)[2]
    array([0., 0., 1., 0.])
    """
    return mmcopy(real_array(A, "A", 3, 3), d2=4, out=out)


def mcopy43(A, *, out=None):
    """3x3 block of 4x4 matrices.

    >>> mcopy43(UNIT4).shape
    (3, 3)
    """
    return deliver(real_array(A, "A", 4, 4)[..., :3, :3].copy(), out)


def mvcopy(A, rows=None, cols=None, val=None, type=None, *, out=None):
    """Row (`type` = Row) or column (Col) number `val`, counted from 1, of a matrix.

    The sizes may be left out, also by position: ``mvcopy(A, val, type)``.

    >>> mvcopy([[1, 2], [3, 4]], 2, Col)
    array([2., 4.])
    """
    if type is None and val is None and cols is not None:
        rows, cols, val, type = None, None, rows, cols
    A = real_array(A, "A", "rows", "cols")
    agree(rows, A.shape[-2], "rows", "A")
    agree(cols, A.shape[-1], "cols", "A")
    if bounded(type, "type", 0, 1) == 0:
        return deliver(A[..., bounded(val, "val", 1, A.shape[-2]) - 1, :].copy(), out)
    return deliver(A[..., bounded(val, "val", 1, A.shape[-1]) - 1].copy(), out)


def vmcopy(v, dim=None, val=None, type=None, A=None, rows=None, cols=None, *, out=None):
    """Matrix `A` with the first `dim` elements of `v` stored in its row (`type` = Row) or column (Col) `val`, from 1.

    All of v without `dim`, also by position: ``vmcopy(v, val, type, A)``.

    >>> vmcopy([8, 9], 2, 1, Col, [[1, 2], [3, 4]])
    array([[8., 2.],
           [9., 4.]])
    """
    if A is None and type is not None:
        dim, val, type, A = None, dim, val, type
    v, A = real_array(v, "v", "dim"), real_array(A, "A", "rows", "cols")
    agree(rows, A.shape[-2], "rows", "A")
    agree(cols, A.shape[-1], "cols", "A")
    along = A.ndim - 1 if bounded(type, "type", 0, 1) == 0 else A.ndim - 2
    across = A.ndim - 2 if along == A.ndim - 1 else A.ndim - 1
    position = bounded(val, "val", 1, A.shape[across]) - 1
    room = min(v.shape[-1], A.shape[along])
    n = bounded(v.shape[-1] if dim is None else dim, "dim", 0, room)
    lead = broadcast("vmcopy", v=(v, 1), A=(A, 2))
    B = spread(A, lead + A.shape[-2:])
    if along == A.ndim - 1:
        B[..., position, :n] = v[..., :n]
    else:
        B[..., :n, position] = v[..., :n]
    return deliver(B, out)


def zerom():
    """Machine epsilon of float64: the gap after 1.0.

    >>> zerom() == 2.0**-52
    True
    """
    return float(np.finfo(np.float64).eps)


def dzerom():
    """Machine epsilon of double precision.

    >>> dzerom() == 2.0**-52
    True
    """
    return float(np.finfo(np.float64).eps)


def fzerom():
    """Machine epsilon of single precision.

    >>> fzerom() == 2.0**-23
    True
    """
    return float(np.finfo(np.float32).eps)


@np.errstate(all="ignore")
def dot2(v1, v2, dim=None):
    """Dot product of vectors of any length.

    >>> dot2([1, 2, 3, 4], [1, 1, 1, 1])
    10.0
    """
    v1, v2 = real_array(v1, "v1", "dim"), real_array(v2, "v2", "dim")
    agree(dim, v1.shape[-1], "dim", "v1")
    if v1.shape[-1] != v2.shape[-1]:
        raise ValueError(f"`v2`: expected {v1.shape[-1]} elements as `v1`, got {v2.shape[-1]}")
    broadcast("dot2", v1=(v1, 1), v2=(v2, 1))
    return deliver(np.einsum("...i,...i->...", v1, v2), None)


def crossMtoM(A, B, dima=None, dimb=None, dimc=3, *, out=None):
    """Cross-product matrix ``(a x b)~`` from the cross-product matrices of a and b (3x3 or 4x4).

    Reads the elements [Z, Y], [X, Z], [Y, X] of A and B; `dimc` is the side of the result.

    >>> crossMtoM(vtom(Xaxis), vtom(Yaxis))[Y, X]
    np.float64(1.0)
    """
    a, b = _axial(A, "A", dima, "dima"), _axial(B, "B", dimb, "dimb")
    broadcast("crossMtoM", A=(a, 1), B=(b, 1))
    return crossVtoM(a, b, bounded(dimc, "dimc", 3, 4), out=out)


def _axial(A, name, dim, dim_name):
    """Vector of the elements [Z, Y], [X, Z], [Y, X] of 3x3 or 4x4 matrices."""
    A = real_array(A, name, "n", "n")
    if A.shape[-2:] not in ((3, 3), (4, 4)):
        raise ValueError(f"`{name}`: expected shape (..., 3, 3) or (..., 4, 4), got {A.shape}")
    agree(dim, A.shape[-1], dim_name, name)
    return np.stack([A[..., 2, 1], A[..., 0, 2], A[..., 1, 0]], axis=-1)


@np.errstate(all="ignore")
def crossmtom(a, b, dim=None, *, out=None):
    """Skew matrix ``C[i, j] = b[i] a[j] - a[i] b[j]`` of vectors of any length; ``(a x b)~`` for three.

    >>> crossmtom(Xaxis, Yaxis)[Y, X]
    np.float64(1.0)
    """
    a, b = real_array(a, "a", "dim"), real_array(b, "b", "dim")
    n = a.shape[-1]
    agree(dim, n, "dim", "a")
    if b.shape[-1] != n:
        raise ValueError(f"`b`: expected {n} elements as `a`, got {b.shape[-1]}")
    broadcast("crossmtom", a=(a, 1), b=(b, 1))
    return deliver(b[..., :, None] * a[..., None, :] - a[..., :, None] * b[..., None, :], out)
