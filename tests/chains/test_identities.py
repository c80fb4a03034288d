"""Identities that hold for every chain and tree: between the kernels, the plain equations and themselves.

Differences are measured against the sizes of what the equations add up (`trees.size_of_torques`), because a torque that
is zero in theory holds the rounding noise of its terms. A factor of two changes no digit: such laws hold bit by bit.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import (
    SETTINGS,
    chains,
    joint_forces,
    random_body,
    random_forces,
    random_pose,
    size_of_torques,
    states,
    trees,
    wrenches,
)

from chain import ChainObject, LinkObject, load
from chain import reference as ref
from chain.io import shelf

TOL = 1e-13


def agree(actual, expected, size, tol=TOL):
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    gap = np.abs(actual - expected).max(initial=0.0)
    assert gap <= tol * size, f"differ by {gap / size:.2g} of their size"


def base_of(arm):
    return np.eye(4) if arm.base is None else arm.base


def plain_arguments(arm, state):
    return ref.bodies(arm), *state, arm.gravity, base_of(arm)


def action_matrices(arm, q, w):
    """PHI (nlinks, 4, 4), base frame, of wrenches (nlinks, 6) at the links' origins, base axes."""
    M = arm.kinematics(q).M
    return np.array([
        ref.action_matrix(w_i[:3], w_i[3:] + np.cross(M_i[:3, 3], w_i[:3])) for w_i, M_i in zip(w, M, strict=True)
    ]).reshape(-1, 4, 4)  # fmt: skip


# every formulation gives the same


@SETTINGS
@given(trees(least=0))
def test_every_formulation_agrees_on_any_tree(arm):
    assert arm.check(*states(arm, (5,)), tol=1e-12).worst < 1e-12


@SETTINGS
@given(trees())
def test_torques_are_those_of_the_plain_equations_with_actions_on_every_link(arm):
    state, w = states(arm), wrenches(arm)
    PHI, size = action_matrices(arm, state[0], w), size_of_torques(arm, *state, external=10.0)
    got = arm.inverse_dynamics(*state, external=dict(enumerate(w)))
    forces = joint_forces(arm, *state)
    agree(got, ref.inverse_dynamics(*plain_arguments(arm, state), PHI) + forces, size)
    agree(got, ref.newton_euler(*plain_arguments(arm, state), PHI).tau + forces, size)


@SETTINGS
@given(trees())
def test_joint_actions_are_those_of_the_plain_equations_with_actions_on_every_link(arm):
    state, w = states(arm), wrenches(arm)
    PHI, size = action_matrices(arm, state[0], w), size_of_torques(arm, *state, external=10.0)
    got = arm.joint_actions(*state, external=dict(enumerate(w)))
    agree(got, ref.joint_actions(*plain_arguments(arm, state), PHI), size)
    expected = ref.newton_euler(*plain_arguments(arm, state), PHI)
    reactions = arm.joint_reactions(*state, external=PHI)
    agree(reactions.force, expected.F, size)
    agree(reactions.couple, expected.M, size)
    agree(reactions.origin, expected.origin, 10.0)
    agree(reactions.axis, expected.e, 1.0)


@SETTINGS
@given(trees())
def test_matrices_are_those_of_the_plain_equations(arm):
    state = states(arm)
    got, expected = arm.kinematics(*state), ref.kinematics(*plain_arguments(arm, state)[:4], base_of(arm))
    for letter in "MWH":
        agree(getattr(got, letter), getattr(expected, letter), max(np.abs(getattr(expected, letter)).max(), 1.0))


@SETTINGS
@given(trees())
def test_matrices_asked_alone_are_those_asked_together(arm):
    q, qd, qdd = states(arm, (3,))
    full, velocity, position = arm.kinematics(q, qd, qdd), arm.kinematics(q, qd), arm.kinematics(q)
    assert velocity.H is None
    assert position.W is None
    assert np.array_equal(full.M, position.M)
    assert np.array_equal(full.M, velocity.M)
    assert np.array_equal(full.W, velocity.W)


@pytest.mark.parametrize("name", sorted(path.stem for path in shelf.folder().glob("*.toml")))
def test_every_formulation_agrees_on_the_robots_of_the_package(name):
    arm = load(name)
    assert arm.check(*states(arm, (64,)), tol=1e-12).samples == 64


# energy and power

# nine-point central difference
STENCIL = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0.0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])


@SETTINGS
@given(trees())
def test_power_of_torques_and_actions_is_the_rate_of_the_energy(arm):
    """The energy is computed from positions and velocities only, at nine moments of a motion."""
    (q, qd, qdd), w, step = states(arm), wrenches(arm), 2e-3
    t = step * np.arange(-4, 5)[:, None]
    k = arm.kinematics(q + qd * t + qdd * t**2 / 2, qd + qdd * t)
    energy = np.zeros(9)
    for i, link in enumerate(arm):
        W, J = k.W[:, i], k.M[:, i] @ link.J @ np.swapaxes(k.M[:, i], -1, -2)
        energy += np.einsum("sij,sjk,sik->s", W, J, W) / 2 - J[:, :3, 3] @ arm.gravity
    rate = STENCIL @ energy / step
    tau = arm.inverse_dynamics(q, qd, qdd, external=dict(enumerate(w))) - joint_forces(arm, q, qd, qdd)
    applied = sum(map(ref.psedot, k.W[4], action_matrices(arm, q, w)))
    size = size_of_torques(arm, q, qd, qdd, external=10.0) * max(np.abs(qd).sum(), 1.0)
    agree(tau @ qd + applied, rate, size, 1e-11)


@SETTINGS
@given(trees(forces=False))
def test_action_on_the_base_is_the_rate_of_the_momentum_less_the_weight(arm):
    (q, qd, qdd), step = states(arm), 2e-3
    t = step * np.arange(-4, 5)[:, None]
    k = arm.kinematics(q + qd * t + qdd * t**2 / 2, qd + qdd * t)
    GAMMA, weight = np.zeros((9, 4, 4)), np.zeros((4, 4))
    for i, link in enumerate(arm):
        J = k.M[:, i] @ link.J @ np.swapaxes(k.M[:, i], -1, -2)
        WJ = k.W[:, i] @ J
        GAMMA += WJ - np.swapaxes(WJ, -1, -2)
        weight += ref.skew(ref.gravity_matrix(arm.gravity) @ J[4])
    PHI = arm.joint_actions(q, qd, qdd)
    roots = sum(PHI[i] for i, parent in enumerate(arm.parents) if parent < 0)
    agree(roots, np.tensordot(STENCIL, GAMMA, 1) / step - weight, size_of_torques(arm, q, qd, qdd), 1e-11)


# changes of frame and of gravity


@SETTINGS
@given(trees(), st.integers(0, 99))
def test_another_base_frame_changes_no_torque_and_moves_every_matrix_by_its_rule(arm, seed):
    state, w = states(arm), wrenches(arm)
    X = random_pose(np.random.default_rng(seed))
    R = X[:3, :3]
    there = ChainObject([k.copy() for k in arm], gravity=R @ arm.gravity, base=X @ base_of(arm), tool=arm.tool)
    here_w = dict(enumerate(w))
    there_w = dict(enumerate(np.einsum("ij,nkj->nki", R, w.reshape(-1, 2, 3)).reshape(-1, 6)))
    size = 4 * size_of_torques(there, *state, external=10.0)
    agree(there.inverse_dynamics(*state, external=there_w), arm.inverse_dynamics(*state, external=here_w), size)
    a, b = arm.kinematics(*state), there.kinematics(*state)
    agree(b.M, X @ a.M, 4 * max(np.abs(b.M).max(), 1.0))
    for letter in "WH":
        moved = X @ getattr(a, letter) @ ref.inverse(X)
        agree(getattr(b, letter), moved, 9 * max(np.abs(getattr(a, letter)).max(initial=0.0), 1.0))
    PHI = arm.joint_actions(*state, external=here_w)
    agree(there.joint_actions(*state, external=there_w), X @ PHI @ X.T, size)


@SETTINGS
@given(trees())
def test_gravity_of_a_call_is_that_of_a_chain_made_with_it(arm):
    state, gravity = states(arm, (11,)), np.random.default_rng(2).uniform(-10, 10, (11, 3))
    calls = {
        "inverse_dynamics": state, "bias": state[:2], "gravity_torque": state[:1], "joint_actions": state,
    }  # fmt: skip
    for method, arguments in calls.items():
        per_sample = getattr(arm, method)(*arguments, gravity=gravity)
        for k in (0, 7, 10):
            other = ChainObject([link.copy() for link in arm], gravity=gravity[k], base=arm.base)
            single = [x[k] for x in arguments]
            assert np.array_equal(per_sample[k], getattr(other, method)(*single))
            assert np.array_equal(per_sample[k], getattr(arm, method)(*single, gravity=gravity[k]))
    by_frames = arm.joint_reactions(*state, gravity=gravity).force[3]
    assert np.array_equal(by_frames, arm.joint_reactions(*(x[3] for x in state), gravity=gravity[3]).force)


@SETTINGS
@given(trees(forces=False))
def test_gravity_is_the_acceleration_of_the_base_the_other_way(arm):
    """Free fall: with gravity g, and the root accelerated by g through a sliding joint, nothing is felt."""
    q, _, _ = states(arm)
    g = np.array([3.0, -9.0, 2.0])
    slide = LinkObject("P", placement=np.eye(4), axis=g, parent=-1)
    before = base_of(arm)
    links = [slide, LinkObject("F", placement=before)]
    for link, parent in zip(arm, arm.parents, strict=True):
        links.append(link.copy())
        links[-1].parent = parent + 2
    falling = ChainObject(links, gravity=g)
    fall = np.r_[np.linalg.norm(g), np.zeros(arm.n)]
    tau = falling.inverse_dynamics(np.r_[0.7, q], 0 * fall, fall)
    agree(tau, 0 * tau, size_of_torques(falling, np.r_[0.7, q], 0 * fall, fall, gravity=g))


# linearity and scaling


@SETTINGS
@given(trees())
def test_torques_are_linear_in_the_accelerations(arm):
    q, qd, qdd = states(arm)
    other = states(arm, seed=5)[2]
    both, none, one, two = (arm.inverse_dynamics(q, qd, a) for a in (qdd + other, 0 * qdd, qdd, other))
    agree(both + none, one + two, size_of_torques(arm, q, qd, np.abs(qdd) + np.abs(other)))


@SETTINGS
@given(trees())
def test_the_matrix_of_the_accelerations_is_symmetric_and_not_negative(arm):
    q, _, _ = states(arm)
    zero = np.zeros(arm.n)
    columns, springs = (arm.inverse_dynamics(q, zero, a, gravity=(0, 0, 0)) for a in (np.eye(arm.n), zero))
    M = columns - springs
    size = size_of_torques(arm, q, zero, zero + 1.0)
    agree(M, M.T, size)
    assert np.linalg.eigvalsh(M + M.T).min(initial=0.0) >= -TOL * size


@SETTINGS
@given(trees(forces=False))
def test_twice_the_speed_is_four_times_the_torque_to_the_last_bit(arm):
    q, qd, qdd = states(arm, (9,))
    nothing = (0.0, 0.0, 0.0)
    once, twice = (
        arm.inverse_dynamics(q, s * qd, s * s * qdd, gravity=nothing) for s in (1.0, 2.0)
    )  # fmt: skip
    assert np.array_equal(4 * once, twice)
    assert np.array_equal(4 * arm.kinematics(q, qd, qdd).H, arm.kinematics(q, 2 * qd, 4 * qdd).H)
    once, twice = (arm.joint_actions(q, s * qd, s * s * qdd, gravity=nothing) for s in (1.0, 2.0))
    assert np.array_equal(4 * once, twice)


@SETTINGS
@given(trees(forces=False))
def test_twice_the_mass_is_twice_the_torque_to_the_last_bit(arm):
    state = states(arm, (9,))
    heavy = arm.copy()
    for link in heavy:
        link.update(mass=2 * link.mass, inertia=None if link.inertia is None else 2 * link.inertia)
    assert np.array_equal(heavy.inverse_dynamics(*state), 2 * arm.inverse_dynamics(*state))
    assert np.array_equal(heavy.joint_actions(*state), 2 * arm.joint_actions(*state))


@SETTINGS
@given(trees(forces=False))
def test_reversed_speeds_need_the_same_torques(arm):
    q, qd, qdd = states(arm)
    agree(arm.inverse_dynamics(q, -qd, qdd), arm.inverse_dynamics(q, qd, qdd), size_of_torques(arm, q, qd, qdd))


@SETTINGS
@given(trees())
def test_a_full_turn_of_every_turning_joint_changes_nothing(arm):
    q, qd, qdd = states(arm)
    turns = np.array([k.kind.turns and not k.slides for k in arm if k.kind.nv])
    free = arm.copy()
    for link in free:
        link.stiffness = 0.0
    far = free.inverse_dynamics(q + 2 * np.pi * turns, qd, qdd)
    agree(far, free.inverse_dynamics(q, qd, qdd), 20 * size_of_torques(free, q, qd, qdd))


# parts of the torques


@SETTINGS
@given(trees())
def test_bias_is_the_torque_without_acceleration_and_gravity_torque_that_without_motion_and_springs(arm):
    q, qd, _ = states(arm, (9,))
    zero = np.zeros(arm.n)
    assert np.array_equal(arm.bias(q, qd), arm.inverse_dynamics(q, qd, zero))
    rigid = arm.copy()
    for link in rigid:
        link.stiffness = 0.0
    assert np.array_equal(arm.gravity_torque(q), rigid.inverse_dynamics(q, zero, zero) + 0.0)
    assert not arm.gravity_torque(q, gravity=(0, 0, 0)).any()


@SETTINGS
@given(trees())
def test_friction_springs_and_rotors_come_on_top(arm):
    state = states(arm)
    bare = arm.copy()
    for link in bare:
        link.update(viscous=0.0, coulomb=0.0, stiffness=0.0, rotor=0.0)
    forces = joint_forces(arm, *state)
    agree(arm.inverse_dynamics(*state) - bare.inverse_dynamics(*state), forces, size_of_torques(arm, *state))
    assert np.array_equal(arm.joint_actions(*state), bare.joint_actions(*state))


@SETTINGS
@given(trees(), st.sampled_from(["base", "link"]))
def test_reactions_recombine_and_their_axial_part_is_the_torque(arm, frame):
    state, w = states(arm, (3,)), wrenches(arm, (3,))
    external = dict(enumerate(w))
    r = arm.joint_reactions(*state, external=external, frame=frame)
    PHI = arm.joint_actions(*state, external=external)
    size = max(size_of_torques(arm, *(x[k] for x in state), external=10.0) for k in range(3))
    agree(r.force_along + r.force_across, r.force, size)
    agree(r.couple_along + r.couple_across, r.couple, size)
    assert np.abs(np.sum(r.force_across * r.axis, -1)[:, [k.kind.nv > 0 for k in arm]]).max(initial=0.0) <= TOL * size
    # to the base frame and its origin
    R = arm.kinematics(state[0]).M[..., :3, :3] if frame == "link" else np.eye(3)
    force, couple = (np.einsum("...ij,...j->...i", R, v) for v in (r.force, r.couple))
    agree(force, PHI[..., :3, 3], size)
    couple = couple + np.cross(r.origin, force)
    agree(couple, np.stack([PHI[..., 2, 1], PHI[..., 0, 2], PHI[..., 1, 0]], -1), size)
    # tau = turns couple along + slides force along
    k = [i for i, link in enumerate(arm) if link.kind.nv]
    turns, slides = np.array([(arm[i].kind.turns, arm[i].slides) for i in k]).reshape(-1, 2).T
    c, f = (np.sum(v[:, k] * r.axis[:, k], -1) for v in (r.couple_along, r.force_along))
    tau = arm.inverse_dynamics(*state, external=external) - joint_forces(arm, *state)
    agree(turns * c + slides * f, tau, size)


# external actions


@SETTINGS
@given(trees())
def test_actions_add_up(arm):
    state, w = states(arm), wrenches(arm)
    size = len(arm) * size_of_torques(arm, *state, external=10.0)
    rest = arm.inverse_dynamics(*state)
    single = [arm.inverse_dynamics(*state, external={i: w_i}) - rest for i, w_i in enumerate(w)]
    agree(arm.inverse_dynamics(*state, external=dict(enumerate(w))), rest + sum(single), size)
    agree(arm.inverse_dynamics(*state, external=dict(enumerate(2 * w))), rest + 2 * sum(single), size)


@SETTINGS
@given(trees())
def test_all_forms_of_an_action_are_the_same(arm):
    state, w = states(arm, (9,)), wrenches(arm, (9,))
    M, points = arm.kinematics(state[0]).M, np.random.default_rng(3).uniform(-0.5, 0.5, (len(arm), 3))
    # moved to a point of each link, and turned to its axes
    f, c = np.moveaxis(w, 0, 1).reshape(9, -1, 2, 3).transpose(2, 0, 1, 3)
    R = M[..., :3, :3]
    shift = np.einsum("snij,nj->sni", R, points)
    moved = np.concatenate([f, c - np.cross(shift, f)], -1)
    turned = np.concatenate([np.einsum("snji,snj->sni", R, v) for v in (f, c - np.cross(shift, f))], -1)
    PHI = np.array([action_matrices(arm, q, w[:, s]) for s, q in enumerate(state[0])])
    forms = {
        "origin": dict(enumerate(w)),
        "point, base axes": {i: (moved[:, i], points[i], "base") for i in range(len(arm))},
        "point, link axes": {i: (turned[:, i], points[i], "link") for i in range(len(arm))},
        "PHI": PHI,
    }
    size = 4 * max(size_of_torques(arm, *(x[k] for x in state), external=10.0) for k in range(9))
    torques = {name: arm.inverse_dynamics(*state, external=form) for name, form in forms.items()}
    actions = {name: arm.joint_actions(*state, external=form) for name, form in forms.items()}
    for name in forms:
        agree(torques[name], torques["origin"], size)
        agree(actions[name], actions["origin"], size)


@SETTINGS
@given(chains())
def test_six_numbers_act_at_the_origin_of_the_tool(arm):
    state, w = states(arm), wrenches(arm)[0]
    point = np.zeros(3) if arm.tool is None else arm.tool[:3, 3]
    at_point = {len(arm) - 1: (w, point, "base")}
    assert np.array_equal(arm.inverse_dynamics(*state, external=w), arm.inverse_dynamics(*state, external=at_point))
    assert np.array_equal(arm.joint_actions(*state, external=w), arm.joint_actions(*state, external=at_point))


@SETTINGS
@given(trees())
def test_the_tool_and_the_names_change_neither_matrices_nor_torques(arm):
    state, other = states(arm), arm.copy()
    other.tool = random_pose(np.random.default_rng(4))
    for i, link in enumerate(other):
        link.name = f"body {i}"
    assert np.array_equal(other.inverse_dynamics(*state), arm.inverse_dynamics(*state))
    assert np.array_equal(other.kinematics(*state).H, arm.kinematics(*state).H)


@SETTINGS
@given(trees())
def test_an_action_balanced_by_a_weight_is_not_felt(arm):
    """At rest, the environment carries every link at its centre of mass: no torque, no action in any joint."""
    q, _, _ = states(arm)
    zero, free = np.zeros(arm.n), arm.copy()
    for link in free:
        link.stiffness = 0.0
    carried = {i: (np.r_[-k.mass * arm.gravity, 0, 0, 0], k.cog, "base") for i, k in enumerate(arm)}
    size = size_of_torques(free, q, zero, zero, external=100.0)
    agree(free.inverse_dynamics(q, zero, zero, external=carried), zero, size)
    agree(free.joint_actions(q, zero, zero, external=carried), np.zeros((len(arm), 4, 4)), size)


# the same mechanism described otherwise


@SETTINGS
@given(chains(least=2, kinds="RPH"), st.data())
def test_a_sub_chain_on_a_resting_base_has_the_torques_of_the_whole(arm, data):
    k = data.draw(st.integers(1, len(arm) - 1))
    q, qd, qdd = states(arm)
    qd[:k] = qdd[:k] = 0.0
    tail = arm[k:]
    tail.base = arm.kinematics(q).M[k - 1]
    assert len(tail) == len(arm) - k
    size = size_of_torques(arm, q, qd, qdd)
    agree(tail.inverse_dynamics(q[k:], qd[k:], qdd[k:]), arm.inverse_dynamics(q, qd, qdd)[k:], size)


@SETTINGS
@given(chains(least=2, kinds="RPH"), st.data())
def test_the_first_links_alone_have_the_torques_of_a_chain_whose_others_are_nothing(arm, data):
    k = data.draw(st.integers(1, len(arm) - 1))
    arm.base = None
    q, qd, qdd = states(arm)
    light = arm.copy()
    for link in light.links[k:]:
        link.update(mass=0.0, inertia=None)
    tau = light.inverse_dynamics(q, qd, qdd)[:k]
    agree(arm[:k].inverse_dynamics(q[:k], qd[:k], qdd[:k]), tau, size_of_torques(arm, q, qd, qdd))


def lumped_pair(seed):
    """A tree with fixed links on its bodies and on one another, and the same with their masses in the bodies."""
    rng = np.random.default_rng(seed)
    bodies, split, lumped = int(rng.integers(1, 6)), [], []
    place = {-1: (-1, np.eye(4))}  # body of the lumped chain -> link of the split one that carries its children
    for i in range(bodies):
        parent = int(rng.integers(-1, i))
        geometry = {"axis": rng.normal(size=3), "pitch": 0.1, **random_forces(rng)}
        kind, P, mass = rng.choice(list("RPH")), random_pose(rng), random_body(rng)
        link, T = place[parent]
        split.append(LinkObject(kind, placement=P, parent=link, **mass, **geometry))
        J, k = split[-1].J, len(split) - 1
        parts, T_k = [], np.eye(4)
        for _ in range(int(rng.integers(0, 4))):
            # on the body, or on the fixed link before
            split.append(LinkObject("F", placement=(F := random_pose(rng)), parent=k, **random_body(rng)))
            parts.append((k := len(split) - 1, T_k := T_k @ F))
            J = J + T_k @ split[-1].J @ T_k.T
        lumped.append(LinkObject.from_J(kind, J, placement=T @ P, parent=parent, **geometry))
        place[i] = parts[-1] if parts else (k, np.eye(4))
    options = {"gravity": rng.uniform(-9, 9, 3), "base": random_pose(rng)}
    return ChainObject(split, **options), ChainObject(lumped, **options)


@pytest.mark.parametrize("seed", range(20))
def test_fixed_links_are_the_same_as_their_masses_in_the_body_that_carries_them(seed):
    split, lumped = lumped_pair(seed)
    state = states(lumped, (3,))
    assert split.n == lumped.n
    size = max(size_of_torques(lumped, *(x[k] for x in state)) for k in range(3))
    agree(split.inverse_dynamics(*state), lumped.inverse_dynamics(*state), size)
    moving = [i for i, link in enumerate(split) if link.kind.nv]
    agree(split.joint_actions(*state)[:, moving], lumped.joint_actions(*state), size)


def dh_table(rng, n, b=0.3):
    """theta, d, b, a, alpha of n links."""
    table = rng.uniform(-1, 1, (n, 5)) * [3.0, 0.4, b, 0.5, 3.0]
    table[rng.random(n) < 0.3, 4] = rng.choice([0.0, np.pi / 2, np.pi])
    return [dict(zip(("theta", "d", "b", "a", "alpha"), map(float, row), strict=True)) for row in table]


@pytest.mark.parametrize("seed", range(10))
def test_standard_and_modified_parameters_of_the_same_arm_agree(seed):
    """Craig's frame i stands on joint i: a and alpha move to the next link, the inertia is seen from there."""
    rng = np.random.default_rng(seed)
    table = dh_table(rng, 6, b=0.0)
    kinds = rng.choice(list("RPH"), 6)
    options = [{"pitch": 0.1, **random_forces(rng)} for _ in kinds]
    standard = [LinkObject(k, **row, **random_body(rng), **o) for k, row, o in zip(kinds, table, options, strict=True)]
    modified, before = [], {"a": 0.0, "alpha": 0.0}
    for link, row, o in zip(standard, table, options, strict=True):
        T = ref.dh_position(0.0, 0.0, 0.0, row["a"], row["alpha"])
        here = {"theta": row["theta"], "d": row["d"], **before, "convention": "modified"}
        modified.append(LinkObject.from_J(link.jtype, T @ link.J @ T.T, **here, **o))
        before = {"a": row["a"], "alpha": row["alpha"]}
    last = ref.dh_position(0.0, 0.0, 0.0, before["a"], before["alpha"])
    one, two = ChainObject(standard), ChainObject(modified, tool=last)
    state = states(one)
    size = size_of_torques(one, *state)
    agree(two.inverse_dynamics(*state), one.inverse_dynamics(*state), size)
    agree(two.joint_actions(*state), one.joint_actions(*state), size)
    agree(two.kinematics(state[0]).M[-1] @ last, one.kinematics(state[0]).M[-1], 10.0)


@pytest.mark.parametrize("seed", range(10))
def test_denavit_hartenberg_parameters_and_placements_of_the_same_arm_agree(seed):
    rng = np.random.default_rng(seed)
    kinds = rng.choice(list("RPH"), 6)
    dh = [LinkObject(k, **row, pitch=-0.2, **random_body(rng)) for k, row in zip(kinds, dh_table(rng, 6), strict=True)]
    placed = []
    for link in dh:
        # the joint frame moved to the link's origin and axes: M = after (after^-1 Z after)
        u, p = ref.inverse(link.after)[:3, 2], ref.inverse(link.after)[:3, 3]
        same = {"pitch": link.pitch, "mass": link.mass, "cog": link.cog, "inertia": link.inertia}
        # placement Rot(axis, q) T(-origin) with the joint's place `p` in the link
        P = link.after.copy()
        P[:3, 3] = 0.0
        placed.append(LinkObject(link.jtype, placement=P, axis=u, origin=p, **same))
    one, two = ChainObject(dh), ChainObject(placed)
    state = states(one)
    agree(two.kinematics(*state).M, one.kinematics(*state).M, 10.0)
    agree(two.inverse_dynamics(*state), one.inverse_dynamics(*state), size_of_torques(one, *state))
    agree(two.joint_actions(*state), one.joint_actions(*state), size_of_torques(one, *state))


@pytest.mark.parametrize("seed", range(10))
def test_a_chain_of_joint_vectors_is_the_same_chain_in_denavit_hartenberg_parameters(seed):
    rng = np.random.default_rng(seed)
    kinds = rng.choice(list("RPH"), 5)
    dh = [LinkObject(k, **row, pitch=0.3, **random_body(rng)) for k, row in zip(kinds, dh_table(rng, 5), strict=True)]
    links, previous = [], None
    for link in dh:
        back = ref.inverse(link.after)
        previous = LinkObject.from_joint_vectors(
            link.jtype, lower=back[:3, 3] - link.cog, axis_lower=back[:3, 2], upper=-link.cog, previous=previous,
            rotation=link.after[:3, :3], pitch=link.pitch, mass=link.mass, inertia=link.inertia,
        )  # fmt: skip
        links.append(previous)
    one, two = ChainObject(dh), ChainObject(links)
    state = states(one)
    agree(two.inverse_dynamics(*state), one.inverse_dynamics(*state), size_of_torques(one, *state))
    agree(two.joint_actions(*state), one.joint_actions(*state), size_of_torques(one, *state))
    # frames at the centres of mass
    M = two.kinematics(state[0]).M[:, :3, 3]
    agree(M, [(M_i @ [*k.cog, 1.0])[:3] for M_i, k in zip(one.kinematics(state[0]).M, dh, strict=True)], 10.0)


@SETTINGS
@given(trees(kinds="RPF"))
def test_a_screw_of_pitch_zero_is_a_revolute_joint(arm):
    state, screws = states(arm, (9,)), arm.copy()
    for link in screws:
        if link.jtype == "R":
            link.jtype = "H"
    assert np.array_equal(screws.inverse_dynamics(*state), arm.inverse_dynamics(*state))
    assert np.array_equal(screws.joint_actions(*state), arm.joint_actions(*state))


def test_a_screw_of_large_pitch_and_slow_turn_is_almost_a_prismatic_joint():
    body = random_body(np.random.default_rng(0))
    pitch = 2.0**40
    slide = ChainObject([LinkObject("P", placement=np.eye(4), axis=(1, 2, 2), **body)])
    screw = ChainObject([LinkObject("H", placement=np.eye(4), axis=(1, 2, 2), pitch=pitch, **body)])
    force = screw.inverse_dynamics([0.3 / pitch], [0.2 / pitch], [0.7 / pitch]) / pitch
    agree(force, slide.inverse_dynamics([0.3], [0.2], [0.7]), 100.0, 1e-10)


def random_joint(rng):
    return {"placement": random_pose(rng), "axis": rng.normal(size=3), "pitch": 0.1}


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_branches_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    trunk = LinkObject("R", a=0.3, **random_body(rng), name="trunk")
    arms = [LinkObject(k, **random_joint(rng), parent="trunk", **random_body(rng)) for k in "RPHR"]
    one = ChainObject([trunk.copy(), *(link.copy() for link in arms)])
    state, order = states(one), rng.permutation(4)
    two = ChainObject([trunk.copy(), *(arms[i].copy() for i in order)])
    place = np.r_[0, order + 1]
    tau = two.inverse_dynamics(*(x[place] for x in state))
    agree(tau, one.inverse_dynamics(*state)[place], size_of_torques(one, *state))


def test_trees_on_one_base_do_not_feel_one_another():
    rng = np.random.default_rng(8)
    arms = [[LinkObject(k, **random_joint(rng), **random_body(rng)) for k in kinds] for kinds in ("RR", "PRH", "HP")]
    alone = [ChainObject(links) for links in arms]
    forest = [link.copy() for links in arms for link in links]
    for root in (0, 2, 5):
        forest[root].parent = -1
    together = ChainObject(forest)
    state = states(together, (5,))
    parts = np.split(np.arange(7), [2, 5])
    expected = np.concatenate([a.inverse_dynamics(*state[:, :, p]) for a, p in zip(alone, parts, strict=True)], -1)
    agree(together.inverse_dynamics(*state), expected, size_of_torques(together, *state[:, 0]))


# special geometry


def rotation_about(axis, angle):
    """Rodrigues: cos 1 + sin u~ + (1 - cos) u u'."""
    u = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.cos(angle) * np.eye(3) + np.sin(angle) * ref.tilde(u) + (1 - np.cos(angle)) * np.outer(u, u)


@pytest.mark.parametrize("tilt", [0.0, 1e-300, 1e-15, 1e-9, 1e-7, 1e-6, 1.5e-6, 1e-5, 1e-4, 1e-3, 0.1, 1.0])
@pytest.mark.parametrize("end", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0)])
def test_axes_near_the_coordinate_axes_are_where_they_were_given(end, tilt):
    axis = np.array(end, float) + tilt * np.roll(np.abs(end), 1)
    link = LinkObject("R", placement=np.eye(4), axis=axis)
    agree(link.position(0.7)[:3, :3], rotation_about(axis, 0.7), 1.0, 1e-15 * 4)
    agree(link.before[:3, :3].T @ link.before[:3, :3], np.eye(3), 1.0, 1e-15 * 4)
    agree(link.before[:3, 2], axis / np.linalg.norm(axis), 1.0, 1e-15)


@pytest.mark.parametrize("sense", [1.0, -1.0])
@pytest.mark.parametrize("shift", [0.0, 1e-12, 0.4, 1e5])
@pytest.mark.parametrize("tilt", [0.0, 1e-310, 1e-160, 1e-30, 1e-17, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0])
def test_nearly_parallel_axes_are_as_good_as_any(tilt, shift, sense):
    rng = np.random.default_rng(7)
    links = [LinkObject("R", placement=random_pose(rng), axis=(1, 2, 3), **random_body(rng))]
    for k in "RRPR":
        place = np.eye(4)
        place[:3, 3] = shift, 0.1 * shift, 0.2
        axis = np.array([tilt, -0.5 * tilt, sense]) if len(links) > 1 else (0.6, 0.0, -0.8)
        links.append(LinkObject(k, placement=place, axis=axis, **random_body(rng)))
    arm = ChainObject(links)
    state = states(arm)
    expected = ref.inverse_dynamics(*plain_arguments(arm, state))
    agree(arm.inverse_dynamics(*state), expected, max(size_of_torques(arm, *state), np.abs(expected).max()))


@pytest.mark.parametrize("far", [1.0, 1e3, 1e6])
def test_torques_do_not_suffer_from_a_base_far_from_the_origin(far):
    """The torque kernel works in link frames: the place of the base does not matter at all."""
    rng = np.random.default_rng(11)
    links = [LinkObject("R", **row, **random_body(rng)) for row in dh_table(rng, 6)]
    here, base = ChainObject(links), np.eye(4)
    base[:3, 3] = far * np.array([1.0, -2.0, 3.0])
    there = ChainObject([k.copy() for k in links], base=base)
    state = states(here)
    agree(there.inverse_dynamics(*state), here.inverse_dynamics(*state), size_of_torques(here, *state))


# sizes


@pytest.mark.parametrize("branches", [False, True])
def test_a_thousand_links(branches):
    rng = np.random.default_rng(12)
    kinds = rng.choice(list("RRRRPHF"), 1000)
    links = [
        LinkObject(
            k, placement=random_pose(rng, 0.05), axis=rng.normal(size=3), pitch=0.01, **random_body(rng),
            parent=int(rng.integers(max(-1, i - 40), i)) if branches else None,
        )
        for i, k in enumerate(kinds)
    ]  # fmt: skip
    arm = ChainObject(links)
    state = 0.1 * states(arm, (9,))
    tau, PHI = arm.inverse_dynamics(*state), arm.joint_actions(*state)
    one = [x[4] for x in state]
    size = size_of_torques(arm, *one)
    agree(tau[4], ref.inverse_dynamics(*plain_arguments(arm, one)), size)
    agree(PHI[4], ref.joint_actions(*plain_arguments(arm, one)), size)
    assert np.array_equal(tau[4], arm.inverse_dynamics(*one))
    assert np.array_equal(tau, arm.inverse_dynamics(*state, threads=2))


@pytest.mark.parametrize("links", [0, 1, 3])
def test_a_chain_without_variables_has_no_torques_but_carries_its_weight(links):
    place = ref.dh_position(0.3, 0.1, 0.0, 0.5, 0.2)
    arm = ChainObject([LinkObject("F", placement=place, mass=2.0) for _ in range(links)], gravity=(0, 0, -10))
    nothing = np.zeros((4, 0))
    assert (arm.n, arm.nq, arm.joint_names) == (0, 0, [])
    assert arm.inverse_dynamics(nothing, nothing, nothing).shape == (4, 0)
    assert arm.inverse_dynamics([], [], []).shape == (0,)
    assert arm.gravity_torque(nothing).shape == (4, 0)
    k = arm.kinematics(nothing, nothing, nothing)
    assert k.H.shape == (4, links, 4, 4)
    assert not k.H.any()
    PHI = arm.joint_actions(nothing, nothing, nothing)
    assert PHI.shape == (4, links, 4, 4)
    for i in range(links):
        agree(k.M[2, i], np.linalg.matrix_power(place, i + 1), 1.0)
        agree(PHI[2, i, 2, 3], 20.0 * (links - i), 100.0)
    assert arm.joint_reactions(nothing, nothing, nothing).couple.shape == (4, links, 3)
    assert arm.check(nothing, nothing, nothing).worst < 1e-14
    assert "joint variable" in repr(arm)


@pytest.mark.parametrize("kind", "RPH")
def test_one_body_by_hand(kind):
    """Axis x, the centre of mass above it: tau = (I + m r^2) qdd - m g r sin q; along it: m (qdd + 4)."""
    joint = {"placement": np.eye(4), "axis": (1, 0, 0), "pitch": 0.5}
    body = {"mass": 2.0, "cog": (0, 0, 0.3), "inertia": (0.1, 0.1, 0.1)}
    arm = ChainObject([LinkObject(kind, **joint, **body)], gravity=(-4.0, 0.0, -10.0))
    turn = (0.1 + 2 * 0.3**2) * 3.0 - 2 * 10 * 0.3 * np.sin(0.4)
    expected = {"R": turn, "P": 2 * 3.0 + 2 * 4, "H": turn + 0.5 * (2 * 0.5 * 3.0 + 2 * 4)}[kind]
    agree(arm.inverse_dynamics([0.4], [1.7], [3.0]), [expected], 10.0)
