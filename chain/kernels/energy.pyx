"""Energies, momentum and centre of mass, sixteen samples at a time.

With w, v the velocity of a body (of its origin) in its canonical frame, mc its first moments, I = tr(S) - S:

    momentum   l = m v + w x mc,   h = I w + mc x v       skew(W J) in the body's frame
    kinetic    (w . h + v . l) / 2                        = Tr(W J W') / 2  (Legnani et al. 1996, part 2, eq. 8)
    potential  -g . sum (m o + R mc)                      = -Tr(Hg J)       (eq. 9)

Rotors add rotor qd^2 / 2, springs stiffness (q - rest)^2 / 2.
"""
from libc.stdlib cimport calloc, free

from chain.kernels.border cimport take, wanted
from chain.kernels.columns cimport put
from chain.kernels.composite cimport Velocity, velocity_in, velocity_step
from chain.kernels.external cimport Pose, pose_in, pose_step
from chain.kernels.lanes cimport LANES, lanes_in, lanes_out, store
from chain.kernels.model cimport Body, Model
from chain.kernels.outward cimport unit_pose
from chain.kernels.tiles cimport Job, Tiles, aligned, block_rows, joint_angles, lay_out, numbers, sweep
from spacelib.kernels.dispatch cimport kvoid

cdef enum:
    KINETIC = 0         # rows of the sums over the bodies
    POTENTIAL = 1
    MOMENT = 2          # first moments, three
    LINEAR = 5          # momentum, three
    ANGULAR = 8         # moment of momentum about the origin of frame 0, three
    SUMS = 11
    # results
    CENTRE = 2          # centre of mass, three numbers
    GAMMA = 3           # momentum matrix, sixteen


cdef inline void springs(const Body* b, lanes_in q, lanes_out V) noexcept nogil:
    """Potential energy of the joint's spring."""
    cdef double x
    cdef Py_ssize_t l
    for l in range(LANES):
        x = q[l] - b.rest
        V[l] += 0.5 * b.stiffness * (x * x)


cdef inline void moments(const Body* b, pose_in m, lanes_out o) noexcept nogil:
    """m o + R mc, in frame 0."""
    cdef double x, y, z
    cdef Py_ssize_t l
    for l in range(LANES):
        x = b.mx
        y = b.my
        z = b.mz
        put(m, l, &x, &y, &z)
        o[l] += x + b.m * m.px[l]
        o[LANES + l] += y + b.m * m.py[l]
        o[2 * LANES + l] += z + b.m * m.pz[l]


cdef inline void motion(const Body* b, velocity_in u, pose_in m, lanes_in qd, lanes_out T, lanes_out o) noexcept nogil:
    """Kinetic energy of a body and its joint's rotor; momentum and moment of momentum about the origin of frame 0."""
    cdef double wx, wy, wz, vx, vy, vz, x, y, z, hx, hy, hz
    cdef Py_ssize_t l
    for l in range(LANES):
        wx = u.wx[l]
        wy = u.wy[l]
        wz = u.wz[l]
        vx = u.vx[l]
        vy = u.vy[l]
        vz = u.vz[l]
        # l = m v + w x mc
        x = b.m * vx + (wy * b.mz - wz * b.my)
        y = b.m * vy + (wz * b.mx - wx * b.mz)
        z = b.m * vz + (wx * b.my - wy * b.mx)
        # h = I w + mc x v
        hx = (((b.Syy + b.Szz) * wx - b.Sxy * wy) - b.Sxz * wz) + (b.my * vz - b.mz * vy)
        hy = (((b.Sxx + b.Szz) * wy - b.Sxy * wx) - b.Syz * wz) + (b.mz * vx - b.mx * vz)
        hz = (((b.Sxx + b.Syy) * wz - b.Sxz * wx) - b.Syz * wy) + (b.mx * vy - b.my * vx)
        T[l] += 0.5 * ((((wx * hx + wy * hy) + wz * hz) + ((vx * x + vy * y) + vz * z)) + b.rotor * (qd[l] * qd[l]))
        put(m, l, &x, &y, &z)
        put(m, l, &hx, &hy, &hz)
        o[l] += x
        o[LANES + l] += y
        o[2 * LANES + l] += z
        o[3 * LANES + l] += hx + (m.py[l] * z - m.pz[l] * y)
        o[4 * LANES + l] += hy + (m.pz[l] * x - m.px[l] * z)
        o[5 * LANES + l] += hz + (m.px[l] * y - m.py[l] * x)


cdef inline void weigh(lanes_in gx, lanes_in gy, lanes_in gz, lanes_in o, lanes_out V) noexcept nogil:
    """V -= g . first moments."""
    cdef Py_ssize_t l
    for l in range(LANES):
        V[l] -= (gx[l] * o[l] + gy[l] * o[LANES + l]) + gz[l] * o[2 * LANES + l]


cdef kvoid tile_sums(bint moving, Py_ssize_t n, const Body* bodies, const double* fixed, Py_ssize_t rows,
                     Py_ssize_t t, const Tiles* x, Pose* poses, Velocity* velocities, double* sums) noexcept nogil:
    """The sums (SUMS, LANES) over all bodies of one tile; fixed: mass and first moments of what never moves."""
    cdef Py_ssize_t i, l
    cdef const Body* b
    cdef const double* q
    cdef const double* s
    cdef const double* c
    joint_angles(LANES, n, bodies, rows, t, x)
    for i in range(SUMS):
        for l in range(LANES):
            sums[i * LANES + l] = fixed[i - MOMENT + 1] if MOMENT <= i < LINEAR else 0.0
    for i in range(n):
        b = &bodies[i]
        q, s, c = x.q + b.iq * rows + t, x.s + i * rows + t, x.c + i * rows + t
        pose_step(True, b, q, s, c, &poses[b.parent + 1], &poses[i + 1])
        moments(b, &poses[i + 1], sums + MOMENT * LANES)
        if b.stiffness != 0.0:
            springs(b, q, sums + POTENTIAL * LANES)
        if moving:
            velocity_step(b, q, s, c, x.qd + b.iv * rows + t, &velocities[b.parent + 1], &velocities[i + 1])
            motion(b, &velocities[i + 1], &poses[i + 1], x.qd + b.iv * rows + t, sums + KINETIC * LANES,
                   sums + LINEAR * LANES)
    weigh(x.g + t, x.g + rows + t, x.g + 2 * rows + t, sums + MOMENT * LANES, sums + POTENTIAL * LANES)


cdef struct Workspace:
    Pose* poses             # bodies + 1, 0 is the base
    Velocity* velocities    # bodies + 1, 0 is the base
    double* sums            # (SUMS, LANES)
    double* GAMMA           # (16, LANES)
    double* result          # (N, width)
    int what
    double scale            # of the first moments: 1 / mass
    bint moving


cdef kvoid scaled(double scale, lanes_out x) noexcept nogil:
    """Three rows of lanes times a number."""
    cdef Py_ssize_t i
    for i in range(3 * LANES):
        x[i] *= scale


cdef kvoid action_matrix(lanes_in f, lanes_in c, lanes_out m) noexcept nogil:
    """[c~ f; -f' 0]; what is zero is not written."""
    cdef Py_ssize_t l
    for l in range(LANES):
        m[LANES + l] = 0.0 - c[2 * LANES + l]
        m[2 * LANES + l] = c[LANES + l]
        m[3 * LANES + l] = f[l]
        m[4 * LANES + l] = c[2 * LANES + l]
        m[6 * LANES + l] = 0.0 - c[l]
        m[7 * LANES + l] = f[LANES + l]
        m[8 * LANES + l] = 0.0 - c[LANES + l]
        m[9 * LANES + l] = c[l]
        m[11 * LANES + l] = f[2 * LANES + l]
        m[12 * LANES + l] = 0.0 - f[l]
        m[13 * LANES + l] = 0.0 - f[LANES + l]
        m[14 * LANES + l] = 0.0 - f[2 * LANES + l]


cdef int step(Model model, Py_ssize_t rows, Py_ssize_t t, const Tiles* x, Py_ssize_t sample, Py_ssize_t count,
              void* place) noexcept nogil:
    """What is wanted of one tile, stored."""
    cdef Workspace* work = <Workspace*> place
    cdef double* sums = work.sums
    tile_sums(work.moving, model.nbodies, model.body, model.fixed, rows, t, x, work.poses, work.velocities, sums)
    if work.what == CENTRE:
        scaled(work.scale, sums + MOMENT * LANES)
        store(LANES, count, 3, sums + MOMENT * LANES, work.result + 3 * sample)
    elif work.what == GAMMA:
        action_matrix(sums + LINEAR * LANES, sums + ANGULAR * LANES, work.GAMMA)
        store(LANES, count, 16, work.GAMMA, work.result + 16 * sample)
    else:
        store(LANES, count, 1, sums + work.what * LANES, work.result + sample)
    return 0


cdef int run(Model model, const Job* job, Workspace work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The result named in `work` for samples start .. stop; -1 when there is no memory."""
    cdef Py_ssize_t n = model.nbodies, rows = block_rows(model.nbodies, stop - start), size
    cdef Tiles x
    cdef char* memory
    size = (n + 1) * (sizeof(Pose) + sizeof(Velocity)) + ((SUMS + 16) * LANES + numbers(model, rows)) * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    work.poses = <Pose*> aligned(memory)
    work.velocities = <Velocity*> (work.poses + n + 1)
    work.sums = <double*> (work.velocities + n + 1)
    work.GAMMA = work.sums + SUMS * LANES
    work.moving = job.qd != NULL
    lay_out(model, rows, work.GAMMA + 16 * LANES, &x)
    unit_pose(LANES, &work.poses[0])
    sweep(model, job, start, stop, rows, &x, step, &work)
    free(memory)
    return 0


def samples(Model model not None, q, qd, g, str what, double scale, result, Py_ssize_t start, Py_ssize_t stop):
    """Fill samples start .. stop of `result`, without the GIL.

    what: "kinetic" or "potential" (N, 1), "centre" (N, 3): first moments times `scale`, "momentum" (N, 16).
    q, qd, g: (N or 1, width); qd may be None: at rest.
    """
    cdef Py_ssize_t N = len(result)
    cdef Job job
    cdef Workspace work
    cdef int failed
    work.what = ("kinetic", "potential", "centre", "momentum").index(what)
    work.scale = scale
    work.result = wanted(result, (1, 1, 3, 16)[work.what], N)
    take(&job, model, N, start, stop, q, False if qd is None else qd, False, False, g)
    if start == stop:
        return
    with nogil:
        failed = run(model, &job, work, start, stop)
    if failed:
        raise MemoryError("no memory for the workspace")
