"""Simulations side by side: free fall of one arm at a tight tolerance, many motions with fixed and adaptive steps.

Every contestant first shows its motion. A falling arm is chaotic: differences grow from 1e-13 in the first second to
1e-3 and more within ten, so motions are compared over the first three; the energy of ours is watched over all of them.
"""

from contextlib import suppress
from types import SimpleNamespace

import numpy as np

from benchmarks import race
from benchmarks.pages import say
from benchmarks.race import OURS, Run
from benchmarks.robots import robot

FALL = np.linspace(0.0, 10.0, 1001)  # s
TIGHT = {"rtol": 1e-9, "atol": 1e-9}
STEPS = np.linspace(0.0, 1.0, 1001)
MOTIONS, MANY, FEW = 1_000, 10_000, 20
TOGETHER = 1e-9  # rad: agreement over the first three seconds; over one second with equal steps
DRIFT = 1e-7  # of the largest kinetic energy
SIMULATE, SCIPY_OURS = f"{OURS}: simulate", "SciPy: solve_ivp, forward_dynamics of spacelib"
SCIPY_PIN = "SciPy: solve_ivp, pin.aba"
ROLLOUT, RK4, RK4_END = "MuJoCo: rollout, RK4", f"{OURS}: simulate, RK4", f"{OURS}: simulate, RK4, last state only"
ADAPTIVE, ONE_BY_ONE = f"{OURS}: simulate, DOP853, one call", f"{OURS}: simulate, DOP853, one motion per call"


def starts(name, count):
    """Initial states of many motions."""
    return np.random.default_rng(2).uniform(-1.0, 1.0, (2, count, robot(name).n))


# ten seconds of free fall, DOP853


def ours_falling(name):
    """ChainObject.simulate."""
    arm, rest, last = robot(name).arm, np.zeros(robot(name).n), SimpleNamespace()

    def run():
        last.run = arm.simulate(rest, rest, FALL, threads=1, **TIGHT)

    return Run(1, run, lambda: last.run.q)


def scipy_falling(name, accelerations):
    """solve_ivp with the same tolerances; accelerations(robot) gives a function of q, qd."""
    from scipy.integrate import solve_ivp

    n, last, of = robot(name).n, SimpleNamespace(), accelerations(robot(name))

    def rates(_, y):
        return np.concatenate([y[n:], of(y[:n], y[n:])])

    def run():
        last.run = solve_ivp(rates, (FALL[0], FALL[-1]), np.zeros(2 * n), "DOP853", FALL, **TIGHT)

    return Run(1, run, lambda: last.run.y.T[:, :n])


def by_pinocchio(robot):
    """pin.aba without torques."""
    import pinocchio as pin

    from benchmarks.peers.pinocchio_peer import model_of

    model, rest = model_of(robot), np.zeros(robot.n)
    data = model.createData()
    return lambda q, qd: pin.aba(model, data, q, qd, rest)


def by_ours(robot):
    """forward_dynamics without torques."""
    call, rest = robot.arm.forward_dynamics, np.zeros(robot.n)
    return lambda q, qd: call(q, qd, rest)


def falling(name="6R"):
    """{contestant: run}, how far the motions are apart up to 3 and to 10 seconds, and the drift of the energy."""
    field = {SIMULATE: ours_falling(name)}
    for label, way in (SCIPY_OURS, by_ours), (SCIPY_PIN, by_pinocchio):
        with suppress(ImportError):
            field[label] = scipy_falling(name, way)
    for run in field.values():
        run.call()
    rest = np.zeros(robot(name).n)
    drift = robot(name).arm.simulate(rest, rest, FALL, **TIGHT).drift
    assert drift <= DRIFT, f"energy drifts by {drift:.1e}"
    first, apart = field[SIMULATE].result(), {}
    for label, run in field.items():
        gap = np.abs(run.result() - first).max(axis=1)
        apart[label] = {f"{s} s": float(gap[: 1 + np.searchsorted(FALL, s)].max()) for s in (3, 10)}
        assert apart[label]["3 s"] <= TOGETHER, f"{label}: {apart[label]}"
    return field, {"apart": apart, "drift": float(drift)}


# many motions


def ours_many(name, method, t, count=MOTIONS, dt=None):
    """All motions in one call."""
    (q0, qd0), last = starts(name, count), SimpleNamespace()

    def run():
        last.run = robot(name).arm.simulate(q0, qd0, t, method=method, dt=dt, threads=1)

    return Run(count, run, lambda: last.run.q)


def one_by_one(name, t, count=FEW):
    """A call for each."""
    (q0, qd0), last = starts(name, MANY)[:, :count], SimpleNamespace()

    def run():
        last.q = np.array([robot(name).arm.simulate(q, qd, t, threads=1).q for q, qd in zip(q0, qd0, strict=True)])

    return Run(count, run, lambda: last.q)


def rollout(name, count=MOTIONS):
    """mujoco.rollout with the classical Runge-Kutta method, a millisecond per step, states into a given array."""
    import mujoco
    from mujoco.rollout import rollout

    from benchmarks.peers.mujoco_peer import model_of

    model, n, steps = model_of(robot(name)), robot(name).n, len(STEPS) - 1
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, STEPS[1]
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    assert size == 1 + 2 * n, "state of MuJoCo: time, q, qd"
    data, (q0, qd0) = mujoco.MjData(model), starts(name, count)
    first, state = np.hstack([np.zeros((count, 1)), q0, qd0]), np.zeros((count, steps, size))
    sensors = np.zeros((count, steps, 0))

    def run():
        rollout(model, data, first, nstep=steps, state=state, sensordata=sensors, skip_checks=False)

    return Run(count, run, lambda: state[:, :, 1 : 1 + n])


def fixed_steps(name="6R"):
    """{contestant: run} of a thousand motions of one second, and their largest difference."""
    ours, step = ours_many(name, "RK4", STEPS, dt=STEPS[1]), STEPS[1]
    field = {RK4: ours, RK4_END: ours_many(name, "RK4", STEPS[[0, -1]], dt=step)}
    with suppress(ImportError):
        field[ROLLOUT] = rollout(name)
    for run in field.values():
        run.call()
    q = ours.result()[:, 1:]
    apart = {RK4_END: float(np.abs(field[RK4_END].result()[:, -1] - q[:, -1]).max())}
    if ROLLOUT in field:
        apart[ROLLOUT] = float(np.abs(field[ROLLOUT].result() - q).max())
    assert max(apart.values()) <= TOGETHER, apart
    return field, {"apart": apart}


def adaptive(name="6R"):
    """{contestant: run} of ten thousand motions of one second at 1e-9, results every 10 ms."""
    t = STEPS[::10]
    field = {ADAPTIVE: ours_many(name, "DOP853", t, MANY), ONE_BY_ONE: one_by_one(name, t)}
    for run in field.values():
        run.call()
    gap = np.abs(field[ONE_BY_ONE].result() - field[ADAPTIVE].result()[:FEW]).max()
    assert gap == 0.0, "a motion among others is not the same as alone"
    return field, {}


CONTESTS = {"falling": falling, "fixed": fixed_steps, "adaptive": adaptive}
LABELS = {
    "falling": (SIMULATE, SCIPY_OURS, SCIPY_PIN),
    "fixed": (RK4, RK4_END, ROLLOUT),
    "adaptive": (ADAPTIVE, ONE_BY_ONE),
}


def measure():
    """Seconds per motion of everyone, and what the comparison showed."""
    result = {}
    for name, contest in CONTESTS.items():
        field, facts = contest()
        with race.one_core():
            seconds = race.best(field, rounds=30, seconds=8.0)
        for label, x in seconds.items():
            say(f"{name:10s} {x * 1e6:12.1f} us  {label}")
        result[name] = {"seconds": seconds, **facts}
    return result
