"""Identities of the inertia: mass and Coriolis matrices, their decomposition and inverse, energy and momentum.

Differences are measured against what the equations add up (`trees.size_of_inertia`, `trees.size_of_torques`). Rates
come from nine moments of a motion: with steps of 2 ms their error is about 1e-12 of the size (rounding 2 ulp / step).
"""

import mpmath
import numpy as np
import pytest
from comparing import MOMENTS, agree, rate
from hypothesis import given
from hypothesis import strategies as st
from plain import in_many_digits, position_in_many_digits
from trees import (
    SETTINGS,
    base_of,
    joint_forces,
    movable_trees,
    random_body,
    random_pose,
    size_of_inertia,
    size_of_torques,
    states,
    trees,
    wrenches,
)

from chain import ChainObject, LinkObject, load
from chain import reference as ref
from chain.io import shelf

RATE = 1e-11


def rotors(arm):
    return np.diag([link.rotor for link in arm if link.kind.nv])


def motion(q, qd, qdd):
    """Nine moments of the motion around a state: q, qd (9, n)."""
    return q + qd * MOMENTS + qdd * MOMENTS**2 / 2, qd + qdd * MOMENTS


def action_matrices(arm, q, w):
    """PHI (nlinks, 4, 4), base frame, of wrenches (nlinks, 6) at the links' origins, base axes."""
    M = arm.kinematics(q).M
    pairs = zip(w, M, strict=True)
    return [ref.action_matrix(w_i[:3], w_i[3:] + np.cross(M_i[:3, 3], w_i[:3])) for w_i, M_i in pairs]


def centres(arm):
    """Mass, centre and tensor of every link with its payloads, in its frame."""
    return [ref.mass_properties(J) for J in arm.inertias]


# mass matrix


@SETTINGS
@given(trees())
def test_mass_matrix_is_that_of_lagrange_and_of_the_orthogonal_complement(arm):
    q, _, _ = states(arm)
    M, size = arm.mass_matrix(q), size_of_inertia(arm, q)
    chain = ref.bodies(arm)
    agree(M, ref.mass_matrix(chain, q, base_of(arm)) + rotors(arm), size)
    agree(M, ref.generalised_inertia(ref.system(chain, q, base_of(arm))) + rotors(arm), size)


@SETTINGS
@given(trees())
def test_mass_matrix_is_what_unit_accelerations_need(arm):
    q, _, _ = states(arm)
    zero = np.zeros(arm.n)
    columns, springs = (arm.inverse_dynamics(q, zero, a, gravity=(0, 0, 0)) for a in (np.eye(arm.n), zero))
    agree(arm.mass_matrix(q), (columns - springs).T, size_of_torques(arm, q, zero, zero + 1.0))


@SETTINGS
@given(trees())
def test_mass_matrix_is_symmetric_to_the_last_bit_and_not_negative(arm):
    M = arm.mass_matrix(states(arm, (9,))[0])
    assert np.array_equal(M, np.swapaxes(M, -1, -2))
    size = max(size_of_inertia(arm, q) for q in states(arm, (9,))[0])
    assert np.linalg.eigvalsh(M).min(initial=0.0) >= -1e-13 * size


@SETTINGS
@given(movable_trees())
def test_mass_matrix_is_positive_definite_where_every_motion_has_energy(arm):
    M = arm.mass_matrix(states(arm, (9,))[0])
    assert np.linalg.eigvalsh(M).min(initial=1.0) > 0.0


@SETTINGS
@given(trees())
def test_mass_matrix_is_the_sum_over_the_links_of_their_jacobians(arm):
    """``sum of m J_v^T J_v + J_w^T R I R^T J_w`` at the centres of mass."""
    q, _, _ = states(arm)
    expected, frames = rotors(arm), arm.kinematics(q).M
    for i, (m, c, I) in enumerate(centres(arm)):
        J, R = arm.jacobian(q, i, c), frames[i, :3, :3]
        expected = expected + m * J[:3].T @ J[:3] + J[3:].T @ R @ I @ R.T @ J[3:]
    agree(arm.mass_matrix(q), expected, size_of_inertia(arm, q))


@SETTINGS
@given(trees(branches=True, least=2))
def test_joints_that_do_not_carry_one_another_are_not_coupled(arm):
    M, chain = arm.mass_matrix(states(arm)[0]), ref.bodies(arm)
    ways = [set(ref.path_from_base(chain, i)) for i in ref.moving_links(chain)]
    apart = [(i, j) for i, a in enumerate(ways) for j, b in enumerate(ways) if not (a <= b or b <= a)]
    assert all(M[i, j] == 0.0 for i, j in apart)


# Coriolis matrix


@SETTINGS
@given(trees())
def test_coriolis_matrix_is_that_of_the_christoffel_symbols(arm):
    q, qd, _ = states(arm)
    C, chain = arm.coriolis_matrix(q, qd), ref.bodies(arm)
    size = size_of_torques(arm, q, qd, 0 * q, gravity=(0, 0, 0))
    agree(C, ref.coriolis_matrix(ref.velocity_coefficients(chain, q, base_of(arm)), qd), size)
    agree(C, ref.coriolis_matrix_by_rates(chain, q, qd, base_of(arm)), size)


@SETTINGS
@given(trees())
def test_coriolis_matrix_times_the_speeds_with_gravity_and_joint_forces_is_the_bias(arm):
    q, qd, _ = states(arm)
    forces = joint_forces(arm, q, qd, 0 * qd)
    total = arm.coriolis_matrix(q, qd) @ qd + arm.gravity_torque(q) + forces
    agree(total, arm.bias(q, qd), size_of_torques(arm, q, qd, 0 * q))


@SETTINGS
@given(trees())
def test_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(arm):
    q, qd, qdd = states(arm)
    C = arm.coriolis_matrix(q, qd)
    dM = rate(arm.mass_matrix(motion(q, qd, qdd)[0]))
    agree(C + C.T, dM, size_of_torques(arm, q, qd, 0 * q, gravity=(0, 0, 0)), RATE)


@pytest.mark.parametrize("seed", range(3))
def test_rate_of_the_mass_matrix_is_the_coriolis_matrix_and_its_transpose_in_many_digits(seed):
    """The derivative is taken in 60 digits: what is left is the rounding of the kernel."""
    rng = np.random.default_rng(seed)
    links = [
        LinkObject(k, placement=random_pose(rng), axis=rng.normal(size=3), pitch=0.2, parent=p, **random_body(rng))
        for k, p in zip("RPHR", (-1, 0, 1, 0), strict=True)
    ]
    arm = ChainObject(links)
    q, qd, _ = states(arm, seed=seed)
    with mpmath.workdps(60):
        chain = [
            b._replace(before=position_in_many_digits(b.before), after=position_in_many_digits(b.after),
                       J=in_many_digits(b.J))
            for b in ref.bodies(arm)
        ]  # fmt: skip
        h = mpmath.mpf(10) ** -20
        ahead, behind = (ref.mass_matrix(chain, in_many_digits(q) + s * h * in_many_digits(qd)) for s in (1, -1))
        dM = np.array((ahead - behind) / (2 * h), float)
    C = arm.coriolis_matrix(q, qd)
    agree(C + C.T, dM, size_of_torques(arm, q, qd, 0 * q, gravity=(0, 0, 0)), 1e-14)


@SETTINGS
@given(trees())
def test_coriolis_matrix_is_linear_in_the_speeds(arm):
    q, one, two = states(arm)
    C = arm.coriolis_matrix
    size = size_of_torques(arm, q, np.abs(one) + np.abs(two), 0 * q, gravity=(0, 0, 0))
    agree(C(q, one + two), C(q, one) + C(q, two), size)
    agree(C(q, one) @ two, C(q, two) @ one, size)
    assert np.array_equal(C(q, 2 * one), 2 * C(q, one))
    assert not C(q, 0 * one).any()


# decomposition and inverse


@SETTINGS
@given(movable_trees())
def test_mass_matrix_is_U_D_U_transposed(arm):
    q = states(arm, (5,))[0]
    U, D = arm.gim_decomposition(q)
    size = max(size_of_inertia(arm, x) for x in q)
    agree(U * D[:, None] @ np.swapaxes(U, -1, -2), arm.mass_matrix(q), size)
    assert np.array_equal(U, np.triu(U))
    assert np.array_equal(np.diagonal(U, axis1=-2, axis2=-1), np.ones((5, arm.n)))
    assert (D > 0.0).all()


@SETTINGS
@given(movable_trees(forces=False, kinds="RPHF"))
def test_decomposition_is_that_of_the_plain_equations(arm):
    for link in arm:
        # the plain equations have no rotors
        link.update(rotor=0.0, **({} if link.inertia is not None and link.mass else FULL))
    q, _, _ = states(arm)
    U, D = arm.gim_decomposition(q)
    M = arm.mass_matrix(q)
    plain_U, plain_D = ref.udu_decomposition(ref.system(ref.bodies(arm), q, base_of(arm)))
    size = size_of_inertia(arm, q)
    # an error of M is felt in D_k as much as M_kk exceeds it
    agree(D, plain_D, size * max((np.diagonal(M) / D).max(initial=1.0), 1.0))
    agree(U * np.sqrt(D), np.array(plain_U, float) * np.sqrt(D), size / np.sqrt(D.min(initial=1.0)))


FULL = {"mass": 1.0, "cog": (0.1, 0.2, -0.1), "inertia": (0.2, 0.3, 0.25)}


@SETTINGS
@given(movable_trees())
def test_inverse_of_the_mass_matrix_times_it_is_one(arm):
    q, _, _ = states(arm)
    M, inverse = arm.mass_matrix(q), arm.inverse_mass_matrix(q)
    assert np.array_equal(inverse, inverse.T)
    agree(inverse @ M, np.eye(arm.n), np.abs(inverse).sum(axis=1).max(initial=1.0) * size_of_inertia(arm, q))


# energy


@SETTINGS
@given(trees())
def test_kinetic_energy_is_half_of_qd_M_qd_and_the_sum_over_the_links(arm):
    q, qd, _ = states(arm)
    T, size = arm.kinetic_energy(q, qd), size_of_inertia(arm, q) * max(np.abs(qd).sum() ** 2, 1.0)
    agree(T, qd @ arm.mass_matrix(q) @ qd / 2, size)
    k = arm.kinematics(q, qd)
    links = [ref.kinetic_energy(W, M @ J @ M.T) for W, M, J in zip(k.W, k.M, arm.inertias, strict=True)]
    agree(T, sum(links) + qd @ rotors(arm) @ qd / 2, size)


@SETTINGS
@given(trees())
def test_potential_energy_is_the_sum_over_the_links_and_springs(arm):
    q, _, _ = states(arm)
    Hg, M = ref.gravity_matrix(arm.gravity), arm.kinematics(q).M
    weights = [ref.potential_energy(Hg, M_i @ J @ M_i.T) for M_i, J in zip(M, arm.inertias, strict=True)]
    springs = [k.stiffness * (x - k.rest) ** 2 / 2 for k, x in zip((k for k in arm if k.kind.nv), q, strict=True)]
    agree(arm.potential_energy(q), sum(weights) + sum(springs), size_of_torques(arm, q, 0 * q, 0 * q) + sum(springs))


@SETTINGS
@given(trees())
def test_gradient_of_the_potential_energy_is_the_torque_of_gravity_and_springs(arm):
    q, _, _ = states(arm)
    zero = np.zeros(arm.n)
    gradient = [rate(arm.potential_energy(q + MOMENTS * unit)) for unit in np.eye(arm.n)]
    expected = arm.gravity_torque(q) + joint_forces(arm, q, zero, zero)
    agree(np.reshape(gradient, arm.n), expected, size_of_torques(arm, q, zero, zero + 1.0), RATE)


@SETTINGS
@given(trees())
def test_power_of_torques_and_actions_is_the_rate_of_the_energy_and_the_loss_by_friction(arm):
    (q, qd, qdd), w = states(arm), wrenches(arm)
    moments = motion(q, qd, qdd)
    energy = arm.kinetic_energy(*moments) + arm.potential_energy(moments[0])
    tau = arm.inverse_dynamics(q, qd, qdd, external=dict(enumerate(w)))
    applied = sum(map(ref.psedot, arm.kinematics(q, qd).W, action_matrices(arm, q, w)))
    joints = [k for k in arm if k.kind.nv]
    friction = [k.viscous * v + k.coulomb * np.tanh(v / k.coulomb_speed) for k, v in zip(joints, qd, strict=True)]
    size = size_of_torques(arm, q, qd, qdd, external=10.0) * max(np.abs(qd).sum(), 1.0)
    agree((tau - friction) @ qd + applied, rate(energy), size, RATE)


# momentum and centre of mass


@SETTINGS
@given(trees())
def test_momentum_is_the_sum_over_the_links(arm):
    q, qd, _ = states(arm)
    k = arm.kinematics(q, qd)
    links = [ref.momentum(W, M @ J @ M.T) for W, M, J in zip(k.W, k.M, arm.inertias, strict=True)]
    size = size_of_torques(arm, q, 0 * qd, np.abs(qd), gravity=(0, 0, 0))
    agree(arm.momentum(q, qd), sum(links), size)


@SETTINGS
@given(trees())
def test_momentum_changes_by_gravity_actions_and_the_reaction_of_the_base(arm):
    (q, qd, qdd), w = states(arm), wrenches(arm)
    PHI = arm.joint_actions(q, qd, qdd, external=dict(enumerate(w)))
    base = sum(PHI[i] for i, parent in enumerate(arm.parents) if parent < 0)
    m, c = sum(J[3, 3] for J in arm.inertias), arm.centre_of_mass(q)
    weight = ref.action_matrix(m * arm.gravity, np.cross(c, m * arm.gravity)) if m else 0.0
    total = base + sum(action_matrices(arm, q, w)) + weight
    agree(rate(arm.momentum(*motion(q, qd, qdd))), total, size_of_torques(arm, q, qd, qdd, external=10.0), RATE)


@SETTINGS
@given(trees())
def test_centre_of_mass_is_the_mean_of_the_links_and_moves_with_the_momentum(arm):
    q, qd, _ = states(arm)
    m, frames, c = [x[0] for x in centres(arm)], arm.kinematics(q).M, arm.centre_of_mass(q)
    if not sum(m):
        assert np.isnan(c).all()
        return
    points = [(M @ [*x[1], 1.0])[:3] for M, x in zip(frames, centres(arm), strict=True)]
    agree(c, np.average(points, axis=0, weights=m), np.abs(frames).max() + 1.0)
    p = rate(arm.centre_of_mass(motion(q, qd, 0 * q)[0])) * sum(m)
    size = size_of_torques(arm, q, 0 * qd, np.abs(qd), gravity=(0, 0, 0)) + sum(m) * np.abs(frames).max()
    agree(arm.momentum(q, qd)[:3, 3], p, size, RATE)


def test_what_is_fixed_to_the_base_and_what_sits_on_the_first_axis_counts_in_energy_and_centre():
    """Neither feels a torque: kernels move the mass on a turning axis to the parent, and there to the base."""
    base = np.eye(4)
    base[:3, 3] = 0.0, 0.0, 2.0
    column = LinkObject("F", placement=np.eye(4), mass=3.0, cog=(1.0, 0.0, 0.0))
    turret = LinkObject("R", placement=np.eye(4), mass=4.0, cog=(0.0, 0.0, 0.5))
    arm = ChainObject([column, turret], gravity=(0.0, 0.0, -10.0), base=base)
    assert float(arm.potential_energy([0.7])) == 3 * 10 * 2.0 + 4 * 10 * 2.5
    agree(arm.centre_of_mass([0.7]), [3 / 7, 0.0, (6 + 10) / 7], 1.0, 1e-15)
    assert not arm.momentum([0.7], [5.0]).any()
    assert float(arm.kinetic_energy([0.7], [5.0])) == 0.0


# changes of frame


@SETTINGS
@given(movable_trees(), st.integers(0, 99))
def test_another_base_frame_changes_neither_inertia_nor_accelerations_and_moves_momentum_by_its_rule(arm, seed):
    q, qd, tau = states(arm)
    X = random_pose(np.random.default_rng(seed))
    R, t = X[:3, :3], X[:3, 3]
    there = ChainObject([k.copy() for k in arm], gravity=R @ arm.gravity, base=X @ base_of(arm), tool=arm.tool)
    M, size = arm.mass_matrix(q), 4 * size_of_inertia(there, q)
    agree(there.mass_matrix(q), M, size)
    agree(there.coriolis_matrix(q, qd), arm.coriolis_matrix(q, qd), 4 * size_of_torques(there, q, qd, 0 * q))
    agree(there.kinetic_energy(q, qd), arm.kinetic_energy(q, qd), size * max(np.abs(qd).sum() ** 2, 1.0))
    qdd = arm.forward_dynamics(q, qd, tau)
    worst = size_of_torques(there, q, qd, np.abs(qdd)) * np.abs(arm.inverse_mass_matrix(q)).sum(axis=0).max(initial=0.0)
    agree(there.forward_dynamics(q, qd, tau), qdd, 4 * worst + 1.0)
    momentum = X @ arm.momentum(q, qd) @ X.T
    agree(there.momentum(q, qd), momentum, 4 * size_of_torques(there, q, 0 * qd, np.abs(qd)))
    m = sum(J[3, 3] for J in arm.inertias)
    rise = arm.potential_energy(q) - m * (R @ arm.gravity) @ t
    agree(there.potential_energy(q), rise, 4 * size_of_torques(there, q, 0 * q, 0 * q) + np.abs(rise))
    if m:
        agree(there.centre_of_mass(q), R @ arm.centre_of_mass(q) + t, 10.0)


@pytest.mark.parametrize("far", [1.0, 1e3, 1e6])
def test_inertia_and_jacobians_do_not_suffer_from_a_base_far_from_the_origin(far):
    rng = np.random.default_rng(11)
    kinds, parents = "RRPHRR", (-1, 0, 1, 1, 3, 4)
    links = [
        LinkObject(k, placement=random_pose(rng), axis=rng.normal(size=3), pitch=0.1, parent=p, **random_body(rng))
        for k, p in zip(kinds, parents, strict=True)
    ]
    here, base = ChainObject(links), np.eye(4)
    base[:3, 3] = far * np.array([1.0, -2.0, 3.0])
    there = ChainObject([k.copy() for k in links], base=base)
    q, qd, tau = states(here)
    size, speed = size_of_inertia(here, q), np.abs(qd).sum()
    agree(there.mass_matrix(q), here.mass_matrix(q), size)
    agree(there.coriolis_matrix(q, qd), here.coriolis_matrix(q, qd), size * speed)
    agree(there.gim_decomposition(q).U, here.gim_decomposition(q).U, size)
    agree(there.inverse_mass_matrix(q), here.inverse_mass_matrix(q), size * np.abs(here.inverse_mass_matrix(q)).max())
    agree(there.forward_dynamics(q, qd, tau), here.forward_dynamics(q, qd, tau), size_of_torques(here, q, qd, tau))
    agree(there.kinetic_energy(q, qd), here.kinetic_energy(q, qd), size * speed**2)
    agree(there.jacobian(q, 5), here.jacobian(q, 5), 10.0)
    agree(there.jacobian_dot(q, qd, 5), here.jacobian_dot(q, qd, 5), 10.0 * speed)


@pytest.mark.parametrize("name", sorted(path.stem for path in shelf.folder().glob("*.toml")))
def test_the_robots_of_the_package_fulfil_their_equations_of_motion(name):
    arm = load(name)
    q, qd, qdd = states(arm, (64,))
    M, C = arm.mass_matrix(q), arm.coriolis_matrix(q, qd)
    tau = np.einsum("sij,sj->si", M, qdd) + np.einsum("sij,sj->si", C, qd) + arm.gravity_torque(q)
    size = max(size_of_torques(arm, *(x[k] for x in (q, qd, qdd))) for k in range(64))
    agree(tau, arm.inverse_dynamics(q, qd, qdd), size)
    agree(arm.kinetic_energy(q, qd), np.einsum("si,sij,sj->s", qd, M, qd) / 2, size)
