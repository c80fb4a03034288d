"""Dynamics by the decoupled natural orthogonal complement (DeNOC) matrices, for chains and trees.

Saha 1999: Newton and Euler for every link alone, ``M t' + M' t = w``; the joints make ``t = N_l N_d qd``; what is left,
``I qdd + C qd = tau``, is written element by element and computed outward and inward. Solved: decomposition.py.

Twist (angular velocity; velocity of a point), wrench (moment about that point; force): angular part first, base axes.
The point is the mass centre (Saha 1999) or the joint's origin (Saha 2007); the mass centre of a link without mass is
the origin of its frame. A link "beyond" another is carried by it. Where the papers, on serial chains, add the term of
the next link, all children are added (trees: Saha 2007, eq. 47-52). A fixed link has rows and columns in N_l, no column
in N_d. Examples: `pendulum`, points of 1 kg on massless rods of 1 m.
"""

from typing import NamedTuple

import numpy as np

from chain.reference.matrices import (
    IDENTITY,
    force_and_couple,
    kinematics,
    mass_properties,
    moving_links,
    path_from_base,
    per_link,
    tilde,
    turn_and_slide,
)
from chain.results import DeNOC

ONE, NIL = np.eye(3, dtype=int), np.zeros((3, 3), int)  # whole numbers: symbols stay exact


# one body


def twist(W, point):
    """Twist ``t = (w; v)`` of a body from its velocity matrix W, v being that of its point (Saha 1999, eq. 1).

    >>> from chain.reference import joint_screw
    >>> twist(3 * joint_screw("R"), (2, 0, 0)).tolist()
    [0, 0, 3, 0, 6, 0]
    """
    v_0, w = force_and_couple(W)
    return np.concatenate([w, v_0 + tilde(w) @ point])


def wrench(PHI, point):
    """Wrench ``w = (n; f)`` of an action, n being the moment about the point (Saha 1999, eq. 1).

    >>> from chain.reference import action_matrix
    >>> wrench(action_matrix([0, 5, 0], [0, 0, 10]), (2, 0, 0)).tolist()
    [0, 0, 0, 0, 5, 0]
    """
    f, c = force_and_couple(PHI)
    return np.concatenate([c - tilde(point) @ f, f])


def angular_velocity_matrix(w):
    """6x6 matrix of the angular velocity, ``Omega = [w~ O; O w~]`` (Saha 1999, eq. 2).

    >>> angular_velocity_matrix([0, 0, 2])[4].tolist()
    [0, 0, 0, 2, 0, 0]
    """
    return np.block([[tilde(w), NIL], [NIL, tilde(w)]])


def link_mass(m, I, d=(0, 0, 0)):
    """6x6 mass matrix ``M = [I - m d~ d~, m d~; -m d~, m 1]``, I about the mass centre, d from the point to it.

    Saha 2007, eq. 6; at the mass centre, d = 0, it is diag(I, m 1) (Saha 1999, eq. 2). Base axes.

    >>> link_mass(2, np.diag([1, 1, 1]), (0, 3, 0))[0].tolist()
    [19, 0, 0, 0, 0, 6]
    """
    d = tilde(d)
    return np.block([[I - m * d @ d, m * d], [-m * d, m * ONE]])


def mass_rate(M, w):
    """``M' = Omega M E``, ``E = diag(1, O)``, with which the resultant wrench is ``M t' + M' t``.

    Saha 2007, eq. 5; at the mass centre ``[w~ I, O; O, O]`` (Saha 1999, eq. 7, 8). It is not the derivative of M, in
    which I changes by ``w~ I - I w~``, but acts alike on the twist of the link, since w~ w = 0.

    >>> mass_rate(link_mass(2, np.diag([1, 2, 3])), [0, 0, 1])[:3, :3].tolist()
    [[0, -2, 0], [1, 0, 0], [0, 0, 0]]
    """
    E = np.block([[ONE, NIL], [NIL, NIL]])
    return angular_velocity_matrix(w) @ M @ E


def inertia_wrench(M, t, dt):
    """Wrench that moves a link: Newton and Euler in one equation, ``w = M t' + M' t`` (Saha 1999, eq. 7).

    >>> t, dt = np.array([1, 1, 0, 0, 0, 0]), np.array([0, 0, 1, 5, 0, 0])
    >>> inertia_wrench(link_mass(2, np.diag([1, 2, 3])), t, dt).tolist()
    [0, 0, 4, 10, 0, 0]
    """
    return M @ dt + mass_rate(M, t[:3]) @ t


# two bodies, one joint


def twist_propagation(c):
    """``B_ij = [1 O; c~ 1]``: the twist of link j at the point of link i, c from i to j (Saha 1999, eq. 12, 13).

    >>> (twist_propagation([-1, 0, 0]) @ [0, 0, 3, 0, 0, 0]).tolist()       # 1 m further out
    [0, 0, 3, 0, 3, 0]
    """
    return np.block([[ONE, NIL], [tilde(c), ONE]])


def twist_propagation_rate(dc):
    """``B_ij' = [O O; c'~ O]``; c' = v_j - v_i counts the slides of the joints between the two links.

    >>> twist_propagation_rate([0, 0, 5])[3].tolist()
    [0, -5, 0, 0, 0, 0]
    """
    return np.block([[NIL, NIL], [tilde(dc), NIL]])


def joint_rate_propagation(jtype, pitch, e, d):
    """Twist per unit of joint rate; e the axis of the joint, d from its origin to the point of the link (base axes).

    ``p = (e; e x d)`` for a turning joint (Saha 1999, eq. 13), ``(0; e)`` for a sliding one (eq. 15), of both
    ``(e; e x d + pitch e)`` for a screw, zeros for a fixed joint.

    >>> joint_rate_propagation("H", 0.5, np.array([0, 0, 1]), [2, 0, 0]).tolist()
    [0.0, 0.0, 1.0, 0.0, 2.0, 0.5]
    """
    turn, slide = turn_and_slide(jtype, pitch)
    return np.concatenate([turn * e, turn * (tilde(e) @ d) + slide * e])


# the system of coupled bodies


class System(NamedTuple):
    """A chain in one position: bodies, the points of their twists (nlinks, 3), p (nlinks, 6), M (nlinks, 6, 6)."""

    chain: list
    points: np.ndarray
    p: np.ndarray
    M: np.ndarray

    def B(self, i, j):
        """Twist propagation from link j to link i."""
        return twist_propagation(self.points[j] - self.points[i])

    def beyond(self, i, j):
        """Whether link i is carried by link j, or is j."""
        return j in path_from_base(self.chain, i)

    def children(self, i):
        """Links whose joints sit on link i."""
        return [k for k, body in enumerate(self.chain) if body.parent == i]


def system(chain, q, base=IDENTITY, at_joints=False):
    """What the equations need of a chain at q; points: the mass centres, or (Saha 2007) the origins of the joints.

    >>> from chain.reference import pendulum
    >>> system(pendulum(2), [0, 0]).points.tolist()
    [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
    """
    rest = [0] * len(q)
    M_0, points, p, M = kinematics(chain, q, rest, rest, base).M, [], [], []
    for body, x, M_i in zip(chain, per_link(chain, q), M_0, strict=True):
        M_j = (base if body.parent < 0 else M_0[body.parent]) @ body.before
        m, c, I = mass_properties(body.J)
        # axis e, the joint's origin O as carried by the link, its mass centre C
        R, e = M_i[:3, :3], M_j[:3, 2]
        O, C = M_j[:3, 3] + e * (turn_and_slide(body.jtype, body.pitch)[1] * x), R @ c + M_i[:3, 3]
        point = O if at_joints else C
        points.append(point)
        p.append(joint_rate_propagation(body.jtype, body.pitch, e, point - O))
        M.append(link_mass(m, R @ I @ R.T, C - point))
    return System(chain, np.array(points), np.array(p), np.array(M))


def block_diagonal(blocks):
    """The blocks (n, a, b) on the diagonal of a matrix (n a, n b), as M and Omega in Saha 1999, eq. 4.

    >>> block_diagonal(np.array([[[1, 2]], [[3, 4]]])).tolist()
    [[1, 2, 0, 0], [0, 0, 3, 4]]
    """
    n, a, b = blocks.shape
    full = np.zeros((n, a, n, b), blocks.dtype)
    for i in range(n):
        full[i, :, i] = blocks[i]
    return full.reshape(n * a, n * b)


def _block_triangular(s, block):
    """The blocks (i, j) where link i is beyond j, zeros elsewhere."""
    n, empty = range(len(s.chain)), np.zeros((6, 6), int)
    return np.block([[block(i, j) if s.beyond(i, j) else empty for j in n] for i in n])


def denoc_matrices(s):
    """``N_l`` of blocks B_ij, i beyond j, and ``N_d`` of p_i on the diagonal: ``t = N_l N_d qd``.

    Saha 1999, eq. 16, 17; trees as Saha 2007, eq. 52: no block between links that do not carry one another.

    >>> from chain.reference import pendulum
    >>> denoc_matrices(system(pendulum(2), [0, 0])).N[[4, 10]].tolist()         # velocities of the two points along y
    [[1.0, 0.0], [2.0, 1.0]]
    """
    return DeNOC(_block_triangular(s, s.B), block_diagonal(s.p[:, :, None])[:, moving_links(s.chain)])


def denoc_rates(s, t):
    """Rates (N_l', N_d') where the links have the twists t: blocks B_ij', and ``N_d' = Omega N_d`` (Saha 1999, eq. 26).

    >>> from chain.reference import pendulum
    >>> s = system(pendulum(2), [0, 0])
    >>> dN_l, dN_d = denoc_rates(s, twists(s, [2, 3]))
    >>> dN_d[[3, 9]].tolist()                   # e x d turns with each link
    [[-2.0, 0.0], [0.0, -5.0]]
    """
    Omega = block_diagonal(np.array([angular_velocity_matrix(t_i[:3]) for t_i in t]))
    dN_l = _block_triangular(s, lambda i, j: twist_propagation_rate(t[j][3:] - t[i][3:]))
    return dN_l, Omega @ denoc_matrices(s).N_d


def twists(s, qd):
    """Twists (nlinks, 6) from the base outwards: ``t_i = B_ij t_j + p_i qd_i``, j the parent (Saha 1999, eq. 12).

    >>> from chain.reference import pendulum
    >>> twists(system(pendulum(2), [0, 0]), [2, 3])[1].tolist()
    [0.0, 0.0, 5.0, 0.0, 7.0, 0.0]
    """
    t = []
    for i, rate in enumerate(per_link(s.chain, qd)):
        j = s.chain[i].parent
        t.append(s.p[i] * rate + (0 if j < 0 else s.B(i, j) @ t[j]))
    return np.array(t)


def twist_rates(s, qd, qdd, t, gravity):
    """``t_i' = p_i qdd_i + Omega_i p_i qd_i + B_ij t_j' + B_ij' t_j`` (Saha 1999, section 5.1).

    The base is given ``rho = (0; -g)`` in place of gravity (eq. 32).

    >>> from chain.reference import pendulum
    >>> s = system(pendulum(2), [0, 0])
    >>> twist_rates(s, [2, 3], [0, 0], twists(s, [2, 3]), (0, -10, 0))[1].tolist()      # -(2^2 + 5^2), +10
    [0.0, 0.0, 0.0, -29.0, 10.0, 0.0]
    """
    dt = []
    for i, (rate, acceleration) in enumerate(zip(per_link(s.chain, qd), per_link(s.chain, qdd), strict=True)):
        j = s.chain[i].parent
        if j < 0:
            drag = np.concatenate([(0, 0, 0), -np.asarray(gravity)])
        else:
            drag = s.B(i, j) @ dt[j] + twist_propagation_rate(t[j][3:] - t[i][3:]) @ t[j]
        dt.append(s.p[i] * acceleration + angular_velocity_matrix(t[i][:3]) @ s.p[i] * rate + drag)
    return np.array(dt)


# inertia, convective and force terms


def joint_matrix(s, element):
    """Matrix (n, n) of element(i, j) for the joints of links i and j, zero where neither link carries the other.

    >>> from chain.reference import pendulum
    >>> joint_matrix(system(pendulum(2), [0, 0]), lambda i, j: 10 * i + j).tolist()
    [[0, 1], [10, 11]]
    """
    joints = moving_links(s.chain)
    rows = [[element(i, j) if s.beyond(i, j) or s.beyond(j, i) else 0 for j in joints] for i in joints]
    return np.array(rows).reshape(len(joints), len(joints))


def generalised_inertia(s):
    """Generalised inertia matrix (n, n), ``I = N^T M N`` (Saha 1999, eq. 20).

    >>> from chain.reference import pendulum
    >>> generalised_inertia(system(pendulum(2), [0, 0])).tolist()
    [[5.0, 2.0], [2.0, 1.0]]
    """
    N = denoc_matrices(s).N
    return N.T @ block_diagonal(s.M) @ N


def composite_masses(s):
    """Mass of each link and all beyond, rigidly joined: ``M~_i = M_i + sum B_ki^T M~_k B_ki``, k the children of i.

    Saha 1999, eq. 23b.

    >>> from chain.reference import pendulum
    >>> composite_masses(system(pendulum(2), [0, 0]))[0][[2, 4]].tolist()       # about the first point
    [[0.0, 0.0, 1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0, 2.0, 0.0]]
    """
    M = list(s.M)
    for i in reversed(range(len(M))):
        M[i] = M[i] + sum(s.B(k, i).T @ M[k] @ s.B(k, i) for k in s.children(i))
    return np.array(M)


def generalised_inertia_elements(s):
    """The same matrix by elements, ``i_ij = i_ji = p_i^T M~_i B_ij p_j``, i beyond j (Saha 1999, eq. 24).

    >>> from chain.reference import pendulum
    >>> generalised_inertia_elements(system(pendulum(2), [0, 0])).tolist()
    [[5.0, 2.0], [2.0, 1.0]]
    """
    M = composite_masses(s)

    def element(i, j):
        i, j = max(i, j), min(i, j)
        return s.p[i] @ M[i] @ s.B(i, j) @ s.p[j]

    return joint_matrix(s, element)


def convective_matrix(s, qd):
    """Matrix of the convective inertia terms (n, n), ``C = N^T (M N' + M' N)`` (Saha 1999, eq. 20; 2007, eq. 16).

    C qd are the centrifugal and Coriolis torques. With mass centres (Saha 1999) dI/dt - 2 C is skew, with the origins
    of the joints (Saha 2007) it is not.

    >>> from chain.reference import pendulum
    >>> s = system(pendulum(2), [0, np.pi / 2])
    >>> convective_matrix(s, [2, 3]).round(12).tolist()
    [[-3.0, -5.0], [2.0, 0.0]]
    """
    t = twists(s, qd)
    (N_l, N_d), (dN_l, dN_d) = denoc_matrices(s), denoc_rates(s, t)
    dM = block_diagonal(np.array([mass_rate(M_i, t_i[:3]) for M_i, t_i in zip(s.M, t, strict=True)]))
    N, dN = N_l @ N_d, dN_l @ N_d + N_l @ dN_d
    return N.T @ (block_diagonal(s.M) @ dN + dM @ N)


def convective_elements(s, qd):
    """The same matrix by elements, for twists at mass centres (Saha 1999, eq. 28, 29).

    ``c_ij = p_i^T (B_ji^T M~_j Omega_j + sum B_ki^T H_kj + M~'_j) p_j``, k the children of j, where j is beyond i or i;
    ``c_ij = p_i^T (M~_i B_ij Omega_j + H_ij + M~'_i) p_j`` where i is beyond j, with the sums over the children k of i
    ``M~'_i = M'_i + sum M~'_k`` and ``H_ij = M~_i B_ij' + sum B_ki^T H_ki``.

    >>> from chain.reference import pendulum
    >>> convective_elements(system(pendulum(2), [0, np.pi / 2]), [2, 3]).round(12).tolist()
    [[-3.0, -5.0], [2.0, 0.0]]
    """
    t, M = twists(s, qd), composite_masses(s)
    Omega = [angular_velocity_matrix(t_i[:3]) for t_i in t]

    def dM(i):
        return mass_rate(s.M[i], t[i][:3]) + sum(dM(k) for k in s.children(i))

    def H(i, j):
        dB = twist_propagation_rate(t[j][3:] - t[i][3:])
        return M[i] @ dB + sum(s.B(k, i).T @ H(k, i) for k in s.children(i))

    def element(i, j):
        if s.beyond(j, i):
            term = s.B(j, i).T @ M[j] @ Omega[j] + sum(s.B(k, i).T @ H(k, j) for k in s.children(j)) + dM(j)
        else:
            term = M[i] @ s.B(i, j) @ Omega[j] + H(i, j) + dM(i)
        return s.p[i] @ term @ s.p[j]

    return joint_matrix(s, element)


def generalised_force(s, w):
    """Generalised forces (n,) of wrenches w (nlinks, 6) on the links, at their points: ``tau_i = p_i^T w~_i``.

    ``w~_i = w_i + sum B_ki^T w~_k``, k the children of i (Saha 1999, eq. 30).

    >>> from chain.reference import pendulum
    >>> generalised_force(system(pendulum(2), [0, 0]), np.array([[0, 0, 0, 0, 10, 0]] * 2)).tolist()
    [30.0, 10.0]
    """
    total = list(w)
    for i in reversed(range(len(total))):
        total[i] = total[i] + sum(s.B(k, i).T @ total[k] for k in s.children(i))
    return np.array([s.p[i] @ total[i] for i in moving_links(s.chain)])


def ridim(s, qd, qdd, gravity, external=None):
    """Recursive inverse dynamics (Saha 1999, section 5.1, the algorithm of the program RIDIM): torques (n,).

    Outward twists and their rates, inward ``gamma_i = M_i t_i' + M_i' t_i + sum B_ki^T gamma_k``,
    ``tau_i = p_i^T gamma_i``. The section prints ``t_2 = p_2 qd_2 + t_1``; eq. 12 has the B_21 that is missing there.
    `external` (nlinks, 4, 4): actions PHI of the environment ON the links, frame 0.

    >>> from chain.reference import pendulum
    >>> ridim(system(pendulum(2), [0, 0]), [0, 0], [1, 0], (0, -10, 0)).tolist()
    [35.0, 12.0]
    """
    t = twists(s, qd)
    dt = twist_rates(s, qd, qdd, t, gravity)
    w = np.array([inertia_wrench(*link) for link in zip(s.M, t, dt, strict=True)])
    if external is not None:
        w = w - np.array([wrench(PHI, point) for PHI, point in zip(external, s.points, strict=True)])
    return generalised_force(s, w)
