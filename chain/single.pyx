"""The shortest way from Python to the torques or accelerations of one sample.

A controller or a simulation asks for one sample at a time; then the call itself is half of the cost. So these methods
of ChainObject, and no others, are compiled; whatever is not one plain sample goes on to chain/dynamics.py.
"""
cimport cython

from chain.kernels.forward cimport one_sample as one_forward
from chain.kernels.inverse cimport one_sample as one_inverse
from chain.kernels.model cimport Model


cdef class Single:
    """Base class of ChainObject: the packed model, inverse and forward dynamics."""

    cdef Model kept         # None: to be built

    @property
    def _model(self):
        with cython.critical_section(self):
            return self.kept

    @_model.setter
    def _model(self, Model model):
        with cython.critical_section(self):
            self.kept = model

    def inverse_dynamics(self, q, qd, qdd, *, external=None, gravity=None, out=None, threads=None, progress=False):
        """Joint torques and forces tau (..., n) that give the motion: ``tau = M qdd + C qd + g - J^T external``.

        The matrix form ``PHI = skew((H - Hg) J)``, ``tau = psedot(L, PHI)`` (Legnani et al. 1996, part 2, section 2.3
        and eq. 10), evaluated in the links' frames; joint friction, springs and rotors are added. `external`: action BY
        the environment ON links: (..., 6) force and couple at the tool's origin, base axes; {link: (..., 6)} at the
        link's origin, base axes; {link: (wrench, point, "base" | "link")}; or PHI (..., nlinks, 4, 4), base frame.
        Inputs may be memory maps, larger than the memory; ``progress=True`` shows a bar. Dask arrays give a Dask array.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> arm.inverse_dynamics([[0.0], [0.0]], [[0.0], [3.0]], [[0.0], [1.0]])
        array([[20.],
               [22.]])
        """
        cdef Model model
        with cython.critical_section(self):
            model = self.kept
        if model is None:
            model = self._build()
        if external is None and gravity is None and threads is None:
            tau = one_inverse(model, q, qd, qdd, out)
            if tau is not None:
                return tau
        return self._inverse_dynamics(q, qd, qdd, external, gravity, out, threads, progress)

    def forward_dynamics(self, q, qd, tau, *, external=None, gravity=None, out=None, threads=None, progress=False):
        """Joint accelerations qdd (..., n) that torques tau give: ``M qdd = tau - bias + J^T external``, in O(n).

        The recursion of Saha 1999, section 5.2 and appendix B: M = U D U^T is never formed. Friction, springs and
        rotors of the joints count; arguments as for `inverse_dynamics`, which it undoes. SingularityError, with the
        name of the joint, where the articulated inertia along a joint is not positive.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> arm.forward_dynamics([[0.0], [0.0]], [[0.0], [3.0]], [[20.0], [22.0]])
        array([[0.],
               [1.]])
        """
        cdef Model model
        with cython.critical_section(self):
            model = self.kept
        if model is None:
            model = self._build()
        if external is None and gravity is None and threads is None:
            qdd = one_forward(model, q, qd, tau, out)
            if qdd is not None:
                return qdd
        return self._forward_dynamics(q, qd, tau, external, gravity, out, threads, progress)
