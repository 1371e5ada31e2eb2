"""What must hold for any crowd?

Exact arithmetic checks the decisions and the places; a broken promise raises AssertionError. A
float may be off by the sum of its own roundings, and by no more.
"""

import math
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from functools import partial
from itertools import pairwise
from unittest.mock import patch

import numpy as np
from support.audit import audit
from support.oracle import relative
from support.strategies import Crowd

from game.collision import AABB, SKIN, Kind, Response, Space, flock, move, overlaps, step, sweep
from game.collision import sweep_batch as batch
from game.collision.tables import Touches

EPSILON = Fraction(1, 2**50)
"""Eight half ulps: the share of a number that a few roundings lose."""
UNDERFLOW = Fraction(1, 2**1074)


def keeps_sweep(crowd: Crowd) -> None:
    """Check the promises of sweep, for each solid."""
    for solid, way in zip(crowd.solids, crowd.moves):
        scene = crowd.box, solid, crowd.move, way
        found = sweep(*scene)
        is_well_formed(found)
        is_exact_up_to_rounding(found, *relative(*scene))
        begins = overlaps(crowd.box, solid)
        assert not begins or (found is not None and found.u0 == 0)
        is_symmetric(found, scene)
        is_equal_in_a_batch(found, scene)


def is_well_formed(found):
    """Times are in order, and all fields follow from the axes."""
    if found is None:
        return
    assert 0 <= found.u0 <= found.u1 <= 1
    enters, exits = zip(*found.axes)
    assert found.u0 == max(0.0, *enters)
    assert found.u1 == min(1.0, *exits)
    assert found.entry_axes == tuple(i for i, enter in enumerate(enters) if enter == found.u0)
    nonzero = [i for i, x in enumerate(found.normal) if x]
    assert nonzero == list(found.entry_axes[:1])
    has_no_minus_zero((found.u0, found.u1, *found.normal, *enters, *exits))


def has_no_minus_zero(numbers):
    assert all(x != 0 or math.copysign(1, x) == 1 for x in numbers)
    assert not any(map(math.isnan, numbers))


def is_exact_up_to_rounding(found, d, r, s):
    """Times are off by a few roundings, and only that near to a limit a decision may differ."""
    u0, u1, hair = Fraction(0), Fraction(1), Fraction(0)
    for i, (distance, motion, reach) in enumerate(zip(d, r, s)):
        off = EPSILON * (abs(distance) + reach)
        if motion == 0:
            gap = abs(distance) - reach
            if gap > off:
                assert found is None
                return
            if gap > 0:  # Floats may call it touching.
                return
            continue
        times = sorted([(reach - distance) / motion, (-reach - distance) / motion])
        for k, time in enumerate(times):
            error = off / abs(motion) + EPSILON * abs(time) + UNDERFLOW
            if found is not None and math.isfinite(found.axes[i][k]):
                assert abs(Fraction(found.axes[i][k]) - time) <= error
            if -error < time < 1 + error:
                hair = max(hair, 2 * error)
        u0, u1 = max(u0, times[0]), min(u1, times[1])
    if abs(u1 - u0) > hair:
        assert (found is not None) == (u0 < u1)


def is_symmetric(found, scene):
    """Exchanged boxes, a mirror, exchanged axes and a larger scale: the same bits."""
    a, b, e, f = scene

    def mapped(place, extent):
        boxes = [AABB(place(x.center), extent(x.half_extents)) for x in (a, b)]
        return sweep(*boxes, place(e), place(f))

    def same(x):
        return x

    def grown(v):
        return tuple([1024 * x for x in v])

    mirrored = found and found._replace(normal=opposite(found.normal))
    assert sweep(b, a, f, e) == mirrored
    assert mapped(opposite, same) == mirrored
    assert mapped(grown, grown) == found
    back = mapped(lambda v: v[::-1], lambda h: h[::-1])
    assert (back and (back.u0, back.u1, back.axes[::-1])) == (
        found and (found.u0, found.u1, found.axes)
    )


def opposite(v):
    return tuple([-x + 0.0 for x in v])


def is_equal_in_a_batch(found, scene):
    a, b, e, f = scene
    rows = batch(a.center, a.half_extents, e, b.center, b.half_extents, f)
    first = found.entry_axes[0] if found and found.entry_axes else -1
    times = (found.u0, found.u1) if found else (math.inf, -math.inf)
    expected = (found is not None, *map(float.hex, times), first)
    assert (bool(rows.hit), float(rows.u0).hex(), float(rows.u1).hex(), int(rows.axis)) == expected


def keeps_move(crowd: Crowd) -> None:
    """Check the promises of move, with each response."""
    inside = [depth(crowd, crowd.box.center, i, 0) for i in range(len(crowd.solids))]
    for response in Response:
        end, contacts = move(crowd.box, crowd.move, crowd.solids, response, crowd.moves)
        has_no_minus_zero(
            [*end.center, *[x for c in contacts for x in (c.u, *c.normal, *c.position, *c.left)]]
        )
        times = [0.0, *[c.u for c in contacts], 1.0]
        assert all(a <= b for a, b in pairwise(times))
        assert not any(c.crushed for c in contacts[:-1])
        first = crowd, [c.solid for c in contacts]
        if response == Response.PASS:
            reports_entries(*first)
            assert len(contacts) <= len(crowd.solids)
            continue
        assert len(contacts) <= 65
        pushed = any(deep > Fraction(SKIN) - error for deep, error in inside)
        for contact in contacts:
            lies_flush(crowd, contact, pushed and contact.u == 0)
        if not (contacts and contacts[-1].crushed):
            for i in range(len(crowd.solids)):
                deep, error = depth(crowd, end.center, i, 1)
                assert deep <= Fraction(SKIN) + error, (response, i, float(deep))
        elif not pushed:
            is_held(crowd, contacts[-1])
        if not pushed:
            reports_entries(*first, any_of_them=True)
            if len(crowd.solids) == 1:  # Among several a mirror changes which comes first.
                mirrored = crowd.mapped(opposite, lambda h: h)
                back, rows = move(mirrored.box, *mirrored[1:3], response, mirrored.moves)
                assert back.center == opposite(end.center)
                assert [(c.u, c.normal, c.crushed) for c in rows] == [
                    (c.u, opposite(c.normal), c.crushed) for c in contacts
                ]


def depth(crowd, place, i, u):
    """Return how deep the box lies in a solid at u, and what rounding may make of that."""
    solid, way = crowd.solids[i], crowd.moves[i]
    rows = zip(place, crowd.box.half_extents, solid.center, solid.half_extents, way)
    rows = [tuple(map(Fraction, row)) for row in rows]
    most = max(abs(x) for row in rows for x in row)
    return min(h + g - abs(o + f * u - p) for p, h, o, g, f in rows), most * EPSILON


def lies_flush(crowd, contact, pushed):
    """The faces touch on its axis; on others they overlap, except after a push on several."""
    solid, way = crowd.solids[contact.solid], crowd.moves[contact.solid]
    box, u = crowd.box, Fraction(contact.u)
    rows = zip(contact.position, box.half_extents, solid.center, solid.half_extents, way)
    for n, row in zip(contact.normal, rows):
        p, h, o, g, f = map(Fraction, row)
        most = max(map(abs, (*map(Fraction, crowd.move), p, h, o, g, f)))
        gap = abs(p - o - f * u) - h - g
        assert pushed or gap <= Fraction(SKIN) + most * EPSILON, float(gap)
        if n and not contact.crushed:
            assert abs(gap) <= Fraction(SKIN) + most * EPSILON, float(gap)
            assert n * (p - o - f * u) > 0


def is_held(crowd, contact):
    """On the far side of a crushed mover a solid touches it."""
    i, u = next(i for i, n in enumerate(contact.normal) if n), Fraction(contact.u)
    for solid, way in zip(crowd.solids, crowd.moves):
        o, g, f = (Fraction(x[i]) for x in (solid.center, solid.half_extents, way))
        p, h = Fraction(contact.position[i]), Fraction(crowd.box.half_extents[i])
        d, error = (
            int(contact.normal[i]) * (o + f * u - p),
            EPSILON * max(map(abs, (o, g, f, p, h))),
        )
        if d > -error and d - h - g <= Fraction(SKIN) + error:
            return
    raise AssertionError(f"{contact} is crushed, but no solid touches its far side")


def reports_entries(crowd, reported, any_of_them=False):
    """Exactly the solids whose core the straight path enters are reported; or at least one.

    At least one may also be a solid at a joint, which a narrow box enters no deeper than SKIN.
    """
    must, may, beside = set(), set(), set()
    narrow = [Fraction(h) <= Fraction(SKIN) + Fraction(1, 2**30) for h in crowd.box.half_extents]
    for i, (solid, way) in enumerate(zip(crowd.solids, crowd.moves)):
        d, r, s = relative(crowd.box, solid, crowd.move, way)
        error = EPSILON * max(*map(Fraction, map(abs, crowd.box.center + solid.center)), *s)
        smaller, larger = ([x - Fraction(SKIN) + sign * error for x in s] for sign in (-1, 1))
        if enters(d, r, smaller) and not lies_within(d, larger):
            must.add(i)
        if enters(d, r, larger) and not lies_within(d, smaller):
            may.add(i)
        across = [x + 4 * Fraction(SKIN) * is_narrow for x, is_narrow in zip(larger, narrow)]
        if any(narrow) and enters(d, r, across):
            beside.add(i)
    if any_of_them:
        assert not must or reported
        assert may or len(beside) > 1 or not reported
    else:
        assert must <= {*reported} <= may


def enters(d, r, k):
    """Tell whether open boxes overlap some time in a step that is longer than none."""
    enter, leave = Fraction(0), Fraction(1)
    for distance, motion, reach in zip(d, r, k):
        if reach <= 0 or (motion == 0 and abs(distance) >= reach):
            return False
        if motion:
            times = sorted([(reach - distance) / motion, (-reach - distance) / motion])
            enter, leave = max(enter, times[0]), min(leave, times[1])
    return any(r) and enter < leave


def lies_within(d, k):
    return all(abs(distance) < reach for distance, reach in zip(d, k))


def keeps_space(crowd: Crowd) -> None:
    """Check the promises of Space in two steps; the box moves with each response at once."""
    spaces = [space_of(crowd) for _ in range(3)]
    back = space_of(crowd, backwards=True)
    for number in range(2):
        before, outcomes = spaces[0].copy(), []
        for way, space in zip((one_by_one, in_columns, nullcontext), spaces):
            with way():
                happened = space.step(1.0)
            outcomes.append([*map(bits, (*happened, (space.center, space.velocity)))])
        assert outcomes[0] == outcomes[1] == outcomes[2]
        has_each_touch_once(space, happened.touches)
        verdict = audit(before, happened, space, 1.0)
        assert not {*verdict.through, *verdict.inside, *verdict.faster}, verdict
        back.step(1.0)
        rows = slice(-len(Response), None)
        assert bits((space.center[rows], space.velocity[rows])) == bits(
            (back.center[rows], back.velocity[rows])
        )
        if number == 0:
            is_equal_to_move(crowd, space, happened)


def has_each_touch_once(space: Space, touches: Touches) -> None:
    """No row is of a pair that is reported the other way round, or while one of that pair lasts."""
    last = dict[tuple[int, int], float]()
    for a, b, u0, u1 in zip(*(column.tolist() for column in touches)):
        assert space.kind[a] == Kind.MOVER
        if space.kind[b] != Kind.SENSOR:
            assert space.notices[a], (a, b)
            assert a < b or not space.notices[b], (a, b)
        assert last.get((a, b), -1.0) < u0 <= u1, (a, b)
        last[a, b] = u1


def space_of(crowd: Crowd, backwards: bool = False) -> Space:
    """Put a crowd into a space, with a sensor in place of its first solid."""
    space, solids = Space(), [*zip(crowd.solids, crowd.moves)]
    for solid, way in solids[:: -1 if backwards else 1]:
        if any(way):
            space.add_obstacles(solid.center, solid.half_extents, way)
        else:
            space.add_walls(solid.center, solid.half_extents)
    space.add_sensors(*rows_of(crowd.solids[0]), crowd.moves[0])
    places = np.tile(crowd.box.center, (len(Response), 1))
    size, notices = crowd.box.half_extents, [False, True, False, True]
    space.add_movers(places, [size] * len(Response), [crowd.move], [*Response], notices)
    return space


def rows_of(box):
    return box.center, box.half_extents


def bits(table):
    return [np.ascontiguousarray(column).tobytes() for column in table]


def is_equal_to_move(crowd, space, happened):
    """Each mover had the contacts that move returns, and ended at the same place."""
    for mover in space.ids(Kind.MOVER):
        response = Response(int(space.response[mover]))
        end, contacts = move(crowd.box, crowd.move, crowd.solids, response, crowd.moves)
        assert end.center == tuple(space.center[mover])
        own = happened.contacts.mover == mover
        rows = [*zip(*(column[own].tolist() for column in happened.contacts))]
        assert rows == [
            (mover, c.solid, c.u, [*c.normal], [*c.position], c.crushed) for c in contacts
        ]


@contextmanager
def one_by_one(few=99):
    """Let up to a few movers be followed one by one, and none by follow.c."""
    with patch.object(step, "load", lambda: None), patch.object(flock, "FEW", few):
        yield


in_columns = partial(one_by_one, few=0)
