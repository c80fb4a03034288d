"""A clock for long work without the GIL: take the work done off `left`, and call `strike` when nothing is left."""


cdef class Clock:
    cdef object tick                # tick(share of the work that is done), or None
    cdef object kept                # the exception that ends everything
    cdef double last                # when it struck
    cdef double left, ration        # work to the next time, and between two times

    cdef int strike(self, double done) noexcept with gil
