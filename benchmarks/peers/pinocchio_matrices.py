"""Pinocchio: mass, Coriolis, inverse mass matrix and Jacobian from Python, sample after sample."""

from functools import partial

import numpy as np
import pinocchio as pin

from benchmarks.peers.pinocchio_peer import CALLS, model_of
from benchmarks.race import Run

FEW = 50  # results shown
NAMES = {
    "mass_matrix": "crba",
    "coriolis_matrix": "computeCoriolisMatrix",
    "inverse_mass_matrix": "computeMinverse",
    "jacobian": "computeFrameJacobian",
}


def caller(robot, method):
    """The function of Pinocchio, its first and its last arguments; the frame of the last link is added to the model."""
    model, last = model_of(robot), ()
    if method == "jacobian":
        place = pin.SE3(robot.arm[robot.n - 1].after)
        frame = model.addFrame(pin.Frame("last", robot.n, 0, place, pin.FrameType.OP_FRAME))
        last = (frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
    return getattr(pin, NAMES[method]), (model, model.createData()), last


def states(samples, method):
    """Q, and qd where it counts."""
    return (samples.q, samples.qd) if method == "coriolis_matrix" else (samples.q,)


def whole(method, A):
    """The full matrix: Pinocchio gives the upper half of a symmetric one."""
    return np.triu(A) + np.triu(A, 1).T if "mass" in method else A.copy()


def loop(robot, samples, method):
    """Sample after sample."""
    (call, first, last), given = caller(robot, method), states(samples.first(CALLS), method)

    def run():
        if len(given) == 2:
            q, qd = given
            for i in range(len(q)):
                call(*first, q[i], qd[i])
        else:
            (q,) = given
            for i in range(len(q)):
                call(*first, q[i], *last)

    shown = lambda: np.array([whole(method, call(*first, *row, *last)) for row in zip(*given, strict=True)][:FEW])  # noqa: E731
    return Run(len(given[0]), run, shown)


def single(robot, samples, method):
    """One sample again and again: what a call costs."""
    call, first, last = caller(robot, method)
    given = (*first, *(x[0].copy() for x in states(samples, method)), *last)

    def run():
        for _ in range(CALLS):
            call(*given)

    return Run(CALLS, run, lambda: whole(method, call(*given))[None])


def ways(method):
    """{label: function}."""
    name = NAMES[method]
    return {
        f"{name}, Python loop": partial(loop, method=method),
        f"{name}, one sample per call": partial(single, method=method),
    }


FIELDS = {method: ways(method) for method in NAMES}
