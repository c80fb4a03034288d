"""Named results of the functions with several outputs; field names and order are those of the legacy library."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Line(NamedTuple):
    """A LINE: the points ``P + s dir``."""

    P: Array
    dir: Array


class Extract(NamedTuple):
    """Axis u and angle phi of a rotation."""

    u: Array
    phi: Array | float


class Screw(NamedTuple):
    """Finite screw: axis u, angle phi, translation h along u, point P of the axis nearest the origin."""

    u: Array
    phi: Array | float
    h: Array | float
    P: Array


class VelocityScrew(NamedTuple):
    """Instantaneous screw: axis u, angular speed omega, sliding speed vel, axis point P nearest the origin."""

    u: Array
    omega: Array | float
    vel: Array | float
    P: Array


class VelocityAcceleration(NamedTuple):
    """Velocity matrix W and acceleration matrix H."""

    W: Array
    H: Array


class DynEq(NamedTuple):
    """Completed acceleration matrix Wp and action matrix F."""

    Wp: Array
    F: Array


class CardanAngles(NamedTuple):
    """The two angle triples of one orientation."""

    q1: Array
    q2: Array


class CardanRates(NamedTuple):
    """The two angle triples of one orientation and their first time derivatives."""

    q1: Array
    q2: Array
    qp1: Array
    qp2: Array


class CardanAccelerations(NamedTuple):
    """The two angle triples of one orientation with first and second time derivatives."""

    q1: Array
    q2: Array
    qp1: Array
    qp2: Array
    qpp1: Array
    qpp2: Array


class Projection(NamedTuple):
    """Foot I of a perpendicular and its length."""

    I: Array
    distance: Array | float


class LinePlane(NamedTuple):
    """Point I common to line and plane; inttype 0: one point, 1: line in the plane, -1: parallel, apart."""

    I: Array
    inttype: NDArray[np.int64] | int


class LineLine(NamedTuple):
    """Mutual position of two lines; inttype 0: incident, 1: skew, 2: parallel, -1: coincident."""

    lmindist: Line
    mindist: Array | float
    pl: Array
    I: Array
    inttype: NDArray[np.int64] | int


class UnitVector(NamedTuple):
    """Unit vector u and the length of the vector it came from."""

    u: Array
    length: Array | float


class PseudoInverse(NamedTuple):
    """Moore-Penrose inverse Api and rank."""

    Api: Array
    rank: NDArray[np.int64] | int


class Solution(NamedTuple):
    """Solution x of a linear system and the rank of its matrix."""

    x: Array
    rank: NDArray[np.int64] | int


class Inverse(NamedTuple):
    """Inverse Ai and rank."""

    Ai: Array
    rank: NDArray[np.int64] | int


class GaussJordan(NamedTuple):
    """Reduced matrix H, order ivet of the unknowns, rank irank, modulus arm of the last pivot."""

    H: Array
    ivet: NDArray[np.int64]
    irank: NDArray[np.int64] | int
    arm: Array | float


class ColumnSwap(NamedTuple):
    """Matrix H with two columns exchanged and the index vector vet."""

    H: Array
    vet: NDArray[np.int64]


class Largest(NamedTuple):
    """Row im, column jm and value of the largest element."""

    im: NDArray[np.int64] | int
    jm: NDArray[np.int64] | int
    value: Array | float
