"""The samples of one call, block by block: variables transposed to tiles, sine and cosine of every body's joint angle.

A kernel allocates one workspace per call, lays its tiles out in it with `lay_out`, and fills them with `read` for one
block of samples after the other.
"""
from libc.math cimport tanh
from libc.stdint cimport uintptr_t

from chain.kernels.lanes cimport BLOCK, LANES, load, prefetch
from chain.kernels.model cimport Body, Model
from spacelib.kernels.trig cimport sincos_block

cdef struct Job:
    # inputs of one call, NULL where there are none; samples `step` doubles apart, 0: the same for all
    const double* q
    const double* qd
    const double* qdd
    const double* tau
    const double* g
    Py_ssize_t q_step, qd_step, qdd_step, tau_step, g_step

cdef struct Tiles:
    # `rows` samples, transposed: variables, sine and cosine of q + offset of each body
    double* g           # (3, rows)
    double* q           # (nq, rows)
    double* qd          # (nv, rows)
    double* qdd
    double* tau
    double* s           # (bodies, rows)
    double* c
    double* zero        # (rows,)


cdef inline void* aligned(char* start) noexcept nogil:
    """The next address that is a multiple of 64."""
    return <void*> ((<uintptr_t> start + 63) & ~(<uintptr_t> 63))


cdef inline Py_ssize_t block_rows(Py_ssize_t n, Py_ssize_t samples) noexcept nogil:
    """Samples of a block: as many tiles at a time as stay in the first-level cache."""
    cdef Py_ssize_t rows = 640 // (n + 1)
    rows = BLOCK if rows > BLOCK else rows - rows % LANES
    return LANES if rows < LANES or samples <= LANES else rows


cdef inline Py_ssize_t numbers(Model model, Py_ssize_t rows) noexcept nogil:
    """Doubles that `lay_out` takes."""
    return (4 + model.nq + 3 * model.nv + 2 * model.nbodies) * rows


cdef inline double* lay_out(Model model, Py_ssize_t rows, double* start, Tiles* x) noexcept nogil:
    """Places of the tiles from `start` on, which must be zeros; where they end."""
    x.g = start
    x.q = x.g + 3 * rows
    x.qd = x.q + model.nq * rows
    x.qdd = x.qd + model.nv * rows
    x.tau = x.qdd + model.nv * rows
    x.s = x.tau + model.nv * rows
    x.c = x.s + model.nbodies * rows
    x.zero = x.c + model.nbodies * rows
    return x.zero + rows


cdef inline void joint_angles(Py_ssize_t lanes, Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                              const Tiles* x) noexcept nogil:
    """Sine and cosine of q + offset from those of q; the offset alone where the joint does not turn."""
    cdef Py_ssize_t l, k
    cdef double s, c
    cdef double* sine
    cdef double* cosine
    for k in range(n):
        sine = x.s + k * rows + t
        cosine = x.c + k * rows + t
        if bodies[k].turns:
            for l in range(lanes):
                s = sine[l]
                c = cosine[l]
                sine[l] = bodies[k].co * s + bodies[k].so * c
                cosine[l] = bodies[k].co * c - bodies[k].so * s
        else:
            for l in range(lanes):
                sine[l] = bodies[k].so
                cosine[l] = bodies[k].co


cdef inline void read(Model model, const Job* job, Py_ssize_t first, Py_ssize_t count, Py_ssize_t rows,
                      const Tiles* x) noexcept nogil:
    """Samples first .. first + count of the inputs, zeros up to `rows`; sine and cosine of q."""
    cdef Py_ssize_t i
    load(rows, count, model.nq, job.q + first * job.q_step, job.q_step, x.q)
    if job.qd != NULL:
        load(rows, count, model.nv, job.qd + first * job.qd_step, job.qd_step, x.qd)
    if job.qdd != NULL:
        load(rows, count, model.nv, job.qdd + first * job.qdd_step, job.qdd_step, x.qdd)
    if job.tau != NULL:
        load(rows, count, model.nv, job.tau + first * job.tau_step, job.tau_step, x.tau)
    if job.g != NULL:
        load(rows, count, 3, job.g + first * job.g_step, job.g_step, x.g)
    for i in range(model.nbodies):
        if model.body[i].turns:
            sincos_block(rows, x.q + model.body[i].iq * rows, x.s + i * rows, x.c + i * rows)


cdef inline void read_ahead(const Job* job, Py_ssize_t first, Py_ssize_t rows) noexcept nogil:
    """Ask for the samples from `first` on, which come in while others are computed."""
    prefetch(job.q + first * job.q_step, rows * job.q_step)
    prefetch(job.qd + first * job.qd_step, rows * job.qd_step)
    if job.qdd != NULL:
        prefetch(job.qdd + first * job.qdd_step, rows * job.qdd_step)
    if job.tau != NULL:
        prefetch(job.tau + first * job.tau_step, rows * job.tau_step)


# one tile: samples `sample` .. sample + count, at column t of the tiles; not zero: no more
ctypedef int (*Step)(Model model, Py_ssize_t rows, Py_ssize_t t, const Tiles* x, Py_ssize_t sample, Py_ssize_t count,
                     void* work) noexcept nogil


cdef inline int sweep(Model model, const Job* job, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t rows,
                      const Tiles* x, Step step, void* work) noexcept nogil:
    """step(...) for all samples, tile by tile; what the last step returned."""
    cdef Py_ssize_t first = start, count, t
    while first < stop:
        count = rows if stop - first > rows else stop - first
        read(model, job, first, count, rows, x)
        t = 0
        while t < count:
            if step(model, rows, t, x, first + t, LANES if count - t > LANES else count - t, work):
                return 1
            t += LANES
        first += count
    return 0


cdef inline void joint_forces(Py_ssize_t rows, Py_ssize_t n, const Body* bodies, double sign,
                              const Tiles* x) noexcept nogil:
    """tau += sign (viscous qd + coulomb tanh(qd / coulomb_speed) + stiffness (q - rest) + rotor qdd)."""
    cdef Py_ssize_t i, k, iq, iv
    cdef const Body* b
    for k in range(n):
        b = &bodies[k]
        for i in range(rows):
            iq, iv = b.iq * rows + i, b.iv * rows + i
            x.tau[iv] += sign * ((b.viscous * x.qd[iv] + b.stiffness * (x.q[iq] - b.rest)) + b.rotor * x.qdd[iv])
        if b.coulomb != 0.0:
            for i in range(rows):
                iv = b.iv * rows + i
                x.tau[iv] += sign * (b.coulomb * tanh(x.qd[iv] / b.coulomb_speed))
