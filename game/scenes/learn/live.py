"""How does the figure of a lesson respond to time, pointer and keys?

Its u runs from 0 to 1, rests and starts again; it can be held, and set to any time.
Handles are dragged, or stepped by keys, and change numbers of the lesson's state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import dist
from typing import NamedTuple

from ...study.lesson import FIGURE, Handle, Lesson, State, is_hidden
from ...study.prose import term_lines
from ...view import widgets as look
from ...view.canvas import Canvas, fraction
from ...view.figure_canvas import FigureCanvas, figure_at
from ...view.screen import PAGE
from ...view.shapes import Box, Corner, is_in

FIGURE_PERIOD = 2.5
"""s in which u runs from 0 to 1."""
U_REST = 0.7
"""s for which u then rests."""
U_TEASER = 0.3
"""The last u that the bet shows."""
U_STEP = 0.01
"""By how much a key changes u."""
TERMS = {"": "all", "a": "A", "b": "B"} | {
    term: term for term in ("d", "r", "s", "u0", "u1", "hit", "miss")
}
"""The names of the roles that can be lit."""
SLOWER = {"slower": 1, "faster": -1}
MOST_SLOWNESS = 3
"""How often the motion can be halved."""
GRAB_RADIUS = 14.0
"""px of the page: a press as near as this grabs a handle."""
TIME_Y = 323.0
"""px of the page: y of the slider for u."""
ROWS_END = 330.0
"""px of the page: where the last row of a handle ends."""
COLUMN_X = 340.0
"""px of the page: the left end of the text beside the figure."""
ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FigurePlace(NamedTuple):
    """Where the figure is drawn."""

    corner: Corner
    """px of the page: the upper left one."""
    scale: float
    """px of the page in a unit of the figure."""


SMALL = FigurePlace((3.0, 42.0), 1.0)
"""Beside code."""
LARGE = FigurePlace((10.0, 42.0), 1.15)
"""Beside text."""


class LiveFigure:
    """A lesson's figure with its state.

    Args:
        lesson: the lesson.
        on_change: called when the learner has changed a number.
        room: a state with the boxes of a room, if there is one.
    """

    def __init__(
        self, lesson: Lesson, on_change: Callable[[], None], room: State | None
    ) -> None:
        self.lesson = lesson
        self.on_change = on_change
        self.room = room
        self.state = lesson.state
        self.layer = ""
        """The role that alone is lit; "" means all."""
        self.layers: list[str] = []
        """The terms that the figure shows, as their roles."""
        self.handles: list[Handle] = []
        """Those that can be changed in this step of the lesson."""
        self.rows: list[Box] = []
        """The boxes of their rows beside the figure."""
        self.picked = 0
        """The index of the handle that keys change, before it wraps around."""
        self.slowness = 0
        """How often the motion was halved."""
        self.reveals = False
        """Whether the bet was made, so that the figure may show the answer."""
        self.in_room = room is not None
        """Whether the boxes are those of the room, once the bet was made."""
        self.drag: str | Handle | None = None
        """What the pointer drags: a handle, or "u"."""
        self.seconds = 0.0
        """Since u was 0."""
        self.is_held = False
        """Whether u stands still."""
        self.show("bet")

    def show(self, step: str) -> None:
        """Set the figure up for a step of the lesson.

        The bet is about the lesson's own boxes, and shows only the beginning of their
        motion; beside code the figure is smaller; beside a question only u can be
        changed.
        """
        was_bet = not self.reveals
        self.reveals = step != "bet"
        self.last_u = 1.0 if self.reveals else U_TEASER
        self.corner, self.scale = SMALL if step == "read" else LARGE
        self.handles = self.handles_of(step)
        self.rows = []
        if step == "try":
            self.rows = handle_rows(len(self.handles))
        self.seconds = 0.0
        self.is_held = False
        if was_bet or not self.reveals:
            self.begin()

    def handles_of(self, step: str) -> list[Handle]:
        """Return the handles that can be changed in a step; beside code there is only
        room for those in the figure."""
        if step == "try":
            return list(self.lesson.handles)
        if step == "read":
            return [handle for handle in self.lesson.handles if handle.y]
        return []

    def begin(self) -> None:
        """Begin with the boxes of the room or with the lesson's own."""
        self.state = self.lesson.state
        if self.room and self.in_room and self.reveals:
            self.state = self.room
        self.seconds = 0.0
        self.is_held = False

    def reset(self) -> None:
        """Begin again, alternating between the room's boxes and the lesson's own."""
        if self.reveals:
            self.in_room = self.room is not None and not self.in_room
        self.begin()

    @property
    def track(self) -> tuple[Corner, Corner]:
        """The ends of the slider for u."""
        left = self.corner[0]
        right = left + FIGURE[0] * self.scale
        return (left + 26, TIME_Y), (right - 46, TIME_Y)

    @property
    def picked_handle(self) -> Handle | None:
        """The handle that keys change, if there is any."""
        if not self.handles:
            return None
        return self.handles[self.picked % len(self.handles)]

    def handle_place(self, handle: Handle) -> Corner:
        """Return where a handle of the figure is drawn, in px of the page."""
        x, y = handle.place(self.state)
        left, top = self.corner
        return left + x * self.scale, top + y * self.scale

    def change(self, state: State) -> None:
        """Show the state that the learner has made."""
        self.state = state
        self.on_change()

    def hold_at(self, u: float) -> None:
        """Hold the figure at a time."""
        self.is_held = True
        self.seconds = u * FIGURE_PERIOD
        self.change(replace(self.state, u=u))

    def do(self, verb: str, times: int) -> None:
        """Carry out a verb; arrow keys move a handle by so many steps."""
        handle = self.picked_handle
        if verb == "hold":
            self.is_held = not self.is_held
        elif verb == "layer":
            self.light_next_layer()
        elif verb in SLOWER:
            self.slowness = min(max(self.slowness + SLOWER[verb], 0), MOST_SLOWNESS)
        elif verb in ("earlier", "later") and self.reveals:
            u = self.state.u + (U_STEP if verb == "later" else -U_STEP)
            self.hold_at(min(max(round(u, 2), 0.0), 1.0))
        elif verb == "handle" and handle:
            self.picked = (self.picked + 1) % len(self.handles)
        elif verb == "handle before" and handle:
            self.picked = (self.picked - 1) % len(self.handles)
        elif verb in ARROW_STEPS and handle:
            across, down = ARROW_STEPS[verb]
            self.change(handle.nudge(self.state, times * across, times * down))

    def light_next_layer(self) -> None:
        """Light the next term alone, after the last one all."""
        layers = ["", *self.layers]
        place = layers.index(self.layer)
        self.layer = layers[(place + 1) % len(layers)]

    def grab(self, at: Corner) -> None:
        """Grab what is at a place, px of the page: the slider for u, a handle in the
        figure, or the slider of one in its row. Left of the slider for u is the button
        that holds it."""
        (left, y), (right, _) = self.track
        button = ((left - 24, y - 9), (left - 6, y + 9))
        slider = ((left - 6, y - 9), (right + 6, y + 9))
        if self.reveals and is_in(at, button):
            self.do("hold", 1)
        elif self.reveals and is_in(at, slider):
            self.drag = "u"
        rows = [index for index, box in enumerate(self.rows) if is_in(at, box)]
        if rows:
            self.picked = rows[0]
            handle = self.handles[self.picked]
            self.drag = None if handle.y else handle
            return
        near = self.nearest_handle(at)
        if near is not None:
            self.picked = near
            self.drag = self.handles[near]

    def nearest_handle(self, at: Corner) -> int | None:
        """Return the index of the handle in the figure that is nearest to a place, px
        of the page, or None if none is near enough to grab it."""
        nearest = None
        least = GRAB_RADIUS
        for index, handle in enumerate(self.handles):
            if handle.y:
                distance = dist(self.handle_place(handle), at)
                if distance < least:
                    nearest = index
                    least = distance
        return nearest

    def pull(self, at: Corner) -> None:
        """Move what is dragged to the pointer, px of the page."""
        if self.drag == "u":
            start, end = self.track
            self.hold_at(fraction(at[0], start[0], end[0]))
        elif isinstance(self.drag, Handle) and self.drag.y:
            left, top = self.corner
            place = ((at[0] - left) / self.scale, (at[1] - top) / self.scale)
            self.change(self.drag.drag(self.state, place))
        elif isinstance(self.drag, Handle):
            low = self.drag.low[0]
            high = self.drag.high[0]
            value = low + fraction(at[0], *look.HANDLE_TRACK) * (high - low)
            self.change(self.drag.move(self.state, [value]))

    def update(self, seconds: float) -> None:
        """Let u run, unless it is held."""
        if self.is_held or self.drag == "u":
            return
        period = self.last_u * FIGURE_PERIOD + U_REST
        self.seconds = (self.seconds + seconds / 2**self.slowness) % period
        u = min(self.seconds / FIGURE_PERIOD, self.last_u)
        self.state = replace(self.state, u=u)

    def caption(self) -> list[look.PlacedBlock]:
        """Return the text under the figure, which says what it shows."""
        left, top = self.corner
        wide = FIGURE[0] * self.scale
        high = FIGURE[1] * self.scale
        text = look.Block(self.lesson.words(self.state))
        return look.stack_blocks([text], (left, top + high + 4), wide, term_lines)

    def draw(self, canvas: Canvas) -> None:
        """Draw the figure with its handles, its caption and sliders."""
        with figure_at(canvas, self.corner, FIGURE, self.scale) as figure:
            self.draw_figure(figure)
            for handle in self.handles:
                if handle.y:
                    is_picked = handle is self.picked_handle
                    look.draw_handle(canvas, self.handle_place(handle), is_picked)
        if self.reveals:
            look.draw_blocks(canvas, self.caption())
            look.draw_time_slider(canvas, *self.track, self.state.u, self.is_held)
        for handle, (corner, _) in zip(self.handles, self.rows):
            self.draw_row(canvas, handle, corner)

    def draw_figure(self, figure: FigureCanvas) -> None:
        """Draw the figure, and find out which terms it shows."""
        figure.lit = self.layer
        if not self.reveals:
            figure.hides = is_hidden
        self.lesson.figure(figure, replace(self.state, reveals=self.reveals))
        self.layers = []
        if self.reveals:
            self.layers = [role for role in TERMS if role in figure.roles]
        if self.layer not in self.layers:
            self.layer = ""

    def draw_row(self, canvas: Canvas, handle: Handle, corner: Corner) -> None:
        """Draw the row of a handle; one that is not in the figure has a slider."""
        values = handle.values(self.state)
        text = ", ".join(f"{round(value, 2):g}" for value in values)
        part = None
        if not handle.y:
            part = fraction(values[0], handle.low[0], handle.high[0])
        is_picked = handle is self.picked_handle
        look.draw_handle_row(canvas, corner, handle.label, text, part, is_picked)


def handle_rows(count: int) -> list[Box]:
    """Return the boxes of so many rows beside the figure, the last one at the foot."""
    tops = [ROWS_END - look.HANDLE_ROW * (count - k) for k in range(count)]
    right = PAGE[0] - 8
    return [((COLUMN_X, y), (right, y + look.HANDLE_ROW)) for y in tops]
