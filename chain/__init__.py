"""Chains and trees of rigid bodies: kinematics and dynamics with 4x4 matrices, thousands of samples at a time."""

from chain.chain import ChainObject
from chain.checking import CheckReport
from chain.errors import CheckError, InertiaWarning, SimulationWarning, SingularityError
from chain.io import Motion, load, read_motion, save
from chain.link import LinkObject
from chain.payload import Payload
from chain.results import Decomposition, DeNOC, JointReactions, Kinematics, Simulation

__all__ = [
    "ChainObject", "CheckError", "CheckReport", "DeNOC", "Decomposition", "InertiaWarning", "JointReactions",
    "Kinematics", "LinkObject", "Motion", "Payload", "Simulation", "SimulationWarning", "SingularityError", "load",
    "read_motion", "save",
]  # fmt: skip
