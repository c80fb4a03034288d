"""Python blocks of the README and of docs/ run; a comment ``# XyzError ...`` marks a line that must raise."""

import ast
import builtins
import contextlib
import io
import re
from pathlib import Path

import numpy as np
import pytest

import spacelib

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def execute(block, names):
    lines = block.splitlines()
    for statement in ast.parse(block).body:
        source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
        marked = re.search(r"# (\w+Error)\b", source)
        error = marked and (getattr(spacelib, marked.group(1), None) or getattr(builtins, marked.group(1)))
        with pytest.raises(error) if error else contextlib.nullcontext():
            exec(compile(ast.Module([statement], []), "<docs>", "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_blocks_run(page):
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for block in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.S | re.M):
            execute(block, names)


def test_the_ported_program_takes_a_trajectory_by_its_data_alone():
    (program,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "legacy.md").read_text(), re.S | re.M)
    program = program[: program.index("printm4")]
    one, many = {}, {}
    exec(program, one)
    arrays = re.sub(r"rad\((\d+\.\d)\)", r"rad([\1, 10.0, -20.0])", program)
    arrays = re.sub(r"rate = \[(.*), (.*), (.*)\]", r"rate = [[\1, 0.5, 0.1], [\2, 0.2, 0.3], [\3, 0.0, 1.0]]", arrays)
    exec(arrays, many)
    assert many["Wa"].shape == (3, 4, 4)
    assert np.array_equal(many["Wa"][0], one["Wa"])


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_every_public_legacy_name_is_on_the_page_for_movers():
    words = set(re.findall(r"\w+", (ROOT / "docs" / "legacy.md").read_text()))
    ours = {"change_action", "change_inertia", "change_velocity", "errstate", "FrameError", "SingularityError"}
    classes = {n for n in spacelib.__all__ if n.endswith("Matrix")}
    assert set(spacelib.__all__) - words - ours - classes == set()
