"""Forward dynamics and matrices of whole robots: results compared to 1e-9, then timed. Times are per sample."""

import pytest

from benchmarks.race import FORWARD, entries, start
from benchmarks.robots import robot, samples

ROBOTS = {"6R": 20_000, "7R": 20_000, "24R": 5_000, "UR5": 20_000, "Talos": 2_000}
METHODS = (FORWARD, "mass_matrix", "coriolis_matrix", "inverse_mass_matrix", "jacobian")
FIELD = [(method, entry) for method in METHODS for entry in entries(method)]


@pytest.mark.parametrize(("method", "entry"), FIELD, ids=str)
@pytest.mark.parametrize("name", ROBOTS)
def test_dynamics(benchmark, name, method, entry):
    try:
        run = start(entry, robot(name), samples(name, ROBOTS[name]), method)
    except ImportError as missing:
        pytest.skip(f"{entry}: {missing}")
    benchmark.group = f"{method}, per sample: {name}"
    benchmark.name = str(entry)
    benchmark.pedantic(run.call, rounds=5, iterations=1)
    if benchmark.stats:
        times = benchmark.stats.stats.data
        times[:] = [seconds / run.count for seconds in times]
