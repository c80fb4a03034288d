"""Between screws (u, phi, h, P) and the exponential coordinates of the peers, (w, v) or (v, w); never timed."""

import numpy as np


def exponential(inputs):
    """(..., 6): w = phi u and v = P x w + h u."""
    w = np.asarray(inputs.phi)[..., None] * inputs.u
    v = np.cross(inputs.P[..., :3], w) + np.asarray(inputs.h)[..., None] * inputs.u
    return np.concatenate([w, v], axis=-1)


def screw(w, v):
    """u, phi, h, P of exponential coordinates."""
    phi = np.linalg.norm(w, axis=-1)
    u = w / phi[..., None]
    P = np.ones((*u.shape[:-1], 4))
    P[..., :3] = np.cross(u, v) / phi[..., None]
    return u, phi, np.sum(u * v, axis=-1), P


def screw_rotation_first(wv):
    """Screw of (w, v)."""
    return screw(wv[..., :3], wv[..., 3:])


def screw_translation_first(vw):
    """Screw of (v, w), an array or a list of them."""
    vw = np.asarray(vw)
    return screw(vw[..., 3:], vw[..., :3])
