"""Sine, cosine and arctangent of blocks of numbers, vectorised over eight lanes.

sincos: k = nearest integer to 2 x / pi; r = x - k pi/2 with pi/2 in three parts (33 + 33 + 53 bits), the rounding
error of r carried along; polynomials of degree 13 and 14 on |r| <= pi/4; quadrant k mod 4 by arithmetic, so that
every lane does the same. Beyond |x| = 1e5, and for inf and nan, libm does that lane.

atan2: t = smaller / larger of |y|, |x|, above 1/2 replaced by (t - 1) / (t + 1); polynomial of degree 27; then octant
by octant with pi in two parts.

The polynomials were interpolated at Chebyshev nodes in 50 digits; their relative error is below 2e-17. Results are
within 1 ulp (sincos) and 2 ulp (atan2) of the exact value, and do not depend on n or on the instruction set.
"""
from libc.math cimport copysign, cos, fabs, sin

from spacelib.kernels.dispatch cimport kvoid

cdef enum:
    LANES = 8

cdef extern from *:
    """
    /* adding and subtracting 1.5 * 2^52 rounds to the nearest integer */
    #define SPACELIB_ROUND 6755399441055744.0
    """
    const double ROUND "SPACELIB_ROUND"


cdef inline void _sincos(double x, double* sine, double* cosine) noexcept nogil:
    cdef double k, q, z, w, y, e, r, low, p, h, s, c
    # r + low = x - k pi/2
    k = (x * 0.6366197723675814 + ROUND) - ROUND
    z = x - k * 1.5707963267341256
    w = k * 6.077100506303966e-11
    y = z - w
    e = y - z
    e = (z - (y - e)) - (w + e)
    e = e - k * 2.0222662487959506e-21
    r = y + e
    low = (y - r) + e
    # sin(r + low) = r + r^3 S(r^2) + low cos r,   cos(r + low) = 1 - r^2/2 + r^4 C(r^2) - low sin r
    z = r * r
    p = 1.5917988979397204e-10
    p = p * z - 2.505112989645018e-08
    p = p * z + 2.7557316093198404e-06
    p = p * z - 0.00019841269836740532
    p = p * z + 0.008333333333330936
    p = p * z - 0.16666666666666666
    s = r + (r * z * p + low * (1.0 - 0.5 * z))
    p = -1.1382544645349108e-11
    p = p * z + 2.087614504941318e-09
    p = p * z - 2.755731726587808e-07
    p = p * z + 2.48015872987544e-05
    p = p * z - 0.0013888888888887389
    p = p * z + 0.041666666666666664
    h = 0.5 * z
    w = 1.0 - h
    c = w + (((1.0 - w) - h) + (z * z * p - r * low))
    # quadrant q = k mod 4 in 0 .. 3: odd ones swap sine and cosine, signs + + - - and + - - +
    q = k - 4.0 * ((k * 0.25 - 0.375 + ROUND) - ROUND)
    w = q - 2.0
    y = c if w * w == 1.0 else s
    z = s if w * w == 1.0 else c
    y = y * copysign(1.0, 1.5 - q)
    sine[0] = x if x == 0.0 else y
    cosine[0] = z * copysign(1.0, (q - 1.5) * (q - 1.5) - 1.0)


cdef inline double _atan2(double y, double x) noexcept nogil:
    cdef double ay = fabs(y), ax = fabs(x), lo, hi, num, den, t, z, p, a, scale
    lo = ay if ay <= ax else ax
    hi = ax if ay <= ax else ay
    scale = 0.5 if hi > 1e300 else 1.0      # lo + hi must not overflow
    lo = lo * scale
    hi = hi * scale
    # t = lo/hi, or (lo/hi - 1)/(lo/hi + 1) above 1/2, where lo - hi is exact; 0/0 counts as 0
    num = lo - hi if lo > 0.5 * hi else lo
    den = lo + hi if lo > 0.5 * hi else hi
    den = 1.0 if den == 0.0 else den
    t = num / den
    z = t * t
    p = -0.00921106350457545
    p = p * z + 0.024999689507439166
    p = p * z - 0.038062247949910206
    p = p * z + 0.046278700864163934
    p = p * z - 0.05240064154410491
    p = p * z + 0.05879573107799586
    p = p * z - 0.06666435144143125
    p = p * z + 0.07692294677482633
    p = p * z - 0.09090908618865388
    p = p * z + 0.11111111100881761
    p = p * z - 0.1428571428559874
    p = p * z + 0.19999999999999485
    p = p * z - 0.3333333333333333
    a = t + t * z * p
    # back to the octant: + pi/4, pi/2 - a, pi - a
    a = 0.7853981633974483 + (a + 3.061616997868383e-17) if lo > 0.5 * hi else a
    a = 1.5707963267948966 - (a - 6.123233995736766e-17) if ay > ax else a
    a = 3.141592653589793 - (a - 1.2246467991473532e-16) if copysign(1.0, x) < 0.0 else a
    return copysign(a, y) if a == a else a


cdef kvoid _sincos_lanes(Py_ssize_t tiles, const double* x, double* s, double* c, Py_ssize_t* within) noexcept nogil:
    cdef Py_ssize_t i, count = 0
    for i in range(tiles * LANES):
        _sincos(x[i], &s[i], &c[i])
    for i in range(tiles * LANES):
        count += fabs(x[i]) <= 1e5
    within[0] = count


cdef kvoid _atan2_lanes(Py_ssize_t tiles, const double* y, const double* x, double* a) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(tiles * LANES):
        a[i] = _atan2(y[i], x[i])


cdef void sincos_block(Py_ssize_t n, const double* x, double* s, double* c) noexcept nogil:
    """s = sin x, c = cos x for n numbers."""
    cdef Py_ssize_t i, whole = n - n % LANES, within = 0, more = 0
    cdef double tail[3][LANES]
    if whole:
        _sincos_lanes(whole // LANES, x, s, c, &within)
    if n - whole > 2:
        for i in range(LANES):
            tail[0][i] = x[whole + i] if whole + i < n else 0.0
        _sincos_lanes(1, tail[0], tail[1], tail[2], &more)
        for i in range(n - whole):
            s[whole + i] = tail[1][i]
            c[whole + i] = tail[2][i]
        within += more - (LANES - (n - whole))
    else:
        for i in range(whole, n):
            _sincos(x[i], &s[i], &c[i])
            within += fabs(x[i]) <= 1e5
    if within == n:
        return
    for i in range(n):
        if not fabs(x[i]) <= 1e5:
            s[i] = sin(x[i])
            c[i] = cos(x[i])


cdef void atan2_block(Py_ssize_t n, const double* y, const double* x, double* a) noexcept nogil:
    """a = atan2(y, x) for n pairs of finite numbers; nan where y or x is nan or both are infinite."""
    cdef Py_ssize_t i, whole = n - n % LANES
    if whole:
        _atan2_lanes(whole // LANES, y, x, a)
    for i in range(whole, n):
        a[i] = _atan2(y[i], x[i])
