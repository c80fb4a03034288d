"""Random arms and trees against other libraries at run time: Pinocchio and MuJoCo, where they are installed."""

import numpy as np
import pytest
from comparing import agree as close
from recorded import recorded
from trees import random_body, random_pose, size_of_inertia, size_of_torques, states

from chain import ChainObject, LinkObject
from chain import reference as ref

GRAVITY = (1.0, -2.0, -9.81)


def random_tree(seed, count, kinds, branching, bodies=("full", "full", "full", "point", "none")):
    """`count` links; `branching`: how many links back a parent may be."""
    rng = np.random.default_rng(seed)
    links = []
    for i in range(count):
        kind, place = rng.choice(list(kinds)), random_pose(rng, 0.3)
        axis = rng.normal(size=3)
        if rng.random() < 0.4:
            # parallel to the axis before, or one of the coordinate axes
            place[:3, :3], axis = np.eye(3), np.eye(3)[rng.integers(3)]
        parent = int(rng.integers(max(-1, i - branching), i))
        body = random_body(rng, rng.choice(bodies))
        links.append(LinkObject(kind, placement=place, axis=axis, pitch=0.15, parent=parent, **body))
    return ChainObject(links, gravity=GRAVITY)


def agree(arm, state, tau):
    size = max(size_of_torques(arm, *(x[k] for x in state)) for k in range(len(state[0])))
    assert np.abs(arm.inverse_dynamics(*state) - tau).max() <= 1e-13 * size
    assert np.abs(arm.inverse_dynamics(*state) - tau).max() <= 1e-10 * np.abs(tau).max()


def pinocchio_model(arm):
    """The same tree: joint frames are `before`, bodies hang on `after`."""
    pin = pytest.importorskip("pinocchio")
    model, joints, frames = pin.Model(), [], []
    model.gravity = pin.Motion(np.array(arm.gravity), np.zeros(3))
    z = np.array([0.0, 0.0, 1.0])
    for i, (link, parent) in enumerate(zip(arm, arm.parents, strict=True)):
        above, place = (0, np.eye(4)) if parent < 0 else (joints[parent], frames[parent])
        place = place @ link.before
        if link.kind.nv:
            kind = {
                "R": lambda: pin.JointModelRevoluteUnaligned(z), "P": lambda: pin.JointModelPrismaticUnaligned(z),
                "H": lambda k=link: pin.JointModelHelicalUnaligned(z, k.pitch),
            }[link.jtype]()  # fmt: skip
            joints.append(model.addJoint(above, kind, pin.SE3(place), f"joint {i}"))
            frames.append(link.after)
        else:
            joints.append(above)
            frames.append(place @ link.after)
        if joints[-1]:
            inertia = pin.Inertia(link.mass, link.cog, np.zeros((3, 3)) if link.inertia is None else link.inertia)
            model.appendBodyToJoint(joints[-1], inertia, pin.SE3(frames[-1]))
    return pin, model


@pytest.mark.parametrize("seed", range(12))
def test_random_arms_and_trees_have_the_torques_of_pinocchio(seed):
    arm = random_tree(seed, 3 + 2 * seed, "RRRPHF", 1 if seed % 2 else 4)
    pin, model = pinocchio_model(arm)
    data, state = model.createData(), states(arm, (9,), seed)
    # q of Pinocchio in the order of its joints, which is ours
    assert [model.idx_vs[k] for k in range(1, model.njoints)] == list(range(arm.n))
    agree(arm, state, [pin.rnea(model, data, *(x[k] for x in state)) for k in range(9)])


def test_a_tree_like_talos_has_the_torques_of_pinocchio():
    """Two legs of six joints, a torso of two, two arms of eight with grippers, a head of two."""
    rng, links = np.random.default_rng(3), []
    for length, root in ((6, -1), (6, -1), (2, -1), (8, 13), (8, 13), (2, 13)):
        for k in range(length):
            place, axis = random_pose(rng, 0.3), np.eye(3)[rng.integers(3)]
            place[:3, :3] = np.eye(3)
            parent = root if k == 0 else len(links) - 1
            links.append(LinkObject("R", placement=place, axis=axis, parent=parent, **random_body(rng)))
    arm = ChainObject(links, gravity=GRAVITY)
    pin, model = pinocchio_model(arm)
    data, state = model.createData(), states(arm, (20,))
    assert arm.n == 32
    agree(arm, state, [pin.rnea(model, data, *(x[k] for x in state)) for k in range(20)])


@pytest.mark.parametrize("seed", range(6))
def test_joint_actions_are_the_forces_of_pinocchio(seed):
    arm = random_tree(seed, 8, "RRPH", 3)
    pin, model = pinocchio_model(arm)
    data, state = model.createData(), states(arm, (1,), seed)
    pin.rnea(model, data, *(x[0] for x in state))
    pin.forwardKinematics(model, data, state[0][0])
    PHI = arm.joint_actions(*(x[0] for x in state))
    size = size_of_torques(arm, *(x[0] for x in state))
    for i in range(8):
        wrench = data.oMi[i + 1].act(data.f[i + 1])
        assert np.abs(ref.action_matrix(wrench.linear, wrench.angular) - PHI[i]).max() <= 1e-13 * size


def test_actions_of_the_environment_are_those_of_pinocchio():
    arm = random_tree(5, 9, "RRPH", 3)
    pin, model = pinocchio_model(arm)
    data, state = model.createData(), [x[0] for x in states(arm, (1,))]
    w = np.random.default_rng(6).uniform(-9, 9, (9, 6))
    pin.forwardKinematics(model, data, state[0])
    M = arm.kinematics(state[0]).M
    forces = pin.StdVec_Force()
    forces.append(pin.Force.Zero())
    for i in range(9):
        about_origin = pin.Force(w[i, :3], w[i, 3:] + np.cross(M[i, :3, 3], w[i, :3]))
        forces.append(data.oMi[i + 1].actInv(about_origin))
    tau = pin.rnea(model, data, *state, forces)
    got = arm.inverse_dynamics(*state, external=dict(enumerate(w)))
    assert np.abs(got - tau).max() <= 1e-13 * size_of_torques(arm, *state, external=10.0)


def renumbered(arm):
    """The same tree with its links depth first: matrices of Pinocchio hold for that order only."""
    order = depth_first(arm.parents)
    links = [arm[i].copy() for i in order]
    for link, i in zip(links, order, strict=True):
        link.parent = order.index(arm.parents[i]) if arm.parents[i] >= 0 else -1
    return ChainObject(links, gravity=arm.gravity)


def depth_first(parents, root=-1):
    """Links in the order of a walk that finishes a branch before it takes the next."""
    return [k for i, parent in enumerate(parents) if parent == root for k in (i, *depth_first(parents, i))]


@pytest.fixture(params=range(8))
def pair(request):
    """An arm or tree of full bodies, the same in Pinocchio with its data, and three states."""
    seed = request.param
    arm = renumbered(random_tree(seed, 3 + 2 * seed, "RRRPHF", 1 if seed % 2 else 4, ["full"]))
    pin, model = pinocchio_model(arm)
    return arm, pin, model, model.createData(), states(arm, (3,), seed)


def test_inertia_and_coriolis_matrices_are_those_of_pinocchio(pair):
    """Both take the Christoffel symbols: the matrices are the same, not only C qd."""
    arm, pin, model, data, (q, qd, _) = pair
    M, C = arm.mass_matrix(q), arm.coriolis_matrix(q, qd)
    for k in range(3):
        expected = pin.crba(model, data, q[k])
        expected = np.triu(expected) + np.triu(expected, 1).T
        close(M[k], expected, size_of_inertia(arm, q[k]))
        expected = pin.computeCoriolisMatrix(model, data, q[k], qd[k])
        close(C[k], expected, size_of_torques(arm, q[k], qd[k], 0 * qd[k], gravity=(0, 0, 0)))


def test_accelerations_and_inverse_inertia_are_those_of_pinocchio(pair):
    arm, pin, model, data, (q, qd, tau) = pair
    qdd, inverse = arm.forward_dynamics(q, qd, tau), arm.inverse_mass_matrix(q)
    for k in range(3):
        yielding = np.abs(inverse[k]).sum(axis=0).max()
        expected = pin.aba(model, data, q[k], qd[k], tau[k])
        close(qdd[k], expected, size_of_torques(arm, q[k], qd[k], np.abs(expected)) * yielding)
        expected = pin.computeMinverse(model, data, q[k])
        expected = np.triu(expected) + np.triu(expected, 1).T
        close(inverse[k], expected, size_of_inertia(arm, q[k]) * yielding**2)


def test_accelerations_under_actions_are_those_of_pinocchio(pair):
    arm, pin, model, data, (q, qd, tau) = pair
    moving = [i for i, link in enumerate(arm) if link.kind.nv]
    w = np.random.default_rng(6).uniform(-9, 9, (len(moving), 6))
    pin.forwardKinematics(model, data, q[0])
    M, forces = arm.kinematics(q[0]).M, pin.StdVec_Force()
    forces.append(pin.Force.Zero())
    for k, i in enumerate(moving):
        about_origin = pin.Force(w[k, :3], w[k, 3:] + np.cross(M[i, :3, 3], w[k, :3]))
        forces.append(data.oMi[k + 1].actInv(about_origin))
    expected = pin.aba(model, data, q[0], qd[0], tau[0], forces)
    got = arm.forward_dynamics(q[0], qd[0], tau[0], external=dict(zip(moving, w, strict=True)))
    size = size_of_torques(arm, q[0], qd[0], np.abs(expected), external=10.0)
    close(got, expected, size * np.abs(arm.inverse_mass_matrix(q[0])).sum(axis=0).max())


def test_jacobians_of_points_and_their_rates_are_those_of_pinocchio(pair):
    arm, pin, model, data, (q, qd, _) = pair
    link = max(i for i, k in enumerate(arm) if k.kind.nv)
    point = np.array([0.1, -0.2, 0.3])
    joint, axes = model.njoints - 1, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    place = np.eye(4)
    place[:3, 3] = (arm[link].after @ [*point, 1.0])[:3]
    place[:3, :3] = arm[link].after[:3, :3]
    frame = model.addFrame(pin.Frame("point", joint, 0, pin.SE3(place), pin.FrameType.OP_FRAME))
    data = model.createData()
    J, dJ = arm.jacobian(q, link, point), arm.jacobian_dot(q, qd, link, point)
    for k in range(3):
        speed = np.abs(qd[k]).sum()
        pin.computeJointJacobiansTimeVariation(model, data, q[k], qd[k])
        pin.updateFramePlacements(model, data)
        size = 10.0 + np.abs(data.oMf[frame].translation).max()
        close(J[k], pin.getFrameJacobian(model, data, frame, axes), size)
        close(dJ[k], pin.getFrameJacobianTimeVariation(model, data, frame, axes), size * speed)


def test_energies_momentum_and_centre_of_mass_are_those_of_pinocchio(pair):
    """Pinocchio leaves out what is fixed to the base, and takes the momentum about the centre of mass."""
    arm, pin, model, data, (q, qd, _) = pair
    pin.forwardKinematics(model, data, q[0], qd[0])
    rest = ChainObject([k.copy() for k in arm], gravity=arm.gravity)
    for i in range(len(arm)):
        chain = ref.bodies(arm)
        if not any(chain[j].jtype != "F" for j in ref.path_from_base(chain, i)):
            rest[i].update(mass=0.0, inertia=None)
    size = size_of_torques(arm, q[0], qd[0], np.abs(qd[0]))
    T, V = pin.computeKineticEnergy(model, data, q[0], qd[0]), pin.computePotentialEnergy(model, data, q[0])
    close(rest.kinetic_energy(q[0], qd[0]), T, size * np.abs(qd[0]).sum())
    close(rest.potential_energy(q[0]), V, size + abs(V))
    c = rest.centre_of_mass(q[0])
    close(c, pin.centerOfMass(model, data, q[0]), 10.0)
    h = pin.computeCentroidalMomentum(model, data, q[0], qd[0])
    expected = ref.action_matrix(h.linear, h.angular + np.cross(c, h.linear))
    close(rest.momentum(q[0], qd[0]), expected, size)
    assert np.array_equal(arm.momentum(q[0], qd[0]), rest.momentum(q[0], qd[0]))


def test_rotors_count_as_the_armature_of_pinocchio():
    arm = renumbered(random_tree(4, 9, "RRPH", 3))
    rotors = np.random.default_rng(1).uniform(0.1, 2.0, arm.n)
    for link, rotor in zip(arm, rotors, strict=True):
        link.rotor = float(rotor)
    pin, model = pinocchio_model(arm)
    model.armature = rotors
    data, (q, qd, tau) = model.createData(), states(arm)
    expected = pin.aba(model, data, q, qd, tau)
    yielding = np.abs(arm.inverse_mass_matrix(q)).sum(axis=0).max()
    close(arm.forward_dynamics(q, qd, tau), expected, size_of_torques(arm, q, qd, np.abs(expected)) * yielding)
    M = pin.crba(model, data, q)
    close(np.triu(arm.mass_matrix(q)), np.triu(M), size_of_inertia(arm, q))


def mujoco_model(arm):
    """The same tree as MJCF: bodies at the joints' frames, masses given in full."""
    mujoco = pytest.importorskip("mujoco")
    spec = mujoco.MjSpec()
    spec.option.gravity = arm.gravity
    spec.compiler.inertiafromgeom = False
    spec.compiler.boundmass = spec.compiler.boundinertia = 0.0
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    bodies = []
    for link, parent in zip(arm, arm.parents, strict=True):
        above = spec.worldbody if parent < 0 else bodies[parent]
        m, c, I = link.mass, link.cog, np.zeros((3, 3)) if link.inertia is None else link.inertia
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(link.placement[:3, :3]).ravel())
        body = above.add_body(pos=link.placement[:3, 3], quat=quaternion)
        body.explicitinertial, body.mass, body.ipos = True, m, c
        body.fullinertia = [I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]]
        if link.kind.nv:
            kind = {"R": mujoco.mjtJoint.mjJNT_HINGE, "P": mujoco.mjtJoint.mjJNT_SLIDE}[link.jtype]
            body.add_joint(type=kind, axis=link.axis, armature=link.rotor, damping=link.viscous)
        bodies.append(body)
    return mujoco, spec.compile()


def in_its_order(arm):
    """MuJoCo numbers bodies depth first: our joint variable for each of its."""
    variable = np.cumsum([0] + [k.kind.nv for k in arm])
    return np.array([variable[i] for i in depth_first(arm.parents) if arm[i].kind.nv], int)


def mujoco_tree(seed):
    """An arm or tree with rotors and friction, of the joints that MuJoCo has too."""
    rng, links = np.random.default_rng(seed), []
    for i in range(3 + 2 * seed):
        place, parent = random_pose(rng, 0.3), int(rng.integers(max(-1, i - (1 if seed % 2 else 4)), i))
        joint = {"rotor": float(rng.uniform(0, 1)), "viscous": float(rng.uniform(0, 1))}
        kind, axis = rng.choice(list("RRRPF")), rng.normal(size=3)
        links.append(LinkObject(kind, placement=place, axis=axis, parent=parent, **random_body(rng), **joint))
    return ChainObject(links, gravity=GRAVITY)


@pytest.mark.parametrize("seed", range(8))
def test_random_arms_and_trees_have_the_torques_of_mujoco(seed):
    arm = mujoco_tree(seed)
    mujoco, model = mujoco_model(arm)
    assert model.nv == arm.n
    data, state, order, tau = mujoco.MjData(model), states(arm, (5,), seed), in_its_order(arm), np.zeros((5, arm.n))
    for k in range(5):
        data.qpos[:], data.qvel[:], data.qacc[:] = (x[k, order] for x in state)
        mujoco.mj_inverse(model, data)
        tau[k, order] = data.qfrc_inverse
    assert np.abs(arm.inverse_dynamics(*state) - tau).max() <= 1e-10 * np.abs(tau).max()


@pytest.mark.parametrize("seed", range(8))
def test_random_arms_and_trees_have_the_inertia_and_accelerations_of_mujoco(seed):
    arm = mujoco_tree(seed)
    mujoco, model = mujoco_model(arm)
    data, (q, qd, tau), order = mujoco.MjData(model), states(arm, seed=seed), in_its_order(arm)
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q[order], qd[order], tau[order]
    mujoco.mj_forward(model, data)
    M = np.zeros((arm.n, arm.n))
    if hasattr(data, "qM"):
        mujoco.mj_fullM(model, M, data.qM)
    else:
        mujoco.mj_fullM(model, data, M)
    got = arm.mass_matrix(q)[np.ix_(order, order)]
    close(got, M, size_of_inertia(arm, q), 1e-12)
    expected = np.zeros(arm.n)
    expected[order] = data.qacc
    size = size_of_torques(arm, q, qd, np.abs(expected)) * np.abs(arm.inverse_mass_matrix(q)).sum(axis=0).max()
    close(arm.forward_dynamics(q, qd, tau), expected, size, 1e-12)


@pytest.mark.parametrize("name", ["robot_ur5", "robot_panda_full9", "robot_talos_reduced_fixed"])
def test_real_robots_have_the_torques_of_pinocchio_in_new_states(name):
    model = recorded(f"oracles/{name}")["model"]["lumped_tree"]
    links = [
        LinkObject(
            b["joint"]["type"][0].upper(), placement=ref.four(b["placement"]["R"], b["placement"]["p"], (0, 0, 0, 1)),
            axis=b["joint"]["axis"], mass=b["mass"], cog=b["com"], inertia=b["inertia_com"], parent=b["parent"],
        )
        for b in model["bodies"]
    ]  # fmt: skip
    arm = ChainObject(links, gravity=model["gravity"])
    pin, model = pinocchio_model(arm)
    data, state = model.createData(), 3 * states(arm, (33,), 17)
    agree(arm, state, [pin.rnea(model, data, *(x[k] for x in state)) for k in range(33)])
