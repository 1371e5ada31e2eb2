"""Keys, pointer and pad for tests of scenes: keys by their names (or codes), places in px of the
page, in a window twice as large."""

import pygame

from game.scenes.shell.menu import FIRST_ROW, ROW_HEIGHT
from game.view.page import MENU_LEFT

WINDOW = (1280, 720)
SIGNS = {"[": "LEFTBRACKET", "]": "RIGHTBRACKET", "-": "MINUS", "=": "EQUALS"}
SIGNS |= {",": "COMMA", ".": "PERIOD", "page up": "PAGEUP", "page down": "PAGEDOWN"}
NAMES = (*"abcdefghijklmnopqrstuvwxyz0123456789", *SIGNS, "up", "down", "left", "right")
NAMES += ("space", "tab", "escape", "return", "backspace")


def codes(name):
    """Return the key code and the scancode of a key."""
    sign = SIGNS.get(name, name)
    code = getattr(pygame, f"K_{sign if len(sign) == 1 else sign.upper()}")
    return code, getattr(pygame, f"KSCAN_{sign.upper()}")


KEYS = {name: codes(name) for name in NAMES}
KEYS |= {code: (code, scancode) for code, scancode in KEYS.values()}


def key_event(name, down=True, shift=False):
    key, scancode = KEYS[name]
    kind, mod = pygame.KEYDOWN if down else pygame.KEYUP, pygame.KMOD_LSHIFT if shift else 0
    return pygame.event.Event(kind, key=key, scancode=scancode, mod=mod)


def press(scene, *names, shift=False):
    """Press these keys and release them, one after the other."""
    for name in names:
        scene.handle(key_event(name, shift=shift))
        scene.handle(key_event(name, down=False))


def pointer_event(place, kind=pygame.MOUSEBUTTONDOWN, button=1):
    return pygame.event.Event(kind, button=button, pos=(2 * place[0], 2 * place[1]))


def point(scene, place, *kinds, button=1):
    """Handle these events of the pointer at a place; without any, a press and a release."""
    scene.window = WINDOW
    for kind in kinds or (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pointer_event(place, kind, button))


def middle(box):
    return tuple(sum(ends) / 2 for ends in zip(*box))


def click(scene, box, button=1):
    """Press and release a button of the mouse in the middle of a box."""
    point(scene, middle(box), button=button)


def click_button(scene, name):
    """Click the button that has this verb, or this label, or whose label ends in this word.

    Buttons are the scene's, or those below the bars of time of a run that is held.
    """
    buttons = scene.buttons if hasattr(scene, "buttons") else scene.study.timeline.tools()
    for verb, (label, box) in buttons.items():
        if name in (verb, label, label.split()[-1]):
            return click(scene, box)
    raise AssertionError(f"none of the buttons {[*buttons]} is {name}")


def row_place(row, x=MENU_LEFT + 5):
    """Return a place on a row of a menu, px of the page; at first on its label."""
    return x, FIRST_ROW + ROW_HEIGHT * row


def go_to_row(scene, words, go_down):
    """Go to the row of a menu with these words, by calls that go down by one."""
    for _ in scene.rows:
        if scene.rows[scene.chosen].words == words:
            return
        go_down()
    raise AssertionError(f"none of the rows is {words}")


def drag(scene, start, *places):
    """Press the left button, move over these places, and release it at the last."""
    point(scene, start, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)
    for place in places:
        point(scene, place, pygame.MOUSEMOTION)
    point(scene, (start, *places)[-1], pygame.MOUSEBUTTONUP)


def pad_event(button, down=True, pad=0):
    kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
    return pygame.event.Event(kind, button=button, instance_id=pad)


def push(scene, *buttons):
    """Press these buttons of the pad and release them, one after the other."""
    for button in buttons:
        scene.handle(pad_event(button))
        scene.handle(pad_event(button, down=False))
