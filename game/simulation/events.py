"""What happened?

A tick answers with events in the order in which they happened: values that the picture,
the sound and the points of Scanline read.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..collision.aabb import Vector


@dataclass(frozen=True)
class Event:
    """u is the time in the tick, 0 to 1; position the centre of body at u, px.

    other is the body that it hit or touched; direction the normal of the face that was
    hit, zero without one; count counts within a tick or a dash.
    """

    u: float
    position: Vector
    body: int
    other: int | None = None
    direction: Vector = (0.0, 0.0)
    count: int = 1


class Dashed(Event):
    """A dash began, in this direction."""


class Refused(Event):
    """A dash was aimed into a solid that the player touches."""


class Stopped(Event):
    """A dash ended at a solid, or was spent."""


class TakenBack(Stopped):
    """A stride in GLITCH ended in a solid: back to the face that it came from."""


class Ricocheted(Event):
    """A slug hit a solid, for the count-th time in this tick."""


class CoreTaken(Event):
    """The core other was crossed, the count-th of this dash."""


class ExitOpened(Event):
    """The last core was taken."""


class Grazed(Event):
    """The lethal box other was passed closely in the dash that ends here."""


class GlitchBegan(Event):
    """The cell other was crossed; bodies now move without the sweep."""


class GlitchEnded(Event):
    """Every move is a swept test again."""


class Hurt(Event):
    """Something lethal cost integrity, but not the run; count is the integrity that
    remains."""


class Finished(Event):
    """The open exit was reached."""


class Died(Event):
    """The player was hurt by something lethal, or crushed."""
