"""CasADi: the recursion as straight-line C for one robot, its numbers in the code, compiled for this processor.

Two recursions are generated: Newton-Euler in link frames as in any textbook (what pinocchio.casadi would export), and
that of this library (chain.recursion). Forward dynamics: chain.elimination. The loop over the samples is C too.
"""

import casadi as ca
import numpy as np

from benchmarks.compiling import arguments, library
from benchmarks.race import FORWARD, INVERSE, Run
from chain.elimination import accelerations
from chain.recursion import torques

TEXTBOOK, OURS = "generated Newton-Euler", "generated from chain.recursion"
ELIMINATION = "generated from chain.elimination"
LOOP = """
void run(long N, const double *q, const double *qd, const double *given, double *result)
{
    static double w[%(work)d + 1];
    for (long i = 0; i < N; i++) {
        const double *arg[3] = {q + %(n)d * i, qd + %(n)d * i, given + %(n)d * i};
        double *res[1] = {result + %(n)d * i};
        dynamics(arg, res, 0, w, 0);
    }
}
"""


def generated(robot, samples, recursion, third="qdd"):
    """Generate, compile, and loop over the samples in C; the third input is qdd or tau."""
    symbols = [ca.SX.sym(name, robot.n) for name in ("q", "qd", third)]
    function = ca.Function("dynamics", symbols, [recursion(robot, *symbols)], {"cse": True})
    generator = ca.CodeGenerator("dynamics.c")
    generator.add(function)
    code = library(generator.dump() + LOOP % {"n": robot.n, "work": function.sz_w()}, "-lm")
    inputs = [np.ascontiguousarray(x) for x in (samples.q, samples.qd, getattr(samples, third))]
    result = np.zeros_like(samples.tau)
    given = arguments(len(result), *inputs, result)
    return Run(len(result), lambda: code.run(*given), lambda: (inputs, result)[-1])


def textbook(robot, q, qd, qdd):
    """Newton-Euler in link frames: motion outward, forces f and couples c inward."""
    motion, steps, f, c = [], [], [], []
    for i, b in enumerate(robot.bodies):
        R, p, e = constant(b.placement[:3, :3]) @ turn(b.letter, q[i]), constant(b.placement[:3, 3]), constant(b.axis)
        rest = ca.SX(3, 1), ca.SX(3, 1), constant(-robot.arm.gravity)
        w_p, dw_p, a_p = rest if b.parent < 0 else motion[b.parent]
        # motion of the body
        a = R.T @ (a_p + ca.cross(dw_p, p) + ca.cross(w_p, ca.cross(w_p, p)))
        w = R.T @ w_p + e * qd[i]
        dw = R.T @ dw_p + ca.cross(R.T @ w_p, e * qd[i]) + e * qdd[i]
        # its force and couple
        com, inertia = constant(b.com), constant(b.inertia)
        force = b.mass * (a + ca.cross(dw, com) + ca.cross(w, ca.cross(w, com)))
        couple = inertia @ dw + ca.cross(w, inertia @ w) + ca.cross(com, force)
        motion.append((w, dw, a))
        steps.append((R, p))
        f.append(force)
        c.append(couple)
    tau = [None] * robot.n
    for i, b in reversed(list(enumerate(robot.bodies))):
        tau[i] = ca.dot(constant(b.axis), c[i])
        if b.parent >= 0:
            R, p = steps[i]
            f[b.parent] += R @ f[i]
            c[b.parent] += R @ c[i] + ca.cross(p, R @ f[i])
    return ca.vertcat(*tau)


def constant(x):
    """Numbers whose zeros fold away."""
    return ca.sparsify(ca.DM(x))


def turn(letter, q):
    """Rotation about a coordinate axis."""
    i, j = {"X": (1, 2), "Y": (2, 0), "Z": (0, 1)}[letter]
    R = ca.SX(ca.DM.eye(3))
    R[i, i] = R[j, j] = ca.cos(q)
    R[i, j], R[j, i] = -ca.sin(q), ca.sin(q)
    return R


def lent(recursion):
    """A recursion of this library on CasADi's symbols; numbers that are zero fold away."""

    def run(robot, *symbols):
        given = [ca.vertsplit(x) for x in symbols]
        return ca.vertcat(*recursion(robot.arm.model, *given, angle=lambda x: (ca.sin(x), ca.cos(x))))

    return run


def newton_euler(robot, samples):
    """The textbook's, generated."""
    return generated(robot, samples, textbook)


def ours(robot, samples):
    """This library's, generated."""
    return generated(robot, samples, lent(torques))


def elimination(robot, samples):
    """This library's forward dynamics, generated."""
    return generated(robot, samples, lent(accelerations), "tau")


FIELDS = {INVERSE: {TEXTBOOK: newton_euler, OURS: ours}, FORWARD: {ELIMINATION: elimination}}
