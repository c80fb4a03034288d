"""ROB-MAT: the matrices that the legacy program prints, for a whole motion, and its two print formats.

Legnani et al. 1996, part 2, figs. 4 and 6; the numbers in the comments are the steps of the flow chart. Everything is
written with the functions of `spacelib`, each call on all samples at once.
"""

from typing import NamedTuple

import numpy as np

from spacelib import Pri, Rev, actom, coriolis, gtom, molt4, skew4, sum4, trasf_mami, trasf_mamt4, velacctoWH

__all__ = ["RobotMatrices", "external_rows", "printed", "robot_matrices"]


class RobotMatrices(NamedTuple):
    """The twelve matrices of every link, each (steps, nlinks, 4, 4), in the order in which they are printed.

    `A`, `W_rel` and `H_rel` are in the parent's frame (the program says "frame (i)"), `J` in the link's; all others in
    frame 0, actions about its origin. `PHI_link` is the inertia and weight of the link, `PHI_joint` the sum of these
    and of the external action over the link and all that it carries: the negative of `ChainObject.joint_actions`.
    """

    A: np.ndarray
    M: np.ndarray
    W_rel: np.ndarray
    W_rel_0: np.ndarray
    W: np.ndarray
    H_rel: np.ndarray
    H_rel_0: np.ndarray
    H: np.ndarray
    J: np.ndarray
    J_0: np.ndarray
    PHI_link: np.ndarray
    PHI_joint: np.ndarray


def robot_matrices(arm, q, qd, qdd, external=None):
    """The matrices of the legacy program for a motion (steps, n).

    `external`: (6,) or (steps, 6), force and couple on the last link at its origin, in its frame.

    >>> from chain import ChainObject, LinkObject
    >>> arm = ChainObject([LinkObject("R", a=0.5, mass=2.0)], gravity=(0, -10, 0))
    >>> result = robot_matrices(arm, [[0.0]], [[2.0]], [[3.0]])
    >>> result.H[0, 0, :, 0]                            # dw = 3, -w^2 = -4
    array([-4.,  3.,  0.,  0.])
    >>> result.PHI_joint[0, 0, 1, 0]                    # couple of inertia and weight about z
    np.float64(-11.5)
    """
    q, qd, qdd = (np.asarray(x, float) for x in (q, qd, qdd))
    out = RobotMatrices(*np.zeros((len(RobotMatrices._fields), len(q), len(arm.links), 4, 4)))
    frame_0 = np.eye(4) if arm.base is None else arm.base
    still = np.zeros((4, 4))

    # kinematics, from the base to the last link
    variable = 0
    for i, (link, p) in enumerate(zip(arm.links, arm.parents, strict=True)):
        k = slice(variable, variable := variable + link.kind.nv)
        qi, qpi, qppi = (x[:, k].sum(axis=-1) for x in (q, qd, qdd))  # (2) zeros for a fixed joint
        M_p, W_p, H_p = (frame_0, still, still) if p < 0 else (out.M[:, p], out.W[:, p], out.H[:, p])
        out.A[:, i] = link.position(qi)  # (3)
        turn = velacctoWH(Rev, link.kind.turns * qpi, link.kind.turns * qppi)  # (4)
        slide = velacctoWH(Pri, link.slides * qpi, link.slides * qppi)
        out.W_rel[:, i] = trasf_mami(sum4(turn.W, slide.W), link.before)
        out.H_rel[:, i] = trasf_mami(sum4(turn.H, slide.H), link.before)
        out.M[:, i] = molt4(M_p, out.A[:, i])  # (5)
        out.W_rel_0[:, i] = trasf_mami(out.W_rel[:, i], M_p)  # (6)
        out.H_rel_0[:, i] = trasf_mami(out.H_rel[:, i], M_p)  # (7)
        out.W[:, i] = sum4(W_p, out.W_rel_0[:, i])  # (8)
        out.H[:, i] = coriolis(H_p, out.H_rel_0[:, i], W_p, out.W_rel_0[:, i])  # (9)

    # dynamics, from the last link to the base
    if external is not None:
        EXT = actom(*np.moveaxis(np.asarray(external, float), -1, 0))  # (10)
        out.PHI_joint[:, -1] = trasf_mamt4(EXT, out.M[:, -1])
    Hg = gtom(*arm.gravity)
    for i in reversed(range(len(arm.links))):
        out.J[:, i] = arm.inertias[i]
        out.J_0[:, i] = trasf_mamt4(out.J[:, i], out.M[:, i])  # (11)
        out.PHI_link[:, i] = skew4(Hg - out.H[:, i], out.J_0[:, i])  # (12)
        out.PHI_joint[:, i] += out.PHI_link[:, i]  # (13)
        if arm.parents[i] >= 0:
            out.PHI_joint[:, arm.parents[i]] += out.PHI_joint[:, i]
    return out


def external_rows(arm, steps):
    """External action of the robot's file at `steps` (their number, or a slice): its rows, the last one persisting.

    >>> from chain import load
    >>> external_rows(load("puma"), 3).shape
    (3, 6)
    """
    steps = np.arange(steps) if isinstance(steps, int) else np.arange(steps.start, steps.stop)
    rows = arm.file_external if len(arm.file_external) else np.zeros((1, 6))
    return rows[np.minimum(steps, len(rows) - 1)]


class PrintFormat(NamedTuple):
    """Texts of one edition of the program: head of a link, head of a matrix, a row of four numbers, end of a matrix."""

    link: str
    title: str
    row: str
    end: str
    titles: tuple


FORMATS = {
    "legacy": PrintFormat(
        link="\n\n Link {} \n\n",
        title="\n\n {} \n",
        row=" " * 12 + "  ".join(["%8.3f"] * 4) + "\n",
        end="\n",
        titles=(
            "Rel. position matrix", "Absolute position matrix", "Rel. velocity matrix in frame (i)",
            "Rel. velocity matrix in frame (0)", "Absolute velocity matrix in frame (0)",
            "Rel. acceleration matrix in frame (i)", "Rel. acceleration matrix in frame (0)",
            "Absolute acceleration matrix in frame (0)", "Inertia matrix in frame (i)", "Inertia matrix in frame (0)",
            "Total actions", "Action on joint i",
        ),
    ),
    "legacy-matlab": PrintFormat(
        link="\n\n Link {}\n\n",
        title="\n {}\n\n",
        row="\t".join([" %7.4f"] * 4) + "\n",
        end="",
        titles=(
            "Relative Position Matrix                   A", "Absolute Position Matrix                   T",
            "Relative Velocity Matrix in frame (i)      W", "Relative Velocity Matrix in frame (0)     WO",
            "Absolute Velocity Matrix in frame (0)     WA", "Relative Acceleration Matrix in frame (i)  H",
            "Relative Acceleration Matrix in frame  (0)HO", "Absolute Acceleration Matrix in frame  (0) A",
            "Inertia Matrix in frame (i)                J", "Inertia Matrix in frame (0)                O",
            "Total actions                             FI", "Actions on Joint (i)                    ACTO",
        ),
    ),
}  # fmt: skip


def printed(arm, motion, style="legacy", chunk=256):
    """The text that ROB-MAT prints for a motion, in pieces of `chunk` steps: "legacy" (C) or "legacy-matlab" numbers.

    External actions are those of the robot's file, one row per step, the last one persisting.

    >>> from chain import load, read_motion
    >>> text = next(printed(load("puma"), read_motion("puma", 6)))
    >>> text.splitlines()[9]
    '               0.000    -1.000     0.000     0.000'
    """
    form = FORMATS[style]
    links = []
    for i in range(1, len(arm.links) + 1):
        matrices = (form.title.format(title) + 4 * form.row + form.end for title in form.titles)
        links.append(form.link.format(i) + "".join(matrices))
    page = "".join(links)
    for start in range(0, len(motion), chunk):
        steps = slice(start, min(start + chunk, len(motion)))
        q, qd, qdd = (x[steps] for x in (motion.q, motion.qd, motion.qdd))
        matrices = robot_matrices(arm, q, qd, qdd, external_rows(arm, steps))
        values = np.stack(matrices, axis=2).reshape(len(q), -1)
        yield "".join(page % tuple(step) for step in values.tolist())
