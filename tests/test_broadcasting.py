"""Leading dimensions, memory layouts, `out=` and threads: for every function the batch is the loop over single calls.

The recipes of arguments are the first recorded legacy call of each function (tests/data) and the first
of another size; a batch is that call with noise. Sizes, axes, joint types and index lists are taken as recorded.
"""

import inspect
import json
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import INTEGERS, POINTS, recorded

import spacelib

CASES = recorded("functions")
SIZES = (1, 7, 8, 9, 63, 64, 65, 200)
UNCHANGED = settings(max_examples=8, deadline=None, derandomize=True, database=None)


class Recipe(NamedTuple):
    """A function, its numerical arguments {name: value or {"P", "dir"}} and its options {name: int or list}."""

    name: str
    data: dict
    options: dict

    @property
    def function(self):
        return getattr(spacelib, self.name)

    def call(self, data, singular="ignore", **more):
        with spacelib.errstate(singular=singular):
            result = self.function(**data, **self.options, **more)
        return result.H if self.name == "swabc" else result  # its index vector is one for all items


def is_option(name, value):
    return name in INTEGERS or isinstance(value, int)


def recipes_of(name):
    """The first recorded call, and the next one whose sizes differ."""
    found = {}
    for case in CASES[name][:9]:
        data = {k: v for k, v in case["in"].items() if not is_option(k, v)}
        options = {k: v for k, v in case["in"].items() if is_option(k, v)}
        sizes = tuple(np.shape(v) for v in data.values()), options.get("dim")
        found.setdefault(sizes, Recipe(name, data, options))
    return list(found.values())[:2] if any(r.data for r in found.values()) else []


RECIPES = [recipe for name in sorted(CASES) for recipe in recipes_of(name)]
WITH_OUT = [r for r in RECIPES if "out" in inspect.signature(r.function).parameters and r.name != "swabc"]


def label(recipe):
    return recipe.name + "".join(str(recipe.options.get(k, "")) for k in ("dim", "n"))


every_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=label)
every_recipe_with_out = pytest.mark.parametrize("recipe", WITH_OUT, ids=label)


# ---------------------------------------------------------------------------------------------- data


def leaves(tree):
    """Arrays and numbers of nested mappings and tuples, in order."""
    if isinstance(tree, dict):
        return [leaf for value in tree.values() for leaf in leaves(value)]
    if isinstance(tree, tuple):
        return [leaf for value in tree for leaf in leaves(value)]
    return [tree]


def leaf_names(data):
    """Names of the leaves: "q", and "l.P", "l.dir" for a line l."""
    return [n for k, v in data.items() for n in ([f"{k}.{part}" for part in v] if isinstance(v, dict) else [k])]


def transform(data, change, qualified=False):
    """`data` with change(name, array) in the place of each array; `qualified` names are those of leaf_names."""

    def part(line, name):
        return f"{line}.{name}" if qualified else name

    return {k: {p: change(part(k, p), a) for p, a in v.items()} if isinstance(v, dict) else change(k, v)
            for k, v in data.items()}  # fmt: skip


def batch(recipe, lead, seed=0):
    """The recorded call with noise, over the leading shape."""
    rng = np.random.default_rng(seed)

    def noisy(name, value):
        core = np.asarray(value, float)
        array = np.asarray(core + 0.1 * rng.standard_normal(lead + core.shape))
        if name in POINTS and core.shape == (4,):
            array[..., 3] = 1.0
        return array

    return transform(recipe.data, noisy)


def bits(a):
    """Bit patterns; every nan counts as the same."""
    a = np.ascontiguousarray(a)
    return np.where(np.isnan(a), np.nan, a).view(np.int64) if a.dtype == np.float64 else a


def assert_same(got, expected):
    got, expected = leaves(got), leaves(expected)
    assert len(got) == len(expected)
    for g, e in zip(got, expected, strict=True):
        assert np.shape(g) == np.shape(e)
        assert np.asarray(g).dtype == np.asarray(e).dtype
        np.testing.assert_array_equal(bits(g), bits(e), err_msg=f"{g} is not bit by bit {e}")


def stacked(results, lead):
    """Results of single calls as the result of a batch."""
    columns = zip(*(leaves(r) for r in results), strict=True)
    return tuple(np.array(column).reshape(lead + np.shape(column[0])) for column in columns)


# ---------------------------------------------------------------------------------------------- batches


@every_recipe
def test_a_batch_is_its_single_calls_bit_by_bit(recipe):
    data = batch(recipe, (max(SIZES),))
    singles = [recipe.call(transform(data, lambda name, a, i=i: a[i])) for i in range(max(SIZES))]
    for n in SIZES:
        got = recipe.call(transform(data, lambda name, a, n=n: a[:n]))
        assert_same(got, stacked(singles[:n], (n,)))


@every_recipe
def test_one_singular_item_does_not_touch_the_others(recipe):
    data = batch(recipe, (9,))
    alone = leaves(recipe.call(transform(data, lambda name, a: a[:8])))
    for value in (0.0, np.nan):

        def spoiled(name, a, value=value):
            a = a.copy()
            a[8] = value
            if name in POINTS and a.shape == (9, 4):
                a[8, 3] = 1.0
            return a

        got = recipe.call(transform(data, spoiled))
        assert_same(tuple(leaf[:8] for leaf in leaves(got)), tuple(alone))


@every_recipe
def test_grids_and_outer_products_are_loops_over_single_calls(recipe):
    lead = (3, 5)
    first, last = leaf_names(recipe.data)[0], leaf_names(recipe.data)[-1]

    def thinned(name, a):
        """The first argument varies along the first axis only, the last along the second only."""
        if first == last:
            return a
        return a[:, :1] if name == first else a[0] if name == last else a

    def widened(name, a):
        core = np.shape(leaves(recipe.data)[leaf_names(recipe.data).index(name)])
        return np.broadcast_to(thinned(name, a), lead + core).copy()

    data = batch(recipe, lead)
    wide = transform(data, widened, qualified=True)
    singles = [recipe.call(transform(wide, lambda name, a, index=index: a[index])) for index in np.ndindex(lead)]
    assert_same(recipe.call(transform(data, thinned, qualified=True)), stacked(singles, lead))


@every_recipe
def test_numbers_and_lists_are_taken_like_arrays(recipe):
    data = batch(recipe, ())
    lists = transform(data, lambda name, a: a.tolist())
    assert_same(recipe.call(lists), recipe.call(data))
    zero_dimensional = transform(data, lambda name, a: np.asarray(a))
    assert_same(recipe.call(zero_dimensional), recipe.call(data))


@every_recipe
@pytest.mark.parametrize("count", [30, 60])
def test_many_leading_dimensions_of_one_change_nothing(recipe, count):
    data = batch(recipe, ())
    one = recipe.call(data)
    got = recipe.call(transform(data, lambda name, a: a.reshape((1,) * count + a.shape)))
    assert_same(got, tuple(np.reshape(leaf, (1,) * count + np.shape(leaf)) for leaf in leaves(one)))


@pytest.mark.parametrize(("name", "count"), [("rotat2", 63), ("rotat2", 64), ("vtom", 64), ("jtoJ", 64)])
def test_more_dimensions_than_numpy_has_are_refused_in_words(name, count):
    recipe = recipes_of(name)[0]
    data = transform(batch(recipe, ()), lambda key, a: a.reshape((1,) * (count - a.ndim) + a.shape))
    with pytest.raises(ValueError, match="dimension"):
        recipe.call(data)


@every_recipe
@pytest.mark.parametrize("lead", [(0,), (0, 3), (3, 0)], ids=str)
def test_an_empty_batch_gives_empty_results_of_the_right_shape(recipe, lead):
    filled = leaves(recipe.call(batch(recipe, tuple(n or 1 for n in lead))))
    got = leaves(recipe.call(batch(recipe, lead), singular="raise"))
    assert [np.shape(leaf) for leaf in got] == [lead + np.shape(leaf)[len(lead) :] for leaf in filled]
    assert [np.asarray(a).dtype for a in got] == [np.asarray(a).dtype for a in filled]


@given(seed=st.integers(0, 2**16), lead=st.lists(st.integers(0, 5), max_size=4).map(tuple))
@UNCHANGED
def test_any_leading_shape_is_the_flat_batch_reshaped(seed, lead):
    for name in ("dhtom", "mtoscrew", "Htocardan", "intersection", "normal4", "solve", "jtoJ"):
        recipe = recipes_of(name)[0]
        data = batch(recipe, lead, seed)
        size = int(np.prod(lead))
        flat = transform(data, lambda key, a, size=size: a.reshape((size, *a.shape[len(lead) :])))
        expected = tuple(np.reshape(a, lead + np.shape(a)[1:]) for a in leaves(recipe.call(flat)))
        assert_same(tuple(np.asarray(a) for a in leaves(recipe.call(data))), expected)


# ---------------------------------------------------------------------------------------------- memory layouts


def strided(a):
    if a.ndim == 0:
        return a.copy()
    wide = np.full(tuple(2 * n for n in a.shape), -99, a.dtype)
    view = wide[tuple(slice(None, None, 2) for _ in a.shape)]
    view[...] = a
    return view


def reversed_strides(a):
    if a.ndim == 0:
        return a.copy()
    return a[(slice(None, None, -1),) * a.ndim].copy()[(slice(None, None, -1),) * a.ndim]


def transposed(a):
    return a.T.copy().T


def read_only(a):
    b = a.copy()
    b.flags.writeable = False
    return b


def byte_swapped(a):
    return a.astype(a.dtype.newbyteorder())


def unaligned(a):
    raw = np.zeros(a.nbytes + 1, np.uint8)
    view = raw[1:].view(a.dtype).reshape(a.shape)
    view[...] = a
    assert not view.flags.aligned or not a.size
    return view


def unaligned_rows(a):
    """Contiguous cores whose distance is not a multiple of eight bytes."""
    record = np.zeros(a.shape[0], np.dtype([("pad", np.uint8), ("x", np.float64, a.shape[1:])]))
    record["x"] = a
    return record["x"]


LAYOUTS = [strided, reversed_strides, transposed, read_only, byte_swapped, unaligned, unaligned_rows]


@every_recipe
def test_memory_layout_does_not_change_a_bit(recipe):
    for lead in ((), (65,), (3, 4)):
        data = batch(recipe, lead)
        expected = recipe.call(data)
        for layout in LAYOUTS:
            if layout is unaligned_rows and not lead:
                continue
            laid = transform(data, lambda name, a, layout=layout: layout(a))
            kept = transform(laid, lambda name, a: a.copy())
            assert_same(recipe.call(laid), expected)
            assert all(np.array_equal(a, b) for a, b in zip(leaves(laid), leaves(kept), strict=True))


@every_recipe
def test_other_real_types_are_converted(recipe):
    for dtype in (np.float32, np.float16, np.int64, np.int8, np.uint16, bool, np.longdouble):
        data = transform(batch(recipe, (9,)), lambda name, a, dtype=dtype: np.abs(a).astype(dtype))
        expected = recipe.call(transform(data, lambda name, a: a.astype(float)))
        assert_same(recipe.call(data), expected)


# ---------------------------------------------------------------------------------------------- out=


def as_out(arrays):
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


NEVER_OUT = {"clear", "clear3", "clear4", "clearv", "idmat", "idmat3", "idmat4"}


@pytest.mark.parametrize("name", sorted({r.name for r in RECIPES} - NEVER_OUT))
def test_functions_that_return_matrices_take_out(name):
    recipe = recipes_of(name)[0]
    if any(np.ndim(leaf) >= 2 for leaf in leaves(recipe.call(batch(recipe, ())))):
        assert "out" in inspect.signature(recipe.function).parameters


@every_recipe_with_out
@pytest.mark.parametrize("lead", [(), (0,), (9,), (3, 70)], ids=str)
def test_out_gets_the_result_and_is_returned(recipe, lead):
    data = batch(recipe, lead)
    expected = [np.asarray(leaf) for leaf in leaves(recipe.call(data))]
    for layout in (np.array, strided, transposed, reversed_strides, unaligned):
        arrays = [layout(np.full_like(e, -7)) for e in expected]
        got = recipe.call(data, out=as_out(arrays))
        assert all(g is a for g, a in zip(leaves(got), arrays, strict=True))
        assert_same(tuple(arrays), tuple(expected))


@every_recipe_with_out
def test_an_unusable_out_is_refused(recipe):
    data = batch(recipe, (2,))
    expected = leaves(recipe.call(data))
    shapes, good = [np.shape(leaf) for leaf in expected], [np.full_like(leaf, 7) for leaf in expected]
    frozen = np.zeros(shapes[0])
    frozen.flags.writeable = False
    for first in (np.zeros(shapes[0][1:]), np.zeros((1, *shapes[0])), np.zeros((3, *shapes[0][1:])), frozen):
        with pytest.raises(ValueError, match="`out`"):
            recipe.call(data, out=as_out([first, *good[1:]]))
    for first in (np.zeros(shapes[0], np.float32), np.zeros(shapes[0], ">f8"), np.zeros(shapes[0], complex),
                  np.zeros(shapes[0]).tolist(), "text", 3.0):  # fmt: skip
        with pytest.raises(TypeError, match="`out`"):
            recipe.call(data, out=as_out([first, *good[1:]]))
    if len(good) > 1:
        for wrong in (good, tuple(good[1:]), good[0]):
            with pytest.raises(TypeError, match="`out`"):
                recipe.call(data, out=wrong)
    assert all((a == 7).all() for a in good)


@every_recipe_with_out
@pytest.mark.parametrize("lead", [(), (70,)], ids=str)
def test_out_may_be_an_input_or_overlap_it(recipe, lead):
    data = batch(recipe, lead)
    expected = [np.asarray(leaf) for leaf in leaves(recipe.call(data))]
    for place, e in enumerate(expected):
        if e.dtype != np.float64:
            continue
        for victim in range(len(leaves(data))):
            size = e.size + leaves(data)[victim].size
            for shift in (0, 1, 3):
                # both live in one buffer, `shift` elements apart
                buffer = np.zeros(size + shift)
                count = iter(range(len(leaves(data))))

                def moved(name, a, buffer=buffer, shift=shift, count=count, victim=victim):
                    if next(count) != victim:
                        return a
                    view = buffer[shift : shift + a.size].reshape(a.shape)
                    view[...] = a
                    return view

                overlapping = transform(data, moved)
                arrays = [np.zeros_like(x) for x in expected]
                arrays[place] = buffer[: e.size].reshape(e.shape)
                got = recipe.call(overlapping, out=as_out(arrays))
                assert all(g is a for g, a in zip(leaves(got), arrays, strict=True))
                assert_same(tuple(arrays), tuple(expected))


@every_recipe_with_out
def test_outs_that_overlap_one_another_do_not_spoil_the_last(recipe):
    data = batch(recipe, (5,))
    expected = [np.asarray(leaf) for leaf in leaves(recipe.call(data))]
    if len(expected) > 1 and all(e.dtype == np.float64 for e in expected):
        buffer = np.zeros(max(e.size for e in expected) + 1)
        arrays = [buffer[i % 2 : i % 2 + e.size].reshape(e.shape) for i, e in enumerate(expected)]
        recipe.call(data, out=tuple(arrays))
        assert_same(arrays[-1], expected[-1])


@every_recipe
def test_arguments_are_never_changed(recipe):
    for lead in ((), (70,)):
        data = batch(recipe, lead)
        kept = transform(data, lambda name, a: a.copy())
        options = json.loads(json.dumps(recipe.options))
        first = recipe.call(data)
        for result in leaves(first):
            if isinstance(result, np.ndarray) and result.dtype == np.float64:
                result[...] = -77.0  # results are the caller's: never views of an argument
        assert_same(tuple(leaves(data)), tuple(leaves(kept)))
        assert recipe.options == options


# ---------------------------------------------------------------------------------------------- threads


def test_eight_threads_give_the_serial_result():
    tasks = [(recipe, batch(recipe, (300,), seed)) for seed, recipe in enumerate(RECIPES)]
    serial = [recipe.call(data) for recipe, data in tasks]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(2):
            parallel = list(pool.map(lambda task: task[0].call(task[1]), tasks, timeout=60))
            for got, expected in zip(parallel, serial, strict=True):
                assert_same(got, expected)


@pytest.mark.parametrize("name", ["dhtom", "Htocardan", "trasf_mami", "normal4"])
def test_threads_on_one_big_batch_give_the_serial_result(name):
    recipe = recipes_of(name)[0]
    data = batch(recipe, (20_000,))
    expected = recipe.call(data)
    with ThreadPoolExecutor(8) as pool:
        for got in pool.map(lambda _: recipe.call(data), range(16), timeout=60):
            assert_same(got, expected)
