"""Results as people read them: tables of torques and of simulated motions, and lines of comma-separated values."""

import csv
import io
import math

import numpy as np

__all__ = ["csv_lines", "motion_csv_lines", "motion_report", "torque_report"]

WIDTH = 100  # characters of a line
INSTANTS = 21  # rows of the table of a long motion


def torque_units(arm):
    """Unit of the generalised force of each joint variable.

    >>> from chain import load
    >>> torque_units(load("stanford"))
    ['N m', 'N m', 'N', 'N m', 'N m', 'N m']
    """
    return ["N m" if link.kind.turns else "N" for link in arm.links for _ in range(link.kind.nv)]


def joint_units(arm):
    """Unit of each joint variable.

    >>> from chain import load
    >>> joint_units(load("stanford"))
    ['rad', 'rad', 'm', 'rad', 'rad', 'rad']
    """
    return ["rad" if link.kind.turns else "m" for link in arm.links for _ in range(link.kind.nv)]


def torque_report(arm, motion, tau, title):
    """Torques (steps, n) along a motion as text: a table over time, then peak and RMS of every joint.

    A long motion is shown at evenly spaced instants; peak and RMS are those of all samples. Values below 1e-12 of the
    largest are rounding errors and shown as zero.

    >>> from chain import load, read_motion
    >>> arm, motion = load("puma"), read_motion("puma", 6)
    >>> tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)
    >>> print(torque_report(arm, motion, tau, "PUMA").splitlines()[-6])
    joint1  revolute   -4.0725     4.4   2.1430    N m
    """
    tau, shown = _without_noise(tau), _instants(len(motion))
    time = _clock(motion.t, motion.t[shown], counted=motion.dt is None)
    lines = [title, "", *_over_time(time, arm.joint_names, torque_units(arm), tau, shown)]
    lines += [*_left_out(shown, len(motion)), "", *_extremes(arm, motion, tau), ""]
    return "\n".join(lines)


def motion_report(arm, run, title):
    """One simulated motion as text: positions and rates of the joints over time, then how the run went.

    >>> from chain import load
    >>> arm = load("planar3r")
    >>> run = arm.simulate([0, 0, 0], [0, 0, 0], [0.0, 0.1, 0.2])
    >>> print(motion_report(arm, run, "Fall").splitlines()[6])
    0.1  -0.06206  0.07870  -0.022129
    """
    shown, lines = _instants(len(run.t)), [title, ""]
    time = _clock(run.t, run.t[shown])
    for values, per in ((run.q, ""), (run.qd, "/s")):
        units = [unit + per for unit in joint_units(arm)]
        lines += [*_over_time(time, arm.joint_names, units, _without_noise(values), shown), ""]
    return "\n".join([*lines[:-1], *_left_out(shown, len(run.t)), "", repr(run), ""])


def _instants(steps):
    """Numbers of the samples to show."""
    return np.unique(np.linspace(0, steps - 1, min(INSTANTS, steps)).round().astype(int))


def _left_out(shown, steps):
    return ["", f"{len(shown)} of {steps} samples shown; --format csv writes them all"] if len(shown) < steps else []


def _without_noise(values):
    return np.where(np.abs(values) < 1e-12 * _largest(values), 0.0, values)


def _over_time(clock, names, units, values, shown):
    """Rows of time and values, in blocks of as many joints as fit side by side."""
    columns = []
    for k, (name, unit) in enumerate(zip(names, units, strict=True)):
        decimals = _decimals(_largest(values[:, k]))
        columns.append(_column([name, unit], [_fixed(x, decimals) for x in values[shown, k]]))
    time = _column(*clock)
    lines, block = [], []
    for column in [*columns, None]:
        if block and (column is None or sum(len(c[0]) + 2 for c in [time, *block, column]) > WIDTH):
            lines += ["  ".join(parts).rstrip() for parts in zip(time, *block, strict=True)] + [""]
            block = []
        block.append(column)
    return lines[:-1]


def _extremes(arm, motion, tau):
    """One row per joint: largest torque by magnitude with its sign and its time, root of the mean square."""
    at = np.abs(tau).argmax(axis=0)
    peak, rms = tau[at, np.arange(tau.shape[1])], np.sqrt(np.mean(np.square(tau), axis=0))
    head, times = _clock(motion.t, motion.t[at], counted=motion.dt is None)
    digits = [_decimals(abs(p)) for p in peak]
    kinds = [link.kind.name for link in arm.links for _ in range(link.kind.nv)]
    columns = [
        _column(["joint", ""], arm.joint_names, left=True),
        _column(["kind", ""], kinds, left=True),
        _column(["peak", ""], _on_the_point(peak, digits)),
        _column([f"at {head[0]}", head[1]], times),
        _column(["RMS", ""], _on_the_point(rms, digits)),
        _column(["", ""], torque_units(arm), left=True),
    ]
    return ["  ".join(parts).rstrip() for parts in zip(*columns, strict=True)]


def _column(head, cells, left=False):
    """Heading, rule and cells, all of one width."""
    width = max(len(text) for text in [*head, *cells])
    rows = [*head, "-" * width if any(head) else "", *cells]
    return [row.ljust(width) if left else row.rjust(width) for row in rows]


def _clock(times, t, counted=False):
    """Heading and cells of a column with some of the times, or of sample numbers."""
    if counted:
        return ["sample", ""], [f"{k:.0f}" for k in t]
    exact = (d for d in range(7) if np.abs(times.round(d) - times).max() <= 1e-9 * max(1.0, times[-1]))
    decimals = next(exact, 6)
    return ["t", "s"], [f"{x:.{decimals}f}" for x in t]


def _largest(values):
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max(initial=0.0))


def _decimals(size):
    """Decimals that give five significant digits to a number of this size; None where they would not be readable."""
    if not math.isfinite(size) or size >= 1e8 or 0.0 < size < 1e-6:
        return None
    return max(0, 4 - math.floor(math.log10(size))) if size else 1


def _fixed(x, decimals):
    return f"{x:.4e}" if decimals is None else f"{round(float(x), decimals) + 0.0:.{decimals}f}"


def _on_the_point(values, digits):
    """Numbers of different precision, their decimal points in one column."""
    cells = [_fixed(x, d).partition(".") for x, d in zip(values, digits, strict=True)]
    width = max(len(fraction) for _, _, fraction in cells)
    return [whole + (point or " ") + fraction.ljust(width) for whole, point, fraction in cells]


def csv_lines(arm, motion, tau, title):
    """Torques as comma-separated lines: comments with `#`, a line of names, one line per sample, every digit kept.

    >>> from chain import load, read_motion
    >>> arm, motion = load("puma"), read_motion("puma", 6)
    >>> lines = list(csv_lines(arm, motion, np.zeros((101, 6)), "PUMA"))
    >>> lines[0], lines[3]
    ('# PUMA\\n', '0.0,0.0,0.0,0.0,0.0,0.0,0.0\\n')
    """
    units = ["sample number" if motion.dt is None else "s", *torque_units(arm)]
    names = ["t", *(f"tau_{name}" for name in arm.joint_names)]
    yield from _csv(title, names, units, motion.t, tau)


def motion_csv_lines(arm, run, title):
    """One simulated motion as such lines: t, q and qd of every joint, energy.

    >>> from chain import load
    >>> arm = load("planar3r")
    >>> lines = list(motion_csv_lines(arm, arm.simulate([0, 0, 0], [0, 0, 0], [0.0, 0.1]), "Fall"))
    >>> lines[2], lines[3]
    ('t,q_joint1,q_joint2,q_joint3,qd_joint1,qd_joint2,qd_joint3,energy\\n', '0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0\\n')
    """
    names = ["t", *(f"{x}_{name}" for x in ("q", "qd") for name in arm.joint_names), "energy"]
    units = ["s", *(unit + per for per in ("", "/s") for unit in joint_units(arm)), "J"]
    yield from _csv(title, names, units, run.t, np.column_stack([run.q, run.qd, run.energy]))


def _csv(title, names, units, t, values):
    yield f"# {title}\n"
    yield "# units: " + ", ".join(units) + "\n"
    header = io.StringIO()
    csv.writer(header, lineterminator="\n").writerow(names)
    yield header.getvalue()
    for time, row in zip(t.tolist(), values.tolist(), strict=True):
        yield ",".join(map(repr, (time, *row))) + "\n"
