"""spatialmath-python: its functions on arrays for one sample, its classes, which hold lists of arrays, for many."""

import operator

import numpy as np
import spatialmath.base as base
from spatialmath import SE3, Twist3

from benchmarks.peers.screws import exponential, screw_translation_first
from benchmarks.tasks import BATCH, TASKS, Contestant


def poses(task):
    """Arguments of the task as SE3."""
    return lambda inputs: tuple(
        SE3(list(M) if M.ndim == 3 else M, check=False) for M in TASKS[task].arguments(inputs)
    )


def twists(inputs):
    """(v, w)."""
    return np.roll(exponential(inputs), 3, axis=-1)


def matrices(pose):
    return np.array(pose.A)


def mami(Q, m):
    return m * Q * m.inv()


def dhtom(jtype, theta, d, b, a, alpha, q):
    return SE3.Rz(theta + q) * SE3.Tz(d) * SE3.Tx(a) * SE3.Ty(b) * SE3.Rx(alpha)


def rtocardan(R, dim, i, j, k):
    return base.tr2rpy(R, order="xyz")


def rpy_many(pose):
    return pose.rpy(order="xyz")


def reversed_angles(rpy):
    """Roll is about the last axis."""
    return rpy[..., ::-1]


def mtoscrew(Q):
    return base.trlog(Q, check=False, twist=True)


def mtoscrew_many(pose):
    return pose.log(twist=True)


def rotations_as_poses(inputs):
    M = np.tile(np.eye(4), (len(inputs.R), 1, 1))
    M[:, :3, :3] = inputs.R
    return (SE3(list(M), check=False),)


ONE = {
    "molt4": [Contestant("SE3 A * B", operator.mul, "", poses("molt4"), matrices)],
    "trasf_mami": [Contestant("m * Q * m.inv()", mami, "", poses("trasf_mami"), matrices)],
    "invers": [Contestant("trinv", base.trinv)],
    "dhtom": [Contestant("SE3.Rz * Tz * Tx * Ty * Rx", dhtom, "", None, matrices)],
    "screwtom": [Contestant("trexp", base.trexp, "", lambda i: (twists(i),))],
    "rtocardan": [Contestant("tr2rpy", rtocardan, "", None, reversed_angles)],
    "mtoscrew": [Contestant("trlog", mtoscrew, "", None, screw_translation_first)],
}
MANY = {
    "molt4": ONE["molt4"],
    "trasf_mami": ONE["trasf_mami"],
    "invers": [Contestant("SE3.inv", SE3.inv, "", poses("invers"), matrices)],
    "dhtom": ONE["dhtom"],
    "dhtom, six arrays": ONE["dhtom"],
    "screwtom": [
        Contestant("Twist3.exp", Twist3.exp, "", lambda i: (Twist3(list(twists(i))), np.ones(len(i.u))), matrices),
    ],
    "rtocardan": [Contestant("SE3.rpy", rpy_many, "", rotations_as_poses, reversed_angles)],
    "mtoscrew": [Contestant("SE3.log", mtoscrew_many, "", poses("mtoscrew"), screw_translation_first)],
}


def contestants(task, size):
    """What spatialmath can do."""
    return (MANY if size == BATCH else ONE).get(task, [])
