"""Matrices and vectors of any size: products, sums, copies, lengths, tilde matrices, small helpers.

A flat array (n,) is a vector; where a matrix is expected it stands for one column in a product and goes elementwise
through sums, scaling and copies.
"""

import warnings

import numpy as np

import spacelib as sl
from spacelib._sizes import bounded, deliver, real_array
from spacelib.matlab._arguments import as_vector, flat
from spacelib.matlab.results import UnitVector


def _elementwise(function, *arrays, **options):
    """A function of matrices, applied to flat vectors as to matrices of one row."""
    if all(np.ndim(A) == 1 for A in arrays):
        return function(*(np.asarray(A)[None] for A in arrays), **options)[..., 0, :]
    return function(*arrays, **options)


# ---------------------------------------------------------------------------------------------- matrices

def molt(A, B):
    """Product of two matrices, or of a matrix and a flat vector: :func:`spacelib.molt`.

    >>> molt([[1, 2], [3, 4]], [1, 1])
    array([3., 7.])
    """
    if np.ndim(B) == 1:
        return sl.molt(A, np.asarray(B)[:, None])[..., 0]
    return sl.molt(A, B)


def rmolt(A, r):
    """Matrix or flat vector times a number: :func:`spacelib.rmolt`.

    >>> rmolt([[1, 2, 3]], 2.0)
    array([[2., 4., 6.]])
    """
    return _elementwise(sl.rmolt, A, r=r)


def ssum(A, B):
    """Sum of two matrices or two flat vectors: :func:`spacelib.sum`.

    >>> ssum([[1, 2]], [[3, 4]])
    array([[4., 6.]])
    """
    return _elementwise(sl.sum, A, B)


def sub(A, B):
    """Difference of two matrices or two flat vectors: :func:`spacelib.sub`.

    >>> sub([1, 2], [3, 4])
    array([-2., -2.])
    """
    return _elementwise(sl.sub, A, B)


def jnorm(m):
    """Largest absolute element of a matrix or of a flat vector: :func:`spacelib.norm`.

    >>> jnorm([[1, -5], [2, 3]])
    5.0
    """
    return sl.norm(np.atleast_2d(real_array(m, "m")))


def clearmat(m, n):
    """Zero matrix m x n: :func:`spacelib.clear`.

    >>> clearmat(1, 2)
    array([[0., 0.]])
    """
    return sl.clear(m, n)


def idmat(n):
    """Identity of side n: :func:`spacelib.idmat`.

    >>> idmat(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return sl.idmat(n)


def transp(A):
    """Transpose of a matrix: :func:`spacelib.transp`.

    >>> transp([[1, 2]])
    array([[1.],
           [2.]])
    """
    return sl.transp(A)


def pseudinv(A):
    """Moore-Penrose inverse of a matrix: :func:`spacelib.pseudo_inv` without the rank.

    >>> pseudinv([[1, 0], [0, 0], [0, 2]])
    array([[1. , 0. , 0. ],
           [0. , 0. , 0.5]])
    """
    return sl.pseudo_inv(A).Api


# ---------------------------------------------------------------------------------------------- vectors

def dot3(a, b):
    """Dot product of vectors of three: :func:`spacelib.dot`.

    >>> dot3([1, 2, 3], [4, 5, 6])
    32.0
    """
    return sl.dot(as_vector(a, "a"), as_vector(b, "b"))


def dot2(a, b):
    """Dot product of vectors of any length: :func:`spacelib.dot2`.

    >>> dot2([1, 2, 3, 4], [1, 1, 1, 1])
    10.0
    """
    return sl.dot2(flat(a, "a"), flat(b, "b"))


def modulus(v):
    """Length of a vector: :func:`spacelib.mod` for vectors of any length, without overflow or underflow.

    >>> modulus([3, 0, 0, 4])
    5.0
    """
    return deliver(np.hypot.reduce(real_array(flat(v, "v"), "v", "n"), axis=-1), None)


def unitv(V):
    """Unit vector along `V`, and the length of V ``(u, t)``: :func:`spacelib.unitv`.

    >>> unitv([0, 3, 4])
    UnitVector(u=array([0. , 0.6, 0.8]), t=5.0)
    """
    return UnitVector(*sl.unitv(as_vector(V, "V")))


def vector(u, m):
    """Vector of modulus `m` along the unit vector `u`: :func:`spacelib.vector`.

    >>> vector(Yaxis, 3.0)
    array([0., 3., 0.])
    """
    return sl.vector(as_vector(u, "u"), m)


def crosstom(A1, A2):
    """Cross-product matrix ``(a x b)~`` from a and b, or from their cross-product matrices.

    Flat vectors or columns (..., 3, 1): :func:`spacelib.crossVtoM`; matrices: :func:`spacelib.crossMtoM`.

    >>> crosstom(Xaxis, Yaxis)[1, 0], crosstom(vtom(Xaxis), vtom(Yaxis))[1, 0]
    (np.float64(1.0), np.float64(1.0))
    """
    if all(np.ndim(A) == 1 or np.shape(A)[-1:] == (1,) for A in (A1, A2)):
        return sl.crossVtoM(as_vector(A1, "A1"), as_vector(A2, "A2"))
    return sl.crossMtoM(A1, A2)


def crossmto(A1, A2):
    """Skew matrix of two vectors, or ``(a x b)~`` from the cross-product matrices of a and b.

    Flat vectors or rows (..., 1, n) of any length, element ``b[i] a[j] - a[i] b[j]``: :func:`spacelib.crossmtom`;
    matrices: :func:`spacelib.crossMtoM`.

    >>> crossmto([1, 2], [3, 4])
    array([[ 0.,  2.],
           [-2.,  0.]])
    """
    if all(np.ndim(A) == 1 or np.shape(A)[-2:-1] == (1,) for A in (A1, A2)):
        a, b = (real_array(A, name, "n") for A, name in ((A1, "A1"), (A2, "A2")))
        return sl.crossmtom(*(A[..., 0, :] if A.ndim > 1 else A for A in (a, b)))
    return sl.crossMtoM(A1, A2)


# ---------------------------------------------------------------------------------------------- copies

def mcopy(A):
    """Copy of a matrix or of a flat vector: :func:`spacelib.mcopy`.

    >>> mcopy([[1, 2]])
    array([[1., 2.]])
    """
    return _elementwise(sl.mcopy, A)


def mmcopy(A, d1, d2):
    """Leading d1 x d1 block of `A` in the corner of a zero matrix d2 x d2.

    :func:`spacelib.mmcopy`, where sizes and strides are separate.

    >>> mmcopy([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 2, 3)
    array([[1., 2., 0.],
           [4., 5., 0.],
           [0., 0., 0.]])
    """
    return sl.mmcopy(A, d2=d2, im=d1, jm=d1)


def mvcopy(A, rows, cols, val, type):
    """Row (`type` = Row) or column (Col) number `val`, counted from 1, of a matrix: :func:`spacelib.mvcopy`.

    >>> mvcopy([[1, 2], [3, 4]], 2, 2, 2, Col)
    array([2., 4.])
    """
    return sl.mvcopy(A, rows, cols, val, type)


def vmcopy(v, dim, val, type, A, rows, cols):
    """`A` with the first `dim` elements of `v` in its row (`type` = Row) or column (Col) `val`, counted from 1.

    :func:`spacelib.vmcopy`.

    >>> vmcopy([8, 9], 2, 1, Col, [[1, 2], [3, 4]], 2, 2)
    array([[8., 2.],
           [9., 4.]])
    """
    return sl.vmcopy(flat(v, "v"), dim, val, type, A, rows, cols)


# ---------------------------------------------------------------------------------------------- helpers

def zerom():
    """Machine epsilon of float64: :func:`spacelib.zerom`.

    >>> zerom() == 2.0**-52
    True
    """
    return sl.zerom()


def jrand(imax, jmax, low, high, *, rng=None):
    """Random imax x jmax matrix, uniform between `low` and `high`; `rng` is a NumPy generator or a seed.

    >>> A = jrand(2, 3, -1.0, 1.0, rng=0)
    >>> A.shape, bool((abs(A) <= 1).all())
    ((2, 3), True)
    """
    size = bounded(imax, "imax", 0, 2**31), bounded(jmax, "jmax", 0, 2**31)
    return np.random.default_rng(rng).uniform(low, high, size)


def rad(x):
    """Degrees to radians: :func:`spacelib.rad`.

    >>> rad(180)
    3.141592653589793
    """
    return deliver(sl.rad(real_array(x, "x")), None)


def deg(x):
    """Radians to degrees: :func:`spacelib.deg`.

    >>> deg(PIG)
    180.0
    """
    return deliver(sl.deg(real_array(x, "x")), None)


def grad(x):
    """Radians to degrees, the old name of :func:`deg`; gives a `DeprecationWarning`.

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     grad(PIG)
    180.0
    """
    warnings.warn("grad is the old name of deg", DeprecationWarning, stacklevel=2)
    return deg(x)
