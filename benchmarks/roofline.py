"""What this machine can do at most: multiplications and additions, memory traffic, stores. One core.

Small C loops (gcc, x86-64), compiled for this processor without fused operations, as the kernels are.
"""

import ctypes

import numpy as np

from benchmarks.compiling import arguments, library
from benchmarks.race import Run

SOURCE = r"""
#ifdef __AVX512F__
enum { W = 8, K = 12 };
#else
enum { W = 4, K = 6 };
#endif
typedef double lanes __attribute__((vector_size(8 * W)));

/* K independent chains of multiplications beside K of additions: returns operations per round */
long peak(long rounds, double *sink)
{
    lanes x[K], y[K], c, d;
    for (int l = 0; l < W; l++) {
        c[l] = 1.0 + 1e-9 * sink[l];
        d[l] = 1e-9 * sink[l];
        for (int k = 0; k < K; k++) { x[k][l] = 1.0 + k; y[k][l] = 1.0 + k; }
    }
    for (long i = 0; i < rounds; i++) {
        for (int k = 0; k < K; k++) { x[k] *= c; y[k] += d; }
        __asm__ volatile("" : "+v"(c), "+v"(d));
    }
    for (int l = 0; l < W; l++)
        for (int k = 0; k < K; k++) sink[l] += 1e-300 * (x[k][l] + y[k][l]);
    return 2L * K * W;
}

/* three arrays in, one out: the traffic of inverse dynamics */
void traffic(long n, const double *q, const double *qd, const double *qdd, double *tau)
{
    for (long i = 0; i < n; i++) tau[i] = (q[i] + qd[i]) + qdd[i];
}

/* nothing but stores, ordinary ones */
void store(long n, double value, double *x)
{
    for (long i = 0; i < n; i++) x[i] = value;
}

/* the same past the cache */
#include <emmintrin.h>
void stream(long n, double value, double *x)
{
    for (long i = 0; i < n; i += 2) _mm_stream_pd(x + i, _mm_set1_pd(value));
    _mm_sfence();
}
"""


def code():
    """The compiled loops."""
    made = library(SOURCE, "-ffp-contract=off")
    made.peak.restype = ctypes.c_long
    return made


def peak(rounds=200_000):
    """A run: multiplications and additions, half and half; `count` is their number."""
    loops, sink = code(), np.ones(8)
    given = arguments(rounds, sink)
    return Run(rounds * loops.peak(*given), lambda: loops.peak(*given), lambda: sink)


def traffic(samples, n):
    """A run: 24 n bytes read and 8 n written per sample."""
    loops, arrays = code(), [np.ones((samples, n)) for _ in range(4)]
    given = arguments(samples * n, *arrays)
    return Run(samples, lambda: loops.traffic(*given), lambda: arrays[-1])


def store(samples, streaming, *arrays):
    """A run: stores into given arrays, one after another, ordinary or streaming; `count` samples are in them."""
    loop = code().stream if streaming else code().store
    calls = [arguments(x.size, ctypes.c_double(1.5), x) for x in arrays]

    def run():
        for given in calls:
            loop(*given)

    return Run(samples, run, lambda: arrays)
