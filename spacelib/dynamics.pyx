"""Inertia J, action PHI and momentum GAMMA of bodies.

``J = integral P P^t dm`` is the symmetric pseudo-inertia: second moments, first moments, mass. ``PHI = [c~ f; -f^t 0]``
holds a force f and its couple c about the origin of the frame. ``PHI = skew(H J)``, ``GAMMA = skew(W J)``. Everything
broadcasts over leading dimensions.
"""
from cpython.object cimport PyObject

from spacelib._border cimport Batch, Kernel, Loop, item, kernel, result, run, run2, run3
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.dynamics cimport action, inertia, pseudo_dot, trace_ljlt
from spacelib.kernels.matrix cimport skew_product

__all__ = ["actom", "jtoJ", "psedot", "skew4", "trac_ljlt4"]


# ---------------------------------------------------------------------------------------------- loops

cdef void _jtoJ_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        inertia(item(b, 0, i)[0], item(b, 1, i)[0], item(b, 2, i)[0], item(b, 3, i)[0], item(b, 4, i)[0],
                item(b, 5, i)[0], item(b, 6, i)[0], item(b, 7, i)[0], item(b, 8, i)[0], item(b, 9, i)[0],
                result(b, 0, i))


cdef void _actom_loop(Batch* b) noexcept nogil:
    cdef double x[6]
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(6):
            x[j] = item(b, j, i)[0]
        action(x, x + 3, result(b, 0, i))


cdef kvoid _skew4_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        skew_product(item(b, 0, i), item(b, 1, i), result(b, 0, i))


cdef void _psedot_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 0, i)[0] = pseudo_dot(item(b, 0, i), item(b, 1, i))


cdef void _trace_loop(Batch* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(b.n):
        result(b, 0, i)[0] = trace_ljlt(item(b, 0, i), item(b, 1, i), item(b, 2, i))


cdef Kernel _jtoJ = kernel(_jtoJ_loop, "jtoJ", "mass jxx jyy jzz jxy jyz jxz xg yg zg -> J(4,4)")
cdef Kernel _actom = kernel(_actom_loop, "actom", "fx fy fz cx cy cz -> FI(4,4)")
cdef Kernel _skew4 = kernel(<Loop> _skew4_loop, "skew4", "A(4,4) B(4,4) -> C(4,4)")
cdef Kernel _psedot = kernel(_psedot_loop, "psedot", "A(4,4) B(4,4) -> power")
cdef Kernel _trace = kernel(_trace_loop, "trac_ljlt4", "L1(4,4) J(4,4) L2(4,4) -> trace")


# ---------------------------------------------------------------------------------------------- faces

def jtoJ(mass, jxx, jyy, jzz, jxy, jyz, jxz, xg, yg, zg, *, out=None):
    """Inertia matrix J from mass, the usual moments about the centre of mass, and its coordinates (xg, yg, zg).

    ``J[X, X] = (-jxx + jyy + jzz)/2 + mass xg^2``, ``J[X, Y] = -jxy + mass xg yg``, ``J[X, U] = mass xg``,
    ``J[U, U] = mass``. Moments about axes through the centre of mass parallel to the frame's; products with the sign of
    the inertia tensor (``jxy = -integral x y dm``). Mind the order: diagonal first, then xy, yz, xz. kg, m.

    >>> jtoJ(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0.1, 0, 0).round(3)
    array([[0.32, 0.  , 0.  , 0.2 ],
           [0.  , 0.2 , 0.  , 0.  ],
           [0.  , 0.  , 0.1 , 0.  ],
           [0.2 , 0.  , 0.  , 2.  ]])
    """
    cdef PyObject* args[10]
    args[0] = <PyObject*> mass
    args[1] = <PyObject*> jxx
    args[2] = <PyObject*> jyy
    args[3] = <PyObject*> jzz
    args[4] = <PyObject*> jxy
    args[5] = <PyObject*> jyz
    args[6] = <PyObject*> jxz
    args[7] = <PyObject*> xg
    args[8] = <PyObject*> yg
    args[9] = <PyObject*> zg
    return run(_jtoJ, args, out, 0, 0, 0, 0)


def actom(fx, fy, fz, cx, cy, cz, *, out=None):
    """Action matrix of a force and a couple about the origin: ``PHI = [c~ f; -f^t 0]``.

    >>> actom(1, 2, 3, 4, 5, 6)
    array([[ 0., -6.,  5.,  1.],
           [ 6.,  0., -4.,  2.],
           [-5.,  4.,  0.,  3.],
           [-1., -2., -3.,  0.]])
    """
    cdef PyObject* args[6]
    args[0] = <PyObject*> fx
    args[1] = <PyObject*> fy
    args[2] = <PyObject*> fz
    args[3] = <PyObject*> cx
    args[4] = <PyObject*> cy
    args[5] = <PyObject*> cz
    return run(_actom, args, out, 0, 0, 0, 0)


def skew4(A, B, *, out=None):
    """``A B - (A B)^t``, exactly antisymmetric.

    Action ``skew4(H, J)``, momentum ``skew4(W, J)``, weight ``skew4(Hg, J)``; for a symmetric B it is ``A B - B A^t``.

    >>> J = jtoJ(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0)
    >>> skew4(velacctoWH(Rev, 3.0, 0.0).W, J)[Y, X]         # angular momentum 0.5 * 3
    np.float64(1.5)
    """
    return run2(_skew4, A, B, out)


def psedot(A, B, *, out=None):
    """Pseudo scalar product of the six independent entries of A and B.

    Power of an action: ``psedot(W, PHI)``; generalised force of a joint: ``psedot(L, PHI)`` (Legnani et al. 1996, part
    2, eq. 10). The trace of ``PHI L^t`` would count the couple twice.

    >>> psedot(velacctoWH(Rev, 2.0, 0.0).W, actom(0, 0, 0, 0, 0, 5))
    10.0
    """
    return run2(_psedot, A, B, out)


def trac_ljlt4(L1, J, L2, *, out=None):
    """``trace(L1 J L2^t)``: an element of the mass matrix for screws L1, L2; twice the kinetic energy for W, W.

    Legnani et al. 1996, part 2, eq. 8 and section 3.

    >>> W = velacctoWH(Rev, 2.0, 0.0).W
    >>> 0.5 * trac_ljlt4(W, jtoJ(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0), W)      # 0.5 * 0.5 * 2**2
    1.0
    """
    return run3(_trace, L1, J, L2, out)
