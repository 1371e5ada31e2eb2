"""How does the smallest game get into the page?"""

import json
import re
from math import cos, radians, sin

import pytest

from game.smallest import AT_THE_END, COLORS, SWEPT, Game, shapes
from game.web.play import (
    DIRECTIONS,
    PageGame,
    direction,
    ends_of_runs,
    page_shapes,
    recorded_frames,
    recording,
)
from game.web.site import VIEW, WEB

COUNTS = re.compile(
    r"(?P<method>.*): (?P<dashes>\d+) dashes, (?P<hits>\d+) hits, (?P<passed>\d+) passed,"
    r" (?P<lost>\d+) lost\. +(?P<taken>\d+) of 10 .*"
)


@pytest.fixture(scope="module")
def frames():
    return list(recorded_frames())


@pytest.fixture(scope="module")
def record():
    return json.loads(recording())


def counts(frame):
    """Return the numbers of the line of a frame, and its method."""
    found = COUNTS.fullmatch(frame[-1].words).groupdict()
    return found.pop("method"), {name: int(number) for name, number in found.items()}


def shown(record, k):
    """Return the shapes of a frame of the record, as the script of the page finds them."""
    return [
        (role, tuple(map(tuple, points)), words)
        for role, points, words, *ends in record["shapes"]
        if sum(end <= k for end in ends) % 2 == 1
    ]


def distinct(shape):
    """Return a shape in hundredths of a px, each corner once."""
    points = dict.fromkeys((round(x, 2), round(y, 2)) for x, y in shape.points)
    return shape.role, tuple(points), shape.words


def test_the_recorded_game_takes_everything_swept_and_passes_walls_otherwise(frames):
    half = next(k for k, frame in enumerate(frames) if counts(frame)[0] == AT_THE_END)
    method, swept = counts(frames[half - 1])
    assert method == SWEPT
    assert swept == {"dashes": 23, "hits": 23, "passed": 0, "lost": 0, "taken": 10}
    method, tested = counts(frames[-1])
    assert method == AT_THE_END
    assert tested["dashes"] == 23
    assert tested["passed"] > 11 < tested["hits"]
    assert tested["lost"] > 5
    assert tested["taken"] == 0


def test_the_record_holds_the_shapes_of_every_frame_and_no_other(frames, record):
    """In the order in which they are drawn, as far as colours differ."""
    assert record["frames"] == len(frames)
    for k in (*range(0, len(frames), 37), len(frames) - 1):
        found = shown(record, k)
        assert len(set(found)) == len(found)
        assert set(found) == {distinct(shape) for shape in frames[k]}
        roles = [shape.role for shape in frames[k]]
        assert list(dict.fromkeys(each[0] for each in found)) == list(dict.fromkeys(roles))


def test_the_record_names_the_colours_and_is_small(record):
    assert record["colors"] == COLORS
    assert {each[0] for each in record["shapes"]} <= COLORS.keys()
    assert len(recording()) < 320_000


def test_the_page_shows_all_but_the_line_about_the_keys_of_a_window():
    game = Game()
    assert page_shapes(game) == shapes(game)[:-2] + shapes(game)[-1:]


@pytest.mark.parametrize("name", DIRECTIONS)
def test_a_swipe_goes_in_the_nearest_of_eight_directions(name):
    """Up to 22 degrees beside it."""
    angle = 45 * [*DIRECTIONS].index(name) - 90
    for beside in (-22, 0, 22):
        x, y = cos(radians(angle + beside)), sin(radians(angle + beside))
        assert (direction(x, y), direction(y, x)) == DIRECTIONS[name]


def test_no_way_has_no_direction():
    assert direction(0, 0) == 0


def test_a_click_dashes_from_the_box_towards_the_place():
    played = PageGame()
    x, y = played.game.box.center
    played.aim(x + 200, y - 10)
    assert played.game.pressed == (1, 0)
    played.aim(x, y)
    assert played.game.pressed == (1, 0)


def test_a_frame_is_what_the_game_shows_after_its_ticks():
    played, game = PageGame(), Game()
    for key in ("tab", "right", "v", "down", "r", "left"):
        played.press(key)
        for step in (1, 0, 3):
            found = json.loads(played.frame(step))
            game = played.game
            expected = [
                [role, [*map(list, points)], words] for role, points, words in page_shapes(game)
            ]
            assert found == expected
    assert game.shows_boxes
    assert game.method == AT_THE_END
    assert game.tick_number == 8


def test_a_run_ends_before_the_next_begins():
    assert ends_of_runs([0, 1, 2, 5, 7, 8]) == [0, 3, 5, 6, 7, 9]
    assert ends_of_runs([]) == []


def test_the_picture_before_scripts_and_the_script_show_the_same_part_of_the_room():
    numbers = re.search(r"const VIEW = \{(.*?)\}", (WEB / "play.js").read_text(encoding="utf-8"))[1]
    assert " ".join(re.findall(r"-?\d+", numbers)) == VIEW


def test_no_script_decides_a_collision():
    """What the page's script knows of the game are names of keys and roles, and one method's."""
    script = (WEB / "play.js").read_text(encoding="utf-8")
    assert not re.findall(r"overlap|obstacle|half|wall|velocity|hit\b(?! in both)", script)
