"""What holds many bodies, and moves them?

A Space. A body is a row, its id the number of the row, and each of its
properties is stored in an array: so a step computes with whole columns
at once. There are four kinds of bodies:

                solid?   moves?
    wall         yes      no
    obstacle     yes      at its velocity; nothing stops it
    mover        no       at its velocity, until a solid stops it
    sensor       no       at its velocity; reports what overlaps it

A row whose body was removed is dead until a later add reuses it.

Source: the layout is the usual structure of arrays; the kinds are
those of Box2D (static, kinematic and dynamic bodies, sensors).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from itertools import chain, repeat
from operator import add

import numpy as np
from numpy.typing import ArrayLike as Rows

from . import batch
from .aabb import AABB, Vector, as_vector
from .batch import Bools, Floats, Ints
from .contact import Body
from .grid import Solids
from .response import Response
from .step import cast, step
from .tables import NO_BODIES, Bodies, Column, Paths, Step, vectors


class Kind(IntEnum):
    """What a row of a Space holds."""

    DEAD = 0
    """No body: it was removed, and the row not yet reused."""
    WALL = 1
    """A solid that does not move."""
    OBSTACLE = 2
    """A solid that moves at its velocity."""
    MOVER = 3
    """A body that solids stop."""
    SENSOR = 4
    """A body that reports the movers that overlap it."""


class Space:
    """Many bodies and their steps, in 2-D.

    Their properties are arrays, whose rows are the ids. center,
    velocity, response and notices may be written between steps, in
    place or by assignment; half_extents change through resize. What is
    assigned must have the array's shape, is written into the array and
    checked at once, so the array keeps its type; what is written in
    place is checked at the next step, cast or query. pickle and
    copy.deepcopy work. PASS movers are followed one by one, and cost
    the most. With thousands of movers, see keep_memory.

    >>> space = Space()
    >>> wall = space.add_walls((100, 0), (1, 50))
    >>> ball = space.add_movers((0, 0), (4, 4), (760, 0), Response.STOP)
    >>> step = space.step(0.25)  # 190 px, of which 95 are free
    >>> step.contacts.u.tolist(), space.center[ball].tolist()
    ([0.5], [[95.0, 0.0]])
    """

    center: Floats
    """(N, 2) float64, px, less than 2^1000 in size."""
    half_extents: Floats
    """(N, 2) float64, px; read-only, see resize."""
    velocity: Floats
    """(N, 2) float64, px/s, like center; 0 for a wall."""
    response: Ints
    """(N,) ints, each a Response; used for movers only."""
    kind: Ints
    """(N,) ints, each a Kind; read-only."""
    notices: Bools
    """(N,) bools: whether a mover reports movers it touches."""
    walls = Solids(NO_BODIES)
    """The bodies of Kind.WALL in the last step."""
    wall_ids = NO_BODIES.id
    """(N,): the ids that the walls had in the last step."""
    wall_columns = NO_BODIES.columns
    """(8, N): the rows that the walls had in the last step."""

    def __init__(self) -> None:
        empty = {x: check(x, []) for x, check in COLUMNS.items()}
        self.__setstate__(empty)

    def __getstate__(self) -> dict[str, Column]:
        """Return what copies and pickles hold: the arrays."""
        return {name: getattr(self, name) for name in COLUMNS}

    def __setstate__(self, columns: Mapping[str, Column]) -> None:
        """Store copies of these arrays, and forget the ids of each kind
        that self.ids has found before."""
        table = [columns[name].T for name in IN_TABLE]
        self._hold(np.concatenate(table), columns)
        self.rows: dict[tuple[Kind, ...], Ints] = {}

    def _hold(self, table: Floats, rest: Mapping[str, Column]) -> None:
        """Store a table, its parts as arrays, and copies of the arrays
        that are not in it.

        Args:
            table: (8, N), as Bodies.columns.
            rest: at least the arrays that are not in the table.
        """
        stored = {x: rest[x].copy() for x in COLUMNS.keys() - IN_TABLE}
        # (2, N) in the table, (N, 2) outside. Of the two that are named
        # velocity the last remains.
        stored |= zip(IN_TABLE, vectors(table).swapaxes(1, 2))
        for name in FROZEN:
            stored[name].flags.writeable = False
        self.table = table
        vars(self).update(stored)

    def __setattr__(self, name: str, values: Rows) -> None:
        """Write rows that are assigned to an array into that array;
        set any other attribute as usual."""
        if name not in COLUMNS:
            return super().__setattr__(name, values)
        if name in FROZEN:
            raise ValueError(f"{name} is read-only: {FROZEN[name]}")
        column = getattr(self, name)
        rows = COLUMNS[name](name, values)
        if column.shape != rows.shape:
            raise ValueError(
                f"{name} must have shape {column.shape},"
                f" got {rows.shape}"
            )
        column[:] = rows

    def add_walls(self, center: Rows, half_extents: Rows) -> Ints:
        """Add solids that do not move.

        Args:
            center, half_extents: (N, 2) float64, px; one (2,) is N = 1.
        Returns:
            Their ids, (N,) ints.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                or a shape is not (N, 2).
        """
        return self._add(Kind.WALL, center, half_extents)

    def add_obstacles(
        self, center: Rows, half_extents: Rows, velocity: Rows
    ) -> Ints:
        """Add solids that move and push movers in front of them.

        Args:
            center, half_extents: (N, 2) float64, px; one (2,) is N = 1.
            velocity: (N, 2) float64, px/s; (2,) or one number for all.
        Returns:
            Their ids, (N,) ints.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                or a shape is not (N, 2).
        """
        return self._add(Kind.OBSTACLE, center, half_extents, velocity)

    def add_movers(
        self,
        center: Rows,
        half_extents: Rows,
        velocity: Rows,
        response: Rows,
        notices: Rows = False,
    ) -> Ints:
        """Add bodies that solids stop, and that stop no others.

        Args:
            center, half_extents: (N, 2) float64, px; one (2,) is N = 1.
            velocity: (N, 2) float64, px/s; (2,) or one number for all.
            response: a Response for all, or (N,) of them.
            notices: whether a mover reports the movers that it touches,
                in Step.touches; one bool for all, or (N,).
        Returns:
            Their ids, (N,) ints.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                a shape is not (N, 2), or a response is no Response.
        """
        bodies = center, half_extents, velocity
        return self._add(Kind.MOVER, *bodies, response, notices)

    def add_sensors(
        self, center: Rows, half_extents: Rows, velocity: Rows = 0.0
    ) -> Ints:
        """Add bodies that report the movers that overlap them.

        Args:
            center, half_extents: (N, 2) float64, px; one (2,) is N = 1.
            velocity: (N, 2) float64, px/s; (2,) or one number for all.
        Returns:
            Their ids, (N,) ints.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                or a shape is not (N, 2).
        """
        return self._add(Kind.SENSOR, center, half_extents, velocity)

    def _add(self, *values: Rows) -> Ints:
        """Add bodies and return their ids.

        Args:
            values: for the first arrays of COLUMNS, in order: kind,
                center and so on; the other arrays get zeros.
        """
        rows = dict(zip(COLUMNS, chain(values, repeat(0))))
        count = len(as_rows("center", rows["center"]))
        dead = self.ids(Kind.DEAD)
        fresh = len(self.kind) + np.arange(count)
        ids = np.concatenate((dead, fresh))[:count]
        self._write(ids, rows, counted_by="center")
        return ids

    def _write(
        self, ids: Ints, rows: Mapping[str, Rows], counted_by: str
    ) -> None:
        """Write values into the rows with these ids, in copies of the
        arrays that are long enough; if a value is wrong, write none.

        Args:
            ids: (K,) ints.
            rows: by the name of an array, (K, 2) or (K,) values for it,
                or one for all.
            counted_by: the name of the caller's argument that decides
                K, for the message of an error.
        Raises:
            ValueError: a value is wrong, or there are not K.
        """
        columns = self.__getstate__()
        size = int(ids.max(initial=len(self.kind) - 1)) + 1
        for name, values in rows.items():
            old = getattr(self, name)
            column = np.zeros((size, *old.shape[1:]), old.dtype)
            column[: len(old)] = old
            checked = COLUMNS[name](name, values)
            shape = column[ids].shape
            column[ids] = broadcast(name, checked, shape, counted_by)
            columns[name] = column
        self.__setstate__(columns)

    def resize(self, ids: Rows, half_extents: Rows) -> None:
        """Give bodies other half extents; their centres stay.

        A mover that then overlaps a solid is pushed out in the next
        step, like any that starts inside one.

        Args:
            ids: (K,) ints, or one.
            half_extents: (K, 2) float64, px; (2,) or one number for
                all.
        Raises:
            ValueError: an id is not that of a living body, a number is
                negative or not finite, or the shape is not (K, 2).
        """
        living = self._living_rows(ids)
        rows = {"half_extents": half_extents}
        self._write(living, rows, counted_by="ids")

    def remove(self, ids: Rows) -> None:
        """Remove bodies; their rows are dead until an add reuses them.

        Args:
            ids: (K,) ints, or one.
        Raises:
            ValueError: an id is not that of a living body.
        """
        rows = self._living_rows(ids)
        columns = {x: getattr(self, x).copy() for x in COLUMNS}
        for column in columns.values():
            column[rows] = 0  # Zeros need no check.
        self.__setstate__(columns)

    def _living_rows(self, ids: Rows) -> Ints:
        """Return ids as (K,) ints; raise ValueError if one is not that
        of a living body."""
        rows = np.atleast_1d(batch.as_array("ids", ids))
        are_ints = rows.size == 0 or rows.dtype.kind in "iu"
        living = set(self.living().tolist())
        if not (are_ints and living.issuperset(rows.flat)):
            raise ValueError(
                f"ids must be those of living bodies, got {ids!r}"
            )
        return rows.astype(np.intp)

    def copy(self) -> Space:
        """Return an independent space with the same bodies and ids."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._hold(self.table.copy(), vars(self))
        return other

    def query(self, center: Rows, half_extents: Rows) -> Ints:
        """Return the bodies that overlap a closed box, now.

        Args:
            center, half_extents: (2,) float64, px.
        Returns:
            Ids of bodies of all kinds, (K,) ints, ascending.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                or there are not two of each.
        """
        box = as_box(center, half_extents)
        ids = self.living()
        center = as_rows("center", self.center)
        half = self.half_extents[ids]
        near = batch.overlaps_batch(
            box.center, box.half_extents, center[ids], half
        )
        return ids[near]

    @np.errstate(all="ignore")
    def step(self, dt: float) -> Step:
        """Move all bodies by dt and report what happened.

        No mover gets through a solid or a joint of two, none ends
        deeper than SKIN in one, and the order in which bodies were
        added does not matter: the conventions of the package say
        exactly what is promised, and what is excepted.

        Args:
            dt: seconds, 0 or more.
        Returns:
            A Step: contacts, touches and paths.
        Raises:
            ValueError: dt is not a number of 0 or more, or an invalid
                center, velocity or response was written.
        """
        if not 0 <= dt < LARGEST:
            raise ValueError(f"dt must be seconds, 0 or more, got {dt}")
        as_responses("response", self.response)
        movers = self.bodies(Kind.MOVER, dt)
        sensors = self.bodies(Kind.SENSOR, dt)
        solids = self.solids(dt)
        happened, others = step(solids, movers, sensors)
        self.table[:, as_span(movers.id)] = movers.columns
        if len(others.mover):
            self.table[:2, others.mover] = others.end.T
        return happened

    def cast(
        self,
        center: Rows,
        half_extents: Rows,
        displacement: Rows,
        response: Response,
    ) -> Paths:
        """Follow a mover that is not in the space; all solids rest.

        Args:
            center, half_extents, displacement: (2,) float64, px.
            response: a Response: how it answers contacts.
        Returns:
            The straight pieces of its path; their mover is -1.
        Raises:
            ValueError: a number is not finite, a half extent negative,
                there are not two of each, or response is no Response.
        """
        box = as_box(center, half_extents)
        e = as_pair("displacement", displacement)
        as_vector("center + displacement", map(add, box.center, e))
        mover = Body(
            box.center, box.half_extents, move=e, velocity=e, id=-1
        )
        return cast(self.solids(0.0), mover, Response(response))

    def ids(self, *kinds: Kind) -> Ints:
        """Return the ids of all bodies of these kinds.

        Args:
            kinds: one Kind or several.
        Returns:
            (K,) ints, ascending; do not write to them.
        """
        if kinds not in self.rows:
            self.rows[kinds] = np.isin(self.kind, kinds).nonzero()[0]
        return self.rows[kinds]

    def living(self) -> Ints:
        """Return the ids of all bodies, (K,) ints, ascending."""
        return np.flatnonzero(self.kind != Kind.DEAD)

    def bodies(self, kind: Kind, dt: float) -> Bodies:
        """Return a copy of the rows of all bodies of a kind, for a
        step.

        Args:
            kind: a Kind.
            dt: seconds, for displacements.
        Raises:
            ValueError: a velocity or a displacement is not finite.
        """
        ids = self.ids(kind)
        if not len(ids):
            return NO_BODIES
        rows = self.table[:, as_span(ids)]
        columns = np.add(rows, 0.0, order="C")  # No -0.0.
        columns[4:6] = columns[6:] * dt if dt else 0.0
        columns[4:6] += 0.0
        # vdot would be faster, but of long arrays numpy gives a part to
        # other threads, and a busy computer may run them 20 ms later.
        small_enough = np.abs(columns) < LARGEST
        if np.count_nonzero(small_enough) < columns.size:
            # One of these raises, and names the array.
            as_rows("center", self.center)
            as_rows("velocity", self.velocity)
            as_rows("velocity * dt", self.velocity * dt)
        how = self.response.take(ids)
        notices = self.notices.take(ids)
        return Bodies(ids, columns, how, notices)

    def solids(self, dt: float) -> list[Solids]:
        """Return the walls, and the obstacles if there are any, for a
        step. Walls that are as in the last step keep their grid.

        Args:
            dt: seconds.
        Raises:
            ValueError: a wall has a velocity, or another is not finite.
        """
        ids = self.ids(Kind.WALL)
        columns = self.table[:, as_span(ids)]
        if not self._has_same_walls(ids, columns):
            if np.count_nonzero(self.velocity[ids]):
                raise ValueError(
                    "velocity of a wall must be 0: add_obstacles"
                )
            self.walls = Solids(self.bodies(Kind.WALL, 0.0))
            self.wall_ids = ids
            self.wall_columns = columns.copy("K")
        obstacles = self.bodies(Kind.OBSTACLE, dt)
        if not len(obstacles.id):
            return [self.walls]
        return [self.walls, Solids(obstacles)]

    def _has_same_walls(self, ids: Ints, columns: Floats) -> bool:
        """Tell whether the walls, with these ids and rows, are as in
        the last step."""
        # As long as no body is added, ids is the same array.
        if ids is not self.wall_ids:
            if not np.array_equal(ids, self.wall_ids):
                return False
            self.wall_ids = ids
        return not np.count_nonzero(columns != self.wall_columns)


def keep_memory() -> None:
    """Let this process keep the memory that large steps free.

    For programs that step thousands of movers: call it once, before the
    first step. The C library of Linux gives memory back to the system
    after a step, down to the size of the largest block freed so far,
    and to get it again costs a step of 5,000 a fifth of its time. So
    this frees a block of almost 32 MB, the largest that counts; it
    touches none of it. With other C libraries nothing changes.

    Source: the manual page mallopt(3) on M_MMAP_THRESHOLD.
    """
    almost_32_mb = 31 << 20
    np.empty(almost_32_mb, np.uint8)


def as_span(ids: Ints) -> slice | Ints:
    """Return an index for the rows with these ids, which ascend: a
    slice if they lie side by side, since that is read much faster."""
    if len(ids):
        first = int(ids[0])
        end = int(ids[-1]) + 1
        if end - first == len(ids):
            return slice(first, end)
    return ids


def broadcast(
    name: str, values: Rows, shape: tuple[int, ...], like: str
) -> Floats:
    """Return values in this shape.

    Raises ValueError, with the names of the argument and of the one
    like which it must be, if they do not fit.
    """
    try:
        return np.broadcast_to(values, shape)
    except ValueError:
        raise ValueError(
            f"{name} must have shape {shape} like {like},"
            f" or be one for all, got {np.shape(values)}"
        ) from None


def as_box(center: Rows, half_extents: Rows) -> AABB:
    """Return the box of a centre and half extents, (2,) each."""
    place = as_pair("center", center)
    return AABB(place, as_pair("half_extents", half_extents))


def as_pair(name: str, values: Rows) -> Vector:
    """Return values as two finite floats, none of them -0.0."""
    array = batch.as_array(name, values, float)
    return as_vector(name, array.ravel().tolist(), 2)


def as_rows(name: str, values: Rows) -> Floats:
    """Return values as (N, 2) float64, finite and below LARGEST; one
    (2,), or one number for both axes, is one row."""
    array = batch.as_array(name, values, float)
    if array.size == 0:
        return np.zeros((0, 2))
    points = batch.as_points(name, np.atleast_2d(array)) + 0.0
    if points.ndim > 2 or points.shape[1] != (2 if array.ndim else 1):
        raise ValueError(
            f"{name} must have shape (N, 2), got {array.shape}"
        )
    if (np.abs(points) >= LARGEST).any():
        largest = np.abs(points).max()
        raise ValueError(f"{name} must be below 2^1000, got {largest}")
    return np.broadcast_to(points, (len(points), 2))


def as_responses(name: str, values: Rows) -> Ints:
    """Return values as ints that are all a Response."""
    responses = batch.as_array(name, values)
    if responses.dtype.kind in "iu":
        # 0 to 3 are the numbers of two bits.
        are_known = not np.count_nonzero(responses >> 2)
    else:
        are_known = responses.size == 0
    if not are_known:
        raise ValueError(f"{name} must be a Response, got {values!r}")
    return responses.astype(np.intp, copy=False)


LARGEST = 2.0**1000
"""px, px/s, s: below this the sums and differences of a step are
finite, whatever it holds."""

IN_TABLE = "center", "half_extents", "velocity", "velocity"
"""The arrays that are parts of the table, two rows of it each. Its
third part, although named velocity too, is for displacements: each step
fills it in its copy."""

FROZEN = {"kind": "remove and add", "half_extents": "use resize"}
"""Arrays that may not be written, and what changes them."""

COLUMNS: dict[str, Callable[[str, Rows], Column]] = {
    "kind": lambda _, kinds: np.asarray(kinds, np.intp),
    "center": as_rows,
    "half_extents": lambda name, x: batch.as_sizes(
        name, as_rows(name, x)
    ),
    "velocity": as_rows,
    "response": as_responses,
    "notices": lambda name, x: batch.as_array(name, x, bool),
}
"""The arrays of a Space, and what checks values for them."""
