"""Joint torques of the source papers' arms on their cycloidal motion: the examples of the program RIDIM.

Planar arm of three joints (Saha 1999, section 6.1, fig. 5), PUMA (Saha 2007, section 2.5.1, fig. 6) and Stanford arm
(Saha 1999, section 6.2, fig. 8; 2007, section 2.5.2, fig. 8), each joint along

    q = q(0) + (q(T) - q(0)) / T (t - T / 2 pi sin(2 pi t / T)),  T = 10 s      (Saha 2007, eq. 22, 23)

What the papers leave open, and what is chosen here, is in data/README.md and docs/papers.md. Joint 3 of the Stanford
arm slides: N, the others N m.

usage: python examples/ridim_torques.py [--plot FOLDER]      (figures need matplotlib)
"""

import argparse
from pathlib import Path

import numpy as np

from chain import load, read_motion

# file name: title, motion, {curve: robot}
ARMS = {
    "planar3r": ("Planar 3R arm", "planar3r", {"rods of 1 m, 1 kg": "planar3r"}),
    "puma": ("PUMA", "puma", {"Saha 2007, table 3": "puma"}),
    "stanford": (
        "Stanford arm", "stanford", {"Saha 2007, table 4": "stanford", "Saha 1999, table 3": "stanford_saha1999"},
    ),
}  # fmt: skip


def torques(robot, motion):
    """Times (101,) and torques (101, n) of a robot along a motion, both by name."""
    arm = load(robot)
    motion = read_motion(motion, arm.n)
    return motion.t, arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)


def show(robot, motion):
    """Print the torques every two seconds and the largest of every joint."""
    arm, (t, tau) = load(robot), torques(robot, motion)
    print(f"\n{arm.name}\n    t s" + "".join(f"{name:>10}" for name in arm.joint_names))
    for k in range(0, len(t), 20):
        print(f"{t[k]:7.1f}" + "".join(f"{x:10.4f}" for x in tau[k].round(9) + 0.0))
    at = np.abs(tau).argmax(axis=0)
    print("largest" + "".join(f"{tau[i, k]:10.4f}" for k, i in enumerate(at)))
    print("  at  s" + "".join(f"{t[i]:10.1f}" for i in at))


def draw(folder, name):
    """Draw ridim_<name>.png."""
    from chain.figures import joint_figure

    title, motion, variants = ARMS[name]
    found = {label: torques(robot, motion) for label, robot in variants.items()}
    t = next(iter(found.values()))[0]
    slides = [link.kind.name == "prismatic" for link in load(next(iter(variants.values())))]
    labels = ["force (N)" if slide else "torque (N m)" for slide in slides]
    joint_figure(
        Path(folder) / f"ridim_{name}.png", t, {label: tau for label, (_, tau) in found.items()}, labels,
        f"{title}: joint torques on the cycloidal motion",
    )  # fmt: skip


def main(argv=()):
    """Print the tables; with --plot FOLDER draw the figures."""
    parser = argparse.ArgumentParser(description="Joint torques of the papers' arms.")
    parser.add_argument("--plot", metavar="FOLDER", help="draw the figures there")
    folder = parser.parse_args(argv).plot
    for name, (_, motion, variants) in ARMS.items():
        for robot in variants.values():
            show(robot, motion)
        if folder:
            draw(folder, name)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
