"""ChainObject.check: every formulation of the same physics, and the energy balance, against one another."""

import numpy as np

from chain import reference
from chain.errors import CheckError

__all__ = ["CheckReport", "check"]


class CheckReport(dict):
    """Disagreement of each pair of formulations, relative to the largest value; prints as a table."""

    def __init__(self, rows, tol, samples):
        super().__init__(rows)
        self.tol, self.samples = tol, samples

    @property
    def worst(self):
        """The largest disagreement."""
        return max(self.values(), default=0.0)

    def __repr__(self):
        width = max(map(len, self), default=0)
        rows = [f"  {'ok ' if v <= self.tol else 'BAD'} {name:<{width}}  {v:.1e}" for name, v in self.items()]
        head = f"check of {self.samples} sample{'' if self.samples == 1 else 's'}, tolerance {self.tol:g}: worst {self.worst:.1e}"
        return "\n".join([head, *rows])


def check(arm, q, qd, qdd, *, tol=1e-9, external=None):
    """Compare all formulations at the given states; the disagreements, or CheckError above `tol`.

    Torque kernel (link frames), matrix kernel (base frame), the plain equations of `chain.reference` in 4x4 matrices and in
    Newton-Euler vectors, and the energy balance: power of the torques = rate of the energy. q, qd, qdd: (..., n); the plain
    equations are evaluated for at most 64 samples of a batch, evenly spaced.

    >>> from chain import ChainObject, LinkObject
    >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0, cog=(-0.5, 0, 0))])
    >>> arm.check([0.3], [1.0], [2.0]).worst < 1e-14
    True
    """
    shape = np.broadcast_shapes(np.shape(q), np.shape(qd), np.shape(qdd))
    q, qd, qdd = (np.broadcast_to(np.asarray(x, float), shape).reshape(-1, arm.n) for x in (q, qd, qdd))
    if external is not None:
        raise TypeError("`external`: not part of the check")
    tau = arm.inverse_dynamics(q, qd, qdd)
    PHI = arm.joint_actions(q, qd, qdd)
    k = arm.kinematics(q, qd, qdd)
    joints = _joint_forces(arm, q, qd, qdd)
    # formulation 1: tau = psedot(L_0, PHI)
    reactions = arm.joint_reactions(q, qd, qdd)
    rows = {"torques: link frames = base-frame matrices": _gap(tau, joints + _projected(arm, reactions))}
    rows |= _against_reference(arm, q, qd, qdd, tau - joints, PHI, k)
    rows["power of the torques = rate of the energy"] = _energy_gap(arm, qd, tau - joints, k)
    report = CheckReport(rows, tol, len(q))
    if not report.worst <= tol:
        name = max(report, key=lambda r: np.inf if np.isnan(report[r]) else report[r])
        raise CheckError(f"{name}: expected agreement to {tol:g}, got {report[name]:.2g}", report)
    return report


def _gap(a, b, scale=0.0):
    """Largest difference over the largest value."""
    scale = max(np.abs(a).max(initial=0.0), np.abs(b).max(initial=0.0), scale)
    return float(np.abs(a - b).max(initial=0.0) / scale) if scale else 0.0


def _joint_forces(arm, q, qd, qdd):
    """Friction, springs and rotors (N, n)."""
    joints = [link for link in arm.links if link.kind.nv]
    columns = [
        k.viscous * qd[:, i] + k.coulomb * np.tanh(qd[:, i] / k.coulomb_speed) + k.stiffness * (q[:, i] - k.rest)
        + k.rotor * qdd[:, i]
        for i, k in enumerate(joints)
    ]  # fmt: skip
    return np.stack(columns, axis=-1) if columns else np.zeros((len(q), 0))


def _projected(arm, reactions):
    """psedot(L, PHI) at the joint's own origin: turns c . u + slides f . u."""
    u = reactions.axis
    c, f = np.sum(reactions.couple * u, axis=-1), np.sum(reactions.force * u, axis=-1)
    moving = [i for i, link in enumerate(arm.links) if link.kind.nv]
    columns = [arm.links[i].kind.turns * c[:, i] + arm.links[i].slides * f[:, i] for i in moving]
    return np.stack(columns, axis=-1) if columns else np.zeros((len(u), 0))


def _against_reference(arm, q, qd, qdd, tau, PHI, k):
    chain = reference.bodies(arm)
    base = np.eye(4) if arm.base is None else arm.base
    chosen = np.unique(np.linspace(0, len(q) - 1, 64).astype(int)) if len(q) else []
    plain = {name: [] for name in ("M", "W", "H", "PHI", "tau", "newton")}
    for s in chosen:
        state = q[s], qd[s], qdd[s]
        kinematics = reference.kinematics(chain, *state, base)
        for name in "MWH":
            plain[name].append(getattr(kinematics, name))
        plain["PHI"].append(reference.joint_actions(chain, *state, arm.gravity, base))
        plain["tau"].append(reference.inverse_dynamics(chain, *state, arm.gravity, base))
        plain["newton"].append(reference.newton_euler(chain, *state, arm.gravity, base).tau)
    fast = {"M": k.M, "W": k.W, "H": k.H, "PHI": PHI, "tau": tau, "newton": tau}
    labels = {name: f"{name}: kernel = plain 4x4 equations" for name in ("M", "W", "H", "PHI")}
    labels |= {"tau": "torques: kernel = plain 4x4 equations", "newton": "torques: kernel = Newton-Euler vectors"}
    return {
        label: _gap(fast[name][chosen], np.array(plain[name], float).reshape(fast[name][chosen].shape))
        for name, label in labels.items()
    }


def _energy_gap(arm, qd, tau, k):
    """tau . qd against d(T + V)/dt = sum of tr((H - Hg) J_0 W^t), scaled by the powers that are summed."""
    Hg = np.zeros((4, 4))
    Hg[:3, 3] = arm.gravity
    rate, scale = np.zeros(len(qd)), 0.0
    for i, link in enumerate(arm.links):
        J_0 = k.M[:, i] @ link.J @ np.swapaxes(k.M[:, i], -1, -2)
        power = np.einsum("sij,sjk,sik->s", k.H[:, i] - Hg, J_0, k.W[:, i])
        rate += power
        scale = max(scale, np.abs(power).max(initial=0.0))
    return _gap(np.sum(tau * qd, axis=-1), rate, scale)
