"""The steps of the torque recursion, from a parent to its child and back, sixteen samples at a time.

One `for l in range(lanes)` per step; `lanes` and the flags are constants at every call, so that each combination is
compiled for itself. The recursion that calls them is explained in inverse.pyx.
"""
from chain.kernels.lanes cimport lanes_in, lanes_out, motion_in, motion_out, wrench_in, wrench_out
from chain.kernels.model cimport Body


cdef inline void into(bint branch, const Body* b, double s, double c, double* x, double* y, double* z) noexcept nogil:
    """R' v, with R = Rz(beta) Rx(alpha) Rz(q + offset); beta is zero unless `branch`."""
    cdef double t
    if branch:
        t = b.cb * x[0] + b.sb * y[0]
        y[0] = b.cb * y[0] - b.sb * x[0]
        x[0] = t
    t = b.ca * y[0] + b.sa * z[0]
    z[0] = b.ca * z[0] - b.sa * y[0]
    y[0] = c * t - s * x[0]
    x[0] = c * x[0] + s * t


cdef inline void turn_on_base(Py_ssize_t lanes, const Body* b, motion_in base, lanes_in s, lanes_in c, lanes_in qd,
                              lanes_in qdd, motion_out o, wrench_out a) noexcept nogil:
    """A revolute joint on the base: w and dw are along z, and only the couple about z is felt."""
    cdef double ax, ay, az, r
    cdef Py_ssize_t l
    for l in range(lanes):
        # a = R' (-g)
        ax = base.ex[l]
        ay = base.ey[l]
        az = base.ez[l]
        into(True, b, s[l], c[l], &ax, &ay, &az)
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
        o.ez[l] = az
        a.cz[l] = qdd[l] * (b.Sxx + b.Syy) + (b.mx * ay - b.my * ax)
        a.fx[l] = 0.0
        a.fy[l] = 0.0
        a.fz[l] = 0.0
        a.cx[l] = 0.0
        a.cy[l] = 0.0


cdef inline void turn(Py_ssize_t lanes, bint branch, const Body* b, motion_in p, lanes_in s, lanes_in c, lanes_in qd,
                      lanes_in qdd, motion_out o, wrench_out a) noexcept nogil:
    """A revolute joint: motion of the body from its parent's, then force and couple of the body."""
    cdef double t, u, wx, wy, wz, dx, dy, dz, ax, ay, az, xx, yy, zz, xy, xz, yz
    cdef double Uxx, Uxy, Uxz, Uyx, Uyy, Uyz, Uzx, Uzy, Uzz
    cdef Py_ssize_t l
    for l in range(lanes):
        # w = R' w_p + z qd
        wx = p.wx[l]
        wy = p.wy[l]
        wz = p.wz[l]
        into(branch, b, s[l], c[l], &wx, &wy, &wz)
        wz = wz + qd[l]
        # dw = R' dw_p + w x z qd + z qdd
        dx = p.dx[l]
        dy = p.dy[l]
        dz = p.dz[l]
        into(branch, b, s[l], c[l], &dx, &dy, &dz)
        dx = dx + wy * qd[l]
        dy = dy - wx * qd[l]
        dz = dz + qdd[l]
        # a = R' e_p; another child's joint is r away: e_p + dw_p x r + w_p x (w_p x r)
        ax = p.ex[l]
        ay = p.ey[l]
        az = p.ez[l]
        if branch:
            xx = p.wy[l] * b.rz - p.wz[l] * b.ry
            yy = p.wz[l] * b.rx - p.wx[l] * b.rz
            zz = p.wx[l] * b.ry - p.wy[l] * b.rx
            ax = ax + ((p.dy[l] * b.rz - p.dz[l] * b.ry) + (p.wy[l] * zz - p.wz[l] * yy))
            ay = ay + ((p.dz[l] * b.rx - p.dx[l] * b.rz) + (p.wz[l] * xx - p.wx[l] * zz))
            az = az + ((p.dx[l] * b.ry - p.dy[l] * b.rx) + (p.wx[l] * yy - p.wy[l] * xx))
        into(branch, b, s[l], c[l], &ax, &ay, &az)
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
        a.fx[l] = Uxx * b.mx + Uxy * b.my
        a.fy[l] = Uyx * b.mx + Uyy * b.my
        a.fz[l] = Uzx * b.mx + Uzy * b.my
        # couple = axial part of skew(U S) + mc x a
        a.cx[l] = ((Uzx * b.Sxy + Uzy * b.Syy) + ((Uzz - Uyy) * b.Syz - Uyx * b.Sxz)) + b.my * az
        a.cy[l] = (((Uxx - Uzz) * b.Sxz + Uxy * b.Syz) - (Uzx * b.Sxx + Uzy * b.Sxy)) - b.mx * az
        t = b.mx * ay - b.my * ax
        u = (Uyy - Uxx) * b.Sxy + (Uyz * b.Sxz - Uxz * b.Syz)
        a.cz[l] = ((Uyx * b.Sxx - Uxy * b.Syy) + u) + t


cdef inline void slide(Py_ssize_t lanes, const Body* b, motion_in p, lanes_in q, lanes_in s, lanes_in c, lanes_in qd,
                       lanes_in qdd, motion_out o, wrench_out a) noexcept nogil:
    """A prismatic or screw joint, all ten inertia parameters."""
    cdef double turns = b.turns, x, y, z, r, v, wx, wy, wz, dx, dy, dz, ax, ay, az
    cdef double Uxx, Uxy, Uxz, Uyx, Uyy, Uyz, Uzx, Uzy, Uzz
    cdef Py_ssize_t l
    for l in range(lanes):
        r = turns * qd[l]
        # w = R' w_p + z r
        wx = p.wx[l]
        wy = p.wy[l]
        wz = p.wz[l]
        into(True, b, s[l], c[l], &wx, &wy, &wz)
        wz = wz + r
        # dw = R' dw_p + w x z r + z dr
        dx = p.dx[l]
        dy = p.dy[l]
        dz = p.dz[l]
        into(True, b, s[l], c[l], &dx, &dy, &dz)
        dx = dx + wy * r
        dy = dy - wx * r
        dz = dz + turns * qdd[l]
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
        into(True, b, s[l], c[l], &x, &y, &z)
        r = b.slide * q[l]
        v = b.slide * (qd[l] + qd[l])
        ax = x + (Uxz * r + wy * v)
        ay = y + (Uyz * r - wx * v)
        az = z + (Uzz * r + b.slide * qdd[l])
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
        a.fx[l] = ((Uxx * b.mx + Uxy * b.my) + Uxz * b.mz) + b.m * ax
        a.fy[l] = ((Uyx * b.mx + Uyy * b.my) + Uyz * b.mz) + b.m * ay
        a.fz[l] = ((Uzx * b.mx + Uzy * b.my) + Uzz * b.mz) + b.m * az
        x = (Uzx * b.Sxy + Uzy * b.Syy) + ((Uzz - Uyy) * b.Syz - (Uyx * b.Sxz + Uyz * b.Szz))
        y = ((Uxx - Uzz) * b.Sxz + Uxy * b.Syz) + (Uxz * b.Szz - (Uzx * b.Sxx + Uzy * b.Sxy))
        z = (Uyx * b.Sxx - Uxy * b.Syy) + ((Uyy - Uxx) * b.Sxy + (Uyz * b.Sxz - Uxz * b.Syz))
        a.cx[l] = x + (b.my * az - b.mz * ay)
        a.cy[l] = y + (b.mz * ax - b.mx * az)
        a.cz[l] = z + (b.mx * ay - b.my * ax)


cdef inline void pass_on(Py_ssize_t lanes, bint branch, bint slides, const Body* b, lanes_in q, lanes_in s,
                         lanes_in c, wrench_in o, wrench_out p) noexcept nogil:
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


cdef inline void pass_on_axis(Py_ssize_t lanes, const Body* b, lanes_in s, lanes_in c, wrench_in o,
                              wrench_out p) noexcept nogil:
    """Move the action of a turning body to a parent that turns on the base, of which only c_z is felt (beta = 0)."""
    cdef double t, fx, fy
    cdef Py_ssize_t l
    for l in range(lanes):
        fx = c[l] * o.fx[l] - s[l] * o.fy[l]
        t = s[l] * o.fx[l] + c[l] * o.fy[l]
        fy = b.ca * t - b.sa * o.fz[l]
        t = s[l] * o.cx[l] + c[l] * o.cy[l]
        p.cz[l] += (b.sa * t + b.ca * o.cz[l]) + (b.px * fy - b.py * fx)


cdef inline void project(Py_ssize_t lanes, const Body* b, wrench_in o, lanes_out tau) noexcept nogil:
    """tau = psedot(L, PHI) = turns c_z + slide f_z."""
    cdef double turns = b.turns
    cdef Py_ssize_t l
    if b.slides:
        for l in range(lanes):
            tau[l] = turns * o.cz[l] + b.slide * o.fz[l]
    else:
        for l in range(lanes):
            tau[l] = o.cz[l]
