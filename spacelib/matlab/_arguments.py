"""Arguments as MATLAB users write them, turned into those of the C-named functions.

Axes count from 1, points may leave out their fourth coordinate, vectors may be columns, a line is the matrix
``[P, [dir; 0]]``.
"""

from itertools import pairwise

import numpy as np

import spacelib as sl
from spacelib._sizes import index, real_array
from spacelib.errors import report_singular

_ALLOWED = {3: "X, Y or Z (1 to 3)", 4: "X, Y, Z or U (1 to 4)"}


def as_axis(a, name, last=3):
    """Axis `a`, counted from 1 to `last`, as an index from 0."""
    number = index(a, name)
    if not 1 <= number <= last:
        raise ValueError(f"`{name}`: expected axis {_ALLOWED[last]}, got {number}")
    return number - 1


def as_axes(**axes):
    """Axes given by name, counted from 1, as indices from 0; neighbours must differ."""
    indices = [as_axis(a, name) for name, a in axes.items()]
    if any(a == b for a, b in pairwise(indices)):
        given = ", ".join(str(i + 1) for i in indices)
        raise ValueError(f"`{', '.join(axes)}`: expected neighbouring axes to differ, got ({given})")
    return indices


def flat(value, name):
    """Vectors of any length, (..., n) or columns (..., n, 1), as (..., n)."""
    array = real_array(value, name)
    return array[..., 0] if array.ndim > 1 and array.shape[-1] == 1 else array


def as_vector(v, name):
    """Vectors (..., 3) or columns (..., 3, 1) as (..., 3)."""
    return real_array(flat(v, name), name, 3)


def as_plane(pl, name):
    """Planes (..., 4) or columns (..., 4, 1) as (..., 4)."""
    return real_array(flat(pl, name), name, 4)


def as_point(P, name):
    """Points (..., 3), (..., 4) or columns as (..., 4), the fourth coordinate 1 where it was left out."""
    P = flat(P, name)
    if P.shape[-1:] not in ((3,), (4,)):
        raise ValueError(f"`{name}`: expected a point of shape (..., 3) or (..., 4), got {P.shape}")
    if P.shape[-1] == 4:
        return P
    return np.concatenate([P, np.ones((*P.shape[:-1], 1))], axis=-1)


def as_direction(u, function):
    """Unit vectors along `u`, and which of them were zero; those are reported as singular."""
    u, length = sl.unitv(as_vector(u, "u"))
    zero = np.equal(length, 0.0)
    if zero.any():
        what = "a zero vector has no direction; u = 0 used"
        report_singular(function, what, int(zero.sum()), zero.size)
    return u, zero


def as_line(l, name):
    """Lines (..., 4, 2) as ``Line(P, dir)``."""
    l = real_array(l, name, 4, 2)
    return sl.Line(l[..., 0], l[..., :3, 1])


def line_matrix(line):
    """``Line(P, dir)`` as the matrix ``[P, [dir; 0]]``."""
    P, direction = line
    l = np.zeros((*P.shape, 2))
    l[..., 0] = P
    l[..., :3, 1] = direction
    return l


def as_status(regular):
    """OK where `regular`, else NOTOK: an int, or an int array."""
    status = np.where(regular, sl.OK, sl.NOTOK)
    return status if status.ndim else int(status)
