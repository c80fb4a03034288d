"""Named results of the functions with several outputs; field names and order are those of the legacy library."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Number: TypeAlias = Any  # a float for one sample, an array for a batch
Whole: TypeAlias = Any  # an int for one sample, an array of ints for a batch


class Line(NamedTuple):
    """A LINE: the points ``P + s dir``."""

    P: Array
    dir: Array


class Extract(NamedTuple):
    """Axis u and angle phi of a rotation."""

    u: Array
    phi: Number


class Screw(NamedTuple):
    """Finite screw: axis u, angle phi, translation h along u, point P of the axis nearest the origin."""

    u: Array
    phi: Number
    h: Number
    P: Array


class VelocityScrew(NamedTuple):
    """Instantaneous screw: axis u, angular speed omega, sliding speed vel, axis point P nearest the origin."""

    u: Array
    omega: Number
    vel: Number
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
    distance: Number


class LinePlane(NamedTuple):
    """Point I common to line and plane; inttype 0: one point, 1: line in the plane, -1: parallel, apart."""

    I: Array
    inttype: Whole


class LineLine(NamedTuple):
    """Mutual position of two lines; inttype 0: incident, 1: skew, 2: parallel, -1: coincident."""

    lmindist: Line
    mindist: Number
    pl: Array
    I: Array
    inttype: Whole


class UnitVector(NamedTuple):
    """Unit vector u and the length of the vector it came from."""

    u: Array
    length: Number


class PseudoInverse(NamedTuple):
    """Moore-Penrose inverse Api and rank."""

    Api: Array
    rank: Whole


class Solution(NamedTuple):
    """Solution x of a linear system and the rank of its matrix."""

    x: Array
    rank: Whole


class Inverse(NamedTuple):
    """Inverse Ai and rank."""

    Ai: Array
    rank: Whole


class GaussJordan(NamedTuple):
    """Reduced matrix H, order ivet of the unknowns, rank irank, modulus arm of the last pivot."""

    H: Array
    ivet: NDArray[np.int64]
    irank: Whole
    arm: Number


class ColumnSwap(NamedTuple):
    """Matrix H with two columns exchanged and the index vector vet."""

    H: Array
    vet: NDArray[np.int64]


class Largest(NamedTuple):
    """Row im, column jm and value of the largest element."""

    im: Whole
    jm: Whole
    value: Number
