"""SciPy's RigidTransform and Rotation; one object holds one or many."""

import operator

import numpy as np
from scipy.spatial.transform import RigidTransform, Rotation

from benchmarks.peers.screws import exponential, screw_rotation_first
from benchmarks.tasks import TASKS, Contestant


def transforms(task):
    """Arguments of the task as RigidTransforms."""
    return lambda inputs: tuple(RigidTransform.from_matrix(M) for M in TASKS[task].arguments(inputs))


def mami(Q, m):
    return m * Q * m.inv()


def rtocardan(R, dim, i, j, k):
    return Rotation.from_matrix(R).as_euler("XYZ")


def as_cardan(rotation):
    return rotation.as_euler("XYZ")


def dhtom(jtype, theta, d, b, a, alpha, q):
    """Rotation about the moving Z and X, translation by its formula."""
    angles, t = np.empty((*np.shape(q), 2)), np.empty((*np.shape(q), 3))
    angles[..., 0] = theta = theta + q
    angles[..., 1] = alpha
    st, ct = np.sin(theta), np.cos(theta)
    t[..., 0] = a * ct - b * st
    t[..., 1] = a * st + b * ct
    t[..., 2] = d
    return RigidTransform.from_components(t, Rotation.from_euler("ZX", angles))


matrix = RigidTransform.as_matrix
FIELD = {
    "molt4": [Contestant("RigidTransform A * B", operator.mul, "", transforms("molt4"), matrix)],
    "trasf_mami": [Contestant("m * Q * m.inv()", mami, "", transforms("trasf_mami"), matrix)],
    "invers": [Contestant("RigidTransform.inv", RigidTransform.inv, "", transforms("invers"), matrix)],
    "dhtom": [Contestant("from_components, from_euler", dhtom, "", None, matrix)],
    "dhtom, six arrays": [Contestant("from_components, from_euler", dhtom, "", None, matrix)],
    "screwtom": [
        Contestant("from_exp_coords", RigidTransform.from_exp_coords, "", lambda i: (exponential(i),), matrix),
    ],
    "rtocardan": [
        Contestant("from_matrix, as_euler", rtocardan),
        Contestant("as_euler of a Rotation", as_cardan, "", lambda i: (Rotation.from_matrix(i.R),)),
    ],
    "mtoscrew": [
        Contestant("as_exp_coords", RigidTransform.as_exp_coords, "", transforms("mtoscrew"), screw_rotation_first),
    ],
}


def contestants(task, size):
    """What SciPy can do."""
    return FIELD.get(task, [])
