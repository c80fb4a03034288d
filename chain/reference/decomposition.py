"""The inertia matrix as ``I = U D U^T``, and the equations of motion solved by it (Saha 1999, section 5.2, appendix B).

Gaussian elimination from the last column on, done on numbers (`reverse_gaussian_elimination`) and on bodies: the column
of a joint is eliminated by letting it move, which turns the composite masses M~ into the articulated masses M^. Trees,
points and examples as in denoc.py. Every m^, the articulated inertia along its joint, must differ from zero.
"""

import numpy as np

from chain.reference.denoc import joint_matrix
from chain.reference.matrices import moving_links, per_link


def eliminate_column(L, k):
    """Column k above the diagonal made zero by the rows: alpha (n,) and ``E_k L``, ``E_k = 1 - alpha lambda_k^T``.

    Saha 1999, eq. 41-45; lambda_k is the unit vector k.

    >>> eliminate_column(np.array([[5.0, 2.0], [2.0, 1.0]]), 1)
    (array([2., 0.]), array([[1., 0.],
           [2., 1.]]))
    """
    alpha = np.array([L[i, k] / L[k, k] if i < k else 0 for i in range(len(L))])
    return alpha, L - np.outer(alpha, L[k])


def reverse_gaussian_elimination(I):
    """``I = U L``, U upper triangular with ones, L lower triangular, from the last column on (Saha 1999, eq. 51-53).

    The columns of U are the alpha of `eliminate_column`, by eq. 52.

    >>> reverse_gaussian_elimination(np.array([[5.0, 2.0], [2.0, 1.0]]))
    (array([[1., 2.],
           [0., 1.]]), array([[1., 0.],
           [2., 1.]]))
    """
    L = I
    U = one = np.eye(len(I), dtype=int)
    for k in reversed(range(1, len(I))):
        alpha, L = eliminate_column(L, k)
        U = U + np.outer(alpha, one[k])
    return U, L


def eliminate_joint(M_hat, p):
    """``psi^ = M^ p``, ``m^ = p^T psi^``, ``psi = psi^ / m^`` of a joint (Saha 1999, eq. 47, 48).

    >>> from chain.reference import link_mass
    >>> eliminate_joint(link_mass(2.0, np.eye(3)), np.array([0, 0, 1, 0, 3, 0]))[1]
    np.float64(19.0)
    """
    psi_hat = M_hat @ p
    m_hat = p @ psi_hat
    return psi_hat, m_hat, psi_hat / m_hat


def articulated_masses(s, free_from=0):
    """Articulated masses M^ (nlinks, 6, 6): what resists at link i while the joints beyond it are free to move.

    ``M^_i = M_i + sum B_ki^T (M^_k - psi^_k psi_k^T) B_ki``, k the children of i (Saha 1999, eq. 49, 50). Joints of
    links before `free_from` are held, so that M^ is the M^_ik of eq. 49 for k = `free_from`, M~ for k = nlinks.

    >>> from chain.reference import pendulum, system
    >>> articulated_masses(system(pendulum(2), [0, 0]))[0].diagonal()[3:].tolist()  # the second point yields along y
    [2.0, 1.0, 2.0]
    """
    M = list(s.M)
    for i in reversed(range(len(M))):
        for k in s.children(i):
            M_k = M[k]
            if k >= free_from and s.chain[k].jtype != "F":
                psi_hat, _, psi = eliminate_joint(M_k, s.p[k])
                M_k = M_k - np.outer(psi_hat, psi)
            M[i] = M[i] + s.B(k, i).T @ M_k @ s.B(k, i)
    return np.array(M)


def udu_decomposition(s):
    """U (n, n) and D (n,) of ``I = U diag(D) U^T``: ``u_ik = p_i^T B_ki^T psi_k``, k beyond i, and ``d_k = m^_k``.

    Saha 1999, eq. 46, 53-55; m^_k is the inertia of the articulated body k about, or along, its joint axis.

    >>> from chain.reference import pendulum, system
    >>> U, D = udu_decomposition(system(pendulum(2), [0, 0]))
    >>> U.tolist(), D.tolist()
    ([[1.0, 2.0], [0.0, 1.0]], [1.0, 1.0])
    """
    M_hat, joints = articulated_masses(s), moving_links(s.chain)
    parts = {k: eliminate_joint(M_hat[k], s.p[k]) for k in joints}
    U = joint_matrix(s, lambda i, k: 1 if i == k else s.p[i] @ s.B(k, i).T @ parts[k][2] if i < k else 0)
    return U, np.array([parts[k][1] for k in joints])


def forward_dynamics(s, phi):
    """Accelerations (n,) from ``U D U^T qdd = phi``, recursively; phi: torques less `ridim` at qdd = 0.

    Saha 1999, section 5.2, eq. 33-37: phi^ = U^-1 phi inward, phi~ = D^-1 phi^, qdd = U^-T phi~ outward.

    >>> from chain.reference import pendulum, system
    >>> forward_dynamics(system(pendulum(2), [0, 0]), [5, 2]).tolist()
    [1.0, 0.0]
    """
    links, M_hat, phi = range(len(s.chain)), articulated_masses(s), per_link(s.chain, phi)
    parts = {k: eliminate_joint(M_hat[k], s.p[k]) for k in moving_links(s.chain)}
    eta, mu, phi_tilde, qdd = [None] * len(links), [], {}, {}
    for i in reversed(links):
        # eta_i,i+1 = sum B_ki^T eta_k,  phi^_i = phi_i - p_i^T eta_i,i+1,  eta_i = psi_i phi^_i + eta_i,i+1
        eta[i] = sum((s.B(k, i).T @ eta[k] for k in s.children(i)), np.zeros(6, int))
        if i in parts:
            _, m_hat, psi = parts[i]
            phi_hat = phi[i] - s.p[i] @ eta[i]
            eta[i] = psi * phi_hat + eta[i]
            phi_tilde[i] = phi_hat / m_hat
    for i in links:
        # mu_i,i-1 = B_ij mu_j,  qdd_i = phi~_i - psi_i^T mu_i,i-1,  mu_i = p_i qdd_i + mu_i,i-1
        j = s.chain[i].parent
        mu.append(np.zeros(6, int) if j < 0 else s.B(i, j) @ mu[j])
        if i in parts:
            qdd[i] = phi_tilde[i] - parts[i][2] @ mu[i]
            mu[i] = s.p[i] * qdd[i] + mu[i]
    return np.array(list(qdd.values()))
