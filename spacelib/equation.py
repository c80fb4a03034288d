"""The dynamic equation of one body with mixed unknowns."""

import numpy as np

from spacelib._sizes import broadcast, deliver_all, real_array, spread
from spacelib.dynamics import skew4
from spacelib.linear_systems import solve_each
from spacelib.results import DynEq

__all__ = ["dyn_eq"]


def _spatial_inertia(J):
    """(torque; force) = I (angular acceleration; linear acceleration) of the origin, from J."""
    I = np.zeros((*J.shape[:-2], 6, 6))
    trace = J[..., 0, 0] + J[..., 1, 1] + J[..., 2, 2]
    I[..., :3, :3] = -J[..., :3, :3]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        I[..., i, i] += trace
        I[..., 3 + i, 3 + i] = J[..., 3, 3]
        # moment of the first moments: torque i from acceleration k, force k from angular acceleration i
        I[..., i, 3 + k] = I[..., 3 + k, i] = J[..., j, 3]
        I[..., i, 3 + j] = I[..., 3 + j, i] = -J[..., k, 3]
    return I


def _six(A):
    """The six independent entries (axial; last column) of a velocity-like or action matrix."""
    return np.stack([A[..., 2, 1], A[..., 0, 2], A[..., 1, 0], A[..., 0, 3], A[..., 1, 3], A[..., 2, 3]], axis=-1)


@np.errstate(all="ignore")
def dyn_eq(J, Wp, F, var, *, out=None):
    """Complete the dynamic equation of a body, ``F = skew(Wp J)``, with some accelerations and some forces unknown.

    `var` is 2x6, 1 = unknown: ``var[0]`` flags (dwx, dwy, dwz, ax, ay, az) of `Wp`, ``var[1]`` flags (cx, cy, cz, fx,
    fy, fz) of `F`. For each of the six, exactly one of acceleration and force must be unknown. Result: `Wp` and `F`
    completed. J is referred to the same frame as Wp and F. A singular J gives the solution of least norm and a
    `SingularityWarning`.

    >>> J = jtoJ(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0, 0, 0)
    >>> Wp, F = dyn_eq(J, NULL4, actom(4, 0, 0, 0, 0, 1), [[1] * 6, [0] * 6])
    >>> Wp[X, U], Wp[Y, X]
    (np.float64(2.0), np.float64(2.0))
    """
    J, Wp, F = real_array(J, "J", 4, 4), real_array(Wp, "Wp", 4, 4), real_array(F, "F", 4, 4)
    flags = real_array(var, "var", 2, 6)
    if flags.ndim != 2:
        raise ValueError(f"`var`: expected shape (2, 6), got {flags.shape}")
    if not np.isin(flags, (0, 1)).all() or not (flags.sum(axis=0) == 1).all():
        raise ValueError("`var`: expected one unknown (1) per column, acceleration or force, the other known (0), "
                         f"got {flags.tolist()}")
    lead = broadcast("dyn_eq", J=(J, 2), Wp=(Wp, 2), F=(F, 2))
    unknown = flags[0] == 1
    known = ~unknown
    I = spread(_spatial_inertia(J), (*lead, 6, 6))
    a, f = spread(_six(Wp), (*lead, 6)), spread(_six(F), (*lead, 6))
    if unknown.any():
        # I_uu a_u = f_u - I_uk a_k, scaled to a unit diagonal: kg and kg m^2 are not to be compared
        diagonal = np.abs(np.diagonal(I, axis1=-2, axis2=-1)[..., unknown])
        scale = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
        right = f[..., unknown] - (I[..., unknown, :][..., known] @ a[..., known, None])[..., 0]
        left = I[..., unknown, :][..., unknown] * scale[..., :, None] * scale[..., None, :]
        a[..., unknown] = solve_each("dyn_eq", left, right * scale)[0] * scale
    wp = np.zeros((*lead, 4, 4))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        wp[..., k, j] = a[..., i]
        wp[..., j, k] = -a[..., i]
        wp[..., i, 3] = a[..., 3 + i]
    return deliver_all(DynEq(wp, skew4(wp, J)), out)
