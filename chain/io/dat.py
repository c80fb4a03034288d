"""The robot file of the legacy program ROB-MAT (.dat): free-format numbers, line breaks irrelevant.

The number of links; for each link ``jtype theta d b a alpha``, ``mass jxx jxy jxz jyy jyz jzz`` (tensor about the
centre of mass, link axes), ``xg yg zg``; gravity in the base frame; then, for every instant, the force and the couple
that act on the last link, in its own frame.
"""

import re
from pathlib import Path

import numpy as np

from chain.io.text import numbers, read_text, shown
from spacelib import Pri, Rev

JTYPES = {Rev: "R", Pri: "P"}
LINK = ("jtype", "theta", "d", "b", "a", "alpha", "mass", "jxx", "jxy", "jxz", "jyy", "jyz", "jzz", "xg", "yg", "zg")
TENSOR = [[0, 1, 2], [1, 3, 4], [2, 4, 5]]  # where the six moments stand in the 3x3 tensor
FORCES = ("viscous", "coulomb", "stiffness", "rotor")


def read(path):
    """Links and chain of a file, as arguments for `LinkObject` and `ChainObject`, and its `external` rows."""
    text = read_text(path)
    start = re.match(r"\s*\S+", text)
    if not start:
        raise ValueError(f"{path}: empty, expected the number of links")
    nlink = _count(start[0], path)
    values = numbers(text, path, lambda k: _meaning(k, nlink))
    head = 1 + len(LINK) * nlink + 3
    if len(values) < head:
        missing = _meaning(len(values), nlink)
        raise ValueError(f"{path}: ends after {len(values)} numbers, expected {missing} (of {nlink} links)")
    rest = len(values) - head
    if rest % 6:
        raise ValueError(
            f"{path}: external actions: expected six numbers per row (fx fy fz cx cy cz), "
            f"got {rest % 6} in row {rest // 6 + 1}, where the file ends"
        )
    table = values[1 : head - 3].reshape(nlink, len(LINK))
    links = [_link(row, i, path) for i, row in enumerate(table)]
    chain = {"name": Path(path).stem, "gravity": values[head - 3 : head], "external": values[head:].reshape(-1, 6)}
    return links, chain


def _count(start, path):
    value = numbers(start, path, lambda k: "the number of links")[0]
    if not 1 <= value <= 1e9 or value != int(value):
        raise ValueError(f"{path}: expected the number of links, got {shown(start.strip())} (number 1 of the file)")
    return int(value)


def _meaning(k, nlink):
    """What number k of a file is."""
    link, place = divmod(k - 1, len(LINK))
    if k == 0:
        return "the number of links"
    if link < nlink:
        return f"{LINK[place]} of link {link + 1}"
    k -= 1 + nlink * len(LINK)
    if k < 3:
        return ("gx", "gy", "gz")[k] + " of gravity"
    row, place = divmod(k - 3, 6)
    return f"{('fx', 'fy', 'fz', 'cx', 'cy', 'cz')[place]} of external row {row + 1}"


def _link(row, i, path):
    jtype, *geometry = row[:6].tolist()
    if jtype not in JTYPES:
        place = 2 + i * len(LINK)
        raise ValueError(f"{path}: jtype of link {i + 1}: expected 0 or 1, got {jtype:g} (number {place} of the file)")
    inertia = row[7:13][TENSOR]
    return {
        "jtype": JTYPES[jtype], **dict(zip(LINK[1:6], geometry, strict=True)), "mass": float(row[6]),
        "inertia": inertia if inertia.any() else None, "cog": row[13:],
    }  # fmt: skip


def text_of(arm):
    """The chain as the text of a .dat file; names are left out, what the format cannot say is refused."""
    _expressible(arm)
    lines = [str(len(arm.links)), ""]
    for link in arm.links:
        I = np.zeros((3, 3)) if link.inertia is None else link.inertia
        jtype = next(code for code, symbol in JTYPES.items() if symbol == link.jtype)
        lines += [
            str(int(jtype)), _row(link.theta, link.d, link.b, link.a, link.alpha),
            _row(link.mass), _row(*I[0]), _row(*I[1, 1:]), _row(I[2, 2]), _row(*link.cog), "",
        ]  # fmt: skip
    rows = arm.file_external if len(arm.file_external) else np.zeros((1, 6))
    return "\n".join([*lines, _row(*arm.gravity), *(_row(*row) for row in rows), ""])


def _row(*values):
    return " ".join(repr(float(v)).removesuffix(".0") for v in values)


def _expressible(arm):
    for i, (link, parent) in enumerate(zip(arm.links, arm.parents, strict=True)):
        forces = [name for name in FORCES if getattr(link, name)]
        reason = (
            f"its parent is {'the base' if parent < 0 else f'link {parent + 1}'}, not link {i}" if parent != i - 1
            else f"a {link.kind.name} joint" if link.jtype not in JTYPES.values()
            else "placement in place of D&H parameters" if link.placement is not None
            else "modified D&H parameters" if link.convention != "standard"
            else f"{forces[0]} of its joint" if forces
            else None
        )  # fmt: skip
        if reason:
            label = f"link {i + 1}" + (f" ({link.name})" if link.name else "")
            raise ValueError(f"a .dat file cannot hold {label}: {reason}; save the robot as .toml")
    if arm.payloads:
        raise ValueError("a .dat file cannot hold the payloads of a chain; detach them, or save the robot as .toml")
    for part in ("base", "tool"):
        m = getattr(arm, part)
        if m is not None and not np.array_equal(m, np.eye(4)):
            raise ValueError(f"a .dat file cannot hold the `{part}` of a chain; save the robot as .toml")
