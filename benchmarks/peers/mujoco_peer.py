"""MuJoCo: `mj_inverse` from Python, and from a C loop only what the torques need.

mj_inverse does more than inverse dynamics of a chain (mass matrix, constraints, sensors); contact and constraints are
switched off. The C loop calls mj_kinematics, mj_comPos, mj_comVel and mj_rne of the same library.
"""

import ctypes
from pathlib import Path

import mujoco
import numpy as np

from benchmarks.compiling import arguments, library
from benchmarks.race import Run

INVERSE, RNE = "mj_inverse, Python loop", "mj_rne and what it needs, C loop"
CALLS = 2000
STAGES = ("mj_kinematics", "mj_comPos", "mj_comVel")
SOURCE = r"""
#include <string.h>
typedef void stage(const void *m, void *d);
typedef void rne(const void *m, void *d, int acc, double *result);

void run(stage **stages, rne *last, const void *m, void *d, long N, long n, double *qpos, double *qvel, double *qacc,
         const double *q, const double *qd, const double *qdd, double *tau)
{
    for (long i = 0; i < N; i++) {
        memcpy(qpos, q + i * n, n * sizeof(double));
        memcpy(qvel, qd + i * n, n * sizeof(double));
        memcpy(qacc, qdd + i * n, n * sizeof(double));
        for (int k = 0; k < 3; k++)
            stages[k](m, d);
        last(m, d, 1, tau + i * n);
    }
}
"""


def model_of(robot):
    """The robot as an MjModel."""
    spec = mujoco.MjSpec()
    spec.option.gravity = robot.arm.gravity
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    spec.compiler.boundmass = spec.compiler.boundinertia = 0.0
    spec.compiler.balanceinertia = True
    made = []
    for i, b in enumerate(robot.bodies):
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, b.placement[:3, :3].ravel())
        I = b.inertia
        body = (spec.worldbody if b.parent < 0 else made[b.parent]).add_body(
            name=f"body{i}", pos=b.placement[:3, 3], quat=quaternion, mass=b.mass, ipos=b.com, explicitinertial=True,
            fullinertia=[I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]],
        )  # fmt: skip
        body.add_joint(name=f"joint{i}", type=mujoco.mjtJoint.mjJNT_HINGE, axis=b.axis)
        made.append(body)
    model = spec.compile()
    assert [model.joint(f"joint{i}").qposadr[0] for i in range(robot.n)] == list(range(robot.n)), "order of joints"
    return model


def inverse(robot, samples):
    """mj_inverse for sample after sample."""
    model, few = model_of(robot), samples.first(CALLS)
    data, (q, qd, qdd), tau = mujoco.MjData(model), few[:3], np.zeros_like(few.tau)

    def run():
        call, qpos, qvel, qacc, torque = mujoco.mj_inverse, data.qpos, data.qvel, data.qacc, data.qfrc_inverse
        for i in range(len(q)):
            qpos[:] = q[i]
            qvel[:] = qd[i]
            qacc[:] = qdd[i]
            call(model, data)
            tau[i] = torque

    return Run(len(q), run, lambda: tau)


def rne(robot, samples):
    """mj_rne in a C loop."""
    code = library(SOURCE)
    there = ctypes.CDLL(str(next(Path(mujoco.__file__).parent.glob("libmujoco.so*"))))
    stages = (ctypes.c_void_p * 3)(*(ctypes.cast(getattr(there, name), ctypes.c_void_p) for name in STAGES))
    last = ctypes.cast(there.mj_rne, ctypes.c_void_p)
    model, few = model_of(robot), samples.first(10 * CALLS)
    data, motion, tau = mujoco.MjData(model), [np.ascontiguousarray(x) for x in few[:3]], np.zeros_like(few.tau)
    m, d = (ctypes.c_void_p(x._address) for x in (model, data))
    given = arguments(stages, last, m, d, len(tau), robot.n, data.qpos, data.qvel, data.qacc, *motion, tau)
    return Run(len(tau), lambda: code.run(*given), lambda: (model, data, motion, tau)[-1])


FIELD = {INVERSE: inverse, RNE: rne}
