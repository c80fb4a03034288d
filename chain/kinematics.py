"""The motion of a chain: position, velocity and acceleration matrices, Jacobians of points, DeNOC matrices."""

import numpy as np

from chain.denoc import denoc
from chain.driver import Batch, evaluate
from chain.kernels import jacobian, matrices
from chain.link import vector
from chain.results import Kinematics

__all__ = ["WithKinematics"]


class WithKinematics:
    """Methods of ChainObject that need no mass."""

    def kinematics(self, q, qd=None, qdd=None, *, out=None, threads=None):
        """Absolute M, W, H of every link, each (..., nlinks, 4, 4), base frame; W needs `qd`, H `qd` and `qdd`.

        ``M = M_p A``, ``W = W_p + L qd``, ``H = H_p + H_rel + 2 W_p W_rel`` (Legnani et al. 1996, part 2, section 2.1).
        Result: object with `.M .W .H`, W and H None where not asked; `out`: a tuple of three arrays (or None).

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=0.5), LinkObject("R", a=0.4)])
        >>> k = arm.kinematics([0.0, 0.0], [1.0, 1.0])
        >>> k.M[1, :3, 3], k.W[1, 1, 0]
        (array([0.9, 0. , 0. ]), np.float64(2.0))
        """
        if qdd is not None and qd is None:
            raise TypeError("`qd`: expected together with `qdd`, got None")
        model = self.model
        batch = Batch(model.nlinks)
        for value, name, width in ((q, "q", model.nq), (qd, "qd", model.nv), (qdd, "qdd", model.nv)):
            batch.take(value, name, width, optional=name != "q")
        batch.settle()
        out = (None, None, None) if out is None else out
        if not isinstance(out, tuple | list) or len(out) != 3:
            raise TypeError(f"`out`: expected a tuple of three arrays (M, W, H), got {type(out).__name__}")
        wanted = (True, qd is not None, qdd is not None)
        names = [name if want else None for name, want in zip("MWH", wanted, strict=True)]
        made = [n and batch.result(o, f"out, {n}", model.nlinks, 4, 4) for n, o in zip(names, out, strict=True)]

        def kernel(rows, results, start, stop):
            results = iter(results)
            M, W, H = (next(results) if want else None for want in wanted)
            matrices.samples(model, *rows, np.zeros((1, 3)), [], M, W, H, None, None, False, start, stop)

        batch.run(kernel, threads)
        return Kinematics(*made)

    def jacobian(self, q, link=None, point=None, *, out=None, threads=None):
        """Jacobian (..., 6, n) of a point of a link: ``J qd`` = its velocity, then the link's angular velocity.

        Base axes. `link`: index or name, None the last link; `point` (3,): in the link's frame, None its origin.
        Without `link` the point is the tool's origin (chains with one end). A column is ``turns z x r + slides z`` and
        ``turns z``, z the joint's axis, r from the axis to the point: the entries of its screw L (Legnani et al. 1996,
        part 2, section 2.1).

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=0.5), LinkObject("R", a=0.4)])
        >>> arm.jacobian([0.0, 0.0])[[1, 5]]
        array([[0.9, 0.4],
               [1. , 1. ]])
        """
        return self._jacobian(q, None, link, point, out, threads)

    def jacobian_dot(self, q, qd, link=None, point=None, *, out=None, threads=None):
        """Rate of the Jacobian (..., 6, n): the acceleration of the point is ``J qdd + jacobian_dot qd``.

        Arguments of `jacobian`; rows 3-5 likewise give the angular acceleration.

        >>> from chain import ChainObject, LinkObject
        >>> arm = ChainObject([LinkObject("R", a=0.5), LinkObject("R", a=0.4)])
        >>> (arm.jacobian_dot([0.0, 0.0], [2.0, 1.0]) @ [2.0, 1.0])[:3].round(12)     # -0.5 2^2 - 0.4 (2 + 1)^2
        array([-5.6,  0. ,  0. ])
        """
        return self._jacobian(q, (qd, "qd", self.n), link, point, out, threads)

    def _jacobian(self, q, qd, link, point, out, threads):
        model = self.model
        body, place = self._place(model, link, point)

        def kernel(model, q, qd, J, start, stop):
            jacobian.samples(model, q, qd, body, place, J, start, stop)

        return evaluate(model, kernel, ((q, "q", model.nq), qd), (6, model.nv), out, threads)

    def _place(self, model, link, point):
        """Body and canonical coordinates of a point of a link; those of origins and tool are kept for the next call."""
        kept = point is None and type(link) in (int, str, type(None))
        if kept and link in model.places:
            return model.places[link]
        p = np.zeros(3) if point is None else vector(point, "point")
        if link is None:
            if len(self.ends) != 1:
                raise ValueError(f"`link`: expected a link, because the tree has {len(self.ends)} ends, got None")
            k = len(self.links) - 1
            if point is None and self.tool is not None:
                p = self.tool[:3, 3]
        else:
            try:
                k = self.index(link)
            except (LookupError, TypeError) as error:
                raise type(error)(f"`link`: {error.args[0]}") from None
        place = int(model.body_of[k]), moved_point(model.T_body[k], p)
        if kept:
            model.places[link] = place
        return place

    denoc = denoc


def moved_point(M, p):
    """Coordinates of a point in another frame, summed in order: a BLAS may round differently."""
    return ((M[:3, 0] * p[0] + M[:3, 1] * p[1]) + M[:3, 2] * p[2]) + M[:3, 3]
