"""Inverse dynamics of whole robots: torques compared to 1e-9, then timed. Times in the table are per sample."""

import pytest

from benchmarks.race import entries, start
from benchmarks.robots import robot, samples

ROBOTS = {"6R": 100_000, "7R": 100_000, "24R": 50_000, "UR5": 100_000, "Talos": 20_000}


@pytest.mark.parametrize("entry", list(entries()), ids=str)
@pytest.mark.parametrize("name", ROBOTS)
def test_torques(benchmark, name, entry):
    try:
        run = start(entry, robot(name), samples(name, ROBOTS[name]))
    except ImportError as missing:
        pytest.skip(f"{entry}: {missing}")
    benchmark.group = f"inverse dynamics, per sample: {name}"
    benchmark.name = str(entry)
    benchmark.pedantic(run.call, rounds=9, iterations=1)
    if benchmark.stats:
        times = benchmark.stats.stats.data
        times[:] = [seconds / run.count for seconds in times]
