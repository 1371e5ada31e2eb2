"""What is this, and how does it begin?"""

import pygame
import pytest
from support.drawn import BEGIN
from support.hands import WINDOW, key_event, middle, pad_event, pointer_event, press
from support.staged import ROOMS, picture, record_texts, stage

from game.resources import shaft_file
from game.scenes.learn.lessons import LessonListScene
from game.scenes.run.lab import LabScene
from game.scenes.run.play import EndlessScene, PlayScene
from game.scenes.run.tour import TourScene
from game.scenes.shell.menu import MenuScene
from game.scenes.shell.options import OptionsScene
from game.scenes.shell.rooms import RoomsScene, best_name
from game.scenes.shell.seeds import seed_of_today, seed_text
from game.scenes.shell.title import TitleScene, main_menu
from game.simulation.begin import chunk_files, load_level
from game.simulation.shaft import SHAFT_NAME
from game.simulation.tiled import load_room, parse_room
from game.storage import Best


@pytest.fixture
def title(tmp_path):
    """A title that shows the first room."""
    title = TitleScene(stage(tmp_path))
    for _ in range(len(ROOMS) + 4):
        title.update(0.0)
    return title


def test_any_key_or_click_starts_the_first_room(tmp_path):
    for event in (key_event("space"), key_event("x"), pointer_event((5, 5))):
        title = TitleScene(stage(tmp_path))
        title.handle(event)
        assert isinstance(title.next, PlayScene)
        assert title.next.room.name == ROOMS[0]


def test_the_first_picture_waits_for_no_file(tmp_path):
    title = TitleScene(stage(tmp_path))
    title.update(0.0)
    picture(title)
    read = []
    for _ in range(len(ROOMS)):
        read.append(sum(entry.room is not None for entry in title.entries))
        assert title.begins == -1
        title.update(0.0)
    assert read == list(range(len(ROOMS)))
    assert title.demonstration.run is None
    for _ in range(3):
        title.update(0.0)
    assert title.begins == 0
    assert title.demonstration.run.room is title.entries[0].room


def test_the_shaft_is_read_before_it_is_wanted(tmp_path, monkeypatch):
    """All its chunks: the first climb waits for none."""
    parse_room.cache_clear()
    title = TitleScene(stage(tmp_path))
    for _ in range(len(ROOMS) + len(chunk_files(shaft_file())) + 2):
        title.update(0.0)
    monkeypatch.setattr("json.loads", None)
    load_level(shaft_file())


def test_a_shaft_that_cannot_be_read_does_not_break_the_title(tmp_path, monkeypatch):
    monkeypatch.setattr("game.scenes.shell.title.shaft_file", lambda: tmp_path / "gone.txt")
    title = TitleScene(stage(tmp_path))
    for _ in range(len(ROOMS) + 4):
        title.update(0.0)
    assert title.demonstration.run


@pytest.mark.parametrize("done", range(len(ROOMS)))
def test_a_press_plays_the_first_room_that_is_not_finished(tmp_path, done):
    at = stage(tmp_path)
    for path in at.rooms[:done]:
        room = load_room(path)
        at.storage.save_best(best_name(room, False), Best(100, 4))
    title = TitleScene(at)
    title.handle(key_event("1"))
    assert title.next.room.name == ROOMS[done]


def test_once_all_rooms_are_finished_it_says_so_and_leads_to_their_choice(tmp_path, monkeypatch):
    """With the medals by their kind: here a star for each room, and one ring."""
    at = stage(tmp_path)
    for path in at.rooms:
        dashes = 1 if path.stem == ROOMS[0] else 99
        at.storage.save_best(best_name(load_room(path), False), Best(1, dashes))
    title = TitleScene(at)
    for _ in range(len(ROOMS) + 4):
        title.update(0.0)
    texts = record_texts(monkeypatch)
    picture(title)
    shown, count = [words for words, *_ in texts], len(ROOMS)
    place = shown.index(f"{count} of {count} rooms")
    assert shown[place + 1 : place + 6] == ["0", "0", "0", str(count), "1"]
    title.handle(key_event("x"))
    assert isinstance(title.next, RoomsScene)


def test_arrows_go_along_the_row_of_buttons(title):
    """Play is chosen at first; Enter does what the chosen button says, and any other key plays."""
    verbs = list(title.buttons)
    assert verbs == ["play", "endless", "tour", "lesson", "back"]
    for kind in (PlayScene, EndlessScene, TourScene, LessonListScene, MenuScene, PlayScene):
        title.next = None
        press(title, "return")
        assert isinstance(title.next, kind)
        press(title, "right")
    press(title, "left")
    assert title.chosen == "play"
    press(title, "right", "x")
    assert isinstance(title.next, PlayScene)


def test_the_pointer_goes_along_the_row_of_buttons(title):
    picture(title, WINDOW)
    for verb, kind in (("endless", EndlessScene), ("lesson", LessonListScene), ("play", PlayScene)):
        place = middle(title.buttons[verb][1])
        title.handle(pointer_event(place, pygame.MOUSEMOTION))
        assert (title.chosen, title.next) == (verb, None)
        title.handle(pointer_event(place))
        assert isinstance(title.next, kind)
        title.next = None


def test_the_row_of_buttons_lies_on_the_page_whatever_the_next_room_is_called(tmp_path):
    long = tmp_path / "long.tmj"
    text = stage(tmp_path).rooms[0].read_text(encoding="utf-8")
    long.write_text(text.replace("First Contact", "W" * 100), encoding="utf-8")
    at = stage(tmp_path)
    at.rooms = [long]
    title = TitleScene(at)
    for _ in range(4):
        title.update(0.0)
    boxes = [box for _, box in title.buttons.values()]
    assert min(low[0] for low, _ in boxes) > 8
    assert max(high[0] for _, high in boxes) < 632


def test_the_pad_plays_and_its_b_opens_the_menu(title):
    title.handle(pad_event(pygame.CONTROLLER_BUTTON_A))
    assert isinstance(title.next, PlayScene)
    for name in (pygame.CONTROLLER_BUTTON_B, pygame.CONTROLLER_BUTTON_BACK):
        title.next = None
        title.handle(pad_event(name))
        assert isinstance(title.next, MenuScene)


def test_escape_or_a_click_on_the_word_opens_the_menu(title):
    picture(title, WINDOW)
    x, y = middle(title.buttons["back"][1])
    for event in (key_event("escape"), pointer_event((x, y))):
        title.next = None
        title.handle(event)
        assert isinstance(title.next, MenuScene)
        assert title.next.back is title
    title.handle(pointer_event((x, y - 30)))
    assert isinstance(title.next, PlayScene)


def test_scanline_is_on_the_title_with_its_date_and_the_best_of_the_day(title):
    """Its button opens the shaft of the day, whatever shaft was played before."""
    title.stage.seed, day = 5, seed_of_today()
    words, box = title.buttons["endless"]
    assert words == f"Scanline  {seed_text(day)}"
    title.stage.storage.save_best(f"{SHAFT_NAME}-{day}", Best(100, 4, score=12345))
    words, _ = TitleScene(title.stage).buttons["endless"]
    assert words == f"Scanline  {seed_text(day)}: 12,345"
    picture(title, WINDOW)
    title.handle(pointer_event(middle(box)))
    assert title.next.run.world.seed == day


def test_every_row_of_the_menu_leads_somewhere_and_back(title):
    menu = main_menu(title.stage, title)
    words = [row.words for row in menu.rows]
    assert words == ["Rooms", "First row in one run", "Lab", "Options", "Quit"]
    for name, kind in (
        ("Rooms", RoomsScene),
        ("Options", OptionsScene),
    ):
        menu.chosen = words.index(name)
        press(menu, "return")
        below = menu.next
        assert isinstance(below, kind)
        picture(below)
        press(below, "escape")
        assert below.next is menu
    for name, kind in (("First row in one run", TourScene), ("Lab", LabScene)):
        menu.chosen = words.index(name)
        menu.do("choose")
        assert type(menu.next) is kind
        title.stage.title = lambda: title
        menu.next.open_menu()
        (back,) = (row for row in menu.next.next.rows if row.words == "Title")
        assert back.leads(menu.next) is title
        menu.next = None
    menu.do("back")
    assert menu.next is title


def test_quit_asks_the_program_to_end(title):
    pygame.display.init()
    pygame.event.clear()
    menu = main_menu(title.stage, title)
    menu.chosen = len(menu.rows) - 1
    menu.do("choose")
    assert pygame.event.get(pygame.QUIT)


def test_files_that_are_no_rooms_break_neither_title_nor_play(tmp_path):
    """One among rooms is skipped; with nothing else the choice of rooms reports what is wrong."""
    at = stage(tmp_path)
    bad = tmp_path / "bad.tmj"
    bad.write_text("{}")
    at.rooms.insert(0, bad)
    title = TitleScene(at)
    picture(title)
    press(title, "space")
    assert title.next.room.name == ROOMS[0]
    at.rooms[:] = [bad]
    title = TitleScene(at)
    title.update(0.1)
    picture(title)
    press(title, "space")
    assert isinstance(title.next, RoomsScene)


def test_a_modifier_alone_starts_nothing(title):
    alt = {"key": pygame.K_LALT, "scancode": pygame.KSCAN_LALT, "mod": 0}
    title.handle(pygame.event.Event(pygame.KEYDOWN, alt))
    assert title.next is None


def test_the_wheel_starts_nothing(title):
    """SDL reports a turn as a button, too: the fourth or the fifth."""
    for number in (4, 5):
        title.handle(pointer_event((5, 5), button=number))
        assert title.next is None


def test_the_rooms_play_themselves_one_after_the_other(title):
    """Scanline after the first room, as far as it is shown; after the last the first again."""
    title.entries[2:] = []
    shown = [ROOMS[0], SHAFT_NAME, ROOMS[1]]
    for _ in range(len(chunk_files(shaft_file())) + 2):
        title.update(0.0)
    seen = [title.demonstration.run.room.name]
    for name in shown:
        run = title.demonstration.run
        if name == SHAFT_NAME:
            title.demonstration.last = 60
        for _ in range(900):
            title.update(0.25)
            if title.demonstration.run is not run:
                break
        assert run.world.outcome == "finished" or run.room.name == SHAFT_NAME
        seen.append(title.demonstration.run.room.name)
    assert seen == [*shown, shown[0]]
    title.stage.storage.wait()
    assert not title.stage.storage.folder.joinpath("best").exists()


def test_a_replay_that_comes_to_no_end_does_not_stay_on(title):
    run = title.demonstration.run
    run.history.controls[:] = [BEGIN]
    for _ in range(300):
        title.update(0.25)
        if title.demonstration.run is not run:
            break
    assert title.demonstration.run is not run


def test_the_title_is_alive(title):
    pictures = set()
    for _ in range(60):
        surface = pygame.Surface((640, 360))
        title.draw(surface)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
        title.update(1 / 60)
    assert len(pictures) > 10


def test_the_demonstration_writes_nothing_under_the_titles_words(title, monkeypatch):
    """Contacts' ghosts have labels; those would show through."""
    while (
        not title.demonstration.run
        or not title.demonstration.run.world.last.step
        or not len(title.demonstration.run.world.last.step.contacts.u)
    ):
        title.update(1 / 120)
    texts = record_texts(monkeypatch)
    picture(title)
    assert texts
    assert not [words for words, *_ in texts if words.startswith("u ")]
