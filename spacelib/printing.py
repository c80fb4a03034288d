"""Print routines whose text is that of the legacy C library, character by character.

``printm4(title, m, file=None)`` and its relatives write to `file`, or to standard output. All of them also accept the
order of the C routines that took a FILE first, ``fprintm4(file, title, m)``, and the keywords `s` and `A` of the manual
for the title and the array.
"""

import functools
import inspect
import sys

import numpy as np

from spacelib._sizes import agree, bounded, real_array

__all__ = [
    "fprintm3", "fprintm4", "fprintv", "iprintmat", "printm", "printm3", "printm4", "printmat", "printv", "prmat",
]  # fmt: skip


def _legacy_arguments(function):
    """Let a print routine take its file first, and the keywords `s` and `A` for its title and its array."""
    array = list(inspect.signature(function).parameters)[1]

    @functools.wraps(function)
    def call(*args, **named):
        if args and hasattr(args[0], "write"):
            if named.get("file") is not None:
                raise TypeError("`file`: expected one file, got two")
            named["file"], args = args[0], args[1:]
        for alias, name in (("s", "title"), ("A", array)):
            if alias in named:
                if name in named:
                    raise TypeError(f"`{name}`: expected `{name}` or `{alias}`, got both")
                named[name] = named.pop(alias)
        return function(*args, **named)

    return call


def _page(file):
    """The file to write to."""
    if file is not None and not hasattr(file, "write"):
        raise TypeError(f"`file`: expected a file, got {type(file).__name__}")
    return sys.stdout if file is None else file


def _one(m, name, *core):
    """A single array of the core shape."""
    array = real_array(m, name, *core)
    if array.ndim != len(core):
        raise ValueError(f"`{name}`: expected one array of {len(core)} dimensions, got shape {array.shape}")
    return array


def _square_text(title, m, n):
    rows = ("  ".join(f"{x:8.3f}" for x in row) for row in _one(m, "m", n, n))
    return f"\n\n {title} \n" + "".join(" " * (16 - n) + row + "\n" for row in rows) + "\n"


@_legacy_arguments
def fprintm3(title, m, *, file=None):
    r"""Print a 3x3 matrix under a title.

    >>> fprintm3("R", UNIT3)                                    # doctest: +NORMALIZE_WHITESPACE
    R
        1.000     0.000     0.000
        0.000     1.000     0.000
        0.000     0.000     1.000
    """
    _page(file).write(_square_text(title, m, 3))


@_legacy_arguments
def fprintm4(title, m, *, file=None):
    """Print a 4x4 matrix under a title.

    >>> fprintm4("M", traslat2(X, 2.0))                         # doctest: +NORMALIZE_WHITESPACE
    M
        1.000     0.000     0.000     2.000
        0.000     1.000     0.000     0.000
        0.000     0.000     1.000     0.000
        0.000     0.000     0.000     1.000
    """
    _page(file).write(_square_text(title, m, 4))


@_legacy_arguments
def printm3(title, m, *, file=None):
    """Print a 3x3 matrix under a title.

    >>> printm3("R", UNIT3)                                     # doctest: +NORMALIZE_WHITESPACE
    R
        1.000     0.000     0.000
        0.000     1.000     0.000
        0.000     0.000     1.000
    """
    fprintm3(title, m, file=file)


@_legacy_arguments
def printm(title, m, *, file=None):
    """Print a 3x3 matrix under a title: :func:`printm3`.

    >>> printm("R", NULL3)                                      # doctest: +NORMALIZE_WHITESPACE
    R
        0.000     0.000     0.000
        0.000     0.000     0.000
        0.000     0.000     0.000
    """
    fprintm3(title, m, file=file)


@_legacy_arguments
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


@_legacy_arguments
def fprintv(title, v, n=None, *, file=None):
    """Print the first `n` elements of a vector (default: all) under a title.

    >>> fprintv("q", [1, 2, 3])                                 # doctest: +NORMALIZE_WHITESPACE
    q
       1.000   2.000   3.000
    """
    v = _one(v, "v", "n")
    n = len(v) if n is None else bounded(n, "n", 0, len(v))
    _page(file).write(f"\n {title} \n   " + "".join(f"{x:8.3f}" for x in v[:n]) + "\n")


@_legacy_arguments
def printv(title, v, n=None, *, file=None):
    """Print the first `n` elements of a vector (default: all) under a title.

    >>> printv("q", [1, 2, 3], 2)                               # doctest: +NORMALIZE_WHITESPACE
    q
       1.000   2.000
    """
    fprintv(title, v, n=n, file=file)


@_legacy_arguments
def prmat(title, m, *, file=None):
    """Print the x axis, the y axis and the origin of a pose, one per line, as the legacy post-processor reads them.

    >>> prmat("pose", traslat2(X, 2.0))                         # doctest: +NORMALIZE_WHITESPACE
    pose
       1.000    0.000    0.000
       0.000    1.000    0.000
    <BLANKLINE>
       2.000    0.000    0.000
    """
    m = _one(m, "m", 4, 4)
    lines = ["".join(f"{m[i, j]:8.3f} " for i in range(3)) for j in (0, 1, 3)]
    lines.insert(2, "")
    _page(file).write(f"\n{title}\n" + "\n".join(lines) + "\n\n\n")


def _block(title, m, idim, jdim, imax, jmax, form, file):
    agree(idim, m.shape[0], "idim", "m")
    agree(jdim, m.shape[1], "jdim", "m")
    imax = m.shape[0] if imax is None else bounded(imax, "imax", 0, m.shape[0])
    jmax = m.shape[1] if jmax is None else bounded(jmax, "jmax", 0, m.shape[1])
    lines = ["".join(form(x) for x in row[:jmax]) + "\n" for row in m[:imax]]
    _page(file).write(f"{title}\n" + "".join(lines))


@_legacy_arguments
def printmat(title, m, idim=None, jdim=None, imax=None, jmax=None, *, file=None):
    """Print the leading imax x jmax block (default: all) of a matrix under a title.

    >>> printmat("A", [[1, 2], [3, 4]])                         # doctest: +NORMALIZE_WHITESPACE
    A
       1.000    2.000
       3.000    4.000
    """
    _block(title, _one(m, "m", "idim", "jdim"), idim, jdim, imax, jmax, lambda x: f"{x:8.3f} ", file)


@_legacy_arguments
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
