"""What the pages about speed have in common: machine and versions, times as text, the command line."""

import argparse
import json
import platform
import sys
from datetime import date
from importlib import metadata
from pathlib import Path

from benchmarks import count, race, roofline
from benchmarks.table import ROOT, commit, compiler, processor, replace_tables

COUNT, MILLION = 100_000, 1_000_000
PACKAGES = ("numpy", "scipy", "pin", "mujoco", "casadi", "drake", "roboticstoolbox-python", "Cython")


def say(*words):
    """Progress, beside the tables."""
    print(*words, file=sys.stderr, flush=True)


def text(ns):
    """A time with three digits or so."""
    return f"{ns:.1f}" if ns < 100 else f"{ns:,.0f}"


def table(head, rows):
    """Markdown: the first column on the left, numbers on the right."""
    lines = ["| " + " | ".join(head) + " |", "|:---|" + "---:|" * (len(head) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(cells) + " |" for cells in rows)])


def about():
    """Date, machine and versions."""
    found = [commit(), f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} not installed")
    return f"{date.today():%d %B %Y}. {processor()}; {platform.system()}. {', '.join([*found, compiler()])}."


# contests


def number(n):
    """Samples in a batch: 100,000, fewer for long chains, whose data would only fill the memory."""
    return COUNT if n <= 24 else COUNT * 24 // n


def timed(chosen, robot, data, method, warm):
    """{contestant: seconds per sample} on one core."""
    with race.one_core():
        field = race.starters(chosen, robot, data, method)
        result = {str(entry): seconds for entry, seconds in race.best(field, 15, 1.5, warm).items()}
    for entry, seconds in sorted(result.items(), key=lambda item: item[1]):
        say(f"{method:20s} {robot.name:6s} {seconds * 1e9:12.1f} ns  {entry}")
    return result


def names_of(contests):
    """Contestants of any robot, fastest first by the first robot."""
    first = next(iter(contests.values()))
    return sorted({name for contest in contests.values() for name in contest}, key=lambda k: first.get(k, 9.9))


def growth(contests, best):
    """Nanoseconds per sample of everyone on every robot; `best` stands out."""
    rows = []
    for name in names_of(contests):
        cells = [contest.get(name) for contest in contests.values()]
        rows.append([f"**{name}**" if name == best else name, *(text(x * 1e9) if x else "-" for x in cells)])
    return table(["ns per sample", *contests], rows)


def per_joint(contests, lengths):
    """Nanoseconds per sample and joint of those who did all arms."""
    rows = []
    for name in names_of(contests):
        cells = [contests[f"{n}R"].get(name) for n in lengths]
        if all(cells):
            per = [x * 1e9 / n for x, n in zip(cells, lengths, strict=True)]
            rows.append([name, *(f"{x:.2f}" if x < 10 else f"{x:.0f}" for x in per)])
    return table(["ns per sample and joint", *(f"{n}R" for n in lengths)], rows)


def goals(rows, unit="ns"):
    """The goals, from (what, ours, the other, goal, text of the goal)."""
    lines = [f"| this library against | ours, {unit} | the other, {unit} | ratio | goal, at least | |"]
    lines.append("|:---|---:|---:|---:|:---|:---|")
    for what, ours, other, goal, words in rows:
        verdict = "met" if other >= goal * ours else "**missed**"
        lines.append(f"| {what} | {text(ours)} | {text(other)} | {other / ours:.2f} | {words} | {verdict} |")
    return "\n".join(lines)


# what the machine allows


def machine():
    """Peak of multiplications and additions per second, bytes per second of the traffic from main memory."""
    with race.one_core():
        field = {"peak": roofline.peak(), "traffic": roofline.traffic(MILLION, 8)}
        seconds = race.best(field, rounds=30, seconds=2.0)
    return {"peak": 1.0 / seconds["peak"], "bandwidth": 32 * 8 / seconds["traffic"]}


def roof(found, n, operations=count.operations):
    """Seconds per sample at least: arithmetic of the recursion, the same with sines and cosines, memory."""
    peak, bandwidth = found["machine"]["peak"], found["machine"]["bandwidth"]
    done = sum(operations(n))
    return done / peak, (done + n * sum(count.SINCOS)) / peak, 32 * n / bandwidth


def bounds(found, measured, operations=count.operations):
    """Nanoseconds per sample that arithmetic and memory ask for at least, beside {n: seconds measured}."""
    peak, bandwidth = found["machine"]["peak"], found["machine"]["bandwidth"]
    limits = [roof(found, n, operations) for n in measured]
    rows = [
        ["multiplications and additions, ns", *(text(x[0] * 1e9) for x in limits)],
        ["with those of sine and cosine, ns", *(text(x[1] * 1e9) for x in limits)],
        ["memory traffic, ns", *(text(x[2] * 1e9) for x in limits)],
        ["measured, ns", *(text(x * 1e9) for x in measured.values())],
        ["share of the peak", *(f"{100 * x[1] / t:.0f} %" for x, t in zip(limits, measured.values(), strict=True))],
    ]
    head = (
        f"One core: {peak / 1e9:.0f} thousand million multiplications and additions per second, half and half, without "
        f"fused operations; {bandwidth / 1e9:.0f} GB/s from and to main memory, three arrays read and one written."
    )
    return f"{head}\n\n" + table(["", *(f"{n}R" for n in measured)], rows)


# the command line


def command(description, page, measure, report, draw):
    """Measure, print, or write into docs/<page>.md; draw docs/<page>.png."""
    document, picture = ROOT / "docs" / f"{page}.md", ROOT / "docs" / f"{page}.png"
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"replace the tables in docs/{document.name}")
    parser.add_argument("--plot", action="store_true", help=f"draw docs/{picture.name}")
    parser.add_argument("--save", type=Path, help="keep the measured numbers in this file")
    parser.add_argument("--load", type=Path, help="take the numbers from this file")
    options = parser.parse_args()
    found = json.loads(options.load.read_text()) if options.load else measure()
    if options.save:
        options.save.write_text(json.dumps(found, indent=1))
    if options.plot:
        draw(found, picture)
    tables = report(found)
    if options.write:
        replace_tables(document, tables)
    else:
        print(tables)
