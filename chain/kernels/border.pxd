"""The border between Python and the kernels: arrays of samples become pointers after their sizes are checked."""
from libc.stdlib cimport free, malloc

cimport numpy as cnp

from chain.kernels.external cimport Entry
from chain.kernels.model cimport Model
from chain.kernels.tiles cimport Job


cdef inline const double* given(const double[:, ::1] x, Py_ssize_t width, Py_ssize_t N,
                                Py_ssize_t* step) except? NULL:
    """Start of an input (N, width), or (1, width) that serves all samples, and the doubles between samples."""
    if x is None:
        raise TypeError("an input is missing")
    if x.shape[1] != width or x.shape[0] not in (1, N):
        raise ValueError("arrays do not fit the model or one another")
    step[0] = width if x.shape[0] > 1 else 0
    return &x[0, 0] if width and x.shape[0] else NULL


cdef inline double* wanted(double[:, ::1] x, Py_ssize_t width, Py_ssize_t N) except? NULL:
    """Start of a result (N, width)."""
    if x.shape[0] != N or x.shape[1] != width:
        raise ValueError("result does not fit the model")
    return &x[0, 0] if width and N else NULL


cdef inline int take(Job* job, Model model, Py_ssize_t N, Py_ssize_t start, Py_ssize_t stop, q, qd, qdd, tau,
                     g) except -1:
    """The inputs of one call for samples start .. stop of N; False: the kernel has no such input."""
    if not 0 <= start <= stop <= N:
        raise IndexError("start, stop beyond the samples")
    job.q = given(q, model.nq, N, &job.q_step)
    job.qd = NULL if qd is False else given(qd, model.nv, N, &job.qd_step)
    job.qdd = NULL if qdd is False else given(qdd, model.nv, N, &job.qdd_step)
    job.tau = NULL if tau is False else given(tau, model.nv, N, &job.tau_step)
    job.g = NULL if g is False else given(g, 3, N, &job.g_step)
    return 0


cdef inline Entry* body_entries(Model model, list external, Py_ssize_t N) except? NULL:
    """The list of (body, frame, point (3,), Q (9,), wrenches (N or 1, 6)) as an array that the caller frees."""
    cdef Py_ssize_t k, nentries = len(external)
    cdef const double[:, ::1] wrench
    cdef Entry* entries
    if nentries == 0:
        return NULL
    for body, _, _, _, wrench in external:
        if not 0 <= body < model.nbodies or wrench.shape[1] != 6 or wrench.shape[0] not in (1, N):
            raise ValueError("external action does not fit the model")
    entries = <Entry*> malloc(nentries * sizeof(Entry))
    if entries == NULL:
        raise MemoryError("no memory for the external actions")
    try:
        for k in range(nentries):
            body, frame, point, Q, wrench = external[k]
            entries[k].body, entries[k].frame = body, frame
            entries[k].point, entries[k].Q = point, Q
            entries[k].data, entries[k].step = &wrench[0, 0], (6 if wrench.shape[0] > 1 else 0)
    except BaseException:
        free(entries)
        raise
    return entries


cdef inline bint direct(object x, int ndim) noexcept:
    """An aligned C-contiguous float64 array of `ndim` dimensions, and nothing else."""
    return type(x) is cnp.ndarray and cnp.PyArray_NDIM(<cnp.ndarray> x) == ndim \
        and cnp.PyArray_TYPE(<cnp.ndarray> x) == cnp.NPY_DOUBLE and cnp.PyArray_ISCARRAY_RO(<cnp.ndarray> x)


cdef inline bint vector(object x, Py_ssize_t n) noexcept:
    """A direct array of n numbers."""
    return direct(x, 1) and cnp.PyArray_DIM(<cnp.ndarray> x, 0) == n


cdef inline const double* numbers_of(object x) noexcept:
    """Start of a direct array."""
    return <const double*> cnp.PyArray_DATA(<cnp.ndarray> x)
