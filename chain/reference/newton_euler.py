"""Newton and Euler in vectors, independent of the 4x4 matrices but for the positions.

The report on a consistent notation for Newton and Euler (here "Eindhoven"): motion of each link's centre of gravity
(cog), force and moment in each joint, and their parts along and across its axis. Base axes, one sample at a time, any
type of number; forces and moments are those of the parent ON the link. SI units, radians.
"""

from typing import NamedTuple

import numpy as np

from chain.reference.matrices import (
    IDENTITY,
    ZERO,
    force_and_couple,
    kinematics,
    mass_properties,
    per_link,
    tilde,
    turn_and_slide,
)


class Segment(NamedTuple):
    """Joint origin and axis e, cog, w and its rate, v of the cog and its rate: vectors in base axes."""

    origin: np.ndarray
    e: np.ndarray
    cog: np.ndarray
    w: np.ndarray
    dw: np.ndarray
    v: np.ndarray
    dv: np.ndarray


class Reactions(NamedTuple):
    """Joint origins, axes e, forces F and moments M at the origins (nlinks, 3) each, base axes; torques tau (n,)."""

    origin: np.ndarray
    e: np.ndarray
    F: np.ndarray
    M: np.ndarray
    tau: np.ndarray


def angular_velocity(w_p, e, turn_d):
    """Angular velocity of a segment from that of its parent: ``w = w_p + e theta'`` (Eindhoven, section 4).

    >>> angular_velocity(np.array([0, 0, 1]), np.array([1, 0, 0]), 2).tolist()
    [2, 0, 1]
    """
    return w_p + e * turn_d


def angular_acceleration(dw_p, w_p, e, turn_d, turn_dd):
    """Angular acceleration: ``w' = w_p' + e theta'' + w_p x e theta'`` (Eindhoven, section 4).

    >>> angular_acceleration(np.array([0, 0, 0]), np.array([0, 0, 1]), np.array([1, 0, 0]), 2, 0).tolist()
    [0, 2, 0]
    """
    return dw_p + e * turn_dd + tilde(w_p) @ e * turn_d


def linear_velocity(v_p, w_p, w, j_u, j_l, slide_d):
    """Velocity of the cog: ``v = v_p + w_p x j_u + s' - w x j_l`` (Eindhoven, section 4; s' the slide of the joint).

    j_u, j_l: from the cogs of the parent and of the segment to the origin of their joint.

    >>> x, z = np.array([1, 0, 0]), np.array([0, 0, 1])
    >>> linear_velocity(0 * x, z, 2 * z, x, -x, 0 * x).tolist()
    [0, 3, 0]
    """
    return v_p + tilde(w_p) @ j_u + slide_d - tilde(w) @ j_l


def linear_acceleration(dv_p, w_p, dw_p, w, dw, j_u, j_l, slide_d, slide_dd):
    """Acceleration of the cog: the parent's to the joint's origin, the slide with its Coriolis part, back to the cog.

    ``v' = v_p' + w_p' x j_u + w_p x (w_p x j_u) + s'' + 2 w_p x s' - w' x j_l - w x (w x j_l)`` (Eindhoven, section 4).

    >>> x, z = np.array([1, 0, 0]), np.array([0, 0, 1])
    >>> linear_acceleration(0 * x, z, 0 * z, z, 0 * z, x, -x, 3 * x, 0 * x).tolist()
    [-2, 6, 0]
    """
    to_joint = tilde(dw_p) @ j_u + tilde(w_p) @ tilde(w_p) @ j_u
    to_cog = tilde(dw) @ j_l + tilde(w) @ tilde(w) @ j_l
    return dv_p + to_joint + slide_dd + 2 * tilde(w_p) @ slide_d - to_cog


def inertial_force(mass, dv):
    """Resultant force on a segment, ``F = m v'`` (Eindhoven, section 5).

    >>> inertial_force(2.0, np.array([1.0, 0.0, 3.0])).tolist()
    [2.0, 0.0, 6.0]
    """
    return mass * dv


def inertial_moment(I, w, dw):
    """Resultant moment about the cog, ``M = w x I w + I w'`` (Eindhoven, section 5), base axes.

    >>> inertial_moment(np.diag([1, 2, 3]), np.array([1, 1, 0]), np.array([0, 0, 1])).tolist()
    [0, 0, 4]
    """
    return tilde(w) @ I @ w + I @ dw


def split(v, e):
    """Component along a joint axis, and the part across it (Eindhoven, section 2.2: indices a and r).

    >>> along, across = split(np.array([1.0, 2.0, 3.0]), np.array([0.0, 0.0, 1.0]))
    >>> float(along), across.tolist()
    (3.0, [1.0, 2.0, 0.0])
    """
    return v @ e, v - e * (v @ e)


def joint_torque(body, F, M, segment):
    """Torque or force of a joint: moment along the axis, force along it, or both weighted by the pitch.

    Eindhoven, section 5 for the revolute joint.

    >>> from chain.reference.matrices import Body
    >>> z = np.array([0, 0, 1])
    >>> screw = Body(-1, "H", 0.5, IDENTITY, IDENTITY, ZERO)
    >>> float(joint_torque(screw, 4 * z, 3 * z, Segment(0 * z, z, z, z, z, z, z)))
    5.0
    """
    turn, slide = turn_and_slide(body.jtype, body.pitch)
    return turn * split(M, segment.e)[0] + slide * split(F, segment.e)[0]


def segments(chain, q, qd, qdd, base=IDENTITY):
    """Motion of every segment in vectors, base axes, from the base outwards; arguments of `kinematics`.

    >>> from chain.reference.matrices import Body, dh_position, pseudo_inertia
    >>> elbow = Body(-1, "R", 0, IDENTITY, dh_position(0, 0, 0, 1.0, 0), pseudo_inertia(1.0, (0, 0, 0), np.eye(3)))
    >>> segments([elbow, elbow._replace(parent=0)], [0, 0], [2, 3], [0, 0])[1].v.tolist()
    [0.0, 7.0, 0.0]
    """
    M = kinematics(chain, q, 0 * np.asarray(qd), 0 * np.asarray(qdd), base).M
    moving = []
    for i, (body, xd, xdd) in enumerate(zip(chain, per_link(chain, qd), per_link(chain, qdd), strict=True)):
        p, rest = body.parent, np.array([0, 0, 0])
        M_j = (base if p < 0 else M[p]) @ body.before
        origin, e = M_j[:3, 3], M_j[:3, 2]
        cog = M[i][:3, :3] @ mass_properties(body.J)[1] + M[i][:3, 3]
        above = Segment(origin, e, origin, rest, rest, rest, rest) if p < 0 else moving[p]
        turn, slide = turn_and_slide(body.jtype, body.pitch)
        w = angular_velocity(above.w, e, turn * xd)
        dw = angular_acceleration(above.dw, above.w, e, turn * xd, turn * xdd)
        j_u, j_l, ds, dds = origin - above.cog, origin - cog, e * (slide * xd), e * (slide * xdd)
        v = linear_velocity(above.v, above.w, w, j_u, j_l, ds)
        dv = linear_acceleration(above.dv, above.w, above.dw, w, dw, j_u, j_l, ds, dds)
        moving.append(Segment(origin, e, cog, w, dw, v, dv))
    return moving


def newton_euler(chain, q, qd, qdd, gravity, base=IDENTITY, external=None):
    """Joint forces, moments and torques by Newton and Euler in vectors; arguments of `joint_actions`.

    Shares only the positions with the 4x4 formulation. F, M: exerted by the parent ON the link at the joint's origin
    (Eindhoven, section 5, index l); sliding joints, trees and external actions are our additions.

    >>> from chain.reference.matrices import Body, pseudo_inertia
    >>> bar = Body(-1, "R", 0, IDENTITY, IDENTITY, pseudo_inertia(2.0, (0.5, 0.0, 0.0), np.eye(3)))
    >>> newton_euler([bar], [0.0], [1.0], [2.0], (0.0, -10.0, 0.0)).F.tolist()
    [[-1.0, 22.0, 0.0]]
    """
    moving = segments(chain, q, qd, qdd, base)
    R = kinematics(chain, q, 0 * np.asarray(qd), 0 * np.asarray(qdd), base).M[:, :3, :3]
    F, M = [], []
    # each segment alone: resultants at the cog, less weight and external action
    for i, segment in enumerate(moving):
        m, _, I = mass_properties(chain[i].J)
        f, c = force_and_couple(ZERO if external is None else external[i])
        F.append(inertial_force(m, segment.dv) - m * np.asarray(gravity) - f)
        M.append(inertial_moment(R[i] @ I @ R[i].T, segment.w, segment.dw) - (c - tilde(segment.cog) @ f))
    # inward: moment at the joint's origin, then force and moment reversed on the parent
    for i in reversed(range(len(chain))):
        origin, p = moving[i].origin, chain[i].parent
        M[i] = M[i] - tilde(origin - moving[i].cog) @ F[i]
        if p >= 0:
            F[p], M[p] = F[p] + F[i], M[p] + M[i] + tilde(origin - moving[p].cog) @ F[i]
    tau = [joint_torque(body, *load) for body, *load in zip(chain, F, M, moving, strict=True) if body.jtype != "F"]
    origins, axes = [segment.origin for segment in moving], [segment.e for segment in moving]
    return Reactions(*(np.array(rows) for rows in (origins, axes, F, M, tau)))
