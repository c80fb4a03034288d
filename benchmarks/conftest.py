"""Inputs, and how long the clock runs."""

import pytest

from benchmarks import inputs


@pytest.fixture(scope="session")
def one():
    """One sample of every input."""
    return inputs.one()


@pytest.fixture(scope="session")
def many():
    """100,000 samples of every input."""
    return inputs.many()


def pytest_configure(config):
    """A narrow table, sorted by the shortest time, and a clock that stops early."""
    option = config.option
    if hasattr(option, "benchmark_columns"):
        option.benchmark_columns = ["min", "median", "stddev", "rounds", "iterations"]
        option.benchmark_sort = "min"
        option.benchmark_max_time = 0.15
        option.benchmark_disable_gc = True
