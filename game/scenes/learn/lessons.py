"""Which lessons are there, and which are done?"""

from __future__ import annotations

import pygame

from ...study import lessons, prose
from ...view import palette
from ...view.page import draw_page
from ...view.shapes import Box, is_in
from ...view.widgets import (
    Block,
    draw_blocks,
    draw_lesson_row,
    draw_marks_head,
    stack_blocks,
)
from ..scene import Scene, Stage
from ..shell.menu import MENU_HINT, VERB_STEPS, PageScene
from .lesson import MARKS, LessonScene

LIST_LEFT, LIST_RIGHT, LIST_TOP, LIST_ROW = 50.0, 590.0, 60.0, 20.0
"""px: the sides of the rows, the top of the first one, and the height of each."""


class LessonListScene(PageScene):
    """The list of lessons; the first one that is not done, apart from its exercise, is
    chosen."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        self.load_marks()
        parts = [done[: len(MARKS)] for done in self.done]
        self.chosen = next((k for k, done in enumerate(parts) if not all(done)), 0)

    def load_marks(self) -> None:
        """Load which parts of each lesson are done."""
        stored, self.is_old = self.stage.storage.lessons(), False
        marks = {
            one.name: [*MARKS, *["exercise"] * bool(one.exercise)]
            for one in lessons.LESSONS
        }
        self.done = [
            [mark in stored.get(name, ()) for mark in marks[name]] for name in marks
        ]

    def box(self, index: int) -> Box:
        """Return the box of a row."""
        y = LIST_TOP + LIST_ROW * index
        return (LIST_LEFT, y), (LIST_RIGHT, y + LIST_ROW)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Choose the lesson under the pointer; a press opens it."""
        for index in range(len(lessons.LESSONS)):
            if is_in((x, y), self.box(index)):
                self.chosen = index
                if pressed:
                    self.do("choose")

    def do(self, verb: str) -> None:
        """Do what a key or a button means."""
        if verb in ("up", "down"):
            self.chosen = (self.chosen + VERB_STEPS[verb]) % len(lessons.LESSONS)
        elif verb == "choose":
            self.next, self.is_old = LessonScene(self.stage, self.chosen, self), True
        else:
            super().do(verb)

    def update(self, seconds: float) -> None:
        """Load the marks again once a lesson has led back here."""
        if self.is_old and not self.next:
            self.load_marks()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a row for each lesson."""
        super().draw(surface)
        canvas = draw_page(surface, "Learn", MENU_HINT, corner=(LIST_LEFT, 40))
        draw_marks_head(canvas, LIST_RIGHT, 33, [*MARKS, "exercise"])
        for index, (lesson, done) in enumerate(zip(lessons.LESSONS, self.done)):
            title = f"{index + 1:2}  {lesson.prose.title}"
            draw_lesson_row(canvas, self.box(index), title, done, index == self.chosen)
        claim = Block(lessons.LESSONS[self.chosen].prose.claim, palette.SWEPT)
        placed = stack_blocks(
            [claim], (LIST_LEFT, 308), LIST_RIGHT - LIST_LEFT, prose.term_lines
        )
        draw_blocks(canvas, placed)
