"""What if this box were there, that large, and that fast?

The lab is a run that is held before its first tick, and shows the sweep of that tick.
Its bodies are dragged, or changed by the rows beside them; then the run starts. It is
stepped, slowed, rewound, inspected and switched to other methods as any other run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from statistics import median

import pygame

from ...collision import Kind, Response
from ...controls import DIRECTIONS, Repeat, menu_verb, typed_key
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
from ...view import widgets as look
from ...view.canvas import Canvas
from ...view.hud import RoomPage
from ...view.overlay import FIRST_CHOSEN, OverlayData, RecentSteps, draw_overlay
from ...view.shapes import Box, Corner, box_around, boxes_around, pad_boxes
from ..scene import Stage
from ..shell.menu import Buttons, button_at, button_row
from ..verbs import CardRow
from .held import BARS_LOW
from .key_card import common_rows, study_rows
from .run import METHOD_NAMES, Run
from .run_scene import RunScene, is_left_press

GO = Controls((1, 0))
"""The controls of every tick: a run does not begin with idle ones."""
PANEL_X, PANEL_TOP, PANEL_FOOT = (450.0, 638.0), 54.0, 284.0
"""px of the page: x of the rows, y of the first one, and y of the panel's foot."""
COMPARED = 2
"""s for which three methods are compared before the first tick."""
BODY_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THICKNESSES = [2.0**k for k in range(-6, 7)]
MOVERS = (100, 200, 500, 1_000, 2_000, 5_000, lab.MOST_MOVERS)
FIRST_MOVERS, TRIED_FRAMES, FRAME_SECONDS = MOVERS[2:], 5, 0.013
"""Of the first storm: its possible sizes, the frames in which each is tried, and the
largest median of their times, s. The rest of 1/60 s is left to the display."""
TICK_RATES = range(lab.RATES[0], lab.RATES[1] + 1)
PREVIEW_LAYERS = FIRST_CHOSEN - {0}
"""The layers that show the first tick before it runs: swept volumes and contacts."""
DRAG_HINT = "drag a body, its corner or its velocity   or arrows, Shift: by ten"
STORM_HINTS = (
    "every wall is solid; with V discrete, walls between two samples are missed and boxes leave",
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
        """The chosen row, as far as there are so many."""
        self.body = 0
        """The chosen body."""
        self.repeat = Repeat()
        self.drag: tuple[str, Corner] | None = None
        """What the pointer drags, and how far beside its centre."""
        self.message = ""
        """What was copied, or how the first storm was chosen."""
        self.outer_stage = stage
        """The stage of all labs; a lab's own has no tick rate."""
        self.timer = stage.timer
        """What measures this lab's first storm; None once that began."""
        self.choose_scene(scene)

    def restart(self) -> None:
        """Begin the run again, with all changes."""
        super().restart()
        self.preview = self.run.world.copy()
        if not self.is_storm:
            self.preview.tick(GO)

    @property
    def buttons(self) -> Buttons:
        """The buttons above the panel."""
        go = "Enter go" if self.paused else "Enter hold"
        return button_row(
            {"go": go, "again": "R again", "copy": "C copy"}, (453.0, 32.0), 17.0
        )

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
        self.room = room = lab.lab_room(changed)
        self.lab, self.message = room.lab, ""
        self.restart()

    def put(self, body: lab.Body) -> None:
        """Begin again with another body in place of the chosen one, held before the
        first tick."""
        bodies = [*self.lab.bodies]
        bodies[self.body] = body
        self.paused = True
        self.change(self.lab._replace(bodies=tuple(bodies)))

    def choose_scene(self, name: str) -> None:
        """Begin with another scene; the first storm is as large as this computer can
        show."""
        self.body, self.paused = 0, True
        movers, message = self.lab.movers, ""
        if name == "storm" and self.timer:
            outer = self.outer_stage
            if not outer.first_storm:
                outer.first_storm = self.measure_storm(self.timer)
            movers, message = outer.first_storm
            self.timer = None
        self.change(lab.make_lab(name, self.lab.thickness, self.lab.tick_rate, movers))
        self.message = message

    def measure_storm(self, timer: Callable[[], float]) -> tuple[int, str]:
        """Return how many movers can be shown 60 times a second, but at least the
        fewest that are tried, and a sentence about it. They are tried, the fewest
        first, until one takes longer."""
        surface = pygame.Surface(pygame.display.get_window_size())
        found = (
            FIRST_MOVERS[0],
            f"{FIRST_MOVERS[0]} movers run below 60 frames a second here",
        )
        for movers in FIRST_MOVERS:
            storm = lab.make_lab(
                "storm", self.lab.thickness, self.lab.tick_rate, movers
            )
            run, times = Run(self.stage, lab.lab_room(storm)), [timer()]
            for _ in range(TRIED_FRAMES):
                run.advance(1 / 60, 1.0, self.read_controls)
                run.draw(surface, self.stage.overlay)
                times.append(timer())
            if median(end - begin for begin, end in pairwise(times)) > FRAME_SECONDS:
                break
            found = movers, f"{movers:,} movers run at 60 frames a second here"
        return found

    def go_by(self, step: int) -> None:
        """Begin with the next scene, or the previous one."""
        self.dials()[0].turn(step)

    def choose_movers(self, movers: float) -> None:
        """Begin a storm of so many movers."""
        now = self.lab
        storm = lab.make_lab(now.scene, now.thickness, now.tick_rate, int(movers))
        self.change(storm._replace(response=now.response))

    def choose_rate(self, rate: float) -> None:
        """Begin again at another tick rate."""
        self.change(self.lab._replace(tick_rate=int(rate)))

    def choose_thickness(self, thickness: float) -> None:
        """Begin again with walls of another thickness."""
        self.change(lab.with_thickness(self.lab, thickness))

    def choose_response(self, place: int) -> None:
        """Begin again with another response to contacts."""
        self.change(self.lab._replace(response=Response(place)))

    def dials(self) -> list[Dial]:
        """Return the rows of the panel."""
        now, method, scenes = self.lab, self.run.world.method.name, [*lab.SCENES]
        scene, response = scenes.index(now.scene), now.response
        at = METHOD_NAMES.index(method) if method in METHOD_NAMES else 0
        rows = [
            Dial(
                "scene",
                now.scene,
                scene,
                len(scenes),
                lambda k: self.choose_scene(scenes[k]),
            ),
            number_dial("movers", MOVERS, now.movers, "", self.choose_movers),
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
            Dial(
                "V method",
                method,
                at,
                len(METHOD_NAMES),
                lambda k: self.study.next_method(k - at),
            ),
        ]
        if self.is_storm:
            return rows
        body = now.bodies[self.body]
        name = f"{BODY_NAMES[self.body]} {body.kind}"
        rows.append(
            Dial(
                "body", name, self.body, len(now.bodies), partial(setattr, self, "body")
            )
        )
        return [rows[0], *rows[2:], *body_dials(body, self.put)]

    @property
    def chosen(self) -> int:
        """The chosen row; another body may have fewer."""
        return min(self.row, len(self.dials()) - 1)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        action, verb = self.devices.action(event), menu_verb(event)
        is_key = event.type == pygame.KEYDOWN
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self.drag = None
        self.repeat.handle(event)
        if self.shows_keys or action == "away":
            super().handle(event)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            at = self.run.still(self.window).world(event.pos)
            if not self.point_at(at, is_left_press(event)):
                super().handle(event)
        elif verb in DIRECTIONS:
            self.walk(verb, event)
        elif action == "aim" or (is_key and event.key == pygame.K_RETURN):
            self.do("go")
        elif is_key and typed_key(event, (pygame.K_c,)):
            self.do("copy")
        else:
            super().handle(event)

    def calls(self) -> Mapping[str, Callable[[], object]]:
        """Return what the verbs call; a lab has three of its own."""
        return {
            **super().calls(),
            "before": partial(self.go_by, -1),
            "after": partial(self.go_by, 1),
            "go": self.go,
            "again": self.go_again,
            "copy": self.copy,
        }

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
        case, *_ = next_hit(self.run.world, GO)
        self.message = self.stage.copy(as_test(*case))

    def walk(self, verb: str, event: pygame.event.Event) -> None:
        """Choose a row, or change it, by the arrows; a number repeatedly while the key
        is held."""
        times = 10 if event.dict.get("mod", 0) & pygame.KMOD_SHIFT else 1
        steps = times if verb == "right" else -times
        if verb in ("up", "down"):
            self.row = (self.chosen + (1 if verb == "down" else -1)) % len(self.dials())
        elif self.dials()[self.chosen].wraps:
            self.dials()[self.chosen].turn(steps)
        else:
            self.repeat.hold(event, lambda: self.dials()[self.chosen].turn(steps))

    def row_box(self, row: int) -> Box:
        """Return the box of a row."""
        y = PANEL_TOP + look.DIAL_ROW * row
        return (PANEL_X[0], y), (PANEL_X[1], y + look.DIAL_ROW)

    def point_at(self, at: Corner, pressed: bool) -> bool:
        """Take the pointer, px of the page; tell whether it does something that only
        labs have."""
        is_above, ticks = at[1] < PANEL_FOOT, self.run.world.ticks
        if not pressed and self.drag:
            self.pull(at)
        elif pressed and (verb := button_at(self.buttons, at)):
            self.do(verb)
        elif pressed and is_above and at[0] >= PANEL_X[0]:
            self.press_row(at)
        elif pressed and not ticks and (grasped := self.grasp(at)):
            self.drag = grasped
        elif pressed and is_above and not (self.paused and ticks):
            self.do("go")
        else:
            return self.drag is not None
        return True

    def press_row(self, at: Corner) -> None:
        """Turn the name in a row that was pressed, or begin to drag its number."""
        rows = self.dials()
        row = int((at[1] - PANEL_TOP) // look.DIAL_ROW)
        if 0 <= row < len(rows):
            self.row = row
            if rows[row].wraps:
                rows[row].turn(1 if at[0] > sum(PANEL_X) / 2 else -1)
            else:
                self.drag = "row", (0.0, 0.0)
                self.pull(at)

    def grasp(self, at: Corner) -> tuple[str, Corner] | None:
        """Choose the body that is grasped, and return what is dragged."""
        found = None if self.is_storm else find_grasp(self.lab, self.body, at)
        if found:
            self.body = found[1]
        return (found[0], found[2]) if found else None

    def pull(self, at: Corner) -> None:
        """Move what is dragged to the pointer, in whole px."""
        if not self.drag:
            return
        if self.drag[0] == "row":
            left, right = look.dial_track(self.row_box(0))
            dial = self.dials()[self.chosen]
            dial.turn(
                round((at[0] - left) / (right - left) * (dial.size - 1)) - dial.place
            )
        else:
            body = self.lab.bodies[self.body]
            self.put(drag_body(body, *self.drag, at, self.lab.tick_rate))

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
        return [*LAB_ROWS, *study_rows(), *common_rows()]

    def draw_text(self, canvas: RoomPage) -> None:
        """Draw what the first tick will do, and the panel of rows and buttons."""
        run = self.run
        if self.is_storm:
            self.draw_storm(Canvas(canvas.surface, run.screen(self.window)))
        elif not run.world.ticks and self.preview.step:
            recent = RecentSteps(self.preview.player.id)
            recent.add(self.preview)
            seen = OverlayData(self.preview, run.world.space.center, 0.0, recent)
            draw_overlay(canvas, seen, PREVIEW_LAYERS)
            self.draw_handles(canvas)
        canvas.box(
            (PANEL_X[0], 26.0), (PANEL_X[1], PANEL_FOOT), palette.BACKGROUND, fill=0.86
        )
        for label, box in self.buttons.values():
            look.draw_button(canvas, box, label, False)
        chosen = self.chosen
        for k, dial in enumerate(self.dials()):
            look.draw_dial(
                canvas, self.row_box(k), dial.label, dial.value, dial.part, k == chosen
            )
        if not (self.paused and run.history.end):
            hints = (
                STORM_HINTS
                if self.is_storm
                else (explain_next_hit(run.world, GO), DRAG_HINT)
            )
            foot = PANEL_FOOT + 2 * look.LINE_HEIGHT
            canvas.box((8, PANEL_FOOT), (632, foot), palette.BACKGROUND, fill=0.72)
            for k, line in enumerate(hints[: 1 + self.paused]):
                color, y = (
                    (palette.TEXT, palette.QUIET)[k],
                    PANEL_FOOT + 1 + look.LINE_HEIGHT * k,
                )
                canvas.text(line, (14, y), color, look.TEXT_SIZE)

    def draw_storm(self, canvas: Canvas) -> None:
        """Draw the frame that encloses a storm, and larger the movers that have left
        it."""
        world, arena = self.run.world, self.lab.arena
        frame = arena.expanded((self.lab.thickness / 2,) * 2)
        canvas.box(frame.min, frame.max, palette.WALL, fill=0, width=self.lab.thickness)
        center, half = world.space.center, world.space.half_extents
        at = world.step.paths.at(self.run.u, center) if world.step else center
        out = ((at < arena.min) | (at > arena.max)).any(axis=1) & (
            world.space.kind == Kind.MOVER
        )
        lost = pad_boxes(boxes_around(at[out], half[out]), self.lab.zoom / 2)
        canvas.boxes(lost, palette.PLAYER)

    def draw_handles(self, canvas: Canvas) -> None:
        """Draw a frame around the chosen body, and what can be dragged."""
        body = self.lab.bodies[self.body]
        low, high = box_around(body.center, [h + 2 for h in body.half_extents])
        canvas.box(low, high, palette.PLAYER, fill=0, width=0.6, dashed=True)
        for (kind, k), at in handle_places(self.lab, self.body).items():
            chosen = k == self.body
            if kind == "tip":
                color = palette.PLAYER if chosen else palette.SWEPT
                canvas.arrow(self.lab.bodies[k].center, at, color, 0.5)
            look.draw_handle(canvas, at, chosen)
