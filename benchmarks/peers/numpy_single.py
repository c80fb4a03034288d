"""NumPy, one sample per call: the expressions that came out fastest, and the obvious ones.

Small results are best computed in Python floats: `tolist` out of the array, `math`, np.array back into one.
"""

from math import atan2, copysign, cos, pi, sin, sqrt

import numpy as np

from benchmarks.tasks import Contestant

SQUARE = (4, 4)


# ------------------------------------------------------------------------------------------ products

def mami_slices(A, m, out=None):
    """The rigid inverse by slices, two products."""
    return m.dot(A).dot(invers_slices(m), out)


def mami_solve(A, m, out=None):
    """The general inverse, two products."""
    return m.dot(A).dot(np.linalg.inv(m), out)


def mamt_dot(A, m, out=None):
    return m.dot(A).dot(m.T, out)


def mamt_matmul(A, m, out=None):
    return np.matmul(m @ A, m.T, out=out)


def skew_subtract(A, B, out=None):
    P = A.dot(B)
    return np.subtract(P, P.T, out)


# ------------------------------------------------------------------------------------------ rigid inverse

def invers_slices(m, out=None):
    mi = np.empty(SQUARE) if out is None else out
    R = m[:3, :3]
    mi[:3, :3] = R.T
    mi[:3, 3] = -m[:3, 3].dot(R)
    mi[3] = 0.0, 0.0, 0.0, 1.0
    return mi


def invers_list(m):
    """Through Python floats."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = m.tolist()
    return np.array([
        [a, d, g, -(a * x + d * y + g * z)],
        [b, e, h, -(b * x + e * y + h * z)],
        [c, f, i, -(c * x + f * y + i * z)],
        [0.0, 0.0, 0.0, 1.0],
    ])  # fmt: skip


# ------------------------------------------------------------------------------------------ from numbers

def dhtom_array(jtype, theta, d, b, a, alpha, q):
    if jtype == 0:
        theta += q
    else:
        d += q
    st, ct, sa, ca = sin(theta), cos(theta), sin(alpha), cos(alpha)
    return np.array([
        [ct, -st * ca, st * sa, a * ct - b * st],
        [st, ct * ca, -ct * sa, a * st + b * ct],
        [0.0, sa, ca, d],
        [0.0, 0.0, 0.0, 1.0],
    ])  # fmt: skip


def screwtom_array(u, phi, h, P):
    """Rodrigues' matrix and t = P - R P + h u with array operations."""
    s, v = sin(phi), 1.0 - cos(phi)
    x, y, z = u
    R = np.array([[0.0, -z * s, y * s], [z * s, 0.0, -x * s], [-y * s, x * s, 0.0]])
    R += np.multiply.outer(u, v * u)
    R.flat[::4] += 1.0 - v
    Q = np.zeros(SQUARE)
    Q[:3, :3] = R
    p = P[:3]
    Q[:3, 3] = p - R.dot(p) + h * u
    Q[3, 3] = 1.0
    return Q


def screwtom_list(u, phi, h, P):
    """Through Python floats."""
    x, y, z = u.tolist()
    px, py, pz, _ = P.tolist()
    s, v = sin(phi), 1.0 - cos(phi)
    a, b, c, d, e, f = x * v, y * v, z * v, x * s, y * s, z * s
    r00, r01, r02 = 1.0 - v + a * x, a * y - f, a * z + e
    r10, r11, r12 = a * y + f, 1.0 - v + b * y, b * z - d
    r20, r21, r22 = a * z - e, b * z + d, 1.0 - v + c * z
    return np.array([
        [r00, r01, r02, px - (r00 * px + r01 * py + r02 * pz) + h * x],
        [r10, r11, r12, py - (r10 * px + r11 * py + r12 * pz) + h * y],
        [r20, r21, r22, pz - (r20 * px + r21 * py + r22 * pz) + h * z],
        [0.0, 0.0, 0.0, 1.0],
    ])  # fmt: skip


# ------------------------------------------------------------------------------------------ to numbers

def _triples(a, b, c):
    """Both triples of a Cardan sequence."""
    return np.array([a, b, c]), np.array([a - copysign(pi, a), copysign(pi, b) - b, c - copysign(pi, c)])


def rtocardan_elements(R, dim, i, j, k):
    """Sequence X, Y, Z, element by element."""
    b = atan2(R[0, 2], sqrt(R[0, 0] ** 2 + R[0, 1] ** 2))
    return _triples(atan2(-R[1, 2], R[2, 2]), b, atan2(-R[0, 1], R[0, 0]))


def rtocardan_list(R, dim, i, j, k):
    """Sequence X, Y, Z, through Python floats."""
    (r00, r01, r02), (_, _, r12), (_, _, r22) = R.tolist()
    return _triples(atan2(-r12, r22), atan2(r02, sqrt(r00 * r00 + r01 * r01)), atan2(-r01, r00))


def mtoscrew_array(Q):
    R, t = Q[:3, :3], Q[:3, 3]
    w = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    s, c = sqrt(w.dot(w)), 0.5 * (R.trace() - 1.0)
    u = w / s
    h = u.dot(t)
    across = t - h * u
    P = np.ones(4)
    P[:3] = 0.5 * (across + (1.0 + c) / s * np.cross(u, across))
    return u, atan2(s, c), float(h), P


def mtoscrew_list(Q):
    """Through Python floats."""
    (r00, r01, r02, x), (r10, r11, r12, y), (r20, r21, r22, z), _ = Q.tolist()
    a, b, c = r21 - r12, r02 - r20, r10 - r01
    s = sqrt(a * a + b * b + c * c)
    a, b, c = a / s, b / s, c / s
    s, co = 0.5 * s, 0.5 * (r00 + r11 + r22 - 1.0)
    h = a * x + b * y + c * z
    x, y, z = x - h * a, y - h * b, z - h * c
    f = 0.5 * (1.0 + co) / s
    P = np.array([0.5 * x + f * (b * z - c * y), 0.5 * y + f * (c * x - a * z), 0.5 * z + f * (a * y - b * x), 1.0])
    return np.array([a, b, c]), atan2(s, co), h, P


# ------------------------------------------------------------------------------------------ who takes part

FIELD = {
    "molt4": [
        Contestant("A.dot(B)", np.ndarray.dot, "last"),
        Contestant("A @ B", np.matmul, "last"),
    ],
    "trasf_mami": [
        Contestant("m.dot(A).dot(mi), mi by slices", mami_slices, "last"),
        Contestant("m.dot(A).dot(inv(m))", mami_solve, "last"),
    ],
    "trasf_mamt4": [
        Contestant("m.dot(A).dot(m.T)", mamt_dot, "last"),
        Contestant("m @ A @ m.T", mamt_matmul, "last"),
    ],
    "skew4": [Contestant("P = A.dot(B), P - P.T", skew_subtract, "last")],
    "invers": [Contestant("slices", invers_slices, "last"), Contestant("tolist, np.array", invers_list)],
    "dhtom": [Contestant("math, np.array", dhtom_array)],
    "screwtom": [Contestant("tolist, math, np.array", screwtom_list), Contestant("array operations", screwtom_array)],
    "rtocardan": [
        Contestant("tolist, math, np.array", rtocardan_list),
        Contestant("elements, math, np.array", rtocardan_elements),
    ],
    "mtoscrew": [Contestant("tolist, math, np.array", mtoscrew_list), Contestant("array operations", mtoscrew_array)],
}


def contestants(task, size):
    """Expressions for one sample."""
    return FIELD[task]
