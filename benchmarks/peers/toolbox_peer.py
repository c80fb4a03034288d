"""Robotics Toolbox for Python: `DHRobot.rne`, recursion and loop over the samples in C."""

import numpy as np
import roboticstoolbox as rtb

from benchmarks.race import INVERSE, Run

RNE = "DHRobot.rne, loop in C"
SAMPLES = 20_000


def rne(robot, samples):
    """Torques of a D&H arm; trees have no compiled recursion there."""
    if robot.links is None:
        raise ImportError("no D&H arm")
    links = [rtb.RevoluteDH(a=k.a, d=k.d, alpha=k.alpha, m=k.mass, r=k.com, I=k.inertia) for k in robot.links]
    arm = rtb.DHRobot(links, gravity=robot.arm.gravity)
    few, last = samples.first(SAMPLES), {}

    def run():
        last["tau"] = arm.rne(few.q, few.qd, few.qdd)

    return Run(len(few.q), run, lambda: np.asarray(last["tau"]))


FIELDS = {INVERSE: {RNE: rne}}
