"""Accelerations of one sample or one tile, for other Cython code."""
from chain.kernels.articulated cimport Articulated, Freed
from chain.kernels.external cimport Entry, Pose
from chain.kernels.lanes cimport Motion, Wrench
from chain.kernels.model cimport Body, Model
from chain.kernels.tiles cimport Tiles

cdef struct Workspace:
    # what one tile of the recursion needs
    Motion* motions             # slots + 1
    Wrench* wrenches            # bodies
    Pose* poses                 # bodies + 1, 0 is the base
    Articulated* articulated    # slots + 1
    Freed* freed                # bodies
    double* phi                 # (bodies, LANES)
    double* fault               # (LANES,): place in qd, plus one, of a joint that has no inertia

cdef Py_ssize_t workspace_size(Model model) noexcept nogil
cdef char* workspace_lay_out(Model model, char* start, Workspace* work) noexcept nogil
cdef void accelerations_tile(Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t, const Tiles* x,
                             const Entry* entries, Py_ssize_t nentries, Workspace* work) noexcept nogil
cdef void accelerations_one(Py_ssize_t n, const Body* bodies, const Tiles* x, Workspace* work) noexcept nogil
cdef object one_sample(Model model, object q, object qd, object tau, object out)
