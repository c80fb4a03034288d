"""Extension modules and Cython directives; all metadata is in pyproject.toml.

SPACELIB_DEBUG=1 builds with bounds checks and without optimisation, SPACELIB_SANITIZE=1 with the address and
undefined-behaviour sanitizers.
"""

import os
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("SPACELIB_DEBUG", "0") not in ("", "0")
SANITIZE = os.environ.get("SPACELIB_SANITIZE", "0") not in ("", "0")

DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "freethreading_compatible": True,
    "cdivision": True,  # IEEE: 1 / 0 is inf, in every build
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    "overflowcheck": DEBUG,
}

# No flag that changes a result: -ffp-contract=off makes every instruction set give the same bits.
GCC = ["-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
FLAGS = {"unix": [*GCC, *(["-O1", "-g"] if DEBUG else ["-O3"])], "msvc": ["/Od" if DEBUG else "/O2", "/fp:precise"]}
# the lane kernels of `chain` are vectorised over samples; vectors within a sample get in their way
LANES = {"unix": ["-fno-tree-slp-vectorize"], "msvc": []}
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]


class Build(build_ext):
    """build_ext with the flags of the compiler at hand, as many modules at a time as there are processors."""

    def finalize_options(self):
        """Compile in parallel unless the user chose a number."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self):
        """Add the flags that this compiler understands."""
        kind = "msvc" if self.compiler.compiler_type == "msvc" else "unix"
        for extension in self.extensions:
            lanes = LANES[kind] if extension.name.startswith("chain.") else []
            extension.extra_compile_args = FLAGS[kind] + lanes + (SANITIZERS if SANITIZE else [])
            extension.extra_link_args = SANITIZERS if SANITIZE else []
        super().build_extensions()


sources = sorted(p for package in ("spacelib", "chain") for p in Path(package).rglob("*.pyx"))
extensions = [
    Extension(
        ".".join(source.with_suffix("").parts),
        [source.as_posix()],
        include_dirs=[numpy.get_include()],
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION")],
    )
    for source in sources
]

# generated C of different modes must not be taken for one another
mode = ("-debug" if DEBUG else "") + ("-sanitize" if SANITIZE else "")

setup(
    ext_modules=cythonize(
        extensions, compiler_directives=DIRECTIVES, build_dir=f"build/cython{mode}", force=DEBUG or SANITIZE
    ),
    cmdclass={"build_ext": Build},
)
