"""Our own robot file (.toml): a table per link, whose keys are the arguments of `LinkObject`.

::

    format = 1                          # version of this layout
    name = "pendulum"
    gravity = [0.0, 0.0, -9.81]

    [[link]]
    jtype = "R"
    a = 0.5
    mass = 2.0
    cog = [-0.25, 0.0, 0.0]
    inertia = [0.0, 0.04, 0.04]         # three principal moments, or the 3x3 tensor

    [[payload]]                         # none, or as many as there are: the arguments of `ChainObject.attach`
    link = 0                            # index or name of the link that carries it
    mass = 0.5

Further keys of the chain: `base`, `tool` (4x4) and `external` (rows of force and couple on the last link in its own
frame, as at the end of a .dat file). What is left out has its default; a key that is not known is refused.
"""

import json
import tomllib
from pathlib import Path

import numpy as np

from chain.io.text import shown
from chain.link import DEFAULTS

VERSION = 1
CHAIN = ("format", "name", "gravity", "base", "tool", "external", "link", "payload")
PAYLOAD = ("link", "mass", "cog", "inertia", "name")
TEXTS = {"jtype", "convention", "name", "joint"}
PLACES = {"parent", "link"}  # a text or a number
SUCH = {"jtype": 'jtype = "R"', "link": "link = 0", "mass": "mass = 0.5"}


def read(path):
    """Links and chain of a file, as arguments for `LinkObject` and `ChainObject`; its `external`, `payloads`."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError(f"{path}: tables nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    version = content.get("format")
    if version != VERSION or isinstance(version, bool):
        raise ValueError(f"{path}: expected `format = {VERSION}`, got {shown(version)}")
    _known(content, CHAIN, path)
    links = _tables(content, "link", DEFAULTS.keys(), path)
    if not links:
        raise ValueError(f"{path}: expected one or more tables [[link]]")
    payloads = _tables(content, "payload", PAYLOAD, path)
    for kind, tables, key in (("link", links, "jtype"), ("payload", payloads, "link"), ("payload", payloads, "mass")):
        for i, table in enumerate(tables, 1):
            if key not in table:
                raise ValueError(f"{path}, {kind} {i}: expected `{key}`, such as {SUCH[key]}")
    chain = _checked(content, CHAIN, path) | {"payloads": payloads}
    del chain["format"]
    if "external" in chain:
        rows = chain["external"]
        if rows.size and (rows.ndim != 2 or rows.shape[1] != 6):
            raise ValueError(f"{path}: `external`: expected rows of six numbers, got shape {rows.shape}")
        chain["external"] = rows.reshape(-1, 6)
    return links, chain


def _tables(content, kind, keys, path):
    """The tables [[kind]], checked."""
    tables = content.pop(kind, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ValueError(f"{path}: expected one or more tables [[{kind}]]")
    return [_checked(table, keys, f"{path}, {kind} {i}") for i, table in enumerate(tables, 1)]


def _known(table, keys, place):
    for key in table:
        if key not in keys:
            raise ValueError(f"{place}: `{key}` is not a key here; there are {', '.join(keys)}")


def _checked(table, keys, place):
    _known(table, keys, place)
    return {key: _value(value, key, place) for key, value in table.items()}


def _value(value, key, place):
    """A text where one is due, else a number or an array of numbers."""
    if key in TEXTS or (key in PLACES and isinstance(value, str)):
        if not isinstance(value, str):
            raise ValueError(f"{place}: `{key}`: expected a text in quotes, got {shown(value)}")
        return value
    if not _numeric(value):
        raise ValueError(f"{place}: `{key}`: expected numbers, got {shown(value)}")
    if not isinstance(value, list):
        return value
    try:
        return np.array(value, float)
    except (ValueError, OverflowError):
        raise ValueError(f"{place}: `{key}`: expected numbers in rows of equal length, got {shown(value)}") from None


def _numeric(value):
    if isinstance(value, list):
        return all(_numeric(v) for v in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def text_of(arm):
    """The chain as the text of a .toml file; reading it gives an equal chain."""
    lines = [f"format = {VERSION}"]
    if arm.name is not None:
        lines.append(_line("name", arm.name))
    lines.append(_line("gravity", arm.gravity))
    lines += [_line(key, getattr(arm, key)) for key in ("base", "tool") if getattr(arm, key) is not None]
    if len(arm.file_external):
        lines += ["# force and couple on the last link at each step, its own frame; the last row persists"]
        lines.append(_line("external", arm.file_external))
    for link in arm.links:
        lines += ["", "[[link]]"]
        lines += [_line(key, _short(key, value)) for key, value in _in_order(link.fields())]
    for payload in arm.payloads:
        body = {"mass": payload.body.mass} | payload.body.fields()
        place = {"link": arm.links[payload.link].name or payload.link}
        lines += ["", "[[payload]]"]
        lines += [_line(key, _short(key, value)) for key, value in _in_order(body | place) if key in PAYLOAD]
    return "\n".join([*lines, ""])


def _in_order(fields):
    """Names first: they head the table."""
    first = ("name", "joint", "parent", "link", "jtype")
    return [(k, fields[k]) for k in first if k in fields] + [(k, v) for k, v in fields.items() if k not in first]


def _short(key, value):
    """A tensor without products as its three moments."""
    if key == "inertia" and not (value - np.diag(np.diag(value))).any():
        return np.diag(value)
    return value


def _line(key, value):
    if np.ndim(value) == 2:
        rows = "".join(f"  {_inline(row)},\n" for row in value)
        return f"{key} = [\n{rows}]"
    return f"{key} = {_inline(value)}"


def _inline(value):
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if np.ndim(value) == 1:
        return "[" + ", ".join(_inline(v) for v in value) + "]"
    return str(value) if isinstance(value, int) else repr(float(value))
