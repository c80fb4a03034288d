"""Articulated bodies: inertia felt at a body whose joints further out are free (Saha 1999, appendix B).

The 6x6 matrix ``M_hat = [I H; H' M]`` gives couple and force from the twist rate (angular; linear) of the origin of the
canonical frame: n = I dw + H a, f = H' dw + M a. Freeing joint i takes off what the joint does not transmit,

    psi_hat = M_hat p,  m_hat = p' psi_hat (+ rotor),  psi = psi_hat / m_hat,  M_bar = M_hat - psi_hat psi'    (47-50)

and the rest is felt by the parent: M_hat_p += B' M_bar B (50). p is the screw of the joint: z turns, z slides.
"""
from chain.kernels.lanes cimport LANES, lanes_in, lanes_out
from chain.kernels.model cimport Body
from chain.kernels.rotate cimport block_turn, plane_turn, symmetric_turn
from chain.kernels.tiles cimport Tiles

cdef extern from *:
    """
    /* articulated inertia of a body, in its canonical frame */
    typedef struct {
        spacelib_lane Ixx, Ixy, Ixz, Iyy, Iyz, Izz;
        spacelib_lane Hxx, Hxy, Hxz, Hyx, Hyy, Hyz, Hzx, Hzy, Hzz;
        spacelib_lane Mxx, Mxy, Mxz, Myy, Myz, Mzz;
    } spacelib_articulated;
    /* what a free joint passes on: psi, couple and force; m_hat and 1 / m_hat */
    typedef struct {
        spacelib_lane nx, ny, nz, fx, fy, fz, m_hat, r;
    } spacelib_freed;
    typedef spacelib_articulated *__restrict spacelib_articulated_out;
    typedef const spacelib_articulated *__restrict spacelib_articulated_in;
    typedef spacelib_freed *__restrict spacelib_freed_out;
    typedef const spacelib_freed *__restrict spacelib_freed_in;
    """
    ctypedef struct Articulated "spacelib_articulated":
        double Ixx[LANES]
        double Ixy[LANES]
        double Ixz[LANES]
        double Iyy[LANES]
        double Iyz[LANES]
        double Izz[LANES]
        double Hxx[LANES]
        double Hxy[LANES]
        double Hxz[LANES]
        double Hyx[LANES]
        double Hyy[LANES]
        double Hyz[LANES]
        double Hzx[LANES]
        double Hzy[LANES]
        double Hzz[LANES]
        double Mxx[LANES]
        double Mxy[LANES]
        double Mxz[LANES]
        double Myy[LANES]
        double Myz[LANES]
        double Mzz[LANES]
    ctypedef struct Freed "spacelib_freed":
        double nx[LANES]
        double ny[LANES]
        double nz[LANES]
        double fx[LANES]
        double fy[LANES]
        double fz[LANES]
        double m_hat[LANES]
        double r[LANES]
    ctypedef Articulated* articulated_out "spacelib_articulated_out"
    ctypedef const Articulated* articulated_in "spacelib_articulated_in"
    ctypedef Freed* freed_out "spacelib_freed_out"
    ctypedef const Freed* freed_in "spacelib_freed_in"


cdef inline void rigid(Py_ssize_t lanes, const Body* b, articulated_out A) noexcept nogil:
    """M_hat of a body that carries no other: I = tr(S) - S, H = mc~, M = m."""
    cdef Py_ssize_t l
    for l in range(lanes):
        A.Ixx[l] = b.Syy + b.Szz
        A.Ixy[l] = -b.Sxy
        A.Ixz[l] = -b.Sxz
        A.Iyy[l] = b.Sxx + b.Szz
        A.Iyz[l] = -b.Syz
        A.Izz[l] = b.Sxx + b.Syy
        A.Hxx[l] = A.Hyy[l] = A.Hzz[l] = 0.0
        A.Hxy[l] = -b.mz
        A.Hxz[l] = b.my
        A.Hyx[l] = b.mz
        A.Hyz[l] = -b.mx
        A.Hzx[l] = -b.my
        A.Hzy[l] = b.mx
        A.Mxx[l] = A.Myy[l] = A.Mzz[l] = b.m
        A.Mxy[l] = A.Mxz[l] = A.Myz[l] = 0.0


cdef inline void psi_hat(bint turning, const Body* b, Py_ssize_t l, articulated_in A, double* nx, double* ny,
                         double* nz, double* fx, double* fy, double* fz) noexcept nogil:
    """psi_hat = M_hat p: couple and force for a unit of joint acceleration; `turning`: p is a turn about z."""
    cdef double turns = b.turns
    nx[0] = A.Ixz[l]
    ny[0] = A.Iyz[l]
    nz[0] = A.Izz[l]
    fx[0] = A.Hzx[l]
    fy[0] = A.Hzy[l]
    fz[0] = A.Hzz[l]
    if not turning:
        nx[0] = turns * nx[0] + b.slide * A.Hxz[l]
        ny[0] = turns * ny[0] + b.slide * A.Hyz[l]
        nz[0] = turns * nz[0] + b.slide * A.Hzz[l]
        fx[0] = turns * fx[0] + b.slide * A.Mxz[l]
        fy[0] = turns * fy[0] + b.slide * A.Myz[l]
        fz[0] = turns * fz[0] + b.slide * A.Mzz[l]


cdef inline void free_joint(Py_ssize_t lanes, bint turning, const Body* b, articulated_in A, freed_out o,
                            lanes_out fault) noexcept nogil:
    """psi and m_hat; `turning`: revolute. fault: one more than the place of a joint whose m_hat is not positive."""
    cdef double turns = b.turns, nx, ny, nz, fx, fy, fz, m_hat, which = b.iv + 1
    cdef Py_ssize_t l
    for l in range(lanes):
        psi_hat(turning, b, l, A, &nx, &ny, &nz, &fx, &fy, &fz)
        # m_hat = p' psi_hat + rotor
        m_hat = nz + b.rotor
        if not turning:
            m_hat = (turns * nz + b.slide * fz) + b.rotor
        fault[l] = which if m_hat <= b.tiny else fault[l]
        o.m_hat[l] = m_hat
        o.r[l] = 1.0 / m_hat
        # psi = psi_hat / m_hat
        o.nx[l] = nx * o.r[l]
        o.ny[l] = ny * o.r[l]
        o.nz[l] = nz * o.r[l]
        o.fx[l] = fx * o.r[l]
        o.fy[l] = fy * o.r[l]
        o.fz[l] = fz * o.r[l]


cdef inline void articulate(Py_ssize_t lanes, bint turning, bint branch, bint last, bint axis_only, const Body* b,
                            const Body* parent, lanes_in q, lanes_in s, lanes_in c, articulated_in A, freed_in o,
                            articulated_out P) noexcept nogil:
    """M_hat_p (+)= B' M_bar B: what a parent feels of a body on a free joint.

    turning: revolute without rotor, for which I_.z, H_z. of M_bar vanish. branch: beta is not zero. last: the parent's
    own inertia is added, and M_hat_p written for the first time. axis_only: of M_hat_p only I_zz is wanted.
    """
    cdef double Ixx, Ixy, Ixz, Iyy, Iyz, Izz, Hxx, Hxy, Hxz, Hyx, Hyy, Hyz, Hzx, Hzy, Hzz
    cdef double Mxx, Mxy, Mxz, Myy, Myz, Mzz, nx, ny, nz, fx, fy, fz, d, ss, sc
    cdef Py_ssize_t l
    for l in range(lanes):
        # M_bar = M_hat - psi_hat psi'
        psi_hat(turning, b, l, A, &nx, &ny, &nz, &fx, &fy, &fz)
        Ixx = A.Ixx[l] - nx * o.nx[l]
        Ixy = A.Ixy[l] - nx * o.ny[l]
        Iyy = A.Iyy[l] - ny * o.ny[l]
        Hxx = A.Hxx[l] - nx * o.fx[l]
        Hxy = A.Hxy[l] - nx * o.fy[l]
        Hxz = A.Hxz[l] - nx * o.fz[l]
        Hyx = A.Hyx[l] - ny * o.fx[l]
        Hyy = A.Hyy[l] - ny * o.fy[l]
        Hyz = A.Hyz[l] - ny * o.fz[l]
        Mxx = A.Mxx[l] - fx * o.fx[l]
        Mxy = A.Mxy[l] - fx * o.fy[l]
        Mxz = A.Mxz[l] - fx * o.fz[l]
        Myy = A.Myy[l] - fy * o.fy[l]
        Myz = A.Myz[l] - fy * o.fz[l]
        Mzz = A.Mzz[l] - fz * o.fz[l]
        if not turning:
            Ixz = A.Ixz[l] - nx * o.nz[l]
            Iyz = A.Iyz[l] - ny * o.nz[l]
            Izz = A.Izz[l] - nz * o.nz[l]
            Hzx = A.Hzx[l] - nz * o.fx[l]
            Hzy = A.Hzy[l] - nz * o.fy[l]
            Hzz = A.Hzz[l] - nz * o.fz[l]
        # Rz(q)
        ss = s[l] * s[l]
        sc = s[l] * c[l]
        symmetric_turn(ss, sc, &Ixx, &Ixy, &Iyy)
        block_turn(ss, sc, &Hxx, &Hxy, &Hyx, &Hyy)
        plane_turn(s[l], c[l], &Hxz, &Hyz)
        symmetric_turn(ss, sc, &Mxx, &Mxy, &Myy)
        plane_turn(s[l], c[l], &Mxz, &Myz)
        if not turning:
            plane_turn(s[l], c[l], &Ixz, &Iyz)
            plane_turn(s[l], c[l], &Hzx, &Hzy)
        # to the parent's origin, h = (hx, hy, d) away: I += h~ (H + h~ M)' + (h~ H')', H += h~ M
        Ixx = Ixx + b.hy * Hxz
        Ixy = Ixy - b.hx * Hxz
        Iyy = Iyy - b.hx * Hyz
        if turning:
            Ixz = b.hx * Hxy - b.hy * Hxx
            Iyz = b.hx * Hyy - b.hy * Hyx
        else:
            Ixz = Ixz + (b.hx * Hxy - b.hy * Hxx)
            Iyz = Iyz + (b.hx * Hyy - b.hy * Hyx)
            Izz = Izz + (b.hx * Hzy - b.hy * Hzx)
            d = b.slide * q[l]
            Ixx = Ixx - d * Hxy
            Ixy = Ixy + d * Hxx
            Iyy = Iyy + d * Hyx
            Hxx = Hxx - d * Mxy
            Hxy = Hxy - d * Myy
            Hxz = Hxz - d * Myz
            Hyx = Hyx + d * Mxx
            Hyy = Hyy + d * Mxy
            Hyz = Hyz + d * Mxz
        Hxx = Hxx + b.hy * Mxz
        Hxy = Hxy + b.hy * Myz
        Hxz = Hxz + b.hy * Mzz
        Hyx = Hyx - b.hx * Mxz
        Hyy = Hyy - b.hx * Myz
        Hyz = Hyz - b.hx * Mzz
        if turning:
            Hzx = b.hx * Mxy - b.hy * Mxx
            Hzy = b.hx * Myy - b.hy * Mxy
            Hzz = b.hx * Myz - b.hy * Mxz
            Izz = b.hx * Hzy - b.hy * Hzx
        else:
            Hzx = Hzx + (b.hx * Mxy - b.hy * Mxx)
            Hzy = Hzy + (b.hx * Myy - b.hy * Mxy)
            Hzz = Hzz + (b.hx * Myz - b.hy * Mxz)
            Izz = Izz + (b.hx * Hzy - b.hy * Hzx)
        Ixx = Ixx + b.hy * Hxz
        Ixy = Ixy + b.hy * Hyz
        Ixz = Ixz + b.hy * Hzz
        Iyy = Iyy - b.hx * Hyz
        Iyz = Iyz - b.hx * Hzz
        if not turning:
            Ixx = Ixx - d * Hxy
            Ixy = Ixy - d * Hyy
            Ixz = Ixz - d * Hzy
            Iyy = Iyy + d * Hyx
            Iyz = Iyz + d * Hzx
        # Rx(alpha)
        symmetric_turn(b.saa, b.sca, &Iyy, &Iyz, &Izz)
        plane_turn(b.sa, b.ca, &Ixy, &Ixz)
        block_turn(b.saa, b.sca, &Hyy, &Hyz, &Hzy, &Hzz)
        plane_turn(b.sa, b.ca, &Hxy, &Hxz)
        plane_turn(b.sa, b.ca, &Hyx, &Hzx)
        symmetric_turn(b.saa, b.sca, &Myy, &Myz, &Mzz)
        plane_turn(b.sa, b.ca, &Mxy, &Mxz)
        # Rz(beta)
        if branch:
            symmetric_turn(b.sbb, b.scb, &Ixx, &Ixy, &Iyy)
            plane_turn(b.sb, b.cb, &Ixz, &Iyz)
            block_turn(b.sbb, b.scb, &Hxx, &Hxy, &Hyx, &Hyy)
            plane_turn(b.sb, b.cb, &Hxz, &Hyz)
            plane_turn(b.sb, b.cb, &Hzx, &Hzy)
            symmetric_turn(b.sbb, b.scb, &Mxx, &Mxy, &Myy)
            plane_turn(b.sb, b.cb, &Mxz, &Myz)
        if last:
            Izz = Izz + (parent.Sxx + parent.Syy)
        else:
            Izz = Izz + P.Izz[l]
        P.Izz[l] = Izz
        if axis_only:
            continue
        if last:
            P.Ixx[l] = Ixx + (parent.Syy + parent.Szz)
            P.Ixy[l] = Ixy - parent.Sxy
            P.Ixz[l] = Ixz - parent.Sxz
            P.Iyy[l] = Iyy + (parent.Sxx + parent.Szz)
            P.Iyz[l] = Iyz - parent.Syz
            P.Hxx[l] = Hxx
            P.Hxy[l] = Hxy - parent.mz
            P.Hxz[l] = Hxz + parent.my
            P.Hyx[l] = Hyx + parent.mz
            P.Hyy[l] = Hyy
            P.Hyz[l] = Hyz - parent.mx
            P.Hzx[l] = Hzx - parent.my
            P.Hzy[l] = Hzy + parent.mx
            P.Hzz[l] = Hzz
            P.Mxx[l] = Mxx + parent.m
            P.Mxy[l] = Mxy
            P.Mxz[l] = Mxz
            P.Myy[l] = Myy + parent.m
            P.Myz[l] = Myz
            P.Mzz[l] = Mzz + parent.m
        else:
            P.Ixx[l] += Ixx
            P.Ixy[l] += Ixy
            P.Ixz[l] += Ixz
            P.Iyy[l] += Iyy
            P.Iyz[l] += Iyz
            P.Hxx[l] += Hxx
            P.Hxy[l] += Hxy
            P.Hxz[l] += Hxz
            P.Hyx[l] += Hyx
            P.Hyy[l] += Hyy
            P.Hyz[l] += Hyz
            P.Hzx[l] += Hzx
            P.Hzy[l] += Hzy
            P.Hzz[l] += Hzz
            P.Mxx[l] += Mxx
            P.Mxy[l] += Mxy
            P.Mxz[l] += Mxz
            P.Myy[l] += Myy
            P.Myz[l] += Myz
            P.Mzz[l] += Mzz


cdef inline void eliminate(Py_ssize_t lanes, Py_ssize_t i, const Body* bodies, Py_ssize_t rows, Py_ssize_t t,
                           const Tiles* x, Articulated* articulated, freed_out o, lanes_out fault) noexcept nogil:
    """One step of the reverse Gaussian elimination: joint i is freed, its parent feels the rest.

    articulated: M_hat of the bodies whose children come before them, in the slots of their motions.
    """
    cdef const Body* b = &bodies[i]
    cdef const Body* parent = &bodies[b.parent] if b.parent >= 0 else NULL
    cdef Articulated* A = &articulated[b.slot]
    cdef Articulated* P = &articulated[parent.slot] if b.parent >= 0 else NULL
    cdef const double* q = x.q + b.iq * rows + t
    cdef const double* s = x.s + i * rows + t
    cdef const double* c = x.c + i * rows + t
    cdef bint turning = b.turns and not b.slides
    if b.leaf:
        rigid(lanes, b, A)
    if turning:
        free_joint(lanes, True, b, A, o, fault)
    else:
        free_joint(lanes, False, b, A, o, fault)
    if b.parent < 0:
        return
    if not turning or b.rotor != 0.0:
        if b.last:
            articulate(lanes, False, True, True, False, b, parent, q, s, c, A, o, P)
        else:
            articulate(lanes, False, True, False, False, b, parent, q, s, c, A, o, P)
    elif b.branch:
        if b.last:
            articulate(lanes, True, True, True, False, b, parent, q, s, c, A, o, P)
        else:
            articulate(lanes, True, True, False, False, b, parent, q, s, c, A, o, P)
    elif not b.last:
        articulate(lanes, True, False, False, False, b, parent, q, s, c, A, o, P)
    elif parent.parent < 0 and parent.turns and not parent.slides:
        # a parent that turns on the base: its psi moves nothing
        articulate(lanes, True, False, True, True, b, parent, q, s, c, A, o, P)
    else:
        articulate(lanes, True, False, True, False, b, parent, q, s, c, A, o, P)
