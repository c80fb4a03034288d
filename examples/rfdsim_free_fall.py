"""Free fall of the source papers' arms from rest: the examples of the program RFDSIM.

No motor acts: ``I qdd + C qd + g = 0``, solved for qdd by the O(n) recursion (Saha 1999, section 5.2) and integrated.
Planar arm of three joints from the horizontal (Saha 1999, section 6.1, fig. 6), PUMA from its zero position (Saha 2007,
section 2.5.1, fig. 7), Stanford arm from theta2 = 90 degrees (Saha 1999, section 6.2, fig. 9; 2007, fig. 9).

The papers give neither the sizes of the planar arm nor the direction of gravity of the others (data/README.md,
docs/papers.md). Angles in radians; joint 3 of the Stanford arm slides: metres.

usage: python examples/rfdsim_free_fall.py [--plot FOLDER]      (figures need matplotlib)
"""

import argparse
from pathlib import Path

import numpy as np

from chain import load

# file name: title, seconds, q(0), {curve: robot}
ARMS = {
    "planar3r": (
        "Planar 3R arm", 2.0, np.zeros(3),
        {"rods of 1 m, 1 kg": "planar3r", "0.3, 0.25, 0.22 m; 0.5, 0.4, 0.3 kg": "planar3r_b"},
    ),
    "puma": ("PUMA", 1.0, np.zeros(6), {"gravity along -z": "puma"}),
    "stanford": (
        "Stanford arm", 1.0, np.array([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0]),
        {"gravity along -z": "stanford", "gravity along +z": "stanford_saha2007_gplus"},
    ),
}  # fmt: skip


def fall(robot, seconds, q0, samples=201):
    """The free motion of a robot from rest."""
    return load(robot).simulate(q0, np.zeros_like(q0), np.linspace(0.0, seconds, samples), rtol=1e-11, atol=1e-11)


def show(robot, seconds, q0):
    """Print the positions at six instants and how well energy is conserved."""
    arm, run = load(robot), fall(robot, seconds, q0)
    gravity = ", ".join(f"{g:g}" for g in arm.gravity)
    print(f"\n{arm.name}, gravity ({gravity})\n    t s" + "".join(f"{name:>10}" for name in arm.joint_names))
    for k in range(0, len(run.t), 40):
        print(f"{run.t[k]:7.2f}" + "".join(f"{x:10.4f}" for x in run.q[k].round(9) + 0.0))
    print(f"{run.message}: {run.steps} steps, energy drift {run.drift:.0e} of the largest kinetic energy")


def draw(folder, name):
    """Draw rfdsim_<name>.png."""
    from chain.figures import joint_figure

    title, seconds, q0, variants = ARMS[name]
    runs = {label: fall(robot, seconds, q0) for label, robot in variants.items()}
    slides = [link.kind.name == "prismatic" for link in load(next(iter(variants.values())))]
    labels = ["b (m)" if slide else "theta (rad)" for slide in slides]
    joint_figure(
        Path(folder) / f"rfdsim_{name}.png", next(iter(runs.values())).t, {label: r.q for label, r in runs.items()},
        labels, f"{title}: free fall from rest",
    )  # fmt: skip


def main(argv=()):
    """Print the tables; with --plot FOLDER draw the figures."""
    parser = argparse.ArgumentParser(description="Free fall of the papers' arms.")
    parser.add_argument("--plot", metavar="FOLDER", help="draw the figures there")
    folder = parser.parse_args(argv).plot
    for name, (_, seconds, q0, variants) in ARMS.items():
        for robot in variants.values():
            show(robot, seconds, q0)
        if folder:
            draw(folder, name)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
