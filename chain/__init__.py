"""Chains and trees of rigid bodies: kinematics and dynamics with 4x4 matrices, thousands of samples at a time."""

from chain.chain import ChainObject
from chain.checking import CheckReport
from chain.errors import CheckError, InertiaWarning
from chain.io import Motion, load, read_motion, save
from chain.link import LinkObject
from chain.results import JointReactions, Kinematics

__all__ = [
    "ChainObject", "CheckError", "CheckReport", "InertiaWarning", "JointReactions", "Kinematics", "LinkObject",
    "Motion", "load", "read_motion", "save",
]  # fmt: skip
