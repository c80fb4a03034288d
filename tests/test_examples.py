"""The examples give the results of the legacy programs whose job they do, and do what their docstrings promise.

data/programs.json.gz holds recorded results of the legacy programs in full precision: for the two bodies the steps
0, 1, 25, 26, 50, 51, ... and the last two of 501, for the others everything that is compared.
"""

import importlib.util
import runpy
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from recorded import recorded

import spacelib as sl

EXAMPLES = Path(__file__).parent.parent / "examples"
DT = 0.002


def example(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", name="recorded")
def recorded_programs():
    return recorded("programs")


def column(steps, name):
    return np.array([step[name] for step in steps])


# satellite antenna


def test_antenna_screw_is_the_recorded_one(recorded):
    screw, record = example("satellite_antenna").deploy(), recorded["SAT"]
    assert_allclose(screw.u, record["u"], atol=1e-13)
    assert_allclose(screw.P, record["P"], atol=1e-13)
    assert_allclose(sl.deg(screw.phi), record["phi_deg"], atol=1e-12)
    assert_allclose(screw.h, record["h"], atol=1e-14)


def test_antenna_angles_follow_from_the_recorded_screw(recorded):
    antenna, record = example("satellite_antenna"), recorded["SAT"]
    Q = sl.screwtom(record["u"], sl.rad(record["phi_deg"]), record["h"], record["P"])
    assert_allclose(Q @ antenna.HINGE, antenna.HINGE, atol=1e-14)
    assert_allclose(sl.rtocardan(Q, sl.Z, sl.X, sl.Y).q1, antenna.ANGLES_ZXY, atol=1e-14)


def test_any_turn_about_the_hinge_is_a_screw_without_slide_through_the_hinge():
    antenna = example("satellite_antenna")
    screw = antenna.deploy(np.random.default_rng(1).uniform(-1.4, 1.4, (200, 3)))
    assert_allclose(screw.h, 0.0, atol=1e-13)
    assert_allclose(np.cross(screw.u, antenna.HINGE[:3] - screw.P[:, :3]), 0.0, atol=1e-12)


# triangle


def test_triangle_matrices_and_screw_are_the_recorded_ones(recorded):
    d, record = example("triangle_screw").displacement(), recorded["TRIANGLE"]
    printed = {title.removeprefix("The ").removesuffix(" is:"): np.array(m) for title, m in record["printed"].items()}
    assert_allclose(d.m10, printed["position matrix m10"], atol=1e-15)
    assert_allclose(d.m02, printed["position matrix m02"], atol=1e-15)
    assert_allclose(d.Q, printed["rototranslation matrix"], atol=1e-15)
    assert_allclose(d.u, printed["axis u"][0], atol=1e-15)
    assert_allclose(d.P, printed["point of the axis"][0], atol=1e-15)
    assert_allclose([d.phi, d.h], [record["phi"], record["h"]], atol=1e-15)


def test_displacement_carries_the_vertices():
    triangle = example("triangle_screw")
    assert_allclose(triangle.BEFORE @ triangle.displacement().Q.T, triangle.AFTER, atol=1e-14)


def test_two_different_triangles_are_refused():
    triangle = example("triangle_screw")
    with pytest.raises(ValueError, match="`after`: expected sides"):
        triangle.displacement(after=triangle.AFTER * [2.0, 1.0, 1.0, 1.0])


# SCARA robot


def test_scara_velocity_matrices_are_the_recorded_ones(recorded):
    velocity, printed = example("scara_velocity").gripper_velocity(), recorded["ROBSCARA"]["printed"]
    assert_allclose(velocity.W_0, printed["The velocity matrix of the gripper in frame (0) is:"], atol=1e-12)
    assert_allclose(velocity.W_a, printed["The velocity matrix of the gripper in frame (a) is:"], atol=1e-12)


def test_scara_velocity_is_the_rate_of_the_gripper_position():
    scara, step = example("scara_velocity"), 1e-6
    rng = np.random.default_rng(2)
    q, qp = rng.uniform(-3.0, 3.0, (50, 2)), rng.uniform(-2.0, 2.0, (50, 3))
    before, now, after = (scara.gripper_velocity(q + h * qp[:, :2], qp) for h in (-step, 0.0, step))
    rate = (after.gripper - before.gripper)[:, :2] / (2 * step)
    assert_allclose(now.W_a[:, :2, 3], rate, atol=1e-8)
    assert_allclose(now.W_a[:, 2, 3], qp[:, 2], atol=1e-15)


# two bodies


@pytest.mark.parametrize(("program", "correct"), [("TEST:TEST", False), ("TEST_NEW:TEST", True)])
class TestTwoBodies:
    motion = ("q", "qp", "qpp")
    fields = ("m1", "m2", "W1", "W2", "H1", "H2")

    @pytest.fixture
    def steps(self, recorded, program):
        return {int(k): step for k, step in recorded[program]["steps"].items()}

    def test_each_recorded_step_leads_to_the_next(self, steps, correct):
        explicit = example("two_bodies").explicit
        pairs = [(steps[k], steps[k + 1]) for k in steps if k + 1 in steps]
        assert len(pairs) == 21
        for pair in pairs:
            rows = [[step[name] for name in self.motion] for step in pair]
            states = explicit(rows, DT, correct, np.array(pair[0]["m1"]), np.array(pair[0]["W1"]))
            for name in self.fields:
                assert_allclose(getattr(states, name), column(pair, name), atol=1e-11, err_msg=name)

    def test_whole_motion_agrees_as_far_as_the_recorded_motor_motion_follows_the_law(self, steps, correct):
        bodies = example("two_bodies")
        # the recorded motor law has seven digits from single precision; its last row, at rest, comes twice
        law = bodies.motor_law(DT * np.minimum(np.arange(501), 499))
        law[499:, 1:] = 0.0
        rows, chosen = list(steps), list(steps.values())
        recorded_law = np.stack([column(chosen, name) for name in self.motion], axis=-1)
        assert_allclose(law[rows], recorded_law, rtol=1e-6, atol=3e-5)
        states = bodies.explicit(law, DT, correct)
        for name in self.fields[:4]:
            assert_allclose(getattr(states, name)[rows], column(chosen, name), atol=5e-6, err_msg=name)
        for name in self.fields[4:]:
            assert_allclose(getattr(states, name)[rows], column(chosen, name), atol=5e-5, err_msg=name)

    def test_recorded_steps_have_the_momentum_drift_of_ours(self, steps, correct):
        bodies = example("two_bodies")
        ours = bodies.explicit(bodies.motor_law(DT * np.arange(500)), DT, correct)
        J1, J2 = (sl.trasf_mamt4(bodies.J1, column(steps.values(), m)) for m in ("m1", "m2"))
        GAMMA = sl.skew4(column(steps.values(), "W1"), J1) + sl.skew4(column(steps.values(), "W2"), J2)
        drift, rows = np.abs(GAMMA - GAMMA[0]).max(axis=(1, 2)), list(steps)[:-2]
        assert_allclose(drift[:-2], np.abs(ours.GAMMA[rows] - ours.GAMMA[0]).max(axis=(1, 2)), atol=1e-4)


def test_motor_law_turns_by_pi_and_its_rates_are_its_derivatives():
    law = example("two_bodies").motor_law
    assert_allclose(law([0.0, 0.5, 1.0]), [[0, 0, 0], [np.pi / 2, 4 * np.pi / 3, 0], [np.pi, 0, 0]], atol=1e-13)
    t, h = np.linspace(0.01, 0.99, 981), 1e-6
    rates = (law(t + h) - law(t - h)) / (2 * h)
    assert_allclose(rates[:, 0], law(t)[:, 1], atol=1e-8)
    assert_allclose(rates[:, 1], law(t)[:, 2], atol=1e-3)


@pytest.fixture(scope="module")
def bodies_after_one_second():
    bodies = example("two_bodies")
    law = bodies.motor_law(DT * np.arange(501))
    plain, corrected = bodies.explicit(law, DT), bodies.explicit(law, DT, correct=True)
    return bodies, plain, corrected, bodies.conservative(bodies.motor_law, DT, 500)


def test_correction_conserves_momentum_and_the_plain_method_does_not(bodies_after_one_second):
    bodies, plain, corrected, conservative = bodies_after_one_second
    assert bodies.momentum_drift(plain) > 0.1
    assert bodies.momentum_drift(corrected) < 1e-12
    assert bodies.momentum_drift(conservative) < 1e-12


def test_bodies_end_where_symmetry_says(bodies_after_one_second):
    bodies, plain, corrected, conservative = bodies_after_one_second
    error = [np.abs(states.m1[-1] - bodies.M1_END).max() for states in (plain, corrected, conservative)]
    assert 1e-3 < error[0] < 5e-3
    assert 1e-6 < error[1] < 2e-5
    assert error[2] < 1e-9


def test_conservative_method_is_of_fourth_order():
    bodies = example("two_bodies")
    # steps that meet the corners of the motor law
    coarse, fine = (
        np.abs(bodies.conservative(bodies.motor_law, 1.0 / n, n).m1[-1] - bodies.M1_END).max() for n in (60, 120)
    )
    assert 12.0 < coarse / fine < 20.0


def test_no_external_action_acts_in_any_state(bodies_after_one_second):
    bodies, _, _, states = bodies_after_one_second
    PHI = sl.skew4(states.H1, sl.trasf_mamt4(bodies.J1, states.m1))
    PHI = PHI + sl.skew4(states.H2, sl.trasf_mamt4(bodies.J2, states.m2))
    assert_allclose(PHI, 0.0, atol=1e-11)


# elbow robot


def recorded_joint_motion(elbow):
    """Joint motion as the legacy programs read it: the law to five, four and four decimals, but for these entries."""
    q, qp, qpp = (x.round(decimals) for x, decimals in zip(elbow.joint_motion(elbow.INSTANTS), (5, 4, 4), strict=True))
    for instant, joint, units in [(0, 0, -1), (1, 2, 1), (1, 3, -1), (5, 5, -1), (9, 1, 1), (13, 0, 1)]:
        q[instant, joint] += units * 1e-5
    for instant, joint, units in [(9, 5, -1), (11, 0, 1)]:
        qp[instant, joint] += units * 1e-4
    qpp[:, 0] = 28.2744
    qpp[:, 5] = 706.85828 * np.sign(qpp[:, 5])
    return q, qp, qpp


@pytest.mark.parametrize(
    ("program", "method"), [("ELB_D_DH:ELBOW", "direct_dh"), ("ELB_D_PA:ELBOW", "direct_parallel")]
)
def test_elbow_gripper_motion_is_the_recorded_one(recorded, program, method):
    elbow, steps = example("elbow_kinematics"), recorded[program]["steps"]
    motion = getattr(elbow, method)(*recorded_joint_motion(elbow))
    W_a, H_a = elbow.at_gripper(motion)
    assert_allclose(motion.M, column(steps, "gripper"), atol=1e-12)
    assert_allclose(W_a, column(steps, "Waux"), atol=1e-11)
    assert_allclose(H_a, column(steps, "Haux"), atol=1e-9)
    angles = sl.Htocardan(motion.M, motion.W, motion.H, sl.X, sl.Y, sl.Z)
    assert_allclose(angles.q1, column(steps, "angles"), atol=1e-12)
    assert_allclose(angles.qp1, column(steps, "angles_p"), atol=1e-11)
    assert_allclose(angles.qpp1, column(steps, "angles_pp"), atol=1e-9)


def test_elbow_notations_agree_for_random_joint_motions():
    elbow, joints = example("elbow_kinematics"), np.random.default_rng(3).uniform(-3.0, 3.0, (3, 10, 20, 6))
    for dh, parallel in zip(elbow.direct_dh(*joints), elbow.direct_parallel(*joints), strict=True):
        assert dh.shape[:2] == (10, 20)
        assert_allclose(dh, parallel, atol=1e-11)


def test_elbow_joint_rates_are_derivatives_of_the_joint_angles():
    elbow, h = example("elbow_kinematics"), 1e-7
    before, now, after = (elbow.joint_motion(elbow.INSTANTS + step) for step in (-h, 0.0, h))
    for k in (0, 1):
        assert_allclose((after[k] - before[k]) / (2 * h), now[k + 1], atol=2e-5)


def test_elbow_inverse_gives_the_joint_motion_back(recorded):
    elbow = example("elbow_kinematics")
    joints = recorded_joint_motion(elbow)
    M, W, H, _ = elbow.direct_dh(*joints)
    q, qp, qpp = elbow.inverse(elbow.INSTANTS, M, W, H)
    assert np.abs(elbow.direct_dh(q, qp, qpp).M - M).max() <= 1e-12
    assert_allclose(q, joints[0], atol=2e-9)
    assert_allclose(qp, joints[1], atol=1e-6)
    assert_allclose(qpp, joints[2], atol=1e-4)


def test_elbow_stays_on_the_side_of_the_guess():
    elbow = example("elbow_kinematics")
    joints = elbow.joint_motion(elbow.INSTANTS)
    M, W, H, _ = elbow.direct_dh(*joints)
    other = elbow.inverse(elbow.INSTANTS, M, W, H, guess=np.array([0.0, 0.3, -0.2, 0.2, 0.1, 0.0]))[0]
    assert_allclose(elbow.direct_dh(other, elbow.REST, elbow.REST).M, M, atol=1e-12)
    assert_allclose(other[:, 2], -joints[0][:, 2], atol=1e-8)


def test_elbow_recorded_inverse_meets_its_tolerance_but_misses_the_joints(recorded):
    elbow, steps = example("elbow_kinematics"), recorded["ELB_I_DH:ELBOW"]["steps"]
    q = recorded_joint_motion(elbow)[0]
    legacy = column(steps, "q")
    motion = elbow.direct_dh(legacy, column(steps, "qp"), column(steps, "qpp"))
    target = recorded["ELB_D_DH:ELBOW"]["steps"]
    assert np.abs(motion.M - column(target, "gripper")).max() < 5.1e-4
    assert_allclose(elbow.at_gripper(motion)[0], column(target, "Waux"), atol=1e-5)
    assert 0.03 < np.abs(legacy - q)[0].max() < 0.04
    assert 0.6 < np.abs(legacy - q)[-1].max() < 0.7
    assert np.count_nonzero(np.diff(np.sign(legacy[:, 2]))) > 5


def test_elbow_unreachable_pose_is_reported():
    elbow = example("elbow_kinematics")
    with pytest.raises(RuntimeError, match="no convergence"), sl.errstate(singular="ignore"):
        elbow.pose_to_joints(sl.rotat24(sl.U, 0.0, [0.0, 9.0, 0.0, 1.0]), elbow.GUESS)


# linear system


def test_linear_system_reduces_as_recorded(recorded):
    linear, record = example("linear_system"), recorded["TEST-LIN:INP"]
    result = linear.reduce_system(linear.read_system(linear.REDUNDANT))
    assert_allclose(result.H_in, record["H_in"])
    assert result.rank == record["rank"]
    assert list(result.ivet) == record["ivet"]
    assert_allclose(result.H, record["H_out"], atol=1e-14)
    assert result.x is None


def test_linear_square_system_is_solved_in_the_order_of_the_unknowns():
    H_in = np.random.default_rng(4).normal(size=(7, 8))
    x = example("linear_system").reduce_system(H_in).x
    assert_allclose(x, np.linalg.solve(H_in[:, :7], H_in[:, 7]), rtol=1e-10)


def test_linear_system_is_read_from_a_file(tmp_path, capsys):
    path = tmp_path / "system.txt"
    path.write_text("2 2  1 0\n 3  0 2 8")
    example("linear_system").main([path])
    assert "Solution x:\n   3.000    4.000" in capsys.readouterr().out


def test_linear_contradiction_is_said(capsys):
    example("linear_system").show("2 1  1 2  1 3")
    assert "contradict" in capsys.readouterr().out


def test_linear_incomplete_text_is_refused():
    with pytest.raises(ValueError, match="expected 2 rows of 3 numbers"):
        example("linear_system").read_system("2 2  1 0 3")


# all of them


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("satellite_antenna", ["178.5776  degrees", "0.163282  0.817516 -0.552275", "passes through the hinge"]),
        ("triangle_screw", ["(0, 0, -1)", "(1, -1, 0) m", "90 degrees", "0.0e+00 m"]),
        ("scara_velocity", ["-3.4198   1.5872  -0.5000  m/s", "(0.1167, 0.1167)", "frame (a)"]),
        ("two_bodies", ["explicit             4.6e-01", "conservative", "2.0000000 +0.0000000  -90.000000"]),
        ("elbow_kinematics", ["0.149   -0.3908  1.7116  2.2375", "condition number 15335"]),
        ("arm_three_ways", ["51.722", "-10.093518 and -10.093518 J"]),
        ("linear_system", ["Rank 3", "x2 = -2 +1 x1", "   1.000   -2.000    3.000"]),
    ],
)
def test_script_runs_and_prints_its_result(name, expected, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", [f"{name}.py"])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    printed = capsys.readouterr().out
    for words in expected:
        assert words in printed


def test_every_example_is_run_here():
    assert len(list(EXAMPLES.glob("*.py"))) == 16


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("planar_3r_symbolic", ["[I3 + c3**2*m3]  [qdd1 + qdd2 + qdd3]", "torques: [0, 0, 0]"]),
        ("stanford_symbolic", ["L_2_3(0)", "C1 S2", "length squared is 1"]),
        ("stanford_torques", ["total     0.1012   16.3515   29.9294", "between the two rests -9.741330 J"]),
        ("big_motion", ["250000 samples of PUMA, 48 MB on disk", "alone: 200, different bits: 0"]),
        ("joint_reactions", ["joint2       3.72    4.22   266.36  291.46", "(0.00, 0.00, -392.44) N"]),
        ("ridim_torques", ["largest   -4.0725  -69.6858  -28.1479", "largest   46.2349   20.7076    5.3271"]),
        ("rfdsim_free_fall", ["   2.00   -2.0893   -0.9555   -1.1954", "   1.00    0.0438    3.0667    2.9796"]),
        ("denoc_step_by_step", ["I = U D U^T", "2.92  3.308  6.011  0.01426  0.02374  0.002 (kg m^2; joint 3: kg)"]),
        ("monte_carlo", ["10000 motions of 5 s", "  3.0    -0.8059      2.42e-03", "the others: different bits: 0"]),
    ],
)
def test_examples_of_chains_say_what_they_should(name, said, capsys):
    example(name).main()
    text = capsys.readouterr().out
    assert text.strip()
    for words in said:
        assert words in text


# arm in three ways


def test_the_three_ways_give_the_same_torques_and_the_work_is_the_gain_of_energy():
    arm = example("arm_three_ways")
    t = np.linspace(0.0, 2.0, 4001)
    q, qp, qpp = arm.motion(t)
    tau = arm.with_c_names(q, qp, qpp)
    assert_allclose(arm.with_classes(q, qp, qpp), tau, atol=1e-12)
    assert_allclose(arm.with_matlab_names(q, qp, qpp), tau, atol=1e-12)
    power = np.sum(tau * qp, axis=1)
    # Simpson's rule: work between the first and the last instant
    work = (power[0] + power[-1] + 4 * power[1:-1:2].sum() + 2 * power[2:-1:2].sum()) * (t[1] - t[0]) / 3
    gain = np.diff(arm.energy(q[[0, -1]], qp[[0, -1]]))[0]
    assert_allclose(work, gain, rtol=1e-9)


def test_torques_at_rest_are_those_of_the_weight():
    arm = example("arm_three_ways")
    q, zero, step = np.array([[0.3, -0.5, 0.8]]), np.zeros((1, 3)), 1e-6
    gradient = [
        np.diff(arm.energy(q + step * np.eye(3)[i] * np.array([[-1], [1]]), np.zeros((2, 3))))[0] / (2 * step)
        for i in range(3)
    ]
    assert_allclose(arm.with_c_names(q, zero, zero)[0], gradient, atol=1e-8)
