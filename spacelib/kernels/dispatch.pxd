"""One portable binary, the best instruction set: kernels declared `kvoid` are compiled for several x86-64 levels.

gcc 12 and later with glibc resolve the version at load time; every other compiler gets the plain function. With
-ffp-contract=off all versions give the same bits.
"""

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) \\
        && __GNUC__ >= 12 && !defined(__SANITIZE_ADDRESS__)
    #define SPACELIB_KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), flatten))
    #else
    #define SPACELIB_KERNEL
    #endif
    """
    ctypedef void kvoid "SPACELIB_KERNEL void"
