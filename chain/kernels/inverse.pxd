"""Torques of one sample, for other Cython code."""
from chain.kernels.model cimport Model

cdef object one_sample(Model model, object q, object qd, object qdd, object out)
