"""Pinocchio: `rnea` and `aba` from a Python loop, their batch functions with one thread, C++ for this processor.

The wheel is compiled for every x86-64 processor; the C++ loop shows what its sources give with -march=native (it needs
the headers of the wheel, Eigen and half a minute; without them it is left out).
"""

import ctypes
import sysconfig
from functools import partial
from pathlib import Path

import numpy as np
import pinocchio as pin

from benchmarks.compiling import arguments, library
from benchmarks.race import FORWARD, INVERSE, Run

NAMES = {INVERSE: "rnea", FORWARD: "aba"}
CALLS = 5000
SOURCE = r"""
#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
using namespace pinocchio;
typedef Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> Matrix;
typedef Eigen::Map<const Eigen::Vector3d> Vector;
struct Arm { Model model; Data data; };

extern "C" void *make(long n, const long *parent, const double *R, const double *p, const char *letter,
                      const double *mass, const double *com, const double *inertia, const double *gravity)
{
    Arm *arm = new Arm;
    arm->model.gravity.linear() = Vector(gravity);
    for (long i = 0; i < n; i++) {
        JointModel joint = letter[i] == 'X' ? JointModel(JointModelRX())
                         : letter[i] == 'Y' ? JointModel(JointModelRY()) : JointModel(JointModelRZ());
        SE3 place(Matrix(R + 9 * i), Vector(p + 3 * i));
        JointIndex k = arm->model.addJoint(parent[i] + 1, joint, place, std::to_string(i));
        Inertia body(mass[i], Vector(com + 3 * i), Matrix(inertia + 9 * i));
        arm->model.appendBodyToJoint(k, body, SE3::Identity());
    }
    arm->data = Data(arm->model);
    return arm;
}

typedef Eigen::Map<const Eigen::VectorXd> In;
typedef Eigen::Map<Eigen::VectorXd> Out;

extern "C" void run_rnea(void *arm_, long N, const double *q, const double *qd, const double *qdd, double *tau)
{
    Arm *arm = (Arm *) arm_;
    const long n = arm->model.nv;
    for (long i = 0; i < N; i++)
        Out(tau + i * n, n) = rnea(arm->model, arm->data, In(q + i * n, n), In(qd + i * n, n), In(qdd + i * n, n));
}

extern "C" void run_aba(void *arm_, long N, const double *q, const double *qd, const double *tau, double *qdd)
{
    Arm *arm = (Arm *) arm_;
    const long n = arm->model.nv;
    for (long i = 0; i < N; i++)
        Out(qdd + i * n, n) = aba(arm->model, arm->data, In(q + i * n, n), In(qd + i * n, n), In(tau + i * n, n));
}
"""
DEFINES = (
    "-DNDEBUG", "-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)  # fmt: skip


def model_of(robot):
    """The robot as a pin.Model."""
    model = pin.Model()
    model.gravity.linear = robot.arm.gravity
    for i, b in enumerate(robot.bodies):
        joint = {"X": pin.JointModelRX, "Y": pin.JointModelRY, "Z": pin.JointModelRZ}[b.letter]()
        k = model.addJoint(b.parent + 1, joint, pin.SE3(b.placement), f"joint{i}")
        model.appendBodyToJoint(k, pin.Inertia(b.mass, b.com, b.inertia), pin.SE3.Identity())
    return model


def inputs(samples, method):
    """q, qd and qdd or tau."""
    return samples.q, samples.qd, samples.qdd if method == INVERSE else samples.tau


def loop(robot, samples, method):
    """pin.rnea or pin.aba for sample after sample."""
    model, (q, qd, x) = model_of(robot), inputs(samples.first(CALLS), method)
    data, call = model.createData(), getattr(pin, NAMES[method])

    def run():
        for i in range(len(q)):
            call(model, data, q[i], qd[i], x[i])

    return Run(len(q), run, lambda: np.array([call(model, data, *row).copy() for row in zip(q, qd, x, strict=True)]))


def single(robot, samples, method):
    """One sample again and again: what a call costs."""
    model, (q, qd, x) = model_of(robot), (np.ascontiguousarray(x[0]) for x in inputs(samples, method))
    data, call = model.createData(), getattr(pin, NAMES[method])

    def run():
        for _ in range(CALLS):
            call(model, data, q, qd, x)

    return Run(CALLS, run, lambda: call(model, data, q, qd, x).copy()[None])


def parallel(robot, samples, method):
    """The batch function, columns as it wants them."""
    call = getattr(pin, f"{NAMES[method]}InParallel", None)
    if call is None:
        raise ImportError("built without OpenMP")
    pool = pin.ModelPool(model_of(robot), 1)
    q, qd, x = (np.asfortranarray(x.T) for x in inputs(samples, method))
    result = np.zeros(q.shape, order="F")
    return Run(q.shape[1], lambda: call(1, pool, q, qd, x, result), lambda: result.T)


def native(robot, samples, method):
    """A C++ loop, compiled here."""
    prefix = Path(sysconfig.get_path("platlib")) / "cmeel.prefix" / "include"
    eigen = next((p for p in (prefix / "eigen3", Path("/usr/include/eigen3")) if p.exists()), None)
    if eigen is None or not (prefix / "pinocchio").exists():
        raise ImportError("no headers")
    code = library(SOURCE, "-std=c++17", *DEFINES, f"-I{prefix}", f"-I{eigen}", "-Wl,-Bsymbolic", suffix=".cpp")
    code.make.restype = ctypes.c_void_p
    bodies = robot.bodies
    constants = [
        np.array([b.parent for b in bodies], np.int64), np.array([b.placement[:3, :3] for b in bodies]),
        np.array([b.placement[:3, 3] for b in bodies]), np.array([ord(b.letter) for b in bodies], np.int8),
        np.array([b.mass for b in bodies]), np.array([b.com for b in bodies]), np.array([b.inertia for b in bodies]),
        np.array(robot.arm.gravity),
    ]  # fmt: skip
    arm = ctypes.c_void_p(code.make(*arguments(len(bodies), *constants)))
    state, result = [np.ascontiguousarray(x) for x in inputs(samples, method)], np.zeros_like(samples.tau)
    given, call = arguments(arm, len(result), *state, result), getattr(code, f"run_{NAMES[method]}")
    return Run(len(result), lambda: call(*given), lambda: (state, result)[-1])


def ways(method):
    """{label: function} of rnea or aba."""
    name = NAMES[method]
    labels = {
        f"{name}, Python loop": loop,
        f"{name}, one sample per call": single,
        f"{name}InParallel, one thread": parallel,
        "C++ loop, -march=native": native,
    }
    return {label: partial(way, method=method) for label, way in labels.items()}


FIELDS = {method: ways(method) for method in NAMES}
