"""The forward-dynamics recursion of kernels/forward.pyx in plain Python, for any type of number.

It runs on the same packed constants, operation by operation, for one sample: the readable form of the kernel, a check
of it, and, on numbers that count, the number of its operations. The outward half is that of chain.recursion.
"""

from math import cos, sin
from typing import NamedTuple

from chain.recursion import Motion, _dot, _joint_angle, _pass_on, _slide, _turn, _turn_on_base

__all__ = ["accelerations"]

# the entries of M_hat = [I H; H' M]; those that are zero where a body is rigid
I = ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
H = ("Hxx", "Hxy", "Hxz", "Hyx", "Hyy", "Hyz", "Hzx", "Hzy", "Hzz")
M = ("Mxx", "Mxy", "Mxz", "Myy", "Myz", "Mzz")
ZERO = ("Hxx", "Hyy", "Hzz", "Mxy", "Mxz", "Myz")
COLUMNS = {"x": ("Mxx", "Mxy", "Mxz"), "y": ("Mxy", "Myy", "Myz"), "z": ("Mxz", "Myz", "Mzz")}


class Freed(NamedTuple):
    """A joint that is free: psi_hat = M_hat p, psi = psi_hat / m_hat (each couple, force) and r = 1 / m_hat."""

    psi_hat: tuple
    psi: tuple
    r: float


def accelerations(model, q, qd, tau, gravity=None, angle=None):
    """Accelerations (list of n) of one sample; `model` as packed by chain.model.

    angle(q) gives sine and cosine. Rotors count; friction and springs of the joints are left out.

    >>> from chain import load
    >>> arm = load("puma")
    >>> q, qd, tau = [0.1] * 6, [0.2] * 6, [0.3] * 6
    >>> qdd = accelerations(arm.model, q, qd, tau)
    >>> max(abs(arm.forward_dynamics(q, qd, tau) / qdd - 1.0)).round(9)
    np.float64(0.0)
    """
    angle = angle or (lambda x: (sin(x), cos(x)))
    bodies = [dict(zip(model.bodies.dtype.names, row.tolist(), strict=True)) for row in model.bodies]
    turned = [_joint_angle(b, angle, q) for b in bodies]
    actions = _coasting(bodies, turned, q, qd, model.gravity if gravity is None else gravity)
    freed, phi = _inward(bodies, turned, q, tau, actions)
    # outward: qdd = phi_hat / m_hat - psi' mu
    qdd, rates = [0.0] * model.nv, []
    for b, angles, joint, value in zip(bodies, turned, freed, phi, strict=True):
        if b["parent"] < 0:
            mu, qdd[b["iv"]] = _accelerate_on_base(b, value)
        else:
            mu, qdd[b["iv"]] = _accelerate(b, rates[b["parent"]], q[b["iq"]], *angles, joint, value)
        rates.append(mu)
    return qdd


def _turning(b):
    """A revolute joint."""
    return b["turns"] and not b["slides"]


def _coasting(bodies, turned, q, qd, gravity):
    """Force and couple w* of every body at qdd = 0."""
    base = Motion((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), tuple(-g for g in gravity))
    motions, actions = [], []
    for b, (s, c) in zip(bodies, turned, strict=True):
        parent = base if b["parent"] < 0 else motions[b["parent"]]
        step = _slide if b["slides"] else _turn_on_base if b["parent"] < 0 else _turn
        motion, f, couple = step(b, parent, q[b["iq"]], qd[b["iv"]], 0.0, s, c)
        motions.append(motion)
        actions.append([f, couple])
    return actions


def _inward(bodies, turned, q, tau, actions):
    """Reverse Gaussian elimination: what each free joint passes on, and phi_hat / m_hat."""
    inertias, freed, phi = [None] * len(bodies), [None] * len(bodies), [None] * len(bodies)
    for k in range(len(bodies) - 1, -1, -1):
        b, (f, couple) = bodies[k], actions[k]
        A = _rigid(b) if b["leaf"] else inertias[k]
        # phi_hat = tau - p' w*
        along = b["turns"] * couple[2] + b["slide"] * f[2] if b["slides"] else couple[2]
        phi_hat = tau[b["iv"]] - along
        freed[k] = _free(b, A)
        phi[k] = phi_hat * freed[k].r
        if b["parent"] < 0:
            continue
        # w*_p += B' (w* + psi phi_hat), M_hat_p += B' M_bar B
        couple = [x + p * phi_hat for x, p in zip(couple, freed[k].psi[:3], strict=True)]
        f = [x + p * phi_hat for x, p in zip(f, freed[k].psi[3:], strict=True)]
        parent = bodies[b["parent"]]
        on_axis = parent["parent"] < 0 and not parent["slides"] and not b["slides"] and not b["branch"]
        _pass_on(b, q[b["iq"]], *turned[k], f, couple, actions[b["parent"]], on_axis)
        inertias[b["parent"]] = _felt(b, parent, q[b["iq"]], *turned[k], A, freed[k], inertias[b["parent"]])
    return freed, phi


def _rigid(b):
    """M_hat of a body that carries no other: I = tr(S) - S, H = mc~, M = m."""
    m, mx, my, mz, xx, yy, zz = (b[name] for name in ("m", "mx", "my", "mz", "Sxx", "Syy", "Szz"))
    A = dict(zip(I, (yy + zz, -b["Sxy"], -b["Sxz"], xx + zz, -b["Syz"], xx + yy), strict=True))
    A |= zip(H, (0.0, -mz, my, mz, 0.0, -mx, -my, mx, 0.0), strict=True)
    return A | dict(zip(M, (m, 0.0, 0.0, m, 0.0, m), strict=True))


def _free(b, A):
    """psi_hat = M_hat p, m_hat = p' psi_hat + rotor, psi = psi_hat / m_hat; on the base psi moves nothing."""
    if _turning(b) and b["parent"] < 0:
        return Freed(None, None, 1.0 / (A["Izz"] + b["rotor"]))
    psi_hat = [A[name] for name in ("Ixz", "Iyz", "Izz", "Hzx", "Hzy", "Hzz")]
    m_hat = psi_hat[2] + b["rotor"]
    if not _turning(b):
        along = [A[name] for name in ("Hxz", "Hyz", "Hzz", "Mxz", "Myz", "Mzz")]
        psi_hat = [b["turns"] * x + b["slide"] * y for x, y in zip(psi_hat, along, strict=True)]
        m_hat = (b["turns"] * psi_hat[2] + b["slide"] * psi_hat[5]) + b["rotor"]
    r = 1.0 / m_hat
    return Freed(tuple(psi_hat), tuple(x * r for x in psi_hat), r)


def _felt(b, parent, q, s, c, A, joint, P):
    """M_hat of the parent with what it feels of a body on a free joint; P: as far as it is known, None at first."""
    turning = _turning(b) and b["rotor"] == 0.0
    A = _less_the_joint(turning, A, joint)
    if turning and not b["branch"] and b["last"] and parent["parent"] < 0 and _turning(parent):
        return {"Izz": _about_the_axis(b, s, c, A) + (parent["Sxx"] + parent["Syy"])}
    # Rz(q)
    ss, sc = s * s, s * c
    _symmetric_turn(A, ss, sc, "Ixx", "Ixy", "Iyy")
    _block_turn(A, ss, sc, "Hxx", "Hxy", "Hyx", "Hyy")
    _plane_turn(A, s, c, "Hxz", "Hyz")
    _symmetric_turn(A, ss, sc, "Mxx", "Mxy", "Myy")
    _plane_turn(A, s, c, "Mxz", "Myz")
    if not turning:
        _plane_turn(A, s, c, "Ixz", "Iyz")
        _plane_turn(A, s, c, "Hzx", "Hzy")
    _shift(A, b["hx"], b["hy"], None if turning else b["slide"] * q)
    # Rx(alpha), Rz(beta)
    _turn_x(A, b["sa"], b["ca"], b["saa"], b["sca"])
    if b["branch"] or not turning:
        _turn_z(A, b["sb"], b["cb"], b["sbb"], b["scb"])
    if not b["last"]:
        return {name: P[name] + x for name, x in A.items()}
    own = _rigid(parent)
    return {name: x if name in ZERO else x + own[name] for name, x in A.items()}


def _less_the_joint(turning, A, joint):
    """M_bar = M_hat - psi_hat psi'; a joint that turns transmits no couple about z."""
    (nx, ny, nz, fx, fy, fz), (px, py, pz, gx, gy, gz) = joint.psi_hat, joint.psi
    bar = {"Ixx": A["Ixx"] - nx * px, "Ixy": A["Ixy"] - nx * py, "Iyy": A["Iyy"] - ny * py}
    bar |= {"Hxx": A["Hxx"] - nx * gx, "Hxy": A["Hxy"] - nx * gy, "Hxz": A["Hxz"] - nx * gz}
    bar |= {"Hyx": A["Hyx"] - ny * gx, "Hyy": A["Hyy"] - ny * gy, "Hyz": A["Hyz"] - ny * gz}
    bar |= {"Mxx": A["Mxx"] - fx * gx, "Mxy": A["Mxy"] - fx * gy, "Mxz": A["Mxz"] - fx * gz}
    bar |= {"Myy": A["Myy"] - fy * gy, "Myz": A["Myz"] - fy * gz, "Mzz": A["Mzz"] - fz * gz}
    if turning:
        return bar
    bar |= {"Ixz": A["Ixz"] - nx * pz, "Iyz": A["Iyz"] - ny * pz, "Izz": A["Izz"] - nz * pz}
    return bar | {"Hzx": A["Hzx"] - nz * gx, "Hzy": A["Hzy"] - nz * gy, "Hzz": A["Hzz"] - nz * gz}


def _shift(A, hx, hy, d):
    """To the parent's origin, h = (hx, hy, d) away: I += h~ (H + h~ M)' + (h~ H')', H += h~ M; d None: zero."""
    A["Ixx"] = A["Ixx"] + hy * A["Hxz"]
    A["Ixy"] = A["Ixy"] - hx * A["Hxz"]
    A["Iyy"] = A["Iyy"] - hx * A["Hyz"]
    A["Ixz"] = _sum(A, "Ixz", hx * A["Hxy"] - hy * A["Hxx"])
    A["Iyz"] = _sum(A, "Iyz", hx * A["Hyy"] - hy * A["Hyx"])
    if d is not None:
        A["Izz"] = A["Izz"] + (hx * A["Hzy"] - hy * A["Hzx"])
        A["Ixx"], A["Ixy"], A["Iyy"] = A["Ixx"] - d * A["Hxy"], A["Ixy"] + d * A["Hxx"], A["Iyy"] + d * A["Hyx"]
        for j, (Mx, My, _) in COLUMNS.items():
            A[f"Hx{j}"], A[f"Hy{j}"] = A[f"Hx{j}"] - d * A[My], A[f"Hy{j}"] + d * A[Mx]
    # H += h~ M
    for j, (Mx, My, Mz) in COLUMNS.items():
        A[f"Hx{j}"] = A[f"Hx{j}"] + hy * A[Mz]
        A[f"Hy{j}"] = A[f"Hy{j}"] - hx * A[Mz]
        A[f"Hz{j}"] = _sum(A, f"Hz{j}", hx * A[My] - hy * A[Mx])
    A["Ixx"] = A["Ixx"] + hy * A["Hxz"]
    A["Ixy"] = A["Ixy"] + hy * A["Hyz"]
    A["Ixz"] = A["Ixz"] + hy * A["Hzz"]
    A["Iyy"] = A["Iyy"] - hx * A["Hyz"]
    A["Iyz"] = A["Iyz"] - hx * A["Hzz"]
    A["Izz"] = _sum(A, "Izz", hx * A["Hzy"] - hy * A["Hzx"])
    if d is not None:
        A["Ixx"], A["Ixy"], A["Ixz"] = A["Ixx"] - d * A["Hxy"], A["Ixy"] - d * A["Hyy"], A["Ixz"] - d * A["Hzy"]
        A["Iyy"], A["Iyz"] = A["Iyy"] + d * A["Hyx"], A["Iyz"] + d * A["Hzx"]


def _sum(A, name, x):
    """A[name] + x; entries that vanish are not in A."""
    return A[name] + x if name in A else x


def _about_the_axis(b, s, c, A):
    """I_zz alone of B' M_bar B, for a parent that turns on the base (beta = 0)."""
    hx, hy = b["hx"], b["hy"]
    # Rz(q), as far as I_zz feels it
    ss, sc = s * s, s * c
    Iyy = A["Iyy"] + (ss * (A["Ixx"] - A["Iyy"]) + sc * (A["Ixy"] + A["Ixy"]))
    u, v = A["Hxx"] - A["Hyy"], A["Hxy"] + A["Hyx"]
    Hyy, Hyx = A["Hyy"] + (ss * u + sc * v), A["Hyx"] + (sc * u - ss * v)
    Hyz = s * A["Hxz"] + c * A["Hyz"]
    _symmetric_turn(A, ss, sc, "Mxx", "Mxy", "Myy")
    _plane_turn(A, s, c, "Mxz", "Myz")
    # to the parent's origin
    Iyy, Iyz = Iyy - hx * Hyz, hx * Hyy - hy * Hyx
    Hyz = Hyz - hx * A["Mzz"]
    Hzx, Hzy = hx * A["Mxy"] - hy * A["Mxx"], hx * A["Myy"] - hy * A["Mxy"]
    Hzz = hx * A["Myz"] - hy * A["Mxz"]
    Iyy, Iyz, Izz = Iyy - hx * Hyz, Iyz - hx * Hzz, hx * Hzy - hy * Hzx
    # Rx(alpha)
    return Izz + (b["saa"] * (Iyy - Izz) + b["sca"] * (Iyz + Iyz))


# plane rotations of the entries named, in place


def _turn_x(A, s, c, ss, sc):
    _symmetric_turn(A, ss, sc, "Iyy", "Iyz", "Izz")
    _plane_turn(A, s, c, "Ixy", "Ixz")
    _block_turn(A, ss, sc, "Hyy", "Hyz", "Hzy", "Hzz")
    _plane_turn(A, s, c, "Hxy", "Hxz")
    _plane_turn(A, s, c, "Hyx", "Hzx")
    _symmetric_turn(A, ss, sc, "Myy", "Myz", "Mzz")
    _plane_turn(A, s, c, "Mxy", "Mxz")


def _turn_z(A, s, c, ss, sc):
    _symmetric_turn(A, ss, sc, "Ixx", "Ixy", "Iyy")
    _plane_turn(A, s, c, "Ixz", "Iyz")
    _block_turn(A, ss, sc, "Hxx", "Hxy", "Hyx", "Hyy")
    _plane_turn(A, s, c, "Hxz", "Hyz")
    _plane_turn(A, s, c, "Hzx", "Hzy")
    _symmetric_turn(A, ss, sc, "Mxx", "Mxy", "Myy")
    _plane_turn(A, s, c, "Mxz", "Myz")


def _block_turn(A, ss, sc, xx, xy, yx, yy):
    """R A R' of a 2x2 block: only its deviator changes; ss = s s, sc = s c."""
    u, v = A[xx] - A[yy], A[xy] + A[yx]
    a, b = ss * u + sc * v, sc * u - ss * v
    A[xx], A[yy], A[xy], A[yx] = A[xx] - a, A[yy] + a, A[xy] + b, A[yx] + b


def _symmetric_turn(A, ss, sc, xx, xy, yy):
    """R A R' of a symmetric 2x2 block."""
    u, v = A[xx] - A[yy], A[xy] + A[xy]
    a = ss * u + sc * v
    A[xx], A[yy], A[xy] = A[xx] - a, A[yy] + a, A[xy] + (sc * u - ss * v)


def _plane_turn(A, s, c, x, y):
    """R v of a plane vector."""
    A[x], A[y] = c * A[x] - s * A[y], s * A[x] + c * A[y]


def _accelerate_on_base(b, phi):
    """The base does not accelerate: qdd = phi_hat / m_hat, mu = p qdd."""
    if _turning(b):
        return ((0.0, 0.0, phi), (0.0, 0.0, 0.0)), phi
    return ((0.0, 0.0, b["turns"] * phi), (0.0, 0.0, b["slide"] * phi)), phi


def _accelerate(b, parent, q, s, c, joint, phi):
    """Rates mu = B mu_p (angular, linear), qdd = phi_hat / m_hat - psi' mu, mu_i = mu + p qdd."""
    (dx, dy, dz), (ax, ay, az) = parent
    if b["branch"] or not _turning(b):
        # Rz(beta)'
        dx, dy = b["cb"] * dx + b["sb"] * dy, b["cb"] * dy - b["sb"] * dx
        ax, ay = b["cb"] * ax + b["sb"] * ay, b["cb"] * ay - b["sb"] * ax
    # Rx(alpha)'
    dy, dz = b["ca"] * dy + b["sa"] * dz, b["ca"] * dz - b["sa"] * dy
    ay, az = b["ca"] * ay + b["sa"] * az, b["ca"] * az - b["sa"] * ay
    # a + dw x h, h = (hx, hy, d)
    ax, ay, az = ax - dz * b["hy"], ay + dz * b["hx"], az + (dx * b["hy"] - dy * b["hx"])
    if not _turning(b):
        d = b["slide"] * q
        ax, ay = ax + dy * d, ay - dx * d
    # Rz(q)'
    dx, dy = c * dx + s * dy, c * dy - s * dx
    ax, ay = c * ax + s * ay, c * ay - s * ax
    qdd = phi - (_dot(joint.psi[:3], (dx, dy, dz)) + _dot(joint.psi[3:], (ax, ay, az)))
    if _turning(b):
        return ((dx, dy, dz + qdd), (ax, ay, az)), qdd
    return ((dx, dy, dz + b["turns"] * qdd), (ax, ay, az + b["slide"] * qdd)), qdd
