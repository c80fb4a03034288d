"""Elbow robot with six revolute joints: direct kinematics in two notations, then inverse kinematics.

Base frame (0): z up, shoulder at height a1. For q = 0 upper arm a2, forearm a3 and wrist a4 lie along y, the gripper a6
along x, the joints turn about z, x, x, x, z, x and the gripper's frame is parallel to (0). `direct_dh` uses Denavit and
Hartenberg frames, `direct_parallel` frames that are parallel to (0) for q = 0. Both compose, with W and H in frame (0),

    M_0_i = M_0_i-1 M_i-1_i,   W_0_i = W_0_i-1 + W_i-1_i,   H_0_i = H_0_i-1 + H_i-1_i + 2 W_0_i-1 W_i-1_i

(Legnani et al. 1996, part 2, section 2.1 and eq. 11), all instants at once. `at_gripper` refers W and H to frame (a),
parallel to (0) with its origin in the gripper: the last columns become the gripper's velocity and acceleration.

`inverse` finds q, qp, qpp from M, W, H. Newton and Raphson solve sum L_i dq_i = (M* - M) M^-1 for the wanted pose M*;
two linear systems follow, with the same matrix A of the six numbers (v, w) of each L_i:

    A qp = W   (eq. 2),       A qpp = H - H~   (eq. 3bis),   H~ = H for qpp = 0, the Coriolis and centrifugal terms.

At the first instant the arm is almost stretched (q3 = 0.0015 rad): an error e of the pose becomes 2.5 e / q3 in q3, and
the two positions of the elbow (q3 > 0, q3 < 0) nearly meet. So M* - M must fall below 1e-12; at first the elbow is put
on the side of the guess; later instants start from q + qp dt + qpp dt^2/2 of the one before, and so keep the side. The
legacy program ELB_I_DH accepts 5e-4 and starts from the last q: its elbow changes side again and again, and its joint
angles miss the motion behind the poses by 0.03 rad at the first instant and by 0.7 rad at the last.

Motion: each joint speeds up, cruises, slows down for a third of its time; shown from 0.009 to 0.149 s. Angles and times
were inferred from the input of the legacy programs. Angles positive by the right hand; m, rad, s.

Printed: position and speed of the gripper, difference of the notations, how well `inverse` gives q, qp, qpp back.
"""

from collections import namedtuple

import numpy as np

import spacelib as sl

A1, A2, A3, A4, A5, A6 = 1.5, 0.8, 0.8, 0.2, 0.0, 0.2
ANGLES = np.array([1 / 2, 1 / 6, 1 / 6, -1 / 6, 1 / 4, 1 / 2]) * np.pi
TIMES = np.array([0.5, 0.3, 0.25, 0.25, 0.2, 0.1])
INSTANTS = 0.009 + 0.01 * np.arange(15)
GUESS = np.array([0.0, 0.1, 0.2, 0.0, 0.1, 0.0])
REST = np.zeros(6)

# pose, velocity, acceleration of the gripper in frame (0), (..., 4, 4); screws L of the joints in (0), (..., 6, 4, 4)
Motion = namedtuple("Motion", "M W H L")


def joint_motion(t):
    """q, qp, qpp of the six joints at the times `t`, (..., 6) each."""
    t, a, third = np.asarray(t)[..., None], 4.5 * ANGLES / TIMES**2, TIMES / 3
    up, cruise, down = (np.clip(t - i * third, 0.0, third) for i in range(3))
    q = a * (up**2 / 2 + third * (cruise + down) - down**2 / 2)
    return q, a * (up - down), np.select([t < third, t < 2 * third, t < TIMES], [a, 0.0 * a, -a], 0.0)


def compose(M, links, tool):
    """Motion of a series of links that starts from `M`; each is (L, M, (W, H)) in the frame of the one before."""
    W, H, L = sl.NULL4, sl.NULL4, []
    for L_rel, M_rel, (W_rel, H_rel) in links:
        L.append(sl.trasf_mami(L_rel, M))
        W_rel, H_rel = sl.trasf_mami(W_rel, M), sl.trasf_mami(H_rel, M)
        M, W, H = M @ M_rel, W + W_rel, sl.coriolis(H, H_rel, W, W_rel)
    return Motion(M @ tool, W, H, np.stack(np.broadcast_arrays(*L), axis=-3))


def direct_dh(q, qp, qpp):
    """Motion of the gripper by Denavit and Hartenberg frames; q, qp, qpp (..., 6)."""
    a, alpha = (0.0, A2, A3, A4, A5, 0.0), np.array([1, 0, 0, 3, 1, 0]) * sl.PIG_2
    L = sl.makeL2(sl.Rev, sl.Z, 0.0, sl.ORIGIN)
    M = [sl.dhtom(sl.Rev, 0.0, 0.0, 0.0, a[i], alpha[i], q[..., i]) for i in range(6)]
    WH = [sl.velacctoWH(sl.Rev, qp[..., i], qpp[..., i]) for i in range(6)]
    tool = sl.frame4V([0.0, 0.0, A6, 1.0], sl.Zaxis, sl.Xaxis, sl.X, sl.Y)
    return compose(sl.rotat24(sl.Z, sl.PIG_2, [0.0, 0.0, A1, 1.0]), zip([L] * 6, M, WH, strict=True), tool)


def direct_parallel(q, qp, qpp):
    """Motion of the gripper by frames parallel to (0) for q = 0."""
    axes = (sl.Z, sl.X, sl.X, sl.X, sl.Z, sl.X)
    O = np.array([[0, 0, A1, 1], [0, 0, 0, 1], [0, A2, 0, 1], [0, A3, 0, 1], [0, A4, 0, 1], [0, A5, 0, 1]])
    L = [sl.makeL2(sl.Rev, axes[i], 0.0, O[i]) for i in range(6)]
    M = [sl.rotat24(axes[i], q[..., i], O[i]) for i in range(6)]
    WH = [sl.velacctoWH3(sl.Rev, axes[i], qp[..., i], qpp[..., i], O[i]) for i in range(6)]
    return compose(sl.UNIT4, zip(L, M, WH, strict=True), sl.rotat24(sl.U, 0.0, [A6, 0.0, 0.0, 1.0]))


def at_gripper(motion):
    """W_a and H_a of the gripper."""
    m_0_a = sl.rotat24(sl.U, 0.0, motion.M[..., sl.U])
    return sl.trasf_miam(motion.W, m_0_a), sl.trasf_miam(motion.H, m_0_a)


def six(A):
    """The numbers (v, w) of matrices like L or W."""
    return np.concatenate([A[..., :3, sl.U], sl.mtov(A)], axis=-1)


def pose_to_joints(M, q, tolerance=1e-12, most=50):
    """Joint angles of the pose `M` by Newton and Raphson from `q`, and the matrix A there."""
    for _ in range(most):
        now = direct_dh(q, REST, REST)
        A, error = six(now.L).T, np.abs(M - now.M).max()
        if error <= tolerance:
            return q, A
        q = q + sl.solve(A, six((M - now.M) @ sl.invers(now.M))).x
    raise RuntimeError(f"no convergence in {most} iterations: the pose is still wrong by {error:.1e}")


def inverse(t, M, W, H, guess=GUESS):
    """q, qp, qpp (N, 6) of the motion M, W, H (N, 4, 4) of the gripper at the times `t`."""
    q, _ = pose_to_joints(M[0], guess)
    if q[2] * guess[2] < 0:
        # same pose with the elbow on the other side: exact because a2 = a3
        q = q + q[2] * np.array([0, 1, -2, 1, 0, 0])
    result = []
    for k, dt in enumerate(np.diff(t, append=t[-1])):
        q, A = pose_to_joints(M[k], q)
        qp = sl.solve(A, six(W[k])).x
        qpp = sl.solve(A, six(H[k] - direct_dh(q, qp, REST).H)).x
        result.append((q, qp, qpp))
        q = q + qp * dt + qpp * dt**2 / 2
    return tuple(np.array(result).swapaxes(0, 1))


def main():
    """Print the motion of the gripper and the agreement of the methods."""
    joints = joint_motion(INSTANTS)
    dh, parallel = direct_dh(*joints), direct_parallel(*joints)
    W_a, H_a = at_gripper(dh)
    print("Elbow robot, motion of the gripper in axes of the base frame (0), z up\n")
    print("time     position                    velocity                   |acceleration|  angular speed")
    print("s        m                           m/s                        m/s2            rad/s")
    for t, p, W, H in zip(INSTANTS, dh.M[:, :3, 3], W_a, H_a, strict=True):
        path = "{:8.4f}{:8.4f}{:8.4f}   {:8.3f}{:8.3f}{:8.3f}".format(*p, *W[:3, 3])
        print(f"{t:.3f}  {path}   {np.linalg.norm(H[:3, 3]):11.3f}   {np.linalg.norm(sl.mtov(W)):12.3f}")
    differences = [np.abs(a - b).max() for a, b in zip(dh, parallel, strict=True)]
    print("\nD&H and parallel frames, largest difference: M {:.0e}, W {:.0e}, H {:.0e}".format(*differences))
    errors = [np.abs(a - b).max() for a, b in zip(inverse(INSTANTS, *dh[:3]), joints, strict=True)]
    print("Joints found back from the gripper's motion, largest error:")
    print("  q {:.0e} rad, qp {:.0e} rad/s, qpp {:.0e} rad/s2".format(*errors))
    print(f"  (matrix A at the first, almost stretched instant: condition number {np.linalg.cond(six(dh.L[0])):.0f})")


if __name__ == "__main__":
    main()
