"""How is a lesson learnt?

In six steps beside one figure: bet, run, read, modify, check, done. Enter goes on, Backspace goes
back, Esc leaves; whatever a key does, something that can be pressed does as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import floor

import pygame

from ..controls import LEFT_BUTTON, RIGHT_BUTTON, letter, menu_verb
from ..study import lessons
from ..study.lesson import FIGURE, Handle, Question
from ..study.listing import listing
from ..view import palette
from ..view.canvas import Canvas
from ..view.figure import (
    CODE_LINES,
    ROW,
    TRACK,
    Block,
    Figure,
    Placed,
    draw_blocks,
    draw_button,
    draw_code,
    draw_frame,
    draw_handle,
    draw_handle_row,
    draw_head,
    draw_time,
    stack,
    tabs,
)
from ..view.page import PAGE
from ..view.room import draw_ground
from ..view.screen import Screen
from ..view.shapes import Box, Corner
from .scene import Scene, Stage

STEPS = ("bet", "run", "read", "modify", "check", "done")
BUTTONS: dict[str, tuple[str, Box]] = {
    "leave": ("Esc leave", ((8, 335), (74, 353))),
    "before": ("[ before", ((80, 335), (138, 353))),
    "after": ("after ]", ((144, 335), (196, 353))),
    "reset": ("R reset", ((388, 335), (440, 353))),
    "back": ("Backspace back", ((446, 335), (542, 353))),
    "forward": ("Enter next", ((548, 335), (632, 353))),
}
KEYS = {
    pygame.K_RETURN: "forward",
    pygame.K_KP_ENTER: "forward",
    pygame.K_BACKSPACE: "back",
    pygame.K_ESCAPE: "leave",
    pygame.K_LEFTBRACKET: "before",
    pygame.K_RIGHTBRACKET: "after",
    pygame.K_r: "reset",
    pygame.K_SPACE: "hold",
    pygame.K_p: "hold",
    pygame.K_COMMA: "earlier",
    pygame.K_PERIOD: "later",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    pygame.K_TAB: "next handle",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
}
REPEATED = ("earlier", "later", "page up", "page down", "left", "right", "up", "down")
DELAY, EVERY = 0.3, 0.04
"""s: a key that is held down is answered again after the one, then as often as the other says."""
TEASER, REST = 0.3, 0.7
"""How far u runs before the bet, and the seconds for which it rests at the end."""
U_STEP = 0.01
FAST = 10
"""Steps that an arrow moves a handle while Shift is down."""
AROUND = 2.0
"""px of the page between a figure and its frame."""
NEAR = 14.0
"""px of the page around a handle in which a press takes it."""
TOP, WORDS_PITCH, TIME_Y, ROWS_END = 40.0, 12.5, 323.0, 330.0
SMALL, LARGE = ((3.0, TOP + 2), 1.0), ((10.0, TOP + 2), 1.15)
"""Where the figure begins, px of the page, and its scale: beside the code, and else."""
COLUMN: Corner = (336.0, 42.0)
WIDE = PAGE[0] - 8 - COLUMN[0]
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
    "row-of-twelve": 11,
    "slug-cage": 9,
    "saw-mill": 10,
    "glitch": 1,
    "sixteen-milliseconds": 12,
}
"""Which lesson explains a room; another room's is the first."""


class StudyScene:
    """A lesson.

    Args:
        stage: what scenes share.
        index: which of the lessons.
        back: the scene to which Esc leads.
    """

    def __init__(self, stage: Stage, index: int, back: Scene) -> None:
        self.stage, self.index, self.back = stage, index, back
        self.next: Scene | None = None
        self.window = (1280, 720)
        self.lesson = lessons.LESSONS[index]
        self.marks = stage.storage.lessons().get(self.lesson.name, frozenset())
        self.place = 0
        self.answers: dict[str, list[int]] = {"bet": [], "check": []}
        """What was answered, by step; the last one counts."""
        self.chosen = self.picked = self.scroll = 0
        self.scrolled = False
        self.drag: str | Handle | None = None
        """What the pointer holds: a handle, or "u"."""
        self.pointer: Corner = (0.0, 0.0)
        self.repeat: tuple[int, str, float] | None = None
        """The key that is held down, what it does, and when it does so again."""
        self.reset()

    @property
    def step(self) -> str:
        """The step that is on."""
        return STEPS[self.place]

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return {"bet": self.lesson.bet, "check": self.lesson.check}.get(self.step)

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for: a bet is made anew, what is right stays."""
        question, given = self.question, self.answers.get(self.step, [])
        return question is not None and (self.step == "bet" or question.right not in given[-1:])

    @property
    def handles(self) -> list[Handle]:
        """What can be changed now; numbers only where their sliders are seen."""
        if self.question or self.step == "done":
            return []
        return [h for h in self.lesson.handles if h.y or self.step != "read"]

    def reset(self) -> None:
        """Begin the step again, with the figure as it was at first."""
        self.state = dict(self.lesson.state)
        self.seconds, self.held, self.reached = 0.0, False, False
        if self.step == "check":
            self.answers["check"] = []

    def go_to(self, place: int) -> None:
        """Go to a step; to the first one from before it leads back, from the last one on."""
        if place < 0:
            self.next = self.back
        elif place == len(STEPS):
            self.open(self.index + 1)
        else:
            self.place, self.scrolled, self.seconds, self.held = place, False, 0.0, False
            self.chosen = (self.answers.get(self.step) or [0])[-1]

    def open(self, index: int) -> None:
        """Go to another lesson; there is nothing before the first and after the last."""
        inside = 0 <= index < len(lessons.LESSONS)
        self.next = StudyScene(self.stage, index, self.back) if inside else self.back

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

    def earn(self, mark: str) -> None:
        """Keep what was done."""
        if mark not in self.marks:
            self.marks |= {mark}
            self.stage.storage.keep_lesson(self.lesson.name, self.marks)

    def change(self, name: str, value: float) -> None:
        """Change a number of the state; time stands still where it was put."""
        self.state[name] = value
        if name == "u":
            self.held, self.seconds = True, value * self.lesson.period
        if self.step == "modify" and self.lesson.goal.reached(self.state):
            self.reached = True
            self.earn("goal")

    def move(self, handle: Handle, x: float, y: float) -> None:
        """Give a handle's numbers the nearest values that they may have."""
        for name, value, low, high in zip(handle[1:3], (x, y), handle.low, handle.high):
            if name:
                most = floor((high - low) / handle.step + 1e-9)
                steps = min(max(round((value - low) / handle.step), 0), most)
                self.change(name, round(low + steps * handle.step, 6))

    def do(self, verb: str, times: int = 1) -> None:
        """Do what a key or a button says."""
        self.stage.click("back" if verb in ("leave", "back") else "move")
        handles = self.handles
        if verb == "leave":
            self.next = self.back
        elif verb in ("before", "after"):
            self.open(self.index + (1 if verb == "after" else -1))
        elif verb == "back":
            self.go_to(self.place - 1)
        elif verb == "forward":
            if self.asks:
                self.answer(self.chosen)
            else:
                self.go_to(self.place + 1)
        elif verb == "reset":
            self.reset()
        elif verb == "hold":
            self.held = not self.held
        elif verb in ("earlier", "later") and "u" in self.state and self.step != "bet":
            u = self.state["u"] + (U_STEP if verb == "later" else -U_STEP)
            self.change("u", min(max(round(u, 2), 0.0), 1.0))
        elif verb in ("page up", "page down"):
            self.turn(CODE_LINES - 2 if verb == "page down" else 2 - CODE_LINES)
        elif verb == "next handle" and handles:
            self.picked = (self.picked + 1) % len(handles)
        elif verb in ("up", "down") and self.question:
            step = 1 if verb == "down" else -1
            self.chosen = (self.chosen + step) % len(self.question.answers)
        elif verb in ("left", "right", "up", "down") and handles:
            handle = handles[self.picked % len(handles)]
            x, y = self.state[handle.x], self.state.get(handle.y, 0.0)
            stride = times * handle.step
            x += stride * ((verb == "right") - (verb == "left"))
            self.move(handle, x, y + stride * ((verb == "down") - (verb == "up")))

    def turn(self, lines: int) -> None:
        """Scroll the code."""
        most = max(0, len(listing(self.lesson.code)) - CODE_LINES)
        self.scroll, self.scrolled = min(max(self.scroll + lines, 0), most), True

    def press_key(self, event: pygame.event.Event) -> None:
        """Take a key: letters by what they say, digits by where they are."""
        digit = event.scancode - pygame.KSCAN_1
        verb = KEYS.get(letter(event, KEYS) or 0)
        if verb:
            self.do(verb, FAST if event.mod & pygame.KMOD_SHIFT else 1)
            if verb in REPEATED:
                self.repeat = event.key, verb, DELAY
        elif 0 <= digit < 9:
            self.answer(digit)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.KEYDOWN:
            self.press_key(event)
        elif event.type == pygame.KEYUP and self.repeat and event.key == self.repeat[0]:
            self.repeat = None
        elif event.type == pygame.MOUSEWHEEL:
            self.turn(-3 * event.y)
        elif is_press and event.button == RIGHT_BUTTON:
            self.do("back")
        elif event.type == pygame.MOUSEMOTION or (is_press and event.button == LEFT_BUTTON):
            self.pointer = self.screen.world(event.pos)
            if is_press:
                self.press()
            self.pull()
        elif event.type == pygame.MOUSEBUTTONUP:
            self.drag = None
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERAXISMOTION):
            verb = menu_verb(event)
            self.do({"choose": "forward"}.get(verb, verb) if verb else "")

    @property
    def screen(self) -> Screen:
        """How the page lies on the window."""
        return Screen.fit(self.window, PAGE)

    @property
    def at(self) -> tuple[Corner, float]:
        """Where the figure begins, and its scale."""
        return SMALL if self.step == "read" else LARGE

    @property
    def time_track(self) -> tuple[Corner, Corner]:
        """From where to where the slider for u goes."""
        (left, _), scale = self.at
        return (left + 26, TIME_Y), (left + FIGURE[0] * scale - 46, TIME_Y)

    def spot(self, handle: Handle) -> Corner:
        """Return where a handle is seen."""
        (left, top), scale = self.at
        x, y = self.state[handle.x], self.state[handle.y]
        if handle.base:
            x, y = x + self.state[handle.base[0]], y + self.state[handle.base[1]]
        return left + x * scale, top + y * scale

    def rows(self) -> list[tuple[Handle, Box]]:
        """Return where the handles' names and values stand."""
        handles = self.handles if self.step != "read" else []
        top = ROWS_END - ROW * len(handles)
        tops = [top + ROW * k for k in range(len(handles))]
        return [(h, ((COLUMN[0], y), (PAGE[0] - 8, y + ROW))) for h, y in zip(handles, tops)]

    def targets(self) -> list[tuple[Box, Callable[[], None]]]:
        """Return what can be pressed, and what that does."""
        found: list[tuple[Box, Callable[[], None]]] = [
            (box, partial(self.do, verb)) for verb, (_, box) in BUTTONS.items()
        ]
        found += [(box, partial(self.go_to, k)) for k, box in enumerate(tabs(STEPS))]
        for placed in self.column():
            if placed.block.answer >= 0:
                found.append((placed.box, partial(self.answer, placed.block.answer)))
        (x, y), _ = self.time_track
        if self.runs:
            found.append((((x - 24, y - 9), (x - 6, y + 9)), partial(self.do, "hold")))
        return found

    @property
    def runs(self) -> bool:
        """Whether there is a slider for u."""
        return "u" in self.state and self.step != "bet"

    def press(self) -> None:
        """The left button went down: press what is there, or take hold of it."""
        for box, act in self.targets():
            if is_in(self.pointer, box):
                act()
                return
        (left, y), (right, _) = self.time_track
        if self.runs and is_in(self.pointer, ((left - 6, y - 9), (right + 6, y + 9))):
            self.drag = "u"
            return
        for k, (handle, box) in enumerate(self.rows()):
            if is_in(self.pointer, box):
                self.picked, self.drag = k, None if handle.y else handle
                return
        spots = [
            (pygame.Vector2(self.spot(h)).distance_to(self.pointer), k)
            for k, h in enumerate(self.handles)
            if h.y
        ]
        if spots and min(spots)[0] < NEAR:
            self.picked = min(spots)[1]
            self.drag = self.handles[self.picked]

    def pull(self) -> None:
        """Let what is held follow the pointer; else the pointer chooses an answer."""
        (x, y), ((left, top), scale) = self.pointer, self.at
        if self.drag == "u":
            (start, _), (end, _) = self.time_track
            self.change("u", min(max((x - start) / (end - start), 0.0), 1.0))
        elif isinstance(self.drag, Handle) and self.drag.y:
            base = [self.state[name] for name in self.drag.base or ()] or [0.0, 0.0]
            self.move(self.drag, (x - left) / scale - base[0], (y - top) / scale - base[1])
        elif isinstance(self.drag, Handle):
            part = (x - TRACK[0]) / (TRACK[1] - TRACK[0])
            low, high = self.drag.low[0], self.drag.high[0]
            self.move(self.drag, low + part * (high - low), 0.0)
        for placed in self.column():
            if placed.block.answer >= 0 and is_in(self.pointer, placed.box):
                self.chosen = placed.block.answer

    def update(self, seconds: float) -> None:
        """Let u run, and answer a key that is held down."""
        if self.repeat:
            key, verb, left = self.repeat
            self.repeat = key, verb, left - seconds
            if left <= seconds:
                self.repeat = key, verb, EVERY
                self.do(verb)
        if not self.held and self.drag != "u" and "u" in self.state:
            until = TEASER if self.step == "bet" else 1.0
            lasts = until * self.lesson.period + REST
            self.seconds = (self.seconds + seconds) % lasts
            self.state["u"] = min(self.seconds / self.lesson.period, until)

    def column(self) -> list[Placed]:
        """Return what is written beside the figure."""
        blocks = {
            "bet": lambda: [Block("What do you bet?", palette.SWEEP, True), *self.asked()],
            "run": self.told,
            "read": list,
            "modify": self.goal,
            "check": lambda: [Block("One question", palette.SWEEP, True), *self.asked()],
            "done": self.end,
        }[self.step]()
        return stack(blocks, COLUMN, WIDE)

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

    def told(self) -> list[Block]:
        """What the bet was worth, and the claim."""
        bet, given = self.lesson.bet, self.answers["bet"]
        blocks = []
        if given:
            blocks = [Block(f"You bet: {bet.answers[given[-1]]}", palette.QUIET)]
            blocks += worth(bet, given[-1])
        return [*blocks, Block(self.lesson.claim, palette.PLAYER, True)]

    def goal(self) -> list[Block]:
        """What is to be reached, and whether it was."""
        words = "Not yet. Drag, or press Tab and the arrows."
        return [
            Block("Your turn", palette.SWEEP, True),
            Block(self.lesson.goal.words),
            Block("\u2713 Reached.", palette.GOAL, True)
            if self.reached
            else Block(words, palette.QUIET),
        ]

    def end(self) -> list[Block]:
        """What was done, where it comes from, and what comes next."""
        missing = [words for mark, words in MARKS.items() if mark not in self.marks]
        color = palette.QUIET if missing else palette.GOAL
        words = f"Still open: {', '.join(missing)}." if missing else "\u2713 Done."
        following = self.index + 1
        titles = [lesson.title for lesson in lessons.LESSONS[following : following + 1]]
        return [
            Block(words, color, not missing),
            Block(self.lesson.claim, palette.PLAYER, True),
            Block("Sources", palette.SWEEP, True),
            *(Block(source) for source in self.lesson.sources),
            Block("Next", palette.SWEEP, True),
            Block(f"{following + 1}  {titles[0]}" if titles else "This was the last lesson."),
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page: the figure, and beside it what the step is about."""
        self.window = surface.get_size()
        surface.fill(palette.BACKGROUND)
        canvas = Canvas(surface, self.screen)
        draw_ground(canvas, *PAGE)
        draw_head(canvas, f"{self.index + 1}  {self.lesson.title}", STEPS, self.place)
        self.draw_figure(canvas)
        draw_blocks(canvas, self.column(), self.chosen)
        if self.step == "read":
            self.draw_listing(canvas)
        for k, (handle, (low, _)) in enumerate(self.rows()):
            self.draw_row(canvas, handle, low, k == self.picked % len(self.handles))
        for verb, (words, box) in BUTTONS.items():
            if verb == "forward" and self.asks:
                words = f"Enter {'bet' if self.step == 'bet' else 'answer'}"
            draw_button(canvas, box, words, is_in(self.pointer, box))

    def draw_figure(self, canvas: Canvas) -> None:
        """Draw the figure with its handles, what it shows in words, and the slider for u."""
        corner, scale = self.at
        low = corner[0] - AROUND, corner[1] - AROUND
        high = corner[0] + FIGURE[0] * scale + AROUND, corner[1] + FIGURE[1] * scale + AROUND
        draw_frame(canvas, low, high)
        canvas.surface.set_clip(canvas.screen.rect(low, high))
        self.lesson.figure(Figure(canvas, corner, scale), self.state)
        for k, handle in enumerate(self.handles):
            if handle.y:
                draw_handle(canvas, self.spot(handle), k == self.picked % len(self.handles))
        canvas.surface.set_clip(None)
        if self.step != "bet":
            words = Block(self.lesson.words(self.state))
            draw_blocks(canvas, stack([words], (corner[0], high[1] + 4), high[0] - corner[0]))
        if self.runs:
            draw_time(canvas, *self.time_track, self.state["u"], self.held)

    def draw_listing(self, canvas: Canvas) -> None:
        """Draw the code; until it is scrolled, the lines that decide are kept in sight."""
        lines, decisive = listing(self.lesson.code), self.lesson.lines(self.state)
        lit = [any(part in line.text for part in decisive) for line in lines]
        first = lit.index(True) if True in lit else 0
        if not self.scrolled and not self.scroll <= first < self.scroll + CODE_LINES:
            self.turn(first - CODE_LINES // 2 - self.scroll)
            self.scrolled = False
        seen = slice(self.scroll, self.scroll + CODE_LINES)
        parts = seen.start / len(lines), min(1.0, seen.stop / len(lines))
        title = f"{lines[seen][0].file}, line {lines[seen][0].number}"
        draw_code(canvas, title, [line.pieces for line in lines[seen]], lit[seen], parts)

    def draw_row(self, canvas: Canvas, handle: Handle, corner: Corner, chosen: bool) -> None:
        """Draw a handle's row."""
        x, low, high = self.state[handle.x], handle.low[0], handle.high[0]
        value = f"{x:g}, {self.state[handle.y]:g}" if handle.y else f"{x:g}"
        part = None if handle.y else (x - low) / (high - low)
        draw_handle_row(canvas, corner, handle.label, value, part, chosen)


def lesson_of(stage: Stage, room: str, back: Scene) -> StudyScene:
    """Return the lesson that explains a room."""
    return StudyScene(stage, ROOMS.get(room, 1) - 1, back)


def verdict(right: bool) -> palette.Color:
    """Return the colour of right and wrong."""
    return palette.GOAL if right else palette.LETHAL


def worth(question: Question, given: int) -> list[Block]:
    """Say what an answer was worth, and why."""
    right = given == question.right
    words = "\u2713 Right." if right else "\u2717 Not so."
    return [Block(words, verdict(right), True), Block(question.why)]


def is_in(point: Corner, box: Box) -> bool:
    """Tell whether a point lies in a box."""
    (x, y), ((left, top), (right, bottom)) = point, box
    return left <= x < right and top <= y < bottom
