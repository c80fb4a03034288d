"""ChainObject.denoc: the decoupled natural orthogonal complement of chains and trees, for any number of samples."""

import numpy as np

from chain.driver import Batch
from chain.reference import inverse
from chain.results import DeNOC

__all__ = ["denoc"]


def denoc(arm, q, *, out=None, threads=None):
    """Matrices N_l (..., 6 nlinks, 6 nlinks) and N_d (..., 6 nlinks, n) that give the twists: ``t = N_l N_d qd``.

    Saha 1999, eq. 16, 17; trees: Saha 2007, eq. 47-52. t stacks (angular velocity; velocity of the mass centre `cog`)
    of the links, base axes, angular part first; payloads do not move the mass centres. Block (i, j) of N_l is B_ij
    where link j carries link i or is i, else zero; N_d has the p_i of the joints that move. Result: object with `.N_l
    .N_d` and their product `.N`; `out`: a tuple of two arrays (or None).

    >>> from chain import ChainObject, LinkObject
    >>> arm = ChainObject([LinkObject("R", a=0.5, mass=1.0), LinkObject("R", a=0.4, mass=1.0)])
    >>> (arm.denoc([0.0, 0.0]).N @ [2.0, 3.0])[6:].round(12)
    array([0., 0., 5., 0., 3., 0.])
    """
    model = arm.model
    batch = Batch(model.nlinks)
    batch.take(q, "q", model.nq)
    batch.settle()
    out = (None, None) if out is None else out
    if not isinstance(out, tuple | list) or len(out) != 2:
        raise TypeError(f"`out`: expected a tuple of two arrays (N_l, N_d), got {type(out).__name__}")
    nlinks, n = len(arm), arm.n
    N_l = batch.result(out[0], "out, N_l", 6 * nlinks, 6 * nlinks)
    N_d = batch.result(out[1], "out, N_d", 6 * nlinks, n)

    def kernel(rows, results, start, stop):
        q = rows[0] if len(rows[0]) == 1 else rows[0][start:stop]
        M = np.broadcast_to(arm.kinematics(q, threads=1).M, (stop - start, nlinks, 4, 4))
        N_l, N_d = (x[start:stop] for x in results)
        _propagation(arm, M, N_l.reshape(len(M), nlinks, 6, nlinks, 6))
        _joint_rates(arm, M, N_d.reshape(len(M), nlinks, 6, n))

    batch.run(kernel, threads)
    return DeNOC(N_l, N_d)


def _propagation(arm, M, N_l):
    """Fill N_l with ``B_ij = [1 O; c~ 1]``, ``c = C_j - C_i``, where link j carries link i or is i."""
    C = _turned(M, [link.cog for link in arm.links]) + M[..., :3, 3]
    i, j = np.array(_pairs(arm.parents), int).reshape(-1, 2).T
    c = C[:, j] - C[:, i]
    N_l[...] = 0.0
    for k in range(6):
        N_l[:, i, k, j, k] = 1.0
    for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        N_l[:, i, 3 + z, j, y] = c[..., x]
        N_l[:, i, 3 + y, j, z] = -c[..., x]


def _joint_rates(arm, M, N_d):
    """Fill N_d with ``p = (turns e; turns e x d + slides e)``, which is constant in the axes of the link."""
    to_joint = [inverse(link.after) for link in arm.links]
    e, d = [A[:3, 2] for A in to_joint], [link.cog - A[:3, 3] for link, A in zip(arm.links, to_joint, strict=True)]
    rates = list(zip(arm.links, e, d, strict=True))
    w = _turned(M, [link.kind.turns * e_i for link, e_i, _ in rates])
    v = _turned(M, [link.kind.turns * np.cross(e_i, d_i) + link.slides * e_i for link, e_i, d_i in rates])
    moving = [i for i, link in enumerate(arm.links) if link.kind.nv]
    N_d[...] = 0.0
    for k, i in enumerate(moving):
        N_d[:, i, :3, k], N_d[:, i, 3:, k] = w[:, i], v[:, i]


def _pairs(parents):
    """(i, j) for every link i and every j on the way to it from the base, i itself included."""
    ways = []
    for i, parent in enumerate(parents):
        ways.append([*(ways[parent] if parent >= 0 else []), i])
    return [(i, j) for i, way in enumerate(ways) for j in way]


def _turned(M, v):
    """Vectors v (links, 3) of the links in base axes (N, links, 3), summed in order: a BLAS may round differently."""
    x, y, z = np.reshape(v, (-1, 3, 1)).swapaxes(0, 1)
    return (M[..., :3, 0] * x + M[..., :3, 1] * y) + M[..., :3, 2] * z
