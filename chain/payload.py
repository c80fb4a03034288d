"""A payload: a body fixed to a link of a chain for a while."""

from typing import NamedTuple

import numpy as np

from chain.link import LinkObject

__all__ = ["Payload"]


class Payload(NamedTuple):
    """A body on link number `link` of a chain; made by `ChainObject.attach`.

    >>> from chain import ChainObject
    >>> arm = ChainObject([LinkObject("R", name="hand")])
    >>> arm.attach("hand", 0.5, cog=(0.0, 0.0, 0.1), name="cup")
    Payload 'cup' on link 0: 0.5 kg at (0, 0, 0.1)
    """

    link: int
    body: LinkObject

    @classmethod
    def of(cls, link, mass, cog, inertia, name):
        """A payload from its mass properties, checked as those of a link are."""
        try:
            return cls(link, LinkObject("F", mass=mass, cog=cog, inertia=inertia, name=name))
        except ValueError as error:
            text = str(error)
            raise ValueError(text.replace("link", "payload", 1) if text.startswith("link") else text) from None

    @property
    def name(self):
        """Its name, or None."""
        return self.body.name

    @property
    def J(self):
        """Pseudo-inertia (4x4) in the frame of the link."""
        return self.body.J

    def on(self, link):
        """An equal payload on another link."""
        return Payload(link, self.body.copy())

    def __repr__(self):
        name = f" {self.name!r}" if self.name else ""
        place = ", ".join(f"{x:g}" for x in np.asarray(self.body.cog) + 0.0)
        return f"Payload{name} on link {self.link}: {self.body.mass:g} kg at ({place})"
