"""The motion of a chain as a system of differential equations: y = (q, qd), y' = (qd, qdd), without Python.

qdd comes from the recursion of forward.pyx; the state of an integrator, y[i * lanes + l], is laid out as its tiles are,
so that nothing is copied. Torques: none, a table over time, piecewise linear, or a Python function.
"""
import numpy as np

from libc.stdlib cimport calloc, free

from chain.kernels.forward cimport Workspace, accelerations_one, accelerations_tile, workspace_lay_out, \
    workspace_size
from chain.kernels.lanes cimport LANES
from chain.kernels.model cimport Body, Model
from chain.kernels.system cimport System
from chain.kernels.tiles cimport Tiles, joint_forces, lay_out, numbers
from spacelib.kernels.trig cimport sincos_block


cdef class ChainSystem(System):
    """Free or driven motion of a chain, for `chain.kernels.integrate.motions`; not shared between threads.

    torque: None; a table (1 or N, len(times), nv) of the motions at `times`; or a function torque(t, q, qd) -> (nv,).
    events: functions (t, q, qd) -> number. The fault number of a state is one more than the place, in qd, of a joint
    that has no articulated inertia.
    """

    cdef Model model
    cdef const Body* body
    cdef Py_ssize_t nq, nv, n
    cdef bint forces, called
    cdef Workspace work
    cdef Tiles x
    cdef char* memory
    cdef const double[::1] times
    cdef const double[:, :, ::1] table
    cdef bint tabulated
    cdef object torque
    cdef tuple events

    def __cinit__(self, Model model not None, gravity, torque=None, times=None, events=()):
        cdef double[::1] g = np.array(gravity, float)
        cdef Py_ssize_t i, l
        if g.shape[0] != 3:
            raise ValueError("gravity has three numbers")
        self.model, self.events = model, tuple(events)
        self.body, self.nq, self.nv, self.n, self.forces = model.body, model.nq, model.nv, model.nbodies, model.forces
        self.size, self.watched, self.alone = model.nq + model.nv, len(self.events), True
        self.tabulated = isinstance(torque, np.ndarray)
        if self.tabulated:
            self.table, self.times = torque, np.array(times)
            if self.table.shape[1] != self.times.shape[0] or self.table.shape[2] != model.nv \
                    or not self.table.shape[0] or not self.times.shape[0]:
                raise ValueError("torques do not fit the times or the model")
        self.torque, self.called = torque, not self.tabulated and torque is not None
        self.memory = <char*> calloc(workspace_size(model) + numbers(model, LANES) * sizeof(double), 1)
        if self.memory == NULL:
            raise MemoryError("no memory for the workspace")
        lay_out(model, LANES, <double*> workspace_lay_out(model, self.memory, &self.work), &self.x)
        for i in range(3):
            for l in range(LANES):
                self.x.g[i * LANES + l] = g[i]

    def __dealloc__(self):
        free(self.memory)

    cdef int rates(self, Py_ssize_t lanes, const Py_ssize_t* motion, const double* t, const double* y, double* dy,
                   int* fault) noexcept nogil:
        cdef Tiles x = self.x
        cdef Py_ssize_t nq = self.nq, nv = self.nv, n = self.n, i, l
        cdef double* angle = self.x.qdd
        cdef double g[3]
        x.q, x.qd, x.qdd = <double*> y, <double*> y + nq * lanes, dy + nq * lanes
        if self.drive(lanes, motion, t, &x, fault):
            return -1
        # sines and cosines; one lane: all joints in one go
        if lanes == 1:
            for i in range(3):
                g[i] = self.x.g[i * LANES]
            x.g = g
            for i in range(n):
                angle[i] = x.q[self.body[i].iq]
            sincos_block(n, angle, x.s, x.c)
        else:
            for i in range(n):
                if self.body[i].turns:
                    sincos_block(lanes, x.q + self.body[i].iq * lanes, x.s + i * lanes, x.c + i * lanes)
        if self.forces:
            for i in range(nv * lanes):
                x.qdd[i] = 0.0
            joint_forces(lanes, n, self.body, -1.0, &x)
        if lanes == 1:
            accelerations_one(n, self.body, &x, &self.work)
        else:
            accelerations_tile(n, self.body, lanes, 0, &x, NULL, 0, &self.work)
        # dq/dt
        for i in range(n):
            for l in range(lanes):
                dy[self.body[i].iq * lanes + l] = x.qd[self.body[i].iv * lanes + l]
        for l in range(lanes):
            if fault[l] >= 0 and self.work.fault[l] != 0.0:
                fault[l] = <int> self.work.fault[l]
        return 0

    cdef int drive(self, Py_ssize_t lanes, const Py_ssize_t* motion, const double* t, const Tiles* x,
                   const int* fault) noexcept nogil:
        """Torques of the lanes at their times; -1 when a Python function failed."""
        cdef Py_ssize_t nv = self.nv, i, l, k, m
        cdef double share
        if self.tabulated:
            for l in range(lanes):
                m = motion[l] if self.table.shape[0] > 1 and 0 <= motion[l] < self.table.shape[0] else 0
                k = self.interval(t[l])
                share = 0.0
                if k + 1 < self.times.shape[0]:
                    share = (t[l] - self.times[k]) / (self.times[k + 1] - self.times[k])
                    share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
                for i in range(nv):
                    x.tau[i * lanes + l] = self.table[m, k, i]
                    if share != 0.0:
                        x.tau[i * lanes + l] += share * (self.table[m, k + 1, i] - self.table[m, k, i])
        elif self.called:
            with gil:
                try:
                    for l in range(lanes):
                        if fault[l] >= 0:
                            self.call(lanes, l, t[l], x)
                except BaseException as error:
                    self.kept = error
                    return -1
        else:
            for i in range(nv * lanes):
                x.tau[i] = 0.0
        return 0

    cdef Py_ssize_t interval(self, double t) noexcept nogil:
        """The last k with times[k] <= t, by bisection; 0 before the first."""
        cdef Py_ssize_t low = 0, high = self.times.shape[0] - 1, middle
        if high < 1 or not t >= self.times[0]:
            return 0
        if t >= self.times[high]:
            return high
        while high - low > 1:
            middle = (low + high) // 2
            if self.times[middle] <= t:
                low = middle
            else:
                high = middle
        return low

    cdef int call(self, Py_ssize_t lanes, Py_ssize_t l, double t, const Tiles* x) except -1:
        """Torque of one lane by the Python function."""
        cdef Py_ssize_t nv = self.nv, i
        cdef const double[::1] tau
        result = self.torque(t, *self.state(lanes, l, x.q, x.qd))
        try:
            array = np.asarray(result, float)
        except (TypeError, ValueError):
            raise TypeError(f"`torque`: expected a function that gives {nv} numbers, got {result!r}") from None
        if array.shape != (nv,):
            raise ValueError(f"`torque`: expected a function that gives shape ({nv},), got {array.shape}")
        tau = np.ascontiguousarray(array)
        for i in range(nv):
            x.tau[i * lanes + l] = tau[i]
        return 0

    cdef tuple state(self, Py_ssize_t lanes, Py_ssize_t l, const double* q, const double* qd):
        """q and qd of one lane as new arrays."""
        cdef Py_ssize_t i
        q_, qd_ = np.empty(self.nq), np.empty(self.nv)
        cdef double[::1] a = q_, b = qd_
        for i in range(self.nq):
            a[i] = q[i * lanes + l]
        for i in range(self.nv):
            b[i] = qd[i * lanes + l]
        return q_, qd_

    cdef int watch(self, Py_ssize_t motion, double t, const double* y, double* g) noexcept nogil:
        cdef Py_ssize_t k
        with gil:
            try:
                state = self.state(1, 0, y, y + self.nq)
                for k in range(self.watched):
                    g[k] = self.events[k](t, *state)
            except BaseException as error:
                self.kept = error
                return -1
        return 0
