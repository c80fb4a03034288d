"""Change of frame, the rigid inverse, and frames from points or vectors.

m is the pose of frame k in frame r. What is referred to k moves to r by ``m A m^-1`` (W, H, L; :func:`trasf_mami`) or
by ``m A m^t`` (J, PHI, GAMMA; :func:`trasf_mamt4`); `trasf_miam` and `trasf_miamit` go back. Everything broadcasts over
leading dimensions.
"""
from spacelib._border cimport Axes, Batch, Kernel, Loop, item, kernel, result, run1, run2, run3, size34, two_axes
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.frames cimport frame, mami, mami6, mamt, mamt6, mamt10, miam, miamit
from spacelib.kernels.frames cimport rigid_inverse
from spacelib.kernels.geometry cimport difference, rounding_of
from spacelib.kernels.matrix cimport last_row, pose_rest

__all__ = [
    "change_action", "change_inertia", "change_velocity", "frame4P", "frame4V", "frameP", "frameP3", "frameP4",
    "frameV", "frameV3", "frameV4", "invers", "trasf_mami", "trasf_mamt4", "trasf_miam", "trasf_miamit",
]


# ---------------------------------------------------------------------------------------------- loops

cdef kvoid _mami_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mami(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef kvoid _miam_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        miam(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef kvoid _mamt_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mamt(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef kvoid _miamit_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        miamit(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef kvoid _invers_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        rigid_inverse(item(b, 0, i), result(b, 0, i))


cdef void _velocity_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mami6(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _action_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mamt6(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _inertia_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mamt10(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _frameV_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not frame(item(b, 0, i), item(b, 1, i), 0.0, b.k[0], b.k[1], result(b, 0, i), b.k[2])
        pose_rest(result(b, 0, i), b.k[2])


cdef inline void _frame_at(Batch* b, Py_ssize_t i, const double* v1, const double* v2, double noise) noexcept nogil:
    """Frame of v1, v2 with origin P1 (input 0)."""
    cdef const double* P = item(b, 0, i)
    cdef double* m = result(b, 0, i)
    b.singular += not frame(v1, v2, noise, b.k[0], b.k[1], m, 4)
    last_row(m)
    m[3] = P[0]
    m[7] = P[1]
    m[11] = P[2]


cdef void _frame4V_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        _frame_at(b, i, item(b, 1, i), item(b, 2, i), 0.0)


cdef void _frameP_loop(Batch* b) noexcept nogil:
    cdef double v1[3]
    cdef double v2[3]
    cdef double noise
    cdef Py_ssize_t i
    for i in range(b.n):
        difference(item(b, 1, i), item(b, 0, i), v1)
        difference(item(b, 2, i), item(b, 0, i), v2)
        noise = rounding_of(item(b, 0, i), item(b, 1, i), item(b, 2, i))
        b.singular += not frame(v1, v2, noise, b.k[0], b.k[1], result(b, 0, i), b.k[2])
        pose_rest(result(b, 0, i), b.k[2])


cdef void _frame4P_loop(Batch* b) noexcept nogil:
    cdef double v1[3]
    cdef double v2[3]
    cdef Py_ssize_t i
    for i in range(b.n):
        difference(item(b, 1, i), item(b, 0, i), v1)
        difference(item(b, 2, i), item(b, 0, i), v2)
        _frame_at(b, i, v1, v2, rounding_of(item(b, 0, i), item(b, 1, i), item(b, 2, i)))


cdef str _PARALLEL = "parallel vectors or collinear points define one axis only; the other columns are zero"
cdef Kernel _mami = kernel(<Loop> _mami_loop, "trasf_mami", "A1(4,4) m(4,4) -> A2(4,4)")
cdef Kernel _miam = kernel(<Loop> _miam_loop, "trasf_miam", "A1(4,4) m(4,4) -> A2(4,4)")
cdef Kernel _mamt = kernel(<Loop> _mamt_loop, "trasf_mamt4", "A1(4,4) m(4,4) -> A2(4,4)")
cdef Kernel _miamit = kernel(<Loop> _miamit_loop, "trasf_miamit", "A1(4,4) m(4,4) -> A2(4,4)")
cdef Kernel _invers = kernel(<Loop> _invers_loop, "invers", "m(4,4) -> mi(4,4)")
cdef Kernel _velocity = kernel(_velocity_loop, "change_velocity", "W(4,4) m(4,4) -> W1(4,4)")
cdef Kernel _action = kernel(_action_loop, "change_action", "PHI(4,4) m(4,4) -> PHI1(4,4)")
cdef Kernel _inertia = kernel(_inertia_loop, "change_inertia", "J(4,4) m(4,4) -> J1(4,4)")
cdef Kernel _frameV3 = kernel(_frameV_loop, "frameV", "v1(3) v2(3) -> A(3,3)", None, _PARALLEL)
cdef Kernel _frameV4 = kernel(_frameV_loop, "frameV", "v1(3) v2(3) -> A(4,4)", None, _PARALLEL)
cdef Kernel _frame4V = kernel(_frame4V_loop, "frame4V", "P1(4) v1(3) v2(3) -> m(4,4)", None, _PARALLEL)
cdef Kernel _frameP3 = kernel(_frameP_loop, "frameP", "P1(4) P2(4) P3(4) -> A(3,3)", None, _PARALLEL)
cdef Kernel _frameP4 = kernel(_frameP_loop, "frameP", "P1(4) P2(4) P3(4) -> A(4,4)", None, _PARALLEL)
cdef Kernel _frame4P = kernel(_frame4P_loop, "frame4P", "P1(4) P2(4) P3(4) -> m(4,4)", None, _PARALLEL)


# ---------------------------------------------------------------------------------------------- change of frame

def trasf_mami(A1, m, *, out=None):
    """``m A1 m^-1``: W, H, L or a displacement Q from frame k to frame r, with m the pose of k in r.

    m is rigid. The last row of A1 is taken as (0, 0, 0, A1[U, U]), which is also the result's.

    >>> W = velacctoWH(Rev, 2.0, 0.0).W                     # turning about the z axis of k
    >>> trasf_mami(W, traslat2(X, 3.0))[:3, 3]              # k is 3 m away along x
    array([ 0., -6.,  0.])
    """
    return run2(_mami, A1, m, out)


def trasf_miam(A1, m, *, out=None):
    """``m^-1 A1 m``: W, H, L or a displacement Q from frame r to frame k, with m the pose of k in r.

    >>> W = velacctoWH(Rev, 2.0, 0.0).W
    >>> trasf_miam(W, traslat2(X, 3.0))[:3, 3]              # velocity of the point (3, 0, 0)
    array([0., 6., 0.])
    """
    return run2(_miam, A1, m, out)


def trasf_mamt4(A1, m, *, out=None):
    """``m A1 m^t``: J, PHI or GAMMA from frame k to frame r, with m the pose of k in r.

    >>> trasf_mamt4(actom(0, 5, 0, 0, 0, 0), traslat2(X, 3.0))[Y, X]    # couple about z of a force 3 m away
    np.float64(15.0)
    """
    return run2(_mamt, A1, m, out)


def trasf_miamit(A1, m, *, out=None):
    """``m^-1 A1 m^-t``: J, PHI or GAMMA from frame r to frame k, with m the (rigid) pose of k in r.

    >>> trasf_miamit(actom(0, 5, 0, 0, 0, 15), traslat2(X, 3.0))[Y, X]
    np.float64(0.0)
    """
    return run2(_miamit, A1, m, out)


def invers(m, *, out=None):
    """Inverse of a position matrix: ``[R^t, -R^t t; 0 0 0 1]``.

    >>> invers(rotat24(Z, PIG_2, [1, 2, 3, 1])).round(12)[:3, 3]
    array([-2.,  1., -3.])
    """
    return run1(_invers, m, out)


def change_velocity(W, m, *, out=None):
    """``m W m^-1`` for a velocity or screw matrix, by its six numbers: ``w' = R w``, ``v0' = R v0 + t x w'``.

    >>> change_velocity(velacctoWH(Rev, 2.0, 0.0).W, traslat2(X, 3.0))[:3, 3]
    array([ 0., -6.,  0.])
    """
    return run2(_velocity, W, m, out)


def change_action(PHI, m, *, out=None):
    """``m PHI m^t`` for an action or momentum matrix, by its six numbers: ``f' = R f``, ``c' = R c + t x f'``.

    >>> change_action(actom(0, 5, 0, 0, 0, 0), traslat2(X, 3.0))[Y, X]
    np.float64(15.0)
    """
    return run2(_action, PHI, m, out)


def change_inertia(J, m, *, out=None):
    """``m J m^t`` for an inertia matrix, by its ten numbers; exactly symmetric.

    >>> change_inertia(jtoJ(2.0, 0, 0, 0, 0, 0, 0, 0, 0, 0), traslat2(X, 3.0))[X, X]
    np.float64(18.0)
    """
    return run2(_inertia, J, m, out)


# ---------------------------------------------------------------------------------------------- frames

def frameV(v1, v2, a1, a2, dim=3, *, out=None):
    """Rotation matrix of the frame whose axis `a1` is along `v1` and whose axis `a2` is the nearest to `v2`.

    The third axis is across v1 and v2, right-handed. `a1`, `a2`: two different axes X, Y, Z. `dim` = 4 gives a position
    matrix with zero translation. Parallel vectors give zero columns and a `SingularityWarning`.

    >>> frameV([0, 2, 0], [-1, 1, 0], X, Y)
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    cdef int n = size34(dim, "dim")
    cdef Axes axes = two_axes(a1, a2)
    return run2(_frameV4 if n == 4 else _frameV3, v1, v2, out, axes.i, axes.j, n)


def frameV3(v1, v2, a1, a2, *, out=None):
    """3x3 :func:`frameV`.

    >>> frameV3([0, 2, 0], [-1, 1, 0], X, Y)[:, X]
    array([0., 1., 0.])
    """
    return frameV(v1, v2, a1, a2, 3, out=out)


def frameV4(v1, v2, a1, a2, *, out=None):
    """4x4 :func:`frameV`, origin in the origin.

    >>> frameV4([0, 2, 0], [-1, 1, 0], X, Y)[:, X]
    array([0., 1., 0., 0.])
    """
    return frameV(v1, v2, a1, a2, 4, out=out)


def frame4V(P1, v1, v2, a1, a2, *, out=None):
    """Pose of the frame of :func:`frameV` with its origin in the point `P1`.

    >>> frame4V([1, 2, 3, 1], [0, 2, 0], [-1, 1, 0], X, Y)[:3, 3]
    array([1., 2., 3.])
    """
    cdef Axes axes = two_axes(a1, a2)
    return run3(_frame4V, P1, v1, v2, out, axes.i, axes.j)


def frameP(P1, P2, P3, a1, a2, dim=3, *, out=None):
    """:func:`frameV` of the vectors ``P2 - P1`` and ``P3 - P1``.

    Collinear points give zero columns and a `SingularityWarning`.

    >>> frameP([1, 0, 0, 1], [1, 2, 0, 1], [0, 1, 0, 1], X, Y)[:, X]
    array([0., 1., 0.])
    """
    cdef int n = size34(dim, "dim")
    cdef Axes axes = two_axes(a1, a2)
    return run3(_frameP4 if n == 4 else _frameP3, P1, P2, P3, out, axes.i, axes.j, n)


def frameP3(P1, P2, P3, a1, a2, *, out=None):
    """3x3 :func:`frameP`.

    >>> frameP3([1, 0, 0, 1], [1, 2, 0, 1], [0, 1, 0, 1], X, Y)[:, X]
    array([0., 1., 0.])
    """
    return frameP(P1, P2, P3, a1, a2, 3, out=out)


def frameP4(P1, P2, P3, a1, a2, *, out=None):
    """4x4 :func:`frameP`, origin in the origin.

    >>> frameP4([1, 0, 0, 1], [1, 2, 0, 1], [0, 1, 0, 1], X, Y)[:, U]
    array([0., 0., 0., 1.])
    """
    return frameP(P1, P2, P3, a1, a2, 4, out=out)


def frame4P(P1, P2, P3, a1, a2, *, out=None):
    """Pose of the frame of :func:`frameP` with its origin in the point `P1`.

    >>> frame4P([1, 0, 0, 1], [1, 2, 0, 1], [0, 1, 0, 1], X, Y)[:, U]
    array([1., 0., 0., 1.])
    """
    cdef Axes axes = two_axes(a1, a2)
    return run3(_frame4P, P1, P2, P3, out, axes.i, axes.j)
