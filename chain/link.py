"""A link: a rigid body, the joint that carries it, and where that joint sits on the parent."""

import functools
import math
import weakref

import numpy as np

from chain.joints import joint_kind, motion
from spacelib import Rev, X, Y, Z, dhtom, dot, molt3, molt4, rotat2, traslat2
from spacelib._sizes import real_array

__all__ = ["LinkObject"]

DEFAULTS = {
    "jtype": "R", "theta": 0.0, "d": 0.0, "b": 0.0, "a": 0.0, "alpha": 0.0, "convention": "standard",
    "placement": None, "axis": (0.0, 0.0, 1.0), "origin": (0.0, 0.0, 0.0), "pitch": 0.0, "mass": 0.0,
    "cog": (0.0, 0.0, 0.0), "inertia": None, "parent": None, "name": None, "joint": None, "viscous": 0.0,
    "coulomb": 0.0, "coulomb_speed": 1e-3, "stiffness": 0.0, "rest": 0.0, "rotor": 0.0,
}  # fmt: skip
_DH = ("theta", "d", "b", "a", "alpha")
_NOT_NEGATIVE = ("viscous", "coulomb", "stiffness", "rotor")


class LinkObject:
    """A rigid body and the joint that carries it.

    The position of the link's frame in its parent's is ``M(q) = before Z(q) after``; the joint turns about or slides
    along the z axis of `before`. Extended D&H (``convention="standard"``):
    ``M = Rz(theta) Tz(d) Tx(a) Ty(b) Rx(alpha)`` with q added to theta ("R", "H") or to d ("P"; "H" adds pitch q).
    ``convention="modified"`` (Craig): ``M = Rx(alpha) Tx(a) Ty(b) Rz(theta) Tz(d)``. With `placement` (4x4, joint frame
    in the parent's frame): ``M = placement Rot(axis, q) T(-origin)``, `origin` being the joint's place in the link's
    own frame.

    jtype: "R" revolute, "P" prismatic, "H" screw, "F" fixed, or the legacy Rev, Pri. mass in kg, `cog` the centre of
    mass in the link's frame, `inertia` the 3x3 tensor about it, link axes (three numbers: its diagonal). parent: index
    or name of the parent link, None the previous one, -1 the base. Joint force:
    ``viscous qd + coulomb tanh(qd / coulomb_speed) + stiffness (q - rest) + rotor qdd``. An inertia that no body can
    have is refused unless ``validate=False``.

    Attributes may be assigned, `update` assigns several at once; the chains that hold the link follow.

    >>> link = LinkObject("R", a=0.5, mass=2.0, cog=(-0.25, 0, 0), inertia=(0.0, 0.04, 0.04), name="arm")
    >>> link.J[0, 0].round(12), link.position(0.0)[0, 3]
    (np.float64(0.165), np.float64(0.5))
    """

    def __init__(
        self, jtype, *, theta=0.0, d=0.0, b=0.0, a=0.0, alpha=0.0, convention="standard", placement=None,
        axis=(0.0, 0.0, 1.0), origin=(0.0, 0.0, 0.0), pitch=0.0, mass=0.0, cog=(0.0, 0.0, 0.0), inertia=None,
        parent=None, name=None, joint=None, validate=True, viscous=0.0, coulomb=0.0, coulomb_speed=1e-3,
        stiffness=0.0, rest=0.0, rotor=0.0,
    ):  # fmt: skip
        given = locals()
        self._owners = []
        self._validate = bool(validate)
        self._fields = {}
        self._take({field: given[field] for field in DEFAULTS})

    @classmethod
    def from_J(cls, jtype, J, **geometry):
        """A link whose inertia is given as the pseudo-inertia matrix J (4x4, link frame).

        >>> from spacelib import jtoJ
        >>> LinkObject.from_J("R", jtoJ(2.0, 0.3, 0.4, 0.5, 0, 0, 0, 0.1, 0, 0), a=0.5).cog
        array([0.1, 0. , 0. ])
        """
        J = real_array(J, "J", 4, 4)
        if J.ndim != 2 or not np.isfinite(J).all() or np.abs(J - J.T).max() > 1e-9 * np.abs(J).max():
            raise ValueError("`J`: expected one finite symmetric 4x4 matrix")
        mass = float(J[3, 3])
        if mass == 0.0 and J[:3, 3].any():
            raise ValueError("`J`: expected no first moments where the mass is zero")
        cog = J[:3, 3] / mass if mass else np.zeros(3)
        S = J[:3, :3] - mass * np.outer(cog, cog)
        return cls(jtype, mass=mass, cog=cog, inertia=np.trace(S) * np.eye(3) - S, **geometry)

    @classmethod
    def from_joint_vectors(
        cls, jtype, *, lower, axis_lower=(0.0, 0.0, 1.0), upper=(0.0, 0.0, 0.0), axis_upper=(0.0, 0.0, 1.0),
        previous=None, rotation=None, **dynamics,
    ):  # fmt: skip
        """A link as in the consistent Newton-Euler notation: frame at the centre of gravity, vectors to the joints.

        `lower`, `upper`: vectors from the centre of gravity to the joints with the preceding and the following link;
        `axis_lower`, `axis_upper`: the axes of these joints; all in the link's own axes. `previous`: the link that
        carries this one, itself made here, or the pair (vector, axis) of the place on it; None: the origin and z axis
        of the base. `rotation`: 3x3 orientation of this link's frame in the previous one's at q = 0; it takes
        `axis_lower` to the previous link's `axis_upper`. Default: the smallest rotation that does.

        >>> first = LinkObject.from_joint_vectors("R", lower=(-0.25, 0, 0), upper=(0.25, 0, 0), mass=1.0)
        >>> second = LinkObject.from_joint_vectors("R", lower=(-0.2, 0, 0), previous=first, mass=0.5)
        >>> second.position(0.0)[:3, 3]                     # centre of gravity to centre of gravity
        array([0.45, 0.  , 0.  ])
        """
        lower, upper = vector(lower, "lower"), vector(upper, "upper")
        e_lower, e_upper = _unit(axis_lower, "axis_lower"), _unit(axis_upper, "axis_upper")
        if previous is None:
            previous = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
        elif isinstance(previous, LinkObject):
            if not hasattr(previous, "upper_joint"):
                raise ValueError("`previous`: expected a link made by from_joint_vectors, or a pair (vector, axis)")
            previous = previous.upper_joint
        if not isinstance(previous, tuple | list) or len(previous) != 2:
            raise TypeError(f"`previous`: expected a link or a pair (vector, axis), got {previous!r}")
        place, e_before = vector(previous[0], "previous"), _unit(previous[1], "previous")
        if rotation is None:
            rotation = _smallest_rotation(e_lower, e_before)
        else:
            rotation = real_array(rotation, "rotation", 3, 3)
            proper = rotation.ndim == 2 and np.abs(rotation.T @ rotation - np.eye(3)).max() < 1e-9
            proper = proper and np.linalg.det(rotation) > 0
            if not proper or np.abs(rotation @ e_lower - e_before).max() > 1e-9:
                raise ValueError("`rotation`: expected a rotation that takes `axis_lower` to the axis of `previous`")
        placement = np.eye(4)
        placement[:3, :3], placement[:3, 3] = rotation, place
        link = cls(jtype, placement=placement, axis=e_lower, origin=lower, **dynamics)
        link.upper_joint = upper, e_upper
        return link

    # what a link is made of

    def update(self, **changes):
        """Assign several attributes at once: all of them are taken, or none.

        >>> link = LinkObject("R", mass=1.0)
        >>> link.update(mass=2.0, cog=(0, 0, 0.1))
        >>> link.mass
        2.0
        """
        unknown = changes.keys() - DEFAULTS.keys()
        if unknown:
            raise TypeError(f"`{min(unknown)}`: expected one of {', '.join(DEFAULTS)}")
        self._take(self._fields | changes)

    def _take(self, fields):
        fields = _checked(fields)
        before, after = _geometry(fields)
        J = _pseudo_inertia(fields)
        if self._validate:
            defect = _defect(fields, J)
            if defect:
                raise ValueError(f"{_label(fields)}: {defect}")
        self._fields, self._before, self._after, self._J = fields, before, after, J
        self._owners = [owner for owner in self._owners if owner() is not None]
        for owner in self._owners:
            chain = owner()
            if chain is not None:
                chain._link_changed()

    def _belongs_to(self, chain):
        if not any(owner() is chain for owner in self._owners):
            self._owners.append(weakref.ref(chain))

    @property
    def kind(self):
        """Row of the joint table (`chain.joints.KINDS`)."""
        return joint_kind(self.jtype)

    @property
    def slides(self):
        """Metres along the joint axis per unit of the variable."""
        return self.pitch if self.kind.slides is None else self.kind.slides

    @property
    def before(self):
        """Joint frame in the parent's frame (4x4); its z axis is the joint axis."""
        return self._before

    @property
    def after(self):
        """Link frame in the joint frame at q = 0 (4x4)."""
        return self._after

    @property
    def J(self):
        """Pseudo-inertia matrix (4x4) in the link's frame.

        >>> LinkObject("R", mass=2.0, cog=(0, 0, 0.5)).J[2]
        array([0. , 0. , 0.5, 1. ])
        """
        return self._J

    def inertia_defect(self):
        """None, or what makes the link's inertia one that no body can have.

        >>> LinkObject("R", mass=1.0, inertia=(1, 1, 3), validate=False).inertia_defect()
        'inertia breaks the triangle rule: the smallest second moment is -0.5 kg m^2'
        """
        return _defect(self._fields, self._J)

    def position(self, q=0.0):
        """Position matrix of the link's frame in its parent's, ``before Z(q) after`` (..., 4, 4)."""
        return self._before @ motion(self.kind.turns, self.slides, q) @ self._after

    # copies, comparison, printing

    def __eq__(self, other):
        if not isinstance(other, LinkObject):
            return NotImplemented
        return self.parent == other.parent and self.same_body(other)

    __hash__ = None

    def same_body(self, other):
        """Equal in everything but the way in which the parent is named."""
        return all(same(self._fields[name], other._fields[name]) for name in DEFAULTS if name != "parent")

    def __reduce__(self):
        return _restore, (type(self), self._fields, self._validate, getattr(self, "upper_joint", None))

    def copy(self):
        """An equal link that belongs to no chain."""
        return _restore(*self.__reduce__()[1])

    def fields(self):
        """The arguments that differ from their defaults, in order.

        >>> LinkObject("P", d=0.5, mass=1.0).fields()
        {'jtype': 'P', 'd': 0.5, 'mass': 1.0}
        """
        return {n: v for n, v in self._fields.items() if n == "jtype" or not same(v, DEFAULTS[n])}

    def __repr__(self):
        rows = [f"LinkObject: {self.name or 'link'}, {self.kind.name} joint"]
        for name, value in self.fields().items():
            if name not in ("jtype", "name"):
                if isinstance(value, np.ndarray):
                    value = np.array2string(value, precision=6, suppress_small=True, prefix=" " * 15)
                rows.append(f"  {name:<12} {value}")
        return "\n".join(rows)


def _field(name):
    def get(self):
        return self._fields[name]

    def put(self, value):
        self.update(**{name: value})

    return property(get, put, doc=f"Argument `{name}` of the link; assigning it is checked and the chains follow.")


for _name in DEFAULTS:
    setattr(LinkObject, _name, _field(_name))


def _restore(cls, fields, validate, upper_joint):
    """A link of a subclass or of this class from its fields."""
    link = cls.__new__(cls)
    link._owners, link._validate, link._fields = [], validate, {}
    if upper_joint is not None:
        link.upper_joint = upper_joint
    link._take(fields)
    return link


def same(a, b):
    """Equal values of an attribute: None, text, numbers or arrays."""
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return type(a) is type(b) and a == b
    return np.array_equal(a, b)


# checks: one clear sentence each


def _label(fields):
    return f"link {fields['name']!r}" if fields["name"] else "link"


def _number(value, name):
    number = real_array(value, name)
    if number.ndim or not math.isfinite(number):
        raise ValueError(f"`{name}`: expected a finite number, got {value!r}")
    return float(number)


def vector(value, name):
    """`value` as a read-only array of three finite numbers."""
    v = real_array(value, name, 3)
    if v.ndim != 1 or not np.isfinite(v).all():
        raise ValueError(f"`{name}`: expected three finite numbers, got {value!r}")
    return _frozen(v)


def _unit(value, name):
    v = vector(value, name)
    length = math.hypot(*v)
    if not length:
        raise ValueError(f"`{name}`: expected a direction, got zeros")
    return v if abs(length - 1.0) < 1e-15 else _frozen(v / length)


def _frozen(array):
    array = np.array(array, float)
    array.flags.writeable = False
    return array


def rigid(value, name):
    """`value` as a read-only position matrix (4x4): last row 0 0 0 1, columns orthonormal to 1e-6."""
    m = real_array(value, name, 4, 4)
    if m.ndim != 2 or not np.isfinite(m).all():
        raise ValueError(f"`{name}`: expected one finite 4x4 matrix, got shape {m.shape}")
    R = m[:3, :3]
    if np.abs(m[3] - (0, 0, 0, 1)).max() > 1e-9:
        raise ValueError(f"`{name}`: expected a position matrix [R t; 0 0 0 1], got last row {m[3].tolist()}")
    off = np.abs(R.T @ R - np.eye(3)).max()
    if off > 1e-6 or np.linalg.det(R) < 0:
        what = f"one that is off by {off:.2g}" if off > 1e-6 else "a mirror"
        raise ValueError(f"`{name}`: expected a position matrix [R t; 0 0 0 1] with a rotation R, got {what}")
    if np.abs(R.T @ R - np.eye(3)).max() > 1e-12:
        # the nearest rotation
        m = m.copy()
        left, _, right = np.linalg.svd(R)
        m[:3, :3] = left @ right
    return _frozen(m)


def _checked(fields):
    """The fields with their types settled."""
    f = dict(fields)
    f["jtype"] = joint_kind(f["jtype"]).symbol
    for name, default in DEFAULTS.items():
        if isinstance(default, float):
            f[name] = _number(f[name], name)
    for name in _NOT_NEGATIVE:
        if f[name] < 0.0:
            raise ValueError(f"`{name}`: expected zero or more, got {f[name]}")
    if not f["coulomb_speed"] > 0.0:
        raise ValueError(f"`coulomb_speed`: expected more than zero, got {f['coulomb_speed']}")
    if not isinstance(f["convention"], str) or f["convention"] not in ("standard", "modified"):
        raise ValueError(f'`convention`: expected "standard" or "modified", got {f["convention"]!r}')
    f["cog"], f["origin"], f["axis"] = vector(f["cog"], "cog"), vector(f["origin"], "origin"), _unit(f["axis"], "axis")
    if f["placement"] is not None:
        f["placement"] = rigid(f["placement"], "placement")
        used = [name for name in _DH if f[name] != 0.0]
        if used or f["convention"] != "standard":
            raise ValueError(f"`{(used or ['convention'])[0]}`: expected no D&H parameter beside `placement`")
    else:
        used = [name for name in ("axis", "origin") if not same(f[name], DEFAULTS[name])]
        if used:
            raise ValueError(f"`{used[0]}`: expected together with `placement`; D&H joints act on the parent's z axis")
    if f["inertia"] is not None:
        f["inertia"] = _tensor(f["inertia"])
    for name in ("name", "joint"):
        if f[name] is not None and (not isinstance(f[name], str) or not f[name]):
            raise TypeError(f"`{name}`: expected a text, got {f[name]!r}")
    f["parent"] = _parent(f["parent"])
    return f


def _tensor(value):
    I = real_array(value, "inertia", 3)
    I = np.diag(vector(value, "inertia")) if I.ndim == 1 else real_array(value, "inertia", 3, 3)
    if I.ndim != 2 or not np.isfinite(I).all():
        raise ValueError(f"`inertia`: expected one finite 3x3 matrix, got shape {I.shape}")
    if np.abs(I - I.T).max() > 1e-6 * np.abs(I).max():
        raise ValueError(f"`inertia`: expected a symmetric matrix, got a difference of {np.abs(I - I.T).max():.3g}")
    return _frozen((I + I.T) / 2)


def _parent(value):
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < -1:
        raise ValueError(f"`parent`: expected the index or name of a link, or -1 for the base, got {value!r}")
    return int(value)


# geometry and inertia


def _geometry(f):
    """Joint frame in the parent and link frame in the joint frame at q = 0."""
    if f["placement"] is not None:
        Q = np.eye(4)
        Q[:3, :3] = _smallest_rotation(np.array([0.0, 0.0, 1.0]), f["axis"])
        shift = np.eye(4)
        shift[:3, 3] = -f["origin"]
        return _frozen(molt4(f["placement"], Q)), _frozen(molt4(Q.T, shift))
    theta, d, b, a, alpha = (f[name] for name in _DH)
    if f["convention"] == "standard":
        return _frozen(np.eye(4)), _frozen(dhtom(Rev, theta, d, b, a, alpha, 0.0))
    xyz = rotat2(X, alpha, 4), traslat2(X, a), traslat2(Y, b), rotat2(Z, theta, 4), traslat2(Z, d)
    return _frozen(functools.reduce(molt4, xyz)), _frozen(np.eye(4))


def _smallest_rotation(u, v):
    """3x3 rotation of the smallest angle that takes the unit vector u to v; half a turn when they are opposite."""
    c = dot(u, v)
    if c < 0.0:
        # half a turn about an axis n across u takes u to -u; the rest is the rotation from -u to v
        n = np.cross(u, v)
        if np.abs(n).max() < 1e-100:
            n = np.cross(u, np.eye(3)[np.argmin(np.abs(u))])
        n /= math.hypot(*n)
        n -= dot(n, u) * u
        n /= math.hypot(*n)
        return molt3(_smallest_rotation(-u, v), 2.0 * np.outer(n, n) - np.eye(3))
    w = np.cross(u, v)
    tilde = np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
    return np.eye(3) + tilde + molt3(tilde, tilde) / (1.0 + c)


def _pseudo_inertia(f):
    """J from mass, centre of mass and tensor: S = tr(I)/2 - I about the centre of mass."""
    m, c = f["mass"], f["cog"]
    I = np.zeros((3, 3)) if f["inertia"] is None else f["inertia"]
    J = np.zeros((4, 4))
    J[:3, :3] = np.trace(I) / 2 * np.eye(3) - I + m * np.outer(c, c)
    J[:3, 3] = J[3, :3] = m * c
    J[3, 3] = m
    return _frozen(J)


def _defect(f, J):
    """None, or why no body can have this mass and inertia."""
    if f["mass"] < 0.0:
        return f"`mass`: expected zero or more, got {f['mass']:g} kg"
    if f["inertia"] is None:
        return None
    second = np.trace(f["inertia"]) / 2 * np.eye(3) - f["inertia"]
    smallest = np.linalg.eigvalsh(second)[0]
    if smallest < -1e-9 * (np.trace(second) + f["mass"]):
        return f"inertia breaks the triangle rule: the smallest second moment is {smallest:g} kg m^2"
    return None
