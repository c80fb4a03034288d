"""Mass matrix and Coriolis matrix from composite bodies, sixteen samples at a time.

Lagrange's route of Legnani et al. (1996, part 2, section 3), the sums over the links taken once and for all by
composite bodies (J_c and K_c, composite.pxd):

    M_ij = sum_h Tr(L_i J_h L_j')                  = Tr(L_i J_c L_j')
    C_ij = sum_h Tr((dL_j + L_j W_h) J_h L_i')     = Tr((dL_j J_c + L_j K_c) L_i'),     dL_j = W_j L_j - L_j W_j

the composite body being that of the joint further out. C is made of the Christoffel symbols of M: C qd are the
centrifugal and Coriolis torques and dM/dt - 2 C is skew-symmetric. With j further out, column j of M and of the upper
triangle of C are the actions skew(L_j J_c) and skew(dL_j J_c + L_j K_c) projected on the joints towards the base; the
lower triangle, C_ji, is the couple skew(L_j K_c') projected on L_i, and the momentum skew(L_j J_c) on dL_i.
"""
from libc.stdlib cimport calloc, free

from chain.kernels.border cimport take, wanted
from chain.kernels.columns cimport Column, column_in, column_out, into_base, projected, put
from chain.kernels.composite cimport Composite, Convective, Velocity, compose, compose_convective, composite_in, \
    convective_in, own_convective, own_inertia, velocity_in, velocity_step
from chain.kernels.external cimport Pose, pose_in, pose_step
from chain.kernels.lanes cimport LANES, lanes_in, lanes_out, store
from chain.kernels.model cimport Body, Model
from chain.kernels.outward cimport unit_pose
from chain.kernels.tiles cimport Job, Tiles, aligned, block_rows, joint_angles, lay_out, numbers, sweep
from spacelib.kernels.dispatch cimport kvoid


cdef struct Workspace:
    Pose* poses                 # bodies + 1, 0 is the base
    Composite* composite        # slots + 1
    Velocity* velocities        # bodies + 1, 0 is the base
    Convective* convective      # slots + 1
    Column* rates               # bodies: dL in base axes, angular and linear
    Column* columns             # 2: of M and of C
    double* couple              # (3, LANES)
    double* M                   # (nv, nv, LANES)
    double* C
    double* result              # (N, nv, nv): C where `moving`, else M
    bint moving


cdef inline void momentum_column(const Body* b, composite_in J, column_out o, lanes_out x) noexcept nogil:
    """skew(L J_c), and x = p' (n; f) + rotor: the diagonal of M."""
    cdef double turns = b.turns, nx, ny, nz, fx, fy, fz
    cdef Py_ssize_t l
    for l in range(LANES):
        # n = turns I z + slide mc x z, f = turns z x mc + slide m z
        nx = b.slide * J.my[l] - turns * J.Sxz[l]
        ny = -(turns * J.Syz[l] + b.slide * J.mx[l])
        nz = turns * (J.Sxx[l] + J.Syy[l])
        fx = -turns * J.my[l]
        fy = turns * J.mx[l]
        fz = b.slide * J.m[l]
        x[l] = (turns * nz + b.slide * fz) + b.rotor
        o.nx[l] = nx
        o.ny[l] = ny
        o.nz[l] = nz
        o.fx[l] = fx
        o.fy[l] = fy
        o.fz[l] = fz


cdef inline void screw_rate(const Body* b, velocity_in u, Py_ssize_t l, double* ax, double* ay, double* bx,
                            double* by) noexcept nogil:
    """dL = W L - L W: angular turns w x z, linear slide w x z + turns v x z; neither has a z."""
    cdef double turns = b.turns
    ax[0] = turns * u.wy[l]
    ay[0] = -turns * u.wx[l]
    bx[0] = b.slide * u.wy[l] + turns * u.vy[l]
    by[0] = -(b.slide * u.wx[l] + turns * u.vx[l])


cdef inline void convective_column(const Body* b, composite_in J, convective_in K, velocity_in u, column_out o,
                                   lanes_out x) noexcept nogil:
    """skew(dL J_c + L K_c), and x = p' (n; f): the diagonal of C."""
    cdef double turns = b.turns, nx, ny, nz, fx, fy, fz, ax = 0.0, ay = 0.0, bx = 0.0, by = 0.0
    cdef Py_ssize_t l
    for l in range(LANES):
        screw_rate(b, u, l, &ax, &ay, &bx, &by)
        # n = I a + mc x b, f = a x mc + m b, for the screw rate (a; b)
        nx = ((J.Syy[l] + J.Szz[l]) * ax - J.Sxy[l] * ay) - J.mz[l] * by
        ny = ((J.Sxx[l] + J.Szz[l]) * ay - J.Sxy[l] * ax) + J.mz[l] * bx
        nz = (J.mx[l] * by - J.my[l] * bx) - (J.Sxz[l] * ax + J.Syz[l] * ay)
        fx = J.mz[l] * ay + J.m[l] * bx
        fy = J.m[l] * by - J.mz[l] * ax
        fz = J.my[l] * ax - J.mx[l] * ay
        # skew(turns z~ K)
        nx = nx - turns * K.Axz[l]
        ny = ny - turns * K.Ayz[l]
        nz = nz + turns * (K.Axx[l] + K.Ayy[l])
        fx = fx - turns * K.by[l]
        fy = fy + turns * K.bx[l]
        x[l] = turns * nz + b.slide * fz
        o.nx[l] = nx
        o.ny[l] = ny
        o.nz[l] = nz
        o.fx[l] = fx
        o.fy[l] = fy
        o.fz[l] = fz


cdef inline void convective_couple(const Body* b, convective_in K, pose_in m, lanes_out o) noexcept nogil:
    """skew(L K_c'), a couple, in base axes."""
    cdef double turns = b.turns, x, y, z
    cdef Py_ssize_t l
    for l in range(LANES):
        x = b.slide * K.by[l] - turns * K.Azx[l]
        y = -(turns * K.Azy[l] + b.slide * K.bx[l])
        z = turns * (K.Axx[l] + K.Ayy[l])
        put(m, l, &x, &y, &z)
        o[l] = x
        o[LANES + l] = y
        o[2 * LANES + l] = z


cdef inline void rate_column(const Body* b, velocity_in u, column_out o) noexcept nogil:
    """dL: angular in n, linear, of the body's origin, in f."""
    cdef double ax = 0.0, ay = 0.0, bx = 0.0, by = 0.0
    cdef Py_ssize_t l
    for l in range(LANES):
        screw_rate(b, u, l, &ax, &ay, &bx, &by)
        o.nx[l] = ax
        o.ny[l] = ay
        o.nz[l] = 0.0
        o.fx[l] = bx
        o.fy[l] = by
        o.fz[l] = 0.0


cdef inline void lower(const Body* b, pose_in m, column_in rate, pose_in at, column_in F, lanes_in couple,
                       lanes_out x) noexcept nogil:
    """C_ji = turns z . couple + dL . (n + r x f; f): joint b at pose m, momentum F at the origin of pose `at`."""
    cdef double turns = b.turns, rx, ry, rz, nx, ny, nz, t
    cdef Py_ssize_t l
    for l in range(LANES):
        rx = at.px[l] - m.px[l]
        ry = at.py[l] - m.py[l]
        rz = at.pz[l] - m.pz[l]
        nx = F.nx[l] + (ry * F.fz[l] - rz * F.fy[l])
        ny = F.ny[l] + (rz * F.fx[l] - rx * F.fz[l])
        nz = F.nz[l] + (rx * F.fy[l] - ry * F.fx[l])
        t = (m.zx[l] * couple[l] + m.zy[l] * couple[LANES + l]) + m.zz[l] * couple[2 * LANES + l]
        x[l] = turns * t + (((rate.nx[l] * nx + rate.ny[l] * ny) + rate.nz[l] * nz)
                            + ((rate.fx[l] * F.fx[l] + rate.fy[l] * F.fy[l]) + rate.fz[l] * F.fz[l]))


cdef inline void tile_matrices(bint moving, Py_ssize_t n, Py_ssize_t nv, const Body* bodies, Py_ssize_t rows,
                               Py_ssize_t t, const Tiles* x, Workspace* work) noexcept nogil:
    """M, and C where `moving`, of the samples t .. t + LANES."""
    cdef Py_ssize_t i, j, k, l, ij
    cdef const Body* b
    cdef const Body* a
    cdef const double* q
    cdef const double* s
    cdef const double* c
    cdef Composite* J
    cdef Convective* K = NULL
    joint_angles(LANES, n, bodies, rows, t, x)
    # outward
    for j in range(n):
        b = &bodies[j]
        q, s, c = x.q + b.iq * rows + t, x.s + j * rows + t, x.c + j * rows + t
        pose_step(False, b, q, s, c, &work.poses[b.parent + 1], &work.poses[j + 1])
        if moving:
            velocity_step(b, q, s, c, x.qd + b.iv * rows + t, &work.velocities[b.parent + 1], &work.velocities[j + 1])
            rate_column(b, &work.velocities[j + 1], &work.rates[j])
            into_base(&work.poses[j + 1], &work.rates[j])
    # inward
    for j in range(n - 1, -1, -1):
        b = &bodies[j]
        J = &work.composite[b.slot]
        if b.leaf:
            own_inertia(b, J)
        ij = (b.iv * nv + b.iv) * LANES
        momentum_column(b, J, &work.columns[0], work.M + ij)
        into_base(&work.poses[j + 1], &work.columns[0])
        if moving:
            K = &work.convective[b.slot]
            if b.leaf:
                own_convective(b, &work.velocities[j + 1], K)
            convective_column(b, J, K, &work.velocities[j + 1], &work.columns[1], work.C + ij)
            into_base(&work.poses[j + 1], &work.columns[1])
            convective_couple(b, K, &work.poses[j + 1], work.couple)
        # elements with every joint towards the base
        i = b.parent
        while i >= 0:
            a = &bodies[i]
            ij = (a.iv * nv + b.iv) * LANES
            k = (b.iv * nv + a.iv) * LANES
            if moving:
                projected(a, &work.poses[i + 1], &work.poses[j + 1], &work.columns[1], work.C + ij)
                lower(a, &work.poses[i + 1], &work.rates[i], &work.poses[j + 1], &work.columns[0], work.couple,
                      work.C + k)
            else:
                projected(a, &work.poses[i + 1], &work.poses[j + 1], &work.columns[0], work.M + ij)
                for l in range(LANES):
                    work.M[k + l] = work.M[ij + l]
            i = a.parent
        if b.parent < 0:
            continue
        a = &bodies[b.parent]
        q, s, c = x.q + b.iq * rows + t, x.s + j * rows + t, x.c + j * rows + t
        if b.last:
            own_inertia(a, &work.composite[a.slot])
        if b.branch or b.slides:
            compose(True, b, q, s, c, J, &work.composite[a.slot])
        else:
            compose(False, b, q, s, c, J, &work.composite[a.slot])
        if moving:
            if b.last:
                own_convective(a, &work.velocities[b.parent + 1], &work.convective[a.slot])
            if b.branch or b.slides:
                compose_convective(True, b, q, s, c, K, &work.convective[a.slot])
            else:
                compose_convective(False, b, q, s, c, K, &work.convective[a.slot])


cdef kvoid mass_tile(Py_ssize_t n, Py_ssize_t nv, const Body* bodies, Py_ssize_t rows, Py_ssize_t t, const Tiles* x,
                     Workspace* work) noexcept nogil:
    """M of one tile."""
    tile_matrices(False, n, nv, bodies, rows, t, x, work)


cdef kvoid coriolis_tile(Py_ssize_t n, Py_ssize_t nv, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                         const Tiles* x, Workspace* work) noexcept nogil:
    """C of one tile."""
    tile_matrices(True, n, nv, bodies, rows, t, x, work)


cdef int step(Model model, Py_ssize_t rows, Py_ssize_t t, const Tiles* x, Py_ssize_t sample, Py_ssize_t count,
              void* place) noexcept nogil:
    """M or C of one tile, stored."""
    cdef Workspace* work = <Workspace*> place
    cdef Py_ssize_t nv = model.nv
    if work.moving:
        coriolis_tile(model.nbodies, nv, model.body, rows, t, x, work)
    else:
        mass_tile(model.nbodies, nv, model.body, rows, t, x, work)
    store(LANES, count, nv * nv, work.C if work.moving else work.M, work.result + sample * nv * nv)
    return 0


cdef int run(Model model, const Job* job, double* result, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """M, or C where job.qd is given, of samples start .. stop; -1 when there is no memory for one workspace."""
    cdef Py_ssize_t n = model.nbodies, nv = model.nv, slots = model.slots + 1, size
    cdef Py_ssize_t rows = block_rows(n, stop - start)
    cdef Workspace work
    cdef Tiles x
    cdef char* memory
    size = (n + 1) * (sizeof(Pose) + sizeof(Velocity)) + slots * (sizeof(Composite) + sizeof(Convective))
    size += (n + 2) * sizeof(Column) + ((3 + 2 * nv * nv) * LANES + numbers(model, rows)) * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    work.poses = <Pose*> aligned(memory)
    work.velocities = <Velocity*> (work.poses + n + 1)
    work.composite = <Composite*> (work.velocities + n + 1)
    work.convective = <Convective*> (work.composite + slots)
    work.columns = <Column*> (work.convective + slots)
    work.rates = work.columns + 2
    work.couple = <double*> (work.rates + n)
    work.M = work.couple + 3 * LANES
    work.C = work.M + nv * nv * LANES
    work.result, work.moving = result, job.qd != NULL
    lay_out(model, rows, work.C + nv * nv * LANES, &x)
    unit_pose(LANES, &work.poses[0])
    sweep(model, job, start, stop, rows, &x, step, &work)
    free(memory)
    return 0


def samples(Model model not None, q, qd, result, Py_ssize_t start, Py_ssize_t stop):
    """Mass matrices, or Coriolis matrices where qd is given, of samples start .. stop, without the GIL.

    q, qd: (N or 1, width), qd may be None; result: (N, nv nv).
    """
    cdef Py_ssize_t N = len(result)
    cdef Job job
    cdef double* matrices = wanted(result, model.nv * model.nv, N)
    cdef int failed
    take(&job, model, N, start, stop, q, False if qd is None else qd, False, False, False)
    if start == stop or model.nv == 0:
        return
    with nogil:
        failed = run(model, &job, matrices, start, stop)
    if failed:
        raise MemoryError("no memory for the workspace")
