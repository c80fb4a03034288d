"""NumPy, many samples per call: the expressions that came out fastest, and the obvious ones.

`planes` versions take a chunk of samples that fits in the cache, turn it into planes of equal elements (4, 4, chunk),
compute on contiguous planes and turn the result back. Sine and cosine come from one tangent of the half angle, which
NumPy computes with vector instructions where the processor has AVX-512 (sin and cos of float64 it does not).
"""

from functools import wraps

import numpy as np

from benchmarks.tasks import Contestant

CHUNK = 6250


def planes(array):
    """View (n, 4, 4) as (4, 4, n)."""
    return array.transpose(1, 2, 0)


def in_chunks(shape):
    """Run a function of (samples ..., out) chunk by chunk; numbers are passed on as they are."""
    shapes = shape if isinstance(shape, list) else [shape]

    def decorate(function):
        @wraps(function)
        def run(*args, out=None):
            count = max(len(x) for x in args if np.ndim(x))
            given = out if isinstance(out, tuple) else (out,) * len(shapes)
            results = [np.empty((count, *s)) if y is None else y for s, y in zip(shapes, given, strict=True)]
            for start in range(0, count, CHUNK):
                part = slice(start, start + CHUNK)
                function(*(x[part] if np.ndim(x) else x for x in args), *(y[part] for y in results))
            return tuple(results) if isinstance(shape, list) else results[0]

        return run

    return decorate


def sincos(x):
    """Sine and cosine by t = tan(x/2): 2 t / (1 + t^2) and 2 / (1 + t^2) - 1."""
    t = np.tan(0.5 * x)
    f = 2.0 / (1.0 + t * t)
    return t * f, f - 1.0


# ------------------------------------------------------------------------------------------ products

def molt_einsum(A, B, out=None):
    return np.einsum("nij,njk->nik", A, B, out=out)


@in_chunks((4, 4))
def molt_planes(A, B, C):
    planes(C)[...] = np.einsum("ikn,kjn->ijn", planes(A).copy(), planes(B).copy())


def mami_matmul(A, m, out=None):
    return np.matmul(m @ A, invers_planes(m), out=out)


@in_chunks((4, 4))
def mami_planes(A, m, B):
    """R G R^t and R a + k t - R G R^t t on planes."""
    A, m = planes(A).copy(), planes(m[:, :3]).copy()
    R, t = m[:, :3], m[:, 3]
    X = np.einsum("ikn,kjn->ijn", R, A[:3])
    G = np.einsum("ikn,jkn->ijn", X[:, :3], R)
    B = planes(B)
    B[:3, :3] = G
    B[:3, 3] = X[:, 3] + A[3, 3] * t - np.einsum("ikn,kn->in", G, t)
    B[3, :3] = 0.0
    B[3, 3] = A[3, 3]


def mamt_matmul(A, m, out=None):
    return np.matmul(m @ A, m.transpose(0, 2, 1), out=out)


@in_chunks((4, 4))
def mamt_planes(A, m, B):
    m = planes(m).copy()
    X = np.einsum("ikn,kjn->ijn", m, planes(A).copy())
    planes(B)[...] = np.einsum("ikn,jkn->ijn", X, m)


def skew_matmul(A, B, out=None):
    P = A @ B
    return np.subtract(P, P.transpose(0, 2, 1), out=out)


@in_chunks((4, 4))
def skew_planes(A, B, C):
    P = np.einsum("ikn,kjn->ijn", planes(A).copy(), planes(B).copy())
    np.subtract(P, P.transpose(1, 0, 2), out=planes(C))


# ------------------------------------------------------------------------------------------ rigid inverse

def invers_slices(m, out=None):
    mi = np.empty_like(m) if out is None else out
    mi[:, :3, :3] = m[:, :3, :3].transpose(0, 2, 1)
    mi[:, :3, 3] = -np.einsum("nji,nj->ni", m[:, :3, :3], m[:, :3, 3])
    mi[:, 3] = 0.0, 0.0, 0.0, 1.0
    return mi


@in_chunks((4, 4))
def invers_planes(m, mi):
    m = planes(m[:, :3]).copy()
    mi = planes(mi)
    mi[:3, :3] = m[:, :3].transpose(1, 0, 2)
    np.negative(np.einsum("kin,kn->in", m[:, :3], m[:, 3]), out=mi[:3, 3])
    mi[3, :3] = 0.0
    mi[3, 3] = 1.0


@in_chunks((4, 4))
def invers_columns(m, mi):
    """Element by element, straight from the samples."""
    mi[:, :3, :3] = m[:, :3, :3].transpose(0, 2, 1)
    x, y, z = m[:, 0, 3].copy(), m[:, 1, 3].copy(), m[:, 2, 3].copy()
    for i in range(3):
        np.negative(m[:, 0, i] * x + m[:, 1, i] * y + m[:, 2, i] * z, out=mi[:, i, 3])
    mi[:, 3] = 0.0, 0.0, 0.0, 1.0


# ------------------------------------------------------------------------------------------ from numbers

def _dh(m, st, ct, sa, ca, d, b, a):
    m[:, 0, 0] = ct
    m[:, 0, 1] = -st * ca
    m[:, 0, 2] = st * sa
    m[:, 0, 3] = a * ct - b * st
    m[:, 1, 0] = st
    m[:, 1, 1] = ct * ca
    m[:, 1, 2] = -ct * sa
    m[:, 1, 3] = a * st + b * ct
    m[:, 2, 0] = 0.0
    m[:, 2, 1] = sa
    m[:, 2, 2] = ca
    m[:, 2, 3] = d
    m[:, 3, :3] = 0.0
    m[:, 3, 3] = 1.0


def dhtom_columns(jtype, theta, d, b, a, alpha, q, out=None):
    theta, d = (theta + q, d) if jtype == 0 else (theta, d + q)
    m = np.empty((len(q), 4, 4)) if out is None else out
    _dh(m, np.sin(theta), np.cos(theta), np.sin(alpha), np.cos(alpha), d, b, a)
    return m


@in_chunks((4, 4))
def dhtom_chunks(jtype, theta, d, b, a, alpha, q, m):
    theta, d = (theta + q, d) if jtype == 0 else (theta, d + q)
    _dh(m, *sincos(theta), *sincos(alpha), d, b, a)


def _screw(u, phi, h, P, s, c, Q):
    x, y, z = u[:, 0].copy(), u[:, 1].copy(), u[:, 2].copy()
    px, py, pz = P[:, 0], P[:, 1], P[:, 2]
    v = 1.0 - c
    a, b = v * x, v * y
    d, e, f = x * s, y * s, z * s
    g, i, j = a * y, a * z, b * z
    # t = v P - v u (u.P) - s u x P + h u
    along = h - v * (x * px + y * py + z * pz)
    Q[:, 0, 0] = c + a * x
    Q[:, 0, 1] = g - f
    Q[:, 0, 2] = i + e
    Q[:, 0, 3] = v * px + along * x + (f * py - e * pz)
    Q[:, 1, 0] = g + f
    Q[:, 1, 1] = c + b * y
    Q[:, 1, 2] = j - d
    Q[:, 1, 3] = v * py + along * y + (d * pz - f * px)
    Q[:, 2, 0] = i - e
    Q[:, 2, 1] = j + d
    Q[:, 2, 2] = c + v * z * z
    Q[:, 2, 3] = v * pz + along * z + (e * px - d * py)
    Q[:, 3, :3] = 0.0
    Q[:, 3, 3] = 1.0


def screwtom_columns(u, phi, h, P, out=None):
    Q = np.empty((len(u), 4, 4)) if out is None else out
    _screw(u, phi, h, P, np.sin(phi), np.cos(phi), Q)
    return Q


@in_chunks((4, 4))
def screwtom_chunks(u, phi, h, P, Q):
    _screw(u, phi, h, P, *sincos(phi), Q)


# ------------------------------------------------------------------------------------------ to numbers

def _cardan(R, q1, q2):
    r00, r01 = R[:, 0, 0].copy(), R[:, 0, 1].copy()
    a = np.arctan2(-R[:, 1, 2], R[:, 2, 2])
    b = np.arctan2(R[:, 0, 2], np.sqrt(r00 * r00 + r01 * r01))
    c = np.arctan2(-r01, r00)
    q1[:, 0] = a
    q1[:, 1] = b
    q1[:, 2] = c
    q2[:, 0] = a - np.copysign(np.pi, a)
    q2[:, 1] = np.copysign(np.pi, b) - b
    q2[:, 2] = c - np.copysign(np.pi, c)


def rtocardan_columns(R, dim, i, j, k, out=None):
    """Sequence X, Y, Z."""
    q1, q2 = (np.empty((len(R), 3)), np.empty((len(R), 3))) if out is None else out
    _cardan(R, q1, q2)
    return q1, q2


@in_chunks([(3,), (3,)])
def rtocardan_chunks(R, dim, i, j, k, q1, q2):
    """Sequence X, Y, Z."""
    _cardan(R, q1, q2)


def _mtoscrew(Q, u, phi, h, P):
    Q = planes(Q)
    a, b, c = Q[2, 1] - Q[1, 2], Q[0, 2] - Q[2, 0], Q[1, 0] - Q[0, 1]
    s = np.sqrt(a * a + b * b + c * c)
    f = 1.0 / s
    a *= f
    b *= f
    c *= f
    s *= 0.5
    co = 0.5 * (Q[0, 0] + Q[1, 1] + Q[2, 2] - 1.0)
    x, y, z = Q[0, 3].copy(), Q[1, 3].copy(), Q[2, 3].copy()
    slide = a * x + b * y + c * z
    x -= slide * a
    y -= slide * b
    z -= slide * c
    f = (1.0 + co) * f
    u[:, 0] = a
    u[:, 1] = b
    u[:, 2] = c
    np.arctan2(s, co, out=phi)
    h[...] = slide
    P[:, 0] = 0.5 * x + f * (b * z - c * y)
    P[:, 1] = 0.5 * y + f * (c * x - a * z)
    P[:, 2] = 0.5 * z + f * (a * y - b * x)
    P[:, 3] = 1.0


def mtoscrew_columns(Q, out=None):
    count = len(Q)
    out = (np.empty((count, 3)), np.empty(count), np.empty(count), np.empty((count, 4))) if out is None else out
    _mtoscrew(Q, *out)
    return out


mtoscrew_chunks = in_chunks([(3,), (), (), (4,)])(_mtoscrew)


# ------------------------------------------------------------------------------------------ who takes part

DHTOM = [
    Contestant("chunks, tan(x/2)", dhtom_chunks, "keyword"),
    Contestant("columns, sin and cos", dhtom_columns, "last"),
]
FIELD = {
    "molt4": [
        Contestant("A @ B", np.matmul, "last"),
        Contestant("planes, einsum", molt_planes, "keyword"),
        Contestant("einsum", molt_einsum, "last"),
    ],
    "trasf_mami": [
        Contestant("planes, einsum", mami_planes, "keyword"),
        Contestant("m @ A @ mi", mami_matmul, "last"),
    ],
    "trasf_mamt4": [
        Contestant("planes, einsum", mamt_planes, "keyword"),
        Contestant("m @ A @ mt", mamt_matmul, "last"),
    ],
    "skew4": [
        Contestant("planes, einsum", skew_planes, "keyword"),
        Contestant("P = A @ B, P - Pt", skew_matmul, "last"),
    ],
    "invers": [
        Contestant("planes, einsum", invers_planes, "keyword"),
        Contestant("chunks of columns", invers_columns, "keyword"),
        Contestant("slices, einsum", invers_slices, "last"),
    ],
    "dhtom": DHTOM,
    "dhtom, six arrays": DHTOM,
    "screwtom": [
        Contestant("chunks, tan(x/2)", screwtom_chunks, "keyword"),
        Contestant("columns, sin and cos", screwtom_columns, "last"),
    ],
    "rtocardan": [
        Contestant("columns", rtocardan_columns, "last"),
        Contestant("chunks of columns", rtocardan_chunks, "keyword"),
    ],
    "mtoscrew": [
        Contestant("columns", mtoscrew_columns, "last"),
        Contestant("chunks of columns", mtoscrew_chunks, "keyword"),
    ],
}


def contestants(task, size):
    """Expressions for many samples."""
    return FIELD[task]
