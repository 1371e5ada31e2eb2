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
from pygame.event import Event

from ...collision import Kind, Response
from ...controls import DIRECTIONS, POINTER_EVENTS, Repeat, menu_verb, typed_key
from ...simulation import lab
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
from ...study.pair import explain_next_hit, next_hit
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import RoomPage
from ...view.overlay import FIRST_CHOSEN, OverlayData, RecentSteps, draw_overlay
from ...view.shapes import Box, Corner, box_around, boxes_around, pad_boxes
from ...view.widgets import (
    DIAL_ROW,
    LINE_HEIGHT,
    TEXT_SIZE,
    dial_track,
    draw_button,
    draw_dial,
    draw_handle,
)
from ..scene import Stage
from ..shell.menu import VERB_STEPS, Buttons, button_at, button_row
from ..verbs import CardRow
from .held import BARS_LOW, POINTER_RELEASES
from .key_card import study_rows
from .run import METHOD_NAMES, Run
from .run_scene import Calls, RunScene, is_left_press

GO = Controls((1, 0))
"""The controls of every tick: a run does not begin with idle ones."""
PANEL_X = (450.0, 638.0)
"""px of the page: the left and right ends of the rows."""
PANEL_TOP = 54.0
"""px of the page: y of the first row."""
PANEL_FOOT = 284.0
"""px of the page: y of the panel's foot."""
COMPARED = 2
"""s for which three methods are compared before the first tick."""
BODY_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THICKNESSES = [2.0**k for k in range(-6, 7)]
MOVERS = (100, 200, 500, 1_000, 2_000, 5_000, lab.MOST_MOVERS)
FIRST_MOVERS = MOVERS[2:]
"""The possible sizes of the first storm."""
TRIED_FRAMES = 5
"""Frames in which each of them is tried."""
FRAME_SECONDS = 0.013
"""s: the largest median of their times. The rest of 1/60 s is left to the display."""
TICK_RATES = range(lab.RATES[0], lab.RATES[1] + 1)
PREVIEW_LAYERS = FIRST_CHOSEN - {0}
"""The layers that show the first tick before it runs: swept volumes and contacts."""
DRAG_HINT = "drag a body, its corner or its velocity   or arrows, Shift: by ten"
STORM_HINTS = (
    "every wall is solid; with V discrete, walls between two samples are missed"
    " and boxes leave",
    "arrows: choose a row and change it, Shift: by ten   or press and drag the rows",
)
LAB_ROWS: list[CardRow] = [
    ("Space, Enter", "start or hold the run"),
    ("arrows, Shift", "choose a row, change it; by ten"),
    ("C", "copy A and the body that it hits as a test"),
]
"""The rows of the list of keys that only labs have."""


class LabScene(RunScene):
    """The lab.

    Args:
        stage: what scenes share.
        scene: the scene with which it begins, a name in lab.SCENES.
    """

    is_lab = True

    def __init__(self, stage: Stage, scene: str = "thin wall") -> None:
        room = lab.lab_room(lab.make_lab(scene, tick_rate=stage.tick_rate or 60))
        super().__init__(replace(stage, tick_rate=None), room)
        self.lab = room.lab
        self.row = 0
        """The index of the row that was chosen; another body may have fewer rows."""
        self.body = 0
        """The index of the chosen body."""
        self.repeat = Repeat()
        self.drag: tuple[str, Corner] | None = None
        """What the pointer drags: "row", or "body", "tip" or "size" of the chosen body;
        and how far beside its centre it was grasped, px. None: nothing."""
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
        """Return the recorded controls; before the first tick some for the
        comparison."""
        return super().controls() or [GO] * (COMPARED * self.lab.tick_rate)

    def change(self, changed: lab.Lab) -> None:
        """Begin again with another lab."""
        room = lab.lab_room(changed)
        self.room = room
        self.lab = room.lab
        self.message = ""
        self.restart()

    def put(self, body: lab.LabBody) -> None:
        """Begin again with another body in place of the chosen one, held before the
        first tick."""
        bodies = list(self.lab.bodies)
        bodies[self.body] = body
        self.paused = True
        self.change(self.lab._replace(bodies=tuple(bodies)))

    def choose_scene(self, name: str) -> None:
        """Begin with another scene; the first storm is as large as this computer can
        show."""
        self.body = 0
        self.paused = True
        movers = self.lab.movers
        message = ""
        if name == "storm" and self.timer:
            outer = self.outer_stage
            if not outer.first_storm:
                outer.first_storm = measure_storm(self.stage, self.lab, self.timer)
            movers, message = outer.first_storm
            self.timer = None
        self.change(lab.make_lab(name, self.lab.thickness, self.lab.tick_rate, movers))
        self.message = message

    def go_by(self, step: int) -> None:
        """Begin with the next scene, or the previous one."""
        self.dials()[0].turn(step)

    def choose_movers(self, movers: float) -> None:
        """Begin a storm of so many movers."""
        old = self.lab
        storm = lab.make_lab(old.scene, old.thickness, old.tick_rate, int(movers))
        self.change(storm._replace(response=old.response))

    def choose_rate(self, rate: float) -> None:
        """Begin again at another tick rate."""
        self.change(self.lab._replace(tick_rate=int(rate)))

    def choose_nth_scene(self, place: int) -> None:
        """Begin with the scene at a place among lab.SCENES."""
        self.choose_scene(list(lab.SCENES)[place])

    def choose_response(self, place: int) -> None:
        """Begin again with another response, by its number."""
        self.change(self.lab._replace(response=Response(place)))

    def choose_body(self, body: int) -> None:
        """Choose the body of which the panel shows the numbers, by its index."""
        self.body = body

    def choose_thickness(self, thickness: float) -> None:
        """Begin again with walls of another thickness."""
        self.change(lab.with_thickness(self.lab, thickness))

    def dials(self) -> list[Dial]:
        """Return the rows of the panel: the scene and what else is set for the whole
        lab, then which body is chosen and its numbers. A storm has the number of movers
        instead of a body."""
        now = self.lab
        scenes = list(lab.SCENES)
        scene = scenes.index(now.scene)
        response = now.response
        response_name = response.name.lower()
        rate = now.tick_rate
        wide = now.thickness
        first = Dial("scene", now.scene, scene, len(scenes), self.choose_nth_scene)
        dials = [
            number_dial("tick rate", TICK_RATES, rate, " Hz", self.choose_rate),
            number_dial("walls", THICKNESSES, wide, " px thick", self.choose_thickness),
            Dial(
                "response",
                response_name,
                response,
                len(Response),
                self.choose_response,
            ),
            self.method_dial(),
        ]
        if self.is_storm:
            movers = number_dial("movers", MOVERS, now.movers, "", self.choose_movers)
            return [first, movers, *dials]
        body = now.bodies[self.body]
        name = f"{BODY_NAMES[self.body]} {body.kind}"
        dials.append(Dial("body", name, self.body, len(now.bodies), self.choose_body))
        return [first, *dials, *body_dials(body, self.put)]

    def method_dial(self) -> Dial:
        """Return the row of the method. One that is not among METHOD_NAMES is shown at
        the place of the first."""
        method = self.world.method.name
        place = METHOD_NAMES.index(method) if method in METHOD_NAMES else 0

        def choose(new_place: int) -> None:
            self.study.next_method(new_place - place)

        return Dial("V method", method, place, len(METHOD_NAMES), choose)

    @property
    def chosen(self) -> int:
        """The index of the chosen row: the last one if the body has too few rows."""
        return min(self.row, len(self.dials()) - 1)

    @property
    def dial(self) -> Dial:
        """The chosen row, with its present value."""
        return self.dials()[self.chosen]

    def handle(self, event: Event) -> None:
        """Handle an event: what only labs have, before all else, unless the list of
        keys is shown."""
        if event.type in POINTER_RELEASES:
            self.drag = None
        self.repeat.handle(event)
        action = self.devices.action(event)
        direction = menu_verb(event)
        is_key = event.type == pygame.KEYDOWN
        if self.shows_keys or action == "away":
            super().handle(event)
        elif event.type in POINTER_EVENTS:
            at = self.run.still(self.window).world(event.pos)
            if not self.point_at(at, is_left_press(event)):
                super().handle(event)
        elif direction in DIRECTIONS:
            self.walk(direction, event)
        elif action == "aim" or (is_key and event.key == pygame.K_RETURN):
            self.do("go")
        elif is_key and typed_key(event, (pygame.K_c,)):
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

    def walk(self, direction: str, event: Event) -> None:
        """Choose a row by up and down; change the chosen row by left and right, with
        Shift by ten places. A number goes on changing while the key is held down."""
        is_shift = event.dict.get("mod", 0) & pygame.KMOD_SHIFT
        steps = VERB_STEPS[direction]
        if direction in ("up", "down"):
            self.row = (self.chosen + steps) % len(self.dials())
            return
        if is_shift:
            steps *= 10
        if self.dial.wraps:
            self.dial.turn(steps)
        else:
            self.repeat.hold(event, lambda: self.dial.turn(steps))

    def point_at(self, at: Corner, pressed: bool) -> bool:
        """The pointer was moved or pressed at a place, px of the page. Return whether
        that did something that only labs have.

        A motion moves what is dragged. A press presses a button, a row, a body that has
        not moved yet, or anywhere else above the panel's foot starts or holds the run;
        but the bodies of a run that is held are picked.
        """
        if not pressed:
            self.pull(at)
            return self.drag is not None
        has_begun = self.world.ticks > 0
        is_above = at[1] < PANEL_FOOT
        verb = button_at(self.buttons, at)
        if verb:
            self.do(verb)
        elif is_above and at[0] >= PANEL_X[0]:
            self.press_row(at)
        elif not has_begun and self.grasp(at):
            return True
        elif is_above and not (self.paused and has_begun):
            self.do("go")
        else:
            return self.drag is not None
        return True

    def press_row(self, at: Corner) -> None:
        """Choose the row at the place of a press. A name turns, back in the left half
        of the row; a number follows the pointer from now on."""
        rows = self.dials()
        row = int((at[1] - PANEL_TOP) // DIAL_ROW)
        if 0 <= row < len(rows):
            self.row = row
            if rows[row].wraps:
                rows[row].turn(1 if at[0] > sum(PANEL_X) / 2 else -1)
            else:
                self.drag = "row", (0.0, 0.0)
                self.pull(at)

    def grasp(self, at: Corner) -> bool:
        """Choose the body at a place, and begin to drag it or its handle there. Return
        whether there is one; in a storm there is none."""
        found = None if self.is_storm else find_grasp(self.lab, self.body, at)
        if found is None:
            return False
        kind, self.body, beside = found
        self.drag = kind, beside
        return True

    def pull(self, at: Corner) -> None:
        """Move what is dragged, if anything, to the pointer, in whole px."""
        if not self.drag:
            return
        if self.drag[0] == "row":
            left, right = dial_track(row_box(0))  # All rows have the same ends.
            dial = self.dial
            place = round((at[0] - left) / (right - left) * (dial.size - 1))
            dial.turn(place - dial.place)
        else:
            kind, beside = self.drag
            body = self.lab.bodies[self.body]
            self.put(drag_body(body, kind, beside, at, self.lab.tick_rate))

    def update(self, seconds: float) -> None:
        """Let real time pass; the timeline stays below the panel."""
        self.repeat.update(seconds)
        super().update(seconds)
        self.study.timeline.rows = BARS_LOW

    def notes(self) -> list[str]:
        """Return what was copied, or what is unusual about this run."""
        return [self.message] if self.message else super().notes()

    def key_rows(self) -> list[CardRow]:
        """Return the rows of the list of keys; all of them act at any time."""
        return LAB_ROWS + study_rows()

    def draw_text(self, canvas: RoomPage) -> None:
        """Draw the frame of a storm, or what the first tick will do before it runs;
        then the panel, and hints unless the timeline has their place."""
        world = self.world
        if self.is_storm:
            room = Canvas(canvas.surface, self.run.screen(self.window))
            draw_storm(room, self.run, self.lab)
        elif not world.ticks and self.preview.last.step:
            recent = RecentSteps(self.preview.player.id)
            recent.add(self.preview)
            data = OverlayData(self.preview, world.space.center, 0.0, recent)
            draw_overlay(canvas, data, PREVIEW_LAYERS)
            draw_handles(canvas, self.lab, self.body)
        draw_panel(canvas, self.buttons, self.dials(), self.chosen)
        if not (self.paused and self.run.history.end):
            hints = STORM_HINTS
            if not self.is_storm:
                hints = (explain_next_hit(world, GO), DRAG_HINT)
            draw_hints(canvas, hints if self.paused else hints[:1])


def draw_panel(
    canvas: RoomPage, buttons: Buttons, dials: Sequence[Dial], chosen: int
) -> None:
    """Draw buttons and rows, one of which is chosen."""
    low = (PANEL_X[0], 26.0)
    high = (PANEL_X[1], PANEL_FOOT)
    canvas.box(low, high, palette.BACKGROUND, fill=0.86)
    for label, box in buttons.values():
        draw_button(canvas, box, label, False)
    for k, dial in enumerate(dials):
        draw_dial(canvas, row_box(k), dial.label, dial.value, dial.part, k == chosen)


def row_box(row: int) -> Box:
    """Return the box of a row of the panel."""
    left, right = PANEL_X
    y = PANEL_TOP + DIAL_ROW * row
    return (left, y), (right, y + DIAL_ROW)


def measure_storm(
    stage: Stage, now: lab.Lab, timer: Callable[[], float]
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
    surface = pygame.Surface(pygame.display.get_window_size())
    movers = FIRST_MOVERS[0]
    message = f"{movers} movers run below 60 frames a second here"
    for tried in FIRST_MOVERS:
        storm = lab.make_lab("storm", now.thickness, now.tick_rate, tried)
        run = Run(stage, lab.lab_room(storm))
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


def draw_hints(canvas: RoomPage, lines: Sequence[str]) -> None:
    """Write one or two lines below the panel."""
    foot = PANEL_FOOT + 2 * LINE_HEIGHT
    canvas.box((8, PANEL_FOOT), (632, foot), palette.BACKGROUND, fill=0.72)
    y = PANEL_FOOT + 1
    for line, color in zip(lines, (palette.TEXT, palette.QUIET)):
        canvas.text(line, (14, y), color, TEXT_SIZE)
        y += LINE_HEIGHT


def draw_storm(canvas: Canvas, run: Run, now: lab.Lab) -> None:
    """Draw the frame that encloses a storm; movers that have left it are drawn larger,
    so that they are seen."""
    space = run.world.space
    step = run.world.last.step
    arena = now.arena
    thick = now.thickness
    frame = arena.expanded((thick / 2, thick / 2))
    canvas.box(frame.min, frame.max, palette.WALL, fill=0, width=thick)
    centers = step.paths.at(run.u, space.center) if step else space.center
    outside = ((centers < arena.min) | (centers > arena.max)).any(axis=1)
    lost = outside & (space.kind == Kind.MOVER)
    boxes = boxes_around(centers[lost], space.half_extents[lost])
    canvas.boxes(pad_boxes(boxes, now.zoom / 2), palette.PLAYER)


def draw_handles(canvas: Canvas, now: lab.Lab, body: int) -> None:
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
