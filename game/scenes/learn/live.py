"""How does the figure of a lesson respond to time, pointer and keys?

Its time u runs from 0 to 1, rests and starts again; u can be held, and set to any time.
Handles are dragged, or stepped by keys, and change numbers of the lesson's state. A
handle of two numbers lies in the figure; one of a single number is a slider beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple

from ...study.lesson import FIGURE, Handle, Lesson, State, is_hidden
from ...study.prose import term_lines
from ...view.canvas import Canvas, fraction
from ...view.figure_canvas import FigureCanvas, figure_at
from ...view.screen import PAGE
from ...view.shapes import Box, Corner, is_in
from ...view.widgets import (
    HANDLE_ROW,
    HANDLE_TRACK,
    Block,
    PlacedBlock,
    draw_blocks,
    draw_handle,
    draw_handle_row,
    draw_time_slider,
    stack_blocks,
)
from ..shell.menu import index_at

FIGURE_PERIOD = 2.5
"""s in which u runs from 0 to 1."""
U_REST = 0.7
"""s for which u rests at the end."""
U_TEASER = 0.3
"""The last u that is shown before the bet is made."""
U_STEPS = {"earlier": -0.01, "later": 0.01}
"""By how much these verbs change u."""
HANDLE_STEPS = {"handle before": -1, "handle": 1}
"""By how much these verbs change the index of the handle that keys change."""
TERMS = {
    "": "all",
    "a": "A",
    "b": "B",
    "d": "d",
    "r": "r",
    "s": "s",
    "u0": "u0",
    "u1": "u1",
    "hit": "hit",
    "miss": "miss",
}
"""By role that can be lit alone, its name for the learner; "" lights all of them."""
SLOWER = {"slower": 1, "faster": -1}
"""How many times more these verbs halve the speed of the motion."""
MOST_SLOWNESS = 3
"""How many times the speed can be halved."""
GRAB_RADIUS = 14.0
"""px of the page: a press as near as this grabs a handle."""
TIME_Y = 323.0
"""px of the page: y of the slider for u."""
ROWS_END = 330.0
"""px of the page: where the last row of a handle ends."""
COLUMN_LEFT = 340.0
COLUMN_RIGHT = PAGE[0] - 8
"""px of the page: the left and the right end of the text beside the figure."""
ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Steps of a handle to the right and downwards."""


class FigurePlace(NamedTuple):
    """Where the figure is drawn."""

    corner: Corner
    """px of the page: the upper left one."""
    scale: float
    """px of the page in a unit of the figure."""


SMALL = FigurePlace(corner=(3.0, 42.0), scale=1.0)
"""Beside code."""
LARGE = FigurePlace(corner=(10.0, 42.0), scale=1.15)
"""Beside text."""


class LiveFigure:
    """A lesson's figure with its state.

    Args:
        lesson: the lesson.
        on_change: called when the learner has changed a number, or u.
        room: a state of the lesson with the boxes of a room; None without a room.
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
        """The roles among TERMS that the figure shows."""
        self.handles: Sequence[Handle] = ()
        """The handles that can be changed in this step of the lesson."""
        self.rows: list[Box] = []
        """The boxes of their rows beside the figure; none in a step without rows."""
        self.picked = 0
        """The index of the handle that keys change; it may count on after the last."""
        self.slowness = 0
        """How many times the speed was halved."""
        self.reveals = False
        """Whether the bet was made, so that the figure may show the answer."""
        self.in_room = room is not None
        """Whether the boxes are those of the room; before the bet was made they are the
        lesson's own all the same."""
        self.drag: str | Handle | None = None
        """What the pointer drags: a handle, "u", or nothing."""
        self.seconds = 0.0
        """Since u was 0, at full speed."""
        self.is_held = False
        """Whether u stands still."""
        self.show("bet")

    def show(self, step: str) -> None:
        """Set the figure up for a step of the lesson: "bet", "try", "read", "check" or
        "done".

        In the bet it shows only the beginning of the motion. To read code it is
        smaller, as it stands beside the code. Only to try it has rows for the handles.
        u is 0 again; in the bet, and in the step after it, so is all that the learner
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
        if was_bet or step == "bet":
            self.begin()

    def handles_of(self, step: str) -> Sequence[Handle]:
        """Return the handles that can be changed in a step: all of them to try; beside
        code, where there is no room for sliders, those in the figure; else none."""
        if step == "try":
            return self.lesson.handles
        if step == "read":
            return [handle for handle in self.lesson.handles if not handle.is_slider]
        return ()

    def begin(self) -> None:
        """Begin at u = 0, with the first state of the lesson; or with the boxes of the
        room, if there is one, its boxes are in turn, and the bet was made."""
        self.state = self.lesson.state
        if self.room and self.in_room and self.reveals:
            self.state = self.room
        self.seconds = 0.0
        self.is_held = False

    def reset(self) -> None:
        """Begin again. If there is a room and the bet was made, the other boxes come in
        turn: after the room's the lesson's own, after these the room's."""
        if self.reveals:
            self.in_room = self.room is not None and not self.in_room
        self.begin()

    @property
    def track(self) -> tuple[Corner, Corner]:
        """The left and the right end of the slider for u, px of the page; left of it is
        room for the button that holds u, and right of it for the number."""
        left = self.corner[0]
        right = left + FIGURE[0] * self.scale
        return (left + 26, TIME_Y), (right - 46, TIME_Y)

    @property
    def picked_handle(self) -> Handle | None:
        """The handle that keys change; None if the step has no handles."""
        if not self.handles:
            return None
        return self.handles[self.picked % len(self.handles)]

    def handle_place(self, handle: Handle) -> Corner:
        """Return where a handle of the figure is drawn, in px of the page."""
        x, y = handle.place(self.state)
        left, top = self.corner
        return left + x * self.scale, top + y * self.scale

    def change(self, state: State) -> None:
        """Show the state to which the learner changed the figure."""
        self.state = state
        self.on_change()

    def hold_at(self, u: float) -> None:
        """Hold the figure at the time u."""
        self.is_held = True
        self.seconds = u * FIGURE_PERIOD
        self.change(replace(self.state, u=u))

    def do(self, verb: str, times: int) -> None:
        """Carry out a verb, if it means something for the figure; others do nothing.

        Args:
            verb: of LESSON_KEYS.
            times: how many steps an arrow key moves a handle.
        """
        handle = self.picked_handle
        if verb == "hold":
            self.is_held = not self.is_held
        elif verb == "layer":
            self.light_next_layer()
        elif verb in SLOWER:
            self.slowness = min(max(self.slowness + SLOWER[verb], 0), MOST_SLOWNESS)
        elif verb in U_STEPS and self.reveals:
            u = round(self.state.u + U_STEPS[verb], 2)
            self.hold_at(min(max(u, 0.0), 1.0))
        elif verb in HANDLE_STEPS and handle:
            self.picked = (self.picked + HANDLE_STEPS[verb]) % len(self.handles)
        elif verb in ARROW_STEPS and handle:
            across, down = ARROW_STEPS[verb]
            self.change(handle.nudge(self.state, times * across, times * down))

    def light_next_layer(self) -> None:
        """Light the next term alone; after the last one light all."""
        layers = ["", *self.layers]
        place = layers.index(self.layer)
        self.layer = layers[(place + 1) % len(layers)]

    def grab(self, at: Corner) -> None:
        """Press on what is at a place, px of the page.

        On the button left of the slider for u: hold u, or let it go on. On that slider:
        drag u. On the row of a handle: pick the handle, and drag it if it is a slider.
        On a handle in the figure: pick it and drag it.
        """
        # Both are 18 px high. The slider reaches 6 px beyond its ends, as its knob juts
        # out there.
        (left, y), (right, _) = self.track
        button = ((left - 24, y - 9), (left - 6, y + 9))
        slider = ((left - 6, y - 9), (right + 6, y + 9))
        if self.reveals and is_in(at, button):
            self.do("hold", times=1)
        elif self.reveals and is_in(at, slider):
            self.drag = "u"
        row = index_at(self.rows, at)
        if row is not None:
            self.picked = row
            handle = self.handles[row]
            self.drag = handle if handle.is_slider else None
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
            if not handle.is_slider:
                distance = dist(self.handle_place(handle), at)
                if distance < least:
                    nearest = index
                    least = distance
        return nearest

    def pull(self, at: Corner) -> None:
        """Move what is dragged, if anything, to the pointer: u along its slider, the
        value of a handle along the handle's slider, or a handle in the figure.

        Args:
            at: where the pointer is, px of the page.
        """
        x, y = at
        drag = self.drag
        if drag == "u":
            (track_left, _), (track_right, _) = self.track
            self.hold_at(fraction(x, track_left, track_right))
        elif isinstance(drag, Handle) and drag.is_slider:
            track_left, track_right = HANDLE_TRACK
            part = fraction(x, track_left, track_right)
            low = drag.low[0]
            value = low + part * (drag.high[0] - low)
            self.change(drag.move(self.state, [value]))
        elif isinstance(drag, Handle):
            left, top = self.corner
            place = ((x - left) / self.scale, (y - top) / self.scale)
            self.change(drag.drag(self.state, place))

    def update(self, seconds: float) -> None:
        """Let so many seconds pass. Unless u is held or dragged it runs on, rests at
        the last u for U_REST, and begins again."""
        if self.is_held or self.drag == "u":
            return
        period = self.last_u * FIGURE_PERIOD + U_REST
        self.seconds = (self.seconds + seconds / 2**self.slowness) % period
        u = min(self.seconds / FIGURE_PERIOD, self.last_u)
        self.state = replace(self.state, u=u)

    def caption(self) -> list[PlacedBlock]:
        """Return the paragraph under the figure that says what it shows, in its
        place."""
        left, top = self.corner
        wide = FIGURE[0] * self.scale
        high = FIGURE[1] * self.scale
        text = Block(self.lesson.words(self.state))
        return stack_blocks([text], (left, top + high + 4), wide, term_lines)

    def draw(self, canvas: Canvas) -> None:
        """Draw the figure and the handles in it; once the bet was made, its caption
        and the slider for u; then the rows of handles."""
        with figure_at(canvas, self.corner, FIGURE, self.scale) as figure:
            self.draw_figure(figure)
            for handle in self.handles:
                if not handle.is_slider:
                    is_picked = handle is self.picked_handle
                    draw_handle(canvas, self.handle_place(handle), is_picked)
        if self.reveals:
            draw_blocks(canvas, self.caption())
            start, end = self.track
            draw_time_slider(canvas, start, end, self.state.u, self.is_held)
        for handle, (corner, _) in zip(self.handles, self.rows):
            self.draw_row(canvas, handle, corner)

    def draw_figure(self, figure: FigureCanvas) -> None:
        """Draw the figure, and note which of TERMS it shows. If the one that alone is
        lit is no longer among them, all are lit from the next picture on."""
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
        """Draw the row of a handle, from its upper left corner on: its name and values,
        and its slider if it has one."""
        values = handle.values(self.state)
        text = ", ".join(f"{round(value, 2):g}" for value in values)
        part = None
        if handle.is_slider:
            part = fraction(values[0], handle.low[0], handle.high[0])
        is_picked = handle is self.picked_handle
        draw_handle_row(canvas, corner, handle.label, text, part, is_picked)


def handle_rows(count: int) -> list[Box]:
    """Return the boxes of so many rows beside the figure; the last one ends at
    ROWS_END."""
    first_top = ROWS_END - HANDLE_ROW * count
    tops = [first_top + HANDLE_ROW * k for k in range(count)]
    return [((COLUMN_LEFT, y), (COLUMN_RIGHT, y + HANDLE_ROW)) for y in tops]
