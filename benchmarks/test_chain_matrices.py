"""All matrices of all links into given arrays: compared with chain.reference, then timed beside bare stores."""

import pytest

from benchmarks.matrices import actions, kinematics, stores
from benchmarks.robots import robot, samples

COUNT = 20_000
WAYS = {"joint_actions": actions, "kinematics": kinematics}


@pytest.mark.parametrize("bare", [False, True], ids=["computed", "bare stores"])
@pytest.mark.parametrize("what", WAYS)
@pytest.mark.parametrize("name", ["6R", "Talos"])
def test_matrices(benchmark, name, what, bare):
    run = WAYS[what](robot(name), samples(name, COUNT))
    try:
        run = stores(run) if bare else run
    except ImportError as missing:
        pytest.skip(str(missing))
    benchmark.group = f"{what}, per sample: {name}"
    benchmark.name = "bare stores" if bare else what
    benchmark.pedantic(run.call, rounds=9, iterations=1)
    if benchmark.stats:
        times = benchmark.stats.stats.data
        times[:] = [seconds / run.count for seconds in times]
