"""What a degenerate answer says: the warning, the error and the switch between them."""

import sys
import warnings
from contextlib import ContextDecorator
from contextvars import ContextVar
from typing import Literal

_INSIDE = ("spacelib", "chain", "numpy")
_CHOICES = ("warn", "raise", "ignore")
_singular = ContextVar("singular", default=("warn",))       # the choices in force, innermost last


class SingularityWarning(RuntimeWarning):
    """The answer is not unique or not defined; the best defined one was returned."""


class SingularityError(SingularityWarning, ArithmeticError):
    """A singular answer under ``errstate(singular="raise")``."""


class FrameError(ValueError):
    """Named frames of two matrices do not match."""


class errstate(ContextDecorator):
    """Choose what a singular answer does: ``"warn"`` (default), ``"raise"`` or ``"ignore"``.

    A context manager and a decorator; local to the thread and to the asynchronous task.

    >>> import spacelib
    >>> with spacelib.errstate(singular="ignore"):
    ...     spacelib.extract(spacelib.UNIT3).u
    array([0., 0., 0.])
    """

    def __init__(self, singular: Literal["warn", "raise", "ignore"] = "warn"):
        if singular not in _CHOICES:
            raise ValueError(f"`singular`: expected one of {', '.join(map(repr, _CHOICES))}, got {singular!r}")
        self.singular = singular

    def __enter__(self):
        """Install the choice."""
        _singular.set((*_singular.get(), self.singular))
        return self

    def __exit__(self, *exc):
        """Restore the former choice."""
        _singular.set(_singular.get()[:-1])


def _callers_level():
    """Stack level of the first frame outside these packages and NumPy, as `warnings.warn` counts from its caller."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] in _INSIDE:
        level, frame = level + 1, frame.f_back
    return level


def report_singular(function, what, count=1, total=1):
    """Warn of, raise, or ignore `count` singular answers among `total` of `function`."""
    choice = _singular.get()[-1]
    if choice == "ignore":
        return
    where = f" ({count} of {total} items)" if total > 1 else ""
    if choice == "raise":
        raise SingularityError(f"{function}: {what.split(';')[0]}{where}")
    warnings.warn(f"{function}: {what}{where}", SingularityWarning, stacklevel=_callers_level())
