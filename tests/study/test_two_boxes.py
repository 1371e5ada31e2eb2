"""What the lessons from frame_of_reference to find_the_bug claim of their own figures."""

import pytest
from study.test_lessons import reachable
from support.recorder import record
from support.tracing import lines_run

from game.collision import AABB, pitfalls, sweep
from game.study.explain import KINDS
from game.study.figures import pair_from
from game.study.lessons import find_the_bug, frame_of_reference, last_in_first_out, minkowski

STATES = range(300)


def test_the_sweep_says_the_same_in_the_room_and_seen_from_a():
    for seed in STATES:
        state = reachable(frame_of_reference.LESSON, seed)
        calls = record(frame_of_reference.LESSON, state.u, **state.numbers)
        said = [args[0] for call, *args in calls if call == "text" and args[2] in ("hit", "miss")]
        assert len(said) == 2
        assert said[0] == said[1]


@pytest.mark.parametrize("lesson", [frame_of_reference, last_in_first_out, find_the_bug])
def test_a_figure_hides_its_answer_while_the_bet_is_open(lesson):
    """Nothing in the colours of yes and no, nor the answer of Listing 4, while the bet is open."""
    for u in (0.0, 0.3):
        assert answers(lesson, u=u, reveals=True)
        assert not answers(lesson, u=u, reveals=False)


def answers(lesson, **changes):
    calls = record(lesson.LESSON, **changes)
    return [call for call in calls if {"hit", "miss", "fault", "u0", "u1"} & set(map(str, call))]


def test_the_times_stay_while_the_player_shrinks_and_the_wall_grows():
    """To the bit: halves of halves of whole numbers."""
    for seed in STATES:
        state = reachable(minkowski.LESSON, seed)
        times = {minkowski.sweep_player(state.change(part=12.5 * k)) for k in range(9)}
        assert len(times) == 1


def test_a_graze_is_a_corner_and_not_an_end_that_touches():
    """The step may also end where the boxes touch; that is no graze."""
    state = minkowski.LESSON.state.change(part=100.0, y=100.0, dy=0.0, x=44.0, dx=112.0)
    assert not minkowski.LESSON.reaches_goal(state)
    assert minkowski.sweep_player(state).u0 == 1


def test_the_handles_reach_all_five_outcomes():
    outcomes = (
        last_in_first_out.outcome(reachable(last_in_first_out.LESSON, seed)) for seed in STATES
    )
    assert {outcome.kind for outcome in outcomes} == set(KINDS)


def test_the_boxes_touch_where_the_figure_draws_the_contact():
    calls = record(last_in_first_out.LESSON)
    corners = [args[:2] for call, *args in calls if call == "box" and args[2] == "u0"]
    a, b = (AABB.from_min_max(low, high) for low, high in corners[:2])
    begun = pair_from(last_in_first_out.LESSON.state)
    met = begun.a.moved(begun.move_a, sweep(*begun).u0)
    assert a.center == pytest.approx(met.center, abs=0.002)
    gaps = [max(b.min[i] - a.max[i], a.min[i] - b.max[i]) for i in (0, 1)]
    assert max(gaps) == pytest.approx(0, abs=0.002)
    assert min(gaps) < -1


SAID = {"late": "Only u0 <= u1 is", "apart": "An axis with a gap", "glued": "For boxes that"}


@pytest.mark.parametrize("fault", find_the_bug.FAULTY_LINES)
def test_a_fault_of_listing_4_runs_the_lines_it_is_blamed_on(fault):
    states = [reachable(find_the_bug.LESSON, seed) for seed in range(1000)]
    states = [state for state in states if find_the_bug.fault(state) == fault]
    assert len(states) > 10
    for state in states:
        swept = sweep(*pair_from(state))
        hit, u0, u1 = find_the_bug.listing_answer(state)
        right = hit == (swept is not None) and (not hit or (u0, min(u1, 1)) == swept[:2])
        assert right == (fault == "")
        assert find_the_bug.words(state).startswith(SAID.get(fault, "Both agree: "))
        ran = lines_run(pitfalls, find_the_bug.listing_answer, state)
        assert all(any(part in line for line in ran) for part in find_the_bug.FAULTY_LINES[fault])


SPAN = [[55.667, 171.0], [158.333, 177.0]]
"""Where the bars show that boxes overlap during the whole step."""


@pytest.mark.parametrize(
    ("ay", "role"), [(70, "miss"), (72, "quiet"), (72.5, "hit")], ids=["apart", "flush", "inside"]
)
def test_the_span_of_boxes_that_rest_flush_is_no_hit(ay, role):
    """B above A, both at rest: its lower face is at y = 82."""
    boxes = {"ax": 60, "ay": 164 - ay, "aw": 20, "ah": 10, "bx": 60, "by": 72, "bw": 20, "bh": 10}
    still = dict.fromkeys(("adx", "ady", "bdx", "bdy"), 0)
    calls = record(last_in_first_out.LESSON, **boxes, **still)
    (span,) = [call for call in calls if call[1:3] == SPAN or call[4:] == [2.0, "dashed=True"]]
    assert span[3] == role
