"""How does a learner work through a lesson?

In six steps beside one figure: bet, drag, reveal, read, modify, check; then it is done. Enter goes
on, Backspace goes back, Esc leaves; whatever a key does, something that can be pressed does too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from ...controls import MENU_BUTTONS, MENU_KEYS, MENU_PUSHES, Repeat, letter
from ...simulation.world import World
from ...study import lessons
from ...study.exercises.cases import BY_NAME
from ...study.listing import listing
from ...study.prose import Question
from ...study.rooms import state_of
from ...view import palette
from ...view import widgets as look
from ...view.canvas import Canvas
from ...view.hud import active_layers
from ...view.overlay import LAYER_KEYS
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import Box, is_in
from ...view.widgets import CODE_LINES, Block, PlacedBlock
from ..scene import Scene, Stage
from ..shell.menu import PageScene
from .exercise import ExerciseScene
from .live import COLUMN, Live

STEPS = ("bet", "drag", "reveal", "read", "modify", "check", "done")
BUTTONS: dict[str, tuple[str, Box]] = {
    "leave": ("Esc leave", ((8, 335), (74, 353))),
    "before": ("[ lesson", ((80, 335), (136, 353))),
    "after": ("lesson ]", ((142, 335), (198, 353))),
    "reset": ("R reset", ((388, 335), (440, 353))),
    "back": ("Backspace back", ((446, 335), (542, 353))),
    "forward": ("Enter next", ((548, 335), (632, 353))),
}
WRITE: Box = ((336, 311), (548, 329))
"""Where the exercise is opened, after the last step."""
LAYERS_HINT = "keys 1 to 0: layers of the overlay"
TRY = "Drag a ring or a slider, or press Tab and the arrows, and watch what changes."
HINT, PAD_HINT = "hold: Space   u: , .", "Y: hold  LT RT: u  LB RB: next"
KEYS = {
    **MENU_KEYS,
    pygame.K_RETURN: "forward",
    pygame.K_KP_ENTER: "forward",
    pygame.K_ESCAPE: "leave",
    pygame.K_LEFTBRACKET: "before",
    pygame.K_RIGHTBRACKET: "after",
    pygame.K_r: "reset",
    pygame.K_SPACE: "hold",
    pygame.K_p: "hold",
    pygame.K_COMMA: "earlier",
    pygame.K_PERIOD: "later",
    pygame.K_x: "write",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    pygame.K_TAB: "handle",
}
PAD = {
    **MENU_BUTTONS,
    pygame.CONTROLLER_BUTTON_A: "forward",
    pygame.CONTROLLER_BUTTON_START: "forward",
    pygame.CONTROLLER_BUTTON_BACK: "leave",
    pygame.CONTROLLER_BUTTON_X: "reset",
    pygame.CONTROLLER_BUTTON_Y: "hold",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "handle before",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "handle",
}
PUSHES = {
    **MENU_PUSHES,
    pygame.CONTROLLER_AXIS_RIGHTY: ("page up", "page down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("", "earlier"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("", "later"),
}
REPEATED = ("earlier", "later", "page up", "page down", "left", "right", "up", "down")
FAST = 10
"""Steps that an arrow moves a handle while Shift is down."""
MARKS = {"bet": "the bet", "goal": "the goal", "check": "the question"}
"""What is kept of a lesson, and its name."""
ROOMS = {
    "first-contact": 1,
    "hairline": 2,
    "two-shadows": 4,
    "corner-cut": 6,
    "dead-level": 8,
    "oncoming": 5,
    "piston-house": 5,
    "row-of-twelve": 9,
    "slug-cage": 9,
    "saw-mill": 10,
    "glitch": 1,
    "sixteen-milliseconds": 12,
}
"""Which lesson explains a room; another room's is the first."""


class LessonScene(PageScene):
    """A lesson.

    Args:
        stage: what scenes share.
        index: which of the lessons.
        back: the scene to which Esc leads.
        world: of the room whose boxes it begins with.
    """

    keys, pad, pushes = KEYS, PAD, PUSHES

    def __init__(self, stage: Stage, index: int, back: Scene, world: World | None = None) -> None:
        super().__init__(stage, back)
        self.index, self.repeat = index, Repeat()
        self.lesson = lessons.LESSONS[index]
        self.marks = stage.storage.lessons().get(self.lesson.name, frozenset())
        self.room = world.room.title if world else ""
        given = state_of(self.lesson, world) if world else None
        self.live = Live(self.lesson, self.look_at_goal, given or {})
        self.place = self.chosen = self.scroll = 0
        self.answers: dict[str, list[int]] = {"bet": [], "check": []}
        """What was answered, by step; the last one counts."""
        self.reached = self.scrolled = False
        self.layers = frozenset[int]()
        """Of the overlay, over the figure; what is chosen in play stays as it is."""
        self.on_pad = False
        """Whether a pad was used last."""
        self.go_to(1 if given else 0)

    @property
    def step(self) -> str:
        """The step that is on."""
        return STEPS[self.place]

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return {"bet": self.lesson.prose.bet, "check": self.lesson.prose.check}.get(self.step)

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for: a bet is made anew, what is right stays."""
        question, given = self.question, self.answers.get(self.step, [])
        return question is not None and (self.step == "bet" or question.right not in given[-1:])

    @property
    def buttons(self) -> dict[str, tuple[str, Box]]:
        """What can be pressed at this step."""
        name, mark = self.lesson.exercise, " \u2713" if "exercise" in self.marks else ""
        writes = {"write": (f"X write {name} yourself{mark}", WRITE)}
        _, box = BUTTONS["forward"]
        answers = {"forward": (f"Enter {'bet' if self.step == 'bet' else 'answer'}", box)}
        more = answers if self.asks else writes if name and self.step == "done" else {}
        return BUTTONS | more

    @property
    def squares(self) -> list[Box]:
        """Where the overlay's layers are pressed: beside the figure, or below if code is there;
        nowhere while a question is asked, or where the figure shows no step."""
        if self.question or not self.lesson.moved:
            return []
        if self.step == "read":
            return [((3.0 + 14 * k, 299.0), (15.0 + 14 * k, 313.0)) for k in range(len(LAYER_KEYS))]
        return [((326.0, 42.0 + 23 * k), (335.0, 62.0 + 23 * k)) for k in range(len(LAYER_KEYS))]

    def go_to(self, place: int) -> None:
        """Go to a step; before the first one it leads back, after the last one on."""
        if place < 0:
            self.next = self.back
        elif place == len(STEPS):
            self.open(self.index + 1)
        else:
            self.place, self.scrolled = place, False
            self.chosen = (self.answers.get(self.step) or [0])[-1]
            self.live.show(self.step)

    def open(self, index: int) -> None:
        """Go to another lesson; there is nothing before the first and after the last."""
        inside = 0 <= index < len(lessons.LESSONS)
        self.next = LessonScene(self.stage, index, self.back) if inside else self.back

    def answer(self, index: int) -> None:
        """Answer the question; a bet is made whether it is right or wrong."""
        if not self.question or index >= len(self.question.answers):
            return
        self.chosen = index
        self.answers[self.step].append(index)
        if self.step == "bet":
            self.earn("bet")
            self.go_to(1)
        elif index == self.question.right:
            self.earn("check")

    def toggle_layer(self, index: int) -> None:
        """A layer on or off, if there are any here."""
        if self.squares:
            self.layers ^= {index}

    def look_at_goal(self) -> None:
        """Something was changed in the figure: is it what was to be reached?"""
        if self.step == "modify" and self.lesson.reached(self.live.state):
            self.reached = True
            self.earn("goal")

    def earn(self, mark: str) -> None:
        """Keep what was done."""
        if mark not in self.marks:
            self.marks |= {mark}
            self.stage.storage.keep_lesson(self.lesson.name, self.marks)

    def turn(self, lines: int) -> None:
        """Scroll the code."""
        most = max(0, len(listing(self.lesson.code)) - CODE_LINES)
        self.scroll, self.scrolled = min(max(self.scroll + lines, 0), most), True

    def do(self, verb: str, times: int = 1) -> None:
        """Do what a key or a button says."""
        if verb == "leave":
            self.next = self.back
        elif verb in ("before", "after"):
            self.open(self.index + (1 if verb == "after" else -1))
        elif verb == "back":
            self.go_to(self.place - 1)
        elif verb == "forward" and self.asks:
            self.answer(self.chosen)
        elif verb == "forward":
            self.go_to(self.place + 1)
        elif verb == "reset":
            self.live.reset()
            self.reached = False
            self.answers[self.step] = []
        elif verb == "write" and verb in self.buttons:
            exercise, done = BY_NAME[self.lesson.exercise], partial(self.earn, "exercise")
            self.next = ExerciseScene(self.stage, exercise, done, self)
        elif verb in ("page up", "page down"):
            self.turn(CODE_LINES - 2 if verb == "page down" else 2 - CODE_LINES)
        elif verb in ("up", "down") and self.question:
            step = 1 if verb == "down" else -1
            self.chosen = (self.chosen + step) % len(self.question.answers)
        else:
            self.live.do(verb, times)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        self.repeat.let_go(event)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self.live.drag = None
        super().handle(event)
        if event.type == pygame.KEYDOWN and not letter(event, KEYS):
            digit, self.on_pad = event.scancode - pygame.KSCAN_1, False
            if 0 <= digit < len(LAYER_KEYS):
                (self.answer if self.question else self.toggle_layer)(digit)

    def take(self, verb: str, event: pygame.event.Event) -> None:
        """Do what a key or a pad's button says, and again while it is held down."""
        self.on_pad = event.type != pygame.KEYDOWN
        self.stage.click("back" if verb in ("leave", "back") else "move")
        act = partial(self.do, verb, FAST if event.dict.get("mod", 0) & pygame.KMOD_SHIFT else 1)
        if verb in REPEATED:
            self.repeat.hold(event, act)
        else:
            act()

    def wheel(self, turned: int) -> None:
        """The wheel scrolls the code."""
        self.turn(-3 * turned)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """The pointer was moved or pressed: it chooses, presses and drags."""
        for placed in self.column():
            if placed.block.answer >= 0 and is_in(self.pointer, placed.box):
                self.chosen = placed.block.answer
        if pressed:
            acts = [act for box, act in self.targets() if is_in(self.pointer, box)]
            for act in acts:
                self.stage.click("choose")
                act()
            if not acts:
                self.live.press(self.pointer)
        self.live.pull(self.pointer)

    def targets(self) -> list[tuple[Box, Callable[[], None]]]:
        """Return what can be pressed beside the figure, and what that does."""
        answers = [placed for placed in self.column() if placed.block.answer >= 0]
        return [
            *((box, partial(self.do, verb)) for verb, (_, box) in self.buttons.items()),
            *((box, partial(self.go_to, k)) for k, box in enumerate(look.tab_boxes(STEPS))),
            *((placed.box, partial(self.answer, placed.block.answer)) for placed in answers),
            *((box, partial(self.toggle_layer, k)) for k, box in enumerate(self.squares)),
        ]

    def update(self, seconds: float) -> None:
        """Let the figure run, and answer a key that is held down."""
        self.repeat.update(seconds)
        self.live.update(seconds)

    def column(self) -> list[PlacedBlock]:
        """Return what is written beside the figure."""
        blocks = {
            "bet": lambda: [Block("What do you bet?", palette.SWEPT, True), *self.asked()],
            "drag": lambda: [*self.made(), Block("Try it", palette.SWEPT, True), Block(TRY)],
            "reveal": self.told,
            "read": list,
            "modify": self.goal,
            "check": lambda: [Block("One question", palette.SWEPT, True), *self.asked()],
            "done": self.end,
        }[self.step]()
        return look.stack_blocks(blocks, (COLUMN, 42.0), PAGE[0] - 8 - COLUMN)

    def asked(self) -> list[Block]:
        """The question, its answers, and after one what it was worth."""
        question = self.question
        assert question
        given = self.answers[self.step]
        blocks = [Block(question.words)]
        for k, words in enumerate(question.answers):
            color = verdict(k == question.right) if k in given else palette.TEXT
            mark = ("\u2713" if k == question.right else "\u2717") if k in given else ""
            blocks.append(Block(words, color, answer=k, mark=mark))
        return blocks + (worth(question, given[-1]) if given else [])

    def made(self) -> list[Block]:
        """Return what was bet, if it was."""
        answers = [self.lesson.prose.bet.answers[k] for k in self.answers["bet"][-1:]]
        return [Block(f"You bet: {words}", palette.QUIET) for words in answers]

    def told(self) -> list[Block]:
        """What the bet was worth, and the claim."""
        why = [block for k in self.answers["bet"][-1:] for block in worth(self.lesson.prose.bet, k)]
        return [*self.made(), *why, Block(self.lesson.prose.claim, palette.PLAYER, True)]

    def goal(self) -> list[Block]:
        """What is to be reached, and whether it was."""
        words = "Not yet. Drag, or press Tab and the arrows."
        return [
            Block("Your turn", palette.SWEPT, True),
            Block(self.lesson.prose.goal),
            Block("\u2713 Reached.", palette.GOAL, True)
            if self.reached
            else Block(words, palette.QUIET),
        ]

    def end(self) -> list[Block]:
        """What was done, where it comes from, and what comes next."""
        missing = [words for mark, words in MARKS.items() if mark not in self.marks]
        color = palette.QUIET if missing else palette.GOAL
        words = f"Still open: {', '.join(missing)}." if missing else "\u2713 Done."
        titles = [f"{k}  {one.prose.title}" for k, one in enumerate(lessons.LESSONS, 1)]
        return [
            Block(words, color, not missing),
            Block(self.lesson.prose.claim, palette.PLAYER, True),
            Block("Sources", palette.SWEPT, True),
            *(Block(source) for source in self.lesson.prose.sources),
            Block("Next", palette.SWEPT, True),
            Block([*titles, "This was the last lesson."][self.index + 1]),
        ]

    def named(self) -> str:
        """Name the layer that is pointed at, or those that are lit."""
        over = {k for k, box in enumerate(self.squares) if is_in(self.pointer, box)}
        return "".join(active_layers(frozenset(over) or self.layers)) if self.squares else ""

    def boxes(self) -> str:
        """Say whose boxes these are, if there are a room's."""
        if not self.live.room:
            return ""
        if not self.live.in_room:
            return f"The lesson's boxes. R: those of {self.room}"
        unit = self.live.state["unit"]
        return f"From {self.room}, {unit:g} px a unit. R: the lesson's"

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page: the figure, and beside it what the step is about."""
        super().draw(surface)
        canvas = blank_page(surface)
        look.draw_head(canvas, f"{self.index + 1}  {self.lesson.prose.title}", STEPS, self.place)
        self.live.draw(canvas, self.layers if self.squares else frozenset())
        words = self.named() or self.boxes() or (LAYERS_HINT if self.squares else "")
        canvas.text(words, (8, 33), palette.SWEPT, look.TEXT_SIZE, (0, 0.5))
        look.draw_blocks(canvas, self.column(), self.chosen)
        if self.step == "read":
            self.draw_listing(canvas)
        if self.live.runs:
            hint = PAD_HINT if self.on_pad else HINT
            canvas.text(hint, (204, 344), palette.QUIET, look.TEXT_SIZE, (0, 0.5))
        for k, box in enumerate(self.squares):
            look.draw_button(canvas, box, LAYER_KEYS[k], k in self.layers)
        self.draw_buttons(canvas)

    def draw_listing(self, canvas: Canvas) -> None:
        """Draw the code; until it is scrolled, the lines that decide are kept in sight."""
        lines, decisive = listing(self.lesson.code), self.lesson.lines(self.live.state)
        lit = [any(part in line.text for part in decisive) for line in lines]
        first = lit.index(True) if True in lit else 0
        if not self.scrolled and not self.scroll <= first < self.scroll + CODE_LINES:
            self.turn(first - CODE_LINES // 2 - self.scroll)
            self.scrolled = False
        title = f"{lines[self.scroll].file}, line {lines[self.scroll].number}"
        look.draw_code(canvas, title, [line.pieces for line in lines], lit, self.scroll)


def lesson_of(stage: Stage, world: World, back: Scene) -> LessonScene:
    """Return the lesson that explains a room, with that room's boxes."""
    return LessonScene(stage, ROOMS.get(world.room.name, 1) - 1, back, world)


def verdict(right: bool) -> palette.Color:
    """Return the colour of right and wrong."""
    return palette.GOAL if right else palette.LETHAL


def worth(question: Question, given: int) -> list[Block]:
    """Say what an answer was worth, and why."""
    right = given == question.right
    words = "\u2713 Right." if right else "\u2717 Not so."
    return [Block(words, verdict(right), True), Block(question.why)]
