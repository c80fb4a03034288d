"""What the kernels know of a chain: plain constants, written once."""

cdef struct Body:
    # a moving body in canonical frames: R = Rz(beta) Rx(alpha) Rz(q + offset), p the joint's place on the parent
    int parent              # index of the parent body, -1 the base
    int branch              # not the first child of its parent
    int turns               # the variable turns the body about z
    int slides              # the variable moves the body along z, by slide per unit
    int iq, iv              # its place in q, and in qd, qdd, tau
    int slot                # where the workspace keeps its motion while children need it; 0 is the base
    int leaf                # carries no other body
    int last                # the last child of its parent
    double cb, sb, ca, sa, co, so
    double saa, sca, sbb, scb   # sa sa, sa ca, sb sb, sb cb
    double px, py, pz       # the joint's place on the parent
    double nx, ny, nz       # the first child's place on this body
    double rx, ry, rz       # this joint's place from the first child's of the same parent
    double hx, hy           # the joint's place on the parent, axes after Rz(beta) Rx(alpha); it has no z
    double tiny             # an articulated inertia along the joint as small as this is rounding
    double slide
    double m, mx, my, mz
    double Sxx, Sxy, Sxz, Syy, Syz, Szz
    double viscous, coulomb, coulomb_speed, stiffness, rest, rotor

cdef struct Link:
    # a link in the user's frames: M_parent_i = before Z(q) after
    int parent
    int turns, slides
    int plain               # before is the identity
    int iq, iv
    double slide
    double before[12]
    double after[12]
    double m, mx, my, mz
    double Sxx, Sxy, Sxz, Syy, Syz, Szz

cdef class Model:
    cdef readonly object bodies     # structured array of Body
    cdef readonly object links      # structured array of Link
    cdef readonly object body_of    # link -> body (-1: fixed to the base)
    cdef readonly object T_body     # (links, 4, 4) link frame in its body's canonical frame (in frame 0 for the base)
    cdef readonly object gravity    # default gravity (3,)
    cdef readonly object at_rest    # mass and first moments (4,), frame 0, of what never moves
    cdef readonly dict places       # memo: link -> (body, canonical coordinates) of its origin, or the tool's
    cdef readonly Py_ssize_t nq, nv, nbodies, nlinks, slots
    cdef readonly bint forces       # some joint has friction, a spring or a rotor
    cdef Body* body
    cdef Link* link
    cdef double g[3]
    cdef double fixed[4]            # mass and first moments, frame 0, of what never moves
