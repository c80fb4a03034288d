"""The equations on SymPy symbols: what the examples derive, what the papers print, and identities that hold for all."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from recorded import recorded

from chain import reference as ref

sp = pytest.importorskip("sympy")
EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# planar arm with three turning joints


@pytest.fixture(scope="module")
def planar():
    module = example("planar_3r_symbolic")
    module.torques = module.matrix_torques()
    return module


def test_torques_of_the_planar_arm_are_lagranges(planar):
    assert planar.torques == planar.lagrange_torques()


def test_third_torque_of_the_planar_arm_in_closed_form(planar):
    (a1, a2, _), g = planar.LENGTH, planar.G
    c3, m3, I3 = planar.COG[2], planar.MASS[2], planar.INERTIA[2]
    (q1, q2, q3), (u1, u2, _), (w1, w2, w3) = planar.Q, planar.QD, planar.QDD
    expected = (I3 + m3 * c3**2) * (w1 + w2 + w3) + m3 * g * c3 * sp.cos(q1 + q2 + q3)
    expected += m3 * c3 * a2 * ((w1 + w2) * sp.cos(q3) + (u1 + u2) ** 2 * sp.sin(q3))
    expected += m3 * c3 * a1 * (w1 * sp.cos(q2 + q3) + u1**2 * sp.sin(q2 + q3))
    assert sp.expand(planar.torques[2] - expected) == 0


def test_terms_of_the_planar_arm_add_up_to_the_torques(planar):
    for tau in planar.torques:
        assert sp.expand(sum(body * motion for body, motion in planar.terms(tau)) - tau) == 0


@pytest.mark.parametrize("name", ["ex1_planar3R_A", "ex1_planar3R_B"])
def test_formulas_of_the_planar_arm_give_the_recorded_torques(planar, name):
    data = recorded(f"oracles/{name}")
    links, motion = data["model"]["links"], data["inverse_dynamics"]
    values = {planar.G: -data["model"]["gravity"][1]}
    for i, link in enumerate(links):
        values[planar.LENGTH[i]], values[planar.COG[i]] = link["a"], link["a"] + link["com"][0]
        values[planar.MASS[i]], values[planar.INERTIA[i]] = link["mass"], link["inertia_com"][2][2]
    formulas = sp.lambdify([planar.Q, planar.QD, planar.QDD], [tau.subs(values) for tau in planar.torques], "numpy")
    tau = np.transpose(formulas(*(np.transpose(motion[k]) for k in ("q", "qd", "qdd"))))
    assert_allclose(tau, motion["tau"], rtol=0, atol=1e-12 * np.abs(motion["tau"]).max())


# Stanford arm


@pytest.fixture(scope="module")
def stanford():
    return example("stanford_symbolic")


C1, C2, C4, C5, C6, S1, S2, S4, S5, S6, d2, d3, d4 = sp.symbols("C1 C2 C4 C5 C6 S1 S2 S4 S5 S6 d2 d3 d4")
qd2, qd3, qdd2, qdd3 = sp.symbols("qd2 qd3 qdd2 qdd3")

# part 2, section 4.1
POSITIONS = [
    [[C1, 0, -S1, 0], [S1, 0, C1, 0], [0, -1, 0, 0], [0, 0, 0, 1]],
    [[C2, 0, S2, 0], [S2, 0, -C2, 0], [0, 1, 0, d2], [0, 0, 0, 1]],
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, d3], [0, 0, 0, 1]],
    [[C4, 0, -S4, 0], [S4, 0, C4, 0], [0, -1, 0, d4], [0, 0, 0, 1]],
    [[C5, 0, S5, 0], [S5, 0, -C5, 0], [0, 1, 0, 0], [0, 0, 0, 1]],
    [[C6, -S6, 0, 0], [S6, C6, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
]
L12 = sp.Matrix([[0, 0, C1, 0], [0, 0, S1, 0], [-C1, -S1, 0, 0], [0, 0, 0, 0]])
L12_SQUARED = sp.Matrix([[-(C1**2), -C1 * S1, 0, 0], [-C1 * S1, -(S1**2), 0, 0], [0, 0, -1, 0], [0, 0, 0, 0]])
L23_PRINTED = sp.Matrix([[0, 0, 0, C1 * S1], [0, 0, 0, S1 * S2], [0, 0, 0, C2], [0, 0, 0, 0]])


@pytest.mark.parametrize("i", range(1, 7))
def test_positions_of_the_stanford_arm_are_the_printed_ones(stanford, i):
    assert stanford.relative_position(i) == sp.Matrix(POSITIONS[i - 1])


@pytest.mark.parametrize("jtype", "RP")
def test_relative_velocity_and_acceleration_of_a_joint_are_the_printed_ones(jtype):
    qd, qdd = sp.symbols("qd qdd")
    W = {"R": [[0, -qd, 0, 0], [qd, 0, 0, 0], [0] * 4], "P": [[0] * 4, [0] * 4, [0, 0, 0, qd]]}[jtype]
    H = {"R": [[-(qd**2), -qdd, 0, 0], [qdd, -(qd**2), 0, 0], [0] * 4], "P": [[0] * 4, [0] * 4, [0, 0, 0, qdd]]}[jtype]
    L = ref.joint_screw(jtype)
    assert sp.Matrix(ref.relative_velocity(L, qd)) == sp.Matrix([*W, [0] * 4])
    assert sp.Matrix(ref.relative_acceleration(L, qd, qdd)) == sp.Matrix([*H, [0] * 4])


def test_joint_2_of_the_stanford_arm_is_the_printed_one(stanford):
    assert stanford.relative_motion(2) == (L12, L12 * qd2, L12 * qdd2 + L12_SQUARED * qd2**2)


def test_joint_3_of_the_stanford_arm_is_the_printed_one_but_for_the_misprint(stanford):
    L = L23_PRINTED.copy()
    L[0, 3] = C1 * S2
    assert stanford.relative_motion(3) == (L, L * qd3, L * qdd3)


@pytest.mark.parametrize("i", [1, 2, 3])
def test_absolute_motion_of_the_stanford_arm_is_the_composition_of_the_printed_matrices(stanford, i):
    W = H = sp.zeros(4)
    for k in range(1, i + 1):
        _, W_k, H_k = stanford.relative_motion(k)
        W, H = W + W_k, H + H_k + 2 * W * W_k
    assert stanford.absolute_motion(i) == (stanford.matrix(W), stanford.matrix(H))


def test_symbolic_checks_of_the_recorded_stanford_arm_hold(stanford):
    checks = recorded("oracles/ex4_legnani_stanford")["symbolic_checks"]
    for name, i in (("L12_0", 2), ("L23_0", 3)):
        assert stanford.matrix(np.array(sp.sympify(checks[name]))) == stanford.relative_motion(i)[0]


# identities for all motions of a chain that turns, slides and screws


Q, QD, QDD = (sp.symbols(f"{name}1:4") for name in ("q", "qd", "qdd"))
TWISTS, (PITCH, A, B, D) = sp.symbols("alpha1:4"), sp.symbols("p a b d")
ANGLES = (*Q, *TWISTS)


@pytest.fixture(scope="module")
def motion():
    """M, W, H, L of a chain with a screw, a sliding and a turning joint."""
    after = [ref.dh_position(0, D, B, A, twist) for twist in TWISTS]
    bodies = [ref.Body(i - 1, jtype, PITCH, ref.IDENTITY, after[i], ref.ZERO) for i, jtype in enumerate("HPR")]
    return [[sp.Matrix(matrix) for matrix in matrices] for matrices in ref.kinematics(bodies, Q, QD, QDD)]


def rate(matrix):
    """Time derivative by the chain rule."""
    zero = sp.zeros(*matrix.shape)
    return sum((matrix.diff(Q[i]) * QD[i] + matrix.diff(QD[i]) * QDD[i] for i in range(3)), zero)


def is_zero(matrix):
    """Whether every entry vanishes by sin^2 + cos^2 = 1 alone."""
    sines, cosines = [sp.sin(x) for x in ANGLES], [sp.cos(x) for x in ANGLES]
    circles = [s**2 + c**2 - 1 for s, c in zip(sines, cosines, strict=True)]
    return all(sp.reduced(x, circles, *sines, *cosines)[1] == 0 for x in matrix)


def inverse(M):
    return sp.Matrix(ref.inverse(np.array(M)))


@pytest.mark.parametrize("i", range(3))
def test_velocity_is_the_rate_of_position(motion, i):
    M, W, _, _ = (matrices[i] for matrices in motion)
    assert is_zero(rate(M) - W * M)


@pytest.mark.parametrize("i", range(3))
def test_acceleration_is_the_rate_of_velocity_and_its_square(motion, i):
    _, W, H, _ = (matrices[i] for matrices in motion)
    assert is_zero(rate(W) + W * W - H)
    assert not is_zero(rate(W) - H)


@pytest.mark.parametrize("i", range(2))
def test_rate_of_the_inverse_position(motion, i):
    M = motion[0][i]
    assert is_zero(rate(inverse(M)) + inverse(M) * rate(M) * inverse(M))


@pytest.mark.parametrize("i", [1, 2])
def test_rate_of_a_screw_is_its_commutator_with_the_velocity_of_the_parent(motion, i):
    W, L = motion[1][i - 1], motion[3][i]
    assert is_zero(rate(L) - (W * L - L * W))


def test_power_is_the_rate_of_energy_for_any_motion_and_any_body():
    w, v, dw, a, g = (np.array(sp.symbols(f"{x}1:4")) for x in ("w", "v", "dw", "a", "g"))
    W, H = ref.four(ref.tilde(w), v), ref.four(ref.tilde(dw) + ref.tilde(w) @ ref.tilde(w), a)
    J = np.array([[sp.Symbol(f"J{min(i, j)}{max(i, j)}") for j in range(4)] for i in range(4)])
    Hg = ref.gravity_matrix(g)
    rate_of_energy = ref.kinetic_energy_rate(W, H, J) + ref.potential_energy_rate(Hg, W, J)
    assert sp.expand(ref.psedot(W, ref.link_action(H, Hg, J)) - rate_of_energy) == 0


def test_joint_variables_may_be_functions_of_time():
    t, p = sp.symbols("t p")
    q = sp.Function("q")(t)
    Z, L = sp.Matrix(ref.joint_position("H", q, p)), sp.Matrix(ref.joint_screw("H", p))
    assert Z.diff(t) == sp.Matrix(ref.relative_velocity(np.array(L), q.diff(t))) * Z
