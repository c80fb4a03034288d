"""The inputs of every task, one sample or many, from one seed.

Poses are built here with NumPy alone, so that no contestant prepares the data of the others. Angles keep away from 0
and pi: there the logarithms of some peers lose digits, and this is about speed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SEED = 20240607
COUNT = 100_000
X, Y, Z = 0, 1, 2
REVOLUTE = 0

Array = NDArray[np.float64]


class Inputs(NamedTuple):
    """Arguments of the tasks; leading shape () or (count,)."""

    Q: Array  # a displacement, rigid
    m: Array  # a pose, rigid
    H: Array  # an acceleration matrix, last row null
    J: Array  # a symmetric matrix, as inertia matrices are
    R: Array  # a rotation, 3x3
    link: tuple  # theta, d, b, a, alpha
    q: Array | float  # joint variable
    u: Array  # axis of a screw
    phi: Array | float  # its angle
    h: Array | float  # its translation
    P: Array  # its point


def screw_matrices(u, phi, h, P):
    """Position matrices of screws by the textbook: R = 1 + sin u~ + (1 - cos) u~ u~, t = (1 - R) P + h u."""
    tilde = np.zeros((*u.shape, 3))
    for i, j, k in ((X, Y, Z), (Y, Z, X), (Z, X, Y)):
        tilde[:, i, j] = -u[:, k]
        tilde[:, j, i] = u[:, k]
    R = np.eye(3) + np.sin(phi)[:, None, None] * tilde + (1.0 - np.cos(phi))[:, None, None] * (tilde @ tilde)
    M = np.zeros((len(u), 4, 4))
    M[:, :3, :3] = R
    M[:, :3, 3] = P[:, :3] - np.einsum("nij,nj->ni", R, P[:, :3]) + h[:, None] * u
    M[:, 3, 3] = 1.0
    return M


def many(count=COUNT):
    """`count` samples of everything."""
    random = np.random.default_rng(SEED)

    def screws():
        u = random.normal(size=(count, 3))
        u /= np.linalg.norm(u, axis=1, keepdims=True)
        P = np.ones((count, 4))
        P[:, :3] = random.uniform(-1.0, 1.0, (count, 3))
        return u, random.uniform(0.2, 2.9, count), random.uniform(-1.0, 1.0, count), P

    u, phi, h, P = screws()
    Q = screw_matrices(u, phi, h, P)
    m = screw_matrices(*screws())
    H = random.normal(size=(count, 4, 4))
    H[:, 3] = 0.0
    J = random.normal(size=(count, 4, 4))
    J = J + J.transpose(0, 2, 1)
    link = tuple(random.uniform(-1.0, 1.0, (5, count)))
    q = random.uniform(-2.0, 2.0, count)
    return Inputs(Q, m, H, J, np.ascontiguousarray(m[:, :3, :3]), link, q, u, phi, h, P)


def one():
    """One sample: arrays of the core shapes, numbers as Python floats."""
    batch = many(2)
    link = tuple(float(x[1]) for x in batch.link)
    first = {name: x[1].copy() if x.ndim > 1 else float(x[1]) for name, x in batch._asdict().items() if name != "link"}
    return Inputs(link=link, **first)
