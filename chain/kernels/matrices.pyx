"""The matrices M, W, H of every link and the actions PHI in its joint, in the base frame, sixteen samples at a time.

Legnani's rules as they stand (Legnani et al. 1996, part 2, sections 2 and 4). Outward, with L the screw of the joint
referred to the base:

    M = M_p A(q)         W = W_p + L qd         H = H_p + L qdd + (L qd + 2 W_p) L qd

Inward: J_0 = M J M^t and PHI = skew((H - Hg) J_0) of every link, less the action of the environment, summed towards the
base; w, b, f, c are the three independent entries of a tilde matrix or a column.
"""
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free, malloc

from chain.kernels.external cimport BASE_AT_ORIGIN, BODY_AT_POINT, Entry
from chain.kernels.lanes cimport BLOCK, LANES, lanes_in, lanes_out, load, stream, stream_end, transpose
from chain.kernels.model cimport Link, Model
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.trig cimport sincos_block

cdef extern from *:
    """
    /* a link in the base frame */
    typedef struct {
        spacelib_lane M[16], H[16];          /* position and acceleration */
        spacelib_lane w[3], v[3];            /* W: angular velocity and last column */
        spacelib_lane u[3], p[3];            /* direction and a point of the joint axis */
        spacelib_lane f[3], c[3];            /* PHI: force and couple about the origin */
    } spacelib_frame;
    typedef spacelib_frame *__restrict spacelib_frame_out;
    typedef const spacelib_frame *__restrict spacelib_frame_in;
    """
    ctypedef struct Frame "spacelib_frame":
        double M[16][LANES]
        double H[16][LANES]
        double w[3][LANES]
        double v[3][LANES]
        double u[3][LANES]
        double p[3][LANES]
        double f[3][LANES]
        double c[3][LANES]
    ctypedef Frame* frame_out "spacelib_frame_out"
    ctypedef const Frame* frame_in "spacelib_frame_in"


cdef inline void place(bint plain, const Link* k, frame_in p, lanes_in q, lanes_in s, lanes_in c,
                       frame_out o) noexcept nogil:
    """M = M_p before Z(q) after (before = 1 where `plain`); u, p: the joint axis in the base frame."""
    cdef double x, y, z, t, v
    cdef Py_ssize_t l, i
    for i in range(3):
        for l in range(LANES):
            # row i of the joint frame M_p before
            x = p.M[4 * i][l]
            y = p.M[4 * i + 1][l]
            z = p.M[4 * i + 2][l]
            t = p.M[4 * i + 3][l]
            if not plain:
                t = t + ((x * k.before[3] + y * k.before[7]) + z * k.before[11])
                v = (x * k.before[2] + y * k.before[6]) + z * k.before[10]
                o.u[i][l] = (x * k.before[0] + y * k.before[4]) + z * k.before[8]
                y = (x * k.before[1] + y * k.before[5]) + z * k.before[9]
                x = o.u[i][l]
                z = v
            o.u[i][l] = z
            o.p[i][l] = t
            # times Z(q)
            t = t + k.slide * q[l] * z
            v = c[l] * x + s[l] * y
            y = c[l] * y - s[l] * x
            # times after
            o.M[4 * i][l] = (v * k.after[0] + y * k.after[4]) + z * k.after[8]
            o.M[4 * i + 1][l] = (v * k.after[1] + y * k.after[5]) + z * k.after[9]
            o.M[4 * i + 2][l] = (v * k.after[2] + y * k.after[6]) + z * k.after[10]
            o.M[4 * i + 3][l] = t + ((v * k.after[3] + y * k.after[7]) + z * k.after[11])


cdef inline void move(const Link* k, frame_in p, lanes_in qd, lanes_in qdd, frame_out o) noexcept nogil:
    """W = W_p + L qd and H = H_p + L qdd + (L qd + 2 W_p) L qd, with L = [turns u~, b]."""
    cdef double turns = k.turns, ux, uy, uz, bx, by, bz, yx, yy, yz, dot
    cdef Py_ssize_t l
    for l in range(LANES):
        # b = p x u + slide u
        ux = turns * o.u[0][l]
        uy = turns * o.u[1][l]
        uz = turns * o.u[2][l]
        bx = (o.p[1][l] * uz - o.p[2][l] * uy) + k.slide * o.u[0][l]
        by = (o.p[2][l] * ux - o.p[0][l] * uz) + k.slide * o.u[1][l]
        bz = (o.p[0][l] * uy - o.p[1][l] * ux) + k.slide * o.u[2][l]
        # y~ = 3x3 block of (L qd + 2 W_p) qd
        yx = (ux * qd[l] + 2.0 * p.w[0][l]) * qd[l]
        yy = (uy * qd[l] + 2.0 * p.w[1][l]) * qd[l]
        yz = (uz * qd[l] + 2.0 * p.w[2][l]) * qd[l]
        o.w[0][l] = p.w[0][l] + ux * qd[l]
        o.w[1][l] = p.w[1][l] + uy * qd[l]
        o.w[2][l] = p.w[2][l] + uz * qd[l]
        o.v[0][l] = p.v[0][l] + bx * qd[l]
        o.v[1][l] = p.v[1][l] + by * qd[l]
        o.v[2][l] = p.v[2][l] + bz * qd[l]
        # H = H_p + u~ qdd + y~ u~,   y~ u~ = u y' - (u . y) 1
        dot = (ux * yx + uy * yy) + uz * yz
        o.H[0][l] = p.H[0][l] + (ux * yx - dot)
        o.H[1][l] = p.H[1][l] + (ux * yy - uz * qdd[l])
        o.H[2][l] = p.H[2][l] + (ux * yz + uy * qdd[l])
        o.H[4][l] = p.H[4][l] + (uy * yx + uz * qdd[l])
        o.H[5][l] = p.H[5][l] + (uy * yy - dot)
        o.H[6][l] = p.H[6][l] + (uy * yz - ux * qdd[l])
        o.H[8][l] = p.H[8][l] + (uz * yx - uy * qdd[l])
        o.H[9][l] = p.H[9][l] + (uz * yy + ux * qdd[l])
        o.H[10][l] = p.H[10][l] + (uz * yz - dot)
        # last column: b qdd + y x b
        o.H[3][l] = p.H[3][l] + (bx * qdd[l] + (yy * bz - yz * by))
        o.H[7][l] = p.H[7][l] + (by * qdd[l] + (yz * bx - yx * bz))
        o.H[11][l] = p.H[11][l] + (bz * qdd[l] + (yx * by - yy * bx))


cdef inline void action(const Link* k, lanes_in gx, lanes_in gy, lanes_in gz, frame_out o) noexcept nogil:
    """PHI = skew((H - Hg) J_0) with J_0 = M J M^t."""
    cdef double ax, ay, az, hx, hy, hz, tx, ty, tz, x, y, z, Sxx, Sxy, Sxz, Syy, Syz, Szz
    cdef double Rxx, Rxy, Rxz, Ryx, Ryy, Ryz, Rzx, Rzy, Rzz
    cdef Py_ssize_t l
    for l in range(LANES):
        Rxx = o.M[0][l]
        Rxy = o.M[1][l]
        Rxz = o.M[2][l]
        Ryx = o.M[4][l]
        Ryy = o.M[5][l]
        Ryz = o.M[6][l]
        Rzx = o.M[8][l]
        Rzy = o.M[9][l]
        Rzz = o.M[10][l]
        tx = o.M[3][l]
        ty = o.M[7][l]
        tz = o.M[11][l]
        # upper block of J_0: R S R' + t (R mc)' + (R mc) t' + m t t'
        x = (Rxx * k.Sxx + Rxy * k.Sxy) + Rxz * k.Sxz
        y = (Rxx * k.Sxy + Rxy * k.Syy) + Rxz * k.Syz
        z = (Rxx * k.Sxz + Rxy * k.Syz) + Rxz * k.Szz
        Sxx = (x * Rxx + y * Rxy) + z * Rxz
        Sxy = (x * Ryx + y * Ryy) + z * Ryz
        Sxz = (x * Rzx + y * Rzy) + z * Rzz
        x = (Ryx * k.Sxx + Ryy * k.Sxy) + Ryz * k.Sxz
        y = (Ryx * k.Sxy + Ryy * k.Syy) + Ryz * k.Syz
        z = (Ryx * k.Sxz + Ryy * k.Syz) + Ryz * k.Szz
        Syy = (x * Ryx + y * Ryy) + z * Ryz
        Syz = (x * Rzx + y * Rzy) + z * Rzz
        x = (Rzx * k.Sxx + Rzy * k.Sxy) + Rzz * k.Sxz
        y = (Rzx * k.Sxy + Rzy * k.Syy) + Rzz * k.Syz
        z = (Rzx * k.Sxz + Rzy * k.Syz) + Rzz * k.Szz
        Szz = (x * Rzx + y * Rzy) + z * Rzz
        x = (Rxx * k.mx + Rxy * k.my) + Rxz * k.mz
        y = (Ryx * k.mx + Ryy * k.my) + Ryz * k.mz
        z = (Rzx * k.mx + Rzy * k.my) + Rzz * k.mz
        # last column of J_0: h = R mc + m t
        hx = x + k.m * tx
        hy = y + k.m * ty
        hz = z + k.m * tz
        Sxx += tx * hx + x * tx
        Sxy += tx * hy + x * ty
        Sxz += tx * hz + x * tz
        Syy += ty * hy + y * ty
        Syz += ty * hz + y * tz
        Szz += tz * hz + z * tz
        # f = G h + m (a - g), couple = axial part of skew(G S) + h x (a - g)
        ax = o.H[3][l] - gx[l]
        ay = o.H[7][l] - gy[l]
        az = o.H[11][l] - gz[l]
        o.f[0][l] = ((o.H[0][l] * hx + o.H[1][l] * hy) + o.H[2][l] * hz) + k.m * ax
        o.f[1][l] = ((o.H[4][l] * hx + o.H[5][l] * hy) + o.H[6][l] * hz) + k.m * ay
        o.f[2][l] = ((o.H[8][l] * hx + o.H[9][l] * hy) + o.H[10][l] * hz) + k.m * az
        x = ((o.H[8][l] * Sxy + o.H[9][l] * Syy) + o.H[10][l] * Syz) \
            - ((o.H[4][l] * Sxz + o.H[5][l] * Syz) + o.H[6][l] * Szz)
        y = ((o.H[0][l] * Sxz + o.H[1][l] * Syz) + o.H[2][l] * Szz) \
            - ((o.H[8][l] * Sxx + o.H[9][l] * Sxy) + o.H[10][l] * Sxz)
        z = ((o.H[4][l] * Sxx + o.H[5][l] * Sxy) + o.H[6][l] * Sxz) \
            - ((o.H[0][l] * Sxy + o.H[1][l] * Syy) + o.H[2][l] * Syz)
        o.c[0][l] = x + (hy * az - hz * ay)
        o.c[1][l] = y + (hz * ax - hx * az)
        o.c[2][l] = z + (hx * ay - hy * ax)


cdef inline void act(const Entry* e, Py_ssize_t rows, Py_ssize_t t, frame_out o) noexcept nogil:
    """Take an action of the environment off the action that the joint must supply."""
    cdef const double* w = e.tile + t
    cdef double fx, fy, fz, cx, cy, cz, x, y, z
    cdef Py_ssize_t l
    for l in range(LANES):
        fx = w[l]
        fy = w[rows + l]
        fz = w[2 * rows + l]
        cx = w[3 * rows + l]
        cy = w[4 * rows + l]
        cz = w[5 * rows + l]
        if e.frame == BODY_AT_POINT:
            x = (o.M[0][l] * fx + o.M[1][l] * fy) + o.M[2][l] * fz
            y = (o.M[4][l] * fx + o.M[5][l] * fy) + o.M[6][l] * fz
            z = (o.M[8][l] * fx + o.M[9][l] * fy) + o.M[10][l] * fz
            fx = x
            fy = y
            fz = z
            x = (o.M[0][l] * cx + o.M[1][l] * cy) + o.M[2][l] * cz
            y = (o.M[4][l] * cx + o.M[5][l] * cy) + o.M[6][l] * cz
            z = (o.M[8][l] * cx + o.M[9][l] * cy) + o.M[10][l] * cz
            cx = x
            cy = y
            cz = z
        if e.frame != BASE_AT_ORIGIN:
            # couple about the origin: c + P x f
            x = o.M[3][l] + ((o.M[0][l] * e.point[0] + o.M[1][l] * e.point[1]) + o.M[2][l] * e.point[2])
            y = o.M[7][l] + ((o.M[4][l] * e.point[0] + o.M[5][l] * e.point[1]) + o.M[6][l] * e.point[2])
            z = o.M[11][l] + ((o.M[8][l] * e.point[0] + o.M[9][l] * e.point[1]) + o.M[10][l] * e.point[2])
            cx = cx + (y * fz - z * fy)
            cy = cy + (z * fx - x * fz)
            cz = cz + (x * fy - y * fx)
        o.f[0][l] -= fx
        o.f[1][l] -= fy
        o.f[2][l] -= fz
        o.c[0][l] -= cx
        o.c[1][l] -= cy
        o.c[2][l] -= cz


cdef inline void add(frame_in o, frame_out p) noexcept nogil:
    """PHI_p += PHI."""
    cdef Py_ssize_t l, i
    for i in range(3):
        for l in range(LANES):
            p.f[i][l] += o.f[i][l]
            p.c[i][l] += o.c[i][l]


cdef kvoid recursion(Py_ssize_t n, const Link* links, Py_ssize_t nv, Py_ssize_t rows, Py_ssize_t t, const Tiles* x,
                     bint moving, bint acting, const Entry* entries, Py_ssize_t nentries, Frame* frames) noexcept nogil:
    """All links of one tile; frames[0] is the base."""
    cdef Py_ssize_t i, ib, iv
    cdef const Link* k
    cdef const double* q
    for i in range(n):
        k = &links[i]
        ib = i * rows + t
        # a fixed link takes the zeros behind the last velocity
        iv = (k.iv if k.turns or k.slides else nv) * rows + t
        q = x.q + k.iq * rows + t if k.turns or k.slides else x.qd + iv
        if k.plain:
            place(True, k, &frames[k.parent + 1], q, x.s + ib, x.c + ib, &frames[i + 1])
        else:
            place(False, k, &frames[k.parent + 1], q, x.s + ib, x.c + ib, &frames[i + 1])
        if moving:
            move(k, &frames[k.parent + 1], x.qd + iv, x.qdd + iv, &frames[i + 1])
        if acting:
            action(k, x.g + t, x.g + rows + t, x.g + 2 * rows + t, &frames[i + 1])
    for i in range(nentries):
        act(&entries[i], rows, t, &frames[entries[i].body + 1])
    if acting:
        for i in range(n - 1, -1, -1):
            if links[i].parent >= 0:
                add(&frames[i + 1], &frames[links[i].parent + 1])


# results: matrices of all links, sample by sample, put together in the cache


cdef inline Py_ssize_t apart(Py_ssize_t n) noexcept nogil:
    """Doubles between samples on the stage: one cache line more than the matrices, lest they compete for one place."""
    return 16 * n + 8


cdef kvoid put(Py_ssize_t n, Py_ssize_t lanes, const Frame* frames, int which, double* x) noexcept nogil:
    """M or H of n links (n, 4, 4) for `lanes` samples."""
    cdef Py_ssize_t i
    for i in range(n):
        if which == 0:
            transpose(16, lanes, frames[i].M[0], LANES, x + 16 * i, apart(n))
        else:
            transpose(16, lanes, frames[i].H[0], LANES, x + 16 * i, apart(n))


cdef inline void present(Py_ssize_t n, Py_ssize_t lanes, const double* stage, double* x, bint past) noexcept nogil:
    """Copy the stage to the result, sample after sample."""
    cdef Py_ssize_t l
    for l in range(lanes):
        stream(x + 16 * n * l, stage + apart(n) * l, 16 * n, past)


cdef inline void tilde(bint skew, lanes_in c, lanes_in f, lanes_out m) noexcept nogil:
    """[c~ f; 0 0], or the action matrix [c~ f; -f' 0]."""
    cdef Py_ssize_t l
    for l in range(LANES):
        m[LANES + l] = -c[2 * LANES + l]
        m[2 * LANES + l] = c[LANES + l]
        m[3 * LANES + l] = f[l]
        m[4 * LANES + l] = c[2 * LANES + l]
        m[6 * LANES + l] = -c[l]
        m[7 * LANES + l] = f[LANES + l]
        m[8 * LANES + l] = -c[LANES + l]
        m[9 * LANES + l] = c[l]
        m[11 * LANES + l] = f[2 * LANES + l]
        if skew:
            m[12 * LANES + l] = -f[l]
            m[13 * LANES + l] = -f[LANES + l]
            m[14 * LANES + l] = -f[2 * LANES + l]


cdef kvoid put_tilde(Py_ssize_t n, Py_ssize_t lanes, const Frame* frames, bint skew, double* x) noexcept nogil:
    """W (skew False) or PHI (skew True) of n links (n, 4, 4) for `lanes` samples."""
    cdef double m[16][LANES]
    cdef Py_ssize_t i, l
    for i in range(16):
        for l in range(LANES):
            m[i][l] = 0.0
    for i in range(n):
        if skew:
            tilde(True, frames[i].c[0], frames[i].f[0], m[0])
        else:
            tilde(False, frames[i].w[0], frames[i].v[0], m[0])
        transpose(16, lanes, m[0], LANES, x + 16 * i, apart(n))


cdef inline void reaction(Py_ssize_t lanes, const Frame* o, bint in_link, double* x, Py_ssize_t step) noexcept nogil:
    """Force, couple about the joint's origin, axis and origin: base axes, or the link's (origin always base)."""
    cdef Py_ssize_t l, i
    cdef double* y
    cdef double v[3][3]
    for l in range(lanes):
        y = x + l * step
        for i in range(3):
            v[0][i] = o.f[i][l]
            v[2][i] = o.u[i][l]
            y[9 + i] = o.p[i][l]
        # c - p x f
        v[1][0] = o.c[0][l] - (o.p[1][l] * o.f[2][l] - o.p[2][l] * o.f[1][l])
        v[1][1] = o.c[1][l] - (o.p[2][l] * o.f[0][l] - o.p[0][l] * o.f[2][l])
        v[1][2] = o.c[2][l] - (o.p[0][l] * o.f[1][l] - o.p[1][l] * o.f[0][l])
        for i in range(3):
            if in_link:
                y[3 * i] = (o.M[0][l] * v[i][0] + o.M[4][l] * v[i][1]) + o.M[8][l] * v[i][2]
                y[3 * i + 1] = (o.M[1][l] * v[i][0] + o.M[5][l] * v[i][1]) + o.M[9][l] * v[i][2]
                y[3 * i + 2] = (o.M[2][l] * v[i][0] + o.M[6][l] * v[i][1]) + o.M[10][l] * v[i][2]
            else:
                y[3 * i] = v[i][0]
                y[3 * i + 1] = v[i][1]
                y[3 * i + 2] = v[i][2]


cdef void put_reaction(Py_ssize_t n, Py_ssize_t lanes, const Frame* frames, bint in_link, double* x) noexcept nogil:
    """Reactions of n links (n, 12) for `lanes` samples."""
    cdef Py_ssize_t i
    for i in range(n):
        reaction(lanes, &frames[i], in_link, x + 12 * i, 12 * n)


cdef struct Job:
    # one call; NULL: not given or not wanted; samples `step` doubles apart, 0: the same for all
    const double* q
    const double* qd
    const double* qdd
    const double* g
    Py_ssize_t q_step, qd_step, qdd_step, g_step
    double* M
    double* W
    double* H
    double* PHI
    double* reaction
    bint in_link


cdef struct Tiles:
    # `rows` samples, transposed; sine and cosine of each link's q
    double* g           # (3, rows)
    double* q           # (nq, rows)
    double* qd          # (nv + 1, rows), the last row is zero: for links that do not move
    double* qdd
    double* s           # (links, rows)
    double* c


cdef void read(Py_ssize_t rows, Py_ssize_t count, Model model, const Job* job, Py_ssize_t first,
               const Tiles* x) noexcept nogil:
    """Transpose `count` samples from `first` on; sines and cosines of the joints that turn."""
    cdef Py_ssize_t k
    load(rows, count, 3, job.g + first * job.g_step, job.g_step, x.g)
    load(rows, count, model.nq, job.q + first * job.q_step, job.q_step, x.q)
    if job.qd != NULL:
        load(rows, count, model.nv, job.qd + first * job.qd_step, job.qd_step, x.qd)
    if job.qdd != NULL:
        load(rows, count, model.nv, job.qdd + first * job.qdd_step, job.qdd_step, x.qdd)
    for k in range(model.nlinks):
        if model.link[k].turns:
            sincos_block(rows, x.q + model.link[k].iq * rows, x.s + k * rows, x.c + k * rows)


cdef int run(Model model, const Job* job, Entry* entries, Py_ssize_t nentries, Py_ssize_t start,
             Py_ssize_t stop) noexcept nogil:
    """Samples start .. stop; -1 when there is no memory for one workspace."""
    cdef Py_ssize_t n = model.nlinks, rows, count, first, i, t, size, s, lanes
    cdef bint acting = job.PHI != NULL or job.reaction != NULL, moving = acting or job.W != NULL or job.H != NULL
    cdef bint past = (stop - start) * n > 65536     # 8 MB of matrices
    cdef Frame* frames
    cdef Tiles x
    cdef double* stage
    cdef char* memory
    rows = 640 // (n + 1)
    rows = BLOCK if rows > BLOCK else rows - rows % LANES
    rows = LANES if rows < LANES or stop - start <= LANES else rows
    size = (n + 1) * sizeof(Frame) + (5 + model.nq + 2 * model.nv + 2 * n + 6 * nentries) * rows * sizeof(double)
    size += apart(n) * LANES * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    frames = <Frame*> ((<uintptr_t> memory + 63) & ~(<uintptr_t> 63))
    x.g = <double*> (frames + n + 1)
    x.q = x.g + 3 * rows
    x.qd = x.q + model.nq * rows
    x.qdd = x.qd + (model.nv + 1) * rows
    x.s = x.qdd + (model.nv + 1) * rows
    x.c = x.s + n * rows
    for i in range(nentries):
        entries[i].tile = x.c + (n + 6 * i) * rows
    stage = x.c + (n + 6 * nentries) * rows
    # a joint that does not turn: sine 0, cosine 1
    for i in range(n * rows):
        x.c[i] = 1.0
    for i in range(LANES):
        frames[0].M[0][i] = frames[0].M[5][i] = frames[0].M[10][i] = 1.0
        for t in range(n + 1):
            frames[t].M[15][i] = 1.0
    first = start
    while first < stop:
        count = rows if stop - first > rows else stop - first
        read(rows, count, model, job, first, &x)
        for i in range(nentries):
            load(rows, count, 6, entries[i].data + first * entries[i].step, entries[i].step, entries[i].tile)
        t = 0
        while t < count:
            recursion(n, model.link, model.nv, rows, t, &x, moving, acting, entries, nentries, frames)
            lanes = LANES if count - t > LANES else count - t
            s = (first + t) * n
            if job.M != NULL:
                put(n, lanes, frames + 1, 0, stage)
                present(n, lanes, stage, job.M + 16 * s, past)
            if job.W != NULL:
                put_tilde(n, lanes, frames + 1, False, stage)
                present(n, lanes, stage, job.W + 16 * s, past)
            if job.H != NULL:
                put(n, lanes, frames + 1, 1, stage)
                present(n, lanes, stage, job.H + 16 * s, past)
            if job.PHI != NULL:
                put_tilde(n, lanes, frames + 1, True, stage)
                present(n, lanes, stage, job.PHI + 16 * s, past)
            if job.reaction != NULL:
                put_reaction(n, lanes, frames + 1, job.in_link, job.reaction + 12 * s)
            t += LANES
        first += count
    stream_end()
    free(memory)
    return 0


cdef const double* _pointer(const double[:, ::1] x, Py_ssize_t width, Py_ssize_t N, Py_ssize_t* step) except? NULL:
    if x.shape[1] != width or x.shape[0] not in (1, N):
        raise ValueError("arrays do not fit the model or one another")
    step[0] = width if x.shape[0] > 1 else 0
    return &x[0, 0] if width and x.shape[0] else NULL


cdef double* _result(double[:, ::1] x, Py_ssize_t width, Py_ssize_t N) except? NULL:
    if x.shape[0] != N or x.shape[1] != width:
        raise ValueError("result does not fit the model")
    return &x[0, 0] if width and N else NULL


def samples(Model model not None, q, qd, qdd, g, list external, M, W, H, PHI, reaction, bint in_link, Py_ssize_t start,
            Py_ssize_t stop):
    """Fill samples start .. stop of the wanted results (None: not wanted), without the GIL.

    q, qd, qdd, g: (N or 1, width), qd and qdd may be None. M, W, H, PHI: (N, 16 links); reaction: (N, 12 links).
    external: list of (link, frame, point (3,), wrenches (N or 1, 6)).
    """
    cdef Py_ssize_t N = -1, k, nentries = len(external), step = 0
    cdef Job job
    cdef Entry* entries = NULL
    cdef const double[:, ::1] wrench
    cdef int failed
    for result in (M, W, H, PHI, reaction):
        if result is not None:
            N = len(result)
    if not 0 <= start <= stop <= N:
        raise IndexError("start, stop beyond the samples")
    if start == stop or model.nlinks == 0:
        return
    job.q = _pointer(q, model.nq, N, &job.q_step)
    job.qd = NULL if qd is None else _pointer(qd, model.nv, N, &job.qd_step)
    job.qdd = NULL if qdd is None else _pointer(qdd, model.nv, N, &job.qdd_step)
    job.g = _pointer(g, 3, N, &job.g_step)
    job.M = NULL if M is None else _result(M, 16 * model.nlinks, N)
    job.W = NULL if W is None else _result(W, 16 * model.nlinks, N)
    job.H = NULL if H is None else _result(H, 16 * model.nlinks, N)
    job.PHI = NULL if PHI is None else _result(PHI, 16 * model.nlinks, N)
    job.reaction = NULL if reaction is None else _result(reaction, 12 * model.nlinks, N)
    job.in_link = in_link
    if nentries:
        entries = <Entry*> malloc(nentries * sizeof(Entry))
        if entries == NULL:
            raise MemoryError("no memory for the external actions")
    try:
        for k in range(nentries):
            link, frame, point, wrench = external[k]
            if not 0 <= link < model.nlinks:
                raise IndexError("external action on no link")
            entries[k].body, entries[k].frame, entries[k].point = link, frame, point
            entries[k].data = _pointer(wrench, 6, N, &step)
            entries[k].step = step
        with nogil:
            failed = run(model, &job, entries, nentries, start, stop)
    finally:
        free(entries)
    if failed:
        raise MemoryError("no memory for the workspace")
