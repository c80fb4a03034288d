"""The DeNOC equations: as the papers say, against the 4x4 equations, recorded results and themselves.

Random trees (`plain.random_tree`) have full bodies, so that the inertia matrix is regular; those of hypothesis
(`trees`) also have links without mass, and serve where nothing is divided.
"""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain import close, general_body, general_external, oracle, random_tree, serial, tree_body, tree_in_many_digits
from trees import SETTINGS, random_pose, size_of_torques, states, trees

from chain import ChainObject, LinkObject, load
from chain import reference as ref

GRAVITY = (1.0, -2.0, -9.81)
ROBOTS = ["robot_ur5", "robot_panda_full9", "robot_talos_reduced_fixed"]
POINTS = pytest.mark.parametrize("at_joints", [False, True], ids=["at mass centres", "at joints"])


@pytest.fixture(params=range(8))
def tree(request):
    return random_tree(request.param)


def system(tree, at_joints=False):
    return ref.system(tree.bodies, tree.state[0], tree.base, at_joints)


def base_of(arm):
    return np.eye(4) if arm.base is None else arm.base


def plain(arm, q, at_joints=False):
    """The system of a ChainObject."""
    return ref.system(ref.bodies(arm), q, base_of(arm), at_joints)


def agree(actual, expected, size, tol=1e-13):
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    gap = np.abs(actual - expected).max(initial=0.0)
    assert gap <= tol * size, f"differ by {gap / size:.2g} of their size"


def size_of_inertia(s, rate=0.0):
    """What elements of the inertia matrix, and with rates those of the convective matrix, are rounded against."""
    reach = 1.0 + np.abs(s.points).max(initial=0.0) + np.abs(s.p).max(initial=0.0)
    return np.abs(s.M).sum() * reach**4 * max(rate, 1.0) + 1e-300


# twists


@SETTINGS
@given(trees(), st.booleans())
def test_twists_are_N_qd_and_those_of_the_velocity_matrices(arm, at_joints):
    q, qd, _ = states(arm)
    s = plain(arm, q, at_joints)
    W = ref.kinematics(s.chain, q, qd, 0 * qd, base_of(arm)).W
    expected = np.array([ref.twist(W_i, point) for W_i, point in zip(W, s.points, strict=True)])
    size = (np.abs(W).max() + np.abs(qd).sum()) * (1.0 + np.abs(s.points).max() + np.abs(s.p).max()) ** 2
    agree(ref.twists(s, qd), expected, size)
    agree(ref.denoc_matrices(s).N @ qd, expected.ravel(), size)


def test_rates_of_the_twists_are_those_of_the_acceleration_matrices(tree):
    s, (_, qd, qdd) = system(tree), tree.state
    H = ref.kinematics(tree.bodies, *tree.state, tree.base).H
    rates = ref.twist_rates(s, qd, qdd, ref.twists(s, qd), (0, 0, 0))
    close(rates[:, 3:], [(H_i @ [*C, 1.0])[:3] for H_i, C in zip(H, s.points, strict=True)])
    # G = dw~ + w~ w~, the second part symmetric
    close([ref.tilde(dw) for dw in rates[:, :3]], (H - H.transpose(0, 2, 1))[:, :3, :3] / 2)


def test_twist_propagation_is_transitive_and_inverted_by_its_reverse(tree):
    s = system(tree)
    i, j, k = 3, 1, 2
    close(s.B(i, j) @ s.B(j, k), s.B(i, k))
    close(s.B(i, i), np.eye(6))
    close(np.linalg.inv(s.B(i, j)), s.B(j, i))


@pytest.mark.parametrize("jtype", "RPHF")
def test_joint_rate_vector_is_the_screw_of_the_joint_at_the_point(jtype):
    rng = np.random.default_rng(4)
    M, d = random_pose(rng), rng.normal(size=3)
    L = ref.refer_motion(ref.joint_screw(jtype, 0.3), M)
    close(ref.joint_rate_propagation(jtype, 0.3, M[:3, 2], d), ref.twist(L, M[:3, 3] + d))


def test_inverse_of_N_l_has_the_propagation_from_the_parents_alone(tree):
    s = system(tree)
    expected = np.eye(6 * len(tree.bodies))
    for i, body in enumerate(tree.bodies):
        if body.parent >= 0:
            expected[6 * i : 6 * i + 6, 6 * body.parent : 6 * body.parent + 6] = -s.B(i, body.parent)
    close(np.linalg.inv(ref.denoc_matrices(s).N_l), expected)


def test_blocks_of_a_tree_are_those_of_its_main_chain_and_of_the_subchain_on_it():
    arms = [random_tree(seed).bodies for seed in (1, 2)]
    main = [body._replace(parent=i - 1) for i, body in enumerate(arms[0][:4])]
    sub = [body._replace(parent=i + 3) for i, body in enumerate(arms[1][:3])]
    sub[0] = sub[0]._replace(parent=1)
    n = len(ref.moving_links(main + sub))
    s = ref.system(main + sub, np.linspace(-1.0, 1.0, n))
    N_l = ref.denoc_matrices(s).N_l
    # N_l^k0 = N_l^k A_0^k N_lk^0: onto the subchain through link 1 of the main chain
    first = np.vstack([s.B(4, 1), np.zeros((12, 6))])
    close(N_l[24:, :24], N_l[24:, 24:] @ first @ N_l[6:12, :24])
    assert not N_l[:24, 24:].any()


def test_fixed_links_have_rows_and_columns_in_N_l_and_none_in_N_d():
    chain = [body._replace(jtype=jtype) for body, jtype in zip(ref.pendulum(3), "RFR", strict=True)]
    N_l, N_d = ref.denoc_matrices(ref.system(chain, [0, 0]))
    assert (N_l.shape, N_d.shape) == ((18, 18), (18, 2))
    assert N_l[6:12, :6].any()
    assert not N_d[6:12].any()


# inertia matrix


@SETTINGS
@given(trees())
def test_inertia_matrix_is_that_of_its_elements_and_of_unit_accelerations(arm):
    q, n = states(arm)[0], arm.n
    s = plain(arm, q)
    I, size = ref.generalised_inertia(s), size_of_inertia(s)
    agree(ref.generalised_inertia_elements(s), I, size)
    agree(I, I.T, size)
    columns = [ref.inverse_dynamics(s.chain, q, np.zeros(n), qdd, (0, 0, 0), base_of(arm)) for qdd in np.eye(n)]
    agree(np.reshape(columns, (n, n)), I, size)


def test_inertia_matrix_is_the_same_for_twists_at_the_joints(tree):
    close(ref.generalised_inertia(system(tree, at_joints=True)), ref.generalised_inertia(system(tree)))


def test_composite_mass_is_the_mass_of_the_bodies_welded_together(tree):
    s, M = system(tree), ref.kinematics(tree.bodies, *tree.state, tree.base).M
    J = ref.inertias(tree.bodies, M)
    for i, composite in enumerate(ref.composite_masses(s)):
        m, c, I = ref.mass_properties(sum(J[k] for k in range(len(J)) if s.beyond(k, i)))
        close(composite, ref.link_mass(m, I, c - s.points[i]))


# convective matrix


def quantities(tree, t, at_joints=False):
    """N, the inertia matrix and C of a tree in many digits on the path q + qd t."""
    q, qd, _ = tree.state
    s = ref.system(tree.bodies, q + qd * t, tree.base, at_joints)
    twists = ref.twists(s, qd)
    return SimpleNamespace(
        s=s, t=twists, N=ref.denoc_matrices(s).N, I=ref.generalised_inertia(s), C=ref.convective_matrix(s, qd)
    )


@pytest.fixture(scope="module", params=[(seed, at) for seed in range(2) for at in (False, True)], ids=str)
def moving(request):
    """A random tree now, and the rates of N and of the inertia matrix by central differences in 50 digits."""
    seed, at_joints = request.param
    with mpmath.workdps(50):
        tree, step = tree_in_many_digits(random_tree(seed)), mpmath.mpf(10) ** -15
        before, now, after = (quantities(tree, t, at_joints) for t in (-step, mpmath.mpf(0), step))
        now.dN, now.dI = (after.N - before.N) / (2 * step), (after.I - before.I) / (2 * step)
        now.at_joints = at_joints
        yield now


def test_rates_of_the_denoc_matrices_give_the_rate_of_their_product(moving):
    (N_l, N_d), (dN_l, dN_d) = ref.denoc_matrices(moving.s), ref.denoc_rates(moving.s, moving.t)
    close(dN_l @ N_d + N_l @ dN_d, moving.dN, 1e-15)


def test_rate_of_inertia_less_twice_C_is_skew_for_mass_centres_and_not_for_joints(moving):
    S = np.asarray(moving.dI - 2 * moving.C, float)
    if moving.at_joints:
        assert np.abs(S + S.T).max() > 0.01 * np.abs(S).max()
    else:
        close(S, -S.T, 1e-15)


@POINTS
def test_C_qd_and_gravity_are_the_torques_without_acceleration(tree, at_joints):
    q, qd, _ = tree.state
    s = system(tree, at_joints)
    # the weight of a link at its point: M (0; g)
    weight = s.M @ [0, 0, 0, *GRAVITY]
    torques = ref.convective_matrix(s, qd) @ qd - ref.generalised_force(s, weight)
    close(torques, ref.inverse_dynamics(tree.bodies, q, qd, 0 * qd, GRAVITY, tree.base))


@SETTINGS
@given(trees())
def test_convective_matrix_is_that_of_its_elements(arm):
    q, qd, _ = states(arm)
    s = plain(arm, q)
    size = size_of_inertia(s, np.abs(ref.twists(s, qd)).max())
    agree(ref.convective_elements(s, qd), ref.convective_matrix(s, qd), size)


# inverse dynamics


@SETTINGS
@given(trees(), st.booleans())
def test_recursive_inverse_dynamics_is_legnanis(arm, at_joints):
    q, qd, qdd = state = states(arm)
    s, rng = plain(arm, q, at_joints), np.random.default_rng(3)
    external = np.array([ref.action_matrix(*rng.uniform(-5, 5, (2, 3))) for _ in s.chain])
    expected = ref.inverse_dynamics(s.chain, *state, arm.gravity, base_of(arm), external)
    got = ref.ridim(s, qd, qdd, arm.gravity, external)
    agree(got, expected, size_of_torques(arm, *state, external=10.0))


def test_twist_of_the_second_link_needs_the_propagation_that_section_5_1_leaves_out():
    s, qd = ref.system(ref.pendulum(2), [0.0, 0.0]), [2.0, 0.0]
    t = ref.twists(s, qd)
    close(t[1], [0, 0, 2, 0, 4, 0])
    close(s.p[1] * qd[1] + t[0], [0, 0, 2, 0, 2, 0])


def test_generalised_force_is_N_transposed_on_the_wrenches(tree):
    s = system(tree)
    w = np.random.default_rng(7).normal(size=(len(tree.bodies), 6))
    close(ref.generalised_force(s, w), ref.denoc_matrices(s).N.T @ w.ravel())


# reverse Gaussian elimination


@POINTS
def test_inertia_matrix_is_U_D_U_transposed(tree, at_joints):
    s = system(tree, at_joints)
    U, D = ref.udu_decomposition(s)
    close(U @ np.diag(D) @ U.T, ref.generalised_inertia(s))
    assert np.array_equal(U, np.triu(U))
    assert np.array_equal(U.diagonal(), np.ones(len(D)))
    assert (D > 0).all()


def test_elimination_of_numbers_and_of_bodies_are_the_same(tree):
    s = system(tree)
    I = ref.generalised_inertia(s)
    U, L = ref.reverse_gaussian_elimination(I)
    close(U @ L, I)
    assert np.abs(np.triu(L, 1)).max() <= 1e-13 * np.abs(I).max()
    of_bodies, D = ref.udu_decomposition(s)
    close(of_bodies, U, 1e-11)
    close(D, L.diagonal(), 1e-11)


def test_every_step_of_the_elimination_frees_one_joint(tree):
    s, joints = system(tree), ref.moving_links(tree.bodies)
    L = ref.generalised_inertia(s)
    size = np.abs(L).max()
    for k in reversed(range(1, len(joints))):
        _, L = ref.eliminate_column(L, k)
        M = ref.articulated_masses(s, joints[k])
        for a, i in enumerate(joints[:k]):
            for b, j in enumerate(joints[: a + 1]):
                expected = s.p[i] @ M[i] @ s.B(i, j) @ s.p[j] if s.beyond(i, j) else 0.0
                assert L[a, b] == pytest.approx(expected, rel=0, abs=1e-12 * size)


def test_articulated_masses_with_all_joints_held_are_the_composite_masses(tree):
    s = system(tree)
    close(ref.articulated_masses(s, len(tree.bodies)), ref.composite_masses(s))


def test_articulated_mass_is_felt_at_a_link_while_the_joints_beyond_it_are_free(tree):
    s = system(tree)
    for i, M_hat in enumerate(ref.articulated_masses(s)):
        beyond = [k for k in range(len(s.chain)) if s.beyond(k, i)]
        joints = [k for k in beyond if k != i and s.chain[k].jtype != "F"]
        # kinetic energy by the twist of link i, which nothing holds, and the joint rates beyond: t_k = X_k (t_i; qd)
        X = {k: np.column_stack([s.B(k, i), *(s.beyond(k, j) * s.B(k, j) @ s.p[j] for j in joints)]) for k in beyond}
        A = sum(X[k].T @ s.M[k] @ X[k] for k in beyond)
        # a wrench on link i and no torque at the joints: the Schur complement
        felt = A[:6, :6] - A[:6, 6:] @ np.linalg.solve(A[6:, 6:], A[6:, :6])
        close(M_hat, felt, 1e-11)


def test_D_is_what_each_joint_feels_while_the_joints_beyond_it_are_free(tree):
    s, joints = system(tree), ref.moving_links(tree.bodies)
    I, (_, D) = ref.generalised_inertia(s), ref.udu_decomposition(s)
    for a, i in enumerate(joints):
        sub = [b for b, k in enumerate(joints) if s.beyond(k, i)]
        assert 1.0 / D[a] == pytest.approx(np.linalg.inv(I[np.ix_(sub, sub)])[0, 0], rel=1e-11)


# forward dynamics


@POINTS
def test_forward_dynamics_undoes_inverse_dynamics(tree, at_joints):
    _, qd, qdd = tree.state
    s = system(tree, at_joints)
    tau = ref.ridim(s, qd, qdd, GRAVITY, tree.external)
    phi = tau - ref.ridim(s, qd, 0 * qdd, GRAVITY, tree.external)
    condition = np.linalg.cond(ref.generalised_inertia(s))
    close(ref.forward_dynamics(s, phi), qdd, 1e-14 * condition)


@SETTINGS
@given(trees())
def test_forward_dynamics_is_the_inverse_of_the_inertia_matrix_on_any_tree_with_full_bodies(arm):
    q, _, phi = states(arm)
    full = ref.pseudo_inertia(0.5, (0.1, -0.1, 0.2), np.diag([0.3, 0.4, 0.5]))
    s = ref.system([body._replace(J=body.J + full) for body in ref.bodies(arm)], q, base_of(arm))
    I = ref.generalised_inertia(s)
    qdd = ref.forward_dynamics(s, phi)
    agree(I @ qdd, phi, 1.0 + size_of_inertia(s) * np.abs(qdd).max(initial=0.0))


# recorded results of Pinocchio


@pytest.mark.parametrize("k", range(20))
def test_random_serial_arms_are_those_of_pinocchio(k):
    case = oracle("ex10_random_serial")["cases"][k]
    results, gravity = case["results"], case["model"]["gravity"]
    q, qd, qdd = (np.array(case["state"][x]) for x in ("q", "qd", "qdd"))
    s = ref.system(serial(case["model"]), q)
    close(ref.generalised_inertia(s), results["M"])
    close(ref.convective_matrix(s, qd) @ qd, results["Cqd"])
    close(ref.ridim(s, qd, qdd, gravity), results["tau_id_noext"])
    phi = np.array(results["tau_id_noext"]) - ref.ridim(s, qd, 0 * qdd, gravity)
    close(ref.forward_dynamics(s, phi), qdd, 1e-14 * case["cond_M"])


@pytest.mark.parametrize("name", ROBOTS)
def test_real_robots_are_those_of_pinocchio(name):
    data = oracle(name)
    model, state = data["model"]["lumped_tree"], data["states"][3]
    q, qd, tau = (np.array(state[x]) for x in ("q", "qd", "tau"))
    s = ref.system([tree_body(body) for body in model["bodies"]], q)
    close(ref.generalised_inertia(s), state["M"])
    close(ref.convective_matrix(s, qd) @ qd, state["Cqd"])
    phi = tau - ref.ridim(s, qd, 0 * qd, model["gravity"])
    close(ref.forward_dynamics(s, phi), state["qdd_fd"], 1e-14 * state["cond_M"])


@pytest.mark.parametrize("k", range(24))
def test_general_trees_are_those_of_pinocchio(k):
    case = oracle("ex12_general")["cases"][k]
    q, qd, qdd, tau = (np.array(case[x]) for x in ("q", "qd", "qdd", "tau"))
    s = ref.system([general_body(link) for link in case["links"]], q, np.array(case["base"]))
    external, results = general_external(case, np.array(case["results"]["M"])), case["results"]
    I = ref.generalised_inertia(s)
    close(I, results["mass_matrix"])
    close(ref.ridim(s, qd, qdd, case["gravity"], external), results["tau_id_ext"])
    phi = tau - ref.ridim(s, qd, 0 * qdd, case["gravity"], external)
    close(ref.forward_dynamics(s, phi), results["qdd_ext"], 1e-14 * np.linalg.cond(I))


# symbols


@pytest.fixture(scope="module")
def planar():
    """The example of the planar arm with three turning joints."""
    sp = pytest.importorskip("sympy")
    path = Path(__file__).parents[2] / "examples" / "planar_3r_symbolic.py"
    spec = importlib.util.spec_from_file_location("planar_3r_symbolic", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.all_canonical = np.vectorize(module.canonical, otypes=[object])
    module.rates = np.vectorize(module.rate, otypes=[object])
    module.sp, module.system = sp, ref.system(module.arm(), module.Q)
    return module


def test_symbolic_torques_of_the_planar_arm_are_lagranges(planar):
    tau = ref.ridim(planar.system, planar.QD, planar.QDD, (0, -planar.G, 0))
    assert planar.all_canonical(tau).tolist() == planar.lagrange_torques()


def test_symbolic_inertia_and_convective_matrices_of_the_planar_arm(planar):
    I, C = ref.generalised_inertia(planar.system), ref.convective_matrix(planar.system, planar.QD)
    torques = planar.lagrange_torques()
    expected = [[tau.diff(qdd) for qdd in planar.QDD] for tau in torques]
    assert planar.all_canonical(I).tolist() == expected
    # dI/dt = C + C^T, for all motions
    assert not planar.all_canonical(planar.rates(I) - C - C.T).any()


def test_symbolic_decomposition_of_the_double_pendulum(planar):
    s = ref.system(planar.arm()[:2], planar.Q[:2])
    U, D = ref.udu_decomposition(s)
    for x in (U @ np.diag(D) @ U.T - ref.generalised_inertia(s)).ravel():
        numerator, denominator = planar.sp.fraction(planar.sp.together(x))
        assert planar.canonical(numerator) == 0
        assert planar.canonical(denominator) != 0


# the method of ChainObject


@SETTINGS
@given(trees(least=0))
def test_denoc_of_a_chain_is_that_of_the_plain_equations(arm):
    q = states(arm, (2, 3))[0]
    got = arm.denoc(q)
    assert got.N_l.shape == (2, 3, 6 * len(arm), 6 * len(arm))
    assert got.N_d.shape == (2, 3, 6 * len(arm), arm.n)
    if len(arm):
        for index in ((0, 1), (1, 2)):
            expected = ref.denoc_matrices(plain(arm, q[index]))
            size = (1.0 + np.abs(expected.N_l).max()) * (1.0 + np.abs(expected.N_d).max(initial=0.0))
            for name in ("N_l", "N_d", "N"):
                agree(getattr(got, name)[index], getattr(expected, name), size)


def test_denoc_of_a_sample_alone_and_in_any_batch_has_the_same_bits():
    arm = load("stanford")
    q = np.random.default_rng(5).uniform(-2, 2, (1000, arm.n))
    whole = arm.denoc(q, threads=2)
    for k in (0, 1, 999):
        alone = arm.denoc(q[k])
        assert np.array_equal(alone.N_l, whole.N_l[k])
        assert np.array_equal(alone.N_d, whole.N_d[k])


def test_denoc_writes_into_given_arrays():
    arm = load("puma")
    q = np.random.default_rng(6).uniform(-2, 2, (5, arm.n))
    out = np.full((5, 36, 36), np.nan), np.full((36, 6, 5), np.nan).transpose(2, 0, 1)
    got = arm.denoc(q, out=out)
    assert got.N_l is out[0]
    assert got.N_d is out[1]
    assert np.array_equal(got.N_l, arm.denoc(q).N_l)
    assert np.array_equal(arm.denoc(q, out=(None, out[1])).N_d, arm.denoc(q).N_d)


def test_denoc_counts_the_mass_centre_of_a_link_without_mass_as_given():
    arm = ChainObject([LinkObject("R", a=0.5, cog=(0.0, 0.2, 0.0))])
    N = arm.denoc([0.0]).N
    # e x d with d = (0.5, 0.2, 0)
    close(N[:, 0], [0, 0, 1, -0.2, 0.5, 0])


def test_payloads_do_not_move_the_mass_centres_of_denoc():
    arm, q = load("puma"), np.linspace(-1.0, 1.0, 6)
    before = arm.denoc(q).N
    arm.attach(2, 3.0, cog=(0.1, 0.2, 0.3))
    assert np.array_equal(arm.denoc(q).N, before)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"out": np.zeros(3)}, TypeError, r"`out`: expected a tuple of two arrays \(N_l, N_d\), got ndarray"),
        ({"out": (np.zeros((3, 3)), None)}, ValueError, r"`out, N_l`: expected shape \(36, 36\), got \(3, 3\)"),
        ({"threads": 0}, ValueError, "`threads`: expected 1 or more, got 0"),
    ],
)
def test_denoc_refuses_wrong_arguments(options, error, message):
    with pytest.raises(error, match=message):
        load("puma").denoc(np.zeros(6), **options)


def test_denoc_refuses_joint_values_of_another_chain():
    with pytest.raises(ValueError, match=r"`q`: expected shape \(\.\.\., 6\), got \(5,\)"):
        load("puma").denoc(np.zeros(5))
