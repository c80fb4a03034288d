"""Systems of ordinary differential equations: what integrators ask, and the answer by Python functions."""
import operator

import numpy as np


cdef class System:
    """Base of what can be integrated: y' = f(t, y) of `size` numbers, with `watched` event functions."""

    cdef int rates(self, Py_ssize_t lanes, const Py_ssize_t* motion, const double* t, const double* y, double* dy,
                   int* fault) noexcept nogil:
        with gil:
            self.kept = NotImplementedError(f"{type(self).__name__} has no rates")
        return -1

    cdef int watch(self, Py_ssize_t motion, double t, const double* y, double* g) noexcept nogil:
        with gil:
            self.kept = NotImplementedError(f"{type(self).__name__} has no event functions")
        return -1


cdef object copied(Py_ssize_t size, const double* y, Py_ssize_t step):
    """A new array of `size` numbers `step` doubles apart."""
    cdef Py_ssize_t i
    array = np.empty(size)
    cdef double[::1] x = array
    for i in range(size):
        x[i] = y[i * step]
    return array


cdef class PythonSystem(System):
    """A system of Python functions: ``y' = f(t, y)``, events ``g(t, y)``.

    f returns `size` numbers, or a positive int where the state has no rates (the fault number). With `numbered` it is
    called as f(t, y, motion). Exceptions end the integration and are raised by it.

    >>> PythonSystem(lambda t, y: -y, 3).size
    3
    """

    def __cinit__(self, f, size, events=(), *, numbered=False):
        self.f, self.size, self.events, self.numbered = f, operator.index(size), tuple(events), numbered
        if self.size < 0:
            raise ValueError(f"`size`: expected 0 or more, got {size}")
        self.watched = len(self.events)

    cdef int rates(self, Py_ssize_t lanes, const Py_ssize_t* motion, const double* t, const double* y, double* dy,
                   int* fault) noexcept nogil:
        cdef Py_ssize_t l
        with gil:
            try:
                for l in range(lanes):
                    if fault[l] >= 0:
                        self.call(lanes, motion[l], t[l], y + l, dy + l, fault + l)
            except BaseException as error:
                self.kept = error
                return -1
        return 0

    cdef int watch(self, Py_ssize_t motion, double t, const double* y, double* g) noexcept nogil:
        cdef Py_ssize_t k
        with gil:
            try:
                for k in range(self.watched):
                    g[k] = self.events[k](t, copied(self.size, y, 1))
            except BaseException as error:
                self.kept = error
                return -1
        return 0

    cdef int call(self, Py_ssize_t lanes, Py_ssize_t motion, double t, const double* y, double* dy,
                  int* fault) except -1:
        """Rates of one lane."""
        cdef Py_ssize_t i
        cdef const double[::1] x
        state = copied(self.size, y, lanes)
        result = self.f(t, state, motion) if self.numbered else self.f(t, state)
        if isinstance(result, int):
            if result <= 0:
                raise ValueError(f"`f`: expected a positive fault number, got {result}")
            fault[0] = result
            return 0
        array = np.ascontiguousarray(result, float)
        if array.shape != (self.size,):
            raise ValueError(f"`f`: expected shape ({self.size},), got {array.shape}")
        x = array
        for i in range(self.size):
            dy[i * lanes] = x[i]
        return 0
