"""Change of frame, the rigid inverse, tilde matrices, and frames from points or vectors with axes counted from 1."""

import spacelib as sl
from spacelib.matlab._arguments import as_axes, as_point, as_vector


def mami(A1, M):
    """``M A1 M^-1``, the change of frame of W, H, L and displacements: :func:`spacelib.trasf_mami`.

    >>> mami(veactowh(Rev, 2.0, 0.0).W, traslat2(X, 3.0))[:3, 3]
    array([ 0., -6.,  0.])
    """
    return sl.trasf_mami(A1, M)


def miam(A1, M):
    """``M^-1 A1 M``, the way back of :func:`mami`: :func:`spacelib.trasf_miam`.

    >>> miam(veactowh(Rev, 2.0, 0.0).W, traslat2(X, 3.0))[:3, 3]
    array([0., 6., 0.])
    """
    return sl.trasf_miam(A1, M)


def mamt(A1, M):
    """``M A1 M^t``, the change of frame of inertia, action and momentum: :func:`spacelib.trasf_mamt`.

    >>> mamt(actom(0, 5, 0, 0, 0, 0), traslat2(X, 3.0))[1, 0]
    np.float64(15.0)
    """
    return sl.trasf_mamt(A1, M)


def miamit(A1, M):
    """``M^-1 A1 M^-t``, the way back of :func:`mamt`: :func:`spacelib.trasf_miamit`.

    >>> miamit(actom(0, 5, 0, 0, 0, 15), traslat2(X, 3.0))[1, 0]
    np.float64(0.0)
    """
    return sl.trasf_miamit(A1, M)


def invers(A):
    """Inverse of a position matrix: :func:`spacelib.invers`.

    >>> invers(rotat24(Z, PIG_2, [1, 2, 3])).round(12)[:3, 3]
    array([-2.,  1., -3.])
    """
    return sl.invers(A)


def mtov(M):
    """Vector of the skew part of a 3x3 or 4x4 matrix: :func:`spacelib.mtov`.

    >>> mtov(vtom([1, 2, 3]))
    array([1., 2., 3.])
    """
    return sl.mtov(M)


def vtom(v):
    """3x3 cross-product matrix of a vector: :func:`spacelib.vtom`.

    >>> vtom([1, 2, 3])[0]
    array([ 0., -3.,  2.])
    """
    return sl.vtom(as_vector(v, "v"))


def framev(V1, V2, a1, a2):
    """Rotation of the frame with axis `a1` along `V1` and axis `a2` nearest to `V2`: :func:`spacelib.frameV`.

    >>> framev([0, 2, 0], [-1, 1, 0], X, Y)[:, 0]
    array([0., 1., 0.])
    """
    a1, a2 = as_axes(a1=a1, a2=a2)
    return sl.frameV(as_vector(V1, "V1"), as_vector(V2, "V2"), a1, a2)


def framep(P1, P2, P3, a1, a2):
    """:func:`framev` of the vectors from `P1` to `P2` and to `P3`: :func:`spacelib.frameP`.

    >>> framep([1, 0, 0], [1, 2, 0], [0, 1, 0], X, Y)[:, 0]
    array([0., 1., 0.])
    """
    a1, a2 = as_axes(a1=a1, a2=a2)
    return sl.frameP(as_point(P1, "P1"), as_point(P2, "P2"), as_point(P3, "P3"), a1, a2)


def frame4p(P1, P2, P3, a1, a2):
    """Pose of the frame of :func:`framep` with its origin in `P1`: :func:`spacelib.frame4P`.

    >>> frame4p([1, 0, 0], [1, 2, 0], [0, 1, 0], X, Y)[:, 3]
    array([1., 0., 0., 1.])
    """
    a1, a2 = as_axes(a1=a1, a2=a2)
    return sl.frame4P(as_point(P1, "P1"), as_point(P2, "P2"), as_point(P3, "P3"), a1, a2)


def frame4v(P1, V1, V2, a1, a2):
    """Pose of the frame of :func:`framev` with its origin in `P1`: :func:`spacelib.frame4V`.

    >>> frame4v([1, 2, 3], [0, 2, 0], [-1, 1, 0], X, Y)[:, 3]
    array([1., 2., 3., 1.])
    """
    a1, a2 = as_axes(a1=a1, a2=a2)
    return sl.frame4V(as_point(P1, "P1"), as_vector(V1, "V1"), as_vector(V2, "V2"), a1, a2)
