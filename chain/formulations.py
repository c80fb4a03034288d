"""Rows of ChainObject.check: the largest difference of two formulations, relative to what they add up.

A number that is zero in theory holds the rounding noise of its terms. Differences are therefore measured by the largest
value or by the absolute values of the terms, whichever is larger: an ill-conditioned chain is not a wrong one.
"""

import numpy as np

from chain import reference
from chain.errors import SingularityError

__all__ = ["Compared", "inertia_rows", "plain_inertia_rows", "plain_rows", "torque_rows"]

PLAIN = 64  # samples for which plain equations are evaluated, at most
TERMS = 20_000  # terms of the plain matrices, n n nlinks each: as many samples as need no more, but one
MOST_TERMS = 200_000  # none where one matrix has more


class Compared:
    """A chain, its states (N, n) each, the results of the kernels, and the size of what torques are summed from.

    `scale` is that of the links' actions; `terms` (N, links, 4, 4) are those of the matrices in the base frame, which
    add up more where the base is far away.
    """

    def __init__(self, arm, q, qd, qdd):
        self.arm, self.q, self.qd, self.qdd = arm, q, qd, qdd
        self.tau = arm.inverse_dynamics(q, qd, qdd)
        self.k = arm.kinematics(q, qd, qdd)
        self.joints = _joint_forces(arm, q, qd, qdd)
        H, J_0 = weighted(arm, self.k)
        self.HJ, self.terms = H @ J_0, np.abs(H) @ np.abs(J_0)
        self.scale, self.base_scale = size_of(self.HJ), size_of(self.terms)

    def chosen(self, most):
        """Numbers of at most `most` samples, evenly spaced."""
        count = min(len(self.q), most)
        return np.unique(np.linspace(0, len(self.q) - 1, count).astype(int)) if count else np.zeros(0, int)

    def plain(self):
        """Bodies and base of the plain equations."""
        return reference.bodies(self.arm), np.eye(4) if self.arm.base is None else self.arm.base


def gap(a, b, scale=0.0):
    """Largest difference over the largest value."""
    scale = max(np.abs(a).max(initial=0.0), np.abs(b).max(initial=0.0), scale)
    return float(np.abs(a - b).max(initial=0.0) / scale) if scale else 0.0


def weighted(arm, k):
    """H - Hg and J_0 (N, links, 4, 4) each: their product is the action of a link."""
    Hg = np.zeros((4, 4))
    Hg[:3, 3] = arm.gravity
    J = np.array(arm.inertias).reshape(-1, 4, 4)
    return k.H - Hg, k.M @ J @ np.swapaxes(k.M, -1, -2)


def size_of(HJ):
    """What torques are summed from, hence the size that their errors are measured by."""
    return np.abs(HJ).max(axis=(-1, -2), initial=0.0).sum(axis=-1).max(initial=0.0)


def _joint_forces(arm, q, qd, qdd):
    """Friction, springs and rotors (N, n)."""
    joints = [link for link in arm.links if link.kind.nv]
    columns = [
        k.viscous * qd[:, i] + k.coulomb * np.tanh(qd[:, i] / k.coulomb_speed) + k.stiffness * (q[:, i] - k.rest)
        + k.rotor * qdd[:, i]
        for i, k in enumerate(joints)
    ]  # fmt: skip
    return np.stack(columns, axis=-1) if columns else np.zeros((len(q), 0))


# kernels against one another


def torque_rows(c):
    """Torques in link frames and in base frame, and their power."""
    # tau = psedot(L_0, PHI)
    projected = c.joints + _projected(c.arm, c.arm.joint_reactions(c.q, c.qd, c.qdd))
    # d(T + V)/dt = sum of tr((H - Hg) J_0 W^t)
    rate = np.sum(c.joints * c.qd, axis=-1) + np.einsum("slij,slij->s", c.HJ, c.k.W)
    largest = np.einsum("slij,slij->s", c.terms, np.abs(c.k.W)).max(initial=0.0)
    return {
        "torques: link frames = base-frame matrices": gap(c.tau, projected, c.base_scale),
        "power of the torques = rate of the energy": gap(np.sum(c.tau * c.qd, axis=-1), rate, largest),
    }


def _projected(arm, reactions):
    """psedot(L, PHI) at the joint's own origin: turns c . u + slides f . u."""
    u = reactions.axis
    c, f = np.sum(reactions.couple * u, axis=-1), np.sum(reactions.force * u, axis=-1)
    moving = [i for i, link in enumerate(arm.links) if link.kind.nv]
    columns = [arm.links[i].kind.turns * c[:, i] + arm.links[i].slides * f[:, i] for i in moving]
    return np.stack(columns, axis=-1) if columns else np.zeros((len(u), 0))


def inertia_rows(c):
    """Mass and Coriolis matrices in the equation of motion, the kinetic energy, and what is solved by U D U^T."""
    arm, chosen = c.arm, c.chosen(PLAIN)
    q, qd, qdd, tau = (x[chosen] for x in (c.q, c.qd, c.qdd, c.tau))
    M, C = arm.mass_matrix(q), arm.coriolis_matrix(q, qd)
    # tau = M qdd + bias,  bias = C qd + g + friction + springs
    rest = arm.gravity_torque(q) + _joint_forces(arm, q, qd, 0.0 * qdd)
    terms = _sizes(M, qdd) + _sizes(C, qd)
    rows = {"torques: M qdd + C qd + g = kernel": gap(_times(M, qdd) + _times(C, qd) + rest, tau, max(c.scale, terms))}
    # T = qd' M qd / 2
    energy, size = np.sum(qd * _times(M, qd), axis=-1) / 2, np.sum(np.abs(qd) * _times(np.abs(M), np.abs(qd)), axis=-1)
    rows["kinetic energy = qd' M qd / 2"] = gap(arm.kinetic_energy(q, qd), energy, size.max(initial=0.0))
    return rows | _solved(c, chosen, M)


def _solved(c, chosen, M):
    """M = U D U^T and forward dynamics, for samples where every joint has inertia."""
    arm = c.arm
    movable = [i for i, s in enumerate(chosen) if _movable(arm, c.q[s])]
    if not movable and len(chosen):
        return {}
    chosen, M = chosen[movable], M[movable]
    q, qd, tau = (x[chosen] for x in (c.q, c.qd, c.tau))
    U, D = arm.gim_decomposition(q)
    qdd = arm.forward_dynamics(q, qd, tau)
    # what is left of a torque after both ways, among the terms of the motion found
    H, J_0 = weighted(arm, arm.kinematics(q, qd, qdd))
    scale = max(size_of(H @ J_0), _sizes(M, qdd), c.scale)
    return {
        "mass matrix = U D U^T": gap((U * D[:, None]) @ np.swapaxes(U, -1, -2), M),
        "torques: of the forward dynamics = given": gap(arm.inverse_dynamics(q, qd, qdd), tau, scale),
    }


def _movable(arm, q):
    try:
        arm.gim_decomposition(q)
    except SingularityError:
        return False
    return True


def _times(A, x):
    """A x of every sample."""
    return np.einsum("sij,sj->si", A, x)


def _sizes(A, x):
    """Largest sum of absolute values in A x."""
    return _times(np.abs(A), np.abs(x)).max(initial=0.0)


# kernels against plain equations


def plain_rows(c):
    """Matrices, actions and torques of the kernels and of the plain equations, for some of the samples."""
    arm, chosen, (chain, base) = c.arm, c.chosen(PLAIN), c.plain()
    plain = {name: [] for name in ("M", "W", "H", "PHI", "tau", "newton", "ridim")}
    for s in chosen:
        state = c.q[s], c.qd[s], c.qdd[s]
        kinematics = reference.kinematics(chain, *state, base)
        for name in "MWH":
            plain[name].append(getattr(kinematics, name))
        plain["PHI"].append(reference.joint_actions(chain, *state, arm.gravity, base))
        plain["tau"].append(c.joints[s] + reference.inverse_dynamics(chain, *state, arm.gravity, base))
        plain["newton"].append(c.joints[s] + reference.newton_euler(chain, *state, arm.gravity, base).tau)
        system = reference.system(chain, c.q[s], base)
        plain["ridim"].append(c.joints[s] + reference.ridim(system, c.qd[s], c.qdd[s], arm.gravity))
    PHI = arm.joint_actions(c.q, c.qd, c.qdd)
    fast = {"M": c.k.M, "W": c.k.W, "H": c.k.H, "PHI": PHI, "tau": c.tau, "newton": c.tau, "ridim": c.tau}
    labels = {name: f"{name}: kernel = plain 4x4 equations" for name in ("M", "W", "H", "PHI")}
    labels |= {"tau": "torques: kernel = plain 4x4 equations", "newton": "torques: kernel = Newton-Euler vectors"}
    labels |= {"ridim": "torques: kernel = DeNOC recursion (RIDIM)"}
    scales = {"PHI": c.base_scale, "tau": c.base_scale, "newton": c.scale, "ridim": c.scale}
    return {
        label: gap(fast[n][chosen], np.array(plain[n], float).reshape(fast[n][chosen].shape), scales.get(n, 0.0))
        for n, label in labels.items()
    }


def plain_inertia_rows(c):
    """Mass and Coriolis matrices of the kernels and of the plain equations, for few of the samples."""
    arm, (chain, base) = c.arm, c.plain()
    terms = max(arm.n**2 * len(arm), 1)
    if terms > MOST_TERMS:
        return {}
    rotors, worst = np.diag([link.rotor for link in arm.links if link.kind.nv]), np.zeros(3)
    chosen = c.chosen(min(PLAIN, -(-TERMS // terms)))
    states = c.q[chosen], c.qd[chosen]
    for q, qd, M, C in zip(*states, arm.mass_matrix(states[0]), arm.coriolis_matrix(*states), strict=True):
        M_size, C_size = _matrix_sizes(chain, q, qd, base)
        traces = reference.mass_matrix(chain, q, base) + rotors
        denoc = reference.generalised_inertia(reference.system(chain, q, base)) + rotors
        rates = reference.coriolis_matrix_by_rates(chain, q, qd, base)
        found = gap(M, traces, M_size), gap(M, denoc, M_size), gap(C, rates, C_size)
        worst = np.maximum(worst, found)  # NaN stays
    return {
        "mass matrix: kernel = Lagrange's traces": float(worst[0]),
        "mass matrix: kernel = DeNOC N^T M N": float(worst[1]),
        "Coriolis matrix: kernel = Christoffel symbols": float(worst[2]),
    }


def _matrix_sizes(chain, q, qd, base):
    """Absolute terms of ``Tr(L_i J L_j^t)`` and of ``Tr((L_j' + L_j W) J L_i^t)``, ``L' = W_p L - L W_p``."""
    motion, moving = reference.kinematics(chain, q, qd, 0 * qd, base), reference.moving_links(chain)
    L, J = np.abs(motion.L[moving]), np.abs(reference.inertias(chain, motion.M)).sum(axis=0)
    W = np.einsum("nij,n->ij", L, np.abs(qd))
    LJ = J @ np.swapaxes(L, -1, -2)
    both = np.einsum("iab,jba->ij", L, LJ).max(initial=0.0)
    return both, np.einsum("jab,iba->ij", W @ L + 2 * L @ W, LJ).max(initial=0.0)
