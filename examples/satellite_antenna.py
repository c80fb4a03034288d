"""Screw of a satellite antenna that is deployed by one turn about a point of its hinge.

The antenna leaves its stowed pose and takes its working one; both share the hinge point. The change of pose, as seen
from the body frame (0) of the satellite, is

    Q = T R T^-1,    T = translation to the hinge,    R = Rot(Z, a) Rot(X, b) Rot(Y, c),

and `mtoscrew` finds the one axis, angle and slide that do the same: a point P0 goes to Q P0. Because the hinge
point does not move, the slide h is zero and the axis passes through the hinge. A motor on that axis, and not three
motors on Z, X and Y, is all the mechanism needs. Angles are positive counterclockwise about their axis (right hand),
lengths in metres.

About the numbers. This is the job of the legacy program SAT. Of that program we have the results, not the inputs. The
hinge and the three angles below were worked out backwards from the recorded screw: the recorded axis passes through
(1.75, 2.10, 3.20), and the recorded rotation, resolved about Z, X, Y, gives tan a = -5/6, b = -64 degrees and
tan c = -35/68 to the last digit. Other inputs may lead to the same screw; these are the simplest that we found.

Printed: the axis u, a point P of it (the one nearest the origin), the angle phi and the slide h, all in frame (0), and
how far the hinge is from the axis.
"""

from typing import NamedTuple

import numpy as np

import spacelib as sl

HINGE = np.array([1.75, 2.10, 3.20, 1.0])
ANGLES_ZXY = np.array([-np.arctan2(5.0, 6.0), sl.rad(-64.0), np.arctan2(35.0, -68.0)])


class Deployment(NamedTuple):
    """Displacement Q of the antenna and its screw, in frame (0)."""

    Q: np.ndarray
    u: np.ndarray
    phi: float
    h: float
    P: np.ndarray


def turn_about_point(angles, point):
    """Displacement ``T R T^-1`` that turns by `angles` about Z, X, Y (each about the axis already turned)."""
    T = sl.rotat24(sl.U, 0.0, point)
    R = sl.cardantor(angles, sl.Z, sl.X, sl.Y, 4)
    return T @ R @ sl.invers(T)


def deploy(angles=ANGLES_ZXY, hinge=HINGE):
    """Displacement of the antenna and its screw."""
    Q = turn_about_point(angles, hinge)
    u, phi, h, P = sl.mtoscrew(Q)
    return Deployment(Q, u, phi, h, P)


def main():
    """Print the screw of the deployment."""
    screw = deploy()
    distance = sl.projponl(HINGE, sl.linepvect(screw.P, screw.u))[1]
    print("Deployment of a satellite antenna, frame (0) = body of the satellite")
    print(f"  hinge                      {HINGE[0]:9.6f} {HINGE[1]:9.6f} {HINGE[2]:9.6f}  m")
    print("  turns about Z, X, Y        {:9.4f} {:9.4f} {:9.4f}  degrees".format(*sl.deg(ANGLES_ZXY)))
    print("One turn that does the same:")
    print("  axis direction u           {:9.6f} {:9.6f} {:9.6f}".format(*screw.u))
    print("  point P nearest the origin {:9.6f} {:9.6f} {:9.6f}  m".format(*screw.P[:3]))
    print(f"  angle phi                  {sl.deg(screw.phi):9.4f}  degrees")
    print(f"  slide h along u            {screw.h + 0.0:9.6f}  m")
    print(f"  hinge to axis              {distance:9.1e}  m, so the axis passes through the hinge")
    print(f"  hinge after the turn       {np.abs(screw.Q @ HINGE - HINGE).max():9.1e}  m away from where it was")


if __name__ == "__main__":
    main()
