"""Matrices made exact again: the nearest rotation, the symmetric and the skew part."""
from spacelib._border cimport Batch, Kernel, item, kernel, result, run1, side
from spacelib.kernels.matrix cimport part
from spacelib.kernels.nearest cimport nearest_rotation

__all__ = [
    "n_simm3", "n_simm34", "n_simm4", "n_skew3", "n_skew34", "n_skew4", "normal", "normal3",
    "normal4",
]


cdef void _normal_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        b.singular += not nearest_rotation(item(b, 0, i), b.k[0], result(b, 0, i))


cdef void _part_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        part(item(b, 0, i), b.k[0], b.k[1], b.k[2], result(b, 0, i))


cdef str _NOT_UNIQUE = "the nearest rotation is not unique; one of them returned"
cdef Kernel _normal3 = kernel(_normal_loop, "normal", "R(3,3) -> R(3,3)", None, _NOT_UNIQUE)
cdef Kernel _normal4 = kernel(_normal_loop, "normal", "R(4,4) -> R(4,4)", None, _NOT_UNIQUE)
cdef Kernel _normal3_a = kernel(_normal_loop, "normal3", "a(3,3) -> a(3,3)", None, _NOT_UNIQUE)
cdef Kernel _normal4_a = kernel(_normal_loop, "normal4", "a(4,4) -> a(4,4)", None, _NOT_UNIQUE)
cdef Kernel _part3 = kernel(_part_loop, "n_simm", "m(3,3) -> m(3,3)")
cdef Kernel _part4 = kernel(_part_loop, "n_simm", "m(4,4) -> m(4,4)")


def normal(R, n=None, *, out=None):
    """Nearest rotation (least squares) to the 3x3 block of `R` (3x3 or 4x4); the rest of a 4x4 stays as it is.

    Newton's polar iteration, and Davenport's quaternion method for reflections and singular matrices, so that the
    result is always a proper rotation. Where that is not unique there is a `SingularityWarning`.

    >>> normal(1.1 * rotat(Zaxis, 0.5)).round(12) - rotat(Zaxis, 0.5).round(12)
    array([[0., 0., 0.],
           [0., 0., 0.],
           [0., 0., 0.]])
    """
    cdef int size = side(R, "R", n, "n")
    return run1(_normal4 if size == 4 else _normal3, R, out, size)


def normal3(a, *, out=None):
    """:func:`normal` of 3x3 matrices.

    >>> normal3([[0, -2, 0], [2, 0, 0], [0, 0, 2]])
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    return run1(_normal3_a, a, out, 3)


def normal4(a, *, out=None):
    """:func:`normal` of the rotation block of 4x4 matrices.

    >>> normal4([[0, -2, 0, 7], [2, 0, 0, 8], [0, 0, 2, 9], [0, 0, 0, 1]])[:, U]
    array([7., 8., 9., 1.])
    """
    return run1(_normal4_a, a, out, 4)


def n_simm3(m, *, out=None):
    """Symmetric part of 3x3 matrices.

    >>> n_simm3([[1, 2, 0], [4, 1, 0], [0, 0, 1]])[0]
    array([1., 3., 0.])
    """
    return run1(_part3, m, out, 3, 3, 1)


def n_simm34(m, *, out=None):
    """4x4 matrices with the symmetric part in their 3x3 block.

    >>> n_simm34([[1, 2, 0, 9], [4, 1, 0, 9], [0, 0, 1, 9], [0, 0, 0, 1]])[0]
    array([1., 3., 0., 9.])
    """
    return run1(_part4, m, out, 4, 3, 1)


def n_simm4(m, *, out=None):
    """Symmetric part of 4x4 matrices.

    >>> n_simm4([[1, 2, 0, 9], [4, 1, 0, 9], [0, 0, 1, 9], [0, 0, 0, 1]])[0]
    array([1. , 3. , 0. , 4.5])
    """
    return run1(_part4, m, out, 4, 4, 1)


def n_skew3(m, *, out=None):
    """Skew part of 3x3 matrices.

    >>> n_skew3([[1, 2, 0], [4, 1, 0], [0, 0, 1]])[0]
    array([ 0., -1.,  0.])
    """
    return run1(_part3, m, out, 3, 3, -1)


def n_skew34(m, *, out=None):
    """4x4 matrices with the skew part in their 3x3 block.

    >>> n_skew34([[1, 2, 0, 9], [4, 1, 0, 9], [0, 0, 1, 9], [0, 0, 0, 1]])[0]
    array([ 0., -1.,  0.,  9.])
    """
    return run1(_part4, m, out, 4, 3, -1)


def n_skew4(m, *, out=None):
    """Skew part of 4x4 matrices.

    >>> n_skew4([[1, 2, 0, 9], [4, 1, 0, 9], [0, 0, 1, 9], [0, 0, 0, 1]])[0]
    array([ 0. , -1. ,  0. ,  4.5])
    """
    return run1(_part4, m, out, 4, 4, -1)
