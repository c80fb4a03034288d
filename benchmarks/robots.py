"""The robots of the dynamics benchmarks, described once and built by every contestant in its own way.

Random arms are those of the project's speed tool: general D&H twists, full inertia tensors. UR5 and Talos come from the
oracles of the tests (URDF of example-robot-data, fixed links folded). All joints are revolute.
"""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from chain import ChainObject, LinkObject

ORACLES = Path(__file__).parent.parent / "tests" / "data" / "oracles"
GRAVITY = (0.0, 0.0, -9.81)
GROWTH = (6, 7, 12, 24, 48, 96)
TREES = {"UR5": "robot_ur5", "Talos": "robot_talos_reduced_fixed"}


class Body(NamedTuple):
    """A moving body: placement of its joint in the parent's body frame (parent -1: the base), axis, inertia.

    The body frame is the joint frame after the turn about `axis`; com and inertia (about the com) are in body axes.
    """

    parent: int
    placement: np.ndarray
    axis: tuple
    mass: float
    com: np.ndarray
    inertia: np.ndarray

    @property
    def letter(self):
        """The coordinate axis of the joint, "X", "Y" or "Z"."""
        return "XYZ"[self.axis.index(1.0)]


class Link(NamedTuple):
    """The same in standard D&H parameters: com and inertia in the link's frame."""

    a: float
    d: float
    alpha: float
    mass: float
    com: np.ndarray
    inertia: np.ndarray


class Robot(NamedTuple):
    """A robot: neutral description, D&H links where it has them, and the chain of this library."""

    name: str
    bodies: list
    links: list | None
    arm: ChainObject

    @property
    def n(self):
        """Number of joints."""
        return len(self.bodies)


class Samples(NamedTuple):
    """Motion q, qd, qdd, each (count, n), and the torques (count, n) of this library."""

    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray

    def first(self, count):
        """The first samples."""
        return Samples(*(x[:count] for x in self))


@cache
def robot(name):
    """A robot by name: "6R", "24R", ... are random arms."""
    return tree(name) if name in TREES else random_arm(int(name.removesuffix("R")))


@cache
def samples(name, count):
    """Random motion of a robot."""
    arm, n, rng = robot(name).arm, robot(name).n, np.random.default_rng(1)
    q, qd, qdd = (rng.uniform(-size, size, (count, n)) for size in (3, 2, 5))
    return Samples(q, qd, qdd, arm.inverse_dynamics(q, qd, qdd))


def random_arm(n, seed=7):
    """The random arm with n revolute joints."""
    rng = np.random.default_rng(seed)
    links, bodies, before = [], [], np.eye(4)
    for i in range(n):
        a, d, alpha = *rng.uniform(-0.5, 0.5, 2).tolist(), rng.uniform(-np.pi, np.pi)
        mass, com = rng.uniform(1, 10), rng.uniform(-0.2, 0.2, 3)
        x = rng.normal(size=(3, 3))
        second = 0.02 * (x @ x.T + np.eye(3))  # second moments: any positive definite matrix is physical
        links.append(Link(a, d, alpha, mass, com, np.trace(second) * np.eye(3) - second))
        c, s = np.cos(alpha), np.sin(alpha)
        after = np.array([[1, 0, 0, a], [0, c, -s, 0], [0, s, c, d], [0, 0, 0, 1]])
        R = after[:3, :3]
        bodies.append(
            Body(i - 1, before, (0.0, 0.0, 1.0), mass, R @ com + after[:3, 3], R @ links[-1].inertia @ R.T)
        )  # fmt: skip
        before = after
    arm = ChainObject(
        [LinkObject("R", a=k.a, d=k.d, alpha=k.alpha, mass=k.mass, cog=k.com, inertia=k.inertia) for k in links],
        gravity=GRAVITY,
    )
    return Robot(f"{n}R", bodies, links, arm)


def tree(name):
    """UR5 or Talos from its oracle."""
    with gzip.open(ORACLES / f"{TREES[name]}.json.gz", "rt") as file:
        model = json.load(file)["model"]["lumped_tree"]
    bodies = []
    for body in model["bodies"]:
        placement = np.eye(4)
        placement[:3, :3], placement[:3, 3] = body["placement"]["R"], body["placement"]["p"]
        com, inertia = np.array(body["com"]), np.array(body["inertia_com"])
        bodies.append(Body(body["parent"], placement, tuple(body["joint"]["axis"]), body["mass"], com, inertia))
    arm = ChainObject(
        [
            LinkObject(
                "R", placement=b.placement, axis=b.axis, parent=b.parent, mass=b.mass, cog=b.com, inertia=b.inertia,
                validate=False,
            )
            for b in bodies
        ],
        gravity=tuple(model["gravity"]),
    )  # fmt: skip
    return Robot(name, bodies, None, arm)
