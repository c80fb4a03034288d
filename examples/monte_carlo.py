"""Ten thousand falls of a triple pendulum in one call: how fast a small uncertainty grows.

The planar arm of three rods falls from the horizontal; each motion starts with its own error of 1 mrad (standard
deviation) in every angle. `simulate` takes q0 (N, n) and runs the motions side by side, each with its own steps, so
that each comes out as it would alone. At first the cloud stays as small as it was; after the arm has swung through the
motion is chaotic and the spread grows by orders of magnitude. The energy of every motion is conserved all the same.
"""

import time

import numpy as np

from chain import load

MOTIONS, SPREAD, SECONDS = 10_000, 1e-3, 5.0


def falls(motions=MOTIONS, seconds=SECONDS, seed=0):
    """Initial angles (motions, 3) and the motions that start there."""
    arm = load("planar3r")
    q0 = np.random.default_rng(seed).normal(0.0, SPREAD, (motions, arm.n))
    return q0, arm.simulate(q0, np.zeros(arm.n), np.linspace(0.0, seconds, 51))


def main():
    """Print the spread over time, the time taken, and one motion alone beside the same among the others."""
    start = time.perf_counter()
    q0, run = falls()
    seconds = time.perf_counter() - start
    print(f"{len(q0)} motions of {SECONDS:g} s, {run.steps.sum()} steps in {seconds:.2f} s\n")
    print("  t s  mean joint1   spread of the angles (standard deviation, rad)")
    for k in range(0, len(run.t), 5):
        spread = run.q[:, k].std(axis=0)
        print(f"{run.t[k]:5.1f}{run.q[:, k, 0].mean():11.4f}   " + "".join(f"{x:11.2e}" for x in spread))

    print(f"\nlargest energy drift of all motions: {run.drift.max():.0e} of the kinetic energy")
    alone = load("planar3r").simulate(q0[1234], np.zeros(3), run.t)
    print(f"motion 1234 alone and among the others: different bits: {np.count_nonzero(alone.q != run.q[1234])}")


if __name__ == "__main__":
    main()
