"""Stop, slide, bounce, pass: what happens after a contact?"""

from __future__ import annotations

from itertools import pairwise

from ...collision import AABB, Contact, Response, move
from ...collision.aabb import Vector
from ...collision.response import Journey, follow, motion_after
from ..figures import (
    draw_box,
    draw_displacement,
    draw_outline,
    fit_pair,
    in_frame_of_b,
    pair_from,
    pair_state,
    point,
)
from ..lesson import Handle, Lesson, Pair, Point, RoleCanvas, State, slider

FLOOR = AABB.from_min_max((0, 140), (272, 148))
RIGHT_WALL = AABB.from_min_max((250, 24), (256, 140))
FALLING = Pair(AABB((40, 80), (8, 8)), AABB((136, 51), (40, 3)), (160, 104))
"""The box and the ledge at first."""
BETWEEN = AABB.from_min_max((4, 24), (246, 138))
"""Where a room's boxes are put: neither floor nor wall is hit there."""
LINES_BY_RESPONSE = {
    Response.STOP: ("rest = how == Response.STOP", "if rest:"),
    Response.SLIDE: ("return with_component(e, axis, f[axis])",),
    Response.BOUNCE: ("2 * f[axis] - e[axis]",),
    Response.PASS: ("PASS = 3",),
}
"""The lines of the code that answer a contact, as parts of their text."""

Bends = list[tuple[float, Vector]]
"""Where a path begins, bends and ends: (u, centre)."""


def path(state: State, response: Response) -> tuple[Bends, list[Contact]]:
    """Return the box's path with a response, and its contacts."""
    start, ledge, move_a, _ = pair_from(state)
    solids = FLOOR, ledge, RIGHT_WALL
    solid_moves = (0, 0), (0, 0), wall_displacement(state)
    end, contacts = move(start, move_a, solids, response, solid_moves)
    bends = [(contact.u, contact.position) for contact in contacts]
    return [(0.0, start.center), *bends, (1.0, end.center)], contacts


def wall_displacement(state: State) -> Point:
    """Return the displacement of the wall on the right."""
    return -state["push"], 0


def chosen_response(state: State) -> Response:
    """Return the response that the learner chose."""
    return Response(int(state["response"]))


def chosen_path(state: State) -> tuple[Bends, list[Contact]]:
    """Return the box's path with the response that the learner chose, and its
    contacts."""
    return path(state, chosen_response(state))


def center_at(bends: Bends, u: float) -> Vector:
    """Return the box's centre at a time on its path, which is straight between two
    bends."""
    for (u0, start), (u1, end) in pairwise(bends):
        if u <= u1:
            part = (u - u0) / (u1 - u0) if u0 < u1 else 1.0
            return tuple([p + (q - p) * part for p, q in zip(start, end)])
    _, last = bends[-1]
    return last


def figure(canvas: RoleCanvas, state: State) -> None:
    """Draw the solids and the box at u on the path of the chosen response; after the
    bet also that path, its contacts, and the paths of the other responses."""
    box, ledge, move_a, _ = pair_from(state)
    right_wall = RIGHT_WALL.moved(wall_displacement(state), state.u)
    for solid in (FLOOR, ledge, right_wall):
        draw_box(canvas, solid, "wall", fill=0.55)
    draw_displacement(canvas, box, move_a, "quiet")
    draw_responses(canvas, state)
    bends, contacts = chosen_path(state)
    if state.reveals:
        draw_path(canvas, bends, "sweep")
        for contact in contacts:
            draw_contact(canvas, contact, box.half_extents)
    now = AABB(center_at(bends, state.u), box.half_extents)
    draw_box(canvas, now, "a", fill=0.9)


def draw_responses(canvas: RoleCanvas, state: State) -> None:
    """Write the names of the four responses in a row and, after the bet, draw the paths
    of those that are not chosen."""
    chosen = chosen_response(state)
    for response in Response:
        is_chosen = response == chosen
        role = "text" if is_chosen else "quiet"
        x = 14.0 + 66 * response
        canvas.text(response.name.lower(), (x, 4), role, bold=is_chosen)
        if state.reveals and not is_chosen:
            bends, _ = path(state, response)
            draw_path(canvas, bends, "quiet")


def draw_path(canvas: RoleCanvas, bends: Bends, role: str) -> None:
    """Draw a path, dashed if it is quiet."""
    dashed = role == "quiet"
    for (_, start), (_, end) in pairwise(bends):
        canvas.bar(point(start), point(end), role, width=1.0, dashed=dashed)


def draw_contact(canvas: RoleCanvas, contact: Contact, half_extents: Vector) -> None:
    """Draw the box at a contact, and the normal, 14 units long."""
    box = AABB(contact.position, half_extents)
    draw_outline(canvas, box, "u0")
    normal = [14.0 * part for part in contact.normal]
    draw_displacement(canvas, box, normal, "hit", width=1.0)


def words(state: State) -> str:
    """Say when the box has contacts, and what is left of its motion after the last."""
    _, contacts = chosen_path(state)
    if not contacts:
        return "Nothing is hit: all four responses are the same."
    if contacts[-1].crushed:
        return "Crushed: the solids leave less room than the box needs."
    times = ", ".join(f"{contact.u:.2f}" for contact in contacts[:4])
    x, y = contacts[-1].left
    return (
        f"Contact at u = {times}. Then the rest of the motion is {x:.0f}, {y:.0f} px."
    )


def deciding_lines(state: State) -> tuple[str, ...]:
    """Return the lines that answer a contact by the chosen response, as parts of their
    text."""
    return LINES_BY_RESPONSE[chosen_response(state)]


def bounces_three_times(state: State) -> bool:
    """Tell whether the box bounces, and off at least three solids."""
    if chosen_response(state) != Response.BOUNCE:
        return False
    _, contacts = path(state, Response.BOUNCE)
    return len(contacts) >= 3


def from_pair(pair: Pair) -> dict[str, float] | None:
    """Return the numbers of a room's boxes, of which the ledge rests, between floor and
    wall; None if they are too large."""
    return fit_pair(in_frame_of_b(pair), BETWEEN)


LESSON = Lesson(
    state=pair_state(*FALLING).change(response=Response.SLIDE, push=0),
    handles=(
        Handle("arrow", "adx", "ady", (-260, -190), (260, 190), 2, ("ax", "ay")),
        slider("stop slide bounce pass", "response", low=0, high=3),
        Handle("box", "ax", "ay", (8, 24), (264, 192), 2),
        Handle("ledge", "bx", "by", (20, 30), (240, 130), 1),
        Handle("ledge's corner", "bw", "bh", (0, 0), (60, 60), 1, ("bx", "by")),
        slider("wall moves", "push", low=0, high=72, step=4),
    ),
    figure=figure,
    words=words,
    reaches_goal=bounces_three_times,
    code=(Response, motion_after, follow, Journey.respond),
    call=chosen_path,
    lines=deciding_lines,
    exercise="motion_after",
    from_pair=from_pair,
)
