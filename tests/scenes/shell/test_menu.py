"""What can be chosen here?"""

import pygame
import pytest
from support.hands import point, press, row_place
from support.staged import picture, record_texts, stage

from game.scenes.shell.menu import FIRST_ROW, ROW_HEIGHT, MenuScene, Row
from game.scenes.shell.options import SECTIONS, OptionsScene, RemapScene
from game.scenes.shell.rooms import RoomsScene
from game.scenes.shell.title import TitleScene, main_menu
from game.view import palette
from game.view.page import MENU_LEFT

SIZE = (640, 360)


@pytest.fixture
def menu(tmp_path):
    """Return a menu of twelve rows that record what was chosen."""
    chosen = []
    rows = [Row(f"row {k}", lambda k=k: chosen.append(k)) for k in range(12)]
    menu = MenuScene(stage(tmp_path), "Menu", rows, "back")
    menu.done = chosen
    picture(menu, SIZE)
    return menu


def test_the_pointer_chooses_the_row_under_it(menu):
    point(menu, row_place(2), pygame.MOUSEMOTION)
    assert menu.chosen == 2
    point(menu, row_place(3))
    point(menu, row_place(-4))
    point(menu, row_place(0), button=2)
    assert menu.done == [3]
    point(menu, row_place(0), button=3)
    assert menu.next == "back"


def test_the_wheel_chooses_a_row_and_it_alone_is_marked(menu):
    for _ in range(5):
        menu.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    surface = pygame.Surface(SIZE)
    menu.draw(surface)
    rows = range(len(menu.rows))
    marks = [round(MENU_LEFT - 12), [round(FIRST_ROW + ROW_HEIGHT * k) for k in rows]]
    colors = [surface.get_at((marks[0], y))[:3] for y in marks[1]]
    assert [k for k in rows if colors[k] == palette.PLAYER] == [5]
    menu.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert menu.chosen == 4
    menu.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=1, y=0))
    assert menu.chosen == 4


def test_a_value_is_turned_by_all_keys_but_the_one_that_leads_back(tmp_path):
    turns = []
    rows = [Row("value", turn=turns.append), Row("words")]
    menu = MenuScene(stage(tmp_path), "Menu", rows, "back")
    press(menu, "right", "left", "return", "down", "left", "right")
    assert turns == [1, -1, 1]
    assert not menu.next
    press(menu, "up", "escape")
    assert turns == [1, -1, 1]
    assert menu.next == "back"


def test_a_scene_that_a_row_opens_can_come_back_to_the_menu(tmp_path):
    menu = MenuScene(stage(tmp_path), "Menu", [Row("on", leads=lambda here: ("on", here))], "back")
    press(menu, "return")
    assert menu.next == ("on", menu)


def test_all_words_of_all_pages_lie_on_them_and_are_large_enough(tmp_path, monkeypatch):
    pygame.display.init()
    at = stage(tmp_path)
    long, bad = tmp_path / "long.tmj", tmp_path / ("bad" * 60 + ".tmj")
    text = at.rooms[0].read_text(encoding="utf-8")
    assert "First Contact" in text
    long.write_text(text.replace("First Contact", "W" * 120), encoding="utf-8")
    bad.write_text("{}")
    at.rooms = [long, *at.rooms[:12] * 4, bad]
    title = TitleScene(at)
    scenes = [title, main_menu(at, title), RoomsScene(at, title, len(at.rooms) - 1)]
    options = [OptionsScene(at, title, None, section) for section in SECTIONS]
    scenes += [RoomsScene(at, title, 0), *options, RemapScene("keys", at, title)]
    texts = record_texts(monkeypatch)
    for scene in scenes:
        picture(scene, SIZE)
    assert len(texts) > 90
    for words, left, right, _, size in texts:
        assert 0 <= left <= right <= 640, words
        assert size >= 9 or words.startswith("u "), words
