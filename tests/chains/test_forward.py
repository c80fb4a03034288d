"""Forward dynamics: undoes inverse dynamics, stays accurate on ill-conditioned chains, refuses joints without inertia.

An error of the torques, about 1e-13 of `size_of_torques`, is felt in the accelerations by the inverse of the mass
matrix. The accelerations of ill-conditioned chains are compared with those of the plain equations in 60 digits: they
are as good as the condition number of the mass matrix, scaled to a diagonal of ones, lets them be.
"""

import pickle

import mpmath
import numpy as np
import pytest
from comparing import agree
from hypothesis import given
from plain import in_many_digits, position_in_many_digits
from trees import (
    SETTINGS,
    base_of,
    chains,
    joint_forces,
    movable_trees,
    random_body,
    random_forces,
    random_pose,
    random_rotation,
    size_of_torques,
    states,
    wrenches,
)

from chain import ChainObject, LinkObject, driver
from chain import reference as ref
from chain.errors import SingularityError

EPS = np.finfo(float).eps


def yielding(arm, q):
    """How far the accelerations follow an error of the torques: the largest row sum of the inverse mass matrix."""
    return max(np.abs(np.linalg.inv(arm.mass_matrix(q))).sum(axis=-1).max(initial=0.0), 1.0)


def action_matrices(arm, q, w):
    """PHI (nlinks, 4, 4), base frame, of wrenches (nlinks, 6) at the links' origins, base axes."""
    pairs = zip(w, arm.kinematics(q).M, strict=True)
    return np.array([ref.action_matrix(x[:3], x[3:] + np.cross(M[:3, 3], x[:3])) for x, M in pairs])


# identities


@SETTINGS
@given(movable_trees())
def test_forward_dynamics_undoes_inverse_dynamics(arm):
    (q, qd, qdd), external = states(arm), dict(enumerate(wrenches(arm)))
    tau = arm.inverse_dynamics(q, qd, qdd, external=external)
    size = size_of_torques(arm, q, qd, qdd, external=10.0) * yielding(arm, q)
    agree(arm.forward_dynamics(q, qd, tau, external=external), qdd, size)


@SETTINGS
@given(movable_trees())
def test_inverse_dynamics_undoes_forward_dynamics(arm):
    (q, qd, tau), external = states(arm), dict(enumerate(wrenches(arm)))
    qdd = arm.forward_dynamics(q, qd, tau, external=external)
    size = size_of_torques(arm, q, qd, np.abs(qdd), external=10.0) + np.abs(tau).max(initial=0.0)
    agree(arm.inverse_dynamics(q, qd, qdd, external=external), tau, size)


@SETTINGS
@given(movable_trees())
def test_accelerations_solve_the_equations_of_motion(arm):
    q, qd, tau = states(arm)
    expected = np.linalg.solve(arm.mass_matrix(q), tau - arm.bias(q, qd)) if arm.n else tau
    size = size_of_torques(arm, q, qd, np.abs(expected)) * yielding(arm, q)
    agree(arm.forward_dynamics(q, qd, tau), expected, size)
    agree(arm.inverse_mass_matrix(q) @ (tau - arm.bias(q, qd)), expected, size)


FULL = {"mass": 1.0, "cog": (0.1, 0.2, -0.1), "inertia": (0.2, 0.3, 0.25)}


@SETTINGS
@given(movable_trees(forces=False))
def test_accelerations_are_those_of_the_plain_recursion(arm):
    for link in arm:
        # the plain equations have no rotors
        link.update(rotor=0.0, **({} if link.inertia is not None and link.mass else FULL))
    (q, qd, tau), w = states(arm), wrenches(arm)
    PHI, s = action_matrices(arm, q, w), ref.system(ref.bodies(arm), q, base_of(arm))
    expected = ref.forward_dynamics(s, tau - ref.ridim(s, qd, 0 * qd, arm.gravity, PHI))
    size = size_of_torques(arm, q, qd, np.abs(expected), external=10.0) * yielding(arm, q)
    agree(arm.forward_dynamics(q, qd, tau, external=dict(enumerate(w))), expected.reshape(arm.n), size)
    agree(arm.forward_dynamics(q, qd, tau, external=PHI), expected.reshape(arm.n), size)


@SETTINGS
@given(movable_trees())
def test_accelerations_are_linear_in_the_torques(arm):
    q, qd, one = states(arm)
    two = states(arm, seed=5)[2]
    both, none, first, second = (arm.forward_dynamics(q, qd, tau) for tau in (one + two, 0 * one, one, two))
    largest = np.abs(np.stack([both, none, first, second])).max(axis=0)
    agree(both + none, first + second, size_of_torques(arm, q, qd, largest) * yielding(arm, q))


@SETTINGS
@given(movable_trees())
def test_gravity_of_a_call_is_that_of_a_chain_made_with_it(arm):
    (q, qd, tau), gravity = states(arm, (11,)), np.random.default_rng(2).uniform(-10, 10, (11, 3))
    qdd = arm.forward_dynamics(q, qd, tau, gravity=gravity)
    for k in (0, 7, 10):
        other = ChainObject([link.copy() for link in arm], gravity=gravity[k], base=arm.base)
        assert np.array_equal(qdd[k], other.forward_dynamics(q[k], qd[k], tau[k]))


@SETTINGS
@given(chains(kinds="RPH", forces=False))
def test_a_rotor_far_heavier_than_the_chain_makes_every_joint_a_flywheel(arm):
    q, qd, tau = states(arm)
    rotor = 2.0**60
    for link in arm:
        link.rotor = rotor
    forces = arm.bias(q, qd)
    agree(arm.forward_dynamics(q, qd, tau) * rotor, tau - forces, size_of_torques(arm, q, qd, 0 * q) + 2.0)


@SETTINGS
@given(movable_trees())
def test_without_torque_and_weight_friction_and_springs_alone_accelerate_a_chain_at_rest(arm):
    q, _, _ = states(arm)
    zero = np.zeros(arm.n)
    qdd = arm.forward_dynamics(q, zero, zero, gravity=(0, 0, 0))
    expected = -np.linalg.inv(arm.mass_matrix(q)) @ joint_forces(arm, q, zero, zero)
    agree(qdd, expected, size_of_torques(arm, q, zero, np.abs(qdd)) * yielding(arm, q))


# ill-conditioned chains


def graded(count, ratio, kinds, seed=0):
    """A chain whose masses change by `ratio` from the first link to the last."""
    rng, links = np.random.default_rng(seed), []
    for i in range(count):
        body, share = random_body(rng), ratio ** (i / (count - 1))
        body = {"mass": share * body["mass"], "cog": body["cog"], "inertia": share * body["inertia"]}
        place = {"placement": random_pose(rng, 0.3), "axis": rng.normal(size=3), "pitch": 0.1}
        links.append(LinkObject(kinds[i % len(kinds)], **place, **body))
    return ChainObject(links)


def sparse(count, seed=0):
    """Bodies with two massless links between each and the next: a joint in space needs no body of its own."""
    rng, links = np.random.default_rng(seed), []
    for i in range(count):
        body = random_body(rng) if i % 3 == 2 else {}
        links.append(LinkObject("R", placement=random_pose(rng, 0.3), axis=rng.normal(size=3), **body))
    return ChainObject(links)


def on_axis(count, seed=0):
    """Every other link has all its mass on its own axis: it adds nothing there, and its neighbours carry it."""
    rng, links = np.random.default_rng(seed), []
    for i in range(count):
        body = random_body(rng) if i % 2 else {"mass": 1e3, "cog": (0.0, 0.0, 0.4)}
        links.append(LinkObject("R", placement=random_pose(rng, 0.3), **body))
    return ChainObject(links)


def coincident(count, seed=0):
    """Pairs of joints on one axis: the first link of each has an inertia of its own, a millionth of the second's."""
    rng, links = np.random.default_rng(seed), []
    for _ in range(count // 2):
        body = random_body(rng)
        light = {"mass": 1e-6 * body["mass"], "cog": body["cog"], "inertia": 1e-6 * body["inertia"]}
        links.append(LinkObject("R", placement=random_pose(rng, 0.3), **light))
        links.append(LinkObject("R", placement=np.eye(4), **body))
    return ChainObject(links)


ILL = {
    "light at the tip": lambda: graded(6, 1e-6, "R"),
    "light at the tip, all joints": lambda: graded(9, 1e-6, "RPH"),
    "heavy at the tip": lambda: graded(6, 1e6, "R"),
    "heavy at the tip, all joints": lambda: graded(9, 1e6, "RPH"),
    "100 links": lambda: graded(100, 1.0, "R"),
    "100 links, all joints": lambda: graded(100, 1.0, "RPH"),
    "100 links, light at the tip": lambda: graded(100, 1e-6, "R"),
    "100 links, heavy at the tip": lambda: graded(100, 1e6, "R"),
    "massless links between": lambda: sparse(12),
    "mass on the axes": lambda: on_axis(12),
    "coincident axes": lambda: coincident(12),
}


def in_60_digits(arm, q, qd, tau):
    """Accelerations by the plain equations in 60 digits, rounded."""
    with mpmath.workdps(60):
        bodies = [
            b._replace(before=position_in_many_digits(b.before), after=position_in_many_digits(b.after),
                       J=in_many_digits(b.J))
            for b in ref.bodies(arm)
        ]  # fmt: skip
        s, qd = ref.system(bodies, in_many_digits(q)), in_many_digits(qd)
        phi = in_many_digits(tau) - ref.ridim(s, qd, 0 * qd, in_many_digits(arm.gravity))
        return np.array(ref.forward_dynamics(s, phi), float)


@pytest.mark.parametrize("name", ILL)
def test_accelerations_of_ill_conditioned_chains_are_as_good_as_their_mass_matrix_lets_them_be(name):
    arm = ILL[name]()
    q, qd, tau = states(arm)
    exact = in_60_digits(arm, q, qd, tau)
    M = arm.mass_matrix(q)
    unit = np.sqrt(np.diagonal(M))
    condition = np.linalg.cond(M / np.outer(unit, unit))
    bound = 8 * EPS * condition * np.abs(exact).max()
    assert np.abs(arm.forward_dynamics(q, qd, tau) - exact).max() <= bound
    many = arm.forward_dynamics(*(np.stack([x] * 17) for x in (q, qd, tau)))
    assert np.array_equal(many, np.stack([arm.forward_dynamics(q, qd, tau)] * 17))


@pytest.mark.parametrize("name", ILL)
def test_inverse_dynamics_of_ill_conditioned_chains_is_that_of_the_plain_equations(name):
    arm = ILL[name]()
    state = states(arm)
    expected = ref.inverse_dynamics(ref.bodies(arm), *state, arm.gravity)
    agree(arm.inverse_dynamics(*state), expected, size_of_torques(arm, *state))


@pytest.mark.parametrize("name", ILL)
def test_decomposition_of_ill_conditioned_chains_gives_their_mass_matrix_back(name):
    arm = ILL[name]()
    q, _, _ = states(arm)
    (U, D), M = arm.gim_decomposition(q), arm.mass_matrix(q)
    unit = np.sqrt(np.diagonal(M))
    assert (D > 0.0).all()
    agree(((U * D) @ U.T) / np.outer(unit, unit), M / np.outer(unit, unit), len(arm), 1e-14)


@pytest.mark.parametrize("branches", [False, True])
def test_a_thousand_links(branches):
    rng = np.random.default_rng(12)
    links = [
        LinkObject(
            k, placement=random_pose(rng, 0.05), axis=rng.normal(size=3), pitch=0.01, **random_body(rng),
            parent=int(rng.integers(max(-1, i - 40), i)) if branches else None,
        )
        for i, k in enumerate(rng.choice(list("RRRRPHF"), 1000))
    ]  # fmt: skip
    arm = ChainObject(links)
    q, qd, qdd = 0.1 * states(arm, (9,))
    got = arm.forward_dynamics(q, qd, arm.inverse_dynamics(q, qd, qdd))
    size = size_of_torques(arm, *(x[4] for x in (q, qd, qdd))) * yielding(arm, q[4])
    agree(got[4], qdd[4], size)
    assert np.array_equal(got, arm.forward_dynamics(q, qd, arm.inverse_dynamics(q, qd, qdd), threads=2))
    assert np.array_equal(got[4], arm.forward_dynamics(q[4], qd[4], arm.inverse_dynamics(q[4], qd[4], qdd[4])))
    M = arm.mass_matrix(q[4])
    agree(M @ qdd[4] + arm.bias(q[4], qd[4]), arm.inverse_dynamics(q[4], qd[4], qdd[4]), size)


# joints without inertia


def wrist(seed, rotors=(0.0, 0.0, 0.0), before=2):
    """Massless links a, b and a hand c on axes through one point, and a configuration where axis c lies on axis a."""
    rng = np.random.default_rng(seed)
    angle, axis, turned = rng.uniform(-3, 3), rng.normal(size=3), np.eye(4)
    turned[:3, :3] = random_rotation(rng)
    a = LinkObject("R", placement=random_pose(rng), axis=axis, name="a", rotor=rotors[0])
    b = LinkObject("R", placement=turned, axis=rng.normal(size=3), name="b", rotor=rotors[1])
    across = b.position(angle)[:3, :3].T @ a.axis
    c = LinkObject("R", placement=np.eye(4), axis=across, name="c", rotor=rotors[2], **random_body(rng))
    arm = [
        LinkObject("R", placement=random_pose(rng), axis=rng.normal(size=3), name=f"arm {i}", **random_body(rng))
        for i in range(before)
    ]
    chain = ChainObject([*arm, a, b, c])
    q = rng.uniform(-2, 2, chain.n)
    q[before + 1] = angle
    return chain, q


def refusals(arm, q, **options):
    """The errors of all methods that divide by articulated inertias."""
    zero, errors = np.zeros_like(q), []
    for call in (
        lambda: arm.forward_dynamics(q, zero, zero + 1.0, **options),
        lambda: arm.gim_decomposition(q, **options),
        lambda: arm.inverse_mass_matrix(q, **options),
    ):
        with pytest.raises(SingularityError) as caught:
            call()
        errors.append(caught.value)
    return errors


@pytest.mark.parametrize("seed", range(12))
def test_a_wrist_of_massless_links_is_refused_where_its_axes_meet_and_works_elsewhere(seed):
    arm, q = wrist(seed)
    for error in refusals(arm, q):
        assert error.joint == "a"
        assert np.array_equal(error.q, q)
        assert "joint 'a': expected a positive articulated inertia along the joint, got none at q = (" in str(error)
    bent, zero = q.copy(), 0 * q
    bent[3] += 0.5
    qdd = arm.forward_dynamics(bent, zero, zero + 1.0)
    size = size_of_torques(arm, bent, zero, np.abs(qdd))
    agree(arm.inverse_dynamics(bent, zero, qdd), zero + 1.0, size)
    # and the torques are there in any case
    assert np.isfinite(arm.inverse_dynamics(q, zero, zero + 1.0)).all()
    assert np.isfinite(arm.mass_matrix(q)).all()


@pytest.mark.parametrize("seed", range(6))
def test_a_rotor_makes_the_wrist_movable_where_its_axes_meet(seed):
    for rotor in (1e-9, 1e-3, 1.0):
        arm, q = wrist(seed, (rotor, 0.0, 0.0))
        qdd = arm.forward_dynamics(q, 0 * q, 0 * q + 1.0)
        agree(arm.inverse_dynamics(q, 0 * q, qdd), 0 * q + 1.0, size_of_torques(arm, q, 0 * q, np.abs(qdd)))


SINGULAR = {
    "no mass beyond a turning joint": ("RR", {"mass": 1.0}, {}),
    "no mass beyond a sliding joint": ("RP", {"mass": 1.0}, {}),
    "no mass beyond a screw": ("RH", {"mass": 1.0}, {}),
    "a point on the axis": ("RR", {"mass": 1.0}, {"mass": 1.0, "cog": (-0.5, 0.0, 0.3)}),
    "a rod on the axis": ("RR", {"mass": 1.0}, {"mass": 1.0, "cog": (-0.5, 0.0, 0.3), "inertia": (0.1, 0.1, 0.0)}),
    "a flywheel on a slide": ("RP", {"mass": 1.0}, {"inertia": (1.0, 1.0, 1.0)}),
}


@pytest.mark.parametrize("samples", [(), (1,), (40,), (4, 5)])
@pytest.mark.parametrize("name", SINGULAR)
def test_a_joint_that_moves_nothing_is_refused_by_name_and_a_rotor_helps(name, samples):
    kinds, first, second = SINGULAR[name]
    links = [
        LinkObject(kind, a=0.5, pitch=0.1, name=label, **body)
        for kind, label, body in zip(kinds, ("upper", "lower"), (first, second), strict=True)
    ]
    arm = ChainObject(links, gravity=(0, -9.81, 0))
    q = states(arm, samples)[0]
    assert {error.joint for error in refusals(arm, q)} == {"lower"}
    arm["lower"].rotor = 0.01
    qdd = arm.forward_dynamics(q, 0 * q, 0 * q)
    agree(arm.inverse_dynamics(q, 0 * q, qdd), 0 * q, 100.0 + 10.0 * np.abs(qdd).max())


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
@pytest.mark.parametrize("place", [0, 15, 16, 17, 500, 1999])
def test_the_one_singular_sample_of_a_batch_is_found_on_any_number_of_threads(place, threads, monkeypatch):
    monkeypatch.setattr(driver, "CHUNK", 700)
    arm, q = wrist(3)
    batch = np.tile(q, (2000, 1))
    batch[:, 3] += 0.7
    batch[place] = q
    for samples in (batch, batch.astype(">f8"), np.asfortranarray(batch), batch.reshape(40, 50, 5)):
        for error in refusals(arm, samples, threads=threads):
            assert error.joint == "a"
            assert np.array_equal(error.q, q)


def test_of_two_joints_without_inertia_one_is_named():
    bare = [LinkObject("R", placement=np.eye(4), parent=0, name=name) for name in ("left", "right")]
    arm = ChainObject([LinkObject("R", mass=1.0, cog=(1, 0, 0), name="trunk"), *bare])
    assert {error.joint for error in refusals(arm, np.zeros(3))} <= {"left", "right"}


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("samples", [(), (3,)])
def test_a_singular_sample_is_refused_where_out_is_one_of_the_inputs(place, samples):
    arm, q = wrist(5)
    state = [np.broadcast_to(x, (*samples, 5)).copy() for x in (q, 0 * q, 0 * q + 1.0)]
    with pytest.raises(SingularityError) as caught:
        arm.forward_dynamics(*state, out=state[place])
    assert caught.value.joint == "a"
    assert np.array_equal(caught.value.q, q)


def test_the_configuration_in_an_error_stays_when_the_array_changes():
    arm, q = wrist(5)
    batch = np.tile(q, (3, 1))
    error = refusals(arm, batch)[0]
    batch[...] = 0.0
    assert np.array_equal(error.q, q)


def test_the_error_survives_pickling_and_is_an_arithmetic_error():
    arm, q = wrist(1)
    error = refusals(arm, q)[0]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.joint) == (str(error), error.joint)
    assert isinstance(error, ArithmeticError)


def test_the_error_of_a_long_chain_shows_the_first_coordinates_only():
    arm = ChainObject([LinkObject("R", a=0.1) for _ in range(40)])
    error = refusals(arm, np.zeros(40))[0]
    assert error.joint == "joint40"
    assert len(str(error)) < 300


def test_nan_is_no_singularity():
    arm, q = wrist(2)
    q[3] += 0.7
    q = np.tile(q, (20, 1))
    q[4, 0] = np.nan
    bad = np.isnan(arm.forward_dynamics(q, 0 * q, 0 * q)).any(axis=-1)
    assert bad.nonzero()[0].tolist() == [4]
    assert np.isnan(arm.inverse_mass_matrix(q)).any(axis=(-1, -2)).nonzero()[0].tolist() == [4]


def test_friction_and_springs_do_not_make_a_joint_movable():
    arm, q = wrist(4)
    for link in arm:
        link.update(**(random_forces(np.random.default_rng(0)) | {"rotor": 0.0}))
    assert {error.joint for error in refusals(arm, q)} == {"a"}
