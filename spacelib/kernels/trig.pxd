"""Sine, cosine and arctangent of blocks of numbers, vectorised over eight lanes (design note in trig.pyx)."""

cdef enum:
    MOST = 64       # numbers that sincos_strided takes; at least the BLOCK of spacelib._border

cdef void sincos_block(Py_ssize_t n, const double* x, double* s, double* c) noexcept nogil
cdef void atan2_block(Py_ssize_t n, const double* y, const double* x, double* a) noexcept nogil


cdef inline void sincos_strided(Py_ssize_t n, const double* x, Py_ssize_t dx, double* s, double* c) noexcept nogil:
    """s, c of x[0], x[dx], ... (n <= MOST); a broadcast number (dx = 0) is computed once."""
    cdef double buffer[MOST]
    cdef Py_ssize_t i
    if dx == 0:
        sincos_block(1, x, s, c)
        for i in range(1, n):
            s[i] = s[0]
            c[i] = c[0]
        return
    for i in range(n):
        buffer[i] = x[i * dx]
    sincos_block(n, buffer, s, c)
