"""This library: matrices of a batch, and one sample per call; forward dynamics by the mass matrix and its factors."""

from functools import partial

import numpy as np

from benchmarks.cubic import solved
from benchmarks.peers.chain_ours import BATCH, CALLS, ONE
from benchmarks.race import FORWARD, Run, matrix_inputs

FEW = 50  # results shown
METHODS = ("mass_matrix", "coriolis_matrix", "inverse_mass_matrix", "jacobian")
CUBIC = "mass matrix and Cholesky, O(n^3), lanes in C"


def batch(robot, samples, method):
    """All samples in one call."""
    call, given, n = getattr(robot.arm, method), matrix_inputs(method, robot, samples), robot.n
    out = np.zeros((len(samples.q), 6 if method == "jacobian" else n, n))
    return Run(len(out), lambda: call(*given, out=out, threads=1), lambda: out[:FEW])


def single(robot, samples, method):
    """A Python loop over calls of one sample with `out=`."""
    call, n = getattr(robot.arm, method), robot.n
    given = [x[0].copy() if isinstance(x, np.ndarray) else x for x in matrix_inputs(method, robot, samples)]
    out = np.zeros((6 if method == "jacobian" else n, n))

    def run():
        for _ in range(CALLS):
            call(*given, out=out)

    return Run(CALLS, run, lambda: out[None])


FIELDS = {m: {BATCH: partial(batch, method=m), ONE: partial(single, method=m)} for m in METHODS}
FIELDS[FORWARD] = {CUBIC: solved}
