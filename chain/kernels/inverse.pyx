"""Inverse dynamics in canonical link frames, eight samples at a time.

Frames: z is the joint axis and one step from parent to child is ``R = Rz(beta) Rx(alpha) Rz(q + offset)`` and a constant
shift p; beta is zero for the first child of a body. Outward: angular velocity w, its rate dw, acceleration a of the
origin (gravity enters as the acceleration -g of the base); then ``U = dw~ + w~ w~`` is the 3x3 block of Legnani's H and
``PHI = skew(H J)`` gives the force and couple of the body (Legnani et al. 1996, part 2, section 4.2). Inward: actions are
summed and projected on the joint screws (section 2.3, eq. 10).

Mass on a revolute axis moves with the parent as well: chain.model has moved m, m z and S_zz of every turning body to its
parent, so these three are zero in `turn`. `slide` takes prismatic and screw joints with all ten parameters.

chain/recursion.py is the same recursion in plain Python.
"""
from libc.math cimport tanh
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free, malloc

cimport numpy as cnp

from chain.kernels.external cimport Entry, Pose, act, pose_step
from chain.kernels.lanes cimport (
    BLOCK, LANES, Slot, lanes_in, lanes_out, load, slot_in, slot_out,
)
from chain.kernels.model cimport Body, Model
from spacelib.kernels.dispatch cimport kvoid
from spacelib.kernels.trig cimport sincos_block

cnp.import_array()

cdef enum:
    FEW = 32        # bodies of a chain whose single samples are computed on the stack


cdef inline void turn_on_base(Py_ssize_t lanes, const Body* b, slot_in base, lanes_in s, lanes_in c, lanes_in qd, lanes_in qdd,
                              slot_out o) noexcept nogil:
    """A revolute joint on the base: w and dw are along z, and only the couple about z is felt."""
    cdef double x, y, z, ax, ay, r
    cdef Py_ssize_t l
    for l in range(lanes):
        # a = R' (-g)
        x = b.cb * base.ex[l] + b.sb * base.ey[l]
        y = b.cb * base.ey[l] - b.sb * base.ex[l]
        z = b.ca * base.ez[l] - b.sa * y
        y = b.ca * y + b.sa * base.ez[l]
        ax = c[l] * x + s[l] * y
        ay = c[l] * y - s[l] * x
        # w = z qd, dw = z qdd, e = a + U n
        r = -(qd[l] * qd[l])
        o.wx[l] = 0.0
        o.wy[l] = 0.0
        o.wz[l] = qd[l]
        o.dx[l] = 0.0
        o.dy[l] = 0.0
        o.dz[l] = qdd[l]
        o.ex[l] = ax + (r * b.nx - qdd[l] * b.ny)
        o.ey[l] = ay + (r * b.ny + qdd[l] * b.nx)
        o.ez[l] = z
        o.cz[l] = qdd[l] * (b.Sxx + b.Syy) + (b.mx * ay - b.my * ax)
        o.fx[l] = 0.0
        o.fy[l] = 0.0
        o.fz[l] = 0.0
        o.cx[l] = 0.0
        o.cy[l] = 0.0


cdef inline void turn(Py_ssize_t lanes, bint branch, const Body* b, slot_in p, lanes_in s, lanes_in c, lanes_in qd, lanes_in qdd,
                      slot_out o) noexcept nogil:
    """A revolute joint: motion of the body from its parent's, then force and couple of the body."""
    cdef double x, y, z, t, u, wx, wy, wz, dx, dy, dz, ax, ay, az, xx, yy, zz, xy, xz, yz
    cdef double Uxx, Uxy, Uxz, Uyx, Uyy, Uyz, Uzx, Uzy, Uzz
    cdef Py_ssize_t l
    for l in range(lanes):
        # w = R' w_p + z qd
        x = p.wx[l]
        y = p.wy[l]
        z = p.wz[l]
        if branch:
            t = b.cb * x + b.sb * y
            y = b.cb * y - b.sb * x
            x = t
        t = b.ca * y + b.sa * z
        wz = (b.ca * z - b.sa * y) + qd[l]
        wx = c[l] * x + s[l] * t
        wy = c[l] * t - s[l] * x
        # dw = R' dw_p + w x z qd + z qdd
        x = p.dx[l]
        y = p.dy[l]
        z = p.dz[l]
        if branch:
            t = b.cb * x + b.sb * y
            y = b.cb * y - b.sb * x
            x = t
        t = b.ca * y + b.sa * z
        dz = (b.ca * z - b.sa * y) + qdd[l]
        dx = (c[l] * x + s[l] * t) + wy * qd[l]
        dy = (c[l] * t - s[l] * x) - wx * qd[l]
        # a = R' e_p; another child's joint is r away: e_p + dw_p x r + w_p x (w_p x r)
        x = p.ex[l]
        y = p.ey[l]
        z = p.ez[l]
        if branch:
            xx = p.wy[l] * b.rz - p.wz[l] * b.ry
            yy = p.wz[l] * b.rx - p.wx[l] * b.rz
            zz = p.wx[l] * b.ry - p.wy[l] * b.rx
            x = x + ((p.dy[l] * b.rz - p.dz[l] * b.ry) + (p.wy[l] * zz - p.wz[l] * yy))
            y = y + ((p.dz[l] * b.rx - p.dx[l] * b.rz) + (p.wz[l] * xx - p.wx[l] * zz))
            z = z + ((p.dx[l] * b.ry - p.dy[l] * b.rx) + (p.wx[l] * yy - p.wy[l] * xx))
            t = b.cb * x + b.sb * y
            y = b.cb * y - b.sb * x
            x = t
        t = b.ca * y + b.sa * z
        az = b.ca * z - b.sa * y
        ax = c[l] * x + s[l] * t
        ay = c[l] * t - s[l] * x
        # U = dw~ + w~ w~
        xx = wx * wx
        yy = wy * wy
        zz = wz * wz
        xy = wx * wy
        xz = wx * wz
        yz = wy * wz
        Uxx = -(yy + zz)
        Uyy = -(xx + zz)
        Uzz = -(xx + yy)
        Uxy = xy - dz
        Uyx = xy + dz
        Uxz = xz + dy
        Uzx = xz - dy
        Uyz = yz - dx
        Uzy = yz + dx
        # e = a + U n: acceleration of the first child's joint
        o.ex[l] = ax + ((Uxx * b.nx + Uxy * b.ny) + Uxz * b.nz)
        o.ey[l] = ay + ((Uyx * b.nx + Uyy * b.ny) + Uyz * b.nz)
        o.ez[l] = az + ((Uzx * b.nx + Uzy * b.ny) + Uzz * b.nz)
        o.wx[l] = wx
        o.wy[l] = wy
        o.wz[l] = wz
        o.dx[l] = dx
        o.dy[l] = dy
        o.dz[l] = dz
        # f = U mc
        o.fx[l] = Uxx * b.mx + Uxy * b.my
        o.fy[l] = Uyx * b.mx + Uyy * b.my
        o.fz[l] = Uzx * b.mx + Uzy * b.my
        # couple = axial part of skew(U S) + mc x a
        o.cx[l] = ((Uzx * b.Sxy + Uzy * b.Syy) + ((Uzz - Uyy) * b.Syz - Uyx * b.Sxz)) + b.my * az
        o.cy[l] = (((Uxx - Uzz) * b.Sxz + Uxy * b.Syz) - (Uzx * b.Sxx + Uzy * b.Sxy)) - b.mx * az
        t = b.mx * ay - b.my * ax
        u = (Uyy - Uxx) * b.Sxy + (Uyz * b.Sxz - Uxz * b.Syz)
        o.cz[l] = ((Uyx * b.Sxx - Uxy * b.Syy) + u) + t


cdef inline void slide(Py_ssize_t lanes, const Body* b, slot_in p, lanes_in q, lanes_in s, lanes_in c, lanes_in qd, lanes_in qdd,
                       slot_out o) noexcept nogil:
    """A prismatic or screw joint, all ten inertia parameters."""
    cdef double turns = b.turns, x, y, z, t, r, v, wx, wy, wz, dx, dy, dz, ax, ay, az
    cdef double Uxx, Uxy, Uxz, Uyx, Uyy, Uyz, Uzx, Uzy, Uzz
    cdef Py_ssize_t l
    for l in range(lanes):
        r = turns * qd[l]
        # w = R' w_p + z r
        x = b.cb * p.wx[l] + b.sb * p.wy[l]
        y = b.cb * p.wy[l] - b.sb * p.wx[l]
        t = b.ca * y + b.sa * p.wz[l]
        wz = (b.ca * p.wz[l] - b.sa * y) + r
        wx = c[l] * x + s[l] * t
        wy = c[l] * t - s[l] * x
        # dw = R' dw_p + w x z r + z dr
        x = b.cb * p.dx[l] + b.sb * p.dy[l]
        y = b.cb * p.dy[l] - b.sb * p.dx[l]
        t = b.ca * y + b.sa * p.dz[l]
        dz = (b.ca * p.dz[l] - b.sa * y) + turns * qdd[l]
        dx = (c[l] * x + s[l] * t) + wy * r
        dy = (c[l] * t - s[l] * x) - wx * r
        # U = dw~ + w~ w~
        Uxx = -(wy * wy + wz * wz)
        Uyy = -(wx * wx + wz * wz)
        Uzz = -(wx * wx + wy * wy)
        Uxy = wx * wy - dz
        Uyx = wx * wy + dz
        Uxz = wx * wz + dy
        Uzx = wx * wz - dy
        Uyz = wy * wz - dx
        Uzy = wy * wz + dx
        # a = R' (e_p + dw_p x r + w_p x (w_p x r)) + U z d + 2 w x z v + z dv; d, v: displacement and speed along z
        ax = p.wy[l] * b.rz - p.wz[l] * b.ry
        ay = p.wz[l] * b.rx - p.wx[l] * b.rz
        az = p.wx[l] * b.ry - p.wy[l] * b.rx
        x = p.ex[l] + ((p.dy[l] * b.rz - p.dz[l] * b.ry) + (p.wy[l] * az - p.wz[l] * ay))
        y = p.ey[l] + ((p.dz[l] * b.rx - p.dx[l] * b.rz) + (p.wz[l] * ax - p.wx[l] * az))
        z = p.ez[l] + ((p.dx[l] * b.ry - p.dy[l] * b.rx) + (p.wx[l] * ay - p.wy[l] * ax))
        t = b.cb * x + b.sb * y
        y = b.cb * y - b.sb * x
        x = t
        t = b.ca * y + b.sa * z
        r = b.slide * q[l]
        v = b.slide * (qd[l] + qd[l])
        az = (b.ca * z - b.sa * y) + (Uzz * r + b.slide * qdd[l])
        ax = (c[l] * x + s[l] * t) + (Uxz * r + wy * v)
        ay = (c[l] * t - s[l] * x) + (Uyz * r - wx * v)
        # e = a + U n
        o.ex[l] = ax + ((Uxx * b.nx + Uxy * b.ny) + Uxz * b.nz)
        o.ey[l] = ay + ((Uyx * b.nx + Uyy * b.ny) + Uyz * b.nz)
        o.ez[l] = az + ((Uzx * b.nx + Uzy * b.ny) + Uzz * b.nz)
        o.wx[l] = wx
        o.wy[l] = wy
        o.wz[l] = wz
        o.dx[l] = dx
        o.dy[l] = dy
        o.dz[l] = dz
        # f = U mc + m a, couple = axial part of skew(U S) + mc x a
        o.fx[l] = ((Uxx * b.mx + Uxy * b.my) + Uxz * b.mz) + b.m * ax
        o.fy[l] = ((Uyx * b.mx + Uyy * b.my) + Uyz * b.mz) + b.m * ay
        o.fz[l] = ((Uzx * b.mx + Uzy * b.my) + Uzz * b.mz) + b.m * az
        x = (Uzx * b.Sxy + Uzy * b.Syy) + ((Uzz - Uyy) * b.Syz - (Uyx * b.Sxz + Uyz * b.Szz))
        y = ((Uxx - Uzz) * b.Sxz + Uxy * b.Syz) + (Uxz * b.Szz - (Uzx * b.Sxx + Uzy * b.Sxy))
        z = (Uyx * b.Sxx - Uxy * b.Syy) + ((Uyy - Uxx) * b.Sxy + (Uyz * b.Sxz - Uxz * b.Syz))
        o.cx[l] = x + (b.my * az - b.mz * ay)
        o.cy[l] = y + (b.mz * ax - b.mx * az)
        o.cz[l] = z + (b.mx * ay - b.my * ax)


cdef inline void pass_on(Py_ssize_t lanes, bint branch, bint slides, const Body* b, lanes_in q, lanes_in s, lanes_in c, slot_in o,
                         slot_out p) noexcept nogil:
    """Move the action of a body to its parent: f_p += R f, c_p += R c + (p + slide q z) x f."""
    cdef double x, y, z, t, fx, fy, fz, r
    cdef Py_ssize_t l
    for l in range(lanes):
        # Rz(q) f and Rz(q) c; sliding adds r z x f
        fx = c[l] * o.fx[l] - s[l] * o.fy[l]
        fy = s[l] * o.fx[l] + c[l] * o.fy[l]
        x = c[l] * o.cx[l] - s[l] * o.cy[l]
        y = s[l] * o.cx[l] + c[l] * o.cy[l]
        if slides:
            r = b.slide * q[l]
            x = x - r * fy
            y = y + r * fx
        # Rx(alpha)
        fz = b.sa * fy + b.ca * o.fz[l]
        fy = b.ca * fy - b.sa * o.fz[l]
        z = b.sa * y + b.ca * o.cz[l]
        y = b.ca * y - b.sa * o.cz[l]
        # Rz(beta)
        if branch:
            t = b.cb * fx - b.sb * fy
            fy = b.sb * fx + b.cb * fy
            fx = t
            t = b.cb * x - b.sb * y
            y = b.sb * x + b.cb * y
            x = t
        p.fx[l] += fx
        p.fy[l] += fy
        p.fz[l] += fz
        p.cx[l] += x + (b.py * fz - b.pz * fy)
        p.cy[l] += y + (b.pz * fx - b.px * fz)
        p.cz[l] += z + (b.px * fy - b.py * fx)


cdef inline void pass_on_axis(Py_ssize_t lanes, const Body* b, lanes_in s, lanes_in c, slot_in o, slot_out p) noexcept nogil:
    """Move the action of a turning body to a parent that turns on the base, of which only c_z is felt (beta = 0)."""
    cdef double t, fx, fy
    cdef Py_ssize_t l
    for l in range(lanes):
        fx = c[l] * o.fx[l] - s[l] * o.fy[l]
        t = s[l] * o.fx[l] + c[l] * o.fy[l]
        fy = b.ca * t - b.sa * o.fz[l]
        t = s[l] * o.cx[l] + c[l] * o.cy[l]
        p.cz[l] += (b.sa * t + b.ca * o.cz[l]) + (b.px * fy - b.py * fx)


cdef inline void project(Py_ssize_t lanes, const Body* b, slot_in o, lanes_out tau) noexcept nogil:
    """tau = psedot(L, PHI) = turns c_z + slide f_z."""
    cdef double turns = b.turns
    cdef Py_ssize_t l
    if b.slides:
        for l in range(lanes):
            tau[l] = turns * o.cz[l] + b.slide * o.fz[l]
    else:
        for l in range(lanes):
            tau[l] = o.cz[l]


cdef inline void tile_torques(Py_ssize_t lanes, Py_ssize_t n, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                              const double* x, const Entry* entries, Py_ssize_t nentries, Slot* slots, Pose* poses,
                              double* tau) noexcept nogil:
    """Torques of the samples t .. t + lanes. x: rows of g (3), then q, sin, cos, qd, qdd of each body; slots[0]: base."""
    cdef Py_ssize_t i, l
    cdef const double* row
    cdef const Body* b
    cdef Slot* o = &slots[0]
    cdef Slot* p
    # the base accelerates by -g
    for l in range(lanes):
        o.ex[l] = -x[t + l]
        o.ey[l] = -x[rows + t + l]
        o.ez[l] = -x[2 * rows + t + l]
    # outward
    for i in range(n):
        b = &bodies[i]
        o = &slots[i + 1]
        p = &slots[b.parent + 1]
        row = x + (3 + 5 * i) * rows + t
        if b.slides:
            slide(lanes, b, p, row, row + rows, row + 2 * rows, row + 3 * rows, row + 4 * rows, o)
        elif b.parent < 0:
            turn_on_base(lanes, b, p, row + rows, row + 2 * rows, row + 3 * rows, row + 4 * rows, o)
        elif b.branch:
            turn(lanes, True, b, p, row + rows, row + 2 * rows, row + 3 * rows, row + 4 * rows, o)
        else:
            turn(lanes, False, b, p, row + rows, row + 2 * rows, row + 3 * rows, row + 4 * rows, o)
    if nentries:
        for i in range(n):
            b = &bodies[i]
            row = x + (3 + 5 * i) * rows + t
            pose_step(b, row, row + rows, row + 2 * rows, &poses[b.parent + 1], &poses[i + 1])
        for i in range(nentries):
            act(&entries[i], rows, t, &poses[entries[i].body + 1], &slots[entries[i].body + 1])
    # inward
    for i in range(n - 1, -1, -1):
        b = &bodies[i]
        o = &slots[i + 1]
        row = x + (3 + 5 * i) * rows + t
        project(lanes, b, o, tau + i * rows + t)
        if b.parent < 0:
            continue
        p = &slots[b.parent + 1]
        if b.slides:
            pass_on(lanes, True, True, b, row, row + rows, row + 2 * rows, o, p)
        elif b.branch:
            pass_on(lanes, True, False, b, row, row + rows, row + 2 * rows, o, p)
        elif bodies[b.parent].parent < 0 and not bodies[b.parent].slides:
            pass_on_axis(lanes, b, row + rows, row + 2 * rows, o, p)
        else:
            pass_on(lanes, False, False, b, row, row + rows, row + 2 * rows, o, p)


cdef kvoid recursion(Py_ssize_t n, const Body* bodies, Py_ssize_t rows, const double* x, const Entry* entries,
                     Py_ssize_t nentries, Slot* slots, Pose* poses, double* tau) noexcept nogil:
    """Torques of `rows` samples, tile by tile."""
    cdef Py_ssize_t tile
    for tile in range(rows // LANES):
        tile_torques(LANES, n, bodies, rows, tile * LANES, x, entries, nentries, slots, poses, tau)


cdef kvoid recursion_one(Py_ssize_t n, const Body* bodies, const double* x, Slot* slots, double* tau) noexcept nogil:
    """Torques of one sample: the same recursion with one lane."""
    tile_torques(1, n, bodies, 1, 0, x, NULL, 0, slots, NULL, tau)


cdef struct Job:
    # one call: samples `step` doubles apart, 0: the same for all
    const double* q
    const double* qd
    const double* qdd
    const double* g
    double* tau
    Py_ssize_t q_step, qd_step, qdd_step, g_step


cdef inline void take(Py_ssize_t rows, Py_ssize_t count, const double* x, Py_ssize_t step, double* row) noexcept nogil:
    """row[i] = x[i step] for `count` samples, zeros up to `rows`."""
    cdef Py_ssize_t tile, l, whole = count // LANES
    for tile in range(whole):
        for l in range(LANES):
            row[tile * LANES + l] = x[(tile * LANES + l) * step]
    for l in range(whole * LANES, count):
        row[l] = x[l * step]
    for l in range(count, rows):
        row[l] = 0.0


cdef kvoid read(Py_ssize_t rows, Py_ssize_t count, Py_ssize_t n, const Body* bodies, const Job* job, Py_ssize_t first,
                double* x) noexcept nogil:
    """Transpose `count` samples from `first` on into x, padded with zeros to `rows`; sines and cosines of q + offset."""
    cdef Py_ssize_t i, k
    cdef const Body* b
    cdef double* row
    cdef double s, c
    for k in range(3):
        take(rows, count, job.g + first * job.g_step + k, job.g_step, x + k * rows)
    for k in range(n):
        b = &bodies[k]
        row = x + (3 + 5 * k) * rows
        take(rows, count, job.q + first * job.q_step + b.iq, job.q_step, row)
        take(rows, count, job.qd + first * job.qd_step + b.iv, job.qd_step, row + 3 * rows)
        take(rows, count, job.qdd + first * job.qdd_step + b.iv, job.qdd_step, row + 4 * rows)
    for k in range(n):
        b = &bodies[k]
        row = x + (3 + 5 * k) * rows
        if b.turns:
            sincos_block(rows, row, row + rows, row + 2 * rows)
            for i in range(rows):
                s = row[rows + i]
                c = row[2 * rows + i]
                row[rows + i] = b.co * s + b.so * c
                row[2 * rows + i] = b.co * c - b.so * s
        else:
            for i in range(rows):
                row[rows + i] = b.so
                row[2 * rows + i] = b.co


cdef inline void joint_forces(Py_ssize_t rows, Py_ssize_t n, const Body* bodies, const double* x,
                              double* tau) noexcept nogil:
    """tau += viscous qd + coulomb tanh(qd / coulomb_speed) + stiffness (q - rest) + rotor qdd."""
    cdef Py_ssize_t i, k
    cdef const Body* b
    cdef const double* row
    for k in range(n):
        b = &bodies[k]
        row = x + (3 + 5 * k) * rows
        for i in range(rows):
            tau[k * rows + i] += (b.viscous * row[3 * rows + i] + b.stiffness * (row[i] - b.rest)) \
                + b.rotor * row[4 * rows + i]
        if b.coulomb != 0.0:
            for i in range(rows):
                tau[k * rows + i] += b.coulomb * tanh(row[3 * rows + i] / b.coulomb_speed)


cdef inline void write(Py_ssize_t rows, Py_ssize_t count, Py_ssize_t n, const Body* bodies, Py_ssize_t nv,
                       const double* tile, double* tau) noexcept nogil:
    cdef Py_ssize_t i, k
    for i in range(count):
        for k in range(n):
            tau[i * nv + bodies[k].iv] = tile[k * rows + i]


cdef inline void* aligned(char* start) noexcept nogil:
    """The next address that is a multiple of 64."""
    return <void*> ((<uintptr_t> start + 63) & ~(<uintptr_t> 63))


cdef int run(Model model, const Job* job, Entry* entries, Py_ssize_t nentries, bint forces, Py_ssize_t start,
             Py_ssize_t stop) noexcept nogil:
    """Torques of samples start .. stop; -1 when there is no memory for one workspace."""
    cdef Py_ssize_t n = model.nbodies, nv = model.nv, rows, count, first, i, size
    cdef Slot* slots
    cdef Pose* poses
    cdef double* x
    cdef double* tau
    cdef char* memory
    # as many tiles at a time as stay in the first-level cache
    rows = 640 // (n + 1)
    rows = BLOCK if rows > BLOCK else rows - rows % LANES
    rows = LANES if rows < LANES or stop - start <= LANES else rows
    size = (n + 1) * (sizeof(Slot) + sizeof(Pose)) + (3 + 6 * n + 6 * nentries) * rows * sizeof(double)
    memory = <char*> calloc(size + 64, 1)
    if memory == NULL:
        return -1
    slots = <Slot*> aligned(memory)
    poses = <Pose*> (slots + n + 1)
    x = <double*> (poses + n + 1)
    tau = x + (3 + 5 * n) * rows
    for i in range(nentries):
        entries[i].tile = tau + (n + 6 * i) * rows
    for i in range(LANES):
        poses[0].xx[i] = poses[0].yy[i] = poses[0].zz[i] = 1.0
    first = start
    while first < stop:
        count = rows if stop - first > rows else stop - first
        if count < rows:
            rows = count + (LANES - count % LANES) % LANES
        read(rows, count, n, model.body, job, first, x)
        for i in range(nentries):
            load(rows, count, 6, entries[i].data + first * entries[i].step, entries[i].step, entries[i].tile)
        recursion(n, model.body, rows, x, entries, nentries, slots, poses, tau)
        if forces:
            joint_forces(rows, n, model.body, x, tau)
        write(rows, count, n, model.body, nv, tau, job.tau + first * nv)
        first += count
    free(memory)
    return 0


cdef void run_one(Model model, const double* q, const double* qd, const double* qdd, double* tau) noexcept nogil:
    """One sample of a chain of at most FEW bodies, on the stack."""
    cdef Slot slots[FEW + 1]
    cdef double x[3 + 5 * FEW]
    cdef double angle[3][FEW]
    cdef double torque[FEW]
    cdef Py_ssize_t n = model.nbodies, k
    cdef const Body* b
    for k in range(3):
        x[k] = model.g[k]
    slots[0].wx[0] = slots[0].wy[0] = slots[0].wz[0] = slots[0].dx[0] = slots[0].dy[0] = slots[0].dz[0] = 0.0
    for k in range(n):
        angle[0][k] = q[model.body[k].iq]
    sincos_block(n, angle[0], angle[1], angle[2])
    for k in range(n):
        b = &model.body[k]
        x[3 + 5 * k] = angle[0][k]
        x[4 + 5 * k] = b.co * angle[1][k] + b.so * angle[2][k] if b.turns else b.so
        x[5 + 5 * k] = b.co * angle[2][k] - b.so * angle[1][k] if b.turns else b.co
        x[6 + 5 * k] = qd[b.iv]
        x[7 + 5 * k] = qdd[b.iv]
    recursion_one(n, model.body, x, slots, torque)
    if model.forces:
        joint_forces(1, n, model.body, x, torque)
    for k in range(n):
        tau[model.body[k].iv] = torque[k]


cdef inline bint direct(object x, int ndim) noexcept:
    """An aligned C-contiguous float64 array of `ndim` dimensions, and nothing else."""
    return type(x) is cnp.ndarray and cnp.PyArray_NDIM(<cnp.ndarray> x) == ndim \
        and cnp.PyArray_TYPE(<cnp.ndarray> x) == cnp.NPY_DOUBLE and cnp.PyArray_ISCARRAY_RO(<cnp.ndarray> x)


def one_sample(Model model, q, qd, qdd, out):
    """Torques of one sample given as plain float64 vectors of the right length; None when they are not."""
    cdef Py_ssize_t n = model.nv
    cdef cnp.npy_intp size = n
    if not (direct(q, 1) and direct(qd, 1) and direct(qdd, 1)) or model.nq != n or model.nbodies > FEW:
        return None
    if cnp.PyArray_DIM(<cnp.ndarray> q, 0) != n or cnp.PyArray_DIM(<cnp.ndarray> qd, 0) != n \
            or cnp.PyArray_DIM(<cnp.ndarray> qdd, 0) != n:
        return None
    if out is None:
        out = cnp.PyArray_EMPTY(1, &size, cnp.NPY_DOUBLE, 0)
    elif not direct(out, 1) or cnp.PyArray_DIM(<cnp.ndarray> out, 0) != n \
            or not cnp.PyArray_ISWRITEABLE(<cnp.ndarray> out):
        return None
    run_one(model, <const double*> cnp.PyArray_DATA(<cnp.ndarray> q), <const double*> cnp.PyArray_DATA(<cnp.ndarray> qd),
            <const double*> cnp.PyArray_DATA(<cnp.ndarray> qdd), <double*> cnp.PyArray_DATA(<cnp.ndarray> out))
    return out


def samples(Model model, const double[:, ::1] q, const double[:, ::1] qd, const double[:, ::1] qdd,
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
