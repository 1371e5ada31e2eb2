"""What do keys and mouse want?

Keys are positions on the keyboard (scancodes), so WASD lies under the left hand on every layout.
The pointer aims once it was moved or pressed, until an arrow key turns the aim.
"""

from __future__ import annotations

import pygame

from .simulation.player import HEADINGS, Controls
from .view.screen import Screen

BINDINGS: dict[str, tuple[int, ...]] = {
    "left": (pygame.KSCAN_LEFT, pygame.KSCAN_A),
    "right": (pygame.KSCAN_RIGHT, pygame.KSCAN_D),
    "up": (pygame.KSCAN_UP, pygame.KSCAN_W),
    "down": (pygame.KSCAN_DOWN, pygame.KSCAN_S),
    "aim": (pygame.KSCAN_SPACE,),
    "cancel": (pygame.KSCAN_BACKSPACE,),
}
LEFT_BUTTON, RIGHT_BUTTON = 1, 3


class Devices:
    """The keys and buttons that are down, told by events."""

    def __init__(self) -> None:
        self.keys: set[int] = set()
        self.buttons: set[int] = set()
        self.tapped = False
        """Whether an aim began since controls() was asked: a tap between two frames counts."""
        self.pointer = (0.0, 0.0)
        self.points = False

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of an event."""
        if event.type == pygame.KEYDOWN:
            self.keys.add(event.scancode)
            self.tapped |= event.scancode in BINDINGS["aim"]
            if any(event.scancode in BINDINGS[way] for way in ("left", "right", "up", "down")):
                self.points = False
        elif event.type == pygame.KEYUP:
            self.keys.discard(event.scancode)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.buttons.add(event.button)
            self.tapped |= event.button == LEFT_BUTTON
            self.pointer, self.points = event.pos, True
        elif event.type == pygame.MOUSEBUTTONUP:
            self.buttons.discard(event.button)
        elif event.type == pygame.MOUSEMOTION:
            self.pointer, self.points = event.pos, True
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.let_go()

    def let_go(self) -> None:
        """Forget what is down: nobody hears of keys that come up elsewhere."""
        self.keys.clear()
        self.buttons.clear()
        self.tapped = False

    def down(self, action: str) -> bool:
        """Tell whether a key for this action is down."""
        return any(key in self.keys for key in BINDINGS[action])

    def controls(self, screen: Screen, player: tuple[float, float]) -> Controls:
        """Return what is wanted now, by a player whose centre lies there, px of the world."""
        x, y = screen.world(self.pointer)
        away = pygame.Vector2(x - player[0], y - player[1])
        heading = None
        if self.points and away.length_squared() > 1:
            heading = round(away.angle * HEADINGS / 360) % HEADINGS
        tapped, self.tapped = self.tapped, False
        return Controls(
            creep=(
                self.down("right") - self.down("left"),
                self.down("down") - self.down("up"),
            ),
            aim=tapped or self.down("aim") or LEFT_BUTTON in self.buttons,
            heading=heading,
            cancel=self.down("cancel") or RIGHT_BUTTON in self.buttons,
        )


MENU_KEYS = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "choose",
    pygame.K_KP_ENTER: "choose",
    pygame.K_SPACE: "choose",
    pygame.K_ESCAPE: "back",
    pygame.K_BACKSPACE: "back",
}


def menu_verb(event: pygame.event.Event) -> str | None:
    """Return which of a menu's six verbs an event means: up, down, left, right, choose, back."""
    return MENU_KEYS.get(event.key) if event.type == pygame.KEYDOWN else None
