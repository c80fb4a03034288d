"""What the Cardan modules share: loops over angle triples. Options k: axes i, j, k of the sequence, side n."""
from spacelib._border cimport BLOCK, Batch, item, result
from spacelib.kernels.cardan cimport Sequence, rotation_to_tangents, second_solution, sequence_of
from spacelib.kernels.trig cimport atan2_block, sincos_block


cdef inline Sequence sequence_in(Batch* b) noexcept nogil:
    """Sequence of the axes k[0], k[1], k[2]."""
    return sequence_of(b.k[0], b.k[1], b.k[2])


cdef inline void sincos_in(Batch* b, double* sn, double* cs) noexcept nogil:
    """Sines and cosines of the angle triples in input 0."""
    cdef double angle[3 * BLOCK]
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        for j in range(3):
            angle[3*i + j] = item(b, 0, i)[j]
    sincos_block(3 * b.n, angle, sn, cs)


cdef inline void angles_loop(Batch* b) noexcept nogil:
    """Both angle triples of the rotations in input 0."""
    cdef double y[3 * BLOCK]
    cdef double x[3 * BLOCK]
    cdef double angle[3 * BLOCK]
    cdef Sequence q = sequence_in(b)
    cdef double* q1
    cdef Py_ssize_t i
    cdef int j
    for i in range(b.n):
        b.singular += rotation_to_tangents(q, item(b, 0, i), b.k[3], &y[3*i], &x[3*i]) < 1e-7
    atan2_block(3 * b.n, y, x, angle)
    for i in range(b.n):
        q1 = result(b, 0, i)
        for j in range(3):
            q1[j] = angle[3*i + j]
        second_solution(q, q1, result(b, 1, i))
