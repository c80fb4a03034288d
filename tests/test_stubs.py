"""The stubs say what the compiled modules have."""

import ast
import os
import subprocess
import sys

import pytest
import stubs

PROGRAM = """
import numpy as np
import spacelib as sl
from spacelib import *

M = dhtom(Rev, 0.0, 0.1, 0.0, 0.5, PIG_2, np.zeros(3))
reveal_type(M)
reveal_type(mtoscrew(M).u)
power: float = psedot(M, M)
reveal_type(sl.PositionMatrix.from_dh(Rev, 0, 0, 0, 1, 0, 0.3).inv().origin)
with errstate("raise"):
    molt4(M, M, out=M)
errstate("loud")
dhtom(Rev, 0.0)
"""


@pytest.mark.parametrize("module", stubs.MODULES)
def test_stub_is_what_the_source_says(module):
    text = (stubs.PACKAGE / f"{module}.pyi").read_text()
    assert text == stubs.stub(module), "run: python tests/stubs.py"
    ast.parse(text)


def test_every_module_with_public_functions_has_a_stub():
    compiled = {p.stem for p in stubs.PACKAGE.glob("*.pyx") if not p.stem.startswith("_")}
    assert compiled == set(stubs.MODULES)


def test_a_type_checker_sees_the_functions_their_results_and_a_mistake(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", "--no-error-summary", "program.py"],
        cwd=tmp_path, env={**os.environ, "MYPYPATH": str(stubs.PACKAGE.parent)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = run.stdout.splitlines()
    assert [line for line in lines if "no attribute" in line or "not defined" in line] == []
    assert sum("ndarray" in line and "float64" in line for line in lines if "Revealed type" in line) == 3
    errors = [line for line in lines if ": error:" in line]
    assert len(errors) == 2, run.stdout
    assert "errstate" in errors[0]
    assert "dhtom" in errors[1]
