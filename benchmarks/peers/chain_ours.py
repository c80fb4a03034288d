"""This library: batches, threads, one sample per call, and the plain equations of chain.reference."""

from functools import partial

import numpy as np

from benchmarks.race import FORWARD, INVERSE, Run
from chain import reference

BATCH, TWO, ONE, PLAIN = "batch, one thread", "batch, two threads", "one sample per call", "chain.reference"
CALLS = 5000  # of one sample each


def batch(robot, samples, method=INVERSE, threads=1):
    """All samples in one call."""
    call, given = getattr(robot.arm, method), inputs(samples, method)
    out = np.zeros_like(samples.tau)
    return Run(len(out), lambda: call(*given, out=out, threads=threads), lambda: out)


def single(robot, samples, method=INVERSE):
    """A Python loop over calls of one sample with `out=`."""
    call, out = getattr(robot.arm, method), np.zeros(robot.n)
    a, b, c = (np.ascontiguousarray(x[0]) for x in inputs(samples, method))

    def run():
        for _ in range(CALLS):
            call(a, b, c, out=out)

    return Run(CALLS, run, lambda: out[None])


def inputs(samples, method):
    """q, qd and qdd or tau."""
    return samples.q, samples.qd, samples.qdd if method == INVERSE else samples.tau


def plain(robot, samples):
    """The definition, one sample at a time."""
    few, chain, gravity = samples.first(2), reference.bodies(robot.arm), robot.arm.gravity
    tau = np.zeros_like(few.tau)

    def run():
        for i in range(len(tau)):
            tau[i] = reference.inverse_dynamics(chain, few.q[i], few.qd[i], few.qdd[i], gravity)

    return Run(len(tau), run, lambda: tau)


def ways(method):
    """{label: function} of torques or accelerations."""
    one, two = partial(batch, method=method), partial(batch, method=method, threads=2)
    return {BATCH: one, TWO: two, ONE: partial(single, method=method)}


FIELDS = {INVERSE: ways(INVERSE) | {PLAIN: plain}, FORWARD: ways(FORWARD)}
