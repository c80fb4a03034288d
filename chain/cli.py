"""The command line: ``spacelib dynamics | simulate | info | check | convert``; also ``python -m chain``.

Exit code 0: done, 1: wrong data, 2: wrong usage. An error is one line on standard error, never a traceback.
"""

import argparse
import os
import sys
import warnings
from pathlib import Path

import numpy as np

from chain import cli_simulate
from chain.cli_simulate import simulate
from chain.errors import CheckError
from chain.io import load, read_motion, save
from chain.report import csv_lines, torque_report, torque_units
from chain.robmat import external_rows, printed
from chain.terminal import Parser, complain, output, show_warning

__all__ = ["main"]

EXAMPLES = {
    "spacelib": """\
examples:
  spacelib dynamics puma puma                     torques of a robot and a motion that come with the package
  spacelib dynamics arm.dat arm.mot -o tau.csv --format csv
  spacelib simulate planar3r --time 2             free fall
  spacelib info stanford
  spacelib convert arm.dat arm.toml

ROBOT is a file (.dat or .toml) or the name of a robot of the package, MOTION a file (.mot) or such a name.
""",
    "dynamics": """\
formats:
  table          time, joint, torque; peak and RMS of every joint (default)
  csv            every sample, every digit
  npz            NumPy arrays t, q, qd, qdd, tau, joint_names, units (needs -o)
  legacy         the matrices of every link as the C program ROB-MAT prints them
  legacy-matlab  the same with the titles and digits of its MATLAB edition

External actions at the end of a .dat file are applied: one row per sample, the last one persists.

examples:
  spacelib dynamics stanford stanford
  spacelib dynamics SCARA.DAT SCARA.MOT --format legacy > SCARA.OUT
""",
    "simulate": cli_simulate.EXAMPLES,
    "info": "example:\n  spacelib info stanford\n",
    "check": """\
Without MOTION the robot is checked at random states.

examples:
  spacelib check puma
  spacelib check arm.toml arm.mot
""",
    "convert": """\
A .dat file holds serial chains of revolute and prismatic joints with standard D&H parameters; .toml holds everything.

example:
  spacelib convert arm.dat arm.toml
""",
}


def main(argv=None):
    """Run the command line and return its exit code.

    >>> main(["dynamics", "puma", "puma", "--format", "csv", "-o", "/dev/null"])
    0
    """
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may have letters that the terminal has not
    arguments = _parser().parse_args(_joined(sys.argv[1:] if argv is None else argv))
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.showwarning = show_warning
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", UserWarning)
            code = arguments.run(arguments)
            sys.stdout.flush()
            return code
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return complain("interrupted", 130)
    except MemoryError:
        return complain("not enough memory")
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return complain(f"{where}{error.strerror or error}")
    except Exception as error:
        return complain(str(error) or type(error).__name__)


def _joined(argv):
    """The arguments, `--q0 -1,2` as `--q0=-1,2`: a list that begins with a minus is not an option."""
    joined = []
    for word in argv:
        if joined and joined[-1] in cli_simulate.LISTS:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parser():
    """The commands and their arguments."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = Parser(
        prog="spacelib", description="Kinematics and dynamics of robots and other chains of rigid bodies.",
        epilog=EXAMPLES["spacelib"], formatter_class=layout,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(run, text):
        sub = commands.add_parser(
            run.__name__, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=EXAMPLES[run.__name__],
            formatter_class=layout,
        )  # fmt: skip
        sub.set_defaults(run=run, error=sub.error)
        return sub

    sub = command(dynamics, "joint torques along a motion")
    sub.add_argument("robot", metavar="ROBOT", help="robot file (.dat, .toml) or name")
    sub.add_argument("motion", metavar="MOTION", help="motion file (.mot) or name")
    sub.add_argument("-o", "--output", metavar="FILE", help="file to write (default: standard output)")
    sub.add_argument("--format", choices=WRITERS, default="table", help="what to write (default: table)")

    cli_simulate.add_arguments(command(simulate, "motion of a robot from torques, or free"))

    sub = command(info, "what a robot is made of")
    sub.add_argument("robot", metavar="ROBOT", help="robot file (.dat, .toml) or name")

    sub = command(check, "compare all formulations of the dynamics on a robot")
    sub.add_argument("robot", metavar="ROBOT", help="robot file (.dat, .toml) or name")
    sub.add_argument("motion", metavar="MOTION", nargs="?", help="motion file (.mot) or name")

    sub = command(convert, "write a robot in another format")
    sub.add_argument("source", metavar="IN", help="robot file (.dat, .toml) or name")
    sub.add_argument("target", metavar="OUT", help="file to write (.dat, .toml)")
    return parser


def _version():
    from spacelib import __version__

    return f"spacelib {__version__}"


# commands


def dynamics(arguments):
    """Torques along a motion, in the chosen format."""
    if arguments.format == "npz" and arguments.output is None:
        arguments.error("--format npz writes a binary file: expected -o FILE, or -o - for standard output")
    arm = load(arguments.robot)
    motion = read_motion(arguments.motion, arm.n)
    title = _title(arm, motion, arguments)
    with output(arguments.output, binary=arguments.format == "npz") as file:
        WRITERS[arguments.format](arm, motion, title, file)
    return 0


def info(arguments):
    """A robot as a table."""
    arm = load(arguments.robot)
    print(arm)
    rows = len(arm.file_external)
    if rows:
        print(f"external action in the file: {rows} row{'s' * (rows != 1)}, force and couple in the last link's frame")
    return 0


def check(arguments):
    """Every formulation on a robot: the disagreements, and exit code 1 where one is too large."""
    arm = load(arguments.robot)
    if arguments.motion is None:
        states = np.random.default_rng(0).uniform(-1.0, 1.0, (3, 20, arm.n))
    else:
        motion = read_motion(arguments.motion, arm.n)
        states = motion.q, motion.qd, motion.qdd
    try:
        print(arm.check(*states))
    except CheckError as error:
        if error.report is not None:
            print(error.report)
        return complain(f"{arguments.robot}: {error}")
    return 0


def convert(arguments):
    """A robot in another format."""
    save(load(arguments.source), arguments.target)
    return 0


# what `dynamics` writes


def _torques(arm, motion):
    """Torques with the external actions of the robot's file, which act at the last link's origin in its axes."""
    external = None
    if arm.file_external.any():
        external = {len(arm.links) - 1: (external_rows(arm, len(motion)), (0.0, 0.0, 0.0), "link")}
    return arm.inverse_dynamics(motion.q, motion.qd, motion.qdd, external=external)


def _table(arm, motion, title, file):
    file.write(torque_report(arm, motion, _torques(arm, motion), title))


def _csv(arm, motion, title, file):
    file.writelines(csv_lines(arm, motion, _torques(arm, motion), title.replace("\n", "; ")))


def _npz(arm, motion, title, file):
    tau = _torques(arm, motion)
    np.savez(
        file, t=motion.t, q=motion.q, qd=motion.qd, qdd=motion.qdd, tau=tau,
        joint_names=np.array(arm.joint_names), units=np.array(torque_units(arm)),
    )  # fmt: skip


def _legacy(arm, motion, title, file):
    file.writelines(printed(arm, motion, "legacy"))


def _legacy_matlab(arm, motion, title, file):
    file.writelines(printed(arm, motion, "legacy-matlab"))


WRITERS = {"table": _table, "csv": _csv, "npz": _npz, "legacy": _legacy, "legacy-matlab": _legacy_matlab}


def _title(arm, motion, arguments):
    """Who moves how, in two lines."""
    samples = f"{len(motion)} sample{'s' * (len(motion) != 1)}"
    times = "" if motion.dt is None or len(motion) == 1 else f", t = {motion.t[0]:g} to {motion.t[-1]:g} s"
    gravity = ", ".join(f"{g:g}" for g in arm.gravity)
    external = "applied, last link's frame" if arm.file_external.any() else "none"
    robot = arm.name or Path(arguments.robot).stem
    return (
        f"Joint torques of {robot} along {Path(arguments.motion).name}: {samples}{times}\n"
        f"gravity ({gravity}) m/s^2; external action: {external}"
    )
