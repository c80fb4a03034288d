"""Sums, products, transposes and copies of 3x3 and 4x4 matrices, vectors and points. Everything broadcasts.

The same for matrices of any size is in :mod:`spacelib.anysize`.
"""
from libc.math cimport fabs

from spacelib._border cimport Batch, Kernel, Loop, item, kernel, result, run1, run2
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.matrix cimport copy, mul3, mul4, mulv3, mulv4

__all__ = [
    "mcopy3", "mcopy4", "molt3", "molt4", "moltmv3", "moltp", "norm3", "norm4", "pcopy", "rmolt3", "rmolt4", "rmoltv",
    "sub3", "sub4", "subv", "sum3", "sum4", "sumv", "transp3", "transp4", "vcopy",
]


# ---------------------------------------------------------------------------------------------- loops
# option k[0]: number of elements, or side

cdef kvoid _molt4_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mul4(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _molt3_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mul3(item(b, 0, i), 3, item(b, 1, i), 3, result(b, 0, i))


cdef void _moltp_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mulv4(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _moltmv3_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        mulv3(item(b, 0, i), 3, item(b, 1, i), result(b, 0, i))


cdef void _sum_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(b.k[0]):
            result(b, 0, i)[j] = item(b, 0, i)[j] + item(b, 1, i)[j]


cdef void _sub_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(b.k[0]):
            result(b, 0, i)[j] = item(b, 0, i)[j] - item(b, 1, i)[j]


cdef void _rmolt_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(b.k[0]):
            result(b, 0, i)[j] = item(b, 0, i)[j] * item(b, 1, i)[0]


cdef void _norm_loop(Batch* b) noexcept nogil:
    cdef double largest, value
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        largest = 0.0
        for j in range(b.k[0]):
            value = fabs(item(b, 0, i)[j])
            largest = value if value > largest or value != value else largest
        result(b, 0, i)[0] = largest


cdef void _transp_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    cdef int r, c, n = b.k[0]
    for i in range(b.n):
        for r in range(n):
            for c in range(n):
                result(b, 0, i)[n*c + r] = item(b, 0, i)[n*r + c]


cdef void _copy_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        copy(item(b, 0, i), result(b, 0, i), b.k[0])


cdef Kernel _molt3 = kernel(_molt3_loop, "molt3", "A(3,3) B(3,3) -> C(3,3)")
cdef Kernel _molt4 = kernel(<Loop> _molt4_loop, "molt4", "A(4,4) B(4,4) -> C(4,4)")
cdef Kernel _moltp = kernel(_moltp_loop, "moltp", "A(4,4) B(4) -> C(4)")
cdef Kernel _moltmv3 = kernel(_moltmv3_loop, "moltmv3", "A(3,3) v1(3) -> v2(3)")
cdef Kernel _sum3 = kernel(_sum_loop, "sum3", "A(3,3) B(3,3) -> C(3,3)")
cdef Kernel _sum4 = kernel(_sum_loop, "sum4", "A(4,4) B(4,4) -> C(4,4)")
cdef Kernel _sumv = kernel(_sum_loop, "sumv", "A(3) B(3) -> C(3)")
cdef Kernel _sub3 = kernel(_sub_loop, "sub3", "A(3,3) B(3,3) -> C(3,3)")
cdef Kernel _sub4 = kernel(_sub_loop, "sub4", "A(4,4) B(4,4) -> C(4,4)")
cdef Kernel _subv = kernel(_sub_loop, "subv", "A(3) B(3) -> C(3)")
cdef Kernel _rmolt3 = kernel(_rmolt_loop, "rmolt3", "A(3,3) r -> B(3,3)")
cdef Kernel _rmolt4 = kernel(_rmolt_loop, "rmolt4", "A(4,4) r -> B(4,4)")
cdef Kernel _rmoltv = kernel(_rmolt_loop, "rmoltv", "v1(3) r -> v2(3)")
cdef Kernel _norm3 = kernel(_norm_loop, "norm3", "A(3,3) -> norm")
cdef Kernel _norm4 = kernel(_norm_loop, "norm4", "A(4,4) -> norm")
cdef Kernel _transp3 = kernel(_transp_loop, "transp3", "A(3,3) -> At(3,3)")
cdef Kernel _transp4 = kernel(_transp_loop, "transp4", "A(4,4) -> At(4,4)")
cdef Kernel _mcopy3 = kernel(_copy_loop, "mcopy3", "A1(3,3) -> A2(3,3)")
cdef Kernel _mcopy4 = kernel(_copy_loop, "mcopy4", "A1(4,4) -> A2(4,4)")
cdef Kernel _vcopy = kernel(_copy_loop, "vcopy", "v1(3) -> v2(3)")
cdef Kernel _pcopy = kernel(_copy_loop, "pcopy", "P1(4) -> P2(4)")


# ---------------------------------------------------------------------------------------------- faces

def molt3(A, B, *, out=None):
    """Product ``A B`` of 3x3 matrices.

    >>> molt3(rotat(Zaxis, 0.5), rotat(Zaxis, -0.5)).round(12)[0]
    array([1., 0., 0.])
    """
    return run2(_molt3, A, B, out)


def molt4(A, B, *, out=None):
    """Product ``A B`` of 4x4 matrices: composition of poses ``M_0_2 = M_0_1 M_1_2``.

    >>> molt4(traslat2(X, 1.0), traslat2(Y, 2.0))[:3, 3]
    array([1., 2., 0.])
    """
    return run2(_molt4, A, B, out)


def moltp(A, B, *, out=None):
    """Matrix times point, 4x4 by 4: a point moved by a pose, its velocity ``W P``, its acceleration ``H P``.

    >>> moltp(traslat2(X, 1.0), [1, 2, 3, 1])
    array([2., 2., 3., 1.])
    """
    return run2(_moltp, A, B, out)


def moltmv3(A, v1, *, out=None):
    """Matrix times vector, 3x3 by 3.

    >>> moltmv3(rotat2(Z, PIG).round(12), [1, 2, 3])
    array([-1., -2.,  3.])
    """
    return run2(_moltmv3, A, v1, out)


def rmolt3(A, r, *, out=None):
    """3x3 matrix times a number.

    >>> rmolt3(UNIT3, 2.0)[0]
    array([2., 0., 0.])
    """
    return run2(_rmolt3, A, r, out, 9)


def rmolt4(A, r, *, out=None):
    """4x4 matrix times a number.

    >>> rmolt4(UNIT4, -1.0)[3]
    array([-0., -0., -0., -1.])
    """
    return run2(_rmolt4, A, r, out, 16)


def rmoltv(v1, r, *, out=None):
    """Vector times a number.

    >>> rmoltv([1, 2, 3], 2.0)
    array([2., 4., 6.])
    """
    return run2(_rmoltv, v1, r, out, 3)


def sum3(A, B, *, out=None):
    """Sum of 3x3 matrices.

    >>> sum3(UNIT3, UNIT3)[0]
    array([2., 0., 0.])
    """
    return run2(_sum3, A, B, out, 9)


def sum4(A, B, *, out=None):
    """Sum of 4x4 matrices: composition of velocities ``W_0_2 = W_0_1 + W_1_2`` in one frame, sum of actions.

    >>> sum4(UNIT4, UNIT4)[0]
    array([2., 0., 0., 0.])
    """
    return run2(_sum4, A, B, out, 16)


def sumv(A, B, *, out=None):
    """Sum of vectors.

    >>> sumv([1, 2, 3], [1, 1, 1])
    array([2., 3., 4.])
    """
    return run2(_sumv, A, B, out, 3)


def sub3(A, B, *, out=None):
    """Difference of 3x3 matrices.

    >>> sub3(UNIT3, UNIT3)[0]
    array([0., 0., 0.])
    """
    return run2(_sub3, A, B, out, 9)


def sub4(A, B, *, out=None):
    """Difference of 4x4 matrices.

    >>> sub4(UNIT4, UNIT4)[0]
    array([0., 0., 0., 0.])
    """
    return run2(_sub4, A, B, out, 16)


def subv(A, B, *, out=None):
    """Difference of vectors.

    >>> subv([1, 2, 3], [1, 1, 1])
    array([0., 1., 2.])
    """
    return run2(_subv, A, B, out, 3)


def norm3(A):
    """Largest absolute element of 3x3 matrices.

    >>> norm3(-2.0 * UNIT3)
    2.0
    """
    return run1(_norm3, A, None, 9)


def norm4(A):
    """Largest absolute element of 4x4 matrices.

    >>> norm4(-2.0 * UNIT4)
    2.0
    """
    return run1(_norm4, A, None, 16)


def transp3(A, *, out=None):
    """Transpose of 3x3 matrices.

    >>> transp3([[1, 2, 3], [4, 5, 6], [7, 8, 9]])[0]
    array([1., 4., 7.])
    """
    return run1(_transp3, A, out, 3)


def transp4(A, *, out=None):
    """Transpose of 4x4 matrices.

    >>> transp4(traslat2(X, 2.0))[3]
    array([2., 0., 0., 1.])
    """
    return run1(_transp4, A, out, 4)


def mcopy3(A1, *, out=None):
    """Copy of 3x3 matrices.

    >>> mcopy3(UNIT3)[0]
    array([1., 0., 0.])
    """
    return run1(_mcopy3, A1, out, 9)


def mcopy4(A1, *, out=None):
    """Copy of 4x4 matrices.

    >>> mcopy4(UNIT4)[0]
    array([1., 0., 0., 0.])
    """
    return run1(_mcopy4, A1, out, 16)


def vcopy(v1, *, out=None):
    """Copy of vectors.

    >>> vcopy(Xaxis)
    array([1., 0., 0.])
    """
    return run1(_vcopy, v1, out, 3)


def pcopy(P1, *, out=None):
    """Copy of points.

    >>> pcopy(ORIGIN)
    array([0., 0., 0., 1.])
    """
    return run1(_pcopy, P1, out, 4)
