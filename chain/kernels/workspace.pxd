"""Memory of one call of the integrators: tiles of states and rates, and what each lane is doing."""
from chain.kernels.lanes cimport LANES
from chain.kernels.methods cimport Tableau


cdef struct Lane:
    Py_ssize_t motion           # -1: the lane is empty
    Py_ssize_t next             # the first output that is not written yet
    double left                 # equal steps of a fixed method to the next output
    double step                 # what the step control proposes
    double factor               # by which it changes an accepted step
    bint again                  # a longer step from here was rejected
    bint accepted               # the trial step
    bint dense                  # the trial step needs the dense output
    bint crosses                # a limit or an event may lie in the trial step
    int trouble                 # of the trial step: 0, fault number of the system, NOT_FINITE
    Py_ssize_t which            # what ends the motion in this step, -1: nothing
    double t_end, x_end         # when, and at which place of the step
    Py_ssize_t steps, rejected, evaluations


cdef struct Work:
    # the call
    const Tableau* method
    Py_ssize_t size, watched, outputs, first, last
    Py_ssize_t waiting          # the next motion that takes an empty lane
    const double* y0            # (N, size)
    const double* times         # (outputs,)
    double* out                 # (N, outputs, size)
    double dt                   # the longest step
    bint stops                  # at every output
    const double* lower         # (size,), NULL: no limits
    const double* upper
    const int* direction        # (watched,)
    # how the motions ended, (last - first,)
    int* code
    Py_ssize_t* which
    double* t_end
    double* y_end               # (last - first, size)
    Py_ssize_t* steps
    Py_ssize_t* rejected
    Py_ssize_t* evaluations
    # tiles of `width` numbers: `rows` rows of LANES
    Py_ssize_t lanes, rows, width
    double* K                   # (stages + 1 + extra) tiles of rates
    double* F                   # (3 + dense) tiles of the dense output
    double* y
    double* y_new
    double* z                   # state of an evaluation, or of an output
    double* error3
    double* zero
    double* atol
    double* rtol
    double* lowest              # the limits as tiles
    double* highest
    # (LANES, watched) event functions at the beginning and end of a step; (watched,) somewhere in it
    double* g
    double* g_new
    double* g_probe
    # one state and its rates
    double* one
    double* dy
    # rows
    double t[LANES]
    double t_new[LANES]
    double h[LANES]
    double x[LANES]
    double time[LANES]
    double mask[LANES]
    double sum5[LANES]
    double sum3[LANES]
    double suspects[LANES]      # numbers that may have crossed a limit
    Py_ssize_t motion[LANES]    # as Lane.motion, but always a motion of the call
    int fault[LANES]
    bint want[LANES]            # whose rates are wanted
    Lane lane[LANES]


cdef inline void gather(const Work* w, Py_ssize_t l, const double* tile, double* state) noexcept nogil:
    """The state of lane l."""
    cdef Py_ssize_t i
    for i in range(w.size):
        state[i] = tile[i * w.lanes + l]


cdef inline void scatter(const Work* w, Py_ssize_t l, const double* state, double* tile) noexcept nogil:
    """Put the state of lane l into a tile."""
    cdef Py_ssize_t i
    for i in range(w.size):
        tile[i * w.lanes + l] = state[i]


cdef inline void spread(const Work* w, double* row) noexcept nogil:
    """One motion alone: the same number in the whole row."""
    cdef Py_ssize_t l
    if w.lanes == 1:
        for l in range(1, LANES):
            row[l] = row[0]
