"""Warnings and errors that `chain` raises beside ValueError and TypeError."""

import numpy as np

__all__ = ["CheckError", "InertiaWarning", "SimulationWarning", "SingularityError"]


class InertiaWarning(UserWarning):
    """A link of a file has an inertia that no body can have."""


class SimulationWarning(RuntimeWarning):
    """A motion ended before its time because it became singular, non-finite or too stiff."""


class CheckError(ArithmeticError):
    """Two formulations of the same physics disagree by more than the tolerance; `.report` has the disagreements."""

    def __init__(self, message, report=None):
        super().__init__(message)
        self.report = report


class SingularityError(ArithmeticError):
    """A joint that has no inertia to accelerate: `.joint` its name, `.q` the configuration."""

    def __init__(self, joint, q):
        shown = ", ".join(f"{x:.6g}" for x in q[:8]) + (", ..." if len(q) > 8 else "")
        super().__init__(
            f"joint {joint!r}: expected a positive articulated inertia along the joint, got none at q = ({shown}); "
            "give the links beyond it mass, or the joint a rotor"
        )
        self.joint, self.q = joint, np.array(q)

    def __reduce__(self):
        return type(self), (self.joint, self.q)
