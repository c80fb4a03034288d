"""Symbolic torques of a planar arm with three turning joints, by 4x4 matrices and by Lagrange's equations.

The arm of Saha 1999, section 6.1: it moves in the x-y plane, gravity g along -y, q1 from the x axis, q2 and q3 from the
link before. Link i has length a_i, its centre of mass at the distance c_i from joint i on the line of the link, mass
m_i and moment of inertia I_i about the centre of mass.

`matrix_torques` sends SymPy symbols through `chain.reference`, the same equations that give numbers elsewhere: W and H
by composition, PHI = skew((H - Hg) J), tau = psedot(L, PHI). `lagrange_torques` knows nothing of matrices: kinetic and
potential energy T, V from the plane geometry and tau_i = d/dt dT/dqd_i - dT/dq_i + dV/dq_i. The two are equal, term by
term, for every motion and every arm.

Printed: each torque as a sum of (masses and lengths) times (motion), and the difference of the two derivations.
Torques are those of the motors, positive as q. m, kg, s, rad, N m.
"""

from collections import defaultdict

import sympy as sp
from sympy.simplify.fu import TR8

from chain import reference as ref

N = 3
Q, QD, QDD = (sp.symbols(f"{name}1:{N + 1}", real=True) for name in ("q", "qd", "qdd"))
LENGTH, COG, MASS, INERTIA = (sp.symbols(f"{name}1:{N + 1}", positive=True) for name in "acmI")
G = sp.Symbol("g", positive=True)


def arm():
    """The bodies of the arm; frame i at the end of link i, x along the link."""
    links = []
    for i in range(N):
        J = ref.pseudo_inertia(MASS[i], (COG[i] - LENGTH[i], 0, 0), sp.diag(0, 0, INERTIA[i]).tolist())
        links.append(ref.Body(i - 1, "R", 0, ref.IDENTITY, ref.dh_position(0, 0, 0, LENGTH[i], 0), J))
    return links


def canonical(expression):
    """One form for equal expressions: sin^2 + cos^2 = 1 used up, then no products of sines and cosines."""
    sines, cosines = zip(*((sp.sin(q), sp.cos(q)) for q in Q), strict=True)
    circles = [s**2 + c**2 - 1 for s, c in zip(sines, cosines, strict=True)]
    remainder = sp.reduced(sp.expand_trig(expression), circles, *sines, *cosines)[1]
    return sp.expand(TR8(sp.expand(remainder)))


def matrix_torques():
    """Torques by the 4x4 equations."""
    return [canonical(tau) for tau in ref.inverse_dynamics(arm(), Q, QD, QDD, (0, -G, 0))]


def rate(expression):
    """Time derivative: d/dt = sum qd_i d/dq_i + qdd_i d/dqd_i."""
    return sum(expression.diff(Q[i]) * QD[i] + expression.diff(QD[i]) * QDD[i] for i in range(N))


def lagrange_torques():
    """Torques by Lagrange's equations."""
    T = V = x = y = 0
    for i in range(N):
        angle, turn = sum(Q[: i + 1]), sum(QD[: i + 1])
        x_c, y_c = x + COG[i] * sp.cos(angle), y + COG[i] * sp.sin(angle)
        T += MASS[i] * (rate(x_c) ** 2 + rate(y_c) ** 2) / 2 + INERTIA[i] * turn**2 / 2
        V += MASS[i] * G * y_c
        x, y = x + LENGTH[i] * sp.cos(angle), y + LENGTH[i] * sp.sin(angle)
    return [canonical(rate(T.diff(QD[i])) - T.diff(Q[i]) + V.diff(Q[i])) for i in range(N)]


def terms(tau):
    """The torque as pairs (masses and lengths, what the motion makes of them)."""
    groups = defaultdict(int)
    parameters = (*INERTIA, *MASS, *LENGTH, *COG, G)
    for powers, motion in sp.Poly(tau, *parameters).terms():
        waves = sorted(motion.atoms(sp.sin, sp.cos), key=str)
        groups[sp.collect(motion, waves, sp.factor)] += sp.prod(p**k for p, k in zip(parameters, powers, strict=True))
    return [(sp.factor(body), motion) for motion, body in groups.items()]


def main():
    """Print the torques and the difference from Lagrange's."""
    torques, lagrange = matrix_torques(), lagrange_torques()
    for i, tau in enumerate(torques, start=1):
        print(f"tau{i} =")
        for body, motion in terms(tau):
            print(f"    + [{body}]  [{motion}]")
    difference = [sp.expand(tau - expected) for tau, expected in zip(torques, lagrange, strict=True)]
    print(f"difference from Lagrange's torques: {difference}")
    assert difference == [0, 0, 0]


if __name__ == "__main__":
    main()
