"""Velocity W, acceleration H and screw L matrices of bodies and joints.

``W = [w~ v0; 0]`` with v0 the velocity of the body point that is now in the origin of the reference frame: a point P
moves with ``W P``. ``H = [G a0; 0]``, ``G = dw~ + w~ w~``: its acceleration is ``H P``. ``L`` is W per unit joint rate.
Radians, seconds, metres; everything but the joint type and the axis broadcasts over leading dimensions.
"""
from spacelib._border cimport Batch, Kernel, axis_index, item, joint_type, kernel, result
from spacelib._border cimport run1, run2, run3, run4
from spacelib.kernels.matrix cimport axial, clear
from spacelib.kernels.motion cimport coriolis_sum, joint, screw_matrix, unit_rate, velocity_screw

from spacelib.results import VelocityAcceleration, VelocityScrew

__all__ = [
    "Gtomegapto", "WtoL", "Wtovel", "coriolis", "gtom", "makeL", "makeL2", "velacctoWH", "velacctoWH2", "velacctoWH3",
]


# ---------------------------------------------------------------------------------------------- loops

cdef void _joint_loop(Batch* b) noexcept nogil:
    cdef double origin[4]
    cdef Py_ssize_t i
    clear(origin, 4)
    for i in range(b.n):
        joint(b.k[0], b.k[1], item(b, 0, i)[0], item(b, 1, i)[0], origin, result(b, 0, i), result(b, 1, i))


cdef void _joint_at_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        joint(b.k[0], b.k[1], item(b, 0, i)[0], item(b, 1, i)[0], item(b, 2, i), result(b, 0, i), result(b, 1, i))


cdef void _makeL_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        screw_matrix(b.k[0], item(b, 0, i), item(b, 1, i)[0], item(b, 2, i), result(b, 0, i))


cdef void _makeL2_loop(Batch* b) noexcept nogil:
    cdef double u[3]
    cdef Py_ssize_t i
    clear(u, 3)
    u[b.k[1]] = 1.0
    for i in range(b.n):
        screw_matrix(b.k[0], u, item(b, 0, i)[0], item(b, 1, i), result(b, 0, i))


cdef void _WtoL_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not unit_rate(item(b, 0, i), result(b, 0, i))


cdef void _Wtovel_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not velocity_screw(item(b, 0, i), result(b, 0, i), result(b, 1, i), result(b, 2, i),
                                         result(b, 3, i))


cdef void _coriolis_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        coriolis_sum(item(b, 0, i), item(b, 1, i), item(b, 2, i), item(b, 3, i), result(b, 0, i))


cdef void _gtom_loop(Batch* b) noexcept nogil:
    cdef double* H
    cdef Py_ssize_t i
    for i in range(b.n):
        H = result(b, 0, i)
        clear(H, 16)
        H[3] = item(b, 0, i)[0]
        H[7] = item(b, 1, i)[0]
        H[11] = item(b, 2, i)[0]


cdef void _axial_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        axial(item(b, 0, i), 3, result(b, 0, i))


cdef str _REST = "a body at rest has no screw axis; zeros returned"
cdef Kernel _joint = kernel(_joint_loop, "velacctoWH", "qp qpp -> W(4,4) H(4,4)", VelocityAcceleration)
cdef Kernel _joint_at = kernel(_joint_at_loop, "velacctoWH3", "qp qpp O(4) -> W(4,4) H(4,4)", VelocityAcceleration)
cdef Kernel _makeL = kernel(_makeL_loop, "makeL", "u(3) pitch P(4) -> L(4,4)")
cdef Kernel _makeL2 = kernel(_makeL2_loop, "makeL2", "pitch P(4) -> L(4,4)")
cdef Kernel _WtoL = kernel(_WtoL_loop, "WtoL", "W(4,4) -> L(4,4)", None, _REST)
cdef Kernel _Wtovel = kernel(_Wtovel_loop, "Wtovel", "W(4,4) -> u(3) omega vel P(4)", VelocityScrew, _REST)
cdef Kernel _coriolis = kernel(_coriolis_loop, "coriolis", "H0(4,4) H1(4,4) W0(4,4) W1(4,4) -> H(4,4)")
cdef Kernel _gtom = kernel(_gtom_loop, "gtom", "gx gy gz -> Hg(4,4)")
cdef Kernel _Gtomegapto = kernel(_axial_loop, "Gtomegapto", "G(3,3) -> omegapto(3)")


# ---------------------------------------------------------------------------------------------- faces

def velacctoWH(jtype, qp, qpp, *, out=None):
    """W and H of a joint on the z axis from its rate `qp` and acceleration `qpp`.

    Rev: ``w = qp z``, ``dw = qpp z``, so that ``W = L qp`` and ``H = L qpp + L^2 qp^2``; Pri: ``v0 = qp z``,
    ``a0 = qpp z``. In the frame whose z axis is the joint axis (frame i-1 with Denavit and Hartenberg).

    >>> W, H = velacctoWH(Rev, 2.0, 5.0)
    >>> W[Y, X], H[Y, X], H[X, X]
    (np.float64(2.0), np.float64(5.0), np.float64(-4.0))
    """
    return run2(_joint, qp, qpp, out, joint_type(jtype), 2)


def velacctoWH2(jtype, a, qp, qpp, *, out=None):
    """W and H of a joint on frame axis `a` (X, Y, Z) through the origin; otherwise as :func:`velacctoWH`.

    >>> velacctoWH2(Pri, X, 2.0, 5.0).H[:3, 3]
    array([5., 0., 0.])
    """
    return run2(_joint, qp, qpp, out, joint_type(jtype), axis_index(a, "a", 2))


def velacctoWH3(jtype, a, qp, qpp, O, *, out=None):
    """W and H of a joint whose axis is parallel to frame axis `a` and passes through the point `O`.

    Rev: ``v0 = -w~ O``, ``a0 = -G O``, the points of the axis stand still. Pri: `O` plays no part.

    >>> W, H = velacctoWH3(Rev, Z, 2.0, 0.0, [1, 0, 0, 1])
    >>> W @ [1, 0, 5, 1], H @ [2, 0, 0, 1]
    (array([0., 0., 0., 0.]), array([-4.,  0.,  0.,  0.]))
    """
    return run3(_joint_at, qp, qpp, O, out, joint_type(jtype), axis_index(a, "a", 2))


def makeL(jtype, u, pitch, P, *, out=None):
    """Screw matrix L of a joint with axis direction `u` through the point `P`: W per unit joint rate.

    Rev: ``L = [u~, -u x P + pitch u; 0]``; Pri: ``L = [0 u; 0]`` (`pitch` and `P` play no part). `pitch` in metres per
    radian; `u` is used as given.

    >>> makeL(Rev, Zaxis, 0.1, [2, 0, 0, 1])[:3, 3]
    array([ 0. , -2. ,  0.1])
    """
    return run3(_makeL, u, pitch, P, out, joint_type(jtype))


def makeL2(jtype, a, pitch, P, *, out=None):
    """Screw matrix L of a joint parallel to frame axis `a` (X, Y, Z) through the point `P`.

    >>> makeL2(Rev, Z, 0.1, [2, 0, 0, 1])[:3, 3]
    array([ 0. , -2. ,  0.1])
    """
    return run2(_makeL2, pitch, P, out, joint_type(jtype), axis_index(a, "a", 2))


def WtoL(W, *, out=None):
    """Screw matrix L of a motion: W divided by its angular speed, or by its speed for a translation.

    A motion counts as a translation when |w| is below the rounding of |v0|; W = 0 gives zeros and a
    `SingularityWarning`.

    >>> WtoL(velacctoWH(Rev, 4.0, 0.0).W)[Y, X]
    np.float64(1.0)
    """
    return run1(_WtoL, W, out)


def Wtovel(W, *, out=None):
    """Instantaneous screw of a motion: axis `u`, angular speed `omega`, sliding speed `vel`, axis point `P`.

    ``P = u x v0 / omega`` is the axis point nearest the origin, ``vel = u.v0``. A translation has omega = 0, u along it
    and P in the origin; W = 0 has u = 0 and gives a `SingularityWarning`.

    >>> u, omega, vel, P = Wtovel(makeL(Rev, Zaxis, 0.5, [2, 3, 0, 1]) * 4)
    >>> u, omega, vel, P[:2]
    (array([0., 0., 1.]), 4.0, 2.0, array([2., 3.]))
    """
    return run1(_Wtovel, W, out)


def coriolis(H0, H1, W0, W1, *, out=None):
    """Acceleration of a body from drag and relative motion: Coriolis' theorem.

    ``H = H0 + H1 + 2 W0 W1`` (Legnani et al. 1996, part 2, eq. 11). H0, W0: motion of the carrying body; H1, W1: motion
    relative to it; all (..., 4, 4), all referred to the same frame, which is also the result's. Last rows are null.

    >>> W = velacctoWH(Rev, 2.0, 0.0).W
    >>> coriolis(W @ W, W @ W, W, W)[0, 0]          # two turns at 2 rad/s about one axis: -(2 + 2)**2
    np.float64(-16.0)
    """
    return run4(_coriolis, H0, H1, W0, W1, out)


def gtom(gx, gy, gz, *, out=None):
    """Gravity acceleration matrix ``Hg = [0 g; 0]``; the weight of a body is ``skew4(Hg, J)``.

    >>> skew4(gtom(0.0, 0.0, -9.81), jtoJ(2.0, 0, 0, 0, 0, 0, 0, 0, 0, 0))[Z, U]
    np.float64(-19.62)
    """
    return run3(_gtom, gx, gy, gz, out)


def Gtomegapto(G, *, out=None):
    """Angular acceleration from the 3x3 block G of an acceleration matrix: ``dw~ = (G - G^t) / 2``.

    >>> Gtomegapto(velacctoWH(Rev, 2.0, 5.0).H[:3, :3])
    array([0., 0., 5.])
    """
    return run1(_Gtomegapto, G, out)
