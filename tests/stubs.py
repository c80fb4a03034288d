"""Type stubs of the compiled modules, made from their sources: ``python tests/stubs.py`` writes spacelib/*.pyi.

A stub shows an editor the signature and the convention (the docstring without its example). Result types come from the
kernel that a face calls; a test compares the files with what this script would write.
"""

import importlib
import inspect
import re
import textwrap
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "spacelib"
MODULES = [
    "algebra", "cardan", "cardan_motion", "dynamics", "frames", "geometry", "motion", "position", "symmetry", "vectors",
]  # fmt: skip
INTEGERS = {"jtype", "a", "a1", "a2", "i", "j", "k", "dim", "n", "sig", "sign"}
# functions whose `a` is a number or an array
NOT_AN_AXIS = {"DHtoMstd", "cross", "crossVtoM", "dhtom", "dot", "intermediate", "mod", "normal3", "normal4"}
LINES = {"l", "l1", "l2"}
LINE_LIKE = "LineLike = Line | Mapping[str, ArrayLike] | Sequence[ArrayLike]\n"


def kernels(source):
    """Result type of every kernel in a source."""
    types = {}
    definition = r'cdef Kernel (\w+) = kernel\([^"]*"\w+",\s*"([^"]*?)"(?:,\s*(\w+))?'
    for name, signature, result in re.findall(definition, re.sub(r'"\s*\n\s*"', "", source)):
        first = signature.split("->")[1].split()[0]
        types[name] = result if result not in ("", "None") else "Array" if "(" in first else "Number"
    return types


def result_type(name, source, types):
    """Result type of a face: that of its kernel, of the NamedTuple it makes, or of the face it calls."""
    body = re.search(rf"^def {name}\(.*?(?=^(?:def|cdef|# ---)|\Z)", source, re.S | re.M).group()
    kernel, call = (re.findall(r"return (?:run\d?\((\w+)|(\w+)\()", body) or [("", "")])[-1]
    if kernel:
        return types[kernel]
    if call[:1].isupper():
        return call
    return result_type(call, source, types) if f"\ndef {call}(" in source else "Array"


def annotated(name, parameter, several):
    """One parameter as stub text; `several` outputs take a tuple as `out`."""
    p = parameter.name
    if p == "out":
        return f"{p}: tuple[Array | None, ...] | None = ..." if several else f"{p}: Array | None = ..."
    kind = "LineLike" if p in LINES else "ArrayLike"
    if p in INTEGERS and not (p == "a" and name in NOT_AN_AXIS):
        kind = "int | None" if parameter.default is None else "int"
    return f"{p}: {kind}" + ("" if parameter.default is inspect.Parameter.empty else " = ...")


def face_stub(name, face, source, types):
    """Signature and convention of one function."""
    parameters, result = [], result_type(name, source, types)
    for p in inspect.signature(face).parameters.values():
        if p.kind is p.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        parameters.append(annotated(name, p, result not in ("Array", "Number")))
    doc = inspect.cleandoc(face.__doc__).split("\n>>>")[0].strip()
    doc = f'"""{doc}"""' if "\n" not in doc else f'"""{doc}\n"""'
    head = f"def {name}({', '.join(parameters)}) -> {result}:"
    return f"{head}\n{textwrap.indent(doc, '    ')}\n"


def stub(module):
    """Text of the stub of one module."""
    source = (PACKAGE / f"{module}.pyx").read_text()
    compiled = importlib.import_module(f"spacelib.{module}")
    imported = re.search(r"from spacelib.results import (.*)", source)
    faces = [face_stub(name, getattr(compiled, name), source, kernels(source)) for name in compiled.__all__]
    results = {"Array", *(imported.group(1).split(", ") if imported else [])}
    results = sorted(results | ({"Number"} if "Number:" in "".join(faces) else set()))
    lines = "LineLike" in "".join(faces)
    head = "from collections.abc import Mapping, Sequence\n\n" if lines else ""
    head += f"from numpy.typing import ArrayLike\n\nfrom spacelib.results import {', '.join(results)}\n\n"
    names = "".join(f'    "{name}",\n' for name in compiled.__all__)
    return head + (LINE_LIKE + "\n" if lines else "") + f"__all__ = [\n{names}]\n\n" + "\n".join(faces)


if __name__ == "__main__":
    for module in MODULES:
        (PACKAGE / f"{module}.pyi").write_text(stub(module))
