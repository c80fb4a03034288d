"""The published equations, one short function each: the definitions that the fast kernels must agree with.

`matrices`: Legnani's 4x4 matrices: M, W, H of every link, actions and torques; `Body`, what all files work on.
`newton_euler`: forces and moments by Newton and Euler in vectors.
`denoc`: Saha's twists and wrenches: N_l and N_d, inertia and convective matrices, recursive inverse dynamics.
`decomposition`: Saha's U D U^T by reverse Gaussian elimination, articulated bodies, recursive forward dynamics.
`lagrange`: Legnani's Lagrangian route: mass matrix and coefficients D as traces of 4x4 matrices.

Every name is offered here: ``from chain import reference; reference.inverse_dynamics(...)``. The derivations share
little but the positions of the links, so that each checks the others.

One sample at a time, plain `@ + *` on arrays of any numbers: floats, SymPy expressions, mpmath or counting numbers in
object arrays. Never optimised. A link moves by ``M_parent_link = before Z(q) after``; z of `before` is the joint axis.
Parents come before their children. Frame 0 and its axes, SI units, radians; friction, springs and rotors of the joints
are left out.

>>> import sympy
>>> m, a, g, q, qd, qdd = sympy.symbols("m a g q qd qdd")       # a point mass on a massless rod, gravity along -y
>>> rod = Body(-1, "R", 0, IDENTITY, dh_position(0, 0, 0, a, 0), pseudo_inertia(m, (0, 0, 0), 0 * IDENTITY[:3, :3]))
>>> tau = inverse_dynamics([rod], [q], [qd], [qdd], (0, -g, 0))[0]
>>> sympy.simplify(tau)
a*m*(a*qdd + g*cos(q))
"""

from chain.reference.decomposition import *  # noqa: F403
from chain.reference.denoc import *  # noqa: F403
from chain.reference.lagrange import *  # noqa: F403
from chain.reference.matrices import *  # noqa: F403
from chain.reference.newton_euler import *  # noqa: F403
