"""Forward dynamics, matrices and simulation beside their goals and peers: checked, side by side in one run, as tables.

``python -m benchmarks.forward`` prints the tables; ``--write`` puts them into docs/forward_dynamics_speed.md and
``--plot`` draws docs/forward_dynamics_speed.png. ``--save FILE`` keeps the measured numbers, ``--load FILE`` takes them
instead of measuring.
"""

import numpy as np

from benchmarks import count, motions, race
from benchmarks.motions import ADAPTIVE, ONE_BY_ONE, RK4, RK4_END, ROLLOUT, SCIPY_PIN, SIMULATE
from benchmarks.pages import (
    COUNT,
    MILLION,
    about,
    bounds,
    command,
    goals,
    growth,
    machine,
    number,
    per_joint,
    say,
    table,
    text,
    timed,
)
from benchmarks.peers.chain_matrices import CUBIC
from benchmarks.peers.chain_ours import BATCH, ONE, TWO
from benchmarks.race import FORWARD, OURS, Entry
from benchmarks.robots import GROWTH, robot, samples

ROBOTS = (*(f"{n}R" for n in GROWTH), "UR5", "Talos")
MATRICES = ("mass_matrix", "coriolis_matrix", "inverse_mass_matrix", "jacobian")
NEAR = (2, 3, 4, 5, 8, 10, 16)  # lengths where the O(n) method may overtake
OUR_BATCH, OUR_ONE, OUR_CUBIC = (str(Entry(OURS, label)) for label in (BATCH, ONE, CUBIC))
LOOP = {
    FORWARD: "Pinocchio: aba, Python loop",
    "mass_matrix": "Pinocchio: crba, Python loop",
    "coriolis_matrix": "Pinocchio: computeCoriolisMatrix, Python loop",
    "inverse_mass_matrix": "Pinocchio: computeMinverse, Python loop",
    "jacobian": "Pinocchio: computeFrameJacobian, Python loop",
}
PIN_BATCH = "Pinocchio: abaInParallel, one thread"


# measuring


def contest(method, name, warm=race.WARM):
    """{contestant: seconds per sample} on one core; the results of all samples have the size of those of 6R."""
    n = robot(name).n
    rows = number(n) if method == FORWARD else COUNT * 36 // (n * max(n, 6))
    chosen = [entry for entry in race.entries(method) if entry.label != TWO]
    return timed(chosen, robot(name), samples(name, rows), method, warm)


def crossing(n):
    """Seconds per sample of the recursion and of the O(n^3) method."""
    name = f"{n}R"
    chosen = [Entry(OURS, label) for label in (BATCH, CUBIC)]
    return timed(chosen, robot(name), samples(name, number(n)), FORWARD, race.WARM)


def threads(name="6R"):
    """Seconds per sample with one and two threads, a million samples, best of many: the other core must be free."""
    data = samples(name, MILLION)
    field = {label: race.start(Entry(OURS, label), robot(name), data, FORWARD) for label in (BATCH, TWO)}
    result = race.best(field, rounds=60, seconds=6.0)
    say(f"{name:6s} two threads {result[BATCH] / result[TWO]:.2f}")
    return result


def measure():
    """All of it, as numbers."""
    return {
        "about": about(),
        "machine": machine(),
        "contests": {method: {name: contest(method, name) for name in ROBOTS} for method in (FORWARD, *MATRICES)},
        "cold": {method: {"6R": contest(method, "6R", warm=0.0)} for method in (FORWARD, *MATRICES[:2])},
        "crossing": {str(n): crossing(n) for n in NEAR},
        "threads": threads(),
        "motions": motions.measure(),
    }


# the goals


def against_peers(contests):
    """(what, ours in ns, the other in ns, goal, text of the goal); a peer that is not installed has no row."""
    one = "Pinocchio: aba, one sample per call"
    chosen = [
        (FORWARD, OUR_BATCH, LOOP[FORWARD], "forward dynamics, batch: `pin.aba` in a Python loop", 15),
        (FORWARD, OUR_BATCH, PIN_BATCH, "forward dynamics, batch: `pin.abaInParallel`, one thread", 12),
        (FORWARD, OUR_ONE, one, "forward dynamics, one sample per call: `pin.aba`", 3),
        ("mass_matrix", OUR_BATCH, LOOP["mass_matrix"], "mass matrix, batch: `pin.crba` in a loop", 8),
        ("coriolis_matrix", OUR_BATCH, LOOP["coriolis_matrix"], "Coriolis matrix, batch: Pinocchio in a loop", 15),
    ]
    for method, ours, other, what, goal in chosen:
        times = contests[method]["6R"]
        if other in times:
            yield f"6R, {what}", times[ours] * 1e9, times[other] * 1e9, goal, f"{goal} times"


def of_motions(found):
    """The same of the simulations, in milliseconds."""
    falling, fixed = found["motions"]["falling"]["seconds"], found["motions"]["fixed"]["seconds"]
    if SCIPY_PIN in falling:
        what = "6R, 10 s of free fall at 1e-9: SciPy's DOP853 calling `pin.aba`"
        yield what, falling[SIMULATE] * 1e3, falling[SCIPY_PIN] * 1e3, 10, "10 times"
    if ROLLOUT in fixed:
        what = "6R, 1,000 motions of 1 s, RK4 at 1 ms, all states: MuJoCo's `rollout`"
        yield what, fixed[RK4] * 1e6, fixed[ROLLOUT] * 1e6, 10, "10 times"


# the tables


def cold_table(found):
    """The goals once more, without calls before the clock starts."""
    lines = ["| no warm-up | ours, ns | ratio | with warm-up | goal, at least | |", "|:---|---:|---:|---:|:---|:---|"]
    warm = {what: other / ours for what, ours, other, *_ in against_peers(found["contests"])}
    for what, ours, other, goal, words in against_peers(found["cold"]):
        verdict = "met" if other >= goal * ours else "**missed**"
        lines.append(f"| {what} | {text(ours)} | {other / ours:.2f} | {warm[what]:.2f} | {words} | {verdict} |")
    return "\n".join(lines)


def ratios(found):
    """How many times faster than Pinocchio in a Python loop, batch after batch, on every robot."""
    rows = []
    for method, contests in found["contests"].items():
        cells = [c[LOOP[method]] / c[OUR_BATCH] if LOOP[method] in c else None for c in contests.values()]
        rows.append([f"`{method}`: {LOOP[method].split(': ')[1]}", *(f"{x:.1f}" if x else "-" for x in cells)])
    parallel = [c[PIN_BATCH] / c[OUR_BATCH] if PIN_BATCH in c else None for c in found["contests"][FORWARD].values()]
    rows.insert(1, [f"`{FORWARD}`: abaInParallel", *(f"{x:.1f}" if x else "-" for x in parallel)])
    return table(["Pinocchio's time over ours", *ROBOTS], rows)


def singles(found, name="6R"):
    """One sample per call from Python."""
    rows = []
    for method, contests in found["contests"].items():
        ours = contests[name][OUR_ONE] * 1e9
        theirs = contests[name].get(LOOP[method].replace("Python loop", "one sample per call"))
        other = [text(theirs * 1e9), f"{theirs * 1e9 / ours:.2f}"] if theirs else ["-", "-"]
        rows.append([f"`{method}`", text(ours), *other])
    return table(["6R, one sample per call, `out=`", "ours, ns", "Pinocchio, ns", "ratio"], rows)


def exponent(contests, name, lengths=(24, 48, 96)):
    """Slope of log(time) over log(n): 1 for O(n)."""
    times = [contests[f"{n}R"][name] for n in lengths]
    return np.polyfit(np.log(lengths), np.log(times), 1)[0]


def slopes(found):
    """Fitted powers of n, and the time of 96 joints over that of 24."""
    rows = [(FORWARD, OUR_BATCH), (FORWARD, OUR_CUBIC), *((method, OUR_BATCH) for method in MATRICES)]
    cells = []
    for method, name in rows:
        contests = found["contests"][method]
        if name in contests["96R"]:
            ratio = contests["96R"][name] / contests["24R"][name]
            label = "O(n^3)" if name == OUR_CUBIC else "batch"
            cells.append([f"`{method}`, {label}", f"{exponent(contests, name):.2f}", f"{ratio:.1f}"])
    return table(["24 to 96 joints", "fitted power of n", "time of 96R over 24R"], cells)


def crossing_table(found):
    """Where the recursion overtakes the O(n^3) method, in measured time."""
    near = {int(n): times for n, times in found["crossing"].items()}
    near |= {n: found["contests"][FORWARD][f"{n}R"] for n in GROWTH}
    near = {n: near[n] for n in sorted(near) if OUR_CUBIC in near[n]}
    rows = [
        ["recursion, O(n), ns", *(text(t[OUR_BATCH] * 1e9) for t in near.values())],
        ["mass matrix and Cholesky, O(n^3), ns", *(text(t[OUR_CUBIC] * 1e9) for t in near.values())],
        ["ratio", *(f"{t[OUR_CUBIC] / t[OUR_BATCH]:.2f}" for t in near.values())],
    ]
    return table(["", *(f"{n}R" for n in near)], rows)


def falling_table(found):
    """Ten seconds of free fall."""
    part = found["motions"]["falling"]
    rows = []
    for name, seconds in part["seconds"].items():
        apart = [f"{part['apart'][name][k]:.0e}" if name != SIMULATE else "-" for k in ("3 s", "10 s")]
        rows.append([name, f"{seconds * 1e3:.2f}", f"{seconds / part['seconds'][SIMULATE]:.1f}", *apart])
    head = ["10 s of free fall, 6R, DOP853 at 1e-9", "ms", "over ours", "largest difference in q to 3 s", "to 10 s"]
    drift = f"Energy drift of `simulate` over the 10 s: {part['drift']:.1e} of the largest kinetic energy."
    return f"{table(head, rows)}\n\n{drift}"


def many_table(found):
    """Many motions at once."""
    fixed, adaptive = found["motions"]["fixed"], found["motions"]["adaptive"]["seconds"]
    rows = []
    for name in (RK4, RK4_END, ROLLOUT):
        if name in fixed["seconds"]:
            seconds, apart = fixed["seconds"][name], fixed["apart"].get(name)
            gap = "-" if apart is None else f"{apart:.0e}"
            rows.append([f"1,000 motions of 1 s, {name}", f"{seconds * 1e6:.1f}", f"{seconds * 1000:.3f}", gap])
    for name, total in (ADAPTIVE, 10_000), (ONE_BY_ONE, 10_000):
        seconds = adaptive[name]
        rows.append([f"10,000 motions of 1 s at 1e-9, {name}", f"{seconds * 1e6:.1f}", f"{seconds * total:.2f}", "0"])
    return table(["6R", "microseconds per motion", "s for all", "largest difference in q"], rows)


def report(found):
    """All tables."""
    contests, forward = found["contests"], found["contests"][FORWARD]
    one, two = (found["threads"][label] * 1e9 for label in (BATCH, TWO))
    return "\n\n".join([
        found["about"],
        "### The goals", goals(against_peers(contests)), goals(of_motions(found), "ms"),
        "The same where the contestant before has left its own data in the cache:", cold_table(found),
        f"Two threads, 1,000,000 samples of 6R: {text(one)} ns with one, {text(two)} with two, {one / two:.2f} times.",
        "### All robots", ratios(found), singles(found),
        "### Growth with the number of joints", growth(forward, OUR_BATCH), per_joint(forward, GROWTH), slopes(found),
        *(f"#### `{method}`\n\n{growth(contests[method], OUR_BATCH)}" for method in MATRICES),
        "### Simulation", falling_table(found), many_table(found),
        "### What bounds it",
        bounds(found, {n: forward[f"{n}R"][OUR_BATCH] for n in GROWTH}, count.forward_operations),
        "### Operations, and the crossover with O(n^3)", count.forward_table(), crossing_table(found),
    ])  # fmt: skip


def draw(found, picture):
    """The picture."""
    from benchmarks.forward_plot import draw

    draw(found, picture)


if __name__ == "__main__":
    command(__doc__, "forward_dynamics_speed", measure, report, draw)
