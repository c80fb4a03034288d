"""MuJoCo: `mj_inverse` and `mj_forward` from Python, and from a C loop only what the result needs.

Both do more than the dynamics of a chain (sensors, tendons, ...); contact and constraints are switched off. The C loops
call single stages of the same library: mj_rne for torques; mass matrix, its factors, bias, solution for accelerations.
"""

import ctypes
from pathlib import Path

import mujoco
import numpy as np

from benchmarks.compiling import arguments, library
from benchmarks.race import FORWARD, INVERSE, Run

CALLS = 2000
KINEMATICS, MASSES = ("mj_kinematics", "mj_comPos", "mj_comVel"), ("mj_makeM", "mj_factorM")
SOURCE = r"""
#include <string.h>
typedef void stage(const void *m, void *d);
typedef void rne(const void *m, void *d, int acc, double *result);

typedef void solve(const void *m, void *d, double *x, const double *y, int n);

void torques(stage **stages, rne *last, const void *m, void *d, long N, long n, double *qpos, double *qvel,
             double *qacc, const double *q, const double *qd, const double *qdd, double *tau)
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

void accelerations(stage **stages, rne *bias, solve *last, const void *m, void *d, long N, long n, double *qpos,
                   double *qvel, double *rest, const double *q, const double *qd, const double *tau, double *qdd)
{
    for (long i = 0; i < N; i++) {
        memcpy(qpos, q + i * n, n * sizeof(double));
        memcpy(qvel, qd + i * n, n * sizeof(double));
        for (int k = 0; k < 5; k++)
            stages[k](m, d);
        bias(m, d, 0, rest);
        for (long j = 0; j < n; j++)
            rest[j] = tau[i * n + j] - rest[j];
        last(m, d, qdd + i * n, rest, 1);
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


def forward(robot, samples):
    """mj_forward for sample after sample."""
    model, few = model_of(robot), samples.first(CALLS)
    data, (q, qd, tau), qdd = mujoco.MjData(model), (few.q, few.qd, few.tau), np.zeros_like(few.qdd)

    def run():
        call, qpos, qvel, applied, qacc = mujoco.mj_forward, data.qpos, data.qvel, data.qfrc_applied, data.qacc
        for i in range(len(q)):
            qpos[:] = q[i]
            qvel[:] = qd[i]
            applied[:] = tau[i]
            call(model, data)
            qdd[i] = qacc

    return Run(len(q), run, lambda: qdd)


def functions(*names):
    """Addresses of functions of the library."""
    there = ctypes.CDLL(str(next(Path(mujoco.__file__).parent.glob("libmujoco.so*"))))
    return (ctypes.c_void_p * len(names))(*(ctypes.cast(getattr(there, name), ctypes.c_void_p) for name in names))


def rne(robot, samples):
    """mj_rne in a C loop."""
    code, stages, (last,) = library(SOURCE), functions(*KINEMATICS), functions("mj_rne")
    model, few = model_of(robot), samples.first(10 * CALLS)
    data, motion, tau = mujoco.MjData(model), [np.ascontiguousarray(x) for x in few[:3]], np.zeros_like(few.tau)
    m, d, last = (ctypes.c_void_p(x) for x in (model._address, data._address, last))
    given = arguments(stages, last, m, d, len(tau), robot.n, data.qpos, data.qvel, data.qacc, *motion, tau)
    return Run(len(tau), lambda: code.torques(*given), lambda: (model, data, motion, tau)[-1])


def solved(robot, samples):
    """Mass matrix, its factors, mj_rne, mj_solveM in a C loop."""
    code, stages, (bias, last) = library(SOURCE), functions(*KINEMATICS, *MASSES), functions("mj_rne", "mj_solveM")
    model, few = model_of(robot), samples.first(10 * CALLS)
    data, rest, qdd = mujoco.MjData(model), np.zeros(robot.n), np.zeros_like(few.qdd)
    state = [np.ascontiguousarray(x) for x in (few.q, few.qd, few.tau)]
    m, d, bias, last = (ctypes.c_void_p(x) for x in (model._address, data._address, bias, last))
    given = arguments(stages, bias, last, m, d, len(qdd), robot.n, data.qpos, data.qvel, rest, *state, qdd)
    return Run(len(qdd), lambda: code.accelerations(*given), lambda: (model, data, state, rest, qdd)[-1])


FIELDS = {
    INVERSE: {"mj_inverse, Python loop": inverse, "mj_rne and what it needs, C loop": rne},
    FORWARD: {"mj_forward, Python loop": forward, "mj_makeM, mj_solveM and what they need, C loop": solved},
}
