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
from libc.stdlib cimport calloc, free, malloc

cimport numpy as cnp

from chain.kernels.border cimport body_entries, numbers_of, take, vector, wanted
from chain.kernels.external cimport Entry, Pose
from chain.kernels.lanes cimport LANES, Motion, Wrench, load, store
from chain.kernels.model cimport Body, Model
from chain.kernels.outward cimport outward, unit_pose
from chain.kernels.steps cimport pass_on, pass_on_axis, project
from chain.kernels.tiles cimport Job, Tiles, aligned, block_rows, joint_angles, joint_forces, lay_out, numbers, \
    read, read_ahead
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.trig cimport sincos_block

cnp.import_array()

cdef enum:
    FEW = 32        # bodies of a chain whose single samples are computed on the stack


cdef inline void tile_torques(Py_ssize_t lanes, Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                              const Tiles* x, const Entry* entries, Py_ssize_t nentries, Motion* motions,
                              Wrench* wrenches, Pose* poses) noexcept nogil:
    """Torques of the samples t .. t + lanes; motions[0] is the base."""
    cdef Py_ssize_t i, iq, iv, ib
    cdef const Body* b
    cdef Wrench* a
    joint_angles(lanes, n, bodies, rows, t, x)
    outward(lanes, False, n, bodies, rows, t, x, entries, nentries, motions, wrenches, poses)
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


cdef int run(Model model, const Job* job, double* tau, Entry* entries, Py_ssize_t nentries, bint forces,
             Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Torques of samples start .. stop; -1 when there is no memory for one workspace."""
    cdef Py_ssize_t n = model.nbodies, rows = block_rows(model.nbodies, stop - start), count, first, i, size
    cdef Motion* motions
    cdef Wrench* wrenches
    cdef Pose* poses
    cdef Tiles x
    cdef double* free_place
    cdef char* memory
    size = (model.slots + 1) * sizeof(Motion) + n * sizeof(Wrench) + (n + 1) * sizeof(Pose)
    size += (numbers(model, rows) + 6 * nentries * rows) * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    motions = <Motion*> aligned(memory)
    wrenches = <Wrench*> (motions + model.slots + 1)
    poses = <Pose*> (wrenches + n)
    free_place = lay_out(model, rows, <double*> (poses + n + 1), &x)
    for i in range(nentries):
        entries[i].tile = free_place + 6 * i * rows
    unit_pose(LANES, &poses[0])
    first = start
    while first < stop:
        count = rows if stop - first > rows else stop - first
        if count < rows:
            rows = count + (LANES - count % LANES) % LANES
        read(model, job, first, count, rows, &x)
        for i in range(nentries):
            load(rows, count, 6, entries[i].data + first * entries[i].step, entries[i].step, entries[i].tile)
        if stop - first > 2 * rows:
            read_ahead(job, first + rows, rows)
        recursion(n, model.body, rows, &x, entries, nentries, motions, wrenches, poses)
        if forces:
            joint_forces(rows, n, model.body, 1.0, &x)
        store(rows, count, model.nv, x.tau, tau + first * model.nv)
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
    recursion_one(n, model.body, &x, motions, wrenches)
    if model.forces:
        joint_forces(1, n, model.body, 1.0, &x)
    for k in range(n):
        tau[k] = x.tau[k]
    free(memory)
    return 0


cdef object one_sample(Model model, object q, object qd, object qdd, object out):
    """Torques of one sample given as plain float64 vectors of the right length; None when they are not."""
    cdef Py_ssize_t n = model.nv
    cdef cnp.npy_intp size = n
    if not (vector(q, n) and vector(qd, n) and vector(qdd, n)) or model.nq != n:
        return None
    if out is None:
        out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_DOUBLE, 0)
    elif not vector(out, n) or not cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out):
        return None
    if run_one(model, numbers_of(q), numbers_of(qd), numbers_of(qdd), <double*> numbers_of(out)):
        raise MemoryError("no memory for the workspace")
    return out


def samples(Model model not None, q, qd, qdd, g, list external, tau, bint forces, Py_ssize_t start, Py_ssize_t stop):
    """Torques tau[start:stop] (N, nv), without the GIL. Arrays of one row serve all samples; forces: of joints, added.

    external: list of (body, frame, point (3,), Q (9,), wrenches (N or 1, 6)).
    """
    cdef Py_ssize_t N = len(tau), nentries = len(external)
    cdef Job job
    cdef double* result = wanted(tau, model.nv, N)
    cdef Entry* entries
    cdef int failed
    take(&job, model, N, start, stop, q, qd, qdd, False, g)
    if start == stop or model.nv == 0:
        return
    entries = body_entries(model, external, N)
    with nogil:
        failed = run(model, &job, result, entries, nentries, forces and model.forces, start, stop)
    free(entries)
    if failed:
        raise MemoryError("no memory for the workspace")
