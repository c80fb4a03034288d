"""Tiles of LANES samples: the unit of every kernel.

A quantity of one body is ``double x[LANES]``, one sample per lane; each step of a recursion is ONE loop over the lanes with
scalar temporaries, which the compiler turns into vector code. Samples never mix, so a result depends neither on the batch
size nor on the instruction set. Input (N, n) is transposed to (n, BLOCK samples) at load, results back at store.

Kernels get their operands as `__restrict` pointers: a body never writes where it reads.
"""

cdef enum:
    LANES = 8
    TILES = 8               # tiles that are loaded, and whose sines are computed, in one go
    BLOCK = LANES * TILES


cdef extern from *:
    """
    /* motion and action of one body, in its canonical frame */
    typedef struct {
        double wx[8], wy[8], wz[8];         /* angular velocity */
        double dx[8], dy[8], dz[8];         /* its rate */
        double ex[8], ey[8], ez[8];         /* acceleration of the first child's joint, minus gravity */
        double fx[8], fy[8], fz[8];         /* force */
        double cx[8], cy[8], cz[8];         /* couple about the origin */
    } spacelib_slot;
    typedef spacelib_slot *__restrict spacelib_slot_out;
    typedef const spacelib_slot *__restrict spacelib_slot_in;
    typedef const double *__restrict spacelib_in;
    typedef double *__restrict spacelib_out;
    """
    ctypedef struct Slot "spacelib_slot":
        double wx[8]
        double wy[8]
        double wz[8]
        double dx[8]
        double dy[8]
        double dz[8]
        double ex[8]
        double ey[8]
        double ez[8]
        double fx[8]
        double fy[8]
        double fz[8]
        double cx[8]
        double cy[8]
        double cz[8]
    ctypedef Slot* slot_out "spacelib_slot_out"
    ctypedef const Slot* slot_in "spacelib_slot_in"
    ctypedef const double* lanes_in "spacelib_in"
    ctypedef double* lanes_out "spacelib_out"


cdef inline void load(Py_ssize_t rows, Py_ssize_t count, Py_ssize_t n, const double* x, Py_ssize_t step,
                      double* tile) noexcept nogil:
    """tile[j, i] = x[i, j] for `count` samples `step` doubles apart, zeros up to `rows` samples."""
    cdef Py_ssize_t i, j
    for i in range(count):
        for j in range(n):
            tile[j * rows + i] = x[i * step + j]
    for j in range(n):
        for i in range(count, rows):
            tile[j * rows + i] = 0.0


cdef inline void store(Py_ssize_t rows, Py_ssize_t count, Py_ssize_t n, const double* tile, double* x) noexcept nogil:
    """x[i, j] = tile[j, i] for `count` samples."""
    cdef Py_ssize_t i, j
    for i in range(count):
        for j in range(n):
            x[i * n + j] = tile[j * rows + i]
