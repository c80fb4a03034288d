"""The legacy program ROB-MAT: its matrices against recorded runs of the genuine one, its two print formats."""

import re
import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose
from recorded import recorded

from chain import ChainObject, LinkObject, Motion, load, read_motion
from chain.robmat import RobotMatrices, external_rows, printed, robot_matrices

ROBOTS = recorded("robots")
PRINTS = recorded("robots_print")
LETTERS = ["A", "T", "W", "W0", "WA", "H", "H0", "HA", "J", "J0", "FI", "ACT0"]  # of the program, as they are printed
NUMBER = re.compile(r"-?\d+\.\d+")


@pytest.fixture
def case(request, tmp_path):
    """Robot, motion and recorded run of a name."""
    record = ROBOTS[request.param]
    for suffix in ("dat", "mot"):
        (tmp_path / f"robot.{suffix}").write_text(record["in"][f"{suffix}_text"])
    arm = load(tmp_path / "robot.dat")
    return arm, read_motion(tmp_path / "robot.mot", arm.n), record


def same_print(got, expected, digit=1.01e-3):
    """Equal line by line, up to the sign of zeros and one unit of the last digit."""
    got, expected = got.split("\n"), expected.split("\n")
    assert len(got) == len(expected)
    for a, b in zip(got, expected, strict=True):
        if a != b:
            assert NUMBER.sub("#", a).split() == NUMBER.sub("#", b).split()
            numbers = [[float(x) for x in NUMBER.findall(line)] for line in (a, b)]
            assert_allclose(numbers[0], numbers[1], atol=digit)
            assert len(a) == len(b)


@pytest.mark.parametrize("case", ROBOTS, indirect=True)
def test_matrices_are_those_of_the_genuine_program(case):
    arm, motion, record = case
    got = robot_matrices(arm, motion.q, motion.qd, motion.qdd, external_rows(arm, len(motion)))
    for field, name in zip(RobotMatrices._fields, LETTERS, strict=True):
        expected = np.array([[link[name] for link in step["links"]] for step in record["steps"]])
        assert_allclose(getattr(got, field), expected, atol=1e-13 * np.abs(expected).max(), err_msg=field)


@pytest.mark.parametrize("case", ROBOTS, indirect=True)
def test_the_chain_agrees_with_the_genuine_program(case):
    arm, motion, record = case
    last = len(arm) - 1
    external = {last: (external_rows(arm, len(motion)), (0, 0, 0), "link")}
    states = motion.q, motion.qd, motion.qdd
    k = arm.kinematics(*states)
    PHI, tau = arm.joint_actions(*states, external=external), arm.inverse_dynamics(*states, external=external)
    for got, name in ((k.M, "T"), (k.W, "WA"), (k.H, "HA"), (-PHI, "ACT0"), (-tau, "derived_L0_dot_ACT0")):
        expected = np.array([[link[name] for link in step["links"]] for step in record["steps"]])
        assert_allclose(got, expected, atol=1e-12 * np.abs(expected).max(), err_msg=name)


@pytest.mark.parametrize(("case", "name"), [(n, n) for n in PRINTS], indirect=["case"])
def test_printed_text_is_that_of_the_genuine_program(case, name):
    arm, motion, _ = case
    same_print("".join(printed(arm, motion)), PRINTS[name])


@pytest.mark.parametrize("case", ["RND1_3"], indirect=True)
def test_pieces_do_not_change_the_text(case):
    arm, motion, _ = case
    assert "".join(printed(arm, motion, chunk=2)) == "".join(printed(arm, motion))


def test_matlab_print_has_its_own_titles_tabs_and_four_decimals():
    arm = ChainObject([LinkObject("R", a=0.33, mass=10.0), LinkObject("P", d=-0.1)], gravity=(0, 0, -9.8))
    motion = Motion(np.zeros(1), np.zeros((1, 2)), np.array([[1.0, 2.0]]), np.array([[10.0, 20.0]]))
    text = "".join(printed(arm, motion, "legacy-matlab")).replace("-0.0000", " 0.0000")
    assert text.startswith(
        "\n\n Link 1\n\n"
        "\n Relative Position Matrix                   A\n\n"
        "  1.0000\t  0.0000\t  0.0000\t  0.3300\n"
        "  0.0000\t  1.0000\t  0.0000\t  0.0000\n"
        "  0.0000\t  0.0000\t  1.0000\t  0.0000\n"
        "  0.0000\t  0.0000\t  0.0000\t  1.0000\n"
        "\n Absolute Position Matrix                   T\n\n"
    )
    assert "\n Relative Acceleration Matrix in frame (i)  H\n\n -1.0000\t -10.0000\t  0.0000\t  0.0000\n" in text
    assert "\n Actions on Joint (i)                    ACTO\n\n" in text
    assert text.endswith("\t  0.0000\n")
    assert text.count("\n\n Link") == 2
    assert len(text.splitlines()) == 2 * 88


def test_last_external_row_persists_and_none_means_zero():
    arm = load("puma")
    arm.file_external = np.arange(12.0).reshape(2, 6)
    assert external_rows(arm, 4)[:, 0].tolist() == [0.0, 6.0, 6.0, 6.0]
    assert external_rows(arm, slice(1, 3))[:, 0].tolist() == [6.0, 6.0]
    arm.file_external = np.zeros((0, 6))
    assert not external_rows(arm, 2).any()


def test_general_links_have_the_matrices_of_the_chain():
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]], (0.1, 0.2, 0.3)
    inertia = np.diag([0.2, 0.3, 0.4])
    links = [
        LinkObject("R", a=0.3, alpha=0.5, mass=2.0, cog=(0.1, 0, 0.2), inertia=inertia),
        LinkObject("H", placement=pose, axis=(1, 2, 2), pitch=0.1, mass=1.0, cog=(0, 0.1, 0), inertia=inertia),
        LinkObject("F", placement=pose, mass=0.5, cog=(0.3, 0, 0)),
        LinkObject("P", convention="modified", alpha=0.3, a=0.2, mass=1.0, inertia=inertia),
        LinkObject("R", placement=pose, axis=(0, 1, 0), parent=1, mass=0.7, cog=(0, 0, 0.4)),
    ]
    arm = ChainObject(links, gravity=(1.0, 2.0, -9.81), base=pose)
    states = np.random.default_rng(3).uniform(-1, 1, (3, 7, arm.n))
    got, k = robot_matrices(arm, *states), arm.kinematics(*states)
    for field in "MWH":
        assert_allclose(getattr(got, field), getattr(k, field), atol=1e-13)
    assert_allclose(got.PHI_joint, -arm.joint_actions(*states), atol=1e-12)


@pytest.mark.parametrize(("case", "style"), [("RND1_2", "legacy"), ("RND1_2", "legacy-matlab")], indirect=["case"])
def test_the_command_prints_the_same(case, style, tmp_path):
    arm, motion, _ = case
    files = tmp_path / "robot.dat", tmp_path / "robot.mot"
    command = [sys.executable, "-m", "chain", "dynamics", *files, "--format", style]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "".join(printed(arm, motion, style))
    assert run.stderr == ""
