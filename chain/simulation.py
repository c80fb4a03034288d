"""ChainObject.simulate: motion from torques, one or many at a time."""

import warnings

import numpy as np

from chain.driver import Progress, each, threads_for
from chain.errors import SimulationWarning, SingularityError
from chain.kernels.integrate import Ends, motions
from chain.kernels.simulation import ChainSystem
from chain.kernels.system import End
from chain.results import Simulation
from spacelib._sizes import broadcast, real_array

__all__ = ["simulate"]

OWN = ("DOP853", "RK45", "RK4")
SCIPY = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
TOGETHER = 128  # motions of one thread's turn: eight times the lanes


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
    zero of an event ends a motion; so does a singular or non-finite state, with a SimulationWarning. One motion has
    results up to its end; of many, those that end early are filled with NaN. `.message` says how a motion ended.

    >>> from chain import ChainObject, LinkObject
    >>> swing = ChainObject([LinkObject("P", mass=1.0, stiffness=4 * np.pi**2)], gravity=(0, 0, 0))
    >>> run = swing.simulate([1.0], [0.0], [0.0, 0.5, 1.0])         # cos(2 pi t)
    >>> run.q[:, 0].round(8)
    array([ 1., -1.,  1.])
    >>> bool(run.drift < 1e-8)
    True
    """
    t = _times(t)
    lead, q0, qd0 = _states(arm, q0, qd0)
    torque = _torque(arm, torque, t, lead, len(q0))
    lower, upper = _limits(arm, limits)
    events = _events(events)
    gravity = arm.gravity if gravity is None else _gravity(gravity)
    _check(method, rtol, atol, dt)
    work = (arm, q0, qd0, t, torque, method, rtol, atol, dt, gravity, lower, upper, events)
    y, ends = _own(*work, threads, progress) if method in OWN else _scipy(*work, progress)
    messages = [_message(arm, end, lower, upper, events) for end in zip(*ends[:3], strict=True)]
    troubles = [m for m, code in zip(messages, ends.code, strict=True) if code >= End.SINGULAR]
    if troubles:
        more = f" ({len(troubles)} of {len(messages)} motions ended early)" if len(messages) > 1 else ""
        warnings.warn(troubles[0] + more, SimulationWarning, stacklevel=2)
    return Simulation(arm, t, y, ends, messages, lead, method, torque is None, gravity)


# what was given


def _times(t):
    t = real_array(t, "t")
    if t.ndim != 1 or not t.size:
        raise ValueError(f"`t`: expected shape (m,) with the initial time first, got {t.shape}")
    if not np.isfinite(t).all() or not (np.diff(t) > 0.0).all():
        raise ValueError("`t`: expected finite times that increase")
    return np.ascontiguousarray(t)


def _states(arm, q0, qd0):
    """Leading shape, and q0, qd0 as rows (N, width)."""
    q0, qd0 = real_array(q0, "q0", arm.nq), real_array(qd0, "qd0", arm.n)
    lead = broadcast("simulate", q0=(q0, 1), qd0=(qd0, 1))
    N = int(np.prod(lead))
    return lead, *(np.broadcast_to(x, (*lead, x.shape[-1])).reshape(N, x.shape[-1]) for x in (q0, qd0))


def _torque(arm, torque, t, lead, N):
    """None, a function, or a table (1 or N, len(t), n)."""
    if torque is None or callable(torque):
        return torque
    table = real_array(torque, "torque", len(t), arm.n)
    try:
        rows = np.broadcast_to(table, (*lead, len(t), arm.n)) if table.ndim > 2 else table[None]
    except ValueError:
        expected = (*lead, len(t), arm.n)
        raise ValueError(f"`torque`: expected shape {expected} or {expected[-2:]}, got {table.shape}") from None
    return np.ascontiguousarray(rows.reshape(-1, len(t), arm.n))


def _limits(arm, limits):
    """Lower and upper limits of q (nq,), or None."""
    if limits is None:
        return None, None
    lower, upper = np.full(arm.nq, -np.inf), np.full(arm.nq, np.inf)
    if isinstance(limits, dict):
        names = arm.joint_names
        for joint, pair in limits.items():
            if joint in names:
                joint = names.index(joint)
            elif isinstance(joint, str | bool) or not 0 <= joint < arm.nq:
                raise ValueError(f"`limits`: expected joints among {', '.join(names)}, or their numbers, got {joint!r}")
            lower[joint], upper[joint] = _pair(pair)
    else:
        low, high = _pair(limits)
        lower[:], upper[:] = real_array(low, "limits, lower"), real_array(high, "limits, upper")
    if not (lower <= upper).all():
        raise ValueError("`limits`: expected lower <= upper")
    return lower, upper


def _pair(pair):
    if not isinstance(pair, tuple | list | np.ndarray) or len(pair) != 2:
        raise ValueError(f"`limits`: expected pairs (lower, upper), got {pair!r}")
    return pair


def _events(events):
    events = (events,) if callable(events) else tuple(events)
    for event in events:
        if not callable(event):
            raise TypeError(f"`events`: expected functions (t, q, qd) -> number, got {type(event).__name__}")
    return events


def _gravity(gravity):
    gravity = real_array(gravity, "gravity", 3)
    if gravity.ndim != 1:
        raise ValueError(f"`gravity`: expected shape (3,), got {gravity.shape}")
    return gravity


def _check(method, rtol, atol, dt):
    known = [*OWN, *(f"scipy:{name}" for name in SCIPY)]
    if method not in known:
        raise ValueError(f"`method`: expected one of {', '.join(known)}, got {method!r}")
    for name, value, least in (("rtol", rtol, 2.3e-14), ("atol", atol, 0.0)):
        value = real_array(value, name)
        if value.ndim or not value >= least or not np.isfinite(value):
            raise ValueError(f"`{name}`: expected a number of at least {least:g}, got {value}")
    if dt is not None and not real_array(dt, "dt") > 0.0:
        raise ValueError(f"`dt`: expected more than 0, got {dt}")


# integration


def _own(arm, q0, qd0, t, torque, method, rtol, atol, dt, gravity, lower, upper, events, threads, progress):
    """States (N, len(t), nq + n) and ends of the motions, by the lane integrators."""
    N, model = len(q0), arm.model
    y0, y = np.ascontiguousarray(np.concatenate([q0, qd0], axis=1)), np.full((N, len(t), arm.nq + arm.n), np.nan)
    speed = np.full(arm.n, np.inf)
    bounds = {} if lower is None else {"lower": np.r_[lower, -speed], "upper": np.r_[upper, speed]}
    directions = [int(getattr(event, "direction", 0)) for event in events] or 0
    python = callable(torque) or bool(events)
    threads = 1 if python else threads_for(threads, N * len(t) * arm.n)
    starts = range(0, N, max(TOGETHER, -(-N // (4 * threads)))) if threads > 1 else range(0, N, max(N, 1))
    bar = Progress() if progress else None
    parts, shares = {}, {}

    def work(first):
        last = min(first + starts.step, N)

        def tick(share):
            shares[first] = share * (last - first) / N
            bar.show(sum(shares.values()))

        system = ChainSystem(model, gravity, torque, t if isinstance(torque, np.ndarray) else None, events)
        parts[first] = motions(
            system, y0, t, y, method=method, rtol=rtol, atol=max(atol, 1e-300), dt=dt, direction=directions,
            stop_at_outputs=isinstance(torque, np.ndarray), first=first, last=last, tick=tick if bar else None, **bounds,
        )  # fmt: skip
        if bar:
            tick(1.0)

    each(work, starts, min(threads, max(len(starts), 1)), None)
    if bar:
        bar.close()
    ordered = [parts[first] for first in sorted(parts)] or [_nothing(y.shape[2])]
    return y, Ends(*(np.concatenate(field) for field in zip(*ordered, strict=True)))


def _scipy(arm, q0, qd0, t, torque, method, rtol, atol, dt, gravity, lower, upper, events, progress):
    """The same by SciPy's solve_ivp, motion after motion."""
    from scipy.integrate import solve_ivp

    nq, N = arm.nq, len(q0)
    y, ends = np.full((N, len(t), nq + arm.n), np.nan), []
    watched = [*_limit_events(nq, lower, upper), *(_event(event, nq) for event in events)]
    bar = Progress() if progress else None
    for k in range(N):
        rates, kept = _rates(arm, torque, t, k, gravity, nq), {}
        start = np.concatenate([q0[k], qd0[k]])

        def guarded(time, state, rates=rates, kept=kept):
            if not np.isfinite(state).all():
                raise FloatingPointError
            kept["last"] = time, state.copy()
            return rates(time, state)

        try:
            run = solve_ivp(
                guarded, (t[0], t[-1]), start, method.partition(":")[2], t_eval=t, events=watched or None, rtol=rtol,
                atol=atol, max_step=np.inf if dt is None else dt,
            )  # fmt: skip
        except (SingularityError, FloatingPointError) as error:
            time, state = kept.get("last", (t[0], start))
            joint = arm.joint_names.index(error.joint) + 1 if isinstance(error, SingularityError) else -1
            y[k, 0] = start
            ends.append((End.SINGULAR if joint > 0 else End.NONFINITE, joint, time, state, 0, 0, 0))
        else:
            y[k, : run.y.shape[1]] = run.y.T
            ends.append(_scipy_end(run, t, y[k], lower, nq, arm.n))
        if bar:
            bar.show((k + 1) / N)
    if bar:
        bar.close()
    return y, Ends(*(np.array(field) for field in zip(*ends, strict=True))) if ends else _nothing(nq + arm.n)


def _rates(arm, torque, t, k, gravity, nq):
    """y' = (qd, qdd) of motion k as a function of t and y."""
    if torque is None:
        rest = np.zeros(arm.n)
        given = lambda time, q, qd: rest  # noqa: E731
    elif callable(torque):
        given = torque
    else:
        table = torque[k if len(torque) > 1 else 0]
        given = lambda time, q, qd: np.array([np.interp(time, t, column) for column in table.T])  # noqa: E731

    def rates(time, y):
        q, qd = y[:nq].copy(), y[nq:].copy()
        return np.concatenate([qd, arm.forward_dynamics(q, qd, given(time, q, qd), gravity=gravity)])

    return rates


def _event(event, nq):
    def watched(time, y):
        return event(time, y[:nq].copy(), y[nq:].copy())

    watched.terminal, watched.direction = True, getattr(event, "direction", 0)
    return watched


def _limit_events(nq, lower, upper):
    """Functions that fall through zero where q[i] leaves its limits: all lower ones, then all upper ones."""
    if lower is None:
        return []
    functions = []
    for bound, sign in ((lower, 1.0), (upper, -1.0)):
        for i in range(nq):
            limit = bound[i] if np.isfinite(bound[i]) else -sign * 1e300
            function = lambda time, y, i=i, limit=limit, sign=sign: sign * (y[i] - limit)  # noqa: E731
            function.terminal, function.direction = True, -1
            functions.append(function)
    return functions


def _scipy_end(run, t, y, lower, nq, n):
    """How a run of solve_ivp ended, as the lane integrators say it."""
    if run.status == 1:
        which = next(i for i, times in enumerate(run.t_events) if len(times))
        end = run.t_events[which][-1], run.y_events[which][-1]
        if lower is not None and which < 2 * nq:
            return End.LIMIT, which if which < nq else which + n, *end, 0, 0, run.nfev
        return End.EVENT, which - (0 if lower is None else 2 * nq), *end, 0, 0, run.nfev
    reached = max(run.y.shape[1] - 1, 0)
    code = End.REACHED if run.status == 0 else End.STEP_TOO_SMALL
    return code, -1, t[reached], y[reached].copy(), 0, 0, run.nfev


def _nothing(size):
    empty = np.zeros(0, int)
    return Ends(empty, empty, np.zeros(0), np.zeros((0, size)), empty, empty, empty)


# how it ended


def _message(arm, end, lower, upper, events):
    """One sentence."""
    code, which, t = int(end[0]), int(end[1]), f"t = {end[2]:.9g} s"
    if code == End.REACHED:
        return f"reached {t}"
    if code == End.LIMIT:
        size, names = arm.nq + arm.n, arm.joint_names
        kind, i = ("lower", which) if which < size else ("upper", which - size)
        return f"joint {names[i]!r} reached its {kind} limit {(lower if kind == 'lower' else upper)[i]:g} at {t}"
    if code == End.EVENT:
        return f"event {which} ({getattr(events[which], '__name__', 'function')}) at {t}"
    if code == End.SINGULAR:
        return f"joint {arm.joint_names[which - 1]!r} has no articulated inertia along the joint near {t}"
    if code == End.NONFINITE:
        return f"state or accelerations are not finite after {t}"
    return f"the tolerance asks for steps too small for the time scale at {t}; the motion may be stiff"
