"""The shortest way from Python to the torques or accelerations of one sample."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chain.kernels.model import Model

class Single:
    """Base class of ChainObject: the packed model, inverse and forward dynamics."""

    _model: Model | None
    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        external: ArrayLike | Mapping[int | str, Any] | None = ...,
        gravity: ArrayLike | None = ...,
        out: NDArray[np.float64] | None = ...,
        threads: int | None = ...,
        progress: bool = ...,
    ) -> NDArray[np.float64]:
        """Joint torques and forces tau (..., n) that give the motion: ``tau = M qdd + C qd + g - J^T external``."""
    def forward_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        external: ArrayLike | Mapping[int | str, Any] | None = ...,
        gravity: ArrayLike | None = ...,
        out: NDArray[np.float64] | None = ...,
        threads: int | None = ...,
        progress: bool = ...,
    ) -> NDArray[np.float64]:
        """Joint accelerations qdd (..., n) that torques tau give: ``M qdd = tau - bias + J^T external``, in O(n)."""
