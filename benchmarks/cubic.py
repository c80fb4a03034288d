"""Forward dynamics in O(n^3), the method that the recursion replaces: mass matrix, Cholesky factors, solution.

Twice. `accelerations`: plain Python on numbers that count (count.py), serial chains of revolute joints, in the frames
of the kernels (composite bodies, columns moved from joint to joint): its operations are counted. `solved`: the batch
methods mass_matrix and bias of this library and a loop in C that factorises eight matrices side by side: timed.
"""

from math import atan2

import numpy as np

from benchmarks.compiling import arguments, library
from benchmarks.race import Run
from chain.elimination import _plane_turn, _symmetric_turn
from chain.recursion import torques

CHUNK = 1_000_000  # bytes of mass matrices at a time: they stay in the second-level cache
SOURCE = r"""
enum { W = 8 };

/* L D L' qdd = tau - bias, W samples at a time; L: work of n n W doubles */
void solve(long N, long n, const double *M, const double *tau, const double *bias, double *qdd, double *L, double *x)
{
    for (long s = 0; s < N; s += W) {
        const long left = N - s < W ? N - s : W;
        for (long i = 0; i < n; i++) {
            for (long j = 0; j <= i; j++)
                for (long l = 0; l < W; l++)
                    L[(i * n + j) * W + l] = M[((s + (l < left ? l : 0)) * n + i) * n + j];
            for (long l = 0; l < W; l++) {
                const long k = (s + (l < left ? l : 0)) * n + i;
                x[i * W + l] = tau[k] - bias[k];
            }
        }
        for (long j = 0; j < n; j++) {
            double r[W];
            for (long l = 0; l < W; l++)
                r[l] = 1.0 / L[(j * n + j) * W + l];
            for (long i = j + 1; i < n; i++) {
                double *row = L + i * n * W, *pivot = L + j * W, t[W];
                for (long l = 0; l < W; l++)
                    t[l] = row[j * W + l] * r[l];
                for (long k = j + 1; k <= i; k++)
                    for (long l = 0; l < W; l++)
                        row[k * W + l] -= t[l] * pivot[k * n * W + l];
                for (long l = 0; l < W; l++)
                    x[i * W + l] -= t[l] * x[j * W + l];
            }
            for (long l = 0; l < W; l++)
                x[j * W + l] *= r[l];
            for (long i = j + 1; i < n; i++)
                for (long l = 0; l < W; l++)
                    L[(i * n + j) * W + l] *= r[l];
        }
        for (long j = n - 1; j >= 0; j--)
            for (long i = 0; i < j; i++)
                for (long l = 0; l < W; l++)
                    x[i * W + l] -= L[(j * n + i) * W + l] * x[j * W + l];
        for (long l = 0; l < left; l++)
            for (long i = 0; i < n; i++)
                qdd[(s + l) * n + i] = x[i * W + l];
    }
}
"""


def solved(robot, samples):
    """A run over all samples, chunk by chunk."""
    code, arm, n, qdd = library(SOURCE), robot.arm, robot.n, np.zeros_like(samples.qdd)
    rows = max(CHUNK // (8 * n * n) // 16, 2) * 16
    M, bias, work, rest = np.zeros((rows, n, n)), np.zeros((rows, n)), np.zeros(8 * n * n), np.zeros(8 * n)
    tau = np.ascontiguousarray(samples.tau)
    parts = []
    for first in range(0, len(qdd), rows):
        k = slice(first, first + rows)
        size = len(qdd[k])
        given = arguments(size, n, M, tau[k], bias, qdd[k], work, rest)
        parts.append((samples.q[k], samples.qd[k], M[:size], bias[:size], given))

    def run():
        for q, qd, matrix, torque, given in parts:
            arm.mass_matrix(q, out=matrix, threads=1)
            arm.bias(q, qd, out=torque, threads=1)
            code.solve(*given)

    return Run(len(qdd), run, lambda: (tau, work, rest, qdd)[-1])


# in plain Python


def accelerations(model, q, qd, tau, gravity, angle):
    """Accelerations (list of n) of one sample of a serial chain of revolute joints."""
    bodies = [dict(zip(model.bodies.dtype.names, row.tolist(), strict=True)) for row in model.bodies]
    bias = torques(model, q, qd, [0.0] * len(bodies), gravity, angle)
    # sines of q + offset are known from there: not counted twice
    turned = [angle(x.like(float(x) + atan2(b["so"], b["co"]))) for x, b in zip(q, bodies, strict=True)]
    return _cholesky(_mass_matrix(bodies, turned), [t - x for t, x in zip(tau, bias, strict=True)])


def _mass_matrix(bodies, turned):
    """Composite bodies from the tip on; column j: the action of the composite body, moved from joint to joint."""
    n = len(bodies)
    M = [[None] * n for _ in range(n)]
    J = None
    for j in range(n - 1, -1, -1):
        b = bodies[j]
        own = {name: b[name] for name in ("Sxx", "Sxy", "Sxz", "Syy", "Syz", "Szz", "mx", "my", "mz")}
        J = own if J is None else {name: J[name] if x == 0.0 else J[name] + x for name, x in own.items()}
        # f = z x mc, c = I z
        f, couple = [-J["my"], J["mx"], 0.0], [-J["Sxz"], -J["Syz"], J["Sxx"] + J["Syy"]]
        M[j][j] = couple[2]
        for i in range(j, 0, -1):
            f, couple = _moved(bodies[i], *turned[i], f, couple, last=i == 1)
            M[i - 1][j] = M[j][i - 1] = couple[2]
        if j:
            J = _composed(b, *turned[j], J)
    return M


def _moved(b, s, c, f, couple, last):
    """An action seen from the parent: R f, R (c + h x f), the shift in axes after Rz(q); last: only c_z is wanted."""
    fx, fy, fz = c * f[0] - s * f[1], s * f[0] + c * f[1], f[2]
    x, y = c * couple[0] - s * couple[1], s * couple[0] + c * couple[1]
    y, z = y - b["hx"] * fz, couple[2] + (b["hx"] * fy - b["hy"] * fx)
    if last:
        return None, [None, None, b["sa"] * y + b["ca"] * z]
    x = x + b["hy"] * fz
    turned = [x, b["ca"] * y - b["sa"] * z, b["sa"] * y + b["ca"] * z]
    return [fx, b["ca"] * fy - b["sa"] * fz, b["sa"] * fy + b["ca"] * fz], turned


def _composed(b, s, c, J):
    """X J X' of a body without mass: the masses of revolute chains are regrouped into the base."""
    J = dict(J)
    _symmetric_turn(J, s * s, s * c, "Sxx", "Sxy", "Syy")
    _plane_turn(J, s, c, "Sxz", "Syz")
    _plane_turn(J, s, c, "mx", "my")
    # S + h mc' + mc h'
    hx, hy = b["hx"], b["hy"]
    J["Sxx"] = J["Sxx"] + (hx + hx) * J["mx"]
    J["Sxy"] = J["Sxy"] + (hx * J["my"] + hy * J["mx"])
    J["Sxz"] = J["Sxz"] + hx * J["mz"]
    J["Syy"] = J["Syy"] + (hy + hy) * J["my"]
    J["Syz"] = J["Syz"] + hy * J["mz"]
    _symmetric_turn(J, b["saa"], b["sca"], "Syy", "Syz", "Szz")
    _plane_turn(J, b["sa"], b["ca"], "Sxy", "Sxz")
    _plane_turn(J, b["sa"], b["ca"], "my", "mz")
    return J


def _cholesky(M, x):
    """Solution of M qdd = x by L D L'."""
    n = len(x)
    for j in range(n):
        r = 1.0 / M[j][j]
        for i in range(j + 1, n):
            t = M[i][j] * r
            for k in range(j + 1, i + 1):
                M[i][k] = M[i][k] - t * M[k][j]
            x[i] = x[i] - t * x[j]
            M[j][i] = t
        x[j] = x[j] * r
    for j in range(n - 1, -1, -1):
        for i in range(j):
            x[i] = x[i] - M[i][j] * x[j]
    return x
