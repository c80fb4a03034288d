"""The command `spacelib simulate`: what it writes, its exit codes, and one line on standard error for every error."""

import csv
import io
import re
import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

from chain import load, read_motion, save
from chain.cli import main

COMMAND = [sys.executable, "-m", "chain", "simulate"]


@pytest.fixture
def simulate(capfd):
    """Function that runs the command here: (exit code, standard output, standard error)."""

    def run(*arguments):
        try:
            code = main(["simulate", *map(str, arguments)])
        except SystemExit as stop:
            code = stop.code
        return code, *capfd.readouterr()

    return run


def rows(text):
    """Header and numbers of comma-separated lines."""
    head, *body = csv.reader(line for line in text.splitlines() if not line.startswith("#"))
    return head, np.array(body, float)


# what is written


def test_the_table_shows_positions_rates_and_how_the_run_went(simulate):
    code, out, err = simulate("planar3r", "--time", 2)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Motion of planar 3R arm A: 201 times, t = 0 to 2 s"
    assert lines[1] == "gravity (0, -9.81, 0) m/s^2; torques: none"
    run = load("planar3r").simulate(np.zeros(3), np.zeros(3), np.linspace(0.0, 2.0, 201))
    at_end = [line.split() for line in lines if line.startswith("2.00 ")]
    assert_allclose([float(x) for x in at_end[0][1:]], run.q[-1], atol=1e-4)
    assert_allclose([float(x) for x in at_end[1][1:]], run.qd[-1], atol=1e-3)
    assert "21 of 201 samples shown; --format csv writes them all" in lines
    assert "  reached t = 2 s" in lines
    assert re.search(r"^  \d+ steps, \d+ rejected, \d+ evaluations$", out, re.M)
    assert re.search(r"^  energy drift \d\.\de-\d\d of the largest kinetic energy$", out, re.M)
    assert max(map(len, lines)) <= 100


def test_units_are_those_of_the_joints(simulate):
    _, out, _ = simulate("stanford", "--q0", "0,1.5,0,0,0,0", "--time", 0.1)
    words = [line.split() for line in out.splitlines() if line.split()[:1] == ["s"]]
    assert words == [["s", *(unit + per for unit in ("rad", "rad", "m", "rad", "rad", "rad"))] for per in ("", "/s")]


def test_csv_keeps_every_time_and_every_digit(simulate):
    code, out, _ = simulate("puma", "--time", 0.5, "--step", 0.1, "--format", "csv", "--qd0", "1,2,0,0,-1,0")
    assert code == 0
    head, values = rows(out)
    run = load("puma").simulate(np.zeros(6), [1, 2, 0, 0, -1, 0], np.linspace(0.0, 0.5, 6))
    assert head == ["t", *(f"q_joint{k}" for k in range(1, 7)), *(f"qd_joint{k}" for k in range(1, 7)), "energy"]
    assert np.array_equal(values, np.column_stack([run.t, run.q, run.qd, run.energy]))
    assert out.splitlines()[0].endswith("torques: none; reached t = 0.5 s")


@pytest.mark.parametrize("name", ["motion.csv", "motion.CSV", "motion.npz", "motion.txt"])
def test_the_suffix_of_the_file_chooses_the_format(name, simulate, tmp_path):
    path = tmp_path / name
    assert simulate("planar3r", "--time", 0.5, "-o", path) == (0, "", "")
    if name.endswith("npz"):
        with np.load(path) as data:
            assert data["q"].shape == (51, 3)
            assert_allclose(data["kinetic"] + data["potential"], data["energy"])
            assert data["units"].tolist() == ["rad"] * 3
            assert str(data["message"]) == "reached t = 0.5 s"
    elif name.lower().endswith("csv"):
        assert rows(path.read_text())[1].shape == (51, 8)
    else:
        assert "51 times" in path.read_text()


def test_npz_goes_to_a_pipe_on_request():
    command = [*COMMAND, "planar3r", "--time", "0.1", "--format", "npz", "-o", "-"]
    run = subprocess.run(command, capture_output=True, check=True)
    assert np.load(io.BytesIO(run.stdout))["qd"].shape == (11, 3)


# what is asked for


def test_lists_may_begin_with_a_minus(simulate):
    for words in (["--q0", "-1,0.5,-.2"], ["--q0=-1,0.5,-.2"]):
        _, out, _ = simulate("planar3r", *words, "--time", 0.1, "--format", "csv")
        assert rows(out)[1][0, 1:4].tolist() == [-1.0, 0.5, -0.2]


@pytest.mark.parametrize(("time", "step", "expected"), [(1, 0.25, 5), (1, 0.3, 5), (0.5, 2, 2), (0.3, 0.1, 4)])
def test_times_go_to_the_end(time, step, expected, simulate):
    t = rows(simulate("planar3r", "--time", time, "--step", step, "--format", "csv")[1])[1][:, 0]
    assert len(t) == expected
    assert t[0] == 0.0
    assert t[-1] == time
    assert_allclose(np.diff(t)[:-1], step)


def test_method_and_tolerances_are_passed_on(simulate):
    t = np.linspace(0.0, 1.0, 101)
    for words, options in (
        (["--method", "RK4"], {"method": "RK4"}),
        (["--method", "RK45", "--rtol", "1e-4", "--atol", "1e-5"], {"method": "RK45", "rtol": 1e-4, "atol": 1e-5}),
        (["--method", "scipy:LSODA"], {"method": "scipy:LSODA"}),
    ):
        _, out, _ = simulate("planar3r", "--time", 1, *words, "--format", "csv")
        expected = load("planar3r").simulate(np.zeros(3), np.zeros(3), t, **options)
        assert np.array_equal(rows(out)[1][:, 1:4], expected.q)


@pytest.mark.parametrize("suffix", ["csv", "npz"])
def test_torques_of_dynamics_drive_the_motion(suffix, simulate, tmp_path):
    tau, motion = tmp_path / f"tau.{suffix}", read_motion("puma", 6)
    assert main(["dynamics", "puma", "puma", "--format", suffix, "-o", str(tau)]) == 0
    code, out, err = simulate("puma", "--torque", tau, "--format", "csv")
    assert (code, err) == (0, "")
    values = rows(out)[1]
    arm = load("puma")
    expected = arm.simulate(motion.q[0], motion.qd[0], motion.t, arm.inverse_dynamics(motion.q, motion.qd, motion.qdd))
    assert np.array_equal(values[:, 0], motion.t)
    assert np.array_equal(values[:, 1:7], expected.q)
    # piecewise linear torques every 0.1 s: the motion comes back, but for what the corners cost
    assert_allclose(values[:30, 1:7], motion.q[:30], atol=2e-3)


def test_a_bar_is_shown_on_request(simulate):
    code, out, err = simulate("planar3r", "--time", 1, "--progress")
    assert code == 0
    assert "100 %" in err
    assert "100 %" not in out


def test_external_rows_are_said_to_be_left_out(simulate, tmp_path):
    arm = load("puma")
    arm.file_external = np.ones((1, 6))
    save(arm, tmp_path / "loaded.dat")
    code, out, err = simulate(tmp_path / "loaded.dat", "--time", 0.1, "--format", "csv")
    assert code == 0
    assert re.fullmatch(r"spacelib: warning: the external actions .* are not applied\n", err)
    assert np.array_equal(rows(out)[1], rows(simulate("puma", "--time", 0.1, "--format", "csv")[1])[1])


# what goes wrong


def test_a_singular_run_writes_what_it_has_and_gives_code_1(simulate, tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text('format = 1\n[[link]]\njtype = "R"\nname = "ghost"\n')
    code, out, err = simulate(path)
    assert code == 1
    assert "1 time, t = 0 to 0 s" in out
    assert err == "spacelib: joint 'ghost' has no articulated inertia along the joint near t = 0 s\n"


def torque_file(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("tau.csv", "t,a,b,c\n0,1,2,3\n1,2,3\n", "line 3: expected t and 3 torques, got 3 numbers"),
        ("tau.csv", "t,a,b,c\n0,1,2,3\n1,2,3,x\n", "line 3: expected numbers, got '1,2,3,x'"),
        ("tau.csv", "0,1,2,3\n0,1,2,3\n", "expected times that increase"),
        ("tau.csv", "# nothing\n", "expected times that increase"),
        ("tau.csv", bytes(range(256)), "expected"),
        ("tau.npz", "not a file of NumPy", "expected a NumPy file with the arrays t and tau"),
        ("tau.npz", b"", "expected a NumPy file with the arrays t and tau"),
    ],
)
def test_a_bad_torque_file_is_one_line(name, text, said, simulate, tmp_path):
    path = torque_file(tmp_path, name, text)
    code, out, err = simulate("planar3r", "--torque", path)
    assert (code, out) == (1, "")
    assert err.startswith(f"spacelib: {path}")
    assert said in err
    assert err.count("\n") == 1


def test_npz_of_another_robot_is_one_line(simulate, tmp_path):
    np.savez(tmp_path / "tau.npz", t=np.arange(5.0), tau=np.zeros((5, 6)))
    code, _, err = simulate("planar3r", "--torque", tmp_path / "tau.npz")
    assert code == 1
    assert err.endswith("expected t (m,) and tau (m, 3), got (5,) and (5, 6)\n")


WRONG_DATA = {
    "no such robot": ["nobody"],
    "no such torques": ["planar3r", "--torque", "/nowhere/tau.csv"],
    "output in no folder": ["planar3r", "--time", "0.1", "-o", "/nowhere/out.csv"],
    "tolerance too small": ["planar3r", "--rtol", "1e-30"],
}
WRONG_USAGE = {
    "no robot": [],
    "not a list": ["planar3r", "--q0", "a,b,c"],
    "list too short": ["planar3r", "--q0", "1,2"],
    "rates too many": ["planar3r", "--qd0", "1,2,3,4"],
    "not finite": ["planar3r", "--qd0", "nan,0,0"],
    "list missing": ["planar3r", "--q0"],
    "no time": ["planar3r", "--time", "0"],
    "endless": ["planar3r", "--time", "inf"],
    "backward": ["planar3r", "--step", "-0.1"],
    "too many results": ["planar3r", "--step", "1e-9"],
    "unknown method": ["planar3r", "--method", "Euler"],
    "unknown format": ["planar3r", "--format", "pdf"],
    "binary to the screen": ["planar3r", "--format", "npz"],
    "two clocks": ["planar3r", "--torque", "tau.csv", "--time", "1"],
}


@pytest.mark.parametrize("case", WRONG_DATA)
def test_wrong_data_is_one_line_and_code_1(case, simulate):
    code, out, err = simulate(*WRONG_DATA[case])
    assert (code, out) == (1, "")
    assert err.startswith("spacelib: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("case", WRONG_USAGE)
def test_wrong_usage_is_one_line_and_code_2(case, simulate):
    code, out, err = simulate(*WRONG_USAGE[case])
    assert (code, out) == (2, "")
    assert re.fullmatch(r"spacelib: .* \(see spacelib simulate --help\)\n", err)


def test_help_has_examples(simulate):
    code, out, _ = simulate("--help")
    assert code == 0
    assert "  spacelib simulate planar3r --time 2" in out
