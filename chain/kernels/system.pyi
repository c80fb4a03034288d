"""Systems of ordinary differential equations, and how motions end."""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from numpy.typing import ArrayLike

class End(IntEnum):
    """How a motion ended."""

    REACHED = 0
    LIMIT = 1
    EVENT = 2
    SINGULAR = 3
    NONFINITE = 4
    STEP_TOO_SMALL = 5

class System:
    """Base of what can be integrated: y' = f(t, y) of `size` numbers, with `watched` event functions."""

    size: int
    watched: int

class PythonSystem(System):
    """A system of Python functions: ``y' = f(t, y)``, events ``g(t, y)``."""

    f: Callable[..., ArrayLike]
    events: tuple[Callable[..., Any], ...]
    numbered: bool
    def __init__(
        self,
        f: Callable[..., ArrayLike],
        size: int,
        events: Iterable[Callable[..., Any]] = ...,
        *,
        numbered: bool = ...,
    ) -> None: ...
