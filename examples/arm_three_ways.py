"""Joint torques of an arm over a whole motion, written three times: C names, classes, MATLAB names.

Three links with extended Denavit and Hartenberg frames; joint i turns about z of frame i-1. Everything is referred to
the base frame (0), z up, and holds all N instants at once: M, W, H of link i by composition,

    M_0_i = M_0_i-1 M_i-1_i,   W_0_i = W_0_i-1 + W_i-1_i,   H_0_i = H_0_i-1 + H_i-1_i + 2 W_0_i-1 W_i-1_i

(Legnani et al. 1996, part 2, section 2.1 and eq. 11). The action that moves link i against gravity is PHI_i = skew((H -
Hg) J). What passes joint i is the sum of the actions of the links beyond it, and its component on the joint's screw is
the torque, tau_i = psedot(L_i, PHI) (eq. 10).

Printed: the largest torques, how far the three ways differ, and the energy balance: the work of the torques against the
change of kinetic and potential energy. m, kg, s, rad, N m.
"""

import numpy as np

import spacelib as sl
import spacelib.matlab as ml
from spacelib import AccelerationMatrix, InertiaMatrix, PositionMatrix, ScrewMatrix, VelocityMatrix

LINKS = [(0.3, 0.0, 0.1, sl.PIG_2), (0.0, 0.0, 0.6, 0.0), (0.0, 0.05, 0.5, 0.0)]  # d, b, a, alpha
BODIES = [  # mass, jxx, jyy, jzz, jxy, jyz, jxz, xg, yg, zg
    (8.0, 0.10, 0.09, 0.12, 0.00, 0.01, 0.00, -0.05, 0.02, 0.00),
    (6.0, 0.02, 0.25, 0.24, 0.01, 0.00, 0.00, -0.30, 0.00, 0.03),
    (3.0, 0.01, 0.09, 0.09, 0.00, 0.00, 0.01, -0.25, 0.01, 0.00),
]
GRAVITY = (0.0, 0.0, -9.81)


def motion(t):
    """Joint angles, rates and accelerations (N, 3) at the times t."""
    size, rate, start = np.array([0.8, 0.6, 1.1]), np.array([2.0, 3.0, 2.5]), np.array([0.0, 0.4, 1.0])
    angle = rate * np.asarray(t)[:, None] + start
    return size * np.sin(angle), size * rate * np.cos(angle), -size * rate**2 * np.sin(angle)


def with_c_names(q, qp, qpp):
    """Torques (N, 3) by the C names."""
    M, W, H, Hg = sl.UNIT4, sl.NULL4, sl.NULL4, sl.gtom(*GRAVITY)
    L0 = sl.makeL2(sl.Rev, sl.Z, 0.0, sl.ORIGIN)
    L, PHI = [], []
    for i, ((d, b, a, alpha), body) in enumerate(zip(LINKS, BODIES, strict=True)):
        W1, H1 = (sl.trasf_mami(A, M) for A in sl.velacctoWH(sl.Rev, qp[:, i], qpp[:, i]))
        L.append(sl.trasf_mami(L0, M))
        M = sl.molt4(M, sl.dhtom(sl.Rev, 0.0, d, b, a, alpha, q[:, i]))
        W, H = sl.sum4(W, W1), sl.coriolis(H, H1, W, W1)
        PHI.append(sl.skew4(sl.sub4(H, Hg), sl.trasf_mamt4(sl.jtoJ(*body), M)))
    return np.stack([sl.psedot(L[i], sum(PHI[i:])) for i in range(3)], axis=-1)


def with_classes(q, qp, qpp):
    """The same with classes and named frames: a matrix in the wrong frame would be refused."""
    M, W, H = (kind(ref="0") for kind in (PositionMatrix, VelocityMatrix, AccelerationMatrix))
    M.frame = "0"
    Hg = AccelerationMatrix.gravity(*GRAVITY, ref="0")
    L, PHI = [], []
    for i, ((d, b, a, alpha), body) in enumerate(zip(LINKS, BODIES, strict=True)):
        before, frame = str(i), str(i + 1)
        W1 = VelocityMatrix.setup(sl.Rev, qp[:, i], ref=before).change_ref(M)
        H1 = AccelerationMatrix.setup(sl.Rev, qp[:, i], qpp[:, i], ref=before).change_ref(M)
        L.append(ScrewMatrix.setup(sl.Rev, sl.Zaxis, 0.0, sl.ORIGIN, ref=before).change_ref(M))
        M = M * PositionMatrix.from_dh(sl.Rev, 0.0, d, b, a, alpha, q[:, i], frame=frame, ref=before)
        H = H + H1 + 2 * W * W1
        W = W + W1
        PHI.append((H - Hg).action(InertiaMatrix.setup(*body, ref=frame).change_ref(M)))
    return np.stack([L[i].generalised_force(sum(PHI[i + 1 :], PHI[i])) for i in range(3)], axis=-1)


def with_matlab_names(q, qp, qpp):
    """The same with the MATLAB names; axes count from 1."""
    M, W, H, Hg = ml.UNIT4, ml.NULL4, ml.NULL4, ml.gtom(*GRAVITY)
    L0 = ml.makel2(ml.Rev, ml.Z, 0.0, ml.ORIGIN)
    L, PHI = [], []
    for i, ((d, b, a, alpha), body) in enumerate(zip(LINKS, BODIES, strict=True)):
        W1, H1 = (ml.mami(A, M) for A in ml.veactowh(ml.Rev, qp[:, i], qpp[:, i]))
        L.append(ml.mami(L0, M))
        M = ml.molt(M, ml.dhtom(ml.Rev, 0.0, d, b, a, alpha, q[:, i]))
        W, H = W + W1, ml.coriolis(H, H1, W, W1)
        PHI.append(ml.skew(H - Hg, ml.mamt(ml.jtoj(*body), M)))
    return np.stack([ml.psedot(L[i], sum(PHI[i:])) for i in range(3)], axis=-1)


def energy(q, qp):
    """Kinetic and potential energy (N,) of the arm."""
    M, W, total = sl.UNIT4, sl.NULL4, 0.0
    for i, ((d, b, a, alpha), body) in enumerate(zip(LINKS, BODIES, strict=True)):
        W = W + sl.trasf_mami(sl.velacctoWH(sl.Rev, qp[:, i], 0.0).W, M)
        M = sl.molt4(M, sl.dhtom(sl.Rev, 0.0, d, b, a, alpha, q[:, i]))
        J = sl.trasf_mamt4(sl.jtoJ(*body), M)
        total = total + 0.5 * sl.trac_ljlt4(W, J, W) - J[:, :3, sl.U] @ GRAVITY
    return total


def main():
    """Print torques, agreement and energy balance."""
    t = np.linspace(0.0, 2.0, 20001)
    q, qp, qpp = motion(t)
    tau = with_c_names(q, qp, qpp)
    print(f"Arm of three links, {len(t)} instants from {t[0]:.0f} to {t[-1]:.0f} s in one call per step")
    print("largest torques of joints 1, 2, 3:   {:8.3f} {:8.3f} {:8.3f} N m".format(*np.abs(tau).max(axis=0)))
    print(f"classes differ from C names by       {np.abs(with_classes(q, qp, qpp) - tau).max():8.1e} N m")
    print(f"MATLAB names differ from them by     {np.abs(with_matlab_names(q, qp, qpp) - tau).max():8.1e} N m")
    power = np.einsum("ij,ij->i", tau, qp)
    work = np.sum(0.5 * (power[1:] + power[:-1]) * np.diff(t))
    gain = np.diff(energy(q[[0, -1]], qp[[0, -1]]))[0]
    print(f"work of the torques and gain of energy: {work:.6f} and {gain:.6f} J")


if __name__ == "__main__":
    main()
