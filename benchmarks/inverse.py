"""Inverse dynamics beside its goals and its peers: contestants checked, side by side in one run, as markdown tables.

``python -m benchmarks.inverse`` prints the tables; ``--write`` puts them into docs/inverse_dynamics_speed.md and
``--plot`` draws docs/inverse_dynamics_speed.png. ``--save FILE`` keeps the measured numbers, ``--load FILE`` takes them
instead of measuring.
"""

from benchmarks import count, matrices, race
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
    text,
    timed,
)
from benchmarks.peers.chain_ours import BATCH, ONE, PLAIN, TWO
from benchmarks.race import INVERSE, OURS, Entry
from benchmarks.robots import GROWTH, robot, samples

COLD = ("6R", "7R", "24R", "Talos", "UR5")
STORED = ("6R", "30R", "Talos")
CACHED = 8_192  # samples of 6R whose matrices stay in the third-level cache
SIZES = (1, 2, 10, 100, 1000, 10_000, 100_000, 1_000_000)
PIN_LOOP, PIN_ONE = "Pinocchio: rnea, Python loop", "Pinocchio: rnea, one sample per call"
PIN_BATCH = "Pinocchio: rneaInParallel, one thread"
OUR_BATCH, OUR_ONE, OUR_TWO = (str(Entry(OURS, label)) for label in (BATCH, ONE, TWO))


# ------------------------------------------------------------------------------------------ measuring


def contest(name, warm=race.WARM):
    """{contestant: seconds per sample} on one core."""
    data = samples(name, number(robot(name).n))
    chosen = [entry for entry in race.entries() if entry.label not in (TWO, PLAIN)]
    return timed(chosen, robot(name), data, INVERSE, warm)


def definition(name="6R"):
    """Seconds per sample of chain.reference."""
    entry = Entry(OURS, PLAIN)
    return race.best({entry: race.start(entry, robot(name), samples(name, COUNT))}, rounds=5)[entry]


def threads(name="6R"):
    """Seconds per sample with one and two threads, a million samples, best of many: the other core must be free."""
    data = samples(name, MILLION)
    field = {label: race.start(Entry(OURS, label), robot(name), data) for label in (BATCH, TWO)}
    result = race.best(field, rounds=80, seconds=6.0)
    say(f"{name:6s} two threads {result[BATCH] / result[TWO]:.2f}")
    return result


def storing(name):
    """{method: {what: seconds per sample}}: computed, the same with the results in the cache, and bare stores."""
    result, n = {}, robot(name).n
    with race.one_core():
        for way in (matrices.actions, matrices.kinematics):
            run = way(robot(name), samples(name, COUNT * 6 // n))
            field = {"computed": run, "stores": matrices.stores(run), "streams": matrices.stores(run, streaming=True)}
            seconds = race.best(field, rounds=30, seconds=3.0)
            seconds |= race.best({"cached": way(robot(name), samples(name, CACHED * 6 // n))}, rounds=30)
            seconds["bytes"] = sum(x.nbytes for x in run.result()) / run.count
            result[way.__name__] = seconds
            say(f"{name:6s} {way.__name__}: {seconds['stores'] / seconds['computed']:.2f} of the store bandwidth")
    return result


def sizes(name="6R"):
    """{batch size: seconds per sample}, a new result for every call."""
    result = {}
    with race.one_core():
        for count_ in SIZES:
            motion, call = samples(name, MILLION).first(count_)[:3], robot(name).arm.inverse_dynamics
            motion, options = ([x[0] for x in motion], {}) if count_ == 1 else (motion, {"threads": 1})
            calls = max(2000 // count_, 1)

            def run(motion=motion, options=options, calls=calls, call=call):
                for _ in range(calls):
                    call(*motion, **options)

            result[str(count_)] = race.best({name: race.Run(calls * count_, run, None)}, rounds=30)[name]
    return result


def measure():
    """All of it, as numbers."""
    names = [*(f"{n}R" for n in GROWTH), "UR5", "Talos"]
    return {
        "about": about(),
        "machine": machine(),
        "contests": {name: contest(name) for name in names},
        "cold": {name: contest(name, warm=0.0) for name in COLD},
        "definition": definition(),
        "threads": threads(),
        "storing": {name: storing(name) for name in STORED},
        "sizes": sizes(),
    }


# ------------------------------------------------------------------------------------------ the goals


def against_peers(contests):
    """(what, ours in ns, the other in ns, goal, text of the goal); a peer that is not installed has no row."""
    casadi = min((k for k in contests["UR5"] if k.startswith("CasADi")), key=contests["UR5"].get, default="CasADi: ")
    chosen = [
        ("6R", OUR_BATCH, PIN_LOOP, "6R, batch of 100,000: `pin.rnea` in a Python loop", 35, "35 times"),
        ("6R", OUR_BATCH, PIN_BATCH, "6R, batch: `pin.rneaInParallel`, one thread", 20, "20 times (stretch 30)"),
        ("6R", OUR_ONE, PIN_ONE, "6R, one sample per call: `pin.rnea`", 3, "3 times"),
        ("7R", OUR_BATCH, PIN_BATCH, "7R, batch: `pin.rneaInParallel`", 15, "15 times"),
        ("24R", OUR_BATCH, PIN_BATCH, "24R, batch: `pin.rneaInParallel`", 15, "15 times"),
        ("Talos", OUR_BATCH, PIN_BATCH, "Talos (tree, 32 joints), batch: `pin.rneaInParallel`", 15, "15 times"),
        ("UR5", OUR_BATCH, casadi, "UR5, batch: C generated by CasADi, the faster of two", 3, "3 times"),
    ]
    for name, ours, other, what, goal, words in chosen:
        if other in contests[name]:
            yield what, contests[name][ours] * 1e9, contests[name][other] * 1e9, goal, words


def rows(found):
    """All goals, as `against_peers`."""
    yield from against_peers(found["contests"])
    one, two = (found["threads"][label] * 1e9 for label in (BATCH, TWO))
    yield "6R, 1,000,000 samples, two threads: one thread", two, one, 1.8, "1.8 times"
    for method, name in ("actions", "joint_actions"), ("kinematics", "kinematics"):
        ours, bare = (found["storing"]["6R"][method][key] * 1e9 for key in ("computed", "stores"))
        yield f"6R, `{name}`, batch: bare stores of its result", ours, bare, 0.5, "half the store bandwidth"


# ------------------------------------------------------------------------------------------ the tables


def storing_table(found):
    """Matrices of all links: time, bytes, share of the store bandwidth."""
    head = ["batch, `out=`", "bytes per sample", "ns", "ns, result in the cache", "bare stores, ns", "share"]
    head += ["streaming stores, ns", "share"]
    lines = ["| " + " | ".join(head) + " |", "|:---|" + "---:|" * (len(head) - 1)]
    for name, methods in found["storing"].items():
        for method, what in ("actions", "`joint_actions`: PHI"), ("kinematics", "`kinematics`: M, W, H"):
            row = methods[method]
            cells = [f"{name}, {what}", f"{row['bytes']:,.0f}", text(row["computed"] * 1e9), text(row["cached"] * 1e9)]
            for way in ("stores", "streams"):
                cells += [text(row[way] * 1e9), f"{100 * row[way] / row['computed']:.0f} %"]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def cold_table(found):
    """The goals against peers once more, without calls before the clock starts."""
    lines = ["| no warm-up | ours, ns | ratio | with warm-up | goal, at least | |", "|:---|---:|---:|---:|:---|:---|"]
    warm = {what: other / ours for what, ours, other, *_ in rows(found)}
    for what, ours, other, goal, words in against_peers(found["cold"]):
        verdict = "met" if other >= goal * ours else "**missed**"
        lines.append(f"| {what} | {text(ours)} | {other / ours:.2f} | {warm[what]:.2f} | {words} | {verdict} |")
    return "\n".join(lines)


def sizes_table(found):
    """Time per sample over the batch size."""
    head = "| samples per call | " + " | ".join(f"{int(k):,}" for k in found["sizes"]) + " |"
    row = "| 6R, ns per sample, new result | " + " | ".join(text(t * 1e9) for t in found["sizes"].values()) + " |"
    return "\n".join([head, "|:---|" + "---:|" * len(found["sizes"]), row])


def report(found):
    """All tables."""
    return "\n\n".join([
        found["about"],
        "### The goals", goals(rows(found)),
        "The same where the contestant before has left its own data in the cache:", cold_table(found),
        "### Growth with the number of joints", growth(found["contests"], OUR_BATCH),
        per_joint(found["contests"], GROWTH),
        f"`chain.reference`, the plain equations in NumPy: {found['definition'] * 1e6:,.0f} microseconds for 6R.",
        "### Batch size", sizes_table(found),
        "### What bounds it", bounds(found, {n: found["contests"][f"{n}R"][OUR_BATCH] for n in GROWTH}),
        storing_table(found),
        "### Operations", count.tables(),
    ])  # fmt: skip


def draw(found, picture):
    """The picture."""
    from benchmarks.inverse_plot import draw

    draw(found, picture)


if __name__ == "__main__":
    command(__doc__, "inverse_dynamics_speed", measure, report, draw)
