"""Runge-Kutta methods on many motions side by side."""
from chain.kernels.clock cimport Clock
from chain.kernels.system cimport System
from chain.kernels.workspace cimport Work

# all motions of the workspace; not zero when the system or the clock ended them
cdef int integrate(Work* w, System system, Clock clock) noexcept nogil
