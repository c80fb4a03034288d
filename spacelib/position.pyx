"""Rotations, position matrices and finite screws.

A position matrix ``M = [R t; 0 0 0 1]`` is the pose of a frame: the columns of R are its axes, t is its origin, both in
the reference frame. Angles in radians. Every argument that is a number, vector, point or matrix broadcasts over leading
dimensions.
"""
from cpython.object cimport PyObject
from libc.math cimport sqrt

from spacelib._border cimport BLOCK, Batch, Kernel, Loop, axis_index, item, joint_type, kernel, result
from spacelib._border cimport points, run, run1, run2, run4, side, size34
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.matrix cimport last_row, mulv3, pose_rest, unit3
from spacelib.kernels.position cimport axis_rotation, dh, rodrigues, rotation_axis, screw, screw_axis
from spacelib.kernels.trig cimport atan2_block, sincos_block, sincos_strided

import numpy as np

from spacelib._sizes import deliver
from spacelib.results import Extract, Screw

__all__ = [
    "DHtoMstd", "axis", "dhtom", "extract", "mtoscrew", "rotat", "rotat2", "rotat23", "rotat24", "rotat34",
    "screwtom", "traslat", "traslat2", "traslat24",
]


# ---------------------------------------------------------------------------------------------- loops

cdef kvoid _dhtom_loop(Batch* b) noexcept nogil:
    cdef double st[BLOCK]
    cdef double ct[BLOCK]
    cdef double sa[BLOCK]
    cdef double ca[BLOCK]
    cdef double angle[BLOCK]
    cdef double q
    cdef Py_ssize_t i
    cdef bint prismatic = b.k[0] == 1
    for i in range(b.n):
        angle[i] = item(b, 0, i)[0] + (0.0 if prismatic else item(b, 5, i)[0])
    sincos_block(b.n, angle, st, ct)
    sincos_strided(b.n, item(b, 4, 0), b.dx[4], sa, ca)
    for i in range(b.n):
        q = item(b, 5, i)[0] if prismatic else 0.0
        dh(st[i], ct[i], sa[i], ca[i], item(b, 3, i)[0], item(b, 2, i)[0], item(b, 1, i)[0] + q, result(b, 0, i))


cdef void _rotat_loop(Batch* b) noexcept nogil:
    cdef double s[BLOCK]
    cdef double c[BLOCK]
    cdef Py_ssize_t i
    sincos_strided(b.n, item(b, 1, 0), b.dx[1], s, c)
    for i in range(b.n):
        rodrigues(item(b, 0, i), s[i], c[i], result(b, 0, i), b.k[0])
        pose_rest(result(b, 0, i), b.k[0])


cdef void _rotat2_loop(Batch* b) noexcept nogil:
    cdef double s[BLOCK]
    cdef double c[BLOCK]
    cdef Py_ssize_t i
    sincos_strided(b.n, item(b, 0, 0), b.dx[0], s, c)
    for i in range(b.n):
        axis_rotation(b.k[0], s[i], c[i], result(b, 0, i), b.k[1])
        pose_rest(result(b, 0, i), b.k[1])


cdef void _placed_loop(Batch* b) noexcept nogil:
    """rotat24 (k[1] = 0): the origin stays in O; rotat34 (k[1] = 1): the origin is turned too."""
    cdef double s[BLOCK]
    cdef double c[BLOCK]
    cdef double t[3]
    cdef double* m4
    cdef const double* P
    cdef Py_ssize_t i
    sincos_strided(b.n, item(b, 0, 0), b.dx[0], s, c)
    for i in range(b.n):
        P = item(b, 1, i)
        m4 = result(b, 0, i)
        axis_rotation(b.k[0], s[i], c[i], m4, 4)
        last_row(m4)
        t[0] = P[0]
        t[1] = P[1]
        t[2] = P[2]
        if b.k[1] == 1:
            mulv3(m4, 4, P, t)
        m4[3] = t[0]
        m4[7] = t[1]
        m4[11] = t[2]


cdef inline void _translation(double x, double y, double z, double* m) noexcept nogil:
    cdef int i
    for i in range(16):
        m[i] = 1.0 if i % 5 == 0 else 0.0
    m[3] = x
    m[7] = y
    m[11] = z


cdef void _traslat_loop(Batch* b) noexcept nogil:
    cdef double u[3]
    cdef double h
    cdef Py_ssize_t i
    for i in range(b.n):
        h = item(b, 1, i)[0]
        b.singular += unit3(item(b, 0, i), u) == 0.0
        _translation(h * u[0], h * u[1], h * u[2], result(b, 0, i))


cdef void _traslat2_loop(Batch* b) noexcept nogil:
    cdef double* m
    cdef Py_ssize_t i
    for i in range(b.n):
        m = result(b, 0, i)
        _translation(0.0, 0.0, 0.0, m)
        m[4 * b.k[0] + 3] = item(b, 0, i)[0]


cdef void _traslat24_loop(Batch* b) noexcept nogil:
    cdef double* m
    cdef const double* p
    cdef Py_ssize_t i
    for i in range(b.n):
        p = item(b, 1, i)
        m = result(b, 0, i)
        _translation(p[0], p[1], p[2], m)
        m[4 * b.k[0] + 3] += item(b, 0, i)[0]


cdef kvoid _screwtom_loop(Batch* b) noexcept nogil:
    cdef double s[BLOCK]
    cdef double c[BLOCK]
    cdef Py_ssize_t i
    sincos_strided(b.n, item(b, 1, 0), b.dx[1], s, c)
    for i in range(b.n):
        screw(item(b, 0, i), s[i], c[i], item(b, 2, i)[0], item(b, 3, i), result(b, 0, i))


cdef void _extract_loop(Batch* b) noexcept nogil:
    cdef double s[BLOCK]
    cdef double c[BLOCK]
    cdef double phi[BLOCK]
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not rotation_axis(item(b, 0, i), b.k[0], result(b, 0, i), &s[i], &c[i])
    atan2_block(b.n, s, c, phi)
    for i in range(b.n):
        result(b, 1, i)[0] = phi[i]


cdef kvoid _mtoscrew_loop(Batch* b) noexcept nogil:
    """`screw_axis` in lanes, on planes of equal elements; samples near the identity or a half turn again, one by one.

    The formulas are those of `screw_axis`, written without branches.
    """
    cdef double q[12][BLOCK]
    cdef double u[3][BLOCK]
    cdef double P[3][BLOCK]
    cdef double h[BLOCK]
    cdef double s[BLOCK]
    cdef double c[BLOCK]
    cdef double phi[BLOCK]
    cdef bint plain[BLOCK]
    cdef double x, y, z, tx, ty, tz, cot, num, den
    cdef const double* Q
    cdef Py_ssize_t i, n = b.n, ordinary = 0
    cdef int e
    for i in range(n):
        Q = item(b, 0, i)
        for e in range(12):
            q[e][i] = Q[e]
    for i in range(n):
        # skew part of R: s u;  trace: 1 + 2 c
        x = 0.5 * (q[9][i] - q[6][i])
        y = 0.5 * (q[2][i] - q[8][i])
        z = 0.5 * (q[4][i] - q[1][i])
        c[i] = 0.5 * (q[0][i] + q[5][i] + q[10][i] - 1.0)
        s[i] = sqrt(x * x + y * y + z * z)
        x = x / s[i]
        y = y / s[i]
        z = z / s[i]
        # h = u.t,  P = (t' + cot(phi/2) u x t') / 2 with t' = t - h u
        h[i] = x * q[3][i] + y * q[7][i] + z * q[11][i]
        tx = q[3][i] - h[i] * x
        ty = q[7][i] - h[i] * y
        tz = q[11][i] - h[i] * z
        num = 1.0 + c[i] if c[i] > 0.0 else s[i]
        den = s[i] if c[i] > 0.0 else 1.0 - c[i]
        cot = num / den
        P[0][i] = 0.5 * (tx + cot * (y * tz - z * ty))
        P[1][i] = 0.5 * (ty + cot * (z * tx - x * tz))
        P[2][i] = 0.5 * (tz + cot * (x * ty - y * tx))
        u[0][i] = x
        u[1][i] = y
        u[2][i] = z
    for i in range(n):
        plain[i] = (s[i] > 1e-140) & (s[i] < 1e140) & ((s[i] > 0.1) | (c[i] > 0.0))
        ordinary += plain[i]
    atan2_block(n, s, c, phi)
    for i in range(n):
        for e in range(3):
            result(b, 0, i)[e] = u[e][i]
            result(b, 3, i)[e] = P[e][i]
        result(b, 3, i)[3] = 1.0
        result(b, 1, i)[0] = phi[i]
        result(b, 2, i)[0] = h[i]
    if ordinary == n:
        return
    for i in range(n):
        if not plain[i]:
            b.singular += not screw_axis(item(b, 0, i), result(b, 0, i), &s[i], &c[i], result(b, 2, i), result(b, 3, i))
            atan2_block(1, &s[i], &c[i], result(b, 1, i))


cdef Kernel _dhtom = kernel(<Loop> _dhtom_loop, "dhtom", "theta d b a alpha q -> m(4,4)")
cdef Kernel _rotat3 = kernel(_rotat_loop, "rotat", "u(3) phi -> A(3,3)")
cdef Kernel _rotat4 = kernel(_rotat_loop, "rotat", "u(3) phi -> A(4,4)")
cdef Kernel _rotat2_3 = kernel(_rotat2_loop, "rotat2", "q -> R(3,3)")
cdef Kernel _rotat2_4 = kernel(_rotat2_loop, "rotat2", "q -> R(4,4)")
cdef Kernel _rotat24 = kernel(_placed_loop, "rotat24", "q O(4) -> m(4,4)")
cdef Kernel _rotat34 = kernel(_placed_loop, "rotat34", "q P(4) -> m(4,4)")
cdef Kernel _traslat = kernel(_traslat_loop, "traslat", "u(3) h -> m(4,4)", None,
                              "a zero vector has no direction; identity returned")
cdef Kernel _traslat2 = kernel(_traslat2_loop, "traslat2", "h -> m(4,4)")
cdef Kernel _traslat24 = kernel(_traslat24_loop, "traslat24", "h p(4) -> m(4,4)")
cdef Kernel _screwtom = kernel(<Loop> _screwtom_loop, "screwtom", "u(3) phi h P(4) -> Q(4,4)")
cdef Kernel _extract3 = kernel(_extract_loop, "extract", "A(3,3) -> u(3) phi", Extract,
                               "the identity has no rotation axis; u = 0 returned")
cdef Kernel _extract4 = kernel(_extract_loop, "extract", "A(4,4) -> u(3) phi", Extract,
                               "the identity has no rotation axis; u = 0 returned")
cdef Kernel _mtoscrew = kernel(<Loop> _mtoscrew_loop, "mtoscrew", "Q(4,4) -> u(3) phi h P(4)", Screw,
                               "the identity has no screw axis; u = 0 returned")


# ---------------------------------------------------------------------------------------------- faces

def dhtom(jtype, theta, d, b, a, alpha, q, *, out=None):
    """Position matrix of a link from extended Denavit and Hartenberg parameters.

    ``m = Rz(theta) Tz(d) Tx(a) Ty(b) Rx(alpha)``, the pose of frame i in frame i-1. The joint variable `q` is added to
    `theta` (jtype = Rev) or to `d` (Pri). `b` shifts along the rotated y axis before the twist; b = 0 is the classic
    (distal) notation. All but `jtype` broadcast: `q` of shape (N,) gives (N, 4, 4).

    >>> dhtom(Rev, 0.0, 0.1, 0.0, 0.5, 0.0, PIG_2).round(12)
    array([[ 0. , -1. ,  0. ,  0. ],
           [ 1. ,  0. , -0. ,  0.5],
           [ 0. ,  0. ,  1. ,  0.1],
           [ 0. ,  0. ,  0. ,  1. ]])
    """
    cdef PyObject* args[6]
    args[0] = <PyObject*> theta
    args[1] = <PyObject*> d
    args[2] = <PyObject*> b
    args[3] = <PyObject*> a
    args[4] = <PyObject*> alpha
    args[5] = <PyObject*> q
    return run(_dhtom, args, out, joint_type(jtype), 0, 0, 0)


def DHtoMstd(theta, d, a, alpha, *, out=None):
    """Position matrix from the four classic Denavit and Hartenberg parameters: `dhtom` with b = 0 and q = 0.

    >>> DHtoMstd(0.0, 0.1, 0.5, PIG_2)[:3, 3]
    array([0.5, 0. , 0.1])
    """
    return dhtom(0, theta, d, 0.0, a, alpha, 0.0, out=out)


def rotat(u, phi, dim=3, *, out=None):
    """Rotation by the angle `phi` about the unit vector `u`.

    ``R = 1 + sin(phi) u~ + (1 - cos(phi)) (u u^t - 1)`` (Rodrigues). `u` is used as given; :func:`unitv` normalises.
    `dim` = 4 gives a position matrix with zero translation.

    >>> rotat(Zaxis, PIG_2).round(12) @ [1, 0, 0]
    array([0., 1., 0.])
    """
    cdef int n = size34(dim, "dim")
    return run2(_rotat4 if n == 4 else _rotat3, u, phi, out, n)


def rotat2(a, q, dim=3, *, out=None):
    """Rotation by the angle `q` about frame axis `a` (X, Y, Z; U gives the identity).

    `dim` = 4 gives a position matrix with zero translation.

    >>> rotat2(X, PIG).round(12) @ [0, 1, 0]
    array([ 0., -1.,  0.])
    """
    cdef int n = size34(dim, "dim")
    return run1(_rotat2_4 if n == 4 else _rotat2_3, q, out, axis_index(a, "a", 3), n)


def rotat23(a, q, *, out=None):
    """3x3 rotation by the angle `q` about frame axis `a`: `rotat2` with dim = 3.

    >>> rotat23(Z, PIG_2).round(12) @ [1, 0, 0]
    array([0., 1., 0.])
    """
    return run1(_rotat2_3, q, out, axis_index(a, "a", 3), 3)


def rotat24(a, q, O, *, out=None):
    """Pose of a frame with origin `O`, turned by `q` about its own axis `a` (X, Y, Z; U: not turned).

    ``m = [R O; 0 1]``. `O` is a point (x, y, z, 1).

    >>> rotat24(Z, PIG_2, [1, 2, 3, 1]).round(12)[:3, 3]
    array([1., 2., 3.])
    """
    points(O, "O")
    return run2(_rotat24, q, O, out, axis_index(a, "a", 3), 0)


def rotat34(a, q, P, *, out=None):
    """Pose of a frame placed in `P` and then turned by `q`, origin included, about axis `a` of the reference frame.

    ``m = [R, R P; 0 1]``. `a` is X, Y, Z, or U: not turned. `P` is a point (x, y, z, 1).

    >>> rotat34(Z, PIG_2, [1, 0, 3, 1]).round(12)[:3, 3]
    array([0., 1., 3.])
    """
    points(P, "P")
    return run2(_rotat34, q, P, out, axis_index(a, "a", 3), 1)


def traslat(u, h, *, out=None):
    """Translation by `h` along the direction of `u`, which is normalised.

    A zero `u` gives the identity and a `SingularityWarning`.

    >>> traslat([0, 0, 5], 2.0)[:3, 3]
    array([0., 0., 2.])
    """
    return run2(_traslat, u, h, out)


def traslat2(a, h, *, out=None):
    """Translation by `h` along frame axis `a` (X, Y, Z).

    >>> traslat2(Y, 2.0)[:3, 3]
    array([0., 2., 0.])
    """
    return run1(_traslat2, h, out, axis_index(a, "a", 2))


def traslat24(a, h, p, *, out=None):
    """Pose of an unturned frame with origin ``p + h e_a``; `p` is a point (x, y, z, 1).

    >>> traslat24(X, 2.0, [1, 1, 1, 1])[:3, 3]
    array([3., 1., 1.])
    """
    points(p, "p")
    return run2(_traslat24, h, p, out, axis_index(a, "a", 2))


def axis(a, *, out=None):
    """Unit vector of frame axis `a` (X, Y, Z).

    >>> axis(Y)
    array([0., 1., 0.])
    """
    A = np.zeros(3)
    A[axis_index(a, "a", 2)] = 1.0
    return deliver(A, out)


def screwtom(u, phi, h, P, *, out=None):
    """Position matrix of a screw: rotation `phi` about the axis (u, P) and translation `h` along it.

    ``R = rotat(u, phi)``, ``t = (1 - R) P + h u``. `u` is used as given, `P` is any point of the axis.

    >>> screwtom(Zaxis, PIG, 0.5, [1, 2, 0, 1]).round(12)[:3, 3]
    array([2. , 4. , 0.5])
    """
    return run4(_screwtom, u, phi, h, P, out)


def extract(A, dim=None, *, out=None):
    """Axis `u` and angle `phi` in [0, pi] of a rotation (3x3, or the block of a 4x4).

    ``sin(phi) u`` is the axial vector of the skew part of A, ``1 + 2 cos(phi)`` its trace; near a half turn u comes
    from the symmetric part. The identity has u = 0 and gives a `SingularityWarning`.

    >>> u, phi = extract(rotat(Yaxis, 1e-9))
    >>> u, phi
    (array([0., 1., 0.]), 1e-09)
    """
    cdef int n = side(A, "A", dim, "dim")
    return run1(_extract4 if n == 4 else _extract3, A, out, n)


def mtoscrew(Q, *, out=None):
    """Screw of a rigid displacement: axis `u`, angle `phi` in [0, pi], translation `h`, point `P` of the axis.

    With t' the part of the translation across u, ``h = u.t`` and ``P = (t' + cot(phi/2) u x t') / 2``, the axis point
    nearest the origin. A pure translation has phi = 0, u along it and P in the origin; the identity has u = 0 and gives
    a `SingularityWarning`.

    >>> mtoscrew(screwtom(Zaxis, PIG_2, 0.5, [1, 2, 0, 1])).P
    array([1., 2., 0., 1.])
    """
    return run1(_mtoscrew, Q, out)
