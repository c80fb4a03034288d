"""Every public name of `chain` has an example that holds; a type checker sees the methods."""

import doctest
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import chain
from chain.single import Single

ROOT = Path(__file__).parent.parent.parent
MODULES = ["chain"] + [
    m.name for m in pkgutil.walk_packages(chain.__path__, "chain.") if "data" not in m.name and "__main__" not in m.name
]
PROGRAM = """
import numpy as np
from chain import ChainObject, LinkObject, load
arm = ChainObject([LinkObject("R", a=0.5, mass=1.0)])
reveal_type(arm.inverse_dynamics(np.zeros(1), np.zeros(1), np.zeros(1)))
arm.inverse_dynamics(np.zeros(1))
arm.no_such_method()
"""


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_module_hold(name):
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"np": np})
    assert failed == 0


def test_the_example_of_the_compiled_method_holds():
    runner = doctest.DocTestRunner()
    doc = Single.inverse_dynamics.__doc__
    text = doctest.DocTestParser().get_doctest(doc, {}, "inverse_dynamics", None, 0)
    runner.run(text)
    assert len(text.examples) == 3
    assert runner.failures == 0


@pytest.mark.parametrize("name", [n for n in chain.__all__ if n not in ("CheckReport", "JointReactions", "Kinematics")])
def test_every_public_name_has_an_example(name):
    obj = getattr(chain, name)
    assert inspect.getdoc(obj)
    if not (inspect.isclass(obj) and issubclass(obj, Exception)):
        assert ">>>" in obj.__doc__, name


@pytest.mark.parametrize("cls", [chain.ChainObject, chain.LinkObject])
def test_every_public_method_is_documented(cls):
    for name, member in inspect.getmembers(cls):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name


def test_a_type_checker_sees_the_torques_and_the_mistakes(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", "--no-error-summary", "program.py"],
        cwd=tmp_path, env={**os.environ, "MYPYPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = [line for line in run.stdout.splitlines() if line.startswith("program.py")]
    assert sum("ndarray" in line for line in lines if "Revealed type" in line) == 1
    assert [line.split(":")[1] for line in lines if ": error:" in line] == ["6", "7"]
