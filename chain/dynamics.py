"""The dynamics of a chain: torques, accelerations, joint actions, inertia and Coriolis matrices, energies."""

import numpy as np

from chain import distributed
from chain.driver import Batch, evaluate
from chain.errors import SingularityError
from chain.external import BASE_AT_ORIGIN, actions
from chain.kernels import decomposition, energy, forward, inertia, inverse, matrices
from chain.kinematics import moved_point
from chain.results import Decomposition, JointReactions
from chain.single import Single

__all__ = ["WithDynamics"]


class WithDynamics(Single):
    """Methods of ChainObject that need masses."""

    # torques and accelerations

    def _inverse_dynamics(self, q, qd, qdd, external, gravity, out, threads, progress):
        """What chain.single leaves: batches, conversions, external actions, Dask arrays."""
        if distributed.concerns(q, qd, qdd):
            return distributed.inverse_dynamics(self, q, qd, qdd, external, gravity, out)
        return self._torques(q, qd, qdd, external, gravity, out, threads, progress)

    def bias(self, q, qd, *, gravity=None, out=None, threads=None):
        """Torques (..., n) at zero acceleration: ``C qd + g``, friction and springs; ``tau = M qdd + bias``.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0, viscous=0.5)], gravity=(0, -10, 0))
        >>> arm.bias([0.0], [3.0])
        array([21.5])
        """
        return self._torques(q, qd, np.zeros(self.n), None, gravity, out, threads, False)

    def gravity_torque(self, q, *, gravity=None, out=None, threads=None):
        """Torques (..., n) that hold the chain at rest against gravity (springs not counted).

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> arm.gravity_torque([0.0])
        array([20.])
        """
        zero = np.zeros(self.n)
        return self._torques(q, zero, zero, None, gravity, out, threads, False, forces=False)

    def _torques(self, q, qd, qdd, external, gravity, out, threads, progress, forces=True):
        model = self.model
        batch, chosen = self._batch(model, q, qd, (qdd, "qdd"), external, gravity)
        tau = batch.result(out, "out", model.nv)
        entries = _on_bodies(model, chosen)

        def kernel(rows, results, start, stop):
            external = [(*entry, rows[k]) for k, entry in entries]
            inverse.samples(model, *rows[:4], external, results[0], forces, start, stop)

        batch.run(kernel, threads, progress)
        return tau

    def _forward_dynamics(self, q, qd, tau, external, gravity, out, threads, progress):
        """What chain.single leaves: batches, conversions, external actions."""
        model = self.model
        batch, chosen = self._batch(model, q, qd, (tau, "tau"), external, gravity)
        qdd = batch.result(out, "out", model.nv)
        entries = _on_bodies(model, chosen)

        def kernel(rows, results, start, stop):
            external = [(*entry, rows[k]) for k, entry in entries]
            fault = forward.samples(model, *rows[:4], external, results[0], start, stop)
            self._refuse(fault, rows[0])

        batch.run(kernel, threads, progress)
        return qdd

    def _refuse(self, fault, q):
        """SingularityError for the sample and joint of a kernel's fault."""
        if fault is not None:
            sample, joint = fault
            state = q[sample if len(q) > 1 else 0]
            raise SingularityError(self.joint_names[joint], state)

    # inertia

    def mass_matrix(self, q, *, out=None, threads=None):
        """Generalised inertia matrix M (..., n, n), symmetric, rotors on its diagonal: ``tau = M qdd + bias``.

        ``M_ij = sum of Tr(L_i J_h L_j^t)`` over the links h that both joints carry (Legnani et al. 1996, part 2,
        section 3), from composite bodies.

        >>> from chain import ChainObject, LinkObject
        >>> ChainObject([LinkObject("R", a=1.0, mass=2.0), LinkObject("R", a=1.0, mass=1.0)]).mass_matrix([0.0, 0.0])
        array([[6., 2.],
               [2., 1.]])
        """
        model = self.model

        def kernel(model, q, M, start, stop):
            inertia.samples(model, q, None, M, start, stop)

        return evaluate(model, kernel, ((q, "q", model.nq),), (model.nv, model.nv), out, threads)

    def coriolis_matrix(self, q, qd, *, out=None, threads=None):
        """Coriolis matrix C (..., n, n): ``C qd`` = centrifugal and Coriolis torques, ``dM/dt - 2 C`` skew-symmetric.

        C_ij sums the Christoffel symbols of M times qd: ``sum of Tr((dL_j/dt + L_j W_h) J_h L_i^t)`` over the links h,
        from the derivatives of Legnani et al. 1996, part 2, section 3. The convective matrix of Saha 1999 (eq. 25)
        differs by a skew-symmetric matrix that qd does not feel.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0), LinkObject("R", a=1.0, mass=1.0)])
        >>> arm.coriolis_matrix([0.0, np.pi / 2], [2.0, 1.0]).round(12)
        array([[-1., -3.],
               [ 2.,  0.]])
        """
        model = self.model
        inputs = ((q, "q", model.nq), (qd, "qd", model.nv))
        return evaluate(model, inertia.samples, inputs, (model.nv, model.nv), out, threads)

    def gim_decomposition(self, q, *, out=None, threads=None):
        """U (..., n, n) and D (..., n) with ``M = U diag(D) U^T``, U unit upper triangular.

        Reverse Gaussian elimination (Saha 1999, appendix B): D_i is the articulated inertia along joint i. Result:
        object with `.U .D`; `out`: a tuple of two arrays. SingularityError where some D_i is not positive.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0), LinkObject("R", a=1.0, mass=1.0)])
        >>> arm.gim_decomposition([0.0, 0.0]).U
        array([[1., 2.],
               [0., 1.]])
        """
        model = self.model
        out = (None, None) if out is None else out
        if not isinstance(out, tuple | list) or len(out) != 2:
            raise TypeError(f"`out`: expected a tuple of two arrays (U, D), got {type(out).__name__}")
        batch = Batch(model.nlinks)
        batch.take(q, "q", model.nq)
        batch.settle()
        U = batch.result(out[0], "out, U", model.nv, model.nv)
        D = batch.result(out[1], "out, D", model.nv)

        def kernel(rows, results, start, stop):
            self._refuse(decomposition.samples(model, rows[0], *results, None, start, stop), rows[0])

        batch.run(kernel, threads)
        return Decomposition(U, D)

    def inverse_mass_matrix(self, q, *, out=None, threads=None):
        """Inverse of the mass matrix (..., n, n) by its decomposition: ``U^-T D^-1 U^-1``.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0), LinkObject("R", a=1.0, mass=1.0)])
        >>> arm.inverse_mass_matrix([0.0, 0.0])
        array([[ 0.5, -1. ],
               [-1. ,  3. ]])
        """
        model = self.model

        def kernel(model, q, inverse, start, stop):
            self._refuse(decomposition.samples(model, q, None, None, inverse, start, stop), q)

        return evaluate(model, kernel, ((q, "q", model.nq),), (model.nv, model.nv), out, threads)

    # energy and momentum

    def kinetic_energy(self, q, qd, *, out=None, threads=None):
        """Kinetic energy (...,), J: ``sum of Tr(W J W^t) / 2`` (Legnani et al. 1996, part 2, eq. 8), rotors included.

        >>> from chain import ChainObject, LinkObject
        >>> float(ChainObject([LinkObject("R", a=1.0, mass=2.0)]).kinetic_energy([0.0], [3.0]))
        9.0
        """
        return self._summed("kinetic", (), q, (qd, "qd", self.n), None, out, threads)

    def potential_energy(self, q, *, gravity=None, out=None, threads=None):
        """Potential energy (...,), J: ``-sum of m g.x`` (eq. 9), zero at the origin of frame 0, springs included.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> float(arm.potential_energy([np.pi / 2]))
        20.0
        """
        return self._summed("potential", (), q, None, gravity, out, threads)

    def momentum(self, q, qd, *, out=None, threads=None):
        """Momentum GAMMA (..., 4, 4) of all links, ``sum of skew(W J)``: base frame, about its origin, laid out as PHI.

        >>> from chain import ChainObject, LinkObject
        >>> ChainObject([LinkObject("R", a=1.0, mass=2.0)]).momentum([0.0], [3.0])[1]
        array([6., 0., 0., 6.])
        """
        return self._summed("momentum", (4, 4), q, (qd, "qd", self.n), None, out, threads)

    def centre_of_mass(self, q, *, out=None, threads=None):
        """Centre of mass (..., 3) of all links, fixed ones included, base frame; NaN where there is no mass.

        >>> from chain import ChainObject, LinkObject
        >>> ChainObject([LinkObject("R", a=1.0, mass=2.0), LinkObject("R", a=1.0, mass=2.0)]).centre_of_mass([0, 0])
        array([1.5, 0. , 0. ])
        """
        return self._summed("centre", (3,), q, None, None, out, threads)

    def _summed(self, what, core, q, qd, gravity, out, threads):
        """A sum over all links: energies, momentum, centre of mass (kernels/energy.pyx)."""
        model, mass = self.model, sum(J[3, 3] for J in self.inertias) if what == "centre" else 1.0
        scale = 1.0 / mass if mass else np.nan

        def kernel(model, q, qd, g, result, start, stop):
            energy.samples(model, q, qd, g, what, scale, result, start, stop)

        g = (model.gravity if gravity is None else gravity, "gravity", 3)
        result = evaluate(model, kernel, ((q, "q", model.nq), qd, g), core, out, threads)
        return result if result.ndim or out is not None else result[()]

    # joint actions

    def joint_actions(self, q, qd, qdd, *, external=None, gravity=None, out=None, threads=None):
        """Action PHI (..., nlinks, 4, 4) of the parent ON link i through its joint: base frame, about its origin.

        ``PHI_i = sum of skew((H_j - Hg) J_j) - external_j`` over link i and all that it carries (Legnani et al. 1996,
        part 2, section 2.3), actuator included. The legacy program's "action on joint i" is the negative.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> arm.joint_actions([0.0], [0.0], [0.0])[0, 1]
        array([20.,  0., -0., 20.])
        """
        return self._actions(q, qd, qdd, external, gravity, threads, (out, "out", (len(self), 4, 4)), "PHI", False)

    def joint_reactions(self, q, qd, qdd, *, external=None, frame="base", gravity=None, out=None, threads=None):
        """Force and couple at the origin of each joint, of the parent ON the link, split along and across its axis.

        The decomposition of the consistent Newton-Euler notation (seed 003): `.force .couple` (..., nlinks, 3) and
        `.force_along .force_across .couple_along .couple_across`; also `.axis` and `.origin` (base frame). `frame`:
        "base" or "link" axes. A fixed joint has no axis: all is across. `out`: array (..., nlinks, 12).

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> r = arm.joint_reactions([0.0], [0.0], [0.0])
        >>> r.force[0], r.couple_along[0]
        (array([ 0., 20.,  0.]), array([ 0.,  0., 20.]))
        """
        if frame not in ("base", "link"):
            raise ValueError(f'`frame`: expected "base" or "link", got {frame!r}')
        result = (out, "out", (len(self), 12))
        values = self._actions(q, qd, qdd, external, gravity, threads, result, "reaction", frame == "link")
        moving = np.array([link.kind.nv > 0 for link in self.links])
        return JointReactions(values, moving, frame)

    def _actions(self, q, qd, qdd, external, gravity, threads, result, which, in_link):
        model = self.model
        batch, chosen = self._batch(model, q, qd, (qdd, "qdd"), external, gravity)
        out = batch.result(result[0], result[1], *result[2])

        def kernel(rows, results, start, stop):
            external = [(action.link, action.frame, action.point, rows[k]) for k, action in chosen]
            wanted = {"PHI": None, "reaction": None} | {which: results[0]}
            matrices.samples(
                model, *rows[:4], external, None, None, None, wanted["PHI"], wanted["reaction"], in_link, start, stop
            )

        batch.run(kernel, threads)
        return out

    def _batch(self, model, q, qd, third, external, gravity):
        """Inputs q, qd, qdd or tau, gravity, then the wrenches of the external actions with their places."""
        batch = Batch(model.nlinks)
        for value, name, width in ((q, "q", model.nq), (qd, "qd", model.nv), (*third, model.nv)):
            batch.take(value, name, width)
        batch.take(model.gravity if gravity is None else gravity, "gravity", 3)
        chosen = list(enumerate(actions(self, external), 4))
        for k, action in chosen:
            batch.take(action.wrench, f"external, link {action.link}" if k > 4 else "external", 6)
        batch.settle()
        return batch, chosen


def _on_bodies(model, chosen):
    """Place in the batch and (body, frame, point, Q) of each action on a link that moves, in canonical frames."""
    entries = []
    for k, action in chosen:
        body, T = model.body_of[action.link], model.T_body[action.link]
        if body >= 0:
            # an action about the origin of frame 0 has no point on the body
            point = np.zeros(3) if action.frame == BASE_AT_ORIGIN else moved_point(T, action.point)
            entries.append((k, (body, action.frame, point, T[:3, :3].ravel())))
    return entries
