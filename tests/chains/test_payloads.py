"""Payloads: a body fixed to a link for a while is that link with more mass, and leaves no trace."""

import copy
import pickle
import re

import numpy as np
import pytest
from comparing import agree
from hypothesis import given
from hypothesis import strategies as st
from trees import SETTINGS, movable_trees, random_body, random_pose, size_of_torques, states, trees

from chain import ChainObject, InertiaWarning, LinkObject, load, save
from chain.io import lock

CUP = {"mass": 0.5, "cog": (0.0, 0.1, 0.2), "inertia": (0.01, 0.02, 0.015)}


def two_links():
    rng = np.random.default_rng(0)
    return ChainObject([LinkObject("R", a=0.5, name=name, **random_body(rng)) for name in ("upper", "lower")])


def answers(arm):
    """What depends on the masses of a chain, at one state and in a batch, as bytes."""
    q, qd, qdd = states(arm, (3,))
    methods = {
        "inverse_dynamics": (q, qd, qdd), "forward_dynamics": (q, qd, qdd), "mass_matrix": (q,),
        "coriolis_matrix": (q, qd), "joint_actions": (q, qd, qdd), "kinetic_energy": (q, qd), "potential_energy": (q,),
        "momentum": (q, qd), "centre_of_mass": (q,),
    }  # fmt: skip
    return {name: getattr(arm, name)(*state).tobytes() for name, state in methods.items()}


# physics


@SETTINGS
@given(trees(), st.data())
def test_a_payload_is_a_fixed_link_with_its_mass(arm, data):
    link, body = data.draw(st.integers(0, len(arm) - 1)), random_body(np.random.default_rng(1))
    fixed = ChainObject(
        [*(k.copy() for k in arm), LinkObject("F", placement=np.eye(4), parent=link, **body)],
        gravity=arm.gravity, base=arm.base,
    )  # fmt: skip
    for i, parent in enumerate(arm.parents):
        fixed[i].parent = parent
    arm.attach(link, **body)
    state = states(arm)
    q, qd, _ = state
    size = size_of_torques(arm, *state)
    agree(arm.inverse_dynamics(*state), fixed.inverse_dynamics(*state), size)
    agree(arm.mass_matrix(q), fixed.mass_matrix(q), size)
    agree(arm.coriolis_matrix(q, qd), fixed.coriolis_matrix(q, qd), size)
    agree(arm.kinetic_energy(q, qd), fixed.kinetic_energy(q, qd), size * max(np.abs(qd).sum() ** 2, 1.0))
    agree(arm.potential_energy(q), fixed.potential_energy(q), size + abs(fixed.potential_energy(q)))
    agree(arm.momentum(q, qd), fixed.momentum(q, qd), size * max(np.abs(qd).sum(), 1.0))
    agree(arm.centre_of_mass(q), fixed.centre_of_mass(q), 10.0)
    agree(arm.joint_actions(*state), fixed.joint_actions(*state)[: len(arm)], size)
    assert arm.check(*states(arm, (3,)), tol=1e-11).worst <= 1e-11


@SETTINGS
@given(movable_trees(), st.data())
def test_detaching_undoes_attaching_to_the_last_bit(arm, data):
    before = answers(arm)
    places = data.draw(st.lists(st.integers(0, len(arm) - 1), min_size=1, max_size=4))
    payloads = [arm.attach(i, **random_body(np.random.default_rng(k))) for k, i in enumerate(places)]
    assert answers(arm) != before
    for k in data.draw(st.permutations(range(len(payloads)))):
        arm.detach(payloads[k])
    assert arm.payloads == ()
    assert answers(arm) == before


def test_payloads_can_be_taken_off_in_any_order_and_the_last_one_without_a_name():
    arm = two_links()
    first, second, third = (arm.attach(i, 0.1 * (i + 1), name=n) for i, n in ((0, "a"), (1, None), (1, "c")))
    assert arm.payloads == (first, second, third)
    arm.detach("a")
    assert arm.payloads == (second, third)
    arm.detach()
    assert arm.payloads == (second,)
    arm.detach(second)
    assert arm.payloads == ()


def test_a_payload_adds_its_weight_and_its_rotational_inertia():
    arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
    arm.attach(0, 0.5, cog=(0.5, 0.0, 0.0), inertia=(0.0, 0.0, 0.0))
    assert arm.gravity_torque([0.0])[0] == 2 * 10 + 0.5 * 10 * 1.5
    assert arm.mass_matrix([0.0])[0, 0] == 2 + 0.5 * 1.5**2
    arm.attach(0, 0.0, inertia=(0.25, 0.25, 0.25))
    assert arm.mass_matrix([0.0])[0, 0] == 2 + 0.5 * 1.5**2 + 0.25
    assert arm.gravity_torque([0.0])[0] == 27.5


def test_a_payload_makes_a_joint_movable():
    arm = ChainObject([LinkObject("R", a=1.0)])
    arm.attach(0, 2.0)
    assert arm.forward_dynamics([0.0], [0.0], [4.0]).tolist() == [2.0]


def test_links_and_kinematics_do_not_know_of_payloads():
    arm, state = two_links(), states(two_links())
    links, M, J = [k.copy() for k in arm], arm.kinematics(*state), arm.jacobian(state[0])
    arm.attach("lower", **CUP)
    assert list(arm) == links
    for a, b in zip(arm.kinematics(*state), M, strict=True):
        assert np.array_equal(a, b)
    assert np.array_equal(arm.jacobian(state[0]), J)
    assert np.array_equal(arm.inertias[1], arm[1].J + arm.payloads[0].J)
    assert np.array_equal(arm.inertias[0], arm[0].J)


def test_a_payload_on_a_link_fixed_to_the_base_is_felt_in_the_energy_and_the_action_only():
    arm = ChainObject([LinkObject("F", placement=np.eye(4), mass=1.0), LinkObject("R", a=0.5, mass=1.0)])
    tau, V, PHI = arm.gravity_torque([0.3]), arm.potential_energy([0.3]), arm.joint_actions([0.3], [0.0], [0.0])
    arm.attach(0, 3.0, cog=(0.0, 0.0, 2.0))
    assert np.array_equal(arm.gravity_torque([0.3]), tau)
    agree(arm.potential_energy([0.3]) - V, 3 * 9.81 * 2, 100.0)
    agree(arm.joint_actions([0.3], [0.0], [0.0])[0, 2, 3] - PHI[0, 2, 3], 3 * 9.81, 100.0)


# chains with payloads


def test_the_body_of_a_payload_that_changes_changes_the_chain_or_cannot_change():
    arm = two_links()
    cup = arm.attach("lower", **CUP)
    answers(arm)
    try:
        cup.body.mass = 2.0
    except AttributeError:
        return
    other = two_links()
    other.attach("lower", **(CUP | {"mass": 2.0}))
    assert answers(arm) == answers(other)


WAYS = {
    "pickle": lambda x: pickle.loads(pickle.dumps(x)), "copy method": lambda x: x.copy(), "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_copies_carry_the_payloads(way):
    arm = two_links()
    arm.attach("lower", **CUP, name="cup")
    again = WAYS[way](arm)
    assert again == arm
    assert answers(again) == answers(arm)
    again.detach("cup")
    assert again != arm
    assert len(arm.payloads) == 1
    assert answers(again) == answers(two_links())


def test_chains_differ_when_their_payloads_do():
    arm, other = two_links(), two_links()
    arm.attach("lower", **CUP)
    assert arm != other
    other.attach("upper", **CUP)
    assert arm != other
    other.detach()
    other.attach("lower", **CUP)
    assert arm == other


def test_a_slice_takes_the_payloads_of_its_links_along():
    arm = ChainObject([LinkObject("R", a=0.5, mass=1.0, name=name) for name in "abc"])
    arm.attach("c", 0.5, name="cup")
    arm.attach("a", 0.25)
    part = arm[1:]
    assert [(p.link, p.name) for p in part.payloads] == [(1, "cup")]
    assert np.array_equal(part.inertias[1], arm.inertias[2])
    assert [p.link for p in arm[:2].payloads] == [0]


def test_locking_a_joint_keeps_the_payloads():
    arm = two_links()
    arm.attach("lower", **CUP)
    q, qd, qdd = states(arm)
    qd[0] = qdd[0] = 0.0
    locked = lock(arm, {0: q[0]})
    assert locked.payloads == arm.payloads
    expected = arm.inverse_dynamics(q, qd, qdd)[1:]
    agree(locked.inverse_dynamics(q[1:], qd[1:], qdd[1:]), expected, size_of_torques(arm, q, qd, qdd))


def test_links_cannot_come_and_go_under_a_payload_but_be_replaced():
    arm = two_links()
    arm.attach("lower", **CUP)
    with pytest.raises(ValueError, match="`links`: expected 2 while payloads are attached, got 1"):
        arm.links = arm.links[:1]
    arm[1] = LinkObject("R", mass=3.0, name="new")
    assert arm.inertias[1][3, 3] == 3.5
    assert len(arm.payloads) == 1


def test_a_table_shows_the_payloads_and_counts_their_mass():
    arm = ChainObject([LinkObject("R", a=1.0, mass=2.0, name="hand")])
    assert "2 kg" in repr(arm)
    cup = arm.attach("hand", 0.5, cog=(0, 0, 0.1), name="cup")
    assert repr(cup) == "Payload 'cup' on link 0: 0.5 kg at (0, 0, 0.1)"
    assert repr(arm).splitlines()[0].endswith("2.5 kg")
    assert repr(arm).splitlines()[-1] == repr(cup)


# bad arguments


@pytest.mark.parametrize("link", ["elbow", 2, -3, None, 1.5, True, [0], object()])
def test_no_link_to_attach_to_is_refused(link):
    arm = two_links()
    with pytest.raises((KeyError, IndexError, TypeError)) as caught:
        arm.attach(link, 1.0)
    assert "`link`" in str(caught.value)
    assert arm.payloads == ()


@pytest.mark.parametrize(("name", "value"), [
    ("mass", -1.0), ("mass", "x"), ("mass", np.nan), ("mass", None), ("cog", (1, 2)), ("cog", None), ("cog", "abc"),
    ("inertia", (1, 2)), ("inertia", np.eye(4)), ("name", 5), ("name", ""),
])  # fmt: skip
def test_no_body_to_attach_is_refused(name, value):
    arm, before = two_links(), answers(two_links())
    with pytest.raises((ValueError, TypeError)) as caught:
        arm.attach(0, **(CUP | {name: value}))
    assert f"`{name}`" in str(caught.value)
    assert arm.payloads == ()
    assert answers(arm) == before


def test_a_payload_that_no_body_can_be_is_refused():
    with pytest.raises(ValueError, match="inertia breaks the triangle rule"):
        two_links().attach(0, 1.0, inertia=(1, 1, 9))


@pytest.mark.parametrize("payload", ["elbow", 5, 1.5, np.zeros(3), [], object()])
def test_no_payload_to_detach_is_refused(payload):
    arm = two_links()
    with pytest.raises(ValueError, match="`payload`: expected a payload of this chain"):
        arm.detach(payload)
    arm.attach(0, 1.0, name="cup")
    with pytest.raises(ValueError, match="`payload`: expected a payload of this chain"):
        arm.detach(payload)
    assert len(arm.payloads) == 1


def test_nothing_to_detach_is_refused():
    with pytest.raises(ValueError, match="`payload`: expected a payload, got None"):
        two_links().detach()
    arm, other = two_links(), two_links()
    payload = other.attach(0, 1.0)
    arm.attach(0, 1.0)
    with pytest.raises(ValueError, match="`payload`: expected a payload of this chain"):
        arm.detach(payload)


# files


def loaded(folder):
    """A chain with payloads of all kinds."""
    arm = ChainObject([LinkObject("R", a=0.5, mass=1.0, name="upper"), LinkObject("R", a=0.5, mass=1.0)])
    arm.attach("upper", **CUP, name='cup, "blue"')
    arm.attach(1, 0.0, inertia=[[0.3, 0.01, 0.0], [0.01, 0.3, 0.0], [0.0, 0.0, 0.3]])
    arm.attach(1, 0.25)
    return arm, folder / "arm.toml"


def test_payloads_survive_a_toml_file(tmp_path):
    arm, path = loaded(tmp_path)
    save(arm, path)
    again = load(path)
    assert again == arm
    assert again.payloads == arm.payloads
    assert answers(again) == answers(arm)
    assert 'link = "upper"' in path.read_text()
    again.detach('cup, "blue"')
    assert len(again.payloads) == 2


def test_a_payload_from_a_file_is_followed_as_one_that_was_attached(tmp_path):
    arm, path = loaded(tmp_path)
    save(arm, path)
    again, locked = load(path), load(path, locked={"upper": 0.0})
    before = (
        again.gravity_torque([0.1, 0.2], gravity=(0, -9.81, 0)),
        locked.gravity_torque([0.2], gravity=(0, -9.81, 0)),
    )
    again.payloads[2].body.mass = locked.payloads[2].body.mass = 9.0
    assert (again.gravity_torque([0.1, 0.2], gravity=(0, -9.81, 0)) != before[0]).all()
    assert locked.gravity_torque([0.2], gravity=(0, -9.81, 0)) != before[1]


@SETTINGS
@given(trees(), st.data())
def test_payloads_of_any_tree_survive_a_toml_file(tmp_path_factory, arm, data):
    for k in range(3):
        arm.attach(data.draw(st.integers(0, len(arm) - 1)), **random_body(np.random.default_rng(k), "full"))
    path = tmp_path_factory.mktemp("arms") / "arm.toml"
    save(arm, path)
    assert load(path) == arm


def test_a_dat_file_holds_no_payloads(tmp_path):
    arm, _ = loaded(tmp_path)
    sentence = "a .dat file cannot hold the payloads of a chain; detach them, or save the robot as .toml"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        save(arm, tmp_path / "arm.dat")
    assert not list(tmp_path.iterdir())


HAND = 'format = 1\n[[link]]\njtype = "R"\nname = "hand"\nmass = 1.0\n[[payload]]\nlink = "hand"\nmass = 0.5\n'
BROKEN = {
    "no link": (HAND.replace('link = "hand"\n', ""), "payload 1: expected `link`, such as link = 0"),
    "no mass": (HAND.replace("mass = 0.5\n", ""), "payload 1: expected `mass`, such as mass = 0.5"),
    "unknown link": (HAND.replace('link = "hand"', 'link = "foot"'), "payload 1: `link`: no link 'foot'"),
    "link beyond the chain": (HAND.replace('link = "hand"', "link = 3"), "payload 1: `link`: no link 3"),
    "half a link": (HAND.replace('link = "hand"', "link = 0.5"), "payload 1: `link`: expected the index or name"),
    "truth for a link": (HAND.replace('link = "hand"', "link = true"), "payload 1: `link`: expected numbers, got True"),
    "unknown key": (HAND + "length = 1.0", "payload 1: `length` is not a key here; there are link, mass, cog"),
    "a joint": (HAND + 'jtype = "R"', "payload 1: `jtype` is not a key here"),
    "text for a mass": (HAND.replace("0.5", '"x"'), "payload 1: `mass`: expected numbers, got 'x'"),
    "cog of two": (HAND + "cog = [1.0, 2.0]", "payload 1: `cog`"),
    "one table": (HAND.replace("[[payload]]", "[payload]"), "expected one or more tables [[payload]]"),
    "a number": ("payload = 3\n" + HAND.split("[[payload]]")[0], "expected one or more tables [[payload]]"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_payloads_in_files_are_refused_with_file_and_payload(case, tmp_path):
    content, sentence = BROKEN[case]
    path = tmp_path / "arm.toml"
    path.write_text(content)
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_a_payload_in_a_file_that_no_body_can_be_is_warned_of_and_kept(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(HAND + "inertia = [1.0, 1.0, 9.0]\n")
    with pytest.warns(InertiaWarning, match="payload 1: inertia breaks the triangle rule"):
        arm = load(path)
    assert arm.payloads[0].body.inertia[2, 2] == 9.0


def test_loads_may_lock_joints_under_payloads(tmp_path):
    arm, path = loaded(tmp_path)
    save(arm, path)
    assert load(path, locked={"upper": 0.2}).payloads == arm.payloads


def test_a_base_pose_and_a_payload_do_not_disturb_one_another():
    rng = np.random.default_rng(3)
    arm = ChainObject([k.copy() for k in two_links()], base=random_pose(rng))
    arm.attach(-1, **CUP)
    assert arm.check(*states(arm, (5,)), tol=1e-12).worst <= 1e-12
