"""C and C++ that some contestants and the roofline need: compiled for this processor, kept in the temporary folder."""

import ctypes
import getpass
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
KEEP = Path(tempfile.gettempdir()) / f"spacelib-benchmarks-{getpass.getuser()}"


def library(source, *flags, suffix=".c"):
    """The shared library of a source text; ImportError where there is no compiler or it refuses."""
    compiler = shutil.which(os.environ.get("CC", "gcc") if suffix == ".c" else os.environ.get("CXX", "g++"))
    if compiler is None:
        raise ImportError("no compiler")
    command = [compiler, *FLAGS, *flags]
    name = hashlib.sha256("\0".join([*command, source]).encode()).hexdigest()[:20]
    KEEP.mkdir(mode=0o700, exist_ok=True)
    text, made = KEEP / (name + suffix), KEEP / (name + ".so")
    if not made.exists():
        text.write_text(source)
        partial = made.with_suffix(f".{os.getpid()}")
        libraries = [flag for flag in flags if flag.startswith("-l")]
        done = subprocess.run([*command, str(text), "-o", str(partial), *libraries], capture_output=True, text=True)
        if done.returncode:
            raise ImportError(f"{compiler}: {done.stderr[:500]}")
        partial.rename(made)
    return ctypes.CDLL(str(made))


def arguments(*values):
    """Arguments of a C function: arrays by address, whole numbers as long, the rest as it is."""
    return [
        ctypes.c_void_p(x.ctypes.data) if isinstance(x, np.ndarray) else ctypes.c_long(x) if isinstance(x, int) else x
        for x in values
    ]  # fmt: skip
