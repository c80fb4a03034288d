"""Robots and motions in files: `load`, `save`, `read_motion`."""

import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from chain.chain import ChainObject
from chain.errors import InertiaWarning
from chain.io import dat, motion, shelf, toml
from chain.io.motion import Motion
from chain.io.text import replacing
from chain.link import LinkObject
from chain.payload import Payload

__all__ = ["Motion", "load", "lock", "read_motion", "save"]

FORMATS = {".toml": toml, ".dat": dat}


def load(path, *, locked=None, mimic="independent"):
    """A robot from a file: .dat (legacy robot file) or .toml (ours), the suffix in any case.

    A bare name that is no file finds one of the robots that come with the package. `locked`: {joint: value} freezes
    joints (names or indices), their mass kept. `mimic` is for formats with coupled joints: "independent" or "couple".
    A link whose inertia no body can have gives a :class:`chain.InertiaWarning` and is kept as it is. External rows of
    the file are kept as ``arm.file_external`` (steps, 6), force and couple in the last link's frame.

    >>> arm = load("puma")
    >>> arm.n, arm.links[1].a
    (6, 0.432)
    >>> load("puma", locked={5: 0.0}).n
    5
    """
    if mimic not in ("independent", "couple"):
        raise ValueError(f'`mimic`: expected "independent" or "couple", got {mimic!r}')
    path = shelf.find(path, FORMATS, "robot")
    links, chain = _format(path, reading=True).read(path)
    external, payloads = chain.pop("external", np.zeros((0, 6))), chain.pop("payloads", [])
    arm = _chain(links, chain, path)
    arm.file_external = external
    arm._carry(_payload(arm, table, f"{path}, payload {i}") for i, table in enumerate(payloads, 1))
    bodies = [("link", i, link) for i, link in enumerate(arm.links, 1)]
    for kind, i, body in bodies + [("payload", i, payload.body) for i, payload in enumerate(arm.payloads, 1)]:
        defect = body.inertia_defect()
        if defect:
            label = f"{kind} {i}" + (f" ({body.name})" if body.name else "")
            warnings.warn(f"{path}, {label}: {defect}", InertiaWarning, stacklevel=2)
    return arm if locked is None else lock(arm, locked)


def _format(path, reading):
    """The module for a path's suffix."""
    suffix = path.suffix.lower()
    if suffix == ".urdf":
        raise ValueError(f"{path}: URDF files are not supported yet; expected .dat or .toml")
    if suffix not in FORMATS:
        action = "read" if reading else "write"
        raise ValueError(f"{path}: expected a file to {action} named .dat or .toml, got {path.suffix or 'no suffix'}")
    return FORMATS[suffix]


def _chain(links, chain, path):
    """The chain of a file's description; errors name the file and the link."""
    made = []
    for i, link in enumerate(links, 1):
        try:
            made.append(LinkObject(**link, validate=False))
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"{path}, link {i}: {error}") from None
    try:
        return ChainObject(made, **chain)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{path}: {error}") from None


def _payload(arm, table, place):
    """A payload of a file's description; errors name the file and the payload."""
    body = dict(table)
    try:
        link = arm.index(body.pop("link"))
    except (TypeError, LookupError) as error:
        raise ValueError(f"{place}: `link`: {error.args[0]}") from None
    try:
        return Payload(link, LinkObject("F", **body, validate=False))
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{place}: {error}") from None


def lock(arm, values):
    """The same chain with joints frozen: {joint: value}, joints by name or by the index of their variable.

    A frozen joint becomes a fixed one at this value; its link keeps frame, mass and name. Its friction, spring and
    rotor go with the joint.

    >>> arm = lock(load("stanford"), {"joint3": 0.5})
    >>> arm.n, arm.links[2].jtype, arm.links[2].d
    (5, 'F', 0.5)
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"`locked`: expected a mapping {{joint: value}}, got {type(values).__name__}")
    movable = [i for i, link in enumerate(arm.links) if link.kind.nv]
    where = {name: movable[k] for k, name in enumerate(arm.joint_names)}
    links = [link.copy() for link in arm.links]
    for joint, value in values.items():
        if isinstance(joint, int | np.integer) and -len(movable) <= joint < len(movable):
            i = movable[joint]
        elif joint in where:
            i = where[joint]
        else:
            raise ValueError(f"`locked`: expected joints among {', '.join(where)}, got {joint!r}")
        links[i] = _frozen(arm.links[i], float(value))
    locked = ChainObject(links, gravity=arm.gravity, base=arm.base, tool=arm.tool, name=arm.name)
    locked.file_external = arm.file_external
    locked._carry(payload.on(payload.link) for payload in arm.payloads)
    return locked


def _frozen(link, q):
    """A fixed link where the joint of this one is at q."""
    body = {key: getattr(link, key) for key in ("mass", "cog", "inertia", "parent", "name", "joint")}
    if link.placement is None:
        place = {key: getattr(link, key) for key in ("theta", "d", "b", "a", "alpha", "convention")}
        place["theta"] += link.kind.turns * q
        place["d"] += link.slides * q
    else:
        place = {"placement": link.position(q)}
    return LinkObject("F", validate=False, **place, **body)


def save(arm, path):
    """Write a chain to a .toml file, or to a .dat file where that format can hold it.

    ``load(path)`` gives back an equal chain from .toml. A .dat file holds serial chains of revolute and prismatic
    joints with standard D&H parameters, without base, tool, payloads, names and joint forces. The file is written whole
    or not at all.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(load("puma"), folder + "/copy.toml")
    ...     load(folder + "/copy.toml") == load("puma")
    True
    """
    path = Path(path)
    text = _format(path, reading=False).text_of(arm)
    with replacing(path) as file:
        file.write(text)


def read_motion(path, n):
    """The joint motion in a legacy motion file, for n joint variables: an object with `.t .q .qd .qdd`.

    Free-format numbers: q, qd, qdd of each joint at each instant, with the time step dt before them or without it; then
    `.t` is the sample number. `t` (steps,), the others (steps, n); rad or m, s. A bare name that is no file finds one
    of the motions that come with the package.

    >>> read_motion("puma", 6)
    Motion of 6 joints: 101 samples, t = 0 to 10 s, dt = 0.1 s
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise ValueError(f"`n`: expected the number of joint variables, 1 or more, got {n!r}")
    return motion.read(shelf.find(path, (".mot",), "motion"), int(n))
