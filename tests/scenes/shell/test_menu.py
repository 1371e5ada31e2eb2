"""What can be chosen here?"""

import pygame
import pytest
from support.hands import key_event, point, pointer_event, press
from support.staged import record_texts, stage

from game.scenes.shell.howto import HowtoScene
from game.scenes.shell.menu import FIRST_ROW, ROW_HEIGHT, ROWS_SHOWN, MenuScene, Row
from game.scenes.shell.rooms import RoomsScene
from game.scenes.shell.title import TitleScene, main_menu
from game.view import palette
from game.view.page import MENU_LEFT

SIZE = (640, 360)


@pytest.fixture
def menu(tmp_path):
    """Return a menu of twenty rows that record what was chosen."""
    chosen = []
    rows = [Row(f"row {k}", lambda k=k: chosen.append(k)) for k in range(20)]
    menu = MenuScene(stage(tmp_path), "Menu", rows, "back")
    menu.done = chosen
    menu.draw(pygame.Surface(SIZE))
    return menu


def test_the_pointer_chooses_the_row_under_it(menu):
    point(menu, (MENU_LEFT + 5, FIRST_ROW + 36), pygame.MOUSEMOTION)
    assert menu.chosen == 2
    point(menu, (MENU_LEFT + 5, FIRST_ROW + 54))
    point(menu, (MENU_LEFT + 5, 20))
    point(menu, (MENU_LEFT + 5, FIRST_ROW), button=2)
    assert menu.done == [3]
    point(menu, (MENU_LEFT + 5, FIRST_ROW), button=3)
    assert menu.next == "back"


def test_the_wheel_reaches_rows_that_are_not_shown(menu):
    """With more rows than fit, those around the chosen one are shown, and it alone is marked."""
    for _ in range(ROWS_SHOWN + 2):
        menu.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert menu.chosen == ROWS_SHOWN + 2
    assert menu.first > 0
    surface = pygame.Surface(SIZE)
    menu.draw(surface)
    marks = [
        surface.get_at((round(MENU_LEFT - 12), round(FIRST_ROW + ROW_HEIGHT * k)))[:3]
        for k in range(ROWS_SHOWN)
    ]
    place = menu.chosen - menu.first
    assert [k for k, color in enumerate(marks) if color == palette.PLAYER] == [place]
    menu.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert menu.chosen == ROWS_SHOWN + 1
    menu.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=1, y=0))
    assert menu.chosen == ROWS_SHOWN + 1


def test_a_scene_that_a_row_opens_can_come_back_to_the_menu(tmp_path):
    menu = MenuScene(stage(tmp_path), "Menu", [Row("on", leads=lambda here: ("on", here))], "back")
    press(menu, "return")
    assert menu.next == ("on", menu)


def test_how_to_play_is_left_by_any_press(tmp_path):
    for event in (key_event("return"), key_event("escape"), pointer_event((9, 9))):
        scene = HowtoScene(stage(tmp_path), "back")
        scene.handle(pointer_event((9, 9), pygame.MOUSEMOTION))
        assert scene.next is None
        scene.handle(event)
        assert scene.next == "back"


def test_all_words_of_all_pages_lie_on_them_and_are_large_enough(tmp_path, monkeypatch):
    at = stage(tmp_path)
    long, bad = tmp_path / "long.tmj", tmp_path / ("bad" * 60 + ".tmj")
    text = at.rooms[0].read_text(encoding="utf-8")
    assert "First Contact" in text
    long.write_text(text.replace("First Contact", "W" * 120), encoding="utf-8")
    bad.write_text("{}")
    at.rooms = [long, *at.rooms * 4, bad]
    title = TitleScene(at)
    scenes = [title, main_menu(at, title), RoomsScene(at, title, len(at.rooms) - 1)]
    scenes += [RoomsScene(at, title, 0), HowtoScene(at, title)]
    texts = record_texts(monkeypatch)
    for scene in scenes:
        scene.draw(pygame.Surface(SIZE))
    assert len(texts) > 60
    for words, left, right, _, size in texts:
        assert 0 <= left <= right <= 640, words
        assert size >= 9 or words.startswith("u "), words
