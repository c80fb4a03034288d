"""Plane rotations of vectors and of blocks of matrices, in place."""


cdef inline void block_turn(double s, double c, double* xx, double* xy, double* yx, double* yy) noexcept nogil:
    """R A R' of the 2x2 block A, R the rotation by (s, c): only its deviator changes."""
    cdef double u = xx[0] - yy[0], v = xy[0] + yx[0], a = s * (s * u + c * v), b = s * (c * u - s * v)
    xx[0] = xx[0] - a
    yy[0] = yy[0] + a
    xy[0] = xy[0] + b
    yx[0] = yx[0] + b


cdef inline void symmetric_turn(double s, double c, double* xx, double* xy, double* yy) noexcept nogil:
    """R A R' of the symmetric 2x2 block A."""
    cdef double u = xx[0] - yy[0], v = xy[0] + xy[0], a = s * (s * u + c * v)
    xx[0] = xx[0] - a
    yy[0] = yy[0] + a
    xy[0] = xy[0] + s * (c * u - s * v)


cdef inline void plane_turn(double s, double c, double* x, double* y) noexcept nogil:
    """R v of the plane vector v."""
    cdef double t = c * x[0] - s * y[0]
    y[0] = s * x[0] + c * y[0]
    x[0] = t
