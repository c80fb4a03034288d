"""Multiplications and additions of the torque recursion, counted by running it on numbers that count.

``python -m benchmarks.count`` prints them beside Table 1 of Saha (1999), the same for other algorithms. Random arms:
general twists, full inertia, revolute joints. Sines and cosines are given, as in that table; a change of sign is free.
"""

import math

import numpy as np

from benchmarks.robots import random_arm
from chain.recursion import torques

SINCOS = (28, 39)  # of one sine and cosine in spacelib.kernels.trig, by hand; for the roofline only
OFFSET = (4, 2)  # per joint: sine and cosine of q + offset from those of q

# Saha 1999, Table 1: multiplications (a n + b) and additions (c n + d)
TABLE = {
    "Hollerbach (1980)": (412, -277, 320, -201),
    "Luh et al. (1980)": (150, -48, 131, 48),
    "Walker and Orin (1982)": (137, -22, 101, -11),
    "Saha (1999)": (120, -44, 97, -55),
    "Khalil et al. (1986)": (105, -92, 94, -86),
    "Angeles et al. (1989)": (105, -109, 90, -105),
    "Balafoutis et al. (1988)": (93, -69, 81, -65),
}


class Tally:
    """How many multiplications and additions there were."""

    def __init__(self):
        self.products = self.sums = 0

    def number(self, value):
        """A number that counts here."""
        return Counting(value, self)


class Counting:
    """A float that counts what is done with it; constants of the robot are plain floats."""

    __slots__ = ("tally", "value")

    def __init__(self, value, tally):
        self.value, self.tally = float(value), tally

    def __float__(self):
        return self.value

    def __neg__(self):
        return Counting(-self.value, self.tally)

    def __mul__(self, other):
        self.tally.products += 1
        return Counting(self.value * float(other), self.tally)

    def __add__(self, other):
        self.tally.sums += 1
        return Counting(self.value + float(other), self.tally)

    def __sub__(self, other):
        self.tally.sums += 1
        return Counting(self.value - float(other), self.tally)

    def __rsub__(self, other):
        self.tally.sums += 1
        return Counting(float(other) - self.value, self.tally)

    __rmul__, __radd__ = __mul__, __add__

    def sine_and_cosine(self):
        """Given, not counted."""
        return Counting(math.sin(self.value), self.tally), Counting(math.cos(self.value), self.tally)


def operations(n):
    """(multiplications, additions) per sample of an arm with n revolute joints; the torques are checked."""
    arm, tally, random = random_arm(n).arm, Tally(), np.random.default_rng(n)
    motion = random.normal(size=(3, n))
    expected = arm.inverse_dynamics(*motion)
    numbers = [[tally.number(x) for x in row] for row in motion]
    gravity = [tally.number(g) for g in arm.gravity]
    tau = torques(arm.model, *numbers, gravity=gravity, angle=Counting.sine_and_cosine)
    np.testing.assert_allclose([float(x) for x in tau], expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())
    return tally.products, tally.sums


def formula(lengths=range(2, 13)):
    """(a, b, c, d): a n + b multiplications, c n + d additions; the growth must be the same from each n to the next."""
    counts = np.array([operations(n) for n in lengths])
    (a, c), *others = np.diff(counts, axis=0) / np.diff(lengths)[:, None]
    assert all((x, y) == (a, c) for x, y in others), "not linear in n"
    return int(a), int(counts[0, 0] - a * lengths[0]), int(c), int(counts[0, 1] - c * lengths[0])


def tables():
    """The markdown table."""
    ours = formula()
    lines = ["| algorithm | multiplications | additions | n = 6 |", "|:---|---:|---:|---:|"]
    bare = (ours[0] - OFFSET[0], ours[1], ours[2] - OFFSET[1], ours[3])
    for name, (a, b, c, d) in {**TABLE, "**this library**": ours, "the same, sines of q + offset given": bare}.items():
        lines.append(f"| {name} | {linear(a, b)} | {linear(c, d)} | {6 * a + b} M, {6 * c + d} A |")
    return "\n".join(lines)


def linear(a, b):
    """The text "a n - b"."""
    return f"{a} n {'-' if b < 0 else '+'} {abs(b)}"


if __name__ == "__main__":
    print(tables())
