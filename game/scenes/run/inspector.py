"""What became of two bodies, and why?

On the left both boxes at a time within the tick, when their shadows overlap, and the
reason in words; on the right the lines of sweep.py that decided, with their values.
Keys and buttons go through the ticks of a held run and through its bodies.
"""

from __future__ import annotations

from functools import partial

from pygame import Surface
from pygame.event import Event

from ...collision import sweep
from ...collision.aabb import Vector
from ...collision.sweep import overlap_times
from ...controls import CODE_KEYS
from ...simulation.elements import Blade
from ...study.explain import Outcome, as_test, explain
from ...study.figures import draw_time_bars
from ...study.lesson import FIGURE
from ...study.pair import (
    ROOM,
    Moment,
    box_at,
    contact_times,
    contacts_of,
    describe_body,
    describe_piece,
    draw_pair,
    others_by_distance,
    pair_at,
)
from ...study.prose import term_lines
from ...study.values import annotate
from ...view import palette
from ...view.canvas import Canvas, fraction
from ...view.figure_canvas import figure_at
from ...view.page import blank_page
from ...view.screen import PAGE
from ...view.shapes import is_in
from ...view.widgets import (
    CODE_PITCH,
    CODE_SIZE,
    TEXT_SIZE,
    Block,
    draw_blocks,
    draw_button,
    draw_strokes,
    draw_track,
    stack_blocks,
)
from ..learn.code import CODE_BUTTONS, CodePane
from ..learn.live import TIME_Y
from ..scene import Scene, Stage
from ..shell.menu import VERB_STEPS, PageScene, button_row
from .held import POINTER_RELEASES, Timeline
from .run import Run

PAIR_AT = (3.0, 37.0)
"""px of the page: the figure."""
REASON_AT = (3.0, 242.0)
"""px of the page: the text under it."""
U_LEFT = 12.0
U_RIGHT = 222.0
"""px of the page: x of both ends of the slider for u."""
U_START = (U_LEFT, TIME_Y)
U_END = (U_RIGHT, TIME_Y)
LETTERS = "AB"
"""The names of the two bodies."""
BODY_BUTTONS = ((8, 10), (140, 28)), ((146, 10), (278, 28))
"""px of the page: the buttons of A and B."""
INSPECTOR_LABELS = {
    "back": "Esc back",
    "before": "[ tick",
    "after": "tick ]",
    "swap": "Tab: A or B",
    "left": "left: nearer",
    "right": "right: farther",
    "copy": "C copy as test",
}
INSPECTOR_BUTTONS = button_row(INSPECTOR_LABELS, (8.0, 335.0), 18.0) | CODE_BUTTONS
INSPECTOR_KEYS = CODE_KEYS | {
    ord("["): "before",
    ord("]"): "after",
    ord("c"): "copy",
    ord("\t"): "swap",
    ord(","): "earlier",
    ord("."): "later",
    ord("s"): "line",
    ord("d"): "docstrings",
}
BLADE_NOTE = "The blade turns: this sweep is of the box around it."
FACTS_TOP = 285.0
"""px of the page: y of the numbers of the chosen body, above the slider for u."""
FACT_WIDTH = 136.0
"""px of the page from a number to the one beside it."""
MOST_NORMALS = 2
"""The most contacts of which the normals are written."""


class InspectorScene(PageScene):
    """Two bodies of a run that is held.

    Args:
        stage: what scenes share.
        run: the run; this scene moves it through its time.
        pair: the ids of the two bodies, A and B.
        back: the scene to which Esc leads.
    """

    keys = INSPECTOR_KEYS
    buttons = INSPECTOR_BUTTONS

    def __init__(
        self, stage: Stage, run: Run, pair: tuple[int, int], back: Scene
    ) -> None:
        super().__init__(stage, back)
        self.run = run
        self.bodies = pair
        self.timeline = Timeline(run)
        self.timeline.take_clock()
        self.chosen = 1
        """The index of the chosen body: 0 is A, 1 is B."""
        self.drags = False
        """Whether the pointer drags the slider for u."""
        self.pane = CodePane()
        self.message = ""
        self.go_to_contact()

    def go_to_contact(self) -> None:
        """If the run stands at the end of a tick, go back to the first contact of the
        two bodies within this tick, if they have one."""
        if self.run.u == 1.0:
            times = self.contact_times()
            if times:
                self.run.draw_at(times[0])

    def contact_times(self) -> list[float]:
        """Return the times within the tick of the contacts of the two bodies."""
        a, b = self.bodies
        return contact_times(self.run.world, a, b)

    def go_to(self, tick: int) -> None:
        """Go to another tick, and to other bodies if these do not exist there."""
        self.run.seek(tick)
        self.run.draw_at(1.0)
        self.replace_dead()
        self.go_to_contact()

    def replace_dead(self) -> None:
        """If one of the two bodies does not exist at this tick, choose the player and
        the body nearest to it."""
        world = self.run.world
        living = set(world.space.living().tolist())
        if not living.issuperset(self.bodies):
            player = world.player.id
            nearest = others_by_distance(world, player, 1.0)[0]
            self.bodies = player, nearest

    def choose(self, step: int) -> None:
        """Put another body in the place of the chosen one: so many places farther from
        the other body, or nearer if negative."""
        fixed = self.bodies[1 - self.chosen]
        bodies = others_by_distance(self.run.world, fixed, self.run.u)
        place = bodies.index(self.bodies[self.chosen]) + step
        other = bodies[place % len(bodies)]
        self.bodies = (other, fixed) if self.chosen == 0 else (fixed, other)

    def do_by_key(self, verb: str, event: Event) -> None:
        """Do the verb of a key. The keys of time move within the tick, and repeat
        while they are held down."""
        if verb in ("earlier", "later"):
            self.note_move()
            self.timeline.hold_key(event.scancode, inside=True)
            self.timeline.move(1 if verb == "later" else -1)
        else:
            self.do(verb)

    def do(self, verb: str) -> None:
        """Do the verb of a key or a button. What the pane of code does not do itself
        lets it show the lines that decide."""
        self.message = ""
        self.replace_dead()
        match verb:
            case "before" | "after":
                self.go_to(self.run.world.ticks + VERB_STEPS[verb])
            case "left" | "right":
                self.choose(VERB_STEPS[verb])
            case "copy":
                case = self.moment().case
                self.message = self.stage.copy(as_test(*case))
            case "swap":
                self.chosen = 1 - self.chosen
        if self.pane.do(verb):
            return
        super().do(verb)
        self.pane.follow_lit_lines()

    def note_move(self) -> None:
        """Forget the message, and show the lines that decide, as the time moves."""
        self.message = ""
        self.pane.follow_lit_lines()

    def wheel(self, turned: int) -> None:
        """Scroll the code by three lines for each notch of the wheel, up if
        positive."""
        self.pane.scroll(-3 * turned)

    def handle(self, event: Event) -> None:
        """Handle an event; a release lets go of the time first."""
        self.timeline.handle_release(event)
        if event.type in POINTER_RELEASES:
            self.drags = False
        super().handle(event)

    def point(self, x: float, y: float, pressed: bool) -> None:
        """The pointer was moved or pressed there, px of the page. It presses buttons,
        chooses a body and drags the slider for u."""
        super().point(x, y, pressed)
        if pressed:
            slider = (U_LEFT - 6, TIME_Y - 9), (U_RIGHT + 6, TIME_Y + 9)
            self.drags = is_in((x, y), slider)
            for k, box in enumerate(BODY_BUTTONS):
                if is_in((x, y), box):
                    self.chosen = k
        if self.drags:
            self.note_move()
            self.run.draw_at(fraction(x, U_LEFT, U_RIGHT))

    def update(self, seconds: float) -> None:
        """Let real time pass for a key that is held down."""
        self.timeline.update(seconds, speed=1.0)
        self.replace_dead()

    def draw(self, surface: Surface) -> None:
        """Draw the page."""
        super().draw(surface)
        canvas = blank_page(surface)
        moment = self.moment()
        outcome = explain(*moment.case)
        self.draw_head(canvas)
        with figure_at(canvas, PAIR_AT, FIGURE) as figure:
            draw_time_bars(figure, outcome, moment.u, (2.0, 122.0), 268.0)
            surface.set_clip(figure.canvas.screen.rect((0.0, 0.0), ROOM))
            draw_pair(figure, moment)
        self.draw_reason(canvas, outcome.reason)
        self.draw_facts(canvas, moment)
        self.draw_time(canvas)
        self.draw_code(canvas, moment, outcome)
        self.draw_buttons(canvas)

    def moment(self) -> Moment:
        """Return what a sweep of the two bodies is about at the time that is drawn."""
        a, b = self.bodies
        return pair_at(self.run.world, a, b, self.run.u)

    def draw_head(self, canvas: Canvas) -> None:
        """Draw a button for each body, and the tick."""
        world = self.run.world
        for k, box in enumerate(BODY_BUTTONS):
            name = describe_body(world, self.bodies[k])
            draw_button(canvas, box, f"{LETTERS[k]}: {name}", k == self.chosen)
        tick = f"tick {world.ticks:,} of {self.run.history.end:,}"
        canvas.text(tick, (PAGE[0] - 8, 19), palette.TEXT, TEXT_SIZE, (1, 0.5))

    def draw_reason(self, canvas: Canvas, reason: str) -> None:
        """Write the message; if there is none, why the bodies hit or miss."""
        block = Block(self.reason_text(reason))
        if self.message:
            block = Block(self.message, palette.GOAL)
        placed = stack_blocks([block], REASON_AT, FIGURE[0], term_lines)
        draw_blocks(canvas, placed)

    def reason_text(self, reason: str) -> str:
        """Return a reason as a sentence. If one of the bodies is a blade, the part of
        the reason before its first semicolon, and BLADE_NOTE."""
        sentence = reason[0].upper() + reason[1:]
        if self.run.world.bodies.of(Blade).keys().isdisjoint(self.bodies):
            return f"{sentence}."
        first_part = sentence.partition(";")[0].strip(".")
        return f"{first_part}. {BLADE_NOTE}"

    def draw_facts(self, canvas: Canvas, moment: Moment) -> None:
        """Write the numbers of the chosen body, two in a row."""
        letter = LETTERS[self.chosen]
        for k, (name, (x, y)) in enumerate(self.facts(moment)):
            row, column = divmod(k, 2)
            left = REASON_AT[0] + FACT_WIDTH * column
            top = FACTS_TOP + CODE_PITCH * row
            words = f"{letter} {name:9}({x:,.6g}, {y:,.6g})"
            canvas.text(words, (left, top), palette.QUIET, CODE_SIZE)

    def facts(self, moment: Moment) -> list[tuple[str, Vector]]:
        """Return the numbers of the chosen body with their names: its box and velocity,
        px and px/s, and the normals of at most MOST_NORMALS contacts in this tick."""
        world = self.run.world
        id = self.bodies[self.chosen]
        box = box_at(world, id, self.run.u)
        # Adding 0 makes -0 a 0; dt is 0 before the first tick.
        velocity = moment.pieces[self.chosen].slope / (world.time.dt or 1.0) + 0.0
        found = [
            ("min", box.min),
            ("max", box.max),
            ("centre", box.center),
            ("velocity", tuple(velocity.tolist())),
        ]
        contacts = contacts_of(world)
        rows = (contacts.mover == id) | (contacts.other == id)
        for normal in contacts.normal[rows][:MOST_NORMALS].tolist():
            found.append(("normal", tuple(normal)))
        return found

    def draw_time(self, canvas: Canvas) -> None:
        """Draw the slider for u, and a stroke for each contact of the two bodies."""
        draw_track(canvas, U_START, U_END, self.run.u, palette.PLAYER)
        words = f"u {self.run.u:.3f}"
        canvas.text(words, (271, TIME_Y), palette.TEXT, TEXT_SIZE, (1, 0.5))
        draw_strokes(canvas, U_START, U_END, self.contact_times(), palette.WALL)

    def draw_code(self, canvas: Canvas, moment: Moment, outcome: Outcome) -> None:
        """Draw the code of the sweep with the values of its lines, and below it which
        pieces of the bodies' paths are swept."""
        call = partial(sweep, *moment.case)
        self.pane.draw(canvas, annotate((overlap_times, sweep), call, outcome.lines))
        where = ", ".join(map(describe_piece, LETTERS, moment.pieces))
        if moment.begin:
            where += f"; swept from u {moment.begin:.3f}"
        canvas.text(where, (281, 328), palette.QUIET, TEXT_SIZE, (0, 0.5))
        right = PAGE[0] - 3
        canvas.text("u:  ,  .", (right, 344), palette.QUIET, TEXT_SIZE, (1, 0.5))
