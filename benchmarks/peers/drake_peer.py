"""Drake: MultibodyPlant.CalcInverseDynamics from a Python loop; gravity is a force element of its own there."""

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import (
    FixedOffsetFrame,
    MultibodyForces,
    RevoluteJoint,
    SpatialInertia,
    UnitInertia,
)

from benchmarks.race import INVERSE, Run

LOOP = "CalcInverseDynamics, Python loop"
CALLS = 1000


def plant_of(robot):
    """The robot as a plant."""
    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector(robot.arm.gravity)
    made = []
    for i, b in enumerate(robot.bodies):
        I = b.inertia / b.mass
        unit = UnitInertia(I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        inertia = SpatialInertia(b.mass, b.com, unit.ShiftFromCenterOfMass(b.com), skip_validity_check=True)
        body = plant.AddRigidBody(f"body{i}", inertia)
        parent = plant.world_frame() if b.parent < 0 else made[b.parent].body_frame()
        frame = plant.AddFrame(FixedOffsetFrame(f"frame{i}", parent, RigidTransform(b.placement)))
        plant.AddJoint(RevoluteJoint(f"joint{i}", frame, body.body_frame(), b.axis))
        made.append(body)
    plant.Finalize()
    return plant


def inverse(robot, samples):
    """CalcInverseDynamics for sample after sample."""
    plant, few = plant_of(robot), samples.first(CALLS)
    starts = [plant.GetJointByName(f"joint{i}").velocity_start() for i in range(robot.n)]
    order = np.argsort(starts)
    context, forces = plant.CreateDefaultContext(), MultibodyForces(plant)
    states = np.hstack([few.q[:, order], few.qd[:, order]])
    qdd, tau = np.ascontiguousarray(few.qdd[:, order]), np.zeros_like(few.tau)

    def run():
        for i in range(len(tau)):
            plant.SetPositionsAndVelocities(context, states[i])
            plant.CalcForceElementsContribution(context, forces)
            tau[i] = plant.CalcInverseDynamics(context, qdd[i], forces)

    return Run(len(tau), run, lambda: tau[:, starts])


FIELDS = {INVERSE: {LOOP: inverse}}
