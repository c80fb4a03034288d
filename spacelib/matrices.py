"""The seven matrices as classes: thin arrays of shape (..., 4, 4) that know their rules.

CHAIN++ gave each kind of matrix its own type, so that ``M0 * A`` composes poses, ``ChangeRef`` moves a velocity by
``m W m^-1`` and an inertia by ``m J m^t``, and ``W + H`` is refused. Named frames (:mod:`spacelib.named`) make the
notation correct itself.

>>> M_0_1 = PositionMatrix.from_dh(Rev, 0, 0, 0, 1.0, 0, PIG_2, frame="1", ref="0")
>>> W_1_2 = VelocityMatrix.setup(Rev, 2.0, ref="1")          # body 2 turns about z of frame 1
>>> W_1_2.change_ref(M_0_1).ref
'0'
"""

import numpy as np

from spacelib import cardan, dynamics, frames, motion, position, symmetry, vectors
from spacelib._sizes import broadcast, real_array
from spacelib.algebra import molt4, moltp
from spacelib.constants import ORIGIN, X, Y, Z
from spacelib.named import Matrix4, builder, common, expect_kind, frame_name, plain
from spacelib.results import Array, CardanAngles, Number, Screw, VelocityScrew

__all__ = [
    "AccelerationMatrix", "ActionMatrix", "InertiaMatrix", "MomentumMatrix", "PositionMatrix", "ScrewMatrix",
    "VelocityMatrix",
]  # fmt: skip


class PositionMatrix(Matrix4):
    """Pose ``M = [R t; 0 0 0 1]`` of `frame` seen from `ref`; poses compose by ``M_0_2 = M_0_1 * M_1_2``.

    >>> M_0_1 = PositionMatrix(traslat2(X, 1.0), frame="1", ref="0")
    >>> M_1_2 = PositionMatrix(traslat2(Y, 2.0), frame="2", ref="1")
    >>> M_0_2 = M_0_1 * M_1_2
    >>> M_0_2.frame, M_0_2.ref, M_0_2.origin
    ('2', '0', array([1., 2., 0., 1.]))
    >>> M_1_2 * M_0_1
    Traceback (most recent call last):
    spacelib.errors.FrameError: PositionMatrix * PositionMatrix: frames do not match, '2' and '0'
    """

    def __new__(cls, matrix=None, *, frame=None, ref=None):
        """Copy of `matrix`; the identity by default."""
        self = super().__new__(cls, np.eye(4) if matrix is None else matrix, ref=ref)
        self.frame = getattr(matrix, "frame", None) if frame is None else frame
        return self

    def __array_finalize__(self, source):
        """Views and copies keep the names."""
        super().__array_finalize__(source)
        self._frame = getattr(source, "_frame", None)

    @property
    def frame(self):
        """Name of the frame whose pose this is, or None."""
        return self._frame

    @frame.setter
    def frame(self, name):
        self._frame = frame_name(name, "frame")

    def _names(self):
        return {"frame": self.frame, "ref": self.ref}

    def _moved(self, M, m):
        return molt4(m, M)

    def _scaled(self, number):
        raise TypeError("a PositionMatrix times a number has no meaning")

    def _sum(self, other, operation, sign):
        """Only the difference of two poses means something; it is a plain array."""
        if sign != "-" or (isinstance(other, Matrix4) and not isinstance(other, PositionMatrix)):
            raise TypeError(f"PositionMatrix {sign} {type(other).__name__} has no meaning")
        common(self.ref, getattr(other, "ref", None), "PositionMatrix - PositionMatrix")
        return plain(self) - real_array(plain(other), "matrix", 4, 4)

    def __rsub__(self, other):
        """Plain array minus a pose: a plain array."""
        return real_array(other, "matrix", 4, 4) - plain(self)

    @builder
    def setup(jtype, theta, d, b, a, alpha, q):
        """Pose of a link from extended Denavit and Hartenberg parameters: :func:`spacelib.dhtom`."""
        return position.dhtom(jtype, theta, d, b, a, alpha, q)

    SetUp = setup

    @classmethod
    def from_dh(cls, jtype, theta, d, b, a, alpha, q, *, frame=None, ref=None) -> "PositionMatrix":
        """Pose of a link from extended Denavit and Hartenberg parameters: :func:`spacelib.dhtom`."""
        return cls(position.dhtom(jtype, theta, d, b, a, alpha, q), frame=frame, ref=ref)

    @classmethod
    def from_screw(cls, u, phi, h, P, *, frame=None, ref=None) -> "PositionMatrix":
        """Pose after a rotation `phi` about and a translation `h` along the axis (u, P): :func:`spacelib.screwtom`."""
        return cls(position.screwtom(u, phi, h, P), frame=frame, ref=ref)

    @classmethod
    def from_cardan(cls, q, i=X, j=Y, k=Z, O=ORIGIN, *, frame=None, ref=None) -> "PositionMatrix":
        """Pose from Cardan or Euler angles and an origin: :func:`spacelib.cardantoM`."""
        return cls(cardan.cardantoM(q, i, j, k, O), frame=frame, ref=ref)

    @property
    def rotation(self) -> Array:
        """Rotation R (..., 3, 3)."""
        return plain(self)[..., :3, :3]

    @property
    def origin(self) -> Array:
        """Origin of the frame, a point (..., 4)."""
        return plain(self)[..., :, 3]

    def inv(self) -> "PositionMatrix":
        """Inverse pose: `ref` seen from `frame`."""
        return PositionMatrix(frames.invers(plain(self)), frame=self.ref, ref=self.frame)

    def transform(self, P) -> Array:
        """Points (..., 4) given in `frame`, seen from `ref`."""
        return moltp(plain(self), _points(P))

    def screw(self) -> Screw:
        """Screw (u, phi, h, P) of the displacement from `ref` to `frame`: :func:`spacelib.mtoscrew`."""
        return position.mtoscrew(plain(self))

    def cardan(self, i=X, j=Y, k=Z) -> CardanAngles:
        """Both triples (q1, q2) of Cardan or Euler angles: :func:`spacelib.Mtocardan`."""
        return cardan.Mtocardan(plain(self), i, j, k)

    def normalised(self) -> "PositionMatrix":
        """The pose with the nearest exact rotation: :func:`spacelib.normal4`."""
        return self._like(symmetry.normal4(plain(self)))


class _Velocity(Matrix4):
    """[w~ v0; 0]: what velocities and screws share."""

    def _moved(self, A, m):
        return frames.change_velocity(A, m)

    @property
    def omega(self) -> Array:
        """Angular part (..., 3): the angular velocity, or the axis of a screw."""
        return vectors.mtov4(plain(self))

    @property
    def v0(self) -> Array:
        """Velocity (..., 3) of the body point in the origin of `ref`."""
        return plain(self)[..., :3, 3]

    def point_velocity(self, P) -> Array:
        """Velocity ``W P`` (..., 4) of body points P, in `ref`."""
        return moltp(plain(self), _points(P))


class VelocityMatrix(_Velocity):
    """Velocity ``W = [w~ v0; 0]`` of a body, referred to `ref`; ``W_0_2 = W_0_1 + W_1_2`` in one frame.

    ``W * W`` is an acceleration term, ``W * M`` the rate dM/dt (a plain array).

    >>> W = VelocityMatrix.setup(Rev, 2.0)
    >>> W.omega, W.point_velocity([1, 0, 0, 1])
    (array([0., 0., 2.]), array([0., 2., 0., 0.]))
    """

    @builder
    def setup(jtype, qp):
        """Velocity of a joint on the z axis: W of :func:`spacelib.velacctoWH`."""
        return motion.velacctoWH(jtype, qp, 0.0).W

    SetUp = setup

    def screw(self) -> VelocityScrew:
        """Instantaneous screw (u, omega, vel, P): :func:`spacelib.Wtovel`."""
        return motion.Wtovel(plain(self))

    def unit(self) -> "ScrewMatrix":
        """ScrewMatrix L with W = L times the rate: :func:`spacelib.WtoL`."""
        return ScrewMatrix(motion.WtoL(plain(self)), ref=self.ref)

    def momentum(self, J) -> "MomentumMatrix":
        """Momentum ``GAMMA = skew(W J)`` of a body with inertia J in the same frame."""
        return _skew(self, J, MomentumMatrix, "momentum")

    def power(self, PHI) -> Number:
        """Power ``psedot(W, PHI)`` of an action in the same frame."""
        return _pseudo(self, PHI, "power")


class ScrewMatrix(_Velocity):
    """Screw ``L = [u~ b; 0]``, W per unit joint rate, referred to `ref`; a number times L is a velocity.

    >>> L = ScrewMatrix.setup(Rev, Zaxis, 0.0, [1, 0, 0, 1])
    >>> (3.0 * L).v0, L.acceleration(3.0, 0.0).a0
    (array([ 0., -3.,  0.]), array([9., 0., 0.]))
    """

    @builder
    def setup(jtype, u, pitch, P):
        """Screw of a joint with axis u through P: :func:`spacelib.makeL`."""
        return motion.makeL(jtype, u, pitch, P)

    SetUp = setup

    def _scaled(self, number):
        return VelocityMatrix(plain(self) * float(number), ref=self.ref)

    def _sum(self, other, operation, sign):
        raise TypeError(f"ScrewMatrix {sign} {type(other).__name__} has no meaning: multiply by the joint rates first")

    def velocity(self, qp) -> "VelocityMatrix":
        """Velocity ``W = L qp`` for rates qp (...)."""
        return VelocityMatrix(plain(self) * self._column(qp, "qp"), ref=self.ref)

    def acceleration(self, qp, qpp) -> "AccelerationMatrix":
        """Acceleration ``H = L qpp + L^2 qp^2`` (Legnani et al. 1996, part 2, section 2.1)."""
        L = plain(self)
        H = L * self._column(qpp, "qpp") + L @ L * self._column(qp, "qp") ** 2
        return AccelerationMatrix(H, ref=self.ref)

    def _column(self, rate, name):
        rate = real_array(rate, name)
        broadcast("ScrewMatrix", L=(plain(self), 2), **{name: (rate, 0)})
        return rate[..., None, None]

    def generalised_force(self, PHI) -> Number:
        """Force or torque ``psedot(L, PHI)`` that an action in the same frame does along the joint."""
        return _pseudo(self, PHI, "generalised_force")


class AccelerationMatrix(Matrix4):
    """Acceleration ``H = [G a0; 0]``, ``G = dw~ + w~ w~``, referred to `ref`.

    Coriolis' theorem reads ``H_0_2 = H_0_1 + H_1_2 + 2 * W_0_1 * W_1_2``, all in one frame.

    >>> W, H = VelocityMatrix.setup(Rev, 2.0), AccelerationMatrix.setup(Rev, 2.0, 5.0)
    >>> (H + H + 2 * W * W).omega_dot, (H + H + 2 * W * W)[0, 0]
    (array([ 0.,  0., 10.]), np.float64(-16.0))
    >>> W + H
    Traceback (most recent call last):
    TypeError: VelocityMatrix + AccelerationMatrix has no meaning
    """

    @builder
    def setup(jtype, qp, qpp):
        """Acceleration of a joint on the z axis: H of :func:`spacelib.velacctoWH`."""
        return motion.velacctoWH(jtype, qp, qpp).H

    SetUp = setup

    @classmethod
    def gravity(cls, gx, gy, gz, *, ref=None) -> "AccelerationMatrix":
        """Gravity ``Hg = [0 g; 0]``: :func:`spacelib.gtom`."""
        return cls(motion.gtom(gx, gy, gz), ref=ref)

    def _moved(self, A, m):
        return frames.trasf_mami(A, m)

    @property
    def omega_dot(self) -> Array:
        """Angular acceleration (..., 3)."""
        return vectors.mtov4(plain(self))

    @property
    def a0(self) -> Array:
        """Acceleration (..., 3) of the body point in the origin of `ref`."""
        return plain(self)[..., :3, 3]

    def point_acceleration(self, P) -> Array:
        """Acceleration ``H P`` (..., 4) of body points P, in `ref`."""
        return moltp(plain(self), _points(P))

    def action(self, J) -> "ActionMatrix":
        """Action ``PHI = skew(H J)`` that gives a body of inertia J this acceleration; for Hg: its weight."""
        return _skew(self, J, ActionMatrix, "action")


class InertiaMatrix(Matrix4):
    """Pseudo-inertia ``J = integral P P^t dm`` of a body, referred to `ref`; moves by ``m J m^t``.

    >>> J = InertiaMatrix.setup(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0.1, 0, 0)
    >>> J.mass, J.cog, J.tensor.round(12).diagonal()
    (np.float64(2.0), array([0.1, 0. , 0. ]), array([0.3, 0.4, 0.5]))
    """

    @builder
    def setup(mass, jxx, jyy, jzz, jxy, jyz, jxz, xg, yg, zg):
        """Inertia from mass, moments about the centre of mass and its coordinates: :func:`spacelib.jtoJ`."""
        return dynamics.jtoJ(mass, jxx, jyy, jzz, jxy, jyz, jxz, xg, yg, zg)

    SetUp = setup

    def _moved(self, A, m):
        return frames.change_inertia(A, m)

    @property
    def mass(self) -> Number:
        """Mass (...)."""
        return plain(self)[..., 3, 3][()]

    @property
    def cog(self) -> Array:
        """Centre of mass (..., 3), in `ref`; nan for a massless body."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return plain(self)[..., :3, 3] / plain(self)[..., 3, 3, None]

    @property
    def tensor(self) -> Array:
        """Usual inertia tensor (..., 3, 3) about the centre of mass, axes of `ref`."""
        first, mass = plain(self)[..., :3, 3], plain(self)[..., 3, 3, None, None]
        moments = first[..., :, None] * first[..., None, :]
        S = plain(self)[..., :3, :3] - np.divide(moments, mass, out=np.zeros_like(moments), where=mass != 0)
        return np.trace(S, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - S

    def kinetic_energy(self, W) -> Number:
        """Kinetic energy ``0.5 trace(W J W^t)`` at the velocity W in the same frame."""
        expect_kind(W, "InertiaMatrix.kinetic_energy", "VelocityMatrix")
        common(self.ref, getattr(W, "ref", None), "InertiaMatrix.kinetic_energy")
        return 0.5 * dynamics.trac_ljlt4(plain(W), plain(self), plain(W))


class _Action(Matrix4):
    """[c~ f; -f^t 0]: what actions and momenta share."""

    @builder
    def setup(fx, fy, fz, cx, cy, cz):
        """From the vector part and the part about the origin of the frame: :func:`spacelib.actom`."""
        return dynamics.actom(fx, fy, fz, cx, cy, cz)

    SetUp = setup

    def _moved(self, A, m):
        return frames.change_action(A, m)


class ActionMatrix(_Action):
    """Action ``PHI = [c~ f; -f^t 0]``: force f and couple c about the origin of `ref`; moves by ``m PHI m^t``.

    >>> PHI = ActionMatrix.setup(0, 5, 0, 0, 0, 0)
    >>> PHI.change_ref(traslat2(X, 3.0)).couple
    array([ 0.,  0., 15.])
    """

    @property
    def force(self) -> Array:
        """Force (..., 3)."""
        return plain(self)[..., :3, 3]

    @property
    def couple(self) -> Array:
        """Couple (..., 3) about the origin of `ref`."""
        return vectors.mtov4(plain(self))

    def power(self, W) -> Number:
        """Power ``psedot(W, PHI)`` at the velocity W in the same frame."""
        return _pseudo(W, self, "power")


class MomentumMatrix(_Action):
    """Momentum ``GAMMA = skew(W J)``: linear momentum and angular momentum about the origin of `ref`.

    >>> J = InertiaMatrix.setup(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0)
    >>> VelocityMatrix.setup(Rev, 3.0).momentum(J).angular
    array([0. , 0. , 1.5])
    """

    @property
    def linear(self) -> Array:
        """Linear momentum (..., 3)."""
        return plain(self)[..., :3, 3]

    @property
    def angular(self) -> Array:
        """Angular momentum (..., 3) about the origin of `ref`."""
        return vectors.mtov4(plain(self))


def _skew(A, J, kind, what):
    expect_kind(J, f"{type(A).__name__}.{what}", "InertiaMatrix")
    ref = common(A.ref, getattr(J, "ref", None), f"{type(A).__name__}.{what}")
    return kind(dynamics.skew4(plain(A), plain(J)), ref=ref)


def _pseudo(A, PHI, what):
    expect_kind(A, what, "VelocityMatrix", "ScrewMatrix")
    expect_kind(PHI, what, "ActionMatrix")
    common(getattr(A, "ref", None), getattr(PHI, "ref", None), what)
    return dynamics.psedot(plain(A), plain(PHI))


def _points(P):
    return real_array(P, "P", 4)


_moving = (VelocityMatrix, ScrewMatrix)
Matrix4.products[PositionMatrix, PositionMatrix] = PositionMatrix
for _left in _moving:
    for _right in _moving:
        Matrix4.products[_left, _right] = AccelerationMatrix
for _rate in (*_moving, AccelerationMatrix):
    Matrix4.products[_rate, PositionMatrix] = Matrix4.products[_rate, InertiaMatrix] = None
for _kind in (*_moving, AccelerationMatrix, InertiaMatrix, ActionMatrix, MomentumMatrix):
    Matrix4.products[PositionMatrix, _kind] = None
