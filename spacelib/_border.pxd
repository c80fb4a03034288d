"""The border between Python and the kernels: convert, check, broadcast, loop, return.

A kernel is a loop over up to BLOCK items of flat doubles (`Batch`). Its face names the arguments by a signature such as
``"A(4,4) B(4,4) -> C(4,4)"`` (core shapes; a bare name is a number) and calls `run1` ... `run4` or `run`. One sample
of plain float64 arrays goes straight through; everything else is converted, checked and broadcast over leading
dimensions. Kernels never index beyond the core shapes that are checked here.
"""
from cpython.object cimport PyObject

cdef enum:
    MAXIN = 10
    MAXOUT = 6
    MAXOPTION = 4
    BLOCK = 64          # most items that a kernel gets at once: room for its local buffers

cdef struct Batch:
    Py_ssize_t n                # number of items, 1 .. BLOCK
    const double* x[MAXIN]      # inputs: first item
    Py_ssize_t dx[MAXIN]        # doubles from one item to the next, 0 for a broadcast input
    double* y[MAXOUT]           # outputs
    Py_ssize_t dy[MAXOUT]
    int k[MAXOPTION]            # options: axes, joint type, size
    Py_ssize_t singular         # set by the kernel: items with a degenerate answer

ctypedef void (*Loop)(Batch* b) noexcept nogil

cdef struct Core:
    int ndim
    Py_ssize_t dims[2]
    Py_ssize_t size
    bint integer

cdef struct Axes:
    int i, j, k

cdef class Kernel:
    cdef Loop loop
    cdef int nin, nout
    cdef Core x[MAXIN]
    cdef Core y[MAXOUT]
    cdef tuple inputs, outputs
    cdef str name, complaint
    cdef object result

cdef Kernel kernel(Loop loop, str name, str signature, object result=*, str complaint=*)

cdef object run(Kernel f, PyObject** args, object out, int k0, int k1, int k2, int k3)


cdef inline object run1(Kernel f, object a, object out, int k0=0, int k1=0, int k2=0, int k3=0):
    cdef PyObject* args[1]
    args[0] = <PyObject*> a
    return run(f, args, out, k0, k1, k2, k3)


cdef inline object run2(Kernel f, object a, object b, object out, int k0=0, int k1=0, int k2=0, int k3=0):
    cdef PyObject* args[2]
    args[0] = <PyObject*> a
    args[1] = <PyObject*> b
    return run(f, args, out, k0, k1, k2, k3)


cdef inline object run3(Kernel f, object a, object b, object c, object out, int k0=0, int k1=0, int k2=0, int k3=0):
    cdef PyObject* args[3]
    args[0] = <PyObject*> a
    args[1] = <PyObject*> b
    args[2] = <PyObject*> c
    return run(f, args, out, k0, k1, k2, k3)


cdef inline object run4(Kernel f, object a, object b, object c, object d, object out,
                        int k0=0, int k1=0, int k2=0, int k3=0):
    cdef PyObject* args[4]
    args[0] = <PyObject*> a
    args[1] = <PyObject*> b
    args[2] = <PyObject*> c
    args[3] = <PyObject*> d
    return run(f, args, out, k0, k1, k2, k3)

cdef int integer(object value, str name) except? -1
cdef int axis_index(object a, str name, int last) except -1
cdef int joint_type(object jtype) except -1
cdef int size34(object dim, str name) except -1
cdef int side(object A, str name, object dim, str dim_name) except -1
cdef int same_size(object given, Py_ssize_t actual, str name, str of) except -1
cdef int points(object P, str name) except -1
cdef Axes sequence(object i, object j, object k) except *
cdef Axes two_axes(object a1, object a2) except *
cdef tuple line(object l, str name)


cdef inline const double* item(Batch* b, int i, Py_ssize_t j) noexcept nogil:
    """Input i of item j."""
    return b.x[i] + j * b.dx[i]


cdef inline double* result(Batch* b, int i, Py_ssize_t j) noexcept nogil:
    """Output i of item j."""
    return b.y[i] + j * b.dy[i]
