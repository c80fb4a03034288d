"""Bad arguments, NaN and infinity: one clear sentence that names the argument, or NaN; never another exception.

The calls are the recorded legacy ones (tests/data/functions.json.gz); one argument at a time is spoiled.
"""

import inspect
import pydoc
import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import INTEGERS, POINTS, recorded

import spacelib

CASES = recorded("functions")
NAMES = sorted(CASES)
ANY_SIZE = {
    "clear", "crossmtom", "dot2", "elimin", "idmat", "linear", "mcopy", "minvers", "mmcopy", "molt", "mvcopy", "norm",
    "normalr", "pseudo_inv", "rmax", "rmolt", "skew", "solve", "sub", "sum", "swabc", "swabr", "transp", "trasf_mamt",
    "vmcopy",
}  # fmt: skip
# sizes that the arrays show, and limits that default to them, may be None
MAY_BE_NONE = {
    "cols", "d1", "d2", "d3", "dim", "dima", "dimb", "idim", "im", "imax", "j2max", "jdim", "jm", "jmax", "n", "nsol",
    "rows", "vet", "vpr",
}  # fmt: skip

every_function = pytest.mark.parametrize("name", NAMES)


def function(name):
    return getattr(spacelib, name)


def arguments(name):
    return {k: CASES[name][0]["in"][k] for k in CASES[name][0]["in"]}


def kind(name, value):
    """"option" (an integer), "integers" (a list of them), "line", or "data"."""
    if name in INTEGERS:
        return "integers"
    if isinstance(value, int):
        return "option"
    return "line" if isinstance(value, dict) else "data"


def call(name, **changed):
    with spacelib.errstate(singular="ignore"):
        return function(name)(**{**arguments(name), **changed})


def refusal(name, argument, value):
    """The message with which `value` is refused as `argument`."""
    with pytest.raises((ValueError, TypeError)) as caught:
        call(name, **{argument: value})
    assert type(caught.value) in (ValueError, TypeError)
    return str(caught.value)


def assert_refused(name, argument, value):
    """Refused with a sentence that has the argument in backquotes: `q`, `l.dir`, `i, j, k`."""
    message = refusal(name, argument, value)
    assert re.search(rf"`([^`]*\W)?{argument}(\W[^`]*)?`", message), f"{name}({argument}={value!r:.40}): {message:.200}"
    assert len(message) < 500
    assert "\n" not in message


def spoilable(name, kinds):
    return [k for k, v in arguments(name).items() if kind(k, v) in kinds]


# ---------------------------------------------------------------------------------------------- names


def test_every_name_of_all_is_there_and_nothing_shadows_a_builtin_by_a_star_import():
    assert {n for n in spacelib.__all__ if not hasattr(spacelib, n)} == set()
    assert len(set(spacelib.__all__)) == len(spacelib.__all__)
    assert {"max", "min"}.isdisjoint(spacelib.__all__)
    assert set(NAMES) - {"sum"} <= set(spacelib.__all__)


@every_function
def test_signature_and_help_show_the_names_of_the_legacy_arguments(name):
    parameters = inspect.signature(function(name)).parameters
    assert set(arguments(name)) <= set(parameters)
    assert all(p.kind is not p.POSITIONAL_ONLY for p in parameters.values())
    text = pydoc.render_doc(function(name), renderer=pydoc.plaintext)
    assert name in text
    assert function(name).__doc__.strip()
    assert function(name).__name__ == name


@every_function
def test_an_unknown_keyword_is_a_type_error(name):
    with pytest.raises(TypeError, match="nonsense"):
        call(name, nonsense=1)


# ---------------------------------------------------------------------------------------------- wrong arguments


def not_numbers():
    recursive = [1.0, 2.0]
    recursive.append(recursive)
    return [
        None, "abc", b"abc", "1.5", 1j, object(), int, print, {"a": 1.0}, {1.0, 2.0}, (x for x in (1.0, 2.0)),
        np.datetime64("2020-01-01"), np.timedelta64(1, "s"), ["1", "2", "3"], [None, 1.0, 2.0], [1.0, [2.0], 3.0],
        [[1.0, 2.0], [3.0]], [1.0, 10**400, 2.0], recursive, np.ones((4, 4), complex), np.ones((4, 4), object),
        np.array(["a", "b"]), np.zeros((4, 4), "m8[s]"), np.zeros(3, [("x", float)]), np.zeros((4, 4), "V8"),
    ]  # fmt: skip


@every_function
def test_what_is_not_a_real_number_is_refused_by_name(name):
    for argument in spoilable(name, ("data", "line")):
        for value in not_numbers():
            assert_refused(name, argument, value)


@every_function
def test_a_wrong_shape_is_refused_by_name(name):
    for argument in spoilable(name, ("data",)):
        core = np.shape(arguments(name)[argument])
        if core == ():
            continue
        wrong = [1.0, np.zeros(core[1:]), np.zeros((0,) * len(core))] if len(core) > 1 else [1.0]
        if name not in ANY_SIZE:
            wrong += [np.zeros((*core[:-1], n)) for n in (0, 1, 2, 5, 6)]
            wrong += [np.zeros((n, *core[1:])) for n in (0, 1, 2, 5, 6)] if len(core) > 1 else []
            wrong += [np.zeros((*core, 5)), np.zeros((*core, 1))]
        for value in wrong:
            if name not in ANY_SIZE or np.ndim(value) < len(core):
                assert_refused(name, argument, value)


@every_function
def test_a_line_with_a_wrong_part_is_refused_by_name(name):
    for argument in spoilable(name, ("line",)):
        P, direction = arguments(name)[argument].values()
        for value in (
            (P,), (P, direction, P), (P[:3], direction), (P, P), {"P": P}, {"dir": direction}, {"P": P, "dir": None},
            {"P": "abc", "dir": direction}, np.zeros((2, 3)), 3.0, None, [], (P, 1j),
        ):  # fmt: skip
            assert_refused(name, argument, value)
        assert call(name, **{argument: (P, direction)})
        assert call(name, **{argument: [P, direction]})


@every_function
def test_leading_shapes_that_do_not_broadcast_are_refused_by_name(name):
    data = spoilable(name, ("data",))
    if len(data) < 2:
        return
    changed = {k: np.broadcast_to(np.asarray(arguments(name)[k], float), (n, *np.shape(arguments(name)[k])))
               for n, k in zip((2, 3), data, strict=False)}  # fmt: skip
    with pytest.raises(ValueError, match=rf"broadcast.*`{data[0]}`.*`{data[1]}`|broadcast.*`{data[1]}`.*`{data[0]}`"):
        call(name, **changed)


# ---------------------------------------------------------------------------------------------- options


@every_function
def test_options_that_are_not_integers_are_refused_by_name(name):
    for argument in spoilable(name, ("option",)):
        for value in (1.0, 0.5, "X", "1", 1j, object(), [1], [[1, 2], [3]], np.array([1]), np.float64(1), b"1", int):
            assert_refused(name, argument, value)
        if argument not in MAY_BE_NONE:
            assert_refused(name, argument, None)


@every_function
def test_options_out_of_range_are_refused_by_name(name):
    for argument in spoilable(name, ("option",)):
        if name == "rmax" and argument in ("imin", "imax", "jmin", "jmax"):
            continue  # an empty range is a legal question
        values = [-5, -2, -(2**31) - 1, -(2**63), -(10**400), 10**400, 2**63, 2**64, 2**32]
        values += [] if name in ("clear", "idmat", "mmcopy") else [2**31 - 1, 2**31, 2**32 + 1, 77]
        for value in values:
            if argument in ("i", "j", "k") and name == "rtocardan":
                continue  # the sequence is checked as a whole below
            assert_refused(name, argument, value)


INTEGER_CHECKS = [
    ("rotat2", "a"), ("dhtom", "jtype"), ("vtom", "dim"), ("extract", "dim"), ("idmat", "ijd"), ("mcopy", "d1"),
    ("invA", "sig"), ("rotat2", "q"), ("norm_simm_skew", "sign"), ("swabr", "k"), ("rmolt", "r"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "argument"), INTEGER_CHECKS)
def test_an_int_too_long_to_print_is_refused_by_name(name, argument):
    for value in (10**5000, -(10**5000)):
        assert_refused(name, argument, value)


@every_function
def test_numpy_integers_and_booleans_are_integers(name):
    options = spoilable(name, ("option",))
    expected = call(name)
    for cast in (np.int8, np.int64, np.uint8, lambda x: np.array(x)):
        changed = {k: cast(arguments(name)[k]) for k in options if arguments(name)[k] >= 0}
        np.testing.assert_equal(call(name, **changed), expected)
    changed = {k: bool(arguments(name)[k]) for k in options if arguments(name)[k] in (0, 1)}
    np.testing.assert_equal(call(name, **changed), expected)


@pytest.mark.parametrize("name", [n for n in NAMES if {"i", "j", "k"} <= set(CASES[n][0]["in"])])
def test_only_the_twelve_sequences_of_axes_are_accepted(name):
    legal = 0
    for i in range(-1, 4):
        for j in range(-1, 4):
            for k in range(-1, 4):
                if {i, j, k} <= {0, 1, 2} and i != j != k:
                    call(name, i=i, j=j, k=k)
                    legal += 1
                else:
                    with pytest.raises(ValueError, match=r"`[ijk]`|`i, j, k`"):
                        call(name, i=i, j=j, k=k)
    assert legal == 12


@pytest.mark.parametrize("argument", ["var", "vet", "vpr"])
def test_index_lists_are_checked_by_name(argument):
    name = {"var": "dyn_eq", "vet": "swabc", "vpr": "linear"}[argument]
    for value in (3.5, 1j, object(), "ab", [[1], [2, 3]], [1.5], [None], ["a"], {"a": 1}, print, [[10**400]]):
        assert_refused(name, argument, value)


def test_dyn_eq_refuses_flags_that_are_not_complementary():
    for var in (np.zeros((2, 6), int), np.ones((2, 6), int), np.full((2, 6), 0.5), [[2] * 6, [-1] * 6],
                [[1, 1, 1, 1, 1, 0], [1, 0, 0, 0, 0, 0]], np.ones(12, int), np.ones((3, 6), int)):  # fmt: skip
        assert_refused("dyn_eq", "var", var)


@pytest.mark.parametrize("name", ["rotat24", "rotat34", "traslat24", "cardantoM", "cardtoM", "eultoM", "nauttoM"])
def test_a_point_at_infinity_is_no_origin(name):
    argument = next(k for k in arguments(name) if k in POINTS)
    for fourth in (0.0, 2.0, np.inf):
        assert_refused(name, argument, [1.0, 2.0, 3.0, fourth])
    many = np.ones((100, 4))
    many[99, 3] = 0.5
    assert_refused(name, argument, many)


@pytest.mark.parametrize("name", ["aabs", "sign", "rad", "deg"])
def test_arithmetic_takes_array_likes_and_names_what_it_refuses(name):
    parameter = next(iter(inspect.signature(function(name)).parameters))
    np.testing.assert_equal(function(name)([0.5, -2.0]), [function(name)(0.5), function(name)(-2.0)])
    for value in ("abc", None, 1j, object()):
        with pytest.raises((TypeError, ValueError), match=f"`{parameter}`"):
            function(name)(value)
    with np.errstate(all="raise"):
        assert np.isnan(function(name)(np.array([np.nan], float))).all() or name == "sign"


# ---------------------------------------------------------------------------------------------- nan and infinity

# arguments that play no part in the recorded call
NO_PART = {("dyn_eq", "Wp"), ("rmax", "H")}  # all accelerations unknown; an empty range


def leaves(tree):
    return [leaf for value in tree for leaf in leaves(value)] if isinstance(tree, tuple) else [tree]


def spoiled(value, argument, bad):
    """A batch: the value with `bad` in each element in turn, then in all of them."""
    core = np.asarray(value, float)
    batch = np.repeat(core[None], core.size + 1, axis=0)
    flat = batch.reshape(core.size + 1, core.size)
    for i in range(core.size):
        flat[i, i] = bad
    flat[-1] = bad
    if argument in POINTS and core.shape == (4,) and not np.isnan(bad):
        flat[:, 3] = 1.0
    return batch


def last_item(batch):
    return {k: v[-1] if np.ndim(v) == 2 else v for k, v in batch.items()} if isinstance(batch, dict) else batch[-1]


@every_function
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e308, 5e-324], ids=str)
def test_nan_infinity_and_extreme_numbers_raise_nothing_and_warn_of_nothing_but_singularity(name, bad):
    for argument in spoilable(name, ("data", "line")):
        value = arguments(name)[argument]
        if isinstance(value, dict):
            batches = [{**value, part: spoiled(value[part], part, bad)} for part in value]
        else:
            batches = [spoiled(value, argument, bad)]
        for batch in batches:
            got = call(name, **{argument: batch})
            one = call(name, **{argument: last_item(batch)})
            for many, last in zip(leaves(got), leaves(one), strict=True):
                if np.shape(many)[1:] == np.shape(last) and np.ndim(many) > np.ndim(last):
                    np.testing.assert_array_equal(np.asarray(many)[-1], last)


@every_function
def test_nan_in_gives_nan_out(name):
    for argument in spoilable(name, ("data",)):
        value = np.full(np.shape(arguments(name)[argument]), np.nan)
        if argument in POINTS and value.shape == (4,):
            value[3] = 1.0
        got = call(name, **{argument: value})
        if (name, argument) not in NO_PART:
            assert any(np.isnan(np.asarray(leaf, float)).any() for leaf in leaves(got)), argument


@given(st.data())
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
def test_any_floats_whatever_give_a_result_or_a_value_error(data):
    name = data.draw(st.sampled_from(NAMES))
    changed = {}
    for argument in spoilable(name, ("data",)):
        shape = np.shape(arguments(name)[argument])
        values = data.draw(st.lists(st.floats(width=64), min_size=int(np.prod(shape)), max_size=int(np.prod(shape))))
        changed[argument] = np.reshape(np.array(values, float), shape)
        if argument in POINTS and shape == (4,):
            changed[argument][3] = 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call(name, **changed)
