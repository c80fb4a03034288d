"""Chains of `chain.reference.Body`: from the records of data/oracles and at random, and how results are compared."""

from types import SimpleNamespace

import mpmath
import numpy as np
from numpy.testing import assert_allclose
from recorded import recorded

import spacelib as sl
from chain import reference as ref


def oracle(name):
    return recorded(f"oracles/{name}")


def close(actual, expected, tol=1e-12):
    """Equal as far as the largest entry can tell: zeros of theory hold rounding noise."""
    expected = np.asarray(expected, float)
    size = max(np.abs(expected).max(initial=0.0), 1e-3)
    assert_allclose(np.asarray(actual, float), expected, rtol=0, atol=tol * size)


# bodies


def dh_body(i, link):
    """Link i of a model in Denavit and Hartenberg parameters; null stands for the joint variable."""
    after = ref.dh_position(link["theta"] or 0.0, link["b"] or 0.0, 0.0, link["a"], link["alpha"])
    J = ref.pseudo_inertia(link["mass"], link["com"], link["inertia_com"])
    return ref.Body(i - 1, link["joint"][0].upper(), 0.0, np.eye(4), after, J)


def serial(model):
    return [dh_body(i, link) for i, link in enumerate(model["links"])]


def around(axis):
    """Rotation that takes z to the axis."""
    z = np.asarray(axis) / np.linalg.norm(axis)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    return ref.four(np.column_stack([x, np.cross(z, x), z]), np.zeros(3), (0, 0, 0, 1))


def general_body(link):
    """A link of ex12: Denavit and Hartenberg parameters, or the placement and axis of the joint."""
    if "dh" in link:
        before, after = np.eye(4), ref.dh_position(*(link["dh"][k] for k in ("theta", "d", "b", "a", "alpha")))
    else:
        Q = around(link["axis"])
        before, after = link["placement"] @ Q, Q.T
    J = ref.pseudo_inertia(link["mass"], link["cog"], link["inertia"])
    return ref.Body(link["parent"], link["kind"], link["pitch"], before, after, J)


def general_external(case, M):
    """External actions of a case of ex12 in frame 0; M: positions of the links."""
    external = np.zeros_like(M)
    for link, load in case["external"].items():
        M_i, (f, c) = M[int(link)], np.reshape(load["wrench"], (2, 3))
        if load["axes"] == "link":
            f, c = M_i[:3, :3] @ f, M_i[:3, :3] @ c
        external[int(link)] = ref.action_matrix(f, c + np.cross((M_i @ [*load["point"], 1.0])[:3], f))
    return external


def tree_body(body):
    """A body of a lumped tree: placement and axis of a turning or sliding joint."""
    Q, place = around(body["joint"]["axis"]), body["placement"]
    before = ref.four(place["R"], place["p"], (0, 0, 0, 1)) @ Q
    J = ref.pseudo_inertia(body["mass"], body["com"], body["inertia_com"])
    return ref.Body(body["parent"], body["joint"]["type"][0].upper(), 0.0, before, Q.T, J)


def random_position(rng):
    angles, point = rng.uniform(-3, 3, 3), [*rng.uniform(-0.5, 0.5, 3), 1.0]
    return sl.cardantoM(angles, sl.X, sl.Y, sl.Z, point)


def random_tree(seed):
    """Bodies of all joint kinds on a random tree, a state, external actions and the base."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    kinds = ["R", "P", "H", "F", *rng.choice(list("RPHF"), n)]
    points = rng.normal(size=(len(kinds), 7, 4)) * 0.4 + [0.1, 0, -0.2, 0]
    points[..., 3] = 1.0
    bodies = [
        ref.Body(int(rng.integers(-1, i)), k, 0.3, random_position(rng), random_position(rng), points[i].T @ points[i])
        for i, k in enumerate(rng.permutation(kinds))
    ]
    state = rng.normal(size=(3, sum(body.jtype != "F" for body in bodies)))
    external = np.array([ref.action_matrix(*rng.normal(size=(2, 3))) for _ in bodies])
    return SimpleNamespace(bodies=bodies, state=state, external=external, base=random_position(rng))


def in_many_digits(A):
    return np.vectorize(mpmath.mpf, otypes=[object])(A)


def position_in_many_digits(M):
    """A position matrix in mpmath numbers, its rotation orthogonal to many digits."""
    M = in_many_digits(M)
    for _ in range(3):
        # Newton's iteration for R^t R = 1
        R = M[:3, :3]
        M[:3, :3] = (3 * R - R @ R.T @ R) / 2
    return M


def tree_in_many_digits(tree):
    """Bodies, state and base of a random tree in mpmath numbers."""
    bodies = [
        body._replace(
            before=position_in_many_digits(body.before),
            after=position_in_many_digits(body.after),
            J=in_many_digits(body.J),
        )
        for body in tree.bodies
    ]
    return SimpleNamespace(bodies=bodies, state=in_many_digits(tree.state), base=position_in_many_digits(tree.base))
