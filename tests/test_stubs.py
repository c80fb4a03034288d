"""The stubs say what the compiled modules have."""

import ast

import pytest
import stubs


@pytest.mark.parametrize("module", stubs.MODULES)
def test_stub_is_what_the_source_says(module):
    text = (stubs.PACKAGE / f"{module}.pyi").read_text()
    assert text == stubs.stub(module), "run: python tests/stubs.py"
    ast.parse(text)


def test_every_module_with_public_functions_has_a_stub():
    compiled = {p.stem for p in stubs.PACKAGE.glob("*.pyx") if not p.stem.startswith("_")}
    assert compiled == set(stubs.MODULES)
