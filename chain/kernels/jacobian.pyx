"""Jacobian of a point of a body and its rate, sixteen samples at a time.

With z the axis of a joint, o a point of it that moves with the body, r = P - o (base axes), turns and slide per unit
of the variable, the column of a joint between the body and the base is

    linear   turns z x r + slide z                       rate   turns (dz x r + z x dr) + slide dz
    angular  turns z                                            turns dz,           dz = w x z, dr = dP - do
"""
from libc.stdlib cimport calloc, free

from chain.kernels.border cimport take, wanted
from chain.kernels.external cimport Pose, pose_in, pose_step
from chain.kernels.lanes cimport LANES, lanes_in, lanes_out, store
from chain.kernels.model cimport Body, Model
from chain.kernels.outward cimport unit_pose
from chain.kernels.tiles cimport Job, Tiles, aligned, block_rows, joint_angles, lay_out, numbers, sweep
from spacelib.kernels.dispatch cimport kvoid

cdef extern from *:
    """
    /* base axes: angular velocity, and velocity of a point */
    typedef struct {
        spacelib_lane wx, wy, wz, vx, vy, vz;
    } spacelib_twist;
    typedef spacelib_twist *__restrict spacelib_twist_out;
    typedef const spacelib_twist *__restrict spacelib_twist_in;
    """
    ctypedef struct Twist "spacelib_twist":
        double wx[LANES]
        double wy[LANES]
        double wz[LANES]
        double vx[LANES]
        double vy[LANES]
        double vz[LANES]
    ctypedef Twist* twist_out "spacelib_twist_out"
    ctypedef const Twist* twist_in "spacelib_twist_in"


cdef struct Point:
    # a point of a body, in its canonical frame
    int body
    double x, y, z


cdef inline void point_at(const Point* p, pose_in m, lanes_out P) noexcept nogil:
    """P = o + R p (3, LANES)."""
    cdef Py_ssize_t l
    for l in range(LANES):
        P[l] = m.px[l] + ((m.xx[l] * p.x + m.yx[l] * p.y) + m.zx[l] * p.z)
        P[LANES + l] = m.py[l] + ((m.xy[l] * p.x + m.yy[l] * p.y) + m.zy[l] * p.z)
        P[2 * LANES + l] = m.pz[l] + ((m.xz[l] * p.x + m.yz[l] * p.y) + m.zz[l] * p.z)


cdef inline void twist_step(const Body* b, lanes_in qd, pose_in p, pose_in m, twist_in u, twist_out o) noexcept nogil:
    """w = w_p + turns z qd, v = v_p + w_p x (o - o_p) + slide z qd."""
    cdef double turns = b.turns, slide = b.slide, rx, ry, rz
    cdef Py_ssize_t l
    for l in range(LANES):
        rx = m.px[l] - p.px[l]
        ry = m.py[l] - p.py[l]
        rz = m.pz[l] - p.pz[l]
        o.wx[l] = u.wx[l] + turns * qd[l] * m.zx[l]
        o.wy[l] = u.wy[l] + turns * qd[l] * m.zy[l]
        o.wz[l] = u.wz[l] + turns * qd[l] * m.zz[l]
        o.vx[l] = (u.vx[l] + (u.wy[l] * rz - u.wz[l] * ry)) + slide * qd[l] * m.zx[l]
        o.vy[l] = (u.vy[l] + (u.wz[l] * rx - u.wx[l] * rz)) + slide * qd[l] * m.zy[l]
        o.vz[l] = (u.vz[l] + (u.wx[l] * ry - u.wy[l] * rx)) + slide * qd[l] * m.zz[l]


cdef inline void velocity_of(pose_in m, twist_in u, lanes_in P, lanes_out dP) noexcept nogil:
    """dP = v + w x (P - o)."""
    cdef double rx, ry, rz
    cdef Py_ssize_t l
    for l in range(LANES):
        rx = P[l] - m.px[l]
        ry = P[LANES + l] - m.py[l]
        rz = P[2 * LANES + l] - m.pz[l]
        dP[l] = u.vx[l] + (u.wy[l] * rz - u.wz[l] * ry)
        dP[LANES + l] = u.vy[l] + (u.wz[l] * rx - u.wx[l] * rz)
        dP[2 * LANES + l] = u.vz[l] + (u.wx[l] * ry - u.wy[l] * rx)


cdef inline void column(const Body* b, pose_in m, lanes_in P, Py_ssize_t step, lanes_out J) noexcept nogil:
    """Column of the Jacobian, its six numbers `step` doubles apart."""
    cdef double turns = b.turns, slide = b.slide, rx, ry, rz
    cdef Py_ssize_t l
    for l in range(LANES):
        rx = P[l] - m.px[l]
        ry = P[LANES + l] - m.py[l]
        rz = P[2 * LANES + l] - m.pz[l]
        J[l] = turns * (m.zy[l] * rz - m.zz[l] * ry) + slide * m.zx[l]
        J[step + l] = turns * (m.zz[l] * rx - m.zx[l] * rz) + slide * m.zy[l]
        J[2 * step + l] = turns * (m.zx[l] * ry - m.zy[l] * rx) + slide * m.zz[l]
        J[3 * step + l] = turns * m.zx[l]
        J[4 * step + l] = turns * m.zy[l]
        J[5 * step + l] = turns * m.zz[l]


cdef inline void column_rate(const Body* b, pose_in m, twist_in u, lanes_in P, lanes_in dP, Py_ssize_t step,
                             lanes_out J) noexcept nogil:
    """Column of the rate of the Jacobian."""
    cdef double turns = b.turns, slide = b.slide, rx, ry, rz, vx, vy, vz, zx, zy, zz
    cdef Py_ssize_t l
    for l in range(LANES):
        rx = P[l] - m.px[l]
        ry = P[LANES + l] - m.py[l]
        rz = P[2 * LANES + l] - m.pz[l]
        vx = dP[l] - u.vx[l]
        vy = dP[LANES + l] - u.vy[l]
        vz = dP[2 * LANES + l] - u.vz[l]
        # dz = w x z
        zx = u.wy[l] * m.zz[l] - u.wz[l] * m.zy[l]
        zy = u.wz[l] * m.zx[l] - u.wx[l] * m.zz[l]
        zz = u.wx[l] * m.zy[l] - u.wy[l] * m.zx[l]
        J[l] = turns * ((zy * rz - zz * ry) + (m.zy[l] * vz - m.zz[l] * vy)) + slide * zx
        J[step + l] = turns * ((zz * rx - zx * rz) + (m.zz[l] * vx - m.zx[l] * vz)) + slide * zy
        J[2 * step + l] = turns * ((zx * ry - zy * rx) + (m.zx[l] * vy - m.zy[l] * vx)) + slide * zz
        J[3 * step + l] = turns * zx
        J[4 * step + l] = turns * zy
        J[5 * step + l] = turns * zz


cdef struct Workspace:
    Pose* poses             # bodies + 1, 0 is the base
    Twist* twists           # bodies + 1, 0 is the base
    double* P               # (3, LANES)
    double* dP
    double* J               # (6, nv, LANES)
    const Point* point
    int* path               # bodies between the base and the point's, outwards
    Py_ssize_t length
    double* result          # (N, 6, nv)
    bint rate


cdef kvoid tile_jacobian(Py_ssize_t n, Py_ssize_t nv, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                         const Tiles* x, Workspace* work) noexcept nogil:
    """J, or its rate, of one tile."""
    cdef Py_ssize_t i, k, length = work.length
    cdef bint rate = work.rate
    cdef const int* path = work.path
    cdef const Point* point = work.point
    cdef const Body* b
    cdef Pose* m
    cdef Pose* p
    joint_angles(LANES, n, bodies, rows, t, x)
    for k in range(length):
        i = path[k]
        b = &bodies[i]
        m, p = &work.poses[i + 1], &work.poses[b.parent + 1]
        pose_step(False, b, x.q + b.iq * rows + t, x.s + i * rows + t, x.c + i * rows + t, p, m)
        if rate:
            twist_step(b, x.qd + b.iv * rows + t, p, m, &work.twists[b.parent + 1], &work.twists[i + 1])
    point_at(point, &work.poses[point.body + 1], work.P)
    if rate:
        velocity_of(&work.poses[point.body + 1], &work.twists[point.body + 1], work.P, work.dP)
    for k in range(length):
        i = path[k]
        b = &bodies[i]
        if rate:
            column_rate(b, &work.poses[i + 1], &work.twists[i + 1], work.P, work.dP, nv * LANES,
                        work.J + b.iv * LANES)
        else:
            column(b, &work.poses[i + 1], work.P, nv * LANES, work.J + b.iv * LANES)


cdef int step(Model model, Py_ssize_t rows, Py_ssize_t t, const Tiles* x, Py_ssize_t sample, Py_ssize_t count,
              void* place) noexcept nogil:
    """J, or its rate, of one tile, stored."""
    cdef Workspace* work = <Workspace*> place
    tile_jacobian(model.nbodies, model.nv, model.body, rows, t, x, work)
    store(LANES, count, 6 * model.nv, work.J, work.result + sample * 6 * model.nv)
    return 0


cdef inline void find_path(Model model, Workspace* work) noexcept nogil:
    """The bodies between the base and the point's, outwards."""
    cdef Py_ssize_t i = work.point.body, k
    work.length = 0
    while i >= 0:
        work.length += 1
        i = model.body[i].parent
    i, k = work.point.body, work.length
    while i >= 0:
        k -= 1
        work.path[k] = <int> i
        i = model.body[i].parent


cdef int run(Model model, const Job* job, const Point* point, double* J, Py_ssize_t start,
             Py_ssize_t stop) noexcept nogil:
    """J, or its rate where job.qd is given, of samples start .. stop; -1 when there is no memory."""
    cdef Py_ssize_t n = model.nbodies, nv = model.nv, rows = block_rows(model.nbodies, stop - start), size
    cdef Workspace work
    cdef Tiles x
    cdef char* memory
    size = (n + 1) * (sizeof(Pose) + sizeof(Twist)) + n * sizeof(int)
    size += ((6 + 6 * nv) * LANES + numbers(model, rows)) * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    work.poses = <Pose*> aligned(memory)
    work.twists = <Twist*> (work.poses + n + 1)
    work.P = <double*> (work.twists + n + 1)
    work.dP = work.P + 3 * LANES
    work.J = work.dP + 3 * LANES
    work.point, work.result, work.rate = point, J, job.qd != NULL
    work.path = <int*> lay_out(model, rows, work.J + 6 * nv * LANES, &x)
    find_path(model, &work)
    unit_pose(LANES, &work.poses[0])
    sweep(model, job, start, stop, rows, &x, step, &work)
    free(memory)
    return 0


def samples(Model model not None, q, qd, Py_ssize_t body, point, J, Py_ssize_t start, Py_ssize_t stop):
    """Jacobians J (N, 6 nv), or their rates where qd is given, of samples start .. stop, without the GIL.

    point (3,) in the canonical frame of `body` (-1: the base, zeros). q, qd: (N or 1, width).
    """
    cdef Py_ssize_t N = len(J)
    cdef Job job
    cdef Point p
    cdef double* result = wanted(J, 6 * model.nv, N)
    cdef int failed
    if not -1 <= body < model.nbodies:
        raise IndexError("no such body")
    take(&job, model, N, start, stop, q, False if qd is None else qd, False, False, False)
    if start == stop or model.nv == 0:
        return
    p.body = <int> body
    p.x, p.y, p.z = point
    with nogil:
        failed = run(model, &job, &p, result, start, stop)
    if failed:
        raise MemoryError("no memory for the workspace")
