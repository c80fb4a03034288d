"""Composite bodies: a body and all that it carries, as if the joints were locked (Saha 1999, eq. 23).

Their pseudo-inertia is J_c = J + sum of X J_c X' over the children, X the position of a child; beside it, for
velocities, K_c = W J + sum of X K_c X'. Both in the canonical frame of the body: J = [S mc; mc' m], K = [A b; 0 0].
"""
from chain.kernels.lanes cimport LANES, lanes_in
from chain.kernels.model cimport Body
from chain.kernels.rotate cimport block_turn, plane_turn, symmetric_turn

cdef extern from *:
    """
    typedef struct {
        spacelib_lane Sxx, Sxy, Sxz, Syy, Syz, Szz, mx, my, mz, m;
    } spacelib_composite;
    typedef struct {
        spacelib_lane Axx, Axy, Axz, Ayx, Ayy, Ayz, Azx, Azy, Azz, bx, by, bz;
    } spacelib_convective;
    /* velocity of a body in its canonical frame: angular, and of the origin */
    typedef struct {
        spacelib_lane wx, wy, wz, vx, vy, vz;
    } spacelib_velocity;
    typedef spacelib_composite *__restrict spacelib_composite_out;
    typedef const spacelib_composite *__restrict spacelib_composite_in;
    typedef spacelib_convective *__restrict spacelib_convective_out;
    typedef const spacelib_convective *__restrict spacelib_convective_in;
    typedef spacelib_velocity *__restrict spacelib_velocity_out;
    typedef const spacelib_velocity *__restrict spacelib_velocity_in;
    """
    ctypedef struct Composite "spacelib_composite":
        double Sxx[LANES]
        double Sxy[LANES]
        double Sxz[LANES]
        double Syy[LANES]
        double Syz[LANES]
        double Szz[LANES]
        double mx[LANES]
        double my[LANES]
        double mz[LANES]
        double m[LANES]
    ctypedef struct Convective "spacelib_convective":
        double Axx[LANES]
        double Axy[LANES]
        double Axz[LANES]
        double Ayx[LANES]
        double Ayy[LANES]
        double Ayz[LANES]
        double Azx[LANES]
        double Azy[LANES]
        double Azz[LANES]
        double bx[LANES]
        double by[LANES]
        double bz[LANES]
    ctypedef struct Velocity "spacelib_velocity":
        double wx[LANES]
        double wy[LANES]
        double wz[LANES]
        double vx[LANES]
        double vy[LANES]
        double vz[LANES]
    ctypedef Composite* composite_out "spacelib_composite_out"
    ctypedef const Composite* composite_in "spacelib_composite_in"
    ctypedef Convective* convective_out "spacelib_convective_out"
    ctypedef const Convective* convective_in "spacelib_convective_in"
    ctypedef Velocity* velocity_out "spacelib_velocity_out"
    ctypedef const Velocity* velocity_in "spacelib_velocity_in"


cdef inline void velocity_step(const Body* b, lanes_in q, lanes_in s, lanes_in c, lanes_in qd, velocity_in p,
                               velocity_out o) noexcept nogil:
    """w = R' w_p + turns z qd, v = R' (v_p + w_p x h) + slide z qd: from the parent's velocity to the body's."""
    cdef double turns = b.turns, wx, wy, wz, vx, vy, vz, d
    cdef Py_ssize_t l
    for l in range(LANES):
        wx = p.wx[l]
        wy = p.wy[l]
        wz = p.wz[l]
        vx = p.vx[l]
        vy = p.vy[l]
        vz = p.vz[l]
        # Rz(beta)', Rx(alpha)'
        plane_turn(-b.sb, b.cb, &wx, &wy)
        plane_turn(-b.sb, b.cb, &vx, &vy)
        plane_turn(-b.sa, b.ca, &wy, &wz)
        plane_turn(-b.sa, b.ca, &vy, &vz)
        # v + w x h, h = (hx, hy, d)
        d = b.slide * q[l]
        vx = vx + (wy * d - wz * b.hy)
        vy = vy + (wz * b.hx - wx * d)
        vz = vz + (wx * b.hy - wy * b.hx)
        # Rz(q)'
        plane_turn(-s[l], c[l], &wx, &wy)
        plane_turn(-s[l], c[l], &vx, &vy)
        o.wx[l] = wx
        o.wy[l] = wy
        o.wz[l] = wz + turns * qd[l]
        o.vx[l] = vx
        o.vy[l] = vy
        o.vz[l] = vz + b.slide * qd[l]


cdef inline void own_inertia(const Body* b, composite_out o) noexcept nogil:
    """J of the body alone."""
    cdef Py_ssize_t l
    for l in range(LANES):
        o.Sxx[l] = b.Sxx
        o.Sxy[l] = b.Sxy
        o.Sxz[l] = b.Sxz
        o.Syy[l] = b.Syy
        o.Syz[l] = b.Syz
        o.Szz[l] = b.Szz
        o.mx[l] = b.mx
        o.my[l] = b.my
        o.mz[l] = b.mz
        o.m[l] = b.m


cdef inline void own_convective(const Body* b, velocity_in u, convective_out o) noexcept nogil:
    """K = W J of the body alone: A = w~ S + v mc', b = w~ mc + m v."""
    cdef double wx, wy, wz, vx, vy, vz
    cdef Py_ssize_t l
    for l in range(LANES):
        wx = u.wx[l]
        wy = u.wy[l]
        wz = u.wz[l]
        vx = u.vx[l]
        vy = u.vy[l]
        vz = u.vz[l]
        o.Axx[l] = (wy * b.Sxz - wz * b.Sxy) + vx * b.mx
        o.Axy[l] = (wy * b.Syz - wz * b.Syy) + vx * b.my
        o.Axz[l] = (wy * b.Szz - wz * b.Syz) + vx * b.mz
        o.Ayx[l] = (wz * b.Sxx - wx * b.Sxz) + vy * b.mx
        o.Ayy[l] = (wz * b.Sxy - wx * b.Syz) + vy * b.my
        o.Ayz[l] = (wz * b.Sxz - wx * b.Szz) + vy * b.mz
        o.Azx[l] = (wx * b.Sxy - wy * b.Sxx) + vz * b.mx
        o.Azy[l] = (wx * b.Syy - wy * b.Sxy) + vz * b.my
        o.Azz[l] = (wx * b.Syz - wy * b.Sxz) + vz * b.mz
        o.bx[l] = (wy * b.mz - wz * b.my) + b.m * vx
        o.by[l] = (wz * b.mx - wx * b.mz) + b.m * vy
        o.bz[l] = (wx * b.my - wy * b.mx) + b.m * vz


cdef inline void compose(bint branch, const Body* b, lanes_in q, lanes_in s, lanes_in c, composite_in o,
                         composite_out p) noexcept nogil:
    """J_c of the parent += X J_c X'."""
    cdef double Sxx, Sxy, Sxz, Syy, Syz, Szz, mx, my, mz, m, x, y, z, d, ss, sc
    cdef Py_ssize_t l
    for l in range(LANES):
        Sxx = o.Sxx[l]
        Sxy = o.Sxy[l]
        Sxz = o.Sxz[l]
        Syy = o.Syy[l]
        Syz = o.Syz[l]
        Szz = o.Szz[l]
        mx = o.mx[l]
        my = o.my[l]
        mz = o.mz[l]
        m = o.m[l]
        # Rz(q)
        ss = s[l] * s[l]
        sc = s[l] * c[l]
        symmetric_turn(ss, sc, &Sxx, &Sxy, &Syy)
        plane_turn(s[l], c[l], &Sxz, &Syz)
        plane_turn(s[l], c[l], &mx, &my)
        # to the parent's origin: S + h mc' + (mc + m h) h', mc + m h, h = (hx, hy, d)
        d = b.slide * q[l]
        x = mx + m * b.hx
        y = my + m * b.hy
        z = mz + m * d
        Sxx = Sxx + b.hx * (mx + x)
        Sxy = Sxy + (b.hx * my + x * b.hy)
        Sxz = Sxz + (b.hx * mz + x * d)
        Syy = Syy + b.hy * (my + y)
        Syz = Syz + (b.hy * mz + y * d)
        Szz = Szz + d * (mz + z)
        # Rx(alpha)
        symmetric_turn(b.saa, b.sca, &Syy, &Syz, &Szz)
        plane_turn(b.sa, b.ca, &Sxy, &Sxz)
        plane_turn(b.sa, b.ca, &y, &z)
        # Rz(beta)
        if branch:
            symmetric_turn(b.sbb, b.scb, &Sxx, &Sxy, &Syy)
            plane_turn(b.sb, b.cb, &Sxz, &Syz)
            plane_turn(b.sb, b.cb, &x, &y)
        p.Sxx[l] += Sxx
        p.Sxy[l] += Sxy
        p.Sxz[l] += Sxz
        p.Syy[l] += Syy
        p.Syz[l] += Syz
        p.Szz[l] += Szz
        p.mx[l] += x
        p.my[l] += y
        p.mz[l] += z
        p.m[l] += m


cdef inline void compose_convective(bint branch, const Body* b, lanes_in q, lanes_in s, lanes_in c,
                                    convective_in o, convective_out p) noexcept nogil:
    """K_c of the parent += X K_c X'."""
    cdef double Axx, Axy, Axz, Ayx, Ayy, Ayz, Azx, Azy, Azz, bx, by, bz, d, ss, sc
    cdef Py_ssize_t l
    for l in range(LANES):
        Axx = o.Axx[l]
        Axy = o.Axy[l]
        Axz = o.Axz[l]
        Ayx = o.Ayx[l]
        Ayy = o.Ayy[l]
        Ayz = o.Ayz[l]
        Azx = o.Azx[l]
        Azy = o.Azy[l]
        Azz = o.Azz[l]
        bx = o.bx[l]
        by = o.by[l]
        bz = o.bz[l]
        # Rz(q)
        ss = s[l] * s[l]
        sc = s[l] * c[l]
        block_turn(ss, sc, &Axx, &Axy, &Ayx, &Ayy)
        plane_turn(s[l], c[l], &Axz, &Ayz)
        plane_turn(s[l], c[l], &Azx, &Azy)
        plane_turn(s[l], c[l], &bx, &by)
        # to the parent's origin: A + b h'
        d = b.slide * q[l]
        Axx = Axx + bx * b.hx
        Axy = Axy + bx * b.hy
        Axz = Axz + bx * d
        Ayx = Ayx + by * b.hx
        Ayy = Ayy + by * b.hy
        Ayz = Ayz + by * d
        Azx = Azx + bz * b.hx
        Azy = Azy + bz * b.hy
        Azz = Azz + bz * d
        # Rx(alpha)
        block_turn(b.saa, b.sca, &Ayy, &Ayz, &Azy, &Azz)
        plane_turn(b.sa, b.ca, &Axy, &Axz)
        plane_turn(b.sa, b.ca, &Ayx, &Azx)
        plane_turn(b.sa, b.ca, &by, &bz)
        # Rz(beta)
        if branch:
            block_turn(b.sbb, b.scb, &Axx, &Axy, &Ayx, &Ayy)
            plane_turn(b.sb, b.cb, &Axz, &Ayz)
            plane_turn(b.sb, b.cb, &Azx, &Azy)
            plane_turn(b.sb, b.cb, &bx, &by)
        p.Axx[l] += Axx
        p.Axy[l] += Axy
        p.Axz[l] += Axz
        p.Ayx[l] += Ayx
        p.Ayy[l] += Ayy
        p.Ayz[l] += Ayz
        p.Azx[l] += Azx
        p.Azy[l] += Azy
        p.Azz[l] += Azz
        p.bx[l] += bx
        p.by[l] += by
        p.bz[l] += bz
