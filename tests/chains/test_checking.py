"""ChainObject.check: finds a fault of every kernel, and none where a chain is merely ill-conditioned."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import mixed, revolute
from trees import SETTINGS, random_body, random_pose, states, trees

from chain import ChainObject, CheckError, LinkObject, load
from chain.results import Decomposition, Kinematics

ROWS = {
    "inverse_dynamics": "torques: link frames = base-frame matrices",
    "joint_reactions": "torques: link frames = base-frame matrices",
    "joint_actions": "PHI: kernel = plain 4x4 equations",
    "mass_matrix": "mass matrix: kernel = Lagrange's traces",
    "coriolis_matrix": "Coriolis matrix: kernel = Christoffel symbols",
    "gravity_torque": "torques: M qdd + C qd + g = kernel",
    "kinetic_energy": "kinetic energy = qd' M qd / 2",
    "gim_decomposition": "mass matrix = U D U^T",
    "forward_dynamics": "torques: of the forward dynamics = given",
    "kinematics": "W: kernel = plain 4x4 equations",
}


def spoiled(result):
    """A result with an error of a ten-thousandth."""
    if isinstance(result, Decomposition):
        return Decomposition(result.U, 1.0001 * result.D)
    if isinstance(result, Kinematics):
        return Kinematics(result.M, 1.0001 * result.W, result.H)
    if hasattr(result, "values"):
        result.couple *= 1.0001
        return result
    return 1.0001 * result


@pytest.mark.parametrize("method", ROWS)
def test_a_fault_of_any_method_is_found_in_its_row(method, monkeypatch):
    arm = mixed()
    right = getattr(ChainObject, method)
    monkeypatch.setattr(ChainObject, method, lambda *a, **k: spoiled(right(*a, **k)))
    with pytest.raises(CheckError) as caught:
        arm.check(*states(arm, (5,)))
    assert caught.value.report[ROWS[method]] > 1e-7
    assert "BAD " + ROWS[method] in repr(caught.value.report)


def test_all_rows_are_there_and_all_is_well():
    arm = mixed()
    report = arm.check(*states(arm, (5,)), tol=1e-13)
    assert set(ROWS.values()) < set(report)
    assert len(report) == 16
    assert report.worst < 1e-13


@SETTINGS
@given(trees(least=0))
def test_any_tree_passes_with_links_without_mass_too(arm):
    assert arm.check(*states(arm, (5,)), tol=1e-12).worst <= 1e-12


@SETTINGS
@given(trees(), st.sampled_from([1e3, 1e6, 1e9]), st.sampled_from([1e-9, 1.0, 1e9]))
def test_a_base_far_away_and_masses_and_speeds_of_any_size_are_no_fault(arm, far, factor):
    base = np.eye(4)
    base[:3, 3] = far, -far, 0.5 * far
    arm.base = base
    for link in arm:
        link.update(mass=factor * link.mass, inertia=None if link.inertia is None else factor * link.inertia)
    q, qd, qdd = states(arm, (3,))
    assert arm.check(q, factor * qd, factor * qdd, tol=1e-12).worst <= 1e-12


@pytest.mark.parametrize("ratio", [1e-6, 1e6])
def test_masses_that_differ_by_a_million_are_no_fault(ratio):
    rng, links = np.random.default_rng(0), []
    for i in range(12):
        body, share = random_body(rng), ratio ** (i / 11)
        body = {"mass": share * body["mass"], "cog": body["cog"], "inertia": share * body["inertia"]}
        links.append(LinkObject("RPH"[i % 3], placement=random_pose(rng), axis=rng.normal(size=3), pitch=0.1, **body))
    arm = ChainObject(links)
    assert arm.check(*states(arm, (5,)), tol=1e-12).worst <= 1e-12


def wrist(bend):
    """Two massless links and a hand whose axes meet; the first and the last are one line where `bend` is zero."""
    hand = {"mass": 1.0, "cog": (0.3, 0.2, 0.1), "inertia": (0.1, 0.12, 0.13)}
    axes, bodies = ((0, 0, 1), (1, 0, 0), (0, 0, 1)), ({}, {}, hand)
    links = [LinkObject("R", placement=np.eye(4), axis=a, **b) for a, b in zip(axes, bodies, strict=True)]
    q = np.array([[0.3, x, 0.7] for x in bend])
    return ChainObject(links), q, np.ones_like(q), np.ones_like(q)


@pytest.mark.parametrize("bend", [1e-3, 1e-5, 1e-6, 3e-7, 1e-7])
def test_a_joint_with_almost_no_inertia_is_no_fault(bend):
    arm, *state = wrist([bend] * 3)
    assert arm.check(*state, tol=1e-12).worst <= 1e-12


def test_samples_where_a_joint_has_no_inertia_are_left_out_of_what_cannot_be_solved():
    solved = {"mass matrix = U D U^T", "torques: of the forward dynamics = given"}
    arm, *state = wrist([0.0, 0.5, 0.0])
    assert solved < set(arm.check(*state))
    arm, *state = wrist([0.0, 0.0, 0.0])
    report = arm.check(*state)
    assert not solved & set(report)
    assert "torques: M qdd + C qd + g = kernel" in report


def test_long_chains_are_checked_without_the_plain_matrices_and_short_ones_with_them():
    row = "mass matrix: kernel = DeNOC N^T M N"
    assert row in revolute(20).check(*states(revolute(20), (3,)))
    long = revolute(100)
    report = long.check(*states(long, (3,)), tol=1e-12)
    assert row not in report
    assert "torques: M qdd + C qd + g = kernel" in report


def test_payloads_are_part_of_every_formulation():
    arm = mixed()
    arm.attach(3, **random_body(np.random.default_rng(1)))
    arm.attach(7, **random_body(np.random.default_rng(2)))
    assert arm.check(*states(arm, (5,)), tol=1e-13).worst <= 1e-13


@pytest.mark.parametrize("samples", [(), (1,), (100,), (3, 4), (0,)])
def test_any_number_of_samples(samples):
    arm = load("stanford")
    report = arm.check(*states(arm, samples), tol=1e-12)
    assert report.samples == int(np.prod(samples))
    assert len(report) == 16


def test_nan_is_told_in_every_row_that_sees_it():
    arm = mixed()
    q, qd, qdd = states(arm, (5,))
    qd[2, 0] = np.nan
    with pytest.raises(CheckError, match="got nan") as caught:
        arm.check(q, qd, qdd)
    report = caught.value.report
    assert np.isnan(report["Coriolis matrix: kernel = Christoffel symbols"])
    assert not np.isnan(report["mass matrix = U D U^T"])
