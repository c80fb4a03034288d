"""Inverse dynamics in canonical link frames, sixteen samples at a time.

Frames: z is the joint axis and one step from parent to child is ``R = Rz(beta) Rx(alpha) Rz(q + offset)`` and a
constant shift p; beta is zero for the first child of a body. Outward: angular velocity w, its rate dw, acceleration a
of the origin (gravity enters as the acceleration -g of the base); then ``U = dw~ + w~ w~`` is the 3x3 block of
Legnani's H and ``PHI = skew(H J)`` gives the force and couple of the body (Legnani et al. 1996, part 2, section 4.2).
Inward: actions are summed and projected on the joint screws (section 2.3, eq. 10).

Mass on a revolute axis moves with the parent as well: chain.model has moved m, m z and S_zz of every turning body to
its parent, so these three are zero in `turn`. `slide` takes prismatic and screw joints with all ten parameters.

chain/recursion.py is the same recursion in plain Python.
"""
from libc.math cimport tanh
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free, malloc

cimport numpy as cnp

from chain.kernels.external cimport Entry, Pose, act, pose_step
from chain.kernels.lanes cimport BLOCK, LANES, Motion, Wrench, load, prefetch, store
from chain.kernels.model cimport Body, Model
from chain.kernels.steps cimport pass_on, pass_on_axis, project, slide, turn, turn_on_base
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.trig cimport sincos_block

cnp.import_array()

cdef enum:
    FEW = 32        # bodies of a chain whose single samples are computed on the stack


cdef struct Tiles:
    # `rows` samples, transposed: variables, sine and cosine of q + offset of each body, torques
    double* g           # (3, rows)
    double* q           # (nq, rows)
    double* qd          # (nv, rows)
    double* qdd
    double* s           # (bodies, rows)
    double* c
    double* tau         # (nv, rows)


cdef inline void tile_torques(Py_ssize_t lanes, Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                              const Tiles* x, const Entry* entries, Py_ssize_t nentries, Motion* motions,
                              Wrench* wrenches, Pose* poses) noexcept nogil:
    """Torques of the samples t .. t + lanes; motions[0] is the base."""
    cdef Py_ssize_t i, l, iq, iv, ib
    cdef const Body* b
    cdef Motion* o = &motions[0]
    cdef Motion* p
    cdef Wrench* a
    # the base accelerates by -g
    for l in range(lanes):
        o.ex[l] = -x.g[t + l]
        o.ey[l] = -x.g[rows + t + l]
        o.ez[l] = -x.g[2 * rows + t + l]
    # outward
    for i in range(n):
        b = &bodies[i]
        o = &motions[b.slot]
        p = &motions[0] if b.parent < 0 else &motions[bodies[b.parent].slot]
        a = &wrenches[i]
        iq, iv, ib = b.iq * rows + t, b.iv * rows + t, i * rows + t
        if b.slides:
            slide(lanes, b, p, x.q + iq, x.s + ib, x.c + ib, x.qd + iv, x.qdd + iv, o, a)
        elif b.parent < 0:
            turn_on_base(lanes, b, p, x.s + ib, x.c + ib, x.qd + iv, x.qdd + iv, o, a)
        elif b.branch:
            turn(lanes, True, b, p, x.s + ib, x.c + ib, x.qd + iv, x.qdd + iv, o, a)
        else:
            turn(lanes, False, b, p, x.s + ib, x.c + ib, x.qd + iv, x.qdd + iv, o, a)
    if nentries:
        for i in range(n):
            b = &bodies[i]
            iq, ib = b.iq * rows + t, i * rows + t
            pose_step(b, x.q + iq, x.s + ib, x.c + ib, &poses[b.parent + 1], &poses[i + 1])
        for i in range(nentries):
            act(&entries[i], rows, t, &poses[entries[i].body + 1], &wrenches[entries[i].body])
    # inward
    for i in range(n - 1, -1, -1):
        b = &bodies[i]
        a = &wrenches[i]
        iq, iv, ib = b.iq * rows + t, b.iv * rows + t, i * rows + t
        project(lanes, b, a, x.tau + iv)
        if b.parent < 0:
            continue
        if b.slides:
            pass_on(lanes, True, True, b, x.q + iq, x.s + ib, x.c + ib, a, &wrenches[b.parent])
        elif b.branch:
            pass_on(lanes, True, False, b, x.q + iq, x.s + ib, x.c + ib, a, &wrenches[b.parent])
        elif bodies[b.parent].parent < 0 and not bodies[b.parent].slides:
            pass_on_axis(lanes, b, x.s + ib, x.c + ib, a, &wrenches[b.parent])
        else:
            pass_on(lanes, False, False, b, x.q + iq, x.s + ib, x.c + ib, a, &wrenches[b.parent])


cdef kvoid recursion(Py_ssize_t n, const Body* bodies, Py_ssize_t rows, const Tiles* x, const Entry* entries,
                     Py_ssize_t nentries, Motion* motions, Wrench* wrenches, Pose* poses) noexcept nogil:
    """Torques of `rows` samples, tile by tile."""
    cdef Py_ssize_t tile
    for tile in range(rows // LANES):
        tile_torques(LANES, n, bodies, rows, tile * LANES, x, entries, nentries, motions, wrenches, poses)


cdef kvoid recursion_one(Py_ssize_t n, const Body* bodies, const Tiles* x, Motion* motions,
                         Wrench* wrenches) noexcept nogil:
    """Torques of one sample: the same recursion with one lane."""
    tile_torques(1, n, bodies, 1, 0, x, NULL, 0, motions, wrenches, NULL)


cdef kvoid joint_angles(Py_ssize_t n, const Body* bodies, Py_ssize_t rows, const Tiles* x) noexcept nogil:
    """Sine and cosine of q + offset from those of q; of the offset alone where the joint does not turn."""
    cdef Py_ssize_t i, k
    cdef double s, c
    cdef double* sine
    cdef double* cosine
    for k in range(n):
        sine = x.s + k * rows
        cosine = x.c + k * rows
        if bodies[k].turns:
            for i in range(rows):
                s = sine[i]
                c = cosine[i]
                sine[i] = bodies[k].co * s + bodies[k].so * c
                cosine[i] = bodies[k].co * c - bodies[k].so * s
        else:
            for i in range(rows):
                sine[i] = bodies[k].so
                cosine[i] = bodies[k].co


cdef inline void joint_forces(Py_ssize_t rows, Py_ssize_t n, const Body* bodies, const Tiles* x) noexcept nogil:
    """tau += viscous qd + coulomb tanh(qd / coulomb_speed) + stiffness (q - rest) + rotor qdd."""
    cdef Py_ssize_t i, k, iq, iv
    cdef const Body* b
    for k in range(n):
        b = &bodies[k]
        for i in range(rows):
            iq, iv = b.iq * rows + i, b.iv * rows + i
            x.tau[iv] += (b.viscous * x.qd[iv] + b.stiffness * (x.q[iq] - b.rest)) + b.rotor * x.qdd[iv]
        if b.coulomb != 0.0:
            for i in range(rows):
                iv = b.iv * rows + i
                x.tau[iv] += b.coulomb * tanh(x.qd[iv] / b.coulomb_speed)


cdef struct Job:
    # one call: samples `step` doubles apart, 0: the same for all
    const double* q
    const double* qd
    const double* qdd
    const double* g
    double* tau
    Py_ssize_t q_step, qd_step, qdd_step, g_step


cdef inline void* aligned(char* start) noexcept nogil:
    """The next address that is a multiple of 64."""
    return <void*> ((<uintptr_t> start + 63) & ~(<uintptr_t> 63))


cdef int run(Model model, const Job* job, Entry* entries, Py_ssize_t nentries, bint forces, Py_ssize_t start,
             Py_ssize_t stop) noexcept nogil:
    """Torques of samples start .. stop; -1 when there is no memory for one workspace."""
    cdef Py_ssize_t n = model.nbodies, nq = model.nq, nv = model.nv, rows, count, first, i, numbers, size
    cdef Motion* motions
    cdef Wrench* wrenches
    cdef Pose* poses
    cdef Tiles x
    cdef char* memory
    # as many tiles at a time as stay in the first-level cache
    rows = 640 // (n + 1)
    rows = BLOCK if rows > BLOCK else rows - rows % LANES
    rows = LANES if rows < LANES or stop - start <= LANES else rows
    numbers = (3 + nq + 3 * nv + 2 * n + 6 * nentries) * rows
    size = (model.slots + 1) * sizeof(Motion) + n * sizeof(Wrench) + (n + 1) * sizeof(Pose) + numbers * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    motions = <Motion*> aligned(memory)
    wrenches = <Wrench*> (motions + model.slots + 1)
    poses = <Pose*> (wrenches + n)
    x.g = <double*> (poses + n + 1)
    x.q = x.g + 3 * rows
    x.qd = x.q + nq * rows
    x.qdd = x.qd + nv * rows
    x.tau = x.qdd + nv * rows
    x.s = x.tau + nv * rows
    x.c = x.s + n * rows
    for i in range(nentries):
        entries[i].tile = x.c + (n + 6 * i) * rows
    for i in range(LANES):
        poses[0].xx[i] = poses[0].yy[i] = poses[0].zz[i] = 1.0
    first = start
    while first < stop:
        count = rows if stop - first > rows else stop - first
        if count < rows:
            rows = count + (LANES - count % LANES) % LANES
        load(rows, count, 3, job.g + first * job.g_step, job.g_step, x.g)
        load(rows, count, nq, job.q + first * job.q_step, job.q_step, x.q)
        load(rows, count, nv, job.qd + first * job.qd_step, job.qd_step, x.qd)
        load(rows, count, nv, job.qdd + first * job.qdd_step, job.qdd_step, x.qdd)
        for i in range(nentries):
            load(rows, count, 6, entries[i].data + first * entries[i].step, entries[i].step, entries[i].tile)
        for i in range(n):
            if model.body[i].turns:
                sincos_block(rows, x.q + model.body[i].iq * rows, x.s + i * rows, x.c + i * rows)
        joint_angles(n, model.body, rows, &x)
        if stop - first > 2 * rows:
            # the next samples come in while these are computed
            prefetch(job.q + (first + rows) * job.q_step, rows * job.q_step)
            prefetch(job.qd + (first + rows) * job.qd_step, rows * job.qd_step)
            prefetch(job.qdd + (first + rows) * job.qdd_step, rows * job.qdd_step)
        recursion(n, model.body, rows, &x, entries, nentries, motions, wrenches, poses)
        if forces:
            joint_forces(rows, n, model.body, &x)
        store(rows, count, nv, x.tau, job.tau + first * nv)
        first += count
    free(memory)
    return 0


cdef int run_one(Model model, const double* q, const double* qd, const double* qdd, double* tau) noexcept nogil:
    """One sample, on the stack as long as the chain is short; -1 when there is no memory."""
    cdef Motion few_motions[FEW + 1]
    cdef Wrench few_wrenches[FEW]
    cdef double few_numbers[4 * FEW]
    cdef Motion* motions = few_motions
    cdef Wrench* wrenches = few_wrenches
    cdef double* angle = few_numbers
    cdef Tiles x
    cdef Py_ssize_t n = model.nbodies, k
    cdef char* memory = NULL
    if n > FEW:
        memory = <char*> malloc((model.slots + 1) * sizeof(Motion) + n * sizeof(Wrench) + 4 * n * sizeof(double) + 64)
        if memory == NULL:
            return -1
        motions = <Motion*> aligned(memory)
        wrenches = <Wrench*> (motions + model.slots + 1)
        angle = <double*> (wrenches + n)
    x.g, x.q, x.qd, x.qdd = model.g, <double*> q, <double*> qd, <double*> qdd
    x.s, x.c, x.tau = angle + n, angle + 2 * n, angle + 3 * n       # `tau` may be the memory of an input
    motions[0].wx[0] = motions[0].wy[0] = motions[0].wz[0] = 0.0
    motions[0].dx[0] = motions[0].dy[0] = motions[0].dz[0] = 0.0
    for k in range(n):
        angle[k] = q[model.body[k].iq]
    sincos_block(n, angle, x.s, x.c)
    joint_angles(n, model.body, 1, &x)
    recursion_one(n, model.body, &x, motions, wrenches)
    if model.forces:
        joint_forces(1, n, model.body, &x)
    for k in range(n):
        tau[k] = x.tau[k]
    free(memory)
    return 0


cdef inline bint direct(object x, int ndim) noexcept:
    """An aligned C-contiguous float64 array of `ndim` dimensions, and nothing else."""
    return type(x) is cnp.ndarray and cnp.PyArray_NDIM(<cnp.ndarray> x) == ndim \
        and cnp.PyArray_TYPE(<cnp.ndarray> x) == cnp.NPY_DOUBLE and cnp.PyArray_ISCARRAY_RO(<cnp.ndarray> x)


cdef object one_sample(Model model, object q, object qd, object qdd, object out):
    """Torques of one sample given as plain float64 vectors of the right length; None when they are not."""
    cdef Py_ssize_t n = model.nv
    cdef cnp.npy_intp size = n
    if not (direct(q, 1) and direct(qd, 1) and direct(qdd, 1)) or model.nq != n:
        return None
    if cnp.PyArray_DIM(<cnp.ndarray> q, 0) != n or cnp.PyArray_DIM(<cnp.ndarray> qd, 0) != n \
            or cnp.PyArray_DIM(<cnp.ndarray> qdd, 0) != n:
        return None
    if out is None:
        out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_DOUBLE, 0)
    elif not direct(out, 1) or cnp.PyArray_DIM(<cnp.ndarray> out, 0) != n \
            or not cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out):
        return None
    if run_one(model, <const double*> cnp.PyArray_DATA(<cnp.ndarray> q),
               <const double*> cnp.PyArray_DATA(<cnp.ndarray> qd),
               <const double*> cnp.PyArray_DATA(<cnp.ndarray> qdd), <double*> cnp.PyArray_DATA(<cnp.ndarray> out)):
        raise MemoryError("no memory for the workspace")
    return out


def samples(Model model not None, const double[:, ::1] q, const double[:, ::1] qd, const double[:, ::1] qdd,
            const double[:, ::1] g, list external, double[:, ::1] tau, bint forces, Py_ssize_t start, Py_ssize_t stop):
    """Torques tau[start:stop], without the GIL. Arrays of one row serve all samples; forces: of joints, added.

    external: list of (body, frame, point (3,), Q (9,), wrenches (N or 1, 6)).
    """
    cdef Py_ssize_t N = tau.shape[0], k, nentries = len(external)
    cdef Job job
    cdef Entry* entries = NULL
    cdef const double[:, ::1] wrench
    cdef int failed
    if not 0 <= start <= stop <= N:
        raise IndexError("start, stop beyond the samples")
    if q.shape[1] != model.nq or qd.shape[1] != model.nv or qdd.shape[1] != model.nv or tau.shape[1] != model.nv \
            or g.shape[1] != 3:
        raise ValueError("arrays do not fit the model")
    for k in (q.shape[0], qd.shape[0], qdd.shape[0], g.shape[0]):
        if k != 1 and k != N:
            raise ValueError("arrays of different numbers of samples")
    if start == stop or model.nv == 0:
        return
    job.q, job.q_step = &q[0, 0], (model.nq if q.shape[0] > 1 else 0)
    job.qd, job.qd_step = &qd[0, 0], (model.nv if qd.shape[0] > 1 else 0)
    job.qdd, job.qdd_step = &qdd[0, 0], (model.nv if qdd.shape[0] > 1 else 0)
    job.g, job.g_step = &g[0, 0], (3 if g.shape[0] > 1 else 0)
    job.tau = &tau[0, 0]
    if nentries:
        entries = <Entry*> malloc(nentries * sizeof(Entry))
        if entries == NULL:
            raise MemoryError("no memory for the external actions")
    try:
        for k in range(nentries):
            body, frame, point, Q, wrench = external[k]
            if not 0 <= body < model.nbodies or wrench.shape[1] != 6 or wrench.shape[0] not in (1, N):
                raise ValueError("external action does not fit the model")
            entries[k].body, entries[k].frame = body, frame
            entries[k].point, entries[k].Q = point, Q
            entries[k].data, entries[k].step = &wrench[0, 0], (6 if wrench.shape[0] > 1 else 0)
        with nogil:
            failed = run(model, &job, entries, nentries, forces and model.forces, start, stop)
    finally:
        free(entries)
    if failed:
        raise MemoryError("no memory for the workspace")
