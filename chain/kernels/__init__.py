"""Kernels of `chain`: sixteen samples side by side, no Python objects, no allocation."""
