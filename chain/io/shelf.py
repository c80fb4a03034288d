"""The robots and motions that come with the package, by name."""

from importlib import resources
from pathlib import Path

# a name without a variant means this one
DEFAULT_VARIANT = {"planar3r": "planar3r_a", "stanford": "stanford_saha2007"}


def folder():
    """The folder of the package's data: inside `chain` where it is installed, beside it in a source tree."""
    package = Path(str(resources.files("chain")))
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


def find(path, suffixes, what):
    """`path` itself; for a bare name that is no file, the file of this name in `folder`, earlier suffixes first."""
    path = Path(path)
    if path.suffix or path.parent != Path() or path.is_file():
        return path
    name = path.name.lower()
    stems = (name, DEFAULT_VARIANT.get(name, name))
    for candidate in (folder() / (stem + suffix) for stem in stems for suffix in suffixes):
        if candidate.is_file():
            return candidate
    names = sorted({p.stem for suffix in suffixes for p in folder().glob("*" + suffix)} | DEFAULT_VARIANT.keys())
    raise FileNotFoundError(f"{path}: no such file, and no {what} of this name; there are {', '.join(names)}")
