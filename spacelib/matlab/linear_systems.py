"""Linear systems and the steps of the Gauss-Jordan reduction, with rows and columns counted from 1.

Sizes `idim`, `jdim` that `H` shows may be None. The unknowns in `ivet` and `vpr` of :func:`linears` count from 0.
"""

import spacelib as sl
from spacelib._sizes import bounded, index, real_array
from spacelib.matlab._arguments import flat
from spacelib.matlab.results import Solution
from spacelib.results import Largest


def _row(H, k, name):
    """Row `k` of H, counted from 1, as an index from 0."""
    return bounded(k, name, 1, real_array(H, "H", "idim", "jdim").shape[-2]) - 1


def _column(H, k, name):
    """Column `k` of H, counted from 1, as an index from 0."""
    return bounded(k, name, 1, real_array(H, "H", "idim", "jdim").shape[-1]) - 1


def linears(H, idim=None, jdim=None, imax=None, jmax=None, nsol=None, vpr=None):
    """Gauss-Jordan reduction ``(H, ivet, irank, arm)`` with row and column pivoting: :func:`spacelib.linear`.

    `ivet` holds indices from 0: unknown ``x[ivet[i]]`` is ``H[i, jmax]``. `vpr` lists, in the same way, the unknowns
    whose columns must not be pivots, ended by -1.

    >>> H, ivet, irank, arm = linears([[0, 2, 6], [4, 0, 4]], 2, 3, 2, 2, 1)
    >>> H[:, 2], ivet, irank, arm
    (array([1., 3.]), array([0, 1]), 2, 2.0)
    """
    return sl.linear(H, idim, jdim, imax, jmax, nsol, vpr)


def solve_l(A, b):
    """Solution ``(x, irank)`` of ``A x = b`` and the rank of the square matrix A: :func:`spacelib.solve`.

    >>> solve_l([[2, 0], [0, 4]], [2, 2])
    Solution(x=array([1. , 0.5]), irank=2)
    """
    return Solution(*sl.solve(A, flat(b, "b")))


def minvers(A):
    """Inverse of a square matrix: :func:`spacelib.minvers` without the rank.

    >>> minvers([[2, 0], [0, 4]])
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    return sl.minvers(A).Ai


def swabr(H, idim, jdim, j2max, k, im):
    """`H` with rows `k` and `im` exchanged in its first `j2max` columns: :func:`spacelib.swabr`, from 1.

    >>> swabr([[1, 2], [3, 4]], 2, 2, 2, 1, 2)
    array([[3., 4.],
           [1., 2.]])
    """
    return sl.swabr(H, idim, jdim, j2max, _row(H, k, "k"), _row(H, im, "im"))


def swabc(H, idim, jdim, imax, k, jm, vet):
    """`H` with columns `k` and `jm` exchanged in its first `imax` rows, and likewise the elements of `vet`.

    :func:`spacelib.swabc`, columns counted from 1. Result ``(H, vet)``.

    >>> H, vet = swabc([[1, 2], [3, 4]], 2, 2, 2, 1, 2, [0, 1])
    >>> H[0], vet
    (array([2., 1.]), array([1, 0]))
    """
    return sl.swabc(H, idim, jdim, imax, _column(H, k, "k"), _column(H, jm, "jm"), vet)


def normalr(H, idim, jdim, j2max, k, rm):
    """`H` with the first `j2max` elements of row `k` divided by `rm`: :func:`spacelib.normalr`, from 1.

    >>> normalr([[2, 4], [3, 4]], 2, 2, 2, 1, 2.0)
    array([[1., 2.],
           [3., 4.]])
    """
    return sl.normalr(H, idim, jdim, j2max, _row(H, k, "k"), rm)


def elimin(H, idim, jdim, imax, j2max, k):
    """`H` after elimination of column `k` from its first `imax` rows but row k: :func:`spacelib.elimin`, from 1.

    Columns k to j2max change.

    >>> elimin([[1, 2], [3, 4]], 2, 2, 2, 2, 1)
    array([[ 1.,  2.],
           [ 0., -2.]])
    """
    _column(H, k, "k")
    return sl.elimin(H, idim, jdim, imax, j2max, _row(H, k, "k"))


def rmax(H, idim, jdim, imin, imax, jmin, jmax):
    """Place and signed value ``(im, jm, value)`` of the largest element in rows imin to imax, columns jmin to jmax.

    :func:`spacelib.rmax`; both ends are included, all counted from 1. An empty range, or one that leaves H, gives
    (1, 1, 0.0).

    >>> rmax([[1, -7], [3, 4]], 2, 2, 1, 2, 1, 2)
    Largest(im=1, jm=2, value=-7.0)
    """
    im, jm, value = sl.rmax(H, idim, jdim, index(imin, "imin") - 1, imax, index(jmin, "jmin") - 1, jmax)
    return Largest(im + 1, jm + 1, value)
