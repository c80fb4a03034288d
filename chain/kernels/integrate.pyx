"""Ordinary differential equations y' = f(t, y): the Python border of the integrators (chain/kernels/lockstep.pyx)."""
from collections import namedtuple

import numpy as np

from libc.math cimport INFINITY
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from chain.kernels.clock cimport Clock
from chain.kernels.lanes cimport LANES
from chain.kernels.lockstep cimport integrate
from chain.kernels.system cimport System
from chain.kernels.tableaus cimport DOP853, RK4, RK45
from chain.kernels.workspace cimport Work

cdef enum:
    MANY = 4            # motions that are integrated side by side

Ends = namedtuple("Ends", "code which t y steps rejected evaluations")


cdef Py_ssize_t lay_out(Work* w, double* memory) noexcept:
    """Give everything its place in the memory, if there is one already; returns how many numbers it takes."""
    cdef double** places[15]
    cdef Py_ssize_t sizes[15]
    cdef Py_ssize_t k, total = 0
    places[:] = [&w.K, &w.F, &w.y, &w.y_new, &w.z, &w.error3, &w.zero, &w.atol, &w.rtol, &w.lowest, &w.highest, &w.one,
                 &w.dy, &w.g, &w.g_new]
    sizes[:] = [(w.method.stages + 1 + w.method.extra) * w.width, (3 + w.method.dense) * w.width, w.width, w.width,
                w.width, w.width, w.width, w.width, w.width, w.width, w.width, w.size, w.size, LANES * w.watched,
                LANES * w.watched]
    for k in range(15):
        if memory != NULL:
            places[k][0] = memory + total
        total += sizes[k]
    if memory != NULL:
        w.g_probe = memory + total
    return total + w.watched


cdef int run(Work* w, System system, Clock clock, const double* rtol, const double* atol) except -2:
    """Make the workspace and integrate; not zero when the system or the clock ended it."""
    cdef Py_ssize_t i, e, l, numbers = lay_out(w, NULL)
    cdef int failed
    cdef void* memory = calloc(numbers * sizeof(double) + 64, 1)
    if memory == NULL:
        raise MemoryError("no memory for the workspace")
    lay_out(w, <double*> ((<uintptr_t> memory + 63) & ~(<uintptr_t> 63)))
    for e in range(w.width):
        w.atol[e] = 1.0
    for i in range(w.size):
        for l in range(w.lanes):
            e = i * w.lanes + l
            w.atol[e], w.rtol[e] = atol[i], rtol[i]
            if w.lower != NULL:
                w.lowest[e], w.highest[e] = w.lower[i], w.upper[i]
    with nogil:
        failed = integrate(w, system, clock)
    free(memory)
    return failed


cdef object vector(object value, str name, Py_ssize_t size, object dtype=float):
    """`value` as `size` numbers."""
    array = np.asarray(value, dtype)
    if array.shape not in ((), (size,)):
        raise ValueError(f"`{name}`: expected a number or shape ({size},), got {array.shape}")
    return np.ascontiguousarray(np.broadcast_to(array, (size,)))


cdef int check(System system, const double[:, ::1] y0, const double[::1] t, double[:, :, ::1] y_out, str method,
               object dt, Py_ssize_t first, Py_ssize_t last, object lanes) except -1:
    """Refuse what does not fit together."""
    cdef Py_ssize_t N = y0.shape[0], size = system.size
    if y0.shape[1] != size:
        raise ValueError(f"`y0`: expected shape (N, {size}), got {(N, y0.shape[1])}")
    if t.shape[0] == 0 or not np.isfinite(t).all() or not (np.diff(t) > 0.0).all():
        raise ValueError("`t`: expected one or more finite times, each later than the one before")
    if y_out.shape[0] != N or y_out.shape[1] != t.shape[0] or y_out.shape[2] != size:
        shape = (y_out.shape[0], y_out.shape[1], y_out.shape[2])
        raise ValueError(f"`y_out`: expected shape {(N, t.shape[0], size)}, got {shape}")
    if method not in ("DOP853", "RK45", "RK4"):
        raise ValueError(f"`method`: expected 'DOP853', 'RK45' or 'RK4', got {method!r}")
    if dt is not None and not dt > 0.0:
        raise ValueError(f"`dt`: expected more than 0, got {dt}")
    if not 0 <= first <= last <= N:
        raise IndexError(f"`first`, `last`: expected 0 <= first <= last <= {N}, got {first}, {last}")
    if lanes is not None and lanes != 1 and lanes != LANES:
        raise ValueError(f"`lanes`: expected 1, {LANES} or None, got {lanes}")
    return 0


cdef object tolerance(object value, str name, Py_ssize_t size, double least):
    """A tolerance for each number of the state."""
    array = vector(value, name, size)
    if not (array >= least).all():
        raise ValueError(f"`{name}`: expected {least:.2g} or more, got {value}")
    return array


def motions(System system not None, const double[:, ::1] y0, const double[::1] t, double[:, :, ::1] y_out, *,
            str method="DOP853", rtol=1e-9, atol=1e-9, dt=None, lower=None, upper=None, direction=0,
            bint stop_at_outputs=False, Py_ssize_t first=0, last=None, lanes=None, tick=None):
    """Integrate the motions first .. last of a system from the states y0 (N, size) at t[0].

    y_out (N, len(t), size) gets the states at the times t; rows after the end of a motion are not numbers. method:
    "DOP853", "RK45" (rtol, atol: numbers or (size,)) or "RK4". dt: the longest step. A motion ends where y[i] crosses
    `lower` or `upper` (size,), and where an event function crosses zero upwards (`direction` 1), downwards (-1) or
    either way (0). stop_at_outputs: no step goes across a time of t, where the rates may have kinks. lanes: 1, one
    motion after the other, or LANES at a time; None, as it is faster. tick(share) is called about every 0.07 s.

    Returns, of each motion, how (`End`) and by which it ended, t and y at its end, steps, rejected steps, evaluations.

    >>> from chain.kernels.system import PythonSystem
    >>> y = np.empty((1, 2, 1))
    >>> ends = motions(PythonSystem(lambda t, y: -y, 1), np.ones((1, 1)), np.array([0.0, 1.0]), y)
    >>> float(round(y[0, 1, 0], 9)), ends.code.tolist()         # 1 / e
    (0.367879441, [0])
    """
    cdef Py_ssize_t size = system.size, stop = y0.shape[0] if last is None else last, N = stop - first
    cdef Work w
    cdef int failed
    cdef const double[::1] low, high
    cdef const double[::1] rtols = tolerance(rtol, "rtol", size, 100 * np.finfo(float).eps)
    cdef const double[::1] atols = tolerance(atol, "atol", size, np.finfo(float).tiny)
    cdef const int[::1] directions = vector(direction, "direction", system.watched, np.intc)
    t = np.array(t)                     # a callback may write to the caller's
    check(system, y0, t, y_out, method, dt, first, stop, lanes)
    code, which = np.zeros(N, np.intc), np.full(N, -1, np.intp)
    t_end, y_end = np.full(N, t[0]), np.array(y0[first:stop])
    steps, rejected, evaluations = (np.zeros(N, np.intp) for _ in range(3))
    ends = Ends(code, which, t_end, y_end, steps, rejected, evaluations)
    if N == 0 or size == 0:
        t_end[:] = t[t.shape[0] - 1]
        return ends
    cdef int[::1] code_view = code
    cdef Py_ssize_t[::1] which_view = which, steps_view = steps, rejected_view = rejected, counts = evaluations
    cdef double[::1] t_view = t_end
    cdef double[:, ::1] y_view = y_end
    memset(&w, 0, sizeof(Work))
    w.method = &DOP853 if method == "DOP853" else &RK45 if method == "RK45" else &RK4
    w.size, w.watched, w.outputs = size, system.watched, t.shape[0]
    w.first, w.last, w.waiting = first, stop, first
    w.y0, w.times, w.out = &y0[0, 0], &t[0], &y_out[0, 0, 0]
    w.dt, w.stops = INFINITY if dt is None else dt, stop_at_outputs
    if lower is not None or upper is not None:
        low = vector(-INFINITY if lower is None else lower, "lower", size)
        high = vector(INFINITY if upper is None else upper, "upper", size)
        if not (np.asarray(low) <= np.asarray(high)).all():
            raise ValueError("`lower`, `upper`: expected lower <= upper")
        w.lower, w.upper = &low[0], &high[0]
    w.direction = &directions[0] if system.watched else NULL
    w.code, w.which, w.t_end, w.y_end = &code_view[0], &which_view[0], &t_view[0], &y_view[0, 0]
    w.steps, w.rejected, w.evaluations = &steps_view[0], &rejected_view[0], &counts[0]
    w.lanes = lanes or (LANES if N >= MANY else 1)
    w.rows = size if w.lanes > 1 else (size + LANES - 1) // LANES
    w.width = w.rows * LANES
    clock = Clock(tick)
    if system.busy:
        raise RuntimeError("`system`: expected one that is not being integrated")
    system.busy = system.alone
    try:
        failed = run(&w, system, clock, &rtols[0], &atols[0])
    finally:
        system.busy = False
    if failed:
        error, system.kept = clock.kept if clock.kept is not None else system.kept, None
        raise RuntimeError("the system ended the integration and did not say why") if error is None else error
    return ends
