"""C-level kernels on flat doubles, to be cimported: ``from spacelib.kernels cimport matrix``."""
