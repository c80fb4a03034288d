"""Decomposition of the mass matrix, M = U D U', and its inverse, sixteen samples at a time (Saha 1999, appendix B).

The reverse Gaussian elimination of articulated.pxd gives m_hat and psi of every joint. D holds the m_hat; column j of
the unit upper triangular U is psi_j projected on the joints between body j and the base (eq. 46):

    U_ij = p_i' B_ji' psi_j        D_j = m_hat_j        M^-1 = U^-T D^-1 U^-1
"""
from libc.stdlib cimport calloc, free

from chain.kernels.articulated cimport Articulated, Freed, eliminate, freed_in
from chain.kernels.border cimport take, wanted
from chain.kernels.columns cimport Column, column_out, into_base, projected
from chain.kernels.external cimport Pose, pose_step
from chain.kernels.lanes cimport LANES, lanes_in, lanes_out, store
from chain.kernels.model cimport Body, Model
from chain.kernels.outward cimport unit_pose
from chain.kernels.tiles cimport Job, Tiles, aligned, block_rows, joint_angles, lay_out, numbers, sweep
from spacelib.kernels.dispatch cimport kvoid


cdef struct Workspace:
    Pose* poses                 # bodies + 1, 0 is the base
    Articulated* articulated    # slots + 1
    Freed* freed                # 1
    Column* column              # 1
    double* U                   # (nv, nv, LANES)
    double* D                   # (nv, LANES)
    double* V                   # U^-1
    double* inverse             # (nv, nv, LANES)
    double* share               # (LANES,)
    double* fault               # (LANES,): place in qd, plus one, of a joint that has no inertia
    double* U_                  # the results (N, ...), NULL where not wanted
    double* D_
    double* inverse_
    Py_ssize_t sample, joint    # the first that is singular


cdef inline void psi_column(freed_in o, column_out p) noexcept nogil:
    """psi, to be turned into base axes."""
    cdef Py_ssize_t l
    for l in range(LANES):
        p.nx[l] = o.nx[l]
        p.ny[l] = o.ny[l]
        p.nz[l] = o.nz[l]
        p.fx[l] = o.fx[l]
        p.fy[l] = o.fy[l]
        p.fz[l] = o.fz[l]


cdef inline void fill(double value, lanes_out x) noexcept nogil:
    cdef Py_ssize_t l
    for l in range(LANES):
        x[l] = value


cdef inline void copy(lanes_in x, lanes_out y) noexcept nogil:
    cdef Py_ssize_t l
    for l in range(LANES):
        y[l] = x[l]


cdef inline void take_product(lanes_in a, lanes_in b, lanes_out y) noexcept nogil:
    """y -= a b."""
    cdef Py_ssize_t l
    for l in range(LANES):
        y[l] -= a[l] * b[l]


cdef inline void add_product(lanes_in a, lanes_in b, lanes_out y) noexcept nogil:
    """y += a b."""
    cdef Py_ssize_t l
    for l in range(LANES):
        y[l] += a[l] * b[l]


cdef inline void divide(lanes_in a, lanes_in b, lanes_out y) noexcept nogil:
    """y = a / b."""
    cdef Py_ssize_t l
    for l in range(LANES):
        y[l] = a[l] / b[l]


cdef kvoid decompose(Py_ssize_t n, Py_ssize_t nv, const Body* bodies, Py_ssize_t rows, Py_ssize_t t, const Tiles* x,
                     Workspace* work) noexcept nogil:
    """U and D of one tile; what is zero in U is not written."""
    cdef Py_ssize_t i, j
    cdef const Body* b
    fill(0.0, work.fault)
    joint_angles(LANES, n, bodies, rows, t, x)
    for j in range(n):
        b = &bodies[j]
        pose_step(False, b, x.q + b.iq * rows + t, x.s + j * rows + t, x.c + j * rows + t,
                  &work.poses[b.parent + 1], &work.poses[j + 1])
    for j in range(n - 1, -1, -1):
        b = &bodies[j]
        eliminate(LANES, j, bodies, rows, t, x, work.articulated, work.freed, work.fault)
        psi_column(work.freed, work.column)
        into_base(&work.poses[j + 1], work.column)
        copy(work.freed.m_hat, work.D + b.iv * LANES)
        fill(1.0, work.U + (b.iv * nv + b.iv) * LANES)
        i = b.parent
        while i >= 0:
            projected(&bodies[i], &work.poses[i + 1], &work.poses[j + 1], work.column,
                      work.U + (bodies[i].iv * nv + b.iv) * LANES)
            i = bodies[i].parent


cdef kvoid invert(Py_ssize_t n, Py_ssize_t nv, const Body* bodies, const double* U, const double* D, double* V,
                  double* share, double* inverse) noexcept nogil:
    """inverse = V' D^-1 V, V = U^-1: U and V have elements only where one joint carries the other."""
    cdef Py_ssize_t i, j, k, row = nv * LANES, vi, vj, vk
    # V_ij = -U_ij - sum V_ik U_kj, over the joints k between i and j
    for j in range(n):
        vj = bodies[j].iv * LANES
        fill(1.0, V + bodies[j].iv * row + vj)
        i = bodies[j].parent
        while i >= 0:
            vi = bodies[i].iv * row
            fill(0.0, V + vi + vj)
            k = bodies[j].parent
            while k >= i:
                take_product(V + vi + bodies[k].iv * LANES, U + bodies[k].iv * row + vj, V + vi + vj)
                k = bodies[k].parent
            i = bodies[i].parent
    # M^-1_ij = sum V_ki V_kj / D_k, over the joints k that carry both
    for i in range(nv * nv):
        fill(0.0, inverse + i * LANES)
    for i in range(n):
        k = i
        while k >= 0:
            vk = bodies[k].iv * row
            divide(V + vk + bodies[i].iv * LANES, D + bodies[k].iv * LANES, share)
            for j in range(i, n):
                add_product(share, V + vk + bodies[j].iv * LANES, inverse + bodies[i].iv * row + bodies[j].iv * LANES)
            k = bodies[k].parent
    for i in range(n):
        vi = bodies[i].iv
        for j in range(i + 1, n):
            vj = bodies[j].iv
            copy(inverse + vi * row + vj * LANES, inverse + vj * row + vi * LANES)


cdef int step(Model model, Py_ssize_t rows, Py_ssize_t t, const Tiles* x, Py_ssize_t sample, Py_ssize_t count,
              void* place) noexcept nogil:
    """The wanted of U, D, inverse of one tile, stored; 1: a joint without inertia."""
    cdef Workspace* work = <Workspace*> place
    cdef Py_ssize_t n = model.nbodies, nv = model.nv, i
    decompose(n, nv, model.body, rows, t, x, work)
    for i in range(count):
        if work.fault[i] != 0.0:
            work.sample, work.joint = sample + i, <Py_ssize_t> work.fault[i] - 1
            return 1
    if work.U_ != NULL:
        store(LANES, count, nv * nv, work.U, work.U_ + sample * nv * nv)
    if work.D_ != NULL:
        store(LANES, count, nv, work.D, work.D_ + sample * nv)
    if work.inverse_ != NULL:
        invert(n, nv, model.body, work.U, work.D, work.V, work.share, work.inverse)
        store(LANES, count, nv * nv, work.inverse, work.inverse_ + sample * nv * nv)
    return 0


cdef int run(Model model, const Job* job, Workspace* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The results named in `work` for samples start .. stop; -1: no memory, 1: no inertia along a joint."""
    cdef Py_ssize_t n = model.nbodies, nv = model.nv, slots = model.slots + 1, size
    cdef Py_ssize_t rows = block_rows(n, stop - start)
    cdef Tiles x
    cdef char* memory
    cdef int singular
    size = (n + 1) * sizeof(Pose) + slots * sizeof(Articulated) + sizeof(Freed) + sizeof(Column)
    size += ((3 * nv * nv + nv + 2) * LANES + numbers(model, rows)) * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    work.poses = <Pose*> aligned(memory)
    work.articulated = <Articulated*> (work.poses + n + 1)
    work.freed = <Freed*> (work.articulated + slots)
    work.column = <Column*> (work.freed + 1)
    work.U = <double*> (work.column + 1)
    work.D = work.U + nv * nv * LANES
    work.inverse = work.D + nv * LANES
    work.V = work.inverse + nv * nv * LANES
    work.fault = work.V + nv * nv * LANES
    work.share = work.fault + LANES
    lay_out(model, rows, work.share + LANES, &x)
    unit_pose(LANES, &work.poses[0])
    singular = sweep(model, job, start, stop, rows, &x, step, work)
    free(memory)
    return singular


def samples(Model model not None, q, U, D, inverse, Py_ssize_t start, Py_ssize_t stop):
    """Fill the wanted of U (N, nv nv), D (N, nv), inverse (N, nv nv) for samples start .. stop, without the GIL.

    None, or the first sample and joint (place in qd) that has no articulated inertia; q: (N or 1, nq).
    """
    cdef Py_ssize_t N = len(D if inverse is None else inverse), nv = model.nv
    cdef Job job
    cdef Workspace work
    cdef int failed
    work.U_ = NULL if U is None else wanted(U, nv * nv, N)
    work.D_ = NULL if D is None else wanted(D, nv, N)
    work.inverse_ = NULL if inverse is None else wanted(inverse, nv * nv, N)
    take(&job, model, N, start, stop, q, False, False, False, False)
    if start == stop or nv == 0:
        return None
    with nogil:
        failed = run(model, &job, &work, start, stop)
    if failed < 0:
        raise MemoryError("no memory for the workspace")
    return (work.sample, work.joint) if failed else None
