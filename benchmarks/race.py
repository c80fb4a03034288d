"""The contests of the dynamics benchmarks: every contestant is checked, then all are timed in turns.

A peer module has `FIELDS`: {method of ChainObject: {label: function(robot, samples) -> Run}}. A library that is not
installed, or a contestant that cannot do a robot, raises ImportError and is left out. Turns are interleaved in one
process, so that a disturbance hits everyone, and the shortest time of a contestant counts.
"""

import gc
import os
import time
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import NamedTuple

import numpy as np

from benchmarks.robots import robot as named
from benchmarks.robots import samples as drawn

OURS = "spacelib"
INVERSE, FORWARD = "inverse_dynamics", "forward_dynamics"
PEERS = {
    OURS: ("chain_ours", "chain_matrices"),
    "Pinocchio": ("pinocchio_peer", "pinocchio_matrices"),
    "CasADi": ("casadi_peer",),
    "MuJoCo": ("mujoco_peer",),
    "Drake": ("drake_peer",),
    "roboticstoolbox": ("toolbox_peer",),
}
TOLERANCE = 1e-9  # relative to the largest number of the result
BACK = 1e-12  # torques that accelerations need, relative to the largest
ROUNDING = 1e-15  # of accelerations, for each unit of the condition number of the mass matrix
WARM = 5e-3  # seconds of calls outside the clock before a turn


class Run(NamedTuple):
    """A way to compute something: call() does `count` samples, result() shows the first of them, (some, ...)."""

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


def field(library, method):
    """{label: function} of a library, empty where it is not installed or has no such method."""
    found = {}
    for name in PEERS[library]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found |= import_module(f"benchmarks.peers.{name}").FIELDS.get(method, {})
        except ImportError:
            continue
    return found


def entries(method=INVERSE):
    """Everyone whose library is installed."""
    for library in PEERS:
        yield from (Entry(library, label) for label in field(library, method))


def start(entry, robot, samples, method=INVERSE):
    """The run of a contestant, checked: its result must be that of this library. ImportError where it cannot."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = field(entry.library, method)[entry.label](robot, samples)
    run.call()
    result = run.result()
    expected = wanted(method, robot, samples.first(len(result)))
    assert result.shape == expected.shape != (0, *expected.shape[1:]), f"{entry}, {robot.name}: shape {result.shape}"
    tolerance = TOLERANCE
    if method == FORWARD:
        few = samples.first(len(result))
        back = apart(robot.arm.inverse_dynamics(few.q, few.qd, result), few.tau)
        assert back <= BACK, f"{entry}, {robot.name}: torques differ by {back:.1e} of the largest"
        tolerance = max(TOLERANCE, ROUNDING * condition(robot.name, len(samples.q)))
    error = apart(result, expected)
    assert error <= tolerance, f"{entry}, {robot.name}: results differ by {error:.1e} of the largest"
    return run


def apart(result, expected):
    """Largest difference, relative to the largest number."""
    return np.abs(result - expected).max() / np.abs(expected).max()


@cache
def condition(name, count):
    """Largest condition number of the mass matrices of some samples."""
    return np.linalg.cond(named(name).arm.mass_matrix(drawn(name, count).q[:1000])).max()


def wanted(method, robot, samples):
    """What everyone must give: accelerations that inverse dynamics turns into the torques, matrices of this library."""
    if method in (INVERSE, FORWARD):
        return samples.tau if method == INVERSE else samples.qdd
    return getattr(robot.arm, method)(*matrix_inputs(method, robot, samples))


def matrix_inputs(method, robot, samples):
    """Arguments of a method that gives matrices: the Jacobian is that of the last link."""
    return {"coriolis_matrix": (samples.q, samples.qd), "jacobian": (samples.q, robot.n - 1)}.get(method, (samples.q,))


def starters(chosen, robot, samples, method=INVERSE):
    """{entry: run} of those who can do this robot."""
    runs = {}
    for entry in chosen:
        try:
            runs[entry] = start(entry, robot, samples, method)
        except ImportError:
            continue
    return runs


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
