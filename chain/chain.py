"""ChainObject: a chain or tree of links, and what can be asked of it for any number of samples at once."""

import copy

import numpy as np

from chain.checking import check
from chain.dynamics import WithDynamics
from chain.kinematics import WithKinematics
from chain.link import LinkObject, rigid, same, vector
from chain.model import build
from chain.payload import Payload
from chain.simulation import simulate
from chain.tables import chain_table

__all__ = ["ChainObject"]


class ChainObject(WithDynamics, WithKinematics):
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
        self._links, self._payloads = (), ()
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
        if self._payloads and len(links) != len(self._links):
            raise ValueError(f"`links`: expected {len(self._links)} while payloads are attached, got {len(links)}")
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
        base = np.eye(4) if self.base is None else self.base
        model = build(self.links, self.parents, self.inertias, base, self.gravity)
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
        self._link_changed()

    # payloads

    def attach(self, link, mass, cog=(0.0, 0.0, 0.0), inertia=None, *, name=None):
        """Fix a body to a link (index or name); `cog` and `inertia` (about the cog) in the link's frame.

        The link itself stays as it is: `detach` undoes it exactly. Returns the Payload, also found in `.payloads`.

        >>> arm = ChainObject([LinkObject("R", a=1.0, mass=2.0)], gravity=(0, -10, 0))
        >>> load = arm.attach(-1, 0.5)
        >>> arm.gravity_torque([0.0])
        array([25.])
        >>> arm.detach(load)
        >>> arm.gravity_torque([0.0])
        array([20.])
        """
        try:
            place = self.index(link)
        except (LookupError, TypeError) as error:
            raise type(error)(f"`link`: {error.args[0]}") from None
        payload = Payload.of(place, mass, cog, inertia, name)
        self._carry((*self._payloads, payload))
        return payload

    def _carry(self, payloads):
        self._payloads = tuple(payloads)
        for payload in self._payloads:
            payload.body._belongs_to(self)
        self._link_changed()

    def detach(self, payload=None):
        """Take a payload off: the one given (as `attach` returned it, or its name), None the one attached last."""
        named = isinstance(payload, str)
        found = [p for p in self._payloads if payload is None or p is payload or (named and p.name == payload)]
        if not found:
            what = "a payload" if payload is None else "a payload of this chain"
            raise ValueError(f"`payload`: expected {what}, got {payload!r}; there are {len(self._payloads)}")
        self._carry(p for p in self._payloads if p is not found[-1])

    @property
    def payloads(self):
        """The payloads, in the order in which they were attached."""
        return self._payloads

    @property
    def inertias(self):
        """Pseudo-inertia (4x4) of each link with its payloads, in the link's frame."""
        J = [link.J for link in self._links]
        for payload in self._payloads:
            J[payload.link] = J[payload.link] + payload.J
        return J

    # the tree

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
        part = type(self)(links, gravity=self.gravity, base=self.base if on_base else None, name=self.name)
        part._carry(p.on(place[p.link]) for p in self._payloads if p.link in place)
        return part

    def __setitem__(self, key, link):
        i = self.index(key)
        self.links = (*self._links[:i], link, *self._links[i + 1 :])

    def _state(self):
        return {"gravity": self.gravity, "base": self.base, "tool": self.tool, "name": self.name}

    def __reduce__(self):
        return _restore, (type(self), self._links, self._state(), self.file_external, self._payloads)

    def copy(self):
        """An equal chain with links of its own."""
        return copy.deepcopy(self)

    def __eq__(self, other):
        if not isinstance(other, ChainObject):
            return NotImplemented
        if self.parents != other.parents or self.name != other.name or self.payloads != other.payloads:
            return False
        frames = ((self.gravity, other.gravity), (self.base, other.base), (self.tool, other.tool))
        return all(same(a, b) for a, b in frames) and all(
            a.same_body(b) for a, b in zip(self.links, other.links, strict=True)
        )

    __hash__ = None

    def __repr__(self):
        return chain_table(self)

    # time and trust

    simulate = simulate
    check = check


def _restore(cls, links, state, file_external, payloads=()):
    arm = cls(links, **state)
    arm.file_external = file_external
    arm._carry(payloads)
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
