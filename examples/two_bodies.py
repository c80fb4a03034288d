"""Two free bodies joined by a motor: their motion in time, with and without conservation of momentum.

Nothing acts from outside; the motor turns body 2 about the z axis of body 1 by a given q(t), and the bodies react.
With everything referred to the inertial frame (0), m the pose of a body and W, H its velocity and acceleration:

    m2 = m1 Rot(z, q),   W2 = W1 + W12,   H2 = H1 + H12 + 2 W1 W12    (Legnani et al. 1996, part 2, eq. 11)
    skew(H1 J1) + skew(H2 J2) = 0,   H1 = W1^2 + Wp      no external action: `dyn_eq` gives Wp = dW1/dt
    GAMMA = skew(W1 J1) + skew(W2 J2)                    total momentum, constant

`explicit` is the method of the legacy programs TEST and TEST_NEW: m1 advances by 1 + W1 dt + H1 dt^2/2 made orthogonal
again, W1 by Wp dt. With ``correct=True`` the velocity dW that carries the momentum error, skew(dW (J1 + J2)) =
GAMMA - GAMMA0, is taken away from both bodies at every step. `conservative` goes further: the momentum alone gives W1
at any pose, so that only dm1/dt = W1 m1 is left to integrate (Runge and Kutta, fourth order).

Bodies: 10 kg, moments of inertia 1 kg m^2 about the centre of mass, which is at (1, 0, 0) of the body's frame; the
motor is at the origin. At the start m1 = m2 = 1 and both move along x at 1 m/s. In 1 s the motor turns by pi. By
symmetry body 1 must end turned by -90 degrees, with the motor in (2, 0, 0): the exact answer.
Angles are positive by the right hand, angular momentum is about the origin of (0); m, kg, s.

Printed: for each method, the drift of the momentum and the final pose of body 1 with its error.
"""

from collections import namedtuple

import numpy as np

import spacelib as sl

J1 = J2 = sl.jtoJ(10.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
W1_START = sl.velacctoWH2(sl.Pri, sl.X, 1.0, 0.0).W
M1_END = sl.rotat24(sl.Z, -sl.PIG_2, [2.0, 0.0, 0.0, 1.0])
ACCELERATIONS_UNKNOWN = [[1] * 6, [0] * 6]

# one instant (4x4 each) or a motion (N x 4 x 4 each), frame (0)
State = namedtuple("State", "m1 m2 W1 W2 H1 H2 GAMMA")


def motor_law(t):
    """Angle, rate, acceleration (..., 3) of the motor: a smooth start in 0.25 s, a cruise, the mirrored stop."""
    c, k, cruise = 1.0 / 12.0, 6.0 * np.pi, 4.0 * np.pi / 3.0
    A = cruise / (c + 2.0 / k)
    t = np.asarray(t)
    stopping, t = t > 0.5, np.minimum(t, 1.0 - t)
    # time spent in each part: acceleration rises as a quarter of a sine, stays, falls likewise (1/12 s each), cruise
    s1, s2, s3, s4 = (np.clip(t - i * c, 0.0, c if i < 3 else 0.25) for i in range(4))
    qpp = A * (np.sin(k * s1) - 1.0 + np.cos(k * s3))
    qp = A / k * (1.0 - np.cos(k * s1)) + A * s2 + A / k * np.sin(k * s3)
    q = A / k * (s1 - np.sin(k * s1) / k + s2) + A * s2**2 / 2
    q = q + A * (1.0 / k + c) * s3 + A / k**2 * (1.0 - np.cos(k * s3)) + cruise * s4
    return np.stack([np.where(stopping, np.pi - q, q), qp, np.where(stopping, -qpp, qpp)], axis=-1)


def balance(m1, W1, q, qp, qpp, GAMMA0=None):
    """State that needs no external action; with `GAMMA0`, W1 is first replaced by the one that has this momentum."""
    m2 = m1 @ sl.screwtom(sl.Zaxis, q, 0.0, sl.ORIGIN)
    W12, H12 = (sl.trasf_mami(A, m1) for A in sl.velacctoWH(sl.Rev, qp, qpp))
    J1_0, J2_0 = sl.trasf_mamt4(J1, m1), sl.trasf_mamt4(J2, m2)
    if GAMMA0 is not None:
        # skew(dW (J1 + J2)) = GAMMA - GAMMA0
        error = sl.skew4(W1, J1_0) + sl.skew4(W1 + W12, J2_0) - GAMMA0
        W1 = W1 - sl.dyn_eq(J1_0 + J2_0, sl.NULL4, error, ACCELERATIONS_UNKNOWN).Wp
    W2 = W1 + W12
    # without Wp the bodies need the action PHI; a further acceleration Wp of both makes it vanish
    H1 = W1 @ W1
    H2 = sl.coriolis(H1, H12, W1, W12)
    PHI = sl.skew4(H1, J1_0) + sl.skew4(H2, J2_0)
    Wp = -sl.dyn_eq(J1_0 + J2_0, sl.NULL4, PHI, ACCELERATIONS_UNKNOWN).Wp
    return State(m1, m2, W1, W2, H1 + Wp, H2 + Wp, sl.skew4(W1, J1_0) + sl.skew4(W2, J2_0))


def explicit(motion, dt, correct=False, m1=sl.UNIT4, W1=W1_START):
    """States at the rows (q, qp, qpp) of `motion`, `dt` apart, by the explicit method, from `m1` and `W1`."""
    GAMMA0, states = None, []
    for row in motion:
        states.append(balance(m1, W1, *row, GAMMA0))
        GAMMA0 = states[0].GAMMA if correct else None
        # m1 <- (1 + W1 dt + H1 dt^2/2) m1,   W1 <- W1 + Wp dt
        W1, H1 = states[-1].W1, states[-1].H1
        m1 = sl.normal4(sl.UNIT4 + W1 * dt + H1 * dt**2 / 2) @ m1
        W1 = W1 + (H1 - W1 @ W1) * dt
    return State(*map(np.array, zip(*states, strict=True)))


def conservative(law, dt, steps):
    """States at t = 0, dt, ..., steps dt for the motor's `law`, by the momentum alone."""
    m1, states = sl.UNIT4, [balance(sl.UNIT4, W1_START, *law(0.0))]
    GAMMA0 = states[0].GAMMA
    for t in dt * np.arange(steps):
        # dm1/dt = W1 m1: slopes at the start, twice in the middle, at the end of the step
        slopes = [states[-1].W1 @ m1]
        for part in (0.5, 0.5, 1.0):
            m = m1 + part * dt * slopes[-1]
            slopes.append(balance(m, sl.NULL4, *law(t + part * dt), GAMMA0).W1 @ m)
        m1 = sl.normal4(m1 + dt / 6 * (slopes[0] + 2 * slopes[1] + 2 * slopes[2] + slopes[3]))
        states.append(balance(m1, sl.NULL4, *law(t + dt), GAMMA0))
    return State(*map(np.array, zip(*states, strict=True)))


def momentum_drift(states):
    """Largest change of any component of the total momentum, kg m/s and kg m^2/s."""
    return np.abs(states.GAMMA - states.GAMMA[0]).max()


def main():
    """Print momentum drift and final pose for the three methods."""
    dt, law = 0.002, motor_law(0.002 * np.arange(501))
    results = {"explicit": explicit(law, dt), "explicit, corrected": explicit(law, dt, correct=True)}
    results["conservative"] = conservative(motor_law, dt, 500)
    print("Two bodies of 10 kg joined by a motor, free in space; the motor turns by 180 degrees in 1 s")
    print(f"500 steps of {dt} s; inertial frame (0), origin where the motor was at the start\n")
    print("method               largest momentum drift  motor at 1 s          body 1 turned  largest error")
    print("                     kg m/s, kg m2/s         x, y in m             by, degrees    of m1: m, rad")
    for name, states in results.items():
        m1, drift = states.m1[-1], momentum_drift(states)
        turn, error = sl.deg(np.arctan2(m1[1, 0], m1[0, 0])), np.abs(m1 - M1_END).max()
        print(f"{name:20} {drift:<23.1e} {m1[0, 3]:.7f} {m1[1, 3]:+.7f}  {turn:<14.6f} {error:.1e}")
    print(f"{'exact':20} {0:<23} 2.0000000 +0.0000000  -90.000000")


if __name__ == "__main__":
    main()
