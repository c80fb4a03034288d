"""Runge-Kutta methods on many motions side by side, each with its own time and step size.

DOP853 and RK45 with step-size control (Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, section
II.4): the error of a step is measured in the root mean square of ``error / (atol + rtol max(abs(y), abs(y_new)))``, a
step is accepted below 1, and the next one is longer by ``0.9 / norm^(1/order)``, between 0.2 and 10. The choices are
those of SciPy's `solve_ivp`, so that both take the same steps. RK4 cuts the time between two outputs into equal steps.

LANES motions make one step at the same time: every lane has its own t, h and decision, and evaluations are done for all
lanes at once. A motion that ends leaves its lane to the next one that waits. One motion alone runs through the same
loops, its state laid out over the lanes (chain/kernels/stages.pxd). Nothing is allocated between two steps.
"""
from libc.math cimport NAN
from libc.string cimport memcpy, memset

from chain.kernels.clock cimport Clock
from chain.kernels.crossings cimport bound_of, first_crossing, look_ahead
from chain.kernels.methods cimport Weights
from chain.kernels.stages cimport add_zero_times, combine, dense, dense_rows, hermite, root, squares, sums, suspects, \
    take
from chain.kernels.stepping cimport LEAST, NOT_FINITE, choose_step, finish, finite, give_up, judge, norm, row_of
from chain.kernels.system cimport End, System
from chain.kernels.workspace cimport Lane, Work, gather, scatter, spread
from spacelib.kernels.dispatch cimport kvoid

cdef enum:
    FEW = 2             # lanes whose rates are computed one by one


# arithmetic of one step, for every instruction set


cdef kvoid state(const Work* w, const Weights* a, double* out) noexcept nogil:
    """out = y + h sum(a K)."""
    combine(w.rows, w.width, a, w.K, w.h, w.y, out)


cdef kvoid errors(Work* w) noexcept nogil:
    """Squared errors of each lane, relative to the tolerance; not a number where something is not finite."""
    if w.method.order == 0:
        memset(w.z, 0, w.width * sizeof(double))
        add_zero_times(w.rows, w.y_new, w.z)
        add_zero_times(w.rows, w.K + w.method.stages * w.width, w.z)
    else:
        combine(w.rows, w.width, &w.method.error[0], w.K, w.h, w.zero, w.z)
        squares(w.rows, w.y, w.y_new, w.atol, w.rtol, w.z)
    sums(w.lanes, w.size, w.z, w.sum5)
    if w.method.error[1].terms:
        combine(w.rows, w.width, &w.method.error[1], w.K, w.h, w.zero, w.error3)
        squares(w.rows, w.y, w.y_new, w.atol, w.rtol, w.error3)
        sums(w.lanes, w.size, w.error3, w.sum3)


cdef kvoid look_for_limits(Work* w) noexcept nogil:
    """How many numbers of each lane may cross a limit in the step."""
    suspects(w.rows, w.h, w.y, w.y_new, w.K, w.K + w.method.stages * w.width, w.lowest, w.highest, w.z)
    sums(w.lanes, w.size, w.z, w.suspects)


cdef kvoid interpolant(Work* w) noexcept nogil:
    """F of the dense output; sum5 is 0 where it is finite."""
    cdef double* f_new = w.K + w.method.stages * w.width
    cdef int k
    hermite(w.rows, w.h, w.y, w.y_new, w.K, f_new, w.F, w.F + w.width, w.F + 2 * w.width)
    memset(w.z, 0, w.width * sizeof(double))
    for k in range(3, 3 + w.method.dense):
        combine(w.rows, w.width, &w.method.D[k - 3], w.K, w.h, w.zero, w.F + k * w.width)
        add_zero_times(w.rows, w.F + k * w.width, w.z)
    sums(w.lanes, w.size, w.z, w.sum5)


cdef kvoid states_inside(const Work* w) noexcept nogil:
    """z = states at places x of the step."""
    if w.method.dense == 4:
        dense_rows(7, w.rows, w.width, w.x, w.F, w.y, w.z)
    elif w.method.dense == 1:
        dense_rows(4, w.rows, w.width, w.x, w.F, w.y, w.z)
    else:
        dense_rows(3, w.rows, w.width, w.x, w.F, w.y, w.z)


cdef kvoid move_on(const Work* w, bint all_lanes) noexcept nogil:
    """y = y_new, f = f_new where mask is set, or in all lanes."""
    cdef const double* f_new = w.K + w.method.stages * w.width
    if all_lanes:
        memcpy(w.y, w.y_new, w.width * sizeof(double))
        memcpy(w.K, f_new, w.width * sizeof(double))
    else:
        take(w.rows, w.mask, w.y_new, w.y)
        take(w.rows, w.mask, f_new, w.K)


cdef void stop_at_crossing(Work* w, Py_ssize_t l) noexcept nogil:
    """The motion ends within the step; on a limit exactly there, unless it started beyond."""
    cdef Py_ssize_t i, e, which = w.lane[l].which
    cdef double x = w.lane[l].x_end, y, bound
    for i in range(w.size):
        e = i * w.lanes + l
        w.one[i] = dense(3 + w.method.dense, x, w.width, w.F, w.y[e], e) if x < 1.0 else w.y_new[e]
    if which < 2 * w.size:
        y, bound = w.y[which % w.size * w.lanes + l], bound_of(w, which)
        if (y >= bound) if which < w.size else (y <= bound):
            w.one[which % w.size] = bound
        finish(w, l, End.LIMIT, which, w.lane[l].t_end)
    else:
        finish(w, l, End.EVENT, which - 2 * w.size, w.lane[l].t_end)


# all lanes


cdef int evaluate(Work* w, System system, Clock clock, const double* y, double* dy) noexcept nogil:
    """Rates of the wanted lanes at `time`; their troubles are noted."""
    cdef Py_ssize_t l, wanted = 0
    cdef int failed = 0
    for l in range(w.lanes):
        w.fault[l] = 0 if w.want[l] else -1
        wanted += w.want[l]
    if w.lanes == 1 or wanted > FEW:
        failed = system.rates(w.lanes, w.motion, w.time, y, dy, w.fault)
    else:
        for l in range(w.lanes):
            if w.want[l] and not failed:
                gather(w, l, y, w.one)
                failed = system.rates(1, w.motion + l, w.time + l, w.one, w.dy, w.fault + l)
                scatter(w, l, w.dy, dy)
    for l in range(w.lanes):
        if w.want[l]:
            w.lane[l].evaluations += 1
            if w.fault[l] > 0 and w.lane[l].trouble == 0:
                w.lane[l].trouble = w.fault[l]
    clock.left = clock.left - wanted
    return failed


cdef void take_seat(Work* w, Py_ssize_t l) noexcept nogil:
    """The next waiting motion takes the empty lane l; its first output is its initial state."""
    cdef Lane* a = &w.lane[l]
    cdef const double* y0 = w.y0 + w.waiting * w.size
    cdef Py_ssize_t i
    a.motion = w.motion[l] = w.waiting
    a.next = a.steps = a.rejected = a.evaluations = 0
    a.left, a.again, a.trouble = 0.0, False, 0
    w.t[l] = w.time[l] = w.times[0]
    for i in range(w.size):
        row_of(w, l)[i] = y0[i]
    a.next = 1
    scatter(w, l, y0, w.y)
    w.waiting += 1


cdef int check_start(Work* w, System system, Py_ssize_t l) noexcept nogil:
    """End motions that have no rates, that have no time, or that leave their limits from the start."""
    cdef Py_ssize_t k, e
    cdef double sign, y, f
    if w.lane[l].trouble == 0 and not (finite(w, l, w.y) and finite(w, l, w.K)):
        w.lane[l].trouble = NOT_FINITE
    if w.lane[l].trouble:
        give_up(w, l)
        return 0
    gather(w, l, w.y, w.one)
    if w.watched and system.watch(w.motion[l], w.t[l], w.one, w.g + l * w.watched):
        return -1
    if w.lower != NULL:
        for k in range(2 * w.size):
            e = k % w.size * w.lanes + l
            sign = -1.0 if k < w.size else 1.0
            y, f = sign * (w.y[e] - bound_of(w, k)), sign * w.K[e]
            if y >= 0.0 and f > 0.0:
                finish(w, l, End.LIMIT, k, w.t[l])
                return 0
    if w.outputs == 1:
        finish(w, l, End.REACHED, -1, w.t[l])
    return 0


cdef int first_steps(Work* w, System system, Clock clock) noexcept nogil:
    """Step sizes to begin with, from how the rates change in a step of Euler's (Hairer, Norsett and Wanner, II.4)."""
    cdef Py_ssize_t l, i, e
    cdef double d0, d1, d2, span = w.times[w.outputs - 1] - w.times[0], h
    cdef double* f1 = w.K + w.width
    for l in range(w.lanes):
        w.h[l] = 0.0
        if w.want[l]:
            d0, d1 = norm(w, l, w.y, w.zero), norm(w, l, w.K, w.zero)
            w.h[l] = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
            w.h[l] = w.h[l] if w.h[l] < span else span
            w.time[l] = w.t[l] + w.h[l] if w.h[l] < span else w.times[w.outputs - 1]
            for i in range(w.size):
                e = i * w.lanes + l
                w.z[e] = w.y[e] + w.h[l] * w.K[e]
    if evaluate(w, system, clock, w.z, f1):
        return -1
    for l in range(w.lanes):
        if w.want[l]:
            d1, d2 = norm(w, l, w.K, w.zero), norm(w, l, f1, w.K) / w.h[l]
            d2 = d2 if w.lane[l].trouble == 0 else NAN
            w.lane[l].trouble = 0
            if d1 <= 1e-15 and d2 <= 1e-15:
                h = w.h[l] * 1e-3 if w.h[l] > 1e-3 else 1e-6
            else:
                h = root(w.method.order, 0.01 / (d2 if d2 > d1 else d1))
            h = 100.0 * w.h[l] if h > 100.0 * w.h[l] else h
            w.lane[l].step = span if h > span else h
    return 0


cdef int fill_lanes(Work* w, System system, Clock clock) noexcept nogil:
    """Waiting motions take the empty lanes, until each has one that moves."""
    cdef Py_ssize_t l, fresh
    while True:
        fresh = 0
        for l in range(w.lanes):
            w.want[l] = w.lane[l].motion < 0 and w.waiting < w.last
            w.mask[l] = w.want[l]
            if w.want[l]:
                take_seat(w, l)
                fresh += 1
        if fresh == 0:
            return 0
        # f = rates of the initial states
        if evaluate(w, system, clock, w.y, w.K + w.width):
            return -1
        spread(w, w.mask)
        take(w.rows, w.mask, w.K + w.width, w.K)
        fresh = 0
        for l in range(w.lanes):
            if w.want[l]:
                if check_start(w, system, l):
                    return -1
                w.want[l] = w.lane[l].motion >= 0
                fresh += w.want[l]
        if fresh and w.method.order and first_steps(w, system, clock):
            return -1


cdef int try_step(Work* w, System system, Clock clock) noexcept nogil:
    """A trial step of every motion: y_new, rates, errors, and whether it is accepted."""
    cdef int s, stages = w.method.stages
    cdef Py_ssize_t l
    cdef double c
    cdef double* y
    for l in range(w.lanes):
        w.want[l] = w.lane[l].motion >= 0
        if w.want[l] and not choose_step(w, l):
            give_up(w, l)
            w.want[l] = False
        if not w.want[l]:
            w.h[l] = 0.0
            w.t_new[l] = w.t[l]
        w.lane[l].trouble = 0
    spread(w, w.h)
    for s in range(1, stages + 1):
        y = w.y_new if s == stages else w.z
        c = w.method.stage[s].c
        state(w, &w.method.stage[s], y)
        for l in range(w.lanes):
            w.time[l] = w.t[l] + c * w.h[l] if c < 1.0 else w.t_new[l]
        if evaluate(w, system, clock, y, w.K + s * w.width):
            return -1
    errors(w)
    for l in range(w.lanes):
        w.lane[l].accepted = False
        if w.want[l]:
            judge(w, l)
    return 0


cdef int prepare_dense(Work* w, System system, Clock clock) noexcept nogil:
    """Dense output of the accepted steps that need it; a step whose dense output fails is not accepted."""
    cdef Py_ssize_t l, wanted = 0
    cdef Lane* a
    cdef int s, first = w.method.stages + 1
    if w.lower != NULL:
        look_for_limits(w)
    for l in range(w.lanes):
        a = &w.lane[l]
        a.which, a.dense = -1, False
        if a.accepted:
            if look_ahead(w, system, l):
                return -1
            a.dense = a.crosses or w.times[a.next] < w.t_new[l]
        w.want[l] = a.dense
        wanted += a.dense
    if wanted == 0:
        return 0
    for s in range(first, first + w.method.extra):
        state(w, &w.method.stage[s], w.z)
        for l in range(w.lanes):
            w.time[l] = w.t[l] + w.method.stage[s].c * w.h[l]
        if evaluate(w, system, clock, w.z, w.K + s * w.width):
            return -1
    interpolant(w)
    for l in range(w.lanes):
        a = &w.lane[l]
        if a.dense:
            if a.trouble == 0 and w.sum5[l] != 0.0:
                a.trouble = NOT_FINITE
            if a.trouble:
                a.accepted, a.factor = False, LEAST
            elif a.crosses and first_crossing(w, system, l):
                return -1
    return 0


cdef void write_outputs(Work* w) noexcept nogil:
    """States at the output times within the accepted steps, one per lane at a time, then at their ends."""
    cdef Py_ssize_t l
    cdef bint some = True
    cdef Lane* a
    cdef double t
    while some:
        some = False
        for l in range(w.lanes):
            a = &w.lane[l]
            w.want[l] = False
            w.x[l] = 0.0
            if a.accepted and a.dense and a.next < w.outputs:
                t = w.times[a.next]
                w.want[l] = t < w.t_new[l] if a.which < 0 else t <= a.t_end
                if w.want[l]:
                    w.x[l] = (t - w.t[l]) / w.h[l]
                    some = True
        if some:
            spread(w, w.x)
            states_inside(w)
            for l in range(w.lanes):
                if w.want[l]:
                    gather(w, l, w.z, row_of(w, l))
                    w.lane[l].next += 1
    for l in range(w.lanes):
        a = &w.lane[l]
        if a.accepted and a.which < 0 and w.times[a.next] == w.t_new[l]:
            gather(w, l, w.y_new, row_of(w, l))
            a.next += 1


cdef inline void settle_accepted(Work* w, Py_ssize_t l) noexcept nogil:
    """The step after an accepted one. A step cut short by an output does not make the next one shorter."""
    cdef Lane* a = &w.lane[l]
    cdef double proposed = a.step
    a.steps += 1
    if w.method.order == 0:
        a.left -= 1.0
        return
    a.step = w.h[l] * a.factor
    if w.stops and not a.again and a.step < proposed:
        a.step = proposed
    a.again = False


cdef void settle(Work* w) noexcept nogil:
    """Accepted steps are made, rejected ones will be shorter; motions that are through leave their lanes."""
    cdef Py_ssize_t l, k
    cdef bint all_accepted = True
    cdef Lane* a
    for l in range(w.lanes):
        a = &w.lane[l]
        w.mask[l] = 0.0
        if a.motion < 0:
            continue
        if a.accepted and a.which >= 0:
            a.steps += 1
            stop_at_crossing(w, l)
        elif a.accepted:
            w.mask[l] = 1.0
            settle_accepted(w, l)
        else:
            a.rejected += 1
            all_accepted = False
            a.step = w.h[l] * a.factor
            a.again = True
            if w.method.order == 0:
                give_up(w, l)
    spread(w, w.mask)
    move_on(w, all_accepted)
    for l in range(w.lanes):
        a = &w.lane[l]
        if w.mask[l] != 0.0:
            w.t[l] = w.t_new[l]
            for k in range(l * w.watched, (l + 1) * w.watched):
                w.g[k] = w.g_new[k]
            if a.next == w.outputs:
                gather(w, l, w.y, w.one)
                finish(w, l, End.REACHED, -1, w.t[l])


cdef double share(const Work* w) noexcept nogil:
    """How much of the work is done."""
    cdef Py_ssize_t l
    cdef double done = w.waiting - w.first, span = w.times[w.outputs - 1] - w.times[0]
    for l in range(w.lanes):
        if w.lane[l].motion >= 0:
            done -= (w.times[w.outputs - 1] - w.t[l]) / span
    return done / (w.last - w.first)


cdef int integrate(Work* w, System system, Clock clock) noexcept nogil:
    """All motions; not zero when the system or the clock ended them."""
    cdef Py_ssize_t l, busy
    for l in range(w.lanes):
        # empty lanes have a harmless state
        w.lane[l].motion = -1
        w.motion[l] = w.first
        w.t[l] = w.time[l] = w.times[0]
        scatter(w, l, w.y0 + w.first * w.size, w.y)
        scatter(w, l, w.y0 + w.first * w.size, w.z)
    while True:
        if fill_lanes(w, system, clock):
            return -1
        busy = 0
        for l in range(w.lanes):
            busy += w.lane[l].motion >= 0
        if busy == 0:
            return 0
        if try_step(w, system, clock) or prepare_dense(w, system, clock):
            return -1
        write_outputs(w)
        settle(w)
        if clock.left <= 0.0 and clock.strike(share(w)):
            return -1
