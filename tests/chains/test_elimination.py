"""The plain-Python recursions are the kernels: given the same sines, revolute joints have the same bits."""

import numpy as np
import pytest
from hypothesis import assume, given
from trees import SETTINGS, random_body, random_forces, random_pose, size_of_torques, states, trees

from chain import ChainObject, LinkObject, SingularityError, load
from chain.elimination import accelerations
from chain.recursion import torques
from spacelib import Z, rotat2


def angle(q):
    """Sine and cosine as the kernels compute them."""
    R = rotat2(Z, q)
    return float(R[1, 0]), float(R[0, 0])


def both(arm):
    """State, accelerations in plain Python, and those of the kernel."""
    q, qd, tau = states(arm)
    try:
        qdd = arm.forward_dynamics(q, qd, tau)
    except SingularityError:
        assume(False)
    return q, qd, np.array(accelerations(arm.model, q, qd, tau, angle=angle)), qdd


def agree_to_rounding(arm):
    """Rounding of the torques, as large as the inverse of the inertia makes it."""
    q, qd, plain, qdd = both(arm)
    M = arm.mass_matrix(q)
    size = np.abs(np.linalg.inv(M)).max() * size_of_torques(arm, q, qd, qdd)
    assert np.abs(plain - qdd).max() <= 1e-14 * max(np.linalg.cond(M), 10.0) * size


@SETTINGS
@given(trees(kinds="RF", forces=False))
def test_accelerations_of_revolute_trees_have_the_bits_of_the_kernel(arm):
    _, _, plain, qdd = both(arm)
    np.testing.assert_array_equal(plain, qdd)


@SETTINGS
@given(trees(forces=False))
def test_accelerations_of_any_tree_are_those_of_the_kernel(arm):
    assume(arm.n)
    agree_to_rounding(arm)


@pytest.mark.parametrize("kind", "RPH")
def test_rotors_count_in_every_kind_of_joint(kind):
    rng, links = np.random.default_rng(3), []
    for i in range(6):
        rotor = {"rotor": random_forces(rng)["rotor"]} if i % 3 != 2 else {}
        pitch = {"pitch": 0.1} if kind == "H" else {}
        parent = {"parent": 1} if i == 4 else {}
        links.append(LinkObject(kind, placement=random_pose(rng), **random_body(rng), **rotor, **pitch, **parent))
    agree_to_rounding(ChainObject(links))


def test_gravity_may_be_given():
    arm, g = load("puma"), (1.0, -2.0, 3.0)
    q, qd, tau = states(arm)
    plain = accelerations(arm.model, q, qd, tau, gravity=g, angle=angle)
    np.testing.assert_array_equal(plain, arm.forward_dynamics(q, qd, tau, gravity=g))


@SETTINGS
@given(trees(kinds="RF", forces=False))
def test_torques_of_revolute_trees_have_the_bits_of_the_kernel(arm):
    q, qd, qdd = states(arm)
    np.testing.assert_array_equal(torques(arm.model, q, qd, qdd, angle=angle), arm.inverse_dynamics(q, qd, qdd))
