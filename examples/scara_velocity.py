"""Velocity matrix of the gripper of a SCARA robot, as a sum over its joints.

Each joint adds its rate times its screw matrix, all in the base frame (0):

    W_0 = sum_i L_i qp_i              (Legnani et al. 1996, part 2, eq. 2)

Joints: a turn about the vertical through the shoulder, a turn about the vertical through the elbow, a slide of the
gripper along the vertical (z up). Frame (0) has its origin in the shoulder; frame (a) is parallel to it and has its
origin, at this instant, in the gripper. With m_0_a the pose of (a),

    W_a = m_0_a^-1 W_0 m_0_a.

The last column of a velocity matrix is the velocity of the point of the body that is at the origin of the frame: in
W_0 the gripper is thought to extend to the shoulder, in W_a the last column is the velocity of the gripper itself.

Both links 0.33 m, q = 45 and 30 degrees, qp = 1.25 pi rad/s for both turns and -0.5 m/s for the slide. These are
inferred from the results of the legacy program ROBSCARA, which this example repeats.

Printed: W_0 and W_a in the layout of the legacy library, and the velocity of the gripper read from them in words.
"""

from typing import NamedTuple

import numpy as np

import spacelib as sl

LENGTHS = (0.33, 0.33)
Q = np.array([sl.rad(45.0), sl.rad(30.0)])
QP = np.array([1.25 * np.pi, 1.25 * np.pi, -0.5])


class Velocity(NamedTuple):
    """Velocity matrix of the gripper in frames (0) and (a), and the gripper's position in (0)."""

    W_0: np.ndarray
    W_a: np.ndarray
    gripper: np.ndarray


def gripper_velocity(q=Q, qp=QP, lengths=LENGTHS):
    """Velocity matrices of the gripper: `q` (..., 2), `qp` (..., 3)."""
    q, qp = np.asarray(q), np.asarray(qp)
    m_0_1 = sl.dhtom(sl.Rev, 0.0, 0.0, 0.0, lengths[0], 0.0, q[..., 0])
    m_0_2 = m_0_1 @ sl.dhtom(sl.Rev, 0.0, 0.0, 0.0, lengths[1], 0.0, q[..., 1])
    elbow, gripper = m_0_1[..., sl.U], m_0_2[..., sl.U]
    # W = L1 qp1 + L2 qp2 + L3 qp3
    L1 = sl.makeL2(sl.Rev, sl.Z, 0.0, sl.ORIGIN)
    L2 = sl.makeL2(sl.Rev, sl.Z, 0.0, elbow)
    L3 = sl.makeL2(sl.Pri, sl.Z, 0.0, sl.ORIGIN)
    rate = qp[..., None, None]
    W_0 = L1 * rate[..., 0, :, :] + L2 * rate[..., 1, :, :] + L3 * rate[..., 2, :, :]
    # frame (a): parallel to (0), at the gripper
    m_0_a = sl.rotat24(sl.U, 0.0, gripper)
    return Velocity(W_0, sl.trasf_miam(W_0, m_0_a), gripper)


def main():
    """Print the velocity of the gripper in both frames."""
    W_0, W_a, gripper = gripper_velocity()
    print("SCARA robot: links {} and {} m, joints at {:g} and {:g} degrees".format(*LENGTHS, *sl.deg(Q)))
    print("rates {:.4f} and {:.4f} rad/s (turns), {:g} m/s (slide)".format(*QP))
    sl.printm4("W_0, velocity matrix of the gripper in frame (0), origin in the shoulder", W_0 + 0.0)
    sl.printm4("W_a, velocity matrix of the gripper in frame (a), origin in the gripper", W_a + 0.0)
    print("In words, components on x y z of the base:")
    print("  gripper at                      {:8.4f} {:8.4f}  m (height left out)".format(*gripper[:2]))
    print("  velocity of the gripper         {:8.4f} {:8.4f} {:8.4f}  m/s".format(*W_a[:3, 3]))
    print("  angular velocity                {:8.4f} {:8.4f} {:8.4f}  rad/s".format(*sl.mtov(W_0)))
    u, omega, vel, P = sl.Wtovel(W_0)
    print(f"  the gripper turns at {omega:.4f} rad/s about the vertical through ({P[0]:.4f}, {P[1]:.4f}) m, a point")
    print(f"  halfway between shoulder and elbow, as both rates are equal; it slides at {vel * u[2]:.4f} m/s (z up)")


if __name__ == "__main__":
    main()
