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

    @property
    def name(self):
        """Its name, or None."""
        return self.body.name

    @property
    def J(self):
        """Pseudo-inertia (4x4) in the frame of the link."""
        return self.body.J

    def on(self, link):
        """The same payload on another link."""
        return Payload(link, self.body)

    def __repr__(self):
        name = f" {self.name!r}" if self.name else ""
        place = ", ".join(f"{x:g}" for x in np.asarray(self.body.cog) + 0.0)
        return f"Payload{name} on link {self.link}: {self.body.mass:g} kg at ({place})"
