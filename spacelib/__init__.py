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

import importlib.util

if importlib.util.find_spec("spacelib._border") is None:
    raise ImportError(
        "spacelib is not compiled in this folder: start Python in another one, or run `pip install -e .` here"
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
__all__ = [
    "NOTOK", "NULL3", "NULL4", "OK", "ORIGIN", "PIG", "PIG2", "PIG_2", "SKEW", "SYMM", "UNIT3", "UNIT4",
    "AccelerationMatrix", "ActionMatrix", "Col", "DHtoMstd", "For", "FrameError", "Gtomegapto", "Htocard", "Htocardan",
    "Htoeul", "Htonaut", "InertiaMatrix", "Line", "MomentumMatrix", "Mtocard", "Mtocardan", "Mtoeul", "Mtonaut",
    "PositionMatrix", "Pri", "Rev", "Row", "ScrewMatrix", "SingularityError", "SingularityWarning", "Tor", "U",
    "VelocityMatrix", "WPRODtocardan", "WtoL", "Wtocard", "Wtocardan", "Wtoeul", "Wtonaut", "Wtovel", "X", "Xaxis",
    "Xaxis_n", "Y", "Yaxis", "Yaxis_n", "Z", "Zaxis", "Zaxis_n", "aabs", "actom", "angle", "axis", "cardantoH",
    "cardantoM", "cardantoW", "cardantoWPROD", "cardanto_G", "cardanto_G3", "cardanto_G4", "cardanto_OMEGA",
    "cardanto_OMEGAPTO", "cardanto_omega", "cardanto_omega3", "cardanto_omega4", "cardantol", "cardantor",
    "cardantor3", "cardantor4", "cardtoH", "cardtoM", "cardtoW", "change_action", "change_inertia", "change_velocity",
    "clear", "clear3", "clear4", "clearv", "coriolis", "cross", "crossMtoM", "crossVtoM", "crossmtom", "deg", "dhtom",
    "dist", "distpp", "dot", "dot2", "dyn_eq", "dzerom", "elimin", "errstate", "eultoH", "eultoM", "eultoW", "extract",
    "fprintm3", "fprintm4", "fprintv", "frame4P", "frame4V", "frameP", "frameP3", "frameP4", "frameV", "frameV3",
    "frameV4", "fzerom", "gtom", "idmat", "idmat3", "idmat4", "intermediate", "inters2pl", "intersection", "interslpl",
    "invA", "invers", "iprintmat", "jtoJ", "line2p", "linear", "linepvect", "makeL", "makeL2", "mcopy", "mcopy3",
    "mcopy4", "mcopy34", "mcopy43", "middle", "minvers", "mmcopy", "mod", "molt", "molt3", "molt4", "moltmv3", "moltp",
    "mtoscrew", "mtov", "mtov3", "mtov4", "mvcopy", "n_simm3", "n_simm4", "n_simm34", "n_skew3", "n_skew4", "n_skew34",
    "nauttoH", "nauttoM", "nauttoW", "norm", "norm3", "norm4", "norm_simm_skew", "normal", "normal3", "normal4",
    "normalr", "pcopy", "plane", "plane2", "printm", "printm3", "printm4", "printmat", "printv", "prmat", "project",
    "projponl", "psedot", "pseudo_inv", "rad", "rmax", "rmolt", "rmolt3", "rmolt4", "rmoltv", "rotat", "rotat2",
    "rotat23", "rotat24", "rotat34", "rtocardan", "rtocardan3", "rtocardan4", "screwtom", "sign", "skew", "skew4",
    "solve", "sub", "sub3", "sub4", "subv", "sum3", "sum4", "sumv", "swabc", "swabr", "trac_ljlt4", "transp",
    "transp3", "transp4", "trasf_mami", "trasf_mamt", "trasf_mamt4", "trasf_miam", "trasf_miamit", "traslat",
    "traslat2", "traslat24", "unitv", "vcopy", "vect", "vector", "velacctoWH", "velacctoWH2", "velacctoWH3", "vmcopy",
    "vtom", "vtom3", "vtom4", "zerom",
]  # fmt: skip


def __getattr__(name):
    """The version and the module of MATLAB names on demand; a hint for a MATLAB name."""
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("spacelib")
    matlab = importlib.import_module("spacelib.matlab")
    if name == "matlab":
        return matlab
    hint = f"; it is a MATLAB name: spacelib.matlab.{name}" if name in matlab.__all__ else ""
    raise AttributeError(f"module 'spacelib' has no attribute {name!r}{hint}")
