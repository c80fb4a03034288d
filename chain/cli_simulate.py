"""The command ``spacelib simulate``: the motion of a robot from torques, free by default."""

import csv
import warnings
import zipfile
from pathlib import Path

import numpy as np

from chain.errors import SimulationWarning
from chain.io import load
from chain.report import joint_units, motion_csv_lines, motion_report
from chain.simulation import OWN, SCIPY
from chain.terminal import complain, output

__all__ = ["EXAMPLES", "LISTS", "add_arguments", "simulate"]

EXAMPLES = """\
Without --torque the robot moves freely: gravity, springs and friction act, no motors. Without --q0 and --qd0 it starts
from rest at zero. Angles are in radians. A run that becomes singular or too stiff writes what it has; the exit code is
then 1.

formats:
  table  positions and rates at some times, and how the run went (default)
  csv    every time, every digit: t, q, qd, energy
  npz    NumPy arrays t, q, qd, kinetic, potential, energy, joint_names, units, message (needs -o)

examples:
  spacelib simulate planar3r --time 2
  spacelib simulate stanford --q0 0,1.5708,0,0,0,0 --time 1 --step 0.001 -o fall.csv
  spacelib dynamics puma puma --format csv -o tau.csv
  spacelib simulate puma --torque tau.csv           the motion that these torques make
"""
LISTS = ("--q0", "--qd0")  # options whose values may begin with a minus
FORMATS = ("table", "csv", "npz")
TIMES = 10_000_000  # most results of a run


def add_arguments(sub):
    """Arguments of the command."""
    methods = [*OWN, *(f"scipy:{name}" for name in SCIPY)]
    sub.add_argument("robot", metavar="ROBOT", help="robot file (.dat, .toml) or name")
    sub.add_argument("--time", type=float, metavar="S", help="duration, s (default: 10)")
    sub.add_argument("--step", type=float, metavar="S", help="time between results, s (default: 0.01)")
    sub.add_argument("--q0", metavar="A,B,...", help="initial joint variables, rad and m (default: 0)")
    sub.add_argument("--qd0", metavar="A,B,...", help="initial joint rates (default: 0)")
    sub.add_argument(
        "--torque", metavar="FILE",
        help="joint torques over time: .csv or .npz as `dynamics` writes them; results at its times",
    )  # fmt: skip
    sub.add_argument(
        "--method", choices=methods, default="DOP853", metavar="NAME", help=f"{', '.join(methods)} (default: DOP853)"
    )
    sub.add_argument("--rtol", type=float, default=1e-9, help="relative tolerance (default: 1e-9)")
    sub.add_argument("--atol", type=float, default=1e-9, help="absolute tolerance (default: 1e-9)")
    sub.add_argument("-o", "--output", metavar="FILE", help="file to write (default: standard output)")
    sub.add_argument("--format", choices=FORMATS, help="what to write (default: by the suffix of FILE, else table)")
    sub.add_argument("--progress", action="store_true", help="show a bar on standard error")


def simulate(arguments):
    """One motion, in the chosen format."""
    style = arguments.format or _by_suffix(arguments.output)
    if style == "npz" and arguments.output is None:
        arguments.error("--format npz writes a binary file: expected -o FILE, or -o - for standard output")
    if arguments.torque is not None and (arguments.time, arguments.step) != (None, None):
        arguments.error("--torque brings its own times: expected neither --time nor --step")
    t, torque = (None if arguments.torque is not None else _times(arguments)), None
    arm = load(arguments.robot)
    state = _numbers(arguments, "q0", arm.nq), _numbers(arguments, "qd0", arm.n)
    if arguments.torque is not None:
        t, torque = _read_torques(arguments.torque, arm.n)
    if arm.file_external.any():
        complain("warning: the external actions of the file belong to the instants of a motion and are not applied")
    run = _run(arm, state, t, torque, arguments)
    with output(arguments.output, binary=style == "npz") as file:
        WRITERS[style](arm, run, _title(arm, run, arguments), file)
    return 0 if run.reached else complain(run.message)


def _run(arm, state, t, torque, arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SimulationWarning)  # the message of the run says it
        return arm.simulate(
            *state, t, torque, method=arguments.method, rtol=arguments.rtol, atol=arguments.atol,
            progress=arguments.progress,
        )  # fmt: skip


# what was given


def _by_suffix(path):
    suffix = Path(path).suffix.lower()[1:] if path else ""
    return suffix if suffix in FORMATS else "table"


def _times(arguments):
    """Times 0, step, 2 step, ... and the end."""
    end = 10.0 if arguments.time is None else arguments.time
    step = 0.01 if arguments.step is None else arguments.step
    for name, value in (("time", end), ("step", step)):
        if not 0.0 < value < np.inf:
            arguments.error(f"argument --{name}: expected seconds, more than 0, got {value:g}")
    if end / step > TIMES:
        arguments.error(f"argument --step: expected at most {TIMES:,} results, got {end / step:,.0f}")
    whole = round(end / step)
    if whole and abs(whole * step - end) <= 1e-9 * end:
        return np.linspace(0.0, end, whole + 1)
    return np.append(step * np.arange(int(end / step) + 1), end)


def _numbers(arguments, name, n):
    """The n numbers of a list a,b,...; zeros where none is given."""
    text = getattr(arguments, name)
    if text is None:
        return np.zeros(n)
    try:
        values = np.array([float(x) for x in text.split(",")])
    except ValueError:
        values = np.empty(0)
    if len(values) != n or not np.isfinite(values).all():
        arguments.error(f"argument --{name}: expected {n} numbers a,b,..., got {text!r}")
    return values


def _read_torques(path, n):
    """Times (m,) and torques (m, n) of a file: arrays t and tau (.npz), or lines t,tau1,tau2,... (.csv)."""
    if Path(path).suffix.lower() == ".npz":
        try:
            with np.load(path) as data:
                t, tau = np.array(data["t"], float), np.array(data["tau"], float)
        except (KeyError, ValueError, EOFError, zipfile.BadZipFile):
            raise ValueError(f"{path}: expected a NumPy file with the arrays t and tau") from None
        if t.ndim != 1 or tau.shape != (len(t), n):
            raise ValueError(f"{path}: expected t (m,) and tau (m, {n}), got {t.shape} and {tau.shape}")
    else:
        values = np.array(list(_csv_rows(path, n))).reshape(-1, n + 1)
        t, tau = values[:, 0], values[:, 1:]
    if not len(t) or not np.isfinite(t).all() or not (np.diff(t) > 0.0).all():
        raise ValueError(f"{path}: expected times that increase, in the first column")
    return t, tau


def _csv_rows(path, n):
    """Rows of n + 1 numbers; lines that begin with `#` and a line of names before the numbers are passed over."""
    names = True
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        for number, row in enumerate(csv.reader(file), 1):
            if not row or row[0].startswith("#"):
                continue
            try:
                values = [float(x) for x in row]
            except ValueError:
                if names:
                    names = False
                    continue
                raise ValueError(f"{path}, line {number}: expected numbers, got {','.join(row)[:40]!r}") from None
            names = False
            if len(values) != n + 1:
                raise ValueError(f"{path}, line {number}: expected t and {n} torques, got {len(values)} numbers")
            yield values


# what is written


def _title(arm, run, arguments):
    """Who moves from where, in two lines."""
    gravity = ", ".join(f"{g:g}" for g in arm.gravity)
    torque = "none" if arguments.torque is None else Path(arguments.torque).name
    robot, times = arm.name or Path(arguments.robot).stem, f"{len(run.t)} time{'s' * (len(run.t) != 1)}"
    moves = f"Motion of {robot}: {times}, t = {run.t[0]:g} to {run.t[-1]:g} s"
    return f"{moves}\ngravity ({gravity}) m/s^2; torques: {torque}"


def _table(arm, run, title, file):
    file.write(motion_report(arm, run, title))


def _csv(arm, run, title, file):
    file.writelines(motion_csv_lines(arm, run, f"{title}; {run.message}".replace("\n", "; ")))


def _npz(arm, run, title, file):
    np.savez(
        file, t=run.t, q=run.q, qd=run.qd, kinetic=run.kinetic, potential=run.potential, energy=run.energy,
        joint_names=np.array(arm.joint_names), units=np.array(joint_units(arm)), message=np.array(run.message),
    )  # fmt: skip


WRITERS = {"table": _table, "csv": _csv, "npz": _npz}
