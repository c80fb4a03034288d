"""What the bearings of a robot carry: force and couple in every joint of a PUMA arm along a motion, with a payload.

`joint_reactions` gives the action of the parent ON each link at the origin of the joint, split along and across the
joint axis. At a revolute joint the couple along the axis is the motor's torque; the force along the axis loads the
bearings axially, the force across it radially, the couple across it bends. Whatever holds the arm carries the opposite
of the reaction of joint 1. N, N m.
"""

import numpy as np

from chain import ChainObject, LinkObject, load, read_motion

PAYLOAD = 2.5  # kg, a point mass at the origin of the last link


def reactions(arm, motion, payload=0.0):
    """Reactions along a motion; the payload acts on the last link by its weight and its inertia, -m (a - g)."""
    H, M = (getattr(arm.kinematics(motion.q, motion.qd, motion.qdd), name)[:, -1] for name in "HM")
    a = (H @ M[..., 3:])[:, :3, 0]  # acceleration of the origin of the last link: H P
    action = np.zeros((len(motion), 6))
    action[:, :3] = -payload * (a - arm.gravity)
    return arm.joint_reactions(motion.q, motion.qd, motion.qdd, external={-1: action})


def largest(vectors):
    """Largest length over time, per link."""
    return np.linalg.norm(vectors, axis=-1).max(axis=0)


def loads(r):
    """Largest axial and radial force, bending couple and torque of every joint."""
    return np.stack([largest(v) for v in (r.force_along, r.force_across, r.couple_across, r.couple_along)], axis=-1)


def main():
    """Print the loads with and without payload, and what reaches the floor."""
    arm, motion = load("puma"), read_motion("puma", 6)
    print(f"{arm.name}: largest loads of the joints along the motion, bare and with a payload of {PAYLOAD} kg\n")
    print("             axial force     radial force    bending couple    motor torque")
    bare, loaded = loads(reactions(arm, motion)), loads(reactions(arm, motion, PAYLOAD))
    for name, row, heavier in zip(arm.joint_names, bare, loaded, strict=True):
        print(f"{name:8}" + "".join(f"{x:9.2f}{y:8.2f}" for x, y in zip(row, heavier, strict=True)))

    on_floor = -reactions(arm, motion, PAYLOAD).force[0, 0]
    print("\nforce on the floor at the start: ({:.2f}, {:.2f}, {:.2f}) N".format(*(on_floor.round(9) + 0.0)))
    weight = (sum(link.mass for link in arm) + PAYLOAD) * 9.81
    print(f"weight of arm and payload:       {weight:.2f} N")

    # the payload as a body of the chain, fixed to the last link: the same loads
    longer = ChainObject([*arm.copy(), LinkObject("F", mass=PAYLOAD)], gravity=arm.gravity)
    gap = np.abs(loads(reactions(longer, motion))[:-1] - loaded).max()
    print(f"the payload as a fixed link:     loads differ by {gap:.0e}")


if __name__ == "__main__":
    main()
