"""How does a figure live?

Its u runs from 0 to 1, rests, and runs again; it can be held and put anywhere, and what its handles
name can be dragged, or stepped by keys.
"""

from __future__ import annotations

from collections.abc import Callable
from math import floor

import pygame

from ...study.lesson import FIGURE, Handle, Lesson, State
from ...study.stepped import stepped
from ...view import widgets as look
from ...view.canvas import Canvas, fraction
from ...view.overlay import Past, Seen, draw_overlay
from ...view.screen import PAGE, Point
from ...view.shapes import Box, Corner, is_in

PERIOD, REST, TEASER = 2.5, 0.7, 0.3
"""s in which u runs from 0 to 1; s for which it rests there; how far it runs before the bet."""
U_STEP = 0.01
NEAR = 14.0
"""px of the page around a handle in which a press takes it."""
TIME_Y, ROWS_END = 323.0, 330.0
SMALL, LARGE = ((3.0, 42.0), 1.0), ((10.0, 42.0), 1.15)
"""Where the figure begins, px of the page, and its scale: beside the code, and else."""
COLUMN = 340.0
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Live:
    """A lesson's figure and its state.

    Args:
        lesson: whose.
        changed: called when a number was changed, but not by time.
        room: a state with a room's own boxes, if there is one.
    """

    def __init__(self, lesson: Lesson, changed: Callable[[], None], room: State) -> None:
        self.lesson, self.changed, self.room = lesson, changed, room
        self.picked, self.in_room = 0, False
        """Which handle is chosen; whether it began with the room's boxes."""
        self.drag: str | Handle | None = None
        """What the pointer holds: a handle, or "u"."""
        self.state = dict(lesson.state)
        self.show("bet")
        self.reset()

    def show(self, step: str) -> None:
        """Be as a step of the lesson needs it: before the bet only a part of the way, beside the
        code small, in front of a question still but for u."""
        self.corner, self.scale = SMALL if step == "read" else LARGE
        self.until = TEASER if step == "bet" else 1.0
        self.runs = "u" in self.state and step != "bet"
        changes = self.lesson.handles if step in ("drag", "reveal", "read", "modify") else ()
        self.handles = [h for h in changes if h.y or step != "read"]
        top = ROWS_END - look.ROW * len(self.handles)
        tops = [top + look.ROW * k for k in range(len(self.handles))] if step != "read" else []
        self.rows: list[Box] = [((COLUMN, y), (PAGE[0] - 8, y + look.ROW)) for y in tops]
        self.seconds, self.held = 0.0, False
        if step == "bet" and self.in_room:
            self.reset()  # Its question is about the lesson's own boxes.

    def reset(self) -> None:
        """Be as at first: with the room's boxes and with the lesson's own by turns."""
        self.in_room = bool(self.room) and not self.in_room
        self.state = dict(self.room if self.in_room else self.lesson.state)
        self.seconds, self.held = 0.0, False

    @property
    def track(self) -> tuple[Corner, Corner]:
        """From where to where the slider for u goes."""
        left = self.corner[0]
        return (left + 26, TIME_Y), (left + FIGURE[0] * self.scale - 46, TIME_Y)

    def spot(self, handle: Handle) -> Corner:
        """Return where a handle is seen."""
        x, y = (self.state[name] for name in handle[1:3])
        if handle.base:
            x, y = (a + self.state[name] for a, name in zip((x, y), handle.base))
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    def change(self, name: str, value: float) -> None:
        """Change a number of the state; time stands still where it was put."""
        self.state[name] = value
        if name == "u":
            self.held, self.seconds = True, value * PERIOD
        self.changed()

    def move(self, handle: Handle, place: Point) -> None:
        """Give a handle's numbers the nearest values that they may have."""
        for name, value, low, high in zip(handle[1:3], place, handle.low, handle.high):
            if name:
                most = floor((high - low) / handle.step + 1e-9)
                steps = min(max(round((value - low) / handle.step), 0), most)
                self.change(name, round(low + steps * handle.step, 6))

    def do(self, verb: str, times: int) -> None:
        """Do what a key says; steps of handles so many times."""
        if verb == "hold":
            self.held = not self.held
        elif verb in ("earlier", "later") and self.runs:
            u = self.state["u"] + (U_STEP if verb == "later" else -U_STEP)
            self.change("u", min(max(round(u, 2), 0.0), 1.0))
        elif verb in ("handle", "handle before") and self.handles:
            self.picked = (self.picked + (1 if verb == "handle" else -1)) % len(self.handles)
        elif verb in WAYS and self.handles:
            handle = self.handles[self.picked % len(self.handles)]
            values = self.state[handle.x], self.state.get(handle.y, 0.0)
            stride = times * handle.step
            self.move(handle, [value + stride * way for value, way in zip(values, WAYS[verb])])

    def press(self, at: Corner) -> None:
        """The pointer was pressed there, px of the page: take what is there."""
        (left, y), (right, _) = self.track
        if self.runs and is_in(at, ((left - 24, y - 9), (left - 6, y + 9))):
            self.do("hold", 1)
        elif self.runs and is_in(at, ((left - 6, y - 9), (right + 6, y + 9))):
            self.drag = "u"
        spots = {k: pygame.Vector2(self.spot(h)) for k, h in enumerate(self.handles) if h.y}
        rows = [k for k, box in enumerate(self.rows) if is_in(at, box)]
        near = [k for k in spots if spots[k].distance_to(at) < NEAR]
        if rows or near:
            self.picked = rows[0] if rows else min(near, key=lambda k: spots[k].distance_to(at))
            handle = self.handles[self.picked]
            self.drag = None if rows and handle.y else handle

    def pull(self, at: Corner) -> None:
        """Let what is held follow the pointer."""
        handle = self.drag
        if handle == "u":
            self.change("u", fraction(at[0], self.track[0][0], self.track[1][0]))
        elif isinstance(handle, Handle) and handle.y:
            base = [self.state[name] for name in handle.base] if handle.base else (0.0, 0.0)
            places = zip(at, self.corner, base)
            self.move(handle, [(a - corner) / self.scale - b for a, corner, b in places])
        elif isinstance(handle, Handle):
            low, high = handle.low[0], handle.high[0]
            self.move(handle, (low + fraction(at[0], *look.TRACK) * (high - low),))

    def update(self, seconds: float) -> None:
        """Let u run."""
        if not self.held and self.drag != "u" and "u" in self.state:
            self.seconds = (self.seconds + seconds) % (self.until * PERIOD + REST)
            self.state["u"] = min(self.seconds / PERIOD, self.until)

    def said(self) -> list[look.Placed]:
        """Return what the figure shows, in words, under it."""
        (left, top), (wide, high) = self.corner, (size * self.scale for size in FIGURE)
        words = look.Block(self.lesson.words(self.state))
        return look.stack([words], (left, top + high + 4), wide)

    def draw_layers(self, canvas: Canvas, layers: frozenset[int]) -> None:
        """Draw layers of the overlay: what the engine reports of the figure's step."""
        if layers and self.lesson.moved:
            world, step = stepped(self.lesson.moved(self.state))
            centers = step.paths.at(self.state["u"], world.space.center)
            draw_overlay(canvas, Seen(world, centers, 0.0, [Past(*step, world.predicted)]), layers)

    def draw(self, canvas: Canvas, layers: frozenset[int]) -> None:
        """Draw the figure with its handles and layers of the overlay, what it shows in words, and
        all sliders."""
        tells = self.until == 1
        state = self.state | ({"told": float(tells)} if "told" in self.state else {})
        chosen = self.picked % max(1, len(self.handles))
        with look.figure_at(canvas, self.corner, FIGURE, self.scale, tells) as figure:
            self.lesson.figure(figure, state)
            self.draw_layers(figure.canvas, layers)
            for k, handle in enumerate(self.handles):
                if handle.y:
                    look.draw_handle(canvas, self.spot(handle), k == chosen)
        if tells:
            look.draw_blocks(canvas, self.said())
        if self.runs:
            look.draw_time(canvas, *self.track, self.state["u"], self.held)
        for k, (handle, (low, _)) in enumerate(zip(self.handles, self.rows)):
            values = [self.state[name] for name in handle[1:3] if name]
            along = None if handle.y else fraction(values[0], handle.low[0], handle.high[0])
            written = ", ".join(f"{round(value, 2):g}" for value in values)
            look.draw_handle_row(canvas, low, handle.label, written, along, k == chosen)
