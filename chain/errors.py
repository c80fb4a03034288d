"""Warnings and errors that `chain` raises beside ValueError and TypeError."""

__all__ = ["CheckError", "InertiaWarning"]


class InertiaWarning(UserWarning):
    """A link of a file has an inertia that no body can have."""


class CheckError(ArithmeticError):
    """Two formulations of the same physics disagree by more than the tolerance; `.report` has the disagreements."""

    def __init__(self, message, report=None):
        super().__init__(message)
        self.report = report
