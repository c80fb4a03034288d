"""ChainObject: a chain or tree of links, and what can be asked of it for any number of samples at once."""

import copy

import numpy as np

from chain import distributed
from chain.checking import check
from chain.driver import Batch
from chain.external import BASE_AT_ORIGIN, actions
from chain.kernels import inverse, matrices
from chain.link import LinkObject, rigid, same, vector
from chain.model import build
from chain.results import JointReactions, Kinematics
from chain.single import InverseDynamics
from chain.tables import chain_table

__all__ = ["ChainObject"]


class ChainObject(InverseDynamics):
    """A chain or tree of rigid bodies.

    links: LinkObjects, parents before children. gravity (m/s^2) and all matrices are in frame 0; `base` is the pose of
    the root in frame 0, `tool` the pose of the tool in the last link. Methods take joint variables (..., n) of any
    batch shape, one sample included, and broadcast; `out=` receives the result, `threads=` chooses how many threads
    share a large batch (default: all processors), `gravity=` (..., 3) replaces the chain's for one call.

    >>> arm = ChainObject([LinkObject("R", a=0.5, mass=2.0, cog=(-0.25, 0, 0)), LinkObject("R", a=0.4, mass=1.0)],
    ...                   gravity=(0, -9.81, 0))
    >>> arm.inverse_dynamics([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).round(4)
    array([13.734,  3.924])
    """

    def __init__(self, links, *, gravity=(0.0, 0.0, -9.81), base=None, tool=None, name=None):
        self._model, self._changes = None, 0
        self._links = ()
        self.file_external = np.zeros((0, 6))
        self.gravity, self.base, self.tool = gravity, base, tool
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name`: expected a text, got {type(name).__name__}")
        self.name = name
        self.links = links

    # what a chain is made of

    @property
    def links(self):
        """The links, in order; assign a sequence to replace them, or one of them: ``arm[2] = LinkObject(...)``."""
        return self._links

    @links.setter
    def links(self, links):
        if isinstance(links, LinkObject) or not hasattr(links, "__iter__"):
            raise TypeError(f"`links`: expected a sequence of LinkObjects, got {type(links).__name__}")
        links = tuple(links)
        for i, link in enumerate(links):
            if not isinstance(link, LinkObject):
                raise TypeError(f"`links[{i}]`: expected a LinkObject, got {type(link).__name__}")
            if any(link is other for other in links[:i]):
                raise ValueError(f"`links[{i}]`: expected another object, got one that stands before; use link.copy()")
        _tree(links)
        self._links = links
        for link in links:
            link._belongs_to(self)
        self._link_changed()

    def _link_changed(self):
        """Called by a link whose attributes have changed, and by the setters."""
        self._changes += 1
        self._model = None

    def _build(self):
        """Constants for the kernels; made when first needed after a change, kept unless another came meanwhile."""
        changes = self._changes
        model = build(self.links, self.parents, np.eye(4) if self.base is None else self.base, self.gravity)
        self._model = model
        if changes != self._changes:
            self._model = None
        return model

    @property
    def model(self):
        """Packed constants of the kernels (read-only): `.links` in the given frames, `.bodies` in canonical frames."""
        return self._model or self._build()

    @property
    def gravity(self):
        """Acceleration of gravity (3,), frame 0, m/s^2."""
        return self._gravity

    @gravity.setter
    def gravity(self, value):
        self._gravity = vector(value, "gravity")
        self._link_changed()

    @property
    def base(self):
        """Pose of the root in frame 0 (4x4), None: the identity."""
        return self._base

    @base.setter
    def base(self, value):
        self._base = None if value is None else rigid(value, "base")
        self._link_changed()

    @property
    def tool(self):
        """Pose of the tool in the last link (4x4) or None; it changes neither M nor the dynamics."""
        return self._tool

    @tool.setter
    def tool(self, value):
        self._tool = None if value is None else rigid(value, "tool")

    @property
    def parents(self):
        """Index of each link's parent, -1 the base.

        >>> ChainObject([LinkObject("R"), LinkObject("R"), LinkObject("R", placement=np.eye(4), parent=0)]).parents
        (-1, 0, 0)
        """
        return _tree(self._links)

    @property
    def ends(self):
        """Links that carry no other.

        >>> ChainObject([LinkObject("R"), LinkObject("P")]).ends
        [1]
        """
        return sorted(set(range(len(self._links))) - set(self.parents))

    @property
    def n(self):
        """Number of velocities, accelerations and torques (nv)."""
        return sum(link.kind.nv for link in self._links)

    @property
    def nq(self):
        """Number of coordinates q."""
        return sum(link.kind.nq for link in self._links)

    @property
    def joint_names(self):
        """Names of the joints that move, in the order of q.

        >>> ChainObject([LinkObject("R", name="arm"), LinkObject("F"), LinkObject("P")]).joint_names
        ['arm', 'joint3']
        """
        return [
            link.joint or link.name or f"joint{i}" for i, link in enumerate(self._links, 1) for _ in range(link.kind.nv)
        ]

    def index(self, link):
        """Index of a link given by name or (Python) index.

        >>> ChainObject([LinkObject("R"), LinkObject("R", name="hand")]).index("hand")
        1
        """
        if isinstance(link, str):
            for i, candidate in enumerate(self._links):
                if candidate.name == link:
                    return i
            names = ", ".join(repr(k.name) for k in self._links if k.name) or "no names"
            raise KeyError(f"no link {link!r}; the chain has {names}")
        if isinstance(link, bool) or not isinstance(link, int | np.integer):
            raise TypeError(f"expected the index or name of a link, got {link!r}")
        if not -len(self) <= link < len(self):
            raise IndexError(f"no link {link}; the chain has {len(self)}")
        return int(link) % len(self)

    def __len__(self):
        return len(self._links)

    def __iter__(self):
        return iter(self._links)

    def __getitem__(self, key):
        if not isinstance(key, slice):
            return self._links[self.index(key)]
        chosen = range(len(self))[key]
        if chosen.step < 0:
            raise ValueError("expected a slice of increasing indices")
        place = {i: k for k, i in enumerate(chosen)}
        links = [self._links[i].copy() for i in chosen]
        for link, i in zip(links, chosen, strict=True):
            link.parent = place.get(self.parents[i], -1)
        on_base = all(self.parents[i] < 0 for i, link in zip(chosen, links, strict=True) if link.parent < 0)
        return type(self)(links, gravity=self.gravity, base=self.base if on_base else None, name=self.name)

    def __setitem__(self, key, link):
        i = self.index(key)
        self.links = (*self._links[:i], link, *self._links[i + 1 :])

    def _state(self):
        return {"gravity": self.gravity, "base": self.base, "tool": self.tool, "name": self.name}

    def __reduce__(self):
        return _restore, (type(self), self._links, self._state(), self.file_external)

    def copy(self):
        """An equal chain with links of its own."""
        return copy.deepcopy(self)

    def __eq__(self, other):
        if not isinstance(other, ChainObject):
            return NotImplemented
        if self.parents != other.parents or self.name != other.name:
            return False
        frames = ((self.gravity, other.gravity), (self.base, other.base), (self.tool, other.tool))
        return all(same(a, b) for a, b in frames) and all(
            a.same_body(b) for a, b in zip(self.links, other.links, strict=True)
        )

    __hash__ = None

    def __repr__(self):
        return chain_table(self)

    # dynamics

    def _inverse_dynamics(self, q, qd, qdd, external, gravity, out, threads, progress):
        """What chain.single leaves: batches, conversions, external actions, Dask arrays."""
        if distributed.concerns(q, qd, qdd):
            return distributed.inverse_dynamics(self, q, qd, qdd, external, gravity, out)
        return self._torques(q, qd, qdd, external, gravity, out, threads, progress)

    def bias(self, q, qd, *, gravity=None, out=None, threads=None):
        """Torques (..., n) at zero acceleration: ``C qd + g``, friction and springs; ``tau = M qdd + bias``.

        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0, viscous=0.5)], gravity=(0, -10, 0))
        >>> arm.bias([0.0], [3.0])
        array([21.5])
        """
        return self._torques(q, qd, np.zeros(self.n), None, gravity, out, threads, False)

    def gravity_torque(self, q, *, gravity=None, out=None, threads=None):
        """Torques (..., n) that hold the chain at rest against gravity (springs not counted).

        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> arm.gravity_torque([0.0])
        array([20.])
        """
        zero = np.zeros(self.n)
        return self._torques(q, zero, zero, None, gravity, out, threads, False, forces=False)

    def _torques(self, q, qd, qdd, external, gravity, out, threads, progress, forces=True):
        model = self.model
        batch, chosen = self._batch(model, q, qd, qdd, external, gravity)
        tau = batch.result(out, "out", model.nv)
        entries = []
        for k, action in chosen:
            body, T = model.body_of[action.link], model.T_body[action.link]
            if body >= 0:
                # an action about the origin of frame 0 has no point on the body
                point = np.zeros(3) if action.frame == BASE_AT_ORIGIN else _point(T, action.point)
                entries.append((k, body, action.frame, point, T[:3, :3].ravel()))

        def kernel(rows, results, start, stop):
            external = [(body, frame, point, Q, rows[k]) for k, body, frame, point, Q in entries]
            inverse.samples(model, *rows[:4], external, results[0], forces, start, stop)

        batch.run(kernel, threads, progress)
        return tau

    # matrices

    def kinematics(self, q, qd=None, qdd=None, *, out=None, threads=None):
        """Absolute M, W, H of every link, each (..., nlinks, 4, 4), base frame; W needs `qd`, H `qd` and `qdd`.

        ``M = M_p A``, ``W = W_p + L qd``, ``H = H_p + H_rel + 2 W_p W_rel`` (Legnani et al. 1996, part 2, section 2.1).
        Result: object with `.M .W .H`, W and H None where not asked; `out`: a tuple of three arrays (or None).

        >>> arm = ChainObject([LinkObject("R", a=0.5), LinkObject("R", a=0.4)])
        >>> k = arm.kinematics([0.0, 0.0], [1.0, 1.0])
        >>> k.M[1, :3, 3], k.W[1, 1, 0]
        (array([0.9, 0. , 0. ]), np.float64(2.0))
        """
        if qdd is not None and qd is None:
            raise TypeError("`qd`: expected together with `qdd`, got None")
        model = self.model
        batch, _ = self._batch(model, q, qd, qdd, None, None, optional=("qd", "qdd"))
        out = (None, None, None) if out is None else out
        if not isinstance(out, tuple | list) or len(out) != 3:
            raise TypeError(f"`out`: expected a tuple of three arrays (M, W, H), got {type(out).__name__}")
        wanted = (True, qd is not None, qdd is not None)
        names = [name if want else None for name, want in zip("MWH", wanted, strict=True)]
        made = [n and batch.result(o, f"out, {n}", model.nlinks, 4, 4) for n, o in zip(names, out, strict=True)]

        def kernel(rows, results, start, stop):
            results = iter(results)
            M, W, H = (next(results) if want else None for want in wanted)
            matrices.samples(model, *rows[:4], [], M, W, H, None, None, False, start, stop)

        batch.run(kernel, threads)
        return Kinematics(*made)

    def joint_actions(self, q, qd, qdd, *, external=None, gravity=None, out=None, threads=None):
        """Action PHI (..., nlinks, 4, 4) of the parent ON link i through its joint: base frame, about its origin.

        ``PHI_i = sum of skew((H_j - Hg) J_j) - external_j`` over link i and all that it carries (Legnani et al. 1996,
        part 2, section 2.3), actuator included. The legacy program's "action on joint i" is the negative.

        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> arm.joint_actions([0.0], [0.0], [0.0])[0, 1]
        array([20.,  0., -0., 20.])
        """
        return self._actions(q, qd, qdd, external, gravity, threads, (out, "out", (len(self), 4, 4)), "PHI", False)

    def joint_reactions(self, q, qd, qdd, *, external=None, frame="base", gravity=None, out=None, threads=None):
        """Force and couple at the origin of each joint, of the parent ON the link, split along and across its axis.

        The decomposition of the consistent Newton-Euler notation (seed 003): `.force .couple` (..., nlinks, 3) and
        `.force_along .force_across .couple_along .couple_across`; also `.axis` and `.origin` (base frame). `frame`:
        "base" or "link" axes. A fixed joint has no axis: all is across. `out`: array (..., nlinks, 12).

        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> r = arm.joint_reactions([0.0], [0.0], [0.0])
        >>> r.force[0], r.couple_along[0]
        (array([ 0., 20.,  0.]), array([ 0.,  0., 20.]))
        """
        if frame not in ("base", "link"):
            raise ValueError(f'`frame`: expected "base" or "link", got {frame!r}')
        result = (out, "out", (len(self), 12))
        values = self._actions(q, qd, qdd, external, gravity, threads, result, "reaction", frame == "link")
        moving = np.array([link.kind.nv > 0 for link in self.links])
        return JointReactions(values, moving, frame)

    def _actions(self, q, qd, qdd, external, gravity, threads, result, which, in_link):
        model = self.model
        batch, chosen = self._batch(model, q, qd, qdd, external, gravity)
        out = batch.result(result[0], result[1], *result[2])

        def kernel(rows, results, start, stop):
            external = [(action.link, action.frame, action.point, rows[k]) for k, action in chosen]
            wanted = {"PHI": None, "reaction": None} | {which: results[0]}
            matrices.samples(
                model, *rows[:4], external, None, None, None, wanted["PHI"], wanted["reaction"], in_link, start, stop
            )

        batch.run(kernel, threads)
        return out

    def _batch(self, model, q, qd, qdd, external, gravity, optional=()):
        """Inputs q, qd, qdd, gravity, then the wrenches of the external actions with their places in the batch."""
        batch = Batch(model.nlinks)
        for value, name, width in ((q, "q", model.nq), (qd, "qd", model.nv), (qdd, "qdd", model.nv)):
            batch.take(value, name, width, optional=name in optional)
        batch.take(model.gravity if gravity is None else gravity, "gravity", 3)
        chosen = list(enumerate(actions(self, external), 4))
        for k, action in chosen:
            batch.take(action.wrench, f"external, link {action.link}" if k > 4 else "external", 6)
        batch.settle()
        return batch, chosen

    check = check


def _point(M, p):
    """Coordinates of a point in another frame, summed in order: a BLAS may round differently."""
    return ((M[:3, 0] * p[0] + M[:3, 1] * p[1]) + M[:3, 2] * p[2]) + M[:3, 3]


def _restore(cls, links, state, file_external):
    arm = cls(links, **state)
    arm.file_external = file_external
    return arm


def _tree(links):
    """Parents as indices; names and places are checked."""
    names, parents = {}, []
    for i, link in enumerate(links):
        label = f"link {i} ({link.name!r})" if link.name else f"link {i}"
        parent = i - 1 if link.parent is None else link.parent
        if isinstance(parent, str):
            if parent not in names:
                raise ValueError(f"{label}: expected `parent` to be the name of a link before it, got {parent!r}")
            parent = names[parent]
        elif parent >= i:
            raise ValueError(f"{label}: expected `parent` to be a link before it, got {parent}")
        if link.name is not None:
            if link.name in names:
                raise ValueError(f"{label}: expected a name of its own, got that of link {names[link.name]}")
            names[link.name] = i
        parents.append(parent)
    joints = [link.joint or link.name or f"joint{i}" for i, link in enumerate(links, 1) if link.kind.nv]
    doubled = {name for name in joints if joints.count(name) > 1} if len(set(joints)) < len(joints) else set()
    if doubled:
        raise ValueError(f"joint {min(doubled)!r}: expected names that differ, got it twice")
    return tuple(parents)
