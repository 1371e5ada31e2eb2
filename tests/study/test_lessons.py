"""What holds for every lesson."""

import inspect
import random
import re
import subprocess
import sys
from itertools import combinations
from math import floor
from pathlib import Path

import pytest
from support.learner import each_lesson
from support.reaching import REACHING
from support.recorder import record, state_with
from tools.make.record_figures import FIGURES, reference

from game.collision import AABB, OBB, overlaps, pitfalls, separating_axis, sweep, sweep_polygons
from game.collision.batch import last_in_first_out
from game.collision.grid import Grid
from game.collision.response import motion_after
from game.collision.sweep import overlap_times
from game.study.lesson import FIGURE
from game.study.lessons import LESSONS, NEEDS_NUMPY

ROOT = Path(__file__).parents[2]
TOPICS = {
    "a sample when a step ends": pitfalls.discrete,
    "more samples": pitfalls.substeps,
    "overlap by elimination": overlaps,
    "testing corners": pitfalls.corners_inside,
    "two corners": AABB.from_min_max,
    "a corner and a size": AABB.from_min_size,
    "corners of a transformed box": OBB.corners,
    "the box around a transformed box": OBB.aabb,
    "one axis": overlap_times,
    "all axes, in A's frame": sweep,
    "positions interpolated with u": AABB.moved,
    "the Minkowski sum": AABB.expanded,
    "Listing 4": pitfalls.listing_4,
    "responses": motion_after,
    "the separating axis of turned boxes and polygons": separating_axis,
    "the same swept": sweep_polygons,
    "broad phase": Grid.pairs,
    "batches": last_in_first_out,
}
"""What the subject is made of, and where it is done."""


def reachable(lesson, seed):
    """A state to which the handles can bring a lesson, at any time u."""
    rng = random.Random(f"{lesson.name} {seed}")
    state = {}
    for handle in lesson.handles:
        for i, name in enumerate(filter(None, (handle.x, handle.y))):
            steps = floor((handle.high[i] - handle.low[i]) / handle.step + 1e-9)
            state[name] = handle.low[i] + handle.step * rng.choice(
                (0, steps, rng.randint(0, steps))
            )
    return state_with(lesson, rng.choice((0.0, 1.0, rng.random(), rng.random())), **state)


class Words:
    """A canvas that records only the words, and where they are: (left, top, right, bottom)."""

    def __init__(self, lesson, state):
        self.areas = {}
        lesson.figure(self, state)

    def text(self, words, at, role="text", size=10.0, anchor=(0.0, 0.0), bold=False):
        """A letter is 0.6 of its size wide; a line is 1.35 of it high, with ink from 0.2 to 1.2."""
        assert size >= 10, words
        width, height = 0.6 * size * len(words), 1.35 * size
        left, top = at[0] - width * anchor[0], at[1] - height * anchor[1]
        self.areas[words, at] = left, top + 0.2 * size, left + width, top + 1.2 * size

    def draw_nothing(self, *args, **options):
        """The other primitives."""

    box = hull = bar = arrow = dot = draw_nothing


@each_lesson
def test_a_figure_equals_its_reference(lesson):
    """What is drawn changes only on purpose."""
    committed = (FIGURES / f"{lesson.name}.json").read_text(encoding="utf-8")
    command = f"python tests/tools/make/record_figures.py {lesson.name}"
    assert committed == reference(lesson), f"if this change is meant: {command}"


@each_lesson
def test_a_question_has_a_right_answer_and_two_wrong_ones_or_more(lesson):
    for question in (lesson.prose.bet, lesson.prose.check):
        assert len(set(question.answers)) == len(question.answers) >= 3
        assert question.right in range(len(question.answers))
        assert question.why


@each_lesson
def test_a_goal_is_reached_by_the_handles_and_not_at_first(lesson):
    changes = REACHING[lesson.name]
    for u in (0.0, 0.5, 1.0):
        assert not lesson.reaches_goal(state_with(lesson, u))
        assert lesson.reaches_goal(state_with(lesson, u, **changes))
    limits = {
        name: (handle.low[i], handle.high[i], handle.step)
        for handle in lesson.handles
        for i, name in enumerate(filter(None, (handle.x, handle.y)))
    }
    for name, value in lesson.state.change(**changes).numbers.items():
        low, high, step = limits.get(name, (value, value, 1.0))
        assert low <= value <= high, name
        assert (value / step).is_integer(), name
    assert set(changes) <= set(limits)


@each_lesson
def test_a_figure_can_be_drawn_of_every_state_the_handles_can_reach(lesson):
    """Words lie within the figure and can be read; every line that is pointed at is in the code."""
    code = "".join(map(inspect.getsource, lesson.code))
    for seed in range(200):
        state = reachable(lesson, seed)
        for words, (left, top, right, bottom) in Words(lesson, state).areas.items():
            assert 0 <= left < right <= FIGURE[0], (words, state)
            assert 0 <= top < bottom <= FIGURE[1], (words, state)
        words = lesson.words(state)
        assert 0 < len(words) <= 160, words
        assert len(re.findall(r"[.?!](?=\s|$)", words)) in (1, 2), words
        assert all(part in code for part in lesson.lines(state)), state
        assert lesson.reaches_goal(state) in (True, False)


@each_lesson
def test_words_in_a_figure_do_not_cover_each_other(lesson):
    for tenth in range(11):
        seen = Words(lesson, state_with(lesson, tenth / 10)).areas.items()
        for (words, (a, b, c, d)), (others, (e, f, g, h)) in combinations(seen, 2):
            assert c <= e or g <= a or d <= f or h <= b, (words, others, tenth)


@each_lesson
def test_a_figure_moves(lesson):
    assert record(lesson, u=0.2) != record(lesson, u=0.6)


@each_lesson
def test_the_code_is_the_shipped_source(lesson):
    for piece in lesson.code:
        module = sys.modules[piece.__module__]
        assert module.__name__.startswith("game.collision")
        assert inspect.getsource(piece) in inspect.getsource(module)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_code_of_every_topic_is_read(topic):
    assert TOPICS[topic] in [piece for lesson in LESSONS for piece in lesson.code]


@each_lesson
def test_a_lesson_says_where_it_is_from(lesson):
    assert sys.modules[f"game.study.lessons.{lesson.name}"].LESSON is lesson
    assert all((lesson.prose.sources, lesson.prose.title, lesson.prose.claim))


def test_names_and_titles_are_unique():
    for names in ([each.name for each in LESSONS], [each.prose.title for each in LESSONS]):
        assert len(set(names)) == len(names)


def test_most_lessons_import_and_draw_their_references_with_numpy_and_pygame_blocked():
    """All but those about many boxes at once; a page in a browser needs neither."""
    code = (
        "import sys; sys.modules.update(numpy=None, pygame=None); sys.path.insert(0, 'tests')\n"
        "from tools.make.record_figures import FIGURES, LESSONS, reference\n"
        "for lesson in LESSONS:\n"
        "    file = FIGURES / f'{lesson.name}.json'\n"
        "    assert reference(lesson) == file.read_text(encoding='utf-8'), lesson.name\n"
        "    assert lesson.prose.title and lesson.words(lesson.state)\n"
        "    print(lesson.name)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    names = [each.name for each in LESSONS if each.name not in NEEDS_NUMPY]
    assert ran.stdout.split() == names, ran.stderr
    assert NEEDS_NUMPY == ("many", "race")


@each_lesson
def test_each_handle_begins_where_it_can_be_moved_to(lesson):
    """Within its limits, and whole steps above the least value: the first press moves one step."""
    for handle in lesson.handles:
        for name, low, high in zip(handle[1:3], handle.low, handle.high):
            if name:
                steps = (lesson.state[name] - low) / handle.step
                assert low <= lesson.state[name] <= high
                assert steps == pytest.approx(round(steps), abs=1e-9)
