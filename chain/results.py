"""What methods of a chain return when one array is not enough."""

from typing import NamedTuple

import numpy as np

__all__ = ["DeNOC", "Decomposition", "JointReactions", "Kinematics", "Simulation"]


class Kinematics(NamedTuple):
    """Absolute position M, velocity W and acceleration H of every link, each (..., nlinks, 4, 4), base frame."""

    M: np.ndarray
    W: np.ndarray | None
    H: np.ndarray | None

    def __repr__(self):
        shapes = ", ".join(f"{name} {'-' if x is None else x.shape}" for name, x in zip("MWH", self, strict=True))
        return f"Kinematics({shapes})"


class JointReactions:
    """Force and couple (..., nlinks, 3) of the parent on each link, at the origin of its joint.

    `frame` names the axes of force, couple and axis; `origin` is in the base frame. Along and across: the parts
    parallel and perpendicular to the joint axis.
    """

    def __init__(self, values, moving, frame):
        self.values, self.frame = values, frame
        self.force, self.couple, self.axis, self.origin = (values[..., 3 * i : 3 * i + 3] for i in range(4))
        self._moving = moving[:, None]

    def _along(self, v):
        return np.sum(v * self.axis, axis=-1, keepdims=True) * self._moving * self.axis

    @property
    def force_along(self):
        """Part of the force along the joint axis."""
        return self._along(self.force)

    @property
    def force_across(self):
        """Part of the force perpendicular to the joint axis."""
        return self.force - self.force_along

    @property
    def couple_along(self):
        """Part of the couple along the joint axis: what a motor supplies at a revolute joint."""
        return self._along(self.couple)

    @property
    def couple_across(self):
        """Part of the couple perpendicular to the joint axis: what the bearings carry."""
        return self.couple - self.couple_along

    def __repr__(self):
        if self.force.ndim > 2:
            return f"JointReactions of {self.force.shape[:-2]} samples, {self.force.shape[-2]} links, {self.frame} axes"
        titles = ("force (N)", "couple (N m)", "joint's origin, base frame (m)")
        rows = ["  #   " + "  ".join(f"{title:^28}" for title in titles).rstrip()]
        for i in range(len(self.force)):
            f, c, p = ("  ".join(f"{x:8.3f}" for x in v[i]) for v in (self.force, self.couple, self.origin))
            rows.append(f"  {i:<3} {f}  {c}  {p}")
        return f"JointReactions, {self.frame} axes\n" + "\n".join(rows)


class DeNOC(NamedTuple):
    """The decoupled natural orthogonal complement: ``t = N_l N_d qd`` (Saha 1999, eq. 16, 17).

    N_l (..., 6 nlinks, 6 nlinks), N_d (..., 6 nlinks, n); N is their product.

    >>> from chain import ChainObject, LinkObject
    >>> ChainObject([LinkObject("R", a=0.5), LinkObject("F", a=0.2)]).denoc([0.0])
    DeNOC(N_l (12, 12), N_d (12, 1))
    """

    N_l: np.ndarray
    N_d: np.ndarray

    @property
    def N(self):
        """The natural orthogonal complement N_l N_d (..., 6 nlinks, n)."""
        return self.N_l @ self.N_d

    def __repr__(self):
        return f"DeNOC(N_l {self.N_l.shape}, N_d {self.N_d.shape})"


class Decomposition(NamedTuple):
    """``M = U diag(D) U^T`` (Saha 1999, eq. 55): U (..., n, n) unit upper triangular, D (..., n).

    >>> from chain import ChainObject, LinkObject
    >>> ChainObject([LinkObject("R", a=0.5, mass=1.0)]).gim_decomposition([0.0])
    Decomposition(U (1, 1), D (1,))
    """

    U: np.ndarray
    D: np.ndarray

    def __repr__(self):
        return f"Decomposition(U {self.U.shape}, D {self.D.shape})"


class Simulation:
    """Motions that `ChainObject.simulate` found: states at the times t, energies, and how each motion ended.

    One motion: `.t` (m,), `.q .qd` (m, n), up to its end. Many: `.q .qd` (..., m, n), NaN after the end of a motion.
    `.energy` = `.kinetic` + `.potential` (..., m), springs and rotors included. `.t_end .q_end .qd_end`: where a motion
    ended; `.message` how, `.reached` whether at t[-1]; `.steps .rejected .evaluations` of the integrator (SciPy does
    not tell the rejected steps).

    >>> from chain import ChainObject, LinkObject
    >>> arm = ChainObject([LinkObject("R", a=1.0, mass=1.0)], gravity=(0, -9.81, 0))
    >>> arm.simulate([0.0], [0.0], [0.0, 0.1]).message
    'reached t = 0.1 s'
    """

    def __init__(self, task, lead, y, ends, messages, energies):
        t, nq, nv = task.t, task.model.nq, task.model.nv
        if not lead:
            # one motion: what it has
            shown = int(np.isfinite(y[0]).all(axis=-1).cumprod().sum())
            y, t = y[:, :shown], t[:shown]
        self.t, self.method = t, task.method
        self.q = np.ascontiguousarray(y[..., :nq]).reshape(*lead, len(t), nq)
        self.qd = np.ascontiguousarray(y[..., nq:]).reshape(*lead, len(t), nv)
        self.kinetic, self.potential = energies(self.q, self.qd)
        self.energy = self.kinetic + self.potential
        self.t_end, self.reached = ends.t.reshape(lead)[()], (ends.code == 0).reshape(lead)[()]
        self.q_end, self.qd_end = ends.y[:, :nq].reshape(*lead, nq), ends.y[:, nq:].reshape(*lead, nv)
        self.steps, self.rejected, self.evaluations = (x.reshape(lead)[()] for x in ends[4:])
        self.message = np.array(messages, object).reshape(lead)[()]
        damped = any(task.model.bodies[name].any() for name in ("viscous", "coulomb"))
        self.conservative = task.torque is None and not damped

    @property
    def drift(self):
        """Largest change of the energy over the largest kinetic energy (...,); NaN where energy is not conserved."""
        if not self.conservative or not len(self.t):
            return np.full(self.energy.shape[:-1], np.nan)[()]
        change = np.fmax.reduce(np.abs(self.energy - self.energy[..., :1]), axis=-1)
        largest = np.fmax.reduce(self.kinetic, axis=-1)
        return change / np.where(largest > 0.0, largest, 1.0)

    def __repr__(self):
        lead, (m, n) = self.q.shape[:-2], self.q.shape[-2:]
        early = "" if np.all(self.reached) else f", {np.size(self.reached) - np.sum(self.reached)} ended early"
        what = "one motion" if not lead else f"{int(np.prod(lead))} motions{early}"
        lines = [f"Simulation: {what} of {n} joint variable{'' if n == 1 else 's'} at {m} times, {self.method}"]
        if not lead:
            lines.append(f"  {self.message}")
            lines.append(f"  {self.steps} steps, {self.rejected} rejected, {self.evaluations} evaluations")
        drift = np.fmax.reduce(np.ravel(self.drift), initial=np.nan)
        if np.isfinite(drift):
            lines.append(f"  energy drift {drift:.1e} of the largest kinetic energy")
        return "\n".join(lines)
