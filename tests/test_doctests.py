"""Every public function has an example in its docstring, and every example gives what it says."""

import doctest
import inspect
import re
import sys

import numpy as np
import pytest

import spacelib
import spacelib.matlab
from spacelib import errors, matrices, named, results

BUILTIN_NAMES = ["max", "min", "sum"]  # public, but left out of __all__
PUBLIC = sorted(n for n in [*spacelib.__all__, *BUILTIN_NAMES] if callable(getattr(spacelib, n)))
WITHOUT = {"FrameError", "SingularityError", "SingularityWarning", "Line"}


def run_examples(obj, name, globs):
    """(number of examples, number of failures) of one docstring."""
    runner = doctest.DocTestRunner()
    tests = doctest.DocTestFinder(recurse=False).find(obj, name, globs=dict(globs))
    for test in tests:
        runner.run(test)
    return sum(len(t.examples) for t in tests), runner.failures


@pytest.mark.parametrize("name", sorted(set(PUBLIC) - WITHOUT))
def test_every_public_name_has_an_example_that_holds(name):
    examples, failures = run_examples(getattr(spacelib, name), name, {**vars(spacelib), "np": np})
    assert examples > 0, f"{name} has no example"
    assert failures == 0


@pytest.mark.parametrize("module", [spacelib, matrices], ids=lambda m: m.__name__)
def test_examples_of_modules_hold(module):
    examples, failures = run_examples(module, module.__name__, vars(spacelib))
    assert examples > 0
    assert failures == 0


@pytest.mark.parametrize("module", [spacelib, errors, matrices, named, results], ids=lambda m: m.__name__)
def test_everything_public_is_documented(module):
    for name, obj in vars(module).items():
        if callable(obj) and not name.startswith("_") and getattr(obj, "__module__", "").startswith("spacelib"):
            assert inspect.getdoc(obj), name


def test_all_lists_what_the_topics_offer():
    topics = {k: m for k, m in sys.modules.items() if re.fullmatch(r"spacelib\.(?!matlab)\w+", k)}
    offered = {n for m in topics.values() for n in getattr(m, "__all__", [])}
    own = {"FrameError", "Line", "SingularityError", "SingularityWarning", "errstate"}
    assert set(spacelib.__all__) - own == offered
    assert len(spacelib.__all__) == len(set(spacelib.__all__))
