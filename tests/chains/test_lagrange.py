"""Lagrange's equations in 4x4 matrices: derivatives that are derivatives, and the same dynamics by other routes."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
from hypothesis import given
from plain import close, oracle, random_tree, serial, tree_body, tree_in_many_digits
from trees import SETTINGS, size_of_torques, states, trees

import spacelib as sl
from chain import reference as ref

GRAVITY = (1.0, -2.0, -9.81)


@pytest.fixture(params=range(8))
def tree(request):
    return random_tree(request.param)


def plain(arm):
    """Bodies and base of a ChainObject."""
    return ref.bodies(arm), np.eye(4) if arm.base is None else arm.base


def agree(actual, expected, size, tol=1e-13):
    gap = np.abs(np.asarray(actual) - np.asarray(expected)).max(initial=0.0)
    assert gap <= tol * size, f"differ by {gap / size:.2g} of their size"


def test_trace_is_that_of_spacelib():
    rng = np.random.default_rng(2)
    L1, L2 = rng.normal(size=(2, 4, 4)) * [[1], [1], [1], [0]]
    J = sl.jtoJ(*rng.uniform(1, 2, 10))
    close(ref.trac_ljlt(L1, J, L2), sl.trac_ljlt4(L1, J, L2))


# derivatives, by differences in 50 digits


@pytest.fixture(scope="module", params=range(2))
def derived(request):
    """A random tree in 50 digits, and the derivatives of its positions and mass matrix for each joint variable."""
    with mpmath.workdps(50):
        tree, step = tree_in_many_digits(random_tree(request.param)), mpmath.mpf(10) ** -15
        q, qd, _ = tree.state

        def at(q):
            M = ref.kinematics(tree.bodies, q, 0 * qd, 0 * qd, tree.base).M
            return M, ref.mass_matrix(tree.bodies, q, tree.base)

        dM, dA = [], []
        for unit in np.eye(len(q), dtype=int):
            (M1, A1), (M0, A0) = at(q + step * unit), at(q - step * unit)
            dM.append((M1 - M0) / (2 * step))
            dA.append((A1 - A0) / (2 * step))
        yield SimpleNamespace(
            bodies=tree.bodies, base=tree.base, q=q, qd=qd, dM=np.array(dM), dA=np.array(dA),
            D=ref.velocity_coefficients(tree.bodies, q, tree.base),
        )  # fmt: skip


def test_derivative_of_a_position_is_the_screw_times_it_where_the_joint_carries_the_link(derived):
    M, _, _, L = ref.kinematics(derived.bodies, derived.q, 0 * derived.qd, 0 * derived.qd, derived.base)
    for m, joint in enumerate(ref.moving_links(derived.bodies)):
        carried = ref.carried(derived.bodies, joint)
        for h in range(len(M)):
            expected = ref.position_derivative(L[joint], M[h]) if h in carried else ref.ZERO
            close(derived.dM[m, h], expected, 1e-15)


def test_velocity_coefficients_are_the_christoffel_symbols_of_the_mass_matrix(derived):
    # dA[k, i, j] = dM_ij / dq_k;  D_ijk = (dM_ij / dq_k + dM_ik / dq_j - dM_jk / dq_i) / 2
    dA = derived.dA
    expected = (dA.transpose(1, 2, 0) + dA.transpose(1, 0, 2) - dA) / 2
    close(derived.D, expected, 1e-15)


def test_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(derived):
    rate = sum(dA_k * qd_k for dA_k, qd_k in zip(derived.dA, derived.qd, strict=True))
    S = np.asarray(rate - 2 * ref.coriolis_matrix(derived.D, derived.qd), float)
    assert np.abs(S).max() > 0.01
    close(S, -S.T, 1e-15)


# the same by other routes


@SETTINGS
@given(trees())
def test_equations_of_lagrange_give_the_torques_of_dalembert(arm):
    (chain, base), state = plain(arm), states(arm)
    q, qd, qdd = state
    rng = np.random.default_rng(3)
    external = np.array([ref.action_matrix(*rng.uniform(-5, 5, (2, 3))) for _ in chain])
    tau = ref.inverse_dynamics(chain, *state, arm.gravity, base, external)
    effects = ref.effects_vector(chain, q, qd, arm.gravity, base)
    size = size_of_torques(arm, *state, external=10.0)
    agree(ref.mass_matrix(chain, q, base) @ qdd + effects, ref.force_vector(chain, q, tau, external, base), size)
    agree(effects, ref.inverse_dynamics(chain, q, qd, 0 * qdd, arm.gravity, base), size)


@SETTINGS
@given(trees(most=5))
def test_coefficients_add_up_to_the_effects_of_weight_and_velocity(arm):
    (chain, base), (q, qd, _) = plain(arm), states(arm)
    D_i, D = ref.gravity_coefficients(chain, q, arm.gravity, base), ref.velocity_coefficients(chain, q, base)
    size = size_of_torques(arm, q, qd, 0 * qd)
    agree(D_i + D @ qd @ qd, ref.effects_vector(chain, q, qd, arm.gravity, base), size)
    agree(D, D.transpose(0, 2, 1), size)
    agree(ref.coriolis_matrix(D, qd), ref.coriolis_matrix_by_rates(chain, q, qd, base), size)


def test_mass_matrix_is_the_generalised_inertia_matrix_of_saha(tree):
    q = tree.state[0]
    close(ref.mass_matrix(tree.bodies, q, tree.base), ref.generalised_inertia(ref.system(tree.bodies, q, tree.base)))


def test_convective_matrices_of_legnani_and_saha_differ_by_a_skew_matrix_that_vanishes_with_qd(tree):
    q, qd, _ = tree.state
    saha = ref.convective_matrix(ref.system(tree.bodies, q, tree.base), qd)
    S = ref.coriolis_matrix_by_rates(tree.bodies, q, qd, tree.base) - saha
    size = np.abs(ref.mass_matrix(tree.bodies, q, tree.base)).max() * np.abs(qd).sum()
    agree(S, -S.T, size)
    agree(S @ qd, 0 * qd, size)


def test_convective_matrices_of_legnani_and_saha_are_not_always_the_same():
    tree = random_tree(3)
    q, qd, _ = tree.state
    saha = ref.convective_matrix(ref.system(tree.bodies, q, tree.base), qd)
    christoffel = ref.coriolis_matrix_by_rates(tree.bodies, q, qd, tree.base)
    assert np.abs(christoffel - saha).max() > 0.01 * np.abs(saha).max()


def test_convective_matrices_of_legnani_and_saha_are_the_same_in_the_plane():
    chain, (q, qd) = serial(oracle("ex1_planar3R_B")["model"]), np.random.default_rng(8).uniform(-2, 2, (2, 3))
    close(ref.coriolis_matrix_by_rates(chain, q, qd), ref.convective_matrix(ref.system(chain, q), qd))


def test_joints_of_different_branches_have_no_coefficients():
    chain = [body._replace(parent=parent) for body, parent in zip(ref.pendulum(3), (-1, 0, 0), strict=True)]
    q = [0.3, 0.5, -0.4]
    assert ref.mass_matrix(chain, q)[1, 2] == 0
    D = ref.velocity_coefficients(chain, q)
    assert not D[:, 1, 2].any()
    assert not D[1, 2].any()


# independent results


@pytest.mark.parametrize("k", range(0, 20, 2))
def test_random_serial_arms_are_those_of_pinocchio(k):
    case = oracle("ex10_random_serial")["cases"][k]
    results, chain = case["results"], serial(case["model"])
    q, qd = (np.array(case["state"][x]) for x in ("q", "qd"))
    close(ref.mass_matrix(chain, q), results["M"])
    close(ref.coriolis_matrix(ref.velocity_coefficients(chain, q), qd) @ qd, results["Cqd"])
    close(ref.gravity_coefficients(chain, q, case["model"]["gravity"]), results["g"])


@pytest.mark.parametrize("name", ["robot_ur5", "robot_panda_full9"])
def test_real_robots_are_those_of_pinocchio(name):
    data = oracle(name)
    model, state = data["model"]["lumped_tree"], data["states"][3]
    chain, q, qd = [tree_body(body) for body in model["bodies"]], np.array(state["q"]), np.array(state["qd"])
    close(ref.mass_matrix(chain, q), state["M"])
    close(ref.coriolis_matrix_by_rates(chain, q, qd) @ qd, state["Cqd"])
    close(ref.gravity_coefficients(chain, q, model["gravity"]), state["g"])


# symbols


def test_symbolic_equations_of_the_planar_arm_are_lagranges_and_sahas():
    pytest.importorskip("sympy")
    path = Path(__file__).parents[2] / "examples" / "planar_3r_symbolic.py"
    spec = importlib.util.spec_from_file_location("planar_3r_symbolic", path)
    planar = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(planar)
    canonical = np.vectorize(planar.canonical, otypes=[object])
    arm, torques = planar.arm(), planar.lagrange_torques()
    M = canonical(ref.mass_matrix(arm, planar.Q))
    effects = canonical(ref.effects_vector(arm, planar.Q, planar.QD, (0, -planar.G, 0)))
    assert [tau.expand() for tau in M @ planar.QDD + effects] == torques
    assert canonical(ref.generalised_inertia(ref.system(arm, planar.Q))).tolist() == M.tolist()
