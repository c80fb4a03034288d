"""Kernels called directly: arrays that do not fit the model are refused before anything is read or written."""

import sys
import threading

import numpy as np
import pytest
from layouts import mixed

from chain.kernels import decomposition, energy, forward, inertia, jacobian

N, MODEL = 4, mixed().model
n = MODEL.nv


def rows(width, count=N):
    return np.zeros((count, width))


def arguments(count=N):
    """Arguments of every kernel that fit, by name; `start` and `stop` come last."""
    q, v, nn, g = rows(n, count), rows(n, count), rows(n * n, count), rows(3, 1)
    span, point = {"start": 0, "stop": count}, {"body": 0, "point": np.zeros(3)}
    return {
        forward.samples: {"q": q, "qd": v, "tau": v, "g": g, "external": [], "qdd": rows(n, count)} | span,
        inertia.samples: {"q": q, "qd": v, "M": nn} | span,
        decomposition.samples: {"q": q, "U": nn, "D": rows(n, count), "inverse": nn.copy()} | span,
        jacobian.samples: {"q": q, "qd": v} | point | {"J": rows(6 * n, count)} | span,
        energy.samples: {"q": q, "qd": v, "g": g, "what": "momentum", "scale": 1.0, "GAMMA": rows(16, count)} | span,
    }


NO_ARRAYS = [
    5, "x", (), np.zeros(3), rows(n + 1), rows(n, N + 1), rows(n, 0), rows(n).astype(np.float32), rows(2 * n)[:, ::2],
    np.asfortranarray(rows(n)), rows(n)[..., None], object(), rows(n).astype(">f8"),
]  # fmt: skip
EACH = pytest.mark.parametrize("kernel", arguments(), ids=lambda k: k.__module__.rsplit(".", 1)[-1])


@EACH
def test_arrays_that_do_not_fit_are_refused(kernel):
    good = arguments()[kernel]
    kernel(MODEL, *good.values())
    for name in good:
        if isinstance(good[name], np.ndarray) and good[name].ndim == 2:
            for value in NO_ARRAYS:
                with pytest.raises((TypeError, ValueError, IndexError)):
                    kernel(MODEL, *(good | {name: value}).values())


@EACH
def test_samples_beyond_the_arrays_are_refused(kernel):
    for span in ({"start": -1}, {"stop": N + 1}, {"start": 3, "stop": 1}, {"stop": 10**30}):
        with pytest.raises((IndexError, OverflowError)):
            kernel(MODEL, *(arguments()[kernel] | span).values())


@EACH
def test_something_else_than_a_model_is_refused(kernel):
    for model in (None, 5, mixed()):
        with pytest.raises(TypeError):
            kernel(model, *arguments()[kernel].values())


def test_bodies_and_points_that_are_not_there_are_refused():
    good = arguments()[jacobian.samples]
    for change in ({"body": n}, {"body": -2}, {"body": 2**31}, {"point": np.zeros(2)}, {"point": np.zeros(4)}):
        with pytest.raises((IndexError, ValueError, OverflowError)):
            jacobian.samples(MODEL, *(good | change).values())


def test_actions_on_bodies_that_are_not_there_are_refused():
    good = arguments()[forward.samples]
    for body in (-1, n, 2**40):
        entry = (body, 0, np.zeros(3), np.zeros(9), rows(6))
        with pytest.raises((IndexError, ValueError, OverflowError)):
            forward.samples(MODEL, *(good | {"external": [entry]}).values())


@EACH
def test_read_only_results_are_refused(kernel):
    good = arguments()[kernel]
    name = [k for k in good if k not in ("start", "stop")][-1]
    good[name].flags.writeable = False
    with pytest.raises((ValueError, TypeError)):
        kernel(MODEL, *good.values())


@EACH
def test_other_python_threads_run_during_a_call(kernel):
    """With a switch interval of an hour nobody else gets the interpreter, unless the kernel gives it up."""
    given = arguments(10_000)[kernel].values()
    seen, go, interval = [], threading.Event(), sys.getswitchinterval()
    other = threading.Thread(target=lambda: (go.wait(), seen.append(True)))
    other.start()
    try:
        sys.setswitchinterval(3600.0)
        go.set()
        calls = 0
        while not seen and calls < 2000:
            kernel(MODEL, *given)
            calls += 1
        happened = bool(seen)
    finally:
        sys.setswitchinterval(interval)
        go.set()
        other.join()
    assert happened
