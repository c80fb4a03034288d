"""Where a motion crosses a limit or an event function zero, on the dense output of an accepted step.

Functions are numbered: 0 .. size - 1 what y[i] is below its lower limit, size .. 2 size - 1 what it is above its upper
limit, then the event functions. A limit is also seen when the motion goes beyond and comes back within one step. An
event is a change of sign between the ends of a step; a function that is zero where the motion starts has no sign yet.
"""
from libc.math cimport INFINITY, fabs, isfinite

from chain.kernels.roots cimport Bracket, best, bracket, learn, narrow, next_point
from chain.kernels.stages cimport dense
from chain.kernels.system cimport System
from chain.kernels.workspace cimport Lane, Work, gather

cdef enum:
    MOST_PROBES = 200


cdef inline double bound_of(const Work* w, Py_ssize_t k) noexcept nogil:
    return w.lower[k] if k < w.size else w.upper[k - w.size]


cdef inline int value(Work* w, System system, Py_ssize_t l, Py_ssize_t k, double x, double* g) noexcept nogil:
    """g = function k at place x of the step: what y[i] is beyond its lower, then its upper limit, then the events."""
    cdef Py_ssize_t i, e
    cdef int powers = 3 + w.method.dense
    if k < 2 * w.size:
        e = k % w.size * w.lanes + l
        g[0] = dense(powers, x, w.width, w.F, w.y[e], e) - bound_of(w, k)
        g[0] = -g[0] if k < w.size else g[0]
        return 0
    for i in range(w.size):
        e = i * w.lanes + l
        w.one[i] = dense(powers, x, w.width, w.F, w.y[e], e)
    if system.watch(w.lane[l].motion, w.t[l] + x * w.h[l], w.one, w.g_probe):
        return -1
    g[0] = w.g_probe[k - 2 * w.size]
    return 0


cdef inline double turning_point(Work* w, System system, Py_ssize_t l, Py_ssize_t k, double sign) noexcept nogil:
    """A place where sign * (limit function k) is positive, or its highest place; by golden sections."""
    cdef double a = 0.0, b = 1.0, x1, x2, g1 = 0.0, g2 = 0.0
    cdef double golden = 0.6180339887498949
    for _ in range(40):
        x1 = b - golden * (b - a)
        x2 = a + golden * (b - a)
        value(w, system, l, k, x1, &g1)
        value(w, system, l, k, x2, &g2)
        if sign * g1 > 0.0:
            return x1
        if sign * g2 > 0.0:
            return x2
        if sign * g1 > sign * g2:
            b = x2
        else:
            a = x1
    return 0.5 * (a + b)


cdef struct Slope:
    # of a limit function over the step: values and rates times h at both ends
    double g0, g1, v0, v1


cdef inline Slope slope_of(const Work* w, Py_ssize_t l, Py_ssize_t k) noexcept nogil:
    cdef Py_ssize_t e = k % w.size * w.lanes + l
    cdef double sign = -1.0 if k < w.size else 1.0, h = sign * w.h[l], bound = bound_of(w, k)
    cdef Slope s
    s.g0, s.g1 = sign * (w.y[e] - bound), sign * (w.y_new[e] - bound)
    s.v0, s.v1 = h * w.K[e], h * w.K[w.method.stages * w.width + e]
    return s


cdef inline bint may_cross_limit(const Slope* s) noexcept nogil:
    """The step ends beyond and was not coming back, or it turns round and both tangents lead beyond."""
    if s.g1 > 0.0:
        return s.g0 <= 0.0 or s.g1 >= s.g0
    return s.g0 <= 0.0 and s.v0 > 0.0 > s.v1 and s.g0 + s.v0 > 0.0 and s.g1 - s.v1 > 0.0


cdef inline bint event_crossed(double g, double g_new, int direction) noexcept nogil:
    """From one side of zero to zero or the other side."""
    return (g < 0.0 <= g_new and direction >= 0) or (g > 0.0 >= g_new and direction <= 0)


cdef inline int look_ahead(Work* w, System system, Py_ssize_t l) noexcept nogil:
    """Whether a limit or an event may lie in the accepted step: Lane.crosses."""
    cdef Py_ssize_t k
    cdef Lane* a = &w.lane[l]
    a.crosses = w.lower != NULL and w.suspects[l] > 0.0
    if w.watched:
        gather(w, l, w.y_new, w.one)
        if system.watch(a.motion, w.t_new[l], w.one, w.g_new + l * w.watched):
            return -1
        for k in range(l * w.watched, (l + 1) * w.watched):
            a.crosses = a.crosses or event_crossed(w.g[k], w.g_new[k], w.direction[k - l * w.watched])
    return 0


cdef inline int crossing(Work* w, System system, Py_ssize_t l, Py_ssize_t k, double* x) noexcept nogil:
    """x = place in the step where function k crosses zero, infinite if it does not."""
    cdef Bracket b
    cdef Slope s
    cdef double a = 0.0, c = 1.0, g = 0.0, g0, g1, size
    cdef Py_ssize_t e = l * w.watched + k - 2 * w.size
    x[0] = INFINITY
    if k < 2 * w.size:
        s = slope_of(w, l, k)
        if not isfinite(bound_of(w, k)) or not may_cross_limit(&s):
            return 0
        g0, g1 = s.g0, s.g1
        if g0 >= 0.0 and s.v0 < 0.0:
            a = turning_point(w, system, l, k, -1.0)
            value(w, system, l, k, a, &g0)
        if g0 > 0.0:
            x[0] = a
            return 0
        if g1 <= 0.0:
            c = turning_point(w, system, l, k, 1.0)
            value(w, system, l, k, c, &g1)
            if g1 <= 0.0:
                return 0
    else:
        g0, g1 = w.g[e], w.g_new[e]
        if not event_crossed(g0, g1, w.direction[k - 2 * w.size]):
            return 0
    # to two units in the last place of t
    size = fabs(w.t_new[l]) if fabs(w.t_new[l]) > fabs(w.t[l]) else fabs(w.t[l])
    size = size if size > w.h[l] else w.h[l]
    bracket(&b, a, g0, c, g1, 2.220446049250313e-16 * size / w.h[l])
    for _ in range(MOST_PROBES):
        if narrow(&b):
            break
        a = next_point(&b)
        if value(w, system, l, k, a, &g):
            return -1
        learn(&b, a, g)
    x[0] = best(&b)
    return 0


cdef inline int first_crossing(Work* w, System system, Py_ssize_t l) noexcept nogil:
    """Which limit or event ends the motion in this step, and when: Lane.which, Lane.t_end, Lane.x_end."""
    cdef Lane* a = &w.lane[l]
    cdef Py_ssize_t k
    cdef double x = INFINITY, earliest = INFINITY
    for k in range(0 if w.lower != NULL else 2 * w.size, 2 * w.size + w.watched):
        if crossing(w, system, l, k, &x):
            return -1
        if x < earliest:
            earliest = x
            a.which = k
    if a.which >= 0:
        a.x_end = earliest
        a.t_end = w.t[l] + earliest * w.h[l] if earliest < 1.0 else w.t_new[l]
    return 0
