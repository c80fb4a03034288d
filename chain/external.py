"""The forms of `external`, the actions that the environment exerts on links, turned into one: a list of Action.

- ``(..., 6)``: force then couple at the tool's origin, base axes (chains with one end);
- ``{link: (..., 6)}``: at the origin of the link's frame, base axes;
- ``{link: (wrench, point, "base" | "link")}``: at a point in link coordinates, axes as named;
- ``(..., nlinks, 4, 4)``: action matrices PHI, base frame.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from spacelib._sizes import real_array

__all__ = ["BASE_AT_ORIGIN", "Action", "actions"]

BASE_AT_POINT, LINK_AT_POINT, BASE_AT_ORIGIN = 0, 1, 2  # as in kernels/external.pxd
_AXES = {"base": BASE_AT_POINT, "link": LINK_AT_POINT}


class Action(NamedTuple):
    """Wrenches (..., 6) on one link: their axes, and the point in link coordinates where they act."""

    link: int
    frame: int
    point: np.ndarray
    wrench: np.ndarray


def actions(arm, external):
    """The list of Action for any form of `external`."""
    if external is None:
        return []
    if isinstance(external, Mapping):
        return [_on_link(arm, key, value) for key, value in external.items()]
    try:
        shape = np.shape(external)
    except ValueError:
        raise ValueError("`external`: expected an array, got a sequence of unequal shapes") from None
    if len(shape) >= 3 and shape[-2:] == (4, 4):
        return _matrices(arm, real_array(external, "external", len(arm.links), 4, 4))
    return [_at_tool(arm, real_array(external, "external", 6))]


def _at_tool(arm, wrench):
    ends = arm.ends
    if len(ends) != 1:
        raise ValueError(
            f"`external`: expected a mapping {{link: action}}, because the chain has {len(ends)} ends, got six numbers"
        )
    point = np.zeros(3) if arm.tool is None else arm.tool[:3, 3]
    return Action(ends[0], BASE_AT_POINT, point, wrench)


def _on_link(arm, key, value):
    label = f"external[{key!r}]"
    try:
        link = arm.index(key)
    except (LookupError, TypeError) as error:
        raise type(error)(f"`{label}`: {error.args[0]}") from None
    if isinstance(value, tuple) and len(value) == 3 and isinstance(value[2], str):
        wrench, point, axes = value
        if axes not in _AXES:
            raise ValueError(f'`{label}`: expected axes "base" or "link", got {axes!r}')
        point = real_array(point, label, 3)
        if point.ndim != 1:
            raise ValueError(f"`{label}`: expected one point of three coordinates, got shape {point.shape}")
        return Action(link, _AXES[axes], point, real_array(wrench, label, 6))
    return Action(link, BASE_AT_POINT, np.zeros(3), real_array(value, label, 6))


def _matrices(arm, PHI):
    """Force and couple of action matrices [c~ f; -f' 0]."""
    with np.errstate(invalid="ignore"):
        skew = np.abs(PHI + np.swapaxes(PHI, -1, -2)).max(initial=0.0)
    if skew > 1e-9 * np.abs(PHI).max(initial=0.0):
        raise ValueError(f"`external`: expected action matrices, which are skew-symmetric, got a defect of {skew:.3g}")
    wrench = np.stack([PHI[..., i, j] for i, j in ((0, 3), (1, 3), (2, 3), (2, 1), (0, 2), (1, 0))], axis=-1)
    chosen = [i for i in range(len(arm.links)) if wrench[..., i, :].any()]
    return [Action(i, BASE_AT_ORIGIN, np.zeros(3), np.ascontiguousarray(wrench[..., i, :])) for i in chosen]
