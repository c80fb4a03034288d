"""Model: the packed constants of a chain, immutable, shared by all threads (built by chain.model)."""
import numpy as np

cimport numpy as cnp

cnp.import_array()

cdef Body _body
cdef Link _link
BODY = np.asarray(<Body[:1]> &_body).dtype
LINK = np.asarray(<Link[:1]> &_link).dtype


cdef class Model:
    """Constants of a chain: `links` in the user's frames, `bodies` in canonical frames with fixed links folded."""

    def __cinit__(self, bodies, links, body_of, T_body, gravity, at_rest, nq, nv):
        self.bodies = np.ascontiguousarray(bodies, BODY)
        self.links = np.ascontiguousarray(links, LINK)
        self.body_of, self.T_body = body_of, T_body
        self.gravity, self.at_rest = np.array(gravity, float), np.array(at_rest, float)
        for array in (self.bodies, self.links, self.body_of, self.T_body, self.gravity, self.at_rest):
            array.flags.writeable = False
        self.nq, self.nv, self.places = nq, nv, {}
        self.nbodies, self.nlinks = len(self.bodies), len(self.links)
        b = self.bodies
        self.forces = any(b[name].any() for name in ("viscous", "coulomb", "stiffness", "rotor"))
        for array, size in ((self.bodies, self.nbodies), (self.links, self.nlinks)):
            if (array["parent"] >= np.arange(size)).any() or (array["parent"] < -1).any():
                raise ValueError("parents must stand before their children")
        if self.nbodies and (b["iq"].min() < 0 or b["iq"].max() >= nq or b["iv"].min() < 0 or b["iv"].max() >= nv):
            raise ValueError("variables beyond nq, nv")
        moving = self.links[(self.links["turns"] != 0) | (self.links["slides"] != 0)]
        if len(moving) and (moving["iq"].min() < 0 or moving["iq"].max() >= nq or moving["iv"].min() < 0
                            or moving["iv"].max() >= nv):
            raise ValueError("variables beyond nq, nv")
        self.slots = b["slot"].max() if self.nbodies else 0
        if self.nbodies and (b["slot"].min() < 1 or self.slots > self.nbodies):
            raise ValueError("slots beyond the number of bodies")
        if any(row["parent"] >= 0 and b["slot"][row["parent"]] == row["slot"] for row in b):
            raise ValueError("a body in its parent's slot")
        self.body = <Body*> cnp.PyArray_DATA(<cnp.ndarray> self.bodies)
        self.link = <Link*> cnp.PyArray_DATA(<cnp.ndarray> self.links)
        self.g, self.fixed = self.gravity, self.at_rest
