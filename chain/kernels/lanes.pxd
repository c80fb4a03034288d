"""Tiles of LANES samples: the unit of every kernel.

A quantity of one body is ``double x[LANES]``, one sample per lane; each step of a recursion is ONE loop over the lanes
with scalar temporaries, which the compiler turns into vector code. Samples never mix: a result depends neither on the
batch size nor on the instruction set. Input (N, n) is transposed to (n, BLOCK samples) at load, results back at store.

Kernels get their operands as `__restrict` pointers: a body never writes where it reads.
"""

cdef enum:
    LANES = 16
    BLOCK = 64              # samples that are loaded, and whose sines are computed, in one go


cdef extern from *:
    """
    typedef double spacelib_lane[16];       /* LANES */
    /* motion of one body, in its canonical frame */
    typedef struct {
        spacelib_lane wx, wy, wz;           /* angular velocity */
        spacelib_lane dx, dy, dz;           /* its rate */
        spacelib_lane ex, ey, ez;           /* acceleration of the first child's joint, minus gravity */
    } spacelib_motion;
    /* action on one body, in its canonical frame */
    typedef struct {
        spacelib_lane fx, fy, fz;           /* force */
        spacelib_lane cx, cy, cz;           /* couple about the origin */
    } spacelib_wrench;
    typedef spacelib_motion *__restrict spacelib_motion_out;
    typedef const spacelib_motion *__restrict spacelib_motion_in;
    typedef spacelib_wrench *__restrict spacelib_wrench_out;
    typedef const spacelib_wrench *__restrict spacelib_wrench_in;
    typedef const double *__restrict spacelib_in;
    typedef double *__restrict spacelib_out;
    """
    ctypedef struct Motion "spacelib_motion":
        double wx[LANES]
        double wy[LANES]
        double wz[LANES]
        double dx[LANES]
        double dy[LANES]
        double dz[LANES]
        double ex[LANES]
        double ey[LANES]
        double ez[LANES]
    ctypedef struct Wrench "spacelib_wrench":
        double fx[LANES]
        double fy[LANES]
        double fz[LANES]
        double cx[LANES]
        double cy[LANES]
        double cz[LANES]
    ctypedef Motion* motion_out "spacelib_motion_out"
    ctypedef const Motion* motion_in "spacelib_motion_in"
    ctypedef Wrench* wrench_out "spacelib_wrench_out"
    ctypedef const Wrench* wrench_in "spacelib_wrench_in"
    ctypedef const double* lanes_in "spacelib_in"
    ctypedef double* lanes_out "spacelib_out"


cdef extern from *:
    """
    #include <string.h>
    /* b[j, i] = a[i, j] for rows x columns numbers, rows a_step and b_step doubles apart; two by two in registers */
    static inline void spacelib_transpose(Py_ssize_t rows, Py_ssize_t columns, const double *a, Py_ssize_t a_step,
                                   double *b, Py_ssize_t b_step) {
        Py_ssize_t i = 0, j;
    #if defined(__GNUC__)
        typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
        for (; i + 1 < rows; i += 2) {
            const double *x = a + i * a_step, *y = x + a_step;
            double *z = b + i;
            for (j = 0; j + 1 < columns; j += 2, z += 2 * b_step) {
                pair u = *(const pair *) (x + j), v = *(const pair *) (y + j);
                *(pair *) z = (pair) {u[0], v[0]};
                *(pair *) (z + b_step) = (pair) {u[1], v[1]};
            }
            if (j < columns) {
                z[0] = x[j];
                z[1] = y[j];
            }
        }
    #endif
        for (; i < rows; i++)
            for (j = 0; j < columns; j++)
                b[j * b_step + i] = a[i * a_step + j];
    }

    /* copy a block to results too large for the cache: past it, where the processor can */
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif
    static inline void spacelib_stream(double *x, const double *block, Py_ssize_t count, int past) {
    #if defined(__SSE2__)
        if (past && ((size_t) x & 15) == 0 && (count & 1) == 0) {
            Py_ssize_t i;
            for (i = 0; i < count; i += 2)
                _mm_stream_pd(x + i, _mm_loadu_pd(block + i));
            return;
        }
    #endif
        (void) past;
        memcpy(x, block, count * sizeof(double));
    }

    /* what was streamed is there for other threads */
    static inline void spacelib_stream_end(void) {
    #if defined(__SSE2__)
        _mm_sfence();
    #endif
    }

    /* ask for numbers that will be read soon */
    static inline void spacelib_prefetch(const double *x, Py_ssize_t count) {
    #if defined(__GNUC__)
        Py_ssize_t i;
        for (i = 0; i < count; i += 8)
            __builtin_prefetch(x + i);
    #else
        (void) x, (void) count;
    #endif
    }
    """
    void transpose "spacelib_transpose"(Py_ssize_t rows, Py_ssize_t columns, const double* a, Py_ssize_t a_step,
                                        double* b, Py_ssize_t b_step) noexcept nogil
    void stream "spacelib_stream"(double* x, const double* block, Py_ssize_t count, bint past) noexcept nogil
    void stream_end "spacelib_stream_end"() noexcept nogil
    void prefetch "spacelib_prefetch"(const double* x, Py_ssize_t count) noexcept nogil


cdef inline void load(Py_ssize_t rows, Py_ssize_t count, Py_ssize_t n, const double* x, Py_ssize_t step,
                      double* tile) noexcept nogil:
    """tile[j, i] = x[i, j] for `count` samples `step` doubles apart, zeros up to `rows` samples."""
    cdef Py_ssize_t i, j
    transpose(count, n, x, step, tile, rows)
    for j in range(n):
        for i in range(count, rows):
            tile[j * rows + i] = 0.0


cdef inline void store(Py_ssize_t rows, Py_ssize_t count, Py_ssize_t n, const double* tile, double* x) noexcept nogil:
    """x[i, j] = tile[j, i] for `count` samples; eight at a time where whole pages lie between them."""
    cdef Py_ssize_t i = 0, group = 8 if n >= 512 and n % 512 < 8 else count
    while i < count:
        transpose(n, group if count - i > group else count - i, tile + i, rows, x + i * n, n)
        i += group
