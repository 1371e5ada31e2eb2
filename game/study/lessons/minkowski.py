"""Grow the wall, shrink the player: how does a box become a point?"""

from __future__ import annotations

from ...collision import AABB, Sweep, sweep
from ..figures import (
    draw_box,
    draw_lengths,
    draw_marker,
    draw_outline,
    draw_result,
    draw_swept,
    point,
)
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State, slider

TRUE_WALL = AABB((176.0, 100.0), (4.0, 36.0))
"""The wall as it is before it grows."""


def player_and_wall(state: State) -> Pair:
    """Return the player, shrunk by so many percent, with its displacement, and the
    wall, grown by what the player has lost."""
    part = state["part"] / 100
    halves = state["wide"], state["high"]
    lost = [h * part for h in halves]
    shrunk = tuple([h * (1 - part) for h in halves])
    player = AABB((state["x"], state["y"]), shrunk)
    return Pair(player, TRUE_WALL.expanded(lost), (state["dx"], state["dy"]))


def sweep_player(state: State) -> Sweep | None:
    """Return the sweep of the player against the wall, as they are drawn."""
    return sweep(*player_and_wall(state))


def player_at(state: State) -> AABB:
    """Return the player at u."""
    player, _, displacement, _ = player_and_wall(state)
    return player.moved(displacement, state.u)


def sweep_and_move(state: State) -> tuple[Sweep | None, AABB]:
    """Return the sweep, and the player at u."""
    return sweep_player(state), player_at(state)


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw the player and its path, the wall before and after it has grown, and the
    result of the sweep; after the bet, d, r and s, too."""
    player, wall, displacement, _ = player_and_wall(state)
    swept = sweep_player(state)
    if state["part"]:
        unshrunk = player_and_wall(state.change(part=0)).a
        draw_box(canvas, unshrunk, "quiet", fill=0.0, width=0.5, dashed=True)
    draw_box(canvas, wall, "b", fill=0.2, width=0.5)
    draw_box(canvas, TRUE_WALL, "b")
    draw_swept(canvas, player, displacement, "a")
    if swept:
        draw_ghost(canvas, player.moved(displacement, swept.u1), "u1")
        draw_ghost(canvas, player.moved(displacement, swept.u0), "u0")
    here = player_at(state)
    draw_box(canvas, here, "a", fill=0.45, width=0.8)
    canvas.dot(point(here.center), "a", 2.0)
    if state.reveals:
        draw_lengths(canvas, Pair(wall, player))
    draw_result(canvas, swept, (136.0, 4.0))
    canvas.text(f"player A: {size_text(player)}", (4.0, 187.0), "a")
    canvas.text(f"wall B: {size_text(wall)}", (268.0, 187.0), "b", anchor=(1.0, 0.0))


def draw_ghost(canvas: RoleCanvas, player: AABB, role: str) -> None:
    """Draw the player at u0 or u1, and mark its centre."""
    draw_outline(canvas, player, role)
    draw_marker(canvas, point(player.center), role)


def size_text(box: AABB) -> str:
    """Return the size of a box in words."""
    wide, high = box.size
    if wide == high == 0:
        return "a point"
    return f"{wide:.0f} x {high:.0f}"


def words(state: State) -> str:
    """Say what the figure shows of a player that is whole, a point, or between."""
    if state["part"] == 0:
        return (
            "At u the player is at start + arrow * u. Shrink it, and watch u0 and u1."
        )
    if state["part"] == 100:
        return (
            "A point and an arrow: a ray. It hits the grown wall when the box hits the"
            " wall."
        )
    return (
        "The wall grows by what the player loses. Their sum stays the same,"
        " and so do the times."
    )


def is_grazing_ray(state: State) -> bool:
    """Tell whether the player is a point that only grazes the wall: it touches it for
    an instant, neither at the start of the step nor at its end."""
    swept = sweep_player(state)
    if state["part"] < 100 or swept is None:
        return False
    return 0 < swept.u0 == swept.u1 < 1


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the line that moves a box or, of a shrunk one, the line that adds half
    extents, as a part of its text."""
    if state["part"]:
        return ("s = a.half_extents[i]",)
    return ("c + x * u for c, x in",)


LESSON = Lesson(
    state=State(
        {"x": 44, "y": 130, "dx": 176, "dy": -40, "part": 0, "wide": 16, "high": 10}
    ),
    handles=(
        slider("shrink, %", "part", low=0.0, high=100.0, step=12.5),
        Handle("player's corner", "wide", "high", (4, 4), (32, 32), 2, ("x", "y")),
        Handle("player", "x", "y", (20.0, 66.0), (80.0, 130.0), step=2.0),
        Handle(
            "arrow", "dx", "dy", (0.0, -40.0), (176.0, 40.0), step=2.0, base=("x", "y")
        ),
    ),
    figure=figure,
    words=words,
    reaches_goal=is_grazing_ray,
    code=(AABB.moved, AABB.expanded, sweep),
    call=sweep_and_move,
    lines=deciding_lines,
    exercise="expanded",
)
