"""The papers' examples: scripts ridim_torques and rfdsim_free_fall against recorded results of other programs.

The records (tests/data/oracles) are torques of Pinocchio and free motions by Gragg-Bulirsch-Stoer extrapolation in long
double on virtual work, checked there with SciPy on Pinocchio.
"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from recorded import recorded

from chain import load, read_motion

ROBOTS = {
    "planar3r": ("ex1_planar3R_A", "planar3r"),
    "planar3r_b": ("ex1_planar3R_B", "planar3r"),
    "puma": ("ex2_puma", "puma"),
    "stanford": ("ex3_stanford_T4", "stanford"),
    "stanford_saha1999": ("ex3_stanford_T3", "stanford"),
    "stanford_saha2007_gplus": ("ex3_stanford_T4_gplus", "stanford"),
}


def example(name):
    path = Path(__file__).parent.parent.parent / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"papers_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ridim():
    return example("ridim_torques")


@pytest.fixture(scope="module")
def rfdsim():
    return example("rfdsim_free_fall")


def start(rfdsim, robot):
    """Seconds and initial position of the example in which a robot falls; a variant starts as the arm it stands for."""
    return next((s, q) for name, (_, s, q, _) in rfdsim.ARMS.items() if robot.startswith(name))


# RIDIM


@pytest.mark.parametrize("robot", ROBOTS)
def test_torques_on_the_cycloidal_motion_are_the_recorded_ones(robot, ridim):
    name, motion = ROBOTS[robot]
    record = recorded(f"oracles/{name}")["inverse_dynamics"]
    t, tau = ridim.torques(robot, motion)
    expected = np.array(record["tau"])
    assert_allclose(t, record["t"], atol=1e-12)
    assert_allclose(tau, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("motion", ["planar3r", "puma", "stanford"])
def test_motions_are_cycloidal(motion):
    n, T = (3 if motion == "planar3r" else 6), 10.0
    m = read_motion(motion, n)
    change, turn = m.q[-1] - m.q[0], 2 * np.pi * m.t[:, None] / T
    assert_allclose(m.q, m.q[0] + change * (turn - np.sin(turn)) / (2 * np.pi), atol=1e-12)
    assert_allclose(m.qd, change / T * (1 - np.cos(turn)), atol=1e-12)
    assert_allclose(m.qdd, change * 2 * np.pi / T**2 * np.sin(turn), atol=1e-12)


def test_torques_of_the_small_planar_arm_fit_the_printed_scale(ridim):
    _, tau = ridim.torques("planar3r_b", "planar3r")
    assert -2.0 < tau.min() < -1.5
    assert 4.0 < tau.max() < 5.0


def test_the_wrist_of_the_1999_table_carries_no_weight_moment(ridim):
    tau = {robot: ridim.torques(robot, "stanford")[1] for robot in ("stanford", "stanford_saha1999")}
    assert np.abs(tau["stanford_saha1999"][:, 3:]).max() < 1e-3
    assert (np.abs(tau["stanford"][:, 3:5]).max(axis=0) > 0.4).all()


# RFDSIM


@pytest.mark.parametrize("robot", ROBOTS)
def test_free_fall_of_the_first_second_is_the_recorded_one(robot, rfdsim):
    (record,) = recorded(f"oracles/{ROBOTS[robot][0]}")["free_fall"]
    seconds, q0 = start(rfdsim, robot)
    run = rfdsim.fall(robot, seconds, q0, samples=len(record["t"]))
    assert_allclose(run.t, record["t"], atol=1e-12)
    assert_allclose(q0, record["q0"], atol=1e-15)
    keep = run.t <= 1.0
    for got, name in ((run.q, "q"), (run.qd, "qd")):
        expected = np.array(record[name])[keep]
        assert_allclose(got[keep], expected, rtol=0, atol=1e-7 * np.abs(expected).max())


@pytest.mark.parametrize("robot", ["planar3r", "planar3r_b"])
def test_the_planar_arm_falls_towards_negative_angles_and_swings_back(robot, rfdsim):
    run = rfdsim.fall(robot, *start(rfdsim, robot))
    theta1 = run.q[:, 0]
    lowest = theta1.argmin()
    assert (theta1[1:lowest] < 0.0).all()
    assert -3.3 < theta1[lowest] < -3.0
    assert 0 < lowest < len(theta1) - 1
    # the centre of mass never rises above the height from which it falls
    assert load(robot).centre_of_mass(run.q)[:, 1].max() < 1e-12


def test_stanford_joint_3_runs_out_once_joint_2_has_turned_away_from_90_degrees(rfdsim):
    run = rfdsim.fall("stanford_saha2007_gplus", *start(rfdsim, "stanford"))
    turned, slide = np.rad2deg(run.q[:, 1]) - 90.0, run.q[:, 2]
    assert (np.diff(turned) > 0.0).all()
    assert slide[turned < 10.0].max() < 0.02
    assert slide[turned < 30.0].max() < 0.1
    assert slide[-1] > 2.9


def test_gravity_up_is_the_mirror_image_of_gravity_down(rfdsim):
    down, up = (rfdsim.fall(robot, *start(rfdsim, "stanford")) for robot in ("stanford", "stanford_saha2007_gplus"))
    mirrored = down.q * [1, -1, 1, -1, -1, -1] + [0, np.pi, 0, 0, 0, 0]
    assert_allclose(up.q, mirrored, atol=1e-9)


@pytest.mark.parametrize("robot", ROBOTS)
def test_energy_is_conserved_in_free_fall(robot, rfdsim):
    assert rfdsim.fall(robot, *start(rfdsim, robot)).drift < 1e-10


# figures


@pytest.mark.parametrize("script", ["ridim_torques", "rfdsim_free_fall"])
def test_figures_are_drawn(script, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    example(script).main(["--plot", str(tmp_path)])
    prefix = script.partition("_")[0]
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"{prefix}_{a}.png" for a in ("planar3r", "puma", "stanford")]
    for path in tmp_path.iterdir():
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        assert path.stat().st_size > 20_000


@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_a_figure_has_one_titled_axis_for_each_joint(n, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    from chain.figures import joint_figure

    drawn = []
    save = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda self, *a, **k: (drawn.append(self), save(self, *a, **k)))
    t = np.linspace(0.0, 1.0, 5)
    curves = {"one": t[:, None] * np.arange(n), "two": np.full((5, n), 1e-12)}
    joint_figure(tmp_path / "figure.png", t, curves, [f"q{k} (rad)" for k in range(n)], "Title")
    shown = [axis for axis in drawn[0].axes if axis.axison]
    assert [axis.get_title(loc="left") for axis in shown] == [f"joint {k + 1}" for k in range(n)]
    assert [axis.get_ylabel() for axis in shown] == [f"q{k} (rad)" for k in range(n)]
    assert sum(axis.get_xlabel() == "time (s)" for axis in shown) == min(n, 3)
    # what is only rounding beside the largest curve is drawn as zero
    largest = n - 1
    expected = 0.0 if largest * 1e-9 > 1e-12 else 1e-12
    assert all((axis.lines[1].get_ydata() == expected).all() for axis in shown)
