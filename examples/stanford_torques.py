"""Torques of the Stanford arm along the motion of the source papers: what they are made of, and how sure they are.

The arm and its motion come with the package (Saha 2007, table 4; data/README.md). The torque of every joint is split as

    tau = M qdd + C qd + g

gravity g by `gravity_torque`, centrifugal and Coriolis torques C qd by `bias` less gravity, inertia M qdd by what is
left. The tables of 1999 and 2007 for this arm differ, and so do their torques. The arm rests at both ends of the
motion: the work of the torques is the gain of potential energy. N m, joint 3 slides: N.
"""

import numpy as np

from chain import load, read_motion


def parts(arm, motion):
    """Torques (steps, n) along a motion, and their parts: inertia, centrifugal and Coriolis, gravity."""
    tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)
    bias, gravity = arm.bias(motion.q, motion.qd), arm.gravity_torque(motion.q)
    return tau, {"inertia": tau - bias, "velocity": bias - gravity, "gravity": gravity}


def work(motion, tau):
    """Work of the torques along the motion (Simpson's rule), J."""
    power = np.sum(tau * motion.qd, axis=1)
    return (power[0] + power[-1] + 4 * power[1:-1:2].sum() + 2 * power[2:-1:2].sum()) * motion.dt / 3


def potential_energy(arm, q):
    """Potential energy -sum m g . x of the links, J; J[:, 3] of a link is its (first moments, mass)."""
    moments = np.array([link.J[:, 3] for link in arm])
    return -np.einsum("...lij,lj->...i", arm.kinematics(q).M, moments)[..., :3] @ arm.gravity


def main():
    """Print the torques over time, their parts, the two variants and the check."""
    arm, motion = load("stanford"), read_motion("stanford", 6)
    tau, shares = parts(arm, motion)
    print(arm, motion, "", sep="\n")

    heads = "".join(f"{name:>10}" for name in arm.joint_names)
    print(f"    t {heads}")
    for k in range(0, len(motion), 20):
        print(f"{motion.t[k]:5.1f} " + "".join(f"{x:10.4f}" for x in tau[k].round(9) + 0.0))

    print(f"\nlargest magnitude\n      {heads}")
    for name, share in ({"total": tau} | shares).items():
        print(f"{name:8}" + "".join(f"{x:10.4f}" for x in np.abs(share).max(axis=0))[2:])

    other, _ = parts(load("stanford_saha1999"), motion)
    print("1999    " + "".join(f"{x:10.4f}" for x in np.abs(other).max(axis=0))[2:])

    gain = np.diff(potential_energy(arm, motion.q[[0, -1]]))[0]
    print(f"\nwork of the torques {work(motion, tau):.6f} J, gain of energy between the two rests {gain:.6f} J")
    print(arm.check(motion.q, motion.qd, motion.qdd))


if __name__ == "__main__":
    main()
