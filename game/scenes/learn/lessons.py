"""Which lessons are there, and which are done?"""

from __future__ import annotations

from pygame import Surface

from ...study import lessons
from ...study.prose import term_lines
from ...view import palette
from ...view.page import draw_page
from ...view.shapes import Box
from ...view.widgets import (
    Block,
    draw_blocks,
    draw_lesson_row,
    draw_marks_head,
    stack_blocks,
)
from ..scene import Scene, Stage
from ..shell.menu import MENU_HINT, VERB_STEPS, PageScene, index_at
from .lesson import MARKS, LessonScene

LIST_LEFT = 50.0
LIST_RIGHT = 590.0
"""px: the sides of the rows."""
LIST_TOP = 60.0
"""px: the top of the first row."""
CLAIM_Y = 308.0
"""px: the top of the chosen lesson's claim, below the rows."""
LIST_ROW = min(20.0, (CLAIM_Y - LIST_TOP) / len(lessons.LESSON_NAMES))
"""px: the height of a row; less than 20 if there are more lessons than fit."""
ALL_MARKS = (*MARKS, "exercise")
"""The parts of a lesson whose marks are stored; only some have the last, an
exercise."""


class LessonListScene(PageScene):
    """The list of lessons; the first one that is not done, apart from its exercise, is
    chosen."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        self.marks: list[list[bool]] = []
        """For each lesson, and for each of its parts, whether its mark was earned."""
        self.load_marks()
        self.chosen = 0
        """The index of a lesson."""
        for index, marks in enumerate(self.marks):
            if not all(marks[: len(MARKS)]):
                self.chosen = index
                break

    def load_marks(self) -> None:
        """Load which marks of each lesson were earned: for each of its parts, whether
        that was done."""
        stored = self.stage.storage.lessons()
        self.marks = []
        for lesson in lessons.LESSONS:
            earned = stored.get(lesson.name, ())
            names = ALL_MARKS if lesson.exercise else MARKS
            self.marks.append([name in earned for name in names])
        self.is_old = False
        """Whether a lesson was opened since, which may have earned a mark."""

    def box(self, index: int) -> Box:
        """Return the box of the row of the lesson with this index, px of the page."""
        y = LIST_TOP + LIST_ROW * index
        return (LIST_LEFT, y), (LIST_RIGHT, y + LIST_ROW)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Choose the lesson under the pointer; a press opens it."""
        boxes = map(self.box, range(len(self.marks)))
        index = index_at(boxes, (x, y))
        if index is None:
            return
        self.chosen = index
        if pressed:
            self.do("choose")

    def do(self, verb: str) -> None:
        """Carry out a verb."""
        if verb in ("up", "down"):
            self.chosen = (self.chosen + VERB_STEPS[verb]) % len(lessons.LESSONS)
        elif verb == "choose":
            self.next = LessonScene(self.stage, self.chosen, self)
            self.is_old = True
        else:
            super().do(verb)

    def update(self, seconds: float) -> None:
        """Load the marks again after a lesson has led back here."""
        if self.is_old and not self.next:
            self.load_marks()

    def draw(self, surface: Surface) -> None:
        """Draw a row for each lesson, and the claim of the chosen one."""
        super().draw(surface)
        canvas = draw_page(surface, "Learn", MENU_HINT, corner=(LIST_LEFT, 40))
        draw_marks_head(canvas, right=LIST_RIGHT, y=33, names=ALL_MARKS)
        for index, lesson in enumerate(lessons.LESSONS):
            title = f"{index + 1:2}  {lesson.prose.title}"
            is_chosen = index == self.chosen
            marks = self.marks[index]
            draw_lesson_row(canvas, self.box(index), title, marks, is_chosen)
        claim = Block(lessons.LESSONS[self.chosen].prose.claim, palette.SWEPT)
        corner = (LIST_LEFT, CLAIM_Y)
        wide = LIST_RIGHT - LIST_LEFT
        draw_blocks(canvas, stack_blocks([claim], corner, wide, term_lines))
