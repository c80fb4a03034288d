"""100,000 samples per call."""

from time import perf_counter

import pytest

from benchmarks.tasks import BATCH, TASKS, check, entries, expected, start

SECONDS = 0.15  # for the rounds of one contestant


@pytest.fixture(scope="module")
def results(many):
    """What spacelib gives, task by task."""
    return {task: expected(task, many) for task in TASKS}


@pytest.mark.parametrize("entry", list(entries(BATCH)), ids=lambda e: f"{e.group}-{e}")
def test_many_samples_per_call(benchmark, many, results, entry):
    if entry.number is None:
        pytest.skip(f"{entry.library} is not installed")
    contestant, run = start(entry, BATCH, many)
    check(entry.task, contestant, run, results[entry.task])
    before = perf_counter()
    run()
    rounds = int(SECONDS / (perf_counter() - before))
    benchmark.group = f"100,000 samples: {entry.group}"
    benchmark.name = str(entry)
    benchmark.pedantic(run.call, run.args, run.kwargs, rounds=min(max(rounds, 1), 60), iterations=1)
