"""Screw that carries a triangle from one pose to another, from the coordinates of its vertices.

A frame is tied to the triangle ABC: origin in A, x axis along AB, y axis in the plane towards C (`frame4P`). Frame (1)
is the triangle before the motion, frame (2) after it, so that

    m01, m02 = poses in the base frame (0),    m10 = m01^-1,    Q = m02 m10,

and a vertex P of the first pose goes to Q P, both in frame (0). `mtoscrew` gives the axis direction u, its point P
nearest the origin, the angle phi (positive by the right hand about u) and the slide h along u. Metres, radians.

The poses are those of the legacy program TRIANGLE; its results give the frames only, so the vertices B and C are ours.

Printed: the vertices; m10, m02 and Q in the layout of the legacy library; the screw; the error of Q on the vertices.
"""

from typing import NamedTuple

import numpy as np

import spacelib as sl

# vertices A, B, C as points (x, y, z, 1), one per row
BEFORE = np.array([[0.0, 1.0, 2.0, 1.0], [2.0, 1.0, 2.0, 1.0], [1.0, 3.0, 2.0, 1.0]])
AFTER = np.array([[3.0, 0.0, 2.0, 1.0], [3.0, -2.0, 2.0, 1.0], [5.0, -1.0, 2.0, 1.0]])


class Displacement(NamedTuple):
    """Poses of the triangle, its displacement Q in frame (0) and the screw of Q."""

    m10: np.ndarray
    m02: np.ndarray
    Q: np.ndarray
    u: np.ndarray
    phi: float
    h: float
    P: np.ndarray


def sides(triangle):
    """Lengths AB, BC, CA."""
    return sl.dist(triangle, np.roll(triangle, -1, axis=0))


def displacement(before=BEFORE, after=AFTER):
    """Screw between two poses of one triangle; a `ValueError` if the two triangles are not equal."""
    if not np.allclose(sides(before), sides(after), rtol=1e-9):
        raise ValueError(f"`after`: expected sides {sides(before)}, got {sides(after)}")
    m01 = sl.frame4P(*before, sl.X, sl.Y)
    m02 = sl.frame4P(*after, sl.X, sl.Y)
    m10 = sl.invers(m01)
    Q = m02 @ m10
    u, phi, h, P = sl.mtoscrew(Q)
    return Displacement(m10, m02, Q, u, phi, h, P)


def main():
    """Print the displacement of the triangle and its screw."""
    d = displacement()
    print("A triangle moves; coordinates in the base frame (0), metres")
    for name, p, p_after in zip("ABC", BEFORE, AFTER, strict=True):
        print("  {}: ({:g}, {:g}, {:g}) goes to ({:g}, {:g}, {:g})".format(name, *p[:3], *p_after[:3]))
    sl.printm4("m10, frame (0) seen from the triangle before the motion", d.m10 + 0.0)
    sl.printm4("m02, the triangle after the motion seen from frame (0)", d.m02 + 0.0)
    sl.printm4("Q, the displacement in frame (0)", d.Q + 0.0)
    print("Screw of the displacement, frame (0):")
    print("  axis direction u           ({:g}, {:g}, {:g})".format(*(d.u + 0.0)))
    print("  point P nearest the origin ({:g}, {:g}, {:g}) m".format(*(d.P[:3] + 0.0)))
    print(f"  angle phi                  {sl.deg(d.phi):g} degrees")
    print(f"  slide h along u            {d.h + 0.0:g} m")
    print(f"Largest error of Q on the three vertices: {np.abs(BEFORE @ d.Q.T - AFTER).max():.1e} m")


if __name__ == "__main__":
    main()
