"""What is set while a run is studied, and which pages study it?

Its speed, its place in time, the bodies that were picked. It can be inspected, compared
with other methods, and there is a lesson about its room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...simulation.begin import begin
from ...simulation.methods import Method, parse_method
from ...simulation.player import Controls
from ...simulation.world import World
from ...study.pair import body_at, box_at, last_solid
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import RoomPage
from ...view.screen import PAGE
from ...view.shapes import Corner
from ..scene import Scene
from .held import Timeline
from .run import METHOD_NAMES, SPEEDS, ReadControls, Run

Calls = dict[str, Callable[[], object]]
"""What each verb calls, by the verb's name."""
Page = Callable[[Scene], Scene]
"""Makes a page about a run from the scene of the run, to which it leads back."""
LETTER_MARGIN = 12.0
"""px: how far the letter of a marked body stays inside the picture."""


class Study:
    """What studies the runs of a scene, one after the other.

    Args:
        read: returns the controls of new ticks.
        recorded: returns those of all ticks until now, for the comparison.
        disqualify: lets the run earn nothing; its argument says why, in a word.
    """

    def __init__(
        self,
        read: ReadControls,
        recorded: Callable[[], Sequence[Controls]],
        disqualify: Callable[[str], None],
    ) -> None:
        self.read = read
        self.recorded = recorded
        self.disqualify = disqualify
        self.speed = 0
        """The index of the run's speed in SPEEDS; 0: full speed."""
        self.shows_counters = False

    def begin(self, run: Run) -> None:
        """Study another run, at the same speed."""
        self.run = run
        self.timeline = Timeline(run, self.read)
        self.forget_bodies()

    def forget_bodies(self) -> None:
        """Forget which bodies were picked and inspected."""
        self.picked: int | None = None
        """The id of the body that the pointer picked, if any; it is inspected together
        with the next one."""
        self.pair: Callable[[], tuple[int, ...]] = tuple
        """Returns the ids of the two bodies that were inspected last; none if none
        were."""

    def calls(self, lead_to: Callable[[Page], None]) -> Calls:
        """Return what the verbs call that study a run; lead_to leaves for a page."""
        timeline = self.timeline
        return {
            "earlier": partial(timeline.move, -1),
            "later": partial(timeline.move, 1),
            "tick": timeline.tick_anew,
            "slower": partial(self.change_speed, 1),
            "faster": partial(self.change_speed, -1),
            "method": self.next_method,
            "counters": self.toggle_counters,
            "lesson": partial(lead_to, self.lesson),
            "inspect": partial(lead_to, self.inspector),
            "compare": partial(lead_to, self.comparison),
        }

    def change_speed(self, slower: int) -> None:
        """Make the run slower by so many places in SPEEDS; faster if negative."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + slower))
        if self.speed:
            self.disqualify("slowed")

    def next_method(self, step: int = 1) -> None:
        """Move bodies from now on by the method so many places on in METHOD_NAMES, in a
        circle. From a method that is not in it, a step forward leads to the first name,
        a step back to the last."""
        name = self.run.world.method.name
        if name in METHOD_NAMES:
            place = METHOD_NAMES.index(name) + step
        else:
            place = min(step, 0)
        method = parse_method(METHOD_NAMES[place % len(METHOD_NAMES)])
        self.run.stage.method = method
        self.run.switch(method)
        self.disqualify(method.name)

    def toggle_counters(self) -> None:
        """Show the counters of a tick, or hide them."""
        self.shows_counters = not self.shows_counters

    def body_at(self, at: Corner) -> int | None:
        """Return the id of the body at a place, px of the world; None: there is
        none."""
        return body_at(self.run.world, at, self.run.u)

    def pick(self, body: int | None) -> tuple[int, int] | None:
        """Pick a body by its id; if another one is picked already, return the pair of
        both, to be inspected. None, or the body that is picked already: put that one
        back."""
        if self.picked is None:
            self.picked = body
        elif body is None or body == self.picked:
            self.picked = None
        else:
            return self.picked, body
        return None

    def lesson(self, back: Scene) -> Scene:
        """Return the lesson about the room."""
        from ..learn.lesson import lesson_of  # The import reads all lessons.

        return lesson_of(self.run.stage, self.run.world, back)

    def inspector(self, back: Scene, pair: tuple[int, int] | None = None) -> Scene:
        """Return the inspector of a pair of bodies, given by their ids; of None: of the
        player and the solid that it hit last."""
        from .inspector import InspectorScene  # It reads code, which takes a while.

        self.timeline.release()
        scene = InspectorScene(
            self.run.stage, self.run, pair or self.last_contact(), back
        )
        self.pair = lambda: scene.bodies
        return scene

    def last_contact(self) -> tuple[int, int]:
        """Return the ids of the player and of the solid that it hit last."""
        world = self.run.world
        contacts, ages = self.run.recent.contacts.newest_of_player()
        # The steps are in order, the newest first, but the contacts of a step are in
        # the order of time: reversed and sorted by age, the last contact is the first.
        newest_first = ages[::-1].argsort(kind="stable")
        hits = contacts.other[::-1][newest_first].tolist()
        return world.player.id, last_solid(world, hits, self.run.u)

    def comparison(self, back: Scene) -> Scene:
        """Return the scene that repeats the run by three methods side by side."""
        from .compare import CompareScene

        return CompareScene(self.run.stage, self.first_world, self.recorded(), back)

    def first_world(self, method: Method) -> World:
        """Return the world in which the run began, moved by a method."""
        world = self.run.world
        return begin(self.run.room, world.seed, world.tick_rate, method, world.assist)

    def draw(self, page: RoomPage, room: Canvas, is_held: bool) -> None:
        """Draw the counters if they are chosen, the timeline if the run is held, and on
        the canvas of the room the marks of bodies."""
        if self.shows_counters:
            self.timeline.draw_counters(page)
        if is_held:
            self.timeline.draw(page, self.run.stage.overlay)
        self.draw_marks(room)

    def draw_marks(self, room: Canvas) -> None:
        """Draw a frame and a letter at the body that is picked; if none is, at both
        bodies of the pair that was inspected last."""
        world = self.run.world
        marked = self.pair() if self.picked is None else (self.picked,)
        colors = (palette.PLAYER, palette.B_COLOR)
        for id, letter, color in zip(marked, "AB", colors):
            if id in world.space.living():
                box = box_at(world, id, self.run.u).expanded((2, 2))
                room.box(box.min, box.max, color, fill=0, width=1)
                left, top = box.min
                x = min(max(left, LETTER_MARGIN), PAGE[0] - LETTER_MARGIN)
                y = min(max(top, LETTER_MARGIN), PAGE[1] - LETTER_MARGIN)
                room.text(letter, (x, y), color, 10.0, (0, 1), bold=True)
