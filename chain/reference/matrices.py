"""Legnani's 4x4 matrices: position, velocity, acceleration, inertia, actions, torques (Legnani et al. 1996, "part 2").

M, W, H of every link in the base frame (0) by composition, PHI = skew((H - Hg) J), actions summed towards the base,
torques by the pseudo scalar product. Joint actions are those of the parent ON the link.
"""

import sys
from typing import NamedTuple

import numpy as np

IDENTITY = np.eye(4, dtype=int)  # whole numbers: symbols stay exact
ZERO = 0 * IDENTITY


# numbers and arrays


def cos_sin(x):
    """Cosine and sine of a number of any kind: its own methods, else the functions of the package that defines it.

    A whole 0 has whole results, so that symbols stay exact.

    >>> cos_sin(0), cos_sin(0.0)
    ((1, 0), (np.float64(1.0), np.float64(0.0)))
    """
    if isinstance(x, int) and x == 0:
        return 1, 0
    if hasattr(x, "cos"):
        return x.cos(), x.sin()
    packages = (sys.modules.get((kind.__module__ or "").partition(".")[0]) for kind in type(x).__mro__)
    library = next((package for package in packages if hasattr(package, "cos")), np)
    return library.cos(x), library.sin(x)


def tilde(v):
    """Cross-product matrix of a vector: ``tilde(a) @ b = a x b``.

    >>> tilde([1, 0, 0]) @ [0, 1, 0]
    array([0, 0, 1])
    """
    x, y, z = v
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def four(A, b, row=(0, 0, 0, 0)):
    """4x4 matrix ``[A b; row]`` from a 3x3 block, a vector and the last row.

    >>> four(tilde([0, 0, 1]), [5, 6, 7])[:2]
    array([[ 0, -1,  0,  5],
           [ 1,  0,  0,  6]])
    """
    return np.vstack([np.column_stack([A, b]), row])


def skew(A):
    """Skew part without the half, ``A - A^t`` (part 2, section 2.3).

    >>> skew(np.array([[0, 3], [1, 0]]))
    array([[ 0,  2],
           [-2,  0]])
    """
    return A - A.T


# position


def turn_and_slide(jtype, pitch=0):
    """Rotation about and translation along the joint axis per unit of the joint variable.

    >>> [turn_and_slide(jtype, 0.2) for jtype in "RPHF"]
    [(1, 0), (0, 1), (1, 0.2), (0, 0)]
    """
    return {"R": (1, 0), "P": (0, 1), "H": (1, pitch), "F": (0, 0)}[jtype]


def joint_position(jtype, q, pitch=0):
    """Motion of a joint about and along its z axis: ``Z(q) = Rz(turn q) Tz(slide q)``.

    >>> joint_position("H", np.pi / 2, 0.5)[:3, 3].round(3)
    array([0.   , 0.   , 0.785])
    """
    turn, slide = turn_and_slide(jtype, pitch)
    c, s = cos_sin(turn * q)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, slide * q], [0, 0, 0, 1]])


def dh_position(theta, d, b, a, alpha):
    """Extended Denavit and Hartenberg matrix ``Rz(theta) Tz(d) Tx(a) Ty(b) Rx(alpha)``, as `spacelib.dhtom`.

    >>> dh_position(np.pi / 2, 0.3, 0.2, 0.5, 0.0)[:3, 3].round(12)
    array([-0.2,  0.5,  0.3])
    """
    (C, S), (c, s) = cos_sin(theta), cos_sin(alpha)
    return np.array([[C, -S * c, S * s, a * C - b * S], [S, C * c, -C * s, a * S + b * C], [0, s, c, d], [0, 0, 0, 1]])


def inverse(M):
    """Inverse of a position matrix, ``[R^t  -R^t t; 0 1]``.

    >>> inverse(dh_position(0, 2, 3, 1, 0))[:3, 3]
    array([-1, -3, -2])
    """
    R = M[:3, :3].T
    return four(R, -(R @ M[:3, 3]), (0, 0, 0, 1))


def compose_position(M_0_j, M_j_k):
    """Position of k from those of j and of k in j: ``M_0_k = M_0_j M_j_k`` (part 2, section 2.1).

    >>> step = dh_position(0.0, 0.0, 0.0, 0.5, 0.0)
    >>> compose_position(step, step)[0, 3]
    np.float64(1.0)
    """
    return M_0_j @ M_j_k


# velocity and acceleration


def screw_pair(u, t, pitch=0):
    """L of a screw pair of axis u through point t: ``[u~ b; 0 0]``, ``b = -u x t + pitch u`` (part 2, section 2.1).

    Revolute with pitch 0. u, t in the frame that L is referred to; pitch in metres per radian.

    >>> screw_pair((0, 0, 1), (2, 0, 0), 0.5)[:3, 3].tolist()
    [0.0, -2.0, 0.5]
    """
    return four(tilde(u), pitch * np.asarray(u) - tilde(u) @ t)


def prismatic_pair(u):
    """L of a prismatic pair of direction u: ``[0 u; 0 0]`` (part 2, section 2.1).

    >>> prismatic_pair((0, 0, 1))[2].tolist()
    [0, 0, 0, 1]
    """
    return four(ZERO[:3, :3], u)


def joint_screw(jtype, pitch=0):
    """L of a joint in its own frame, the axis being z (part 2, eq. 1); zeros for a fixed joint.

    >>> joint_screw("H", 0.5)[:3].tolist()
    [[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.5]]
    """
    z, (turn, slide) = (0, 0, 1), turn_and_slide(jtype, pitch)
    return turn * screw_pair(z, (0, 0, 0)) + slide * prismatic_pair(z)


def refer_motion(A, M_0_k):
    """W, H or L of frame k referred to frame 0: ``M A M^-1`` (part 2, section 4.1).

    >>> refer_motion(joint_screw("R"), dh_position(0.0, 0.0, 0.0, 2.0, 0.0))[:3, 3].tolist()
    [0.0, -2.0, 0.0]
    """
    return M_0_k @ A @ inverse(M_0_k)


def relative_velocity(L, qd):
    """Velocity of a link relative to its parent: ``W = L qd`` (part 2, section 2.1), in the frame of L.

    >>> relative_velocity(joint_screw("R"), 3.0)[1, 0]
    np.float64(3.0)
    """
    return L * qd


def relative_acceleration(L, qd, qdd):
    """Acceleration of a link relative to its parent: ``H = L qdd + L^2 qd^2`` (part 2, section 2.1), frame of L.

    >>> relative_acceleration(joint_screw("R"), 3.0, 5.0)[:2, :2].tolist()
    [[-9.0, -5.0], [5.0, -9.0]]
    """
    return L * qdd + L @ L * qd**2


def compose_velocity(W_0_j, W_j_k):
    """Velocity of k from drag and relative velocity, ``W_0_k = W_0_j + W_j_k`` (part 2, eq. 11), all in one frame.

    >>> compose_velocity(2 * joint_screw("R"), 3 * joint_screw("R"))[1, 0]
    np.int64(5)
    """
    return W_0_j + W_j_k


def compose_acceleration(H_0_j, H_j_k, W_0_j, W_j_k):
    """Coriolis' theorem: ``H_0_k = H_0_j + H_j_k + 2 W_0_j W_j_k`` (part 2, eq. 11), all in one frame.

    >>> W = 2 * joint_screw("R")
    >>> compose_acceleration(W @ W, W @ W, W, W)[0, 0]          # two turns at 2 rad/s about one axis: -(2 + 2)**2
    np.int64(-16)
    """
    return H_0_j + H_j_k + 2 * W_0_j @ W_j_k


def velocity_sum(L, qd):
    """Velocity of a link from the screws L (in frame 0) of the joints between it and the base: ``sum L_j qd_j``.

    Part 2, eq. 2: the composition of velocities, solved.

    >>> velocity_sum([joint_screw("R"), joint_screw("R")], [2, 3])[1, 0]
    np.int64(5)
    """
    return sum((L_j * qd_j for L_j, qd_j in zip(L, qd, strict=True)), ZERO)


def velocity_effects(L, qd):
    """Centrifugal and Coriolis part of H: ``H~ = sum L_j^2 qd_j^2 + 2 sum_r sum_{s<r} L_s L_r qd_s qd_r``.

    Part 2, eq. 3bis: the acceleration of the link where qdd = 0. L as in `velocity_sum`, base first.

    >>> velocity_effects([joint_screw("R"), joint_screw("R")], [2, 3])[0, 0]
    np.int64(-25)
    """
    n = range(len(L))
    centrifugal = sum((L[j] @ L[j] * qd[j] ** 2 for j in n), ZERO)
    return centrifugal + sum((2 * L[s] @ L[r] * qd[s] * qd[r] for r in n for s in range(r)), ZERO)


def acceleration_sum(L, qd, qdd):
    """Acceleration of a link from the screws: ``H = sum L_j qdd_j + H~`` (part 2, eq. 3); L as in `velocity_sum`.

    >>> acceleration_sum([joint_screw("R"), joint_screw("R")], [2, 3], [1, 1])[:2, :2].tolist()
    [[-25, -2], [2, -25]]
    """
    return velocity_sum(L, qdd) + velocity_effects(L, qd)


# inertia, actions, energy


def pseudo_inertia(mass, cog, inertia):
    """Pseudo-inertia ``J = [S + m c c^t, m c; m c^t, m]`` with ``S = tr(I)/2 1 - I`` (form of part 2, section 4.2).

    cog c in the link's frame; inertia I the usual 3x3 tensor about the cog, link axes.

    >>> pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.diag([1.0, 1.0, 1.0])).diagonal().tolist()
    [1.0, 0.5, 0.5, 2.0]
    """
    c, I = np.asarray(cog), np.asarray(inertia)
    S = IDENTITY[:3, :3] * (np.trace(I) / 2) - I
    return four(S + mass * np.outer(c, c), mass * c, (*(mass * c), mass))


def mass_properties(J):
    """Mass, cog and tensor about the cog of a pseudo-inertia: `pseudo_inertia` undone; no mass, cog at the origin.

    >>> mass_properties(pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.diag([1.0, 2.0, 2.5])))[2].diagonal().tolist()
    [1.0, 2.0, 2.5]
    """
    m = J[3, 3]
    c = 0 * J[:3, 3] if m == 0 else J[:3, 3] / m
    S = J[:3, :3] - m * np.outer(c, c)
    return m, c, IDENTITY[:3, :3] * np.trace(S) - S


def refer_action(A, M_0_k):
    """J, PHI or GAMMA of frame k referred to frame 0: ``M A M^t`` (part 2, section 4.2).

    >>> J = pseudo_inertia(2.0, (0.0, 0.0, 0.0), np.eye(3))
    >>> refer_action(J, dh_position(0.0, 0.0, 0.0, 3.0, 0.0))[0].tolist()
    [18.5, 0.0, 0.0, 6.0]
    """
    return M_0_k @ A @ M_0_k.T


def gravity_matrix(g):
    """Acceleration matrix of gravity, ``Hg = [0 g; 0 0]``: g in axes of frame 0.

    >>> gravity_matrix((0.0, 0.0, -9.81))[2, 3]
    np.float64(-9.81)
    """
    return four(ZERO[:3, :3], g)


def action_matrix(force, couple):
    """Action ``PHI = [c~ f; -f^t 0]`` of a force and a couple about the origin.

    >>> action_matrix([1, 2, 3], [4, 5, 6])[3].tolist()
    [-1, -2, -3, 0]
    """
    return four(tilde(couple), force, (*(-np.asarray(force)), 0))


def force_and_couple(PHI):
    """Force and couple of an action: `action_matrix` undone.

    >>> force_and_couple(action_matrix([1, 2, 3], [4, 5, 6]))
    (array([1, 2, 3]), array([4, 5, 6]))
    """
    return PHI[:3, 3], np.array([PHI[2, 1], PHI[0, 2], PHI[1, 0]])


def link_action(H, Hg, J):
    """Action that moves a link against its weight: ``PHI = skew((H - Hg) J)``, all in frame 0.

    The negative of part 2, fig. 4, step 12, which is the inertia and weight of the link itself.

    >>> J = pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3))
    >>> link_action(ZERO, gravity_matrix((0.0, 0.0, -10.0)), J)[:3, 3].tolist()      # carried at rest
    [0.0, 0.0, 20.0]
    """
    return skew((H - Hg) @ J)


def sum_towards_base(PHI, parents):
    """Actions summed over each link and all links beyond it (part 2, section 2.3), on a tree.

    >>> sum_towards_base([1, 10, 100], [-1, 0, 0])
    [111, 10, 100]
    """
    total = list(PHI)
    for i in reversed(range(len(total))):
        if parents[i] >= 0:
            total[parents[i]] = total[parents[i]] + total[i]
    return total


def psedot(A, B):
    """Pseudo scalar product of a velocity or screw matrix and an action: c.w + f.v (part 2, after eq. 10).

    ``psedot(W, PHI)`` is the power of an action, ``psedot(L, PHI)`` the generalised force of a joint (eq. 10).

    >>> psedot(screw_pair((0, 0, 1), (0, 0, 0)), action_matrix([1, 2, 3], [4, 5, 6]))
    np.int64(6)
    """
    return sum(A[i, j] * B[i, j] for i, j in ((2, 1), (0, 2), (1, 0), (0, 3), (1, 3), (2, 3)))


def kinetic_energy(W, J):
    """Kinetic energy of a link, ``trace(W J W^t) / 2`` (part 2, eq. 8).

    >>> float(kinetic_energy(3 * joint_screw("R"), pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3))))   # I = 1.5
    6.75
    """
    return np.trace(W @ J @ W.T) / 2


def potential_energy(Hg, J):
    """Potential energy of the weight of a link, ``-trace(Hg J)`` = -m g.x (part 2, eq. 9), 0 at the origin of (0).

    >>> float(potential_energy(gravity_matrix((0, 0, -10)), pseudo_inertia(2.0, (0.0, 0.0, 0.5), np.eye(3))))
    10.0
    """
    return -np.trace(Hg @ J)


def kinetic_energy_rate(W, H, J):
    """Rate of the kinetic energy of a link, ``dT/dt = trace(H J W^t)``.

    From eq. 8 with W J W^t = M' J_i M'^t, where J_i in the link's frame is constant, M' = W M and M'' = H M.

    >>> L, J = joint_screw("R"), pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3))
    >>> float(kinetic_energy_rate(3 * L, relative_acceleration(L, 3, 2), J))         # I qd qdd
    9.0
    """
    return np.trace(H @ J @ W.T)


def potential_energy_rate(Hg, W, J):
    """Rate of the potential energy of a link, ``dV/dt = -trace(Hg J W^t)``.

    From eq. 9: dJ/dt = W J + J W^t, and Hg W = 0 because the last row of W is zero.

    >>> J = pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3))
    >>> float(potential_energy_rate(gravity_matrix((0, 0, -10)), 3 * joint_screw("P"), J))
    60.0
    """
    return -np.trace(Hg @ J @ W.T)


def momentum(W, J):
    """Momentum of a link, ``GAMMA = skew(W J)``: linear, and angular about the origin of frame 0, laid out as PHI.

    >>> momentum(3 * joint_screw("R"), pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3)))[1].tolist()
    [4.5, 0.0, 0.0, 3.0]
    """
    return skew(W @ J)


# chains of bodies, in 4x4 matrices


class Body(NamedTuple):
    """A link as the equations need it: parent (-1 the base), joint "R P H F", pitch, ``before Z(q) after``, J."""

    parent: int
    jtype: str
    pitch: float
    before: np.ndarray
    after: np.ndarray
    J: np.ndarray


class Kinematics(NamedTuple):
    """M, W, H of every link and the screw L of its joint, (nlinks, 4, 4) each, in frame 0."""

    M: np.ndarray
    W: np.ndarray
    H: np.ndarray
    L: np.ndarray


def bodies(arm):
    """The bodies of a `chain.ChainObject`, payloads included.

    >>> from types import SimpleNamespace as Any
    >>> link = Any(jtype="R", pitch=0.0, before=IDENTITY, after=IDENTITY)
    >>> bodies(Any(links=[link, link], parents=(-1, 0), inertias=[np.eye(4), 2 * np.eye(4)]))[1].parent
    0
    """
    parts = zip(arm.parents, arm.links, arm.inertias, strict=True)
    return [Body(p, k.jtype, k.pitch, k.before, k.after, J) for p, k, J in parts]


def pendulum(n):
    """An example: n points of 1 kg, each on a massless rod of 1 m, that turn about parallel axes z, stretched along x.

    >>> inverse_dynamics(pendulum(2), [0, 0], [0, 0], [0, 0], (0, -10, 0)).tolist()       # 10 (1 + 2), 10
    [30.0, 10.0]
    """
    J = pseudo_inertia(1, (0, 0, 0), ZERO[:3, :3])
    return [Body(i - 1, "R", 0, IDENTITY, dh_position(0, 0, 0, 1, 0), J) for i in range(n)]


def moving_links(chain):
    """Numbers of the links whose joints have a variable.

    >>> moving_links([Body(-1, jtype, 0, IDENTITY, IDENTITY, ZERO) for jtype in "RFP"])
    [0, 2]
    """
    return [i for i, body in enumerate(chain) if body.jtype != "F"]


def path_from_base(chain, i):
    """Numbers of the links from the base to link i: those whose joints move it.

    >>> path_from_base([Body(parent, "R", 0, IDENTITY, IDENTITY, ZERO) for parent in (-1, 0, 0)], 2)
    [0, 2]
    """
    links = []
    while i >= 0:
        links, i = [i, *links], chain[i].parent
    return links


def per_link(chain, x):
    """Joint values handed out to the links: one each, 0 for a fixed joint.

    >>> wrist = [Body(-1, jtype, 0, IDENTITY, IDENTITY, ZERO) for jtype in "RFP"]
    >>> per_link(wrist, [0.1, 0.2])
    [0.1, 0, 0.2]
    """
    n = len(moving_links(chain))
    if len(x) != n:
        raise ValueError(f"expected {n} joint values, got {len(x)}")
    values = iter(x)
    return [0 if body.jtype == "F" else next(values) for body in chain]


def kinematics(chain, q, qd, qdd, base=IDENTITY):
    """M, W, H and L of every link in frame 0, from the base outwards; `base` = pose of the root.

    >>> elbow = Body(-1, "R", 0, IDENTITY, dh_position(0, 0, 0, 1.0, 0), ZERO)
    >>> kinematics([elbow, elbow._replace(parent=0)], [0, 0], [2, 3], [0, 0]).W[1][:3, 3].tolist()
    [0.0, -3.0, 0.0]
    """
    M, W, H, L = [], [], [], []
    for body, x, xd, xdd in zip(chain, *(per_link(chain, values) for values in (q, qd, qdd)), strict=True):
        p = body.parent
        M_p, W_p, H_p = (base, ZERO, ZERO) if p < 0 else (M[p], W[p], H[p])
        M_j = compose_position(M_p, body.before)
        L_0 = refer_motion(joint_screw(body.jtype, body.pitch), M_j)
        W_rel, H_rel = relative_velocity(L_0, xd), relative_acceleration(L_0, xd, xdd)
        M.append(compose_position(M_j, joint_position(body.jtype, x, body.pitch) @ body.after))
        W.append(compose_velocity(W_p, W_rel))
        H.append(compose_acceleration(H_p, H_rel, W_p, W_rel))
        L.append(L_0)
    return Kinematics(*(np.array(matrices) for matrices in (M, W, H, L)))


def joint_actions(chain, q, qd, qdd, gravity, base=IDENTITY, external=None):
    """Action (nlinks, 4, 4) of the parent ON each link through its joint, in frame 0, couple about its origin.

    ``PHI_i = skew((H_i - Hg) J_i) - external_i``, summed over link i and all beyond (part 2, section 2.3, where signs
    are those of the inertia and weight). `external` (nlinks, 4, 4): applied BY the environment ON the links, frame 0.

    >>> bar = Body(-1, "R", 0, IDENTITY, IDENTITY, pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3)))
    >>> joint_actions([bar], [0.0], [0.0], [0.0], (0.0, -10.0, 0.0))[0][1].tolist()
    [10.0, 0.0, 0.0, 20.0]
    """
    M, _, H, _ = kinematics(chain, q, qd, qdd, base)
    Hg = gravity_matrix(gravity)
    applied = [ZERO] * len(chain) if external is None else external
    PHI = [link_action(H[i], Hg, refer_action(chain[i].J, M[i])) - applied[i] for i in range(len(chain))]
    return np.array(sum_towards_base(PHI, [body.parent for body in chain]))


def inverse_dynamics(chain, q, qd, qdd, gravity, base=IDENTITY, external=None):
    """Torques and forces (n,) of the joints: ``tau = psedot(L, PHI)`` (part 2, eq. 10); arguments of `joint_actions`.

    Of the bodies alone: friction, springs and rotors of the joints come on top.

    >>> bar = Body(-1, "R", 0, IDENTITY, IDENTITY, pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3)))
    >>> inverse_dynamics([bar], [0.0], [1.0], [2.0], (0.0, -10.0, 0.0))              # (1 + 0.5) 2 + 2 10 0.5
    array([13.])
    """
    L = kinematics(chain, q, qd, qdd, base).L
    PHI = joint_actions(chain, q, qd, qdd, gravity, base, external)
    return np.array([psedot(L[i], PHI[i]) for i in moving_links(chain)])
