"""How is the code beside a figure shown?"""

import pytest
from support.hands import WINDOW, click_button, press
from support.learner import each_index
from support.staged import picture, stage

from game.scenes.learn import code
from game.scenes.learn.lesson import STEPS, LessonScene
from game.scenes.learn.live import SMALL
from game.study.lesson import FIGURE
from game.study.lessons import place_of
from game.view.screen import PAGE


@pytest.fixture
def drawn(monkeypatch):
    """Record the arguments of draw_code."""
    calls, real = [], code.draw_code
    monkeypatch.setattr(code, "draw_code", lambda *args: calls.append(args) or real(*args))
    return calls


def reading(folder, index):
    scene = LessonScene(stage(folder), index, None)
    scene.go_to(STEPS.index("read"))
    return scene


def visible(scene, drawn):
    """Draw; return the visible rows as (pieces, glow)."""
    picture(scene, WINDOW)
    _, _, lines, first, _, rows = drawn[-1]
    return lines[first : first + rows]


def words(rows):
    return ["".join(part for part, _ in pieces) for pieces, _ in rows]


def has_value(pieces):
    return any(kind == "value" for _, kind in pieces)


@each_index
def test_fifteen_lines_of_code_are_visible_beside_a_figure_of_two_fifths(tmp_path, drawn, index):
    """Or all, if there are fewer; blank lines, docstrings and lines of numbers are not counted."""
    rows = visible(reading(tmp_path, index), drawn)
    whole = [pieces for pieces, _ in drawn[-1][2] if pieces and pieces[0][1] != "value"]
    count = sum(1 for pieces, _ in rows if pieces and pieces[0][1] != "value")
    assert count >= min(15, len(whole))
    assert FIGURE[0] * SMALL.scale / PAGE[0] >= 0.4


@each_index
def test_the_lines_that_decide_are_visible_with_the_numbers_of_the_figure(tmp_path, drawn, index):
    """But arrays, and tuples of more than three numbers, have no room beside the code."""
    scene = reading(tmp_path, index)
    lit = [pieces for pieces, glow in visible(scene, drawn) if glow]
    assert lit
    name = scene.lesson.name
    assert any(map(has_value, lit)) == (name not in ("many", "turning")), name


def test_a_generator_shows_what_it_computed_for_both_axes(tmp_path, drawn):
    """Where the player is at u: start + displacement * u, on x and on y."""
    scene = reading(tmp_path, place_of("minkowski"))
    scene.live.hold_at(0.25)
    lit = words([row for row in visible(scene, drawn) if row[1]])
    for number in ("c=44", "x=176", "c=130", "x=-40"):
        assert " ".join(lit).split().count(number) == 1


def test_docstrings_are_folded_until_d_or_its_button_is_pressed(tmp_path, drawn):
    scene = reading(tmp_path, place_of("last_in_first_out"))
    folded = words(visible(scene, drawn))
    press(scene, "d", "page up", "page up")
    rows = visible(scene, drawn)
    assert any(kind == "docstring" for pieces, _ in rows for _, kind in pieces)
    assert any("Return when two shadows overlap" in text for text in words(rows))
    click_button(scene, "docstrings")
    assert words(visible(scene, drawn)) == folded


def test_s_or_its_button_goes_through_the_lines_that_decide(tmp_path, drawn):
    """One after the other, and back to the first; that which was stepped to glows more."""
    scene = reading(tmp_path, place_of("last_in_first_out"))
    assert {glow for _, glow in visible(scene, drawn)} == {0, 1}
    chosen = []
    for act, name in ((press, "s"), (click_button, "line"), (press, "s")):
        act(scene, name)
        rows = visible(scene, drawn)
        chosen.append([words([row])[0].split()[0] for row in rows if row[1] == 2])
    assert chosen == [["if"], ["return", "u0=0.5"], ["if"]]


def test_the_numbers_follow_what_is_dragged(tmp_path, drawn):
    """Another way was not taken: of r < 0 the lines of r > 0 have no numbers."""
    scene = reading(tmp_path, place_of("shadows"))
    before = words(visible(scene, drawn))
    assert any("s=20 d=-50 r=80 return=(0.375, 0.875)" in text for text in before)
    scene.live.change(scene.live.state.change(end=10.0))
    after = words(visible(scene, drawn))
    assert any("return=(-7, -3)" in text for text in after)
    assert not any("r=80" in text for text in after)
