"""Symbolic matrices of the Stanford arm: positions M, screws L, velocities W, accelerations H.

The example of Legnani et al. 1996, part 2, section 4: Denavit and Hartenberg frames with twists -90, 90, 0, -90, 90, 0
degrees, joint 3 slides by d3, offsets d2 and d4; Ci, Si are cosine and sine of joint angle i, qdi and qddi the rates
and accelerations of the joints. SymPy symbols go through `chain.reference`:

    L_i-1_i(0) = M_0_i-1 L_i-1_i M_0_i-1^-1,   W_i-1_i(0) = L qd,   H_i-1_i(0) = L qdd + L^2 qd^2
    W_0_i = W_0_i-1 + W_i-1_i,   H_0_i = H_0_i-1 + H_i-1_i + 2 W_0_i-1 W_i-1_i                     (eq. 11)

(0): referred to the base frame, as are W_0_i and H_0_i. The results are those of the paper, but for one misprint there:
the first entry in the last column of L_2_3(0) must be C1 S2; with C1 S1 the sliding axis would not have length 1.

Printed: M of all links relative to the one before; L, W, H of joints 2 and 3 in (0); W, H of links 2 and 3; that axis.
"""

import numpy as np
import sympy as sp

from chain import reference as ref

JOINTS = "RRPRRR"
ALPHA = [k * sp.pi / 2 for k in (-1, 1, 0, -1, 1, 0)]
D2, D3, D4 = sp.symbols("d2 d3 d4")
OFFSETS = (0, D2, 0, D4, 0, 0)
Q = (*sp.symbols("q1:3"), D3, *sp.symbols("q4:7"))
QD, QDD = sp.symbols("qd1:7"), sp.symbols("qdd1:7")
C, S = sp.symbols("C1:7"), sp.symbols("S1:7")
CIRCLES = [s**2 + c**2 - 1 for s, c in zip(S, C, strict=True)]
SHORT = {f(q): name for f, names in ((sp.cos, C), (sp.sin, S)) for q, name in zip(Q, names, strict=True)}


def arm():
    """The six bodies, without mass: kinematics only."""
    after = [ref.dh_position(0, d, 0, 0, alpha) for d, alpha in zip(OFFSETS, ALPHA, strict=True)]
    return [ref.Body(i - 1, JOINTS[i], 0, ref.IDENTITY, after[i], ref.ZERO) for i in range(6)]


def short(x):
    """An expression in Ci and Si: as it is or with S^2 = 1 - C^2, whichever is shorter."""
    x = sp.expand(sp.sympify(x).subs(SHORT))
    return min(x, sp.expand(sp.reduced(x, CIRCLES, *S, *C)[1]), key=sp.count_ops)


def matrix(A):
    """A matrix of short expressions."""
    return sp.Matrix(A).applyfunc(short)


def relative_position(i):
    """M_i-1_i, i = 1 ... 6."""
    return matrix(ref.joint_position(JOINTS[i - 1], Q[i - 1]) @ arm()[i - 1].after)


def relative_motion(i):
    """L, W and H of link i relative to link i-1, in frame (0)."""
    L = np.array(matrix(ref.kinematics(arm()[:i], Q[:i], QD[:i], QDD[:i]).L[-1]))
    W, H = ref.relative_velocity(L, QD[i - 1]), ref.relative_acceleration(L, QD[i - 1], QDD[i - 1])
    return matrix(L), matrix(W), matrix(H)


def absolute_motion(i):
    """W and H of link i, in frame (0)."""
    motion = ref.kinematics(arm()[:i], Q[:i], QD[:i], QDD[:i])
    return matrix(motion.W[-1]), matrix(motion.H[-1])


def show(title, A):
    """Print a matrix in columns."""
    words = [[str(x).replace("**", "^").replace("*", " ") for x in row] for row in A.tolist()]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    print(title)
    for row in words:
        print("   ", "   ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)))


def main():
    """Print the matrices."""
    for i in range(1, 7):
        show(f"M_{i - 1}_{i}", relative_position(i))
    for i in (2, 3):
        for name, A in zip("LWH", relative_motion(i), strict=True):
            show(f"{name}_{i - 1}_{i}(0)", A)
    for i in (2, 3):
        for name, A in zip("WH", absolute_motion(i), strict=True):
            show(f"{name}_0_{i}", A)
    axis = relative_motion(3)[0][:3, 3]
    length = short(axis.dot(axis))
    print(f"sliding axis ({', '.join(str(x) for x in axis)}): its length squared is {length}")
    assert length == 1


if __name__ == "__main__":
    main()
