"""What would other methods have made of the same controls?

Three pictures of a room, each moved by its own method, and under each picture the cost
and the errors of that method. The controls are those of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pygame import K_BACKSPACE, K_ESCAPE, K_SPACE, K_o, Surface
from pygame.event import Event

from ...clock import Clock, in_time
from ...controls import Repeat
from ...simulation.methods import parse_method
from ...simulation.player import Controls
from ...study.comparison import Begin, Race
from ...study.prose import term_lines
from ...view import palette
from ...view.canvas import Canvas, point_between
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import box_around
from ...view.widgets import (
    LINE_HEIGHT,
    TEXT_SIZE,
    Block,
    draw_blocks,
    draw_head,
    draw_track,
    stack_blocks,
)
from ..scene import Scene, Stage
from ..shell.menu import Buttons, PageScene, button_row
from .run import METHOD_NAMES, SPEED_NAMES, SPEEDS, Run

PANES = [
    ((8.0, 56.0), (212.0, 170.75)),
    ((218.0, 56.0), (422.0, 170.75)),
    ((428.0, 56.0), (632.0, 170.75)),
]
"""px of the page: the pictures."""
PANES_LEFT = 8.0
"""px of the page: x of the left edge of the first picture."""
NUMBERS_TOP = 177.0
"""px of the page: y of the numbers below the pictures."""
DIFFERENCE_TOP = 272.0
"""px of the page: y of the text about the first difference."""
TRACK_Y = 319.0
"""px of the page: y of the line of ticks."""
TRACK_START = (110.0, TRACK_Y)
TRACK_END = (626.0, TRACK_Y)
"""px of the page: both ends of the line of ticks."""
MOST_SOUGHT = 16
"""Ticks a frame, at most, until a race that begins again is where it was before."""
WRONG = ("hits overlooked", "hits invented", "times inside a solid")
"""The names of the numbers that say what went wrong."""
LARGE = TEXT_SIZE + 2
"""px of the page: the height of large print."""
PANE_LABELS = {
    "back": "Esc leave",
    "p": "P hold",
    ",": ", back",
    ".": ". tick",
    "-": "- slower",
    "=": "= faster",
    "\t": "Tab",
    "v": "V method",
    "f": "F difference",
    "r": "R again",
}
"""The labels of the buttons, by the characters of their keys."""
PANE_BUTTONS = button_row(PANE_LABELS, (PANES_LEFT, 335.0), 18.0)
"""The buttons, by the same verbs."""
PANE_KEYS = {ord(key): key for key in PANE_LABELS if key != "back"}
PANE_KEYS |= {K_ESCAPE: "back", K_BACKSPACE: "back", K_SPACE: "p", K_o: "."}


class TextlessCanvas(Canvas):
    """A canvas on which text would be too small to read."""

    def text(self, *_: object, **__: object) -> None:
        """Write nothing."""


class Pane(Run):
    """A run in a small picture."""

    canvas = TextlessCanvas
    previews = False


class CompareScene(PageScene):
    """Three methods side by side, of which the last can be changed.

    Args:
        stage: what scenes share.
        begin: makes a world, before its first tick, that a method moves.
        controls: those of a run, which each method gets.
        back: the scene to which Esc leads.
    """

    keys = PANE_KEYS

    def __init__(
        self, stage: Stage, begin: Begin, controls: Sequence[Controls], back: Scene
    ):
        super().__init__(stage, back)
        self.begin = begin
        self.recorded = controls
        self.methods = list(METHOD_NAMES[:3])
        """Their names."""
        self.held = False
        """Whether all three runs are held."""
        self.speed = 0
        """The index of their speed in SPEEDS; 0: full speed."""
        self.repeat = Repeat()
        self.restart()

    def restart(self, target: int = 0) -> None:
        """Begin again, and go to a tick within the next frames."""
        methods = map(parse_method, self.methods)
        self.race = Race(self.begin, methods, self.recorded)
        self.target = target
        """The tick that is sought."""
        lanes = self.race.lanes
        world = lanes[0].world
        self.clock = Clock(world.tick_rate)
        self.runs = [Pane(self.stage, world.room) for _ in lanes]
        for run, lane in zip(self.runs, lanes):
            run.history = lane
            run.clock = self.clock

    @property
    def buttons(self) -> Buttons:
        """The buttons; that of P names what it does."""
        if not self.held:
            return PANE_BUTTONS
        _, box = PANE_BUTTONS["p"]
        return PANE_BUTTONS | {"p": ("P play", box)}

    def handle(self, event: Event) -> None:
        """Handle an event; a release ends what repeats."""
        self.repeat.handle(event)
        super().handle(event)

    def do_by_key(self, verb: str, event: Event) -> None:
        """Do the verb of a key; "," and "." are repeated while the key is held
        down."""
        if verb in (",", "."):
            self.repeat.hold(event, partial(self.do, verb))
        else:
            self.do(verb)

    def do(self, verb: str) -> None:
        """Do a verb, which is the character of its key, or "back"."""
        match verb:
            case "p":
                self.held = not self.held
            case ",":
                self.held = True
                self.seek(self.race.ticks - 1)
            case ".":
                self.held = True
                self.tick()
            case "-":
                self.speed = min(len(SPEEDS) - 1, self.speed + 1)
            case "=":
                self.speed = max(0, self.speed - 1)
            case "\t":
                self.stage.next_overlay()
            case "v":
                self.next_method()
            case "f":
                self.seek_first_difference()
            case "r":
                self.restart()
            case _:
                super().do(verb)

    def next_method(self) -> None:
        """Choose the next method for the last picture; begin again, and go to the tick
        that was reached."""
        place = METHOD_NAMES.index(self.methods[2])
        self.methods[2] = METHOD_NAMES[(place + 1) % len(METHOD_NAMES)]
        self.restart(target=self.race.ticks)

    def differences(self) -> list[int]:
        """Return, of each method that differs from the first one, the tick at which it
        first does."""
        return [tick for tick in self.race.first_differences if tick]

    def seek_first_difference(self) -> None:
        """Hold, and go to the earliest difference, if there is one."""
        ticks = self.differences()
        if ticks:
            self.held = True
            self.seek(min(ticks))

    def tick(self) -> None:
        """Do a tick in all three."""
        self.race.tick([run.tick for run in self.runs])

    def seek(self, tick: int) -> None:
        """Go to a tick; if it was not run yet, within the next frames."""
        for run in self.runs:
            run.seek(tick)
        self.race.ticks = max(run.world.ticks for run in self.runs)
        self.target = tick

    def update(self, seconds: float) -> None:
        """Let real time pass: the runs go on unless they are held. A tick that is
        sought is reached faster, even while they are held."""
        race = self.race
        clock = self.clock
        ticks = 0 if self.held else clock.advance(seconds, SPEEDS[self.speed])
        if race.ticks < self.target:
            ticks = min(MOST_SOUGHT, self.target - race.ticks)
        for _ in in_time(ticks):
            self.tick()
        if self.held or race.ticks == len(race.controls):
            clock.alpha = 1.0
        for run in self.runs:
            run.drift(0.0 if self.held else seconds)
        self.repeat.update(seconds)

    def draw(self, surface: Surface) -> None:
        """Draw the page."""
        super().draw(surface)
        canvas = blank_page(surface)
        title = f"Three methods: {self.runs[0].room.title}"
        draw_head(canvas, title, names=(), place=0)
        speed = SPEED_NAMES[self.speed]
        status = f"held   {speed}" if self.held else speed
        canvas.text(status, (PAGE[0] - 8, 19), palette.QUIET, TEXT_SIZE, (1, 0.5))
        for pane in range(len(self.runs)):
            self.draw_pane(canvas, pane)
            self.draw_numbers(canvas, pane)
        self.draw_track(canvas)
        self.draw_buttons(canvas)

    def draw_pane(self, canvas: Canvas, pane: int) -> None:
        """Draw the picture with this index, and at it the method, tick and outcome."""
        run = self.runs[pane]
        world = run.world
        low, high = PANES[pane]
        picture = canvas.screen.rect(low, high).clamp((0, 0), self.window)
        run.draw(canvas.surface.subsurface(picture), self.stage.overlay, notes=None)
        canvas.box(low, high, palette.TEXT, fill=0, width=0.5)
        y = low[1] - 10
        name = world.method.name
        canvas.text(name, (low[0], y), palette.TEXT, LARGE, (0, 0.5), bold=True)
        tick = f"tick {world.ticks:,}"
        canvas.text(tick, (high[0], y), palette.TEXT, TEXT_SIZE, (1, 0.5))
        if world.outcome:
            self.draw_outcome(canvas, pane, world.outcome)

    def draw_outcome(self, canvas: Canvas, pane: int, outcome: str) -> None:
        """Write how a run ended, at the foot of its picture."""
        (left, _), (right, foot) = PANES[pane]
        middle = (left + right) / 2, foot - 12
        low, high = box_around(middle, (34, 9))
        canvas.box(low, high, palette.BACKGROUND, fill=0.72)
        color = palette.GOAL if outcome == "finished" else palette.LETHAL
        canvas.text(outcome, middle, color, LARGE, (0.5, 0.5), bold=True)

    def draw_numbers(self, canvas: Canvas, pane: int) -> None:
        """Write the numbers of a method, given by its index, below its picture, and
        where it first differs from the first method."""
        (left, _), (right, _) = PANES[pane]
        for k, (name, number) in enumerate(self.numbers(pane).items()):
            y = NUMBERS_TOP + LINE_HEIGHT * k
            is_wrong = name in WRONG and number > 0
            color = palette.LETHAL if is_wrong else palette.TEXT
            value = f"{number:,}"
            canvas.text(name, (left, y), palette.QUIET, TEXT_SIZE)
            canvas.text(value, (right, y), color, TEXT_SIZE, (1, 0), bold=is_wrong)
        block = Block(self.difference_text(pane))
        corner = left, DIFFERENCE_TOP
        placed = stack_blocks([block], corner, right - left, term_lines)
        draw_blocks(canvas, placed)

    def numbers(self, pane: int) -> dict[str, int]:
        """Return the numbers of a method, given by its index, with their names: two of
        what happened, the three in WRONG, and the cost."""
        lane = self.race.lanes[pane]
        counters = lane.world.counters
        stats = lane.present
        return {
            "contacts": counters.contacts,
            "overlooked at tick ends": counters.missed_by_discrete,
            "hits overlooked": stats.missed,
            "hits invented": stats.invented,
            "times inside a solid": counters.inside,
            "microseconds a tick": stats.microseconds,
        }

    def difference_text(self, pane: int) -> str:
        """Return where and why a method, given by its index, first differs from the
        first one."""
        tick = self.race.first_differences[pane]
        if tick:
            return f"first difference at tick {tick:,}: {self.race.reasons[pane]}"
        if pane == 0:
            return "the others are compared with this one"
        return "no difference so far"

    def draw_track(self, canvas: Canvas) -> None:
        """Draw the line of ticks, and a stroke where each method first differs."""
        race = self.race
        total = len(race.controls)
        most = max(1, total)
        words = f"tick {race.ticks:,} of {total:,}"
        at = PANES_LEFT, TRACK_Y
        canvas.text(words, at, palette.TEXT, TEXT_SIZE, (0, 0.5))
        part = race.ticks / most
        draw_track(canvas, TRACK_START, TRACK_END, part, palette.PLAYER, thin=True)
        for tick in self.differences():
            x, y = point_between(TRACK_START, TRACK_END, tick / most)
            canvas.bar((x, y - 6), (x, y + 6), palette.LETHAL, width=1)
