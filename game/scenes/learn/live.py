"""How does the figure of a lesson respond to time, pointer and keys?

Its u runs from 0 to 1, rests and starts again; it can be held, and set to any time.
Handles are dragged, or stepped by keys, and change numbers of the lesson's state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from ...study.lesson import FIGURE, Handle, Lesson, State, is_hidden
from ...study.prose import term_lines
from ...view import widgets as look
from ...view.canvas import Canvas, fraction
from ...view.figure_canvas import figure_at
from ...view.screen import PAGE
from ...view.shapes import Box, Corner, is_in

FIGURE_PERIOD, U_REST, U_TEASER = 2.5, 0.7, 0.3
"""s in which u runs from 0 to 1; s for which it rests there; the last u that the bet
shows."""
U_STEP = 0.01
TERMS = {"": "all", "a": "A", "b": "B"} | {
    k: k for k in ("d", "r", "s", "u0", "u1", "hit", "miss")
}
"""The names of the roles that can be lit."""
SLOWER, MOST_SLOWNESS = {"slower": 1, "faster": -1}, 3
GRAB_RADIUS = 14.0
"""px of the page: a press as near as this grabs a handle."""
TIME_Y, ROWS_END = 323.0, 330.0
SMALL, LARGE = ((3.0, 42.0), 1.0), ((10.0, 42.0), 1.15)
"""The corner of the figure, px of the page, and its scale: beside code, and beside
text."""
COLUMN_X = 340.0
"""px of the page: the left end of the text beside the figure."""
ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


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
        self.lesson, self.on_change, self.room = lesson, on_change, room
        self.layer, self.layers = "", list[str]()
        """The role that alone is lit, "": all; and those terms that the figure
        shows."""
        self.picked, self.slowness = 0, 0
        """The index of the chosen handle; how often the motion was halved."""
        self.reveals, self.in_room = False, room is not None
        """Whether the bet was made; whether the boxes are then those of the room."""
        self.drag: str | Handle | None = None
        """What the pointer drags: a handle, or "u"."""
        self.show("bet")

    def show(self, step: str) -> None:
        """Set the figure up for a step of the lesson.

        The bet is about the lesson's own boxes, and shows only the beginning of their
        motion; beside code the figure is smaller; beside a question only u can be
        changed.
        """
        self.corner, self.scale = SMALL if step == "read" else LARGE
        was_bet, self.reveals = not self.reveals, step != "bet"
        self.until = 1.0 if self.reveals else U_TEASER
        changes = self.lesson.handles if step in ("try", "read") else ()
        self.handles = [h for h in changes if h.y or step != "read"]
        count = len(self.handles) if step != "read" else 0
        tops = [ROWS_END - look.HANDLE_ROW * (count - k) for k in range(count)]
        self.rows: list[Box] = [
            ((COLUMN_X, y), (PAGE[0] - 8, y + look.HANDLE_ROW)) for y in tops
        ]
        self.seconds, self.held = 0.0, False
        if was_bet or not self.reveals:
            self.begin()

    def begin(self) -> None:
        """Begin with the boxes of the room or with the lesson's own."""
        from_room = self.room if self.in_room and self.reveals else None
        self.state = from_room or self.lesson.state
        self.seconds, self.held = 0.0, False

    def reset(self) -> None:
        """Begin again, alternating between the room's boxes and the lesson's own."""
        self.in_room = self.room is not None and self.in_room != self.reveals
        self.begin()

    @property
    def track(self) -> tuple[Corner, Corner]:
        """The ends of the slider for u."""
        left = self.corner[0]
        return (left + 26, TIME_Y), (left + FIGURE[0] * self.scale - 46, TIME_Y)

    def handle_place(self, handle: Handle) -> Corner:
        """Return where a handle of the figure is drawn, in px of the page."""
        x, y = handle.place(self.state)
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    def change(self, state: State) -> None:
        """Show the state that the learner has made."""
        self.state = state
        self.on_change()

    def hold_at(self, u: float) -> None:
        """Hold the figure at a time."""
        self.state = replace(self.state, u=u)
        self.held, self.seconds = True, u * FIGURE_PERIOD
        self.on_change()

    def do(self, verb: str, times: int) -> None:
        """Do what a key means; arrow keys move a handle by so many steps."""
        if verb == "hold":
            self.held = not self.held
        elif verb == "layer":
            names = ["", *self.layers]
            self.layer = names[(names.index(self.layer) + 1) % len(names)]
        elif verb in SLOWER:
            self.slowness = min(max(self.slowness + SLOWER[verb], 0), MOST_SLOWNESS)
        elif verb in ("earlier", "later") and self.reveals:
            u = self.state.u + (U_STEP if verb == "later" else -U_STEP)
            self.hold_at(min(max(round(u, 2), 0.0), 1.0))
        elif verb in ("handle", "handle before") and self.handles:
            self.picked = (self.picked + (1 if verb == "handle" else -1)) % len(
                self.handles
            )
        elif verb in ARROW_STEPS and self.handles:
            handle = self.handles[self.picked % len(self.handles)]
            self.change(
                handle.nudge(self.state, *(times * k for k in ARROW_STEPS[verb]))
            )

    def press(self, at: Corner) -> None:
        """Grab what is at a place, px of the page, or press the button there."""
        (left, y), (right, _) = self.track
        if self.reveals and is_in(at, ((left - 24, y - 9), (left - 6, y + 9))):
            self.do("hold", 1)
        elif self.reveals and is_in(at, ((left - 6, y - 9), (right + 6, y + 9))):
            self.drag = "u"
        spots = {
            k: pygame.Vector2(self.handle_place(h))
            for k, h in enumerate(self.handles)
            if h.y
        }
        rows = [k for k, box in enumerate(self.rows) if is_in(at, box)]
        near = [k for k in spots if spots[k].distance_to(at) < GRAB_RADIUS]
        if rows or near:
            self.picked = (
                rows[0] if rows else min(near, key=lambda k: spots[k].distance_to(at))
            )
            handle = self.handles[self.picked]
            self.drag = None if rows and handle.y else handle

    def pull(self, at: Corner) -> None:
        """Move what is dragged to the pointer."""
        handle = self.drag
        if handle == "u":
            self.hold_at(fraction(at[0], self.track[0][0], self.track[1][0]))
        elif isinstance(handle, Handle) and handle.y:
            place = [(a - corner) / self.scale for a, corner in zip(at, self.corner)]
            self.change(handle.drag(self.state, place))
        elif isinstance(handle, Handle):
            low, high = handle.low[0], handle.high[0]
            value = low + fraction(at[0], *look.HANDLE_TRACK) * (high - low)
            self.change(handle.move(self.state, [value]))

    def update(self, seconds: float) -> None:
        """Let u run, unless it is held."""
        if not self.held and self.drag != "u":
            seconds = self.seconds + seconds / 2**self.slowness
            self.seconds = seconds % (self.until * FIGURE_PERIOD + U_REST)
            self.state = replace(
                self.state, u=min(self.seconds / FIGURE_PERIOD, self.until)
            )

    def caption(self) -> list[look.PlacedBlock]:
        """Return the text under the figure, which says what it shows."""
        (left, top), (wide, high) = self.corner, (size * self.scale for size in FIGURE)
        text = look.Block(self.lesson.words(self.state))
        return look.stack_blocks([text], (left, top + high + 4), wide, term_lines)

    def draw(self, canvas: Canvas) -> None:
        """Draw the figure with its handles, its caption and sliders."""
        chosen = self.picked % max(1, len(self.handles))
        with figure_at(canvas, self.corner, FIGURE, self.scale) as figure:
            figure.lit = self.layer
            figure.hides = figure.hides if self.reveals else is_hidden
            self.lesson.figure(figure, replace(self.state, reveals=self.reveals))
            self.layers = [
                role for role in TERMS if self.reveals and role in figure.roles
            ]
            self.layer = self.layer if self.layer in self.layers else ""
            for k, handle in enumerate(self.handles):
                if handle.y:
                    look.draw_handle(canvas, self.handle_place(handle), k == chosen)
        if self.reveals:
            look.draw_blocks(canvas, self.caption())
            look.draw_time_slider(canvas, *self.track, self.state.u, self.held)
        for k, (handle, (low, _)) in enumerate(zip(self.handles, self.rows)):
            values = handle.values(self.state)
            along = (
                None if handle.y else fraction(values[0], handle.low[0], handle.high[0])
            )
            written = ", ".join(f"{round(value, 2):g}" for value in values)
            look.draw_handle_row(canvas, low, handle.label, written, along, k == chosen)
