"""The goals, and in a sentence each what stands in the way where one is missed."""

from benchmarks.tasks import BATCH, SINGLE

TIMES = 5.0  # faster than the fastest NumPy
AT_FLOOR = 1.2  # a batch counts as at the memory floor within this factor

GOAL = {
    SINGLE: "at most a fifth of the fastest NumPy, and ahead of every peer",
    BATCH: "five times the throughput of the fastest NumPy or the memory floor, and ahead of every peer",
}

BOUNDS = {
    (SINGLE, "molt4"): "making the new array is half of it (see the row with `out=`), and most of the rest is the call "
    "and the check of the arguments: `mcopy4`, which computes nothing, takes 55 ns in the same way.",
    (SINGLE, "rtocardan"): "most of the time reads the four options and makes two arrays and a named tuple.",
    (BATCH, "dhtom"): "NumPy takes sine and cosine from one tangent, 0.8 ns with AVX-512; our sine and cosine and "
    "writing the matrices are the two large parts of our time.",
    (BATCH, "rtocardan"): "NumPy's `arctan2` takes 1.2 ns with AVX-512, ours 1.3 ns without the fused operations that "
    "would make bits depend on the processor, three times per sample; the rest reads matrices and writes triples.",
    (BATCH, "mtoscrew"): "a square root, four divisions, an arctangent, and reading and writing a sample in its order.",
}


def met(size, ours, numpy, peers, floor=None):
    """Is the goal reached?"""
    fast = numpy >= TIMES * ours or (floor is not None and ours <= AT_FLOOR * floor)
    return fast and all(ours < peer for peer in peers)


def sentence(size, verdicts):
    """What was reached, from {row: (task, ours, numpy, met)}."""
    missed = {row: verdict for row, verdict in verdicts.items() if not verdict[3]}
    lines = [f"Goal: {GOAL[size]}. Reached in {len(verdicts) - len(missed)} of {len(verdicts)} rows."]
    if missed:
        lines += ["", "Not reached:", ""]
    told = set()
    for row, (task, ours, numpy, _) in missed.items():
        base = task.split(",")[0]
        why = BOUNDS.get((size, base), "not examined yet.") if base not in told else "as above."
        told.add(base)
        ratio = f"{numpy / ours:.2f} times, NumPy is ahead" if numpy < ours else f"{numpy / ours:.1f} times"
        lines.append(f"* {row}, {ratio}: {why}")
    return "\n".join(lines)
