"""Spacelib itself: the public functions, bare."""

import spacelib
from benchmarks.tasks import BATCH, TASKS, Contestant


def contestants(task, size):
    """The function named by the task; with several results `out` is timed for many samples only."""
    with_out = len(TASKS[task].results) == 1 or size == BATCH
    return [Contestant("spacelib", getattr(spacelib, task.split(",")[0]), "keyword" if with_out else "")]
