"""Forward dynamics in canonical link frames by Saha's recursion: O(n), sixteen samples at a time.

With the generalised inertia matrix decomposed as U D U' (Saha 1999, section 5.2 and appendix B), ``U D U' qdd = phi``,
phi = tau less the torques of the motion at qdd = 0, is solved in three steps without forming U:

    outward   w* of every body at qdd = 0, as in inverse dynamics
    inward    phi_hat_i = tau_i - p_i' w*_i, w*_p += B' (w*_i + psi_i phi_hat_i), M_hat_p += B' M_bar_i B   (34, 35, 50)
    outward   qdd_i = phi_hat_i / m_hat_i - psi_i' mu,  mu = B mu_p,  mu_i = mu + p_i qdd_i                   (36, 37)

w* carries both the torques of section 5.1 and the eta of eq. 35, which move towards the base in the same way; psi,
m_hat, M_hat are explained in articulated.pxd. mu is the twist rate due to the joint accelerations. Joints whose
articulated inertia m_hat is not positive are reported, not divided by.
"""
from libc.stdlib cimport calloc, free, malloc

cimport numpy as cnp

from chain.kernels.articulated cimport Articulated, Freed, eliminate, freed_in
from chain.kernels.border cimport body_entries, numbers_of, take, vector, wanted
from chain.kernels.external cimport Entry, Pose
from chain.kernels.lanes cimport LANES, Motion, Wrench, lanes_in, lanes_out, load, motion_in, motion_out, store, \
    wrench_out
from chain.kernels.model cimport Body, Model
from chain.kernels.outward cimport outward, unit_pose
from chain.kernels.steps cimport pass_on, pass_on_axis, project
from chain.kernels.tiles cimport Job, Tiles, aligned, block_rows, joint_angles, joint_forces, lay_out, numbers, \
    read, read_ahead
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.trig cimport sincos_block

cnp.import_array()


cdef inline void hold(Py_ssize_t lanes, freed_in o, lanes_in tau, lanes_out phi, wrench_out a) noexcept nogil:
    """phi_hat = tau - p' w* (p' w* comes in phi), and the action that the free joint passes on: w* + psi phi_hat."""
    cdef double phi_hat
    cdef Py_ssize_t l
    for l in range(lanes):
        phi_hat = tau[l] - phi[l]
        phi[l] = phi_hat * o.r[l]
        a.fx[l] += o.fx[l] * phi_hat
        a.fy[l] += o.fy[l] * phi_hat
        a.fz[l] += o.fz[l] * phi_hat
        a.cx[l] += o.nx[l] * phi_hat
        a.cy[l] += o.ny[l] * phi_hat
        a.cz[l] += o.nz[l] * phi_hat


cdef inline void accelerate(Py_ssize_t lanes, bint turning, bint branch, const Body* b, motion_in p, lanes_in q,
                            lanes_in s, lanes_in c, freed_in o, lanes_in phi, lanes_out qdd,
                            motion_out m) noexcept nogil:
    """mu = B mu_p, qdd = phi_hat / m_hat - psi' mu, mu_i = mu + p qdd; mu is kept in the dw and e of a Motion."""
    cdef double turns = b.turns, dx, dy, dz, ax, ay, az, t
    cdef Py_ssize_t l
    for l in range(lanes):
        dx = p.dx[l]
        dy = p.dy[l]
        dz = p.dz[l]
        ax = p.ex[l]
        ay = p.ey[l]
        az = p.ez[l]
        # Rz(beta)'
        if branch:
            t = b.cb * dx + b.sb * dy
            dy = b.cb * dy - b.sb * dx
            dx = t
            t = b.cb * ax + b.sb * ay
            ay = b.cb * ay - b.sb * ax
            ax = t
        # Rx(alpha)'
        t = b.ca * dy + b.sa * dz
        dz = b.ca * dz - b.sa * dy
        dy = t
        t = b.ca * ay + b.sa * az
        az = b.ca * az - b.sa * ay
        ay = t
        # a + dw x h, h = (hx, hy, d)
        ax = ax - dz * b.hy
        ay = ay + dz * b.hx
        az = az + (dx * b.hy - dy * b.hx)
        if not turning:
            t = b.slide * q[l]
            ax = ax + dy * t
            ay = ay - dx * t
        # Rz(q)'
        t = c[l] * dx + s[l] * dy
        dy = c[l] * dy - s[l] * dx
        dx = t
        t = c[l] * ax + s[l] * ay
        ay = c[l] * ay - s[l] * ax
        ax = t
        t = ((o.nx[l] * dx + o.ny[l] * dy) + o.nz[l] * dz) + ((o.fx[l] * ax + o.fy[l] * ay) + o.fz[l] * az)
        t = phi[l] - t
        qdd[l] = t
        if turning:
            dz = dz + t
        else:
            dz = dz + turns * t
            az = az + b.slide * t
        m.dx[l] = dx
        m.dy[l] = dy
        m.dz[l] = dz
        m.ex[l] = ax
        m.ey[l] = ay
        m.ez[l] = az


cdef inline void accelerate_on_base(Py_ssize_t lanes, const Body* b, lanes_in phi, lanes_out qdd,
                                    motion_out m) noexcept nogil:
    """The base does not accelerate: qdd = phi_hat / m_hat, mu = p qdd."""
    cdef double turns = b.turns
    cdef Py_ssize_t l
    for l in range(lanes):
        qdd[l] = phi[l]
        m.dx[l] = 0.0
        m.dy[l] = 0.0
        m.dz[l] = turns * phi[l]
        m.ex[l] = 0.0
        m.ey[l] = 0.0
        m.ez[l] = b.slide * phi[l]


cdef inline void tile_accelerations(Py_ssize_t lanes, Py_ssize_t n, const Body* bodies, Py_ssize_t rows,
                                    Py_ssize_t t, const Tiles* x, const Entry* entries, Py_ssize_t nentries,
                                    Workspace* work) noexcept nogil:
    """Accelerations of the samples t .. t + lanes."""
    cdef Py_ssize_t i, l, iq, iv, ib
    cdef const Body* b
    cdef Wrench* a
    cdef Motion* p
    cdef Motion* o
    for l in range(lanes):
        work.fault[l] = 0.0
    joint_angles(lanes, n, bodies, rows, t, x)
    outward(lanes, True, n, bodies, rows, t, x, entries, nentries, work.motions, work.wrenches, work.poses)
    # inward
    for i in range(n - 1, -1, -1):
        b = &bodies[i]
        a = &work.wrenches[i]
        iq, iv, ib = b.iq * rows + t, b.iv * rows + t, i * rows + t
        eliminate(lanes, i, bodies, rows, t, x, work.articulated, &work.freed[i], work.fault)
        project(lanes, b, a, work.phi + i * LANES)
        hold(lanes, &work.freed[i], x.tau + iv, work.phi + i * LANES, a)
        if b.parent < 0:
            continue
        if b.slides:
            pass_on(lanes, True, True, b, x.q + iq, x.s + ib, x.c + ib, a, &work.wrenches[b.parent])
        elif b.branch:
            pass_on(lanes, True, False, b, x.q + iq, x.s + ib, x.c + ib, a, &work.wrenches[b.parent])
        elif bodies[b.parent].parent < 0 and not bodies[b.parent].slides:
            pass_on_axis(lanes, b, x.s + ib, x.c + ib, a, &work.wrenches[b.parent])
        else:
            pass_on(lanes, False, False, b, x.q + iq, x.s + ib, x.c + ib, a, &work.wrenches[b.parent])
    # outward
    for i in range(n):
        b = &bodies[i]
        iq, iv, ib = b.iq * rows + t, b.iv * rows + t, i * rows + t
        o = &work.motions[b.slot]
        if b.parent < 0:
            accelerate_on_base(lanes, b, work.phi + i * LANES, x.qdd + iv, o)
            continue
        p = &work.motions[bodies[b.parent].slot]
        if not b.turns or b.slides:
            accelerate(lanes, False, True, b, p, x.q + iq, x.s + ib, x.c + ib, &work.freed[i], work.phi + i * LANES,
                       x.qdd + iv, o)
        elif b.branch:
            accelerate(lanes, True, True, b, p, x.q + iq, x.s + ib, x.c + ib, &work.freed[i], work.phi + i * LANES,
                       x.qdd + iv, o)
        else:
            accelerate(lanes, True, False, b, p, x.q + iq, x.s + ib, x.c + ib, &work.freed[i], work.phi + i * LANES,
                       x.qdd + iv, o)


cdef kvoid recursion(Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t, const Tiles* x,
                     const Entry* entries, Py_ssize_t nentries, Workspace* work) noexcept nogil:
    """Accelerations of one tile."""
    tile_accelerations(LANES, n, bodies, rows, t, x, entries, nentries, work)


cdef kvoid recursion_one(Py_ssize_t n, const Body* bodies, const Tiles* x, Workspace* work) noexcept nogil:
    """Accelerations of one sample: the same recursion with one lane."""
    tile_accelerations(1, n, bodies, 1, 0, x, NULL, 0, work)


# for other kernels: a model, a workspace, tiles that are filled


cdef Py_ssize_t workspace_size(Model model) noexcept nogil:
    """Bytes that `workspace_lay_out` takes."""
    cdef Py_ssize_t n = model.nbodies, slots = model.slots + 1
    return slots * (sizeof(Motion) + sizeof(Articulated)) \
        + n * (sizeof(Wrench) + sizeof(Freed)) + (n + 1) * (sizeof(Pose) + LANES * sizeof(double)) + 64


cdef char* workspace_lay_out(Model model, char* start, Workspace* work) noexcept nogil:
    """Places of the workspace from `start` on, which must be zeros; where it ends."""
    cdef Py_ssize_t n = model.nbodies
    work.motions = <Motion*> aligned(start)
    work.articulated = <Articulated*> (work.motions + model.slots + 1)
    work.wrenches = <Wrench*> (work.articulated + model.slots + 1)
    work.freed = <Freed*> (work.wrenches + n)
    work.poses = <Pose*> (work.freed + n)
    work.phi = <double*> (work.poses + n + 1)
    work.fault = work.phi + n * LANES
    unit_pose(LANES, &work.poses[0])
    return <char*> (work.fault + LANES)


cdef void accelerations_tile(Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t, const Tiles* x,
                             const Entry* entries, Py_ssize_t nentries, Workspace* work) noexcept nogil:
    """qdd of a tile of `x`, from q, qd, tau (with the forces of the joints taken off), g and the sines of q."""
    recursion(n, bodies, rows, t, x, entries, nentries, work)


cdef void accelerations_one(Py_ssize_t n, const Body* bodies, const Tiles* x, Workspace* work) noexcept nogil:
    """The same for tiles of one row."""
    recursion_one(n, bodies, x, work)


cdef int run(Model model, const Job* job, double* qdd, Entry* entries, Py_ssize_t nentries, Py_ssize_t start,
             Py_ssize_t stop, Py_ssize_t* sample, Py_ssize_t* joint) noexcept nogil:
    """Accelerations of samples start .. stop; -1: no memory for one workspace, 1: no inertia along a joint."""
    cdef Py_ssize_t n = model.nbodies, rows = block_rows(model.nbodies, stop - start), count, first, i, t, size
    cdef Workspace work
    cdef Tiles x
    cdef double* free_place
    cdef char* memory
    cdef int singular = 0
    size = workspace_size(model) + (numbers(model, rows) + 6 * nentries * rows) * sizeof(double)
    memory = <char*> calloc(size, 1)
    if memory == NULL:
        return -1
    free_place = lay_out(model, rows, <double*> workspace_lay_out(model, memory, &work), &x)
    for i in range(nentries):
        entries[i].tile = free_place + 6 * i * rows
    first = start
    while first < stop and not singular:
        count = rows if stop - first > rows else stop - first
        if count < rows:
            rows = count + (LANES - count % LANES) % LANES
        read(model, job, first, count, rows, &x)
        for i in range(nentries):
            load(rows, count, 6, entries[i].data + first * entries[i].step, entries[i].step, entries[i].tile)
        if stop - first > 2 * rows:
            read_ahead(job, first + rows, rows)
        if model.forces:
            # coasting
            for i in range(model.nv * rows):
                x.qdd[i] = 0.0
            joint_forces(rows, n, model.body, -1.0, &x)
        t = 0
        while t < count and not singular:
            recursion(n, model.body, rows, t, &x, entries, nentries, &work)
            for i in range(LANES if count - t > LANES else count - t):
                if work.fault[i] != 0.0 and not singular:
                    singular = 1
                    sample[0], joint[0] = first + t + i, <Py_ssize_t> work.fault[i] - 1
            t += LANES
        if not singular:
            store(rows, count, model.nv, x.qdd, qdd + first * model.nv)
        first += count
    free(memory)
    return singular


cdef int run_one(Model model, const double* q, const double* qd, const double* tau, double* qdd) noexcept nogil:
    """One sample; -1 when there is no memory, 1: no inertia along a joint."""
    cdef Py_ssize_t n = model.nbodies, k
    cdef double few[8192]
    cdef char* memory = <char*> few
    cdef Py_ssize_t size = workspace_size(model) + numbers(model, 1) * sizeof(double)
    cdef double* angle
    cdef Workspace work
    cdef Tiles x
    cdef int fault
    if size > <Py_ssize_t> sizeof(few):
        memory = <char*> malloc(size)
        if memory == NULL:
            return -1
    lay_out(model, 1, <double*> workspace_lay_out(model, memory, &work), &x)
    x.g, x.q, x.qd = model.g, <double*> q, <double*> qd
    angle = x.tau                # before the torques
    x.zero[0] = 0.0
    work.motions[0].wx[0] = work.motions[0].wy[0] = work.motions[0].wz[0] = 0.0
    work.motions[0].dx[0] = work.motions[0].dy[0] = work.motions[0].dz[0] = 0.0
    for k in range(n):
        angle[k] = q[model.body[k].iq]
    sincos_block(n, angle, x.s, x.c)
    for k in range(n):
        x.tau[k] = tau[k]
        x.qdd[k] = 0.0
    if model.forces:
        joint_forces(1, n, model.body, -1.0, &x)
    recursion_one(n, model.body, &x, &work)
    fault = work.fault[0] != 0.0
    if not fault:
        for k in range(n):
            qdd[k] = x.qdd[k]
    if memory != <char*> few:
        free(memory)
    return fault


cdef object one_sample(Model model, object q, object qd, object tau, object out):
    """Accelerations of one sample given as plain float64 vectors of the right length.

    None when they are not, or where a joint has no inertia: then `samples` says which.
    """
    cdef Py_ssize_t n = model.nv
    cdef cnp.npy_intp size = n
    cdef int failed
    if not (vector(q, n) and vector(qd, n) and vector(tau, n)) or model.nq != n:
        return None
    if out is None:
        out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_DOUBLE, 0)
    elif not vector(out, n) or not cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out):
        return None
    failed = run_one(model, numbers_of(q), numbers_of(qd), numbers_of(tau), <double*> numbers_of(out))
    if failed < 0:
        raise MemoryError("no memory for the workspace")
    return None if failed else out


def samples(Model model not None, q, qd, tau, g, list external, qdd, Py_ssize_t start, Py_ssize_t stop):
    """Accelerations qdd[start:stop] (N, nv), without the GIL; arrays of one row serve all samples.

    None, or the first sample and joint (place in qd) that has no articulated inertia; samples from there on are not
    computed. external: list of (body, frame, point (3,), Q (9,), wrenches (N or 1, 6)).
    """
    cdef Py_ssize_t N = len(qdd), nentries = len(external), sample = 0, joint = 0
    cdef Job job
    cdef double* result = wanted(qdd, model.nv, N)
    cdef Entry* entries
    cdef int failed
    take(&job, model, N, start, stop, q, qd, False, tau, g)
    if start == stop or model.nv == 0:
        return None
    entries = body_entries(model, external, N)
    with nogil:
        failed = run(model, &job, result, entries, nentries, start, stop, &sample, &joint)
    free(entries)
    if failed < 0:
        raise MemoryError("no memory for the workspace")
    return (sample, joint) if failed else None
