"""Actions of the environment, turned into the canonical frames of the bodies they act on."""
from chain.kernels.lanes cimport LANES, lanes_in, wrench_out
from chain.kernels.model cimport Body

cdef enum:
    BASE_AT_POINT = 0       # base axes, applied at a point of the body
    BODY_AT_POINT = 1       # the link's own axes, applied at a point of the body
    BASE_AT_ORIGIN = 2      # base axes, couple about the origin of frame 0

cdef struct Entry:
    int body                # body that the action is exerted on
    int frame               # one of the above
    double point[3]         # canonical coordinates
    double Q[9]             # link axes in the canonical frame (BODY_AT_POINT)
    Py_ssize_t step         # doubles between samples, 0: the same for all
    const double* data      # force and couple of the first sample
    double* tile            # (6, rows)

cdef extern from *:
    """
    /* pose of a canonical frame in frame 0: columns x, y, z and origin */
    typedef struct {
        spacelib_lane xx, xy, xz, yx, yy, yz, zx, zy, zz, px, py, pz;
    } spacelib_pose;
    typedef spacelib_pose *__restrict spacelib_pose_out;
    typedef const spacelib_pose *__restrict spacelib_pose_in;
    """
    ctypedef struct Pose "spacelib_pose":
        double xx[LANES]
        double xy[LANES]
        double xz[LANES]
        double yx[LANES]
        double yy[LANES]
        double yz[LANES]
        double zx[LANES]
        double zy[LANES]
        double zz[LANES]
        double px[LANES]
        double py[LANES]
        double pz[LANES]
    ctypedef Pose* pose_out "spacelib_pose_out"
    ctypedef const Pose* pose_in "spacelib_pose_in"


cdef inline void _rotate(double c, double s, double* u, double* v) noexcept nogil:
    """u, v = c u + s v, c v - s u."""
    cdef double t = c * u[0] + s * v[0]
    v[0] = c * v[0] - s * u[0]
    u[0] = t


cdef inline void pose_step(bint absolute, const Body* b, lanes_in q, lanes_in s, lanes_in c, pose_in p,
                           pose_out o) noexcept nogil:
    """M_0_i = M_0_parent T(p) Rz(beta) Rx(alpha) T(slide q z) Rz(q + offset).

    Not absolute: the joint on the base stands at the origin, so that places near one another do not differ by rounding
    where the base is far away.
    """
    cdef double xx, xy, xz, yx, yy, yz, zx, zy, zz, r
    cdef double px = b.px, py = b.py, pz = b.pz
    if b.parent < 0 and not absolute:
        px = py = pz = 0.0
    cdef Py_ssize_t l
    for l in range(LANES):
        xx = p.xx[l]
        xy = p.xy[l]
        xz = p.xz[l]
        yx = p.yx[l]
        yy = p.yy[l]
        yz = p.yz[l]
        zx = p.zx[l]
        zy = p.zy[l]
        zz = p.zz[l]
        o.px[l] = p.px[l] + ((xx * px + yx * py) + zx * pz)
        o.py[l] = p.py[l] + ((xy * px + yy * py) + zy * pz)
        o.pz[l] = p.pz[l] + ((xz * px + yz * py) + zz * pz)
        _rotate(b.cb, b.sb, &xx, &yx)
        _rotate(b.cb, b.sb, &xy, &yy)
        _rotate(b.cb, b.sb, &xz, &yz)
        _rotate(b.ca, b.sa, &yx, &zx)
        _rotate(b.ca, b.sa, &yy, &zy)
        _rotate(b.ca, b.sa, &yz, &zz)
        r = b.slide * q[l]
        o.px[l] += r * zx
        o.py[l] += r * zy
        o.pz[l] += r * zz
        _rotate(c[l], s[l], &xx, &yx)
        _rotate(c[l], s[l], &xy, &yy)
        _rotate(c[l], s[l], &xz, &yz)
        o.xx[l] = xx
        o.xy[l] = xy
        o.xz[l] = xz
        o.yx[l] = yx
        o.yy[l] = yy
        o.yz[l] = yz
        o.zx[l] = zx
        o.zy[l] = zy
        o.zz[l] = zz


cdef inline void act(const Entry* e, Py_ssize_t rows, Py_ssize_t t, pose_in m, wrench_out o) noexcept nogil:
    """Take an action of the environment off the action that the joints must supply."""
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
            # Q f, Q c
            x = (e.Q[0] * fx + e.Q[1] * fy) + e.Q[2] * fz
            y = (e.Q[3] * fx + e.Q[4] * fy) + e.Q[5] * fz
            z = (e.Q[6] * fx + e.Q[7] * fy) + e.Q[8] * fz
            fx = x
            fy = y
            fz = z
            x = (e.Q[0] * cx + e.Q[1] * cy) + e.Q[2] * cz
            y = (e.Q[3] * cx + e.Q[4] * cy) + e.Q[5] * cz
            z = (e.Q[6] * cx + e.Q[7] * cy) + e.Q[8] * cz
        else:
            if e.frame == BASE_AT_ORIGIN:
                # from the origin of frame 0 to the body's: c - p x f
                cx = cx - (m.py[l] * fz - m.pz[l] * fy)
                cy = cy - (m.pz[l] * fx - m.px[l] * fz)
                cz = cz - (m.px[l] * fy - m.py[l] * fx)
            # R' f, R' c
            x = (m.xx[l] * fx + m.xy[l] * fy) + m.xz[l] * fz
            y = (m.yx[l] * fx + m.yy[l] * fy) + m.yz[l] * fz
            z = (m.zx[l] * fx + m.zy[l] * fy) + m.zz[l] * fz
            fx = x
            fy = y
            fz = z
            x = (m.xx[l] * cx + m.xy[l] * cy) + m.xz[l] * cz
            y = (m.yx[l] * cx + m.yy[l] * cy) + m.yz[l] * cz
            z = (m.zx[l] * cx + m.zy[l] * cy) + m.zz[l] * cz
        o.fx[l] -= fx
        o.fy[l] -= fy
        o.fz[l] -= fz
        o.cx[l] -= x + (e.point[1] * fz - e.point[2] * fy)
        o.cy[l] -= y + (e.point[2] * fx - e.point[0] * fz)
        o.cz[l] -= z + (e.point[0] * fy - e.point[1] * fx)
