"""The functions of pytransform3d for one transform and for arrays of them, checks off where that is possible."""

import numpy as np
import pytransform3d.batch_rotations as many_rotations
import pytransform3d.rotations as rotations
import pytransform3d.trajectories as many
import pytransform3d.transformations as single

from benchmarks.peers.screws import exponential, screw_rotation_first
from benchmarks.tasks import BATCH, Contestant

# ------------------------------------------------------------------------------------------ one sample

def molt4(A, B):
    return single.concat(B, A, check=False)


def invers(m):
    return single.invert_transform(m, check=False)


def mami(Q, m):
    return single.concat(single.concat(single.invert_transform(m, check=False), Q, check=False), m, check=False)


def dhtom(jtype, theta, d, b, a, alpha, q):
    joint, link = np.eye(4), np.eye(4)
    joint[:3, :3] = rotations.active_matrix_from_angle(2, theta + q)
    joint[2, 3] = d
    link[:3, :3] = rotations.active_matrix_from_angle(0, alpha)
    link[:2, 3] = a, b
    return single.concat(link, joint, check=False)


def rtocardan(R, dim, i, j, k):
    return rotations.euler_from_matrix(R, i, j, k, False, strict_check=False)


def screwtom(wv):
    return single.transform_from_exponential_coordinates(wv, check=False)


def mtoscrew(Q):
    return single.exponential_coordinates_from_transform(Q, check=False)


# ------------------------------------------------------------------------------------------ many samples

def molt4_many(A, B):
    return many.concat_many_to_many(B, A)


def mami_many(Q, m):
    return many.concat_many_to_many(many.concat_many_to_many(many.invert_transforms(m), Q), m)


def dhtom_many(jtype, theta, d, b, a, alpha, q):
    joint, link = np.zeros((len(q), 4, 4)), np.zeros((len(q) if np.ndim(alpha) else 1, 4, 4))
    many_rotations.active_matrices_from_angles(2, theta + q, out=joint[:, :3, :3])
    many_rotations.active_matrices_from_angles(0, np.atleast_1d(alpha), out=link[:, :3, :3])
    joint[:, 2, 3] = d
    link[:, 0, 3] = a
    link[:, 1, 3] = b
    joint[:, 3, 3] = link[:, 3, 3] = 1.0
    return many.concat_many_to_many(link, joint) if len(link) > 1 else many.concat_one_to_many(link[0], joint)


# ------------------------------------------------------------------------------------------ who takes part

def coordinates(inputs):
    """Argument of the exponential."""
    return (exponential(inputs),)


ONE = {
    "molt4": [Contestant("concat", molt4)],
    "trasf_mami": [Contestant("concat, invert_transform", mami)],
    "invers": [Contestant("invert_transform", invers)],
    "dhtom": [Contestant("active_matrix_from_angle, concat", dhtom)],
    "screwtom": [Contestant("transform_from_exponential_coordinates", screwtom, "", coordinates)],
    "rtocardan": [Contestant("euler_from_matrix", rtocardan)],
    "mtoscrew": [Contestant("exponential_coordinates_from_transform", mtoscrew, "", None, screw_rotation_first)],
}
MANY = {
    "molt4": [Contestant("concat_many_to_many", molt4_many)],
    "trasf_mami": [Contestant("concat_many_to_many, invert_transforms", mami_many)],
    "invers": [Contestant("invert_transforms", many.invert_transforms)],
    "dhtom": [Contestant("active_matrices_from_angles, concat", dhtom_many)],
    "dhtom, six arrays": [Contestant("active_matrices_from_angles, concat", dhtom_many)],
    "screwtom": [
        Contestant("transforms_from_exponential_coordinates", many.transforms_from_exponential_coordinates, "",
                   coordinates),
    ],
    "mtoscrew": [
        Contestant("exponential_coordinates_from_transforms", many.exponential_coordinates_from_transforms, "", None,
                   screw_rotation_first),
    ],
}  # fmt: skip


def contestants(task, size):
    """What pytransform3d can do."""
    return (MANY if size == BATCH else ONE).get(task, [])
