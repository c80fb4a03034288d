"""The MATLAB names of matrix algebra, linear systems and print routines: MATLAB order, numbers of the C names."""

import io

import numpy as np
import pytest
from comparing import same
from numpy.testing import assert_allclose, assert_array_equal

import spacelib as sl
import spacelib.matlab as ml


@pytest.fixture
def rng():
    return np.random.default_rng(20)


# ---------------------------------------------------------------------------------------------- algebra

def test_algebra_agrees(rng):
    A, B, v = rng.normal(size=(3, 4)), rng.normal(size=(4, 2)), rng.normal(size=4)
    same(ml.molt(A, B), A @ B)
    same(ml.molt(A, v), A @ v)
    same(ml.rmolt(A, 2.0), 2 * A)
    same(ml.ssum(A, A), 2 * A)
    same(ml.sub(A, 3 * A), -2 * A)
    same((ml.rmolt(v, 2.0), ml.ssum(v, v), ml.sub(v, 3 * v), ml.mcopy(v)), (2 * v, 2 * v, -2 * v, v))
    same(ml.transp(A), A.T)
    same(ml.mcopy(A), A)
    same(ml.pseudinv(A), sl.pseudo_inv(A).Api)
    same(ml.clearmat(2, 3), np.zeros((2, 3)))
    same(ml.idmat(5), np.eye(5))
    assert ml.zerom() == sl.zerom()
    assert ml.mcopy(A) is not A


def test_jnorm_is_the_largest_element_and_modulus_the_length():
    assert ml.jnorm([[3, -4], [0, 1]]) == 4.0
    assert ml.jnorm([3, -4]) == 4.0
    assert ml.modulus([3, -4]) == 5.0
    assert ml.modulus([0, 0, 3e200]) == 3e200


def test_vectors_agree(rng):
    a, b = rng.normal(size=(2, 3))
    same(ml.dot3(a, b), a @ b)
    same(ml.dot2([*a, *b], [*b, *a]), 2 * (a @ b))
    same(ml.modulus(a), sl.mod(a))
    same(ml.unitv(a), tuple(sl.unitv(a)))
    assert ml.unitv(a)._fields == ("u", "t")
    same(ml.vector(a, 2.0), 2 * a)
    expected = sl.vtom(np.cross(a, b))
    same(ml.crosstom(a, b), expected)
    same(ml.crosstom(a[:, None], b[:, None]), expected)
    same(ml.crosstom(sl.vtom(a), sl.vtom(b)), expected)
    same(ml.crossmto(a, b), expected)
    same(ml.crossmto(a[None], b[None]), expected)
    same(ml.crossmto(sl.vtom(a), sl.vtom(b)), expected)
    assert ml.crossmto([1, 2], [3, 4]).shape == (2, 2)


def test_copies_of_blocks_rows_and_columns():
    A = np.arange(1.0, 10).reshape(3, 3)
    same(ml.mmcopy(A, 2, 4), np.pad(A[:2, :2], (0, 2)))
    same(ml.mvcopy(A, 3, 3, 2, ml.Row), A[1])
    same(ml.mvcopy(A, 3, 3, 2, ml.Col), A[:, 1])
    same(ml.vmcopy([8, 9], 2, 3, ml.Col, A, 3, 3)[:, 2], [8, 9, 9])
    with pytest.raises(ValueError, match="`val`: expected 1 to 3, got 0"):
        ml.mvcopy(A, 3, 3, 0, ml.Row)
    assert_array_equal(A, np.arange(1.0, 10).reshape(3, 3))


def test_random_matrix_lies_in_its_range():
    A = ml.jrand(20, 30, 2.0, 3.0)
    assert A.shape == (20, 30)
    assert ((A >= 2) & (A <= 3)).all()
    assert_array_equal(ml.jrand(2, 2, 0, 1, rng=4), ml.jrand(2, 2, 0, 1, rng=4))


def test_degrees():
    same((ml.rad(90), ml.deg(ml.PIG)), (np.pi / 2, 180.0))
    same(ml.rad([0, 180]), [0, np.pi])
    with pytest.warns(DeprecationWarning, match="deg"):
        assert ml.grad(ml.PIG) == 180.0


# ---------------------------------------------------------------------------------------------- linear systems

def test_linear_system_is_solved(rng):
    A, b = rng.normal(size=(5, 5)), rng.normal(size=5)
    x, irank = ml.solve_l(A, b)
    assert_allclose(A @ x, b, atol=1e-10)
    assert irank == 5
    same(ml.solve_l(A, b[:, None]), (x, 5))
    assert_allclose(ml.minvers(A) @ A, np.eye(5), atol=1e-10)
    with pytest.warns(sl.SingularityWarning):
        assert ml.solve_l([[1, 2], [2, 4]], [1, 2]).irank == 1
    with pytest.warns(sl.SingularityWarning):
        same(ml.minvers([[1, 2], [2, 4]]), np.linalg.pinv([[1, 2], [2, 4]]))


def test_reduction_gives_the_order_of_the_unknowns_from_zero(rng):
    A, b = rng.normal(size=(4, 4)), rng.normal(size=4)
    H, ivet, irank, _ = ml.linears(np.column_stack([A, b]), 4, 5, 4, 4, 1)
    x = np.empty(4)
    x[ivet] = H[:, 4]
    assert irank == 4
    assert_allclose(x, np.linalg.solve(A, b), rtol=1e-9)


def test_every_listed_unknown_is_kept_from_pivoting(rng):
    H = rng.normal(size=(2, 5))
    reduced, ivet, irank, _ = ml.linears(H, 2, 5, 2, 4, 1, [0, 3, -1])
    assert irank == 2
    assert set(ivet[:2]) == {1, 2}
    # unknowns 1 and 2 in terms of the protected ones
    assert_allclose(reduced[:, :2], np.eye(2), atol=1e-12)
    x = np.empty(4)
    x[ivet] = [*(reduced[:, 4] - reduced[:, 2:4] @ [0.3, 0.7]), 0.3, 0.7]
    assert_allclose(H[:, :4] @ x, H[:, 4], atol=1e-12)


def test_steps_of_the_reduction_count_from_one(rng):
    H = rng.normal(size=(3, 4))
    same(ml.swabr(H, 3, 4, 4, 1, 3), H[[2, 1, 0]])
    swapped, vet = ml.swabc(H, 3, 4, 3, 2, 4, [0, 1, 2, 3])
    same(swapped, H[:, [0, 3, 2, 1]])
    assert_array_equal(vet, [0, 3, 2, 1])
    same(ml.normalr(H, 3, 4, 4, 2, 2.0)[1], H[1] / 2)
    same(ml.elimin(H, 3, 4, 3, 4, 2), sl.elimin(H, 3, 4, 3, 4, 1))
    place = np.unravel_index(np.abs(H).argmax(), H.shape)
    same(ml.rmax(H, 3, 4, 1, 3, 1, 4), (place[0] + 1, place[1] + 1, H[place]))
    same(ml.rmax(H, 3, 4, 2, 2, 3, 3), (2, 3, H[1, 2]))
    same(ml.rmax(H, 3, 4, 3, 2, 1, 4), (1, 1, 0.0))


@pytest.mark.parametrize("call", [
    lambda: ml.swabr(np.eye(3), 3, 3, 3, 0, 1),
    lambda: ml.swabc(np.eye(3), 3, 3, 3, 4, 1, [0, 1, 2]),
    lambda: ml.normalr(np.eye(3), 3, 3, 3, 4, 1.0),
    lambda: ml.elimin(np.eye(3), 3, 3, 3, 3, 0),
])
def test_wrong_row_or_column_is_named_from_one(call):
    with pytest.raises(ValueError, match=r"`k`: expected 1 to 3, got [04]"):
        call()


# ---------------------------------------------------------------------------------------------- print text

def test_matrices_of_any_size_are_printed_with_four_decimals_and_tabs(capsys):
    ml.printm("Relative Velocity Matrix", [[0, -1, 0.33], [27.7795, -39.7505, 1746.3928]])
    text = "\n Relative Velocity Matrix\n\n  0.0000\t -1.0000\t  0.3300\t\n 27.7795\t -39.7505\t 1746.3928\t\n"
    assert capsys.readouterr().out == text
    file = io.StringIO()
    ml.fprintm(file, "v", [1, 2])
    assert file.getvalue() == "\n v\n\n  1.0000\t  2.0000\t\n"


def test_fid_one_is_the_screen(capsys):
    ml.fprintm(1, "A", [[1]])
    ml.fprintm(2, "B", [[1]])
    assert capsys.readouterr() == ("\n A\n\n  1.0000\t\n", "\n B\n\n  1.0000\t\n")
    with pytest.raises(TypeError, match="`fid`"):
        ml.fprintm(7, "A", [[1]])


def test_pose_for_the_post_processor_has_no_empty_line():
    file = io.StringIO()
    ml.prmat(file, "pose", ml.traslat24(ml.X, 2.0, [0, 0, -3]))
    x, y, origin = " 1.0000\t 0.0000\t 0.0000\t", " 0.0000\t 1.0000\t 0.0000\t", " 2.0000\t 0.0000\t-3.0000\t"
    assert file.getvalue() == f"\npose\n{x}\n{y}\n{origin}\n\n\n"


def test_one_matrix_is_printed_at_a_time():
    with pytest.raises(ValueError, match="`M`: expected one array of 2 dimensions"):
        ml.fprintm(io.StringIO(), "A", np.zeros((2, 3, 3)))
