"""Pictures of the pages about speed: time per sample over the number of joints, and what the machine allows."""

from typing import NamedTuple

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, NullLocator

INK, SOFT, GRID, ROOF = "#1b1f24", "#6b737d", "#e7e9ec", "#eef1f5"
BLUE = "#0a58d0"
STYLE = {
    "font.family": "sans-serif", "font.sans-serif": ["Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans"],
    "font.size": 10.5, "text.color": INK, "axes.labelcolor": SOFT, "axes.edgecolor": SOFT, "axes.linewidth": 0.8,
    "xtick.color": INK, "ytick.color": SOFT,
}  # fmt: skip
LINE = 0.15  # height of a line of text in decades


class Line(NamedTuple):
    """A contestant: nanoseconds per sample over n, its name and what is measured; strong: the one that matters."""

    values: np.ndarray
    name: str
    detail: str
    colour: str
    strong: bool = False
    dashed: bool = False


def draw(path, n, lines, bounds, height, title, subtitle):
    """Draw lines over n and bounds (len(n), 2: arithmetic, memory) in nanoseconds into a file."""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(9.0, 6.4), dpi=200)
        figure.subplots_adjust(left=0.075, right=0.695, top=0.865, bottom=0.095)
        frame(axes, n, height)
        for line in lines:
            plot(axes, n, line)
            if line.strong:
                numbers(axes, n, line.values)
        limits(axes, n, bounds)
        labels(figure, axes, n[-1], lines)
        figure.text(0.02, 0.945, title, fontsize=16, fontweight="bold")
        figure.text(0.02, 0.903, subtitle, fontsize=10.5, color=SOFT)
        axes.set_xlabel("revolute joints n", labelpad=6)
        figure.savefig(path, facecolor="white")
        plt.close(figure)


def times(contests, contestant, n):
    """Nanoseconds per sample over n, None where the contestant is missing; of several that start so the fastest."""
    found = [contests[f"{k}R"] for k in n]
    values = [min((t for name, t in c.items() if name.startswith(contestant)), default=np.nan) * 1e9 for c in found]
    return None if np.isnan(values).any() else np.array(values)


def frame(axes, n, height):
    """Logarithmic axes with few, quiet marks."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(n[0] * 0.93, n[-1] * 1.04)
    axes.set_ylim(*height)
    axes.set_xticks(n, [str(k) for k in n])
    axes.set_yticks([y for y in (10, 100, 1000, 10_000, 100_000) if height[0] < y < height[1]])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:.0f} ns" if y < 1000 else f"{y / 1000:.0f} µs"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y", color=GRID, linewidth=0.9)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def plot(axes, n, line):
    """One contestant."""
    axes.plot(
        n, line.values, color=line.colour, linewidth=3.2 if line.strong else 1.7,
        linestyle=(0, (4, 2)) if line.dashed else "-", marker="o", markersize=7.5 if line.strong else 4.6,
        markeredgecolor="white", markeredgewidth=1.0, zorder=5 if line.strong else 4,
    )  # fmt: skip


def limits(axes, n, bounds):
    """The region that no program on this core reaches, and its two limits."""
    arithmetic, memory = bounds.T
    axes.fill_between(n, 1e-3, np.maximum(arithmetic, memory), color=ROOF, zorder=1, linewidth=0)
    for values, name, detail in (
        (arithmetic, "arithmetic limit", "peak of one core"), (memory, "memory limit", "32 n bytes"),
    ):  # fmt: skip
        axes.plot(n, values, color=SOFT, linewidth=1.1, linestyle=(0, (1.5, 1.5)), zorder=2)
        axes.text(
            n[-1] * 1.09, values[-1], f"{name}, {detail}", color=SOFT, fontsize=9.5, va="center", fontstyle="italic"
        )  # fmt: skip


def labels(figure, axes, end, lines):
    """Names at the ends of the lines, moved apart where they would touch; what is measured in grey behind them."""
    lines = sorted(lines, key=lambda line: line.values[-1])
    places = np.log10([line.values[-1] for line in lines])
    for _ in range(100):
        overlap = np.maximum(LINE - np.diff(places), 0.0)
        places[1:] += overlap / 2
        places[:-1] -= overlap / 2
    for line, place in zip(lines, places, strict=True):
        label = axes.text(
            end * 1.09, 10**place, line.name, color=line.colour, va="center_baseline",
            fontsize=14 if line.strong else 11, fontweight="bold",
        )  # fmt: skip
        right = label.get_window_extent(figure.canvas.get_renderer()).transformed(axes.transData.inverted()).x1
        axes.text(right * 1.035, 10**place, line.detail, color=SOFT, va="center_baseline", fontsize=9.5)


def numbers(axes, n, values):
    """The times of this library, written below its line."""
    for k, value in zip(n, values, strict=True):
        if k != 7:
            axes.annotate(
                f"{value:.0f} ns", (k, value), xytext=(-8 if k == n[-1] else 0, -16), textcoords="offset points",
                ha="center", color=BLUE, fontsize=9.5, fontweight="bold",
            )  # fmt: skip
