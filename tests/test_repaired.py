"""Every known defect of the legacy library, shown repaired; the rows of docs/legacy.md."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import spacelib as sl
import spacelib.matlab

AXIS = np.array([1.0, -2.0, 2.0]) / 3


@pytest.fixture
def rng():
    return np.random.default_rng(3)


@pytest.mark.parametrize("phi", [1e-300, 1e-20, 1e-12, 1e-9, 1e-8, 1e-5, 1e-3, 0.09, 3.0, np.pi - 1e-9, np.pi - 1e-13])
def test_axis_and_angle_of_tiny_and_nearly_half_turns(phi):
    u, angle = sl.extract(sl.rotat(AXIS, phi))
    assert_allclose(u, AXIS, atol=2e-15)
    assert_allclose(angle, phi, rtol=1e-13)
    assert_allclose(np.linalg.norm(u), 1.0, rtol=4e-16)


@pytest.mark.parametrize("phi", [1e-12, 1e-9, 1e-5, 0.5, np.pi - 1e-9])
def test_screw_of_a_tiny_turn_has_its_axis_point(phi):
    P = np.array([3.0, 2.0, 1.0, 1.0])
    P[:3] -= AXIS * (AXIS @ P[:3])
    u, angle, h, point = sl.mtoscrew(sl.screwtom(AXIS, phi, 0.7, P))
    assert_allclose(u, AXIS, atol=1e-14)
    assert_allclose([angle, h], [phi, 0.7], rtol=1e-12)
    assert_allclose(point, P, atol=1e-3 if phi < 1e-10 else 1e-6 if phi < 1e-8 else 1e-9)


def test_the_identity_has_no_screw_and_says_so():
    with pytest.warns(sl.SingularityWarning, match="mtoscrew: the identity has no screw axis"):
        u, phi, h, P = sl.mtoscrew(np.eye(4))
    assert not u.any()
    assert (phi, h) == (0.0, 0.0)
    assert_allclose(P, [0, 0, 0, 1])
    with pytest.warns(sl.SingularityWarning, match="extract"):
        assert not sl.extract(np.eye(3)).u.any()


def test_a_pure_translation_is_a_screw_without_warning():
    u, phi, h, P = sl.mtoscrew(sl.traslat([0, 0, 2], 3.0))
    assert_allclose(u, [0, 0, 1])
    assert (phi, h) == (0.0, 3.0)
    assert_allclose(P, [0, 0, 0, 1])


@pytest.mark.parametrize("call", [lambda O: sl.rotat24(0, 0.5, O), lambda O: sl.rotat34(0, 0.5, O)])
def test_a_point_with_fourth_coordinate_other_than_one_is_refused(call):
    with pytest.raises(ValueError, match=r"expected a point \(x, y, z, 1\)"):
        call([1, 2, 3, 0.5])


def test_the_callers_vector_is_left_alone():
    u = np.array([0.0, 0.0, 5.0])
    sl.traslat(u, 2.0)
    assert_allclose(u, [0, 0, 5])


@pytest.mark.parametrize(
    "call",
    [
        lambda: sl.traslat2(sl.U, 1.0),
        lambda: sl.traslat24(7, 1.0, sl.ORIGIN),
        lambda: sl.axis(3),
        lambda: sl.velacctoWH3(sl.Rev, 3, 1.0, 1.0, sl.ORIGIN),
        lambda: sl.velacctoWH2(sl.Rev, -1, 1.0, 1.0),
        lambda: sl.rotat2(4, 1.0),
        lambda: sl.makeL2(sl.Rev, 3, 0.0, sl.ORIGIN),
        lambda: sl.frameV(sl.Xaxis, sl.Yaxis, 0, 0),
        lambda: sl.cardantoM([1, 2, 3], 0, 0, 1, sl.ORIGIN),
        lambda: sl.dhtom(2, 0, 0, 0, 0, 0, 0),
    ],
)
def test_bad_axes_and_joint_types_are_errors(call):
    with pytest.raises(ValueError, match=r"`.*`: expected"):
        call()


def test_slow_motions_have_a_screw_matrix():
    W = 1e-20 * sl.makeL(sl.Rev, AXIS, 0.3, [1, 2, 3, 1])
    assert_allclose(sl.WtoL(W), 1e20 * W, rtol=1e-14)


def test_dyn_eq_leaves_var_alone_and_wants_complementary_unknowns(rng):
    J = sl.jtoJ(2.0, 0.3, 0.4, 0.5, 0.01, 0.02, 0.03, 0.1, 0.2, 0.3)
    var = np.array([[0, 1, 0, 1, 0, 0], [1, 0, 1, 0, 1, 1]])
    before = var.copy()
    Wp, F = sl.dyn_eq(J, np.zeros((4, 4)), sl.actom(*rng.normal(size=6)), var)
    assert np.array_equal(var, before)
    assert_allclose(F, Wp @ J - J @ Wp.T, atol=1e-15)
    with pytest.raises(ValueError, match="`var`: expected one unknown"):
        sl.dyn_eq(J, Wp, F, [[1, 1, 0, 0, 0, 0], [1, 0, 1, 1, 1, 1]])
    with pytest.raises(ValueError, match="`var`"):
        sl.dyn_eq(J, Wp, F, [[1, 0, 0, 0, 0, 0], [1, 0, 1, 1, 1, 1]])


def test_dyn_eq_of_a_point_mass_says_that_it_is_singular():
    J = sl.jtoJ(2.0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    with pytest.warns(sl.SingularityWarning, match="dyn_eq"):
        Wp, _ = sl.dyn_eq(J, np.zeros((4, 4)), sl.actom(4, 0, 0, 0, 0, 0), [[1] * 6, [0] * 6])
    assert Wp[0, 3] == pytest.approx(2.0)


@pytest.mark.parametrize("n", [3, 4])
def test_normal_gives_a_proper_rotation_for_reflections_and_rank_two(rng, n):
    for A in (-np.eye(3), np.diag([1.0, 1.0, -1.0]), np.diag([1.0, 2.0, 0.0]), rng.normal(size=(3, 3))):
        m = np.eye(n)
        m[:3, :3] = A
        with sl.errstate(singular="ignore"):
            R = sl.normal(m)[:3, :3]
        assert_allclose(R @ R.T, np.eye(3), atol=1e-14)
        assert np.linalg.det(R) == pytest.approx(1.0)
        u, s, vt = np.linalg.svd(A)
        assert np.trace(R.T @ A) == pytest.approx(s[0] + s[1] + s[2] * np.linalg.det(u @ vt))
    with pytest.warns(sl.SingularityWarning, match="nearest rotation is not unique"):
        sl.normal(np.zeros((n, n)))


def test_skew_part_of_a_block_leaves_the_rest():
    m = np.arange(16.0).reshape(4, 4)
    for got in (sl.n_skew34(m), sl.norm_simm_skew(m, 3, 4, sl.SKEW)):
        assert got[3, 3] == 15.0
        assert_allclose(got[:3, :3], (m - m.T)[:3, :3] / 2)


def test_angles_of_a_matrix_with_elements_beyond_one_are_finite():
    R = sl.rotat2(sl.Y, np.pi / 2)
    R[0, 2] = np.nextafter(1.0, 2.0)
    with pytest.warns(sl.SingularityWarning, match="gimbal lock"):
        q1, q2 = sl.rtocardan(R, sl.X, sl.Y, sl.Z)
    assert np.isfinite(q1).all()
    assert np.isfinite(q2).all()


@pytest.mark.parametrize("axes", [(i, j, k) for i in range(3) for j in range(3) for k in range(3) if i != j != k])
@pytest.mark.parametrize("offset", [0.0, 1e-17, 1e-12, 1e-9, -1e-9])
def test_gimbal_lock_is_noticed_and_both_triples_still_give_the_rotation(axes, offset):
    lock = np.pi / 2 if len(set(axes)) == 3 else np.pi
    for beta in (lock, lock - np.pi):
        R = sl.cardantor([0.4, beta + offset, 0.3], *axes)
        with pytest.warns(sl.SingularityWarning, match="gimbal lock"):
            q1, q2 = sl.rtocardan(R, *axes)
        assert_allclose(sl.cardantor(q1, *axes), R, atol=2e-15)
        assert_allclose(sl.cardantor(q2, *axes), R, atol=2e-15)


def test_rates_at_gimbal_lock_are_those_of_least_norm():
    q, qp = [0.4, np.pi / 2, 0.3], [1.0, 2.0, 3.0]
    m, W = sl.cardtoM(q, sl.ORIGIN), sl.cardtoW(q, qp, sl.ORIGIN)
    with pytest.warns(sl.SingularityWarning):
        got = sl.Wtocard(m, W)
    A = sl.cardantol(got.q1, sl.X, sl.Y, sl.Z)
    assert_allclose(got.qp1, np.linalg.pinv(A, rcond=1e-9) @ sl.mtov4(W), atol=1e-12)
    with pytest.warns(sl.SingularityWarning, match="invA"):
        assert np.isfinite(sl.invA(0.3, np.pi / 2, 1, 0, 1, 2)).all()


def test_parallel_vectors_for_a_frame_are_noticed(rng):
    v = rng.normal(size=3)
    with pytest.warns(sl.SingularityWarning, match="parallel vectors"):
        R = sl.frameV(v, 3 * v, sl.X, sl.Y)
    assert_allclose(R[:, 0], v / np.linalg.norm(v))
    assert not R[:, 1:].any()


def test_angle_of_collinear_points_is_never_nan(rng):
    P2, v = rng.normal(size=(2, 20000, 3))
    one = np.ones((20000, 1))
    P1, P3 = P2 + v, P2 - 2 * v
    angles = sl.angle(np.hstack([P1, one]), np.hstack([P2, one]), np.hstack([P3, one]))
    assert_allclose(angles, np.pi, atol=1e-7)
    with pytest.warns(sl.SingularityWarning, match="coincident points"):
        assert sl.angle(sl.ORIGIN, sl.ORIGIN, [1, 0, 0, 1]) == np.pi / 2


def test_opposite_weights_give_the_point_at_infinity():
    with pytest.warns(sl.SingularityWarning, match=r"a \+ b = 0"):
        P = sl.intermediate([1, 2, 3, 1], 2.0, [0, 0, 1, 1], -2.0)
    assert_allclose(P, [2, 4, 4, 0])


def test_common_line_of_planes_has_a_unit_direction():
    P, direction = sl.inters2pl([1, 0, 0, -2], [0.6, 0.8, 0, -3])
    assert_allclose(np.linalg.norm(direction), 1)
    assert_allclose([P[0] - 2, 0.6 * P[0] + 0.8 * P[1] - 3], 0, atol=1e-15)
    with pytest.warns(sl.SingularityWarning, match="parallel planes"):
        assert np.isnan(sl.inters2pl([1, 0, 0, -2], [1, 0, 0, 5]).P[:3]).all()


def test_a_parallel_line_below_the_plane_is_not_in_it():
    plane = [0, 0, 1, -3]
    assert sl.interslpl(sl.Line([0, 0, 1, 1], [1, 0, 0]), plane).inttype == -1
    assert sl.interslpl(sl.Line([0, 0, 5, 1], [1, 0, 0]), plane).inttype == -1
    assert sl.interslpl(sl.Line([7, 0, 3, 1], [1, 0, 0]), plane).inttype == 1


def test_incident_lines_are_called_incident(rng):
    I, u, v = rng.normal(size=(3, 5000, 3)) * 3
    s, t = rng.uniform(-5, 5, (2, 5000, 1))
    one = np.ones((5000, 1))
    result = sl.intersection((np.hstack([I + s * u, one]), u), (np.hstack([I + t * v, one]), v))
    assert (result.inttype == 0).all()
    assert not result.mindist.any()
    assert np.median(np.abs(result.I[:, :3] - I)) < 1e-14


def test_output_may_be_an_input(rng):
    A, B = rng.normal(size=(2, 4, 4))
    expected = A @ B
    assert sl.molt4(A, B, out=A) is A
    assert_allclose(A, expected)
    m = sl.rotat24(0, 0.3, [1, 2, 3, 1])
    expected = np.linalg.inv(m)
    assert_allclose(sl.invers(m, out=m), expected, atol=1e-15)


def test_rank_of_random_deficient_matrices(rng):
    A = rng.normal(size=(2000, 5, 3)) @ rng.normal(size=(2000, 3, 5))
    assert (sl.pseudo_inv(A).rank == 3).all()


@pytest.mark.parametrize("size", [1e-320, 1e-200, 1.0, 1e200, 1e307])
def test_unit_vector_of_tiny_and_huge_vectors(size):
    u, length = sl.unitv(size * AXIS)
    assert_allclose(u, AXIS, atol=1e-3 if size < 1e-300 else 1e-15)
    assert_allclose(length, size, rtol=1e-3 if size < 1e-300 else 1e-15)


def test_protected_columns_of_linear_are_the_listed_ones(rng):
    H = rng.normal(size=(3, 6))
    result = sl.linear(H, imax=3, jmax=5, nsol=1, vpr=[0, 3, -1])
    assert set(result.ivet[:3].tolist()) == {1, 2, 4}
    assert set(result.ivet[3:].tolist()) == {0, 3}
    x = np.zeros(5)
    x[result.ivet[:3]] = result.H[:3, 5]
    assert_allclose(H[:, :5] @ x, H[:, 5])


def test_singular_systems_have_the_solution_of_least_norm():
    A = np.array([[1.0, 1.0], [1.0, 1.0]])
    with pytest.warns(sl.SingularityWarning, match="solve: the matrix is singular"):
        x, rank = sl.solve(A, [2.0, 2.0])
    assert_allclose(x, [1, 1])
    assert rank == 1
    with pytest.warns(sl.SingularityWarning, match="minvers"):
        assert_allclose(sl.minvers(A).Ai, A / 4)


def test_storing_more_elements_than_there_is_room_for_is_refused():
    with pytest.raises(ValueError, match="`dim`: expected 0 to 2, got 3"):
        sl.vmcopy([1, 2, 3], 3, 1, sl.Row, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="`val`: expected 1 to 2, got 3"):
        sl.mvcopy(np.zeros((2, 2)), 3, sl.Row)


def test_absolute_value_of_zero_is_zero():
    assert not np.signbit(sl.aabs(0.0))


@pytest.mark.parametrize(
    "call",
    [
        lambda: sl.extract(np.eye(3)),
        lambda: sl.solve(np.zeros((2, 2)), [1, 1]),
        lambda: sl.matlab.extract(np.eye(3)),
        lambda: sl.dyn_eq(np.zeros((4, 4)), np.zeros((4, 4)), np.zeros((4, 4)), [[1] * 6, [0] * 6]),
    ],
)
def test_a_warning_points_at_the_callers_line(call):
    with pytest.warns(sl.SingularityWarning) as caught:
        call()
    assert caught[0].filename == __file__


@pytest.mark.parametrize("size", [1e-3, 1e-6, 1e-10, 1e-12])
def test_frames_of_nearly_parallel_vectors_are_orthonormal(rng, size):
    v1 = rng.normal(size=(500, 3))
    v2 = 1.3 * v1 + size * rng.normal(size=(500, 3))
    R = sl.frameV(v1, v2, sl.X, sl.Y)
    assert_allclose(np.swapaxes(R, 1, 2) @ R, np.broadcast_to(np.eye(3), R.shape), atol=1e-15)


@pytest.mark.parametrize("offset", [0.0, 10.0, 1e3, 1e6])
def test_collinear_points_are_noticed_wherever_they_are(rng, offset):
    P1 = rng.uniform(-3, 3, (2000, 3)) + offset
    v = rng.uniform(-3, 3, (2000, 3))
    one = np.ones((2000, 1))
    points = [np.hstack([P, one]) for P in (P1, P1 + v, P1 + rng.uniform(0.2, 2, (2000, 1)) * v)]
    for call in (lambda: sl.plane(*points), lambda: sl.frame4P(*points, sl.X, sl.Y)):
        with pytest.warns(sl.SingularityWarning) as caught:
            call()
        assert "2000 of 2000" in str(caught[0].message)


def test_nan_anywhere_in_a_rotation_is_nan_in_its_angles(rng):
    R = sl.cardantor(rng.normal(size=3), sl.X, sl.Y, sl.Z)
    for axes in ((0, 1, 2), (2, 0, 2)):
        for i in range(9):
            spoilt = R.copy()
            spoilt.flat[i] = np.nan
            assert np.isnan(sl.rtocardan(spoilt, *axes)).all()


def test_angles_of_a_scaled_rotation_are_those_of_its_elements():
    R = 3 * sl.cardantor([0.4, 0.2, 0.3], sl.X, sl.Y, sl.Z)
    assert_allclose(sl.rtocardan(R, sl.X, sl.Y, sl.Z).q1, [0.4, np.arcsin(R[0, 2]), 0.3])
    R = 3 * sl.cardantor([0.4, 1.5, 0.3], sl.Z, sl.X, sl.Z)
    assert_allclose(sl.rtocardan(R, sl.Z, sl.X, sl.Z).q1, [0.4, np.arccos(R[2, 2]), 0.3])
