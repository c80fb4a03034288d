"""The C-named functions against recorded results of the genuine legacy library (tests/data, see its README).

Each case is called by the recorded keyword names. Compared are all elements that the legacy call wrote; a case is left
out when the legacy answer is undefined or one of the defects that tests/test_repaired.py shows repaired.
"""

import inspect
import io
import math

import numpy as np
import pytest
from recorded import recorded

import spacelib as sl

FUNCTIONS = recorded("functions")
PRINTS = recorded("print")

# the return value carries information and comes last
TELLING = {"minvers", "project", "projponl", "pseudo_inv", "rmax", "solve", "unitv"}
# results that depend on the size of the legacy caller's buffer: only the written part counts
BUFFERS = {"mmcopy", "mvcopy", "vmcopy"}


def numbers(value):
    """Nested lists with null and "nan" as a float array, and what of it was written and finite."""

    def convert(x):
        return [convert(y) for y in x] if isinstance(x, list) else math.nan if x is None else float(x)

    array = np.array(convert(value))
    return array, np.isfinite(array)


def agrees(got, expected, tolerance):
    if isinstance(expected, dict):  # a line: directions count up to their length
        (P, direction), want = got, numbers(expected["dir"])[0]
        if not np.isfinite(want).all() or not want.any():
            return agrees(P, expected["P"], tolerance)
        cosine = direction @ want / (np.linalg.norm(direction) * np.linalg.norm(want))
        return agrees(P, expected["P"], tolerance) and abs(cosine - 1) < tolerance
    want, written = numbers(expected)
    got = np.asarray(got, float)
    if got.size != want.size:  # the legacy buffer is larger than the result
        inside = tuple(slice(0, n) for n in got.shape)
        want, written = want[inside], written[inside]
    got = got.reshape(want.shape)
    scale = max(1.0, np.abs(want[written]).max(initial=0.0))
    return bool(np.all(np.abs(got - want)[written] <= tolerance * scale))


def out_of_contract(name, given, out):
    """Is the legacy answer undefined, a status NOTOK, or a known defect?"""
    status = out.get("ret", 1)
    if name not in TELLING and "ret" in out and len(out) > 1 and status <= 0:
        return True
    if name in ("extract", "mtoscrew") and not 1e-3 < float(out["phi"]) < math.pi - 1e-3:
        return True
    if name == "interslpl" and out["inttype"] != 0:
        return True
    if name == "intersection" and (out["inttype"] not in (0, 1) or float(out["mindist"]) < 1e-9):
        return True
    if name == "linear" and given["vpr"] != [-1]:
        return True
    if name == "WtoL" and np.abs(given["W"]).max() < 1e-12:
        return True
    if name == "unitv" and not 1e-100 < float(out["ret"]) < 1e100:
        return True
    if name.startswith("normal") and name not in ("normalr",):
        return not numbers(out.get("R", out.get("a")))[1].all()
    if name in ("normalr", "elimin"):
        return not numbers(out["H"])[1].all()
    rates = [v for k, v in out.items() if k.startswith("qp")]
    return bool(rates) and max(np.abs(numbers(v)[0]).max() for v in rates) > 1e4


def expected_fields(name, given, out):
    out = dict(out)
    if name not in TELLING and len(out) > 1:
        out.pop("ret", None)
    if name == "traslat":
        out.pop("u")
    if name == "dyn_eq":
        out.pop("var")
    if name in ("n_skew34", "norm_simm_skew"):  # the legacy call clears the diagonal outside the block, too
        key = "m" if name == "n_skew34" else "A"
        for k in range(given.get("n", 3), len(out[key])):
            out[key][k][k] = None
    return out


@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_agree_with_the_legacy_library(name):
    compared = 0
    tolerance = 1e-6 if name in ("extract", "mtoscrew", "angle") else 1e-9
    for number, case in enumerate(FUNCTIONS[name]):
        given, out = case["in"], case["out"]
        skip = out_of_contract(name, given, out)
        try:
            with sl.errstate(singular="raise"):
                got = getattr(sl, name)(**given)
        except sl.SingularityError:  # a degenerate answer: not the legacy's
            continue
        except ValueError:  # refused: an illegal argument, which the legacy call let pass
            continue
        if skip:
            continue
        want = expected_fields(name, given, out)
        values = [got] if len(want) == 1 else list(got)
        keys = [k for k in want if k != "ret"] + ["ret"] * ("ret" in want)
        assert len(values) == len(keys), (name, number)
        for key, value in zip(keys, values, strict=True):
            assert len(keys) == 1 or key == "ret" or getattr(got, key) is value, (name, number, key)
            same = agrees(value, want[key], tolerance)
            assert same or same_rotation(name, given, key, value, want), (name, number, key)
        compared += 1
    assert compared >= len(FUNCTIONS[name]) / 3, f"only {compared} cases of {name} were compared"


def same_rotation(name, given, key, value, want):
    """Angles may differ by whole turns or at gimbal lock, as long as they describe the same rotation."""
    if key not in ("q1", "q2"):
        return False
    short = {"card": (0, 1, 2), "eul": (2, 0, 2), "naut": (2, 1, 0)}
    axes = [given[k] for k in "ijk"] if "i" in given else short[name[3:]]
    return np.allclose(sl.cardantor(value, *axes), sl.cardantor(want[key], *axes), atol=1e-8)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_keyword_names_and_order_are_those_of_the_record(name):
    parameters = [p for p in inspect.signature(getattr(sl, name)).parameters if p != "out"]
    order = ["pl", "P"] if name == "distpp" else list(FUNCTIONS[name][0]["in"])  # distpp: the C prototype's order
    assert parameters == order


def test_there_are_179_names():
    assert len(FUNCTIONS) == 179


@pytest.mark.parametrize("name", PRINTS)
def test_printed_text_is_the_legacy_text(name):
    for case in PRINTS[name]:
        given, page, other = case["in"], io.StringIO(), io.StringIO()
        sizes = {k: v for k, v in given.items() if k not in ("s", "A")}
        getattr(sl, name)(given["s"], given["A"], **sizes, file=page)
        assert page.getvalue() == case["text"]
        by_name = io.StringIO()
        getattr(sl, name)(**given, file=by_name)
        assert by_name.getvalue() == case["text"]
        if name in ("fprintm3", "fprintm4", "fprintv", "prmat"):  # the C order of arguments
            getattr(sl, name)(other, given["s"], given["A"], *sizes.values())
            assert other.getvalue() == case["text"]


def test_print_routines_write_to_standard_output(capsys):
    sl.printm4("M", np.eye(4))
    sl.printm("R", np.eye(3))
    sl.printv("v", [1.0, 1234.5])
    text = capsys.readouterr().out
    assert "\n\n M \n               1.000" in text
    assert "\n v \n      1.0001234.500\n" in text


def test_reduced_systems_are_the_legacy_ones_to_the_last_bit():
    for case in FUNCTIONS["linear"]:
        if case["in"]["vpr"] == [-1]:
            got = sl.linear(**case["in"])
            assert np.array_equal(got.H, case["out"]["H"])
            assert got.ivet.tolist() == case["out"]["ivet"]
            assert (got.irank, got.arm) == (case["out"]["irank"], case["out"]["arm"])
