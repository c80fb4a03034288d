"""A clock for long work without the GIL: it counts the work and strikes from time to time."""
from time import monotonic

from cpython.exc cimport PyErr_CheckSignals


cdef class Clock:
    """Something to do about every 0.07 s: call `tick` with the share of the work that is done, look for Ctrl-C."""

    def __cinit__(self, tick):
        self.tick, self.last = tick, monotonic()
        self.left = self.ration = 500.0

    cdef int strike(self, double done) noexcept with gil:
        """Not zero when an exception ends everything; it is kept."""
        cdef double now, factor
        try:
            PyErr_CheckSignals()
            if self.tick is not None:
                self.tick(done)
        except BaseException as error:
            self.kept = error
            return -1
        now = monotonic()
        factor = 0.07 / (now - self.last) if now > self.last else 4.0
        self.ration *= 4.0 if factor > 4.0 else 0.25 if factor < 0.25 else factor
        self.left, self.last = self.ration, now
        return 0
