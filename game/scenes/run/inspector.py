"""What became of two bodies, and why?

On the left both boxes at a time within the tick, when their shadows overlap, and the
reason in words; on the right the lines of sweep.py that decided, with their values.
Keys and buttons go through the ticks of a held run and through its bodies.
"""

from __future__ import annotations

from functools import partial

import pygame

from ...collision import sweep
from ...collision.sweep import overlap_times
from ...controls import CODE_KEYS
from ...study import pair as pairs
from ...study.explain import as_test, explain
from ...study.figures import draw_time_bars
from ...study.lesson import FIGURE
from ...study.prose import term_lines
from ...study.values import annotate
from ...view import palette
from ...view import widgets as look
from ...view.canvas import fraction, point_between
from ...view.figure_canvas import figure_at
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import Box, is_in
from ...view.widgets import Block
from ..learn.code import CODE_BUTTONS, CodePane
from ..learn.live import TIME_Y
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, PageScene, button_row
from .held import RELEASES, Timeline
from .run import Run

PAIR_AT, REASON_AT, U_TRACK = (
    (3.0, 37.0),
    (3.0, 242.0),
    ((12.0, TIME_Y), (222.0, TIME_Y)),
)
"""px of the page: the figure, the text under it, and the ends of the slider for u."""
BODY_BUTTONS: tuple[Box, Box] = ((8, 10), (140, 28)), ((146, 10), (278, 28))
INSPECTOR_LABELS = {"back": "Esc back", "before": "[ tick", "after": "tick ]"}
INSPECTOR_LABELS |= {
    "swap": "Tab: A or B",
    "left": "left: nearer",
    "right": "right: farther",
}
INSPECTOR_LABELS |= {"copy": "C copy as test"}
INSPECTOR_BUTTONS = button_row(INSPECTOR_LABELS, (8.0, 335.0), 18.0) | CODE_BUTTONS
INSPECTOR_KEYS = CODE_KEYS | {ord("["): "before", ord("]"): "after", ord("c"): "copy"}
INSPECTOR_KEYS |= {ord("\t"): "swap", ord(","): "earlier", ord("."): "later"}
INSPECTOR_KEYS |= {ord("s"): "line", ord("d"): "docstrings"}
BLADE_NOTE = "The blade turns: this sweep is of the box around it."
FACTS, FACTS_TOP = ("min", "max", "centre", "velocity", "normal", "normal"), 285.0
"""The numbers of the chosen body; px of the page: their y, above the slider for u."""


class InspectorScene(PageScene):
    """Two bodies of a run that is held.

    Args:
        stage: what scenes share.
        run: the run; this scene moves it through its time.
        pair: their ids.
        back: the scene to which Esc leads.
    """

    keys, buttons = INSPECTOR_KEYS, INSPECTOR_BUTTONS

    def __init__(
        self, stage: Stage, run: Run, pair: tuple[int, int], back: Scene
    ) -> None:
        super().__init__(stage, back)
        self.run, self.bodies = run, pair
        self.timeline = Timeline(run)
        self.timeline.take_clock()
        self.chosen, self.drags = 1, False
        self.pane = CodePane()
        self.message = ""
        self.go_to_contact()

    def go_to_contact(self) -> None:
        """At the end of a tick, go back to the contact of the two bodies in it, if
        any."""
        if self.run.clock.alpha == 1.0:
            self.run.clock.alpha = (
                *pairs.contact_times(self.run.world, *self.bodies),
                1.0,
            )[0]

    def go_to(self, tick: int) -> None:
        """Go to another tick, and to other bodies if these do not exist there."""
        self.run.seek(tick)
        self.run.clock.alpha = 1.0
        self.replace_dead()
        self.go_to_contact()

    def replace_dead(self) -> None:
        """Choose the player and the body nearest to it if these do not exist at this
        tick."""
        world = self.run.world
        if not {*self.bodies} <= {*world.space.living().tolist()}:
            self.bodies = (
                world.player.id,
                pairs.others_by_distance(world, world.player.id, 1.0)[0],
            )

    def choose(self, step: int) -> None:
        """Choose the next body by its distance from the other one, or the previous
        one."""
        fixed = self.bodies[1 - self.chosen]
        bodies = pairs.others_by_distance(self.run.world, fixed, self.run.u)
        place = bodies.index(self.bodies[self.chosen]) + step
        other = bodies[place % len(bodies)]
        self.bodies = (fixed, other) if self.chosen else (other, fixed)

    def do_by_key(self, verb: str, event: pygame.event.Event) -> None:
        """Do what a key names; keys of time repeat while they are held down."""
        if verb in ("earlier", "later"):
            self.message = ""
            self.pane.follow_lit_lines()
            self.timeline.hold_key(event.scancode, inside=True)
            self.timeline.move(1 if verb == "later" else -1)
        else:
            self.do(verb)

    def do(self, verb: str) -> None:
        """Do what a key or a button names."""
        self.message = ""
        self.replace_dead()
        if verb in ("before", "after"):
            self.go_to(self.run.world.ticks + VERB_STEPS[verb])
        elif verb in ("left", "right"):
            self.choose(VERB_STEPS[verb])
        elif verb == "copy":
            pair = pairs.pair_at(self.run.world, *self.bodies, self.run.u).case
            self.message = self.stage.copy(as_test(*pair))
        elif verb == "swap":
            self.chosen = 1 - self.chosen
        if self.pane.do(verb):
            return
        super().do(verb)
        self.pane.follow_lit_lines()

    def wheel(self, turned: int) -> None:
        """Scroll the code by the wheel."""
        self.pane.scroll(-3 * turned)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if event.type in RELEASES:
            self.timeline.release(event.dict.get("scancode"))
            self.drags &= event.type == pygame.KEYUP
        super().handle(event)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """Take the pointer: it presses buttons, chooses a body and drags the time."""
        super().point(x, y, pressed)
        if pressed:
            (left, row), (right, _) = U_TRACK
            self.drags = is_in((x, y), ((left - 6, row - 9), (right + 6, row + 9)))
            for k, box in enumerate(BODY_BUTTONS):
                self.chosen = k if is_in((x, y), box) else self.chosen
        if self.drags:
            self.message = ""
            self.pane.follow_lit_lines()
            self.run.clock.alpha = fraction(x, U_TRACK[0][0], U_TRACK[1][0])

    def update(self, seconds: float) -> None:
        """Let real time pass for a key that is held down."""
        self.timeline.update(seconds, 1.0)
        self.replace_dead()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        super().draw(surface)
        canvas, world = blank_page(surface), self.run.world
        pair = pairs.pair_at(world, *self.bodies, self.run.u)
        outcome = explain(*pair.case)
        for k, (id, box) in enumerate(zip(self.bodies, BODY_BUTTONS)):
            name = f"{'AB'[k]}: {pairs.describe_body(world, id)}"
            look.draw_button(canvas, box, name, k == self.chosen)
        tick = f"tick {world.ticks:,} of {self.run.history.end:,}"
        canvas.text(tick, (PAGE[0] - 8, 19), palette.TEXT, look.TEXT_SIZE, (1, 0.5))

        with figure_at(canvas, PAIR_AT, FIGURE) as figure:
            draw_time_bars(figure, outcome, pair.u, (2.0, 122.0), 268.0)
            surface.set_clip(figure.canvas.screen.rect((0.0, 0.0), pairs.ROOM))
            pairs.draw_pair(figure, pair)

        reason = f"{outcome.reason[0].upper()}{outcome.reason[1:]}."
        if {*self.bodies} & {*world.blades}:
            reason = f"{reason.partition(';')[0].strip('.')}. {BLADE_NOTE}"
        blocks = [
            Block(
                self.message or reason, palette.GOAL if self.message else palette.TEXT
            )
        ]
        look.draw_blocks(
            canvas, look.stack_blocks(blocks, REASON_AT, FIGURE[0], term_lines)
        )
        id, piece = self.bodies[self.chosen], pair.pieces[self.chosen]
        body = pairs.box_at(world, id, self.run.u)
        rows = zip(*(world.step.contacts if world.step else ()))
        normals = [
            normal for mover, other, _, normal, *_ in rows if id in (mover, other)
        ][:2]
        values = (
            body.min,
            body.max,
            body.center,
            piece.slope / (world.dt or 1.0) + 0.0,
            *normals,
        )
        for k, (name, (x, y)) in enumerate(zip(FACTS, values)):
            at = REASON_AT[0] + 136.0 * (k % 2), FACTS_TOP + look.CODE_PITCH * (k // 2)
            words = f"{'AB'[self.chosen]} {name:9}({x:,.6g}, {y:,.6g})"
            canvas.text(words, at, palette.QUIET, look.CODE_SIZE)
        look.draw_track(canvas, *U_TRACK, self.run.u, palette.PLAYER)
        canvas.text(
            f"u {self.run.u:.3f}", (271, TIME_Y), palette.TEXT, look.TEXT_SIZE, (1, 0.5)
        )
        for contact_u in pairs.contact_times(world, *self.bodies):
            x, y = point_between(*U_TRACK, contact_u)
            canvas.bar((x, y - 6), (x, y + 6), palette.WALL)

        lines = annotate(
            (overlap_times, sweep), partial(sweep, *pair.case), outcome.lines
        )
        self.pane.draw(canvas, lines)
        where = ", ".join(map(pairs.describe_piece, "AB", pair.pieces))
        where += f"; swept from u {pair.begin:.3f}" if pair.begin else ""
        canvas.text(where, (281, 328), palette.QUIET, look.TEXT_SIZE, (0, 0.5))
        canvas.text(
            "u:  ,  .", (PAGE[0] - 3, 344), palette.QUIET, look.TEXT_SIZE, (1, 0.5)
        )
        self.draw_buttons(canvas)
