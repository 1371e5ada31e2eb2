"""What does a figure look like in a browser?"""

from xml.etree import ElementTree

import pytest
from support.learner import each_lesson
from support.recorder import draw_calls
from tools.make.record_figures import pictures

from game.study.lesson import HIDDEN_ROLES
from game.view.palette import role_colors
from game.web.canvas import SvgCanvas

FULL, EMPTY = 'fill-opacity="1" stroke-width="0"', 'fill-opacity="0" stroke-width="0.5"'


def elements(draw):
    """Return what a function draws, as text."""
    canvas = SvgCanvas()
    draw(canvas)
    return canvas.elements


def parsed(canvas):
    """Return the tag, the role and the attributes of each element that a canvas has."""
    svg = ElementTree.fromstring(canvas.svg("label"))
    return [(element.tag, element.get("class"), element) for element in svg]


def test_a_box_has_its_corner_its_size_and_its_role():
    assert elements(lambda canvas: canvas.box((1.25, 2), (4, 8), "a")) == [
        f'<rect class="a" x="1.25" y="2" width="2.75" height="6" {FULL}></rect>'
    ]


def test_a_box_has_its_outline():
    style = 'fill-opacity="0.25" stroke-width="2" stroke-dasharray="3 3"'
    assert elements(
        lambda canvas: canvas.box((1, 2), (4, 8), "b", fill=0.25, width=2.0, dashed=True)
    ) == [f'<rect class="b" x="1" y="2" width="3" height="6" {style}></rect>']


def test_what_has_no_size_is_seen():
    """A box of half a unit, an outline of half a unit."""
    assert elements(lambda canvas: canvas.box((1, 2), (1, 2), "wall")) == [
        f'<rect class="wall" x="1" y="2" width="0.5" height="0.5" {FULL}></rect>'
    ]
    assert elements(lambda canvas: canvas.dot((3, 4), "u1", 2.0, width=0.1)) == [
        f'<circle class="u1" cx="3" cy="4" r="2" {EMPTY}></circle>'
    ]
    assert elements(lambda canvas: canvas.bar((0, 0), (10, 5), "s", width=0.0)) == [
        f'<polyline class="s" points="0,0 10,5" {EMPTY}></polyline>'
    ]


def test_a_convex_area_has_its_corners():
    style = 'fill-opacity="0.5" stroke-width="1"'
    assert elements(lambda canvas: canvas.hull([(0, 0), (4, 0), (2, 3)], "sweep", 0.5, 1.0)) == [
        f'<polygon class="sweep" points="0,0 4,0 2,3" {style}></polygon>'
    ]


def test_a_line_has_its_ends():
    assert elements(lambda canvas: canvas.bar((0, 0), (10, 5.5), "d", dashed=True)) == [
        f'<polyline class="d" points="0,0 10,5.5" {EMPTY} stroke-dasharray="3 3"></polyline>'
    ]


def test_an_arrow_is_a_line_and_a_head_at_its_tip():
    width = 'fill-opacity="0" stroke-width="1"'
    assert elements(lambda canvas: canvas.arrow((0, 0), (10, 0), "r", 1.0)) == [
        f'<polyline class="r" points="0,0 10,0" {width}></polyline>',
        f'<polygon class="r" points="10,0 6,2 6,-2" {FULL}></polygon>',
    ]


def test_an_arrow_of_no_length_is_a_place():
    line, head = elements(lambda canvas: canvas.arrow((5, 6), (5, 6), "r"))
    assert 'points="5,6 5,6"' in line
    assert 'points="5,6 5,6 5,6"' in head


def test_a_dot_has_its_centre_and_its_radius():
    assert elements(lambda canvas: canvas.dot((3, 4), "u0")) == [
        f'<circle class="u0" cx="3" cy="4" r="1.5" {FULL}></circle>'
    ]


def test_a_line_of_words_begins_at_its_place():
    """Its foot is 1.02 of its height below."""
    assert elements(lambda canvas: canvas.text("swept", (5, 7))) == [
        '<text class="text" font-size="10" x="5" y="17.2" text-anchor="start">swept</text>'
    ]


@pytest.mark.parametrize(
    ("anchor", "place"),
    [
        ((0.5, 0.0), 'x="5" y="19.24" text-anchor="middle"'),
        ((1.0, 0.0), 'x="5" y="19.24" text-anchor="end"'),
        ((0.0, 1.0), 'x="5" y="3.4" text-anchor="start"'),
        ((1.0, 0.5), 'x="5" y="11.32" text-anchor="end"'),
    ],
)
def test_words_are_placed_by_their_anchor(anchor, place):
    assert elements(
        lambda canvas: canvas.text("u", (5, 7), "u0", size=12.0, anchor=anchor, bold=True)
    ) == [f'<text class="u0" font-size="12" {place} font-weight="bold">u</text>']


def test_words_are_escaped():
    canvas = SvgCanvas()
    canvas.text('u0 <= u1 & "more"', (0, 0))
    assert "u0 &lt;= u1 &amp; &quot;more&quot;</text>" in canvas.elements[0]
    assert 'aria-label="&lt;A&gt; &amp; &quot;B&quot;"' in canvas.svg('<A> & "B"')


def test_a_figure_has_a_margin_of_four_units():
    assert SvgCanvas().svg("x") == ('<svg viewBox="-4 -4 280 208" role="img" aria-label="x"></svg>')


def test_before_the_bet_the_answer_is_not_drawn():
    """Of words the names of the boxes alone."""
    canvas = SvgCanvas(reveals=False)
    for role in role_colors():
        canvas.dot((0, 0), role)
        canvas.arrow((0, 0), (9, 9), role)
    for words in ("A", "B", "12", "gap", "&"):
        canvas.text(words, (0, 0))
    drawn = [role for _, role, _ in parsed(canvas)]
    roles = [role for role in role_colors() if role not in HIDDEN_ROLES for _ in range(3)]
    assert drawn == roles + ["text"] * 2
    assert [element.text for *_, element in parsed(canvas) if element.text] == ["A", "B"]


def numbers(text):
    return [float(number) for number in text.replace(",", " ").split()]


def places(tag, element):
    """Return the numbers that say where an element is."""
    names = {"rect": ("x", "y", "width", "height"), "circle": ("cx", "cy", "r"), "text": ("x",)}
    return numbers(" ".join(element.get(name) for name in names.get(tag, ("points",))))


def expected_of(primitive, first, second, *more):
    """Yield the tag, the role and the numbers of each element for a call of a reference."""
    texts = [each for each in (second, *more) if isinstance(each, str)]
    named = dict(each.split("=") for each in texts if "=" in each)
    role = next((each for each in texts if each in role_colors()), named.get("role", "text"))
    if primitive == "box":
        (left, top), (right, foot) = first, second
        yield "rect", role, [left, top, max(right - left, 0.5), max(foot - top, 0.5)]
    elif primitive == "dot":
        radius = more[0] if more and isinstance(more[0], float) else named.get("radius", 1.5)
        yield "circle", role, [*first, float(radius)]
    elif primitive == "hull":
        yield "polygon", role, [x for point in first for x in point]
    elif primitive == "text":
        yield "text", role, second[:1]
    else:
        yield "polyline", role, [*first, *second]
    if primitive == "arrow":
        yield "polygon", role, second


@each_lesson
def test_a_reference_figure_has_all_its_parts_where_they_belong(lesson):
    for calls in pictures(lesson).values():
        canvas = SvgCanvas()
        draw_calls(canvas, calls)
        expected = [each for call in calls for each in expected_of(*call)]
        found = parsed(canvas)
        assert [each[:2] for each in found] == [each[:2] for each in expected]
        for (tag, _, element), (*_, at) in zip(found, expected):
            assert places(tag, element)[: len(at)] == pytest.approx(at, abs=0.01)
        words = [call[1] for call in calls if call[0] == "text"]
        assert [element.text for tag, _, element in found if tag == "text"] == words
