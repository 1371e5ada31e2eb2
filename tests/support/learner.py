"""What a learner does with keys and mouse, for tests."""

import pygame

from game.scenes.learn.lesson import BUTTONS

WINDOW = (1280, 720)


def press(scene, *keys, mod=0):
    for key in keys:
        scancode = pygame.KSCAN_1 + key - pygame.K_1 if pygame.K_1 <= key <= pygame.K_9 else 0
        event = {"key": key, "scancode": scancode, "mod": mod}
        scene.handle(pygame.event.Event(pygame.KEYDOWN, event))
        scene.handle(pygame.event.Event(pygame.KEYUP, event))


def pixel(place):
    return 2 * place[0], 2 * place[1]


def middle(box):
    return tuple((low + high) / 2 for low, high in zip(*box))


def drag(scene, start, *places):
    """Press there, px of the page, and let go at the last of these places."""
    for place in (start, *places):
        scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel(place)))
        if place is start:
            down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pixel(place))
            scene.handle(down)
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=pixel(place)))


def click(scene, name):
    """Press a button by its name, or an answer by its index."""
    if isinstance(name, int):
        box = next(placed.box for placed in scene.column() if placed.block.answer == name)
    else:
        box = BUTTONS[name][1]
    drag(scene, middle(box))


def written(scene):
    return " ".join(placed.block.words for placed in scene.column())
