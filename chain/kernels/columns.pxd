"""Columns of n x n matrices: an action at a body, in base axes, projected on the joints towards the base."""
from chain.kernels.external cimport pose_in
from chain.kernels.lanes cimport LANES, lanes_out
from chain.kernels.model cimport Body

cdef extern from *:
    """
    /* couple about the origin of a body's canonical frame, and force: base axes */
    typedef struct {
        spacelib_lane nx, ny, nz, fx, fy, fz;
    } spacelib_column;
    typedef spacelib_column *__restrict spacelib_column_out;
    typedef const spacelib_column *__restrict spacelib_column_in;
    """
    ctypedef struct Column "spacelib_column":
        double nx[LANES]
        double ny[LANES]
        double nz[LANES]
        double fx[LANES]
        double fy[LANES]
        double fz[LANES]
    ctypedef Column* column_out "spacelib_column_out"
    ctypedef const Column* column_in "spacelib_column_in"


cdef inline void put(pose_in m, Py_ssize_t l, double* x, double* y, double* z) noexcept nogil:
    """R v: body axes to base axes."""
    cdef double a = x[0], b = y[0], c = z[0]
    x[0] = (m.xx[l] * a + m.yx[l] * b) + m.zx[l] * c
    y[0] = (m.xy[l] * a + m.yy[l] * b) + m.zy[l] * c
    z[0] = (m.xz[l] * a + m.yz[l] * b) + m.zz[l] * c


cdef inline void into_base(pose_in m, column_out o) noexcept nogil:
    """A column in the axes of a body at pose m, turned into base axes."""
    cdef double x, y, z
    cdef Py_ssize_t l
    for l in range(LANES):
        x = o.nx[l]
        y = o.ny[l]
        z = o.nz[l]
        put(m, l, &x, &y, &z)
        o.nx[l] = x
        o.ny[l] = y
        o.nz[l] = z
        x = o.fx[l]
        y = o.fy[l]
        z = o.fz[l]
        put(m, l, &x, &y, &z)
        o.fx[l] = x
        o.fy[l] = y
        o.fz[l] = z


cdef inline void projected(const Body* b, pose_in m, pose_in at, column_in o, lanes_out x) noexcept nogil:
    """x = p' B' (n; f) = turns z . (n + r x f) + slide z . f: joint b at pose m, the action at the origin of `at`."""
    cdef double turns = b.turns, slide = b.slide, rx, ry, rz, nx, ny, nz
    cdef Py_ssize_t l
    for l in range(LANES):
        rx = at.px[l] - m.px[l]
        ry = at.py[l] - m.py[l]
        rz = at.pz[l] - m.pz[l]
        nx = turns * (o.nx[l] + (ry * o.fz[l] - rz * o.fy[l])) + slide * o.fx[l]
        ny = turns * (o.ny[l] + (rz * o.fx[l] - rx * o.fz[l])) + slide * o.fy[l]
        nz = turns * (o.nz[l] + (rx * o.fy[l] - ry * o.fx[l])) + slide * o.fz[l]
        x[l] = (m.zx[l] * nx + m.zy[l] * ny) + m.zz[l] * nz
