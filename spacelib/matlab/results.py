"""Named results whose order or names differ from those of the C-named functions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spacelib.results import Array


class Screw(NamedTuple):
    """Finite screw: axis u, angle phi, point P of the axis nearest the origin, translation h along u."""

    u: Array
    phi: Array | float
    P: Array
    h: Array | float


class VelocityScrew(NamedTuple):
    """Instantaneous screw: axis, angular speed omega, sliding speed vel, axis point P nearest the origin."""

    axis: Array
    omega: Array | float
    vel: Array | float
    P: Array


class DynEq(NamedTuple):
    """Completed acceleration matrix wp and action matrix f; status OK, or NOTOK for a singular inertia."""

    wp: Array
    f: Array
    status: int


class CardanRates(NamedTuple):
    """First angle triple and its rates, second angle triple and its rates."""

    q1: Array
    qp1: Array
    q2: Array
    qp2: Array


class RateInverse(NamedTuple):
    """Inverse Ai of the rate matrix; test is OK, or NOTOK at gimbal lock."""

    Ai: Array
    test: NDArray[np.int64] | int


class UnitVector(NamedTuple):
    """Unit vector u and the length t of the vector it came from."""

    u: Array
    t: Array | float


class Foot(NamedTuple):
    """Foot I of a perpendicular and its length d."""

    I: Array
    d: Array | float


class PlanePlane(NamedTuple):
    """Common line l, (..., 4, 2), of two planes; test is OK, or NOTOK for parallel planes."""

    l: Array
    test: NDArray[np.int64] | int


class LinePlane(NamedTuple):
    """Point I common to line and plane; intype 0: one point, 1: line in the plane, -1: parallel, apart."""

    I: Array
    intype: NDArray[np.int64] | int


class LineLine(NamedTuple):
    """Mutual position of two lines; inttype 0: incident, 1: skew, 2: parallel, -1: coincident."""

    lmindist: Array
    mindist: Array | float
    pl: Array
    I: Array
    inttype: NDArray[np.int64] | int


class Solution(NamedTuple):
    """Solution x of a linear system and the rank irank of its matrix."""

    x: Array
    irank: NDArray[np.int64] | int
