"""Dynamics of the Stanford arm by the DeNOC matrices, step by step: from N_l, N_d to U D U^T and the accelerations.

Equations of Saha 1999, one line of output each. The left side of a line is built with `chain.reference`, plain NumPy
that follows the paper; the right side is another route to the same numbers, mostly a fast method of the arm. Printed is
the largest difference over the largest value. Twists are (angular velocity; velocity of the mass centre), base axes.
"""

import numpy as np

from chain import load
from chain import reference as ref

Q, QD, QDD = [0.3, 1.2, 0.4, -0.5, 0.8, 0.2], [1.0, -0.5, 0.3, 0.7, -0.9, 1.1], [0.5, 1.0, -0.4, 2.0, 1.0, -1.5]


def twists_of_links(arm, q, qd):
    """Twists (6 nlinks,) of the links from their velocity matrices W: w, and ``v = W C`` of the mass centre C."""
    motion, stacked = arm.kinematics(q, qd), []
    for link, M, W in zip(arm, motion.M, motion.W, strict=True):
        C = M[:3, :3] @ link.cog + M[:3, 3]
        stacked.append(ref.twist(W, C))
    return np.concatenate(stacked)


def steps(arm, q, qd, qdd):
    """Rows (what, equation, one side, other side) of the formulation, in the order of the paper."""
    s = ref.system(ref.bodies(arm), q)
    N_l, N_d = ref.denoc_matrices(s)
    fast = arm.denoc(q)
    yield "N_l and N_d: plain = arm.denoc(q)", "16, 17", np.hstack([N_l, N_d]), np.hstack([fast.N_l, fast.N_d])
    yield "t = N_l N_d qd: velocities of the links", "16", N_l @ (N_d @ qd), twists_of_links(arm, q, qd)
    yield "t_i = B_ij t_j + p_i qd_i, outward", "12", ref.twists(s, qd).ravel(), N_l @ (N_d @ qd)

    # generalised inertia, convective terms, torques
    I, C = ref.generalised_inertia(s), ref.convective_matrix(s, qd)
    yield "I = N^T M N = arm.mass_matrix(q)", "20", I, arm.mass_matrix(q)
    yield "i_ij = p_i^T M~_i B_ij p_j, composite bodies", "23b, 24", ref.generalised_inertia_elements(s), I
    yield "C qd = arm.coriolis_matrix(q, qd) qd", "20, 29", C @ qd, arm.coriolis_matrix(q, qd) @ qd
    tau = ref.ridim(s, qd, qdd, arm.gravity)
    yield "RIDIM = arm.inverse_dynamics(q, qd, qdd)", "5.1", tau, arm.inverse_dynamics(q, qd, qdd)
    yield "tau = I qdd + C qd + g", "20", I @ qdd + C @ qd + arm.gravity_torque(q), tau

    # reverse Gaussian elimination, on numbers and on bodies
    U, L = ref.reverse_gaussian_elimination(I)
    yield "I = U L, by elimination of columns", "51-53", U @ L, I
    U_bodies, D = ref.udu_decomposition(s)
    yield "u_ik = p_i^T B_ki^T psi_k, articulated bodies", "46-50", U_bodies, U
    yield "I = U D U^T", "55", U_bodies @ np.diag(D) @ U_bodies.T, I
    yield "U, D = arm.gim_decomposition(q)", "46-55", np.vstack([U_bodies, D]), np.vstack(arm.gim_decomposition(q))

    # accelerations
    phi = tau - ref.ridim(s, qd, np.zeros(arm.n), arm.gravity)
    yield "qdd from U D U^T qdd = phi, recursively", "33-37", ref.forward_dynamics(s, phi), qdd
    yield "arm.forward_dynamics(q, qd, tau)", "33-37", arm.forward_dynamics(q, qd, tau), qdd


def main():
    """Print the differences, and D."""
    arm = load("stanford")
    print(f"{arm.name}: {len(arm)} links, n = {arm.n}\n")
    print(f"{'Saha 1999':<48}{'eq.':>8}  {'size':>9}  difference")
    for what, equation, one, other in steps(arm, Q, QD, QDD):
        gap = np.abs(np.subtract(one, other)).max() / np.abs(other).max()
        assert gap < 1e-12, f"{what}: {gap}"
        size = " x ".join(map(str, np.shape(one)))
        print(f"{what:<48}{equation:>8}  {size:>9}  {gap:8.0e}")
    D = arm.gim_decomposition(Q).D
    print("\nD, the articulated inertia along each joint:", "  ".join(f"{x:.4g}" for x in D), "(kg m^2; joint 3: kg)")
    diagonal = np.diag(arm.mass_matrix(Q))
    print("I_ii, the same with all joints beyond held:  ", "  ".join(f"{x:.4g}" for x in diagonal))


if __name__ == "__main__":
    main()
