"""The table of joint kinds.

Every joint is written ``M_{parent,i} = before Z(q) after``: constant matrices around a motion ``Z(q)`` about and along
the z axis of the joint frame `before`. A kind is one row: how many coordinates and velocities it has, how far it turns
and how far it slides per unit of its variable. `None` means "the link's pitch". Nothing else in the package asks for
the name of a kind.
"""

from typing import NamedTuple

import numpy as np

from spacelib import Pri, Rev

__all__ = ["KINDS", "JointKind", "joint_kind", "motion"]


class JointKind(NamedTuple):
    """One row of the table: symbol, name, coordinates nq, velocities nv, rotation and translation per unit of q."""

    symbol: str
    name: str
    nq: int
    nv: int
    turns: float
    slides: float | None
    unit: str


KINDS = {
    kind.symbol: kind
    for kind in (
        JointKind("R", "revolute", 1, 1, 1.0, 0.0, "rad"),
        JointKind("P", "prismatic", 1, 1, 0.0, 1.0, "m"),
        JointKind("H", "screw", 1, 1, 1.0, None, "rad"),
        JointKind("F", "fixed", 0, 0, 0.0, 0.0, ""),
    )
}
_LEGACY = {Rev: "R", Pri: "P"}


def joint_kind(jtype):
    """The row of the table for a symbol or a legacy constant (Rev, Pri).

    >>> joint_kind("P").name
    'prismatic'
    >>> from spacelib import Rev
    >>> joint_kind(Rev).symbol
    'R'
    """
    if isinstance(jtype, str):
        if jtype in KINDS:
            return KINDS[jtype]
    elif isinstance(jtype, int | np.integer) and not isinstance(jtype, bool) and int(jtype) in _LEGACY:
        return KINDS[_LEGACY[int(jtype)]]
    expected = ", ".join(f'"{s}" ({k.name})' for s, k in KINDS.items())
    raise ValueError(f"`jtype`: expected {expected}, Rev or Pri, got {jtype!r}")


def motion(turns, slides, q):
    """Position matrices ``Z(q)`` (..., 4, 4): rotation by `turns` q about z, translation by `slides` q along z.

    >>> motion(1.0, 0.5, np.pi / 2).round(3)
    array([[ 0.   , -1.   ,  0.   ,  0.   ],
           [ 1.   ,  0.   ,  0.   ,  0.   ],
           [ 0.   ,  0.   ,  1.   ,  0.785],
           [ 0.   ,  0.   ,  0.   ,  1.   ]])
    """
    q = np.asarray(q, float)
    Z = np.zeros((*q.shape, 4, 4))
    Z[..., 0, 0] = Z[..., 1, 1] = np.cos(turns * q)
    Z[..., 1, 0] = np.sin(turns * q)
    Z[..., 0, 1] = -Z[..., 1, 0]
    Z[..., 2, 2] = Z[..., 3, 3] = 1.0
    Z[..., 2, 3] = slides * q
    return Z
