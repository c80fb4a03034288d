"""ChainObject.check: every formulation of the same physics, and the energy balance, against one another."""

import numpy as np

from chain.errors import CheckError
from chain.formulations import Compared, inertia_rows, plain_inertia_rows, plain_rows, torque_rows
from spacelib._sizes import broadcast, real_array

__all__ = ["CheckReport", "check"]


class CheckReport(dict):
    """Disagreement of each pair of formulations, relative to the largest value; prints as a table."""

    def __init__(self, rows, tol, samples):
        super().__init__(rows)
        self.tol, self.samples = tol, samples

    @property
    def worst(self):
        """The largest disagreement."""
        return float(np.max(list(self.values()), initial=0.0))

    def __repr__(self):
        width = max(map(len, self), default=0)
        rows = [f"  {'ok ' if v <= self.tol else 'BAD'} {name:<{width}}  {v:.1e}" for name, v in self.items()]
        samples = f"{self.samples} sample{'' if self.samples == 1 else 's'}"
        return "\n".join([f"check of {samples}, tolerance {self.tol:g}: worst {self.worst:.1e}", *rows])


def check(arm, q, qd, qdd, *, tol=1e-9):
    """Compare all formulations at the given states; the disagreements, or CheckError above `tol`.

    Torques: kernels in link frames and in base frame against the plain equations of `chain.reference` in 4x4 matrices,
    in Newton-Euler vectors and by Saha's recursion, and the energy balance: power of the torques = rate of the energy.
    Inertia: mass and Coriolis matrices against Lagrange's traces and the DeNOC product N^T M N, the equation of motion,
    M = U D U^T, kinetic energy, and forward dynamics, which undoes inverse dynamics; the last three rows leave out
    samples where a joint has no inertia. q, qd, qdd: (..., n); the plain equations are evaluated for at most 64 samples
    of a batch, evenly spaced, their matrices for fewer where the chain is long, for none above some 60 links.

    >>> from chain import ChainObject, LinkObject
    >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0, cog=(-0.5, 0, 0))])
    >>> arm.check([0.3], [1.0], [2.0]).worst < 1e-14
    True
    """
    states = _samples(arm, q, qd, qdd)
    compared = Compared(arm, *states)
    rows = torque_rows(compared)
    if len(arm):
        rows |= plain_rows(compared) | plain_inertia_rows(compared) | inertia_rows(compared)
    report = CheckReport(rows, tol, len(states[0]))
    if not report.worst <= tol:
        name = max(report, key=lambda r: np.inf if np.isnan(report[r]) else report[r])
        raise CheckError(f"{name}: expected agreement to {tol:g}, got {report[name]:.2g}", report)
    return report


def _samples(arm, *states):
    """q, qd, qdd as rows (N, n)."""
    arrays = {name: (real_array(x, name, arm.n), 1) for name, x in zip(("q", "qd", "qdd"), states, strict=True)}
    lead = broadcast("check", **arrays)
    N = int(np.prod(lead))
    return [np.broadcast_to(x, (*lead, arm.n)).reshape(N, arm.n) for x, _ in arrays.values()]
