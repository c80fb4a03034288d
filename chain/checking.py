"""ChainObject.check: every formulation of the same physics, and the energy balance, against one another."""

import numpy as np

from chain import reference
from chain.errors import CheckError
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

    Torque kernel (link frames), matrix kernel (base frame), the plain equations of `chain.reference` in 4x4 matrices
    and in Newton-Euler vectors, and the energy balance: power of the torques = rate of the energy. q, qd, qdd: (...,
    n); the plain equations are evaluated for at most 64 samples of a batch, evenly spaced.

    >>> from chain import ChainObject, LinkObject
    >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0, cog=(-0.5, 0, 0))])
    >>> arm.check([0.3], [1.0], [2.0]).worst < 1e-14
    True
    """
    q, qd, qdd = _samples(arm, q, qd, qdd)
    tau = arm.inverse_dynamics(q, qd, qdd)
    PHI = arm.joint_actions(q, qd, qdd)
    k = arm.kinematics(q, qd, qdd)
    joints = _joint_forces(arm, q, qd, qdd)
    # (H - Hg) J_0 of every link: what torques are summed from, hence the size that errors are measured by
    HJ = _weighted(arm, k)
    scale = np.abs(HJ).max(axis=(-1, -2), initial=0.0).sum(axis=-1).max(initial=0.0)
    # formulation 1: tau = psedot(L_0, PHI)
    projected = joints + _projected(arm, arm.joint_reactions(q, qd, qdd))
    rows = {"torques: link frames = base-frame matrices": _gap(tau, projected, scale)}
    rows |= _against_reference(arm, q, qd, qdd, joints, tau, PHI, k, scale)
    # d(T + V)/dt = sum of tr((H - Hg) J_0 W^t)
    power = np.einsum("slij,slij->sl", HJ, k.W)
    rate, largest = np.sum(joints * qd, axis=-1) + power.sum(axis=-1), np.abs(power).max(initial=0.0)
    rows["power of the torques = rate of the energy"] = _gap(np.sum(tau * qd, axis=-1), rate, largest)
    report = CheckReport(rows, tol, len(q))
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


def _weighted(arm, k):
    """(H - Hg) J_0 (N, links, 4, 4)."""
    Hg = np.zeros((4, 4))
    Hg[:3, 3] = arm.gravity
    J = np.array(arm.inertias).reshape(-1, 4, 4)
    return (k.H - Hg) @ k.M @ J @ np.swapaxes(k.M, -1, -2)


def _against_reference(arm, q, qd, qdd, joints, tau, PHI, k, scale):
    """Kernels against the plain equations, for some of the samples."""
    if not len(arm):
        return {}
    chain = reference.bodies(arm)
    base = np.eye(4) if arm.base is None else arm.base
    chosen = np.unique(np.linspace(0, len(q) - 1, 64).astype(int)) if len(q) else np.zeros(0, int)
    plain = {name: [] for name in ("M", "W", "H", "PHI", "tau", "newton")}
    for s in chosen:
        state = q[s], qd[s], qdd[s]
        kinematics = reference.kinematics(chain, *state, base)
        for name in "MWH":
            plain[name].append(getattr(kinematics, name))
        plain["PHI"].append(reference.joint_actions(chain, *state, arm.gravity, base))
        plain["tau"].append(joints[s] + np.array(reference.inverse_dynamics(chain, *state, arm.gravity, base), float))
        vectors = reference.newton_euler(chain, *state, arm.gravity, base)
        plain["newton"].append(joints[s] + np.array(vectors.tau, float))
    fast = {"M": k.M, "W": k.W, "H": k.H, "PHI": PHI, "tau": tau, "newton": tau}
    scales = {"PHI": scale, "tau": scale, "newton": scale}
    labels = {name: f"{name}: kernel = plain 4x4 equations" for name in ("M", "W", "H", "PHI")}
    labels |= {"tau": "torques: kernel = plain 4x4 equations", "newton": "torques: kernel = Newton-Euler vectors"}
    return {
        label: _gap(fast[n][chosen], np.array(plain[n], float).reshape(fast[n][chosen].shape), scales.get(n, 0.0))
        for n, label in labels.items()
    }
