"""Comparison of results with several fields."""

from numpy.testing import assert_allclose


def same(got, expected):
    """Equal results, field by field for tuples."""
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            same(g, e)
    else:
        assert_allclose(got, expected, rtol=1e-12, atol=1e-12)
