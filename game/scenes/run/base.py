"""What can be done in every scene in which a world runs?

The devices play it, or a replay. Esc opens a menu over it; P holds it, and then keys,
buttons and the pointer study it: its time, its overlay, another method, two of its
bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import ref

import pygame

from ...controls import DIRECTIONS, LEFT_BUTTON, Devices, key_name, pad_name, typed_key
from ...simulation.begin import begin
from ...simulation.events import Died, Hurt, Stopped
from ...simulation.methods import Method, parse_method
from ...simulation.player import Controls
from ...simulation.replay import Replay
from ...simulation.room import Room
from ...simulation.world import World
from ...study.pair import body_at, box_at, last_solid
from ...view import palette
from ...view.canvas import Canvas
from ...view.effects import CLOSED
from ...view.hud import RoomPage, draw_key_card
from ...view.overlay import LAYER_KEYS, LAYERS
from ...view.screen import PAGE
from ..scene import Scene, Stage
from ..shell.menu import MenuScene, Row, button_at
from ..shell.options import ACTIONS, STUDY, OptionsScene
from ..shell.rooms import RoomsScene
from .held import PLAY_CARD, PRESSES, RELEASES, STUDY_CARD, TIME_KEYS, Timeline
from .run import METHOD_NAMES, SPEED_NAMES, SPEEDS, Run

WEAK, STRONG = (0.3, 0.06), (1.0, 0.25)
"""Strength and seconds of the pad's rumble at a stop, and when something hurts."""
COUNT_IN = 0.5
"""s for which a run that goes on still stands, while a ring closes in on the player."""


class RunScene:
    """A run that can be held and studied.

    index is that of its room among the stage's rooms; -1: none of them, before the
    first. is_lab tells whether all keys act at any time; such a run stays held when it
    begins again or its menu closes, and goes on at once.

    Args:
        stage: what scenes share.
        room: the room in which it runs.
        replay: its controls; None: those of the devices.
    """

    index = -1
    is_lab = False

    def __init__(self, stage: Stage, room: Room, replay: Replay | None = None) -> None:
        self.stage, self.room, self.replay = stage, room, replay
        self.next: Scene | None = None
        self.devices = Devices(stage.settings)
        self.window = (1280, 720)
        self.speed = 0
        self.paused = self.shows_keys = self.counters = False
        self.picked: int | None = None
        """The body that the pointer picked while the run is held; a second one is
        inspected."""
        self.pair: Callable[[], tuple[int, ...]] = tuple
        """Returns the two bodies that were inspected last while the run is held."""
        self.restart()
        if not self.is_lab:
            self.run.effects.opening = CLOSED

    def restart(self) -> None:
        """Begin the run again."""
        self.devices.release_all(cancels=False)
        self.run = Run(
            self.stage, self.room, self.replay, self.ghost(), self.after_tick
        )
        self.stage.history = ref(self.run.history)
        self.timeline = Timeline(self.run, self.read_controls)
        self.picked, self.pair = None, tuple
        self.wait = 0.0
        """s until the run goes on, after it was held or left."""

    def ghost(self) -> Replay | None:
        """Return a run that is drawn beside this one, if there is one."""
        return None

    def after_tick(self, world: World) -> None:
        """Play the sounds of a tick, and rumble the pad."""
        self.stage.audio.play_tick(world)
        for event in world.events:
            if isinstance(event, Stopped | Died | Hurt):
                self.devices.rumble(*(WEAK if isinstance(event, Stopped) else STRONG))

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event: of the pointer over a held run first, then of what plays or
        studies."""
        action = self.devices.action(event)
        if event.type in PRESSES:
            self.skip()
        if event.type in RELEASES:
            self.timeline.release(event.dict.get("scancode"))
        if self.paused and not self.shows_keys and self.point(event):
            return
        self.devices.handle(event)
        is_key, world = event.type == pygame.KEYDOWN, self.run.world
        if self.shows_keys and event.type in PRESSES:
            self.shows_keys = False
            self.devices.release_all()
        elif action == "pause" or (
            action == "away" and world.ticks and not world.outcome
        ):
            self.open_menu()
        elif action == "restart":
            self.begin_again()
        elif is_key:
            self.press(event, action)
        else:
            self.act(event, action)

    def point(self, event: pygame.event.Event) -> bool:
        """Take an event of the pointer over a held run; tell whether it dragged the
        time, pressed a button or picked a body."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            return False
        at = self.run.still(self.window).world(event.pos)
        if self.timeline.point(event, at):
            self.study("rewound")
            return True
        if not is_left_press(event):
            return False
        if not (key := button_at(self.timeline.tools(), at)):
            return self.pick(event)
        digit = pygame.KSCAN_1 + LAYER_KEYS.find(key)
        self.press(
            pygame.event.Event(pygame.KEYDOWN, key=ord(key), scancode=digit, mod=0),
            None,
        )
        return True

    def pick(self, event: pygame.event.Event) -> bool:
        """Pick the body that was pressed, inspect it with the one picked before; tell
        whether there is one."""
        at = self.run.shaken(self.window).world(event.pos)
        body, before = body_at(self.run.world, at, self.run.u), self.picked
        if body is not None and before not in (None, body):
            self.next = self.inspect((before, body))
        else:
            self.picked = None if body == before else body
        return body is not None

    def skip(self) -> None:
        """Skip what is shown after a run, at any press."""

    def act(self, event: pygame.event.Event, action: str | None) -> None:
        """Take an event that is no key."""
        if action == "aim":
            self.resume()

    def press(self, event: pygame.event.Event, action: str | None) -> None:
        """Take a key: letters by what they say, digits by where they are; a key that
        plays does nothing else, whatever is printed on it. Those that study act only
        while the run is held."""
        key, digit = typed_key(event, STUDY), event.scancode - pygame.KSCAN_1
        if event.key == pygame.K_ESCAPE:
            self.open_menu()
        elif action == "aim" or event.key == pygame.K_RETURN:
            self.resume()
        elif action:
            return
        elif key == pygame.K_p:
            self.paused = not self.paused
        elif key == pygame.K_TAB:
            self.stage.next_overlay()
        elif key == pygame.K_h:
            self.show_keys()
        elif key == pygame.K_l:
            self.next = self.learn()
        elif key in (pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET):
            self.go_by(1 if key == pygame.K_RIGHTBRACKET else -1)
        elif not (self.paused or self.is_lab):
            return
        elif key in TIME_KEYS:
            self.study("rewound" if TIME_KEYS[key] < 0 else "stepped")
            self.timeline.hold(
                TIME_KEYS[key], event.scancode, bool(event.mod & pygame.KMOD_SHIFT)
            )
            self.timeline.move(1)
        elif key == pygame.K_o:
            self.study("stepped")
            self.timeline.take_clock()
            self.run.step(self.read_controls(), again=False)
        elif key == pygame.K_v:
            self.next_method()
        elif 0 <= digit < len(LAYERS):
            self.stage.toggle_layer(digit)
        elif key == pygame.K_m:
            self.counters = not self.counters
        elif key == pygame.K_i:
            self.next = self.inspect()
        elif key == pygame.K_t:
            self.next = self.compare()
        elif key in (pygame.K_MINUS, pygame.K_EQUALS):
            change = 1 if key == pygame.K_MINUS else -1
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + change))
            if self.speed:
                self.disqualify("slowed")

    def study(self, why: str) -> None:
        """Hold the run, which is studied more closely than play allows: say how, in a
        word."""
        self.paused, self.picked = True, None
        self.disqualify(why)

    def disqualify(self, why: str) -> None:
        """Let the run earn nothing, because it is studied."""

    def resume(self) -> None:
        """Release the run, if it is held."""
        if self.paused:
            self.paused = False
            self.devices.release_all()

    def begin_again(self) -> Scene:
        """Begin the run again, and wait for the first press; return this scene."""
        self.paused &= self.is_lab
        self.restart()
        return self

    def go_by(self, step: int) -> None:
        """Leave for the next room, or another one, if there are any beside this one."""

    def next_method(self, step: int = 1) -> None:
        """Move bodies by another method from now on."""
        name = self.run.world.method.name
        place = METHOD_NAMES.index(name) if name in METHOD_NAMES else -max(step, 0)
        self.stage.method = parse_method(
            METHOD_NAMES[(place + step) % len(METHOD_NAMES)]
        )
        self.run.switch(self.stage.method)
        self.disqualify(self.stage.method.name)

    def open_menu(self) -> None:
        """Open the menu over the run; the way back from it resumes the run."""
        self.paused &= self.is_lab
        self.devices.release_all()
        self.next = PauseScene(self)

    def reload(self, seconds: float) -> bool:
        """Let time pass for the file of the room; tell whether there is something new
        to see."""
        return False

    def show_keys(self) -> Scene:
        """Show the keys until the next press; return this scene."""
        self.shows_keys = True
        return self

    def look_back(self) -> Scene:
        """Hold the run, with its timeline; return this scene."""
        self.paused = True
        return self

    def learn(self) -> Scene:
        """Hold the run, if it has not ended, and return the lesson about its room."""
        from ..learn.lesson import lesson_of  # The import reads all lessons.

        self.paused = self.paused or not self.run.world.outcome
        self.devices.release_all()
        return lesson_of(self.stage, self.run.world, self)

    def inspect(self, pair: tuple[int, int] | None = None) -> Scene:
        """Hold the run; return the inspector of two of its bodies, or else of the
        player and the solid of its last contact."""
        from .inspector import InspectorScene  # It reads code, which takes a while.

        self.study("inspected")
        self.devices.release_all()
        self.timeline.release()
        world, (contacts, age) = self.run.world, self.run.recent.contacts.newest(0)
        hits = contacts.other[::-1][age[::-1].argsort(kind="stable")].tolist()
        pair = pair or (world.player.id, last_solid(world, hits, self.run.u))
        scene = InspectorScene(self.stage, self.run, pair, self)
        self.pair = lambda: scene.bodies
        return scene

    def compare(self) -> Scene:
        """Hold the run; return the scene that repeats it by three methods."""
        from .compare import CompareScene

        self.study("compared")
        self.devices.release_all()
        return CompareScene(self.stage, self.begin, self.controls(), self)

    def begin(self, method: Method) -> World:
        """Return the world in which the run began, moved by a method."""
        world = self.run.world
        return begin(self.room, world.seed, world.tick_rate, method, world.assist)

    def controls(self) -> Sequence[Controls]:
        """Return the recorded controls, from the first tick to the last."""
        return self.run.history.controls

    def read_controls(self) -> Controls:
        """Return the present controls of the devices."""
        return self.devices.controls(self.run.screen(self.window), self.run.player)

    def update(self, seconds: float) -> None:
        """Let real time pass; a run that goes on after it stood counts in."""
        self.reload(seconds)
        self.stage.audio.world = self.run.world
        if not self.paused:
            self.picked, self.pair = None, tuple
            self.timeline.place(self.window)
        elif not self.shows_keys:
            self.timeline.update(seconds, SPEEDS[self.speed])
        world = self.run.world
        if self.paused or self.shows_keys or self.next:
            self.wait = (
                COUNT_IN if world.ticks and not (world.outcome or self.is_lab) else 0.0
            )
        elif self.wait > 0:
            self.wait -= seconds
        else:
            self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run."""
        speed = 1.0 if self.run.world.outcome else SPEEDS[self.speed]
        speed *= self.stage.settings.assist_speed / 100
        self.run.advance(seconds, speed, self.read_controls)

    def notes(self) -> list[str]:
        """Return what is unusual about this run, in a few words each."""
        notes = [SPEED_NAMES[self.speed]] if self.speed else []
        keys = (
            "I, two clicks" if self.run.world.ticks else "I"
        )  # In the lab they drag until then.
        hint = f"{keys}: inspect" if self.picked is None else "click another body"
        notes += ["held", hint] if self.paused else []
        return notes

    def label(self, action: str) -> str:
        """Return what is printed on the keys that are bound to an action."""
        return "/".join(map(key_name, self.stage.settings.keys[action]))

    def key_rows(self) -> list[tuple[str, str]]:
        """Return the keys and buttons that play, by what is printed on them, and what
        they do."""
        settings, keys = (
            self.stage.settings,
            {action: self.label(action) for action in ACTIONS},
        )
        pad = {
            action: "/".join(map(pad_name, found))
            for action, found in settings.pad.items()
        }
        aims = (
            "aim; again: dash"
            if settings.aim == "toggle"
            else "hold to aim, release to dash"
        )
        return [
            (
                " ".join(keys[direction] for direction in DIRECTIONS),
                "dash, or point the aim",
            ),
            ("click", "dash to the pointer"),
            ("pad D-pad, left stick", "dash, or point the aim; point the aim"),
            (f"{keys['aim']}, left button, pad {pad['aim']}", aims),
            ("Shift and left or right", "turn the aim slowly"),
            (f"{keys['cancel']}, right button, pad {pad['cancel']}", "cancel the aim"),
            (f"{keys['restart']}, pad {pad['restart']}", "restart the room"),
        ]

    def draw_behind(self, surface: pygame.Surface) -> None:
        """Draw the room without any text, as the background of a menu."""
        self.run.draw(surface, frozenset(), notes=None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the room, and over it the text, the timeline, the picked body and the
        key card."""
        self.window = surface.get_size()
        page = self.run.draw(surface, self.stage.overlay, self.notes())
        room = Canvas(surface, self.run.shaken(self.window))
        if 0 < self.wait < COUNT_IN:
            room.dot(self.run.player, palette.PLAYER, 6 + 40 * self.wait, 0.6)
        self.draw_text(page)
        if self.counters:
            self.timeline.draw_counters(page)
        if self.paused:
            self.timeline.draw(page, self.stage.overlay)
        marked = self.pair() if self.picked is None else (self.picked,)
        for id, letter, color in zip(marked, "AB", (palette.PLAYER, palette.B_COLOR)):
            if id in self.run.world.space.living():
                body = box_at(self.run.world, id, self.run.u).expanded((2, 2))
                room.box(body.min, body.max, color, fill=0, width=1)
                x, y = (
                    min(max(at, 12.0), most - 12.0) for at, most in zip(body.min, PAGE)
                )
                room.text(letter, (x, y), color, 10.0, (0, 1), bold=True)
        if self.shows_keys:
            plays = self.key_rows() if self.is_lab or not self.paused else ()
            studies = STUDY_CARD if self.is_lab or self.paused else ()
            draw_key_card(page, "Keys", (*plays, *studies, *PLAY_CARD))

    def draw_text(self, page: RoomPage) -> None:
        """Draw the text that only this kind of scene has."""


class PauseScene(MenuScene):
    """The menu over a run. It closes when the room is saved in an editor; the new room
    waits for the first press, the old one is held."""

    def __init__(self, scene: RunScene) -> None:
        self.scene, stage = scene, scene.stage
        behind = scene.draw_behind
        rows = [
            Row("Continue", leads=lambda here: scene),
            Row("Restart", leads=lambda here: scene.begin_again()),
            Row("Study", leads=lambda here: study_menu(scene, here)),
            Row("Options", leads=lambda here: OptionsScene(stage, here, behind)),
            Row("Rooms", leads=lambda here: RoomsScene(stage, here, scene.index)),
            Row("Keys", leads=lambda here: scene.show_keys()),
        ]
        if title := stage.title:
            rows.append(Row("Title", leads=lambda here: title()))
        super().__init__(stage, "Pause", rows, scene, behind)

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        if self.scene.reload(seconds):
            self.scene.paused |= self.scene.run.world.ticks > 0
            self.next = self.scene


def study_menu(scene: RunScene, back: Scene) -> MenuScene:
    """Return the menu of what studies a run."""
    rows = [
        Row("Hold the run", leads=lambda here: scene.look_back()),
        Row("The lesson on this room", leads=lambda here: scene.learn()),
        Row("Inspect two bodies", leads=lambda here: scene.inspect()),
        Row("Compare three methods", leads=lambda here: scene.compare()),
    ]
    return MenuScene(scene.stage, "Study", rows, back, scene.draw_behind)


def is_left_press(event: pygame.event.Event) -> bool:
    """Tell whether the left button was pressed; a turn of the wheel is a button,
    too."""
    return event.type == pygame.MOUSEBUTTONDOWN and bool(event.button == LEFT_BUTTON)
