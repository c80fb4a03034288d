"""Points, vectors, lines and planes.

A point is (x, y, z, 1), a vector (x, y, z). A line is the NamedTuple ``Line(P, dir)`` or a mapping with those keys. A
plane (a, b, c, d) holds the points with ``a x + b y + c z + d = 0``; with a unit normal d is the distance of the origin
from it. Everything broadcasts over leading dimensions.
"""
from spacelib._border cimport Batch, Kernel, item, kernel, line, result, run2, run3, run4
from spacelib.kernels.geometry cimport along, angle_at, common_line, difference, foot_on_line, line_and_line
from spacelib.kernels.geometry cimport line_and_plane, plane_through
from spacelib.kernels.matrix cimport dot3, length3, unit3

from spacelib.results import Line, LineLine, LinePlane, Projection

__all__ = [
    "angle", "dist", "distpp", "inters2pl", "intersection", "interslpl", "intermediate", "line2p", "linepvect",
    "middle", "plane", "plane2", "project", "projponl", "vect",
]


# ---------------------------------------------------------------------------------------------- loops

cdef void _angle_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not angle_at(item(b, 0, i), item(b, 1, i), item(b, 2, i), result(b, 0, i))


cdef void _dist_loop(Batch* b) noexcept nogil:
    cdef double v[3]
    cdef Py_ssize_t i
    for i in range(b.n):
        difference(item(b, 0, i), item(b, 1, i), v)
        result(b, 0, i)[0] = length3(v)


cdef void _vect_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        difference(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _intermediate_loop(Batch* b) noexcept nogil:
    cdef double s, t
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        s = item(b, 1, i)[0]
        t = item(b, 3, i)[0]
        result(b, 0, i)[3] = 0.0 if s + t == 0.0 else 1.0
        b.singular += s + t == 0.0
        for j in range(3):
            result(b, 0, i)[j] = s * item(b, 0, i)[j] + t * item(b, 2, i)[j]
            if s + t != 0.0:
                result(b, 0, i)[j] /= s + t


cdef void _middle_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(3):
            result(b, 0, i)[j] = 0.5 * item(b, 0, i)[j] + 0.5 * item(b, 1, i)[j]
        result(b, 0, i)[3] = 1.0


cdef void _line2p_loop(Batch* b) noexcept nogil:
    cdef double v[3]
    cdef Py_ssize_t i
    for i in range(b.n):
        difference(item(b, 1, i), item(b, 0, i), v)
        b.singular += unit3(v, result(b, 1, i)) == 0.0
        along(item(b, 0, i), 0.0, v, result(b, 0, i))


cdef void _linepvect_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += unit3(item(b, 1, i), result(b, 1, i)) == 0.0
        along(item(b, 0, i), 0.0, item(b, 1, i), result(b, 0, i))


cdef void _projponl_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not foot_on_line(item(b, 0, i), item(b, 1, i), item(b, 2, i), result(b, 0, i), result(b, 1, i))


cdef void _distpp_loop(Batch* b) noexcept nogil:
    cdef const double* pl
    cdef const double* P
    cdef Py_ssize_t i
    for i in range(b.n):
        pl = item(b, 0, i)
        P = item(b, 1, i)
        result(b, 0, i)[0] = dot3(pl, P) + pl[3] * P[3]


cdef void _project_loop(Batch* b) noexcept nogil:
    cdef const double* pl
    cdef const double* P
    cdef double d
    cdef Py_ssize_t i
    for i in range(b.n):
        P = item(b, 0, i)
        pl = item(b, 1, i)
        d = dot3(pl, P) + pl[3]
        along(P, -d, pl, result(b, 0, i))
        result(b, 1, i)[0] = d


cdef void _plane_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not plane_through(item(b, 0, i), item(b, 1, i), item(b, 2, i), result(b, 0, i))


cdef void _plane2_loop(Batch* b) noexcept nogil:
    cdef double* pl
    cdef Py_ssize_t i
    for i in range(b.n):
        pl = result(b, 0, i)
        b.singular += unit3(item(b, 1, i), pl) == 0.0
        pl[3] = -dot3(pl, item(b, 0, i))


cdef void _inters2pl_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not common_line(item(b, 0, i), item(b, 1, i), result(b, 0, i), result(b, 1, i))


cdef void _interslpl_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 1, i)[0] = line_and_plane(item(b, 0, i), item(b, 1, i), item(b, 2, i), result(b, 0, i))


cdef void _intersection_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 5, i)[0] = line_and_line(item(b, 0, i), item(b, 1, i), item(b, 2, i), item(b, 3, i), result(b, 0, i),
                                           result(b, 1, i), result(b, 2, i), result(b, 3, i), result(b, 4, i))


cdef str _DIRECTION = "coincident points or a zero vector have no direction; zeros returned"
cdef Kernel _angle = kernel(_angle_loop, "angle", "P1(4) P2(4) P3(4) -> angle", None,
                            "coincident points have no angle; pi/2 returned")
cdef Kernel _dist = kernel(_dist_loop, "dist", "P1(4) P2(4) -> distance")
cdef Kernel _vect = kernel(_vect_loop, "vect", "P1(4) P2(4) -> v(3)")
cdef Kernel _intermediate = kernel(_intermediate_loop, "intermediate", "P1(4) a P2(4) b -> P3(4)", None,
                                   "a + b = 0 has no finite point; the point at infinity (x, y, z, 0) returned")
cdef Kernel _middle = kernel(_middle_loop, "middle", "P1(4) P2(4) -> P(4)")
cdef Kernel _line2p = kernel(_line2p_loop, "line2p", "P1(4) P2(4) -> P(4) dir(3)", Line, _DIRECTION)
cdef Kernel _linepvect = kernel(_linepvect_loop, "linepvect", "P1(4) v(3) -> P(4) dir(3)", Line, _DIRECTION)
cdef Kernel _projponl = kernel(_projponl_loop, "projponl", "P1(4) l.P(4) l.dir(3) -> I(4) distance", Projection,
                               "a line without direction; its point P returned")
cdef Kernel _distpp = kernel(_distpp_loop, "distpp", "pl(4) P(4) -> distance")
cdef Kernel _project = kernel(_project_loop, "project", "P(4) pl(4) -> I(4) distance", Projection)
cdef Kernel _plane = kernel(_plane_loop, "plane", "P1(4) P2(4) P3(4) -> pl(4)", None,
                            "collinear points do not define a plane; zeros returned")
cdef Kernel _plane2 = kernel(_plane2_loop, "plane2", "P1(4) v(3) -> pl(4)", None, _DIRECTION)
cdef Kernel _inters2pl = kernel(_inters2pl_loop, "inters2pl", "pl1(4) pl2(4) -> P(4) dir(3)", Line,
                                "parallel planes have no common line; P = nan, dir = 0 returned")
cdef Kernel _interslpl = kernel(_interslpl_loop, "interslpl", "l.P(4) l.dir(3) pl(4) -> I(4) inttype:int", LinePlane)
cdef Kernel _intersection = kernel(_intersection_loop, "intersection", "l1.P(4) l1.dir(3) l2.P(4) l2.dir(3) -> "
                                   "P(4) dir(3) mindist pl(4) I(4) inttype:int", tuple)


# ---------------------------------------------------------------------------------------------- points

def angle(P1, P2, P3):
    """Angle at the point `P2` between P1 and P3, in [0, pi].

    ``atan2(|a x b|, a.b)`` of the unit vectors a, b from P2. Coincident points give pi/2 and a `SingularityWarning`.

    >>> angle([1, 0, 0, 1], ORIGIN, [0, 2, 0, 1])
    1.5707963267948966
    """
    return run3(_angle, P1, P2, P3, None)


def dist(P1, P2):
    """Distance of two points.

    >>> dist([3, 0, 0, 1], [0, 4, 0, 1])
    5.0
    """
    return run2(_dist, P1, P2, None)


def vect(P1, P2, *, out=None):
    """Vector ``P1 - P2``, from P2 to P1.

    >>> vect([3, 0, 0, 1], [1, 1, 0, 1])
    array([ 2., -1.,  0.])
    """
    return run2(_vect, P1, P2, out)


def intermediate(P1, a, P2, b, *, out=None):
    """Point ``(a P1 + b P2) / (a + b)``, the centre of masses a and b.

    a + b = 0 gives the point at infinity (x, y, z, 0) of the line and a `SingularityWarning`.

    >>> intermediate([0, 0, 0, 1], 1.0, [4, 0, 0, 1], 3.0)
    array([3., 0., 0., 1.])
    """
    return run4(_intermediate, P1, a, P2, b, out)


def middle(P1, P2, *, out=None):
    """Midpoint of two points.

    >>> middle([0, 0, 0, 1], [4, 2, 0, 1])
    array([2., 1., 0., 1.])
    """
    return run2(_middle, P1, P2, out)


# ---------------------------------------------------------------------------------------------- lines and planes

def line2p(P1, P2, *, out=None):
    """Line through two points: P = P1, dir = unit(P2 - P1).

    >>> line2p([1, 0, 0, 1], [1, 5, 0, 1])
    Line(P=array([1., 0., 0., 1.]), dir=array([0., 1., 0.]))
    """
    return run2(_line2p, P1, P2, out)


def linepvect(P1, v, *, out=None):
    """Line through a point along a vector: dir = unit(v).

    >>> linepvect([1, 0, 0, 1], [0, 5, 0]).dir
    array([0., 1., 0.])
    """
    return run2(_linepvect, P1, v, out)


def projponl(P1, l, *, out=None):
    """Foot I of the perpendicular from the point `P1` on the line `l`, and its length.

    >>> projponl([1, 2, 0, 1], linepvect(ORIGIN, Xaxis))
    Projection(I=array([1., 0., 0., 1.]), distance=2.0)
    """
    P, direction = line(l, "l")
    return run3(_projponl, P1, P, direction, out)


def distpp(pl, P):
    """Signed distance of the point `P` from the plane `pl` (positive on the side of its unit normal).

    >>> distpp([0, 0, 1, -3], [1, 1, 5, 1])
    2.0
    """
    return run2(_distpp, pl, P, None)


def project(P, pl, *, out=None):
    """Foot I of the perpendicular from the point `P` on the plane `pl` (unit normal), and the signed distance of P.

    >>> project([1, 1, 5, 1], [0, 0, 1, -3])
    Projection(I=array([1., 1., 3., 1.]), distance=2.0)
    """
    return run2(_project, P, pl, out)


def plane(P1, P2, P3, *, out=None):
    """Plane through three points: unit normal along ``(P1 - P2) x (P3 - P2)``.

    Collinear points give zeros and a `SingularityWarning`.

    >>> plane([0, 1, 3, 1], [0, 0, 3, 1], [1, 0, 3, 1])
    array([ 0.,  0., -1.,  3.])
    """
    return run3(_plane, P1, P2, P3, out)


def plane2(P1, v, *, out=None):
    """Plane through a point with normal along `v`.

    >>> plane2([0, 0, 3, 1], [0, 0, 2])
    array([ 0.,  0.,  1., -3.])
    """
    return run2(_plane2, P1, v, out)


def inters2pl(pl1, pl2, *, out=None):
    """Common line of two planes: dir = unit(n1 x n2), P its point nearest the origin.

    Parallel planes give P = nan, dir = 0 and a `SingularityWarning`.

    >>> inters2pl([1, 0, 0, -2], [0, 1, 0, -3])
    Line(P=array([2., 3., 0., 1.]), dir=array([0., 0., 1.]))
    """
    return run2(_inters2pl, pl1, pl2, out)


def interslpl(l, pl):
    """Intersection of a line and a plane: point I and `inttype`.

    inttype 0: one point I; 1: the line lies in the plane (I is its P); -1: parallel and apart (I is nan).

    >>> interslpl(linepvect([1, 1, 0, 1], Zaxis), [0, 0, 1, -3])
    LinePlane(I=array([1., 1., 3., 1.]), inttype=0)
    """
    P, direction = line(l, "l")
    return run3(_interslpl, P, direction, pl, None)


def intersection(l1, l2):
    """Mutual position of two lines: common normal `lmindist`, distance `mindist`, plane `pl`, point `I`, `inttype`.

    inttype 0 (incident) and 1 (skew): I is the midpoint of the common perpendicular, lmindist = (I, unit(u1 x u2)), pl
    passes through I across it. 2 (parallel): lmindist = (P of l1, unit vector from l2 to l1), pl holds both lines, I is
    nan. -1 (coincident): I is P of l1. Lines touch when their distance is below 1e-12 of the coordinates.

    >>> r = intersection(linepvect(ORIGIN, Xaxis), linepvect([1, 0, 2, 1], Yaxis))
    >>> r.mindist, r.I, r.inttype
    (2.0, array([1., 0., 1., 1.]), 1)
    """
    P1, dir1 = line(l1, "l1")
    P2, dir2 = line(l2, "l2")
    P, direction, mindist, pl, I, inttype = run4(_intersection, P1, dir1, P2, dir2, None)
    return LineLine(Line(P, direction), mindist, pl, I, inttype)
