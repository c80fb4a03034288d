"""This library: batches, threads, one sample per call, and the plain equations of chain.reference."""

import numpy as np

from benchmarks.race import Run
from chain import reference

BATCH, TWO, ONE, PLAIN = "batch, one thread", "batch, two threads", "one sample per call", "chain.reference"
CALLS = 5000  # of one sample each


def batch(robot, samples, threads=1):
    """All samples in one call."""
    call, (q, qd, qdd), tau = robot.arm.inverse_dynamics, samples[:3], np.zeros_like(samples.tau)
    return Run(len(q), lambda: call(q, qd, qdd, out=tau, threads=threads), lambda: tau)


def two_threads(robot, samples):
    """The same on two threads."""
    return batch(robot, samples, 2)


def single(robot, samples):
    """A Python loop over calls of one sample with `out=`."""
    call, tau = robot.arm.inverse_dynamics, np.zeros(robot.n)
    q, qd, qdd = (np.ascontiguousarray(x[0]) for x in samples[:3])

    def run():
        for _ in range(CALLS):
            call(q, qd, qdd, out=tau)

    return Run(CALLS, run, lambda: tau[None])


def plain(robot, samples):
    """The definition, one sample at a time."""
    few, chain, gravity = samples.first(2), reference.bodies(robot.arm), robot.arm.gravity
    tau = np.zeros_like(few.tau)

    def run():
        for i in range(len(tau)):
            tau[i] = reference.inverse_dynamics(chain, few.q[i], few.qd[i], few.qdd[i], gravity)

    return Run(len(tau), run, lambda: tau)


FIELD = {BATCH: batch, TWO: two_threads, ONE: single, PLAIN: plain}
