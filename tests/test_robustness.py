"""Numbers at their limits, checked by independent mathematics; singular answers and what they say."""

import asyncio
import io
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import spacelib as sl

LONG = np.longdouble
SETTINGS = settings(max_examples=200, deadline=None, derandomize=True, database=None)
needs_long_double = pytest.mark.skipif(np.finfo(LONG).eps > 1e-18, reason="no extended precision to compare with")


@pytest.fixture
def rng():
    return np.random.default_rng(2)


def unit(rng, n):
    u = rng.standard_normal((n, 3))
    return u / np.linalg.norm(u, axis=1, keepdims=True)


def point(x):
    return np.concatenate([x, np.ones((*np.shape(x)[:-1], 1))], axis=-1)


def quietly(function, *args, **kwargs):
    with sl.errstate(singular="ignore"):
        return function(*args, **kwargs)


# ---------------------------------------------------------------------------------------------- sine, arctangent


def ulps(got, exact):
    """Error in units of the last place of the exact value."""
    return np.max(np.abs((got.astype(LONG) - exact) / np.spacing(np.abs(exact).astype(float))).astype(float))


def angles_of_every_kind(rng):
    half_pi = LONG(np.pi) / 2 + LONG(6.123233995736766e-17)
    multiples = (np.arange(-63661, 63662, 3) * half_pi).astype(float)
    return {
        "turns": rng.uniform(-10, 10, 100_000),
        "many turns": rng.uniform(-1e5, 1e5, 100_000),
        "beyond": rng.choice([-1, 1], 20_000) * 10 ** rng.uniform(5, 300, 20_000),
        "all sizes": rng.choice([-1, 1], 50_000) * 10 ** rng.uniform(-320, 5, 50_000),
        "multiples of pi/2": np.concatenate([multiples, np.nextafter(multiples, 9e9), np.nextafter(multiples, -9e9)]),
        "denormals": np.arange(-500, 500) * 5e-324,
        "border": np.array([1e5, np.nextafter(1e5, 0), np.nextafter(1e5, 1e9), 1e6, 1e22]),
    }


@needs_long_double
def test_sine_and_cosine_are_within_one_ulp(rng):
    for kind, x in angles_of_every_kind(rng).items():
        R = sl.rotat2(sl.Z, x)
        assert ulps(R[:, 1, 0], np.sin(x.astype(LONG))) <= 1.0, kind
        assert ulps(R[:, 0, 0], np.cos(x.astype(LONG))) <= 1.0, kind


def test_the_sign_of_a_zero_angle_is_kept():
    for angle in (-0.0, np.full(9, -0.0)):
        assert np.all(np.signbit(sl.rotat2(sl.Z, angle)[..., 1, 0]))
    assert not np.any(np.signbit(sl.rotat2(sl.Z, np.zeros(9))[..., 1, 0]))


def arctangent(y, x):
    """atan2 as rtocardan computes its third angle."""
    R = np.zeros((*np.shape(y), 3, 3))
    R[..., 0, 0], R[..., 0, 1], R[..., 1, 1], R[..., 2, 2] = x, np.negative(y), 1.0, 1.0
    return quietly(sl.rtocardan, R, sl.X, sl.Y, sl.Z).q1[..., 2]


@needs_long_double
def test_arctangent_is_within_two_ulps(rng):
    t = rng.uniform(-np.pi, np.pi, 300_000)
    tiny = rng.standard_normal(50_000) * 10 ** rng.uniform(-300, 0, 50_000)
    one = rng.choice([-1.0, 1.0], 50_000)
    for kind, (y, x) in {
        "circle": (np.sin(t), np.cos(t)),
        "near the x axis": (tiny, one),
        "near the y axis": (one, tiny),
        "near tan pi/8": (0.41421356237309503 * (1 + 1e-15 * np.arange(-50, 50)), np.ones(100)),
        "denormals": (np.arange(-50, 50) * 5e-324, np.ones(100)),
        "large": (rng.standard_normal(1000) * 1e300, rng.standard_normal(1000) * 1e300),
    }.items():
        assert ulps(arctangent(y, x), np.arctan2(y.astype(LONG), x.astype(LONG))) <= 2.0, kind


def test_arctangent_of_zeros_and_of_the_largest_numbers_is_that_of_numpy():
    for y, x in ((0.0, 1.0), (-0.0, 1.0), (0.0, -1.0), (-0.0, -1.0), (1.7e308, -1.2e308), (1.7e308, 1.7e308)):
        got, expected = arctangent(np.array([y]), np.array([x]))[0], np.arctan2(y, x)
        assert_allclose(got, expected, rtol=1e-15)
        assert np.signbit(got) == np.signbit(expected)


# ---------------------------------------------------------------------------------------------- screws

SMALL = (1e-300, 1e-200, 1e-100, 1e-20, 1e-15, 1e-9, 1e-8, 1.5e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.0999, 0.1002)
LARGE = (0.5, 1.57, 1.58, 2.0, 3.0, 3.04, np.pi - 0.1, np.pi - 1e-3, np.pi - 1e-7, np.pi - 1e-10, np.pi - 1e-12)


@pytest.mark.parametrize("phi", SMALL + LARGE)
def test_axis_and_angle_come_back_at_every_angle(phi, rng):
    u = unit(rng, 300)
    for dim in (3, 4):
        got = sl.extract(sl.rotat(u, phi, dim))
        assert_allclose(got.u, u, rtol=0, atol=2e-15)
        assert_allclose(got.phi, phi, rtol=2e-15)


@pytest.mark.parametrize("phi", SMALL + LARGE)
def test_screws_come_back_at_every_angle(phi, rng):
    u = unit(rng, 300)
    P = np.cross(u, rng.standard_normal((300, 3)))  # nearest the origin
    h = phi * rng.standard_normal(300)
    got = sl.mtoscrew(sl.screwtom(u, phi, h, point(P)))
    assert_allclose(got.u, u, rtol=0, atol=2e-15)
    assert_allclose(got.phi, phi, rtol=2e-15)
    assert_allclose(got.h, h, rtol=0, atol=1e-14 * min(phi, 1.0) if phi < 1 else 2e-14)
    assert_allclose(got.P, point(P), rtol=0, atol=5e-14)


def test_half_turns_have_the_axis_of_their_symmetric_part(rng):
    u = unit(rng, 500)
    got = sl.extract(2 * u[:, :, None] * u[:, None, :] - np.eye(3))
    assert_allclose(np.abs(np.sum(got.u * u, axis=1)), 1.0, rtol=1e-15)
    assert_allclose(got.phi, np.pi, rtol=1e-15)


def test_a_translation_is_a_screw_without_angle(rng):
    u, h = unit(rng, 50), 10 ** rng.uniform(-200, 200, 50)
    got = sl.mtoscrew(sl.traslat(u, h))
    assert_allclose(got.u, u, rtol=0, atol=1e-15)
    assert_allclose(got.h, h, rtol=1e-15)
    assert np.all(got.phi == 0)
    assert np.all(got.P == sl.ORIGIN)


# ---------------------------------------------------------------------------------------------- vectors

numbers = st.floats(allow_nan=False, allow_infinity=False)


@needs_long_double
@given(st.lists(numbers, min_size=3, max_size=3))
@SETTINGS
def test_unit_vectors_and_lengths_neither_overflow_nor_underflow(v):
    exact = np.array(v, LONG)
    length = np.sqrt(np.sum(exact * exact))
    got = sl.unitv(v)
    if length == 0:
        assert got.length == 0
        assert np.all(got.u == 0)
        return
    assert_allclose(got.u, (exact / length).astype(float), rtol=4e-16, atol=5e-324)
    with np.errstate(over="ignore"):
        assert_allclose(got.length, float(length), rtol=4e-16, atol=5e-324)
        assert_allclose(sl.mod(v), float(length), rtol=4e-16, atol=5e-324)


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 1e-200, 1e-141, 1e-140, 1e-139, 1e139, 1e140, 1e141, 1e200, 3e307])
def test_a_vector_of_any_scale_has_its_direction(scale):
    v = np.array([2.0, -3.0, 6.0]) / 7.0
    if scale == 5e-324:
        assert_allclose(sl.unitv([3 * scale, 4 * scale, 0.0]).u, [0.6, 0.8, 0.0], rtol=1e-15)
        return
    tolerance = 1e-15 + 5e-324 / scale
    assert_allclose(sl.unitv(scale * v).u, v, rtol=tolerance)
    assert_allclose(sl.line2p(sl.ORIGIN, [*(scale * v), 1.0]).dir, v, rtol=tolerance)
    assert_allclose(sl.plane2(sl.ORIGIN, scale * v)[:3], v, rtol=tolerance)
    assert_allclose(sl.frameV(scale * v, scale * v[::-1], sl.X, sl.Y)[:, 0], v, rtol=tolerance)
    assert_allclose(sl.angle([*(scale * v), 1], sl.ORIGIN, [*(scale * v[::-1]), 1]), np.arccos(v @ v[::-1]), rtol=1e-14)


# ---------------------------------------------------------------------------------------------- nearest rotation


def nearest_by_svd(A):
    """Nearest proper rotation, and the gap that says how well it is defined."""
    U, s, Vt = np.linalg.svd(A)
    d = np.sign(np.linalg.det(U @ Vt))
    D = np.ones(s.shape)
    D[..., 2] = d
    return (U * D[..., None, :]) @ Vt, (s[..., 1] + d * s[..., 2]) / s[..., 0]


def rotations(rng, n):
    return sl.rotat(unit(rng, n), rng.uniform(0, np.pi, n))


def matrices_of_every_kind(rng):
    n = 500
    Q, P = rotations(rng, n), rotations(rng, n)
    spread = 10 ** rng.uniform(-6, 0, (n, 3))
    return {
        "any": rng.standard_normal((n, 3, 3)),
        "almost rotations": Q + 1e-6 * rng.standard_normal((n, 3, 3)),
        "ill conditioned": (Q * spread[:, None, :]) @ P,
        "reflections": Q @ np.diag([2.0, 1.0, -0.5]) @ P,
        "rank two": Q @ np.diag([2.0, 1.0, 0.0]) @ P,
    }


def test_normal_is_the_nearest_rotation_of_the_singular_values(rng):
    for kind, A in matrices_of_every_kind(rng).items():
        expected, gap = nearest_by_svd(A)
        well = gap > 1e-9
        for got in (quietly(sl.normal3, A), quietly(sl.normal4, sl.mcopy34(A))[:, :3, :3]):
            error = np.max(np.abs(got - expected), axis=(1, 2))
            assert np.max((error * gap)[well]) < 3e-14, kind
            assert_allclose(got @ np.swapaxes(got, 1, 2), np.broadcast_to(np.eye(3), got.shape), rtol=0, atol=1e-14)
            assert_allclose(np.linalg.det(got), 1.0, rtol=1e-14)


@pytest.mark.parametrize("power", [-300, -200, -110, -50, 50, 100, 103, 150, 155, 200, 300])
def test_normal_does_not_depend_on_the_scale(power, rng):
    A = rotations(rng, 20) + 0.1 * rng.standard_normal((20, 3, 3))
    assert_allclose(sl.normal(A * 2.0 ** int(power * 3.3)), sl.normal(A), rtol=0, atol=1e-14)
    B = A @ np.diag([1.0, 1.0, -0.3])
    assert_allclose(sl.normal(B * 2.0 ** int(power * 3.3)), sl.normal(B), rtol=0, atol=1e-13)


NOT_UNIQUE = [np.zeros((3, 3)), np.diag([2.0, 0, 0]), -np.eye(3), np.diag([3.0, 2, -2]), np.ones((3, 3))]


@pytest.mark.parametrize("A", NOT_UNIQUE)
def test_normal_of_a_matrix_without_a_nearest_rotation_is_a_rotation_as_near_as_any(A):
    with pytest.warns(sl.SingularityWarning, match="not unique"):
        R = sl.normal(A)
    assert_allclose(R @ R.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(R) > 0
    s = np.linalg.svd(A, compute_uv=False)
    best = s[0] + s[1] + (s[2] if np.linalg.det(A) >= 0 else -s[2])
    assert_allclose(np.sum(R * A), best, atol=1e-13)


# ---------------------------------------------------------------------------------------------- dynamic equation


def velocity_matrix(a):
    M = np.zeros((4, 4))
    M[:3, :3] = [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]
    M[:3, 3] = a[3:]
    return M


def action_matrix(f):
    M = velocity_matrix(f)
    M[3, :3] = -M[:3, 3]
    return M


def spatial(J):
    """6x6 matrix of (angular; linear) acceleration to (couple; force), column by column from F = Wp J - (Wp J)^t."""
    columns = []
    for a in np.eye(6):
        P = velocity_matrix(a) @ J
        F = P - P.T
        columns.append([F[2, 1], F[0, 2], F[1, 0], F[0, 3], F[1, 3], F[2, 3]])
    return np.array(columns).T


@given(st.integers(0, 63), st.integers(0, 2**32 - 1))
@SETTINGS
def test_dyn_eq_is_the_direct_solution_of_six_equations(flags, seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((4, 8))
    J, a, f = X @ X.T, rng.standard_normal(6), rng.standard_normal(6)
    unknown = np.array([(flags >> k) & 1 for k in range(6)], bool)
    var = [unknown.astype(int), (~unknown).astype(int)]
    # I a - f = 0 with six of the twelve numbers given
    A = spatial(J)
    M = np.where(unknown, A, -np.eye(6))
    x = np.linalg.solve(M, np.where(unknown, f, 0.0) - A[:, ~unknown] @ a[~unknown])
    Wp, F = sl.dyn_eq(J, velocity_matrix(a), action_matrix(f), var)
    tolerance = 1e-12 * np.linalg.cond(A) * (1 + np.max(np.abs(x)))
    assert_allclose(Wp, velocity_matrix(np.where(unknown, x, a)), rtol=0, atol=tolerance)
    assert_allclose(F, action_matrix(np.where(unknown, f, x)), rtol=0, atol=tolerance)
    assert np.array_equal(F, -F.T)


def test_dyn_eq_of_a_very_small_body_is_not_singular():
    J = sl.jtoJ(1e-3, 1e-19, 2e-19, 2.5e-19, 0, 0, 0, 0, 0, 0)  # a gram within ten nanometres
    Wp = sl.dyn_eq(J, sl.NULL4, sl.actom(0, 0, 0, 0, 0, 1e-19), [[1] * 6, [0] * 6]).Wp
    assert_allclose(Wp[1, 0], 0.4, rtol=1e-12)


# ---------------------------------------------------------------------------------------------- lines and planes


@pytest.mark.parametrize("crossing", [1.0, 1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_lines_through_one_point_are_incident(crossing, scale, rng):
    I, a = scale * rng.standard_normal((500, 3)), unit(rng, 500)
    b = a + crossing * np.cross(a, unit(rng, 500))
    b /= np.linalg.norm(b, axis=1, keepdims=True)
    l1 = sl.Line(point(I + scale * rng.uniform(-3, 3, (500, 1)) * a), 2.0 * a)
    l2 = sl.Line(point(I + scale * rng.uniform(-3, 3, (500, 1)) * b), b)
    got = sl.intersection(l1, l2)
    assert np.mean(got.inttype == 0) == 1.0
    angle = np.linalg.norm(np.cross(a, b), axis=1)
    assert np.max(np.linalg.norm(got.I[:, :3] - I, axis=1) * angle) < 1e-13 * scale


def test_skew_lines_have_the_distance_of_least_squares(rng):
    P1, P2, a, b = rng.standard_normal((4, 300, 3))
    got = sl.intersection(sl.Line(point(P1), a), sl.Line(point(P2), b))
    for i in range(300):
        x, *_ = np.linalg.lstsq(np.stack([a[i], -b[i]], axis=1), P2[i] - P1[i], rcond=None)
        foot1, foot2 = P1[i] + x[0] * a[i], P2[i] + x[1] * b[i]
        assert_allclose(got.mindist[i], np.linalg.norm(foot1 - foot2), atol=1e-11)
        assert_allclose(got.I[i, :3], (foot1 + foot2) / 2, atol=1e-9)
    assert np.all(got.inttype == 1)


@pytest.mark.parametrize("scale", [1e-200, 1e-80, 1.0, 1e80, 1e200])
def test_planes_and_lines_do_not_depend_on_the_scale_of_their_equations(scale):
    line = sl.inters2pl(scale * np.array([1.0, 0, 0, -2]), scale * np.array([0.0, 1, 0, -3]))
    assert_allclose(line.P, [2, 3, 0, 1], rtol=1e-14)
    assert_allclose(line.dir, [0, 0, 1], rtol=1e-14)
    hit = sl.interslpl(([1, 1, 0, 1], [0, 0, scale]), scale * np.array([0, 0, 1.0, -3]))
    assert hit.inttype == 0
    assert_allclose(hit.I, [1, 1, 3, 1], rtol=1e-14)


# ---------------------------------------------------------------------------------------------- singular answers

LOCKED = sl.cardantor4([0.3, np.pi / 2, 0.0], sl.X, sl.Y, sl.Z)
O, A, B = [0.0, 0, 0, 1], [1.0, 2, 3, 1], [2.0, 4, 6, 1]
UNKNOWN = [[1] * 6, [0] * 6]


def lengths(A):
    return np.linalg.norm(A, axis=0).round(12).tolist()


SINGULAR = {
    "extract": (lambda: sl.extract(sl.UNIT3), lambda r: (r.u == 0).all() and r.phi == 0),
    "extract4": (lambda: sl.extract(sl.UNIT4), lambda r: (r.u == 0).all() and r.phi == 0),
    "mtoscrew": (lambda: sl.mtoscrew(sl.UNIT4), lambda r: (r.u == 0).all() and r.h == 0 and (r.P == O).all()),
    "rtocardan": (lambda: sl.rtocardan(LOCKED, 0, 1, 2), lambda r: r.q1[2] == 0),
    "Mtocard": (lambda: sl.Mtocard(LOCKED), lambda r: abs(r.q1[1] - np.pi / 2) < 1e-15),
    "Mtoeul": (lambda: sl.Mtoeul(sl.UNIT4), lambda r: (r.q1 == 0).all()),
    "Wtocard": (lambda: sl.Wtocard(LOCKED, sl.vtom4([1, 0, 0])), lambda r: np.allclose(r.qp1, [0.5, 0, 0.5])),
    "Htocard": (lambda: sl.Htocard(LOCKED, sl.NULL4, sl.vtom4([1, 0, 0])), lambda r: np.allclose(r.qpp1[::2], 0.5)),
    "invA": (lambda: sl.invA(0.0, np.pi / 2, 1, 0, 1, 2), lambda r: np.isfinite(r).all()),
    "frameV": (lambda: sl.frameV(A[:3], B[:3], 0, 1), lambda r: lengths(r) == [1, 0, 0]),
    "frameP4": (lambda: sl.frameP4(O, A, B, 1, 2), lambda r: lengths(r) == [0, 1, 0, 1]),
    "frame4P": (lambda: sl.frame4P(A, A, B, 0, 1), lambda r: (r[:, 3] == A).all()),
    "frame4V": (lambda: sl.frame4V(A, [0, 0, 0], [0, 0, 1], 0, 1), lambda r: (r[:3, :3] == 0).all()),
    "plane": (lambda: sl.plane(O, A, B), lambda r: (r == 0).all()),
    "plane2": (lambda: sl.plane2(A, [0, 0, 0]), lambda r: (r == 0).all()),
    "line2p": (lambda: sl.line2p(A, A), lambda r: (r.dir == 0).all() and (r.P == A).all()),
    "linepvect": (lambda: sl.linepvect(A, [0, 0, 0]), lambda r: (r.dir == 0).all() and (r.P == A).all()),
    "projponl": (lambda: sl.projponl(A, (O, [0, 0, 0])), lambda r: (r.I == O).all() and r.distance == np.sqrt(14)),
    "inters2pl": (lambda: sl.inters2pl([0, 0, 1, 1], [0, 0, 2, 1]), lambda r: (r.dir == 0).all()),
    "intermediate": (lambda: sl.intermediate(A, 2.0, O, -2.0), lambda r: r.tolist() == [2, 4, 6, 0]),
    "angle": (lambda: sl.angle(A, A, B), lambda r: r == np.pi / 2),
    "traslat": (lambda: sl.traslat([0, 0, 0], 3.0), lambda r: (r == np.eye(4)).all()),
    "WtoL": (lambda: sl.WtoL(sl.NULL4), lambda r: (r == 0).all()),
    "Wtovel": (lambda: sl.Wtovel(sl.NULL4), lambda r: (r.u == 0).all() and r.omega == 0 and r.vel == 0),
    "normal": (lambda: sl.normal(sl.NULL3), lambda r: np.allclose(r @ r.T, np.eye(3))),
    "solve": (lambda: sl.solve([[1, 1], [1, 1]], [2, 2]), lambda r: np.allclose(r.x, [1, 1]) and r.rank == 1),
    "minvers": (lambda: sl.minvers([[2, 0], [0, 0]]), lambda r: np.allclose(r.Ai, [[0.5, 0], [0, 0]]) and r.rank == 1),
    "dyn_eq": (lambda: sl.dyn_eq(sl.NULL4, sl.NULL4, sl.NULL4, UNKNOWN), lambda r: not r.Wp.any() and not r.F.any()),
}  # fmt: skip


@pytest.mark.parametrize("name", SINGULAR)
def test_a_singular_case_warns_once_and_gives_the_best_defined_answer(name):
    call, best = SINGULAR[name]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    assert best(result)
    assert [w.category for w in caught] == [sl.SingularityWarning]
    assert caught[0].filename == __file__  # it points at the caller
    with sl.errstate(singular="ignore"):
        assert best(call())
    with sl.errstate(singular="raise"), pytest.raises(sl.SingularityError):
        call()


def test_a_batch_says_how_many_items_are_singular():
    R = np.stack([np.eye(3), sl.rotat2(sl.X, 0.3), np.eye(3)])
    with pytest.warns(sl.SingularityWarning, match="2 of 3 items"):
        sl.extract(R)


def test_errstate_nests_restores_and_decorates():
    def state():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                sl.extract(sl.UNIT3)
        except sl.SingularityError:
            return "raise"
        except sl.SingularityWarning:
            return "warn"
        return "ignore"

    assert state() == "warn"
    with sl.errstate(singular="ignore") as outer:
        assert state() == "ignore"
        with sl.errstate(singular="raise"):
            assert state() == "raise"
            with outer:
                assert state() == "ignore"
            assert state() == "raise"
        assert state() == "ignore"
    assert state() == "warn"
    with pytest.raises(KeyError), sl.errstate(singular="ignore"):
        raise KeyError
    assert state() == "warn"
    decorated = sl.errstate(singular="raise")(state)
    assert decorated() == "raise"
    assert sl.errstate(singular="ignore")(lambda: (state(), decorated()))() == ("ignore", "raise")
    assert state() == "warn"
    for wrong in ("quiet", None, 1, []):
        with pytest.raises(ValueError, match="`singular`"):
            sl.errstate(singular=wrong)


def test_errstate_belongs_to_its_thread():
    barrier = threading.Barrier(2)

    def choose(singular):
        with sl.errstate(singular=singular):
            barrier.wait(10)
            try:
                sl.extract(sl.UNIT3)
            except sl.SingularityError:
                return "raise"
            finally:
                barrier.wait(10)
        return "ignore"

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(choose, ("raise", "ignore"), timeout=30)) == ["raise", "ignore"]


def test_one_errstate_serves_as_decorator_in_many_threads_at_once():
    barrier = threading.Barrier(8)

    @sl.errstate(singular="ignore")
    def work(_):
        barrier.wait(10)  # all threads are inside
        sl.extract(sl.UNIT3)
        barrier.wait(10)
        return True

    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert all(pool.map(work, range(8), timeout=30))


def test_one_errstate_serves_many_tasks_at_once():
    state = sl.errstate(singular="ignore")

    async def work():
        with state:
            await asyncio.sleep(0)
            sl.extract(sl.UNIT3)
            await asyncio.sleep(0)
        return True

    async def main():
        return await asyncio.gather(*(work() for _ in range(8)))

    assert all(asyncio.run(main()))


# ---------------------------------------------------------------------------------------------- odds and ends


def test_rotat34_takes_the_axis_u_as_the_legacy_does():
    assert np.array_equal(sl.rotat34(sl.U, 0.7, A), sl.rotat24(sl.U, 0.7, A))


def test_a_refused_point_leaves_out_alone():
    for function in (sl.rotat24, sl.rotat34, sl.traslat24):
        for P in (np.array([1.0, 2.0, 3.0, 0.0]), np.array([[1.0, 2.0, 3.0, 1.0], [1.0, 2.0, 3.0, 0.0]])):
            out = np.full((*P.shape[:-1], 4, 4), 7.0)
            with pytest.raises(ValueError, match="fourth"):
                function(sl.X, 1.0, P, out=out)
            assert (out == 7.0).all()


def test_large_integers_are_printed_exactly():
    text = io.StringIO()
    sl.iprintmat("A", [[2**62 + 1, -(2**62) - 1]], file=text)
    assert text.getvalue().split() == ["A", str(2**62 + 1), str(-(2**62) - 1)]


PRINT = ["printm", "printm3", "printm4", "fprintm3", "fprintm4", "prmat", "printmat", "iprintmat"]


@pytest.mark.parametrize("name", PRINT)
def test_print_routines_refuse_by_name(name):
    for bad in (None, "abc", np.ones((2, 4, 4)), np.ones((2, 2, 3, 3)), [[1], [2, 3]], 1j * np.eye(4), 3):
        with pytest.raises((ValueError, TypeError), match="`m`"):
            getattr(sl, name)("title", bad, file=io.StringIO())


@pytest.mark.parametrize("shape", [(2, 0), (0, 0), (0, 3), (2, 1)], ids=str)
def test_an_empty_system_has_rank_zero(shape):
    got = sl.linear(np.zeros(shape))
    assert got.irank == 0
    assert got.H.shape == shape
    assert sl.pseudo_inv(np.zeros(shape)).rank == 0


def test_constants_cannot_be_changed():
    for name in ("Xaxis", "Yaxis_n", "ORIGIN", "NULL3", "UNIT3", "NULL4", "UNIT4"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(sl, name)[...] = 5.0
