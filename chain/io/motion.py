"""The motion file of the legacy program (.mot): free-format numbers, ``q qd qdd`` of every joint at every instant.

Two dialects: with the time step dt as first number (ROB-MAT), and without it (the program printed in Legnani et al.
1996, part 2, fig. 6). The count of the numbers tells them apart.
"""

import re
from dataclasses import dataclass

import numpy as np

from chain.io.text import numbers, read_text


@dataclass(frozen=True, eq=False, repr=False)
class Motion:
    """Joint motion: times `t` (steps,), and `q`, `qd`, `qdd`, each (steps, n).

    `dt` is the time step; None: the file gives no times, and `t` counts the samples.

    >>> Motion(t=np.array([0.0, 0.1]), q=np.zeros((2, 3)), qd=np.zeros((2, 3)), qdd=np.zeros((2, 3)), dt=0.1)
    Motion of 3 joints: 2 samples, t = 0 to 0.1 s, dt = 0.1 s
    """

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    dt: float | None = None

    def __len__(self):
        """Number of samples."""
        return len(self.t)

    def __repr__(self):
        """One line: joints, samples, times."""
        steps, n = self.q.shape
        size = f"{n} joint{'s' * (n != 1)}: {steps} sample{'s' * (steps != 1)}"
        times = "no times" if self.dt is None else f"t = {self.t[0]:g} to {self.t[-1]:g} s, dt = {self.dt:g} s"
        return f"Motion of {size}, {times}"


def read(path, n):
    """The motion in a file, for n joint variables."""
    text = read_text(path)
    if re.search(r"^[ \t]*endheader", text[:65536], re.I | re.M):
        raise ValueError(f"{path}: an OpenSim motion file (its header ends with `endheader`), not supported yet")
    values = numbers(text, path, lambda k: "a number")
    row = 3 * n
    extra = len(values) % row
    if extra > 1:
        joints = f"{n} joint{'s' * (n != 1)}"
        raise ValueError(
            f"{path}: expected a multiple of {row} numbers (q qd qdd of {joints}), or one more with dt first, "
            f"got {len(values)}"
        )
    if len(values) < row:
        raise ValueError(f"{path}: expected at least one sample of {row} numbers, got {len(values)}")
    dt = float(values[0]) if extra else None
    if extra and dt <= 0.0:
        raise ValueError(f"{path}: expected the time step dt > 0, got {dt:g} (number 1 of {len(values)})")
    samples = values[extra:].reshape(-1, n, 3)
    q, qd, qdd = (np.ascontiguousarray(samples[..., k]) for k in range(3))
    return Motion(np.arange(len(q)) * (dt or 1.0), q, qd, qdd, dt)
