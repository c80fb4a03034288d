"""Results have the same bits on processors of every kind, also where NumPy's linear algebra rounds differently."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import hashlib
import numpy as np
from chain import ChainObject, LinkObject, load

digest = hashlib.sha256()
turned = [[0, -1, 0, 0.1], [1, 0, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]]
tree = [
    LinkObject("R", placement=turned, axis=(1, 2, 3), mass=1.0, cog=(0.1, 0.2, 0.3), inertia=(1, 1, 1)),
    LinkObject("H", pitch=0.1, theta=0.3, a=0.2, alpha=0.7, mass=1.0, cog=(0.3, 0.2, 0.1)),
    LinkObject("F", placement=turned, mass=2.0, cog=(0.1, 0.0, 0.3)),
    LinkObject("P", placement=turned, axis=(3, -2, -1), parent=0, mass=0.5, cog=(0.1, 0.2, 0.0)),
]
for arm in (load("puma"), load("stanford"), ChainObject(tree)):
    states = np.random.default_rng(0).uniform(-2.0, 2.0, (3, 100, arm.n))
    pushed = {-1: (np.arange(6.0), (0.1, 0.2, 0.3), "base")}
    digest.update(arm.inverse_dynamics(*states, external=pushed).tobytes())
    digest.update(arm.joint_actions(*states).tobytes() + arm.kinematics(*states).H.tobytes())
    q, qd, tau = states
    results = [
        arm.mass_matrix(q), arm.coriolis_matrix(q, qd), *arm.denoc(q), arm.jacobian(q, -1, (0.1, 0.2, 0.3)),
        arm.jacobian_dot(q, qd, -1, (0.1, 0.2, 0.3)), arm.kinetic_energy(q, qd), arm.potential_energy(q),
        arm.momentum(q, qd), arm.centre_of_mass(q), arm.forward_dynamics(q, qd, tau, external=pushed),
        *arm.gim_decomposition(q), arm.inverse_mass_matrix(q),
    ]
    for result in results:
        digest.update(result.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="NumPy's BLAS is chosen through OPENBLAS_CORETYPE")
def test_bits_do_not_depend_on_the_kind_of_processor_that_blas_finds():
    kinds = ["Prescott", "Nehalem", "Haswell", ""]
    found = {
        kind: subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "OPENBLAS_CORETYPE": kind}, check=True,
            capture_output=True, text=True,
        ).stdout
        for kind in kinds
    }  # fmt: skip
    assert len(set(found.values())) == 1, found
