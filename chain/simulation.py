"""ChainObject.simulate: motion from torques, one or many at a time."""

import threading
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from functools import wraps
from typing import NamedTuple

import numpy as np

from chain import simulation_scipy
from chain.driver import Progress, each, evaluate, threads_for
from chain.errors import SimulationWarning
from chain.kernels import energy
from chain.kernels.integrate import Ends, motions
from chain.kernels.model import Model
from chain.kernels.simulation import ChainSystem
from chain.kernels.system import End
from chain.results import Simulation
from spacelib._sizes import broadcast, real_array

__all__ = ["simulate"]

OWN = ("DOP853", "RK45", "RK4")
SCIPY = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
LEAST = 1e-140  # absolute tolerance that stands for none: its square is a number
TOGETHER = 128  # motions of one thread's turn: eight times the lanes


class Task(NamedTuple):
    """What is to be integrated, after the checks: the chain as it was when `simulate` was called, and the rest."""

    model: Model
    names: list[str]  # of the joint variables
    gravity: np.ndarray
    t: np.ndarray
    y0: np.ndarray  # (N, nq + nv): q, qd
    torque: Callable | np.ndarray | None  # a table is (1 or N, len(t), nv)
    lower: np.ndarray | None  # (nq + nv,): only q has limits
    upper: np.ndarray | None
    events: tuple[Callable, ...]
    directions: list[int]
    method: str
    rtol: float
    atol: float
    dt: float | None


def simulate(
    arm, q0, qd0, t, torque=None, *, method="DOP853", rtol=1e-9, atol=1e-9, dt=None, gravity=None, limits=None,
    events=(), threads=None, progress=False,
):  # fmt: skip
    """Motion from the state q0, qd0 at t[0]: object with `.t .q .qd .energy`, results at the times t.

    ``M qdd = tau - bias``, by the O(n) recursion of `forward_dynamics`, integrated with "DOP853", "RK45" (adaptive:
    rtol, atol; `dt` the longest step) or "RK4" (each interval of t cut into equal steps not longer than `dt`), which
    run without Python; "scipy:Radau", "scipy:LSODA", ... are SciPy's. torque: None, an array (len(t), n) taken
    piecewise linear (no step goes across its corners), or a function torque(t, q, qd) -> (n,).

    q0, qd0 (n,) or (..., n): many motions, side by side, each the same as alone; `.q` is then (..., len(t), n), torques
    (len(t), n) or (..., len(t), n). limits: {joint: (lower, upper)} or a pair of arrays (n,); events: function or
    functions (t, q, qd) -> number, with an attribute `direction` (-1, 0, 1) where it matters. Reaching a limit or a
    change of an event's sign ends a motion (one that is undone within the same step is not seen: choose `dt`); so does
    a singular or non-finite state, with a SimulationWarning. One motion has results up to its end; of many, those that
    end early are filled with NaN. `.message` says how a motion ended.

    >>> from chain import ChainObject, LinkObject
    >>> pendulum = ChainObject([LinkObject("R", a=1.0, mass=1.0)], gravity=(0, -9.81, 0))
    >>> run = pendulum.simulate([-1.5], [0.0], [0.0, 0.5, 1.0])
    >>> run.q[:, 0].round(9)
    array([-1.5       , -1.57042525, -1.64158877])
    >>> bool(run.drift < 1e-8)
    True
    """
    model, names = arm.model, arm.joint_names
    gravity = arm.gravity if gravity is None else _gravity(gravity)
    t = _times(t)
    lead, y0, torque = _motions(model, q0, qd0, torque, t)
    lower, upper = _limits(model, names, limits)
    events, directions = _events(events)
    _check(method, rtol, atol, dt, t)
    tolerances = float(rtol), max(float(atol), LEAST)
    task = Task(model, names, gravity, t, y0, torque, lower, upper, events, directions, method, *tolerances, dt)
    threads = threads_for(threads, len(y0) * len(t) * model.nv)
    bar = Progress() if progress else None
    try:
        y, ends = _own(task, threads, bar) if method in OWN else simulation_scipy.integrate(task, bar)
    finally:
        if bar:
            bar.close()
    messages = [_message(task, *end) for end in zip(*ends[:3], strict=True)]
    troubles = [m for m, code in zip(messages, ends.code, strict=True) if code >= End.SINGULAR]
    if troubles:
        more = f" ({len(troubles)} of {len(messages)} motions ended so)" if len(messages) > 1 else ""
        warnings.warn(troubles[0] + more, SimulationWarning, stacklevel=2)
    return Simulation(task, lead, y, ends, messages, lambda q, qd: _energies(task, q, qd))


def _energies(task, q, qd):
    """Kinetic and potential energy (...,)."""
    inputs = (q, "q", task.model.nq), (qd, "qd", task.model.nv), (task.gravity, "gravity", 3)

    def summed(what):
        def kernel(model, q, qd, g, result, start, stop):
            energy.samples(model, q, qd, g, what, 1.0, result, start, stop)

        return evaluate(task.model, kernel, inputs, (), None, None)

    return summed("kinetic"), summed("potential")


# what was given


def _times(t):
    t = real_array(t, "t")
    if t.ndim != 1 or not t.size:
        raise ValueError(f"`t`: expected shape (m,) with the initial time first, got {t.shape}")
    if not np.isfinite(t).all() or not (np.diff(t) > 0.0).all():
        raise ValueError("`t`: expected finite times that increase")
    return t.copy()


def _gravity(gravity):
    gravity = real_array(gravity, "gravity")
    if gravity.shape != (3,):
        raise ValueError(f"`gravity`: expected shape (3,), got {gravity.shape}")
    return gravity.copy()


def _motions(model, q0, qd0, torque, t):
    """Leading shape; states (N, nq + nv); torque: None, a function, or a table (1 or N, len(t), nv)."""
    given = {"q0": (real_array(q0, "q0", model.nq), 1), "qd0": (real_array(qd0, "qd0", model.nv), 1)}
    tabulated = torque is not None and not callable(torque)
    if tabulated:
        given["torque"] = real_array(torque, "torque", len(t), model.nv), 2
    lead = broadcast("simulate", **given)
    N = int(np.prod(lead))
    states = (np.broadcast_to(given[x][0], (*lead, width)) for x, width in (("q0", model.nq), ("qd0", model.nv)))
    y0 = np.ascontiguousarray(np.concatenate([x.reshape(N, x.shape[-1]) for x in states], axis=1))
    if tabulated:
        table = given["torque"][0]
        shared = table.ndim == 2
        torque = table[None] if shared else np.broadcast_to(table, (*lead, *table.shape[-2:]))
        torque = np.array(torque, order="C").reshape(1 if shared else N, *table.shape[-2:])
    elif torque is not None:
        torque = _numbers_of(torque, model.nv)
    return lead, y0, torque


def _numbers_of(torque, nv):
    """The function `torque`, with its result checked."""

    @wraps(torque, updated=())
    def checked(t, q, qd):
        tau = torque(t, q, qd)
        array = real_array(tau, "torque, result")
        if array.shape != (nv,):
            raise ValueError(f"`torque`: expected a function that gives shape ({nv},), got {array.shape}")
        return array

    return checked


def _limits(model, names, limits):
    """Lower and upper limits of q, none of qd, (nq + nv,) each; or None twice."""
    if limits is None:
        return None, None
    bounds = np.full((2, model.nq + model.nv), np.inf)
    bounds[0] = -np.inf
    if isinstance(limits, dict):
        for joint, pair in limits.items():
            i = _joint(joint, names)
            bounds[:, i] = _pair(pair, f"limits[{joint!r}]", ())
    else:
        bounds[:, : model.nq] = _pair(limits, "limits", (model.nq,))
    return bounds


def _joint(joint, names):
    """Place of a joint given by name or (Python) index."""
    if joint in names:
        return names.index(joint)
    if isinstance(joint, int | np.integer) and not isinstance(joint, bool) and -len(names) <= joint < len(names):
        return int(joint) % len(names)
    raise ValueError(f"`limits`: expected joints among {', '.join(names)}, or their numbers, got {joint!r}")


def _pair(pair, name, shape):
    """(lower, upper), each a number for all or an array of the shape."""
    if not isinstance(pair, tuple | list | np.ndarray) or len(pair) != 2:
        raise ValueError(f"`{name}`: expected a pair (lower, upper), got {pair!r:.80}")
    pair = [real_array(x, f"{name}, {side}") for x, side in zip(pair, ("lower", "upper"), strict=True)]
    for x, side in zip(pair, ("lower", "upper"), strict=True):
        if x.shape not in ((), shape):
            raise ValueError(f"`{name}, {side}`: expected shape {shape}, got {x.shape}")
    if not (pair[0] <= pair[1]).all():
        raise ValueError(f"`{name}`: expected lower <= upper")
    return np.array([np.broadcast_to(x, shape) for x in pair])


def _events(events):
    """Functions, and the directions in which they are watched."""
    if not callable(events) and not hasattr(events, "__iter__"):
        raise TypeError(f"`events`: expected functions (t, q, qd) -> number, got {type(events).__name__}")
    events = (events,) if callable(events) else tuple(events)
    for event in events:
        if not callable(event):
            raise TypeError(f"`events`: expected functions (t, q, qd) -> number, got {type(event).__name__}")
    directions = [getattr(event, "direction", 0) for event in events]
    for direction in directions:
        if not np.isscalar(direction) or direction not in (-1, 0, 1):
            raise ValueError(f"`events`: expected a direction -1, 0 or 1, got {direction!r}")
    return tuple(map(_number_of, events)), [int(direction) for direction in directions]


def _number_of(event):
    """The function `event`, with its result checked."""

    @wraps(event, updated=())
    def checked(t, q, qd):
        g = real_array(event(t, q, qd), "events, result")
        if g.size != 1:
            raise ValueError(f"`events`: expected functions that give one number, got shape {g.shape}")
        return g.item()

    return checked


def _check(method, rtol, atol, dt, t):
    known = [*OWN, *(f"scipy:{name}" for name in SCIPY)]
    if not isinstance(method, str) or method not in known:
        raise ValueError(f"`method`: expected one of {', '.join(known)}, got {method!r:.60}")
    # what times can tell apart
    resolution = np.spacing(np.abs(t).max())
    for name, value, least in (("rtol", rtol, 2.3e-14), ("atol", atol, 0.0), ("dt", dt, resolution)):
        if value is None and name == "dt":
            continue
        value = real_array(value, name)
        if value.ndim or not value >= least or (name != "dt" and not np.isfinite(value)):
            raise ValueError(f"`{name}`: expected a number of at least {least:.2g}, got {value}")


# integration


def _own(task, threads, bar):
    """States (N, len(t), nq + nv) and ends of the motions, by the lane integrators."""
    N, size = task.y0.shape
    y = np.empty((N, len(task.t), size))
    if callable(task.torque) or task.events:
        threads = 1
    starts = range(0, N, max(TOGETHER, -(-N // (4 * threads)))) if threads > 1 else range(0, N, max(N, 1))
    parts, shares, stop = {}, dict.fromkeys(starts, 0.0), threading.Event()

    def work(first):
        last = min(first + starts.step, N)

        def tick(share):
            if stop.is_set():
                raise InterruptedError
            shares[first] = share * (last - first) / N
            if bar:
                bar.show(sum(shares.values()))

        with _at_exception(stop):
            parts[first] = _part(task, y, first, last, tick)
            tick(1.0)

    with _at_exception(stop):
        each(work, starts, min(threads, max(len(starts), 1)), None)
    ordered = [parts[first] for first in starts] or [simulation_scipy.nothing(size)]
    return y, Ends(*(np.concatenate(field) for field in zip(*ordered, strict=True)))


@contextmanager
def _at_exception(stop):
    """An exception, an interrupt too, sets the event that ends the other threads."""
    try:
        yield
    except BaseException:
        stop.set()
        raise


def _part(task, y, first, last, tick):
    """Motions first .. last into their rows of y, and their ends."""
    tabulated = isinstance(task.torque, np.ndarray)
    system = ChainSystem(task.model, task.gravity, task.torque, task.t if tabulated else None, task.events)
    return motions(
        system, task.y0, task.t, y, method=task.method, rtol=task.rtol, atol=task.atol, dt=task.dt, lower=task.lower,
        upper=task.upper, direction=task.directions or 0, stop_at_outputs=tabulated, first=first, last=last, tick=tick,
    )  # fmt: skip


# how it ended


def _message(task, code, which, t):
    """One sentence."""
    t = f"t = {t:.9g} s"
    if code == End.REACHED:
        return f"reached {t}"
    if code == End.LIMIT:
        size = len(task.lower)
        side, bound, i = ("lower", task.lower, which) if which < size else ("upper", task.upper, which - size)
        return f"joint {task.names[i]!r} reached its {side} limit {bound[i]:g} at {t}"
    if code == End.EVENT:
        return f"event {which} ({getattr(task.events[which].__wrapped__, '__name__', 'function')}) at {t}"
    if code == End.SINGULAR:
        return f"joint {task.names[which - 1]!r} has no articulated inertia along the joint near {t}"
    if code == End.NONFINITE:
        return f"state or accelerations are not finite after {t}"
    return f"the tolerance asks for steps too small for the time scale at {t}; it may be stiff or run to infinity"
