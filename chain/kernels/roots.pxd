"""Where a continuous function crosses zero in a bracket: the caller computes the values, these functions choose where.

Chandrupatla's method (Advances in Engineering Software 28, 1997): inverse quadratic interpolation where the last three
points allow it, else the middle; never worse than bisection.
"""
from libc.math cimport fabs, sqrt


cdef struct Bracket:
    # the newest point, the one on the other side of zero, and the one that was left out last
    double x1, f1, x2, f2, x3, f3
    double step         # the next point is x1 + step (x2 - x1)
    double tolerance


cdef inline void bracket(Bracket* b, double x1, double f1, double x2, double f2, double tolerance) noexcept nogil:
    """f1 and f2 do not have the same sign."""
    b.x1, b.f1, b.x2, b.f2, b.x3, b.f3 = x1, f1, x2, f2, x2, f2
    b.step, b.tolerance = 0.5, tolerance


cdef inline double best(const Bracket* b) noexcept nogil:
    """The end of the bracket with the smaller value."""
    return b.x1 if fabs(b.f1) < fabs(b.f2) else b.x2


cdef inline bint narrow(const Bracket* b) noexcept nogil:
    """The crossing is known to the tolerance."""
    return b.f1 == 0.0 or b.f2 == 0.0 or fabs(b.x2 - b.x1) <= 2.0 * b.tolerance


cdef inline double next_point(const Bracket* b) noexcept nogil:
    """Where the next value is wanted."""
    return b.x1 + b.step * (b.x2 - b.x1)


cdef inline void learn(Bracket* b, double x, double f) noexcept nogil:
    """Take the value f at x into account and choose the next step."""
    cdef double xi, phi, least
    if (f > 0.0) == (b.f1 > 0.0):
        b.x3, b.f3 = b.x1, b.f1
    else:
        b.x3, b.f3 = b.x2, b.f2
        b.x2, b.f2 = b.x1, b.f1
    b.x1, b.f1 = x, f
    xi = (b.x1 - b.x2) / (b.x3 - b.x2)
    phi = (b.f1 - b.f2) / (b.f3 - b.f2)
    b.step = 0.5
    if 1.0 - sqrt(1.0 - xi) < phi < sqrt(xi):
        b.step = (b.f1 / (b.f2 - b.f1)) * (b.f3 / (b.f2 - b.f3)) \
            + (b.x3 - b.x1) / (b.x2 - b.x1) * (b.f1 / (b.f3 - b.f1)) * (b.f2 / (b.f3 - b.f2))
    least = b.tolerance / fabs(b.x2 - b.x1)
    if not b.step > least:
        b.step = least
    elif b.step > 1.0 - least:
        b.step = 1.0 - least
