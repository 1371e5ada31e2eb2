"""Grow the wall, shrink the player: how does a box become a point?"""

from __future__ import annotations

from ...collision import AABB, Sweep, sweep
from ..figures import draw_box, moved, point, swept_hull
from ..lesson import Canvas, Handle, Lesson, Pair, State
from ..prose import read_prose

WALL = AABB((176.0, 100.0), (4.0, 36.0))


def boxes(state: State) -> tuple[AABB, AABB, tuple[float, float]]:
    """Return the player as far as it has shrunk, the wall as far as it has grown, the way."""
    part, halves = state["part"] / 100, (state["wide"], state["high"])
    player = AABB((state["x"], state["y"]), tuple(h * (1 - part) for h in halves))
    wall = WALL.expanded([h * part for h in halves])
    return player, wall, (state["dx"], state["dy"])


def swept(state: State) -> Sweep | None:
    player, wall, way = boxes(state)
    return sweep(player, wall, way)


def grazes(met: Sweep | None) -> bool:
    """Tell whether they overlap for no longer than an instant on the way."""
    return met is not None and 0 < met.u0 == met.u1 < 1


def figure(canvas: Canvas, state: State) -> None:
    player, wall, way = boxes(state)
    met = swept(state)
    if state["part"]:
        true, _, _ = boxes({**state, "part": 0})
        draw_box(canvas, true, "quiet", fill=0.0, width=0.5, dashed=True)
    draw_box(canvas, wall, "wall", fill=0.2, width=0.5)
    draw_box(canvas, WALL, "wall")
    if any(way):
        canvas.hull(swept_hull(player, way), "player", 0.12, 0.5)
        canvas.arrow(point(player.center), point(player.moved(way).center), "player")
    for time, role in ((met.u1, "quiet"), (met.u0, "hit")) if met else ():
        at = player.moved(way, time)
        draw_box(canvas, at, role, fill=0.0, width=1.0, dashed=True)
        canvas.dot(point(at.center), role, 2.5)
    here = player.moved(way, state["u"])
    draw_box(canvas, here, "player")
    canvas.dot(point(here.center), "player", 2.0)
    told = f"hit from u0 = {met.u0:.2f} to u1 = {met.u1:.2f}" if met else "miss"
    canvas.text(told, (136.0, 4.0), "hit" if met else "miss", anchor=(0.5, 0.0), bold=True)
    size = "a point" if not any(player.size) else "{:.0f} x {:.0f}".format(*player.size)
    canvas.text(f"player {size}", (4.0, 187.0), "player")
    size = "{:.0f} x {:.0f}".format(*wall.size)
    canvas.text(f"wall {size}", (268.0, 187.0), "wall", anchor=(1.0, 0.0))


def words(state: State) -> str:
    if state["part"] == 0:
        return "At u the player is at start + arrow * u. Shrink it, and look at u0 and u1."
    if state["part"] == 100:
        return "A point and an arrow: a ray. It meets the grown wall when the box meets the wall."
    return "What the player sheds, the wall gains. The sum stays, so the times stay."


LESSON = Lesson(
    name="minkowski",
    prose=read_prose(__file__),
    state={
        **{"x": 44.0, "y": 130.0, "dx": 176.0, "dy": -40.0, "part": 0.0, "u": 0.0},
        **{"wide": 16.0, "high": 10.0},
    },
    handles=(
        Handle("shrink, %", "part", low=(0.0, 0.0), high=(100.0, 0.0), step=12.5),
        Handle("player's corner", "wide", "high", (4, 4), (32, 32), 2, ("x", "y")),
        Handle("player", "x", "y", (20.0, 66.0), (80.0, 130.0), step=2.0),
        Handle("arrow", "dx", "dy", (0.0, -40.0), (176.0, 40.0), step=2.0, base=("x", "y")),
    ),
    figure=figure,
    words=words,
    reached=lambda state: state["part"] == 100 and grazes(swept(state)),
    code=(AABB.moved, AABB.expanded, sweep),
    lines=lambda state: ("s = a.half_extents[i]" if state["part"] else "c + x * u for c, x in",),
    exercise="expanded",
    moved=lambda state: moved(Pair(*boxes(state), (0, 0))),
)
