"""Python without array operations: floats read from and written to the memory of arrays by the module `struct`.

An array method costs 100 to 300 ns whatever its size, so for one sample this is faster than most NumPy.
"""

from math import atan2, cos, pi, sin, sqrt
from struct import Struct

import numpy as np

from benchmarks.tasks import Contestant

empty = np.empty
read16 = Struct("16d").unpack
read12 = Struct("12d").unpack_from
read9 = Struct("9d").unpack
read4 = Struct("4d").unpack
read3 = Struct("3d").unpack
write16 = Struct("16d").pack_into
write4 = Struct("4d").pack_into
write3 = Struct("3d").pack_into
SQUARE = (4, 4)


def invers_struct(m, out=None):
    a, b, c, x, d, e, f, y, g, h, i, z = read12(m)
    mi = empty(SQUARE) if out is None else out
    write16(mi, 0, a, d, g, -(a * x + d * y + g * z), b, e, h, -(b * x + e * y + h * z),
            c, f, i, -(c * x + f * y + i * z), 0.0, 0.0, 0.0, 1.0)  # fmt: skip
    return mi


def mami_struct(A, m, out=None):
    """The inverse here, two products by NumPy."""
    return m.dot(A).dot(invers_struct(m), out)


def skew_struct(A, B, out=None):
    """The product by NumPy, the six differences here."""
    _, b, c, d, e, _, g, h, i, j, _, k, l, m, n, _ = read16(A.dot(B))
    x, y, z, p, q, r = b - e, c - i, d - l, g - j, h - m, k - n
    C = empty(SQUARE) if out is None else out
    write16(C, 0, 0.0, x, y, z, -x, 0.0, p, q, -y, -p, 0.0, r, -z, -q, -r, 0.0)
    return C


def dhtom_struct(jtype, theta, d, b, a, alpha, q, out=None):
    if jtype == 0:
        theta += q
    else:
        d += q
    st, ct, sa, ca = sin(theta), cos(theta), sin(alpha), cos(alpha)
    m = empty(SQUARE) if out is None else out
    write16(m, 0, ct, -st * ca, st * sa, a * ct - b * st, st, ct * ca, -ct * sa, a * st + b * ct,
            0.0, sa, ca, d, 0.0, 0.0, 0.0, 1.0)  # fmt: skip
    return m


def screwtom_struct(u, phi, h, P, out=None):
    x, y, z = read3(u)
    px, py, pz, _ = read4(P)
    s, v = sin(phi), 1.0 - cos(phi)
    a, b, c = x * v, y * v, z * v
    d, e, f = x * s, y * s, z * s
    g, i, j = a * y, a * z, b * z
    r00, r01, r02 = 1.0 - v + a * x, g - f, i + e
    r10, r11, r12 = g + f, 1.0 - v + b * y, j - d
    r20, r21, r22 = i - e, j + d, 1.0 - v + c * z
    Q = empty(SQUARE) if out is None else out
    write16(Q, 0, r00, r01, r02, px - (r00 * px + r01 * py + r02 * pz) + h * x,
            r10, r11, r12, py - (r10 * px + r11 * py + r12 * pz) + h * y,
            r20, r21, r22, pz - (r20 * px + r21 * py + r22 * pz) + h * z, 0.0, 0.0, 0.0, 1.0)  # fmt: skip
    return Q


def rtocardan_struct(R, dim, i, j, k):
    """Sequence X, Y, Z."""
    r00, r01, r02, _, _, r12, _, _, r22 = read9(R)
    a = atan2(-r12, r22)
    b = atan2(r02, sqrt(r00 * r00 + r01 * r01))
    c = atan2(-r01, r00)
    q1, q2 = empty(3), empty(3)
    write3(q1, 0, a, b, c)
    write3(q2, 0, a - pi if a > 0.0 else a + pi, pi - b if b > 0.0 else -pi - b, c - pi if c > 0.0 else c + pi)
    return q1, q2


def mtoscrew_struct(Q):
    r00, r01, r02, x, r10, r11, r12, y, r20, r21, r22, z = read12(Q)
    a, b, c = r21 - r12, r02 - r20, r10 - r01
    s = sqrt(a * a + b * b + c * c)
    a, b, c = a / s, b / s, c / s
    s, co = 0.5 * s, 0.5 * (r00 + r11 + r22 - 1.0)
    h = a * x + b * y + c * z
    x, y, z = x - h * a, y - h * b, z - h * c
    f = 0.5 * (1.0 + co) / s
    u, P = empty(3), empty(4)
    write3(u, 0, a, b, c)
    write4(P, 0, 0.5 * x + f * (b * z - c * y), 0.5 * y + f * (c * x - a * z), 0.5 * z + f * (a * y - b * x), 1.0)
    return u, atan2(s, co), h, P


FIELD = {
    "trasf_mami": [Contestant("inverse, then m.dot(A).dot(mi)", mami_struct, "last")],
    "skew4": [Contestant("A.dot(B), then differences", skew_struct, "last")],
    "invers": [Contestant("struct", invers_struct, "last")],
    "dhtom": [Contestant("math", dhtom_struct, "last")],
    "screwtom": [Contestant("math", screwtom_struct, "last")],
    "rtocardan": [Contestant("math", rtocardan_struct)],
    "mtoscrew": [Contestant("math", mtoscrew_struct)],
}


def contestants(task, size):
    """Programs for one sample."""
    return FIELD.get(task, [])
