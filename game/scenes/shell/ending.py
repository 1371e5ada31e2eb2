"""What was done, once every room is finished?

The end of the game: what all attempts together came to, or a run through all rooms; the
credits; and the way to the lessons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pygame import Surface

from ...view import palette
from ...view.hud import count_text
from ...view.page import blank_page, draw_progress, draw_title_dash
from ...view.screen import PAGE_MIDDLE
from ...view.text import SMALL_SIZE
from ..scene import Scene, Stage
from .menu import ButtonsScene
from .rooms import first_unfinished, read_entry

CREDITS = """\
After Miguel Gomez, Simple Intersection Tests for Games; Christer Ericson, Real-Time
Collision Detection; Fletcher Dunn and Ian Parberry, 3D Math Primer; Glenn Fiedler,
Fix Your Timestep! Made with Python, numpy and pygame-ce, set in JetBrains Mono.
""".splitlines()
ENDING_CELLS_AT = (PAGE_MIDDLE - 216, 140.0)
"""px: the upper left corner of the rooms' cells."""
TITLE_Y = 48.0
"""px: the middle of the title."""
DASH_AT = (146.0, TITLE_Y + 28)
DASH_WIDTH = 348.0
"""px: the line under the title, along which a box dashes."""
LINES_Y = 94.0
LINE_STEP = 16.0
"""px: the top of the first line, and from one line to the next."""
CREDITS_Y = 258.0
CREDITS_STEP = 13.0
"""px: the same of the credits."""


class EndingScene(ButtonsScene):
    """The ending.

    Args:
        stage: what scenes share.
        title: of a run through all rooms; empty: of all attempts.
        lines: what it came to.
    """

    labels: Mapping[str, str] = {"learn": "How it works", "back": "Title"}

    def __init__(
        self, stage: Stage, title: str = "", lines: Sequence[str] = ()
    ) -> None:
        super().__init__(stage, back=self)
        self.leads = {"learn": open_lessons, "back": leave}
        self.entries = [read_entry(stage, path) for path in stage.rooms]
        self.unfinished = first_unfinished(self.entries)
        """The first room that is not finished; if all are, the first one."""
        self.title = title or f"All {len(self.entries)} rooms"
        self.lines = lines or self.totals()
        self.seconds = 0.0

    def totals(self) -> list[str]:
        """Return what all attempts together came to."""
        totals = self.stage.storage.totals()
        deaths = count_text(totals.deaths, "death", "deaths")
        contacts = count_text(totals.contacts, "contact", "contacts")
        missed = f"{totals.missed:,} of them invisible to a test at each tick's end"
        minutes = totals.seconds / 60
        return [f"{minutes:,.0f} min played, {deaths}", f"{contacts}, {missed}"]

    def update(self, seconds: float) -> None:
        """Let the dash under the title go on."""
        self.seconds += seconds

    def draw(self, surface: Surface) -> None:
        """Draw what was done, the credits and the buttons."""
        super().draw(surface)
        canvas = blank_page(surface)
        title_at = (PAGE_MIDDLE, TITLE_Y)
        canvas.text(
            self.title, title_at, palette.TEXT, size=34, anchor=(0.5, 0.5), bold=True
        )
        draw_title_dash(canvas, DASH_AT, wide=DASH_WIDTH, seconds=self.seconds)
        marks = [entry.mark for entry in self.entries]
        draw_progress(canvas, ENDING_CELLS_AT, marks)
        for row, line in enumerate(self.lines):
            at = (PAGE_MIDDLE, LINES_Y + LINE_STEP * row)
            canvas.text(line, at, palette.TEXT, size=10, anchor=(0.5, 0))
        for row, line in enumerate(CREDITS):
            at = (PAGE_MIDDLE, CREDITS_Y + CREDITS_STEP * row)
            canvas.text(line, at, palette.QUIET, SMALL_SIZE, anchor=(0.5, 0))
        self.draw_buttons(canvas)


def leave(stage: Stage, here: Scene) -> Scene:
    """Return the title; without one the ending stays."""
    return stage.title() if stage.title else here


def open_lessons(stage: Stage, here: Scene) -> Scene:
    """Return the choice of a lesson."""
    from ..learn.lessons import LessonListScene  # It reads all lessons.

    return LessonListScene(stage, here)
