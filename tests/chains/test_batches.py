"""Batches: every shape, layout and number of threads gives the same bits; samples and threads do not disturb others."""

import copy
import math
import pickle
import sys
import threading

import mpmath
import numpy as np
import pytest
from hypothesis import given
from layouts import LAYOUTS, OUTS, ArrayLike, misaligned, mixed, read_only, revolute, same_bits
from trees import SETTINGS, random_pose, size_of_torques, states, trees, wrenches

import spacelib as sl
from chain import ChainObject, LinkObject, driver
from chain import reference as ref

METHODS = ["inverse_dynamics", "bias", "gravity_torque", "joint_actions", "joint_reactions", "kinematics"]
ARGUMENTS = {"bias": 2, "gravity_torque": 1}


@pytest.fixture(scope="module")
def arm():
    return mixed()


def call(arm, method, q, qd, qdd, **options):
    """All arrays of a result as one tuple."""
    result = getattr(arm, method)(*(q, qd, qdd)[: ARGUMENTS.get(method, 3)], **options)
    if method == "joint_reactions":
        return (result.values,)
    return tuple(result) if isinstance(result, tuple) else (result,)


def one_by_one(arm, method, q, qd, qdd):
    """The same samples, each in a call of its own."""
    lead = np.broadcast_shapes(q.shape, qd.shape, qdd.shape)
    q, qd, qdd = (np.broadcast_to(x, lead) for x in (q, qd, qdd))
    results = [call(arm, method, *(np.array(x[i]) for x in (q, qd, qdd))) for i in np.ndindex(lead[:-1])]
    return [np.array(r).reshape(*lead[:-1], *r[0].shape) for r in zip(*results, strict=True)]


# shapes


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", [(), (1,), (7,), (8,), (64,), (65,), (3, 5), (1, 1, 1), (2, 1, 3), (257,)])
def test_any_batch_is_its_samples_one_by_one(arm, method, shape):
    state = states(arm, shape)
    same_bits(call(arm, method, *state), one_by_one(arm, method, *state))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_no_samples_give_no_results(arm, method, shape):
    for result in call(arm, method, *states(arm, shape)):
        assert result.shape[: len(shape)] == shape
    for result in call(arm, method, *states(arm, shape), threads=2, out=None):
        assert result.dtype == np.float64


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("q", "qd", "qdd"), [
    ((9,), (), ()), ((), (9,), ()), ((1,), (9,), (9,)), ((9, 1), (5,), ()), ((9, 1), (1, 5), (9, 5)),
    ((2, 1, 3), (4, 1), ()), ((1, 1), (4,), (1,)),
])  # fmt: skip
def test_leading_shapes_broadcast(arm, method, q, qd, qdd):
    rng = np.random.default_rng(1)
    state = [rng.uniform(-2, 2, (*shape, arm.n)) for shape in (q, qd, qdd)[: ARGUMENTS.get(method, 3)]]
    state += [np.zeros(arm.n)] * (3 - len(state))
    same_bits(call(arm, method, *state), one_by_one(arm, method, *state))


def test_gravity_and_actions_broadcast_with_the_state(arm):
    q, qd, qdd = states(arm, (4, 1))
    gravity, w = states(revolute(3), (5,))[0], wrenches(arm, (4, 1))
    external = {"link 2": w[0], 7: (w[1, 0, 0], (0, 0, 1), "link")}
    tau = arm.inverse_dynamics(q, qd, qdd, gravity=gravity, external=external)
    assert tau.shape == (4, 5, arm.n)
    for i in range(4):
        for j in range(5):
            external = {"link 2": w[0, i, 0], 7: (w[1, 0, 0], (0, 0, 1), "link")}
            single = arm.inverse_dynamics(q[i, 0], qd[i, 0], qdd[i, 0], gravity=gravity[j], external=external)
            assert np.array_equal(tau[i, j], single)


# layouts


@pytest.mark.parametrize("shape", [(67,), (4, 5)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout_and_type_of_the_inputs_do_not_matter(arm, layout, shape):
    state = np.round(states(arm, shape) * 64) / 64  # exact in float16
    given = [LAYOUTS[layout](x) for x in state]
    plain = [np.array(x, dtype=float, order="C") for x in given]
    for method in METHODS:
        for threads in (1, 2):
            same_bits(call(arm, method, *given, threads=threads), call(arm, method, *plain))
    # one of them only
    same_bits(call(arm, "inverse_dynamics", plain[0], given[1], plain[2]), call(arm, "inverse_dynamics", *plain))
    for x, y in zip(given, plain, strict=True):
        assert np.array_equal(np.asarray(x), y)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout_and_type_of_one_sample_do_not_matter(arm, layout):
    state = np.round(states(arm, (1,)) * 64) / 64
    given = [LAYOUTS[layout](x) for x in state]
    given = [x if isinstance(x, ArrayLike) else x[0] if not isinstance(x, memoryview) else x for x in given]
    plain = [np.array(x, dtype=float) for x in given]
    for method in METHODS:
        same_bits(call(arm, method, *given), call(arm, method, *plain))


# out


def widths(arm):
    n = len(arm)
    return {"joint_actions": (n, 4, 4), "joint_reactions": (n, 12)} | dict.fromkeys(METHODS[:3], (arm.n,))


@pytest.mark.parametrize("lead", [(21,), (3, 7)])
@pytest.mark.parametrize("threads", [None, 1, 3])
@pytest.mark.parametrize("kind", OUTS)
def test_out_of_any_layout_receives_the_result_and_is_returned(arm, kind, threads, lead):
    state = states(arm, lead)
    for method, core in widths(arm).items():
        out = OUTS[kind]((*lead, *core))
        result = getattr(arm, method)(*state[: ARGUMENTS.get(method, 3)], out=out, threads=threads)
        assert (result.values if method == "joint_reactions" else result) is out
        same_bits((out,), call(arm, method, *state))
    outs = tuple(OUTS[kind]((*lead, len(arm), 4, 4)) for _ in range(3))
    result = arm.kinematics(*state, out=outs, threads=threads)
    assert all(got is out for got, out in zip(result, outs, strict=True))
    same_bits(outs, call(arm, "kinematics", *state))


def test_single_sample_goes_into_out_of_any_layout(arm):
    q, qd, qdd = states(arm)
    for out in (np.zeros(arm.n), np.zeros(2 * arm.n)[::2], np.zeros(arm.n)[::-1], misaligned(np.zeros(arm.n))):
        assert arm.inverse_dynamics(q, qd, qdd, out=out) is out
        same_bits((out,), call(arm, "inverse_dynamics", q, qd, qdd))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("samples", [1, 9, 1000])
def test_out_may_be_one_of_the_inputs(arm, place, samples, threads, monkeypatch):
    monkeypatch.setattr(driver, "CHUNK", 512)
    state = list(states(arm, (samples,)))
    expected = call(arm, "inverse_dynamics", *state)
    arm.inverse_dynamics(*state, out=state[place], threads=threads)
    same_bits((state[place],), expected)


def test_out_may_be_one_of_the_inputs_of_a_single_sample(arm):
    for place in range(3):
        state = list(states(arm))
        expected = call(arm, "inverse_dynamics", *state)
        arm.inverse_dynamics(*state, out=state[place])
        same_bits((state[place],), expected)


OVERLAPS = {
    "one row later": lambda m: (m[:-1], m[1:]),
    "one row earlier": lambda m: (m[1:], m[:-1]),
    "one number later": lambda m: (m.ravel()[:-7].reshape(-1, 7), m.ravel()[1:-6].reshape(-1, 7)),
    "reversed": lambda m: (m, m[::-1]),
    "reversed columns": lambda m: (m, m[:, ::-1]),
    "every other row into the first": lambda m: (m[::2], m[: -(-len(m) // 2)]),
    "transposed": lambda m: (m[:7], m[:7].T),
    "one row serves all": lambda m: (m[5], m),
    "one row of a batch serves all": lambda m: (m[5:6], m),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("overlap", OVERLAPS)
def test_out_may_overlap_an_input_in_any_way(arm, overlap, threads, monkeypatch):
    monkeypatch.setattr(driver, "CHUNK", 512)
    memory = np.random.default_rng(2).uniform(-1, 1, (400, arm.n))
    q, out = OVERLAPS[overlap](memory)
    rows = np.atleast_2d(q)
    qd, qdd = states(arm, (len(out),))[1:]
    expected = call(arm, "inverse_dynamics", np.broadcast_to(rows.copy(), out.shape), qd, qdd)
    arm.inverse_dynamics(q, qd, qdd, out=out, threads=threads)
    same_bits((out,), expected)


def test_out_may_overlap_gravity_and_actions():
    arm = revolute(3)
    state, gravity = states(arm, (50,)), states(arm, (50,), seed=3)[0]
    expected = call(arm, "inverse_dynamics", *state, gravity=gravity)
    same_bits((arm.inverse_dynamics(*state, gravity=gravity, out=gravity),), expected)
    six = revolute(6)
    state, w = states(six, (50,)), wrenches(six, (50,))[0]
    expected = call(six, "inverse_dynamics", *state, external=w)
    same_bits((six.inverse_dynamics(*state, external=w, out=w),), expected)


def test_matrices_may_overlap_the_inputs(arm):
    memory = np.zeros((9, len(arm), 4, 4))
    q = memory.reshape(9, -1)[:, : arm.n]
    q[...] = states(arm, (9,))[0]
    _, qd, qdd = states(arm, (9,))
    expected = call(arm, "joint_actions", q.copy(), qd, qdd)
    same_bits((arm.joint_actions(q, qd, qdd, out=memory),), expected)


@pytest.mark.parametrize(("out", "error", "sentence"), [
    (np.zeros((5, 6)), ValueError, "`out`: expected shape (5, 7), got (5, 6)"),
    (np.zeros((1, 7)), ValueError, "`out`: expected shape (5, 7), got (1, 7)"),
    (np.zeros(35), ValueError, "`out`: expected shape (5, 7), got (35,)"),
    (np.zeros((5, 7), np.float32), TypeError, "`out`: expected dtype float64, got float32"),
    (np.zeros((5, 7), ">f8"), TypeError, "`out`: expected dtype float64, got >f8"),
    (np.zeros((5, 7), int), TypeError, "`out`: expected dtype float64, got int64"),
    (np.zeros((5, 7), object), TypeError, "`out`: expected dtype float64, got object"),
    ([[0.0] * 7] * 5, TypeError, "`out`: expected an array, got list"),
    ("x", TypeError, "`out`: expected an array, got str"),
    (read_only(np.zeros((5, 7))), ValueError, "`out`: expected a writeable array, got a read-only one"),
    (np.broadcast_to(np.zeros(7), (5, 7)), ValueError, "`out`: expected a writeable array, got a read-only one"),
])  # fmt: skip
def test_out_that_cannot_take_the_result_is_refused(arm, out, error, sentence):
    with pytest.raises(error) as caught:
        arm.inverse_dynamics(*states(arm, (5,)), out=out)
    assert str(caught.value) == sentence
    if isinstance(out, np.ndarray):
        assert not out.any()


# the same bits on any number of threads, in any chunks


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("samples", [1, 7, 8, 9, 63, 64, 65, 1001])
def test_threads_and_chunks_do_not_change_a_bit(arm, method, samples, monkeypatch):
    state = states(arm, (samples,))
    expected = call(arm, method, *state, threads=1)
    for threads in (2, 3, 7):
        same_bits(call(arm, method, *state, threads=threads), expected)
    for chunk in (1, 100, 1000, 10**9):
        monkeypatch.setattr(driver, "CHUNK", chunk)
        same_bits(call(arm, method, *state, threads=1), expected)
        same_bits(call(arm, method, *state, threads=3), expected)
        same_bits(call(arm, method, *(x.astype(">f8") for x in state)), expected)
    monkeypatch.setattr(driver, "PARALLEL", 1)
    same_bits(call(arm, method, *state), expected)


@pytest.mark.parametrize("n", [1, 2, 6, 7, 12, 31, 32, 33, 40, 100])
def test_chains_of_any_length_give_the_same_bits_alone_and_in_a_batch(n):
    arm = revolute(n)
    state = states(arm, (73,))
    tau = call(arm, "inverse_dynamics", *state)
    same_bits(tau, one_by_one(arm, "inverse_dynamics", *state))
    same_bits((tau[0][3:19],), call(arm, "inverse_dynamics", *(x[3:19] for x in state)))


def test_actions_give_the_same_bits_alone_and_in_a_batch(arm):
    state, w = states(arm, (73,)), wrenches(arm, (73,))
    points = np.random.default_rng(5).uniform(-1, 1, (len(arm), 3))

    def form(s):
        return {i: (w[i, s], points[i], ("base", "link")[i % 2]) for i in range(len(arm))}

    tau, PHI = (call(arm, m, *state, external=form(slice(None))) for m in ("inverse_dynamics", "joint_actions"))
    for s in range(73):
        single = [x[s] for x in state]
        same_bits((tau[0][s],), call(arm, "inverse_dynamics", *single, external=form(s)))
        same_bits((PHI[0][s],), call(arm, "joint_actions", *single, external=form(s)))
    same_bits(tau, call(arm, "inverse_dynamics", *state, external=form(slice(None)), threads=3))


# NaN, infinities, huge angles


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324])
def test_one_strange_sample_leaves_all_others_as_they_are(arm, method, value):
    good = states(arm, (67,))
    expected = call(arm, method, *good)
    for place in range(ARGUMENTS.get(method, 3)):
        for sample in (0, 13, 66):
            bad = good.copy()
            bad[place, sample] = value
            results = call(arm, method, *bad)
            others = np.delete(np.arange(67), sample)
            same_bits([r[others] for r in results], [r[others] for r in expected])
            if np.isnan(value) and method != "kinematics":
                assert np.isnan(results[0][sample]).any()


def test_nan_in_gravity_or_an_action_stays_in_its_sample(arm):
    state, gravity = states(arm, (20,)), np.tile(arm.gravity, (20, 1))
    w = np.zeros((20, 6))
    gravity[4], w[9] = np.nan, np.nan
    tau = arm.inverse_dynamics(*state, gravity=gravity, external={2: w})
    assert np.isnan(tau).any(axis=-1).nonzero()[0].tolist() == [4, 9]


def test_nan_of_one_branch_reaches_only_the_joints_that_carry_it(arm):
    q, qd, qdd = states(arm)
    qdd[-1] = np.nan  # the last link of the second root
    assert np.isnan(arm.inverse_dynamics(q, qd, qdd)).tolist() == [False] * 4 + [True] * 3


@pytest.mark.parametrize("scale", [1e5, 1e8, 1e15, 1e300])
def test_huge_angles_have_the_torques_of_their_exact_sines(scale):
    arm = revolute(6)
    q = np.random.default_rng(4).uniform(-1, 1, (13, 6)) * scale
    _, qd, qdd = states(arm, (13,))
    tau, M = arm.inverse_dynamics(q, qd, qdd), arm.kinematics(q).M
    for k in range(13):
        state = q[k], qd[k], qdd[k]
        expected = ref.inverse_dynamics(ref.bodies(arm), *state, arm.gravity)
        assert np.abs(tau[k] - expected).max() <= 1e-13 * size_of_torques(arm, *state)
        assert np.abs(M[k] - ref.kinematics(ref.bodies(arm), *state).M).max() <= 1e-14
        assert np.array_equal(tau[k], arm.inverse_dynamics(*state))


def angles_near_multiples_of_quarter_turns(rng, count):
    k = rng.integers(-(10**6), 10**6, count)
    with mpmath.workdps(60):
        x = np.array([float(int(i) * mpmath.pi / 2) for i in k])
    return x + x * rng.choice([0.0, 1e-15, -1e-12, 1e-9], count)


ANGLES = {
    "small": lambda rng, n: rng.uniform(-1, 1, n) * 10.0 ** rng.uniform(-300, 0, n),
    "a few turns": lambda rng, n: rng.uniform(-20, 20, n),
    "many turns": lambda rng, n: rng.uniform(-1, 1, n) * 10.0 ** rng.uniform(1, 15, n),
    "huge": lambda rng, n: rng.uniform(-1, 1, n) * 10.0 ** rng.uniform(15, 308, n),
    "near quarter turns": angles_near_multiples_of_quarter_turns,
}


@pytest.mark.parametrize("kind", ANGLES)
def test_sines_and_cosines_are_right_to_the_last_place(kind):
    angles = ANGLES[kind](np.random.default_rng(6), 3000)
    R = sl.rotat2(sl.Z, angles)
    with mpmath.workdps(400):
        exact = [(mpmath.cos(mpmath.mpf(x)), mpmath.sin(mpmath.mpf(x))) for x in angles.tolist()]
        for got, pair in ((R[:, 0, 0], 0), (R[:, 1, 0], 1)):
            ulps = [
                abs(mpmath.mpf(g) - e[pair]) / mpmath.mpf(np.spacing(abs(float(e[pair]))))
                for g, e in zip(got.tolist(), exact, strict=True)
            ]
            assert max(ulps) <= 1.0
    assert np.array_equal(R[7], sl.rotat2(sl.Z, angles[7]))


def test_the_angle_nearest_to_a_quarter_turn_of_all_is_as_good_as_the_c_library_makes_it():
    angle = 6381956970095103.0 * 2.0**797
    cosine = sl.rotat2(sl.Z, np.array([1.0, angle, 2.0]))[1, 0, 0]
    assert abs(cosine - -4.68716592425462761112e-19) <= 2 * abs(math.cos(angle) - -4.68716592425462761112e-19) + 1e-34


# threads


def test_other_python_threads_run_during_a_call():
    """With a switch interval of an hour nobody else gets the interpreter, unless the call gives it up."""
    arm, seen, go = revolute(6), [], threading.Event()
    state = states(arm, (200_000,))
    out = np.empty((200_000, 6))
    interval = sys.getswitchinterval()
    other = threading.Thread(target=lambda: (go.wait(), seen.append(True)))
    other.start()
    try:
        for method in ("inverse_dynamics", "kinematics"):
            sys.setswitchinterval(3600.0)
            go.set()
            call(arm, method, *state, threads=1, **({"out": out} if method == "inverse_dynamics" else {}))
            happened = bool(seen)
            sys.setswitchinterval(interval)
            assert happened
            other.join()
            seen, go = [], threading.Event()
            other = threading.Thread(target=lambda seen=seen, go=go: (go.wait(), seen.append(True)))
            other.start()
    finally:
        sys.setswitchinterval(interval)
        go.set()
        other.join()


@pytest.mark.parametrize("method", METHODS)
def test_threads_that_call_one_chain_get_the_serial_results(method):
    arm, states_of = mixed(), [states(mixed(), (k + 1,), seed=k) for k in range(40)]
    expected = [call(mixed(), method, *state) for state in states_of]
    barrier, wrong = threading.Barrier(8), []

    def work(first):
        barrier.wait()  # the first calls build the constants, all at once
        for k in range(first, first + 80):
            result = call(arm, method, *states_of[k % 40], threads=1 + k % 2)
            if any(a.tobytes() != b.tobytes() for a, b in zip(result, expected[k % 40], strict=True)):
                wrong.append(k)

    workers = [threading.Thread(target=work, args=(5 * i,)) for i in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def test_a_link_that_changes_between_calls_of_many_threads_gives_old_or_new_torques():
    arm, state = revolute(4), states(revolute(4), (9,))
    torques = []
    for mass in (1.0, 2.0):
        arm[2].mass = mass
        torques.append(arm.inverse_dynamics(*state).tobytes())
    stop, strange = threading.Event(), []

    def ask():
        while not stop.is_set():
            if arm.inverse_dynamics(*state).tobytes() not in torques:
                strange.append(1)

    askers = [threading.Thread(target=ask) for _ in range(4)]
    for asker in askers:
        asker.start()
    for k in range(300):
        arm[2].mass = 1.0 + k % 2
    stop.set()
    for asker in askers:
        asker.join()
    assert not strange
    assert arm.inverse_dynamics(*state).tobytes() == torques[1]


def test_a_change_while_the_constants_are_made_is_noticed(monkeypatch):
    from chain import chain as module

    arm, state = revolute(2), states(revolute(2))
    make, heavy = module.build, revolute(2)
    heavy[0].mass = 50.0

    def slow(links, *rest):
        model = make(links, *rest)
        links[0].mass = 50.0  # by another thread, meanwhile
        return model

    monkeypatch.setattr(module, "build", slow)
    arm.inverse_dynamics(*state)
    monkeypatch.setattr(module, "build", make)
    same_bits((arm.inverse_dynamics(*state),), (heavy.inverse_dynamics(*state),))


def test_errors_of_a_thread_reach_the_caller(arm, monkeypatch):
    monkeypatch.setattr(driver, "CHUNK", 80)

    def fail(*arguments):
        raise MemoryError("no memory for the workspace")

    batch = driver.Batch(1)
    batch.take(np.zeros((1000, 2)), "q", 2)
    batch.settle()
    for threads in (1, 4):
        with pytest.raises(MemoryError, match="no memory for the workspace"):
            batch.run(fail, threads)
    assert threading.active_count() < 4


# chains notice


CHANGES = {
    "mass": 3.0, "cog": (0.1, 0.2, 0.3), "inertia": (0.5, 0.6, 0.7), "a": 0.7, "d": -0.3, "b": 0.2, "theta": 1.0,
    "alpha": 0.4, "convention": "modified", "viscous": 1.0, "coulomb": 2.0, "stiffness": 3.0, "rotor": 0.5,
    "jtype": "P", "parent": 0,
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_link_changes_every_chain_that_holds_it(name):
    links, state = revolute(4).links, states(revolute(4))
    chains = [ChainObject(links), ChainObject(links, gravity=(0, 0, -1.6))]
    before = [chain.inverse_dynamics(*state) for chain in chains]
    setattr(links[2], name, CHANGES[name])
    for chain, old in zip(chains, before, strict=True):
        now = chain.inverse_dynamics(*state)
        assert not np.array_equal(now, old)
        fresh = ChainObject([link.copy() for link in links], gravity=chain.gravity)
        same_bits((now,), (fresh.inverse_dynamics(*state),))
        same_bits((chain.joint_actions(*state),), (fresh.joint_actions(*state),))


def test_a_joint_that_becomes_fixed_takes_its_variable_along():
    arm = revolute(3)
    arm.inverse_dynamics(*states(arm))
    arm[1].jtype = "F"
    assert (arm.n, arm.joint_names) == (2, ["joint1", "joint3"])
    assert arm.inverse_dynamics(*states(arm)).shape == (2,)
    with pytest.raises(ValueError, match=r"`q`: expected shape \(..., 2\), got \(3,\)"):
        arm.inverse_dynamics(np.zeros(3), np.zeros(3), np.zeros(3))


def test_gravity_base_and_links_can_be_replaced():
    arm, state = revolute(3), states(revolute(3))
    arm.inverse_dynamics(*state)
    arm.gravity = (1, 2, 3)
    same_bits((arm.inverse_dynamics(*state),), (revolute(3, gravity=(1, 2, 3)).inverse_dynamics(*state),))
    arm.base = random_pose(np.random.default_rng(1))
    other = revolute(3, gravity=(1, 2, 3), base=arm.base)
    same_bits((arm.inverse_dynamics(*state),), (other.inverse_dynamics(*state),))
    arm[1] = LinkObject("P", mass=2.0)
    expected = ChainObject([arm[0], LinkObject("P", mass=2.0), arm[2]], gravity=arm.gravity, base=arm.base)
    same_bits((arm.inverse_dynamics(*state),), (expected.inverse_dynamics(*state),))
    arm.links = arm.links[:2]
    assert arm.n == 2


def test_a_change_that_is_refused_changes_nothing():
    arm, state = revolute(3), states(revolute(3))
    before = arm.inverse_dynamics(*state)
    for change in ({"mass": -1.0}, {"mass": 5.0, "inertia": (1, 1, 9)}, {"a": 3.0, "cog": "x"}):
        with pytest.raises((ValueError, TypeError)):
            arm[1].update(**change)
        same_bits((arm.inverse_dynamics(*state),), (before,))
    assert arm == revolute(3)


def test_arrays_of_links_and_chains_cannot_be_changed_behind_their_backs():
    arm = mixed()
    arrays = [arm.gravity, arm.base]
    arrays += [getattr(arm[0], x) for x in ("placement", "axis", "cog", "inertia", "origin", "J", "before", "after")]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0
    given = np.eye(4)
    link = LinkObject("R", placement=given)
    given[0, 3] = 5.0
    assert link.placement[0, 3] == 0.0


# copies


COPIES = {
    "pickle": lambda x: pickle.loads(pickle.dumps(x)),
    "pickle 2": lambda x: pickle.loads(pickle.dumps(x, 2)),
    "copy method": lambda x: x.copy(),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


@pytest.mark.parametrize("way", COPIES)
def test_copies_of_chains_are_equal_and_give_the_same_bits(way):
    arm = mixed()
    arm.tool, arm.file_external = random_pose(np.random.default_rng(0)), np.ones((2, 6))
    again, state = COPIES[way](arm), states(arm, (9,))
    assert again == arm
    assert repr(again) == repr(arm)
    assert np.array_equal(again.file_external, arm.file_external)
    for method in METHODS:
        same_bits(call(again, method, *state), call(arm, method, *state))
    if way != "copy":
        again[0].mass += 1.0
        assert again != arm
        assert arm[0].mass == mixed()[0].mass


@pytest.mark.parametrize("way", COPIES)
def test_copies_of_links_are_equal_and_belong_to_no_chain(way):
    arm = mixed()
    for link in arm:
        again = COPIES[way](link)
        assert again == link
        assert repr(again) == repr(link)
        again.mass += 1.0
        assert again != link
    assert arm == mixed()


@SETTINGS
@given(trees(least=0))
def test_any_tree_survives_pickling(arm):
    again = pickle.loads(pickle.dumps(arm))
    assert again == arm
    same_bits(call(again, "inverse_dynamics", *states(arm)), call(arm, "inverse_dynamics", *states(arm)))


def test_a_chain_used_before_pickling_takes_no_scratch_along():
    arm = revolute(6)
    size = len(pickle.dumps(arm))
    arm.inverse_dynamics(*states(arm, (1000,)))
    assert len(pickle.dumps(arm)) == size


def test_links_made_from_joint_vectors_survive_pickling():
    first = LinkObject.from_joint_vectors("R", lower=(-0.25, 0, 0), upper=(0.25, 0, 0), mass=1.0)
    again = pickle.loads(pickle.dumps(first))
    assert again == first
    assert LinkObject.from_joint_vectors("R", lower=(-0.2, 0, 0), previous=again).position(0.0)[0, 3] == 0.45


def test_links_without_validation_stay_so_in_copies():
    link = LinkObject("R", mass=1.0, inertia=(1, 1, 9), validate=False)
    for way in COPIES.values():
        assert way(link) == link


def test_chains_differ_when_anything_differs():
    arm = mixed()
    for name, value in {"gravity": (0, 0, 1), "base": None, "tool": np.eye(4), "name": "other"}.items():
        other = mixed()
        setattr(other, name, value)
        assert other != arm
    other = mixed()
    other[4].parent = 2
    assert other != arm
    assert mixed()[:4] != mixed()
    assert arm != "mixed"
    assert arm[0] != 5


def test_chains_and_links_cannot_be_hashed_because_they_change():
    for x in (mixed(), mixed()[0]):
        with pytest.raises(TypeError, match="unhashable"):
            hash(x)


def test_chains_print_as_a_table_with_a_row_per_link():
    arm = mixed()
    text = repr(arm)
    assert text.startswith("ChainObject 'mixed': 8 links, 7 joint variables")
    for link in arm:
        assert any(link.name in line and link.kind.name in line for line in text.splitlines())
    assert "screw" in repr(arm[2])
    assert "link 2" in repr(arm[2])


def test_chains_are_sequences_of_links():
    arm = mixed()
    assert len(arm) == len(list(arm)) == 8
    assert arm[-1] is arm[7] is arm["link 7"] is arm[np.int64(7)]
    assert arm.index("link 3") == 3
    assert arm.parents == (-1, 0, 1, 1, 3, -1, 5, 6)
    assert arm.ends == [2, 4, 7]
    part = arm[1:4]
    assert part.parents == (-1, 0, 0)
    assert part[0] is not arm[1]
