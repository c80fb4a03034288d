"""Points, lines and planes.

A point is (x, y, z) or (x, y, z, 1), a plane (a, b, c, d), a line the 4x2 matrix ``[P, [dir; 0]]``.
"""

import spacelib as sl
from spacelib.matlab._arguments import as_line, as_plane, as_point, as_status, as_vector, line_matrix
from spacelib.matlab.results import Foot, LineLine, LinePlane, PlanePlane


def aangle(P1, P2, P3):
    """Angle at the point `P2` between P1 and P3: :func:`spacelib.angle`.

    >>> aangle([1, 0, 0], [0, 0, 0], [0, 2, 0])
    1.5707963267948966
    """
    return sl.angle(as_point(P1, "P1"), as_point(P2, "P2"), as_point(P3, "P3"))


def distp(P1, P2):
    """Distance of two points: :func:`spacelib.dist`.

    >>> distp([3, 0, 0], [0, 4, 0])
    5.0
    """
    return sl.dist(as_point(P1, "P1"), as_point(P2, "P2"))


def intermed(P1, a, P2, b):
    """Point ``(a P1 + b P2) / (a + b)``: :func:`spacelib.intermediate`.

    >>> intermed([0, 0, 0], 1.0, [4, 0, 0], 3.0)
    array([3., 0., 0., 1.])
    """
    return sl.intermediate(as_point(P1, "P1"), a, as_point(P2, "P2"), b)


def middle(P1, P2):
    """Midpoint of two points: :func:`spacelib.middle`.

    >>> middle([0, 0, 0], [4, 2, 0])
    array([2., 1., 0., 1.])
    """
    return sl.middle(as_point(P1, "P1"), as_point(P2, "P2"))


def vect(P1, P2):
    """Vector ``P1 - P2``, from P2 to P1: :func:`spacelib.vect`.

    >>> vect([3, 0, 0], [1, 1, 0])
    array([ 2., -1.,  0.])
    """
    return sl.vect(as_point(P1, "P1"), as_point(P2, "P2"))


def line2p(P1, P2):
    """Line through two points, as a 4x2 matrix: :func:`spacelib.line2p`.

    >>> line2p([1, 0, 0], [1, 5, 0])
    array([[1., 0.],
           [0., 1.],
           [0., 0.],
           [1., 0.]])
    """
    return line_matrix(sl.line2p(as_point(P1, "P1"), as_point(P2, "P2")))


def linpvect(P1, v):
    """Line through a point along a vector, as a 4x2 matrix: :func:`spacelib.linepvect`.

    >>> linpvect([1, 0, 0], [0, 5, 0])[:, 1]
    array([0., 1., 0., 0.])
    """
    return line_matrix(sl.linepvect(as_point(P1, "P1"), as_vector(v, "v")))


def projponl(l, P1):
    """Foot of the perpendicular from the point `P1` on the line `l`, and its length ``(I, d)``.

    :func:`spacelib.projponl` with the line first.

    >>> projponl(linpvect(ORIGIN, Xaxis), [1, 2, 0])
    Foot(I=array([1., 0., 0., 1.]), d=2.0)
    """
    return Foot(*sl.projponl(as_point(P1, "P1"), as_line(l, "l")))


def distpp(pl, P):
    """Signed distance of the point `P` from the plane `pl`: :func:`spacelib.distpp`.

    >>> distpp([0, 0, 1, -3], [1, 1, 5])
    2.0
    """
    return sl.distpp(as_plane(pl, "pl"), as_point(P, "P"))


def project(P, pl):
    """Foot of the perpendicular from the point `P` on the plane `pl`, and the signed distance ``(I, d)``.

    :func:`spacelib.project`.

    >>> project([1, 1, 5], [0, 0, 1, -3])
    Foot(I=array([1., 1., 3., 1.]), d=2.0)
    """
    return Foot(*sl.project(as_point(P, "P"), as_plane(pl, "pl")))


def plane(P1, P2, P3):
    """Plane through three points: :func:`spacelib.plane`.

    >>> plane([0, 1, 3], [0, 0, 3], [1, 0, 3])
    array([ 0.,  0., -1.,  3.])
    """
    return sl.plane(as_point(P1, "P1"), as_point(P2, "P2"), as_point(P3, "P3"))


def plane2(P1, v):
    """Plane through a point with normal along `v`: :func:`spacelib.plane2`.

    >>> plane2([0, 0, 3], [0, 0, 2])
    array([ 0.,  0.,  1., -3.])
    """
    return sl.plane2(as_point(P1, "P1"), as_vector(v, "v"))


def inter2pl(pl1, pl2):
    """Common line of two planes and a status ``(l, test)``: :func:`spacelib.inters2pl`.

    test is OK, or NOTOK for parallel planes, with a `SingularityWarning`; then P is nan and dir zero.

    >>> l, test = inter2pl([1, 0, 0, -2], [0, 1, 0, -3])
    >>> l[:, 0], l[:, 1], test == OK
    (array([2., 3., 0., 1.]), array([0., 0., 1., 0.]), True)
    """
    line = sl.inters2pl(as_plane(pl1, "pl1"), as_plane(pl2, "pl2"))
    return PlanePlane(line_matrix(line), as_status(sl.mod(line.dir) > 0.5))


def interlpl(l, pl):
    """Intersection of a line and a plane ``(I, intype)``: :func:`spacelib.interslpl`.

    intype 0: one point I; 1: the line lies in the plane; -1: parallel and apart (I is nan).

    >>> interlpl(linpvect([1, 1, 0], Zaxis), [0, 0, 1, -3])
    LinePlane(I=array([1., 1., 3., 1.]), intype=0)
    """
    return LinePlane(*sl.interslpl(as_line(l, "l"), as_plane(pl, "pl")))


def intersec(l1, l2):
    """Mutual position ``(lmindist, mindist, pl, I, inttype)`` of two lines: :func:`spacelib.intersection`.

    inttype 0: incident; 1: skew; 2: parallel; -1: coincident. `lmindist` is a 4x2 matrix.

    >>> r = intersec(linpvect(ORIGIN, Xaxis), linpvect([1, 0, 2], Yaxis))
    >>> r.mindist, r.I, r.inttype
    (2.0, array([1., 0., 1., 1.]), 1)
    """
    lmindist, *rest = sl.intersection(as_line(l1, "l1"), as_line(l2, "l2"))
    return LineLine(line_matrix(lmindist), *rest)
