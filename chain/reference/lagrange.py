"""Lagrange's equations in 4x4 matrices: ``M qdd + C = F`` (Legnani et al. 1996, part 2, section 3, here "part 2").

Kinetic energy ``sum Trace(W J W^t) / 2``, potential energy ``-sum Trace(Hg J)`` over the links h (eq. 8, 9); their
derivatives need those of the positions M_h alone. L, J, H, Hg in frame 0; J_h the inertia of link h. On a tree a joint
counts for the links that it carries, a pair of joints for those that both carry, and so on. Examples: `pendulum`.
"""

import numpy as np

from chain.reference.matrices import (
    IDENTITY,
    ZERO,
    gravity_matrix,
    kinematics,
    moving_links,
    path_from_base,
    psedot,
    refer_action,
)


def position_derivative(L, M_h):
    """``dM_h / dq_m = L_m M_h``, L_m the screw of joint m, for a link h that it carries (part 2, section 3).

    >>> from chain.reference import joint_screw
    >>> position_derivative(joint_screw("P"), IDENTITY)[2].tolist()
    [0, 0, 0, 1]
    """
    return L @ M_h


def trac_ljlt(L_i, J, L_m):
    """``Trace(L_i J L_m^t)``, as `spacelib.trac_ljlt4`, for any type of number.

    >>> from chain.reference import joint_screw
    >>> L = joint_screw("R")
    >>> trac_ljlt(L, np.diag([1, 2, 0, 5]), L)
    np.int64(3)
    """
    return np.trace(L_i @ J @ L_m.T)


def screw_rate(L, W):
    """Rate of the screw of a joint whose parent has the velocity W: ``L' = W L - L W``.

    >>> from chain.reference import joint_screw, prismatic_pair
    >>> screw_rate(prismatic_pair((1, 0, 0)), 2 * joint_screw("R"))[:3, 3].tolist()
    [0, 2, 0]
    """
    return W @ L - L @ W


def carried(chain, *joints):
    """Links that are carried by all the given joints.

    >>> from chain.reference import pendulum
    >>> carried([body._replace(parent=p) for body, p in zip(pendulum(4), (-1, 0, 0, 1))], 0, 1)
    [1, 3]
    """
    return [h for h in range(len(chain)) if set(joints) <= set(path_from_base(chain, h))]


def inertias(chain, M):
    """Inertias J_h (nlinks, 4, 4) of the links in frame 0, at the positions M.

    >>> from chain.reference import pendulum
    >>> inertias(pendulum(1), kinematics(pendulum(1), [0], [0], [0]).M)[0, 0].tolist()
    [1.0, 0.0, 0.0, 1.0]
    """
    return np.array([refer_action(body.J, M_h) for body, M_h in zip(chain, M, strict=True)])


def _at_rest(chain, q, base):
    """Screws L and inertias J of the links at q."""
    M, _, _, L = kinematics(chain, q, [0] * len(q), [0] * len(q), base)
    return L, inertias(chain, M)


def _per_joint(chain, element, rank):
    """element(i, ...) of `rank` joints, given by their links, as an array (n, ...)."""
    joints = moving_links(chain)
    places = [[joints[k] for k in index] for index in np.ndindex(*[len(joints)] * rank)]
    return np.array([element(*place) for place in places]).reshape([len(joints)] * rank)


# M qdd + C = F


def mass_matrix(chain, q, base=IDENTITY):
    """Mass matrix (n, n): ``M[i, m] = sum Trace(L_i J_h L_m^t)`` over the links h that joints i and m carry.

    Part 2, section 3. These are the inertia coefficients D_ij.

    >>> from chain.reference import pendulum
    >>> mass_matrix(pendulum(2), [0, 0]).tolist()
    [[5.0, 2.0], [2.0, 1.0]]
    """
    L, J = _at_rest(chain, q, base)
    return _per_joint(chain, lambda i, m: sum(trac_ljlt(L[i], J[h], L[m]) for h in carried(chain, i, m)), 2)


def effects_vector(chain, q, qd, gravity, base=IDENTITY):
    """Weight, centrifugal and Coriolis effects (n,): ``C[i] = sum Trace((H~_h - Hg) J_h L_i^t)`` (part 2, section 3).

    H~ is the acceleration at qdd = 0; the sum is over the links h that joint i carries.

    >>> from chain.reference import pendulum
    >>> effects_vector(pendulum(2), [0, np.pi / 2], [2, 3], (0, -10, 0)).round(12).tolist()     # -3 2 - 5 3 + 20, 2 2
    [-1.0, 4.0]
    """
    M, _, H, L = kinematics(chain, q, qd, [0] * len(q), base)
    J, Hg = inertias(chain, M), gravity_matrix(gravity)
    return _per_joint(chain, lambda i: sum(trac_ljlt(H[h] - Hg, J[h], L[i]) for h in carried(chain, i)), 1)


def force_vector(chain, q, tau, external=None, base=IDENTITY):
    """F (n,): torques of the actuators and the parts of external actions along the joints (part 2, section 3, eq. 10).

    ``F[i] = tau_i + sum psedot(L_i, PHI_h)``; `external` (nlinks, 4, 4): PHI of the environment ON the links, frame 0.

    >>> from chain.reference import action_matrix, pendulum
    >>> push = action_matrix([0, 3, 0], [0, 0, 6])                                          # 3 N along y at x = 2 m
    >>> force_vector(pendulum(2), [0, 0], [10, 20], [ZERO, push]).tolist()
    [16, 23]
    """
    L, _ = _at_rest(chain, q, base)
    applied = [ZERO] * len(chain) if external is None else external
    along = _per_joint(chain, lambda i: sum(psedot(L[i], applied[h]) for h in carried(chain, i)), 1)
    return np.asarray(tau) + along


# the coefficients D: C_i = D_i + sum D_ijk qd_j qd_k


def gravity_coefficients(chain, q, gravity, base=IDENTITY):
    """Gravity coefficients (n,): ``D_i = -sum Trace(Hg J_h L_i^t)``, the torques that carry the weight.

    >>> from chain.reference import pendulum
    >>> gravity_coefficients(pendulum(2), [0, 0], (0, -10, 0)).tolist()
    [30.0, 10.0]
    """
    (L, J), Hg = _at_rest(chain, q, base), gravity_matrix(gravity)
    return _per_joint(chain, lambda i: -sum(trac_ljlt(Hg, J[h], L[i]) for h in carried(chain, i)), 1)


def velocity_coefficients(chain, q, base=IDENTITY):
    """Velocity coefficients (n, n, n): ``D_ijk = D_ikj = sum Trace(L_j L_k J_h L_i^t)``, j not further out than k.

    Centrifugal (j = k) and Coriolis terms: the factors of qd_j qd_k in H~ (part 2, eq. 3bis). Because L_j L_k M_h is
    the second derivative of M_h, they are the Christoffel symbols of the first kind of the mass matrix.

    >>> from chain.reference import pendulum
    >>> velocity_coefficients(pendulum(2), [0, np.pi / 2]).round(12).tolist()
    [[[0.0, -1.0], [-1.0, -1.0]], [[1.0, 0.0], [0.0, 0.0]]]
    """
    L, J = _at_rest(chain, q, base)

    def element(i, j, k):
        LL = L[min(j, k)] @ L[max(j, k)]
        return sum(trac_ljlt(LL, J[h], L[i]) for h in carried(chain, i, j, k))

    return _per_joint(chain, element, 3)


def coriolis_matrix(D, qd):
    """Matrix of the centrifugal and Coriolis torques (n, n): ``C_ij = sum D_ijk qd_k``; dM/dt - 2 C is skew.

    >>> from chain.reference import pendulum
    >>> coriolis_matrix(velocity_coefficients(pendulum(2), [0, np.pi / 2]), [2, 3]).round(12).tolist()
    [[-3.0, -5.0], [2.0, 0.0]]
    """
    return D @ np.asarray(qd)


def coriolis_matrix_by_rates(chain, q, qd, base=IDENTITY):
    """The same matrix without the coefficients: ``C_ij = sum Trace((L_j' + L_j W_h) J_h L_i^t)``.

    The terms of H~ that have qd_j, summed over k: joints k within j give W_p L_j, p the parent of link j, the others
    L_j (W_h - W_p).

    >>> from chain.reference import pendulum
    >>> coriolis_matrix_by_rates(pendulum(2), [0, np.pi / 2], [2, 3]).round(12).tolist()
    [[-3.0, -5.0], [2.0, 0.0]]
    """
    M, W, _, L = kinematics(chain, q, qd, [0] * len(q), base)
    J = inertias(chain, M)

    def element(i, j):
        dL = screw_rate(L[j], ZERO if chain[j].parent < 0 else W[chain[j].parent])
        return sum(trac_ljlt(dL + L[j] @ W[h], J[h], L[i]) for h in carried(chain, i, j))

    return _per_joint(chain, element, 2)
