"""All contestants side by side in one process, checked, as markdown tables.

``python -m benchmarks.table`` prints the tables; with ``--write`` they replace those in docs/benchmarks.md. The repeats
of the contestants of a task are interleaved, so that a disturbance hits all of them, and the shortest counts.
"""

import argparse
import gc
import os
import platform
import re
import subprocess
import sys
from datetime import date
from importlib import metadata, util
from pathlib import Path
from timeit import Timer

from benchmarks import inputs
from benchmarks.goals import met, sentence
from benchmarks.tasks import (
    BATCH,
    FLOOR,
    LIBRARIES,
    MODULES,
    NUMPY,
    SINGLE,
    SPACELIB,
    TASKS,
    check,
    entries,
    expected,
    start,
)

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
REPEATS = {SINGLE: 40, BATCH: 30}
TARGET = {SINGLE: 1e-3, BATCH: 5e-3}  # seconds of one repeat, at least
SLOW = 1.5  # seconds after which a contestant gets no further repeat


def peers_of(size):
    """Those who stand beside NumPy in the table of this size."""
    return [library for library in LIBRARIES[2:-1] if MODULES[library][size == BATCH]]


# ------------------------------------------------------------------------------------------ the clock

def timer(run):
    """A Timer whose loop holds the bare call, its arguments in local variables."""
    names = [f"a{n}" for n in range(len(run.args))]
    setup = "; ".join(["f = run.call", *(f"a{n} = run.args[{n}]" for n in range(len(names)))])
    if run.kwargs:
        setup += "; out = run.kwargs['out']"
        names.append("out=out")
    return Timer(f"f({', '.join(names)})", setup, globals={"run": run})


def loops(clock, target):
    """Number of loops that last `target` seconds, about."""
    number = 1
    while (seconds := clock.timeit(number)) < target and number < 1_000_000:
        number = max(2 * number, int(number * target / max(seconds, 1e-9)))
    return number


def race(task, size, data):
    """Shortest seconds per call: {entry: seconds}."""
    truth = expected(task, data)
    field = {}
    for entry in entries(size):
        if entry.task == task and entry.number is not None:
            contestant, run = start(entry, size, data)
            check(task, contestant, run, truth)
            clock = timer(run)
            field[entry] = clock, loops(clock, TARGET[size])
    best, spent = dict.fromkeys(field, float("inf")), dict.fromkeys(field, 0.0)
    for _ in range(REPEATS[size]):
        for entry, (clock, number) in field.items():
            if spent[entry] < SLOW:
                if size == BATCH:
                    clock.timeit(number)  # the data of the one before leave the cache
                seconds = clock.timeit(number)
                spent[entry] += seconds
                best[entry] = min(best[entry], seconds / number)
    return best


# ------------------------------------------------------------------------------------------ the tables

def text(ns):
    """A time with three digits or so."""
    return f"{ns:.1f}" if ns < 100 else f"{ns:,.0f}"


def times(ratio):
    """A ratio that does not hide a lead or a lag of a few percent."""
    return f"{ratio:.1f}" if ratio >= 2 else f"{ratio:.2f}"


def rows(size, data, per):
    """(cells, verdict) of each task and way of giving back the result."""
    for task, job in TASKS.items():
        if size not in job.sizes:
            continue
        best = race(task, size, data)
        floor = [s * 1e9 / per for entry, s in best.items() if entry.library == FLOOR]
        for into_out in (False, True):
            time, label = {}, {}
            for entry, seconds in best.items():
                ns = seconds * 1e9 / per
                if entry.into_out == into_out and ns < time.get(entry.library, float("inf")):
                    time[entry.library], label[entry.library] = ns, entry.label
            if SPACELIB not in time or NUMPY not in time:
                continue
            ours, numpy, peers = time[SPACELIB], time[NUMPY], [time.get(peer) for peer in peers_of(size)]
            name, *detail = task.split(",")
            name = ",".join([f"`{name}`", *detail]) + (", `out=`" if into_out else "")
            cells = [name, text(ours), f"{text(numpy)} ({label[NUMPY]})", times(numpy / ours)]
            cells += [text(t) if t else "-" for t in peers] + [text(t) for t in floor]
            print(" | ".join(cells), file=sys.stderr, flush=True)
            yield cells, (task, ours, numpy, met(size, ours, numpy, [t for t in peers if t], *floor))


def table(heading, size, data, per):
    """A markdown table and what it says about the goals."""
    head = ["task", "spacelib", "fastest NumPy (how)", "NumPy / spacelib", *peers_of(size)]
    head += ["floor"] if size == BATCH else []
    lines = [heading, "", "| " + " | ".join(head) + " |", "|:---|---:|:---|" + "---:|" * (len(head) - 3)]
    verdicts = {}
    for cells, verdict in rows(size, data, per):
        lines.append("| " + " | ".join(cells) + " |")
        verdicts[cells[0]] = verdict
    return "\n".join([*lines, "", sentence(size, verdicts)])


def how(size):
    """The calls of the peers."""
    used = {}
    for entry in entries(size):
        if entry.library in peers_of(size) and entry.number is not None:
            used.setdefault(entry.library, {}).setdefault(entry.task, []).append(f"`{entry.label}`")
    return "\n".join(
        f"* {library}: " + "; ".join(f"{task.split(',')[0]} {' or '.join(labels)}" for task, labels in tasks.items()
                                     if "," not in task) + "."
        for library, tasks in used.items()
    )  # fmt: skip


# ------------------------------------------------------------------------------------------ the machine

def processor():
    """Name, family and number of cores of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text()
        found = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", lines, re.MULTILINE))
        family = f" (family {found['cpu family']}, model {found['model']})" if "cpu family" in found else ""
        return f"{found['model name']}{family}, {os.cpu_count()} cores"
    except (OSError, KeyError):
        return f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores"


def compiler():
    """The compiler that left its name in an extension module."""
    module = Path(util.find_spec("spacelib.algebra").origin).read_bytes()
    found = re.search(rb"GCC: \([^)]*\) [\d.]+|clang version [\d.]+", module)
    return found[0].decode() if found else "unknown compiler"


def commit():
    """The commit of the sources, and whether they differ from it."""
    def git(*words):
        command = ["git", "-C", str(ROOT), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    try:
        name, changed = git("rev-parse", "--short", "HEAD"), git("status", "--porcelain", "spacelib", "chain")
    except (OSError, subprocess.CalledProcessError):
        return "spacelib of unknown commit"
    return f"spacelib at commit {name}" + (" with later changes" if changed else "")


def versions():
    """What took part, in which version."""
    names = ["numpy", "scipy", "pytransform3d", "spatialmath-python", "Cython"]
    found = [commit(), f"Python {platform.python_version()}"]
    for name in names:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join([*found, compiler()])


def report():
    """All of it."""
    gc.disable()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    many = inputs.many()
    return "\n\n".join([
        f"{date.today():%d %B %Y}. {processor()}; {platform.system()}. {versions()}.",
        table("### One sample per call: nanoseconds per call", SINGLE, inputs.one(), 1),
        "The calls of the peers:\n\n" + how(SINGLE),
        table(f"### {inputs.COUNT:,} samples per call: nanoseconds per sample", BATCH, many, inputs.COUNT),
        "The calls of the peers:\n\n" + how(BATCH),
    ])  # fmt: skip


def replace_tables(document, tables):
    """Put new tables between the marks of a document."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    document.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


def main():
    """Print, or write into the document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="replace the tables in docs/benchmarks.md")
    write = parser.parse_args().write
    tables = report()
    if write:
        replace_tables(DOCUMENT, tables)
    else:
        print(tables)


if __name__ == "__main__":
    main()
