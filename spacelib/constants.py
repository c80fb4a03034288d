"""Constants and arithmetic of the legacy header: axes, joint types, angles, unit vectors and matrices.

Axis indices are C style: ``X, Y, Z, U = 0, 1, 2, 3``; those of :mod:`spacelib.matlab` are 1-based. The arrays are
read-only; every function copies them.
"""

import sys

import numpy as np

from spacelib._sizes import broadcast, real_array

__all__ = [
    "NOTOK", "NULL3", "NULL4", "OK", "ORIGIN", "PIG", "PIG2", "PIG_2", "SKEW", "SYMM", "UNIT3", "UNIT4", "Col", "For",
    "Pri", "Rev", "Row", "Tor", "U", "X", "Xaxis", "Xaxis_n", "Y", "Yaxis", "Yaxis_n", "Z", "Zaxis", "Zaxis_n", "aabs",
    "deg", "rad", "sign",
]  # fmt: skip

X, Y, Z, U = 0, 1, 2, 3
Rev, Pri = 0, 1
Tor, For = 0, 1
Row, Col = 0, 1
SYMM, SKEW = 1, -1
OK, NOTOK = 1, 0

PIG = np.pi
PIG_2 = np.pi / 2
PIG2 = 2 * np.pi


def _constant(value):
    array = np.array(value, float)
    array.flags.writeable = False
    return array


Xaxis, Yaxis, Zaxis = _constant([1, 0, 0]), _constant([0, 1, 0]), _constant([0, 0, 1])
Xaxis_n, Yaxis_n, Zaxis_n = _constant([-1, 0, 0]), _constant([0, -1, 0]), _constant([0, 0, -1])
ORIGIN = _constant([0, 0, 0, 1])
NULL3, UNIT3 = _constant(np.zeros((3, 3))), _constant(np.eye(3))
NULL4, UNIT4 = _constant(np.zeros((4, 4))), _constant(np.eye(4))


def _number(x, name="x"):
    """A real number or array, named when it is neither."""
    if isinstance(x, int) and abs(x) > sys.float_info.max:
        raise ValueError(f"`{name}`: expected a number within the range of float64, got a larger int")
    return real_array(x, name)[()] if not isinstance(x, float | int) else x


def aabs(x):
    """Absolute value.

    >>> aabs(-2.5)
    2.5
    """
    return abs(_number(x))


def sign(x):
    """Sign of x: -1, 0 or 1, also 0 for nan; an int for a number, an int array for an array.

    >>> sign(-3.5), sign(0.0)
    (-1, 0)
    """
    x = _number(x)
    result = np.greater(x, 0).astype(int) - np.less(x, 0).astype(int)
    return result if result.ndim else int(result)


def rad(x):
    """Degrees to radians.

    >>> rad(180.0)
    3.141592653589793
    """
    return _number(x) / 180 * PIG


def deg(x):
    """Radians to degrees.

    >>> deg(PIG)
    180.0
    """
    return _number(x) * 180 / PIG


def max(x, y):
    """Larger of two numbers, elementwise for arrays; nan if either is nan.

    >>> max(2.0, 3.0)
    3.0
    """
    return _pair(np.maximum, "max", x, y)


def min(x, y):
    """Smaller of two numbers, elementwise for arrays; nan if either is nan.

    >>> min(2.0, 3.0)
    2.0
    """
    return _pair(np.minimum, "min", x, y)


def _pair(choose, name, x, y):
    """Elementwise choice of two arrays; of two numbers a number."""
    a, b = np.asarray(_number(x)), np.asarray(_number(y, "y"))
    broadcast(name, x=(a, 0), y=(b, 0))
    return choose(a, b) if a.ndim or b.ndim else choose(a, b).item()
