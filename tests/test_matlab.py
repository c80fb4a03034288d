"""The MATLAB names: all there, in MATLAB order, and the same numbers as the C-named functions."""

import doctest

import numpy as np
import pytest
from comparing import same
from numpy.testing import assert_allclose, assert_array_equal

import spacelib as sl
import spacelib.matlab as ml

NAMES = [
    "dhtom", "dhtomstd", "extract", "mtoscrew", "screwtom", "screwto2", "rotat", "rotat2", "rotat24", "rotat34",
    "traslat", "traslat2", "traslat24", "aaxis",
    "veactowh", "vactowh2", "vactowh3", "makel", "makel2", "wtol", "wtovel", "coriolis", "gtom", "gtomgapt",
    "jtoj", "actom", "skew", "psedot", "tracljlt", "dyn_eq",
    "normal", "normal3", "normal_g", "normskew", "adj3",
    "mami", "miam", "mamt", "miamit", "invers", "mtov", "vtom",
    "cardator", "rtocarda", "cardatom", "mtocarda", "cardtoom", "cardtome", "cardatow", "wtocarda", "cardatoh",
    "htocarda", "cardatog", "cardompt", "cardatol", "cardtowp", "inva", "atilde",
    "framev", "framep", "frame4p", "frame4v",
    "aangle", "distp", "intermed", "middle", "vect", "line2p", "linpvect", "projponl", "distpp", "project", "plane",
    "plane2", "inter2pl", "interlpl", "intersec",
    "molt", "rmolt", "ssum", "sub", "jnorm", "clearmat", "idmat", "transp", "pseudinv", "dot3", "dot2", "modulus",
    "unitv", "vector", "crosstom", "crossmto", "mcopy", "mmcopy", "mvcopy", "vmcopy", "zerom", "jrand", "rad", "deg",
    "grad",
    "linears", "solve_l", "minvers", "swabr", "swabc", "normalr", "elimin", "rmax",
    "printm", "fprintm", "prmat",
]  # fmt: skip

CONSTANTS = [
    "X", "Y", "Z", "U", "SYMM_", "SKEW_", "Rev", "Pri", "Tor", "For", "Row", "Col", "OK", "NOTOK", "PIG", "PIG_2",
    "PIG2", "Xaxis", "Yaxis", "Zaxis", "Xaxis_n", "Yaxis_n", "Zaxis_n", "ORIGIN", "NULL3", "UNIT3", "NULL4", "UNIT4",
]  # fmt: skip

AXES = "XYZ"
SEQUENCES = ["XYZ", "ZXZ", "ZYX", "YXZ", "XZX"]


@pytest.fixture
def rng():
    return np.random.default_rng(20)


def pose(rng, *lead):
    """Random poses, from random angles and places."""
    return sl.cardantoM(rng.uniform(-1, 1, (*lead, 3)), sl.X, sl.Y, sl.Z, point(rng, *lead))


def point(rng, *lead):
    return np.concatenate([rng.uniform(-2, 2, (*lead, 3)), np.ones((*lead, 1))], axis=-1)


def velocity(rng, *lead):
    """Random velocity or acceleration matrices: a skew block, any last column, a null last row."""
    W = np.zeros((*lead, 4, 4))
    W[..., :3, :3] = sl.vtom(rng.normal(size=(*lead, 3)))
    W[..., :3, 3] = rng.normal(size=(*lead, 3))
    return W


def inertia(rng):
    A = rng.normal(size=(4, 6))
    return A @ A.T


# ---------------------------------------------------------------------------------------------- names and examples

def test_there_are_113_names():
    assert len(set(NAMES)) == 113
    assert set(ml.__all__) == set(NAMES) | set(CONSTANTS)


def test_star_import_gives_every_name():
    space = {}
    exec("from spacelib.matlab import *", space)
    assert set(NAMES) | set(CONSTANTS) <= set(space)


@pytest.mark.parametrize("name", NAMES)
def test_function_has_an_example_that_holds(name):
    function = getattr(ml, name)
    assert callable(function)
    assert function.__doc__
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tests = doctest.DocTestFinder(recurse=False).find(function, name, globs={**vars(ml), "np": np})
    for test in tests:
        runner.run(test)
    assert sum(len(test.examples) for test in tests) > 0
    assert runner.failures == 0


def test_module_example_holds():
    assert doctest.testmod(ml).failed == 0


def test_axes_count_from_one_and_other_constants_are_those_of_spacelib():
    assert (ml.X, ml.Y, ml.Z, ml.U) == (1, 2, 3, 4)
    assert (ml.SYMM_, ml.SKEW_) == (sl.SYMM, sl.SKEW)
    for name in set(CONSTANTS) - {"X", "Y", "Z", "U", "SYMM_", "SKEW_"}:
        assert_array_equal(getattr(ml, name), getattr(sl, name))


# ---------------------------------------------------------------------------------------------- position

@pytest.mark.parametrize("axis", AXES)
def test_functions_with_one_axis_agree(rng, axis):
    one, zero = getattr(ml, axis), getattr(sl, axis)
    q, qp, qpp, pitch = rng.normal(size=4)
    P = point(rng)
    same(ml.rotat2(one, q), sl.rotat2(zero, q))
    same(ml.rotat24(one, q, P), sl.rotat24(zero, q, P))
    same(ml.rotat34(one, q, P), sl.rotat34(zero, q, P))
    same(ml.traslat2(one, q), sl.traslat2(zero, q))
    same(ml.traslat24(one, q, P), sl.traslat24(zero, q, P))
    same(ml.aaxis(one), sl.axis(zero))
    for jtype in (ml.Rev, ml.Pri):
        same(ml.vactowh2(jtype, one, qp, qpp), sl.velacctoWH2(jtype, zero, qp, qpp))
        same(ml.vactowh3(jtype, one, qp, qpp, P), sl.velacctoWH3(jtype, zero, qp, qpp, P))
        same(ml.makel2(jtype, one, pitch, P), sl.makeL2(jtype, zero, pitch, P))


def test_axis_u_does_not_turn():
    assert_array_equal(ml.rotat2(ml.U, 0.3), np.eye(3))
    assert_array_equal(ml.rotat24(ml.U, 0.3, [1, 2, 3])[:3, :3], np.eye(3))


def test_links_agree(rng):
    theta, d, b, a, alpha, q = rng.normal(size=6)
    for jtype in (ml.Rev, ml.Pri):
        same(ml.dhtom(jtype, theta, d, b, a, alpha, q), sl.dhtom(jtype, theta, d, b, a, alpha, q))
        same(ml.veactowh(jtype, d, b), sl.velacctoWH(jtype, d, b))
    same(ml.dhtomstd(theta, d, a, alpha), sl.DHtoMstd(theta, d, a, alpha))


def test_screws_have_the_point_before_the_translation(rng):
    u, phi, P, h = sl.unitv(rng.normal(size=3)).u, 0.7, point(rng), 0.4
    M = ml.screwtom(u, phi, P, h)
    same(M, sl.screwtom(u, phi, h, P))
    same(ml.screwto2(u, phi, P, h), M)
    got, expected = ml.mtoscrew(M), sl.mtoscrew(M)
    assert got._fields == ("u", "phi", "P", "h")
    same(got, (expected.u, expected.phi, expected.P, expected.h))
    same(ml.screwtom(*got), M)


def test_axis_of_rotation_is_normalised(rng):
    u = rng.normal(size=3)
    same(ml.rotat(5 * u, 0.3), sl.rotat(sl.unitv(u).u, 0.3))
    same(ml.screwtom(5 * u, 0.3, ml.ORIGIN, 2.0), sl.screwtom(sl.unitv(u).u, 0.3, 2.0, sl.ORIGIN))
    same(ml.makel(ml.Rev, 5 * u, 0.1, [1, 2, 3]), sl.makeL(sl.Rev, sl.unitv(u).u, 0.1, [1, 2, 3, 1]))
    same(ml.traslat(5 * u, 0.3), sl.traslat(u, 0.3))
    same(ml.extract(ml.rotat(u, 0.3)), (sl.unitv(u).u, 0.3))


def test_zero_axis_is_singular():
    with pytest.warns(sl.SingularityWarning, match="rotat: a zero vector"):
        assert_array_equal(ml.rotat([0, 0, 0], 0.3), np.eye(3))
    with pytest.warns(sl.SingularityWarning, match="screwtom: a zero vector"):
        assert_array_equal(ml.screwtom([0, 0, 0], 0.3, [1, 2, 3], 2.0), np.eye(4))
    with pytest.warns(sl.SingularityWarning, match=r"makel: a zero vector .*1 of 2 items"):
        L = ml.makel(ml.Rev, [[0, 0, 0], [0, 0, 2]], 0.1, ml.ORIGIN)
    same(L, [np.zeros((4, 4)), sl.makeL(sl.Rev, sl.Zaxis, 0.1, sl.ORIGIN)])


def test_singular_answers_warn_and_can_be_silenced():
    with pytest.warns(sl.SingularityWarning, match="identity"):
        assert_array_equal(ml.mtoscrew(ml.UNIT4).u, np.zeros(3))
    with sl.errstate(singular="ignore"):
        assert_array_equal(ml.extract(ml.UNIT3).u, np.zeros(3))
    with sl.errstate(singular="raise"), pytest.raises(sl.SingularityError):
        ml.rotat([0, 0, 0], 0.3)


# ---------------------------------------------------------------------------------------------- motion, dynamics

def test_motion_agrees(rng):
    W0, W1, H0, H1 = velocity(rng), velocity(rng), velocity(rng), velocity(rng)
    same(ml.coriolis(H0, H1, W0, W1), sl.coriolis(H0, H1, W0, W1))
    same(ml.wtol(W0), sl.WtoL(W0))
    same(ml.wtovel(W0), tuple(sl.Wtovel(W0)))
    assert ml.wtovel(W0)._fields == ("axis", "omega", "vel", "P")
    same(ml.gtom(1, 2, 3), sl.gtom(1, 2, 3))
    same(ml.gtomgapt(H0[:3, :3]), sl.Gtomegapto(H0[:3, :3]))


def test_dynamics_agrees(rng):
    W, J = velocity(rng), inertia(rng)
    numbers = rng.uniform(0.1, 1, 10)
    PHI = sl.actom(*rng.normal(size=6))
    same(ml.jtoj(*numbers), sl.jtoJ(*numbers))
    same(ml.actom(*numbers[:6]), sl.actom(*numbers[:6]))
    same(ml.skew(W, J), sl.skew4(W, J))
    same(ml.psedot(W, PHI), sl.psedot(W, PHI))
    same(ml.tracljlt(W, J, W), np.trace(W @ J @ W.T))


def test_impossible_moments_are_not_clamped():
    assert ml.jtoj(1.0, 3.0, 1.0, 1.0, 0, 0, 0, 0, 0, 0)[0, 0] == -0.5


def test_dynamic_equation_has_a_status(rng):
    J, F = inertia(rng), sl.actom(*rng.normal(size=6))
    var = np.array([[1, 1, 1, 0, 0, 1], [0, 0, 0, 1, 1, 0]])
    wp, f, status = ml.dyn_eq(J, velocity(rng), F, var)
    same((wp, f), tuple(sl.dyn_eq(J, wp, F, var)))
    assert status == ml.OK
    with pytest.warns(sl.SingularityWarning):
        assert ml.dyn_eq(ml.NULL4, ml.NULL4, F, [[1] * 6, [0] * 6]).status == ml.NOTOK
    with pytest.raises(ValueError, match="`var`"):
        ml.dyn_eq(J, ml.NULL4, F, np.ones((2, 6), int))


# ---------------------------------------------------------------------------------------------- normalisation

def test_nearest_rotation_is_proper_also_for_improper_matrices(rng):
    A = rng.normal(size=(50, 3, 3))
    R = ml.normal(A)
    same(R, sl.normal(A))
    assert_allclose(ml.normal3(A), R, atol=1e-9)
    assert_allclose(ml.normal_g(A), R, atol=1e-9)
    assert (np.linalg.det(A) < 0).any()


@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_nearest_rotation_of_any_size(rng, n):
    Q, _ = np.linalg.qr(rng.normal(size=(n, n)))
    Q[:, 0] *= np.linalg.det(Q)
    R = ml.normal_g(rng.normal(size=(6, n, n)))
    assert_allclose(R @ np.swapaxes(R, -1, -2), np.broadcast_to(np.eye(n), R.shape), atol=1e-13)
    assert_allclose(np.linalg.det(R), 1.0)
    assert_allclose(ml.normal_g(3 * Q), Q, atol=1e-13)


def test_nearest_rotation_reports_what_is_not_unique_and_keeps_nan():
    with pytest.warns(sl.SingularityWarning, match="normal_g"):
        ml.normal_g(np.diag([1.0, 1.0, -1.0]))
    R = ml.normal_g([[[np.nan, 0], [0, 1]], [[2, 0], [0, 2]]])
    assert np.isnan(R[0]).all()
    assert_array_equal(R[1], np.eye(2))
    with pytest.raises(ValueError, match="`r`: expected a square matrix"):
        ml.normal_g(np.ones((2, 3)))


def test_symmetric_and_skew_parts(rng):
    A = rng.normal(size=(4, 4))
    same(ml.normskew(A, ml.SYMM_), sl.n_simm4(A))
    same(ml.normskew(A, ml.SKEW_), sl.n_skew4(A))
    same(ml.normskew(A[:2, :2], ml.SYMM_), (A + A.T)[:2, :2] / 2)
    with pytest.raises(ValueError, match="`sign`"):
        ml.normskew(A, 0)


def test_cofactors(rng):
    r = rng.normal(size=(5, 3, 3))
    expected = np.linalg.det(r)[:, None, None] * np.swapaxes(np.linalg.inv(r), -1, -2)
    assert_allclose(ml.adj3(r), expected, rtol=1e-9)


# ---------------------------------------------------------------------------------------------- change of frame

def test_change_of_frame_agrees(rng):
    M, W, J = pose(rng), velocity(rng), inertia(rng)
    same(ml.mami(W, M), M @ W @ np.linalg.inv(M))
    same(ml.miam(ml.mami(W, M), M), W)
    same(ml.mamt(J, M), M @ J @ M.T)
    same(ml.miamit(ml.mamt(J, M), M), J)
    same(ml.invers(M), np.linalg.inv(M))
    same(ml.mtov(ml.vtom([1, 2, 3])), [1, 2, 3])
    same(ml.vtom([1, 2, 3]), sl.vtom([1, 2, 3]))


# ---------------------------------------------------------------------------------------------- Cardan angles

@pytest.mark.parametrize("letters", SEQUENCES)
def test_cardan_functions_agree(rng, letters):
    one, zero = [getattr(ml, a) for a in letters], [getattr(sl, a) for a in letters]
    q, qp, qpp = rng.uniform(0.1, 1.2, (3, 3))
    O = point(rng)
    M = sl.cardantoM(q, *zero, O)
    W, H = sl.cardantoW(q, qp, *zero, O), sl.cardantoH(q, qp, qpp, *zero, O)
    same(ml.cardator(q, *one), sl.cardantor(q, *zero))
    same(ml.rtocarda(M[:3, :3], *one), tuple(sl.rtocardan(M[:3, :3], *zero)))
    same(ml.cardatom(q, *one, O), M)
    same(ml.mtocarda(M, *one), tuple(sl.Mtocardan(M, *zero)))
    same(ml.cardtoom(q, qp, *one), sl.cardanto_OMEGA(q, qp, *zero))
    same(ml.cardtome(q, qp, *one), sl.cardanto_omega(q, qp, *zero))
    same(ml.cardatow(q, qp, *one, O), W)
    same(ml.cardatoh(q, qp, qpp, *one, O), H)
    same(ml.htocarda(M, W, H, *one), tuple(sl.Htocardan(M, W, H, *zero)))
    same(ml.cardatog(q, qp, qpp, *one), sl.cardanto_G(q, qp, qpp, *zero))
    same(ml.cardompt(q, qp, qpp, *one), sl.cardanto_OMEGAPTO(q, qp, qpp, *zero))
    same(ml.cardatol(q, *one), sl.cardantol(q, *zero))
    same(ml.cardtowp(q, *one), sl.cardantoWPROD(q, *zero))
    sig = 1 if (one[1] - one[0]) % 3 == 1 else -1
    same(ml.inva(q[0], q[1], sig, *one), (sl.invA(q[0], q[1], sig, *zero), ml.OK))
    same(ml.atilde(q[0], q[1], sig, *one), sl.WPRODtocardan(q[0], q[1], sig, *zero))


def test_rates_follow_their_angles(rng):
    q, qp = rng.uniform(0.1, 1.2, (2, 3))
    M, W = sl.cardtoM(q, sl.ORIGIN), sl.cardtoW(q, qp, sl.ORIGIN)
    got, expected = ml.wtocarda(M, W, ml.X, ml.Y, ml.Z), sl.Wtocard(M, W)
    assert got._fields == ("q1", "qp1", "q2", "qp2")
    same(got, (expected.q1, expected.qp1, expected.q2, expected.qp2))
    same(got[:2], (q, qp))


def test_inverse_rate_matrix_tells_gimbal_lock():
    with pytest.warns(sl.SingularityWarning, match="gimbal lock"):
        assert ml.inva(0.3, ml.PIG_2, 1, ml.X, ml.Y, ml.Z).test == ml.NOTOK
    with pytest.warns(sl.SingularityWarning, match="1 of 3 items"):
        test = ml.inva(0.3, [0.0, 1e-9, 1.0], 1, ml.X, ml.Y, ml.X).test
    assert_array_equal(test, [ml.NOTOK, ml.OK, ml.OK])
    Ai, test = ml.inva(np.nan, 0.5, 1, ml.X, ml.Y, ml.Z)
    assert np.isnan(Ai).any()
    assert test == ml.NOTOK


# ---------------------------------------------------------------------------------------------- frames and geometry

def test_frames_agree(rng):
    P1, P2, P3 = point(rng, 3)
    v1, v2 = rng.normal(size=(2, 3))
    for a1, a2 in [("X", "Y"), ("Z", "X"), ("Y", "X")]:
        one, zero = (getattr(ml, a1), getattr(ml, a2)), (getattr(sl, a1), getattr(sl, a2))
        same(ml.framev(v1, v2, *one), sl.frameV(v1, v2, *zero))
        same(ml.framep(P1, P2, P3, *one), sl.frameP(P1, P2, P3, *zero))
        same(ml.frame4p(P1[:3], P2[:3], P3[:3], *one), sl.frame4P(P1, P2, P3, *zero))
        same(ml.frame4v(P1[:3], v1, v2, *one), sl.frame4V(P1, v1, v2, *zero))


def test_points_and_planes_agree_with_three_or_four_coordinates(rng):
    P1, P2, P3 = point(rng, 3)
    v, pl = rng.normal(size=3), sl.plane(P1, P2, P3)
    aside = sl.plane2(P2, v)
    for cut in (3, 4):
        p1, p2, p3 = P1[:cut], P2[:cut], P3[:cut]
        same(ml.aangle(p1, p2, p3), sl.angle(P1, P2, P3))
        same(ml.distp(p1, p2), sl.dist(P1, P2))
        same(ml.intermed(p1, 2.0, p2, 3.0), sl.intermediate(P1, 2.0, P2, 3.0))
        same(ml.middle(p1, p2), sl.middle(P1, P2))
        same(ml.vect(p1, p2), P1[:3] - P2[:3])
        same(ml.plane(p1, p2, p3), pl)
        same(ml.plane2(p1, v), sl.plane2(P1, v))
        same(ml.distpp(aside, p1), sl.distpp(aside, P1))
        same(ml.project(p1, aside), tuple(sl.project(P1, aside)))


def test_columns_are_vectors():
    column = np.array([[0.1], [0.2], [0.3]])
    same(ml.cardator(column, ml.X, ml.Y, ml.Z), ml.cardator([0.1, 0.2, 0.3], ml.X, ml.Y, ml.Z))
    same(ml.middle(column, [[0], [0], [0], [1]]), [0.05, 0.1, 0.15, 1])
    same(ml.distpp([[0], [0], [1], [-3]], column), -2.7)
    assert ml.cardator(column.T, ml.X, ml.Y, ml.Z).shape == (1, 3, 3)


def test_a_line_is_a_matrix_of_two_columns(rng):
    P1, P2 = point(rng, 2)
    line = sl.line2p(P1, P2)
    l = ml.line2p(P1, P2)
    assert l.shape == (4, 2)
    assert_array_equal(l, np.transpose([line.P, [*line.dir, 0]]))
    same(ml.linpvect(P1, P2[:3] - P1[:3]), l)


def test_the_line_comes_before_the_point_in_projponl(rng):
    P1, P2, P3 = point(rng, 3)
    got = ml.projponl(ml.line2p(P1, P2), P3)
    assert got._fields == ("I", "d")
    same(got, tuple(sl.projponl(P3, sl.line2p(P1, P2))))


def test_common_line_of_planes(rng):
    pl1, pl2 = sl.plane2(point(rng, 2), rng.normal(size=(2, 3)))
    l, test = ml.inter2pl(pl1, pl2)
    same((l[:, 0], l[:3, 1]), tuple(sl.inters2pl(pl1, pl2)))
    assert test == ml.OK
    with pytest.warns(sl.SingularityWarning, match="parallel planes"):
        assert ml.inter2pl(pl1, pl1).test == ml.NOTOK


def test_line_and_plane():
    pl = [0, 0, 1, -3]
    same(ml.interlpl(ml.linpvect([1, 1, 0], [0, 0, 2]), pl), ([1, 1, 3, 1], 0))
    assert ml.interlpl(ml.linpvect([1, 1, 3], ml.Xaxis), pl).intype == 1
    assert ml.interlpl(ml.linpvect([1, 1, 5], ml.Xaxis), pl).intype == -1
    assert ml.interlpl(ml.linpvect([1, 1, 1], ml.Xaxis), pl).intype == -1


def test_skew_lines():
    lmindist, mindist, pl, I, inttype = ml.intersec(ml.linpvect([0, 0, 0], ml.Xaxis), ml.linpvect([1, 5, 2], ml.Yaxis))
    same((lmindist, mindist, pl, I), (np.transpose([[1, 0, 1, 1], [0, 0, 1, 0]]), 2.0, [0, 0, 1, -1], [1, 0, 1, 1]))
    assert inttype == 1


def test_parallel_coincident_and_incident_lines(rng):
    l1, l2 = ml.linpvect([0, 0, 0], ml.Xaxis), ml.linpvect([7, 3, 0], ml.Xaxis_n)
    lmindist, mindist, pl, _, inttype = ml.intersec(l1, l2)
    assert (mindist, inttype) == (3.0, 2)
    same(lmindist, np.transpose([[0, 0, 0, 1], [0, -1, 0, 0]]))
    same([ml.distpp(pl, P) for P in ([5, 0, 0], [1, 3, 0])], [0.0, 0.0])
    assert ml.intersec(l1, ml.linpvect([9, 0, 0], ml.Xaxis)).inttype == -1
    P, u = point(rng, 100), rng.normal(size=(2, 100, 3))
    touching = ml.intersec(ml.linpvect(P[:, :3] + u[0], u[0]), ml.linpvect(P[:, :3] - u[1], u[1]))
    assert_array_equal(touching.inttype, 0)
    assert_allclose(touching.I, P, atol=1e-10)


def test_intermediate_point():
    same(ml.intermed([0, 0, 0], 1.0, [4, 0, 0], 3.0), [3, 0, 0, 1])
    with pytest.warns(sl.SingularityWarning):
        same(ml.intermed([1, 0, 0], 1.0, [4, 0, 0], -1.0), [-3, 0, 0, 0])


# ---------------------------------------------------------------------------------------------- axes that do not exist

@pytest.mark.parametrize(("call", "name"), [
    (lambda a: ml.rotat34(a, 0.1, ml.ORIGIN), "a"),
    (lambda a: ml.traslat2(a, 0.1), "a"),
    (lambda a: ml.traslat24(a, 0.1, ml.ORIGIN), "a"),
    (lambda a: ml.aaxis(a), "a"),
    (lambda a: ml.vactowh2(ml.Rev, a, 1, 1), "a"),
    (lambda a: ml.vactowh3(ml.Rev, a, 1, 1, ml.ORIGIN), "a"),
    (lambda a: ml.makel2(ml.Rev, a, 0, ml.ORIGIN), "a"),
    (lambda a: ml.cardator([0, 0, 0], a, 2, 3), "i"),
    (lambda a: ml.mtocarda(ml.UNIT4, 1, a, 3), "j"),
    (lambda a: ml.inva(0.1, 0.1, 1, 1, 2, a), "k"),
    (lambda a: ml.framev([1, 0, 0], [0, 1, 0], a, 2), "a1"),
    (lambda a: ml.frame4p([1, 0, 0], [0, 1, 0], [0, 0, 1], 1, a), "a2"),
])
@pytest.mark.parametrize("axis", [0, 4, -1])
def test_axis_out_of_range_is_named(call, name, axis):
    with pytest.raises(ValueError, match=rf"`{name}`: expected axis X, Y or Z \(1 to 3\), got {axis}"):
        call(axis)


def test_axis_of_functions_that_take_u():
    with pytest.raises(ValueError, match=r"`a`: expected axis X, Y, Z or U \(1 to 4\), got 5"):
        ml.rotat2(5, 0.1)
    with pytest.raises(ValueError, match=r"`a`: expected axis X, Y, Z or U \(1 to 4\), got 0"):
        ml.rotat24(0, 0.1, ml.ORIGIN)
    with pytest.raises(TypeError, match="`a`: expected an integer, got str"):
        ml.rotat2("X", 0.1)


def test_equal_neighbours_are_reported_from_one():
    with pytest.raises(ValueError, match=r"`i, j, k`: .* got \(1, 1, 2\)"):
        ml.cardator([0, 0, 0], ml.X, ml.X, ml.Y)
    with pytest.raises(ValueError, match=r"`a1, a2`: .* got \(3, 3\)"):
        ml.framep([0, 0, 0], [1, 0, 0], [0, 1, 0], ml.Z, ml.Z)


def test_wrong_shapes_are_named():
    with pytest.raises(ValueError, match="`P2`: expected a point"):
        ml.distp([0, 0, 0], [1, 2])
    with pytest.raises(ValueError, match=r"`l`: expected shape \(..., 4, 2\)"):
        ml.projponl(np.eye(3), [0, 0, 0])
    with pytest.raises(ValueError, match=r"`q`: expected shape \(..., 3\)"):
        ml.cardator([0, 0], ml.X, ml.Y, ml.Z)
    with pytest.raises(TypeError, match="`P1`: expected real numbers"):
        ml.distp("ab", [0, 0, 0])


# ---------------------------------------------------------------------------------------------- many at a time

def test_everything_broadcasts(rng):
    N = 6
    q, q3, P, M, W = rng.normal(size=N), rng.uniform(0.1, 1, (N, 3)), point(rng, N), pose(rng, N), velocity(rng, N)
    lines = ml.line2p(P, P[::-1])
    planes = ml.plane2(P, q3)
    for one, many in [
        (lambda i: ml.dhtom(ml.Rev, 0.1, 0.2, 0.3, 0.4, q[i], q[i]), ml.dhtom(ml.Rev, 0.1, 0.2, 0.3, 0.4, q, q)),
        (lambda i: ml.rotat(q3[i], q[i]), ml.rotat(q3, q)),
        (lambda i: ml.rotat24(ml.Y, q[i], P[i, :3]), ml.rotat24(ml.Y, q, P[:, :3])),
        (lambda i: ml.screwtom(q3[i], q[i], P[i], 0.1), ml.screwtom(q3, q, P, 0.1)),
        (lambda i: ml.mtoscrew(M[i]), ml.mtoscrew(M)),
        (lambda i: ml.makel(ml.Rev, q3[i], q[i], P[i]), ml.makel(ml.Rev, q3, q, P)),
        (lambda i: ml.wtocarda(M[i], W[i], ml.Z, ml.X, ml.Z), ml.wtocarda(M, W, ml.Z, ml.X, ml.Z)),
        (lambda i: ml.inva(q[i], 0.3, 1, ml.X, ml.Y, ml.Z), ml.inva(q, 0.3, 1, ml.X, ml.Y, ml.Z)),
        (lambda i: lines[i], ml.line2p(P[:, :3], P[::-1, :3])),
        (lambda i: ml.projponl(lines[i], P[1]), ml.projponl(lines, P[1])),
        (lambda i: ml.inter2pl(planes[i], [0, 0, 1, 2]), ml.inter2pl(planes, [0, 0, 1, 2])),
        (lambda i: ml.interlpl(lines[i], [0, 0, 1, 2]), ml.interlpl(lines, [0, 0, 1, 2])),
        (lambda i: ml.intersec(lines[i], ml.linpvect([5, 5, 5], ml.Xaxis)),
         ml.intersec(lines, ml.linpvect([5, 5, 5], ml.Xaxis))),
        (lambda i: ml.mami(W[i], M[i]), ml.mami(W, M)),
        (lambda i: ml.solve_l(M[i], P[i]), ml.solve_l(M, P)),
        (lambda i: ml.modulus(P[i]), ml.modulus(P)),
        (lambda i: ml.normal_g(M[i]), ml.normal_g(M)),
        (lambda i: ml.rmax(M[i], 4, 4, 1, 4, 1, 4), ml.rmax(M, 4, 4, 1, 4, 1, 4)),
    ]:
        items = [one(i) for i in range(N)]
        expected = tuple(map(np.stack, zip(*items, strict=True))) if isinstance(many, tuple) else np.stack(items)
        same(many, expected)
