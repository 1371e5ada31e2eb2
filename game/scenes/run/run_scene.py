"""What can be done in every scene in which a world runs?

The devices play it, or a replay. Esc opens a menu over it; P holds it, and then keys,
buttons and the pointer study it: its time, its overlay, another method, two of its
bodies. What each key does is in verbs.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import ref

from pygame import K_ESCAPE, K_RETURN, KEYDOWN, KMOD_SHIFT, Surface
from pygame.event import Event

from ...controls import POINTER_EVENTS, PRESSES, Devices, is_left_press
from ...simulation.events import Died, Hurt, Stopped
from ...simulation.player import Controls
from ...simulation.replay import Replay
from ...simulation.room import Room
from ...simulation.world import World
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import RoomPage, draw_key_card
from ...view.overlay import LAYERS
from ...view.screen import Screen
from ..scene import Scene, Stage
from ..shell.menu import button_at
from ..verbs import (
    ACTION_VERBS,
    REPEATED,
    WHY_STUDIED,
    CardRow,
    layer_verb,
    verb_of_key,
)
from .key_card import play_rows, study_rows
from .pause import PauseScene
from .run import SPEED_NAMES, SPEEDS, Run
from .study import Calls, Page, Study

STOP_RUMBLE = (0.3, 0.06)
"""Strength, 0 to 1, and seconds of a pad's rumble when the player stops."""
HURT_RUMBLE = (1.0, 0.25)
"""The same when something hurts."""
COUNT_IN = 0.5
"""s for which a run that goes on still stands, while a ring closes in on the player."""
RING_INSIDE = 6
"""px: the radius of that ring at the end."""
RING_WIDTH = 0.6
"""px: how thick it is."""
RING_SPEED = 40
"""px a second: how fast it closes in."""


class RunScene:
    """A run that can be held and studied.

    A scene that is made has no run yet: the constructor of each kind ends with
    restart().

    Args:
        stage: what scenes share.
        room: the room in which it runs.
        replay: its controls; None: those of the devices.
    """

    index = -1
    """The index of its room among the stage's rooms; -1: it is none of them."""
    is_lab = False
    """Whether all keys act at any time. The run of such a scene stays held when it
    begins again or its menu closes, and it does not count in when it goes on."""
    run: Run

    def __init__(self, stage: Stage, room: Room, replay: Replay | None = None) -> None:
        self.stage = stage
        self.room = room
        self.replay = replay
        self.next: Scene | None = None
        self.devices = Devices(stage.settings)
        self.window = (1280, 720)
        """Its size, px, when the scene was drawn last."""
        self.paused = False
        """Whether the run is held."""
        self.shows_keys = False
        self.study = Study(self.read_controls, self.controls, self.disqualify)

    @property
    def world(self) -> World:
        """The world of the run as it is now."""
        return self.run.world

    def restart(self) -> None:
        """Begin the run again. It is released, if it was held, except in a lab."""
        if not self.is_lab:
            self.paused = False
        self.devices.release_all(cancels=False)
        self.run = Run(
            self.stage, self.room, self.replay, self.ghost(), self.after_tick
        )
        self.stage.history = ref(self.run.history)
        self.study.begin(self.run)

    def ghost(self) -> Replay | None:
        """Return a run that is drawn beside this one, if there is one."""
        return None

    def after_tick(self, world: World) -> None:
        """Play the sounds of a tick, and rumble the pad."""
        self.stage.audio.play_tick(world)
        for event in world.last.events:
            if isinstance(event, Stopped):
                self.devices.rumble(*STOP_RUMBLE)
            elif isinstance(event, Died | Hurt):
                self.devices.rumble(*HURT_RUMBLE)

    def handle(self, event: Event) -> None:
        """Handle an event: the pointer over a run that is held, or else a key or button
        that plays or has a verb. While the list of keys is shown, a press only closes
        it."""
        is_press = event.type in PRESSES
        timeline = self.study.timeline
        if is_press:
            self.skip()
        timeline.handle_release(event)
        if self.paused and not self.shows_keys and self.handle_pointer(event):
            return
        self.devices.handle(event)
        if self.shows_keys and is_press:
            self.shows_keys = False
            self.devices.release_all()
        elif verb := self.verb_of(event):
            if verb in REPEATED:
                is_shift = bool(event.mod & KMOD_SHIFT)
                timeline.hold_key(event.scancode, inside=is_shift)
            self.do(verb)

    def skip(self) -> None:
        """Skip what is shown after a run, at any press."""

    def verb_of(self, event: Event) -> str | None:
        """Return the verb that an event calls for now; None if it has none.

        A key that is bound to an action plays, and has the verb in ACTION_VERBS or
        none, whatever is printed on it; only Esc and Enter have theirs, too.
        """
        action = self.devices.action(event)
        world = self.world
        if action == "away":  # The window lost the focus, or the pad was unplugged.
            return "menu" if world.ticks and not world.outcome else None
        if action in ACTION_VERBS:
            return ACTION_VERBS[action]
        if event.type != KEYDOWN:
            return None
        if action and event.key not in (K_ESCAPE, K_RETURN):
            return None
        verb = verb_of_key(event)
        studies = self.paused or self.is_lab
        if verb is None or (verb.while_held and not studies):
            return None
        return verb.name

    def handle_pointer(self, event: Event) -> bool:
        """Handle an event over a run that is held. The pointer drags the time, presses
        a button or picks a body; the second body that it picks is inspected together
        with the first. Return whether it did one of these."""
        if event.type not in POINTER_EVENTS:
            return False
        study = self.study
        timeline = study.timeline
        at = Screen.fit(self.window).world(event.pos)
        if timeline.point(event, at):
            self.hold_and_disqualify("rewound")
            return True
        if not is_left_press(event):
            return False
        if verb := button_at(timeline.tools(), at):
            if verb in REPEATED:
                timeline.hold_key(None, inside=False)
            self.do(verb)
            return True
        body = study.body_at(self.run.shaken(self.window).world(event.pos))
        if pair := study.pick(body):
            self.hold_and_disqualify("inspected")
            self.lead_to(partial(study.inspector, pair=pair))
        return body is not None

    def do(self, verb: str) -> None:
        """Carry out a verb. One that this kind of scene does not have does
        nothing."""
        if verb in WHY_STUDIED:
            self.hold_and_disqualify(WHY_STUDIED[verb])
        if call := self.calls().get(verb):
            call()

    def calls(self) -> Calls:
        """Return what the verbs call."""
        calls = self.study.calls(self.lead_to)
        calls |= {
            "menu": self.open_menu,
            "go on": self.resume,
            "restart": self.restart,
            "hold": self.hold_or_go_on,
            "keys": self.show_keys,
            "before": partial(self.go_by, -1),
            "after": partial(self.go_by, 1),
            "overlay": self.stage.next_overlay,
        }
        for index in range(len(LAYERS)):
            calls[layer_verb(index)] = partial(self.stage.toggle_layer, index)
        return calls

    def go_by(self, step: int) -> None:
        """Go so many rooms, or scenes of the lab, forward; back if negative. This kind
        of scene has none beside it."""

    def hold_and_disqualify(self, why: str) -> None:
        """Hold the run, and let it earn nothing; why: how it is studied, in a word."""
        self.paused = True
        self.study.picked = None
        self.disqualify(why)

    def disqualify(self, why: str) -> None:
        """Let the run earn nothing, because it is studied."""

    def hold_or_go_on(self) -> None:
        """Hold the run, or let it go on."""
        self.paused = not self.paused

    def resume(self) -> None:
        """Release the run, if it is held."""
        if self.paused:
            self.paused = False
            self.devices.release_all()

    def open_menu(self) -> None:
        """Open the menu over the run; the way back from it resumes the run."""
        if not self.is_lab:
            self.paused = False
        self.devices.release_all()
        self.next = PauseScene(self)

    def reload(self, seconds: float) -> bool:
        """Let time pass for the file of the room, which may be saved in an editor;
        return whether there is something new to see."""
        return False

    def show_keys(self) -> None:
        """Show the list of keys until the next press."""
        self.shows_keys = True

    def lead_to(self, page: Page) -> None:
        """Hold the run, if it has not ended, and leave for a page about it, which leads
        back to this scene."""
        if not self.world.outcome:
            self.paused = True
        self.devices.release_all()
        self.next = page(self)

    def controls(self) -> Sequence[Controls]:
        """Return the recorded controls, from the first tick to the last."""
        return self.run.history.controls

    def read_controls(self) -> Controls:
        """Return the present controls of the devices."""
        return self.devices.controls(self.run.screen(self.window), self.run.player)

    def update(self, seconds: float) -> None:
        """Let real time pass. The run stands while it is held, under the list of keys,
        and when another scene follows; after that it waits a moment until it goes
        on."""
        self.reload(seconds)
        run = self.run
        study = self.study
        self.stage.audio.world = run.world
        if not self.paused:
            study.forget_bodies()
            study.timeline.place(self.window)
        elif not self.shows_keys:
            study.timeline.update(seconds, SPEEDS[study.speed])
        if self.paused or self.shows_keys or self.next:
            run.wait = 0.0 if self.is_lab else count_in(run.world)
        elif run.wait > 0:
            run.wait -= seconds
        else:
            self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Let real time pass for the run."""
        speed = 1.0 if self.world.outcome else SPEEDS[self.study.speed]
        speed *= self.stage.settings.assist_speed / 100
        self.run.advance(seconds, speed, self.read_controls)

    def notes(self) -> list[str]:
        """Return what is unusual about this run, in a few words each."""
        study = self.study
        notes = []
        if study.speed:
            notes.append(SPEED_NAMES[study.speed])
        if self.paused:
            notes.append("held")
            if study.picked is not None:
                notes.append("click another body")
            elif self.world.ticks:
                notes.append("I, two clicks: inspect")
            else:  # In a lab a click drags until then.
                notes.append("I: inspect")
        return notes

    def key_rows(self) -> list[CardRow]:
        """Return the rows of the list of keys for what acts now."""
        if self.paused:
            return study_rows()
        return play_rows(self.stage.settings)

    def draw(self, surface: Surface) -> None:
        """Draw the room, and over it the text, what studies the run and the list of
        keys."""
        self.window = surface.get_size()
        run = self.run
        page = run.draw(surface, self.stage.overlay, self.notes())
        room = Canvas(surface, run.shaken(self.window))
        if 0 < run.wait < COUNT_IN:
            radius = RING_INSIDE + RING_SPEED * run.wait
            room.dot(run.player, palette.PLAYER, radius, RING_WIDTH)
        self.draw_text(page)
        self.study.draw(page, room, self.paused)
        if self.shows_keys:
            draw_key_card(page, "Keys", self.key_rows())

    def draw_text(self, page: RoomPage) -> None:
        """Draw the text that only this kind of scene has."""


def count_in(world: World) -> float:
    """Return how long a run still stands before it goes on, s: COUNT_IN once it has
    begun and until it has ended, else not at all."""
    is_under_way = world.ticks > 0 and not world.outcome
    return COUNT_IN if is_under_way else 0.0
