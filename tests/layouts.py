"""Layouts and types in which arrays are given and taken, chains to try them on, and equality to the last bit."""

import numpy as np
from trees import random_body, random_forces, random_pose

from chain import ChainObject, LinkObject


def mixed(seed=0):
    """A tree of eight links with every kind of joint."""
    rng = np.random.default_rng(seed)
    parents = (-1, 0, 1, 1, 3, -1, 5, 6)
    links = [
        LinkObject(
            k, placement=random_pose(rng), axis=rng.normal(size=3), pitch=0.1, parent=p, name=f"link {i}",
            **random_body(rng), **random_forces(rng),
        )
        for i, (k, p) in enumerate(zip("RPHRFRRP", parents, strict=True))
    ]  # fmt: skip
    return ChainObject(links, gravity=(1.0, -2.0, -9.0), base=random_pose(rng), name="mixed")


def revolute(n, seed=0, **options):
    rng = np.random.default_rng(seed)
    tables = [dict(zip(("theta", "d", "a", "alpha"), rng.uniform(-1, 1, 4), strict=True)) for _ in range(n)]
    return ChainObject([LinkObject("R", **dh, **random_body(rng)) for dh in tables], **options)


def same_bits(a, b):
    """Equal numbers, equal NaN and equal signs of zero."""
    assert len(a) == len(b)
    for x, y in zip(a, b, strict=True):
        assert x.shape == y.shape
        assert np.ascontiguousarray(x).tobytes() == np.ascontiguousarray(y).tobytes()


# inputs


class ArrayLike:
    """Not an array, but makes one."""

    def __init__(self, x):
        self.x = x

    def __array__(self, dtype=None, copy=None):
        return np.array(self.x, dtype)


class Subclass(np.ndarray):
    """An array of another class."""


def misaligned(x):
    raw = np.zeros(x.nbytes + 1, np.uint8)[1:]
    view = raw.view(x.dtype).reshape(x.shape)
    view[...] = x
    return view


def strided(x):
    wide = np.full((*x.shape[:-1], 3 * x.shape[-1]), np.nan)
    wide[..., ::3] = x
    return wide[..., ::3]


def every_other(x):
    tall = np.full((2 * len(x), *x.shape[1:]), np.nan)
    tall[::2] = x
    return tall[::2]


def read_only(x):
    x = x.copy()
    x.flags.writeable = False
    return x


LAYOUTS = {
    "float32": lambda x: x.astype(np.float32),
    "float16": lambda x: x.astype(np.float16),
    "longdouble": lambda x: x.astype(np.longdouble),
    "int": lambda x: (4 * x).astype(int),
    "int8": lambda x: (4 * x).astype(np.int8),
    "uint64": lambda x: np.abs(4 * x).astype(np.uint64),
    "bool": lambda x: x > 0,
    "big-endian": lambda x: x.astype(">f8"),
    "big-endian float32": lambda x: x.astype(">f4"),
    "Fortran": np.asfortranarray,
    "strided": strided,
    "every other row": every_other,
    "reversed": lambda x: x[::-1].copy()[::-1],
    "reversed columns": lambda x: x[..., ::-1].copy()[..., ::-1],
    "read-only": read_only,
    "misaligned": misaligned,
    "list": lambda x: x.tolist(),
    "tuple of rows": tuple,
    "subclass": lambda x: x.copy().view(Subclass),
    "array-like": ArrayLike,
    "memory view": lambda x: memoryview(np.ascontiguousarray(x)),
    "broadcast": lambda x: np.broadcast_to(x[:1], x.shape),
    "transposed batch": lambda x: np.ascontiguousarray(np.moveaxis(x, 0, -2)).swapaxes(0, -2) if x.ndim == 3 else x,
}

# results

OUTS = {
    "contiguous": lambda shape: np.full(shape, np.nan),
    "strided": lambda shape: np.full((*shape[:-1], 2 * shape[-1]), np.nan)[..., ::2],
    "every other": lambda shape: np.full((2 * shape[0], *shape[1:]), np.nan)[::2],
    "reversed": lambda shape: np.full(shape, np.nan)[::-1],
    "Fortran": lambda shape: np.full(shape, np.nan, order="F"),
    "misaligned": lambda shape: misaligned(np.full(shape, np.nan)),
    "subclass": lambda shape: np.full(shape, np.nan).view(Subclass),
}
