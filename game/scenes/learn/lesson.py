"""How does a learner work through a lesson?

In five steps beside one figure. A bet on what it will show; the figure to try, with the
answer and a goal to reach; its code to read; a question to check; and then it is done.
Enter goes to the next step, Backspace to the one before, Esc leaves, and H shows all
keys.
"""

from __future__ import annotations

from collections.abc import Callable
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
from ...view.hud import draw_key_card
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import Box, is_in
from ...view.widgets import Block
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, Buttons, PageScene, button_row
from .code import CODE_BUTTONS, CodePane
from .exercise import ExerciseScene, answer_mark
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
NOT_YET = "Not yet. Drag, or use N and the arrow keys."
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

    keys, pad, pushes = LESSON_KEYS, LESSON_PAD, LESSON_PUSHES

    def __init__(
        self, stage: Stage, index: int, back: Scene, world: World | None = None
    ) -> None:
        super().__init__(stage, back)
        self.index, self.repeat = index, Repeat()
        self.lesson = lessons.LESSONS[index]
        self.marks = stage.storage.lessons().get(self.lesson.name, frozenset())
        self.room = world.room.title if world else ""
        room_state = state_of(self.lesson, world) if world else None
        self.live = LiveFigure(self.lesson, self.check_goal, room_state)
        self.pane = CodePane()
        self.place = self.chosen = 0
        self.answers: dict[str, list[int]] = {"bet": [], "check": []}
        """Indexes of the answers given so far, by step; the last one counts."""
        self.reached = self.shows_keys = False
        self.go_to(int("bet" in self.marks and room_state is not None))

    @property
    def step(self) -> str:
        """The name of the current step."""
        return STEPS[self.place]

    @property
    def question(self) -> Question | None:
        """The question of the current step, if it has one."""
        return {"bet": self.lesson.prose.bet, "check": self.lesson.prose.check}.get(
            self.step
        )

    @property
    def expects_answer(self) -> bool:
        """Whether the question is open: a bet can be changed, a right answer cannot."""
        question, answers = self.question, self.answers.get(self.step, [])
        return question is not None and (
            self.step == "bet" or question.right not in answers[-1:]
        )

    @property
    def buttons(self) -> Buttons:
        """The buttons of the current step."""
        name, verb = self.lesson.exercise, "bet" if self.step == "bet" else "answer"
        mark = " \u2713" * ("exercise" in self.marks)
        left = LEFT_LABELS | ({"write": f"X write {name}{mark}"} if name else {})
        left |= {"layer": f"Tab {TERMS[self.live.layer]}"} if self.live.layers else {}
        right = RIGHT_LABELS | {
            "choose": f"Enter {verb if self.expects_answer else 'next'}"
        }
        row = button_row(left, (8.0, 335.0), 18.0) | button_row(
            right, (384.0, 335.0), 18.0
        )
        return row | (CODE_BUTTONS if self.step == "read" else {})

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
            self.chosen = (self.answers.get(self.step) or [0])[-1]
            self.live.show(self.step)

    def open(self, index: int) -> None:
        """Go to another lesson, or back if there is none."""
        inside = 0 <= index < len(lessons.LESSONS)
        self.next = LessonScene(self.stage, index, self.back) if inside else self.back

    def answer(self, index: int) -> None:
        """Answer the question; a bet goes to the next step even if it is wrong."""
        question = self.question if self.expects_answer else None
        if not question or not 0 <= index < len(question.answers):
            return
        self.chosen = index
        self.answers[self.step].append(index)
        if self.step == "bet":
            self.earn("bet")
            self.go_to(1)
        elif index == question.right:
            self.earn("check")

    def check_goal(self) -> None:
        """Note whether a change of the figure reached the goal."""
        if self.step == "try" and self.lesson.reached(self.live.state):
            self.reached = True
            self.earn("goal")

    def earn(self, mark: str) -> None:
        """Store that a part of the lesson is done."""
        if mark not in self.marks:
            self.marks |= {mark}
            self.stage.storage.save_lesson(self.lesson.name, self.marks)

    def do(self, verb: str, times: int = 1) -> None:
        """Do what a key or a button means; arrow keys move a handle by so many
        steps."""
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
            self.reached = False
            self.answers[self.step] = []
        elif verb == "keys":
            self.shows_keys = True
        elif verb == "write" and self.lesson.exercise:
            exercise, done = (
                BY_NAME[self.lesson.exercise],
                partial(self.earn, "exercise"),
            )
            self.next = ExerciseScene(self.stage, exercise, done, self)
        elif verb in ("up", "down") and self.question:
            self.chosen = (self.chosen + VERB_STEPS[verb]) % len(self.question.answers)
        elif not self.pane.do(verb):
            self.live.do(verb, times)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
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
        """Do what a key or a pad's button means, and repeat it while it is held
        down."""
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
        for placed in self.column():
            if placed.block.answer >= 0 and is_in(self.pointer, placed.box):
                self.chosen = placed.block.answer
        if pressed:
            acts = [act for box, act in self.targets() if is_in(self.pointer, box)]
            for act in acts:
                self.stage.click("choose")
                act()
            if not acts:
                self.live.grab(self.pointer)
        self.live.pull(self.pointer)

    def targets(self) -> list[tuple[Box, Callable[[], None]]]:
        """Return what can be pressed beside the figure: boxes, and what each of them
        does."""
        answers = [placed for placed in self.column() if placed.block.answer >= 0]
        return [
            *((box, partial(self.do, verb)) for verb, (_, box) in self.buttons.items()),
            *(
                (box, partial(self.go_to, k))
                for k, box in enumerate(look.tab_boxes(STEPS))
            ),
            *(
                (placed.box, partial(self.answer, placed.block.answer))
                for placed in answers
            ),
        ]

    def update(self, seconds: float) -> None:
        """Let time pass in the figure, and repeat a key that is held down."""
        self.repeat.update(seconds)
        self.live.update(seconds)

    def column(self) -> list[look.PlacedBlock]:
        """Return the text beside the figure."""
        wide = PAGE[0] - 8 - COLUMN_X
        return look.stack_blocks(self.blocks(), (COLUMN_X, 42.0), wide, term_lines)

    def blocks(self) -> list[Block]:
        """Return the paragraphs of the current step; the code takes the place of those
        of read."""
        if self.question:
            return self.question_blocks(self.question)
        prose, bets = self.lesson.prose, self.answers["bet"][-1:]
        claim = Block(prose.claim, bold=True)
        if self.step == "try":
            bet = [block for k in bets for block in verdict_blocks(prose.bet, k)]
            goal = Block("\u2713 Goal reached.", palette.GOAL, True)
            end = goal if self.reached else Block(NOT_YET, palette.QUIET)
            return [*bet, claim, heading("Your turn"), Block(prose.goal), end]
        if self.step == "read":
            return []
        missing = ", ".join(
            name for mark, name in MARKS.items() if mark not in self.marks
        )
        to_do = Block(f"Still to do: {missing}.", palette.QUIET)
        end = to_do if missing else Block("\u2713 Done.", palette.GOAL, True)
        return [end, claim, heading("Sources"), *map(Block, prose.sources)]

    def question_blocks(self, question: Question) -> list[Block]:
        """Return a question and its answers, with a verdict on those that were
        given."""
        given = self.answers[self.step]
        blocks = [heading("Place your bet" if self.step == "bet" else "One question")]
        blocks.append(Block(question.words))
        for k, answer in enumerate(question.answers):
            mark, color = (
                answer_mark(k == question.right) if k in given else ("", palette.TEXT)
            )
            blocks.append(Block(answer, color, answer=k, mark=mark))
        return blocks + (verdict_blocks(question, given[-1]) if given else [])

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
        look.draw_head(
            canvas, f"{self.index + 1}  {self.lesson.prose.title}", STEPS, self.place
        )
        self.live.draw(canvas)
        canvas.text(self.boxes_text(), (8, 33), palette.SWEPT, look.TEXT_SIZE, (0, 0.5))
        look.draw_blocks(canvas, self.column(), self.chosen)
        if self.step == "read":
            lesson, state = self.lesson, self.live.state
            lines = annotate(
                lesson.code, partial(lesson.call, state), lesson.lines(state)
            )
            self.pane.draw(canvas, lines)
        self.draw_buttons(canvas)
        if self.shows_keys:
            draw_key_card(canvas, "Keys", [row[:2] for row in LESSON_CARD])


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


def heading(text: str) -> Block:
    """Return a heading in the column."""
    return Block(text, palette.SWEPT, True)


def verdict_blocks(question: Question, answer: int) -> list[Block]:
    """Return whether an answer is right, and the reason."""
    right = answer == question.right
    mark, color = answer_mark(right)
    words = "Right." if right else f"Wrong: answer {question.right + 1} is right."
    return [Block(f"{mark} {words}", color, True), Block(question.why)]
