"""SPACELIB as MATLAB users know it: the 113 MATLAB names, argument and result orders, and axes counted from 1.

Every function is that of :mod:`spacelib` under its MATLAB name, with its repairs, warnings and broadcasting. What
differs: the axis constants ``X, Y, Z, U`` are 1, 2, 3, 4, so they are arguments (``rotat2(Z, q)``), not Python indices;
a point may be (x, y, z) or (x, y, z, 1); a line is the 4x2 matrix ``[P, [dir; 0]]``; rows and columns of a matrix count
from 1; some results come in another order, as each docstring says. Vectors are flat, (..., 3); columns (..., 3, 1) are
taken too.

>>> from spacelib.matlab import *
>>> dhtom(Rev, 0.0, 0.1, 0.0, 0.5, 0.0, rad([0, 90]))[:, :3, 3].round(12)
array([[0.5, 0. , 0.1],
       [0. , 0.5, 0.1]])
"""
# ruff: noqa: I001 - names side by side, not one per line

from spacelib.constants import (
    NOTOK, NULL3, NULL4, OK, ORIGIN, PIG, PIG2, PIG_2, UNIT3, UNIT4, Col, For, Pri, Rev, Row, Tor, Xaxis, Xaxis_n,
    Yaxis, Yaxis_n, Zaxis, Zaxis_n,
)
from spacelib.constants import SKEW as SKEW_
from spacelib.constants import SYMM as SYMM_
from spacelib.matlab.algebra import (
    clearmat, crossmto, crosstom, deg, dot2, dot3, grad, idmat, jnorm, jrand, mcopy, mmcopy, modulus, molt, mvcopy,
    pseudinv, rad, rmolt, ssum, sub, transp, unitv, vector, vmcopy, zerom,
)
from spacelib.matlab.cardan import (
    atilde, cardatog, cardatoh, cardatol, cardatom, cardator, cardatow, cardompt, cardtome, cardtoom, cardtowp,
    htocarda, inva, mtocarda, rtocarda, wtocarda,
)
from spacelib.matlab.dynamics import actom, dyn_eq, jtoj, psedot, skew, tracljlt
from spacelib.matlab.frames import frame4p, frame4v, framep, framev, invers, mami, mamt, miam, miamit, mtov, vtom
from spacelib.matlab.geometry import (
    aangle, distp, distpp, inter2pl, interlpl, intermed, intersec, line2p, linpvect, middle, plane, plane2, project,
    projponl, vect,
)
from spacelib.matlab.linear_systems import elimin, linears, minvers, normalr, rmax, solve_l, swabc, swabr
from spacelib.matlab.motion import coriolis, gtom, gtomgapt, makel, makel2, vactowh2, vactowh3, veactowh, wtol, wtovel
from spacelib.matlab.position import (
    aaxis, dhtom, dhtomstd, extract, mtoscrew, rotat, rotat2, rotat24, rotat34, screwto2, screwtom, traslat, traslat2,
    traslat24,
)
from spacelib.matlab.printing import fprintm, printm, prmat
from spacelib.matlab.symmetry import adj3, normal, normal3, normal_g, normskew

__all__ = [
    "NOTOK", "NULL3", "NULL4", "OK", "ORIGIN", "PIG", "PIG2", "PIG_2", "SKEW_", "SYMM_", "UNIT3", "UNIT4", "Col", "For",
    "Pri", "Rev", "Row", "Tor", "U", "X", "Xaxis", "Xaxis_n", "Y", "Yaxis", "Yaxis_n", "Z", "Zaxis", "Zaxis_n",
    "aangle", "aaxis", "actom", "adj3", "atilde", "cardatog", "cardatoh", "cardatol", "cardatom", "cardator",
    "cardatow", "cardompt", "cardtome", "cardtoom", "cardtowp", "clearmat", "coriolis", "crossmto", "crosstom", "deg",
    "dhtom", "dhtomstd", "distp", "distpp", "dot2", "dot3", "dyn_eq", "elimin", "extract", "fprintm", "frame4p",
    "frame4v", "framep", "framev", "grad", "gtom", "gtomgapt", "htocarda", "idmat", "inter2pl", "interlpl", "intermed",
    "intersec", "inva", "invers", "jnorm", "jrand", "jtoj", "line2p", "linears", "linpvect", "makel", "makel2", "mami",
    "mamt", "mcopy", "miam", "miamit", "middle", "minvers", "mmcopy", "modulus", "molt", "mtocarda", "mtoscrew", "mtov",
    "mvcopy", "normal", "normal3", "normal_g", "normalr", "normskew", "plane", "plane2", "printm", "prmat", "project",
    "projponl", "psedot", "pseudinv", "rad", "rmax", "rmolt", "rotat", "rotat2", "rotat24", "rotat34", "rtocarda",
    "screwto2", "screwtom", "skew", "solve_l", "ssum", "sub", "swabc", "swabr", "tracljlt", "transp", "traslat",
    "traslat2", "traslat24", "unitv", "vactowh2", "vactowh3", "veactowh", "vect", "vector", "vmcopy", "vtom",
    "wtocarda", "wtol", "wtovel", "zerom",
]  # fmt: skip

X, Y, Z, U = 1, 2, 3, 4
