"""How does a learner work through a lesson?

In five steps beside one figure. A bet on what it will show; the figure to try, with the
answer and a goal to reach; its code to read; a question to check; and then it is done.
Enter goes to the next step, Backspace to the one before, Esc leaves, and H shows all
keys.
"""

from __future__ import annotations

from functools import partial

from pygame import KEYDOWN, KMOD_SHIFT, KSCAN_1, MOUSEBUTTONUP, WINDOWFOCUSLOST, Surface
from pygame.event import Event

from ...controls import PRESSES, Repeat, typed_key
from ...resources import levels
from ...simulation.world import World
from ...study import lessons
from ...study.exercises.cases import BY_NAME
from ...study.prose import Question, term_lines
from ...study.rooms import state_of
from ...study.values import annotate
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import draw_key_card
from ...view.page import blank_page
from ...view.shapes import Corner, is_in
from ...view.widgets import (
    NO_ANSWER,
    TEXT_SIZE,
    Block,
    PlacedBlock,
    draw_blocks,
    draw_head,
    stack_blocks,
    tab_boxes,
)
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, Buttons, PageScene, button_at, button_row, index_at
from .answers import Answers
from .code import CODE_BUTTONS, SCROLL_LINES, CodePane
from .column import done_blocks, question_blocks, try_blocks
from .exercise import ExerciseScene
from .keys import (
    LESSON_CARD,
    LESSON_KEYS,
    LESSON_PAD,
    LESSON_PUSHES,
    REPEATED_VERBS,
)
from .live import COLUMN_LEFT, COLUMN_RIGHT, TERMS, LiveFigure

STEPS = ("bet", "try", "read", "check", "done")
TITLES = {"bet": "Place your bet", "check": "One question"}
"""Over the questions, by the steps that ask them."""
FAST_STEPS = 10
"""Steps of a handle by one press of an arrow key with Shift."""
LEFT_LABELS = {"leave": "Esc leave", "before": "[ lesson", "after": "]"}
RIGHT_LABELS = {"keys": "H keys", "reset": "R reset", "back": "Bksp back"}
"""Labels of the buttons of every step by their verbs, in two rows."""
BUTTONS_LEFT = (8.0, 335.0)
BUTTONS_RIGHT = (384.0, 335.0)
"""px of the page: the upper left corners of both rows of buttons."""
BUTTONS_HIGH = 18.0
"""px of the page: the height of a button."""
COLUMN_Y = 42.0
"""px of the page: the top of the text beside the figure."""
MARKS = {"bet": "the bet", "goal": "the goal", "check": "the question"}
"""The parts of a lesson whose marks are stored, and what the learner reads for them."""
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
"""For each of the twelve rooms of a row, the name of the lesson about its fact; the
same in every row."""


class LessonScene(PageScene):
    """A lesson.

    Args:
        stage: what scenes share.
        index: its place in the list of lessons.
        back: the scene to which Esc leads.
        world: of a room: the lesson begins with its boxes; None: with its own.
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
        """The title of the room; "" without one."""
        room_state = state_of(self.lesson, world) if world else None
        self.live = LiveFigure(self.lesson, self.check_goal, room_state)
        self.pane = CodePane()
        self.place = 0
        """The index of the current step."""
        self.chosen = 0
        """The index of the answer to the current question whose frame is lit."""
        self.answers = Answers(self.lesson.prose)
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
        return self.answers.questions.get(self.step)

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
        if self.answers.is_open(self.step):
            right["choose"] = "Enter bet" if self.step == "bet" else "Enter answer"
        buttons = button_row(left, corner=BUTTONS_LEFT, high=BUTTONS_HIGH)
        buttons |= button_row(right, corner=BUTTONS_RIGHT, high=BUTTONS_HIGH)
        if self.step == "read":
            buttons |= CODE_BUTTONS
        return buttons

    def go_to(self, place: int) -> None:
        """Go to the step of this index; from the first one backward, leave the lesson;
        from the last one forward, go to the next lesson."""
        if place < 0:
            self.next = self.back
        elif place == len(STEPS):
            self.open(self.index + 1)
        else:
            self.place = place
            self.pane.follow_lit_lines()
            self.chosen = self.answers.last(self.step) or 0
            self.live.show(self.step)

    def open(self, index: int) -> None:
        """Go to the lesson of this index; if there is none, leave this one."""
        if 0 <= index < len(lessons.LESSONS):
            self.next = LessonScene(self.stage, index, self.back)
        else:
            self.next = self.back

    def answer(self, index: int) -> None:
        """Choose the answer of this index, if the step takes it; after a bet, right or
        wrong, go on to try."""
        question = self.question
        if question is None or not self.answers.is_open(self.step):
            return
        if not 0 <= index < len(question.answers):
            return
        self.chosen = index
        self.answers.add(self.step, index)
        if self.step == "bet":
            self.earn("bet")
            self.go_to(STEPS.index("try"))
        elif index == question.right:
            self.earn("check")

    def check_goal(self) -> None:
        """Note if the goal is reached, now that the learner has changed the figure; in
        other steps than try there is none."""
        if self.step == "try" and self.lesson.reaches_goal(self.live.state):
            self.is_reached = True
            self.earn("goal")

    def earn(self, mark: str) -> None:
        """Store that this part of the lesson is done, one of MARKS or "exercise"."""
        if mark not in self.marks:
            self.marks |= {mark}
            self.stage.storage.save_lesson(self.lesson.name, self.marks)

    def do(self, verb: str, times: int = 1) -> None:
        """Carry out a verb.

        Args:
            verb: of LESSON_KEYS.
            times: how many steps an arrow key moves a handle.
        """
        if verb == "leave":
            self.next = self.back
        elif verb in ("before", "after"):
            self.open(self.index + VERB_STEPS[verb])
        elif verb == "back":
            self.go_to(self.place - 1)
        elif verb == "choose" and self.answers.is_open(self.step):
            self.answer(self.chosen)
        elif verb == "choose":
            self.go_to(self.place + 1)
        elif verb == "reset":
            self.live.reset()
            self.is_reached = False
            self.answers.forget(self.step)
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

    def handle(self, event: Event) -> None:
        """Handle an event; a digit answers the question. While the card of keys is
        shown, keys and presses only take it away."""
        self.repeat.handle(event)
        if event.type in (MOUSEBUTTONUP, WINDOWFOCUSLOST):
            self.live.drag = None
        if self.shows_keys:
            self.shows_keys = event.type not in PRESSES
            return
        super().handle(event)
        if event.type == KEYDOWN and not typed_key(event, LESSON_KEYS):
            # The keys of digits have consecutive codes; others give no valid index.
            self.answer(event.scancode - KSCAN_1)

    def do_by_key(self, verb: str, event: Event) -> None:
        """Carry out the verb of a key or of a pad's button; one of REPEATED_VERBS again
        and again while that is held down. With Shift arrow keys go FAST_STEPS."""
        self.stage.click("back" if verb in ("leave", "back") else "move")
        has_shift = event.dict.get("mod", 0) & KMOD_SHIFT
        times = FAST_STEPS if has_shift else 1
        if verb in REPEATED_VERBS:
            self.repeat.hold(event, partial(self.do, verb, times))
        else:
            self.do(verb, times)

    def wheel(self, turned: int) -> None:
        """Scroll the code; a wheel that is turned up shows earlier lines."""
        self.pane.scroll(-SCROLL_LINES * turned)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Light the frame of the answer under the pointer. A press also presses what is
        there beside the figure, or grabs a part of the figure; what was grabbed follows
        the pointer."""
        at = (x, y)
        answer = self.answer_at(at)
        if answer is not None:
            self.chosen = answer
        if pressed and not self.do_at(at, answer):
            self.live.grab(at)
        self.live.pull(at)

    def do_at(self, at: Corner, answer: int | None) -> bool:
        """Press the button, the tab of a step, or the answer at a place; return whether
        one of them is there.

        Args:
            at: px of the page.
            answer: the index of the answer at that place; None if there is no answer.
        """
        verb = button_at(self.buttons, at)
        tab = index_at(tab_boxes(STEPS), at)
        if not verb and tab is None and answer is None:
            return False
        self.stage.click("choose")
        if verb:
            self.do(verb)
        elif tab is not None:
            self.go_to(tab)
        elif answer is not None:
            self.answer(answer)
        return True

    def answer_at(self, at: Corner) -> int | None:
        """Return the index of the answer at a place, px of the page; None if there is
        no answer."""
        for placed in self.column():
            if placed.block.answer != NO_ANSWER and is_in(at, placed.box):
                return placed.block.answer
        return None

    def update(self, seconds: float) -> None:
        """Let time pass in the figure, and repeat a key that is held down."""
        self.repeat.update(seconds)
        self.live.update(seconds)

    def column(self) -> list[PlacedBlock]:
        """Return the paragraphs beside the figure, each in its place."""
        wide = COLUMN_RIGHT - COLUMN_LEFT
        corner = (COLUMN_LEFT, COLUMN_Y)
        return stack_blocks(self.blocks(), corner, wide, term_lines)

    def blocks(self) -> list[Block]:
        """Return the paragraphs of the current step; read has none, but the code in
        their place."""
        prose = self.lesson.prose
        if self.question:
            chosen = self.answers.indexes[self.step]
            return question_blocks(TITLES[self.step], self.question, chosen)
        if self.step == "try":
            return try_blocks(prose, self.answers.last("bet"), self.is_reached)
        if self.step == "read":
            return []
        missing = [name for mark, name in MARKS.items() if mark not in self.marks]
        return done_blocks(prose, missing)

    def boxes_text(self) -> str:
        """Return the line above the figure that says whether it shows the boxes of a
        room or the lesson's own; "" if there are none of a room."""
        if not self.live.room:
            return ""
        if not self.live.reveals:
            return f"Your bet first; then {self.room}"
        if not self.live.in_room:
            return f"The lesson's boxes. R: those of {self.room}"
        return f"{self.room}, {self.live.state.unit:g} px a unit. R: lesson's boxes"

    def draw(self, surface: Surface) -> None:
        """Draw the page: the figure, and beside it the text or the code of the step."""
        super().draw(surface)
        canvas = blank_page(surface)
        title = f"{self.index + 1}  {self.lesson.prose.title}"
        draw_head(canvas, title, STEPS, self.place)
        self.live.draw(canvas)
        canvas.text(
            self.boxes_text(), (8, 33), palette.SWEPT, TEXT_SIZE, anchor=(0, 0.5)
        )
        draw_blocks(canvas, self.column(), self.chosen)
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
    """Return the lesson about the fact of a room; it begins with the room's boxes."""
    place = lessons.place_of(lesson_name(world.room.name))
    return LessonScene(stage, place, back, world)


def lesson_name(room: str) -> str:
    """Return the name of the lesson about a room's fact; if the room is not one of the
    game's, that of the first lesson."""
    rooms = list(levels())
    if room not in rooms:
        return FACT_LESSONS[0]
    column = rooms.index(room) % len(FACT_LESSONS)
    return FACT_LESSONS[column]
