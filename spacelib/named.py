"""What all matrix classes share: shape, frame names, and operators that know which sums and products mean something.

Frames may be named. A pose has `frame` and `ref` (``PositionMatrix(m, frame="1", ref="0")`` is M_0_1, frame 1 seen from
0); every other kind has `ref`, the frame it is referred to. Adjacent names must match, as in the self-correcting
notation of transition matrices, in which the right index of a matrix meets the left index of what follows; a matrix
without name matches everything and gives a result without that name.
"""

import numbers
from typing import ClassVar

import numpy as np

from spacelib._sizes import real_array
from spacelib.algebra import molt4, moltp
from spacelib.errors import FrameError


def _plain_method(name):
    """The method of ndarray, on the plain array."""

    def method(self, *args, **options):
        return getattr(plain(self), name)(*args, **options)

    method.__name__ = name
    method.__doc__ = f"As numpy.ndarray.{name}, with a plain array as its result."
    return method


class Matrix4(np.ndarray):
    """A stack of 4x4 matrices (..., 4, 4) of one kind; the kinds are in :mod:`spacelib.matrices`."""

    # ``*``: (left kind, right kind) -> kind of the product, None for a plain array
    products: ClassVar[dict] = {}

    def __new__(cls, matrix=None, *, ref=None):
        """Copy of `matrix`; zeros by default. A matrix of the same kind keeps its names, another kind is refused."""
        if isinstance(matrix, Matrix4) and type(matrix) is not cls:
            raise TypeError(f"`matrix`: expected {cls.__name__} or a plain array, got {type(matrix).__name__}")
        ref = getattr(matrix, "ref", None) if ref is None else ref
        self = np.array(real_array(np.zeros((4, 4)) if matrix is None else matrix, "matrix", 4, 4)).view(cls)
        self.ref = ref
        return self

    def __array_finalize__(self, source):
        """Views and copies keep the names."""
        self._ref = getattr(source, "_ref", None)

    # -------------------------------------------------------------------------------------- as an array

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        """NumPy's functions see a plain array and give one; a NumPy number on the left is a number."""
        back = {np.multiply: "__rmul__", np.add: "__radd__", np.subtract: "__rsub__"}.get(ufunc)
        if back and method == "__call__" and out is None and not kwargs and isinstance(inputs[0], np.generic):
            return getattr(inputs[1], back)(inputs[0])
        if out is not None:
            kwargs["out"] = tuple(plain(x) for x in out)
        return getattr(ufunc, method)(*(plain(x) for x in inputs), **kwargs)

    def __array_function__(self, func, types, args, kwargs):
        """NumPy's functions see a plain array and give one."""
        return func(*_plain_all(args), **{k: _plain_all(v) for k, v in kwargs.items()})

    def __getitem__(self, key):
        """Items of a stack keep their kind; anything that cuts into the 4x4 matrices is a plain array."""
        part = plain(self)[key]
        keys = [np.asarray(k) if isinstance(k, list) else k for k in (key if isinstance(key, tuple) else (key,))]
        leading = next((i for i, k in enumerate(keys) if k is Ellipsis), len(keys))
        used = sum(k.ndim if isinstance(k, np.ndarray) and k.dtype == bool else k is not None for k in keys[:leading])
        whole = leading >= len(keys) - 1 and used <= self.ndim - 2
        return self._like(part) if whole and isinstance(part, np.ndarray) and part.shape[-2:] == (4, 4) else part

    def reshape(self, *shape, order="C", **options):
        """Stacks of matrices keep their kind, anything else is a plain array."""
        array = plain(self).reshape(*shape, order=order, **options)
        return self._like(array) if array.shape[-2:] == (4, 4) and order == "C" else array

    # what takes the 4x4 matrices apart gives a plain array
    compress = _plain_method("compress")
    diagonal = _plain_method("diagonal")
    dot = _plain_method("dot")
    flatten = _plain_method("flatten")
    ravel = _plain_method("ravel")
    repeat = _plain_method("repeat")
    swapaxes = _plain_method("swapaxes")
    take = _plain_method("take")
    transpose = _plain_method("transpose")

    @property
    def mT(self):
        """Transpose of every matrix, as a plain array."""
        return self.T

    @property
    def ref(self):
        """Name of the frame that the numbers are referred to, or None."""
        return self._ref

    @ref.setter
    def ref(self, name):
        self._ref = frame_name(name, "ref")

    @property
    def T(self):
        """Transpose of every matrix, as a plain array."""
        return np.swapaxes(plain(self), -1, -2)

    def __repr__(self):
        """Kind, numbers and names."""
        names = "".join(f", {k}={v!r}" for k, v in self._names().items() if v is not None)
        return np.array2string(plain(self), separator=", ", prefix=type(self).__name__ + "(").join(
            (type(self).__name__ + "(", names + ")")
        )

    def __reduce__(self):
        """Pickle with the names."""
        return _rebuild, (type(self), plain(self), self._names())

    def __copy__(self):
        """A copy of the numbers too: a matrix is a value."""
        return self._like(plain(self).copy())

    def __deepcopy__(self, memo):
        """As copy."""
        return self.__copy__()

    def _names(self):
        return {"ref": self.ref}

    def _like(self, array):
        """`array` as this kind with these names."""
        return _rebuild(type(self), array, self._names())

    # -------------------------------------------------------------------------------------- operators

    def __mul__(self, other):
        """Matrix product, product with a point (4,), or product with a number."""
        if isinstance(other, Matrix4):
            return self._product(other)
        other = real_array(other, "*")
        if other.ndim == 0:
            return self._scaled(other)
        if other.shape == (4,):
            return moltp(plain(self), other)
        if other.shape[-2:] == (4, 4):
            return molt4(plain(self), other)
        raise ValueError(
            f"`*`: expected a number, a point (4,) or matrices (..., 4, 4), got shape {other.shape}; points (N, 4) go "
            "through transform or point_velocity, arrays of rates through ScrewMatrix.velocity"
        )

    __matmul__ = __mul__

    def __rmul__(self, other):
        """Number or plain matrix times this."""
        if np.shape(other)[-2:] != (4, 4):
            return self * other  # a number, or refused with the message of `*`
        return molt4(other, plain(self))

    __rmatmul__ = __rmul__

    def __truediv__(self, number):
        """Divide by a number."""
        number = real_array(number, "/")
        if number.ndim:
            raise ValueError(f"`/`: expected a number, got shape {number.shape}")
        with np.errstate(all="ignore"):
            return self._scaled(np.float64(1.0) / number)

    def __add__(self, other):
        """Sum of two matrices of one kind in one frame."""
        return self._sum(other, np.add, "+")

    def __radd__(self, other):
        """0 + A, so that the built-in sum works."""
        return self if isinstance(other, numbers.Real) and other == 0 else self._sum(other, np.add, "+")

    def __sub__(self, other):
        """Difference of two matrices of one kind in one frame."""
        return self._sum(other, np.subtract, "-")

    def __rsub__(self, other):
        """Plain array minus this."""
        return self._sum(other, lambda mine, theirs: theirs - mine, "-")

    def __neg__(self):
        """Opposite matrix."""
        return self._scaled(-1.0)

    def __pow__(self, exponent):
        """Refused: a power of every element means nothing."""
        raise TypeError(f"powers and remainders of {type(self).__name__} have no meaning; a pose has inv()")

    def __imul__(self, other):
        """In place, with the meaning and the checks of ``*``."""
        return self._assign(self * other)

    def __iadd__(self, other):
        """In place, with the meaning and the checks of ``+``."""
        return self._assign(self + other)

    def __isub__(self, other):
        """In place, with the meaning and the checks of ``-``."""
        return self._assign(self - other)

    def __itruediv__(self, number):
        """In place, with the meaning of ``/``."""
        return self._assign(self / number)

    __imatmul__ = __imul__
    __ipow__ = __ifloordiv__ = __imod__ = __pow__

    def _assign(self, value):
        if type(value) is not type(self):
            raise TypeError(f"in place: expected a {type(self).__name__}, got a {type(value).__name__}")
        plain(self)[...] = plain(value)
        for name, label in value._names().items():
            setattr(self, name, label)
        return self

    def _scaled(self, number):
        return self._like(plain(self) * float(number))

    def _sum(self, other, operation, sign):
        if not isinstance(other, Matrix4):
            return _rebuild(type(self), operation(plain(self), real_array(other, "matrix", 4, 4)), {"ref": None})
        if type(other) is not type(self):
            raise TypeError(f"{type(self).__name__} {sign} {type(other).__name__} has no meaning")
        ref = common(self.ref, other.ref, f"{type(self).__name__} {sign} {type(other).__name__}")
        return _rebuild(type(self), operation(plain(self), plain(other)), {"ref": ref})

    def _product(self, other):
        try:
            kind = Matrix4.products[type(self), type(other)]
        except KeyError:
            raise TypeError(f"{type(self).__name__} * {type(other).__name__} has no meaning") from None
        what = f"{type(self).__name__} * {type(other).__name__}"
        names = {"ref": self.ref}
        if hasattr(self, "frame"):
            common(self.frame, other.ref, what)
            names["frame"] = getattr(other, "frame", None)
        else:
            names["ref"] = common(self.ref, other.ref, what)
        result = molt4(plain(self), plain(other))
        return result if kind is None else _rebuild(kind, result, names)

    # -------------------------------------------------------------------------------------- change of frame

    def change_ref(self, m):
        """This matrix referred to the frame in which `m` is the pose of its own reference frame."""
        what = f"{type(self).__name__}.change_ref"
        expect_kind(m, what, "PositionMatrix")
        common(self.ref, getattr(m, "frame", None), what)
        names = self._names() | {"ref": getattr(m, "ref", None)}
        return _rebuild(type(self), self._moved(plain(self), plain(m)), names)

    ChangeRef = change_ref


class builder:
    """A constructor that also works on an instance: ``A.setup(...)`` fills A, ``Kind.setup(...)`` makes a new one.

    A new one takes frame names as keywords: ``Kind.setup(..., ref="0")``.
    """

    def __init__(self, function):
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance, owner):
        """The function bound to the class, or to the instance that it fills."""

        def build(*args, **kwargs):
            names = {k: kwargs.pop(k) for k in ("frame", "ref") if k in kwargs}
            value = self.function(*args, **kwargs)
            if instance is None:
                return owner(value, **names)
            if not names.keys() <= instance._names().keys():
                raise TypeError(f"setup: a {owner.__name__} has no `frame`, only `ref`")
            for name, label in names.items():
                frame_name(label, name)
            if value.shape != instance.shape:
                expected = f"arguments for shape {instance.shape}, got {value.shape}"
                raise ValueError(f"setup: expected {expected}; {owner.__name__}.setup(...) makes a new one")
            plain(instance)[...] = value
            for name, label in names.items():
                setattr(instance, name, label)
            return instance

        build.__doc__, build.__name__ = self.function.__doc__, self.function.__name__
        build.__wrapped__ = self.function
        return build


def plain(x):
    """The plain array behind a matrix; anything else as it is."""
    return x.view(np.ndarray) if isinstance(x, Matrix4) else x


def expect_kind(matrix, what, *kinds):
    """Refuse a matrix class other than `kinds` as an argument; plain arrays pass."""
    if isinstance(matrix, Matrix4) and type(matrix).__name__ not in kinds:
        raise TypeError(f"{what}: expected {' or '.join(kinds)} or a plain array, got {type(matrix).__name__}")


def common(left, right, what):
    """The one name of two that must agree; None when either is unnamed."""
    if left is None or right is None:
        return None
    if left != right:
        raise FrameError(f"{what}: frames do not match, {left!r} and {right!r}")
    return left


def _plain_all(x):
    if isinstance(x, list | tuple):
        return type(x)(map(_plain_all, x))
    return plain(x)


def frame_name(value, argument):
    """A frame name, checked."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"`{argument}`: expected a frame name (str) or None, got {type(value).__name__}")
    return value


def _rebuild(kind, array, names):
    matrix = array.view(kind)
    for name, label in names.items():
        if hasattr(matrix, name):
            setattr(matrix, name, label)
    return matrix
