"""Model: the packed constants of a chain, immutable, shared by all threads."""

import numpy as np
from numpy.typing import NDArray

BODY: np.dtype[np.void]
LINK: np.dtype[np.void]

class Model:
    """Constants of a chain: `links` in the user's frames, `bodies` in canonical frames with fixed links folded."""

    bodies: NDArray[np.void]
    links: NDArray[np.void]
    body_of: NDArray[np.intp]
    T_body: NDArray[np.float64]
    gravity: NDArray[np.float64]
    at_rest: NDArray[np.float64]
    places: dict[int | str | None, tuple[int, NDArray[np.float64]]]
    nq: int
    nv: int
    nbodies: int
    nlinks: int
    slots: int
    forces: bool
