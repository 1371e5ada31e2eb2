"""The sweep says when. What happens then?"""

from __future__ import annotations

from itertools import pairwise

from ...collision import AABB, Contact, Response, move
from ...collision.aabb import Vector
from ...collision.response import Journey, motion_after
from ..figures import draw_box, numbers, pair, point, seen_from_b
from ..lesson import Canvas, Handle, Lesson, Moved, State
from ..prose import read_prose

FLOOR = AABB.from_min_max((0, 140), (272, 148))
WALL = AABB.from_min_max((250, 24), (256, 140))
SPACE = AABB.from_min_max((4, 24), (246, 138))
"""Where a room's boxes are put: nothing else is met there."""


Corners = list[tuple[float, Vector]]
"""Where a path begins, bends and ends: (u, centre)."""


def moved(state: State, response: Response) -> Moved:
    """Return what moves, if contacts are answered so."""
    start, ledge, by, _ = pair(state)
    return start, by, (FLOOR, ledge, WALL), response, ((0, 0), (0, 0), (-state["push"], 0))


def way(state: State, response: Response) -> tuple[Corners, list[Contact]]:
    """Return the box's path and its contacts."""
    asked = moved(state, response)
    start, (end, contacts) = asked[0], move(*asked)
    bends = [(contact.u, contact.position) for contact in contacts]
    return [(0.0, start.center), *bends, (1.0, end.center)], contacts


def place(corners: Corners, u: float) -> Vector:
    """Return the box's centre at a time on its way: between two bends it goes straight."""
    (u0, start), (u1, end) = next(
        (piece for piece in pairwise(corners) if u <= piece[1][0]), corners[-2:]
    )
    slope = [b - a for a, b in zip(start, end)]
    return AABB(start, (0, 0)).moved(slope, (u - u0) / (u1 - u0) if u1 > u0 else 1.0).center


def figure(canvas: Canvas, state: State) -> None:
    u, chosen = state["u"], Response(int(state["response"]))
    begun, ledge, by, _ = pair(state)
    for box in (FLOOR, ledge, WALL.moved((-state["push"], 0), u)):
        draw_box(canvas, box, "wall", fill=0.55)
    canvas.arrow(point(begun.center), point(begun.moved(by).center), "quiet")
    for response in Response:
        at = 14.0 + 66 * response
        role = "text" if response == chosen else "quiet"
        canvas.text(response.name.lower(), (at, 4), role, bold=response == chosen)
        if response == chosen and state["told"]:
            canvas.bar((at, 18), (at + 6 * len(response.name), 18), "sweep", 1.0)
        elif state["told"]:
            draw_way(canvas, way(state, response)[0], "quiet")
    (corners, contacts), half = way(state, chosen), begun.half_extents
    if state["told"]:
        draw_way(canvas, corners, "sweep")
        draw_box(canvas, AABB(corners[-1][1], half), "mover", fill=0.0, width=0.5, dashed=True)
        for contact in contacts:
            tip = AABB(contact.position, half).moved(contact.normal, 14.0)
            draw_box(canvas, AABB(contact.position, half), "core", fill=0.0, width=0.5)
            canvas.arrow(point(contact.position), point(tip.center), "core", 1.0)
    draw_box(canvas, AABB(place(corners, u), half), "player", fill=0.9)


def draw_way(canvas: Canvas, corners: Corners, role: str) -> None:
    for (_, a), (_, b) in pairwise(corners):
        canvas.bar(point(a), point(b), role, 1.0, dashed=role == "quiet")


def words(state: State) -> str:
    _, contacts = way(state, Response(int(state["response"])))
    if not contacts:
        return "Nothing is in the way: all four responses are the same."
    if contacts[-1].crushed:
        return "Crushed: the solids leave less room than the box needs."
    times = ", ".join(f"{contact.u:.2f}" for contact in contacts[:4])
    x, y = contacts[-1].left
    return f"Contact at u = {times}. Then there are {x:.0f}, {y:.0f} px still to go."


def bounced(state: State) -> int:
    return len(way(state, Response.BOUNCE)[1])


def lines(state: State) -> tuple[str, ...]:
    return {
        Response.STOP: ("rest = how == Response.STOP", "(0.0,) * len(e) if rest else e"),
        Response.SLIDE: ("(0.0,) * len(e) if rest else e, axis, f[axis]",),
        Response.BOUNCE: ("2 * f[axis] - e[axis]",),
        Response.PASS: ("PASS = 3",),
    }[Response(int(state["response"]))]


LESSON = Lesson(
    name="responses",
    prose=read_prose(__file__),
    state={
        **{"ax": 40, "ay": 80, "aw": 8, "ah": 8, "adx": 160, "ady": 104, "response": 1},
        **{"bx": 136, "by": 51, "bw": 40, "bh": 3, "push": 0, "u": 0, "told": 1},
    },
    handles=(
        Handle("way", "adx", "ady", (-260, -190), (260, 190), 2, ("ax", "ay")),
        Handle("response", "response", low=(0, 0), high=(3, 3)),
        Handle("box", "ax", "ay", (8, 24), (264, 192), 2),
        Handle("ledge", "bx", "by", (20, 30), (240, 130), 1),
        Handle("ledge's corner", "bw", "bh", (0, 0), (60, 60), 1, ("bx", "by")),
        Handle("the wall comes", "push", low=(0, 0), high=(72, 72), step=4),
    ),
    figure=figure,
    words=words,
    reached=lambda state: state["response"] == Response.BOUNCE and bounced(state) >= 3,
    code=(Response, motion_after, Journey.follow, Journey.respond),
    lines=lines,
    exercise="motion_after",
    given=lambda met: numbers(seen_from_b(met), SPACE),
    moved=lambda state: moved(state, Response(int(state["response"]))),
)
