"""Play a room.

Death shows what killed for a third of a second, then the room begins again; the exit shows what
the run was worth and where it stands. Esc opens a menu over the room; P only holds it, to study it.
Keys that study a run (one tick, slow, another method) take it out of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import ref

import pygame

from ...controls import LEFT_BUTTON, WAYS, Devices, key_name, letter
from ...simulation.begin import begin
from ...simulation.events import Died, Hurt, Stopped
from ...simulation.methods import SWEEP, Method, parse_method
from ...simulation.player import Controls
from ...simulation.replay import Replay, ReplayError, loads
from ...simulation.room import Room
from ...simulation.schema import LevelError
from ...simulation.tiled import load_room
from ...simulation.world import World
from ...storage import Watch
from ...study.pair import body_at, box_at, last_solid
from ...view import palette
from ...view.canvas import Canvas
from ...view.hud import draw_fact, draw_fault, draw_finish, draw_key_card
from ...view.overlay import LAYER_KEYS, LAYERS
from ...view.shapes import Box, is_in
from ...view.widgets import draw_button
from ..scene import Scene, Stage
from ..shell.howto import HowtoScene
from ..shell.menu import MenuScene, Row, button_row
from ..shell.options import STUDY, OptionsScene
from ..shell.rooms import RoomsScene, error_sentence, table_name
from ..shell.scores import InitialsScene, Standing, initials, save_result
from .run import METHOD_NAMES, SPEED_NAMES, SPEEDS, Run
from .timeline import HEAD, LETS_GO, Timeline

DEATH_TICKS = 40
"""Ticks for which the contact that killed is shown; any press goes on at once."""
FINISH_TICKS = 30
"""Ticks for which a press does not yet leave the card of results."""
WEAK, STRONG = (0.3, 0.06), (1.0, 0.25)
"""How strongly and for how many seconds the pad rumbles at a stop, and when something hurts."""
TOLD = (24.0, 72.0)
"""px: where it is told what is wrong with a file, and where if the head is taken."""

KEYS = (
    ("[  ]", "the room before, the next one; in the lab the scene"),
    ("Esc, middle button", "the menu; Esc again: go on"),
    ("P", "hold the room still"),
    ("L", "the lesson of this room"),
    ("I", "held: inspect two bodies; after a run: initials"),
    ("Tab", "overlay: off, boxes, chosen layers"),
    *(
        (" ".join(LAYER_KEYS[i] for i in row), ", ".join(LAYERS[i].name for i in row))
        for row in (range(len(LAYERS))[k : k + 5] for k in range(0, len(LAYERS), 5))
    ),
    ("V", "method: sweep, sub-steps, discrete, Listing 4"),
    ("T", "three methods side by side"),
    ("O", "pause, and one tick"),
    (",  .", "one tick back, one forward; with Shift: inside the tick"),
    ("-  =", "slower, faster"),
    ("M", "counters"),
    ("Alt+Enter", "full screen"),
)
NAMES = ("P play", ", back", ". tick", "- slow", "= fast", "Tab", *LAYER_KEYS)
TOOLS = dict(zip(map(ord, f"p,.-=\t{LAYER_KEYS}vth"), (*NAMES, "V method", "T compare", "H keys")))
"""Keys of a run that is held, and what is written for the mouse to press instead."""


class PlayScene:
    """A room, played by the devices or by a replay.

    over is the outcome that ends a run for good.

    Args:
        stage: what scenes share.
        index: which of the stage's rooms.
        replay: who plays; None: the devices.
    Raises:
        LevelError: the room's file is not a room.
    """

    over = "finished"

    def __init__(self, stage: Stage, index: int, replay: Replay | None = None) -> None:
        self.stage, self.index, self.replay = stage, index, replay
        self.next: Scene | None = None
        self.room = self.load()
        self.watch = Watch(stage.rooms[index]) if index >= 0 and not replay else None
        self.fault = ""
        """What is wrong with the room's file since it was saved."""
        self.devices = Devices(stage.settings)
        self.window = (1280, 720)
        self.speed = 0
        self.paused = self.cards = self.counters = False
        self.picked: int | None = None
        """The body that the pointer picked while the run is held; a second one is inspected."""
        self.best: int | None = None
        self.standing: Standing | None = None
        self.standing_box: Box | None = None
        """px: the line of the card that opens the initials."""
        self.restart()

    def load(self) -> Room:
        """Return the room that is played."""
        return load_room(self.stage.rooms[self.index])

    def reload(self, seconds: float) -> bool:
        """Let time pass; load the room anew if its file was saved. If it is no room, that is told,
        and the old one goes on. Return whether there is anything new to see."""
        if not self.watch or not self.watch.changed(seconds):
            return False
        before, self.fault = (self.room, self.fault), ""
        try:
            self.room = self.load()
        except LevelError as error:
            self.fault = error_sentence(self.watch.path, error)
            self.watch.seen = 0, 0  # It may be half written, and is read again.
        if self.room != before[0]:
            self.again()
        return before != (self.room, self.fault)

    @property
    def table(self) -> str:
        """The name of the table of scores."""
        return table_name(self.room)

    def restart(self) -> None:
        """Begin the room again."""
        stage = self.stage
        self.run = Run(stage, self.room, self.replay, self.ghost(), self.sense)
        stage.history = ref(self.run.history)
        self.timeline = Timeline(self.run, self.wanted, self.study)
        usual_rate = stage.tick_rate in (None, self.room.tick_rate)
        self.studied = self.speed > 0 or stage.method.name != "sweep" or not usual_rate
        self.kept = self.mixed = False
        self.standing = self.picked = None
        self.assisted = stage.assisted

    def ghost(self) -> Replay | None:
        """Return the best run until now, if the player wants to see it."""
        if self.replay or not self.stage.settings.ghost:
            return None
        best = self.stage.storage.best_run(self.room.name, self.room.hash)
        try:
            replay = loads(best.replay) if best else None
        except ReplayError:
            return None
        rate = self.stage.tick_rate or self.room.tick_rate
        like = self.room.hash, rate, SWEEP.name
        is_like = replay and (replay.room_hash, replay.tick_rate, replay.method) == like
        return replay if is_like else None

    def sense(self, world: World) -> None:
        """Let what happened in a tick be heard, and felt in the hand."""
        if self.stage.audio:
            self.stage.audio.hear(world.events, world.player.id)
        for event in world.events:
            if isinstance(event, Stopped | Died | Hurt):
                self.devices.rumble(*(WEAK if isinstance(event, Stopped) else STRONG))

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        meant = self.devices.means(event)
        if event.type in LETS_GO:
            self.timeline.let_go(event.dict.get("scancode"))
        held = self.paused and not self.cards
        if held and (self.points_at_timeline(event) or self.uses(event) or self.picks(event)):
            return
        self.devices.handle(event)
        if meant == "away":
            if self.run.world.ticks and not self.run.world.outcome:
                self.open_menu()
        elif meant == "pause":
            self.open_menu()
        elif meant == "restart" and not self.cards:
            self.again()
        elif event.type == pygame.KEYDOWN or (self.cards and is_left_press(event)):
            self.press(event, meant)
        elif self.standing and (self.points_at_standing(event) or is_pad_y(event)):
            self.sign(self.standing, self)
        elif meant == "aim":
            self.go_on()

    def points_at_timeline(self, event: pygame.event.Event) -> bool:
        """Tell whether the pointer took the timeline of a run that is held."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            return False
        return self.timeline.point(event, self.run.still(self.window).world(event.pos))

    def tools(self) -> list[tuple[int, Box]]:
        """Return the keys of a run that is held, and where they can be pressed."""
        return button_row(TOOLS, (14.0, self.timeline.rows[1] + 8), 14.0)

    def uses(self, event: pygame.event.Event) -> bool:
        """Tell whether the pointer pressed what does as a key does."""
        at = self.run.still(self.window).world(event.pos) if is_left_press(event) else (0.0, 0.0)
        keys = [key for key, box in self.tools() if is_in(at, box)]
        for key in keys:
            place = pygame.KSCAN_1 + LAYER_KEYS.find(chr(key))
            self.press(pygame.event.Event(pygame.KEYDOWN, key=key, scancode=place, mod=0), None)
        return bool(keys)

    def picks(self, event: pygame.event.Event) -> bool:
        """Tell whether the pointer picked a body of a run that is held."""
        if not is_left_press(event) or self.points_at_standing(event):
            return False
        at = self.run.seen(self.window).world(event.pos)
        body, before = body_at(self.run.world, at, self.run.u), self.picked
        if body is not None and before not in (None, body):
            self.next = self.inspect((before, body))
        else:
            self.picked = None if body == before else body
        return body is not None

    def points_at_standing(self, event: pygame.event.Event) -> bool:
        """Tell whether the line of the card that opens the initials was pressed."""
        if not is_left_press(event) or not self.standing_box:
            return False
        return is_in(self.run.still(self.window).world(event.pos), self.standing_box)

    def press(self, event: pygame.event.Event, meant: str | None) -> None:
        """Take a key; one that plays does nothing else, whatever is printed on it."""
        if self.cards:
            self.cards = False
            self.devices.let_go()
        elif event.key == pygame.K_ESCAPE:
            self.open_menu()
        elif meant == "aim" or event.key == pygame.K_RETURN:
            self.go_on()
        elif meant is None and not self.timeline.press(event):
            self.press_study_key(letter(event, STUDY), event.scancode)

    def press_study_key(self, key: int | None, scancode: int) -> None:
        """Take a key: letters by what they say, digits by where they are."""
        if key == pygame.K_h:
            self.cards = True
        elif key == pygame.K_p:
            self.paused = not self.paused
        elif key == pygame.K_l:
            self.next = self.learn()
        elif key == pygame.K_i and self.standing:
            self.sign(self.standing, self)
        elif key == pygame.K_i and self.paused:
            self.next = self.inspect()
        elif key == pygame.K_o:
            self.timeline.use()
            self.run.step(self.wanted(), again=False)
        elif key in (pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET):
            self.go_to(self.index + (1 if key == pygame.K_RIGHTBRACKET else -1))
        elif key == pygame.K_TAB:
            self.stage.next_overlay()
        elif pygame.KSCAN_1 <= scancode < pygame.KSCAN_1 + len(LAYERS):
            self.stage.toggle_layer(scancode - pygame.KSCAN_1)
        elif key == pygame.K_m:
            self.counters = not self.counters
        elif key == pygame.K_v:
            self.next_method()
        elif key == pygame.K_t:
            self.next = self.compare()
        elif key in (pygame.K_MINUS, pygame.K_EQUALS):
            step = 1 if key == pygame.K_MINUS else -1
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
            if self.speed:
                self.disqualify()

    def study(self) -> None:
        """Hold the run, which is looked at more closely than play allows."""
        self.paused, self.picked = True, None
        self.disqualify()

    def disqualify(self) -> None:
        """Take the run out of the table, unless it is in it already."""
        self.studied |= not self.kept

    def go_on(self) -> None:
        """A press: unpause, skip what killed, or leave the card of results."""
        outcome = self.run.world.outcome
        if self.paused:
            self.paused = False
            self.devices.let_go()
        elif outcome == self.over and self.run.ended >= FINISH_TICKS:
            standing = self.standing
            self.leave()
            if standing and not self.stage.settings.initials:
                self.sign(standing, self.next or self)
        elif outcome == "dead" and outcome != self.over:
            self.restart()

    def leave(self) -> None:
        """Go on from the card of results."""
        self.go_to(self.index + 1)

    def sign(self, standing: Standing, following: Scene) -> None:
        """Ask for the initials of a run that is among the best."""
        self.devices.let_go()
        self.next = InitialsScene(self.stage, standing, following, self.draw_behind)

    def open_menu(self) -> None:
        """Hold everything, and ask what to do; whoever comes back goes on."""
        stage, self.paused = self.stage, False
        self.devices.let_go()
        menu = PauseScene(stage, "Pause", [], self, self.draw_behind)
        menu.rows = [
            Row("Go on", leads=lambda here: self),
            Row("Begin again", leads=lambda here: self.again()),
            Row("Look back", leads=lambda here: self.look_back()),
            Row("Options", leads=lambda here: OptionsScene(stage, here, self.draw_behind)),
            Row("Rooms", leads=lambda here: RoomsScene(stage, here, self.index)),
            Row("How to play", leads=lambda here: HowtoScene(stage, here)),
            Row("The lesson of this room", leads=lambda here: self.learn()),
            Row("Inspect two bodies", leads=lambda here: self.inspect()),
            Row("Three methods", leads=lambda here: self.compare()),
        ]
        if title := stage.title:
            menu.rows.append(Row("Title", leads=lambda here: title()))
        self.next = menu

    def learn(self) -> Scene:
        """Hold the room; return the lesson that explains it."""
        from ..learn.lesson import lesson_of  # Reads all lessons: no room waits for it.

        self.paused = True
        self.devices.let_go()
        return lesson_of(self.stage, self.run.world, self)

    def inspect(self, pair: tuple[int, int] | None = None) -> Scene:
        """Hold the run; return the scene that looks at two of its bodies: the player and what it
        met last, or others."""
        from .inspector import InspectorScene  # It reads code: no room waits for it.

        self.study()
        self.devices.let_go()
        self.timeline.let_go()
        world, met = self.run.world, [past.contacts for past in self.run.recent]
        pair = pair or (world.player.id, last_solid(world, met, self.run.u))
        return InspectorScene(self.stage, self.run, pair, self)

    def begin(self, method: Method) -> World:
        """Return the world in which the run began, moved by a method."""
        world = self.run.world
        return begin(self.room, world.seed, world.tick_rate, method, world.assist)

    def known(self) -> Sequence[Controls]:
        """Return the controls of the run until now, and those known to come."""
        return self.run.history.controls

    def compare(self) -> Scene:
        """Hold the run; return the scene that plays its controls by three methods."""
        from .compare import PanesScene

        self.study()
        self.devices.let_go()
        return PanesScene(self.stage, self.begin, self.known(), self)

    def again(self) -> Scene:
        """Begin the room again, and wait for the first press; return this scene."""
        self.paused = False
        self.restart()
        return self

    def look_back(self) -> Scene:
        """Hold the run, with its timeline; return this scene."""
        self.paused = True
        return self

    def go_to(self, index: int) -> None:
        """Leave for another room; where there is none, the choice of rooms says why."""
        index %= len(self.stage.rooms)
        try:
            self.next = PlayScene(self.stage, index)
        except LevelError:
            self.next = RoomsScene(self.stage, self, index)

    def next_method(self, way: int = 1) -> None:
        """Move bodies by another method from now on."""
        name = self.run.world.method.name
        place = METHOD_NAMES.index(name) if name in METHOD_NAMES else -max(way, 0)
        method = parse_method(METHOD_NAMES[(place + way) % len(METHOD_NAMES)])
        self.stage.method = method
        self.run.switch(method)
        self.mixed |= self.run.world.ticks > 0
        self.disqualify()

    def wanted(self) -> Controls:
        """What the devices want now."""
        return self.devices.controls(self.run.screen(self.window), self.run.player)

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        self.reload(seconds)
        self.picked = self.picked if self.paused else None
        if self.paused and not self.cards:
            self.timeline.update(seconds, SPEEDS[self.speed])
        if not self.paused:
            self.timeline.place(self.window)
        if self.paused or self.cards or self.next:
            return
        self.assisted |= self.stage.assisted
        speed = 1.0 if self.run.world.outcome else SPEEDS[self.speed]
        speed *= self.stage.settings.assist_speed / 100
        self.run.advance(seconds, speed, self.wanted)
        outcome = self.run.world.outcome
        if self.run.history.forked:
            self.studied, self.standing = True, None
        if outcome == self.over and not self.kept:
            self.keep()
        elif outcome == "dead" and outcome != self.over and self.run.ended >= DEATH_TICKS:
            self.devices.let_go()
            self.restart()

    def keep(self) -> None:
        """Keep a finished run, if it was played and not studied."""
        self.kept = True
        replay = self.run.history.replay()
        if not self.mixed:
            self.stage.finished = replay
        if self.replay is None and not self.studied:
            self.keep_best(replay)
            self.standing = save_result(self.stage, self.table, self.run.world, self.assisted)

    def keep_best(self, replay: Replay) -> None:
        """Keep the run's replay, if it is the best."""
        room, ticks = self.room, self.run.world.ticks
        self.best = self.stage.storage.keep_best(room.name, room.hash, ticks, replay.dumps())

    def notes(self) -> list[str]:
        """What is unusual about this run, in a few words each."""
        words = [SPEED_NAMES[self.speed]] if self.speed else []
        words += ["replay"] if self.replay else []
        how = "I, two clicks" if self.run.world.ticks else "I"  # In the lab they drag till then.
        hint = f"{how}: inspect" if self.picked is None else "click another body"
        words += ["paused", hint] if self.paused else []
        if self.counters:
            counters = self.run.world.counters
            words.append(f"touches {counters.touches}   crushed {counters.crushed}")
        return words

    def bound(self) -> list[tuple[str, str]]:
        """Return the keys for what is played with, by what is printed on them, and what they do."""
        keys = {
            action: "/".join(map(key_name, bound))
            for action, bound in self.stage.settings.keys.items()
        }
        turns = self.stage.settings.aim == "toggle"
        aims = "aim; again: dash" if turns else "hold to aim, let go to dash"
        return [
            (f"{keys['aim']}, left button", aims),
            (" ".join(keys[way] for way in WAYS), "creep; while aiming: turn"),
            (f"{keys['cancel']}, right button", "let go without a dash"),
            (keys["restart"], "begin the room again"),
        ]

    def draw_behind(self, surface: pygame.Surface) -> None:
        """Draw the room without a word, for what is written over it."""
        self.run.draw(surface, frozenset(), notes=None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the room and what is written over it."""
        self.window = surface.get_size()
        world = self.run.world
        canvas = self.run.draw(surface, self.stage.overlay, self.notes())
        self.draw_more(canvas)
        if world.outcome == self.over and not self.replay:
            words = ""
            if self.standing:
                words = f"rank {self.standing.rank} as {initials(self.stage)}   I: initials"
            self.standing_box = self.draw_results(canvas, words)
        if self.paused and self.run.history.end:
            self.timeline.draw(canvas)
        for key, box in self.tools() if self.paused else ():
            draw_button(canvas, box, TOOLS[key], LAYER_KEYS.find(chr(key)) in self.stage.overlay)
        if self.picked is not None:
            body = box_at(world, self.picked, self.run.u).expanded((2, 2))
            room = Canvas(surface, self.run.seen(self.window))
            room.box(body.min, body.max, palette.PLAYER, fill=0, width=1)
        draw_fault(canvas, self.fault, TOLD[self.paused and self.timeline.rows is HEAD])
        if self.cards:
            draw_key_card(canvas, "Keys", (*self.bound(), *KEYS))

    def draw_more(self, canvas: Canvas) -> None:
        """Draw what is told before the first tick, where no buttons are."""
        if not (self.run.world.ticks or self.replay or self.paused):
            draw_fact(canvas, self.run.world)

    def draw_results(self, canvas: Canvas, standing: str) -> Box | None:
        """Draw the card of results; return where it says the standing."""
        return draw_finish(canvas, self.run.world, self.best, self.studied, standing)


class PauseScene(MenuScene):
    """The menu over a room; whoever saves the room in an editor sees it again at once, held unless
    it begins again."""

    def update(self, seconds: float) -> None:
        """Let real time pass."""
        if isinstance(self.back, PlayScene) and self.back.reload(seconds):
            self.back.paused |= self.back.run.world.ticks > 0
            self.next = self.back


def is_left_press(event: pygame.event.Event) -> bool:
    """Tell whether the left button was pressed; the wheel is a button, too, when it turns."""
    return event.type == pygame.MOUSEBUTTONDOWN and bool(event.button == LEFT_BUTTON)


def is_pad_y(event: pygame.event.Event) -> bool:
    """Tell whether the pad's Y was pressed."""
    pressed = event.type == pygame.CONTROLLERBUTTONDOWN
    return pressed and bool(event.button == pygame.CONTROLLER_BUTTON_Y)
