"""The outward half of inverse and forward dynamics: motion of every body, and the action that it needs."""
from chain.kernels.external cimport Entry, Pose, act, pose_step
from chain.kernels.lanes cimport Motion, Wrench
from chain.kernels.model cimport Body
from chain.kernels.steps cimport slide, turn, turn_on_base
from chain.kernels.tiles cimport Tiles


cdef inline void outward(Py_ssize_t lanes, bint coasting, Py_ssize_t n, const Body* bodies, Py_ssize_t rows,
                         Py_ssize_t t, const Tiles* x, const Entry* entries, Py_ssize_t nentries, Motion* motions,
                         Wrench* wrenches, Pose* poses) noexcept nogil:
    """Own action of every body, less that of the environment, for the samples t .. t + lanes; motions[0] is the base.

    coasting: the joints do not accelerate, qdd = 0.
    """
    cdef Py_ssize_t i, l, iq, iv, ib
    cdef const Body* b
    cdef const double* qdd
    cdef Motion* o = &motions[0]
    cdef Motion* p
    cdef Wrench* a
    # the base accelerates by -g
    for l in range(lanes):
        o.ex[l] = -x.g[t + l]
        o.ey[l] = -x.g[rows + t + l]
        o.ez[l] = -x.g[2 * rows + t + l]
    for i in range(n):
        b = &bodies[i]
        o = &motions[b.slot]
        p = &motions[0] if b.parent < 0 else &motions[bodies[b.parent].slot]
        a = &wrenches[i]
        iq, iv, ib = b.iq * rows + t, b.iv * rows + t, i * rows + t
        qdd = x.zero if coasting else x.qdd + iv
        if b.slides:
            slide(lanes, b, p, x.q + iq, x.s + ib, x.c + ib, x.qd + iv, qdd, o, a)
        elif b.parent < 0:
            turn_on_base(lanes, b, p, x.s + ib, x.c + ib, x.qd + iv, qdd, o, a)
        elif b.branch:
            turn(lanes, True, b, p, x.s + ib, x.c + ib, x.qd + iv, qdd, o, a)
        else:
            turn(lanes, False, b, p, x.s + ib, x.c + ib, x.qd + iv, qdd, o, a)
    if nentries:
        for i in range(n):
            b = &bodies[i]
            iq, ib = b.iq * rows + t, i * rows + t
            pose_step(True, b, x.q + iq, x.s + ib, x.c + ib, &poses[b.parent + 1], &poses[i + 1])
        for i in range(nentries):
            act(&entries[i], rows, t, &poses[entries[i].body + 1], &wrenches[entries[i].body])


cdef inline void unit_pose(Py_ssize_t lanes, Pose* pose) noexcept nogil:
    """The identity, in a pose that is zeros."""
    cdef Py_ssize_t l
    for l in range(lanes):
        pose.xx[l] = pose.yy[l] = pose.zz[l] = 1.0
