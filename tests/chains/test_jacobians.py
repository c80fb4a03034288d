"""Jacobians of points and their rates: velocities and accelerations of the kinematics, and their derivatives."""

import numpy as np
import pytest
from comparing import MOMENTS, agree, rate
from hypothesis import given
from hypothesis import strategies as st
from trees import SETTINGS, base_of, chains, random_pose, size_of_torques, states, trees, wrenches

from chain import ChainObject, LinkObject
from chain import reference as ref

POINT = np.array([0.1, -0.2, 0.3])


def reach(arm, q):
    """Size of positions and screws."""
    rest = np.zeros(arm.n)
    motion = ref.kinematics(ref.bodies(arm), q, rest, rest, base_of(arm))
    return np.abs(motion.M).max(initial=1.0) + np.abs(motion.L).max(initial=1.0)


def at(M, point):
    """Place (..., 3) of a point of a link in frame 0."""
    return np.einsum("...ij,j->...i", M[..., :3, :3], point) + M[..., :3, 3]


def axial(A):
    """Vector of a skew-symmetric block."""
    return np.stack([A[..., 2, 1], A[..., 0, 2], A[..., 1, 0]], -1)


@SETTINGS
@given(trees(), st.data())
def test_jacobian_gives_the_velocity_of_the_velocity_matrix(arm, data):
    q, qd, _ = states(arm)
    i, k = data.draw(st.integers(0, len(arm) - 1)), arm.kinematics(q, qd)
    P = at(k.M[i], POINT)
    expected = np.r_[k.W[i, :3, :3] @ P + k.W[i, :3, 3], axial(k.W[i])]
    agree(arm.jacobian(q, i, POINT) @ qd, expected, reach(arm, q) * max(np.abs(qd).sum(), 1.0))


@SETTINGS
@given(trees(), st.data())
def test_jacobian_and_its_rate_give_the_acceleration_of_the_acceleration_matrix(arm, data):
    q, qd, qdd = states(arm)
    i, k = data.draw(st.integers(0, len(arm) - 1)), arm.kinematics(q, qd, qdd)
    H, W, P = k.H[i], k.W[i, :3, :3], at(k.M[i], POINT)
    # H = [dw~ + w~ w~, a0]
    expected = np.r_[H[:3, :3] @ P + H[:3, 3], axial(H[:3, :3] - W @ W)]
    got = arm.jacobian(q, i, POINT) @ qdd + arm.jacobian_dot(q, qd, i, POINT) @ qd
    agree(got, expected, reach(arm, q) * max(np.abs(qd).sum() ** 2 + np.abs(qdd).sum(), 1.0))


@SETTINGS
@given(trees(), st.data())
def test_columns_of_the_jacobian_are_the_derivatives_of_the_place(arm, data):
    q, _, _ = states(arm)
    i = data.draw(st.integers(0, len(arm) - 1))
    J = arm.jacobian(q, i, POINT)
    for k, unit in enumerate(np.eye(arm.n)):
        M = arm.kinematics(q + MOMENTS * unit).M[:, i]
        agree(J[:3, k], rate(at(M, POINT)), reach(arm, q), 1e-11)
        # dR/dq R^T = w~
        agree(J[3:, k], axial(rate(M)[:3, :3] @ M[4, :3, :3].T), reach(arm, q), 1e-11)


@SETTINGS
@given(trees(), st.data())
def test_rate_of_the_jacobian_is_its_derivative_along_the_motion(arm, data):
    q, qd, _ = states(arm)
    i = data.draw(st.integers(0, len(arm) - 1))
    expected = rate(arm.jacobian(q + qd * MOMENTS, i, POINT))
    agree(arm.jacobian_dot(q, qd, i, POINT), expected, reach(arm, q) * max(np.abs(qd).sum(), 1.0), 1e-11)


@SETTINGS
@given(trees())
def test_transposed_jacobians_give_the_torques_of_actions(arm):
    """``tau = M qdd + C qd + g - J^T external``: at the links' origins."""
    (q, qd, qdd), w = states(arm), wrenches(arm)
    torques = sum(arm.jacobian(q, i).T @ w[i] for i in range(len(arm)))
    got = arm.inverse_dynamics(q, qd, qdd) - arm.inverse_dynamics(q, qd, qdd, external=dict(enumerate(w)))
    agree(got, torques, size_of_torques(arm, q, qd, qdd, external=10.0))


@SETTINGS
@given(trees())
def test_jacobians_hold_the_screws_of_the_joints(arm):
    """The velocity of the point at the origin of frame 0, and the angular velocity, are the entries of L."""
    q, rest = states(arm)[0], np.zeros(arm.n)
    motion = ref.kinematics(ref.bodies(arm), q, rest, rest, base_of(arm))
    moving = ref.moving_links(ref.bodies(arm))
    for i in range(len(arm)):
        J = arm.jacobian(q, i, at(ref.inverse(motion.M[i]), np.zeros(3)))
        way = ref.path_from_base(ref.bodies(arm), i)
        for column, k in zip(J.T, moving, strict=True):
            L = motion.L[k] if k in way else np.zeros((4, 4))
            agree(column, np.r_[L[:3, 3], axial(L)], 4 * reach(arm, q) ** 2)
        apart = [c for c, k in enumerate(moving) if k not in way]
        assert not J[:, apart].any()


@SETTINGS
@given(chains())
def test_without_a_link_the_point_is_the_origin_of_the_tool(arm):
    q, qd, _ = states(arm)
    point = np.zeros(3) if arm.tool is None else arm.tool[:3, 3]
    last = len(arm) - 1
    assert np.array_equal(arm.jacobian(q), arm.jacobian(q, last, point))
    assert np.array_equal(arm.jacobian_dot(q, qd), arm.jacobian_dot(q, qd, -1, point))
    # a point alone is one of the last link
    assert np.array_equal(arm.jacobian(q, point=POINT), arm.jacobian(q, last, POINT))
    # the origin of a link that is named is not the tool's
    assert np.array_equal(arm.jacobian(q, last), arm.jacobian(q, last, (0, 0, 0)))


@SETTINGS
@given(trees(), st.integers(0, 99), st.data())
def test_another_base_frame_turns_the_jacobian(arm, seed, data):
    q, qd, _ = states(arm)
    i, X = data.draw(st.integers(0, len(arm) - 1)), random_pose(np.random.default_rng(seed))
    there = ChainObject([k.copy() for k in arm], base=X @ base_of(arm))
    turn = np.kron(np.eye(2), X[:3, :3])
    size = 4 * reach(there, q)
    agree(there.jacobian(q, i, POINT), turn @ arm.jacobian(q, i, POINT), size)
    speed = max(np.abs(qd).sum(), 1.0)
    agree(there.jacobian_dot(q, qd, i, POINT), turn @ arm.jacobian_dot(q, qd, i, POINT), size * speed)


@SETTINGS
@given(trees(), st.data())
def test_the_point_moves_the_jacobian_by_the_angular_rows(arm, data):
    q, qd, _ = states(arm)
    i = data.draw(st.integers(0, len(arm) - 1))
    J, moved = arm.jacobian(q, i), arm.jacobian(q, i, POINT)
    shift = arm.kinematics(q).M[i, :3, :3] @ POINT
    agree(moved[:3], J[:3] + np.cross(J[3:].T, shift).T, 2 * reach(arm, q))
    assert np.array_equal(moved[3:], J[3:])
    assert np.array_equal(arm.jacobian_dot(q, qd, i, POINT)[3:], arm.jacobian_dot(q, qd, i)[3:])


def test_links_are_found_by_number_and_by_name():
    arm = ChainObject([LinkObject("R", a=0.5, name="upper"), LinkObject("R", a=0.4, name="lower")])
    q = np.array([0.3, -0.8])
    for link in (0, -2, "upper", np.int64(0)):
        assert np.array_equal(arm.jacobian(q, link), arm.jacobian(q, 0))
        assert np.array_equal(arm.jacobian_dot(q, q, link), arm.jacobian_dot(q, q, 0))
    assert not np.array_equal(arm.jacobian(q, "lower"), arm.jacobian(q, "upper"))


def test_a_link_fixed_to_the_base_does_not_move():
    arm = ChainObject([LinkObject("F", a=0.5), LinkObject("R", a=0.4)])
    assert not arm.jacobian([0.3], 0, POINT).any()
    assert not arm.jacobian_dot([0.3], [2.0], 0, POINT).any()


def test_the_jacobian_follows_a_change_of_the_chain_the_tool_and_the_names():
    arm = ChainObject([LinkObject("R", a=0.5, name="one"), LinkObject("R", a=0.4, name="two")])
    q = np.zeros(2)
    assert arm.jacobian(q)[1].tolist() == [0.9, 0.4]
    assert arm.jacobian(q, "one")[1].tolist() == [0.5, 0.0]
    arm[1].a = 0.7
    assert arm.jacobian(q)[1].tolist() == [1.2, 0.7]
    tool = np.eye(4)
    tool[0, 3] = 0.3
    arm.tool = tool
    assert arm.jacobian(q)[1].tolist() == [1.5, 1.0]
    assert arm.jacobian(q, 1)[1].tolist() == [1.2, 0.7]
    arm.tool = None
    arm[0].name, arm[1].name = "two", "one"
    assert arm.jacobian(q, "one")[1].tolist() == [1.2, 0.7]
    arm[1] = LinkObject("P", name="slide")
    assert arm.jacobian(q)[2].tolist() == [0.0, 1.0]
    with pytest.raises(KeyError, match="`link`"):
        arm.jacobian(q, "one")


# bad arguments


@pytest.mark.parametrize("link", ["elbow", 2, -3, 1.5, True, [0], np.zeros(2), {}, object(), b"upper", 10**30])
def test_no_link_is_refused(link):
    arm = ChainObject([LinkObject("R", a=0.5, name="upper"), LinkObject("R", a=0.4)])
    q = np.zeros(2)
    for _ in range(2):
        for call in (lambda: arm.jacobian(q, link), lambda: arm.jacobian_dot(q, q, link)):
            with pytest.raises((KeyError, IndexError, TypeError)) as caught:
                call()
            assert "`link`: " in str(caught.value)
        # again after the links themselves were asked for
        arm.jacobian(q, 1), arm.jacobian(q, 0), arm.jacobian_dot(q, q, 1)


@pytest.mark.parametrize("point", [
    5, "abc", (1, 2), (1, 2, 3, 4), np.zeros((2, 3)), (0, 0, np.nan), (0, np.inf, 0), 1j * np.ones(3), object(), [],
    [[1], [2, 3]], {},
])  # fmt: skip
def test_no_point_is_refused(point):
    arm = ChainObject([LinkObject("R", a=0.5)])
    for call in (lambda: arm.jacobian([0.0], 0, point), lambda: arm.jacobian_dot([0.0], [0.0], point=point)):
        with pytest.raises((ValueError, TypeError)) as caught:
            call()
        assert "`point`: expected" in str(caught.value)


def test_a_tree_with_several_ends_and_a_chain_without_links_need_a_link():
    arm = ChainObject([LinkObject("R"), LinkObject("R"), LinkObject("R", placement=np.eye(4), parent=0)])
    with pytest.raises(ValueError, match="`link`: expected a link, because the tree has 2 ends, got None"):
        arm.jacobian(np.zeros(3))
    with pytest.raises(ValueError, match="`link`: expected a link, because the tree has 0 ends, got None"):
        ChainObject([]).jacobian([])
    with pytest.raises(IndexError, match="`link`: no link 0; the chain has 0"):
        ChainObject([]).jacobian([], 0)


def test_the_rate_needs_speeds():
    with pytest.raises(TypeError, match="`qd`: expected real numbers, got NoneType"):
        ChainObject([LinkObject("R")]).jacobian_dot([0.0], None)
