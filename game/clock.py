"""How many ticks has real time bought?

Frames come when the display wants them, ticks have one length. So time
is saved up in an accumulator and spent tick by tick; what is left over,
alpha, says how far to draw between the last two ticks.

      frames   |------|---------|----|-------|
      ticks    |--|--|--|--|--|--|--|--|--|--| - alpha

Source: Fiedler, "Fix Your Timestep!", 2004.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

MOST_TICKS = 8
"""A frame that took longer than so many ticks buys only these: the game
slows down rather than skip, or fall ever further behind."""
PATIENCE = 0.1
"""s of work in a frame, after which no tick is begun: a storm by a slow
method can still be seen, and left. What others do meanwhile on a busy
machine does not count."""


def in_time(ticks: int) -> Iterator[int]:
    """Count ticks, the first in any case; those that take too long are
    not made up for."""
    begun = thread_time()
    for tick in range(ticks):
        yield tick
        if thread_time() - begun > PATIENCE:
            return


class Clock:
    """Real time in, whole ticks and alpha out.

    Args:
        tick_rate: ticks a second at full speed, above 0.
    """

    def __init__(self, tick_rate: float) -> None:
        self.tick_rate = tick_rate
        self.alpha = 0.0

    def advance(self, seconds: float, speed: float = 1.0) -> int:
        """Save up real seconds at a speed; return the ticks they buy.

        alpha, in [0, 1), is then the part of a tick that is left.
        """
        saved = self.alpha + max(0.0, seconds) * speed * self.tick_rate
        ticks = min(int(saved), MOST_TICKS)
        self.alpha = saved - ticks if saved - ticks < 1 else 0.0
        return ticks
