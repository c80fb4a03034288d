"""Arithmetic of Runge-Kutta steps on tiles of rows of LANES numbers.

A tile holds either one state of LANES motions, row i the numbers y[i] of all of them, or the state of one motion,
filled up with zeros to whole rows. Step sizes h and places x are one row: one number per motion, or the same LANES
times. So both cases run through the same loops, and a motion has the same bits alone and among others.
"""
from libc.math cimport fabs, frexp, ldexp, sqrt

from chain.kernels.lanes cimport LANES, lanes_in, lanes_out
from chain.kernels.methods cimport Weights

cdef extern from *:
    """
    /* 2^(k/5) */
    static const double spacelib_fifth[5] = {
        1.0, 1.148698354997035, 1.3195079107728942, 1.5157165665103982, 1.7411011265922482};
    """
    const double FIFTH "spacelib_fifth"[5]


cdef inline void add_up(int terms, Py_ssize_t rows, Py_ssize_t width, const Weights* a, const double* K, lanes_in h,
                        lanes_in y, lanes_out out) noexcept nogil:
    """out = y + h sum(a K), from left to right; `terms` is a constant at every call."""
    cdef Py_ssize_t r, l, e
    cdef double s
    cdef double a0 = a.weight[0], a1 = a.weight[1], a2 = a.weight[2], a3 = a.weight[3], a4 = a.weight[4]
    cdef double a5 = a.weight[5], a6 = a.weight[6], a7 = a.weight[7], a8 = a.weight[8], a9 = a.weight[9]
    cdef double a10 = a.weight[10], a11 = a.weight[11], a12 = a.weight[12]
    cdef const double* k0 = K + a.stage[0] * width
    cdef const double* k1 = K + a.stage[1] * width
    cdef const double* k2 = K + a.stage[2] * width
    cdef const double* k3 = K + a.stage[3] * width
    cdef const double* k4 = K + a.stage[4] * width
    cdef const double* k5 = K + a.stage[5] * width
    cdef const double* k6 = K + a.stage[6] * width
    cdef const double* k7 = K + a.stage[7] * width
    cdef const double* k8 = K + a.stage[8] * width
    cdef const double* k9 = K + a.stage[9] * width
    cdef const double* k10 = K + a.stage[10] * width
    cdef const double* k11 = K + a.stage[11] * width
    cdef const double* k12 = K + a.stage[12] * width
    for r in range(rows):
        for l in range(LANES):
            e = r * LANES + l
            s = a0 * k0[e]
            if terms > 1:
                s = s + a1 * k1[e]
            if terms > 2:
                s = s + a2 * k2[e]
            if terms > 3:
                s = s + a3 * k3[e]
            if terms > 4:
                s = s + a4 * k4[e]
            if terms > 5:
                s = s + a5 * k5[e]
            if terms > 6:
                s = s + a6 * k6[e]
            if terms > 7:
                s = s + a7 * k7[e]
            if terms > 8:
                s = s + a8 * k8[e]
            if terms > 9:
                s = s + a9 * k9[e] + a10 * k10[e] + a11 * k11[e]
            if terms > 12:
                s = s + a12 * k12[e]
            out[e] = y[e] + s * h[l]


cdef inline void combine(Py_ssize_t rows, Py_ssize_t width, const Weights* a, const double* K, const double* h,
                         const double* y, double* out) noexcept nogil:
    """out = y + h sum(a K)."""
    if a.terms == 1:
        add_up(1, rows, width, a, K, h, y, out)
    elif a.terms == 2:
        add_up(2, rows, width, a, K, h, y, out)
    elif a.terms == 3:
        add_up(3, rows, width, a, K, h, y, out)
    elif a.terms == 4:
        add_up(4, rows, width, a, K, h, y, out)
    elif a.terms == 5:
        add_up(5, rows, width, a, K, h, y, out)
    elif a.terms == 6:
        add_up(6, rows, width, a, K, h, y, out)
    elif a.terms == 7:
        add_up(7, rows, width, a, K, h, y, out)
    elif a.terms == 8:
        add_up(8, rows, width, a, K, h, y, out)
    elif a.terms == 9:
        add_up(9, rows, width, a, K, h, y, out)
    elif a.terms == 12:
        add_up(12, rows, width, a, K, h, y, out)
    elif a.terms == 13:
        add_up(13, rows, width, a, K, h, y, out)


cdef inline void squares(Py_ssize_t rows, lanes_in y, lanes_in y_new, lanes_in atol, lanes_in rtol,
                         lanes_out e) noexcept nogil:
    """e = (e / (atol + rtol max(abs(y), abs(y_new))))^2; not a number where y_new is not finite."""
    cdef Py_ssize_t r, l, i
    cdef double a, b
    for r in range(rows):
        for l in range(LANES):
            i = r * LANES + l
            a = fabs(y[i])
            b = fabs(y_new[i])
            a = a if a > b else b
            a = e[i] / (atol[i] + a * rtol[i])
            e[i] = a * a + 0.0 * y_new[i]


cdef inline void sums(Py_ssize_t lanes, Py_ssize_t size, lanes_in x, lanes_out out) noexcept nogil:
    """Sum over the state of each motion, in its order."""
    cdef Py_ssize_t i, l
    cdef double s = 0.0
    if lanes == 1:
        for i in range(size):
            s = s + x[i]
        out[0] = s
        return
    for l in range(LANES):
        out[l] = 0.0
    for i in range(size):
        for l in range(LANES):
            out[l] = out[l] + x[i * LANES + l]


cdef inline void hermite(Py_ssize_t rows, lanes_in h, lanes_in y, lanes_in y_new, lanes_in f, lanes_in f_new,
                         lanes_out F0, lanes_out F1, lanes_out F2) noexcept nogil:
    """F0 = y_new - y, F1 = h f - F0, F2 = 2 F0 - h (f + f_new)."""
    cdef Py_ssize_t r, l, e
    cdef double d
    for r in range(rows):
        for l in range(LANES):
            e = r * LANES + l
            d = y_new[e] - y[e]
            F0[e] = d
            F1[e] = h[l] * f[e] - d
            F2[e] = 2.0 * d - h[l] * (f_new[e] + f[e])


cdef inline void add_zero_times(Py_ssize_t rows, lanes_in x, lanes_out out) noexcept nogil:
    """out += 0 x: not a number where x is not finite."""
    cdef Py_ssize_t r, l, e
    for r in range(rows):
        for l in range(LANES):
            e = r * LANES + l
            out[e] = out[e] + 0.0 * x[e]


cdef inline double dense(int powers, double x, Py_ssize_t width, const double* F, double y,
                         Py_ssize_t e) noexcept nogil:
    """One number of the dense output; `powers` is 3, 4 or 7."""
    cdef double u = 1.0 - x, s = 0.0
    if powers > 4:
        s = F[4 * width + e] + u * (F[5 * width + e] + x * F[6 * width + e])
    if powers > 3:
        s = F[3 * width + e] + x * s
    s = F[2 * width + e] + u * s
    return y + x * (F[e] + u * (F[width + e] + x * s))


cdef inline void dense_rows(int powers, Py_ssize_t rows, Py_ssize_t width, lanes_in x, lanes_in F, lanes_in y,
                            lanes_out out) noexcept nogil:
    """The states at places x of the step."""
    cdef Py_ssize_t r, l, e
    for r in range(rows):
        for l in range(LANES):
            e = r * LANES + l
            out[e] = dense(powers, x[l], width, F, y[e], e)


cdef inline void take(Py_ssize_t rows, lanes_in mask, lanes_in new, lanes_out old) noexcept nogil:
    """old = new where mask is not zero."""
    cdef Py_ssize_t r, l, e
    for r in range(rows):
        for l in range(LANES):
            e = r * LANES + l
            old[e] = new[e] if mask[l] != 0.0 else old[e]


cdef inline void suspects(Py_ssize_t rows, lanes_in h, lanes_in y, lanes_in y_new, lanes_in f, lanes_in f_new,
                          lanes_in lower, lanes_in upper, lanes_out out) noexcept nogil:
    """out = 1 where the step ends beyond a limit, or turns round and both tangents lead beyond; else 0."""
    cdef Py_ssize_t r, l, e
    cdef double a, b, least, most
    cdef bint beyond
    for r in range(rows):
        for l in range(LANES):
            e = r * LANES + l
            a = y[e] + h[l] * f[e]
            b = y_new[e] - h[l] * f_new[e]
            least = a if a < b else b
            most = a if a > b else b
            beyond = (y_new[e] > upper[e]) | (y_new[e] < lower[e]) \
                | ((f[e] * f_new[e] < 0.0) & ((least > upper[e]) | (most < lower[e])))
            out[e] = 1.0 if beyond else 0.0


cdef inline double root(int order, double x) noexcept nogil:
    """x^(1/order) for order 8 or 5, by operations that every processor rounds alike."""
    cdef double m, r, p
    cdef int e, k
    if order == 8 or not 0.0 < x <= 1.7976931348623157e308:
        return sqrt(sqrt(sqrt(x)))
    # x = m 2^(e + k), m from 1/2 to 1, e a multiple of 5; r = (m 2^k)^(1/5) by Halley's method from a straight line
    m = frexp(x, &e)
    k = (e % 5 + 5) % 5
    r = (0.745 + 0.257 * m) * FIFTH[k]
    m = ldexp(m, k)
    for _ in range(3):
        p = r * r * r * r * r
        r = r * (2.0 * p + 3.0 * m) / (3.0 * p + 2.0 * m)
    return ldexp(r, (e - k) // 5)
