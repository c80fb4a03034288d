"""Random chains and trees of everything that links can be, for hypothesis.

Structure and special values (parallel, nearly parallel, intersecting, coincident axes, links without mass) are drawn by
hypothesis, so that a failing tree shrinks; the rest of the numbers comes from a drawn seed.
"""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from chain import ChainObject, LinkObject
from chain import reference as ref

SETTINGS = settings(max_examples=60, deadline=None, derandomize=True, database=None)

ANGLES = st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi, 1e-9, -0.4, 1.1, 2.3])
LENGTHS = st.sampled_from([0.0, 0.3, -0.5, 1e-9, 0.17])
AXES = st.sampled_from([
    (0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0), (1e-9, 0, 1), (1, 2, -2), (0.3, 0.0, 0.4), (-3, 1, 2),
])  # fmt: skip
SHAPES = st.sampled_from(["standard", "modified", "placement"])
BODIES = st.sampled_from(["full", "full", "full", "point", "none", "flywheel"])


def random_rotation(rng):
    """3x3 rotation, all directions alike."""
    x, y, z, w = rng.normal(size=4)
    n = x * x + y * y + z * z + w * w
    return np.eye(3) + 2 / n * (
        np.array([[-y * y - z * z, x * y, x * z], [x * y, -x * x - z * z, y * z], [x * z, y * z, -x * x - y * y]])
        + w * np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    )


def random_pose(rng, reach=0.5):
    """4x4 position matrix."""
    return ref.four(random_rotation(rng), rng.uniform(-reach, reach, 3), (0, 0, 0, 1))


def random_body(rng, kind="full"):
    """mass, cog, inertia of a body: any, a point mass, nothing, or inertia without mass."""
    if kind == "none":
        return {}
    S = rng.normal(size=(3, 4)) * 0.2
    S = S @ S.T
    inertia = np.trace(S) * np.eye(3) - S
    if kind == "flywheel":
        return {"inertia": inertia}
    body = {"mass": float(rng.uniform(0.2, 5.0)), "cog": rng.uniform(-0.3, 0.3, 3)}
    return body if kind == "point" else body | {"inertia": inertia}


def random_forces(rng):
    """Friction, spring and rotor of a joint."""
    names = ("viscous", "coulomb", "stiffness", "rotor")
    forces = {name: float(x) for name, x in zip(names, rng.uniform(0.0, 2.0, 4), strict=True)}
    return forces | {"coulomb_speed": float(rng.uniform(0.01, 1.0)), "rest": float(rng.uniform(-1.0, 1.0))}


@st.composite
def geometries(draw):
    """Arguments that place a joint on its parent: D&H of both kinds, or placement and axis."""
    shape = draw(SHAPES)
    if shape != "placement":
        a, alpha, b, d, theta = (draw(x) for x in (LENGTHS, ANGLES, LENGTHS, LENGTHS, ANGLES))
        return {"theta": theta, "d": d, "b": b, "a": a, "alpha": alpha, "convention": shape}
    place = np.eye(4)
    place[:3, 3] = [draw(LENGTHS) for _ in range(3)]
    if draw(st.booleans()):
        place[:3, :3] = random_rotation(np.random.default_rng(draw(st.integers(0, 99))))
    return {"placement": place, "axis": draw(AXES)}


@st.composite
def trees(draw, kinds="RPHF", least=1, most=7, forces=True, branches=True):
    """A ChainObject; `kinds`: joints it may have, `least` .. `most` links."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    links = []
    for i in range(draw(st.integers(least, most))):
        options = {"parent": draw(st.integers(-1, i - 1))} if branches and draw(st.integers(0, 3)) == 0 else {}
        if forces and draw(st.integers(0, 3)) == 0:
            options |= random_forces(rng)
        kind = draw(st.sampled_from(kinds))
        if kind == "H":
            options["pitch"] = draw(st.sampled_from([0.0, 0.2, -0.05]))
        links.append(LinkObject(kind, **draw(geometries()), **random_body(rng, draw(BODIES)), **options))
    gravity = draw(st.sampled_from([(0.0, 0.0, -9.81), (0.0, 0.0, 0.0), (3.0, -9.0, 2.0)]))
    base = draw(st.sampled_from([None, random_pose(rng)]))
    tool = draw(st.sampled_from([None, random_pose(rng)]))
    return ChainObject(links, gravity=gravity, base=base, tool=tool)


def chains(**options):
    """Serial chains."""
    return trees(branches=False, **options)


@st.composite
def movable_trees(draw, **options):
    """Trees whose mass matrix is positive definite: joints of links that lack mass or inertia have a rotor.

    What moves without energy is then at rest: a full body does not move, and a joint with a rotor does not turn.
    """
    arm = draw(trees(**options))
    for link in arm:
        full = link.mass > 0.0 and link.inertia is not None
        if link.kind.nv and not full and link.rotor == 0.0:
            link.rotor = 0.3
    return arm


def states(arm, samples=(), seed=0):
    """q, qd, qdd of an arm, each (*samples, n)."""
    return np.random.default_rng(seed).uniform(-2.0, 2.0, (3, *samples, arm.n))


def wrenches(arm, samples=(), seed=1):
    """A force and couple (*samples, 6) for every link."""
    return np.random.default_rng(seed).uniform(-5.0, 5.0, (len(arm), *samples, 6))


def joint_forces(arm, q, qd, qdd):
    """Friction, springs and rotors (..., n), as the contract has them."""
    k = [link for link in arm if link.kind.nv]
    names = ("viscous", "coulomb", "coulomb_speed", "stiffness", "rest", "rotor")
    viscous, coulomb, speed, stiffness, rest, rotor = (np.array([getattr(link, name) for link in k]) for name in names)
    return viscous * qd + coulomb * np.tanh(qd / speed) + stiffness * (q - rest) + rotor * qdd


def base_of(arm):
    """Pose of the root, always a matrix."""
    return np.eye(4) if arm.base is None else arm.base


def size_of_inertia(arm, q):
    """What the mass matrix of one sample is rounded against: ``sum of |J|`` times the largest screw squared, rotors."""
    chain, rest = ref.bodies(arm), np.zeros(arm.n)
    motion = ref.kinematics(chain, q, rest, rest, base_of(arm))
    L = np.abs(motion.L).max(initial=1.0)
    J = sum(np.abs(ref.refer_action(b.J, M)).max() for b, M in zip(chain, motion.M, strict=True))
    return float(J * L * L + sum(link.rotor for link in arm))


def size_of_torques(arm, q, qd, qdd, gravity=None, external=0.0):
    """What the torques of one sample are rounded against: sums of the absolute values that the equations add up.

    ``sum over links of |H| |J|`` times the largest screw, with ``|H| = |Hg| + sum |L qdd| + (sum |L qd|)^2``.
    """
    chain = ref.bodies(arm)
    motion = ref.kinematics(chain, q, qd, qdd, base_of(arm))
    L = np.abs(motion.L).max(axis=(1, 2), initial=0.0)
    rate = sum(l * abs(x) for l, x in zip(L, ref.per_link(chain, qd), strict=True))
    more = sum(l * abs(x) for l, x in zip(L, ref.per_link(chain, qdd), strict=True))
    H = np.abs(arm.gravity if gravity is None else gravity).max() + more + rate**2
    J = sum(np.abs(ref.refer_action(b.J, M)).max() for b, M in zip(chain, motion.M, strict=True))
    reach = np.abs(motion.M).max(initial=1.0)
    forces = np.abs(joint_forces(arm, q, qd, qdd)).max(initial=0.0)
    return float((H * J + external * reach) * max(L.max(initial=0.0), 1.0) + forces)
