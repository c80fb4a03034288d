"""Torques of a motion on disk, larger than one would hold in memory: memory maps in, a memory map out.

Joint angles are sums of five sines, as in identification experiments, sampled at 1 kHz and written block by block to
.npy files. `inverse_dynamics` reads them in place and writes the torques to a fourth file; no array of the whole length
is made in memory. Then some samples are computed again, alone: they are the same to the last bit.
"""

import tempfile
import time
from pathlib import Path

import numpy as np

from chain import load

SAMPLES, RATE, BLOCK = 250_000, 1000.0, 20_000
MOTION = ("q", "qd", "qdd")


def fourier_motion(t, n, seed=0):
    """q, qd, qdd (len(t), n): sums of five sines of 0.1 to 0.5 Hz."""
    rng = np.random.default_rng(seed)
    size, phase = rng.uniform(-0.3, 0.3, (5, n)), rng.uniform(0.0, 2 * np.pi, (5, n))
    w = 2 * np.pi * 0.1 * np.arange(1, 6)[:, None]
    angle = w * t[:, None, None] + phase
    return [np.sum(x, axis=1) for x in (size * np.sin(angle), size * w * np.cos(angle), -size * w**2 * np.sin(angle))]


def record(folder, samples, n):
    """Write q.npy, qd.npy, qdd.npy (samples, n), block by block."""
    files = [np.lib.format.open_memmap(folder / f"{name}.npy", "w+", float, (samples, n)) for name in MOTION]
    for start in range(0, samples, BLOCK):
        t = np.arange(start, min(start + BLOCK, samples)) / RATE
        for file, x in zip(files, fourier_motion(t, n), strict=True):
            file[start : start + BLOCK] = x
    for file in files:
        file.flush()


def torques(arm, folder, progress=False):
    """tau.npy from q.npy, qd.npy, qdd.npy; returns the memory map."""
    q, qd, qdd = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in MOTION)
    tau = np.lib.format.open_memmap(folder / "tau.npy", "w+", float, q.shape)
    arm.inverse_dynamics(q, qd, qdd, out=tau, progress=progress)
    tau.flush()
    return tau


def disagreements(arm, folder, chosen):
    """How many of the chosen samples differ, in any bit, from a call on that sample alone."""
    q, qd, qdd, tau = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in (*MOTION, "tau"))
    return sum(not np.array_equal(arm.inverse_dynamics(q[k], qd[k], qdd[k]), tau[k]) for k in chosen)


def main():
    """Record, compute, check, and print peak and RMS."""
    arm = load("puma")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        record(folder, SAMPLES, arm.n)
        start = time.perf_counter()
        tau = torques(arm, folder, progress=True)
        seconds = time.perf_counter() - start
        size = sum(file.stat().st_size for file in folder.glob("*.npy")) / 1e6
        speed = SAMPLES / seconds / 1e6
        print(f"{SAMPLES} samples of {arm.name}, {size:.0f} MB on disk: {speed:.1f} million per second")

        chosen = np.random.default_rng(1).integers(0, SAMPLES, 200)
        print(f"samples computed again alone: {len(chosen)}, different bits: {disagreements(arm, folder, chosen)}")

        peak, squares = np.zeros(arm.n), np.zeros(arm.n)
        for block in np.array_split(tau, range(BLOCK, SAMPLES, BLOCK)):
            peak = np.maximum(peak, np.abs(block).max(axis=0))
            squares += np.square(block).sum(axis=0)
        print("\njoint      peak       RMS   N m")
        for joint, p, s in zip(arm.joint_names, peak, np.sqrt(squares / SAMPLES), strict=True):
            print(f"{joint:6} {p:8.4f}  {s:8.4f}")
        del tau, block


if __name__ == "__main__":
    main()
