"""The picture: time of forward dynamics over the number of joints, by O(n) and O(n^3), and what the machine allows."""

import numpy as np

from benchmarks import count, drawing
from benchmarks.drawing import BLUE, Line, times
from benchmarks.pages import roof
from benchmarks.race import FORWARD, OURS
from benchmarks.robots import GROWTH

BATCH, PARALLEL = f"{OURS}: batch, one thread", "Pinocchio: abaInParallel, one thread"
# contestant, name, detail, colour
LINES = [
    ("MuJoCo: mj_makeM", "MuJoCo", "O(n³), loop in C", "#23875f"),
    (PARALLEL, "Pinocchio", "abaInParallel", "#c9402a"),
    ("CasADi", "CasADi", "C made for one robot", "#cf8200"),
    (f"{OURS}: mass matrix and Cholesky", OURS, "O(n³), batch", "#5a8fe0"),
    (f"{OURS}: one sample per call", OURS, "one sample per call", BLUE),
    (BATCH, OURS, "O(n), batch", BLUE),
]


def draw(found, path):
    """Draw it into a file."""
    contests, lines = found["contests"][FORWARD], []
    for contestant, *label in LINES:
        values = times(contests, contestant, GROWTH)
        if values is not None:
            lines.append(Line(values, *label, strong=contestant == BATCH, dashed=contestant.endswith("per call")))
    bounds = 1e9 * np.array([roof(found, k, count.forward_operations)[1:] for k in GROWTH])
    ours, pin = contests["6R"][BATCH], contests["6R"].get(PARALLEL)
    words = f"Random arms with full inertia tensors. At 6 joints {ours * 1e9:.0f} ns"
    words += f", {pin / ours:.0f} times faster than the batch function of Pinocchio." if pin else "."
    title = "Forward dynamics: time per sample on one core"
    drawing.draw(path, np.array(GROWTH), lines, bounds, (2.6, 150_000), title, words)
