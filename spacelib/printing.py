"""Print routines whose text is that of the legacy C library, character by character.

``printm4(title, m, file=None)`` and its relatives write to `file`, or to standard output. The routines that took a FILE
first (`fprintm3`, `fprintm4`, `fprintv`, `prmat`) also accept that order: ``fprintm4(file, title, m)``. The keywords
`s` and `A` of the legacy manual stand for the title and the array.
"""

import functools
import inspect
import sys

import numpy as np

from spacelib._sizes import agree, bounded, real_array

__all__ = [
    "fprintm3", "fprintm4", "fprintv", "iprintmat", "printm", "printm3", "printm4", "printmat", "printv", "prmat",
]  # fmt: skip


def _legacy_keywords(function):
    """Let a print routine take the keywords `s` and `A` of the legacy manual for its title and its array."""
    array = list(inspect.signature(function).parameters)[1]

    @functools.wraps(function)
    def call(*args, **named):
        renamed = {{"s": "title", "A": array}.get(k, k): v for k, v in named.items()}
        return function(*args, **renamed)

    return call


def _target(title, m, more, file):
    """(title, m, rest, file) from either argument order."""
    if hasattr(title, "write"):
        if not more:
            raise TypeError("`m`: expected (file, title, m), got two arguments")
        file, title, m, more = title, m, more[0], more[1:]
    return title, m, more, _page(file)


def _page(file):
    """The file to write to."""
    if file is not None and not hasattr(file, "write"):
        raise TypeError(f"`file`: expected a file, got {type(file).__name__}")
    return sys.stdout if file is None else file


def _nothing(more):
    if more:
        raise TypeError(f"expected a title and a matrix, got {len(more)} more arguments")


def _one(m, name, *core):
    """A single array of the core shape."""
    array = real_array(m, name, *core)
    if array.ndim != len(core):
        raise ValueError(f"`{name}`: expected one array of {len(core)} dimensions, got shape {array.shape}")
    return array


def _square_text(title, m, n):
    rows = ("  ".join(f"{x:8.3f}" for x in row) for row in _one(m, "m", n, n))
    return f"\n\n {title} \n" + "".join(" " * (16 - n) + row + "\n" for row in rows) + "\n"


@_legacy_keywords
def fprintm3(title, m, *more, file=None):
    r"""Print a 3x3 matrix under a title.

    >>> fprintm3("R", UNIT3)                                    # doctest: +NORMALIZE_WHITESPACE
    R
        1.000     0.000     0.000
        0.000     1.000     0.000
        0.000     0.000     1.000
    """
    title, m, more, file = _target(title, m, more, file)
    _nothing(more)
    file.write(_square_text(title, m, 3))


@_legacy_keywords
def fprintm4(title, m, *more, file=None):
    """Print a 4x4 matrix under a title.

    >>> fprintm4("M", traslat2(X, 2.0))                         # doctest: +NORMALIZE_WHITESPACE
    M
        1.000     0.000     0.000     2.000
        0.000     1.000     0.000     0.000
        0.000     0.000     1.000     0.000
        0.000     0.000     0.000     1.000
    """
    title, m, more, file = _target(title, m, more, file)
    _nothing(more)
    file.write(_square_text(title, m, 4))


@_legacy_keywords
def printm3(title, m, *, file=None):
    """Print a 3x3 matrix under a title.

    >>> printm3("R", UNIT3)                                     # doctest: +NORMALIZE_WHITESPACE
    R
        1.000     0.000     0.000
        0.000     1.000     0.000
        0.000     0.000     1.000
    """
    fprintm3(title, m, file=file)


@_legacy_keywords
def printm(title, m, *, file=None):
    """Print a 3x3 matrix under a title: :func:`printm3`.

    >>> printm("R", NULL3)                                      # doctest: +NORMALIZE_WHITESPACE
    R
        0.000     0.000     0.000
        0.000     0.000     0.000
        0.000     0.000     0.000
    """
    fprintm3(title, m, file=file)


@_legacy_keywords
def printm4(title, m, *, file=None):
    """Print a 4x4 matrix under a title.

    >>> printm4("W", NULL4)                                     # doctest: +NORMALIZE_WHITESPACE
    W
        0.000     0.000     0.000     0.000
        0.000     0.000     0.000     0.000
        0.000     0.000     0.000     0.000
        0.000     0.000     0.000     0.000
    """
    fprintm4(title, m, file=file)


@_legacy_keywords
def fprintv(title, v, *more, n=None, file=None):
    """Print the first `n` elements of a vector (default: all) under a title.

    >>> fprintv("q", [1, 2, 3])                                 # doctest: +NORMALIZE_WHITESPACE
    q
       1.000   2.000   3.000
    """
    title, v, more, file = _target(title, v, more, file)
    v = _one(v, "v", "n")
    n = more[0] if more else n
    n = len(v) if n is None else bounded(n, "n", 0, len(v))
    file.write(f"\n {title} \n   " + "".join(f"{x:8.3f}" for x in v[:n]) + "\n")


@_legacy_keywords
def printv(title, v, n=None, *, file=None):
    """Print the first `n` elements of a vector (default: all) under a title.

    >>> printv("q", [1, 2, 3], 2)                               # doctest: +NORMALIZE_WHITESPACE
    q
       1.000   2.000
    """
    fprintv(title, v, n=n, file=file)


@_legacy_keywords
def prmat(title, m, *more, file=None):
    """Print the x axis, the y axis and the origin of a pose, one per line, as the legacy post-processor reads them.

    >>> prmat("pose", traslat2(X, 2.0))                         # doctest: +NORMALIZE_WHITESPACE
    pose
       1.000    0.000    0.000
       0.000    1.000    0.000
    <BLANKLINE>
       2.000    0.000    0.000
    """
    title, m, more, file = _target(title, m, more, file)
    _nothing(more)
    m = _one(m, "m", 4, 4)
    lines = ["".join(f"{m[i, j]:8.3f} " for i in range(3)) for j in (0, 1, 3)]
    lines.insert(2, "")
    file.write(f"\n{title}\n" + "\n".join(lines) + "\n\n\n")


def _block(title, m, idim, jdim, imax, jmax, form, file):
    agree(idim, m.shape[0], "idim", "m")
    agree(jdim, m.shape[1], "jdim", "m")
    imax = m.shape[0] if imax is None else bounded(imax, "imax", 0, m.shape[0])
    jmax = m.shape[1] if jmax is None else bounded(jmax, "jmax", 0, m.shape[1])
    lines = ["".join(form(x) for x in row[:jmax]) + "\n" for row in m[:imax]]
    _page(file).write(f"{title}\n" + "".join(lines))


@_legacy_keywords
def printmat(title, m, idim=None, jdim=None, imax=None, jmax=None, *, file=None):
    """Print the leading imax x jmax block (default: all) of a matrix under a title.

    >>> printmat("A", [[1, 2], [3, 4]])                         # doctest: +NORMALIZE_WHITESPACE
    A
       1.000    2.000
       3.000    4.000
    """
    _block(title, _one(m, "m", "idim", "jdim"), idim, jdim, imax, jmax, lambda x: f"{x:8.3f} ", file)


@_legacy_keywords
def iprintmat(title, m, idim=None, jdim=None, imax=None, jmax=None, *, file=None):
    """Print the leading imax x jmax block (default: all) of a matrix of integers under a title.

    >>> iprintmat("A", [[1, 2], [3, 4]])                        # doctest: +NORMALIZE_WHITESPACE
    A
           1        2
           3        4
    """
    _one(m, "m", "idim", "jdim")
    m = np.asarray(m)
    if m.dtype.kind not in "iub":
        raise TypeError(f"`m`: expected integers, got {m.dtype.name}")
    _block(title, m, idim, jdim, imax, jmax, lambda x: f"{int(x):8d} ", file)
