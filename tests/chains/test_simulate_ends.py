"""How simulated motions end: limits, events, singular and infinite states; and what `simulate` refuses."""

import functools
import re
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose

from chain import ChainObject, LinkObject, SimulationWarning

G = 9.81
OWN = ["DOP853", "RK45", "RK4"]
METHODS = [*OWN, "scipy:RK45", "scipy:LSODA"]
T = np.linspace(0.0, 1.0, 5)


@pytest.fixture
def ball():
    """A mass on a vertical rail, thrown upwards: q = 1 + 2 t - G t^2 / 2."""
    return ChainObject([LinkObject("P", mass=0.5, name="rail")], gravity=(0, 0, -G))


@pytest.fixture
def arm():
    """Two rods in the plane."""
    links = [LinkObject("R", a=1.0, mass=1.0, name="hip"), LinkObject("R", a=1.0, mass=1.0, name="knee")]
    return ChainObject(links, gravity=(0, -G, 0))


def throw(ball, t=T, q=1.0, qd=2.0, dt=0.05, **options):
    """Steps are short enough to see every crossing: constant acceleration would need one step only."""
    return ball.simulate([q], [qd], t, dt=dt, rtol=1e-11, atol=1e-11, **options)


def height(t):
    return 1.0 + 2.0 * t - G * t * t / 2


def falling_time(depth):
    """When the ball is at 1 - depth on its way down."""
    return (2.0 + np.sqrt(4.0 + 2.0 * G * depth)) / G


# limits


@pytest.mark.parametrize("method", METHODS)
def test_motion_ends_exactly_on_its_limit(ball, method):
    run = throw(ball, method=method, limits={"rail": (0.2, 9.0)})
    assert_allclose(run.t_end, falling_time(0.8), rtol=1e-9)
    assert run.q_end[0] == 0.2
    assert_allclose(run.qd_end, [2.0 - G * run.t_end], rtol=1e-9)
    assert run.message == f"joint 'rail' reached its lower limit 0.2 at t = {run.t_end:.9g} s"
    assert not run.reached
    # results at the times up to the end, and no others
    assert_allclose(run.t, T[:3])
    assert_allclose(run.q[:, 0], height(T[:3]), rtol=1e-9)
    assert run.energy.shape == (3,)


def test_limits_by_name_by_number_and_as_arrays_are_the_same(arm):
    low, high = np.array([-1.0, -np.inf]), np.array([np.inf, 0.4])
    given = [
        {"hip": (-1.0, np.inf), "knee": (-np.inf, 0.4)}, {0: (-1.0, np.inf), 1: [-np.inf, 0.4]},
        {-2: (-1.0, np.inf), np.int64(-1): (-np.inf, 0.4)}, (low, high), [low.tolist(), high.tolist()],
        np.array([low, high]),
    ]  # fmt: skip
    runs = [arm.simulate([0, 0], [0, 0], T, limits=limits) for limits in given]
    assert {run.message for run in runs} == {f"joint 'knee' reached its upper limit 0.4 at t = {runs[0].t_end:.9g} s"}
    assert {run.t_end for run in runs} == {runs[0].t_end}
    assert runs[0].q_end[1] == 0.4


def test_one_pair_of_numbers_is_the_limit_of_all_joints(arm):
    run, expected = (arm.simulate([0, 0], [0, 0], T, limits=x) for x in ((-0.3, 0.3), ([-0.3] * 2, [0.3] * 2)))
    assert run.message == expected.message
    assert not run.reached


@pytest.mark.parametrize("method", METHODS)
def test_first_of_two_limits_ends_the_motion(ball, method):
    run = throw(ball, method=method, limits={0: (0.2, 1.1)})
    assert_allclose(run.t_end, (2.0 - np.sqrt(4.0 - 2.0 * G * 0.1)) / G, rtol=1e-9)
    assert "upper limit 1.1" in run.message


@pytest.mark.parametrize("method", OWN)
def test_limit_that_is_passed_and_left_within_one_step_is_seen(ball, method):
    # the top is at 1 + 2 / G = 1.20387; one step goes far beyond
    run = throw(ball, [0.0, 1.0], method=method, dt=1.0, limits={0: (-99.0, 1.2038)})
    assert_allclose(run.t_end, (2.0 - np.sqrt(4.0 - 2.0 * G * 0.2038)) / G, rtol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_motion_that_starts_on_a_limit_may_leave_it_inwards(ball, method):
    run = throw(ball, method=method, limits={0: (1.0, 9.0)})
    assert_allclose(run.t_end, 4.0 / G, rtol=1e-9)
    assert "lower limit 1 at" in run.message


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("qd", [-1.0, 0.0])
def test_motion_that_starts_on_a_limit_and_goes_outwards_ends_at_once(ball, method, qd):
    run = throw(ball, 3.0 + T, qd=qd, method=method, limits={0: (1.0, 9.0)})
    assert run.t_end == 3.0
    assert run.message == "joint 'rail' reached its lower limit 1 at t = 3 s"
    assert np.array_equal(run.q, [[1.0]])


@pytest.mark.parametrize("method", METHODS)
def test_motion_that_starts_beyond_a_limit_may_come_back(ball, method):
    # from 0.9 up through 1, and down again
    run = throw(ball, q=0.9, method=method, limits={0: (1.0, 9.0)})
    assert_allclose(run.t_end, falling_time(-0.1), rtol=1e-9)
    assert throw(ball, q=0.9, qd=-1.0, method=method, limits={0: (1.0, 9.0)}).t_end == 0.0


# events


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("direction", "end"), [(0, 0.1), (1, 0.1), (-1, None)])
def test_direction_of_an_event_says_which_crossing_counts(ball, method, direction, end):
    def high(t, q, qd):
        return q[0] - height(0.1)

    high.direction = direction
    run = throw(ball, method=method, events=high)
    # up at 0.1, down as long before the second passage of the start
    assert_allclose(run.t_end, end or 4.0 / G - 0.1, rtol=1e-9)
    assert_allclose(run.q_end, [height(0.1)], rtol=1e-12)
    assert run.message == f"event 0 (high) at t = {run.t_end:.9g} s"


@pytest.mark.parametrize("method", METHODS)
def test_first_of_several_events_and_limits_ends_the_motion(ball, method):
    events = [lambda t, q, qd: t - 0.31, lambda t, q, qd: qd[0], lambda t, q, qd: 0.21 - t]
    run = throw(ball, method=method, events=events)
    assert run.message == f"event 1 (<lambda>) at t = {run.t_end:.9g} s"
    assert_allclose(run.t_end, 2.0 / G, rtol=1e-9)
    limited = throw(ball, method=method, events=events, limits={0: (0.0, 1.1)})
    assert "upper limit" in limited.message


@pytest.mark.parametrize("method", METHODS)
def test_event_that_is_zero_at_the_start_waits_for_the_next_crossing(ball, method):
    run = throw(ball, method=method, events=lambda t, q, qd: q[0] - 1.0)
    assert_allclose(run.t_end, 4.0 / G, rtol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_event_at_the_last_time_has_all_results(ball, method):
    run = throw(ball, method=method, events=lambda t, q, qd: t - 1.0)
    assert len(run.t) == 5
    assert run.t_end == 1.0


def test_events_that_jump_or_have_no_name_are_found(ball):
    def jump(t, q, qd, at):
        return -1.0 if t < at else 1.0

    run = throw(ball, events=functools.partial(jump, at=0.625))
    assert_allclose(run.t_end, 0.625, rtol=1e-14)
    assert run.message == "event 0 (function) at t = 0.625 s"


def test_motion_goes_on_from_where_it_ended(arm):
    whole = arm.simulate([0, 0], [0, 0], [0.0, 1.0], rtol=1e-12, atol=1e-12)
    first = arm.simulate([0, 0], [0, 0], [0.0, 1.0], events=lambda t, q, qd: q[0] + 0.5, rtol=1e-12, atol=1e-12)
    rest = arm.simulate(first.q_end, first.qd_end, [first.t_end, 1.0], rtol=1e-12, atol=1e-12)
    assert_allclose(rest.q[-1], whole.q[-1], rtol=0, atol=1e-10)


# what cannot go on


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("many", [False, True])
def test_massless_last_link_is_named(method, many):
    arm = ChainObject([LinkObject("R", a=1.0, mass=1.0), LinkObject("R", a=1.0, name="finger")])
    with pytest.warns(SimulationWarning, match="^joint 'finger' has no articulated inertia .* near t = 2 s"):
        run = arm.simulate(np.zeros((3, 2) if many else 2), [1.0, 1.0], 2.0 + T, method=method)
    assert np.all(run.t_end == 2.0)
    if many:
        assert np.isnan(run.q[:, 1:]).all()
        assert not run.reached.any()
    else:
        assert np.array_equal(run.q, [[0.0, 0.0]])
    arm[1].rotor = 0.1
    assert np.all(arm.simulate(np.zeros(2), [1.0, 1.0], T, method=method).reached)


@pytest.mark.parametrize("method", METHODS)
def test_motion_into_a_singular_region_keeps_what_it_has(method):
    # inertia about the pivot 1 - r^2 (a body that takes inertia away), r = t: none from t = 1 on
    slider = LinkObject("P", mass=-1.0, rotor=2.0, validate=False, name="rail")
    pivot = LinkObject("R", theta=np.pi / 2, alpha=np.pi / 2, inertia=np.eye(3), name="pivot")
    arm, t = ChainObject([pivot, slider], gravity=(0, 0, 0)), np.array([0.0, 0.3, 0.6, 0.9, 1.2, 1.5])
    assert_allclose(arm.mass_matrix([0.2, 0.5]), np.diag([0.75, 1.0]), atol=1e-15)
    with pytest.warns(SimulationWarning, match="^joint 'pivot' has no articulated inertia along the joint near t = "):
        run = arm.simulate([0.0, 0.0], [0.0, 1.0], t, method=method, dt=0.01)
    assert 0.98 <= run.t_end <= 1.0
    assert_allclose(run.t, t[:4])
    assert_allclose(run.q[:, 1], t[:4], atol=1e-12)
    assert_allclose(run.q_end[1], run.t_end, atol=1e-12)
    if method in OWN[:2]:
        assert_allclose(run.t_end, 1.0, rtol=1e-14)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_torque_that_is_not_finite_ends_the_motion_before_it(ball, method, bad):
    def torque(t, q, qd):
        return [bad if t > 0.6 else 0.5 * G]

    with pytest.warns(SimulationWarning, match="^state or accelerations are not finite after t = "):
        run = ball.simulate([0.0], [1.0], T, torque, method=method, dt=0.01)
    assert 0.58 <= run.t_end <= 0.6
    assert_allclose(run.q[:, 0], T[:3], atol=1e-12)


def test_table_that_is_not_finite_ends_the_motion_at_the_time_before(ball):
    table = np.full((5, 1), 0.5 * G)
    table[3] = np.nan
    with pytest.warns(SimulationWarning, match=r"not finite after t = 0\.5 s"):
        run = ball.simulate([0.0], [1.0], T, table)
    assert_allclose(run.q[:, 0], T[:3], atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bad", [np.nan, -np.inf])
def test_initial_state_that_is_not_finite_has_no_results(arm, method, bad):
    for state in (([0.0, bad], [0.0, 0.0]), ([0.0, 0.0], [bad, 0.0])):
        with pytest.warns(SimulationWarning, match="^state or accelerations are not finite after t = 0 s$"):
            run = arm.simulate(*state, T, method=method)
        assert run.q.shape == (0, 2)
        assert np.isnan(run.drift)
        assert "one motion" in repr(run)


@pytest.mark.parametrize("method", METHODS)
def test_speed_that_grows_without_bound_ends_the_motion(method):
    # qd' = qd^2: qd = 1 / (1 - t)
    cart, t = ChainObject([LinkObject("P", mass=1.0)], gravity=(0, 0, 0)), [0.0, 0.5, 0.9, 1.1, 2.0]
    with np.errstate(over="ignore"), pytest.warns(SimulationWarning, match="after t = 1|at t = 1|after t = 0.99999"):
        run = cart.simulate([0.0], [1.0], t, lambda t, q, qd: qd**2, method=method, dt=1e-3)
    assert_allclose(run.q[:, 0], -np.log(1.0 - np.array(t[:3])), rtol=1e-6, atol=1e-12)
    assert_allclose(run.t_end, 1.0, rtol=2e-3)


def test_steps_too_long_for_a_stiff_joint_end_in_infinity_and_implicit_methods_do_not():
    stiff = ChainObject([LinkObject("P", mass=1.0, stiffness=1e6, viscous=1e5)], gravity=(0, 0, 0))
    with pytest.warns(SimulationWarning, match="not finite after t = "):
        run = stiff.simulate([1.0], [0.0], [0.0, 0.1, 1.0], method="RK4", dt=1e-3)
    assert not run.reached
    # the slow root of m s^2 + c s + k
    slow = -2e6 / (1e5 + np.sqrt(1e10 - 4e6))
    for method in ("scipy:Radau", "scipy:BDF", "scipy:LSODA"):
        run = stiff.simulate([1.0], [slow], [0.0, 0.1, 1.0], method=method)
        assert_allclose(run.q[:, 0], np.exp(slow * run.t), rtol=1e-5)
        assert run.steps < 2000


# smallest cases


@pytest.mark.parametrize("method", METHODS)
def test_one_time_gives_the_initial_state(arm, method):
    run = arm.simulate([0.1, 0.2], [0.3, 0.4], [5.0], method=method)
    assert np.array_equal(run.q, [[0.1, 0.2]])
    assert np.array_equal(run.qd_end, [0.3, 0.4])
    assert run.message == "reached t = 5 s"
    assert run.drift == 0.0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("links", [[], [LinkObject("F", mass=2.0, cog=(0, 0, 1.0))]])
def test_chain_that_cannot_move_stays(method, links):
    chain = ChainObject(links, gravity=(0, 0, -G))
    run = chain.simulate([], [], T, np.zeros((5, 0)), method=method)
    assert run.q.shape == (5, 0)
    assert run.reached
    assert_allclose(run.energy, np.full(5, 2.0 * G * len(links)))
    assert chain.simulate(np.zeros((3, 0)), [], T, np.zeros((3, 5, 0)), method=method).q.shape == (3, 5, 0)


def test_result_shows_what_happened(arm):
    text = repr(arm.simulate([0, 0], [0, 0], T))
    assert re.fullmatch(
        r"Simulation: one motion of 2 joint variables at 5 times, DOP853\n  reached t = 1 s\n"
        r"  \d+ steps, \d+ rejected, \d+ evaluations\n  energy drift \d\.\de-\d\d of the largest kinetic energy",
        text,
    )
    assert "drift" not in repr(arm.simulate([0, 0], [0, 0], T, np.zeros((5, 2))))


# functions that fail


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("what", ["torque", "events"])
@pytest.mark.parametrize("N", [(), (20,)])
def test_exception_of_a_function_comes_out_as_it_is(arm, method, what, N):
    class Special(BaseException):
        pass

    error = Special("of the user")

    def function(t, q, qd):
        if t > 0.1:
            raise error
        return np.zeros(2) if what == "torque" else 1.0

    with pytest.raises(Special) as caught:
        arm.simulate(np.zeros((*N, 2)), [0, 0], T, method=method, dt=0.01, **{what: function})
    assert caught.value is error


@pytest.mark.parametrize("method", ["DOP853", "scipy:RK45"])
@pytest.mark.parametrize(
    ("result", "message"),
    [
        ([0.0], "`torque`: expected a function that gives shape (2,), got (1,)"),
        (0.0, "`torque`: expected a function that gives shape (2,), got ()"),
        (np.zeros((1, 2)), "`torque`: expected a function that gives shape (2,), got (1, 2)"),
        (None, "`torque, result`: expected real numbers, got NoneType"),
        ("text", "`torque, result`: expected real numbers, got text"),
        ([1j, 0], "`torque, result`: expected real numbers, got complex128"),
        ([[1.0], [2.0, 3.0]], "`torque, result`: expected an array, got a sequence of unequal shapes"),
    ],
)
def test_torque_of_a_wrong_shape_or_kind_is_refused(arm, method, result, message):
    with pytest.raises((ValueError, TypeError), match=f"^{re.escape(message)}$"):
        arm.simulate([0, 0], [0, 0], T, lambda t, q, qd: result, method=method)


@pytest.mark.parametrize("method", ["DOP853", "scipy:RK45"])
@pytest.mark.parametrize("result", [None, "text", np.zeros(2), 1j])
def test_event_that_is_not_one_number_is_refused(arm, method, result):
    with pytest.raises((ValueError, TypeError), match=r"^`events"):
        arm.simulate([0, 0], [0, 0], T, events=lambda t, q, qd: result, method=method)


# bad input

REFUSED = [
    ({"t": 0.5}, "`t`: expected shape (m,) with the initial time first, got ()"),
    ({"t": []}, "`t`: expected shape (m,) with the initial time first, got (0,)"),
    ({"t": [1.0, 0.5]}, "`t`: expected finite times that increase"),
    ({"t": [0.0, 0.0]}, "`t`: expected finite times that increase"),
    ({"t": [0.0, np.nan]}, "`t`: expected finite times that increase"),
    ({"t": "now"}, "`t`: expected real numbers, got text"),
    ({"q0": np.zeros(3)}, "`q0`: expected shape (..., 2), got (3,)"),
    ({"qd0": 0.0}, "`qd0`: expected shape (..., 2), got ()"),
    ({"q0": None}, "`q0`: expected real numbers, got NoneType"),
    ({"qd0": [0.0, 1j]}, "`qd0`: expected real numbers, got complex128"),
    ({"q0": np.zeros((3, 2)), "qd0": np.zeros((4, 2))}, "leading shapes do not broadcast: `q0` (3,), `qd0` (4,)"),
    ({"torque": np.zeros((4, 2))}, "`torque`: expected shape (..., 5, 2), got (4, 2)"),
    ({"torque": np.zeros(2)}, "`torque`: expected shape (..., 5, 2), got (2,)"),
    ({"q0": np.zeros((3, 2)), "torque": np.zeros((4, 5, 2))}, "do not broadcast: `q0` (3,), `torque` (4,)"),
    ({"torque": "free"}, "`torque`: expected real numbers, got text"),
    ({"method": "Euler"}, "`method`: expected one of DOP853, RK45, RK4, scipy:RK23, "),
    ({"method": "scipy:RK4"}, "got 'scipy:RK4'"),
    ({"method": None}, "`method`: expected one of DOP853"),
    ({"rtol": 1e-15}, "`rtol`: expected a number of at least 2.3e-14, got 1e-15"),
    ({"rtol": np.inf}, "`rtol`: expected a number of at least 2.3e-14, got inf"),
    ({"rtol": [1e-9, 1e-9]}, "`rtol`: expected a number of at least 2.3e-14, got [1.e-09 1.e-09]"),
    ({"atol": -1e-9}, "`atol`: expected a number of at least 0, got -1e-09"),
    ({"atol": "fine"}, "`atol`: expected real numbers, got text"),
    ({"dt": 0.0}, "`dt`: expected a number of at least 2.2e-16, got 0.0"),
    ({"dt": -0.1}, "`dt`: expected a number of at least 2.2e-16, got -0.1"),
    ({"dt": np.nan}, "`dt`: expected a number of at least 2.2e-16, got nan"),
    ({"dt": 5e-324, "method": "RK4"}, "`dt`: expected a number of at least 2.2e-16, got 5e-324"),
    ({"gravity": (0, 0)}, "`gravity`: expected shape (3,), got (2,)"),
    ({"gravity": np.zeros((2, 3))}, "`gravity`: expected shape (3,), got (2, 3)"),
    ({"threads": 0}, "`threads`: expected 1 or more, got 0"),
    ({"threads": "all", "events": min}, "`threads`: expected an integer, got str"),
    ({"limits": {"elbow": (0, 1)}}, "`limits`: expected joints among hip, knee, or their numbers, got 'elbow'"),
    ({"limits": {2: (0, 1)}}, "`limits`: expected joints among hip, knee, or their numbers, got 2"),
    ({"limits": {True: (0, 1)}}, "or their numbers, got True"),
    ({"limits": {0.5: (0, 1)}}, "or their numbers, got 0.5"),
    ({"limits": {"hip": 1.0}}, "`limits['hip']`: expected a pair (lower, upper), got 1.0"),
    ({"limits": {"hip": (1.0, -1.0)}}, "`limits['hip']`: expected lower <= upper"),
    ({"limits": {"hip": (np.nan, 1.0)}}, "`limits['hip']`: expected lower <= upper"),
    ({"limits": {"hip": (None, 1.0)}}, "`limits['hip'], lower`: expected real numbers, got NoneType"),
    ({"limits": ([0, 0, 0], [1, 1, 1])}, "`limits, lower`: expected shape (2,), got (3,)"),
    ({"limits": 3.0}, "`limits`: expected a pair (lower, upper), got 3.0"),
    ({"events": 3}, "`events`: expected functions (t, q, qd) -> number, got int"),
    ({"events": [None]}, "`events`: expected functions (t, q, qd) -> number, got NoneType"),
]


@pytest.mark.parametrize(("wrong", "message"), REFUSED)
def test_bad_input_is_refused_with_one_sentence(arm, wrong, message):
    given = {"q0": np.zeros(2), "qd0": np.zeros(2), "t": T} | wrong
    with pytest.raises((ValueError, TypeError), match=re.escape(message)) as caught:
        arm.simulate(**given)
    assert "\n" not in str(caught.value)


def test_direction_of_an_event_is_one_of_three(arm):
    def event(t, q, qd):
        return 1.0

    for direction in ("up", 2, np.array([1, 0])):
        event.direction = direction
        with pytest.raises(ValueError, match=r"^`events`: expected a direction -1, 0 or 1, got "):
            arm.simulate([0, 0], [0, 0], T, events=event)


def test_absolute_tolerance_may_be_zero(arm):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runs = [arm.simulate([0, 0], [0, 0], T, atol=0, method=method) for method in ("DOP853", "scipy:RK45")]
    assert_allclose(runs[0].q, runs[1].q, rtol=0, atol=1e-7)
