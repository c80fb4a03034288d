"""Plane rotations of vectors and of blocks of matrices, in place; s, c: sine and cosine."""


cdef inline void block_turn(double ss, double sc, double* xx, double* xy, double* yx, double* yy) noexcept nogil:
    """R A R' of the 2x2 block A: only its deviator changes; ss = s s, sc = s c."""
    cdef double u = xx[0] - yy[0], v = xy[0] + yx[0], a = ss * u + sc * v, b = sc * u - ss * v
    xx[0] = xx[0] - a
    yy[0] = yy[0] + a
    xy[0] = xy[0] + b
    yx[0] = yx[0] + b


cdef inline void symmetric_turn(double ss, double sc, double* xx, double* xy, double* yy) noexcept nogil:
    """R A R' of the symmetric 2x2 block A."""
    cdef double u = xx[0] - yy[0], v = xy[0] + xy[0], a = ss * u + sc * v
    xx[0] = xx[0] - a
    yy[0] = yy[0] + a
    xy[0] = xy[0] + (sc * u - ss * v)


cdef inline void plane_turn(double s, double c, double* x, double* y) noexcept nogil:
    """R v of the plane vector v."""
    cdef double t = c * x[0] - s * y[0]
    y[0] = s * x[0] + c * y[0]
    x[0] = t
