"""Many motions in one call: each as it is alone, bit for bit; threads, interrupts, progress, changes under way."""

import signal
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import SETTINGS, movable_trees, random_body, random_forces, random_pose, states

from chain import ChainObject, LinkObject, SimulationWarning

METHODS = ["DOP853", "RK45", "RK4"]
FIELDS = ("q", "qd", "energy", "t_end", "q_end", "qd_end", "message", "steps", "rejected", "evaluations")
T = np.linspace(0.0, 0.2, 5)
ALARM = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")


@pytest.fixture(scope="module")
def arm():
    """Three turning joints and a slider, with friction, springs and rotors."""
    rng = np.random.default_rng(8)
    links = [
        LinkObject(kind, placement=random_pose(rng), axis=rng.normal(size=3), **random_body(rng), **random_forces(rng))
        for kind in "RRPR"
    ]
    return ChainObject(links)


def alike(many, place, alone):
    """Motion `place` of many, and the same motion alone, to the last bit; NaN after its end."""
    m = len(alone.t)
    for name in FIELDS:
        got, expected = getattr(many, name)[place], getattr(alone, name)
        if name in ("q", "qd", "energy"):
            assert np.isnan(got[m:]).all()
            got = got[:m]
        assert np.array_equal(got, expected), name


# each the same as alone


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("N", [1, 3, 4, 16, 37])
def test_every_motion_is_that_of_a_call_of_its_own(arm, method, N):
    q, qd, _ = states(arm, (N,))
    many = arm.simulate(q, qd, T, method=method, dt=0.01)
    assert many.q.shape == (N, 5, 4)
    for k in range(N):
        alike(many, k, arm.simulate(q[k], qd[k], T, method=method, dt=0.01))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["shared", "own", "function"])
def test_torques_are_shared_or_of_each_motion(arm, method, kind):
    q, qd, _ = states(arm, (2, 10))
    table = np.random.default_rng(1).normal(size=(2, 10, 5, 4) if kind == "own" else (5, 4))
    torque = table if kind != "function" else lambda t, q, qd: np.cos(3.0 * t) - q * qd
    many = arm.simulate(q, qd, T, torque, method=method, dt=0.02)
    assert many.q.shape == (2, 10, 5, 4)
    for place in np.ndindex(2, 10):
        alone = table[place] if kind == "own" else torque
        alike(many, place, arm.simulate(q[place], qd[place], T, alone, method=method, dt=0.02))


@SETTINGS
@given(movable_trees(), st.sampled_from(METHODS), st.integers(4, 20))
def test_lanes_of_any_tree_are_the_motions_alone(arm, method, N):
    q, qd, _ = states(arm, (N,))
    many = arm.simulate(q, qd, T[:3], method=method, dt=0.02, rtol=1e-6, atol=1e-6)
    for k in (0, N - 1):
        alike(many, k, arm.simulate(q[k], qd[k], T[:3], method=method, dt=0.02, rtol=1e-6, atol=1e-6))


def test_motions_that_end_early_leave_the_others_as_they_are(arm):
    q, qd, _ = states(arm, (40,))
    q[5], qd[7] = np.nan, 1e200
    limits = {0: (-2.2, 2.2), "joint4": (-2.0, 2.1)}

    def event(t, q, qd):
        return q[1] - 1.5

    with pytest.warns(SimulationWarning, match=r"not finite after t = 0 s \(2 of 40 motions ended so\)"):
        many = arm.simulate(q, qd, T, limits=limits, events=event)
    kinds = {message.split()[0] for message in many.message}
    assert kinds == {"reached", "joint", "event", "state"}
    for k in set(range(40)) - {5, 7}:
        alike(many, k, arm.simulate(q[k], qd[k], T, limits=limits, events=event))
    assert np.isnan(many.q[[5, 7], 1:]).all()
    assert f"{40 - many.reached.sum()} ended early" in repr(many)


@pytest.mark.parametrize("method", ["RK4", "scipy:RK45"])
def test_states_and_torques_broadcast(arm, method):
    q, qd, tau = states(arm, (3,))
    run = arm.simulate(q[:, None], qd[:2], T, np.broadcast_to(tau[:, None, None], (3, 1, 5, 4)), method=method)
    assert run.q.shape == (3, 2, 5, 4)
    assert run.t_end.shape == run.message.shape == run.steps.shape == run.drift.shape == (3, 2)
    alone = arm.simulate(q[2], qd[1], T, np.broadcast_to(tau[2], (5, 4)), method=method)
    assert np.array_equal(run.q[2, 1], alone.q)
    assert np.array_equal(run.energy[2, 1], alone.energy)
    # one state under many torques
    run = arm.simulate(q[0], qd[0], T, np.broadcast_to(tau[:, None], (3, 5, 4)), method=method)
    assert run.q.shape == (3, 5, 4)


@pytest.mark.parametrize("method", [*METHODS, "scipy:LSODA"])
def test_no_motions_are_a_result_without_rows(arm, method):
    run = arm.simulate(np.zeros((2, 0, 4)), np.zeros(4), T, method=method, progress=False)
    assert run.q.shape == (2, 0, 5, 4)
    assert run.energy.shape == (2, 0, 5)
    assert run.message.shape == run.drift.shape == (2, 0)
    assert repr(run).startswith("Simulation: 0 motions")


def test_drift_has_one_number_for_each_motion(arm):
    pendulum = ChainObject([LinkObject("R", a=1.0, mass=1.0)])
    run = pendulum.simulate([[0.0], [1.0], [2.0]], [3.0], T, gravity=(0, -9.81, 0))
    assert run.drift.shape == (3,)
    assert (run.drift < 1e-8).all()
    change = np.abs(run.energy - run.energy[:, :1]).max(axis=1)
    assert np.array_equal(run.drift, change / run.kinetic.max(axis=1))


# threads


@pytest.mark.parametrize("method", METHODS)
def test_threads_do_not_change_a_bit(arm, method):
    q, qd, _ = states(arm, (700,))
    torque = np.random.default_rng(2).normal(size=(700, 5, 4))
    runs = [arm.simulate(q, qd, T, torque, method=method, rtol=1e-5, atol=1e-5, threads=k) for k in (1, 2, 5)]
    for run in runs[1:]:
        for name in FIELDS:
            assert np.array_equal(getattr(run, name), getattr(runs[0], name)), name


def test_python_functions_are_called_by_one_thread_whatever_was_asked_for(arm):
    callers, q = set(), states(arm, (300,))[0]

    def torque(t, q, qd):
        callers.add(threading.get_ident())
        return np.zeros(4)

    run = arm.simulate(q, np.zeros(4), T[:2], torque, method="RK4", threads=3)
    assert callers == {threading.get_ident()}
    assert np.array_equal(run.q, arm.simulate(q, np.zeros(4), T[:2], method="RK4").q)


def test_simulations_at_the_same_time_and_within_one_another_do_not_mix(arm):
    q, qd, _ = states(arm, (60,))
    expected = arm.simulate(q, qd, T).q
    results = []

    def inner(t, y, v):
        arm.simulate(q[0], qd[0], T[:2], method="RK4")
        return np.zeros(4)

    outer = arm.simulate(q[0], qd[0], T, inner)
    assert np.array_equal(outer.q, arm.simulate(q[0], qd[0], T, lambda *state: np.zeros(4)).q)
    helpers = [threading.Thread(target=lambda: results.append(arm.simulate(q, qd, T).q)) for _ in range(4)]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()
    assert all(np.array_equal(result, expected) for result in results)
    assert len(results) == 4


# what happens under way


@pytest.mark.parametrize("method", ["DOP853", "scipy:RK45"])
def test_chain_is_taken_as_it_was_at_the_call(method):
    def changing(arm):
        def torque(t, q, qd):
            arm.attach(0, 3.0)
            arm.gravity = (0.0, 0.0, 1.0)
            arm.links[0].viscous = 5.0
            return np.zeros(2)

        return torque

    arms = [ChainObject([LinkObject("R", a=1.0, mass=1.0) for _ in range(2)], gravity=(0, -9.81, 0)) for _ in range(2)]
    run = arms[0].simulate([0, 0], [0, 0], T, changing(arms[0]), method=method)
    expected = arms[1].simulate([0, 0], [0, 0], T, lambda *state: np.zeros(2), method=method)
    assert np.array_equal(run.q, expected.q)
    assert np.array_equal(run.energy, expected.energy)
    assert len(arms[0].payloads) > 1


@pytest.mark.parametrize("method", ["DOP853", "RK4", "scipy:RK45"])
def test_function_that_writes_to_what_it_is_given_changes_nothing(arm, method):
    q0, qd0, _ = states(arm)
    t, start = T.copy(), q0.copy()

    def torque(time, q, qd):
        q[:], qd[:], t[:], start[:] = np.nan, np.inf, -5.0, np.nan
        return np.zeros(4)

    run = arm.simulate(start, qd0, t, torque, method=method)
    assert np.array_equal(run.t, T)
    assert np.array_equal(run.q, arm.simulate(q0, qd0, T, lambda *state: np.zeros(4), method=method).q)


@ALARM
@pytest.mark.parametrize(("N", "threads"), [(1, 1), (40, 1), (1000, 2)])
def test_interrupt_ends_a_long_run(arm, N, threads):
    """By a signal, in a run of years; helpers end as well."""

    def handler(number, frame):
        raise KeyboardInterrupt

    q, qd, _ = states(arm, (N,))
    before, old = threading.active_count(), signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            arm.simulate(q, qd, [0.0, 1e9], method="RK4", dt=1e-3, threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, old)
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join(5.0)
    assert threading.active_count() <= before


@pytest.mark.parametrize("method", ["DOP853", "RK4", "scipy:LSODA"])
@pytest.mark.parametrize("N", [1, 20])
def test_progress_is_a_bar_on_standard_error(arm, method, N, capsys):
    q, qd, _ = states(arm, (N,))
    quiet = arm.simulate(q, qd, T, method=method, rtol=1e-5, atol=1e-5)
    assert capsys.readouterr() == ("", "")
    run = arm.simulate(q, qd, T, method=method, rtol=1e-5, atol=1e-5, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "[##############################] 100 %" in err
    assert err.endswith("\n")
    assert np.array_equal(run.q, quiet.q)


def test_progress_ends_its_line_when_a_function_fails(arm, capsys):
    def torque(t, q, qd):
        raise LookupError("no torque")

    with pytest.raises(LookupError, match="no torque"):
        arm.simulate(np.zeros(4), np.zeros(4), T, torque, progress=True)
    assert capsys.readouterr().err.endswith("\n")
