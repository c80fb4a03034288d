"""The border between Python and the kernels (design note in _border.pxd)."""
cimport numpy as cnp
from cpython.long cimport PyLong_AsDouble
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM

import operator
import re
from collections.abc import Mapping

import numpy as np

from spacelib._sizes import common_shape, what_is
from spacelib.errors import report_singular

cnp.import_array()

cdef enum:
    MAXDIM = 64          # NumPy's own limit
    RELEASE_GIL = 64     # items from which releasing the GIL pays

cdef extern from *:
    """
    #define SPACELIB_TUPLE_NEW(cls, args, kwargs) PyTuple_Type.tp_new((PyTypeObject *) (cls), (args), NULL)

    /* float64, C-contiguous, aligned, native, of exactly the given core shape */
    static inline int spacelib_plain(PyObject *o, int ndim, const Py_ssize_t *dims)
    {
        PyArrayObject *a = (PyArrayObject *) o;
        return PyArray_Check(o) && PyArray_NDIM(a) == ndim && PyArray_TYPE(a) == NPY_DOUBLE
            && (ndim < 1 || PyArray_DIM(a, 0) == dims[0]) && (ndim < 2 || PyArray_DIM(a, 1) == dims[1])
            && PyArray_ISCARRAY_RO(a);
    }
    #define SPACELIB_DATA(o) ((double *) PyArray_DATA((PyArrayObject *) (o)))
    """
    int PyFloat_Check(PyObject*) noexcept
    int PyLong_CheckExact(object) noexcept
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    double PyFloat_AS_DOUBLE(PyObject*) noexcept
    object tuple_new "SPACELIB_TUPLE_NEW"(object cls, object args, void* kwargs)
    int plain "spacelib_plain"(PyObject* array, int ndim, const Py_ssize_t* dims) noexcept
    double* data "SPACELIB_DATA"(PyObject* array) noexcept


# ---------------------------------------------------------------------------------------------- signatures

cdef class Kernel:
    """A loop over items with the names and core shapes of its arguments."""


cdef _cores(str text, Core* cores, int most):
    """Fill `cores` from ``"A(4,4) phi inttype:int"``; the names."""
    names = []
    for i, (name, shape, kind) in enumerate(re.findall(r"([\w.]+)(?:\(([\d,]+)\))?(:int)?", text)):
        assert i < most, text
        dims = [int(d) for d in shape.split(",")] if shape else []
        cores[i].ndim = len(dims)
        cores[i].size = 1
        for d, length in enumerate(dims):
            cores[i].dims[d] = length
            cores[i].size *= length
        cores[i].integer = bool(kind)
        names.append(name)
    return tuple(names)


cdef Kernel kernel(Loop loop, str name, str signature, object result=None, str complaint=None):
    """A kernel from its loop and a signature; `result` is the NamedTuple of several outputs, `complaint` what
    singular items say."""
    cdef Kernel f = Kernel()
    left, right = signature.split("->")
    f.loop = loop
    f.name = name
    f.inputs = _cores(left, f.x, MAXIN)
    f.outputs = _cores(right, f.y, MAXOUT)
    f.nin = len(f.inputs)
    f.nout = len(f.outputs)
    f.result = result
    f.complaint = complaint
    return f


cdef str _shape_text(Core* core):
    return "(..., " + ", ".join([str(core.dims[d]) for d in range(core.ndim)]) + ")" if core.ndim else "a number"


# ---------------------------------------------------------------------------------------------- one sample

cdef inline bint _usable_out(object out, Kernel f, Batch* b) noexcept:
    """Can `out` take the one output directly: plain, writeable, apart from every input?"""
    cdef double* y
    cdef int i
    if f.y[0].ndim == 0 or not plain(<PyObject*> out, f.y[0].ndim, f.y[0].dims):
        return False
    if not cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out):
        return False
    y = data(<PyObject*> out)
    for i in range(f.nin):
        if b.x[i] < y + f.y[0].size and y < b.x[i] + f.x[i].size:
            return False
    return True


cdef object run(Kernel f, PyObject** args, object out, int k0, int k1, int k2, int k3):
    """Call the kernel; one sample of plain arrays and numbers directly, anything else by `_run_batch`."""
    cdef Batch b
    cdef double number[MAXIN]
    cdef double value
    cdef int i
    b.k[0] = k0
    b.k[1] = k1
    b.k[2] = k2
    b.k[3] = k3
    b.singular = 0
    for i in range(f.nin):
        b.dx[i] = 0
        if f.x[i].ndim == 0:
            if PyFloat_Check(args[i]):
                number[i] = PyFloat_AS_DOUBLE(args[i])
            elif PyLong_CheckExact(<object> args[i]):
                number[i] = _int_to_double(<object> args[i], f.inputs[i])
            else:
                return _run_batch(f, args, out, &b)
            b.x[i] = &number[i]
        elif plain(args[i], f.x[i].ndim, f.x[i].dims):
            b.x[i] = data(args[i])
        else:
            return _run_batch(f, args, out, &b)
    if f.nout > 1:
        return _run_batch(f, args, out, &b) if out is not None else _run_one(f, &b)
    b.n = 1
    b.dy[0] = 0
    if f.y[0].ndim == 0 and out is None:
        b.y[0] = &value
        f.loop(&b)
        if b.singular:
            _complain(f, &b, 1)
        return _whole(value) if f.y[0].integer else value
    if out is None:
        out = cnp.PyArray_SimpleNew(f.y[0].ndim, <cnp.npy_intp*> f.y[0].dims, cnp.NPY_DOUBLE)
    elif not _usable_out(out, f, &b):
        return _run_batch(f, args, out, &b)
    b.y[0] = data(<PyObject*> out)
    f.loop(&b)
    if b.singular:
        _complain(f, &b, 1)
    return out


cdef double _int_to_double(object a, str name) except? -1.0:
    try:
        return PyLong_AsDouble(a)
    except OverflowError:
        raise ValueError(f"`{name}`: expected a number within the range of float64, got a larger int") from None


cdef object _run_one(Kernel f, Batch* b):
    """One sample with several outputs: the NamedTuple."""
    cdef double value[MAXOUT]
    cdef int i
    cdef tuple results = PyTuple_New(f.nout)
    cdef object x
    b.n = 1
    for i in range(f.nout):
        b.dy[i] = 0
        b.y[i] = &value[i]
        if f.y[i].ndim:
            x = cnp.PyArray_SimpleNew(f.y[i].ndim, <cnp.npy_intp*> f.y[i].dims, cnp.NPY_DOUBLE)
            b.y[i] = data(<PyObject*> x)
            Py_INCREF(x)
            PyTuple_SET_ITEM(results, i, x)
    f.loop(b)
    for i in range(f.nout):
        if f.y[i].ndim == 0:
            x = _whole(value[i]) if f.y[i].integer else value[i]
            Py_INCREF(x)
            PyTuple_SET_ITEM(results, i, x)
    if b.singular:
        _complain(f, b, 1)
    return _named(f, results)


cdef inline object _named(Kernel f, tuple results):
    """The NamedTuple of the results: tuple.__new__ without a Python call."""
    return tuple_new(f.result, (results,), NULL)


cdef object _whole(double value):
    """A double that holds an int; nan stays."""
    return int(value) if value == value else value


cdef _complain(Kernel f, Batch* b, total):
    report_singular(f.name, f.complaint, b.singular, total)


# ---------------------------------------------------------------------------------------------- many samples

cdef object _operand(object value, str name, Core* core):
    """`value` as a float64 array whose core is C-contiguous, or one clear sentence."""
    cdef cnp.ndarray a
    try:
        array = np.asarray(value)
    except (ValueError, TypeError):
        raise ValueError(f"`{name}`: expected {_shape_text(core)}, got a sequence of unequal shapes") from None
    if array.dtype.kind not in "fiub":
        raise TypeError(f"`{name}`: expected real numbers, got {what_is(array, value)}")
    a = np.asarray(array, np.float64)
    if a.ndim < core.ndim or any([a.shape[a.ndim - core.ndim + d] != core.dims[d] for d in range(core.ndim)]):
        shape = (<object> a).shape
        hint = " (a point is x, y, z, 1)" if core.size == 4 and shape[len(shape) - 1:] == (3,) else ""
        raise ValueError(f"`{name}`: expected shape {_shape_text(core)}{hint}, got {shape}")
    expected = sizeof(double)
    for d in range(core.ndim - 1, -1, -1):
        if a.strides[a.ndim - core.ndim + d] != expected:
            return np.array(a, np.float64, order="C")
        expected *= core.dims[d]
    if not a.flags.aligned or any([s % sizeof(double) for s in (<object> a).strides]):
        return np.array(a, np.float64, order="C")
    return a


cdef tuple _broadcast(Kernel f, list arrays):
    """Common leading shape of the inputs."""
    cdef int i
    leads = [(<object> arrays[i]).shape[:arrays[i].ndim - f.x[i].ndim] for i in range(f.nin)]
    shape = common_shape(leads)
    if shape is None:
        given = ", ".join([f"`{name}` {lead}" for name, lead in zip(f.inputs, leads) if lead])
        raise ValueError(f"{f.name}: leading shapes do not broadcast: {given}")
    most = max([f.y[i].ndim for i in range(f.nout)])
    if len(shape) + most > MAXDIM:
        raise ValueError(f"{f.name}: expected at most {MAXDIM - most} leading dimensions, got {len(shape)}")
    return shape


cdef list _outputs(Kernel f, object out, tuple lead, list arrays):
    """Pairs (array that the kernel writes, array that the caller gets)."""
    cdef int i
    given = (None,) * f.nout
    if out is not None:
        given = out if f.nout > 1 else (out,)
        if not isinstance(given, tuple) or len(given) != f.nout:
            raise TypeError(f"`out`: expected a tuple of {f.nout} arrays ({', '.join(f.outputs)}), "
                            f"got {type(out).__name__}")
    pairs = []
    for i in range(f.nout):
        shape = lead + tuple([f.y[i].dims[d] for d in range(f.y[i].ndim)])
        target = given[i]
        if target is None:
            target = np.empty(shape)
            pairs.append((target, target))
            continue
        label = "`out`" if f.nout == 1 else f"`out`, {f.outputs[i]}"
        if not isinstance(target, np.ndarray):
            raise TypeError(f"{label}: expected an array, got {type(target).__name__}")
        if target.dtype != np.float64 or not target.dtype.isnative:
            raise TypeError(f"{label}: expected dtype float64, got {target.dtype}")
        if target.shape != shape:
            raise ValueError(f"{label}: expected shape {shape}, got {target.shape}")
        if not target.flags.writeable:
            raise ValueError(f"{label}: expected a writeable array, got a read-only one")
        others = arrays + [p[0] for p in pairs]
        if target.flags.carray and not any([np.may_share_memory(target, a) for a in others]):
            pairs.append((target, target))
        else:
            pairs.append((np.empty(shape), target))
    return pairs


cdef object _run_batch(Kernel f, PyObject** args, object out, Batch* b):
    """Convert, broadcast, sweep."""
    cdef Py_ssize_t shape[MAXDIM]
    cdef Py_ssize_t sx[MAXIN][MAXDIM]
    cdef Py_ssize_t sy[MAXOUT][MAXDIM]
    cdef Py_ssize_t total = 1
    cdef int i, d, nd, own
    arrays = [_operand(<object> args[i], f.inputs[i], &f.x[i]) for i in range(f.nin)]
    lead = _broadcast(f, arrays)
    pairs = _outputs(f, out, lead, arrays)
    nd = len(lead)
    for d in range(nd):
        shape[d] = lead[d]
        total *= shape[d]
    for i in range(f.nin):
        a = arrays[i]
        b.x[i] = data(<PyObject*> a)
        own = a.ndim - f.x[i].ndim
        for d in range(nd):
            sx[i][d] = 0
            if d >= nd - own and a.shape[d - nd + own] != 1:
                sx[i][d] = a.strides[d - nd + own] // <Py_ssize_t> sizeof(double)
    for i in range(f.nout):
        y = pairs[i][0]
        b.y[i] = data(<PyObject*> y)
        for d in range(nd):
            sy[i][d] = y.strides[d] // <Py_ssize_t> sizeof(double)
    if total >= RELEASE_GIL:
        with nogil:
            _sweep(f.loop, b, nd, shape, f.nin, sx, f.nout, sy)
    elif total:
        _sweep(f.loop, b, nd, shape, f.nin, sx, f.nout, sy)
    if b.singular:
        _complain(f, b, total)
    given = (out,) if f.nout == 1 else out or (None,) * f.nout
    results = [_finished(y, target, &f.y[i], nd == 0 and given[i] is None) for i, (y, target) in enumerate(pairs)]
    return results[0] if f.nout == 1 else _named(f, tuple(results))


cdef object _finished(y, target, Core* core, bint single):
    """The array or number that the caller gets."""
    if target is not y:
        target[...] = y
    if core.ndim == 0 and single:
        return _whole(y) if core.integer else float(y)
    return target.astype(np.int64) if core.integer else target


cdef void _sweep(Loop loop, Batch* b, int nd, Py_ssize_t* shape, int nin, Py_ssize_t (*sx)[MAXDIM],
                 int nout, Py_ssize_t (*sy)[MAXDIM]) noexcept nogil:
    """Run the loop along the last leading dimension, block by block, and step through the others; dimensions that
    follow one another in memory for every operand are merged first."""
    cdef Py_ssize_t index[MAXDIM]
    cdef Py_ssize_t length, left
    cdef int i, d, last = 0
    cdef bint merge
    for d in range(1, nd):
        merge = True
        for i in range(nin):
            merge = merge and sx[i][last] == sx[i][d] * shape[d]
        for i in range(nout):
            merge = merge and sy[i][last] == sy[i][d] * shape[d]
        if merge:
            shape[last] *= shape[d]
        else:
            last += 1
            shape[last] = shape[d]
        for i in range(nin):
            sx[i][last] = sx[i][d]
        for i in range(nout):
            sy[i][last] = sy[i][d]
    length = shape[last] if nd else 1
    for i in range(nin):
        b.dx[i] = sx[i][last] if nd else 0
    for i in range(nout):
        b.dy[i] = sy[i][last] if nd else 0
    for d in range(last):
        index[d] = 0
    while True:
        left = length
        while left > 0:
            b.n = BLOCK if left > BLOCK else left
            loop(b)
            left -= b.n
            for i in range(nin):
                b.x[i] += b.n * b.dx[i]
            for i in range(nout):
                b.y[i] += b.n * b.dy[i]
        for i in range(nin):
            b.x[i] -= length * b.dx[i]
        for i in range(nout):
            b.y[i] -= length * b.dy[i]
        d = last - 1
        while d >= 0:
            index[d] += 1
            for i in range(nin):
                b.x[i] += sx[i][d]
            for i in range(nout):
                b.y[i] += sy[i][d]
            if index[d] < shape[d]:
                break
            for i in range(nin):
                b.x[i] -= sx[i][d] * shape[d]
            for i in range(nout):
                b.y[i] -= sy[i][d] * shape[d]
            index[d] = 0
            d -= 1
        if d < 0:
            return


# ---------------------------------------------------------------------------------------------- options

cdef int integer(object value, str name) except? -1:
    """An integer option."""
    cdef long long number
    cdef int overflow
    if not PyLong_CheckExact(value):
        try:
            value = operator.index(value)
        except TypeError:
            raise TypeError(f"`{name}`: expected an integer, got {type(value).__name__}") from None
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or not -2147483648 <= number <= 2147483647:
        raise ValueError(f"`{name}`: expected a small integer, got a very large one")
    return <int> number


cdef int axis_index(object a, str name, int last) except -1:
    """Axis X, Y, Z (last = 2) or also U (last = 3)."""
    cdef int value = integer(a, name)
    if not 0 <= value <= last:
        allowed = "X, Y, Z or U (0 to 3)" if last == 3 else "X, Y or Z (0 to 2)"
        raise ValueError(f"`{name}`: expected axis {allowed}, got {value}")
    return value


cdef int joint_type(object jtype) except -1:
    """Rev or Pri."""
    cdef int value = integer(jtype, "jtype")
    if value != 0 and value != 1:
        raise ValueError(f"`jtype`: expected Rev (0) or Pri (1), got {value}")
    return value


cdef int size34(object dim, str name) except -1:
    """Size 3 or 4 of an output matrix."""
    cdef int value = integer(dim, name)
    if value != 3 and value != 4:
        raise ValueError(f"`{name}`: expected 3 or 4, got {value}")
    return value


cdef int side(object A, str name, object dim, str dim_name) except -1:
    """Side 3 or 4 of the square matrices A, checked against `dim` if that is given."""
    cdef int nd, n
    if not cnp.PyArray_Check(A):
        try:
            A = np.asarray(A)
        except (ValueError, TypeError):
            raise ValueError(f"`{name}`: expected (..., 3, 3) or (..., 4, 4), "
                             "got a sequence of unequal shapes") from None
    nd = cnp.PyArray_NDIM(<cnp.ndarray> A)
    n = cnp.PyArray_DIM(<cnp.ndarray> A, nd - 1) if nd > 1 else 0
    if nd < 2 or n != cnp.PyArray_DIM(<cnp.ndarray> A, nd - 2) or n != 3 and n != 4:
        raise ValueError(f"`{name}`: expected shape (..., 3, 3) or (..., 4, 4), got {A.shape}")
    same_size(dim, n, dim_name, name)
    return n


cdef int same_size(object given, Py_ssize_t actual, str name, str of) except -1:
    """A size argument, None or what the array `of` shows."""
    if given is not None and integer(given, name) != actual:
        raise ValueError(f"`{name}`: expected {actual}, the size of `{of}`, got {given}")
    return 0


cdef int points(object P, str name) except -1:
    """Refuse points whose fourth coordinate is a number other than 1; shape and type are checked by `run`."""
    cdef double u
    cdef Py_ssize_t four = 4
    if plain(<PyObject*> P, 1, &four):
        u = data(<PyObject*> P)[3]
        if u == 1.0 or u != u:
            return 0
    else:
        try:
            fourth = np.asarray(P)[..., 3]
            if fourth.dtype.kind not in "fiub" or ((fourth == 1) | (fourth != fourth)).all():
                return 0
            u = fourth.ravel()[np.argmax(((fourth != 1) & (fourth == fourth)).ravel())]
        except (ValueError, TypeError, IndexError):
            return 0
    raise ValueError(f"`{name}`: expected a point (x, y, z, 1), got a fourth coordinate {u}")


cdef Axes sequence(object i, object j, object k) except *:
    """Axes of a Cardan or Euler sequence: X..Z, neighbours different."""
    cdef Axes q
    q.i = axis_index(i, "i", 2)
    q.j = axis_index(j, "j", 2)
    q.k = axis_index(k, "k", 2)
    if q.i == q.j or q.j == q.k:
        raise ValueError(f"`i, j, k`: expected neighbouring axes to differ, got ({q.i}, {q.j}, {q.k})")
    return q


cdef Axes two_axes(object a1, object a2) except *:
    """Two different axes X..Z."""
    cdef Axes q
    q.i = axis_index(a1, "a1", 2)
    q.j = axis_index(a2, "a2", 2)
    q.k = 0
    if q.i == q.j:
        raise ValueError(f"`a1, a2`: expected two different axes, got ({q.i}, {q.j})")
    return q


cdef tuple line(object l, str name):
    """Point and direction of a LINE: a pair, or a mapping with the keys P and dir."""
    try:
        if isinstance(l, Mapping):
            return l["P"], l["dir"]
        P, direction = l
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"`{name}`: expected a line (P, dir), got {type(l).__name__}") from None
    return P, direction
