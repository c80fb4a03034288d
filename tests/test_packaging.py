"""What is shipped: contents of sdist and wheel, the debug build, and kernels that other Cython code can cimport."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LEAVE = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "*.so", "*.pyd", "__pycache__")
KERNELS = ["cardan", "dispatch", "dynamics", "frames", "geometry", "matrix", "motion", "nearest", "position", "trig"]

USER_CODE = """
from spacelib.kernels.frames cimport rigid_inverse
from spacelib.kernels.trig cimport sincos_block


def inverse_and_sine(double[:, ::1] m, double[:, ::1] mi, double angle):
    cdef double s, c
    rigid_inverse(&m[0, 0], &mi[0, 0])
    sincos_block(1, &angle, &s, &c)
    return s
"""

USER_SETUP = """
import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(ext_modules=cythonize([Extension("user", ["user.pyx"], include_dirs=[numpy.get_include()])], language_level=3))
"""


def run(*command, cwd, **env):
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """Folder with an sdist and the wheel that a debug build makes of it."""
    if not (ROOT / "setup.py").exists():
        pytest.skip("needs the source tree")
    source = tmp_path_factory.mktemp("source") / "spacelib"
    shutil.copytree(ROOT, source, ignore=LEAVE)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", ".", cwd=source, SPACELIB_DEBUG="1")
    return source / "dist"


@pytest.fixture(scope="module")
def unpacked(shipped):
    """The wheel, unpacked."""
    target = shipped.parent / "unpacked"
    with zipfile.ZipFile(next(shipped.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    return target


def test_sdist_has_sources_stubs_data_and_tests_but_no_generated_code(shipped):
    with tarfile.open(next(shipped.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    wanted = {
        "LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py", "data/README.md", "docs/legacy.md",
        "spacelib/py.typed", "spacelib/position.pyx", "spacelib/position.pyi", "spacelib/_border.pxd",
        "spacelib/matlab/__init__.py", "chain/__init__.py", "tests/data/functions.json.gz", "examples/two_bodies.py",
        "chain/kernels/inverse.pyx", "chain/kernels/lanes.pxd", "data/puma.toml", "data/puma.dat", "data/puma.mot",
        *(f"spacelib/kernels/{k}.pxd" for k in KERNELS),
    }  # fmt: skip
    assert wanted <= names
    assert not [n for n in names if n.endswith((".c", ".so", ".pyd"))]


def test_wheel_has_modules_pxd_stubs_and_data_but_no_sources(unpacked):
    names = {p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()}
    wanted = {
        "spacelib/py.typed", "spacelib/__init__.pxd", "spacelib/position.pyi", "spacelib/_border.pxd",
        "spacelib/matlab/__init__.py", "chain/__init__.py", "chain/data/README.md",
        "chain/py.typed", "chain/single.pyi", "chain/kernels/lanes.pxd", "chain/io/dat.py",
        "chain/data/puma.toml", "chain/data/puma.dat", "chain/data/puma.mot",
        *(f"spacelib/kernels/{k}.pxd" for k in KERNELS),
    }  # fmt: skip
    assert wanted <= names
    assert not [n for n in names if n.endswith((".c", ".pyx"))]
    tops = {n.split("/")[0] for n in names}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"spacelib", "chain"}


def test_the_installed_command_finds_its_robots(unpacked):
    out = run(sys.executable, "-P", "-m", "chain", "dynamics", "puma", "puma", cwd=unpacked, PYTHONPATH=str(unpacked))
    assert "RMS" in out


def test_the_build_with_bounds_checks_passes_the_same_tests(unpacked):
    tests = ["test_legacy", "test_repaired", "test_bad_input", "test_broadcasting", "chains/test_oracles"]
    paths = [str(ROOT / "tests" / f"{name}.py") for name in tests]
    out = run(
        sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths,
        cwd=unpacked, PYTHONPATH=str(unpacked),
    )  # fmt: skip
    assert " passed" in out


def test_other_cython_code_can_cimport_the_kernels(unpacked):
    user = unpacked.parent / "user"
    user.mkdir()
    (user / "user.pyx").write_text(USER_CODE)
    (user / "setup.py").write_text(USER_SETUP)
    run(sys.executable, "setup.py", "build_ext", "--inplace", cwd=user, PYTHONPATH=str(unpacked))
    check = (
        "import math, numpy as np, user; m = np.eye(4); m[0, 3] = 2.0; mi = np.empty((4, 4)); "
        "assert abs(user.inverse_and_sine(m, mi, 0.5) - math.sin(0.5)) < 1e-15; assert mi[0, 3] == -2.0; print('good')"
    )
    assert "good" in run(sys.executable, "-c", check, cwd=user, PYTHONPATH=os.pathsep.join([str(unpacked), str(user)]))
