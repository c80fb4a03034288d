"""Dask arrays in, a Dask array out: the way beyond one machine (Dask is optional)."""

import sys

import numpy as np

__all__ = ["concerns", "inverse_dynamics"]


def concerns(*arrays):
    """Some of the arrays are Dask arrays."""
    dask = sys.modules.get("dask.array")
    return dask is not None and any(isinstance(x, dask.Array) for x in arrays)


def inverse_dynamics(arm, q, qd, qdd, external, gravity, out):
    """Torques as a Dask array (..., n), block by block on one thread each; nothing is computed yet."""
    import dask.array as da

    if out is not None:
        raise TypeError("`out`: expected None with Dask arrays, which are computed later")
    if external is not None and (isinstance(external, dict) or np.shape(external) != (6,)):
        raise TypeError("`external`: expected six numbers with Dask arrays; use map_blocks for anything else")
    if gravity is not None and np.shape(gravity) != (3,):
        raise TypeError("`gravity`: expected three numbers with Dask arrays; use map_blocks for anything else")
    arrays = []
    for name, x, width in (("q", q, arm.nq), ("qd", qd, arm.n), ("qdd", qdd, arm.n)):
        x = da.asarray(x)
        if x.ndim == 0 or x.shape[-1] != width:
            raise ValueError(f"`{name}`: expected shape (..., {width}), got {x.shape}")
        arrays.append(x.rechunk({x.ndim - 1: width}))
    arrays = da.broadcast_arrays(*arrays) if len({x.shape for x in arrays}) > 1 else arrays
    _, arrays = da.core.unify_chunks(*(part for x in arrays for part in (x, tuple(range(x.ndim)))))
    meta = np.empty((0,) * arrays[0].ndim)
    # a copy: what is computed later is the chain as it is now
    return da.map_blocks(_block, *arrays, arm=arm.copy(), external=external, gravity=gravity, dtype=float, meta=meta)


def _block(q, qd, qdd, arm, external, gravity):
    return arm.inverse_dynamics(
        np.asarray(q), np.asarray(qd), np.asarray(qdd), external=external, gravity=gravity, threads=1
    )
