"""What does a case of an exercise look like?"""

import pytest
from support.learner import each_exercise
from support.recorder import Recorder

from game.study.exercises.cases import BY_NAME
from game.study.exercises.drawing import FARTHEST_DRAWN, draw_case, numbers_in
from game.study.exercises.verdict import as_json
from game.study.lesson import FIGURE
from game.view.palette import role_colors

NONSENSE = (
    *(None, True, float("nan"), float("inf"), [1e300, -1e300], [[], [None]], "AABB"),
    *([1, 2, 3, 4, 5, 6], ["AABB", [1e300, 0], [5, float("nan")]], ["Sweep", 1]),
    *(list(range(16)), [True], {"AABB": None}),
)


def drawn(exercise, case, *answers, u=0.5):
    canvas = Recorder()
    expected = as_json(exercise.answer(case))
    draw_case(canvas, exercise.name, case.args, [expected, *answers], u)
    return canvas.calls


def places(call):
    """The points of what was drawn."""
    kind, first, *rest = call
    if kind == "text":
        return [rest[0]]
    if kind == "hull":
        return first
    return [first] if kind == "dot" else [first, rest[0]]


@each_exercise
def test_every_case_is_drawn_within_its_figure(exercise):
    for case in exercise.cases():
        for u in (0.0, 1.0):
            calls = drawn(exercise, case, u=u)
            assert len(calls) >= 2
            for x, y in (place for call in calls for place in places(call)):
                assert -1 <= x <= FIGURE[0] + 1, (case, x)
                assert -1 <= y <= FIGURE[1] + 1, (case, y)


@each_exercise
def test_nonsense_that_came_back_does_no_harm(exercise):
    for case in exercise.cases()[:9]:
        for nonsense in NONSENSE:
            for call in drawn(exercise, case, nonsense):
                assert all(
                    abs(number) < 4 * FARTHEST_DRAWN for place in places(call) for number in place
                )


def test_what_is_expected_and_what_came_back_are_distinguished():
    exercise = BY_NAME["expanded"]
    case = exercise.named_cases[0]
    right = drawn(exercise, case)
    wrong = drawn(exercise, case, ["AABB", [50, 0], [4, 4]])
    assert ["'right'" in str(right), "'fault'" in str(right)] == [True, False]
    assert ["'right'" in str(wrong), "'fault'" in str(wrong)] == [True, True]


def test_boxes_lie_where_they_are_at_u():
    """A box that moves is drawn on its path, which its arrow shows; times are bars."""
    exercise = BY_NAME["sweep"]
    hit, miss = exercise.named_cases[0], exercise.named_cases[5]
    for u in (0.0, 0.25, 1.0):
        calls = drawn(exercise, hit, u=u)
        _, start, end, *_ = next(call for call in calls if call[0] == "arrow")
        _, low, high, *_ = next(call for call in calls if call[0] == "box")
        for a, b, p, q in zip(low, high, start, end):
            assert (a + b) / 2 == pytest.approx(p + (q - p) * u, abs=0.002)
    assert ["text", "never"] not in [call[:2] for call in drawn(exercise, hit)]
    assert ["text", "never"] in [call[:2] for call in drawn(exercise, miss)]


def test_distances_on_one_axis_lie_in_rows_between_what_they_measure():
    """s and d from A's centre on, r from where d ends; d above, r below A's centre."""
    exercise = BY_NAME["overlap_times"]
    calls = drawn(exercise, exercise.named_cases[0])
    s, d = ([call[1:3] for call in calls if call[0] == "bar" and call[3] == role] for role in "sd")
    (r,) = ([start, end] for kind, start, end, *_ in calls if kind == "arrow")
    (a,), (b,) = ([call[1] for call in calls if call[0] == "dot" and call[2] == x] for x in "ab")
    assert s[0][0] == a
    assert [d[0][0][0], d[0][1][0], b[1]] == [a[0], r[0][0], r[0][1]]
    assert d[0][0][1] == d[0][1][1] < a[1] < r[0][1] == r[1][1]


def test_all_numbers_of_an_answer_are_found():
    answer = ["AABB", [1, 2.5], [float("nan"), None]]
    assert numbers_in(answer) == [1, 2.5]
    assert numbers_in([float("-inf"), True, "x"]) == [-FARTHEST_DRAWN, 1]


@each_exercise
def test_cases_are_drawn_in_the_language_of_the_lessons(exercise):
    """A and B, d, r and s as everywhere; an answer is right or a fault, and never hit or miss."""
    calls = [call for case in exercise.cases() for call in drawn(exercise, case, [0.5] * 16)]
    roles = {item for call in calls for item in call[2:] if isinstance(item, str)} & {
        *role_colors()
    }
    common = {"a", "b", "right", "fault", "text", "quiet"}
    own = {"overlap_times": {"d", "r", "s"}, "motion_after": {"wall"}}
    assert roles <= common | own.get(exercise.name, set())
