"""Which room?"""

import pygame
import pytest
from staged import ROOMS, stage

from game.scenes.play import PlayScene
from game.scenes.title import TitleScene


def key(key, scancode=0):
    return pygame.event.Event(pygame.KEYDOWN, key=key, scancode=scancode, mod=0)


@pytest.fixture
def title(tmp_path):
    return TitleScene(stage(tmp_path))


def test_any_key_or_click_starts_the_first_room(tmp_path):
    """Without a menu."""
    for event in (
        key(pygame.K_SPACE, pygame.KSCAN_SPACE),
        key(pygame.K_x, pygame.KSCAN_X),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)),
    ):
        title = TitleScene(stage(tmp_path))
        title.handle(event)
        assert isinstance(title.next, PlayScene)
        assert title.next.room.name == ROOMS[0]


@pytest.mark.parametrize("index", range(len(ROOMS)))
def test_a_digit_starts_that_room(title, index):
    """By the digit's place on the keyboard."""
    title.handle(key(pygame.K_1 + index, pygame.KSCAN_1 + index))
    assert title.next.room.name == ROOMS[index]


def test_a_modifier_alone_starts_nothing(title):
    """Alt+Enter is for the window."""
    title.handle(key(pygame.K_LALT, pygame.KSCAN_LALT))
    assert title.next is None


def test_the_rooms_play_themselves_one_after_the_other(title):
    """The stored replays, without touching what the player keeps."""
    seen = [title.run.room.name]
    while len(seen) <= len(ROOMS):
        for _ in range(15 * 60):
            title.update(1 / 15)
            if title.run.room.name != seen[-1]:
                break
        seen.append(title.run.room.name)
    assert seen == [*ROOMS, ROOMS[0]]
    assert not title.stage.storage.folder.joinpath("best").exists()


def test_the_title_is_alive(title):
    """Its picture changes within two seconds."""
    pictures = set()
    for _ in range(4):
        surface = pygame.Surface((640, 360))
        title.draw(surface)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
        for _ in range(30):
            title.update(1 / 60)
    assert len(pictures) > 1
