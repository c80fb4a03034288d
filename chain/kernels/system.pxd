"""What is integrated, for kernels that derive from it, and how motions end."""

cpdef enum End:
    REACHED = 0             # the last output
    LIMIT = 1               # which: i, y[i] reached its lower limit; size + i, its upper limit
    EVENT = 2               # which: the event function
    SINGULAR = 3            # which: the fault number of the system
    NONFINITE = 4           # state or rates are not finite
    STEP_TOO_SMALL = 5      # the tolerance asks for steps that time cannot resolve


cdef class System:
    cdef readonly Py_ssize_t size       # numbers of a state y
    cdef readonly Py_ssize_t watched    # event functions
    cdef object kept                    # the exception that ends everything
    cdef bint alone                     # it has a workspace: one integration at a time
    cdef bint busy

    # dy = rates of `lanes` states y[i * lanes + l] at times t[l], of the motions motion[l]; lanes is 1 or LANES, and a
    # state has the same rates, bit for bit, in both. fault[l] is -1 where nobody will look at the result, else 0: there
    # a state without rates sets a positive number that says why. Not zero: everything ends, `kept` says why.
    cdef int rates(self, Py_ssize_t lanes, const Py_ssize_t* motion, const double* t, const double* y, double* dy,
                   int* fault) noexcept nogil

    # g = event functions of one state; returns as above
    cdef int watch(self, Py_ssize_t motion, double t, const double* y, double* g) noexcept nogil


cdef class PythonSystem(System):
    cdef readonly object f              # f(t, y) or f(t, y, motion)
    cdef readonly tuple events          # of functions g(t, y)
    cdef readonly bint numbered
    cdef int call(self, Py_ssize_t lanes, Py_ssize_t motion, double t, const double* y, double* dy,
                  int* fault) except -1
