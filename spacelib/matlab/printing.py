"""Print routines with four decimals and tabs, for a matrix of any size; `fid` is a text file, or 1 for the screen."""

import sys

import numpy as np

from spacelib._sizes import real_array


def _one(m, name, *core):
    """A single array of the core shape."""
    array = real_array(m, name, *core)
    if array.ndim != len(core):
        raise ValueError(f"`{name}`: expected one array of {len(core)} dimensions, got shape {array.shape}")
    return array


def _write(fid, text):
    """Text to an open file, or to standard output (1) or standard error (2)."""
    file = {1: sys.stdout, 2: sys.stderr}.get(fid) if isinstance(fid, int) else fid
    if not hasattr(file, "write"):
        raise TypeError(f"`fid`: expected a text file open for writing, 1 or 2, got {fid!r:.60}")
    file.write(text)


def fprintm(fid, title, M):
    r"""Print a matrix of any size, or a vector as one row, under a title on the file `fid`.

    Each element is a blank, seven places with four decimals and a tab; the C-named print routines have three decimals.

    >>> import io
    >>> file = io.StringIO()
    >>> fprintm(file, "A", [[1, -2]])
    >>> file.getvalue()
    '\n A\n\n  1.0000\t -2.0000\t\n'
    """
    M = _one(np.atleast_2d(real_array(M, "M")), "M", "rows", "cols")
    rows = "".join("".join(f" {x:7.4f}\t" for x in row) + "\n" for row in M)
    _write(fid, f"\n {title}\n\n{rows}")


def printm(title, A):
    """Print a matrix of any size, or a vector as one row, under a title on the screen: :func:`fprintm`.

    >>> printm("A", [[1, -2], [0.5, 1000]])                     # doctest: +NORMALIZE_WHITESPACE
    <BLANKLINE>
     A
    <BLANKLINE>
     1.0000  -2.0000
     0.5000  1000.0000
    """
    fprintm(1, title, A)


def prmat(fid, title, M):
    r"""Print the x axis, the y axis and the origin of a pose, one per line, on the file `fid`.

    :func:`spacelib.prmat` with four decimals, tabs, and no empty line before the origin.

    >>> import io
    >>> file = io.StringIO()
    >>> prmat(file, "pose", traslat2(X, 2.0))
    >>> file.getvalue().splitlines()[-3]
    ' 2.0000\t 0.0000\t 0.0000\t'
    """
    M = _one(M, "M", 4, 4)
    rows = "".join("".join(f"{x:7.4f}\t" for x in M[:3, column]) + "\n" for column in (0, 1, 3))
    _write(fid, f"\n{title}\n{rows}\n\n")
