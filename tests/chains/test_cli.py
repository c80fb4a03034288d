"""The command line: what it prints, its exit codes, and one line on standard error for everything that goes wrong."""

import csv
import io
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from numpy.testing import assert_allclose

import chain.cli
from chain import load, read_motion, save
from chain.cli import main

COMMAND = [sys.executable, "-m", "chain"]


@pytest.fixture
def spacelib(capfd):
    """Function that runs the command line here: (exit code, standard output, standard error)."""

    def run(*arguments):
        try:
            code = main([str(a) for a in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capfd.readouterr()
        return code, out, err

    return run


def torques(name, motion):
    arm = load(name)
    m = read_motion(motion, arm.n)
    return arm, m, arm.inverse_dynamics(m.q, m.qd, m.qdd)


# the table


def test_the_table_shows_time_joints_torques_peak_and_rms(spacelib):
    code, out, err = spacelib("dynamics", "stanford", "stanford")
    arm, motion, tau = torques("stanford", "stanford")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Joint torques of Stanford arm (Saha 2007) along stanford: 101 samples, t = 0 to 10 s"
    assert "gravity (0, 0, -9.81) m/s^2" in lines[1]
    assert "21 of 101 samples shown; --format csv writes them all" in lines
    first = next(line.split() for line in lines if re.match(r"\s*0\.0 ", line))
    assert_allclose([float(x) for x in first[1:]], tau[0], atol=1e-3)
    for k, name in enumerate(arm.joint_names):
        row = next(line.split() for line in reversed(lines) if line.split()[:1] == [name])
        at = np.abs(tau[:, k]).argmax()
        assert row[1] == ("prismatic" if k == 2 else "revolute")
        rms = np.sqrt(np.mean(tau[:, k] ** 2))
        assert_allclose([float(x) for x in row[2:5]], [tau[at, k], motion.t[at], rms], rtol=1e-4)
        assert " ".join(row[5:]) == ("N" if k == 2 else "N m")
    assert max(map(len, lines)) <= 100


def test_a_short_motion_is_shown_whole_and_a_wide_one_in_blocks(spacelib, tmp_path):
    save(load("planar3r"), tmp_path / "arm.toml")
    text = (tmp_path / "arm.toml").read_text()
    links = text[text.index("[[link]]") :]
    (tmp_path / "arm.toml").write_text(text + "\n" + links * 7)
    (tmp_path / "arm.mot").write_text("1 2 3\n" * 24 * 2)
    code, out, _ = spacelib("dynamics", tmp_path / "arm.toml", tmp_path / "arm.mot")
    assert code == 0
    assert "samples shown" not in out
    assert out.count("sample") > 2
    assert max(map(len, out.splitlines())) <= 100


def test_a_motion_without_times_counts_samples(spacelib, tmp_path):
    (tmp_path / "m.mot").write_text("1 2 3 " * 6 * 3)
    code, out, _ = spacelib("dynamics", "puma", tmp_path / "m.mot")
    assert code == 0
    assert out.splitlines()[0].endswith("3 samples")
    assert re.search(r"^sample", out, re.M)
    assert "at sample" in out


def test_rounding_noise_is_shown_as_zero(spacelib, tmp_path):
    (tmp_path / "m.mot").write_text("0.1 " + "0 0 0 " * 6)
    _, out, _ = spacelib("dynamics", "puma", tmp_path / "m.mot")
    assert "e-" not in out
    assert "-0.0 " not in out


# other formats


def test_csv_keeps_every_sample_and_every_digit(spacelib):
    code, out, _ = spacelib("dynamics", "puma", "puma", "--format", "csv")
    arm, motion, tau = torques("puma", "puma")
    assert code == 0
    lines = out.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert comments[-1] == "# units: s, " + ", ".join(["N m"] * 6)
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    assert rows[0] == ["t", *(f"tau_{name}" for name in arm.joint_names)]
    values = np.array(rows[1:], float)
    assert np.array_equal(values[:, 0], motion.t)
    assert np.array_equal(values[:, 1:], tau)


def test_npz_has_motion_torques_names_and_units(spacelib, tmp_path):
    path = tmp_path / "tau.npz"
    assert spacelib("dynamics", "stanford", "stanford", "--format", "npz", "-o", path) == (0, "", "")
    arm, motion, tau = torques("stanford", "stanford")
    with np.load(path) as data:
        assert np.array_equal(data["tau"], tau)
        assert np.array_equal(data["q"], motion.q)
        assert data["joint_names"].tolist() == list(arm.joint_names)
        assert data["units"].tolist() == ["N m", "N m", "N", "N m", "N m", "N m"]


def test_npz_goes_to_a_pipe_on_request():
    command = [*COMMAND, "dynamics", "puma", "puma", "--format", "npz", "-o", "-"]
    run = subprocess.run(command, capture_output=True, check=True)
    assert np.load(io.BytesIO(run.stdout))["tau"].shape == (101, 6)


@pytest.mark.parametrize("style", ["table", "csv", "legacy", "legacy-matlab"])
def test_a_file_has_what_standard_output_has(style, spacelib, tmp_path):
    path = tmp_path / "out.txt"
    _, out, _ = spacelib("dynamics", "puma", "puma", "--format", style)
    assert spacelib("dynamics", "puma", "puma", "--format", style, "-o", path) == (0, "", "")
    assert path.read_text() == out
    assert spacelib("dynamics", "puma", "puma", "--format", style, "-o", "-")[1] == out
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_external_rows_of_the_robot_are_applied_in_the_last_links_frame(spacelib, tmp_path):
    arm, motion, _ = torques("puma", "puma")
    arm.file_external = np.array([[1.0, 2.0, 3.0, 0.1, 0.2, 0.3], [4.0, 5.0, 6.0, 0.4, 0.5, 0.6]])
    save(arm, tmp_path / "loaded.dat")
    code, out, _ = spacelib("dynamics", tmp_path / "loaded.dat", "puma", "--format", "csv")
    assert code == 0
    assert "external action: applied" in out
    got = np.array([line.split(",") for line in out.splitlines()[3:]], float)[:, 1:]
    # the last row persists; force and couple turn with the last link
    rows = arm.file_external[np.minimum(np.arange(len(motion)), 1)]
    R = arm.kinematics(motion.q).M[:, -1, :3, :3]
    external = np.einsum("tij,tkj->tki", R, rows.reshape(-1, 2, 3)).reshape(-1, 6)
    tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd, external=external)
    assert_allclose(got, tau, atol=1e-12 * np.abs(tau).max())


# other commands


def test_info_describes_a_robot(spacelib):
    code, out, err = spacelib("info", "stanford")
    assert (code, err) == (0, "")
    for text in ("Stanford arm (Saha 2007)", "-9.81", "21.1 kg", "revolute", "prismatic"):
        assert text in out


def test_check_passes_for_the_robots_of_the_package(spacelib):
    for arguments in (["puma"], ["stanford", "stanford"], ["planar3r"]):
        code, out, err = spacelib("check", *arguments)
        assert (code, err) == (0, "")
        assert "BAD" not in out
        assert "power of the torques = rate of the energy" in out


def test_check_reports_disagreement_with_code_1(spacelib, monkeypatch):
    def disagree(self, *states, **options):
        raise chain.CheckError("torques differ by 1e-3", "the table")

    monkeypatch.setattr(chain.ChainObject, "check", disagree)
    assert spacelib("check", "puma") == (1, "the table\n", "spacelib: puma: torques differ by 1e-3\n")


def test_convert_goes_both_ways(spacelib, tmp_path):
    assert spacelib("convert", "puma", tmp_path / "a.dat") == (0, "", "")
    assert spacelib("convert", tmp_path / "a.dat", tmp_path / "b.toml") == (0, "", "")
    assert load(tmp_path / "b.toml").links == load("puma").links


# what goes wrong

WRONG_DATA = {
    "no such robot": ["dynamics", "nobody", "puma"],
    "no such robot file": ["info", "/nowhere/arm.dat"],
    "no such motion": ["dynamics", "puma", "/nowhere/arm.mot"],
    "folder for a robot": ["info", "{tmp}/folder.dat"],
    "broken robot": ["info", "{tmp}/broken.dat"],
    "binary robot": ["dynamics", "{tmp}/binary.toml", "puma"],
    "broken motion": ["dynamics", "puma", "{tmp}/broken.mot"],
    "motion of another robot": ["dynamics", "planar3r", "{tmp}/two.mot"],
    "urdf": ["info", "{tmp}/arm.urdf"],
    "unknown suffix": ["convert", "puma", "{tmp}/arm.xyz"],
    "output in no folder": ["dynamics", "puma", "puma", "-o", "/nowhere/out.txt"],
    "output is a folder": ["dynamics", "puma", "puma", "-o", "{tmp}"],
    "not expressible": ["convert", "{tmp}/tree.toml", "{tmp}/tree.dat"],
}
WRONG_USAGE = {
    "nothing": [],
    "unknown command": ["fly"],
    "no motion": ["dynamics", "puma"],
    "unknown format": ["dynamics", "puma", "puma", "--format", "pdf"],
    "not offered yet": ["dynamics", "puma", "puma", "--format", "mat"],
    "unknown option": ["info", "puma", "--fast"],
    "too many": ["info", "puma", "stanford"],
    "binary to the screen": ["dynamics", "puma", "puma", "--format", "npz"],
}


@pytest.fixture
def folder(tmp_path):
    """Folder with files that are wrong in some way."""
    (tmp_path / "folder.dat").mkdir()
    (tmp_path / "broken.dat").write_text("3 0 0 zero")
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "broken.mot").write_text("0.1 1 2")
    (tmp_path / "two.mot").write_text("1 2 3 4 5 6")
    (tmp_path / "arm.urdf").write_text("<robot/>")
    link = '[[link]]\njtype = "R"\nmass = 1.0\n'
    (tmp_path / "tree.toml").write_text(f"format = 1\n{link}{link}parent = -1\n")
    return tmp_path


@pytest.mark.parametrize("case", WRONG_DATA)
def test_wrong_data_is_one_line_and_code_1(case, spacelib, folder):
    code, out, err = spacelib(*(a.format(tmp=folder) for a in WRONG_DATA[case]))
    assert (code, out) == (1, "")
    assert err.startswith("spacelib: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("case", WRONG_USAGE)
def test_wrong_usage_is_one_line_and_code_2(case, spacelib):
    code, out, err = spacelib(*WRONG_USAGE[case])
    assert (code, out) == (2, "")
    assert re.fullmatch(r"spacelib: .* \(see spacelib( \w+)? --help\)\n", err)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (MemoryError(), 1, "not enough memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (RuntimeError("two\nlines"), 1, "two lines"),
        (ZeroDivisionError(), 1, "ZeroDivisionError"),
        (PermissionError(13, "Permission denied", "arm.dat"), 1, "arm.dat: Permission denied"),
    ],
)
def test_no_error_shows_a_traceback(error, code, line, spacelib, monkeypatch):
    def fail(path):
        raise error

    monkeypatch.setattr(chain.cli, "load", fail)
    assert spacelib("info", "puma") == (code, "", f"spacelib: {line}\n")


def test_a_failed_run_leaves_the_old_output(spacelib, tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    path.write_text("precious")
    monkeypatch.setattr(chain.cli, "torque_report", lambda *args: 1 / 0)
    assert spacelib("dynamics", "puma", "puma", "-o", path)[0] == 1
    assert path.read_text() == "precious"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_impossible_inertia_is_a_warning_line(spacelib, tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text('format = 1\n[[link]]\njtype = "R"\nmass = 1.0\ninertia = [1.0, 1.0, 5.0]\n')
    code, _, err = spacelib("info", path)
    assert code == 0
    assert re.fullmatch(rf"spacelib: warning: {re.escape(str(path))}, link 1: .*\n", err)


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_leaves_is_no_error():
    with subprocess.Popen(
        [*COMMAND, "dynamics", "puma", "puma", "--format", "legacy"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        run.stdout.read(10)
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_is_one_line(tmp_path):
    pipe = tmp_path / "robot.dat"
    os.mkfifo(pipe)  # reading it waits until it is interrupted
    with subprocess.Popen([*COMMAND, "info", pipe], stderr=subprocess.PIPE, text=True) as run:
        while run.poll() is None:
            try:
                os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
            except OSError:  # nobody reads it yet
                time.sleep(0.01)
                continue
            break
        os.kill(run.pid, signal.SIGINT)
        assert run.stderr.read() == "spacelib: interrupted\n"
        assert run.wait() == 130


def test_output_to_a_device(spacelib):
    assert spacelib("dynamics", "puma", "puma", "-o", os.devnull) == (0, "", "")


def test_names_outside_the_terminals_letters_do_not_fail(tmp_path):
    path = tmp_path / "arm.toml"
    text = 'format = 1\nname = "Arm é"\n[[link]]\njtype = "R"\nmass = 1.0\nname = "Glied ß"\n'
    path.write_text(text, encoding="utf-8")
    (tmp_path / "arm.mot").write_text("1 2 3")
    for command in (["info", path], ["dynamics", path, tmp_path / "arm.mot"]):
        env = {**os.environ, "PYTHONIOENCODING": "ascii"}
        run = subprocess.run([*COMMAND, *command], capture_output=True, text=True, env=env, check=False)
        assert (run.returncode, run.stderr) == (0, "")
        assert "Arm \\xe9" in run.stdout


@pytest.mark.parametrize("command", [[], ["dynamics"], ["info"], ["check"], ["convert"]])
def test_help_has_examples(command, spacelib):
    code, out, _ = spacelib(*command, "--help")
    assert code == 0
    assert f"  spacelib {' '.join(command)}" in out


def test_version(spacelib):
    code, out, _ = spacelib("--version")
    assert code == 0
    assert re.fullmatch(r"spacelib \d+\.\d+\.\d+\S*\n", out)
