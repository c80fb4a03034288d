"""Comparison of results: with several fields, against a size, by differences."""

import numpy as np
from numpy.testing import assert_allclose

# nine-point central difference
STENCIL = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0.0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])
STEP = 2e-3
MOMENTS = STEP * np.arange(-4, 5)[:, None]


def same(got, expected):
    """Equal results, field by field for tuples."""
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            same(g, e)
    else:
        assert_allclose(got, expected, rtol=1e-12, atol=1e-12)


def agree(actual, expected, size, tol=1e-13):
    """Equal shapes, and numbers that differ by no more than `tol` of the size of what was added up."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    gap = np.abs(actual - expected).max(initial=0.0)
    assert gap <= tol * size, f"differ by {gap / size:.2g} of their size"


def rate(values):
    """Derivative at the middle of nine values (9, ...), STEP apart."""
    return np.tensordot(STENCIL, values, 1) / STEP
