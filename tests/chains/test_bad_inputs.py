"""Bad arguments: one sentence with the argument, what was expected and what came; never a crash or half a change."""

import copy
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from trees import random_body, states

import chain as package
from chain import ChainObject, CheckError, CheckReport, InertiaWarning, LinkObject
from chain.kernels import inverse, matrices
from chain.kernels.model import BODY, LINK, Model

PACKAGES = Path(package.__file__).parent.parent
NAN, INF = float("nan"), float("inf")
EYE = np.eye(4)


def refused(call, name):
    """The sentence with which `call` is refused, which names the argument and says what was expected."""
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    sentence = str(caught.value)
    assert f"`{name}" in sentence
    assert "expected" in sentence
    return sentence


@pytest.fixture
def arm():
    rng = np.random.default_rng(0)
    links = [LinkObject(k, a=0.3, alpha=0.4, name=f"link {i}", **random_body(rng)) for i, k in enumerate("RPR")]
    return ChainObject(links)


# links

NUMBERS = [
    "theta", "d", "b", "a", "alpha", "pitch", "mass", "viscous", "coulomb", "coulomb_speed", "stiffness", "rest",
    "rotor",
]  # fmt: skip
NO_NUMBERS = [
    None, "x", "1.0", b"1", 1j, NAN, INF, -INF, 10**400, [1, 2], (), [[1]], {}, object(), np.zeros(2),
    np.datetime64("2020-01-01"), [None], range(3), lambda: 1.0,
]  # fmt: skip
NO_VECTORS = [
    None, "xyz", 5, (1, 2), (1, 2, 3, 4), (1, 2, NAN), (1, 2, INF), [[1, 2, 3]], [(1,), (2, 3)], {1, 2, 3}, object(),
    (1, 2j, 3), ("a", "b", "c"), (None, 0, 0), np.zeros(0), np.zeros((3, 1)),
]  # fmt: skip
NO_POSES = [
    5, "x", np.eye(3), np.zeros((4, 4)), np.diag([1, 1, -1, 1]), np.diag([2, 1, 1, 1]), NAN * EYE, EYE[None],
    np.ones((4, 4)), object(), 1j * EYE, [[1, 2], [3]], np.diag([1, 1, 1, 2]), EYE + 1e-5, EYE[:3],
    np.full((4, 4), INF),
]  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_no_number_is_refused_where_a_number_is_due(name):
    link = LinkObject("R", mass=1.0)
    for value in NO_NUMBERS:
        refused(lambda value=value: LinkObject("R", **{name: value}), name)
        refused(lambda value=value: setattr(link, name, value), name)
        refused(lambda value=value: link.update(**{name: value}), name)
    assert link == LinkObject("R", mass=1.0)


@pytest.mark.parametrize("name", ["mass", "viscous", "coulomb", "stiffness", "rotor", "coulomb_speed"])
def test_negative_numbers_are_refused_where_they_make_no_sense(name):
    assert "got -1" in refused(lambda: LinkObject("R", **{name: -1.0}), name)


def test_coulomb_speed_zero_is_refused():
    assert refused(lambda: LinkObject("R", coulomb_speed=0.0), "coulomb_speed").endswith("more than zero, got 0.0")


@pytest.mark.parametrize("name", ["cog", "axis", "origin"])
def test_no_vector_is_refused_where_a_vector_is_due(name):
    for value in NO_VECTORS:
        refused(lambda value=value: LinkObject("R", placement=EYE, **{name: value}), name)


@pytest.mark.parametrize("name", ["lower", "upper", "axis_lower", "axis_upper"])
def test_no_vector_is_refused_in_joint_vectors(name):
    for value in NO_VECTORS:
        refused(lambda value=value: LinkObject.from_joint_vectors("R", **{"lower": (0, 0, 0), name: value}), name)


def test_axes_without_direction_are_refused():
    assert "zeros" in refused(lambda: LinkObject("R", placement=EYE, axis=(0, 0, 0)), "axis")
    zero = (0, 0, 0)
    assert "zeros" in refused(lambda: LinkObject.from_joint_vectors("R", lower=zero, axis_lower=zero), "axis_lower")


@pytest.mark.parametrize("value", NO_POSES)
def test_no_position_matrix_is_refused(value):
    refused(lambda: LinkObject("R", placement=value), "placement")
    refused(lambda: ChainObject([], base=value), "base")
    refused(lambda: ChainObject([], tool=value), "tool")


@pytest.mark.parametrize("value", [
    5, "x", np.eye(2), np.eye(4), NAN * np.eye(3), [[1, 2], [3]], np.triu(np.ones((3, 3))), np.eye(3)[None], object(),
    (1, 2), 1j * np.eye(3), (), {}, INF * np.ones((3, 3)), (1, NAN, 1),
])  # fmt: skip
def test_no_tensor_is_refused(value):
    refused(lambda: LinkObject("R", mass=1.0, inertia=value), "inertia")


@pytest.mark.parametrize("body", [
    {"mass": 1.0, "inertia": (1, 1, 3)}, {"mass": 1.0, "inertia": -np.eye(3)}, {"mass": -1.0},
    {"inertia": (1.0, 1.0, 2.0 + 1e-6)},
])  # fmt: skip
def test_bodies_that_cannot_be_are_refused_by_the_name_of_their_link(body):
    with pytest.raises(ValueError, match="link 'elbow'"):
        LinkObject("R", name="elbow", **body)
    link = LinkObject("R", name="elbow", **body, validate=False)
    assert link.inertia_defect()
    assert copy.deepcopy(link) == link


def test_inertia_at_the_edge_of_what_can_be_is_taken():
    for inertia in ((1, 1, 2), (0, 1, 1), (0, 0, 0), (1.0, 1.0, 2.0 + 1e-10)):
        assert LinkObject("R", mass=1.0, inertia=inertia).inertia_defect() is None


@pytest.mark.parametrize("value", [
    "X", "r", "", None, 2, -1, True, 1.0, ["R"], object(), b"R", "RR", np.array(["R"]), NAN,
])  # fmt: skip
def test_no_joint_is_refused(value):
    refused(lambda: LinkObject(value), "jtype")


@pytest.mark.parametrize("name", ["name", "joint", "convention"])
def test_no_text_is_refused_where_a_text_is_due(name):
    for value in (5, "", b"x", ["a"], object(), 1.5, np.array(["a", "b"])):
        refused(lambda value=value: LinkObject("R", **{name: value}), name)


def test_no_parent_is_refused():
    for value in (1.5, -2, True, [0], object(), b"a", NAN, np.int64(-5), 10**30):
        refused(lambda value=value: ChainObject([LinkObject("R", parent=value)]), "parent")


@pytest.mark.parametrize("options", [
    {"theta": 1.0}, {"d": 1.0}, {"b": 1.0}, {"a": 1.0}, {"alpha": 1.0}, {"convention": "modified"},
])  # fmt: skip
def test_denavit_hartenberg_parameters_are_refused_beside_a_placement(options):
    refused(lambda: LinkObject("R", placement=EYE, **options), next(iter(options)))


@pytest.mark.parametrize("options", [{"axis": (1, 0, 0)}, {"origin": (1, 0, 0)}])
def test_axis_and_origin_are_refused_without_a_placement(options):
    assert "`placement`" in refused(lambda: LinkObject("R", **options), next(iter(options)))


@pytest.mark.parametrize("J", [
    5, "x", np.eye(3), EYE[None], NAN * EYE, np.full((4, 4), INF), np.triu(np.ones((4, 4))), object(), None, [[1]],
    np.diag([1.0, 0, 0, 1])[[3, 1, 2, 0]],
])  # fmt: skip
def test_no_pseudo_inertia_is_refused(J):
    refused(lambda: LinkObject.from_J("R", J), "J")


@pytest.mark.parametrize("value", [
    5, "x", (0, 0, 0), ((0, 0, 0),), ((0, 0, 0), (0, 0, 0)), ((0, 0), (0, 0, 1)), LinkObject("R"), [1, 2], object(),
    ((0, 0, 0), (0, 0, 1), 1), {},
])  # fmt: skip
def test_no_previous_link_is_refused(value):
    refused(lambda: LinkObject.from_joint_vectors("R", lower=(0, 0, 0), previous=value), "previous")


@pytest.mark.parametrize("value", [
    5, "x", EYE, np.diag([2, 2, 1]), np.diag([1, -1, -1]), NAN * np.eye(3), np.eye(3)[None], object(),
    np.diag([1, -1, 1]),
])  # fmt: skip
def test_no_rotation_is_refused(value):
    refused(lambda: LinkObject.from_joint_vectors("R", lower=(0, 0, 0), rotation=value), "rotation")


def test_unknown_arguments_are_refused():
    with pytest.raises(TypeError, match="massa"):
        LinkObject("R", massa=1.0)
    refused(lambda: LinkObject("R").update(massa=1.0), "massa")
    refused(lambda: LinkObject("R").update(validate=False), "validate")
    with pytest.raises(TypeError):
        LinkObject("R", 0.5)


def test_what_can_only_be_read_cannot_be_written_or_deleted():
    link, arm = LinkObject("R", mass=1.0), ChainObject([LinkObject("R")])
    for thing, name in ((link, "J"), (link, "before"), (link, "kind"), (arm, "n"), (arm, "nq"), (arm, "parents")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 5)
    for thing, name in ((link, "mass"), (link, "jtype"), (arm, "links"), (arm, "gravity"), (arm, "base")):
        with pytest.raises(AttributeError):
            delattr(thing, name)
    with pytest.raises((TypeError, AttributeError)):
        del arm[0]
    assert link.mass == 1.0
    assert arm.n == 1


# chains


@pytest.mark.parametrize("value", [5, None, "ab", [1], [LinkObject("R"), 5], {1: 2}, LinkObject("R"), object(), [None]])
def test_no_links_are_refused(value, arm):
    refused(lambda: ChainObject(value), "links")
    refused(lambda: setattr(arm, "links", value), "links")
    assert len(arm) == 3


def test_one_link_at_two_places_is_refused(arm):
    link = LinkObject("R")
    assert "link.copy()" in refused(lambda: ChainObject([link, link]), "links[1]")
    with pytest.raises(ValueError, match=r"`links\[2\]`"):
        arm[2] = arm[0]
    assert arm[2] is not arm[0]


@pytest.mark.parametrize(("links", "sentence"), [
    ([{"parent": 0}], "link 0: expected `parent` to be a link before it, got 0"),
    ([{}, {"parent": 1}], "link 1: expected `parent` to be a link before it, got 1"),
    ([{}, {"parent": 7}], "link 1: expected `parent` to be a link before it, got 7"),
    ([{"parent": "b"}, {"name": "b"}], "link 0: expected `parent` to be the name of a link before it, got 'b'"),
    ([{"name": "a", "parent": "a"}], "link 0 ('a'): expected `parent` to be the name of a link before it, got 'a'"),
    ([{"name": "a", "parent": "b"}, {"name": "b", "parent": "a"}], "link 0 ('a'): expected `parent` to be the name of"),
    ([{"parent": "nobody"}], "got 'nobody'"),
    ([{"name": "a"}, {"name": "a"}], "link 1 ('a'): expected a name of its own, got that of link 0"),
    ([{"joint": "a"}, {"joint": "a"}], "joint 'a': expected names that differ, got it twice"),
    ([{"joint": "joint2"}, {}], "joint 'joint2': expected names that differ, got it twice"),
])  # fmt: skip
def test_no_tree_is_refused(links, sentence):
    with pytest.raises(ValueError) as caught:
        ChainObject([LinkObject("R", **options) for options in links])
    assert sentence in str(caught.value)


def test_a_parent_that_makes_no_tree_is_told_at_the_next_call_and_can_be_put_right(arm):
    state = states(arm)
    before = arm.inverse_dynamics(*state)
    arm[0].parent = 2
    with pytest.raises(ValueError, match="link 0 \\('link 0'\\): expected `parent` to be a link before it, got 2"):
        arm.inverse_dynamics(*state)
    arm[0].parent = None
    assert np.array_equal(arm.inverse_dynamics(*state), before)


def test_gravity_that_is_no_vector_is_refused(arm):
    for value in NO_VECTORS:
        refused(lambda value=value: ChainObject([], gravity=value), "gravity")
        refused(lambda value=value: setattr(arm, "gravity", value), "gravity")
    assert arm.gravity.tolist() == [0.0, 0.0, -9.81]


@pytest.mark.parametrize("key", [3, -4, 10**30])
def test_indices_beyond_the_chain_are_refused(arm, key):
    with pytest.raises(IndexError, match="the chain has 3"):
        arm[key]
    with pytest.raises(IndexError):
        arm[key] = LinkObject("R")


def test_unknown_names_are_refused_and_known_ones_told(arm):
    with pytest.raises(KeyError, match="'link 1'"):
        arm["elbow"]


@pytest.mark.parametrize("key", [1.5, None, True, (0, 1), object(), b"link 0", [0], Ellipsis])
def test_no_index_is_refused(arm, key):
    with pytest.raises(TypeError, match="expected the index or name of a link"):
        arm[key]


def test_slices_backwards_are_refused(arm):
    with pytest.raises(ValueError, match="increasing"):
        arm[::-1]
    with pytest.raises((TypeError, ValueError)):
        arm["a":"b"]
    with pytest.raises(TypeError):
        arm[0:2] = [LinkObject("R")]
    assert len(arm[5:]) == 0


def test_no_link_is_refused_as_a_replacement(arm):
    for value in (5, None, "R", arm):
        with pytest.raises(TypeError, match=r"`links\[1\]`: expected a LinkObject"):
            arm[1] = value
    assert arm[1].jtype == "P"


def test_no_text_is_refused_as_the_name_of_a_chain():
    for value in (5, b"x", ["a"], object()):
        refused(lambda value=value: ChainObject([], name=value), "name")


# states

METHODS = {
    "inverse_dynamics": 3, "bias": 2, "gravity_torque": 1, "joint_actions": 3, "joint_reactions": 3, "kinematics": 3,
}  # fmt: skip
ACTING = ("inverse_dynamics", "joint_actions", "joint_reactions")
NO_STATES = [
    "abc", 5, None, [], (1, 2), (1, 2, 3, 4), np.zeros((3, 4)), np.zeros((0, 4)), [[1, 2, 3], [1, 2]], 1j * np.ones(3),
    object(), {}, ["a", "b", "c"], np.zeros(3, "M8[s]"), np.zeros(3, object), [None] * 3, b"abc", {1, 2, 3},
    np.zeros(3, "f8,f8"),
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_no_state_is_refused(arm, method, place):
    if place >= METHODS[method]:
        return
    for lead in ((), (5,)):
        for value in NO_STATES:
            if value is None and method == "kinematics" and place:
                continue
            state = list(states(arm, lead))[: METHODS[method]]
            state[place] = value
            refused(lambda state=state: getattr(arm, method)(*state), ("q", "qd", "qdd")[place])


@pytest.mark.parametrize("method", METHODS)
def test_shapes_that_do_not_broadcast_are_refused_with_their_names(arm, method):
    state = [np.zeros((4 + k, 3)) for k in range(METHODS[method])]
    if len(state) > 1:
        with pytest.raises(ValueError, match=r"leading shapes do not broadcast: `q` \(4,\), `qd` \(5,\)"):
            getattr(arm, method)(*state)


@pytest.mark.parametrize("method", METHODS)
def test_missing_and_unknown_arguments_are_refused(arm, method):
    state = [np.zeros(3)] * METHODS[method]
    with pytest.raises(TypeError):
        getattr(arm, method)()
    with pytest.raises(TypeError):
        getattr(arm, method)(*state, np.zeros(3), None)
    with pytest.raises(TypeError):
        getattr(arm, method)(*state, thread=2)


def test_accelerations_without_velocities_are_refused(arm):
    refused(lambda: arm.kinematics(np.zeros(3), qdd=np.zeros(3)), "qd")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("value", [0, -1, "2", 1.5, [2], object(), 10**30, NAN, b"2"])
def test_no_number_of_threads_is_refused(arm, method, value):
    for lead in ((), (3,), (100,)):
        state = states(arm, lead)[: METHODS[method]]
        refused(lambda state=state: getattr(arm, method)(*state, threads=value), "threads")


def test_more_threads_than_samples_do_no_harm(arm):
    state = states(arm, (9,))
    assert np.array_equal(arm.inverse_dynamics(*state, threads=500), arm.inverse_dynamics(*state))
    assert threading.active_count() < 50


@pytest.mark.parametrize("value", [
    (1, 2), 5, "x", np.zeros((5, 4)), [[1, 2], [3]], 1j * np.ones(3), object(), {}, [], ("a", "b", "c"),
])  # fmt: skip
def test_no_gravity_is_refused(arm, value):
    for method, count in METHODS.items():
        if method != "kinematics":
            refused(lambda m=method, c=count: getattr(arm, m)(*states(arm, (4,))[:c], gravity=value), "gravity")


def test_gravity_of_another_number_of_samples_is_refused(arm):
    with pytest.raises(ValueError, match=r"`q` \(4,\), .*`gravity` \(5,\)"):
        arm.inverse_dynamics(*states(arm, (4,)), gravity=np.zeros((5, 3)))


@pytest.mark.parametrize("value", ["tool", "", None, 5, object(), ["base"], b"base"])
def test_no_frame_is_refused(arm, value):
    refused(lambda: arm.joint_reactions(*states(arm), frame=value), "frame")


@pytest.mark.parametrize("value", [5, "abc", (None, None), [None] * 4, {}, object(), np.zeros((3, 3, 4, 4))])
def test_out_of_kinematics_that_is_no_triple_is_refused(arm, value):
    refused(lambda: arm.kinematics(*states(arm), out=value), "out")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_out_of_kinematics_is_named_by_its_letter(arm, place):
    out = [None] * 3
    out[place] = np.zeros((2, 4, 4))
    letter = "MWH"[place]
    assert refused(lambda: arm.kinematics(*states(arm), out=tuple(out)), f"out, {letter}").endswith("got (2, 4, 4)")


def test_out_of_another_chain_is_refused(arm):
    other = ChainObject([LinkObject("R") for _ in range(5)])
    refused(lambda: arm.inverse_dynamics(*states(arm, (4,)), out=other.inverse_dynamics(*states(other, (4,)))), "out")
    refused(lambda: arm.joint_actions(*states(arm), out=other.joint_actions(*states(other))), "out")
    refused(lambda: arm.joint_reactions(*states(arm), out=other.joint_reactions(*states(other)).values), "out")


# external actions

NO_ACTIONS = [
    (1, 2), 5, "abc", np.eye(4), np.zeros((2, 4, 4)), np.ones((3, 4, 4)), [[1, 2], [3]], object(), [], 1j * np.ones(6),
    {"elbow": np.zeros(6)}, {7: np.zeros(6)}, {-4: np.zeros(6)}, {1.5: np.zeros(6)}, {True: np.zeros(6)},
    {None: np.zeros(6)}, {(0, 1): np.zeros(6)}, {0: np.zeros(5)}, {0: None}, {0: "abcdef"}, {0: object()}, {0: {}},
    {0: (np.zeros(6), (0, 0, 0), "tool")}, {0: (np.zeros(6), (0, 0), "link")}, {0: (np.zeros(6), (0, 0, 0))},
    {0: (np.zeros(5), (0, 0, 0), "link")}, {0: (np.zeros(6), np.zeros((2, 3)), "base")},
    {0: (np.zeros(6), "abc", "base")}, {0: (np.zeros(6), (0, 0, 0), 5)}, {0: (np.zeros(6), None, "base")}, {0: ()},
    {0: [[1], [2, 3]]},
]  # fmt: skip


@pytest.mark.parametrize("value", NO_ACTIONS, ids=range(len(NO_ACTIONS)))
def test_no_action_is_refused(arm, value):
    for method in ACTING:
        for lead in ((), (4,)):
            with pytest.raises((ValueError, TypeError, KeyError, IndexError)) as caught:
                getattr(arm, method)(*states(arm, lead), external=value)
            assert "`external" in str(caught.value)


def test_actions_of_another_number_of_samples_are_refused(arm):
    w, PHI = np.zeros((5, 6)), np.zeros((5, 3, 4, 4))
    PHI[..., 0, 3], PHI[..., 3, 0] = 1.0, -1.0
    for value in (w, {0: w}, PHI, {2: (w, (0, 0, 0), "link")}):
        with pytest.raises(ValueError, match=r"leading shapes do not broadcast.*external"):
            arm.inverse_dynamics(*states(arm, (4,)), external=value)


def test_six_numbers_are_refused_on_a_tree_with_two_ends():
    arm = ChainObject([LinkObject("R"), LinkObject("R"), LinkObject("R", placement=EYE, parent=0)])
    assert "2 ends" in refused(lambda: arm.inverse_dynamics(*states(arm), external=np.zeros(6)), "external")
    assert "0 ends" in refused(lambda: ChainObject([]).inverse_dynamics([], [], [], external=np.zeros(6)), "external")


def test_the_same_link_by_number_and_by_name_feels_both_actions(arm):
    state, w = states(arm), np.arange(6.0)
    twice = arm.inverse_dynamics(*state, external={1: w, "link 1": w, -2: w})
    assert np.allclose(twice, arm.inverse_dynamics(*state, external={1: 3 * w}), rtol=0, atol=1e-12)


def test_nan_in_an_action_gives_nan_and_no_warning(arm):
    for value in (NAN, INF):
        PHI = np.zeros((3, 4, 4))
        PHI[2, 0, 3], PHI[2, 3, 0] = value, -value
        for external in (np.full(6, value), {0: np.full(6, value)}, PHI):
            assert not np.isfinite(arm.inverse_dynamics(*states(arm), external=external)).all()


# check


def test_check_refuses_what_the_methods_refuse(arm):
    q, qd, qdd = states(arm)
    refused(lambda: arm.check(np.zeros(6), np.zeros(6), np.zeros(6)), "q")
    refused(lambda: arm.check(np.zeros(4), qd, qdd), "q")
    refused(lambda: arm.check(q, "abc", qdd), "qd")
    with pytest.raises(ValueError, match="leading shapes do not broadcast"):
        arm.check(np.zeros((4, 3)), np.zeros((5, 3)), qdd)


def test_check_tells_what_disagrees(arm, monkeypatch):
    q, qd, qdd = states(arm, (5,))
    right = ChainObject.joint_actions
    monkeypatch.setattr(ChainObject, "joint_actions", lambda *a, **k: 1.001 * right(*a, **k))
    with pytest.raises(CheckError, match=r"PHI.*expected agreement to 1e-09, got 0\.00") as caught:
        arm.check(q, qd, qdd)
    assert caught.value.report.worst > 1e-4
    assert arm.check(q, qd, qdd, tol=0.1).samples == 5


def test_check_does_not_pass_over_nan(arm):
    q, qd, qdd = states(arm, (5,))
    q[3, 0] = NAN
    with pytest.raises(CheckError, match="got nan"):
        arm.check(q, qd, qdd)
    assert np.isnan(CheckReport({"first": 0.0, "second": NAN}, 1e-9, 1).worst)


# hostile objects


class Shrinking:
    """Makes a smaller array every time it is asked."""

    def __init__(self, size):
        self.size = size

    def __array__(self, dtype=None, copy=None):
        self.size -= 1
        return np.ones(self.size + 1, dtype)


class Failing:
    """Breaks when asked for an array."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array today")


class Meddling:
    """Changes the chain while it is asked for an array."""

    def __init__(self, arm, change):
        self.arm, self.change = arm, change

    def __array__(self, dtype=None, copy=None):
        self.change(self.arm)
        return np.zeros(3, dtype)


def test_arrays_that_change_their_size_are_taken_once_or_refused(arm):
    q, qd, qdd = states(arm)
    assert arm.inverse_dynamics(Shrinking(3), qd, qdd).shape == (3,)
    refused(lambda: arm.inverse_dynamics(Shrinking(5), qd, qdd), "q")
    for size in (7, 8):
        try:
            assert arm.inverse_dynamics(q, qd, qdd, external=Shrinking(size)).shape == (3,)
        except (ValueError, TypeError) as error:
            assert "`external`" in str(error)  # noqa: PT017


def test_errors_of_foreign_objects_come_through(arm):
    for method in ("inverse_dynamics", "joint_actions"):
        with pytest.raises(RuntimeError, match="no array today"):
            getattr(arm, method)(np.zeros(3), Failing(), np.zeros(3))


@pytest.mark.parametrize("change", [
    lambda arm: setattr(arm, "links", [LinkObject("R") for _ in range(9)]),
    lambda arm: setattr(arm, "links", []),
    lambda arm: setattr(arm[1], "jtype", "F"),
    lambda arm: setattr(arm[1], "mass", 9.0),
    lambda arm: setattr(arm[2], "parent", 0),
])  # fmt: skip
@pytest.mark.parametrize("method", METHODS)
def test_a_chain_changed_by_its_own_argument_is_used_as_it_was_or_refuses(arm, change, method):
    state = [Meddling(arm, change), np.zeros(3), np.zeros(3)][: METHODS[method]]
    options = {"external": {2: np.ones(6)}} if method in ACTING else {}
    try:
        result = getattr(arm, method)(*state, **options)
    except (ValueError, IndexError, TypeError, KeyError):
        return
    result = getattr(result, "values", result)
    result = result[0] if isinstance(result, tuple) and not isinstance(result, np.ndarray) else result
    assert np.isfinite(np.asarray(result, float)).all()


def test_masked_and_other_subclasses_are_arrays(arm):
    q, qd, qdd = states(arm, (4,))
    masked = np.ma.masked_array(q, np.zeros_like(q, bool))
    assert type(arm.inverse_dynamics(masked, qd, qdd)) is np.ndarray


def test_subclasses_of_links_and_chains_work():
    class Strange(LinkObject):
        @property
        def kind(self):
            return super().kind

        def __eq__(self, other):
            raise RuntimeError("do not compare")

        __hash__ = None

    class MyChain(ChainObject):
        pass

    arm = MyChain([Strange("R", mass=1.0), Strange("P")])
    assert arm.inverse_dynamics(*states(arm)).shape == (2,)
    assert type(arm[:1]) is MyChain
    assert type(arm.copy()) is MyChain
    assert type(arm.copy()[0]) is LinkObject or type(arm.copy()[0]).__name__ == "Strange"


def test_a_chain_that_was_not_made_by_its_constructor_does_not_crash():
    bare = ChainObject.__new__(ChainObject)
    for method, count in METHODS.items():
        with pytest.raises((AttributeError, TypeError, ValueError)):
            getattr(bare, method)(*[np.zeros(3)] * count)
    with pytest.raises(TypeError):
        ChainObject([])._model = 5
    with pytest.raises(AttributeError):
        LinkObject.__new__(LinkObject).mass  # noqa: B018


def test_a_link_shared_by_two_chains_outlives_one(arm):
    link = LinkObject("R", mass=1.0)
    keep, gone = ChainObject([link]), ChainObject([link])
    del gone
    link.mass = 2.0
    assert keep.inverse_dynamics(np.zeros(1), np.zeros(1), np.ones(1)).shape == (1,)
    # the same link may stand at another place of another chain
    other = ChainObject([LinkObject("R"), link], gravity=(0, 0, 0))
    link.update(mass=0.0, inertia=(0, 0, 0))
    assert not other.inverse_dynamics(np.zeros(2), np.zeros(2), np.ones(2)).any()


def test_links_do_not_remember_every_assignment(arm):
    for _ in range(200):
        arm[1] = LinkObject("R")
    assert len(arm[0]._owners) < 20


class Changing:
    """Changes the chain while it is pickled."""

    def __init__(self, arm):
        self.arm = arm

    def __reduce__(self):
        self.arm[0].mass += 1.0
        return str, ()


def test_a_chain_that_changes_while_it_is_pickled_gives_one_that_can_be():
    arm = ChainObject([LinkObject("R", mass=1.0), LinkObject("R", mass=1.0)])
    _, again, _ = pickle.loads(pickle.dumps((Changing(arm), arm, Changing(arm))))
    assert again[0].mass in (1.0, 2.0, 3.0)
    assert again.inverse_dynamics(*states(again)).shape == (2,)


@pytest.mark.parametrize("damage", [
    lambda fields: fields.update(mass=-1.0), lambda fields: fields.update(jtype="X"),
    lambda fields: fields.update(axis=np.zeros(3)), lambda fields: fields.pop("cog"),
])  # fmt: skip
def test_damaged_pickles_are_refused(damage):
    restore, (cls, fields, *rest) = LinkObject("R", mass=1.0).__reduce__()
    fields = dict(fields)
    damage(fields)
    with pytest.raises((ValueError, TypeError, KeyError)):
        restore(cls, fields, *rest)


def test_files_warn_where_links_refuse(tmp_path):
    text = 'format = 1\n[[link]]\njtype = "R"\nname = "elbow"\nmass = 1.0\ninertia = [1.0, 1.0, 9.0]\n'
    (tmp_path / "bad.toml").write_text(text)
    with pytest.warns(InertiaWarning, match="elbow"):
        arm = package.load(tmp_path / "bad.toml")
    assert arm.n == 1


def test_very_long_and_very_wide_inputs_are_refused_before_anything_is_allocated(arm):
    huge = np.broadcast_to(np.zeros(10**9), (10**6, 10**9))
    refused(lambda: arm.inverse_dynamics(huge, np.zeros(3), np.zeros(3)), "q")
    many = np.broadcast_to(np.zeros(3), (10**15, 3))
    with pytest.raises(MemoryError):
        arm.inverse_dynamics(many, np.zeros(3), np.zeros(3))
    with pytest.raises((ValueError, MemoryError)):
        arm.inverse_dynamics(np.broadcast_to(0.0, (2**31, 1, 3)), np.broadcast_to(0.0, (2**31, 3)), np.zeros(3))


# the kernels themselves, which nobody calls by hand


@pytest.fixture
def raw(arm):
    """Model and arrays that fit it, four samples."""
    return {
        "model": arm.model if hasattr(arm, "model") else arm._build(), "q": np.zeros((4, 3)), "qd": np.zeros((4, 3)),
        "qdd": np.zeros((4, 3)), "g": np.zeros((1, 3)), "external": [], "tau": np.zeros((4, 3)), "forces": True,
        "start": 0, "stop": 4,
    }  # fmt: skip


SPOILT = {
    "model": [None, 5, "x", object()],
    "q": [
        None, 5, np.zeros(3), np.zeros((4, 2)), np.zeros((4, 4)), np.zeros((5, 3)), np.zeros((3, 3)), np.zeros((0, 3)),
        np.zeros((4, 3), np.float32), np.zeros((3, 4)).T, np.zeros((4, 6))[:, ::2], np.zeros((4, 3), ">f8"), "x",
    ],
    "g": [
        None, np.zeros((1, 2)), np.zeros((1, 4)), np.zeros((0, 3)), np.zeros((2, 3)), np.zeros(3),
        np.zeros((1, 3), int),
    ],
    "external": [None, [None], [()], [(0, 0)], "x", 5, [5]],
    "start": [-1, 5, 2**62, 2**70, "x", None, 1.5],
    "stop": [-1, 5, 2**62, 2**70, "x", None, 1.5],
}  # fmt: skip
SPOILT["qd"] = SPOILT["qdd"] = SPOILT["q"]
SPOILT["tau"] = [*SPOILT["q"], np.zeros((1, 3)), np.broadcast_to(np.zeros(3), (4, 3))]


@pytest.mark.parametrize("name", SPOILT)
def test_the_torque_kernel_refuses_what_does_not_fit(raw, name):
    for value in SPOILT[name]:
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError, BufferError, AttributeError)):
            inverse.samples(*(raw | {name: value}).values())
    inverse.samples(*raw.values())


def actions_that_do_not_fit(size):
    """External entries of the torque kernel with one part spoilt."""
    good = {"body": 0, "frame": 0, "point": np.zeros(3), "Q": np.eye(3).ravel(), "wrench": np.zeros((4, 6))}
    bad = {
        "body": [-1, size, 2**40, None, "x"], "frame": [None, "x", 2**40],
        "point": [None, (0, 0), "x", np.zeros(4)],
        "Q": [None, np.zeros(8), "x"],
        "wrench": [None, np.zeros((4, 5)), np.zeros((5, 6)), np.zeros(6), np.zeros((0, 6)), np.zeros((4, 6), int)],
    }  # fmt: skip
    for name, values in bad.items():
        for value in values:
            yield name, good | {name: value}


def test_the_torque_kernel_refuses_actions_that_do_not_fit(raw):
    for _, entry in actions_that_do_not_fit(3):
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError, AttributeError)):
            inverse.samples(*(raw | {"external": [tuple(entry.values())]}).values())


def matrix_arguments(raw, **changes):
    names = ("model", "q", "qd", "qdd", "g", "external")
    results = {"M": np.zeros((4, 48)), "W": None, "H": None, "PHI": None, "reaction": None, "in_link": False}
    return ({name: raw[name] for name in names} | results | {"start": 0, "stop": 4} | changes).values()


@pytest.mark.parametrize("name", ["model", "q", "qd", "qdd", "g", "external", "start", "stop"])
def test_the_matrix_kernel_refuses_what_does_not_fit(raw, name):
    for value in SPOILT[name]:
        if value is None and name in ("qd", "qdd"):
            continue
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError, BufferError, AttributeError)):
            matrices.samples(*matrix_arguments(raw, **{name: value}))


@pytest.mark.parametrize("name", ["M", "W", "H", "PHI", "reaction"])
def test_the_matrix_kernel_refuses_results_that_do_not_fit(raw, name):
    width = 36 if name == "reaction" else 48
    good = np.zeros((4, width))
    matrices.samples(*matrix_arguments(raw, **{name: good}))
    other = (good[:3], good[:, :-1], good.ravel(), good.astype(np.float32), np.asfortranarray(good))
    for value in (*other, 5, "x", [1, 2, 3, 4], np.broadcast_to(good[:1], good.shape)):
        with pytest.raises((TypeError, ValueError, IndexError, BufferError)):
            matrices.samples(*matrix_arguments(raw, **{name: value}))
    with pytest.raises((TypeError, ValueError, IndexError)):
        matrices.samples(*matrix_arguments(raw, M=None))


def test_the_matrix_kernel_refuses_actions_that_do_not_fit(raw):
    PHI = np.zeros((4, 48))
    for name, entry in actions_that_do_not_fit(3):
        if name == "Q":
            continue
        del entry["Q"]
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError, AttributeError)):
            matrices.samples(*matrix_arguments(raw, PHI=PHI, external=[tuple(entry.values())]))


def test_a_model_whose_numbers_lead_out_of_its_arrays_is_refused(arm):
    model = arm.model if hasattr(arm, "model") else arm._build()
    good = [
        model.bodies, model.links, model.body_of, model.T_body, model.gravity, model.at_rest, model.nq, model.nv,
    ]  # fmt: skip
    Model(*good)
    for array, names in ((0, ("parent", "iq", "iv")), (1, ("parent", "iq", "iv"))):
        for name in names:
            for value in (-2, 3, 10**6, -(10**9), 2**31 - 1):
                spoilt = good[array].copy()
                spoilt[name][-1] = value
                with pytest.raises(ValueError):
                    Model(*good[:array], spoilt, *good[array + 1 :])
    for place, values in (
        (0, (None, 5, "x", np.zeros(3), np.zeros(3, LINK))), (1, (None, "x", np.zeros(3), np.zeros(3, BODY))),
        (2, (None, 5)), (3, (None, 5)), (4, (None, (1, 2), "abc")), (5, (None, (1, 2), "x")),
        (6, (None, -1, 2, "x")), (7, (None, -1, 2, "x")),
    ):  # fmt: skip
        for value in values:
            with pytest.raises((ValueError, TypeError, AttributeError, IndexError)):
                Model(*good[:place], value, *good[place + 1 :])
    with pytest.raises(TypeError):
        Model.__new__(Model)
    with pytest.raises(TypeError):
        Model()


def test_the_constants_of_a_model_cannot_be_written(arm):
    model = arm.model if hasattr(arm, "model") else arm._build()
    for name in ("bodies", "links", "gravity", "T_body", "body_of"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(model, name)[...] = 0
        with pytest.raises(AttributeError):
            setattr(model, name, None)


def test_nothing_of_all_this_crashes_the_interpreter():
    """Calls that would read or write memory of others, in a process of their own."""
    script = """
import numpy as np
from chain import ChainObject, LinkObject
from chain.kernels import inverse, matrices
arm = ChainObject([LinkObject("R", a=0.5, mass=1.0) for _ in range(3)])
arm.inverse_dynamics(*np.zeros((3, 3)))
model, z, Z, G, M, w = arm._model, np.zeros(3), np.zeros((4, 3)), np.zeros((1, 3)), np.zeros((4, 48)), np.zeros((1, 6))
for call in (
    lambda: inverse.samples(None, Z, Z, Z, G, [], Z, True, 0, 4),
    lambda: matrices.samples(None, Z, Z, Z, G, [], M, None, None, None, None, False, 0, 4),
    lambda: inverse.samples(model, None, None, None, None, [], None, True, 0, 0),
    lambda: inverse.samples(model, Z, Z, Z, G, [(2**31, 0, z, np.zeros(9), w)], Z, True, 0, 4),
    lambda: matrices.samples(model, Z, Z, Z, G, [(-1, 0, z, w)], None, None, None, M, None, False, 0, 4),
    lambda: type(model).__new__(type(model)),
    lambda: setattr(arm, "_model", None) or arm.inverse_dynamics(z, z, z, out=5),
):
    try:
        call()
    except Exception:
        pass
print("alive")
"""
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", script], capture_output=True, text=True, check=False, cwd=PACKAGES
    )
    assert run.stdout.strip() == "alive", run.stderr[-2000:]
