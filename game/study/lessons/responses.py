"""Stop, slide, bounce, pass: what happens after a contact?"""

from __future__ import annotations

from itertools import pairwise

from ...collision import AABB, Contact, Response, move
from ...collision.aabb import Vector
from ...collision.response import Journey, follow, motion_after
from .. import figures
from ..lesson import Handle, Lesson, Pair, RoleCanvas, State

FLOOR = AABB.from_min_max((0, 140), (272, 148))
RIGHT_WALL = AABB.from_min_max((250, 24), (256, 140))
FALLING = Pair(AABB((40, 80), (8, 8)), AABB((136, 51), (40, 3)), (160, 104))
"""The box and the ledge at first."""
BETWEEN = AABB.from_min_max((4, 24), (246, 138))
"""Where a room's boxes are put: neither floor nor wall is hit there."""

Bends = list[tuple[float, Vector]]
"""Where a path begins, bends and ends: (u, centre)."""


def path(state: State, response: Response) -> tuple[Bends, list[Contact]]:
    """Return the box's path and its contacts."""
    start, ledge, move_a, _ = figures.pair_from(state)
    solids, solid_moves = (
        (FLOOR, ledge, RIGHT_WALL),
        ((0, 0), (0, 0), (-state["push"], 0)),
    )
    end, contacts = move(start, move_a, solids, response, solid_moves)
    bends = [(contact.u, contact.position) for contact in contacts]
    return [(0.0, start.center), *bends, (1.0, end.center)], contacts


def place(bends: Bends, u: float) -> Vector:
    """Return the box's centre at a time on its path, which is straight between two
    bends."""
    (u0, start), (u1, end) = next(
        (each for each in pairwise(bends) if u <= each[1][0]), bends[-2:]
    )
    slope = [b - a for a, b in zip(start, end)]
    return (
        AABB(start, (0, 0))
        .moved(slope, (u - u0) / (u1 - u0) if u1 > u0 else 1.0)
        .center
    )


def figure(canvas: RoleCanvas, state: State) -> None:
    u, chosen = state.u, Response(int(state["response"]))
    begun, ledge, move_a, _ = figures.pair_from(state)
    for box in (FLOOR, ledge, RIGHT_WALL.moved((-state["push"], 0), u)):
        figures.draw_box(canvas, box, "wall", fill=0.55)
    canvas.arrow(
        figures.point(begun.center), figures.point(begun.moved(move_a).center), "quiet"
    )
    for response in Response:
        at = 14.0 + 66 * response
        role = "text" if response == chosen else "quiet"
        canvas.text(response.name.lower(), (at, 4), role, bold=response == chosen)
        if response != chosen and state.reveals:
            draw_path(canvas, path(state, response)[0], "quiet")
    (bends, contacts), half = path(state, chosen), begun.half_extents
    if state.reveals:
        draw_path(canvas, bends, "sweep")
        for contact in contacts:
            tip = AABB(contact.position, half).moved(contact.normal, 14.0)
            figures.draw_outline(canvas, AABB(contact.position, half), "u0")
            canvas.arrow(
                figures.point(contact.position), figures.point(tip.center), "hit", 1.0
            )
    figures.draw_box(canvas, AABB(place(bends, u), half), "a", fill=0.9)


def draw_path(canvas: RoleCanvas, bends: Bends, role: str) -> None:
    for (_, a), (_, b) in pairwise(bends):
        canvas.bar(
            figures.point(a), figures.point(b), role, 1.0, dashed=role == "quiet"
        )


def words(state: State) -> str:
    _, contacts = path(state, Response(int(state["response"])))
    if not contacts:
        return "Nothing is hit: all four responses are the same."
    if contacts[-1].crushed:
        return "Crushed: the solids leave less room than the box needs."
    times = ", ".join(f"{contact.u:.2f}" for contact in contacts[:4])
    x, y = contacts[-1].left
    return (
        f"Contact at u = {times}. Then the rest of the motion is {x:.0f}, {y:.0f} px."
    )


def deciding_line(state: State) -> tuple[str, ...]:
    return {
        Response.STOP: (
            "rest = how == Response.STOP",
            "if rest:",
        ),
        Response.SLIDE: ("return with_component(e, axis, f[axis])",),
        Response.BOUNCE: ("2 * f[axis] - e[axis]",),
        Response.PASS: ("PASS = 3",),
    }[Response(int(state["response"]))]


LESSON = Lesson(
    state=figures.pair_state(*FALLING).change(response=Response.SLIDE, push=0),
    handles=(
        Handle("arrow", "adx", "ady", (-260, -190), (260, 190), 2, ("ax", "ay")),
        Handle("stop slide bounce pass", "response", low=(0, 0), high=(3, 3)),
        Handle("box", "ax", "ay", (8, 24), (264, 192), 2),
        Handle("ledge", "bx", "by", (20, 30), (240, 130), 1),
        Handle("ledge's corner", "bw", "bh", (0, 0), (60, 60), 1, ("bx", "by")),
        Handle("wall moves", "push", low=(0, 0), high=(72, 72), step=4),
    ),
    figure=figure,
    words=words,
    reached=lambda state: (
        state["response"] == Response.BOUNCE
        and len(path(state, Response.BOUNCE)[1]) >= 3
    ),
    code=(Response, motion_after, follow, Journey.respond),
    call=lambda state: path(state, Response(int(state["response"]))),
    lines=deciding_line,
    exercise="motion_after",
    from_pair=lambda pair: figures.fit_pair(figures.in_frame_of_b(pair), BETWEEN),
)
