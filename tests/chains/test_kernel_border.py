"""Kernels called directly: arrays that do not fit the model are refused before anything is read or written."""

import numpy as np
import pytest
from layouts import mixed

from chain.kernels import decomposition, energy, forward, inertia, jacobian

N, MODEL = 4, mixed().model
n = MODEL.nv


def rows(width, count=N):
    return np.zeros((count, width))


def arguments():
    """Arguments of every kernel that fit, by name; `start` and `stop` come last."""
    q, g, span = rows(n), rows(3, 1), {"start": 0, "stop": N}
    return {
        forward.samples: {"q": q, "qd": q, "tau": q, "g": g, "external": [], "qdd": rows(n)} | span,
        inertia.samples: {"q": q, "qd": q, "M": rows(n * n)} | span,
        decomposition.samples: {"q": q, "U": rows(n * n), "D": rows(n), "inverse": rows(n * n)} | span,
        jacobian.samples: {"q": q, "qd": q, "body": 0, "point": np.zeros(3), "J": rows(6 * n)} | span,
        energy.samples: {"q": q, "qd": q, "g": g, "sums": rows(11)} | span,
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
