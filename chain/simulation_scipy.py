"""Motions by SciPy's integrators, step by step, with limits and events as the lane integrators have them."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from chain.kernels import forward
from chain.kernels.integrate import Ends
from chain.kernels.system import End

__all__ = ["integrate", "nothing"]


class Fault(Exception):
    """A state without rates: how the motion ends, and by which joint."""

    def __init__(self, code, which=-1):
        super().__init__(code, which)
        self.code, self.which = code, which


class Watched(NamedTuple):
    """A function of t and y whose crossing of zero ends a motion."""

    g: Callable
    crossed: Callable  # of its values before and after a step
    code: End
    which: int


def integrate(task, bar):
    """States (N, len(t), nq + nv) and ends of the motions of a task, one motion after the other."""
    N, size = task.y0.shape
    y, ends = np.full((N, len(task.t), size), np.nan), []
    span = task.t[-1] - task.t[0]
    for k in range(N):

        def show(t, k=k):
            if bar:
                bar.show((k + ((t - task.t[0]) / span if span else 1.0)) / N)

        ends.append(_motion(task, k, y[k], show))
    return y, Ends(*(np.array(field) for field in zip(*ends, strict=True))) if ends else nothing(size)


def nothing(size):
    """The ends of no motions."""
    empty = np.zeros(0, int)
    return Ends(empty, empty, np.zeros(0), np.zeros((0, size)), empty, empty, empty)


def _motion(task, k, y, show):
    """Motion k: its rows y (len(t), size), and how it ended."""
    rates, t = _rates(task, k), task.t
    start, state, written, steps = task.y0[k], (t[0], task.y0[k]), 1, 0
    y[0] = start
    solver = None
    try:
        code, which = _at_start(task, start, rates(t[0], start))
        if code is None and len(t) == 1:
            code = End.REACHED
        while code is None:
            solver = solver or _solver(task, rates, start)
            steps += 1
            state, written, code, which = _step(task, solver, state, y, written)
            show(state[0])
    except Fault as fault:
        code, which = fault.code, fault.which
    return code, which, *state, steps, 0, solver.nfev if solver else 1


def _solver(task, rates, start):
    import scipy.integrate

    method = getattr(scipy.integrate, task.method.partition(":")[2])
    longest = np.inf if task.dt is None else task.dt
    return method(rates, task.t[0], start, task.t[-1], rtol=task.rtol, atol=task.atol, max_step=longest)


def _step(task, solver, state, y, written):
    """One step from a state (t, y): the next state, how many rows of y are written, how and by which it ended."""
    before, t = state, task.t
    solver.step()
    if solver.status == "failed":
        return before, written, End.STEP_TOO_SMALL, -1
    inside = cache(solver.dense_output)
    after, code, which = (solver.t, solver.y.copy()), None, -1
    for function in _watched(task):
        if function.crossed(function.g(*before), function.g(*after)):
            after, code, which = _crossing(function, inside, before, after), function.code, function.which
    while written < len(t) and t[written] <= after[0]:
        y[written] = after[1] if t[written] == after[0] else inside()(t[written])
        written += 1
    if code is None and solver.status == "finished":
        code = End.REACHED
    return after, written, code, which


# rates


def _rates(task, k):
    """Rates (qd, qdd) of motion k as a function of t and y."""
    model, torque, gravity = task.model, _torque(task, k), task.gravity[None]
    nq, nv = model.nq, model.nv

    def rates(t, y):
        if not np.isfinite(y).all():
            raise Fault(End.NONFINITE)
        q, qd, qdd = y[:nq].copy(), y[nq:].copy(), np.zeros((1, nv))
        tau = torque(t, q.copy(), qd.copy())
        fault = forward.samples(model, q[None], qd[None], tau[None], gravity, [], qdd, 0, 1)
        if fault:
            raise Fault(End.SINGULAR, fault[1] + 1)
        if not np.isfinite(qdd).all():
            raise Fault(End.NONFINITE)
        return np.concatenate([qd, qdd[0]])

    return rates


def _torque(task, k):
    """The torques (nv,) of motion k as a function of t, q, qd."""
    torque, nv = task.torque, task.model.nv
    if torque is None:
        return lambda t, q, qd: np.zeros(nv)
    if isinstance(torque, np.ndarray):
        columns = torque[k if len(torque) > 1 else 0].T
        return lambda t, q, qd: np.array([np.interp(t, task.t, column) for column in columns])
    return torque


# limits and events


def _at_start(task, y, dy):
    """How and by which a motion ends that leaves its limits from the start; None, -1 where it goes on."""
    if task.lower is not None:
        outwards = np.concatenate([(y <= task.lower) & (dy < 0.0), (y >= task.upper) & (dy > 0.0)])
        if outwards.any():
            return End.LIMIT, int(outwards.argmax())
    return None, -1


def _watched(task):
    """Functions that end a motion; limits are positive beyond."""
    nq, size = task.model.nq, task.y0.shape[1]
    functions = []
    if task.lower is not None:
        for i in range(nq):
            low, high = task.lower[i], task.upper[i]
            functions.append(Watched(lambda t, y, i=i, low=low: low - y[i], _beyond, End.LIMIT, i))
            functions.append(Watched(lambda t, y, i=i, high=high: y[i] - high, _beyond, End.LIMIT, size + i))
    for k, (event, direction) in enumerate(zip(task.events, task.directions, strict=True)):

        def g(t, y, event=event):
            return event(t, y[:nq].copy(), y[nq:].copy())

        def crossed(g, g_new, direction=direction):
            return (g < 0.0 <= g_new and direction >= 0) or (g > 0.0 >= g_new and direction <= 0)

        functions.append(Watched(g, crossed, End.EVENT, k))
    return functions


def _beyond(g, g_new):
    """A step ends beyond the limit, and was not coming back from there."""
    return g_new > 0.0 and (g <= 0.0 or g_new >= g)


def _crossing(function, inside, before, after):
    """Time and state of a crossing within a step."""
    from scipy.optimize import brentq

    if function.code is End.LIMIT and function.g(*before) > 0.0:
        return before
    states = {before[0]: before[1], after[0]: after[1]}

    def g(t):
        return function.g(t, states[t] if t in states else inside()(t))

    t = brentq(g, before[0], after[0], xtol=1e-15, rtol=1e-15)
    y = inside()(t)
    if function.code is End.LIMIT:
        # exactly there
        i = function.which % len(y)
        y[i] += function.g(t, y) if function.which < len(y) else -function.g(t, y)
    return t, y
