"""Integrators: SciPy's steps, published orders, exact solutions; limits, events and faults; motions do not mix."""

import signal
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import integrate as si
from trees import SETTINGS

from chain.kernels.integrate import motions
from chain.kernels.system import End, PythonSystem, System

METHODS = ["DOP853", "RK45", "RK4"]
ADAPTIVE = ["DOP853", "RK45"]
STAGES = {"DOP853": 12, "RK45": 6}


def run(f, y0, t, events=(), numbered=False, **options):
    """States (N, len(t), size) and ends of motions from y0 (N, size) or (size,)."""
    y0 = np.atleast_2d(np.array(y0, float))
    y = np.full((len(y0), len(t), y0.shape[1]), 7.0)
    system = PythonSystem(f, y0.shape[1], events, numbered=numbered)
    return y, motions(system, y0, np.array(t, float), y, **options)


# right-hand sides


def oscillator(t, y):
    return np.array([y[1], -y[0]])


def two_oscillators(t, y):
    return np.array([y[2], y[3], -4.0 * y[0], -0.3 * y[1] + 0.1 * y[0] - 0.05 * y[3]])


def van_der_pol(t, y):
    return np.array([y[1], 3.0 * (1.0 - y[0] ** 2) * y[1] - y[0]])


def lorenz(t, y):
    return np.array([10.0 * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1], y[0] * y[1] - 8.0 / 3.0 * y[2]])


def double_pendulum(t, y):
    """Two equal bars of unit length with unit masses at their ends, absolute angles, g = 9.81."""
    a, b, u, v = y
    c, s = np.cos(a - b), np.sin(a - b)
    M = np.array([[2.0, c], [c, 1.0]])
    force = np.array([-s * v * v - 2.0 * 9.81 * np.sin(a), s * u * u - 9.81 * np.sin(b)])
    return np.concatenate([[u, v], np.linalg.solve(M, force)])


def forced(t, y):
    return np.array([np.cos(t) * y[0]])


PROBLEMS = {
    "oscillators": (two_oscillators, [1.0, 0.3, 0.0, -0.2], 12.0),
    "Van der Pol": (van_der_pol, [2.0, 0.0], 8.0),
    "Lorenz": (lorenz, [1.0, 1.0, 1.0], 2.0),
    "double pendulum": (double_pendulum, [0.9, -0.4, 0.0, 0.5], 3.0),
    "forced": (forced, [1.0], 10.0),
}


# SciPy


def scipy_run(f, y0, t, method, tol, max_step=np.inf):
    """States at t, accepted and rejected steps of SciPy."""
    solver = getattr(si, method)(f, t[0], np.array(y0, float), t[-1], rtol=tol, atol=tol, max_step=max_step)
    accepted = 0
    while solver.status == "running":
        solver.step()
        accepted += 1
    trials = (solver.nfev - 2) / STAGES[method]
    result = si.solve_ivp(f, (t[0], t[-1]), y0, method=method, rtol=tol, atol=tol, t_eval=t, max_step=max_step)
    return result.y.T, accepted, trials - accepted


def change_by_rounding(f, y0, t, method, tol):
    """How much SciPy's states change when y0 changes in its last place: an early error estimate is mostly rounding."""
    first = scipy_run(f, y0, t, method, tol)[0]
    nudged = [scipy_run(f, np.nextafter(y0, side), t, method, tol)[0] for side in (-np.inf, np.inf)]
    return max(abs(other - first).max() for other in nudged)


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("tol", [1e-6, 1e-9])
@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("name", PROBLEMS)
def test_states_and_steps_are_those_of_scipy(name, method, tol, lanes):
    f, y0, last = PROBLEMS[name]
    t = np.linspace(0.0, last, 41)
    theirs, accepted, rejected = scipy_run(f, y0, t, method, tol)
    y, ends = run(f, y0, t, method=method, rtol=tol, atol=tol, lanes=lanes)
    assert (ends.code[0], ends.steps[0], ends.rejected[0]) == (End.REACHED, accepted, rejected)
    rounding = change_by_rounding(f, y0, t, method, tol)
    assert_allclose(y[0], theirs, rtol=1e-12, atol=1e-12 + 5.0 * rounding)
    assert (ends.t[0], ends.y[0].tolist()) == (last, y[0, -1].tolist())


@pytest.mark.parametrize("method", ADAPTIVE)
def test_tolerances_of_each_number_and_the_longest_step_are_those_of_scipy(method):
    f, y0, last = PROBLEMS["Lorenz"]
    tol, longest = np.array([1e-3, 1e-8, 1e-6]), 0.02
    solver = getattr(si, method)(f, 0.0, y0, last, rtol=1e-4, atol=tol, max_step=longest)
    times = [0.0]
    while solver.status == "running":
        solver.step()
        times.append(solver.t)
    y, ends = run(f, y0, [0.0, last], method=method, rtol=1e-4, atol=tol, dt=longest)
    assert ends.steps[0] == len(times) - 1
    assert ends.evaluations[0] == solver.nfev
    assert_allclose(y[0, -1], solver.y, rtol=1e-11)
    assert max(np.diff(times)) <= longest * (1 + 1e-14)


@pytest.mark.parametrize("method", METHODS)
def test_evaluations_are_counted(method):
    calls = []

    def counted(t, y, motion):
        calls.append(motion)
        return van_der_pol(t, y)

    y0 = np.random.default_rng(1).normal(size=(23, 2))
    _, ends = run(counted, y0, np.linspace(0.0, 1.0, 7), numbered=True, method=method, rtol=1e-5, atol=1e-5, dt=0.05)
    assert ends.evaluations.tolist() == np.bincount(calls, minlength=23).tolist()


# order


def slope(sizes, errors):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0]


@pytest.mark.parametrize(("method", "order", "sizes"), [
    ("RK4", 4, [0.1, 0.05, 0.025, 0.0125]), ("RK45", 5, [0.2, 0.1, 0.05]), ("DOP853", 8, [0.8, 0.4, 0.2]),
])  # fmt: skip
def test_error_falls_with_the_order_of_the_method(method, order, sizes):
    """Equal steps: outputs as stops, and tolerances that accept everything."""
    errors = []
    for h in sizes:
        t = np.linspace(0.0, 8.0, round(8.0 / h) + 1)
        y, _ = run(oscillator, [1.0, 0.0], t, method=method, rtol=1e6, atol=1e6, stop_at_outputs=True)
        errors.append(abs(y[0, -1] - [np.cos(8.0), -np.sin(8.0)]).max())
    assert order - 0.4 < slope(sizes, errors) < order + 0.6


@pytest.mark.parametrize(("method", "order", "sizes"), [
    ("RK45", 4, [0.2, 0.1, 0.05, 0.025]), ("DOP853", 7, [0.8, 0.4, 0.2]),
])  # fmt: skip
def test_states_within_steps_have_the_order_of_the_dense_output(method, order, sizes):
    """The local error of a dense output of order p falls with h^(p + 1)."""
    t, errors = np.linspace(0.0, 5.0, 777), []
    for h in sizes:
        y, ends = run(oscillator, [1.0, 0.0], t, method=method, rtol=1e6, atol=1e6, dt=h)
        assert 5.0 / h <= ends.steps[0] < 5.0 / h + 7
        errors.append(abs(y[0] - np.stack([np.cos(t), -np.sin(t)], axis=-1)).max())
    assert order + 1 - 0.4 < slope(sizes, errors) < order + 1 + 0.6


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("tol", [1e-6, 1e-9, 1e-12])
def test_outputs_between_steps_are_as_accurate_as_the_steps(method, tol):
    t = np.linspace(0.0, 10.0, 1001)
    y, ends = run(oscillator, [1.0, 0.0], t, method=method, rtol=tol, atol=tol)
    assert ends.steps[0] < 1000 or method == "RK45"
    assert abs(y[0, :, 0] - np.cos(t)).max() < 50.0 * tol


@pytest.mark.parametrize("method", ADAPTIVE)
def test_outputs_do_not_change_the_steps(method):
    few, ends_few = run(lorenz, [1.0, 1.0, 1.0], [0.0, 2.0], method=method)
    many, ends_many = run(lorenz, [1.0, 1.0, 1.0], np.linspace(0.0, 2.0, 501), method=method)
    assert few[0, -1].tolist() == many[0, -1].tolist()
    assert ends_few.steps == ends_many.steps


def test_rk4_is_kuttas_formula_on_equal_steps_not_longer_than_dt():
    f, h, y = van_der_pol, 0.5 / 4, np.array([2.0, 0.1])
    for k in range(4):
        t = k * h
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    states, ends = run(f, [2.0, 0.1], [0.0, 0.5], method="RK4", dt=0.15)
    assert_allclose(states[0, 1], y, rtol=1e-14)
    assert ends.steps[0] == 4
    assert run(f, [2.0, 0.1], [0.0, 0.5], method="RK4")[1].steps[0] == 1
    # dt that divides the time but for rounding
    assert run(f, [2.0, 0.1], np.arange(0, 101) * 0.01, method="RK4", dt=0.01)[1].steps[0] == 100


# kinks


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("method", METHODS)
def test_piecewise_linear_forcing_with_stops_is_exact(method, lanes):
    """With y'' = u(t), u linear between the outputs, y is a cubic there, which every method integrates exactly."""
    rng = np.random.default_rng(2)
    t = np.concatenate([[0.0], np.cumsum(rng.uniform(0.01, 0.5, 40))])
    u = rng.normal(size=41)
    exact = [np.array([0.3, -0.1])]
    for h, a, b in zip(np.diff(t), u[:-1], u[1:], strict=True):
        x, v = exact[-1]
        exact.append(np.array([x + h * v + h * h * (2 * a + b) / 6, v + h * (a + b) / 2]))

    def push(time, y):
        return np.array([y[1], np.interp(time, t, u)])

    y, ends = run(push, exact[0], t, method=method, stop_at_outputs=True, lanes=lanes)
    assert_allclose(y[0], exact, rtol=1e-13, atol=1e-13)
    assert ends.rejected[0] == 0
    if method != "RK4":
        assert ends.steps[0] < 40 + 15  # only the first, careful steps are shorter than an interval
        across = run(push, exact[0], t, method=method, lanes=lanes)[1]
        assert across.rejected[0] > 10  # without stops the kinks are hard work


@pytest.mark.parametrize("method", ADAPTIVE)
def test_no_evaluation_lies_outside_the_interval_of_its_step(method):
    t, seen = np.array([0.1, 0.4, 0.7, 1.1, 3.3]), []

    def watched(time, y):
        seen.append(time)
        return van_der_pol(time, y)

    run(watched, [2.0, 0.0], t, method=method, stop_at_outputs=True)
    assert min(seen) == t[0]
    assert max(seen) == t[-1]
    assert set(t[1:]) <= set(seen)


# events


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("direction", "instant"), [(0, 0.5), (-1, 0.5), (1, 1.5)])
def test_event_ends_a_motion_at_the_first_crossing_in_its_direction(method, direction, instant, lanes):
    t = np.linspace(0.0, 10.0, 12)
    y, ends = run(oscillator, [1.0, 0.0], t, [lambda t, y: y[0]], direction=direction, method=method, dt=0.01,
                  lanes=lanes, rtol=1e-12, atol=1e-12)  # fmt: skip
    assert (ends.code[0], ends.which[0]) == (End.EVENT, 0)
    assert_allclose(ends.t[0], instant * np.pi, rtol=2e-9 if method == "RK4" else 1e-11)
    assert abs(ends.y[0, 0]) < 1e-15
    reached = t <= ends.t[0]
    assert np.isfinite(y[0, reached]).all()
    assert np.isnan(y[0, ~reached]).all()


@pytest.mark.parametrize("method", ADAPTIVE)
def test_event_instant_is_as_good_as_time_itself(method):
    for instant in (0.1, 1.234567890123, 7.7, 9.99999999):
        _, ends = run(lorenz, [1.0, 1.0, 1.0], [0.0, 10.0], [lambda t, y, at=instant: t - at], method=method, atol=1e-3,
                      rtol=1e-3)  # fmt: skip
        assert abs(ends.t[0] - instant) <= 2 * np.spacing(instant)


def test_the_earliest_of_several_events_and_limits_ends_the_motion():
    functions = [lambda t, y: t - 0.8, lambda t, y: y[0] - 0.8, lambda t, y: t - 0.7]
    _, ends = run(oscillator, [1.0, 0.0], [0.0, 10.0], functions)
    assert (ends.code[0], ends.which[0]) == (End.EVENT, 1)
    assert_allclose(ends.t[0], np.arccos(0.8), rtol=1e-8)
    _, ends = run(oscillator, [1.0, 0.0], [0.0, 10.0], functions, lower=[0.9, -np.inf])
    assert (ends.code[0], ends.which[0]) == (End.LIMIT, 0)
    assert_allclose(ends.t[0], np.arccos(0.9), rtol=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_event_function_that_starts_at_zero_waits_for_the_next_crossing(method):
    _, ends = run(oscillator, [0.0, 1.0], [0.0, 10.0], [lambda t, y: y[0]], method=method, dt=0.1, lanes=16)
    assert_allclose(ends.t[0], np.pi, rtol=1e-5)


def test_events_are_those_of_scipy():
    event = lambda t, y: y[0] + y[2] - 20.0  # noqa: E731
    event.terminal, event.direction = True, -1
    theirs = si.solve_ivp(lorenz, (0, 3), [1.0, 1.0, 1.0], method="DOP853", rtol=1e-9, atol=1e-9, events=event)
    _, ends = run(lorenz, [1.0, 1.0, 1.0], [0.0, 3.0], [event], direction=-1)
    assert_allclose(ends.t[0], theirs.t[-1], rtol=1e-13)
    assert_allclose(ends.y[0], theirs.y[:, -1], rtol=1e-11)


# limits


def falling(t, y):
    return np.array([y[1], -9.81])


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("method", METHODS)
def test_limit_ends_a_fall_on_the_floor(method, lanes):
    t = np.linspace(1.0, 3.0, 21)
    y, ends = run(falling, [2.0, 1.0], t, method=method, lower=[0.0, -np.inf], lanes=lanes)
    instant = (1.0 + np.sqrt(1.0 + 2 * 9.81 * 2.0)) / 9.81
    assert (ends.code[0], ends.which[0], ends.y[0, 0]) == (End.LIMIT, 0, 0.0)
    assert abs(ends.t[0] - 1.0 - instant) < 1e-14
    assert_allclose(ends.y[0, 1], 1.0 - 9.81 * instant, rtol=1e-14)
    before = t <= ends.t[0]
    s = t[before] - 1.0
    assert_allclose(y[0, before, 0], 2.0 + s - 9.81 / 2 * s**2, rtol=1e-12)
    assert np.isnan(y[0, ~before]).all()


@pytest.mark.parametrize("method", METHODS)
def test_upper_limit_is_seen_even_within_a_step(method):
    """A body is thrown up 0.5 m; the ceiling is a little lower, and one step goes up and down again."""
    top, speed = 0.5, np.sqrt(2 * 9.81 * 0.5)
    t = [0.0, 2 * speed / 9.81]
    free = run(falling, [0.0, speed], t, method=method, upper=[top * (1 + 1e-9), np.inf])[1]
    assert free.code[0] == End.REACHED
    hit = run(falling, [0.0, speed], t, method=method, upper=[top * (1 - 1e-9), np.inf])[1]
    assert (hit.code[0], hit.which[0], hit.y[0, 0]) == (End.LIMIT, 2, top * (1 - 1e-9))
    assert_allclose(hit.t[0], speed / 9.81 * (1 - np.sqrt(1e-9)), rtol=1e-9)
    under = run(lambda t, y: -falling(t, -y), [0.0, -speed], t, method=method, lower=[-top * (1 - 1e-9), -np.inf])[1]
    assert (under.code[0], under.which[0], under.t[0]) == (End.LIMIT, 0, hit.t[0])


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("method", METHODS)
def test_start_on_a_limit_ends_outward_and_goes_on_inward(method, lanes):
    options = {"method": method, "dt": 0.1, "lanes": lanes, "upper": [1.0, np.inf]}
    outward = run(oscillator, [1.0, 0.5], [0.0, 1.0, 2.0], **options)
    assert (outward[1].code[0], outward[1].which[0], outward[1].t[0]) == (End.LIMIT, 2, 0.0)
    assert outward[0][0, 0].tolist() == [1.0, 0.5]
    assert np.isnan(outward[0][0, 1:]).all()
    inward = run(oscillator, [1.0, -0.5], [0.0, 1.0, 2.0], **options)[1]
    assert inward.code[0] == End.REACHED
    # at rest on the limit: the acceleration decides
    assert run(oscillator, [1.0, 0.0], [0.0, 1.0], **options)[1].code[0] == End.REACHED
    pushed = run(lambda t, y: -oscillator(t, -y) * [1, -1], [1.0, 0.0], [0.0, 1.0], **options)[1]
    assert (pushed.code[0], pushed.t[0]) == (End.LIMIT, 0.0)
    # back from the limit where a motion ended
    hit = run(oscillator, [0.0, 2.0], [0.0, 9.0], **options)[1]
    assert hit.y[0, 0] == 1.0
    assert run(oscillator, hit.y[0] * [1, -1], [0.0, 0.1], **options)[1].code[0] == End.REACHED


def test_start_beyond_a_limit_may_come_back_but_not_go_further():
    back = run(lambda t, y: -y, [2.0], [0.0, 5.0], upper=1.0)
    assert back[1].code[0] == End.REACHED
    turned = run(lambda t, y: np.array([2.0 * (t - 1.0)]), [2.5], [0.0, 5.0], upper=1.0)[1]
    assert (turned.code[0], turned.which[0]) == (End.LIMIT, 1)
    assert_allclose([turned.t[0], turned.y[0, 0]], [1.0, 1.5], rtol=1e-7)  # where it turned round
    through = run(lambda t, y: np.array([2.0 * (t - 1.0)]), [1.5], [0.0, 5.0], upper=1.0)[1]
    assert through.code[0] == End.LIMIT
    assert_allclose([through.t[0], through.y[0, 0]], [1.0 + np.sqrt(0.5), 1.0], rtol=1e-14)
    beyond = run(lambda t, y: y, [2.0], [0.0, 5.0], upper=1.0)[1]
    assert (beyond.code[0], beyond.t[0], beyond.y[0, 0]) == (End.LIMIT, 0.0, 2.0)


# faults


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("method", ADAPTIVE)
def test_fault_ends_a_motion_close_to_where_the_rates_end(method, lanes):
    def until(t, y):
        return np.array([np.cos(t)]) if t < 1.25 else 42

    t = np.linspace(0.0, 3.0, 13)
    y, ends = run(until, [0.0], t, method=method, lanes=lanes)
    assert (ends.code[0], ends.which[0]) == (End.SINGULAR, 42)
    assert 0.0 <= 1.25 - ends.t[0] < 50 * np.spacing(1.25)
    assert_allclose(ends.y[0, 0], np.sin(1.25), rtol=1e-8)
    assert_allclose(y[0, :5, 0], np.sin(t[:5]), rtol=1e-8)
    assert np.isnan(y[0, 6:]).all()


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_rates_that_are_not_finite_end_a_motion_where_they_begin(method, bad):
    _, ends = run(lambda t, y: np.array([1.0, bad if t > 0.7 else 0.0]), [0.0, 0.0], [0.0, 3.0], method=method)
    assert ends.code[0] == End.NONFINITE
    assert 0.0 <= 0.7 - ends.t[0] < 50 * np.spacing(0.7)


@pytest.mark.parametrize("method", ADAPTIVE)
def test_trial_steps_into_a_fault_are_repeated_shorter(method):
    """The square root of a number that comes close to zero but stays positive: long trial steps leave the region."""

    def grazing(t, y):
        return np.array([-np.sqrt(y[0])]) if y[0] >= 0.0 else 1

    _, ends = run(grazing, [1.0], [0.0, 1.999], method=method)
    assert ends.code[0] == End.REACHED
    assert_allclose(ends.y[0, 0], (1.0 - 1.999 / 2) ** 2, rtol=1e-3)
    assert ends.rejected[0] > 0


def test_rk4_ends_at_once_before_the_step_that_fails():
    t = [0.0, 0.5, 1.0, 1.5, 2.0]
    for f, code, which in [
        (lambda t, y: np.ones(1) if t < 1.25 else 3, End.SINGULAR, 3),
        (lambda t, y: np.array([1.0 if t < 1.25 else np.nan]), End.NONFINITE, -1),
    ]:
        y, ends = run(f, [0.0], t, method="RK4", dt=0.1)
        assert (ends.code[0], ends.which[0]) == (code, which)
        assert_allclose(ends.t[0], 1.2, rtol=1e-14)
        assert_allclose(ends.y[0, 0], 1.2, rtol=1e-14)
        assert np.isnan(y[0, :, 0]).tolist() == [False, False, False, True, True]


@pytest.mark.parametrize("method", METHODS)
def test_start_without_rates_ends_at_the_start(method):
    y0 = [[0.0], [1.0], [np.nan], [np.inf], [2.0]]

    def f(t, y):
        return 5 if y[0] == 0.0 else np.array([np.nan]) if y[0] == 1.0 else -y

    for lanes in (1, 16):
        y, ends = run(f, y0, [0.5, 1.0], method=method, lanes=lanes)
        assert ends.code.tolist() == [End.SINGULAR, *[End.NONFINITE] * 3, End.REACHED]
        assert ends.which.tolist() == [5, -1, -1, -1, -1]
        assert ends.t.tolist() == [0.5] * 4 + [1.0]
        assert np.isnan(y[:4, 1]).all()
        assert y[:2, 0].tolist() == [[0.0], [1.0]]


@pytest.mark.parametrize("method", ADAPTIVE)
def test_blow_up_ends_where_the_solution_does(method):
    """The solution of y' = y^2 is y = 1 / (1 - t)."""
    _, ends = run(lambda t, y: y * y, [1.0], [0.0, 2.0], method=method)
    assert ends.code[0] in (End.STEP_TOO_SMALL, End.NONFINITE)
    assert_allclose(ends.t[0], 1.0, rtol=1e-7)
    theirs = si.solve_ivp(lambda t, y: y * y, (0.0, 2.0), [1.0], method=method, rtol=1e-9, atol=1e-9)
    assert theirs.status == -1
    assert_allclose(ends.t[0], theirs.t[-1], rtol=1e-12)
    assert ends.steps[0] == len(theirs.t) - 1


def test_state_that_overflows_is_not_accepted():
    _, ends = run(lambda t, y: np.full(1, 1e308), [1e308], [0.0, 2.0], method="RK4", dt=0.5)
    assert (ends.code[0], ends.t[0]) == (End.NONFINITE, 0.5)
    for method in ADAPTIVE:
        _, ends = run(lambda t, y: y, [1e300], [0.0, 30.0], method=method)
        assert ends.code[0] == End.NONFINITE
        assert_allclose(ends.y[0, 0], 1e300 * np.exp(ends.t[0]), rtol=1e-7)
        assert np.log(np.finfo(float).max / 1e300) - 5.0 < ends.t[0]  # sums of rates with weights overflow earlier


def test_huge_states_are_not_taken_for_infinite_ones():
    y, ends = run(lambda t, y: -y, [1e300, 1.0], [0.0, 1.0])
    assert ends.code[0] == End.REACHED
    assert_allclose(y[0, 1], [1e300 / np.e, 1 / np.e], rtol=1e-8)


# motions do not mix


def messy(t, y, motion):
    """Oscillators of very different speeds; some motions have no rates from some time on, others become infinite."""
    if motion % 11 == 5 and t > 0.4:
        return 1 + motion
    if motion % 13 == 6 and t > 0.6:
        return np.array([np.nan, 0.0])
    rate = 1.0 + 3.0 * (motion % 7) ** 2
    return np.array([y[1] * rate, -y[0] * rate - 0.1 * y[1] * t])


EVENTS = [lambda t, y: y[0] + 1.1 * y[1] - 2.0 - t]
OPTIONS = {
    "adaptive": {},
    "limits": {"lower": [-1.2, -np.inf], "upper": [1.3, 1.5]},
    "stops": {"stop_at_outputs": True},
    "short steps": {"dt": 0.03},
}


def bits(y, ends):
    return [np.ascontiguousarray(x).tobytes() for x in (y, *ends)]


def same_as_alone(y0, t, events, **options):
    y, ends = run(messy, y0, t, events, numbered=True, lanes=16, **options)
    for k in range(len(y0)):
        alone = run(lambda t, y, _, k=k: messy(t, y, k), y0[k], t, events, numbered=True, lanes=1, **options)
        assert bits(y[k : k + 1], [x[k : k + 1] for x in ends]) == bits(*alone), k
    return ends


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("method", METHODS)
def test_each_motion_among_many_is_bit_for_bit_what_it_is_alone(method, options):
    y0 = np.random.default_rng(3).normal(size=(53, 2))
    y0[17] = np.nan
    t = np.array([0.0, 0.01, 0.3, 0.31, 0.75, 1.0])
    options = {"dt": 0.05} | OPTIONS[options] if method == "RK4" else OPTIONS[options]
    events = () if "lower" in options else EVENTS
    ends = same_as_alone(y0, t, events, method=method, rtol=1e-6, atol=1e-6, **options)
    assert len(set(ends.code)) >= 4
    reached = ends.steps[ends.code == End.REACHED]
    assert max(reached) > 2 * min(reached) or method == "RK4"


@SETTINGS
@given(
    st.integers(1, 40), st.sampled_from(METHODS), st.sampled_from([1e-3, 1e-7]), st.booleans(), st.booleans(),
    st.integers(0, 10**6),
)  # fmt: skip
def test_any_number_of_motions_are_bit_for_bit_what_they_are_alone(N, method, tol, limits, stops, seed):
    rng = np.random.default_rng(seed)
    t = np.cumsum(rng.uniform(0.001, 0.3, rng.integers(1, 6)))
    bounds = {"lower": [-1.0, -np.inf], "upper": [0.9, 1.8]} if limits else {}
    same_as_alone(rng.normal(size=(N, 2)), t, EVENTS, method=method, rtol=tol, atol=tol, dt=0.2, stop_at_outputs=stops,
                  **bounds)  # fmt: skip


@pytest.mark.parametrize("size", [1, 15, 16, 17, 40])
@pytest.mark.parametrize("method", METHODS)
def test_states_of_any_size_are_the_same_in_lanes_and_alone(method, size):
    rng = np.random.default_rng(size)
    A = rng.normal(size=(size, size)) / np.sqrt(size)
    y0, t = rng.normal(size=(5, size)), [0.0, 0.2, 1.0]
    apart = run(lambda t, y: A @ y, y0, t, method=method, dt=0.1, lanes=1)
    assert bits(*run(lambda t, y: A @ y, y0, t, method=method, dt=0.1, lanes=16)) == bits(*apart)
    exact = si.solve_ivp(lambda t, y: A @ y, (0, 1), y0[3], method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    assert abs(apart[0][3, -1] - exact).max() < (1e-4 if method == "RK4" else 1e-7)


def test_ranges_of_motions_are_integrated_alone():
    y0, t = np.random.default_rng(4).normal(size=(30, 2)), np.array([0.0, 0.5, 1.0])
    whole, ends = run(messy, y0, t, numbered=True)
    system, y = PythonSystem(messy, 2, numbered=True), np.full((30, 3, 2), 7.0)
    part = motions(system, y0, t, y, first=7, last=28)
    assert bits(y[7:28], part) == bits(whole[7:28], [x[7:28] for x in ends])
    assert (y[:7] == 7.0).all()
    assert (y[28:] == 7.0).all()
    empty = motions(system, y0, t, y, first=30)
    assert [len(x) for x in empty] == [0] * 7
    assert empty.y.shape == (0, 2)


def test_threads_share_a_system():
    y0, t = np.random.default_rng(5).normal(size=(40, 2)), np.array([0.0, 0.5, 1.0])
    whole, _ = run(messy, y0, t, numbered=True)
    system, y = PythonSystem(messy, 2, numbered=True), np.empty((40, 3, 2))
    threads = [
        threading.Thread(target=motions, args=(system, y0, t, y), kwargs={"first": k, "last": k + 10})
        for k in range(0, 40, 10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert y.tobytes() == whole.tobytes()


# nothing to do


@pytest.mark.parametrize("method", METHODS)
def test_one_time_gives_the_initial_states(method):
    y, ends = run(oscillator, [[1.0, 2.0], [3.0, 4.0]], [0.5], method=method)
    assert y.tolist() == [[[1.0, 2.0]], [[3.0, 4.0]]]
    assert (ends.code.tolist(), ends.t.tolist(), ends.steps.tolist()) == ([0, 0], [0.5, 0.5], [0, 0])


def test_states_without_numbers_and_no_motions_are_allowed():
    y, ends = run(lambda t, y: y, np.empty((3, 0)), [0.0, 1.0])
    assert (y.shape, ends.t.tolist(), ends.code.tolist()) == ((3, 2, 0), [1.0] * 3, [0] * 3)
    y, ends = run(lambda t, y: y, np.empty((0, 3)), [0.0, 1.0])
    assert (y.shape, len(ends.t)) == ((0, 2, 3), 0)


# exceptions, interrupts, progress


@pytest.mark.parametrize("lanes", [1, 16])
@pytest.mark.parametrize("method", METHODS)
def test_exceptions_of_functions_end_the_run_and_are_raised(method, lanes):
    def broken(t, y):
        return [1.0][t > 0.25] * y

    def broken_event(t, y):
        return {}["no such event"]

    with pytest.raises(IndexError, match="list index"):
        run(broken, np.ones((20, 1)), [0.0, 1.0], method=method, dt=0.1, lanes=lanes)
    with pytest.raises(KeyError, match="no such event"):
        run(lambda t, y: -y, np.ones((20, 1)), [0.0, 1.0], [broken_event], method=method, lanes=lanes)
    with pytest.raises(ValueError, match=r"`f`: expected shape \(2,\), got \(3,\)"):
        run(lambda t, y: np.ones(3), np.ones((20, 2)), [0.0, 1.0], method=method, lanes=lanes)
    with pytest.raises(ValueError, match="`f`: expected a positive fault number, got 0"):
        run(lambda t, y: 0, np.ones((20, 2)), [0.0, 1.0], method=method, lanes=lanes)


def test_event_that_fails_while_its_instant_is_sought_ends_the_run():
    calls = []

    def event(t, y):
        calls.append(t)
        if len(calls) > 2 and calls[-1] < max(calls):
            raise ArithmeticError("between two steps")
        return 0.3 - t

    with pytest.raises(ArithmeticError, match="between two steps"):
        run(lambda t, y: -y, [1.0], [0.0, 1.0], [event])


def test_system_can_be_used_again_after_an_exception():
    fail = [True]

    def sometimes(t, y):
        if fail[0]:
            raise ArithmeticError("first time")
        return -y

    system, y = PythonSystem(sometimes, 1), np.empty((1, 2, 1))
    with pytest.raises(ArithmeticError, match="first time"):
        motions(system, np.ones((1, 1)), np.array([0.0, 1.0]), y)
    fail[0] = False
    motions(system, np.ones((1, 1)), np.array([0.0, 1.0]), y)
    assert_allclose(y[0, 1, 0], 1 / np.e, rtol=1e-8)


def test_system_without_rates_says_so():
    class Nothing(System):
        pass

    y = np.empty((1, 2, 0))
    assert motions(Nothing(), np.empty((1, 0)), np.array([0.0, 1.0]), y).code.tolist() == [0]
    with pytest.raises(ValueError, match="`size`: expected 0 or more, got -1"):
        PythonSystem(lambda t, y: y, -1)


def test_interrupt_in_a_function_ends_the_run():
    def interrupting(t, y):
        if t > 0.5:
            signal.raise_signal(signal.SIGINT)
        return -y

    with pytest.raises(KeyboardInterrupt):
        run(interrupting, [1.0], [0.0, 1.0])


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")
@pytest.mark.parametrize("N", [1, 40])
def test_interrupt_ends_a_run_in_which_no_python_code_is_executed(N):
    """The rates y' = t - y by a function of NumPy's, over a time that would take years."""

    def handler(number, frame):
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            run(np.subtract, np.ones((N, 1)), [0.0, 1e12], method="RK4", dt=0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, old)


@pytest.mark.parametrize("lanes", [1, 16])
def test_tick_gets_the_growing_share_of_the_work(lanes):
    shares, y0, t = [], np.ones((20, 1)), np.linspace(0.0, 10.0, 3)
    run(np.subtract, y0, t, method="RK4", dt=0.01, lanes=lanes, tick=shares.append)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert 0.0 < shares[0] < 0.2
    assert 0.1 < shares[-1] <= 1.0


def test_exception_of_tick_ends_the_run():
    def tick(share):
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError, match="enough"):
        run(np.subtract, [1.0], [0.0, 1e12], method="RK4", dt=0.01, tick=tick)


# bad input


@pytest.mark.parametrize(("change", "message"), [
    ({"y0": np.ones((2, 3))}, r"`y0`: expected shape \(N, 2\), got \(2, 3\)"),
    ({"y_out": np.ones((2, 3, 3))}, r"`y_out`: expected shape \(2, 3, 2\), got \(2, 3, 3\)"),
    ({"y_out": np.ones((1, 3, 2))}, r"`y_out`: expected shape \(2, 3, 2\), got \(1, 3, 2\)"),
    ({"y_out": np.ones((2, 2, 2))}, r"`y_out`: expected shape \(2, 3, 2\), got \(2, 2, 2\)"),
    ({"t": np.array([0.0, 1.0, 1.0])}, "`t`: expected one or more finite times, each later"),
    ({"t": np.array([0.0, 1.0, np.nan])}, "`t`: expected one or more finite times, each later"),
    ({"t": np.array([0.0, 1.0, np.inf])}, "`t`: expected one or more finite times, each later"),
    ({"t": np.array([]), "y_out": np.ones((2, 0, 2))}, "`t`: expected one or more finite times"),
    ({"method": "RK5"}, "`method`: expected 'DOP853', 'RK45' or 'RK4', got 'RK5'"),
    ({"rtol": 1e-15}, r"`rtol`: expected 2.2e-14 or more, got 1e-15"),
    ({"rtol": np.nan}, r"`rtol`: expected 2.2e-14 or more, got nan"),
    ({"atol": 0.0}, r"`atol`: expected 2.2e-308 or more, got 0.0"),
    ({"atol": [1.0, 1.0, 1.0]}, r"`atol`: expected a number or shape \(2,\), got \(3,\)"),
    ({"dt": 0.0}, "`dt`: expected more than 0, got 0.0"),
    ({"dt": np.nan}, "`dt`: expected more than 0, got nan"),
    ({"lower": [0.0]}, r"`lower`: expected a number or shape \(2,\), got \(1,\)"),
    ({"lower": [2.0, 0.0], "upper": 1.0}, "`lower`, `upper`: expected lower <= upper"),
    ({"upper": [np.nan, 0.0]}, "`lower`, `upper`: expected lower <= upper"),
    ({"direction": [1, 1]}, r"`direction`: expected a number or shape \(1,\), got \(2,\)"),
    ({"lanes": 8}, "`lanes`: expected 1, 16 or None, got 8"),
    ({"first": -1}, "`first`, `last`: expected 0 <= first <= last <= 2, got -1, 2"),
    ({"last": 3}, "`first`, `last`: expected 0 <= first <= last <= 2, got 0, 3"),
    ({"first": 2, "last": 1}, "`first`, `last`: expected 0 <= first <= last <= 2, got 2, 1"),
])  # fmt: skip
def test_arguments_that_do_not_fit_are_refused(change, message):
    system = PythonSystem(oscillator, 2, [lambda t, y: y[0]])
    good = {"y0": np.ones((2, 2)), "t": np.array([0.0, 0.5, 1.0]), "y_out": np.ones((2, 3, 2))}
    given = good | change
    y0, t, y_out = (given.pop(name) for name in good)
    with pytest.raises((ValueError, IndexError), match=message):
        motions(system, y0, t, y_out, **given)


def test_results_must_be_writeable_and_contiguous():
    system, t = PythonSystem(oscillator, 2), np.array([0.0, 0.5, 1.0])
    y = np.ones((2, 3, 2))
    y.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        motions(system, np.ones((2, 2)), t, y)
    with pytest.raises(ValueError, match="contiguous"):
        motions(system, np.ones((2, 2)), t, np.ones((2, 3, 4))[:, :, ::2])
    with pytest.raises(TypeError):
        motions(None, np.ones((2, 2)), t, np.ones((2, 3, 2)))
