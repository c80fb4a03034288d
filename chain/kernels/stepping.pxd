"""One lane of the integrators: how long the next step is, whether it is accepted, how a motion ends."""
from libc.math cimport INFINITY, NAN, ceil, fabs, isfinite, nextafter, sqrt

from chain.kernels.stages cimport root
from chain.kernels.system cimport End
from chain.kernels.workspace cimport Lane, Work, gather

cdef enum:
    NOT_FINITE = -1     # Lane.trouble

cdef extern from *:
    """
    /* factors from one step size to the next */
    #define SPACELIB_SAFETY 0.9
    #define SPACELIB_LEAST 0.2
    #define SPACELIB_MOST 10.0
    """
    const double SAFETY "SPACELIB_SAFETY"
    const double LEAST "SPACELIB_LEAST"
    const double MOST "SPACELIB_MOST"


cdef inline double count(double span, double step) noexcept nogil:
    """How many equal parts, not longer than a step (to a part in 1e9), a span has."""
    cdef double n = ceil(span / step * (1.0 - 1e-9))
    return n if n > 1.0 else 1.0


cdef inline bint choose_step(Work* w, Py_ssize_t l) noexcept nogil:
    """t_new and h of the next trial; False when the step would be too small."""
    cdef Lane* a = &w.lane[l]
    cdef double t = w.t[l], goal = w.times[a.next], least, n
    if w.method.order == 0:
        if a.left == 0.0:
            a.left = count(goal - t, w.dt)
            a.step = (goal - t) / a.left
        w.t_new[l] = goal - (a.left - 1.0) * a.step
        w.h[l] = a.step
        return True
    least = 10.0 * (nextafter(t, INFINITY) - t)
    if a.again:
        if a.step < least:
            return False
    else:
        a.step = w.dt if a.step > w.dt else a.step
        a.step = least if a.step < least else a.step
    if w.stops:
        n = count(goal - t, a.step)
        w.t_new[l] = t + (goal - t) / n if n > 1.0 else goal
    else:
        goal = w.times[w.outputs - 1]
        w.t_new[l] = t + a.step
        if w.t_new[l] > goal:
            w.t_new[l] = goal
    w.h[l] = w.t_new[l] - t
    return True


cdef inline void judge(Work* w, Py_ssize_t l) noexcept nogil:
    """Whether the trial step is accepted, and what comes next if it is."""
    cdef Lane* a = &w.lane[l]
    cdef double e5 = w.sum5[l], e3 = w.sum3[l], norm = 0.0
    # norm = e5 / sqrt((e5 + 0.01 e3) size); without a second estimate the root mean square of the first
    if e5 != 0.0:
        norm = e5 / sqrt((e5 + 0.01 * e3) * w.size)
    if a.trouble == 0 and not isfinite(norm):
        a.trouble = NOT_FINITE
    a.accepted = a.trouble == 0 and norm < 1.0
    if a.accepted:
        a.factor = MOST if norm == 0.0 else SAFETY / root(w.method.order, norm)
        a.factor = MOST if a.factor > MOST else a.factor
        a.factor = 1.0 if a.again and a.factor > 1.0 else a.factor
    else:
        a.factor = LEAST
        if a.trouble == 0:
            a.factor = SAFETY / root(w.method.order, norm)
            a.factor = LEAST if a.factor < LEAST else a.factor


cdef inline double* row_of(const Work* w, Py_ssize_t l) noexcept nogil:
    """Where the next output of lane l goes."""
    return w.out + (w.lane[l].motion * w.outputs + w.lane[l].next) * w.size


cdef inline void finish(Work* w, Py_ssize_t l, End code, Py_ssize_t which, double t_end) noexcept nogil:
    """The motion of lane l ends in the state `one`; outputs that it does not reach are not numbers."""
    cdef Lane* a = &w.lane[l]
    cdef Py_ssize_t k = a.motion - w.first, i
    cdef double* row = row_of(w, l)
    for i in range((w.outputs - a.next) * w.size):
        row[i] = NAN
    w.code[k], w.which[k], w.t_end[k] = code, which, t_end
    for i in range(w.size):
        w.y_end[k * w.size + i] = w.one[i]
    w.steps[k], w.rejected[k], w.evaluations[k] = a.steps, a.rejected, a.evaluations
    a.motion = -1


cdef inline void give_up(Work* w, Py_ssize_t l) noexcept nogil:
    """The motion ends where it is: no step from here is possible."""
    cdef int trouble = w.lane[l].trouble
    gather(w, l, w.y, w.one)
    if trouble > 0:
        finish(w, l, End.SINGULAR, trouble, w.t[l])
    else:
        finish(w, l, End.NONFINITE if trouble == NOT_FINITE else End.STEP_TOO_SMALL, -1, w.t[l])


cdef inline bint finite(const Work* w, Py_ssize_t l, const double* tile) noexcept nogil:
    """All numbers of lane l are finite."""
    cdef Py_ssize_t i
    for i in range(w.size):
        if not isfinite(tile[i * w.lanes + l]):
            return False
    return True


cdef inline double norm(const Work* w, Py_ssize_t l, const double* a, const double* b) noexcept nogil:
    """Root mean square of (a - b) / (atol + rtol abs(y))."""
    cdef Py_ssize_t i, e
    cdef double s = 0.0, d
    for i in range(w.size):
        e = i * w.lanes + l
        d = (a[e] - b[e]) / (w.atol[e] + fabs(w.y[e]) * w.rtol[e])
        s = s + d * d
    return sqrt(s / w.size)
