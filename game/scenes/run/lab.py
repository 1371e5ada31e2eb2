"""What if this box were there, that large, and that fast?

The lab is a run that is held before its first tick, and shows the sweep of that tick.
Its bodies are dragged, or changed by the rows beside them; then the run starts. It is
stepped, slowed, rewound, inspected and switched to other methods as any other run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

import pygame
from pygame import K_RETURN, KEYDOWN, K_c, Surface
from pygame.event import Event

from ...collision import Kind, Response
from ...controls import DIRECTIONS, POINTER_EVENTS, is_left_press, menu_verb, typed_key
from ...simulation.lab import (
    MOST_MOVERS,
    RATES,
    SCENES,
    Lab,
    LabBody,
    lab_room,
    make_lab,
    with_thickness,
)
from ...simulation.player import Controls
from ...study.dials import (
    Dial,
    body_dials,
    drag_body,
    find_grasp,
    handle_places,
    number_dial,
)
from ...study.explain import as_test
from ...study.pair import centers_at, explain_next_hit, next_hit
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import RoomPage
from ...view.overlay import FIRST_CHOSEN, OverlayData, RecentSteps, draw_overlay
from ...view.screen import Screen
from ...view.shapes import Corner, box_around, boxes_around, pad_boxes
from ...view.widgets import LINE_HEIGHT, TEXT_SIZE, draw_handle
from ..scene import Stage
from ..shell.menu import Buttons, button_at, button_row
from ..verbs import CardRow
from .held import BARS_LOW, POINTER_RELEASES
from .key_card import study_rows
from .panel import PANEL_FOOT, PANEL_LEFT, Panel
from .run import METHOD_NAMES, Run
from .run_scene import RunScene
from .study import Calls

GO = Controls((1, 0))
"""The controls of every tick: a run does not begin with idle ones."""
COMPARED = 2
"""s for which three methods are compared before the first tick."""
BODY_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THICKNESSES = [2.0**k for k in range(-6, 7)]
MOVERS = (100, 200, 500, 1_000, 2_000, 5_000, MOST_MOVERS)
FIRST_MOVERS = MOVERS[2:]
"""The possible sizes of the first storm."""
TRIED_FRAMES = 5
"""Frames in which each of them is tried."""
FRAME_SECONDS = 0.013
"""s: the largest median of their times. The rest of 1/60 s is left to the display."""
TICK_RATES = range(RATES[0], RATES[1] + 1)
PREVIEW_LAYERS = FIRST_CHOSEN - {0}
"""The layers that show the first tick before it runs: swept volumes and contacts."""
DRAG_HINT = "drag a body, its corner or its velocity   or arrows, Shift: by ten"
STORM_HINTS = (
    "every wall is solid; with V discrete, walls between two samples are overlooked"
    " and boxes leave",
    "arrows: choose a row and change it, Shift: by ten   or press and drag the rows",
)
LAB_ROWS = [
    ("Space, Enter", "start or hold the run"),
    ("arrows, Shift", "choose a row, change it; by ten"),
    ("C", "copy A and the body that it hits as a test"),
]
"""The rows of the list of keys that only labs have."""


class LabScene(RunScene):
    """The lab.

    Args:
        stage: what scenes share.
        scene: the scene with which it begins, a name in SCENES.
    """

    is_lab = True

    def __init__(self, stage: Stage, scene: str = "thin wall") -> None:
        room = lab_room(make_lab(scene, tick_rate=stage.tick_rate or 60))
        super().__init__(replace(stage, tick_rate=None), room)
        self.lab = room.lab
        self.body = 0
        """The index of the chosen body."""
        self.panel = Panel(self.dials)
        self.drag: tuple[str, Corner] | None = None
        """Which part of the chosen body the pointer drags, "body", "tip" or "size"; and
        how far beside the body's centre it was grasped, px. None: none."""
        self.message = ""
        """What was copied, or how the first storm was chosen."""
        self.outer_stage = stage
        """The stage of all labs; a lab's own has no tick rate."""
        self.timer = stage.timer
        """Measures this lab's first storm; None once that began."""
        self.choose_scene(scene)

    def restart(self) -> None:
        """Begin the run again, with all changes."""
        super().restart()
        self.preview = self.world.copy()
        """The world after the first tick; in a storm before it."""
        if not self.is_storm:
            self.preview.tick(GO)

    @property
    def buttons(self) -> Buttons:
        """The buttons above the panel."""
        go = "Enter go" if self.paused else "Enter hold"
        labels = {"go": go, "again": "R again", "copy": "C copy"}
        return button_row(labels, (453.0, 32.0), 17.0)

    @property
    def is_storm(self) -> bool:
        """Whether there are too many bodies to change one by one."""
        return self.lab.scene == "storm"

    def read_controls(self) -> Controls:
        """Return the controls of every tick."""
        return GO

    def controls(self) -> Sequence[Controls]:
        """Return the recorded controls; before the first tick those of COMPARED
        seconds."""
        return super().controls() or [GO] * (COMPARED * self.lab.tick_rate)

    def change(self, changed: Lab) -> None:
        """Begin again with another lab."""
        room = lab_room(changed)
        self.room = room
        self.lab = room.lab
        self.message = ""
        self.restart()

    def put(self, body: LabBody) -> None:
        """Begin again with another body in place of the chosen one, held before the
        first tick."""
        now = self.lab
        bodies = list(now.bodies)
        bodies[self.body] = body
        self.paused = True
        self.change(now._replace(bodies=tuple(bodies)))

    def choose_scene(self, name: str) -> None:
        """Begin with another scene; the first storm is as large as this computer can
        show."""
        self.body = 0
        self.paused = True
        now = self.lab
        movers = now.movers
        message = ""
        if name == "storm" and self.timer:
            outer = self.outer_stage
            if not outer.first_storm:
                outer.first_storm = measure_storm(self.stage, now, self.timer)
            movers, message = outer.first_storm
            self.timer = None
        self.change(make_lab(name, now.thickness, now.tick_rate, movers))
        self.message = message

    def go_by(self, step: int) -> None:
        """Begin with the next scene, or the previous one."""
        self.dials()[0].turn(step)

    def choose_movers(self, movers: float) -> None:
        """Begin a storm of so many movers."""
        old = self.lab
        storm = make_lab(old.scene, old.thickness, old.tick_rate, int(movers))
        self.change(storm._replace(response=old.response))

    def choose_rate(self, rate: float) -> None:
        """Begin again at another tick rate."""
        self.change(self.lab._replace(tick_rate=int(rate)))

    def choose_response(self, number: int) -> None:
        """Begin again with another response, by its number."""
        self.change(self.lab._replace(response=Response(number)))

    def choose_body(self, body: int) -> None:
        """Choose the body of which the panel shows the numbers, by its index."""
        self.body = body

    def choose_thickness(self, thickness: float) -> None:
        """Begin again with walls of another thickness."""
        self.change(with_thickness(self.lab, thickness))

    def dials(self) -> list[Dial]:
        """Return the rows of the panel: the scene and what else is set for the whole
        lab, then which body is chosen and its numbers. A storm has the number of movers
        instead of a body."""
        now = self.lab
        response = now.response
        rows = [
            number_dial(
                "tick rate", TICK_RATES, now.tick_rate, " Hz", self.choose_rate
            ),
            number_dial(
                "walls", THICKNESSES, now.thickness, " px thick", self.choose_thickness
            ),
            Dial(
                "response",
                response.name.lower(),
                response,
                len(Response),
                self.choose_response,
            ),
            self.method_dial(),
        ]
        scene = scene_dial(now.scene, self.choose_scene)
        if self.is_storm:
            movers = number_dial("movers", MOVERS, now.movers, "", self.choose_movers)
            return [scene, movers, *rows]
        body = now.bodies[self.body]
        name = f"{BODY_NAMES[self.body]} {body.kind}"
        rows.append(Dial("body", name, self.body, len(now.bodies), self.choose_body))
        return [scene, *rows, *body_dials(body, self.put)]

    def method_dial(self) -> Dial:
        """Return the row of the method. One that is not among METHOD_NAMES is shown at
        the place of the first."""
        method = self.world.method.name
        place = METHOD_NAMES.index(method) if method in METHOD_NAMES else 0

        def choose(new_place: int) -> None:
            self.study.next_method(new_place - place)

        return Dial("V method", method, place, len(METHOD_NAMES), choose)

    def handle(self, event: Event) -> None:
        """Handle an event: what only labs have, before all else, unless the list of
        keys is shown."""
        panel = self.panel
        if event.type in POINTER_RELEASES:
            self.drag = None
            panel.drags = False
        panel.repeat.handle(event)
        action = self.devices.action(event)
        direction = menu_verb(event)
        is_key = event.type == KEYDOWN
        if self.shows_keys or action == "away":
            super().handle(event)
        elif event.type in POINTER_EVENTS:
            at = Screen.fit(self.window).world(event.pos)
            if not self.point_at(at, is_left_press(event)):
                super().handle(event)
        elif direction in DIRECTIONS:
            panel.walk(direction, event)
        elif action == "aim" or (is_key and event.key == K_RETURN):
            self.do("go")
        elif is_key and typed_key(event, (K_c,)):
            self.do("copy")
        else:
            super().handle(event)

    def calls(self) -> Calls:
        """Return what the verbs call; a lab has three of its own."""
        lab_calls = {"go": self.go, "again": self.go_again, "copy": self.copy}
        return super().calls() | lab_calls

    def go(self) -> None:
        """Start the run, or hold it."""
        self.message = ""
        self.hold_or_go_on()

    def go_again(self) -> None:
        """Begin the run again."""
        self.message = ""
        self.restart()

    def copy(self) -> None:
        """Copy the player and what it hits next as a test."""
        case, *_ = next_hit(self.world, GO)
        self.message = self.stage.copy(as_test(*case))

    def point_at(self, at: Corner, pressed: bool) -> bool:
        """Handle the pointer, which was moved or pressed at a place, px of the page.
        Return False if this means nothing that only labs have.

        A motion moves what is dragged. A press presses a button or a row, or takes hold
        of a body that has not moved yet; anywhere else above the panel's foot it starts
        or holds the run. But the bodies of a run that is held after its first tick are
        picked as in any run.
        """
        if not pressed:
            return self.pull(at)
        x, y = at
        has_begun = self.world.ticks > 0
        is_above = y < PANEL_FOOT
        if verb := button_at(self.buttons, at):
            self.do(verb)
        elif is_above and x >= PANEL_LEFT:
            self.panel.press(at)
        elif not has_begun and self.grasp(at):
            return True
        elif is_above and not (self.paused and has_begun):
            self.do("go")
        else:
            return False
        return True

    def grasp(self, at: Corner) -> bool:
        """Choose the body at a place, and begin to drag it or its handle there. Return
        whether there is one; in a storm there is none."""
        found = None if self.is_storm else find_grasp(self.lab, self.body, at)
        if found is None:
            return False
        kind, self.body, beside = found
        self.drag = kind, beside
        return True

    def pull(self, at: Corner) -> bool:
        """Move what is dragged, if anything, to the pointer, in whole px; return
        whether anything is."""
        if self.panel.drags:
            self.panel.pull(at[0])
        elif self.drag:
            kind, beside = self.drag
            now = self.lab
            body = now.bodies[self.body]
            self.put(drag_body(body, kind, beside, at, now.tick_rate))
        else:
            return False
        return True

    def update(self, seconds: float) -> None:
        """Let real time pass; the timeline stays below the panel."""
        self.panel.repeat.update(seconds)
        super().update(seconds)
        self.study.timeline.rows = BARS_LOW

    def notes(self) -> list[str]:
        """Return what was copied, or what is unusual about this run."""
        return [self.message] if self.message else super().notes()

    def key_rows(self) -> list[CardRow]:
        """Return the rows of the list of keys; all of them act at any time."""
        return LAB_ROWS + study_rows()

    def draw_text(self, page: RoomPage) -> None:
        """Draw the frame of a storm, or what the first tick will do before it runs;
        then the panel, and hints unless the timeline has their place."""
        run = self.run
        world = run.world
        if self.is_storm:
            draw_storm(Canvas(page.surface, run.screen(self.window)), run, self.lab)
        elif not world.ticks and self.preview.last.step:
            recent = RecentSteps(world.player.id)
            recent.add(self.preview)
            data = OverlayData(self.preview, world.space.center, 0.0, recent)
            draw_overlay(page, data, PREVIEW_LAYERS)
            draw_handles(page, self.lab, self.body)
        self.panel.draw(page, self.buttons)
        if self.paused and run.history.end:
            return
        hints = STORM_HINTS
        if not self.is_storm:
            hints = (explain_next_hit(world, GO), DRAG_HINT)
        draw_hints(page, hints if self.paused else hints[:1])


def scene_dial(name: str, choose: Callable[[str], None]) -> Dial:
    """Return the row of the lab's scenes, at the one of this name; choose takes the
    name of another one."""
    names = list(SCENES)
    place = names.index(name)
    return Dial("scene", name, place, len(names), lambda k: choose(names[k]))


def measure_storm(
    stage: Stage, now: Lab, timer: Callable[[], float]
) -> tuple[int, str]:
    """Return how many movers of a storm this computer can show 60 times a second, and a
    sentence about that.

    The numbers in FIRST_MOVERS are tried, the fewest first, until one takes longer; the
    one before it is returned, or the first if even that one takes longer.

    Args:
        stage: what scenes share.
        now: the lab, whose thickness and tick rate the storm has.
        timer: returns the time, s.
    """
    surface = Surface(pygame.display.get_window_size())
    movers = FIRST_MOVERS[0]
    message = f"{movers} movers run below 60 frames a second here"
    for tried in FIRST_MOVERS:
        storm = make_lab("storm", now.thickness, now.tick_rate, tried)
        run = Run(stage, lab_room(storm))
        times = [timer()]
        for _ in range(TRIED_FRAMES):
            run.advance(1 / 60, 1.0, lambda: GO)
            run.draw(surface, stage.overlay)
            times.append(timer())
        if median(end - begin for begin, end in pairwise(times)) > FRAME_SECONDS:
            break
        movers = tried
        message = f"{movers:,} movers run at 60 frames a second here"
    return movers, message


def draw_hints(page: RoomPage, lines: Sequence[str]) -> None:
    """Write one or two lines below the panel."""
    foot = PANEL_FOOT + 2 * LINE_HEIGHT
    page.box((8, PANEL_FOOT), (632, foot), palette.BACKGROUND, fill=0.72)
    y = PANEL_FOOT + 1
    for line, color in zip(lines, (palette.TEXT, palette.QUIET)):
        page.text(line, (14, y), color, TEXT_SIZE)
        y += LINE_HEIGHT


def draw_storm(canvas: Canvas, run: Run, now: Lab) -> None:
    """Draw the frame that encloses a storm; movers that have left it are drawn larger,
    so that they are seen."""
    space = run.world.space
    arena = now.arena
    thick = now.thickness
    frame = arena.expanded((thick / 2, thick / 2))
    canvas.box(frame.min, frame.max, palette.WALL, fill=0, width=thick)
    centers = centers_at(run.world, run.u)
    outside = ((centers < arena.min) | (centers > arena.max)).any(axis=1)  # (N,)
    lost = outside & (space.kind == Kind.MOVER)
    boxes = boxes_around(centers[lost], space.half_extents[lost])
    canvas.boxes(pad_boxes(boxes, now.zoom / 2), palette.PLAYER)


def draw_handles(canvas: Canvas, now: Lab, body: int) -> None:
    """Draw a frame around the chosen body, given by its index, and the handles of all
    bodies."""
    chosen = now.bodies[body]
    low, high = box_around(chosen.center, [h + 2 for h in chosen.half_extents])
    canvas.box(low, high, palette.PLAYER, fill=0, width=0.6, dashed=True)
    for (kind, k), at in handle_places(now, body).items():
        is_chosen = k == body
        if kind == "tip":
            color = palette.PLAYER if is_chosen else palette.SWEPT
            canvas.arrow(now.bodies[k].center, at, color, 0.5)
        draw_handle(canvas, at, is_chosen)
