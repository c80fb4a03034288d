"""The contest of the inverse-dynamics benchmarks: every contestant is checked, then all are timed in turns.

A peer module has a `FIELD`: {label: function(robot, samples) -> Run}. A library that is not installed, or a contestant
that cannot do a robot, raises ImportError and is left out. Turns are interleaved in one process, so that a disturbance
hits everyone, and the shortest time of a contestant counts.
"""

import gc
import os
import time
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from importlib import import_module
from typing import NamedTuple

import numpy as np

OURS = "spacelib"
PEERS = {
    OURS: "chain_ours",
    "Pinocchio": "pinocchio_peer",
    "CasADi": "casadi_peer",
    "MuJoCo": "mujoco_peer",
    "Drake": "drake_peer",
    "roboticstoolbox": "toolbox_peer",
}
TOLERANCE = 1e-9  # relative to the largest torque
WARM = 5e-3  # seconds of calls outside the clock before a turn


class Run(NamedTuple):
    """A way to compute torques: call() does `count` samples, result() shows the first of them, (..., n)."""

    count: int
    call: Callable[[], object]
    result: Callable[[], np.ndarray]


class Entry(NamedTuple):
    """A contestant."""

    library: str
    label: str

    def __str__(self):
        """The name in tables."""
        return f"{self.library}: {self.label}"


def entries(libraries=tuple(PEERS)):
    """Everyone whose library is installed."""
    for library in libraries:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = import_module(f"benchmarks.peers.{PEERS[library]}")
        except ImportError:
            continue
        yield from (Entry(library, label) for label in module.FIELD)


def start(entry, robot, samples):
    """The run of a contestant, checked: its torques must be those of this library. ImportError where it cannot."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = import_module(f"benchmarks.peers.{PEERS[entry.library]}").FIELD[entry.label](robot, samples)
    run.call()
    tau = run.result()
    expected = samples.tau[: len(tau)]
    assert tau.shape == expected.shape != (0, robot.n), f"{entry}, {robot.name}: torques of shape {tau.shape}"
    error = np.abs(tau - expected).max() / np.abs(expected).max()
    assert error <= TOLERANCE, f"{entry}, {robot.name}: torques differ by {error:.1e} of the largest"
    return run


def starters(chosen, robot, samples):
    """{entry: run} of those who can do this robot."""
    field = {}
    for entry in chosen:
        try:
            field[entry] = start(entry, robot, samples)
        except ImportError:
            continue
    return field


def best(field, rounds=9, seconds=1.0, warm=WARM):
    """{entry: shortest seconds per sample} of {entry: run}.

    `seconds`: time after which one gets no further turn; `warm`: seconds of calls outside the clock before a turn, 0:
    the data are where the contestant before has left them.
    """
    shortest, spent = dict.fromkeys(field, np.inf), dict.fromkeys(field, 0.0)
    gc.collect()
    gc.disable()
    try:
        for turn in range(rounds):
            for entry, run in field.items():
                if spent[entry] >= seconds and turn >= 2:
                    continue
                begin = time.perf_counter()
                while spent[entry] < seconds / 4 and time.perf_counter() - begin < warm:
                    run.call()  # the data of the one before leave the cache
                begin = time.perf_counter()
                run.call()
                took = time.perf_counter() - begin
                spent[entry] += took
                shortest[entry] = min(shortest[entry], took / run.count)
    finally:
        gc.enable()
    return shortest


@contextmanager
def one_core():
    """Keep this process on one processor, the last one; all of them again afterwards."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
