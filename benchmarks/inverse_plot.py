"""The picture: time per sample over the number of joints, this library, the peers, and what the machine allows."""

import numpy as np

from benchmarks import drawing
from benchmarks.drawing import BLUE, Line, times
from benchmarks.pages import roof
from benchmarks.race import OURS
from benchmarks.robots import GROWTH

BATCH, PARALLEL = f"{OURS}: batch, one thread", "Pinocchio: rneaInParallel, one thread"
# contestant, name, detail, colour
LINES = [
    ("Drake: CalcInverseDynamics, Python loop", "Drake", "loop in Python", "#8a6d1c"),
    ("roboticstoolbox: DHRobot.rne, loop in C", "roboticstoolbox", "loop in C", "#98509a"),
    (PARALLEL, "Pinocchio", "rneaInParallel", "#c9402a"),
    ("MuJoCo: mj_rne and what it needs, C loop", "MuJoCo", "mj_rne, loop in C", "#23875f"),
    ("CasADi", "CasADi", "C made for one robot", "#cf8200"),
    (f"{OURS}: one sample per call", OURS, "one sample per call", BLUE),
    (BATCH, OURS, "batch", BLUE),
]


def draw(found, path):
    """Draw it into a file."""
    contests, lines = found["contests"], []
    for contestant, *label in LINES:
        values = times(contests, contestant, GROWTH)
        if values is not None:
            lines.append(Line(values, *label, strong=contestant == BATCH, dashed=contestant.endswith("per call")))
    bounds = 1e9 * np.array([roof(found, k)[1:] for k in GROWTH])
    ours, pin = contests["6R"][BATCH], contests["6R"].get(PARALLEL)
    words = f"Random arms with full inertia tensors. At 6 joints {ours * 1e9:.0f} ns"
    words += f", {pin / ours:.0f} times faster than the batch function of Pinocchio." if pin else "."
    title = "Inverse dynamics: time per sample on one core"
    drawing.draw(path, np.array(GROWTH), lines, bounds, (2.6, 48_000), title, words)
