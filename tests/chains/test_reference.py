"""The plain equations: against independent results, against each other, and as derivatives of what they derive from.

data/oracles holds results of Pinocchio, MuJoCo and 60-digit arithmetic for the robots of the sources and random ones.
"""

import doctest
import inspect
import sys
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose
from plain import (
    around,
    close,
    general_body,
    general_external,
    oracle,
    random_position,
    random_tree,
    serial,
    tree_body,
    tree_in_many_digits,
)

import spacelib as sl
from chain import ChainObject, LinkObject
from chain import reference as ref

GRAVITY = (1.0, -2.0, -9.81)


@pytest.fixture(params=range(8))
def tree(request):
    return random_tree(request.param)


# independent results


@pytest.mark.parametrize("k", range(4))
def test_matrices_of_legnanis_stanford_arm(k):
    data = oracle("ex4_legnani_stanford")
    bodies, state = serial(data["model"]), data["states"][k]
    q, qd, qdd, gravity = state["q"], state["qd"], state["qdd"], data["model"]["gravity"]
    motion = ref.kinematics(bodies, q, qd, qdd)
    close(motion.M, state["M0"])
    close(motion.L, state["L_rel_in_0"])
    close(motion.W, state["W0"])
    close(motion.H, state["H0"])
    close([ref.refer_action(body.J, M) for body, M in zip(bodies, motion.M, strict=True)], state["J0"])
    close(ref.joint_actions(bodies, q, qd, qdd, gravity), state["action"])
    close(ref.inverse_dynamics(bodies, q, qd, qdd, gravity), state["tau"])


@pytest.mark.parametrize("name", ["ex1_planar3R_A", "ex1_planar3R_B", "ex2_puma", "ex3_stanford_T3", "ex3_stanford_T4"])
def test_torques_of_the_robots_of_the_sources(name):
    data = oracle(name)
    bodies, motion = serial(data["model"]), data["inverse_dynamics"]
    samples = range(0, len(motion["t"]), 10)
    states = [[motion[x][k] for x in ("q", "qd", "qdd")] for k in samples]
    tau = [ref.inverse_dynamics(bodies, *state, data["model"]["gravity"]) for state in states]
    close(tau, [motion["tau"][k] for k in samples])


@pytest.mark.parametrize("k", range(20))
def test_random_serial_chains_with_a_load_at_the_tip(k):
    case = oracle("ex10_random_serial")["cases"][k]
    bodies, state, results = serial(case["model"]), case["state"], case["results"]
    arguments = bodies, state["q"], state["qd"], state["qdd"], case["model"]["gravity"]
    M, W, _, _ = ref.kinematics(*arguments[:4])
    close(M, results["frames"][1:])
    close(ref.inverse_dynamics(*arguments), results["tau_id_noext"])
    # the load, moved from the tip to the origin
    f, c, tip = state["ext_force_on_tip"], state["ext_moment_on_tip"], M[-1][:3, 3]
    external = np.zeros((case["n"], 4, 4))
    external[-1] = ref.action_matrix(f, c + np.cross(tip, f))
    close(ref.inverse_dynamics(*arguments, external=external), results["tau_id"])
    PHI = ref.joint_actions(*arguments, external=external)
    wrench = results["joint_wrench_base"]
    close(PHI, [ref.action_matrix(w["force"], w["moment_base_origin"]) for w in wrench])
    # the vector formulation, split along and across the axes
    reactions = ref.newton_euler(*arguments, external=external)
    close(reactions.tau, results["tau_id"])
    for i, joint in enumerate(results["joint_decomposition"]):
        (F_a, F_r), (M_a, M_r) = (ref.split(v[i], reactions.e[i]) for v in (reactions.F, reactions.M))
        close(reactions.e[i], joint["axis"])
        close(reactions.origin[i], joint["origin"])
        close([*reactions.F[i], F_a, *F_r], [*joint["force"], joint["force_axial"], *joint["force_perp"]])
        close([*reactions.M[i], M_a, *M_r], [*joint["moment_at_origin"], joint["moment_axial"], *joint["moment_perp"]])
    # energies
    J, Hg = [ref.refer_action(b.J, M_i) for b, M_i in zip(bodies, M, strict=True)], ref.gravity_matrix(arguments[4])
    close(sum(map(ref.kinetic_energy, W, J)), results["kinetic"])
    close(sum(ref.potential_energy(Hg, J_i) for J_i in J), results["potential"])


@pytest.mark.parametrize("k", range(24))
def test_general_chains_and_trees_with_base_and_external_actions(k):
    case = oracle("ex12_general")["cases"][k]
    bodies, results = [general_body(link) for link in case["links"]], case["results"]
    arguments = bodies, case["q"], case["qd"], case["qdd"], case["gravity"], np.array(case["base"])
    M = ref.kinematics(*arguments[:4], arguments[5]).M
    close(M, results["M"])
    external = general_external(case, M)
    for way in (ref.inverse_dynamics, lambda *a, **k: ref.newton_euler(*a, **k).tau):
        close(way(*arguments), results["tau_id"])
        close(way(*arguments, external=external), results["tau_id_ext"])


@pytest.mark.parametrize("name", ["robot_ur5", "robot_panda_full9", "robot_talos_reduced_fixed"])
def test_torques_and_energies_of_real_robots(name):
    data = oracle(name)
    model, state = data["model"]["lumped_tree"], data["states"][3]
    bodies = [tree_body(body) for body in model["bodies"]]
    arguments = bodies, state["q"], state["qd"], state["qdd"], model["gravity"]
    close(ref.inverse_dynamics(*arguments), state["tau_id"])
    close(ref.newton_euler(*arguments).tau, state["tau_id"])
    M, W, _, _ = ref.kinematics(*arguments[:4])
    J = [ref.refer_action(body.J, M_i) for body, M_i in zip(bodies, M, strict=True)]
    close(sum(map(ref.kinetic_energy, W, J)), state["kinetic"])
    close(sum(ref.potential_energy(ref.gravity_matrix(arguments[4]), J_i) for J_i in J), state["potential"])


# the equations against each other


def test_composition_is_the_closed_sums(tree):
    q, qd, qdd = tree.state
    motion = ref.kinematics(tree.bodies, q, qd, qdd, tree.base)
    at_rest = ref.kinematics(tree.bodies, q, qd, 0 * qdd, tree.base)
    rates, accelerations = (np.array(ref.per_link(tree.bodies, x)) for x in (qd, qdd))
    for i in range(len(tree.bodies)):
        path = ref.path_from_base(tree.bodies, i)
        L, xd, xdd = motion.L[path], rates[path], accelerations[path]
        close(ref.velocity_sum(L, xd), motion.W[i])
        close(ref.acceleration_sum(L, xd, xdd), motion.H[i])
        close(ref.velocity_effects(L, xd), at_rest.H[i])


def test_vectors_and_matrices_give_the_same_joint_actions(tree):
    arguments = tree.bodies, *tree.state, GRAVITY, tree.base, tree.external
    PHI, reactions = ref.joint_actions(*arguments), ref.newton_euler(*arguments)
    for i in range(len(tree.bodies)):
        couple = reactions.M[i] + np.cross(reactions.origin[i], reactions.F[i])
        close(ref.action_matrix(reactions.F[i], couple), PHI[i])
    close(reactions.tau, ref.inverse_dynamics(*arguments))


def test_vectors_and_matrices_give_the_same_motion_of_the_centres_of_gravity(tree):
    M, W, H, _ = ref.kinematics(tree.bodies, *tree.state, tree.base)
    for i, segment in enumerate(ref.segments(tree.bodies, *tree.state, tree.base)):
        cog = np.append(segment.cog, 1.0)
        close(M[i] @ np.append(ref.mass_properties(tree.bodies[i].J)[1], 1.0), cog)
        close(W[i] @ cog, [*segment.v, 0.0])
        close(H[i] @ cog, [*segment.dv, 0.0])
        close(W[i][:3, :3], ref.tilde(segment.w))
        close(H[i][:3, :3], ref.tilde(segment.dw) + ref.tilde(segment.w) @ ref.tilde(segment.w))


def test_power_of_torques_and_external_actions_is_the_rate_of_energy(tree):
    arguments = tree.bodies, *tree.state, GRAVITY, tree.base
    M, W, H, _ = ref.kinematics(*arguments[:4], tree.base)
    Hg, J = ref.gravity_matrix(GRAVITY), [ref.refer_action(b.J, M_i) for b, M_i in zip(tree.bodies, M, strict=True)]
    weight = [Hg] * len(J)
    rate = sum(map(ref.kinetic_energy_rate, W, H, J)) + sum(map(ref.potential_energy_rate, weight, W, J))
    power = ref.inverse_dynamics(*arguments, tree.external) @ tree.state[1]
    close(power + sum(map(ref.psedot, W, tree.external)), rate)
    close(sum(map(ref.psedot, W, map(ref.link_action, H, weight, J))), rate)


def test_everything_seen_from_another_frame_gives_the_same_torques(tree):
    M = random_position(np.random.default_rng(9))
    here = ref.inverse_dynamics(tree.bodies, *tree.state, GRAVITY, tree.base, tree.external)
    external = [ref.refer_action(PHI, M) for PHI in tree.external]
    there = ref.inverse_dynamics(tree.bodies, *tree.state, M[:3, :3] @ GRAVITY, M @ tree.base, external)
    close(there, here)


def test_a_link_without_mass_needs_no_action():
    link = ref.Body(-1, "R", 0.0, np.eye(4), ref.dh_position(0.0, 0.1, 0.0, 0.5, 0.3), np.zeros((4, 4)))
    assert not ref.joint_actions([link], [0.3], [1.0], [2.0], GRAVITY).any()
    assert not ref.newton_euler([link], [0.3], [1.0], [2.0], GRAVITY).M.any()


# derivatives, by differences in 50 digits


def at_time(tree, t):
    """All quantities of the tree on the path q + qd t + qdd t^2 / 2."""
    tree = tree_in_many_digits(tree)
    q, qd, qdd = tree.state
    M, W, H, L = ref.kinematics(tree.bodies, q + qd * t + qdd * t**2 / 2, qd + qdd * t, qdd, tree.base)
    J = [ref.refer_action(body.J, M_i) for body, M_i in zip(tree.bodies, M, strict=True)]
    Hg = ref.gravity_matrix([mpmath.mpf(g) for g in GRAVITY])
    return SimpleNamespace(
        M=M, W=W, H=H, L=L, J=J, Hg=Hg,
        inverse=np.array([ref.inverse(M_i) for M_i in M]),
        T=np.array([ref.kinetic_energy(W_i, J_i) for W_i, J_i in zip(W, J, strict=True)]),
        V=np.array([ref.potential_energy(Hg, J_i) for J_i in J]),
        GAMMA=np.array([ref.momentum(W_i, J_i) for W_i, J_i in zip(W, J, strict=True)]),
    )  # fmt: skip


@pytest.fixture(scope="module", params=range(3))
def moving(request):
    """A random tree: its quantities now, and their rates by central differences."""
    tree, step = random_tree(request.param), mpmath.mpf(10) ** -15
    with mpmath.workdps(50):
        before, now, after = (at_time(tree, t) for t in (-step, mpmath.mpf(0), step))
        names = ("M", "W", "L", "inverse", "T", "V", "GAMMA")
        rates = {name: (getattr(after, name) - getattr(before, name)) / (2 * step) for name in names}
    return SimpleNamespace(bodies=tree.bodies, now=now, rate=SimpleNamespace(**rates))


def test_rate_of_position_is_W_M_and_its_second_derivative_H_M(moving):
    now, rate = moving.now, moving.rate
    close(rate.M, now.W @ now.M, 1e-15)
    # d2M/dt2 = d(W M)/dt = dW/dt M + W dM/dt
    close(rate.W @ now.M + now.W @ rate.M, now.H @ now.M, 1e-15)


def test_acceleration_is_the_rate_of_velocity_and_its_square(moving):
    close(moving.rate.W + moving.now.W @ moving.now.W, moving.now.H, 1e-15)


def test_rate_of_the_inverse_position(moving):
    close(moving.rate.inverse, -(moving.now.inverse @ moving.rate.M @ moving.now.inverse), 1e-15)


def test_rate_of_a_screw_is_its_commutator_with_the_velocity_of_the_parent(moving):
    for i, body in enumerate(moving.bodies):
        W, L = (ref.ZERO if body.parent < 0 else moving.now.W[body.parent]), moving.now.L[i]
        close(moving.rate.L[i], W @ L - L @ W, 1e-15)


def test_rates_of_the_energies(moving):
    now, rate = moving.now, moving.rate
    close(rate.T, list(map(ref.kinetic_energy_rate, now.W, now.H, now.J)), 1e-15)
    close(rate.V, [ref.potential_energy_rate(now.Hg, W, J) for W, J in zip(now.W, now.J, strict=True)], 1e-15)


def test_rate_of_momentum_is_the_action(moving):
    now = moving.now
    close(moving.rate.GAMMA, [ref.link_action(H, ref.ZERO, J) for H, J in zip(now.H, now.J, strict=True)], 1e-15)


# numbers, shapes, documentation


def test_single_equations_are_those_of_spacelib():
    rng = np.random.default_rng(5)
    M, J, parameters = random_position(rng), sl.jtoJ(*rng.uniform(1, 2, 10)), rng.uniform(-2, 2, 5)
    A, B = rng.normal(size=(2, 4, 4)) * [[1], [1], [1], [0]]
    close(ref.dh_position(*parameters), sl.dhtom(sl.Rev, *parameters, 0.0), 1e-15)
    close(ref.inverse(M), sl.invers(M), 1e-15)
    close(ref.refer_motion(A, M), sl.trasf_mami(A, M), 1e-14)
    close(ref.refer_action(A, M), sl.trasf_mamt4(A, M), 1e-14)
    close(ref.skew(A @ J), sl.skew4(A, J), 1e-14)
    close(ref.psedot(A, ref.skew(B)), sl.psedot(A, ref.skew(B)), 1e-14)
    close(ref.compose_acceleration(A, B, A, B), sl.coriolis(A, B, A, B), 1e-14)
    u = M[:3, 0]
    close(ref.screw_pair(u, M[:3, 3], 0.2), sl.makeL(sl.Rev, u, 0.2, M[:, 3]), 1e-15)
    close(ref.prismatic_pair(u), sl.makeL(sl.Pri, u, 0.0, M[:, 3]), 1e-15)


@pytest.mark.parametrize("jtype", "RPHF")
def test_screw_is_the_rate_of_the_joint_position(jtype):
    with mpmath.workdps(50):
        q, step = mpmath.mpf(0.7), mpmath.mpf(10) ** -15
        before, now, after = (ref.joint_position(jtype, q + k * step, 0.3) for k in (-1, 0, 1))
        close((after - before) / (2 * step) @ ref.inverse(now), ref.joint_screw(jtype, 0.3), 1e-15)


class Counting:
    """A number that counts the multiplications and divisions of all its kind."""

    multiplications = 0

    def __init__(self, x):
        self.x = getattr(x, "x", x)

    def __add__(self, other):
        return Counting(self.x + Counting(other).x)

    def __sub__(self, other):
        return Counting(self.x - Counting(other).x)

    def __mul__(self, other):
        Counting.multiplications += 1
        return Counting(self.x * Counting(other).x)

    def __truediv__(self, other):
        Counting.multiplications += 1
        return Counting(self.x / Counting(other).x)

    def __pow__(self, n):
        return self * self if n == 2 else NotImplemented

    def __neg__(self):
        return Counting(-self.x)

    def __float__(self):
        return float(self.x)

    def sin(self):
        return Counting(np.sin(self.x))

    def cos(self):
        return Counting(np.cos(self.x))

    def __rsub__(self, other):
        return Counting(other) - self

    __radd__, __rmul__ = __add__, __mul__


def test_numbers_with_their_own_sine_flow_through(tree):
    count = np.vectorize(Counting, otypes=[object])
    torques = ref.inverse_dynamics(tree.bodies, *tree.state, GRAVITY, tree.base)
    counted = ref.inverse_dynamics(tree.bodies, *(count(x) for x in tree.state), GRAVITY, tree.base)
    close(counted, torques)
    assert Counting.multiplications > 0
    q, qd, qdd = (count(x) for x in tree.state)
    s = ref.system(tree.bodies, q, tree.base)
    close(ref.ridim(s, qd, qdd, GRAVITY), torques)
    close(ref.effects_vector(tree.bodies, q, qd, GRAVITY, tree.base) + ref.generalised_inertia(s) @ qdd, torques)
    plain = ref.forward_dynamics(ref.system(tree.bodies, tree.state[0], tree.base), torques)
    close(ref.forward_dynamics(s, count(torques)), plain)


def test_bodies_are_read_from_the_links_of_a_chain():
    dh, inertia = {"theta": 0.1, "d": 0.2, "b": 0.3, "a": 0.4, "alpha": 0.5}, np.diag([1.0, 1.1, 1.2])
    place = random_position(np.random.default_rng(6))
    links = [
        LinkObject("R", **dh, mass=2.0, cog=(0.1, 0.2, 0.3), inertia=inertia),
        LinkObject("H", placement=place, axis=(1.0, 2.0, 3.0), pitch=0.2),
    ]
    arm = ChainObject(links)
    first, second = ref.bodies(arm)
    assert (first.parent, first.jtype, second.parent, second.jtype, second.pitch) == (-1, "R", 0, "H", 0.2)
    close(first.before @ ref.joint_position("R", 0.6) @ first.after, ref.dh_position(0.7, 0.2, 0.3, 0.4, 0.5))
    close(first.J, ref.pseudo_inertia(2.0, (0.1, 0.2, 0.3), inertia))
    Q = around((1.0, 2.0, 3.0))
    turned = second.before @ ref.joint_position("H", 0.6, 0.2) @ second.after
    close(turned, place @ Q @ ref.joint_position("H", 0.6, 0.2) @ Q.T)
    arm.attach(1, 0.7, cog=(0.0, 0.1, 0.0))
    close(ref.bodies(arm)[1].J, ref.pseudo_inertia(0.7, (0.0, 0.1, 0.0), np.zeros((3, 3))))


def test_wrong_number_of_joint_values_is_refused(tree):
    q, qd, qdd = tree.state
    with pytest.raises(ValueError, match=f"expected {len(q)} joint values, got {len(q) - 1}"):
        ref.kinematics(tree.bodies, q, qd[1:], qdd)


def test_mass_properties_are_those_that_made_the_pseudo_inertia():
    I = np.array([[2.0, 0.1, -0.2], [0.1, 2.5, 0.3], [-0.2, 0.3, 1.5]])
    m, c, tensor = ref.mass_properties(ref.pseudo_inertia(3.0, (0.1, 0.2, 0.3), I))
    assert m == 3.0
    assert_allclose(c, (0.1, 0.2, 0.3), atol=1e-15)
    assert_allclose(tensor, I, atol=1e-14)


FILES = [ref.matrices, ref.denoc, ref.decomposition, ref.lagrange, sys.modules["chain.reference.newton_euler"]]


def functions(file):
    """The functions that a file defines."""
    return {name: f for name, f in vars(file).items() if inspect.isfunction(f) and f.__module__ == file.__name__}


FUNCTIONS = [(file, name) for file in FILES for name in functions(file) if not name.startswith("_")]


def test_every_equation_is_offered_by_the_package_under_a_name_of_its_own():
    assert len({name for _, name in FUNCTIONS}) == len(FUNCTIONS)
    for file, name in FUNCTIONS:
        assert getattr(ref, name) is getattr(file, name)


@pytest.mark.parametrize(("file", "name"), [(ref, None), *FUNCTIONS], ids=lambda x: getattr(x, "__name__", x))
def test_every_equation_has_an_example_that_holds(file, name):
    if name is None:
        pytest.importorskip("sympy")
    (test,) = doctest.DocTestFinder(recurse=False).find(getattr(file, name) if name else file, name or "package", file)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
