"""What was done, once every room is finished?

The end of the game: what all attempts together came to, or a run through all rooms; the credits;
and the way to the lessons.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import count_text
from ...view.page import PAGE_MIDDLE, cell_boxes, draw_room_cells
from ...view.screen import Screen
from ...view.text import SMALL_SIZE
from ..scene import Stage
from .menu import MenuScene, Row
from .rooms import Demonstration, RoomsScene, read_entry

CREDITS = (
    "after Miguel Gomez, Simple Intersection Tests for Games, and Christer Ericson,",
    "Real-Time Collision Detection; with Fletcher Dunn and Ian Parberry, 3D Math Primer,",
    "and Glenn Fiedler, Fix Your Timestep!",
    "made with Python, numpy and pygame-ce, and set in JetBrains Mono",
)
CELL_CORNER, ENDING_CELL = (PAGE_MIDDLE - 216, 206.0), (36.0, 22.0)
"""px: the upper left corner of the rooms' cells, and the size of one."""


class EndingScene(MenuScene):
    """The ending: a menu over rooms that play themselves.

    Args:
        stage: what scenes share.
        title: of a run through all rooms; empty: of all attempts.
        lines: what it came to.
    """

    def __init__(self, stage: Stage, title: str = "", lines: Sequence[str] = ()) -> None:
        from ..learn.lessons import LessonListScene  # It reads all lessons.

        self.entries = [read_entry(stage, path) for path in stage.rooms]
        self.demonstration = Demonstration(stage, self.entries)
        self.lines = lines or self.totals(stage)
        rows = [
            Row("How it works", leads=lambda here: LessonListScene(stage, here)),
            Row("Rooms", leads=lambda here: RoomsScene(stage, here)),
            Row("Title", leads=lambda here: stage.title() if stage.title else here),
        ]
        title = title or f"All {len(self.entries)} rooms"
        super().__init__(stage, title, rows, RoomsScene(stage, self), self.draw_behind)

    def totals(self, stage: Stage) -> list[str]:
        """Return what all attempts together came to."""
        runs = [
            (each.best.ticks, each.room.tick_rate)
            for each in self.entries
            if each.room and each.best
        ]
        totals = stage.storage.totals()
        contacts = count_text(totals.contacts, "contact", "contacts")
        return [
            f"{sum(ticks / rate for ticks, rate in runs):.2f} s, your best times together",
            f"{totals.seconds / 60:.0f} min played, {count_text(totals.deaths, 'death', 'deaths')}",
            f"{contacts}, {totals.missed:,} of them invisible to a test at each tick's end",
        ]

    def update(self, seconds: float) -> None:
        """Let the rooms go on."""
        self.demonstration.update(seconds)

    def draw_behind(self, surface: pygame.Surface) -> None:
        """Draw the room that plays itself."""
        if self.demonstration.run:
            self.demonstration.run.draw(surface, frozenset(), notes=None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the menu, what was done, and the credits."""
        super().draw(surface)
        canvas = Canvas(surface, Screen.fit(self.window))
        marks = [entry.mark for entry in self.entries]
        draw_room_cells(canvas, cell_boxes(len(marks), CELL_CORNER, ENDING_CELL), marks, -1)
        for k, line in enumerate(self.lines):
            canvas.text(line, (PAGE_MIDDLE, 150 + 16 * k), palette.TEXT, 10, (0.5, 0))
        for k, line in enumerate(CREDITS):
            canvas.text(line, (PAGE_MIDDLE, 288 + 13 * k), palette.QUIET, SMALL_SIZE, (0.5, 0))
