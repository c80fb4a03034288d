"""What the file formats share: numbers read with a place for every error, files written whole or not at all."""

import contextlib
import math
import os
import re
import shutil
from pathlib import Path

import numpy as np

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eEdD][+-]?\d+)?", re.ASCII)


def read_text(path):
    """Text of a legacy file: latin-1, up to the Ctrl-Z that DOS put at the end."""
    return Path(path).read_bytes().split(b"\x1a", 1)[0].decode("latin-1")


def numbers(text, path, expected):
    """All numbers of a free-format text; ``expected(k)`` says what number k (from 0) should be.

    Fortran's exponent letter d is read as e. What is not a finite number is refused with its line and its place in the
    sequence.
    """
    try:
        values = np.array(text.split(), float)
    except ValueError:
        values = None
    if values is None or "_" in text or not np.isfinite(values).all():
        tokens = enumerate(re.finditer(r"\S+", text))
        values = np.array([_number(token, k, text, path, expected) for k, token in tokens])
    return values


def _number(token, k, text, path, expected):
    value = float(re.sub("[dD]", "e", token[0])) if NUMBER.fullmatch(token[0]) else math.nan
    if not math.isfinite(value):
        line, got = text.count("\n", 0, token.start()) + 1, shown(token[0])
        raise ValueError(f"{path}, line {line}: expected {expected(k)}, got {got} (number {k + 1} of the file)")
    return value


def shown(value, length=40):
    """A value of a file as a message shows it: quoted, on one line, cut where it is long."""
    text = repr(value)
    return text if len(text) <= length else f"{text[: length - 4]}...{text[-1]}"


@contextlib.contextmanager
def replacing(path, mode="w"):
    """A file to write that takes the place of `path` when the block ends well, and leaves it as it was otherwise."""
    target = Path(os.path.realpath(path))
    encoding = None if "b" in mode else "utf-8"
    newline = None if "b" in mode else "\n"
    if target.exists() and not target.is_file():  # a device, a pipe; a folder refuses
        with open(target, mode, encoding=encoding, newline=newline) as file:
            yield file
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with open(draft, mode, encoding=encoding, newline=newline) as file:
            yield file
        if target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
