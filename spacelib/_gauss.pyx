"""Gauss-Jordan reduction with full pivoting, in place."""
from libc.math cimport fabs

cdef double EPS = 2.220446049250313e-16


cdef void _reduce(double[:, ::1] H, int imax, int width, int total, long long[::1] ivet, int* rank,
                  double* arm) noexcept nogil:
    """Reduce rows 0 .. imax-1 by pivots in columns 0 .. width-1; `total` columns hold numbers."""
    cdef double first = 0.0, pivot, factor, swap
    cdef Py_ssize_t i, j, k, im, jm, steps = imax if imax < width else width
    cdef long long index
    rank[0] = 0
    arm[0] = 0.0
    for k in range(steps):
        # pivot: the largest element that is left
        pivot = 0.0
        im = k
        jm = k
        for i in range(k, imax):
            for j in range(k, width):
                if fabs(H[i, j]) > fabs(pivot):
                    pivot = H[i, j]
                    im = i
                    jm = j
        if k == 0:
            first = fabs(pivot)
        arm[0] = fabs(pivot)
        if pivot == 0.0 or fabs(pivot) < 5.0 * EPS * first * imax:
            return
        rank[0] = k + 1
        # to place k, k; column eliminated; row scaled
        for j in range(total):
            swap = H[k, j]
            H[k, j] = H[im, j]
            H[im, j] = swap
        for i in range(imax):
            swap = H[i, k]
            H[i, k] = H[i, jm]
            H[i, jm] = swap
        index = ivet[k]
        ivet[k] = ivet[jm]
        ivet[jm] = index
        for i in range(imax):
            if i != k:
                factor = H[i, k] / pivot
                for j in range(k, total):
                    H[i, j] = H[i, j] - factor * H[k, j]
        for j in range(total):
            H[k, j] = H[k, j] / pivot


def reduce(double[:, ::1] H, int imax, int width, int total, long long[::1] ivet):
    """Reduce rows 0 .. imax-1 of H by pivots in columns 0 .. width-1 of `total`; permute `ivet`; rank, last pivot."""
    cdef int rank = 0
    cdef double arm = 0.0
    if not (0 <= imax <= H.shape[0] and 0 <= width <= ivet.shape[0] <= total <= H.shape[1]):
        raise ValueError("`imax`, `width`, `total`: expected sizes within H and ivet")
    with nogil:
        _reduce(H, imax, width, total, ivet, &rank, &arm)
    return rank, arm
