"""Cardan and Euler angles against SciPy's Rotation, finite differences and the definition, up to gimbal lock."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

import spacelib as sl

SEQUENCES = [s for s in itertools.product(range(3), repeat=3) if s[0] != s[1] != s[2]]
DISTANCES = (0.0, 1e-16, 1e-15, 4e-15, 1e-14, 1e-12, 1e-10, 1e-8, 9e-8, 1.1e-7, 1e-6, 1e-4, 1e-2)  # from lock
SHORT = {(0, 1, 2): "card", (2, 0, 2): "eul", (2, 1, 0): "naut"}

every_sequence = pytest.mark.parametrize("axes", SEQUENCES, ids=lambda s: "".join("XYZ"[a] for a in s))


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def is_euler(axes):
    return axes[0] == axes[2]


def sign(axes):
    return 1 if (axes[1] - axes[0]) % 3 == 1 else -1


def angles(rng, axes, n):
    """Triples of the first solution: beta within [-pi/2, pi/2] (Cardan) or [0, pi] (Euler)."""
    q = rng.uniform(-np.pi, np.pi, (n, 3))
    q[:, 1] = rng.uniform(0.0, np.pi, n) if is_euler(axes) else rng.uniform(-np.pi / 2, np.pi / 2, n)
    return q


def locks(axes):
    return (0.0, np.pi) if is_euler(axes) else (np.pi / 2, -np.pi / 2)


def turn(angle):
    """Angle within -pi .. pi."""
    return (angle + np.pi) % (2 * np.pi) - np.pi


@every_sequence
def test_rotations_are_those_of_scipy(axes, rng):
    q = rng.uniform(-10.0, 10.0, (500, 3))
    expected = Rotation.from_euler("".join("XYZ"[a] for a in axes), q).as_matrix()
    assert_allclose(sl.cardantor(q, *axes), expected, rtol=0, atol=4e-15)
    assert_allclose(sl.cardantor4(q, *axes)[:, :3, :3], expected, rtol=0, atol=4e-15)


@every_sequence
def test_angles_are_those_of_scipy(axes, rng):
    R = Rotation.random(500, random_state=3).as_matrix()
    expected = Rotation.from_matrix(R).as_euler("".join("XYZ"[a] for a in axes))
    q1, q2 = sl.rtocardan(R, *axes)
    fall = np.abs(np.sin(q1[:, 1]) if is_euler(axes) else np.cos(q1[:, 1]))
    assert np.max(np.abs(turn(q1 - expected)) * fall[:, None]) < 1e-14
    for q in (q1, q2):
        assert_allclose(sl.cardantor(q, *axes), R, rtol=0, atol=3e-15)
        assert np.all(np.abs(q) <= np.pi)


@every_sequence
def test_angles_come_back(axes, rng):
    q = angles(rng, axes, 2000)
    q1 = sl.rtocardan(sl.cardantor(q, *axes), *axes).q1
    fall = np.abs(np.sin(q[:, 1]) if is_euler(axes) else np.cos(q[:, 1]))
    assert np.max(np.abs(turn(q1 - q)) * fall[:, None]) < 2e-15


@every_sequence
def test_both_triples_give_the_rotation_back_up_to_gimbal_lock(axes, rng):
    for lock, distance, side in itertools.product(locks(axes), DISTANCES, (-1.0, 1.0)):
        q = rng.uniform(-np.pi, np.pi, (50, 3))
        q[:, 1] = lock + side * distance
        R = sl.cardantor(q, *axes)
        with sl.errstate(singular="ignore"):
            q1, q2 = sl.rtocardan(R, *axes)
        # below 4e-15 the lock counts as exact, which costs twice that
        assert_allclose(sl.cardantor(q1, *axes), R, rtol=0, atol=1e-14)
        assert_allclose(sl.cardantor(q2, *axes), R, rtol=0, atol=1e-14)
        assert np.all(np.isfinite([q1, q2]))


@every_sequence
def test_lock_is_reported_below_1e_7_and_only_there(axes):
    for lock in locks(axes):
        for distance in (0.0, 1e-12, 9e-8):
            with pytest.warns(sl.SingularityWarning, match="gimbal lock"):
                sl.rtocardan(sl.cardantor([0.3, lock - distance, 0.2], *axes), *axes)
        sl.rtocardan(sl.cardantor([0.3, lock - 1.1e-7, 0.2], *axes), *axes)  # a warning would be an error


@every_sequence
def test_an_element_beyond_one_by_rounding_gives_no_nan(axes):
    for lock in locks(axes):
        R = sl.cardantor([0.3, lock, 0.2], *axes)
        R = np.where(np.abs(R) > 0.9999999, np.nextafter(R, 2 * R), R)
        with sl.errstate(singular="ignore"):
            q1, q2 = sl.rtocardan(R, *axes)
        assert_allclose(sl.cardantor(q1, *axes), R, rtol=0, atol=1e-14)
        assert np.all(np.isfinite(q2))


@every_sequence
def test_velocity_and_acceleration_are_derivatives_of_the_rotation(axes, rng):
    c = rng.uniform(-1.0, 1.0, (4, 3))  # q(t) = c0 + c1 t + c2 t^2/2 + c3 t^3/6

    def R(t):
        return sl.cardantor(c[0] + t * c[1] + t**2 / 2 * c[2] + t**3 / 6 * c[3], *axes)

    h = 2e-3  # differences of sixth order
    first = (45 * (R(h) - R(-h)) - 9 * (R(2 * h) - R(-2 * h)) + (R(3 * h) - R(-3 * h))) / (60 * h)
    even = 270 * (R(h) + R(-h)) - 27 * (R(2 * h) + R(-2 * h)) + 2 * (R(3 * h) + R(-3 * h))
    second = (even - 490 * R(0.0)) / (180 * h**2)
    w, G = first @ R(0.0).T, second @ R(0.0).T
    assert_allclose(sl.cardanto_omega(c[0], c[1], *axes), w, rtol=0, atol=1e-11)
    assert_allclose(sl.cardanto_OMEGA(c[0], c[1], *axes), sl.mtov(w), rtol=0, atol=1e-11)
    assert_allclose(sl.cardanto_G(*c[:3], *axes), G, rtol=0, atol=2e-9)
    assert_allclose(sl.cardanto_OMEGAPTO(*c[:3], *axes), sl.mtov(G), rtol=0, atol=2e-9)
    # the origin O stands still
    O = np.array([0.3, -0.2, 0.5, 1.0])
    assert_allclose(sl.cardantoW(c[0], c[1], *axes, O) @ O, 0.0, atol=1e-15)
    assert_allclose(sl.cardantoH(*c[:3], *axes, O) @ O, 0.0, atol=1e-14)
    assert_allclose(sl.cardantoW(c[0], c[1], *axes, O)[:3, :3], w, rtol=0, atol=1e-11)
    assert_allclose(sl.cardantoH(*c[:3], *axes, O)[:3, :3], G, rtol=0, atol=2e-9)


@every_sequence
def test_rates_and_accelerations_come_back_in_one_of_the_two_solutions(axes, rng):
    q, qp, qpp = angles(rng, axes, 200), rng.normal(size=(200, 3)), rng.normal(size=(200, 3))
    O = [0.3, -0.2, 0.5, 1.0]
    m, W, H = sl.cardantoM(q, *axes, O), sl.cardantoW(q, qp, *axes, O), sl.cardantoH(q, qp, qpp, *axes, O)
    r = sl.Htocardan(m, W, H, *axes)
    fall = np.abs(np.sin(q[:, 1]) if is_euler(axes) else np.cos(q[:, 1]))[:, None]
    assert np.max(np.abs(r.qp1 - qp) * fall**2) < 1e-13
    assert np.max(np.abs(r.qpp1 - qpp) * fall**3) < 1e-12
    # the second solution has the same velocity and acceleration
    for t, tp, tpp in ((r.q1, r.qp1, r.qpp1), (r.q2, r.qp2, r.qpp2)):
        scale = 1.0 + np.max(np.abs(tpp), axis=1) + np.max(np.abs(tp), axis=1) ** 2
        assert np.max(np.abs(sl.cardantoW(t, tp, *axes, O) - W), initial=0.0) < 1e-12 * np.max(scale)
        assert np.max(np.abs(sl.cardantoH(t, tp, tpp, *axes, O) - H).max(axis=(1, 2)) / scale) < 1e-11
    rates = sl.Wtocardan(m, W, *axes)
    assert np.array_equal(rates.qp1, r.qp1)
    assert np.array_equal(rates.q2, sl.Mtocardan(m, *axes).q2)


@every_sequence
def test_rate_matrices_are_inverse_to_one_another_and_pseudo_inverse_at_lock(axes):
    for beta in (0.3, 1.2, -0.7):
        A = sl.cardantol([0.4, beta, 0.9], *axes)
        assert_allclose(sl.invA(0.4, beta, sign(axes), *axes) @ A, np.eye(3), atol=1e-14)
    for lock in locks(axes):
        A = sl.cardantol([0.4, lock, 0.9], *axes)
        with pytest.warns(sl.SingularityWarning, match="gimbal lock"):
            Ai = sl.invA(0.4, lock, sign(axes), *axes)
        assert_allclose(Ai, np.linalg.pinv(A, rcond=1e-10), atol=1e-14)


@every_sequence
def test_rates_at_lock_are_those_of_least_norm(axes):
    for lock in locks(axes):
        q = [0.4, lock, 0.0]
        w = np.array([0.3, -0.5, 0.7])
        with pytest.warns(sl.SingularityWarning, match="gimbal lock"):
            r = sl.Wtocardan(sl.cardantor4(q, *axes), sl.vtom4(w), *axes)
        expected = np.linalg.pinv(sl.cardantol(r.q1, *axes), rcond=1e-10) @ w
        assert_allclose(r.qp1, expected, atol=1e-14)


@every_sequence
def test_product_matrix_is_the_derivative_of_the_rate_matrix(axes, rng):
    q, qp = rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3)
    h = 1e-3
    A = {s: sl.cardantol(q + s * h * qp, *axes) for s in (-2, -1, 1, 2)}
    rate = (8 * (A[1] - A[-1]) - (A[2] - A[-2])) / (12 * h)
    products = np.array([qp[1] * qp[2], qp[0] * qp[2], qp[0] * qp[1]])
    assert_allclose(sl.cardantoWPROD(q, *axes) @ products, rate @ qp, rtol=0, atol=1e-11)


@pytest.mark.parametrize("axes", SHORT, ids=SHORT.values())
def test_short_names_are_their_sequences(axes, rng):
    q, qp, qpp, O = rng.normal(size=3), rng.normal(size=3), rng.normal(size=3), [1.0, 2.0, 3.0, 1.0]
    short = SHORT[axes]
    m, W, H = sl.cardantoM(q, *axes, O), sl.cardantoW(q, qp, *axes, O), sl.cardantoH(q, qp, qpp, *axes, O)
    assert np.array_equal(getattr(sl, f"{short}toM")(q, O), m)
    assert np.array_equal(getattr(sl, f"{short}toW")(q, qp, O), W)
    assert np.array_equal(getattr(sl, f"{short}toH")(q, qp, qpp, O), H)
    for got, expected in (
        (getattr(sl, f"Mto{short}")(m), sl.Mtocardan(m, *axes)),
        (getattr(sl, f"Wto{short}")(m, W), sl.Wtocardan(m, W, *axes)),
        (getattr(sl, f"Hto{short}")(m, W, H), sl.Htocardan(m, W, H, *axes)),
    ):
        assert all(np.array_equal(g, e) for g, e in zip(got, expected, strict=True))


@given(st.sampled_from(SEQUENCES), st.lists(st.floats(-1e4, 1e4), min_size=3, max_size=3))
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
def test_any_angles_go_round(axes, q):
    R = sl.cardantor(q, *axes)
    with sl.errstate(singular="ignore"):
        q1, q2 = sl.rtocardan(R, *axes)
    assert_allclose(sl.cardantor(q1, *axes), R, rtol=0, atol=5e-15)
    assert_allclose(sl.cardantor(q2, *axes), R, rtol=0, atol=5e-15)
