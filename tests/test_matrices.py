"""The matrix classes: the rule of each kind, frame names that must match, sums and products that mean something."""

import copy
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose

import spacelib as sl
from spacelib import (
    AccelerationMatrix,
    ActionMatrix,
    FrameError,
    InertiaMatrix,
    MomentumMatrix,
    PositionMatrix,
    ScrewMatrix,
    VelocityMatrix,
)

KINDS = [
    AccelerationMatrix, ActionMatrix, InertiaMatrix, MomentumMatrix, PositionMatrix, ScrewMatrix, VelocityMatrix,
]  # fmt: skip


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def poses(rng):
    return sl.cardtoM(rng.uniform(-3, 3, (5, 3)), np.c_[rng.normal(size=(5, 3)), np.ones(5)])


@pytest.fixture
def J(rng):
    return sl.jtoJ(*rng.uniform(1, 2, 4), *rng.uniform(-0.1, 0.1, 6))


def twist(rng, *lead):
    W = np.zeros((*lead, 4, 4))
    W[..., :3, :3] = sl.vtom(rng.normal(size=(*lead, 3)))
    W[..., :3, 3] = rng.normal(size=(*lead, 3))
    return W


def dense(m, A, rule):
    return m @ A @ (np.linalg.inv(m) if rule == "mami" else np.swapaxes(m, -1, -2))


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (VelocityMatrix, "mami"),
        (ScrewMatrix, "mami"),
        (AccelerationMatrix, "mami"),
        (ActionMatrix, "mamt"),
        (MomentumMatrix, "mamt"),
        (InertiaMatrix, "mamt"),
    ],
)
def test_change_of_frame_follows_the_rule_of_the_kind(kind, rule, rng, poses, J):
    W = twist(rng, 5)
    A = {
        "VelocityMatrix": W,
        "ScrewMatrix": W,
        "AccelerationMatrix": W @ W + twist(rng, 5),
        "InertiaMatrix": np.broadcast_to(J, (5, 4, 4)),
    }.get(kind.__name__, sl.actom(*rng.normal(size=(6, 5))))
    moved = kind(A).change_ref(poses)
    assert type(moved) is kind
    assert_allclose(np.asarray(moved), dense(poses, A, rule), atol=1e-13)
    assert_allclose(np.asarray(kind(A).ChangeRef(poses)), np.asarray(moved))
    back = moved.change_ref(sl.invers(poses))
    assert_allclose(np.asarray(back), A, atol=1e-13)


def test_moved_action_and_velocity_are_exactly_skew_and_inertia_exactly_symmetric(rng, poses, J):
    PHI = np.asarray(ActionMatrix(sl.actom(*rng.normal(size=6))).change_ref(poses))
    W = np.asarray(VelocityMatrix(twist(rng)).change_ref(poses))[..., :3, :3]
    assert np.array_equal(PHI, -np.swapaxes(PHI, -1, -2))
    assert np.array_equal(W, -np.swapaxes(W, -1, -2))
    moved = InertiaMatrix(J).change_ref(poses).view(np.ndarray)
    assert np.array_equal(moved, np.swapaxes(moved, -1, -2))


def test_poses_compose_and_carry_names(poses):
    M_0_1 = PositionMatrix(poses, frame="1", ref="0")
    M_1_2 = PositionMatrix(poses[::-1], frame="2", ref="1")
    M_0_2 = M_0_1 * M_1_2
    assert (M_0_2.frame, M_0_2.ref) == ("2", "0")
    assert_allclose(np.asarray(M_0_2), poses @ poses[::-1])
    assert (M_0_2.inv().frame, M_0_2.inv().ref) == ("0", "2")
    assert_allclose(np.asarray(M_0_2 * M_0_2.inv()), np.broadcast_to(np.eye(4), (5, 4, 4)), atol=1e-13)
    with pytest.raises(FrameError, match="'2' and '0'"):
        M_1_2 * M_0_1


def test_a_pose_changes_reference_by_composition(poses):
    M_k_i = PositionMatrix(poses[0], frame="i", ref="k")
    M_0_k = PositionMatrix(poses[1], frame="k", ref="0")
    M_0_i = M_k_i.change_ref(M_0_k)
    assert (M_0_i.frame, M_0_i.ref) == ("i", "0")
    assert_allclose(np.asarray(M_0_i), poses[1] @ poses[0])


def test_change_of_frame_refuses_the_wrong_pose(rng, poses):
    W = VelocityMatrix(twist(rng), ref="1")
    assert W.change_ref(PositionMatrix(poses[0], frame="1", ref="0")).ref == "0"
    with pytest.raises(FrameError, match=r"VelocityMatrix.change_ref: frames do not match, '1' and '2'"):
        W.change_ref(PositionMatrix(poses[0], frame="2", ref="0"))


def test_sums_need_one_kind_and_one_frame(rng):
    W0, W1 = VelocityMatrix(twist(rng), ref="0"), VelocityMatrix(twist(rng), ref="1")
    assert (W0 + W0).ref == "0"
    assert (W0 + VelocityMatrix(twist(rng))).ref is None
    for operation in (lambda: W0 + W1, lambda: W0 - W1, lambda: W0 * W1):
        with pytest.raises(FrameError):
            operation()
    with pytest.raises(TypeError, match=r"VelocityMatrix \+ AccelerationMatrix has no meaning"):
        W0 + AccelerationMatrix(ref="0")


@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("right", KINDS)
def test_meaningless_sums_are_refused(left, right):
    summable = left is right and left not in (PositionMatrix, ScrewMatrix)
    if summable:
        assert type(left() + right()) is left
        assert type(left() - right()) is left
    else:
        with pytest.raises(TypeError, match="no meaning"):
            left() + right()


@pytest.mark.parametrize("kind", [InertiaMatrix, ActionMatrix, MomentumMatrix])
@pytest.mark.parametrize("right", KINDS)
def test_meaningless_products_are_refused(kind, right):
    with pytest.raises(TypeError, match="no meaning"):
        kind() * right()


def test_the_kinematic_loop_of_chainpp_reads_as_in_the_paper(rng):
    q, qp, qpp = rng.normal(size=(3, 4))
    M0, WA, HA = PositionMatrix(), VelocityMatrix(), AccelerationMatrix()
    for i in range(4):
        A = PositionMatrix().SetUp(sl.Rev, 0.1, 0.2, 0.0, 0.3, 0.4, q[i])
        W = VelocityMatrix().SetUp(sl.Rev, qp[i])
        H = AccelerationMatrix().SetUp(sl.Rev, qp[i], qpp[i])
        W0, H0 = W.ChangeRef(M0), H.ChangeRef(M0)
        HA = HA + H0 + 2 * WA * W0
        WA = WA + W0
        M0 = M0 * A
    assert [type(x) for x in (M0, WA, HA)] == [PositionMatrix, VelocityMatrix, AccelerationMatrix]
    # dM/dt = W M, d2M/dt2 = H M by central differences of the pose along the motion

    def pose(t):
        M = np.eye(4)
        for i in range(4):
            M = M @ sl.dhtom(sl.Rev, 0.1, 0.2, 0.0, 0.3, 0.4, q[i] + qp[i] * t + 0.5 * qpp[i] * t * t)
        return M

    step = 1e-4
    rate = (pose(step) - pose(-step)) / (2 * step)
    second = (pose(step) - 2 * pose(0) + pose(-step)) / step**2
    assert_allclose(WA * M0, rate, atol=1e-6)
    assert_allclose(HA * M0, second, atol=1e-5)


def test_screw_times_rate_is_a_velocity_and_gives_the_acceleration(rng):
    L = ScrewMatrix.setup(sl.Rev, sl.unitv(rng.normal(size=3)).u, 0.2, [1, 2, 3, 1])
    assert type(3 * L) is VelocityMatrix
    assert_allclose(np.asarray(L.velocity([1.0, 2.0])), np.asarray(L)[None] * np.array([1, 2])[:, None, None])
    H = L.acceleration(3.0, 5.0)
    assert_allclose(np.asarray(H), 5 * np.asarray(L) + 9 * np.asarray(L) @ np.asarray(L))
    assert type(L * L) is AccelerationMatrix


def test_momentum_action_power_and_energy_agree_with_the_functions(rng, J):
    W, H = twist(rng), twist(rng)
    assert_allclose(np.asarray(VelocityMatrix(W).momentum(InertiaMatrix(J))), sl.skew4(W, J))
    PHI = AccelerationMatrix(H).action(InertiaMatrix(J))
    assert type(PHI) is ActionMatrix
    assert_allclose(np.asarray(PHI), sl.skew4(H, J))
    assert PHI.power(VelocityMatrix(W)) == VelocityMatrix(W).power(PHI) == sl.psedot(W, np.asarray(PHI))
    assert_allclose(InertiaMatrix(J).kinetic_energy(VelocityMatrix(W)), 0.5 * np.trace(W @ J @ W.T))


def test_quantities_do_not_depend_on_the_frame(rng, poses, J):
    W, PHI = VelocityMatrix(twist(rng)), ActionMatrix(sl.actom(*rng.normal(size=6)))
    inertia = InertiaMatrix(J)
    assert_allclose(W.change_ref(poses).power(PHI.change_ref(poses)), np.full(5, W.power(PHI)), rtol=1e-12)
    energies = inertia.change_ref(poses).kinetic_energy(W.change_ref(poses))
    assert_allclose(energies, np.full(5, inertia.kinetic_energy(W)), rtol=1e-12)


def test_inertia_gives_back_mass_centre_and_tensor():
    J = InertiaMatrix.setup(2.0, 0.3, 0.4, 0.5, 0.01, 0.02, 0.03, 0.1, 0.2, 0.3)
    assert J.mass == 2.0
    assert_allclose(J.cog, [0.1, 0.2, 0.3])
    assert_allclose(J.tensor, [[0.3, 0.01, 0.03], [0.01, 0.4, 0.02], [0.03, 0.02, 0.5]])


def test_setup_fills_an_instance_or_makes_a_new_one():
    W = VelocityMatrix(ref="0")
    assert W.setup(sl.Rev, 2.0) is W
    assert W[1, 0] == 2.0
    assert W.ref == "0"
    assert VelocityMatrix.setup(sl.Pri, [1.0, 2.0]).shape == (2, 4, 4)


def test_items_of_a_stack_keep_kind_and_names_but_parts_of_a_matrix_do_not(poses):
    M = PositionMatrix(poses, frame="1", ref="0")
    assert type(M[2]) is PositionMatrix
    assert M[2].frame == "1"
    assert type(M[1:3]) is PositionMatrix
    assert type(M[:, :3, 3]) is np.ndarray
    assert type(M[..., 0]) is np.ndarray
    assert isinstance(M[0, 1, 1], np.float64)
    assert type(M.T) is np.ndarray
    assert type(np.sin(M)) is np.ndarray
    assert type(np.concatenate([M, M])) is np.ndarray
    assert PositionMatrix(np.zeros((4, 4, 4, 4)))[..., 0].shape == (4, 4, 4)
    assert type(PositionMatrix(np.zeros((4, 4, 4, 4)))[..., 0]) is np.ndarray


def test_in_place_operators_keep_the_kind_and_check_frames(rng):
    W = VelocityMatrix(twist(rng), ref="0")
    alias, before = W, np.array(W)
    W += W
    assert W is alias
    assert_allclose(np.asarray(W), 2 * before)
    W *= 0.5
    W -= VelocityMatrix(before, ref="0")
    assert_allclose(np.asarray(W), 0, atol=1e-15)
    with pytest.raises(FrameError):
        W += VelocityMatrix(ref="1")


def test_numbers_sum_builtin_and_division(rng):
    parts = [ActionMatrix(sl.actom(*rng.normal(size=6)), ref="0") for _ in range(3)]
    total = sum(parts)
    assert type(total) is ActionMatrix
    assert total.ref == "0"
    assert_allclose(np.asarray(total / 2), np.sum([np.asarray(p) for p in parts], axis=0) / 2)
    with pytest.raises(TypeError, match="no meaning"):
        2 * PositionMatrix()
    assert type(PositionMatrix() - PositionMatrix()) is np.ndarray


def test_pickle_copy_and_repr_keep_the_names(poses):
    M = PositionMatrix(poses[0], frame="1", ref="0")
    for twin in (pickle.loads(pickle.dumps(M)), copy.copy(M), copy.deepcopy(M), M.copy()):
        assert type(twin) is PositionMatrix
        assert (twin.frame, twin.ref) == ("1", "0")
        assert np.array_equal(np.asarray(twin), poses[0])
        assert not np.shares_memory(twin, M)
    assert repr(M).startswith("PositionMatrix([[")
    assert repr(M).endswith("frame='1', ref='0')")


def test_the_constructor_copies_and_checks():
    m = np.eye(4)
    M = PositionMatrix(m)
    m[0, 3] = 9.0
    assert M[0, 3] == 0.0
    with pytest.raises(ValueError, match=r"`matrix`: expected shape \(..., 4, 4\), got \(3, 3\)"):
        PositionMatrix(np.eye(3))
    with pytest.raises(TypeError, match="`ref`: expected a frame name"):
        VelocityMatrix(ref=0)
    with pytest.raises(TypeError, match="`matrix`: expected real numbers"):
        VelocityMatrix(np.eye(4) * 1j)


def test_conversions_of_a_pose_are_those_of_the_functions(poses):
    M = PositionMatrix(poses)
    assert_allclose(M.screw().P, sl.mtoscrew(poses).P)
    assert_allclose(M.cardan(sl.Z, sl.X, sl.Z).q1, sl.Mtoeul(poses).q1)
    assert_allclose(np.asarray(PositionMatrix.from_screw(*M.screw())), poses, atol=1e-12)
    assert_allclose(np.asarray(PositionMatrix.from_cardan(M.cardan().q1, O=M.origin)), poses, atol=1e-12)
    assert_allclose(M.transform([1, 2, 3, 1]), poses @ [1, 2, 3, 1])
    assert_allclose(M[0] * [1, 2, 3, 1], poses[0] @ [1, 2, 3, 1])
    assert_allclose(M.rotation, poses[:, :3, :3])


def test_a_matrix_is_copied_with_its_names_and_another_kind_is_refused():
    M = PositionMatrix(frame="1", ref="0")
    assert (PositionMatrix(M).frame, PositionMatrix(M).ref) == ("1", "0")
    assert PositionMatrix(M, ref="2").ref == "2"
    with pytest.raises(TypeError, match="expected VelocityMatrix or a plain array, got AccelerationMatrix"):
        VelocityMatrix(AccelerationMatrix())


def test_shuffled_or_reshaped_matrices_are_plain_arrays(poses):
    M = PositionMatrix(poses)
    assert type(M[0][[1, 0, 2, 3]]) is np.ndarray
    assert type(M[np.array([True, False, True, True, False])]) is PositionMatrix
    assert type(M[[0, 1, 2, 3]]) is PositionMatrix
    assert type(M[None]) is PositionMatrix
    assert type(M[np.array([0, 1]), ...]) is PositionMatrix
    assert type(M[..., np.array([0, 1])]) is np.ndarray
    assert type(M.reshape(80)) is np.ndarray
    assert type(M.reshape(5, 1, 4, 4)) is PositionMatrix
    for plain in (M.ravel(), M.flatten(), M.transpose(), M.diagonal(), M[..., None]):
        assert type(plain) is np.ndarray


def test_messages_of_the_classes_say_what_to_do():
    L, W = ScrewMatrix.setup(sl.Rev, sl.Zaxis, 0.0, sl.ORIGIN), VelocityMatrix(ref="0")
    with pytest.raises(ValueError, match=r"ScrewMatrix\.velocity"):
        L * np.ones(3)
    with pytest.raises(TypeError, match="no meaning"):
        np.eye(4) - L
    with pytest.raises(TypeError, match="real numbers"):
        W * "x"
    with pytest.raises(TypeError, match=r"inv\(\)"):
        PositionMatrix() ** -1
    with pytest.raises(TypeError, match="`ref`"):
        W.ref = 3
    with pytest.raises(ValueError, match="makes a new one"):
        W.setup(sl.Rev, [1.0, 2.0])
    with pytest.raises(ValueError, match="`P`"):
        PositionMatrix().transform([1, 2, 3])
    assert VelocityMatrix.setup(sl.Rev, 1.0, ref="0").ref == "0"


def test_a_numpy_number_on_the_left_is_a_number():
    L = ScrewMatrix.setup(sl.Rev, sl.Zaxis, 0.0, sl.ORIGIN, ref="0")
    assert type(np.float64(2) * L) is VelocityMatrix
    assert (np.float64(2) * L).ref == "0"
    with pytest.raises(TypeError, match="no meaning"):
        np.float64(2) * PositionMatrix()
    with pytest.raises(ValueError, match="`matrix`"):
        np.float64(1) + VelocityMatrix()


def test_every_in_place_operator_keeps_the_rules():
    P, Q = PositionMatrix(frame="1", ref="0"), PositionMatrix(frame="x", ref="y")
    with pytest.raises(FrameError):
        P @= Q
    W = VelocityMatrix.setup(sl.Rev, 2.0)
    with pytest.raises(TypeError, match="in place"):
        W @= VelocityMatrix.setup(sl.Rev, 2.0)
    with pytest.raises(TypeError, match="no meaning"):
        W **= 2
    assert W[1, 0] == 2.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: VelocityMatrix().change_ref(ActionMatrix()),
        lambda: VelocityMatrix().momentum(ActionMatrix()),
        lambda: VelocityMatrix().power(InertiaMatrix()),
        lambda: ActionMatrix().power(InertiaMatrix()),
        lambda: InertiaMatrix().kinetic_energy(ActionMatrix()),
        lambda: VelocityMatrix().setup(sl.Rev, 2.0, frame="7"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(call):
    with pytest.raises(TypeError):
        call()


def test_methods_that_take_the_matrices_apart_give_plain_arrays():
    W = VelocityMatrix(np.zeros((4, 4, 4)))
    mask = np.eye(4, dtype=bool).tolist()
    plain = [W.mT, W.swapaxes(-1, -2), W.dot(np.eye(4)), W.take([0, 1], axis=-1), W[mask]]
    plain.append(W.reshape(4, 4, 4, order="F"))
    assert {type(x) for x in plain} == {np.ndarray}
