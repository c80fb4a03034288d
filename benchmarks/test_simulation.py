"""Simulations of a 6-joint arm: motions compared, then timed. Times are per motion."""

from functools import cache

import pytest

from benchmarks.motions import CONTESTS, LABELS


@cache
def field(contest):
    """Contestants, compared."""
    pytest.importorskip("scipy")
    return CONTESTS[contest]()[0]


@pytest.mark.parametrize(("contest", "label"), [(name, label) for name, labels in LABELS.items() for label in labels])
def test_motions(benchmark, contest, label):
    if label not in field(contest):
        pytest.skip(f"{label} is not installed")
    run = field(contest)[label]
    benchmark.group = f"simulation, per motion: {contest}"
    benchmark.name = label
    benchmark.pedantic(run.call, rounds=3, iterations=1)
    if benchmark.stats:
        times = benchmark.stats.stats.data
        times[:] = [seconds / run.count for seconds in times]
