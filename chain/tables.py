"""Chains as tables that a person reads."""

import numpy as np

__all__ = ["chain_table"]


def chain_table(arm):
    """Links of a chain, one row each: joint, parent, geometry, mass; then its payloads."""
    mass = sum(body.mass for body in [*arm, *(payload.body for payload in arm.payloads)])
    title = f"ChainObject{f' {arm.name!r}' if arm.name else ''}: {_count(len(arm), 'link')}, "
    title += f"{_count(arm.n, 'joint variable')}, {mass:g} kg"
    lines = [title, f"gravity {_numbers(arm.gravity)} m/s^2" + _frames(arm)]
    if not len(arm):
        return "\n".join(lines)
    rows = [("#", "link", "joint", "on", "geometry", "mass", "centre of mass")]
    for i, (link, parent) in enumerate(zip(arm.links, arm.parents, strict=True)):
        on = "base" if parent < 0 else str(parent)
        mass = f"{link.mass:g}" if link.mass or link.inertia is not None else "-"
        cog = _numbers(link.cog) if link.mass else "-"
        rows.append((str(i), link.name or "-", link.kind.name, on, _geometry(link), mass, cog))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines + [repr(payload) for payload in arm.payloads])


def _count(number, thing):
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _numbers(values):
    return "(" + ", ".join(f"{x:.6g}" for x in np.asarray(values) + 0.0) + ")"


def _frames(arm):
    text = ""
    if arm.base is not None:
        text += f", base at {_numbers(arm.base[:3, 3])}"
    if arm.tool is not None:
        text += f", tool at {_numbers(arm.tool[:3, 3])}"
    return text


def _geometry(link):
    if link.placement is None:
        given = [(name, getattr(link, name)) for name in ("theta", "d", "b", "a", "alpha")]
        text = " ".join(f"{name}={value:.5g}" for name, value in given if value) or "-"
        text = text if link.convention == "standard" else f"modified {text}"
    else:
        axis = f" axis {_numbers(link.axis)}" if link.kind.nv else ""
        text = f"at {_numbers(link.placement[:3, 3])}{axis}"
    return text + (f" pitch={link.pitch:g}" if link.kind.slides is None else "")
