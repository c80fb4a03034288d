"""joint_actions and kinematics into given arrays, checked against chain.reference; bare stores of as many bytes."""

import numpy as np

from benchmarks import roofline
from benchmarks.race import Run
from chain import reference

CHECKED = 2  # samples compared with chain.reference


def actions(robot, samples):
    """PHI of every joint: 128 bytes per link and sample."""
    motion, count, arm = samples[:3], len(samples.q), robot.arm
    PHI = np.zeros((count, len(arm), 4, 4))
    arm.joint_actions(*motion, out=PHI, threads=1)
    for i in range(CHECKED):
        compare(PHI[i], reference.joint_actions(reference.bodies(arm), *(x[i] for x in motion), arm.gravity))
    return Run(count, lambda: arm.joint_actions(*motion, out=PHI, threads=1), lambda: (PHI,))


def kinematics(robot, samples):
    """M, W, H of every link: 384 bytes per link and sample."""
    motion, count, arm = samples[:3], len(samples.q), robot.arm
    MWH = tuple(np.zeros((count, len(arm), 4, 4)) for _ in "MWH")
    arm.kinematics(*motion, out=MWH, threads=1)
    for i in range(CHECKED):
        plain = reference.kinematics(reference.bodies(arm), *(x[i] for x in motion))
        for mine, theirs in zip(MWH, (plain.M, plain.W, plain.H), strict=True):
            compare(mine[i], theirs)
    return Run(count, lambda: arm.kinematics(*motion, out=MWH, threads=1), lambda: MWH)


def compare(mine, theirs):
    """Equal to 1e-9 of the largest entry."""
    theirs = np.array([np.asarray(x, float) for x in theirs])
    assert np.abs(mine - theirs).max() <= 1e-9 * np.abs(theirs).max()


def stores(run, streaming=False):
    """Stores into the arrays of a run and nothing else, ordinary ones or past the cache."""
    return roofline.store(run.count, streaming, *run.result())
