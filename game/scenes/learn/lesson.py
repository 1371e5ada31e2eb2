"""How does a learner work through a lesson?

In five steps beside one figure. A bet on what it will show; the figure to try, with the
answer and a goal to reach; its code to read; a question to check; and then it is done.
Enter goes to the next step, Backspace to the one before, Esc leaves, and H shows all
keys.
"""

from __future__ import annotations

from functools import partial

import pygame

from ...controls import Repeat, typed_key
from ...resources import levels
from ...simulation.world import World
from ...study import lessons
from ...study.exercises.cases import BY_NAME
from ...study.prose import Question, term_lines
from ...study.rooms import state_of
from ...study.values import annotate
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas
from ...view.hud import draw_key_card
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import Corner, is_in
from ...view.widgets import Block
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, Buttons, PageScene, button_at, button_row
from .code import CODE_BUTTONS, CodePane
from .column import done_blocks, question_blocks, try_blocks
from .exercise import ExerciseScene
from .keys import (
    CARD_ENDS,
    LESSON_CARD,
    LESSON_KEYS,
    LESSON_PAD,
    LESSON_PUSHES,
    REPEATED_VERBS,
)
from .live import COLUMN_X, TERMS, LiveFigure

STEPS = ("bet", "try", "read", "check", "done")
LEFT_LABELS = {"leave": "Esc leave", "before": "[ lesson", "after": "]"}
RIGHT_LABELS = {"keys": "H keys", "reset": "R reset", "back": "Bksp back"}
BUTTONS_LEFT = (8.0, 335.0)
BUTTONS_RIGHT = (384.0, 335.0)
"""px of the page: the upper left corners of both rows of buttons."""
BUTTONS_HIGH = 18.0
"""px of the page: the height of a button."""
COLUMN_Y = 42.0
"""px of the page: the top of the text beside the figure."""
MARKS = {"bet": "the bet", "goal": "the goal", "check": "the question"}
"""What is stored of a lesson, and its name."""
FACT_LESSONS = (
    "tunnel",
    "touching",
    "shadows",
    "last_in_first_out",
    "find_the_bug",
    "frame_of_reference",
    "frame_of_reference",
    "responses",
    "responses",
    "turning",
    "tunnel",
    "race",
)
"""Names of the lessons about the facts of the rooms: one for each room of a row."""


class LessonScene(PageScene):
    """A lesson.

    Args:
        stage: what scenes share.
        index: its place in the list of lessons.
        back: the scene to which Esc leads.
        world: that of the room with whose boxes it begins; None for the lesson's own.
    """

    keys = LESSON_KEYS
    pad = LESSON_PAD
    pushes = LESSON_PUSHES

    def __init__(
        self, stage: Stage, index: int, back: Scene, world: World | None = None
    ) -> None:
        super().__init__(stage, back)
        self.index = index
        self.repeat = Repeat()
        self.lesson = lessons.LESSONS[index]
        self.marks = stage.storage.lessons().get(self.lesson.name, frozenset())
        """The parts of the lesson that are done, now or earlier."""
        self.room = world.room.title if world else ""
        room_state = state_of(self.lesson, world) if world else None
        self.live = LiveFigure(self.lesson, self.check_goal, room_state)
        self.pane = CodePane()
        self.place = 0
        """The index of the current step."""
        self.chosen = 0
        """The index of an answer to the current question."""
        self.answers: dict[str, list[int]] = {"bet": [], "check": []}
        """Indexes of the answers so far, by step; the last one counts."""
        self.is_reached = False
        """Whether the goal is reached."""
        self.shows_keys = False
        """Whether the card of keys lies over the page."""
        is_bet_made = room_state is not None and "bet" in self.marks
        self.go_to(STEPS.index("try" if is_bet_made else "bet"))

    @property
    def step(self) -> str:
        """The name of the current step."""
        return STEPS[self.place]

    @property
    def question(self) -> Question | None:
        """The question of the current step, if it has one."""
        if self.step == "bet":
            return self.lesson.prose.bet
        if self.step == "check":
            return self.lesson.prose.check
        return None

    def last_answer(self, step: str) -> int | None:
        """Return the index of the answer to a step's question that counts; None without
        one."""
        answers = self.answers.get(step)
        return answers[-1] if answers else None

    @property
    def expects_answer(self) -> bool:
        """Whether the question is open: a bet can be changed, a right answer cannot."""
        if self.step == "bet":
            return True
        question = self.question
        return question is not None and self.last_answer(self.step) != question.right

    @property
    def buttons(self) -> Buttons:
        """The buttons of the current step."""
        left = dict(LEFT_LABELS)
        if self.lesson.exercise:
            left["write"] = f"X write {self.lesson.exercise}"
            if "exercise" in self.marks:
                left["write"] += " \u2713"
        if self.live.layers:
            left["layer"] = f"Tab {TERMS[self.live.layer]}"
        right = dict(RIGHT_LABELS)
        right["choose"] = "Enter next"
        if self.expects_answer:
            right["choose"] = "Enter bet" if self.step == "bet" else "Enter answer"
        buttons = button_row(left, BUTTONS_LEFT, BUTTONS_HIGH)
        buttons |= button_row(right, BUTTONS_RIGHT, BUTTONS_HIGH)
        if self.step == "read":
            buttons |= CODE_BUTTONS
        return buttons

    def go_to(self, place: int) -> None:
        """Go to a step; before the first one, back; after the last one, to the next
        lesson."""
        if place < 0:
            self.next = self.back
        elif place == len(STEPS):
            self.open(self.index + 1)
        else:
            self.place = place
            self.pane.follow_lit_lines()
            self.chosen = self.last_answer(self.step) or 0
            self.live.show(self.step)

    def open(self, index: int) -> None:
        """Go to another lesson, or back if there is none."""
        if 0 <= index < len(lessons.LESSONS):
            self.next = LessonScene(self.stage, index, self.back)
        else:
            self.next = self.back

    def answer(self, index: int) -> None:
        """Answer the question; a bet goes to the next step even if it is wrong."""
        question = self.question
        if question is None or not self.expects_answer:
            return
        if not 0 <= index < len(question.answers):
            return
        self.chosen = index
        self.answers[self.step].append(index)
        if self.step == "bet":
            self.earn("bet")
            self.go_to(STEPS.index("try"))
        elif index == question.right:
            self.earn("check")

    def check_goal(self) -> None:
        """Note whether a change of the figure reached the goal."""
        if self.step == "try" and self.lesson.reached(self.live.state):
            self.is_reached = True
            self.earn("goal")

    def earn(self, mark: str) -> None:
        """Store that a part of the lesson is done."""
        if mark not in self.marks:
            self.marks |= {mark}
            self.stage.storage.save_lesson(self.lesson.name, self.marks)

    def do(self, verb: str, times: int = 1) -> None:
        """Carry out a verb; arrow keys move a handle by so many steps."""
        if verb == "leave":
            self.next = self.back
        elif verb in ("before", "after"):
            self.open(self.index + VERB_STEPS[verb])
        elif verb == "back":
            self.go_to(self.place - 1)
        elif verb == "choose" and self.expects_answer:
            self.answer(self.chosen)
        elif verb == "choose":
            self.go_to(self.place + 1)
        elif verb == "reset":
            self.live.reset()
            self.is_reached = False
            self.answers[self.step] = []
        elif verb == "keys":
            self.shows_keys = True
        elif verb == "write" and self.lesson.exercise:
            self.open_exercise()
        elif verb in ("up", "down") and self.question:
            self.chosen = (self.chosen + VERB_STEPS[verb]) % len(self.question.answers)
        elif not self.pane.do(verb):
            self.live.do(verb, times)

    def open_exercise(self) -> None:
        """Go to the exercise of the lesson."""
        exercise = BY_NAME[self.lesson.exercise]
        on_done = partial(self.earn, "exercise")
        self.next = ExerciseScene(self.stage, exercise, on_done, self)

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event; a digit answers the question."""
        self.repeat.handle(event)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self.live.drag = None
        if self.shows_keys:
            self.shows_keys = event.type not in CARD_ENDS
            return
        super().handle(event)
        if event.type == pygame.KEYDOWN and not typed_key(event, LESSON_KEYS):
            self.answer(event.scancode - pygame.KSCAN_1)

    def do_by_key(self, verb: str, event: pygame.event.Event) -> None:
        """Carry out the verb of a key or of a pad's button, again and again while that
        is held down; with Shift arrow keys go ten steps."""
        self.stage.click("back" if verb in ("leave", "back") else "move")
        times = 10 if event.dict.get("mod", 0) & pygame.KMOD_SHIFT else 1
        if verb in REPEATED_VERBS:
            self.repeat.hold(event, partial(self.do, verb, times))
        else:
            self.do(verb, times)

    def wheel(self, turned: int) -> None:
        """Scroll the code."""
        self.pane.scroll(-3 * turned)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Choose, press or drag what is under the pointer."""
        answer = self.answer_at(self.pointer)
        if answer is not None:
            self.chosen = answer
        if pressed and not self.do_at(self.pointer):
            self.live.grab(self.pointer)
        self.live.pull(self.pointer)

    def do_at(self, at: Corner) -> bool:
        """Carry out what a press at a place beside the figure means, px of the page;
        return whether it means anything."""
        verb = button_at(self.buttons, at)
        tabs = [k for k, box in enumerate(look.tab_boxes(STEPS)) if is_in(at, box)]
        answer = self.answer_at(at)
        if not verb and not tabs and answer is None:
            return False
        self.stage.click("choose")
        if verb:
            self.do(verb)
        elif tabs:
            self.go_to(tabs[0])
        elif answer is not None:
            self.answer(answer)
        return True

    def answer_at(self, at: Corner) -> int | None:
        """Return the index of the answer at a place, px of the page, or None."""
        for placed in self.column():
            if placed.block.answer >= 0 and is_in(at, placed.box):
                return placed.block.answer
        return None

    def update(self, seconds: float) -> None:
        """Let time pass in the figure, and repeat a key that is held down."""
        self.repeat.update(seconds)
        self.live.update(seconds)

    def column(self) -> list[look.PlacedBlock]:
        """Return the text beside the figure."""
        wide = PAGE[0] - 8 - COLUMN_X
        corner = (COLUMN_X, COLUMN_Y)
        return look.stack_blocks(self.blocks(), corner, wide, term_lines)

    def blocks(self) -> list[Block]:
        """Return the paragraphs of the current step; the code takes the place of those
        of read."""
        prose = self.lesson.prose
        if self.step == "bet":
            return question_blocks("Place your bet", prose.bet, self.answers["bet"])
        if self.step == "try":
            return try_blocks(prose, self.last_answer("bet"), self.is_reached)
        if self.step == "read":
            return []
        if self.step == "check":
            return question_blocks("One question", prose.check, self.answers["check"])
        missing = [name for mark, name in MARKS.items() if mark not in self.marks]
        return done_blocks(prose, missing)

    def boxes_text(self) -> str:
        """Return the line under the figure that says whose boxes it shows; "" without a
        room."""
        if not self.live.room:
            return ""
        if not self.live.reveals:
            return f"Your bet first; then {self.room}"
        if not self.live.in_room:
            return f"The lesson's boxes. R: those of {self.room}"
        return f"{self.room}, {self.live.state.unit:g} px a unit. R: lesson's boxes"

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page: the figure, and beside it the text or the code of the step."""
        super().draw(surface)
        canvas = blank_page(surface)
        title = f"{self.index + 1}  {self.lesson.prose.title}"
        look.draw_head(canvas, title, STEPS, self.place)
        self.live.draw(canvas)
        canvas.text(self.boxes_text(), (8, 33), palette.SWEPT, look.TEXT_SIZE, (0, 0.5))
        look.draw_blocks(canvas, self.column(), self.chosen)
        if self.step == "read":
            self.draw_code(canvas)
        self.draw_buttons(canvas)
        if self.shows_keys:
            rows = [(row.keys, row.meaning) for row in LESSON_CARD]
            draw_key_card(canvas, "Keys", rows)

    def draw_code(self, canvas: Canvas) -> None:
        """Draw the lesson's code with the numbers of the figure."""
        lesson = self.lesson
        state = self.live.state
        call = partial(lesson.call, state)
        lines = annotate(lesson.code, call, lesson.lines(state))
        self.pane.draw(canvas, lines)


def lesson_of(stage: Stage, world: World, back: Scene) -> LessonScene:
    """Return the lesson that explains a room, with that room's boxes."""
    place = lessons.place_of(lesson_name(world.room.name))
    return LessonScene(stage, place, back, world)


def lesson_name(room: str) -> str:
    """Return the name of the lesson about a room's fact: that about the first fact, if
    the room is not the game's."""
    rooms = list(levels())
    if room not in rooms:
        return FACT_LESSONS[0]
    column = rooms.index(room) % len(FACT_LESSONS)
    return FACT_LESSONS[column]
