"""Checks for functions on arrays of any size: real numbers, enough dimensions, sizes that agree, a usable `out`."""

import operator

import numpy as np


def real_array(value, name, *core):
    """`value` as an aligned C-contiguous float64 array with the core shape at its end.

    An int in `core` is a length, a str names any length.
    """
    try:
        array = np.asarray(value)
    except (ValueError, TypeError):
        raise ValueError(f"`{name}`: expected an array, got a sequence of unequal shapes") from None
    if array.dtype.kind not in "fiub":
        raise TypeError(f"`{name}`: expected real numbers, got {what_is(array, value)}")
    tail = array.shape[array.ndim - len(core) :] if array.ndim >= len(core) else None
    if tail is None or any(isinstance(want, int) and want != got for want, got in zip(core, tail, strict=True)):
        raise ValueError(f"`{name}`: expected shape (..., {', '.join(map(str, core))}), got {array.shape}")
    array = np.asarray(array, float, order="C")
    return array if array.flags.aligned else array.copy()


def what_is(array, value):
    """What an array that does not hold real numbers holds."""
    if array.dtype.kind == "O":
        return "objects" if array.ndim else type(value).__name__
    return "text" if array.dtype.kind in "US" else array.dtype.name


def index(value, name):
    """`value` as an int."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"`{name}`: expected an integer, got {type(value).__name__}") from None
    if abs(number) >= 2**63:
        raise ValueError(f"`{name}`: expected a small integer, got a very large one")
    return number


def indices(values, name):
    """Sequence of ints."""
    try:
        return [index(v, name) for v in values]
    except TypeError:
        raise TypeError(f"`{name}`: expected a sequence of integers, got {values!r:.60}") from None


def spread(array, shape):
    """`array` broadcast to `shape`, as a new array."""
    result = np.empty(shape, array.dtype)
    result[...] = array
    return result


def bounded(value, name, low, high):
    """An int within low .. high."""
    number = index(value, name)
    if not low <= number <= high:
        raise ValueError(f"`{name}`: expected {low} to {high}, got {number}")
    return number


def agree(given, actual, name, of):
    """A size argument: None, or the size that the array `of` shows."""
    if given is not None and index(given, name) != actual:
        raise ValueError(f"`{name}`: expected {actual}, the size of `{of}`, got {given}")


def common_shape(shapes):
    """The shape that all `shapes` broadcast to, None when there is none."""
    result = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for d, length in enumerate(shape, len(result) - len(shape)):
            if length != 1 and result[d] not in (1, length):
                return None
            result[d] = length if result[d] == 1 else result[d]
    return tuple(result)


def broadcast(function, **arrays):
    """Common leading shape of arrays given as name=(array, number of core dimensions)."""
    leads = {name: a.shape[: a.ndim - core] for name, (a, core) in arrays.items()}
    shape = common_shape(list(leads.values()))
    if shape is None:
        given = ", ".join(f"`{name}` {lead}" for name, lead in leads.items() if lead)
        raise ValueError(f"{function}: leading shapes do not broadcast: {given}")
    return shape


def deliver(result, out):
    """`result`, copied into `out` when that is given; a float for a number."""
    if out is None:
        return result if np.ndim(result) else float(result)
    return _fill(result, out, "`out`")


def deliver_all(result, out):
    """NamedTuple `result`, its fields copied into those arrays of the tuple `out` that are given."""
    if out is None:
        return result
    if not isinstance(out, tuple) or len(out) != len(result):
        fields = ", ".join(result._fields)
        raise TypeError(f"`out`: expected a tuple of {len(result)} arrays ({fields}), got {type(out).__name__}")
    pairs = zip(result, out, result._fields, strict=True)
    return type(result)(*(r if o is None else _fill(r, o, f"`out`, {name}") for r, o, name in pairs))


def _fill(result, out, label):
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{label}: expected an array, got {type(out).__name__}")
    if out.dtype != np.float64 and out.dtype != np.asarray(result).dtype:
        raise TypeError(f"{label}: expected dtype float64, got {out.dtype}")
    if out.shape != np.shape(result):
        raise ValueError(f"{label}: expected shape {np.shape(result)}, got {out.shape}")
    if not out.flags.writeable:
        raise ValueError(f"{label}: expected a writeable array, got a read-only one")
    out[...] = result
    return out
