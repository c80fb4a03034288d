"""Every public function has an example in its docstring, and every example gives what it says."""

import doctest
import inspect
import types

import numpy as np
import pytest

import spacelib
import spacelib.matlab


def public(module):
    names = set(module.__all__) | {"sum", "max", "min"} if module is spacelib else module.__all__
    return sorted(n for n in names if isinstance(getattr(module, n), types.FunctionType | type) or callable(getattr(module, n)))


def run_examples(obj, name, globs):
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tests = doctest.DocTestFinder(recurse=False).find(obj, name, globs=dict(globs))
    examples = [e for t in tests for e in t.examples]
    for test in tests:
        runner.run(test)
    return len(examples), runner.failures


@pytest.mark.parametrize("name", public(spacelib))
def test_function(name):
    obj = getattr(spacelib, name)
    if inspect.isclass(obj) and issubclass(obj, Warning | Exception):
        return
    examples, failures = run_examples(obj, name, {**vars(spacelib), "np": np})
    assert examples > 0, f"{name} has no example"
    assert failures == 0
