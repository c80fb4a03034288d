"""One sample per call. The loop of pytest-benchmark adds about 30 ns to each; table.py has a tighter one."""

import pytest

from benchmarks.tasks import SINGLE, check, entries, expected, start


@pytest.mark.parametrize("entry", list(entries(SINGLE)), ids=lambda e: f"{e.group}-{e}")
def test_one_sample_per_call(benchmark, one, entry):
    if entry.number is None:
        pytest.skip(f"{entry.library} is not installed")
    contestant, run = start(entry, SINGLE, one)
    check(entry.task, contestant, run, expected(entry.task, one))
    benchmark.group = f"one sample: {entry.group}"
    benchmark.name = str(entry)
    benchmark(run.call, *run.args, **run.kwargs)
