"""How many ticks has a frame to simulate?

The display decides when a frame is drawn, but all ticks have the same
length. So real time is accumulated and spent tick by tick. The rest,
alpha, is the position of the frame between the last two ticks.

      frames   |------|---------|----|-------|
      ticks    |--|--|--|--|--|--|--|--|--|--| - alpha

Source: Fiedler, "Fix Your Timestep!", 2004.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

MOST_FRAME_TICKS = 8
"""The most ticks of one frame. After a longer frame the game slows down,
instead of skipping ticks or falling further and further behind."""
PATIENCE = 0.1
"""s of processor time in a frame after which no further tick begins, so
that a storm moved by a slow method can still be watched, and left.
Other programs on a busy machine do not count."""


def in_time(ticks: int) -> Iterator[int]:
    """Count ticks until PATIENCE is used up, but at least one; the rest
    is dropped."""
    begun = thread_time()
    for tick in range(ticks):
        yield tick
        if thread_time() - begun > PATIENCE:
            return


class Clock:
    """Converts real time to whole ticks and alpha.

    Args:
        tick_rate: ticks a second at full speed, above 0.
    """

    def __init__(self, tick_rate: float) -> None:
        self.tick_rate = tick_rate
        self.alpha = 0.0

    def advance(self, seconds: float, speed: float = 1.0) -> int:
        """Add real seconds at a speed; return the ticks to simulate.

        alpha, in [0, 1), is then the fraction of a tick that remains.
        """
        saved = self.alpha + max(0.0, seconds) * speed * self.tick_rate
        ticks = min(int(saved), MOST_FRAME_TICKS)
        self.alpha = saved - ticks if saved - ticks < 1 else 0.0
        return ticks
