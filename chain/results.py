"""What methods of a chain return when one array is not enough."""

from typing import NamedTuple

import numpy as np

__all__ = ["JointReactions", "Kinematics"]


class Kinematics(NamedTuple):
    """Absolute position M, velocity W and acceleration H of every link, each (..., nlinks, 4, 4), base frame."""

    M: np.ndarray
    W: np.ndarray | None
    H: np.ndarray | None

    def __repr__(self):
        shapes = ", ".join(f"{name} {'-' if x is None else x.shape}" for name, x in zip("MWH", self, strict=True))
        return f"Kinematics({shapes})"


class JointReactions:
    """Force and couple (..., nlinks, 3) of the parent on each link, at the origin of its joint.

    `frame` names the axes of force, couple and axis; `origin` is in the base frame. Along and across: the parts
    parallel and perpendicular to the joint axis.
    """

    def __init__(self, values, moving, frame):
        self.values, self.frame = values, frame
        self.force, self.couple, self.axis, self.origin = (values[..., 3 * i : 3 * i + 3] for i in range(4))
        self._moving = moving[:, None]

    def _along(self, v):
        return np.sum(v * self.axis, axis=-1, keepdims=True) * self._moving * self.axis

    @property
    def force_along(self):
        """Part of the force along the joint axis."""
        return self._along(self.force)

    @property
    def force_across(self):
        """Part of the force perpendicular to the joint axis."""
        return self.force - self.force_along

    @property
    def couple_along(self):
        """Part of the couple along the joint axis: what a motor supplies at a revolute joint."""
        return self._along(self.couple)

    @property
    def couple_across(self):
        """Part of the couple perpendicular to the joint axis: what the bearings carry."""
        return self.couple - self.couple_along

    def __repr__(self):
        if self.force.ndim > 2:
            return f"JointReactions of {self.force.shape[:-2]} samples, {self.force.shape[-2]} links, {self.frame} axes"
        titles = ("force (N)", "couple (N m)", "joint's origin, base frame (m)")
        rows = ["  #   " + "  ".join(f"{title:^28}" for title in titles).rstrip()]
        for i in range(len(self.force)):
            f, c, p = ("  ".join(f"{x:8.3f}" for x in v[i]) for v in (self.force, self.couple, self.origin))
            rows.append(f"  {i:<3} {f}  {c}  {p}")
        return f"JointReactions, {self.frame} axes\n" + "\n".join(rows)
