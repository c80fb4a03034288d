"""Multiplications and additions of the recursions, counted by running them on numbers that count.

``python -m benchmarks.count`` prints them beside Tables 1 and 2 of Saha (1999) and of its successor, the same for other
algorithms. Random arms: general twists, full inertia, revolute joints. Sines and cosines are given, as in those tables;
a division is a multiplication, a change of sign is free.
"""

import math
from fractions import Fraction

import numpy as np

from benchmarks import cubic
from benchmarks.race import FORWARD, INVERSE
from benchmarks.robots import random_arm
from chain.elimination import accelerations
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
# Saha 1999 and the later paper, Table 2: the same for forward dynamics, polynomials from the highest power on
TABLE_2 = {
    "Mohan and Saha (2007)": ((173, -128), (150, -133)),
    "Saha (2003)": ((191, -284), (187, -325)),
    "Saha (1999)": ((201, -335), (193, -361)),
    "Featherstone (1983)": ((199, -198), (174, -173)),
    "Valasek": ((226, -343), (206, -345)),
    "Brandl et al.": ((250, -222), (220, -198)),
}
WALKER_ORIN = ((Fraction(1, 6), Fraction(23, 2), Fraction(115, 3), -47), (Fraction(1, 6), 7, Fraction(233, 6), -46))


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

    def __rtruediv__(self, other):
        self.tally.products += 1
        return Counting(float(other) / self.value, self.tally)

    __rmul__, __radd__ = __mul__, __add__

    def like(self, value):
        """Another number that counts in the same place."""
        return Counting(value, self.tally)

    def sine_and_cosine(self):
        """Given, not counted."""
        return Counting(math.sin(self.value), self.tally), Counting(math.cos(self.value), self.tally)


def operations(n, recursion=torques, method=INVERSE):
    """(multiplications, additions) per sample of an arm with n revolute joints; the result is checked."""
    arm, tally, random = random_arm(n).arm, Tally(), np.random.default_rng(n)
    given = random.normal(size=(3, n))
    expected = getattr(arm, method)(*given)
    numbers = [[tally.number(x) for x in row] for row in given]
    gravity = [tally.number(g) for g in arm.gravity]
    result = recursion(arm.model, *numbers, gravity=gravity, angle=Counting.sine_and_cosine)
    tolerance = 1e-12 if method == INVERSE else 1e-9
    atol = tolerance * np.abs(expected).max()
    np.testing.assert_allclose([float(x) for x in result], expected, rtol=tolerance, atol=atol)
    return tally.products, tally.sums


def forward_operations(n, recursion=accelerations):
    """The same of forward dynamics."""
    return operations(n, recursion, FORWARD)


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


# forward dynamics


def polynomials(recursion, degree, lengths=range(3, 13)):
    """Coefficients from the highest power on, of multiplications and of additions; they must fit every length."""
    counts = [forward_operations(n, recursion) for n in lengths]
    found = []
    for column in zip(*counts, strict=True):
        rough = np.polyfit(list(lengths), column, degree)
        exact = tuple(Fraction(round(6 * x), 6) for x in rough)
        assert all(value(exact, n) == k for n, k in zip(lengths, column, strict=True)), "not a polynomial"
        found.append(exact)
    return tuple(found)


def value(polynomial, n):
    """The polynomial at n."""
    result = Fraction(0)
    for x in polynomial:
        result = result * n + x
    return result


def written(polynomial):
    """The text "n^3/6 + 7 n^2 - 46"."""
    text = ""
    for k, x in zip(range(len(polynomial) - 1, -1, -1), polynomial, strict=True):
        if x == 0:
            continue
        power = {0: "", 1: "n"}.get(k, f"n^{k}")
        size, below = abs(Fraction(x).numerator), Fraction(x).denominator
        term = f"{size} {power}".strip() if size != 1 or not power else power
        text += f" {'-' if x < 0 else '+'} {term}" + (f"/{below}" if below > 1 else "")
    return text.removeprefix(" + ")


def crossover(ours, other):
    """The least n from which on `ours` has fewer multiplications than `other`; fewer of both kinds."""
    fewer = np.array([[value(a, n) < value(b, n) for a, b in zip(ours, other, strict=True)] for n in range(500)])
    return tuple(int(np.flatnonzero(~kinds).max(initial=0)) + 1 for kinds in (fewer[:, 0], fewer.all(axis=1)))


def forward_table():
    """Forward dynamics beside Table 2, and where O(n) begins to need less than O(n^3)."""
    ours, own = polynomials(accelerations, 1), polynomials(cubic.accelerations, 3)
    rows = {**TABLE_2, "**this library**": ours}
    head = ["algorithm", "multiplications M", "additions A", "n = 6", "n = 12"]
    head += ["fewer than Walker and Orin", "fewer than ours in O(n^3)"]
    lines = ["| " + " | ".join(head) + " |", "|:---|" + "---:|" * (len(head) - 1)]
    for name, (M, A) in {**rows, "Walker and Orin (1982), O(n^3)": WALKER_ORIN, "ours in O(n^3)": own}.items():
        cells = [name, written(M), written(A), *(f"{value(M, n)} M, {value(A, n)} A" for n in (6, 12))]
        for other in (WALKER_ORIN, own):
            least = crossover((M, A), other)
            cells.append("-" if len(M) > 2 else f"M: n >= {least[0]}; both: {least[1]}")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(tables(), forward_table(), sep="\n\n")
