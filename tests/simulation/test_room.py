"""A room's frame, and its boxes as arrays."""

from __future__ import annotations

from game.collision import AABB
from game.simulation.room import columns, frame


def test_a_frame_closes_a_box_without_a_gap() -> None:
    """40 px thick, 4 px of them inside."""
    x, y = (-36.0, 4.0, 636.0, 676.0), (-36.0, 4.0, 356.0, 396.0)
    assert frame(AABB.from_min_max((0, 0), (640, 360)), 40.0, 4.0) == [
        AABB.from_min_max((x[0], y[0]), (x[3], y[1])),
        AABB.from_min_max((x[0], y[2]), (x[3], y[3])),
        AABB.from_min_max((x[0], y[0]), (x[1], y[3])),
        AABB.from_min_max((x[2], y[0]), (x[3], y[3])),
    ]
    assert frame(AABB((0, 0), (8, 4)), 2.0)[0] == AABB.from_min_max((-10, -6), (10, -4))


def test_boxes_become_rows_of_centres_and_of_half_extents() -> None:
    """Also where there are none."""
    center, half = columns([AABB((1, 2), (3, 4)), AABB((5, 6), (7, 8))])
    assert (center.tolist(), half.tolist()) == ([[1, 2], [5, 6]], [[3, 4], [7, 8]])
    assert [column.shape for column in columns([])] == [(0, 2)] * 2
