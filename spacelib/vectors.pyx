"""Vectors of three and their cross-product (tilde) matrices: ``v~ p = v x p``. Everything broadcasts."""
from spacelib._border cimport Batch, Kernel, item, kernel, result, run1, run2, side, size34
from spacelib.kernels.matrix cimport axial, cross3, dot3, length3, tilde, unit3, zero_rest

from spacelib.results import UnitVector

__all__ = [
    "cross", "crossVtoM", "dot", "mod", "mtov", "mtov3", "mtov4", "unitv", "vector",
    "vtom", "vtom3", "vtom4",
]


# ---------------------------------------------------------------------------------------------- loops

cdef void _cross_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        cross3(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _dot_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 0, i)[0] = dot3(item(b, 0, i), item(b, 1, i))


cdef void _mod_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 0, i)[0] = length3(item(b, 0, i))


cdef void _unitv_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 1, i)[0] = unit3(item(b, 0, i), result(b, 0, i))


cdef void _vector_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(3):
            result(b, 0, i)[j] = item(b, 0, i)[j] * item(b, 1, i)[0]


cdef void _mtov_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        axial(item(b, 0, i), b.k[0], result(b, 0, i))


cdef void _vtom_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        tilde(item(b, 0, i), result(b, 0, i), b.k[0])
        zero_rest(result(b, 0, i), b.k[0])


cdef void _crossVtoM_loop(Batch* b) noexcept nogil:
    cdef double c[3]
    cdef Py_ssize_t i
    for i in range(b.n):
        cross3(item(b, 0, i), item(b, 1, i), c)
        tilde(c, result(b, 0, i), b.k[0])
        zero_rest(result(b, 0, i), b.k[0])


cdef Kernel _cross = kernel(_cross_loop, "cross", "a(3) b(3) -> c(3)")
cdef Kernel _dot = kernel(_dot_loop, "dot", "a(3) b(3) -> product")
cdef Kernel _mod = kernel(_mod_loop, "mod", "a(3) -> length")
cdef Kernel _unitv = kernel(_unitv_loop, "unitv", "v(3) -> u(3) length", UnitVector)
cdef Kernel _vector = kernel(_vector_loop, "vector", "u(3) m -> v(3)")
cdef Kernel _mtov3 = kernel(_mtov_loop, "mtov", "A(3,3) -> v(3)")
cdef Kernel _mtov4 = kernel(_mtov_loop, "mtov", "A(4,4) -> v(3)")
cdef Kernel _mtov3_m = kernel(_mtov_loop, "mtov3", "m(3,3) -> v(3)")
cdef Kernel _mtov4_m = kernel(_mtov_loop, "mtov4", "m(4,4) -> v(3)")
cdef Kernel _vtom3 = kernel(_vtom_loop, "vtom", "v(3) -> A(3,3)")
cdef Kernel _vtom4 = kernel(_vtom_loop, "vtom", "v(3) -> A(4,4)")
cdef Kernel _crossVtoM3 = kernel(_crossVtoM_loop, "crossVtoM", "a(3) b(3) -> C(3,3)")
cdef Kernel _crossVtoM4 = kernel(_crossVtoM_loop, "crossVtoM", "a(3) b(3) -> C(4,4)")


# ---------------------------------------------------------------------------------------------- products and lengths

def cross(a, b, *, out=None):
    """Cross product ``a x b``.

    >>> cross(Xaxis, Yaxis)
    array([0., 0., 1.])
    """
    return run2(_cross, a, b, out)


def dot(a, b):
    """Dot product of vectors of three.

    >>> dot([1, 2, 3], [4, 5, 6])
    32.0
    """
    return run2(_dot, a, b, None)


def mod(a):
    """Length of a vector, without overflow or underflow.

    >>> mod([3, 4, 0]), mod([3e200, 0, 0])
    (5.0, 3e+200)
    """
    return run1(_mod, a, None)


def unitv(v, *, out=None):
    """Unit vector `u` along `v`, and the length of v; a zero vector has u = 0 and length 0.

    >>> unitv([0, 3e-200, 4e-200])
    UnitVector(u=array([0. , 0.6, 0.8]), length=5e-200)
    """
    return run1(_unitv, v, out)


def vector(u, m, *, out=None):
    """Vector of modulus `m` along the unit vector `u`: ``m u``.

    >>> vector(Yaxis, 3.0)
    array([0., 3., 0.])
    """
    return run2(_vector, u, m, out)


# ---------------------------------------------------------------------------------------------- tilde matrices

def mtov(A, dim=None, *, out=None):
    """Vector of the skew part of a matrix: ``v~ = (A - A^t) / 2`` of the 3x3 block of A (3x3 or 4x4).

    >>> mtov(vtom([1, 2, 3]))
    array([1., 2., 3.])
    """
    cdef int n = side(A, "A", dim, "dim")
    return run1(_mtov4 if n == 4 else _mtov3, A, out, n)


def mtov3(m, *, out=None):
    """:func:`mtov` of 3x3 matrices.

    >>> mtov3(vtom3([1, 2, 3]))
    array([1., 2., 3.])
    """
    return run1(_mtov3_m, m, out, 3)


def mtov4(m, *, out=None):
    """:func:`mtov` of 4x4 matrices.

    >>> mtov4(vtom4([1, 2, 3]))
    array([1., 2., 3.])
    """
    return run1(_mtov4_m, m, out, 4)


def vtom(v, dim=3, *, out=None):
    """Cross-product matrix ``v~ = [[0, -z, y], [z, 0, -x], [-y, x, 0]]``; `dim` = 4 adds a null row and column.

    >>> vtom([1, 2, 3])
    array([[ 0., -3.,  2.],
           [ 3.,  0., -1.],
           [-2.,  1.,  0.]])
    """
    cdef int n = size34(dim, "dim")
    return run1(_vtom4 if n == 4 else _vtom3, v, out, n)


def vtom3(v, *, out=None):
    """3x3 :func:`vtom`.

    >>> vtom3([1, 2, 3]) @ [0, 0, 1]
    array([ 2., -1.,  0.])
    """
    return run1(_vtom3, v, out, 3)


def vtom4(v, *, out=None):
    """4x4 :func:`vtom`.

    >>> vtom4([1, 2, 3])[3]
    array([0., 0., 0., 0.])
    """
    return run1(_vtom4, v, out, 4)


def crossVtoM(a, b, dim=3, *, out=None):
    """Cross-product matrix of a cross product: ``(a x b)~``; `dim` = 4 adds a null row and column.

    >>> crossVtoM(Xaxis, Yaxis)[Y, X]
    np.float64(1.0)
    """
    cdef int n = size34(dim, "dim")
    return run2(_crossVtoM4 if n == 4 else _crossVtoM3, a, b, out, n)
