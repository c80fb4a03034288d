"""Linear system of any shape and rank by Gauss-Jordan reduction with row and column pivoting.

The n x m system ``A x = b`` is written as one matrix ``[A b]``. `linear` reduces it; afterwards column i belongs to the
unknown ``x[ivet[i]]``, and the first `rank` columns are those of the identity matrix. Row i of the result then reads

    x[ivet[i]] + sum over j >= rank of  H[i, j] x[ivet[j]]  =  H[i, m],        i < rank,

the unknowns ``x[ivet[j]]``, j >= rank, being free. If a row i >= rank has a right side other than zero, the system
contradicts itself. A square system of full rank has no free unknown and ``x[ivet[i]] = H[i, m]``.

The text form of a system is the one of the legacy program TEST-LIN: ``n m`` and then the n rows with m coefficients
and the right side each; line breaks do not matter.

Printed, in the layout of the legacy library: the matrix [A b]; then the solution, or else rank, ivet and the reduced
matrix, and what they mean. Without a file name two systems are shown: one with redundant equations, one square.
Run as ``python linear_system.py [FILE]``.
"""

import sys
from typing import NamedTuple

import numpy as np

import spacelib as sl

# four equations, the last two equal, in five unknowns
REDUNDANT = """
4 5
1 1 1 2 1   6
0 1 1 2 1   5
0 0 2 2 1   3
0 0 2 2 1   3
"""
SQUARE = """
3 3
4 1  2     8
1 5 -1   -12
2 0  3    11
"""


class Reduction(NamedTuple):
    """System [A b] as read, its reduced form, and the solution (None if there is not exactly one)."""

    H_in: np.ndarray
    H: np.ndarray
    ivet: np.ndarray
    rank: int
    x: np.ndarray | None


def read_system(text):
    """Matrix [A b] from its text form."""
    words = text.split()
    n, m = int(words[0]), int(words[1])
    if len(words) != 2 + n * (m + 1):
        raise ValueError(f"`text`: expected {n} rows of {m + 1} numbers after `n m`, got {len(words) - 2} numbers")
    return np.array(words[2:], dtype=float).reshape(n, m + 1)


def reduce_system(H_in):
    """Reduce [A b]; the solution is in the order of the unknowns, not of the columns."""
    n, m = H_in.shape[0], H_in.shape[1] - 1
    H, ivet, rank, _ = sl.linear(H_in)
    x = None
    if n == m == rank:
        x = np.empty(m)
        x[ivet] = H[:, m]
    return Reduction(H_in, H, ivet, rank, x)


def show(text):
    """Print a system and its solution or reduction."""
    H_in, H, ivet, rank, x = reduce_system(read_system(text))
    n, m = H_in.shape[0], H_in.shape[1] - 1
    sl.printmat(f"Matrix [A b], {n} equations in {m} unknowns x0..x{m - 1}:", H_in)
    if x is not None:
        sl.printmat("Solution x:", x[None, :])
        print(f"Largest error of A x - b: {np.abs(H_in[:, :m] @ x - H_in[:, m]).max():.1e}\n")
        return
    print(f"Rank {rank}")
    sl.iprintmat("ivet, the unknown of each column:", ivet[None, :])
    sl.printmat("Reduced matrix:", H + 0.0)
    if np.abs(H[rank:, m]).max(initial=0.0) > 1e-12 * np.abs(H_in).max():
        print("The equations contradict each other.\n")
        return
    print("Free unknowns: " + (", ".join(f"x{j}" for j in sorted(ivet[rank:])) or "none"))
    for i in range(rank):
        terms = "".join(f" {-H[i, j]:+g} x{ivet[j]}" for j in range(rank, m) if abs(H[i, j]) > 1e-12)
        print(f"  x{ivet[i]} = {H[i, m] + 0.0:g}{terms}")
    print()


def main(argv=()):
    """Show the system of a file, or the two of this script."""
    if argv:
        with open(argv[0], encoding="latin-1") as file:
            show(file.read())
        return
    show(REDUNDANT)
    show(SQUARE)


if __name__ == "__main__":
    main(sys.argv[1:])
