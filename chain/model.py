"""From links to the packed constants of the kernels: canonical frames, folded fixed links, regrouped masses.

Canonical frames (one per moving body): z is the joint axis; x is perpendicular to the axis of the first child, so that
the step to it is ``Rx(alpha) Rz(q + offset)``; the origin is the foot of the perpendicular from the parent's origin,
which is well conditioned for parallel and nearly parallel axes alike; a prismatic joint has no place, its origin is the
parent's. Other children need one constant rotation ``Rz(beta)`` more. The base keeps frame 0, and joints on it their
own origin, so that the torques do not depend on how far the base is.
"""

import functools

import numpy as np

from chain.kernels.model import BODY, LINK, Model
from spacelib import invers, molt4

__all__ = ["build"]


def build(links, parents, inertias, base, gravity):
    """The Model of a chain: `links` in order, their parents' indices (-1 the base) and pseudo-inertias."""
    variables = _variables(links)
    body_of, T_body, bodies, placements = _fold(links, parents, base)
    J, at_rest = _body_inertias(inertias, body_of, T_body, len(bodies))
    up = [_parent_body(body_of, parents, i) for i in bodies]
    first = {parent: k for k, parent in reversed(list(enumerate(up)))}
    N = _reframe([links[i].kind for i in bodies], up, first, placements)
    packed = np.zeros(len(bodies), BODY)
    for k, i in enumerate(bodies):
        _pack_joint(packed[k], links[i], variables[i])
        packed[k]["parent"], packed[k]["branch"] = up[k], first[up[k]] != k
        below = np.eye(4) if up[k] < 0 else N[up[k]]
        _pack_step(packed[k], _product(invers(below), placements[k], N[k]))
    _pack_children(packed, first)
    packed["slot"] = _slots(up)
    J = [_moved(J[k], invers(N[k])) for k in range(len(bodies))]
    packed["tiny"] = _rounding(packed, J)
    at_rest = at_rest + _regroup(packed, J)
    for row, moments in zip(packed, J, strict=True):
        _pack_inertia(row, moments)
    T_body = [T if k < 0 else molt4(invers(N[k]), T) for k, T in zip(body_of, T_body, strict=True)]
    T_body, body_of = np.array(T_body, float).reshape(-1, 4, 4), np.array(body_of, int)
    nq, nv = sum(l.kind.nq for l in links), sum(l.kind.nv for l in links)
    packed_links = _pack_links(links, parents, inertias, variables, base)
    return Model(packed, packed_links, body_of, T_body, gravity, at_rest[[3, 0, 1, 2], 3], nq, nv)


def _variables(links):
    """(iq, iv) of every link: where its coordinates and velocities start."""
    iq = np.cumsum([0] + [link.kind.nq for link in links])
    iv = np.cumsum([0] + [link.kind.nv for link in links])
    return list(zip(iq[:-1].tolist(), iv[:-1].tolist(), strict=True))


# products by our own kernels: a BLAS may round differently on every kind of processor


def _product(*matrices):
    return functools.reduce(molt4, matrices)


def _moved(J, M):
    """Pseudo-inertia referred to another frame: M J M^t."""
    return molt4(molt4(M, J), M.T)


def _parent_body(body_of, parents, i):
    return -1 if parents[i] < 0 else body_of[parents[i]]


def _fold(links, parents, base):
    """Bodies: moving links with the fixed links on them.

    Returns body of each link, its frame in the body's (the joint frame after motion; frame 0 for the base), the link
    that moves each body, and the joint frame of each body in its parent body's.
    """
    body_of, T_body, bodies, placements = [], [], [], []
    for i, link in enumerate(links):
        below = base if parents[i] < 0 else T_body[parents[i]]
        if link.kind.nv:
            body_of.append(len(bodies))
            bodies.append(i)
            placements.append(molt4(below, link.before))
            T_body.append(link.after)
        else:
            body_of.append(_parent_body(body_of, parents, i))
            T_body.append(_product(below, link.before, link.after))
    return body_of, T_body, bodies, placements


def _body_inertias(inertias, body_of, T_body, count):
    """Pseudo-inertia of each body in its joint frame after motion, and of what is fixed to the base, in frame 0."""
    J = [np.zeros((4, 4)) for _ in range(count + 1)]
    for moments, k, T in zip(inertias, body_of, T_body, strict=True):
        J[k] += _moved(moments, T)
    return J[:-1], J[-1]


def _reframe(kinds, up, first, placements):
    """Canonical frame N of each body in its joint frame after motion: a shift along z, a turn about z."""
    N = [np.eye(4) for _ in up]
    for k, kind in enumerate(kinds):
        if up[k] >= 0:
            # the parent's origin seen from the joint frame
            origin = molt4(invers(placements[k]), N[up[k]])[:, 3]
            N[k][:3, 3] = (0.0, 0.0, origin[2]) if kind.turns else origin[:3]
        if k in first:
            P = placements[first[k]]
            x = np.array([-P[1, 2], P[0, 2]])  # z x axis of the first child
            if not x.any():  # parallel: towards the child
                x = P[:2, 3] - N[k][:2, 3]
            if x.any():
                c, s = x / np.hypot(*x)
                N[k][:2, :2] = [[c, -s], [s, c]]
    return N


def _pack_joint(b, link, variables):
    b["iq"], b["iv"] = variables
    b["turns"], b["slides"], b["slide"] = link.kind.turns, link.slides != 0.0, link.slides
    for name in ("viscous", "coulomb", "coulomb_speed", "stiffness", "rest", "rotor"):
        b[name] = getattr(link, name)


def _pack_step(b, P):
    """Constants of the step P to a body: Rz(beta) Rx(alpha) Rz(offset) and p; a body's first child has beta = 0."""
    # z axis of the joint: (sin b sin a, -cos b sin a, cos a)
    sa = np.hypot(P[0, 2], P[1, 2])
    if sa > 0.0 and (b["branch"] or b["parent"] < 0):
        cb, sb = -P[1, 2] / sa, P[0, 2] / sa
    else:
        cb, sb, sa = 1.0, 0.0, -P[1, 2]
    norm = np.hypot(sa, P[2, 2])
    b["cb"], b["sb"], b["sa"], b["ca"] = cb, sb, sa / norm, P[2, 2] / norm
    for squared, mixed, s, c in ("saa", "sca", "sa", "ca"), ("sbb", "scb", "sb", "cb"):
        b[squared], b[mixed] = b[s] * b[s], b[s] * b[c]
    # x axis of the body after Rz(-beta), Rx(-alpha)
    x, y = cb * P[0, 0] + sb * P[1, 0], cb * P[1, 0] - sb * P[0, 0]
    y = b["ca"] * y + b["sa"] * P[2, 0]
    b["co"], b["so"] = x / np.hypot(x, y), y / np.hypot(x, y)
    b["px"], b["py"], b["pz"] = P[:3, 3]
    x, y = cb * P[0, 3] + sb * P[1, 3], cb * P[1, 3] - sb * P[0, 3]
    b["hx"], b["hy"] = x, b["ca"] * y + b["sa"] * P[2, 3]


def _pack_children(bodies, first):
    """n: the first child's joint on a body; r: another child's joint from there; who is a leaf or a last child."""
    last = {parent: k for k, parent in enumerate(bodies["parent"])}
    for k, b in enumerate(bodies):
        b["leaf"], b["last"] = k not in last, last[b["parent"]] == k
        if k in first:
            for n, p in ("nx", "px"), ("ny", "py"), ("nz", "pz"):
                b[n] = bodies[first[k]][p]
    for b in bodies:
        if b["parent"] >= 0:
            for r, p, n in ("rx", "px", "nx"), ("ry", "py", "ny"), ("rz", "pz", "nz"):
                b[r] = b[p] - bodies[b["parent"]][n]


def _slots(up):
    """Place of each body's motion in the workspace, from 1 on; free again after the last child."""
    last = {parent: k for k, parent in enumerate(up)}
    slots, free, used = [], [], 0
    for k, parent in enumerate(up):
        if not free:
            used += 1
            free.append(used)
        slots.append(free.pop())
        if parent >= 0 and last[parent] == k:
            free.append(slots[parent])
        if k not in last:
            free.append(slots[k])
    return slots


def _step(b):
    """The constant part of the step to a body (4x4)."""
    Rx = np.array([[1, 0, 0, 0], [0, b["ca"], -b["sa"], 0], [0, b["sa"], b["ca"], 0], [0, 0, 0, 1]])
    M = _product(_Rz(b["cb"], b["sb"]), Rx, _Rz(b["co"], b["so"]))
    M[:3, 3] = b["px"], b["py"], b["pz"]
    return M


def _Rz(c, s):
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def _rounding(bodies, J):
    """Rounding of the articulated inertia along each joint: 32 ulp of the largest moments that bodies can add up to."""
    mass, moments = np.zeros(len(bodies)), np.zeros(len(bodies))
    for k in range(len(bodies) - 1, -1, -1):
        mass[k] += abs(J[k][3, 3])
        moments[k] += abs(J[k][0, 0]) + abs(J[k][1, 1]) + abs(J[k][2, 2])
        p = bodies[k]["parent"]
        if p >= 0:
            # radii of gyration add up to the distance of the origins
            reach = np.sqrt(bodies[k]["px"] ** 2 + bodies[k]["py"] ** 2 + bodies[k]["pz"] ** 2)
            mass[p] += mass[k]
            moments[p] += (np.sqrt(moments[k]) + reach * np.sqrt(mass[k])) ** 2
    return 32 * np.finfo(float).eps * (bodies["turns"] * moments + bodies["slide"] ** 2 * mass)


def _regroup(bodies, J):
    """Move mass on the axis of a turning body (m, m z, S_zz) to its parent: there it moves all the same.

    Returns what comes to the base, where it does not move at all, in frame 0.
    """
    at_rest = np.zeros((4, 4))
    for k in range(len(bodies) - 1, -1, -1):
        b = bodies[k]
        if b["turns"] and not b["slides"]:
            axis = np.zeros((4, 4))
            axis[2:, 2:] = J[k][2:, 2:]
            J[k] = J[k] - axis
            if b["parent"] >= 0:
                J[b["parent"]] = J[b["parent"]] + _moved(axis, _step(b))
            else:
                at_rest += _moved(axis, _step(b))
    return at_rest


def _pack_inertia(b, J):
    b["m"], b["mx"], b["my"], b["mz"] = J[3, 3], J[0, 3], J[1, 3], J[2, 3]
    b["Sxx"], b["Sxy"], b["Sxz"], b["Syy"], b["Syz"], b["Szz"] = J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2]


def _pack_links(links, parents, inertias, variables, base):
    packed = np.zeros(len(links), LINK)
    for row, link, parent, J, (iq, iv) in zip(packed, links, parents, inertias, variables, strict=True):
        before = molt4(base, link.before) if parent < 0 else link.before
        row["parent"], row["iq"], row["iv"] = parent, iq, iv
        row["turns"], row["slides"], row["slide"] = link.kind.turns, link.slides != 0.0, link.slides
        row["plain"] = np.array_equal(before, np.eye(4))
        row["before"], row["after"] = before[:3].ravel(), link.after[:3].ravel()
        _pack_inertia(row, J)
    return packed
