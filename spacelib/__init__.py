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

_topics = (
    algebra, anysize, cardan, cardan_motion, constants, dynamics, equation, frames, geometry, linear_systems, matrices,
    motion, position, printing, symmetry, vectors,
)  # fmt: skip

# `max`, `min` and `sum` are attributes but not exported by a star: they would shadow the builtins
__all__ = sorted({name for topic in _topics for name in topic.__all__} - {"sum"})
__all__ += ["FrameError", "Line", "SingularityError", "SingularityWarning", "errstate"]
