"""Matrices made exact again: the nearest rotation, the symmetric and the skew part, the cofactors."""

import numpy as np

import spacelib as sl
from spacelib._sizes import index, real_array
from spacelib.errors import report_singular


def _square(A, name):
    A = real_array(A, name, "n", "n")
    if A.shape[-1] != A.shape[-2]:
        raise ValueError(f"`{name}`: expected a square matrix, got {A.shape}")
    return A


def normal(A):
    """Nearest rotation to the 3x3 block of `A` (3x3 or 4x4): :func:`spacelib.normal`.

    >>> normal([[0, -2, 0], [2, 0, 0], [0, 0, 2]])[1]
    array([1., 0., 0.])
    """
    return sl.normal(A)


def normal3(r):
    """Nearest rotation to a 3x3 matrix: :func:`spacelib.normal3`.

    >>> normal3([[0, -2, 0], [2, 0, 0], [0, 0, 2]])[1]
    array([1., 0., 0.])
    """
    return sl.normal3(r)


def normal_g(r):
    """Nearest orthogonal matrix of determinant +1 to a square matrix of any size; for 3x3 as :func:`normal`.

    From the singular values, ``r = u s v^t``: it is ``u v^t``, or ``u diag(1, .., 1, -1) v^t`` where that would be a
    reflection. Where it is not unique there is a `SingularityWarning`.

    >>> normal_g([[0.0, -2.0], [2.0, 0.0]]) @ [1, 0]
    array([0., 1.])
    """
    r = _square(r, "r")
    finite = np.isfinite(r).all(axis=(-2, -1), keepdims=True)
    u, s, vt = np.linalg.svd(np.where(finite, r, np.eye(r.shape[-1])))
    sign = np.where(np.linalg.det(u @ vt) < 0, -1.0, 1.0)
    u[..., -1] *= sign[..., None]
    if r.shape[-1] > 1:
        # a plane can be turned at no cost where s_(n-1) + sign s_n = 0
        free = s[..., -2] + sign * s[..., -1] <= r.shape[-1] * sl.zerom() * s[..., 0]
        if free.any():
            what = "the nearest rotation is not unique; one of them returned"
            report_singular("normal_g", what, int(free.sum()), free.size)
    return np.where(finite, u @ vt, np.nan)


def normskew(M, sign):
    """Symmetric (`sign` = SYMM_) or skew (SKEW_) part of a square matrix of any size.

    :func:`spacelib.norm_simm_skew` on the whole matrix.

    >>> normskew([[1, 2], [4, 1]], SKEW_)
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    M = _square(M, "M")
    if index(sign, "sign") not in (sl.SYMM, sl.SKEW):
        raise ValueError(f"`sign`: expected SYMM_ (1) or SKEW_ (-1), got {sign}")
    return 0.5 * (M + sign * np.swapaxes(M, -1, -2))


def adj3(r):
    """Matrix of the cofactors of a 3x3 matrix, ``det(r) r^-t``: its rows are the cross products of the rows of r.

    >>> adj3([[2, 0, 0], [0, 3, 0], [0, 0, 4]])
    array([[12.,  0.,  0.],
           [ 0.,  8.,  0.],
           [ 0.,  0.,  6.]])
    """
    r = real_array(r, "r", 3, 3)
    return np.stack([sl.cross(r[..., (i + 1) % 3, :], r[..., (i + 2) % 3, :]) for i in range(3)], axis=-2)
