"""All rooms in one run."""

import pytest
from support.hands import press
from support.staged import ROOMS, picture, record_texts, replay_of, stage

from game.scenes.run.play import EndlessScene, PlayScene
from game.scenes.run.tour import TourScene, begin_tour
from game.scenes.shell.ending import EndingScene
from game.scenes.shell.rooms import RoomsScene, best_name
from game.scenes.shell.title import TitleScene
from game.simulation.tiled import load_room
from game.storage import Best, Totals


def fly(scene):
    """Play a room's stored run; return the scene that follows."""
    for controls in replay_of(scene.room.name).controls():
        scene.run.tick(controls)
    while not scene.next:
        assert scene.proof is None
        scene.update(1 / 60)
    return scene.next


@pytest.fixture
def tour(tmp_path):
    """Return the first of two rooms that are played in one run."""
    return begin_tour(stage(tmp_path), "back", 2)


def test_one_room_follows_the_other_and_then_the_ending(tour):
    second = fly(tour)
    assert [scene.room.name for scene in (tour, second)] == list(ROOMS[:2])
    ending = fly(second)
    assert isinstance(ending, EndingScene)
    seconds = sum(replay_of(name).ticks / 120 for name in ROOMS[:2])
    assert ending.title == f"2 rooms in {seconds:.2f} s"
    assert ending.lines == ["0 deaths, your first time"]
    picture(ending)


def test_the_clock_adds_up_all_attempts_and_stands_until_the_first_input(tour):
    """30 ticks until a death, 20 until R, and the stored run."""
    controls = list(replay_of(ROOMS[0]).controls())
    for ticks, end in ((30, "dead"), (20, None)):
        for now in controls[:ticks]:
            tour.run.tick(now)
        tour.run.world.outcome = end
        tour.tour.deaths += end == "dead"
        press(tour, "r")
        for _ in range(10):
            tour.update(1 / 60)
    fly(tour)
    assert tour.tour.splits == [(50 + len(controls)) / 120]
    assert tour.tour.deaths == 1


def test_brackets_do_nothing_in_it_nor_in_scanline(tour):
    for scene in (tour, EndlessScene(tour.stage)):
        press(scene, "]", "[")
        assert scene.next is None


def test_the_best_run_is_stored_and_compared_with(tmp_path, monkeypatch):
    """Room by room; a slower run leaves it."""
    on = stage(tmp_path)
    fly(fly(begin_tour(on, "back", 2)))
    best = [replay_of(name).ticks / 120 for name in ROOMS[:2]]
    slower = begin_tour(on, "back", 2)
    assert slower.tour.best == best
    slower.spent = 60
    second = fly(slower)
    texts = record_texts(monkeypatch)
    picture(second)
    assert any("room 2 of 2" in words and "+0.50 s" in words for words, *_ in texts)
    fly(second)
    assert begin_tour(on, "back", 2).tour.best == best


@pytest.mark.parametrize("how", ["studied", "assisted"])
def test_a_studied_or_assisted_run_does_not_count(tour, how):
    if how == "studied":
        tour.disqualify("rewound")
    else:
        tour.stage.settings.assist_invincible = True
        tour.update(0.0)
    ending = fly(fly(tour))
    assert ending.lines[1].startswith("does not count: ")
    assert begin_tour(tour.stage, "back", 2).tour.best == []


def test_other_rooms_have_another_best_run(tmp_path):
    on = stage(tmp_path)
    names = {begin_tour(on, "back", count).tour.name for count in (1, 2, None)}
    assert len(names) == 3


def test_a_room_that_cannot_be_read_leads_to_the_choice_that_says_why(tmp_path):
    on = stage(tmp_path)
    on.rooms.append(tmp_path / "gone.tmj")
    assert isinstance(begin_tour(on, "back", None), RoomsScene)


def test_after_the_last_room_comes_the_ending_once_all_are_finished(tmp_path):
    """Else the first room that is not finished."""
    on = stage(tmp_path)
    for path in on.rooms[2:]:
        on.storage.save_best(best_name(load_room(path), False), Best(60, 3))
    for index in (0, 1):
        last = PlayScene(on, len(ROOMS) - 1)
        last.leave()
        assert last.next.room.name == ROOMS[index]
        on.storage.save_best(best_name(last.next.room, False), Best(60, 3))
    last.leave()
    assert isinstance(last.next, EndingScene)
    assert not isinstance(last.next, TourScene)


def test_the_ending_says_what_all_attempts_came_to(tmp_path):
    on = stage(tmp_path)
    fly(begin_tour(on, "back", 1))
    ending = EndingScene(on)
    played, contacts = on.storage.totals().seconds, on.storage.totals().contacts
    assert played == replay_of(ROOMS[0]).ticks / 120
    assert contacts > 0
    on.storage.add_totals(Totals(120.0, 3, 0, 7))
    missed = on.storage.totals().missed
    assert missed >= 7
    first, second = EndingScene(on).lines
    assert first == "2 min played, 3 deaths"
    assert second == f"{contacts} contacts, {missed} of them invisible to a test at each tick's end"
    for _ in range(3):
        ending.update(0.1)
        picture(ending)


def test_the_ending_leads_to_the_lessons_and_the_title(tmp_path):
    on = stage(tmp_path)
    on.title = lambda: TitleScene(on)
    ending = EndingScene(on)
    for name in ("LessonListScene", "TitleScene"):
        ending.next = None
        press(ending, "return", "right")
        assert type(ending.next).__name__ == name
