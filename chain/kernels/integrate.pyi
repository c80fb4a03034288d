"""Ordinary differential equations y' = f(t, y): many motions, each with its own time and step size."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chain.kernels.system import System

class Ends(NamedTuple):
    """How motions ended: `End`, by which limit, event or fault, when, in which state, after how much work."""

    code: NDArray[np.intc]
    which: NDArray[np.intp]
    t: NDArray[np.float64]
    y: NDArray[np.float64]
    steps: NDArray[np.intp]
    rejected: NDArray[np.intp]
    evaluations: NDArray[np.intp]

def motions(
    system: System,
    y0: NDArray[np.float64],
    t: NDArray[np.float64],
    y_out: NDArray[np.float64],
    *,
    method: str = ...,
    rtol: ArrayLike = ...,
    atol: ArrayLike = ...,
    dt: float | None = ...,
    lower: ArrayLike | None = ...,
    upper: ArrayLike | None = ...,
    direction: ArrayLike = ...,
    stop_at_outputs: bool = ...,
    first: int = ...,
    last: int | None = ...,
    lanes: int | None = ...,
    tick: Callable[[float], object] | None = ...,
) -> Ends: ...
