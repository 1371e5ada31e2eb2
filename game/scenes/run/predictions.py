"""What will slugs do next, and what would the player's dash do?"""

from __future__ import annotations

from math import inf

from ...collision.tables import Paths
from ...simulation.elements import Slug, track
from ...simulation.foresight import Preview, StepCache, preview_dash
from ...simulation.world import World
from ...view.canvas import MANY_BODIES

TRACK_SECONDS = 0.25
"""s of world time: the length of a slug's predicted path."""
TRACK_PERIOD = 0.05
"""s of world time after which a slug's path is predicted again."""


class Predictions:
    """What is predicted of the world of a run: the path of each slug, and the dash.

    A prediction takes time, so that at most one is made in a frame: the path of one
    slug, or a preview of the dash.
    """

    def __init__(self) -> None:
        self.steps = StepCache()
        """The steps of the run and of its previews, which are often the same."""
        self.paths: dict[int, tuple[float, Paths]] = {}
        """By the ids of slugs: the world time, s, at which the path was predicted, and
        the path."""
        self.has_new_path = False
        """Whether a path was predicted in the latest frame."""
        self.dash: Preview | None = None
        """What the dash would do; None: it is not aimed."""
        self.dash_tick = 0
        """The tick after which that was computed."""

    def forget(self) -> None:
        """Forget what was predicted."""
        self.paths = {}
        self.dash = None

    def preview(self, world: World) -> Preview:
        """Return what the dash would do if the player released it now. It is computed
        once a tick; in a frame in which a slug's path was predicted, the preview of the
        frame before is returned."""
        is_old = self.dash_tick != world.ticks
        if self.dash is None or (is_old and not self.has_new_path):
            self.dash = preview_dash(world, self.steps)
            self.dash_tick = world.ticks
        return self.dash

    def tracks(self, world: World, aims: bool = False) -> list[tuple[Paths, float]]:
        """Return each slug's predicted path, and the part of its time that has passed,
        0 to 1. More than MANY_BODIES slugs have none.

        It is called once a frame, and predicts one path anew: the oldest one, if that
        is old enough. All would take too long.

        Args:
            world: the world as it is now.
            aims: whether the dash is previewed in this frame, which takes time, too.
                Then paths may get twice as old, and after a frame in which one was
                predicted comes a frame in which none is.
        """
        now = world.time.now
        slugs = world.bodies.of(Slug)
        if len(slugs) > MANY_BODIES:
            return []
        period = 2 * TRACK_PERIOD if aims else TRACK_PERIOD
        is_turn_of_preview = aims and self.has_new_path
        self.has_new_path = False
        if slugs and not is_turn_of_preview:
            oldest = min(slugs, key=self.predicted_at)
            if now - self.predicted_at(oldest) >= period:
                path = track(world.space.copy(), oldest, TRACK_SECONDS)
                self.paths[oldest] = now, path
                self.has_new_path = True
        tracks = []
        for slug in slugs:
            if slug in self.paths:
                start, path = self.paths[slug]
                tracks.append((path, (now - start) / TRACK_SECONDS))
        return tracks

    def predicted_at(self, slug: int) -> float:
        """Return the world time, s, at which a slug's path was predicted last; -inf if
        it never was. slug is its id."""
        return self.paths[slug][0] if slug in self.paths else -inf
