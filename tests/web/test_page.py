"""What does a figure of the page show, and what is the result of an exercise?"""

import json
import subprocess
import sys
from html import unescape
from re import findall, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.answers import WRONG, answer_of
from support.learner import each_exercise, each_lesson
from support.reaching import REACHING
from support.recorder import state_with

from game.study.exercises.cases import BY_NAME, EXERCISES
from game.study.exercises.verdict import answers, compare, judge
from game.study.lessons import LESSONS, NEEDS_NUMPY
from game.study.prose import term_pieces
from game.study.values import annotate
from game.web.canvas import SvgCanvas
from game.web.page import PageFigure, answer_lines, verdict
from game.web.site import FIGURE_SOURCES, GAME, GAME_SOURCES, copy_files

LIVE = [lesson for lesson in LESSONS if lesson.name not in NEEDS_NUMPY]
END = "no answer within 2 seconds"


def text_of(html):
    return unescape(sub(r"<[^>]*>", "", html))


def drawn(lesson, state):
    canvas = SvgCanvas()
    lesson.figure(canvas, state)
    return canvas.svg(lesson.words(state))


@each_lesson
def test_a_figure_begins_in_the_state_that_the_page_names(lesson):
    """The lesson's first one, but for these numbers and for u."""
    assert PageFigure(lesson.name).state == state_with(lesson)
    handle = lesson.handles[0]
    figure = PageFigure(lesson.name, f"u=0.25 {handle.x}={handle.low[0]:g}")
    assert figure.state == state_with(lesson, 0.25, **{handle.x: handle.low[0]})


@each_lesson
def test_a_picture_is_what_the_lesson_draws_and_says(lesson):
    shown = json.loads(PageFigure(lesson.name, "u=0.5").picture())
    state = state_with(lesson, 0.5)
    assert shown["svg"] == drawn(lesson, state)
    assert text_of(shown["words"]) == lesson.words(state)
    assert findall(r'<span class="(\w+)">', shown["words"]) == [
        role for _, role in term_pieces(lesson.words(state)) if role
    ]
    assert shown["u"] == 0.5
    assert shown["reached"] is lesson.reaches_goal(state)
    for handle, found in zip(lesson.handles, shown["handles"]):
        values = [state[name] for name in (handle.x, handle.y) if name]
        place = [*handle.place(state)] if handle.y else None
        assert (found["label"], found["values"]) == (handle.label, values)
        assert (found["place"], found["step"]) == (place, handle.step)
        assert (tuple(found["low"]), tuple(found["high"])) == (handle.low, handle.high)


@each_lesson
def test_a_picture_says_that_the_goal_is_reached(lesson):
    changes = " ".join(f"{name}={value}" for name, value in REACHING[lesson.name].items())
    assert json.loads(PageFigure(lesson.name, changes).picture())["reached"] is True


@each_lesson
def test_each_handle_changes_the_picture(lesson):
    for index, handle in enumerate(lesson.handles):
        figure = PageFigure(lesson.name)
        first, state = figure.picture(), figure.state
        if handle.y:
            left, top = handle.place(state)
            dragged = figure.drag(index, left - 6, top + 6)
            assert figure.state == handle.drag(state, (left - 6, top + 6))
            assert dragged == figure.picture() != first
            figure.reset()
        else:
            middle = (handle.low[0] + handle.high[0]) / 2
            slid = figure.slide(index, middle)
            assert figure.state == handle.move(state, [middle])
            assert slid == figure.picture()
            figure.reset()
        times = -1 if handle.values(state)[0] >= handle.high[0] else 1
        nudged = figure.nudge(index, times, 0)
        assert figure.state == handle.nudge(state, times, 0) != state
        assert nudged == figure.picture() != first


@each_lesson
def test_time_and_handles_go_back_together(lesson):
    figure = PageFigure(lesson.name, "u=0.25")
    first = figure.picture()
    assert json.loads(figure.show(0.75))["u"] == figure.state.u == 0.75
    figure.nudge(0, -1, 1)
    assert figure.reset() == figure.picture() == first


@given(data=st.data())
@pytest.mark.parametrize("lesson", LIVE, ids=lambda lesson: lesson.name)
def test_whatever_is_done_to_handles_they_keep_to_their_steps_and_limits(lesson, data):
    figure = PageFigure(lesson.name)
    far = st.floats(-1e3, 1e3)
    index = st.integers(0, len(lesson.handles) - 1)
    done = st.one_of(
        st.tuples(st.just("drag"), index, far, far),
        st.tuples(st.just("nudge"), index, st.integers(-30, 30), st.integers(-30, 30)),
        st.tuples(st.just("slide"), index, far),
        st.tuples(st.just("show"), st.floats(0, 1)),
        st.tuples(st.just("reset")),
    )
    for name, *args in data.draw(st.lists(done, max_size=6)):
        if name in ("drag", "slide") and bool(lesson.handles[args[0]].y) != (name == "drag"):
            continue
        shown = json.loads(getattr(figure, name)(*args))
        for handle, found in zip(lesson.handles, shown["handles"]):
            for value, low, high in zip(found["values"], handle.low, handle.high):
                steps = (value - low) / handle.step
                assert low <= value <= high
                assert steps == pytest.approx(round(steps), abs=1e-4)


@pytest.mark.parametrize("lesson", LIVE, ids=lambda lesson: lesson.name)
def test_the_code_is_the_lesson_s_with_the_figure_s_numbers(lesson):
    figure = PageFigure(lesson.name, "u=0.5")
    state = figure.state
    lines = annotate(lesson.code, lambda: lesson.call(state), lesson.lines(state))
    found = findall(r'<span class="line([^"]*)">(.*?)\n</span>', figure.code())
    assert [text_of(text) for _, text in found] == [
        "".join(text for text, _ in line.pieces) for line in lines
    ]
    assert ["lit" in kind for kind, _ in found] == [line.is_lit for line in lines]
    assert ["doc" in kind for kind, _ in found] == [line.is_doc for line in lines]


def result_of(exercise, source, count=None, end=""):
    """Return the page's result of an exercise, as HTML: that of so many lines."""
    lines = [*answer_lines(exercise.name, source)][:count]
    return verdict(exercise.name, f"[{','.join(lines)}]", end)


def sentences(html):
    return [unescape(text) for text in findall("<p>(.*?)</p>", html)]


def cases(html):
    """Return the kind, the roles and the words of each case that is drawn."""
    found = findall(r'<div class="case (\w+)">(<svg.*?</svg>)(.*?)</div>', html)
    return [
        (kind, {*findall(r'class="(\w+)"', svg)}, unescape(words)) for kind, svg, words in found
    ]


@each_exercise
def test_a_right_answer_passes_and_the_named_cases_are_drawn(exercise):
    html = result_of(exercise, answer_of(exercise))
    assert sentences(html) == judge(exercise, answer_of(exercise)).report()
    assert sentences(html)[0].startswith(f"{exercise.name}: passes all ")
    for (kind, roles, words), case in zip(cases(html), exercise.named_cases, strict=True):
        assert (kind, words) == ("right", f"right: {case.title}")
        assert roles
        assert "fault" not in roles


@each_exercise
def test_a_wrong_answer_is_described_and_its_cases_are_marked(exercise):
    """The named cases are drawn, and those that are wrong."""
    result = judge(exercise, WRONG[exercise.name])
    html = result_of(exercise, WRONG[exercise.name])
    assert sentences(html) == result.report()
    results = [x for x in result.case_results if x.case in exercise.named_cases or not x.is_right]
    for (kind, _, words), each in zip(cases(html), results, strict=True):
        assert kind == ("right" if each.is_right else "fault")
        assert words == f"{'right' if each.is_right else 'wrong'}: {each.case.title}"
    assert {kind for kind, *_ in cases(html)} >= {"fault"}


def test_a_wrong_answer_is_drawn_beside_the_right_one():
    html = result_of(BY_NAME["overlap_times"], WRONG["overlap_times"])
    roles = [roles for kind, roles, _ in cases(html) if kind == "fault"]
    assert all({"right", "fault"} <= each for each in roles[:1])


@each_exercise
def test_a_stub_and_a_file_that_is_no_python_have_one_sentence(exercise):
    name = exercise.name
    for source in (exercise.stub(), f"def {name}(*a)\n    pass", f"{name} = 3", "1 / 0"):
        html = result_of(exercise, source)
        assert sentences(html) == judge(exercise, source).report()
        assert len(sentences(html)) == 1
        assert cases(html) == []
    assert sentences(result_of(exercise, exercise.stub())) == [f"{name}: not started"]


@each_exercise
def test_what_was_answered_before_the_end_is_judged(exercise):
    """The case in which the code was ended is wrong, and the last one that is drawn."""
    source = answer_of(exercise)
    lines = [*answers(exercise, source)]
    for count in (1, 3):
        html = result_of(exercise, source, count, END)
        assert sentences(html) == compare(exercise, lines[:count], END).report()
        assert END in sentences(html)[0]
        assert [kind for kind, *_ in cases(html)] == ["right"] * (count - 1) + ["fault"]
    html = result_of(exercise, source, 0, END)
    assert sentences(html) == [f"{exercise.name}: {END}, while the file itself was running"]


def test_what_a_learner_wrote_is_escaped():
    source = "def overlaps(a, b):\n    raise ValueError('<b>&')"
    html = result_of(BY_NAME["overlaps"], source)
    assert "<b>" not in html
    assert "<b>&" in sentences(html)[0]


def test_the_page_needs_only_the_files_that_are_copied_for_it(tmp_path):
    """Neither numpy nor pygame nor a reader of Markdown, in a process that has none of them."""
    copy_files(GAME, tmp_path / "game", [*GAME_SOURCES, *FIGURE_SOURCES])
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "sys.modules.update(numpy=None, pygame=None, markdown_it=None)\n"
        "from game.web import page\n"
        "assert page.__file__.startswith(sys.argv[1])\n"
        "for lesson in page.LESSONS:\n"
        "    figure = page.PageFigure(lesson.name, 'u=0.5')\n"
        "    print(figure.picture(), figure.code())\n"
        "for name in sys.argv[2:]:\n"
        "    print(page.verdict(name, f'[{\",\".join(page.answer_lines(name, \"x\"))}]', ''))"
    )
    command = [sys.executable, "-I", "-c", code, tmp_path, *BY_NAME]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    expected = []
    for lesson in LIVE:
        figure = PageFigure(lesson.name, "u=0.5")
        expected.append(f"{figure.picture()} {figure.code()}\n")
    expected += [result_of(each, "x") + "\n" for each in EXERCISES]
    assert ran.stdout == "".join(expected), ran.stderr
