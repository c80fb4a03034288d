"""Simulated motions against recorded free falls, SciPy, exact solutions and the laws of mechanics."""

import numpy as np
import pytest
from chains.test_oracles import SERIAL, oracle, serial, tree
from comparing import STEP, agree, rate
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk
from trees import SETTINGS, chains, movable_trees, random_body, random_pose, states

from chain import ChainObject, LinkObject

ADAPTIVE = ["DOP853", "RK45"]
SCIPY = ["scipy:RK23", "scipy:RK45", "scipy:DOP853", "scipy:Radau", "scipy:BDF", "scipy:LSODA"]
FINE = {"rtol": 1e-12, "atol": 1e-12}
G = 9.81


def spatial_arm(n=4, seed=3, **options):
    """A serial arm of turning joints in all directions."""
    rng = np.random.default_rng(seed)
    links = [LinkObject("R", placement=random_pose(rng), axis=rng.normal(size=3), **random_body(rng)) for _ in range(n)]
    return ChainObject(links, **options)


def pendulum(**options):
    """A point mass of 2 kg on a rod of 0.7 m; at q = 0 it hangs down."""
    return ChainObject([LinkObject("R", a=0.7, mass=2.0, **options)], gravity=(G, 0, 0))


def slider(mass=2.0, **options):
    """A mass on a vertical rail, q upwards."""
    return ChainObject([LinkObject("P", mass=mass, **options)], gravity=(0, 0, -G))


def swing(t, q0, w):
    """The angle of a pendulum that starts at rest: ``q = 2 asin(k sn(K - w t))``, k = sin(q0 / 2)."""
    k = np.sin(q0 / 2)
    return 2 * np.arcsin(k * ellipj(ellipk(k * k) - w * t, k * k)[0])


def gauss(start, stop, pieces=40, points=8):
    """Times of Gauss-Legendre quadrature with both ends, and the weights, 0 at the ends."""
    x, w = np.polynomial.legendre.leggauss(points)
    edges = np.linspace(start, stop, pieces + 1)
    half = np.diff(edges)[:, None] / 2
    t = (edges[:-1, None] + half * (1 + x)).ravel()
    return np.r_[start, t, stop], np.r_[0.0, (half * w).ravel(), 0.0]


# outside references


@pytest.mark.parametrize("name", SERIAL)
def test_free_fall_of_the_arms_of_the_papers(name):
    data = oracle(name)
    for fall in data["free_fall"]:
        run = serial(data["model"]).simulate(fall["q0"], fall["qd0"], fall["t"], rtol=1e-13, atol=1e-13)
        assert_allclose(run.q, fall["q"], rtol=0, atol=1e-11)
        assert_allclose(run.qd, fall["qd"], rtol=0, atol=1e-10)
        assert run.drift < 1e-11


def test_free_fall_of_a_pendulum_of_five_bars():
    data = oracle("ex8_pendulum5_lumped_gy")
    run = tree(data["model"]).simulate(data["q0"], data["qd0"], data["t"], rtol=1e-13, atol=1e-13)
    assert_allclose(run.q, data["q"], rtol=0, atol=1e-11)
    assert_allclose(run.energy, data["energy"], rtol=0, atol=1e-11)


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("tolerance", [1e-4, 1e-7, 1e-10])
@pytest.mark.parametrize("seed", range(3))
def test_steps_are_those_of_scipy_on_forward_dynamics(method, tolerance, seed):
    arm = spatial_arm(4, seed)
    y0, t = np.r_[states(arm, seed=seed)[:2].ravel()], np.linspace(0.0, 1.0, 11)

    def rates(t, y):
        return np.r_[y[4:], arm.forward_dynamics(y[:4].copy(), y[4:].copy(), np.zeros(4))]

    options = {"method": method, "rtol": tolerance, "atol": tolerance}
    expected = solve_ivp(rates, (0, 1), y0, t_eval=t, **options)
    run = arm.simulate(y0[:4], y0[4:], t, **options)
    assert_allclose(np.c_[run.q, run.qd], expected.y.T, rtol=1e-9, atol=1e-9)
    # without outputs on the way: no evaluations but those of the steps
    expected, run = solve_ivp(rates, (0, 1), y0, **options), arm.simulate(y0[:4], y0[4:], [0, 1], **options)
    assert (run.steps, run.evaluations) == (len(expected.t) - 1, expected.nfev)


@pytest.mark.parametrize("method", SCIPY)
def test_methods_of_scipy_agree_with_ours_to_their_tolerance(method):
    arm, t = spatial_arm(3), np.linspace(0.0, 0.5, 6)
    q0, qd0, tau = states(arm)
    torque = np.linspace(tau, -tau, 6)
    expected = arm.simulate(q0, qd0, t, torque, **FINE)
    run = arm.simulate(q0, qd0, t, torque, method=method, rtol=1e-7, atol=1e-7)
    assert_allclose(run.q, expected.q, rtol=0, atol=1e-5)
    assert_allclose(run.energy, expected.energy, rtol=0, atol=1e-5)
    assert run.reached
    assert run.steps > 1
    assert run.evaluations >= run.steps


# exact solutions


@pytest.mark.parametrize("method", [*ADAPTIVE, "RK4"])
@pytest.mark.parametrize("rotor", [0.0, 0.5])
def test_pendulum_follows_the_elliptic_functions(method, rotor):
    # w^2 = m g a / (m a^2 + rotor)
    t, w = np.linspace(0.0, 3.0, 31), np.sqrt(2.0 * G * 0.7 / (2.0 * 0.49 + rotor))
    run = pendulum(rotor=rotor).simulate([2.5], [0.0], t, method=method, dt=1e-3, **FINE)
    assert_allclose(run.q[:, 0], swing(t, 2.5, w), rtol=0, atol=2e-10)


@pytest.mark.parametrize("rotor", [0.0, 0.5])
def test_event_finds_the_quarter_period_of_a_pendulum(rotor):
    run = pendulum(rotor=rotor).simulate([2.5], [0.0], [0.0, 9.0], events=lambda t, q, qd: q[0], **FINE)
    period = 4 * ellipk(np.sin(1.25) ** 2) * np.sqrt((2.0 * 0.49 + rotor) / (2.0 * G * 0.7))
    assert_allclose(4 * run.t_end, period, rtol=1e-11)


@pytest.mark.parametrize("method", [*ADAPTIVE, "RK4", "scipy:Radau"])
@pytest.mark.parametrize("viscous", [0.0, 1.7])
def test_mass_on_a_spring_is_a_damped_cosine(method, viscous):
    m, k, rest, start = 2.0 + 0.5, 90.0, 0.3, 0.6
    t = np.linspace(0.0, 2.0, 41)
    arm = slider(rotor=0.5, stiffness=k, rest=rest, viscous=viscous)
    run = arm.simulate([start], [0.0], t, method=method, dt=5e-4, rtol=1e-12, atol=1e-12)
    # q = middle + amplitude exp(-d t) (cos w t + d / w sin w t); the mass weighs, the rotor does not
    d, middle = viscous / (2 * m), rest - 2.0 * G / k
    w = np.sqrt(k / m - d * d)
    exact = middle + (start - middle) * np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t))
    assert_allclose(run.q[:, 0], exact, rtol=0, atol=2e-10)


def test_coulomb_friction_brings_a_slider_to_rest():
    # m qd' = -c tanh(qd / v): sinh(qd / v) falls exponentially
    t, v, c = np.linspace(0.0, 1.5, 31), 0.05, 3.0
    arm = ChainObject([LinkObject("P", mass=2.0, coulomb=c, coulomb_speed=v)], gravity=(0, 0, 0))
    run = arm.simulate([0.0], [1.0], t, **FINE)
    exact = v * np.arcsinh(np.sinh(1.0 / v) * np.exp(-c * t / (2.0 * v)))
    assert_allclose(run.qd[:, 0], exact, rtol=0, atol=1e-11)
    assert run.qd[-1, 0] < 1e-9


@pytest.mark.parametrize("method", [*ADAPTIVE, "RK4"])
def test_slider_under_a_piecewise_linear_force_moves_on_cubic_arcs(method):
    t = np.array([-1.0, -0.4, -0.3, 0.5, 1.1, 1.7])
    force = np.array([3.0, -900.0, 40.0, 40.0, -2.0, 700.0])
    q, qd, m = [0.2], [-0.5], 2.0
    for h, a, b in zip(np.diff(t), force[:-1] / m - G, force[1:] / m - G, strict=True):
        q.append(q[-1] + h * qd[-1] + h * h * (2 * a + b) / 6)
        qd.append(qd[-1] + h * (a + b) / 2)
    run = slider(m).simulate(q[:1], qd[:1], t, force[:, None], method=method)
    assert_allclose(run.q[:, 0], q, rtol=1e-12)
    assert_allclose(run.qd[:, 0], qd, rtol=1e-12)


# laws of mechanics


@SETTINGS
@given(movable_trees(forces=False))
def test_energy_of_free_motion_is_conserved(arm):
    q, qd, _ = states(arm)
    run = arm.simulate(q, qd, np.linspace(0.0, 0.3, 4), rtol=1e-11, atol=1e-11)
    assert run.reached
    assert_allclose(run.kinetic, arm.kinetic_energy(run.q, run.qd), rtol=1e-14)
    assert_allclose(run.potential, arm.potential_energy(run.q), rtol=1e-13, atol=1e-13)
    size = max(run.kinetic.max(), np.ptp(run.potential), 1e-3)
    agree(run.energy, np.full(4, run.energy[0]), size + np.abs(run.potential).max(), 1e-9)


@SETTINGS
@given(chains(forces=False, most=5), st.sampled_from("RP"))
def test_momentum_along_a_joint_that_gravity_does_not_feel_is_conserved(arm, kind):
    # the rail lies across gravity, the pivot along it
    first = LinkObject(kind, mass=1.5, cog=(0.1, 0.2, 0.0), inertia=np.diag([0.3, 0.2, 0.4]))
    for link in arm:
        link.rotor = 0.2
    whole = ChainObject([first, *arm.links], gravity=(0, 0, -G) if kind == "R" else (3.0, -G, 0.0))
    q, qd, _ = states(whole)
    run = whole.simulate(q, qd, np.linspace(0.0, 0.3, 4), rtol=1e-11, atol=1e-11)
    p = (whole.mass_matrix(run.q) @ run.qd[..., None])[:, 0, 0]
    size = np.abs(whole.mass_matrix(run.q)[:, 0] * run.qd).sum(axis=-1).max()
    agree(p, np.full(4, p[0]), size, 1e-9)
    GAMMA = whole.momentum(run.q, run.qd)
    agree(p, GAMMA[:, 1, 0] if kind == "R" else GAMMA[:, 2, 3], size, 1e-12)


@SETTINGS
@given(movable_trees(most=5), st.integers(0, 99))
def test_change_of_energy_is_the_work_of_torques_and_friction(arm, seed):
    assume(arm.n)
    q, qd, a = states(arm, seed=seed)
    t, weights = gauss(0.0, 0.2)

    def torque(t, q, qd):
        return a * np.cos(9.0 * t) - 0.3 * qd

    run = arm.simulate(q, qd, t, torque, rtol=1e-11, atol=1e-11)
    assert run.reached
    assert np.isnan(run.drift)
    links = [link for link in arm if link.kind.nv]
    viscous, coulomb, speed = np.array([(k.viscous, k.coulomb, k.coulomb_speed) for k in links]).T
    friction = viscous * run.qd + coulomb * np.tanh(run.qd / speed)
    power = np.sum((a * np.cos(9.0 * t[:, None]) - 0.3 * run.qd - friction) * run.qd, axis=-1)
    size = run.kinetic.max() + np.ptp(run.potential) + weights @ np.abs(power)
    agree(run.energy[-1] - run.energy[0], weights @ power, size + np.abs(run.potential).max(), 1e-9)


def test_friction_without_torques_only_takes_energy():
    arm = spatial_arm()
    for link in arm:
        link.viscous = 0.2
    q, qd, _ = states(arm)
    run = arm.simulate(q, qd, np.linspace(0.0, 2.0, 201))
    assert (np.diff(run.energy) < 0.0).all()
    assert np.isnan(run.drift)


def test_motion_backwards_leads_back():
    arm, t = spatial_arm(), np.linspace(0.0, 0.5, 3)
    q, qd, _ = states(arm)
    there = arm.simulate(q, qd, t, **FINE)
    back = arm.simulate(there.q[-1], -there.qd[-1], t, **FINE)
    assert_allclose(back.q[::-1], there.q, rtol=0, atol=1e-9)
    assert_allclose(back.qd[::-1], -there.qd, rtol=0, atol=1e-8)


def test_sixty_links_keep_their_energy():
    links = [LinkObject("R", a=0.1, mass=0.2, inertia=np.eye(3) * 1e-4) for _ in range(60)]
    arm = ChainObject(links, gravity=(0, -G, 0))
    run = arm.simulate(np.full(60, 0.05), np.zeros(60), [0.0, 0.1, 0.2])
    assert run.kinetic[-1] > 1.0
    assert run.drift < 1e-8


# torques and the chain


def test_torque_as_a_function_is_that_of_the_table():
    arm, t = spatial_arm(), np.linspace(0.0, 0.6, 7)
    q, qd, tau = states(arm)
    table = np.linspace(tau, -2.0 * tau, 7)
    expected = arm.simulate(q, qd, t, table, **FINE)
    run = arm.simulate(q, qd, t, lambda t, q, qd: tau * (1.0 - 5.0 * t), **FINE)
    assert_allclose(run.q, expected.q, rtol=0, atol=1e-10)
    assert_allclose(arm.simulate(q, qd, t, table.tolist(), **FINE).q, expected.q, rtol=0, atol=0)


@pytest.mark.parametrize("method", [*ADAPTIVE, "scipy:LSODA"])
def test_feedback_brings_the_arm_to_its_goal(method):
    arm, goal = spatial_arm(), np.array([0.3, -0.8, 1.0, 0.2])

    def torque(t, q, qd):
        return arm.bias(q, qd) + arm.mass_matrix(q) @ (25.0 * (goal - q) - 10.0 * qd)

    run = arm.simulate(np.zeros(4), np.zeros(4), [0.0, 1.0, 3.0], torque, method=method)
    # e'' + 10 e' + 25 e = 0: e = e0 (1 + 5 t) exp(-5 t)
    assert_allclose(run.q[1:], goal * (1 - np.array([[6.0 * np.exp(-5.0)], [16.0 * np.exp(-15.0)]])), atol=1e-7)


def test_inverse_dynamics_gives_the_torques_of_the_simulation_back():
    arm = spatial_arm()
    arm[1].viscous, arm[2].stiffness, arm[3].rotor = 0.4, 7.0, 0.1
    q, qd, tau = states(arm)
    t = STEP * np.arange(9)
    run = arm.simulate(q, qd, t, lambda t, q, qd: tau * np.cos(30.0 * t) - q, rtol=1e-13, atol=1e-13)
    given_back = arm.inverse_dynamics(run.q[4], run.qd[4], rate(run.qd))
    assert_allclose(given_back, tau * np.cos(30.0 * t[4]) - run.q[4], rtol=0, atol=1e-8)


def test_gravity_of_one_call_is_that_of_a_chain_with_it():
    arm, moon = spatial_arm(), spatial_arm(gravity=(0.3, 0.0, -1.62))
    q, qd, _ = states(arm)
    for method in ("DOP853", "RK4", "scipy:RK45"):
        run, expected = (x.simulate(q, qd, [0, 0.1], method=method, gravity=(0.3, 0.0, -1.62)) for x in (arm, moon))
        assert (run.q == expected.q).all()
        assert (run.energy == expected.energy).all()
        assert (moon.simulate(q, qd, [0, 0.1], method=method).q == run.q).all()


def test_payload_moves_as_a_link_that_is_fixed():
    body = {"mass": 1.3, "cog": (0.1, 0.2, -0.1), "inertia": np.diag([0.1, 0.2, 0.25])}
    arm, t = spatial_arm(), [0.0, 0.3, 0.6]
    welded = ChainObject([*spatial_arm().links, LinkObject("F", **body)])
    q, qd, _ = states(arm)
    empty = arm.simulate(q, qd, t).q
    arm.attach(-1, **body)
    run, expected = (x.simulate(q, qd, t, **FINE) for x in (arm, welded))
    assert_allclose(run.q, expected.q, rtol=0, atol=1e-10)
    assert_allclose(run.energy, expected.energy, rtol=1e-10)
    arm.detach()
    assert (arm.simulate(q, qd, t).q == empty).all()


def test_motion_does_not_depend_on_when_it_starts():
    arm = spatial_arm()
    q, qd, _ = states(arm)
    runs = [arm.simulate(q, qd, start + np.array([0.0, 0.25, 0.5]), **FINE).q for start in (0.0, -3.0, 1024.0)]
    assert_allclose(runs[1:], [runs[0]] * 2, rtol=0, atol=1e-9)
