"""Kernels of `chain`: eight samples side by side, no Python objects, no allocation."""
