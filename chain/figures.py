"""Figures over time, one small axis per joint; drawn by matplotlib, which is imported only here."""

from pathlib import Path

import numpy as np

__all__ = ["joint_figure"]

INK, SOFT, GRID = "#1b1f24", "#6b737d", "#e7e9ec"
COLOURS, DASHES = ("#0a58d0", "#c9402a", "#23875f"), ("-", (0, (4, 2)), (0, (1, 1.5)))


def joint_figure(path, t, curves, labels, title, names=None):
    """Draw curves {name: (len(t), n)} over the times t (s) into a file, joint k with the label labels[k] on its axis.

    names (n,): titles of the axes, "joint 1" ... by default. A curve below 1e-9 of the largest one of the figure is
    shown as zero.

    >>> import tempfile
    >>> t = np.linspace(0, 1, 11)
    >>> with tempfile.TemporaryDirectory() as folder:                           # doctest: +SKIP
    ...     joint_figure(f"{folder}/fall.png", t, {"fall": -4.905 * t[:, None] ** 2}, ["height (m)"], "Fall")
    """
    from matplotlib.figure import Figure

    n = len(labels)
    names = [f"joint {k + 1}" for k in range(n)] if names is None else names
    largest = max((np.nanmax(np.abs(y), initial=0.0) for y in curves.values()), default=0.0)
    columns = min(n, 3)
    rows = -(-n // columns)
    figure = Figure(figsize=(9.0, 0.9 + 2.2 * rows), dpi=130, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.08)
    figure.suptitle(title, x=0.012, ha="left", fontsize=12, color=INK, fontweight="bold")
    for k, axis in enumerate(figure.subplots(rows, columns, squeeze=False).flat):
        if k >= n:
            axis.set_axis_off()
            continue
        _axis(axis, t, {name: y[:, k] for name, y in curves.items()}, largest)
        axis.set_title(names[k], loc="left", y=1.0, fontsize=10, color=INK)
        axis.set_ylabel(labels[k], fontsize=9, color=INK)
        if k + columns >= n:
            axis.set_xlabel("time (s)", fontsize=9, color=INK)
    if len(curves) > 1:
        handles, words = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, words, loc="outside lower left", ncols=len(curves), frameon=False, fontsize=9)
    figure.savefig(Path(path), facecolor="white")


def _axis(axis, t, curves, largest):
    """The curves of one joint."""
    for (name, y), colour, dash in zip(curves.items(), COLOURS, DASHES, strict=False):
        axis.plot(t, np.where(np.abs(y) < 1e-9 * largest, 0.0, y), color=colour, linestyle=dash, lw=1.6, label=name)
    axis.set_xlim(t[0], t[-1])
    axis.margins(y=0.08)
    low, high = axis.get_ylim()
    if high - low < 1e-9 * largest:
        axis.set_ylim(-1.0, 1.0)
    axis.ticklabel_format(axis="y", scilimits=(-3, 4), useOffset=False, useMathText=True)
    axis.yaxis.set_offset_position("right")
    axis.yaxis.get_offset_text().set(fontsize=8, color=SOFT)
    axis.locator_params(axis="y", nbins=5)
    axis.tick_params(labelsize=8, labelcolor=SOFT, color=SOFT, length=3)
    axis.grid(color=GRID, lw=0.8)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axis.spines[side].set(color=SOFT, lw=0.8)
