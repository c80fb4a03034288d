"""Forward dynamics, inertia, Jacobians, energies: every shape, layout and number of threads gives the same bits."""

import pickle
import threading

import numpy as np
import pytest
from comparing import agree
from hypothesis import given
from layouts import LAYOUTS, OUTS, ArrayLike, mixed, read_only, revolute, same_bits
from trees import SETTINGS, base_of, movable_trees, random_body, random_pose, states, wrenches

from chain import ChainObject, LinkObject, driver
from chain import reference as ref

POINT = (0.1, -0.2, 0.3)
# arguments after the state, and how many of q, qd, tau there are
METHODS = {
    "forward_dynamics": (3, {}), "mass_matrix": (1, {}), "coriolis_matrix": (2, {}), "gim_decomposition": (1, {}),
    "inverse_mass_matrix": (1, {}), "kinetic_energy": (2, {}), "potential_energy": (1, {}), "momentum": (2, {}),
    "centre_of_mass": (1, {}), "jacobian": (1, {"link": -1, "point": POINT}),
    "jacobian_dot": (2, {"link": -1, "point": POINT}), "denoc": (1, {}),
}  # fmt: skip
NAMES = ("q", "qd", "tau")
EACH = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(scope="module")
def arm():
    return mixed()


def call(arm, method, *state, **options):
    """All arrays of a result as one tuple."""
    count, more = METHODS[method]
    result = getattr(arm, method)(*state[:count], **more, **options)
    return tuple(result) if isinstance(result, tuple) else (result,)


def cores(arm, method):
    """Shapes of the results of one sample."""
    n, rows = arm.n, 6 * len(arm)
    return {
        "forward_dynamics": [(n,)], "mass_matrix": [(n, n)], "coriolis_matrix": [(n, n)], "momentum": [(4, 4)],
        "gim_decomposition": [(n, n), (n,)], "inverse_mass_matrix": [(n, n)], "kinetic_energy": [()],
        "potential_energy": [()], "centre_of_mass": [(3,)], "jacobian": [(6, n)], "jacobian_dot": [(6, n)],
        "denoc": [(rows, rows), (rows, n)],
    }[method]  # fmt: skip


def one_by_one(arm, method, *state):
    """The same samples, each in a call of its own."""
    state = state[: METHODS[method][0]]
    lead = np.broadcast_shapes(*(x.shape for x in state))
    rows = [np.broadcast_to(x, lead) for x in state]
    results = [call(arm, method, *(np.array(x[i]) for x in rows)) for i in np.ndindex(lead[:-1])]
    return [np.array(r).reshape((*lead[:-1], *np.shape(r[0]))) for r in zip(*results, strict=True)]


# shapes


@EACH
@pytest.mark.parametrize("shape", [(), (1,), (15,), (16,), (17,), (65,), (3, 5), (1, 1, 1), (257,)])
def test_any_batch_is_its_samples_one_by_one(arm, method, shape):
    state = states(arm, shape)
    got = call(arm, method, *state)
    assert [x.shape for x in got] == [(*shape, *core) for core in cores(arm, method)]
    same_bits(got, one_by_one(arm, method, *state))


@EACH
@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_no_samples_give_no_results(arm, method, shape):
    for options in ({}, {"threads": 2}):
        got = call(arm, method, *states(arm, shape), **options)
        assert [(x.shape, x.dtype) for x in got] == [((*shape, *core), float) for core in cores(arm, method)]


@EACH
@pytest.mark.parametrize("shapes", [
    ((9,), (), ()), ((), (9,), ()), ((1,), (9,), (9,)), ((9, 1), (5,), ()), ((2, 1, 3), (4, 1), ()),
])  # fmt: skip
def test_leading_shapes_broadcast(arm, method, shapes):
    rng = np.random.default_rng(1)
    state = [rng.uniform(-2, 2, (*shape, arm.n)) for shape in shapes]
    same_bits(call(arm, method, *state), one_by_one(arm, method, *state))


def test_gravity_and_actions_broadcast_with_the_state(arm):
    q, qd, tau = states(arm, (4, 1))
    gravity, w = states(revolute(3), (5,))[0], wrenches(arm, (4, 1))
    external = {"link 2": w[0], 7: (w[1, 0, 0], (0, 0, 1), "link")}
    qdd = arm.forward_dynamics(q, qd, tau, gravity=gravity, external=external)
    V = arm.potential_energy(q, gravity=gravity)
    assert (qdd.shape, V.shape) == ((4, 5, arm.n), (4, 5))
    for i in range(4):
        for j in range(5):
            external = {"link 2": w[0, i, 0], 7: (w[1, 0, 0], (0, 0, 1), "link")}
            single = arm.forward_dynamics(q[i, 0], qd[i, 0], tau[i, 0], gravity=gravity[j], external=external)
            assert np.array_equal(qdd[i, j], single)
            assert V[i, j] == arm.potential_energy(q[i, 0], gravity=gravity[j])


# layouts and results


@EACH
@pytest.mark.parametrize("shape", [(67,), (4, 5)])
def test_layout_and_type_of_the_inputs_do_not_matter(arm, method, shape):
    state = np.round(states(arm, shape) * 64) / 64  # exact in float16
    for name, layout in LAYOUTS.items():
        given = [layout(x) for x in state]
        plain = [np.array(x, dtype=float, order="C") for x in given]
        expected = call(arm, method, *plain)
        for threads in (1, 2):
            same_bits(call(arm, method, *given, threads=threads), expected)
        for x, y in zip(given, plain, strict=True):
            assert np.array_equal(np.asarray(x), y), name


@EACH
def test_layout_and_type_of_one_sample_do_not_matter(arm, method):
    state = np.round(states(arm, (1,)) * 64) / 64
    for layout in LAYOUTS.values():
        given = [layout(x) for x in state]
        given = [x if isinstance(x, ArrayLike | memoryview) else x[0] for x in given]
        same_bits(call(arm, method, *given), call(arm, method, *(np.array(x, dtype=float) for x in given)))


@EACH
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_out_of_any_layout_receives_the_result_and_is_returned(arm, method, threads):
    for lead in ((), (21,), (3, 7)):
        state = states(arm, lead)
        expected, shapes = call(arm, method, *state), [(*lead, *core) for core in cores(arm, method)]
        for kind in OUTS:
            if () in shapes and kind != "contiguous":
                continue
            outs = tuple(OUTS[kind](shape) for shape in shapes)
            result = call(arm, method, *state, out=outs if len(outs) > 1 else outs[0], threads=threads)
            assert all(got is out for got, out in zip(result, outs, strict=True))
            same_bits(outs, expected)


@EACH
def test_results_own_their_memory(arm, method):
    """No result is a window on a larger array, nor shares memory with another one."""
    state = states(arm, (9,))
    one, two = call(arm, method, *state), call(arm, method, *state)
    for x, y in zip(one, two, strict=True):
        assert x.flags.c_contiguous
        assert x.flags.writeable
        assert x.base is None or x.base.size == x.size
        x[...] = np.nan
        assert not np.isnan(y).any()


@EACH
def test_out_that_cannot_take_the_result_is_refused(arm, method):
    state = states(arm, (5,))
    shapes = [(5, *core) for core in cores(arm, method)]
    good = [np.zeros(shape) for shape in shapes]
    for bad, error, words in (
        (np.zeros((4, *shapes[0][1:])), ValueError, "expected shape"),
        (np.zeros(shapes[0], np.float32), TypeError, "float64"),
        (np.zeros(shapes[0], ">f8"), TypeError, "float64"),
        (np.zeros(shapes[0], int), TypeError, "float64"),
        (np.zeros(shapes[0]).tolist(), TypeError, "expected"),
        (read_only(np.zeros(shapes[0])), ValueError, "writeable"),
    ):
        out = bad if len(good) == 1 else (bad, *good[1:])
        with pytest.raises(error, match=words) as caught:
            call(arm, method, *state, out=out)
        assert str(caught.value).startswith("`out")
        assert not np.any(bad)
        assert not any(x.any() for x in good[1:])


@pytest.mark.parametrize("method", ["gim_decomposition", "denoc"])
@pytest.mark.parametrize("out", [5, "ab", (None,), (None, None, None), np.zeros((2, 7, 7)), object()])
def test_out_that_is_no_pair_is_refused(arm, method, out):
    with pytest.raises(TypeError, match=r"`out`: expected a tuple of two arrays \("):
        call(arm, method, *states(arm), out=out)


def test_a_part_of_a_pair_may_be_left_out(arm):
    q = states(arm, (5,))[0]
    U, D = arm.gim_decomposition(q)
    given = np.zeros((5, 7))
    result = arm.gim_decomposition(q, out=(None, given))
    assert result.D is given
    same_bits(result, (U, D))


@EACH
def test_out_may_overlap_an_input_in_any_way(arm, method, monkeypatch):
    monkeypatch.setattr(driver, "CHUNK", 512)
    for shift, threads in ((0, 1), (1, 1), (3, 2)):
        widths = [int(np.prod(core)) for core in cores(arm, method)]
        memory = np.random.default_rng(2).uniform(-1, 1, 90 * (arm.n + sum(widths)))
        q = memory[shift : shift + 90 * arm.n].reshape(90, arm.n)
        _, qd, tau = states(arm, (90,))
        outs, start = [], 0
        for core, width in zip(cores(arm, method), widths, strict=True):
            outs.append(memory[start : start + 90 * width].reshape(90, *core))
            start += 90 * width
        expected = call(arm, method, q.copy(), qd, tau)
        call(arm, method, q, qd, tau, out=tuple(outs) if len(outs) > 1 else outs[0], threads=threads)
        same_bits(outs, expected)


# the same bits on any number of threads, in any chunks


@EACH
@pytest.mark.parametrize("samples", [1, 15, 16, 17, 1001])
def test_threads_and_chunks_do_not_change_a_bit(arm, method, samples, monkeypatch):
    state = states(arm, (samples,))
    expected = call(arm, method, *state, threads=1)
    for threads in (2, 7):
        same_bits(call(arm, method, *state, threads=threads), expected)
    for chunk in (1, 1000, 10**9):
        monkeypatch.setattr(driver, "CHUNK", chunk)
        same_bits(call(arm, method, *state, threads=1), expected)
        same_bits(call(arm, method, *state, threads=3), expected)
        same_bits(call(arm, method, *(x.astype(">f8") for x in state)), expected)
    monkeypatch.setattr(driver, "PARALLEL", 1)
    same_bits(call(arm, method, *state), expected)


@EACH
@pytest.mark.parametrize("n", [1, 2, 6, 31, 32, 33])
def test_chains_of_any_length_give_the_same_bits_alone_and_in_a_batch(method, n):
    arm = revolute(n)
    state = states(arm, (37,))
    got = call(arm, method, *state)
    same_bits(got, one_by_one(arm, method, *state))
    same_bits([x[3:19] for x in got], call(arm, method, *(x[3:19] for x in state)))


def test_actions_give_the_same_bits_alone_and_in_a_batch(arm):
    state, w = states(arm, (73,)), wrenches(arm, (73,))

    def form(s):
        return {i: (w[i, s], POINT, ("base", "link")[i % 2]) for i in range(len(arm))}

    qdd = arm.forward_dynamics(*state, external=form(slice(None)))
    for s in range(73):
        assert np.array_equal(qdd[s], arm.forward_dynamics(*(x[s] for x in state), external=form(s)))
    assert np.array_equal(qdd, arm.forward_dynamics(*state, external=form(slice(None)), threads=3))


@EACH
def test_threads_that_call_one_chain_get_the_serial_results(method):
    arm, states_of = mixed(), [states(mixed(), (k + 1,), seed=k) for k in range(20)]
    expected = [call(mixed(), method, *state) for state in states_of]
    barrier, wrong = threading.Barrier(6), []

    def work(first):
        barrier.wait()  # the first calls build the constants, all at once
        for k in range(first, first + 40):
            result = call(arm, method, *states_of[k % 20], threads=1 + k % 2)
            if any(a.tobytes() != b.tobytes() for a, b in zip(result, expected[k % 20], strict=True)):
                wrong.append(k)

    workers = [threading.Thread(target=work, args=(3 * i,)) for i in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def test_progress_is_a_bar_on_standard_error(arm, capfd):
    state = states(arm, (100,))
    qdd = arm.forward_dynamics(*state, progress=True)
    assert "100 %" in capfd.readouterr().err
    assert np.array_equal(qdd, arm.forward_dynamics(*state))
    assert capfd.readouterr().err == ""


# NaN and infinities


@EACH
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e308, 5e-324])
def test_one_strange_sample_leaves_all_others_as_they_are(arm, method, value):
    good = states(arm, (35,))
    expected = call(arm, method, *good)
    for place in range(METHODS[method][0]):
        for sample in (0, 17, 34):
            bad = good.copy()
            bad[place, sample] = value
            results = call(arm, method, *bad)
            others = np.delete(np.arange(35), sample)
            same_bits([r[others] for r in results], [r[others] for r in expected])
            if np.isnan(value):
                assert any(np.isnan(r[sample]).any() for r in results)


@EACH
def test_nan_alone_gives_nan_and_no_error(arm, method):
    for value in (np.nan, np.inf):
        for place in range(METHODS[method][0]):
            state = states(arm)
            state[place] = value
            assert any(not np.isfinite(x).all() for x in call(arm, method, *state))


# chains of any size


@EACH
@pytest.mark.parametrize("links", [0, 1, 3])
def test_a_chain_without_variables_has_empty_matrices_and_its_weight(method, links):
    place = ref.dh_position(0.3, 0.1, 0.0, 0.5, 0.2)
    arm = ChainObject([LinkObject("F", placement=place, mass=2.0) for _ in range(links)], gravity=(0, 0, -10))
    if links == 0 and "jacobian" in method:
        return
    for lead in ((), (4,)):
        got = call(arm, method, *(np.zeros((*lead, 0)) for _ in range(3)))
        assert [x.shape for x in got] == [(*lead, *core) for core in cores(arm, method)]
        if method == "potential_energy":
            height = sum(np.linalg.matrix_power(place, i + 1)[2, 3] for i in range(links))
            agree(got[0], np.full(lead, 20 * height), 9.0)
        if method in ("kinetic_energy", "momentum"):
            assert not got[0].any()
        if method == "centre_of_mass":
            assert np.isnan(got[0]).all() == (links == 0)


def test_a_thousand_links_have_the_matrices_of_their_definitions():
    rng = np.random.default_rng(12)
    kinds = rng.choice(list("RRRRPHF"), 1000)
    links = [
        LinkObject(k, placement=random_pose(rng, 0.05), axis=rng.normal(size=3), pitch=0.01, **random_body(rng))
        for k in kinds
    ]
    arm = ChainObject(links)
    q, qd, qdd = 0.1 * states(arm)
    k = arm.kinematics(q, qd, qdd)
    J = k.M @ np.array(arm.inertias) @ np.swapaxes(k.M, -1, -2)
    T = np.einsum("nij,njk,nik->", k.W, J, k.W) / 2
    agree(arm.kinetic_energy(q, qd), T, T, 1e-12)
    M = arm.mass_matrix(q)
    agree(qd @ M @ qd / 2, T, T, 1e-12)
    P, H = k.M[-1, :3, 3], k.H[-1]
    point = arm.jacobian(q) @ qdd + arm.jacobian_dot(q, qd) @ qd
    agree(point[:3], H[:3, :3] @ P + H[:3, 3], np.abs(k.H).max() * np.abs(k.M).max(), 1e-12)
    U, D = arm.gim_decomposition(q)
    agree((U * D) @ U.T, M, np.abs(M).max(), 1e-12)


@SETTINGS
@given(movable_trees())
def test_any_tree_gives_the_same_bits_alone_in_a_batch_and_after_pickling(arm):
    state, again = states(arm, (19,)), pickle.loads(pickle.dumps(arm))
    for method in METHODS:
        got = call(arm, method, *state)
        same_bits([x[7] for x in got], call(arm, method, *(x[7] for x in state)))
        same_bits(call(again, method, *state), got)


def test_the_mass_matrix_of_a_slice_on_a_resting_base_is_a_block_of_the_whole():
    arm = revolute(6)
    q = states(arm)[0]
    tail = arm[3:]
    tail.base = arm.kinematics(q).M[2]
    agree(tail.mass_matrix(q[3:]), arm.mass_matrix(q)[3:, 3:], np.abs(arm.mass_matrix(q)).max())
    assert base_of(tail).shape == (4, 4)


# bad arguments


@EACH
@pytest.mark.parametrize("lead", [(), (5,)])
def test_no_state_is_refused(method, lead):
    arm = revolute(3)
    for place in range(METHODS[method][0]):
        for value in (
            "abc", 5, None, [], (1, 2), (1, 2, 3, 4), np.zeros((3, 4)), [[1, 2, 3], [1, 2]], 1j * np.ones(3), object(),
            {}, ["a", "b", "c"], np.zeros(3, "M8[s]"), np.zeros(3, object), [None] * 3, b"abc", {1, 2, 3},
        ):  # fmt: skip
            state = list(states(arm, lead))
            state[place] = value
            with pytest.raises((ValueError, TypeError)) as caught:
                call(arm, method, *state)
            assert f"`{NAMES[place]}`: expected" in str(caught.value)


@EACH
def test_shapes_that_do_not_broadcast_are_refused_with_their_names(method):
    arm = revolute(3)
    count = METHODS[method][0]
    if count > 1:
        with pytest.raises(ValueError, match=r"leading shapes do not broadcast: `q` \(4,\), `qd` \(5,\)"):
            call(arm, method, *(np.zeros((4 + k, 3)) for k in range(count)))


@EACH
@pytest.mark.parametrize("value", [0, -1, "2", 1.5, [2], object()])
def test_no_number_of_threads_is_refused(method, value):
    arm = revolute(3)
    for lead in ((), (3,), (100,)):
        with pytest.raises((ValueError, TypeError), match="`threads`: expected"):
            call(arm, method, *states(arm, lead), threads=value)


@EACH
def test_missing_and_unknown_arguments_are_refused(method):
    arm = revolute(3)
    with pytest.raises(TypeError):
        getattr(arm, method)()
    with pytest.raises(TypeError):
        call(arm, method, *states(arm), thread=2)


@pytest.mark.parametrize("gravity", [(1, 2), 5, "x", np.zeros((5, 4)), 1j * np.ones(3), object(), [], {}])
def test_no_gravity_is_refused(gravity):
    arm = revolute(3)
    for method in ("forward_dynamics", "potential_energy"):
        with pytest.raises((ValueError, TypeError), match="`gravity`: expected"):
            call(arm, method, *states(arm, (4,)), gravity=gravity)


@pytest.mark.parametrize("external", [(1, 2), 5, "abc", np.eye(4), {"elbow": np.zeros(6)}, {0: np.zeros(5)}, {0: None}])
def test_no_action_is_refused(external):
    arm = revolute(3)
    with pytest.raises((ValueError, TypeError, KeyError), match="`external"):
        arm.forward_dynamics(*states(arm), external=external)
