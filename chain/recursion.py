"""The torque recursion of kernels/inverse.pyx in plain Python, for any type of number.

It runs on the same packed constants, operation by operation, for one sample: the readable form of the kernel, a check
of it, and, on numbers that count, the number of its operations.
"""

from math import cos, sin
from typing import NamedTuple

__all__ = ["torques"]


class Motion(NamedTuple):
    """Angular velocity w, its rate dw, acceleration e of the first child's joint less gravity; canonical frame."""

    w: tuple
    dw: tuple
    e: tuple


def torques(model, q, qd, qdd, gravity=None, angle=None):
    """Torques (list of n) of one sample; `model` as packed by chain.model.

    angle(q) gives sine and cosine. Joint friction, springs and rotors are left out.

    >>> from chain import load
    >>> arm = load("puma")
    >>> q, qd, qdd = [0.1] * 6, [0.2] * 6, [0.3] * 6
    >>> tau = torques(arm.model, q, qd, qdd)
    >>> max(abs(arm.inverse_dynamics(q, qd, qdd) - tau)).round(12)
    np.float64(0.0)
    """
    angle = angle or (lambda x: (sin(x), cos(x)))
    bodies = [dict(zip(model.bodies.dtype.names, row.tolist(), strict=True)) for row in model.bodies]
    base = Motion((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), tuple(-g for g in (model.gravity if gravity is None else gravity)))
    motions, actions, turned = [], [], []
    # outward
    for b in bodies:
        s, c = _joint_angle(b, angle, q)
        parent = base if b["parent"] < 0 else motions[b["parent"]]
        on_base = b["parent"] < 0 and not b["slides"]
        step = _turn_on_base if on_base else _slide if b["slides"] else _turn
        motion, f, couple = step(b, parent, q[b["iq"]], qd[b["iv"]], qdd[b["iv"]], s, c)
        motions.append(motion)
        actions.append([f, couple])
        turned.append((s, c))
    # inward
    tau = [0.0] * model.nv
    for k in range(len(bodies) - 1, -1, -1):
        b, (f, couple) = bodies[k], actions[k]
        tau[b["iv"]] = b["slide"] * f[2] if not b["turns"] else couple[2]
        if b["turns"] and b["slides"]:
            tau[b["iv"]] = couple[2] + b["slide"] * f[2]
        if b["parent"] >= 0:
            parent = bodies[b["parent"]]
            axis_only = parent["parent"] < 0 and not parent["slides"] and not b["slides"] and not b["branch"]
            _pass_on(b, q[b["iq"]], *turned[k], f, couple, actions[b["parent"]], axis_only)
    return tau


def _joint_angle(b, angle, q):
    """Sine and cosine of q + offset."""
    if not b["turns"]:
        return b["so"], b["co"]
    s, c = angle(q[b["iq"]])
    return b["co"] * s + b["so"] * c, b["co"] * c - b["so"] * s


def _into(b, v, s, c):
    """R' v, R = Rz(beta) Rx(alpha) Rz(q + offset)."""
    x, y, z = v
    if b["branch"] or b["parent"] < 0 or b["slides"]:
        x, y = b["cb"] * x + b["sb"] * y, b["cb"] * y - b["sb"] * x
    t, z = b["ca"] * y + b["sa"] * z, b["ca"] * z - b["sa"] * y
    return c * x + s * t, c * t - s * x, z


def _out_of(b, v, s, c):
    """R v."""
    x, y = c * v[0] - s * v[1], s * v[0] + c * v[1]
    y, z = b["ca"] * y - b["sa"] * v[2], b["sa"] * y + b["ca"] * v[2]
    if b["branch"] or b["slides"]:
        x, y = b["cb"] * x - b["sb"] * y, b["sb"] * x + b["cb"] * y
    return x, y, z


def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(row, v):
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2]


def _U(w, dw):
    """U = dw~ + w~ w~."""
    (x, y, z), (dx, dy, dz) = w, dw
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return (-(yy + zz), xy - dz, xz + dy), (xy + dz, -(xx + zz), yz - dx), (xz - dy, yz + dx, -(xx + yy))


def _joint_acceleration(b, p):
    """Acceleration of the joint: the parent gives its first child's; another's is r away."""
    if not b["branch"] and not b["slides"]:
        return p.e
    r = b["rx"], b["ry"], b["rz"]
    along, round_ = _cross(p.dw, r), _cross(p.w, _cross(p.w, r))
    return tuple(e + (d + u) for e, d, u in zip(p.e, along, round_, strict=True))


def _handed_out(b, a, U):
    """Acceleration of the first child's joint: e = a + U n."""
    n = b["nx"], b["ny"], b["nz"]
    return tuple(a[i] + _dot(U[i], n) for i in range(3))


def _turn_on_base(b, p, q, qd, qdd, s, c):
    """Revolute joint on the base: w, dw along z; only the couple about z is felt."""
    ax, ay, az = _into(b, p.e, s, c)
    r = -(qd * qd)
    e = ax + (r * b["nx"] - qdd * b["ny"]), ay + (r * b["ny"] + qdd * b["nx"]), az
    couple = qdd * (b["Sxx"] + b["Syy"]) + (b["mx"] * ay - b["my"] * ax)
    return Motion((0.0, 0.0, qd), (0.0, 0.0, qdd), e), [0.0, 0.0, 0.0], [0.0, 0.0, couple]


def _turn(b, p, q, qd, qdd, s, c):
    """Revolute joint; m, m z and S_zz of the body are zero."""
    # w = R' w_p + z qd, dw = R' dw_p + w x z qd + z qdd, a = R' e_p
    wx, wy, z = _into(b, p.w, s, c)
    w = wx, wy, z + qd
    x, y, z = _into(b, p.dw, s, c)
    dw = x + wy * qd, y - wx * qd, z + qdd
    ax, ay, az = _into(b, _joint_acceleration(b, p), s, c)
    U = (Uxx, Uxy, Uxz), (Uyx, Uyy, Uyz), (Uzx, Uzy, Uzz) = _U(w, dw)
    # f = U mc, couple = axial part of skew(U S) + mc x a
    mx, my = b["mx"], b["my"]
    f = [Uxx * mx + Uxy * my, Uyx * mx + Uyy * my, Uzx * mx + Uzy * my]
    couple = [
        ((Uzx * b["Sxy"] + Uzy * b["Syy"]) + ((Uzz - Uyy) * b["Syz"] - Uyx * b["Sxz"])) + my * az,
        (((Uxx - Uzz) * b["Sxz"] + Uxy * b["Syz"]) - (Uzx * b["Sxx"] + Uzy * b["Sxy"])) - mx * az,
        ((Uyx * b["Sxx"] - Uxy * b["Syy"]) + ((Uyy - Uxx) * b["Sxy"] + (Uyz * b["Sxz"] - Uxz * b["Syz"])))
        + (mx * ay - my * ax),
    ]
    return Motion(w, dw, _handed_out(b, (ax, ay, az), U)), f, couple


def _slide(b, p, q, qd, qdd, s, c):
    """Prismatic or screw joint, all ten inertia parameters."""
    r = b["turns"] * qd
    wx, wy, z = _into(b, p.w, s, c)
    w = wx, wy, z + r
    x, y, z = _into(b, p.dw, s, c)
    dw = x + wy * r, y - wx * r, z + b["turns"] * qdd
    U = (Uxx, Uxy, Uxz), (Uyx, Uyy, Uyz), (Uzx, Uzy, Uzz) = _U(w, dw)
    # a = R' a_joint + U z d + 2 w x z v + z dv
    x, y, z = _into(b, _joint_acceleration(b, p), s, c)
    d, v = b["slide"] * q, b["slide"] * (qd + qd)
    a = ax, ay, az = x + (Uxz * d + wy * v), y + (Uyz * d - wx * v), z + (Uzz * d + b["slide"] * qdd)
    # f = U mc + m a, couple = axial part of skew(U S) + mc x a
    mc = b["mx"], b["my"], b["mz"]
    f = [_dot(U[i], mc) + b["m"] * a[i] for i in range(3)]
    moment = _cross(mc, (ax, ay, az))
    couple = [
        (Uzx * b["Sxy"] + Uzy * b["Syy"]) + ((Uzz - Uyy) * b["Syz"] - (Uyx * b["Sxz"] + Uyz * b["Szz"])) + moment[0],
        ((Uxx - Uzz) * b["Sxz"] + Uxy * b["Syz"]) + (Uxz * b["Szz"] - (Uzx * b["Sxx"] + Uzy * b["Sxy"])) + moment[1],
        (Uyx * b["Sxx"] - Uxy * b["Syy"]) + ((Uyy - Uxx) * b["Sxy"] + (Uyz * b["Sxz"] - Uxz * b["Syz"])) + moment[2],
    ]
    return Motion(w, dw, _handed_out(b, a, U)), f, couple


def _pass_on(b, q, s, c, f, couple, parent, axis_only):
    """f_p += R f, c_p += R c + (p + slide q z) x f; only c_z where no more of it is felt."""
    if b["slides"]:
        d = b["slide"] * q
        couple = [couple[0] - d * f[1], couple[1] + d * f[0], couple[2]]
    if axis_only:
        x, t = c * f[0] - s * f[1], s * f[0] + c * f[1]
        y = b["ca"] * t - b["sa"] * f[2]
        t = s * couple[0] + c * couple[1]
        parent[1][2] = parent[1][2] + ((b["sa"] * t + b["ca"] * couple[2]) + (b["px"] * y - b["py"] * x))
        return
    force, moment = _out_of(b, f, s, c), _out_of(b, couple, s, c)
    lever = _cross((b["px"], b["py"], b["pz"]), force)
    for i in range(3):
        parent[0][i] = parent[0][i] + force[i]
        parent[1][i] = parent[1][i] + (moment[i] + lever[i])
