"""Linear systems: rank, solution, inverse and pseudo-inverse through LAPACK; Gauss-Jordan reduction with full pivoting.

The reduction :func:`linear` and its steps (`rmax`, `swabr`, `swabc`, `normalr`, `elimin`) are our own because their
pivoting order is the result. Indices are 0-based. Everything broadcasts over leading dimensions.
"""
import math

import numpy as np

from spacelib._gauss import reduce
from spacelib._sizes import agree, bounded, broadcast, deliver, deliver_all, index, indices, real_array, spread
from spacelib.errors import report_singular
from spacelib.results import ColumnSwap, GaussJordan, Inverse, Largest, PseudoInverse, Solution

__all__ = [
    "elimin", "linear", "minvers", "normalr", "pseudo_inv", "rmax", "solve", "swabc", "swabr",
]

EPS = np.finfo(float).eps


# ---------------------------------------------------------------------------------------------- through LAPACK

@np.errstate(all="ignore")
def _pinv(A):
    """Pseudo-inverses and ranks of a stack (N, m, n); singular values up to 10 max(m, n) eps of the largest are 0."""
    finite = np.isfinite(A).all(axis=(1, 2))[:, None, None]
    u, s, vt = np.linalg.svd(np.where(finite, A, 0.0), full_matrices=False)
    keep = s > 10 * max(A.shape[1:]) * EPS * s.max(axis=1, keepdims=True, initial=0.0)
    inverse = np.divide(1.0, s, out=np.zeros_like(s), where=keep)
    Api = (vt.swapaxes(1, 2) * inverse[:, None, :]) @ u.swapaxes(1, 2)
    return np.where(finite, Api, np.nan), keep.sum(axis=1)


def _stack(A):
    """A (..., m, n) as (N, m, n): LAPACK's wrappers know fewer dimensions than arrays have."""
    return A.reshape((math.prod(A.shape[:-2]), *A.shape[-2:]))


def _square(A, dim):
    A = real_array(A, "A", "dim", "dim")
    n = A.shape[-1]
    agree(dim, n, "dim", "A")
    if A.shape[-2] != n:
        raise ValueError(f"`A`: expected a square matrix, got {A.shape}")
    return A, n


def _count(rank):
    """Rank as int, or as an int array."""
    return rank.astype(np.int64) if np.ndim(rank) else int(rank)


def _regular(name, A, rank):
    """Which of the matrices (N, n, n) are regular, and A with the others replaced by the identity; reports those."""
    n = A.shape[-1]
    finite = np.isfinite(A).all(axis=(1, 2))
    deficient = finite & (rank < n)
    if deficient.any():
        what = "the matrix is singular; the answer of least norm returned"
        report_singular(name, what, int(deficient.sum()), deficient.size)
    regular = finite & ~deficient
    return regular[:, None, None], np.where(regular[:, None, None], A, np.eye(n))


@np.errstate(all="ignore")
def solve_each(name, A, b):
    """Solutions of ``A x = b`` for stacks of one leading shape, of least norm where A is singular, and the ranks."""
    stack, right = _stack(A), _stack(b[..., None])
    Api, rank = _pinv(stack)
    regular, safe = _regular(name, stack, rank)
    x = np.where(regular, np.linalg.solve(safe, right), Api @ right)
    return x.reshape(b.shape), rank.reshape(b.shape[:-1])


def pseudo_inv(A, rows=None, cols=None, *, out=None):
    """Moore-Penrose inverse `Api` of a matrix of any size, and its rank.

    >>> pseudo_inv([[1, 0], [0, 0], [0, 2]])
    PseudoInverse(Api=array([[1. , 0. , 0. ],
           [0. , 0. , 0.5]]), rank=2)
    """
    A = real_array(A, "A", "rows", "cols")
    agree(rows, A.shape[-2], "rows", "A")
    agree(cols, A.shape[-1], "cols", "A")
    Api, rank = _pinv(_stack(A))
    lead, (m, n) = A.shape[:-2], A.shape[-2:]
    return deliver_all(PseudoInverse(Api.reshape((*lead, n, m)), _count(rank.reshape(lead))), out)


def solve(A, b, dim=None, *, out=None):
    """Solution `x` of ``A x = b``, and the rank of A.

    A singular A gives the least-squares solution of least norm and a `SingularityWarning`.

    >>> solve([[2, 0], [0, 4]], [2, 2])
    Solution(x=array([1. , 0.5]), rank=2)
    """
    A, n = _square(A, dim)
    b = real_array(b, "b", n)
    lead = broadcast("solve", A=(A, 2), b=(b, 1))
    x, rank = solve_each("solve", spread(A, (*lead, n, n)), spread(b, (*lead, n)))
    return deliver_all(Solution(x, _count(rank)), out)


def minvers(A, dim=None, *, out=None):
    """Inverse `Ai` of a square matrix, and its rank.

    A singular A gives the pseudo-inverse and a `SingularityWarning`.

    >>> minvers([[2, 0], [0, 4]]).Ai
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    A, _ = _square(A, dim)
    stack = _stack(A)
    Api, rank = _pinv(stack)
    regular, safe = _regular("minvers", stack, rank)
    Ai = np.where(regular, np.linalg.inv(safe), Api)
    return deliver_all(Inverse(Ai.reshape(A.shape), _count(rank.reshape(A.shape[:-2]))), out)


# ---------------------------------------------------------------------------------------------- Gauss-Jordan

def _excluded(vpr, jmax):
    """Columns of `vpr`, a list ended by -1 or by its length."""
    columns = []
    for value in [] if vpr is None else indices(vpr, "vpr"):
        if value == -1:
            break
        columns.append(bounded(value, "vpr", 0, jmax - 1))
    if len(set(columns)) != len(columns):
        raise ValueError(f"`vpr`: expected different columns, got {columns}")
    return columns


def linear(H, idim=None, jdim=None, imax=None, jmax=None, nsol=None, vpr=None, *, out=None):
    """Gauss-Jordan reduction, with row and column pivoting, of the system in the leading part of `H`.

    The first `imax` rows hold `jmax` coefficients and then `nsol` right sides (defaults: all rows, all columns but one,
    one). Result: the reduced H; `ivet`, the index of the unknown that stands in each column, so that
    ``x[ivet[i]] = H[i, jmax]``; the rank `irank`; `arm`, the modulus of the last pivot tried (0 or tiny for a singular
    system). Pivoting ends when the pivot falls below ``5 eps imax`` of the first. `vpr` lists columns that must not be
    pivots (ended by -1); they are moved behind the others.

    >>> H, ivet, irank, arm = linear([[0, 2, 6], [4, 0, 4]])
    >>> H[:, 2], ivet, irank, arm
    (array([1., 3.]), array([0, 1]), 2, 2.0)
    """
    H = np.array(real_array(H, "H", "idim", "jdim"), order="C")
    rows, cols = H.shape[-2:]
    agree(idim, rows, "idim", "H")
    agree(jdim, cols, "jdim", "H")
    imax = rows if imax is None else bounded(imax, "imax", 0, rows)
    nsol = (min(1, cols) if jmax is None else 0) if nsol is None else bounded(nsol, "nsol", 0, cols)
    jmax = cols - nsol if jmax is None else bounded(jmax, "jmax", 0, cols - nsol)
    columns = _excluded(vpr, jmax)
    lead = H.shape[:-2]
    stack = _stack(H)
    ivet = np.tile(np.arange(jmax, dtype=np.int64), (len(stack), 1))
    irank = np.zeros(len(stack), dtype=np.int64)
    last = np.zeros(len(stack))
    for item in range(len(stack)):
        order = ivet[item]
        for place, column in enumerate(columns):
            here, there = np.flatnonzero(order == column)[0], jmax - 1 - place
            order[[here, there]] = order[[there, here]]
            stack[item][:imax, [here, there]] = stack[item][:imax, [there, here]]
        irank[item], last[item] = reduce(stack[item], imax, jmax - len(columns), jmax + nsol, order)
    irank, arm = _count(irank.reshape(lead)), deliver(last.reshape(lead), None)
    return deliver_all(GaussJordan(stack.reshape(H.shape), ivet.reshape((*lead, jmax)), irank, arm), out)


def _system(H, idim, jdim):
    H = real_array(H, "H", "idim", "jdim")
    rows, cols = H.shape[-2:]
    agree(idim, rows, "idim", "H")
    agree(jdim, cols, "jdim", "H")
    return np.array(H, order="C"), rows, cols


def swabr(H, idim=None, jdim=None, j2max=None, k=None, im=None, *, out=None):
    """H with rows `k` and `im` exchanged in its first `j2max` columns.

    >>> swabr([[1, 2], [3, 4]], j2max=2, k=0, im=1)
    array([[3., 4.],
           [1., 2.]])
    """
    H, rows, cols = _system(H, idim, jdim)
    j2max = cols if j2max is None else bounded(j2max, "j2max", 0, cols)
    k, im = bounded(k, "k", 0, rows - 1), bounded(im, "im", 0, rows - 1)
    H[..., [k, im], :j2max] = H[..., [im, k], :j2max]
    return deliver(H, out)


def swabc(H, idim=None, jdim=None, imax=None, k=None, jm=None, vet=None, *, out=None):
    """H with columns `k` and `jm` exchanged in its first `imax` rows, and likewise the elements of the index `vet`.

    >>> swabc([[1, 2], [3, 4]], imax=2, k=0, jm=1, vet=[0, 1])
    ColumnSwap(H=array([[2., 1.],
           [4., 3.]]), vet=array([1, 0]))
    """
    H, rows, cols = _system(H, idim, jdim)
    imax = rows if imax is None else bounded(imax, "imax", 0, rows)
    k, jm = bounded(k, "k", 0, cols - 1), bounded(jm, "jm", 0, cols - 1)
    vet = np.array(range(cols) if vet is None else indices(vet, "vet"), dtype=np.int64)
    if len(vet) <= max(k, jm):
        raise ValueError(f"`vet`: expected more than {max(k, jm)} elements, got {len(vet)}")
    H[..., :imax, [k, jm]] = H[..., :imax, [jm, k]]
    vet[[k, jm]] = vet[[jm, k]]
    return deliver_all(ColumnSwap(H, vet), out)


def normalr(H, idim=None, jdim=None, j2max=None, k=None, rm=None, *, out=None):
    """H with the first `j2max` elements of row `k` divided by `rm`.

    >>> normalr([[2, 4], [3, 4]], j2max=2, k=0, rm=2.0)
    array([[1., 2.],
           [3., 4.]])
    """
    H, rows, cols = _system(H, idim, jdim)
    j2max = cols if j2max is None else bounded(j2max, "j2max", 0, cols)
    k, rm = bounded(k, "k", 0, rows - 1), real_array(rm, "rm")
    H = spread(H, (*broadcast("normalr", H=(H, 2), rm=(rm, 0)), rows, cols))
    with np.errstate(all="ignore"):
        H[..., k, :j2max] /= rm[..., None]
    return deliver(H, out)


def elimin(H, idim=None, jdim=None, imax=None, j2max=None, k=None, *, out=None):
    """H after elimination of column `k` from its first `imax` rows but row k: ``H[i] -= H[i, k] / H[k, k] H[k]``.

    Columns k .. j2max-1 change.

    >>> elimin([[1, 2], [3, 4]], imax=2, j2max=2, k=0)
    array([[ 1.,  2.],
           [ 0., -2.]])
    """
    H, rows, cols = _system(H, idim, jdim)
    imax = rows if imax is None else bounded(imax, "imax", 0, rows)
    j2max = cols if j2max is None else bounded(j2max, "j2max", 0, cols)
    k = bounded(k, "k", 0, min(rows, cols) - 1)
    others = [i for i in range(imax) if i != k]
    if k < j2max:
        with np.errstate(all="ignore"):
            factor = H[..., others, k] / H[..., k, k, None]
            H[..., others, k:j2max] -= factor[..., None] * H[..., None, k, k:j2max]
        H[..., others, k] = np.where(np.isfinite(factor), 0.0, np.nan)
    return deliver(H, out)


def rmax(H, idim=None, jdim=None, imin=0, imax=None, jmin=0, jmax=None):
    """Place (`im`, `jm`) and signed value of the element of largest modulus.

    Rows imin .. imax-1 and columns jmin .. jmax-1 are searched (defaults: all).
    An empty range, or one that leaves H, gives (0, 0, 0.0).

    >>> rmax([[1, -7], [3, 4]])
    Largest(im=0, jm=1, value=-7.0)
    """
    H, rows, cols = _system(H, idim, jdim)
    imin, jmin = index(imin, "imin"), index(jmin, "jmin")
    imax = rows if imax is None else index(imax, "imax")
    jmax = cols if jmax is None else index(jmax, "jmax")
    lead = H.shape[:-2]
    if not (0 <= imin < imax <= rows and 0 <= jmin < jmax <= cols):
        zero = np.zeros(lead, dtype=np.int64)
        return Largest(_count(zero), _count(zero), deliver(np.zeros(lead), None))
    flat = H[..., imin:imax, jmin:jmax].reshape((*lead, (imax - imin) * (jmax - jmin)))
    where = np.argmax(np.abs(flat), axis=len(lead))
    value = np.take_along_axis(flat, np.expand_dims(where, len(lead)), axis=len(lead))[..., 0]
    return Largest(_count(imin + where // (jmax - jmin)), _count(jmin + where % (jmax - jmin)), deliver(value, None))
