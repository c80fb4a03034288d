"""Kinematics and dynamics of rigid bodies with 4x4 matrices, one or thousands at a time.

The legacy SPACELIB by name, convention and argument order, with its defects repaired: see docs/legacy.md. Matrices:
position M, velocity W, acceleration H, screw L, inertia J, action PHI, momentum GAMMA. SI units, radians, float64;
every function broadcasts over leading dimensions.

>>> import numpy as np
>>> import spacelib as sl
>>> M = sl.dhtom(sl.Rev, 0.0, 0.0, 0.0, 0.5, 0.0, np.linspace(0.0, 1.0, 1000))
>>> M.shape
(1000, 4, 4)
"""

try:
    from spacelib import _border
except ModuleNotFoundError:
    raise ImportError(
        "spacelib is not compiled in this folder: start Python in another one, or run `pip install -e .` here"
    ) from None

from spacelib import (
    algebra,
    anysize,
    cardan,
    cardan_motion,
    constants,
    dynamics,
    equation,
    frames,
    geometry,
    linear_systems,
    matrices,
    motion,
    position,
    printing,
    symmetry,
    vectors,
)
from spacelib.algebra import *
from spacelib.anysize import *
from spacelib.anysize import sum
from spacelib.cardan import *
from spacelib.cardan_motion import *
from spacelib.constants import *
from spacelib.constants import max, min
from spacelib.dynamics import *
from spacelib.equation import *
from spacelib.errors import FrameError, SingularityError, SingularityWarning, errstate
from spacelib.frames import *
from spacelib.geometry import *
from spacelib.linear_systems import *
from spacelib.matrices import *
from spacelib.motion import *
from spacelib.position import *
from spacelib.printing import *
from spacelib.results import Line
from spacelib.symmetry import *
from spacelib.vectors import *

# `max`, `min` and `sum` are attributes but not exported by a star: they would shadow the builtins
__all__ = ["FrameError", "Line", "SingularityError", "SingularityWarning", "errstate"]
__all__ += algebra.__all__
__all__ += anysize.__all__
__all__ += cardan.__all__
__all__ += cardan_motion.__all__
__all__ += constants.__all__
__all__ += dynamics.__all__
__all__ += equation.__all__
__all__ += frames.__all__
__all__ += geometry.__all__
__all__ += linear_systems.__all__
__all__ += matrices.__all__
__all__ += motion.__all__
__all__ += position.__all__
__all__ += printing.__all__
__all__ += symmetry.__all__
__all__ += vectors.__all__


def __getattr__(name):
    """The version and the module of MATLAB names on demand; a hint for a MATLAB name."""
    import importlib

    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("spacelib")
    matlab = importlib.import_module("spacelib.matlab")
    if name == "matlab":
        return matlab
    hint = f"; it is a MATLAB name: spacelib.matlab.{name}" if name in matlab.__all__ else ""
    raise AttributeError(f"module 'spacelib' has no attribute {name!r}{hint}")
