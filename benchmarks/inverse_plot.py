"""The picture: time per sample over the number of joints, this library, the peers, and what the machine allows."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, NullLocator

from benchmarks.race import OURS
from benchmarks.robots import GROWTH

INK, SOFT, GRID, ROOF = "#1b1f24", "#6b737d", "#e7e9ec", "#eef1f5"
BLUE = "#0a58d0"
BATCH = f"{OURS}: batch, one thread"

# contestant, name, detail, colour
LINES = [
    ("Drake: CalcInverseDynamics, Python loop", "Drake", "loop in Python", "#8a6d1c"),
    ("roboticstoolbox: DHRobot.rne, loop in C", "roboticstoolbox", "loop in C", "#98509a"),
    ("Pinocchio: rneaInParallel, one thread", "Pinocchio", "rneaInParallel", "#c9402a"),
    ("MuJoCo: mj_rne and what it needs, C loop", "MuJoCo", "mj_rne, loop in C", "#23875f"),
    ("CasADi", "CasADi", "C made for one robot", "#cf8200"),
    (f"{OURS}: one sample per call", OURS, "one sample per call", BLUE),
    (BATCH, OURS, "batch", BLUE),
]
STYLE = {
    "font.family": "sans-serif", "font.sans-serif": ["Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans"],
    "font.size": 10.5, "text.color": INK, "axes.labelcolor": SOFT, "axes.edgecolor": SOFT, "axes.linewidth": 0.8,
    "xtick.color": INK, "ytick.color": SOFT,
}  # fmt: skip
LINE = 0.15  # height of a line of text in decades


def draw(found, path):
    """Draw it into a file."""
    from benchmarks.pages import roof

    n = np.array(GROWTH)
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(9.0, 6.4), dpi=200)
        figure.subplots_adjust(left=0.075, right=0.695, top=0.865, bottom=0.095)
        frame(axes, n)
        ends = []
        for contestant, name, detail, colour in LINES:
            values = times(found, contestant)
            if values is not None:
                line(axes, n, values, colour, contestant)
                ends.append((values[-1], name, detail, colour))
        limits(axes, n, 1e9 * np.array([roof(found, k) for k in GROWTH]))
        labels(figure, axes, n[-1], ends)
        numbers(axes, n, times(found, BATCH))
        headings(figure, axes, found)
        figure.savefig(path, facecolor="white")
        plt.close(figure)


def times(found, contestant):
    """Nanoseconds per sample over GROWTH, None where the contestant is missing; of CasADi the faster code."""
    contests = [found["contests"][f"{n}R"] for n in GROWTH]
    values = [min((t for k, t in c.items() if k.startswith(contestant)), default=np.nan) * 1e9 for c in contests]
    return None if np.isnan(values).any() else np.array(values)


def frame(axes, n):
    """Logarithmic axes with few, quiet marks."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(n[0] * 0.93, n[-1] * 1.04)
    axes.set_ylim(2.6, 48_000)
    axes.set_xticks(n, [str(k) for k in n])
    axes.set_yticks([10, 100, 1000, 10_000])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:.0f} ns" if y < 1000 else f"{y / 1000:.0f} µs"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y", color=GRID, linewidth=0.9)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def line(axes, n, values, colour, contestant):
    """One contestant; the batch of this library stands out, its single calls are dashed."""
    strong, dashed = contestant == BATCH, contestant.endswith("per call")
    axes.plot(
        n, values, color=colour, linewidth=3.2 if strong else 1.7, linestyle=(0, (4, 2)) if dashed else "-", marker="o",
        markersize=7.5 if strong else 4.6, markeredgecolor="white", markeredgewidth=1.0, zorder=5 if strong else 4,
    )  # fmt: skip


def limits(axes, n, bounds):
    """The region that no program on this core reaches, and its two limits."""
    arithmetic, memory = bounds[:, 1], bounds[:, 2]
    axes.fill_between(n, 1e-3, np.maximum(arithmetic, memory), color=ROOF, zorder=1, linewidth=0)
    for values, name, detail in (
        (arithmetic, "arithmetic limit", "peak of one core"), (memory, "memory limit", "32 n bytes"),
    ):  # fmt: skip
        axes.plot(n, values, color=SOFT, linewidth=1.1, linestyle=(0, (1.5, 1.5)), zorder=2)
        axes.text(
            n[-1] * 1.09, values[-1], f"{name}, {detail}", color=SOFT, fontsize=9.5, va="center", fontstyle="italic"
        )  # fmt: skip


def labels(figure, axes, end, ends):
    """Names at the ends of the lines, moved apart where they would touch; what is measured in grey behind them."""
    ends = sorted(ends)
    places = np.log10([value for value, *_ in ends])
    for _ in range(100):
        overlap = np.maximum(LINE - np.diff(places), 0.0)
        places[1:] += overlap / 2
        places[:-1] -= overlap / 2
    for (value, name, detail, colour), place in zip(ends, places, strict=True):
        strong = value == ends[0][0]
        label = axes.text(
            end * 1.09, 10**place, name, color=colour, va="center_baseline", fontsize=14 if strong else 11,
            fontweight="bold",
        )  # fmt: skip
        right = label.get_window_extent(figure.canvas.get_renderer()).transformed(axes.transData.inverted()).x1
        axes.text(right * 1.035, 10**place, detail, color=SOFT, va="center_baseline", fontsize=9.5)


def numbers(axes, n, values):
    """The times of this library, written below its line."""
    for k, value in zip(n, values, strict=True):
        if k != 7:
            axes.annotate(
                f"{value:.0f} ns", (k, value), xytext=(-8 if k == n[-1] else 0, -16), textcoords="offset points",
                ha="center", color=BLUE, fontsize=9.5, fontweight="bold",
            )  # fmt: skip


def headings(figure, axes, found):
    """Title and axis names."""
    ours, pin = (found["contests"]["6R"].get(k) for k in (BATCH, "Pinocchio: rneaInParallel, one thread"))
    figure.text(0.02, 0.945, "Inverse dynamics: time per sample on one core", fontsize=16, fontweight="bold")
    words = f"At 6 joints {ours * 1e9:.0f} ns"
    words += f", {pin / ours:.0f} times faster than the batch function of Pinocchio." if pin else "."
    figure.text(0.02, 0.903, f"Random arms with full inertia tensors. {words}", fontsize=10.5, color=SOFT)
    axes.set_xlabel("revolute joints n", labelpad=6)
