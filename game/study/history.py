"""What was the world like a while ago?

A world is deterministic, so its past is a few copies and the controls of every tick: the world at a
tick is the last copy before it, after the controls of the ticks between.

      copy                 copy                 copy            the present
       |....................|.......t............|...............|.............
       first                 ----> run           lived: the      the future, if its
                                                 last tick run   controls are recorded

The controls of the future are recorded in a replay, and after going back in a run. Playing on from
there replaces them.
"""

from __future__ import annotations

from itertools import dropwhile, islice

from ..simulation.methods import Method, Stepper, parse_method, step_by
from ..simulation.player import Controls
from ..simulation.replay import HASH_EVERY, Recorder, Replay
from ..simulation.world import World

REWIND, REWIND_REPLAY = 30.0, 600.0
"""s of the player's time that one can go back at least, in a run and in a replay."""
NEAR_TICKS, NEAR_BODIES = 150, 150_000
"""Ticks around the present one of which every world that was run is stored; fewer if these worlds
would have more than so many bodies. Missing ones before the present are run a few at a time: so
going back tick by tick never has to wait."""


class History(Recorder):
    """The past of a world, and its recorded future.

    Args:
        world: before its first tick.
        replay: its future.
    """

    def __init__(self, world: World, replay: Replay | None = None) -> None:
        super().__init__(world)
        future = replay.controls() if replay else ()
        self.controls = list(dropwhile(lambda controls: controls.idle, future))
        self.methods = [world.method] * len(self.controls)
        self.stored_ticks = (REWIND_REPLAY if replay else REWIND) * world.tick_rate
        self.reach = min(NEAR_TICKS, NEAR_BODIES // len(world.space.kind))
        self.copies, self.near = {world.ticks: world.copy()}, dict[int, World]()
        self.expected: tuple[tuple[Replay | None, int], list[str]] = ((None, 0), [])
        self.lived, self.over, self.forked, self.switched = 0, False, False, False
        """The last tick that was run, and whether it ended the run; whether the future was replaced
        by other controls, and whether by another method."""

    @property
    def first(self) -> int:
        """The earliest tick that seek() reaches."""
        return min(self.copies)

    @property
    def end(self) -> int:
        """The last tick whose controls are recorded."""
        return len(self.controls)

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> None:
        """Let a tick pass in the world and store it; the recorded future is dropped."""
        world, before = self.world, self.world.ticks
        if before < self.end and (before or not controls.idle):
            self._drop_future()
            del self.controls[before:], self.methods[before:]
            self.forked = True
        super().tick(controls, stepper)
        if world.ticks > before:
            self.methods.append(world.method)
            self._store(world)

    def replay_tick(self, stepper: Stepper = step_by) -> None:
        """Let the next recorded tick pass in the world."""
        self._replay_tick(self.world, stepper)

    def switch(self, method: Method) -> None:
        """Move bodies by another method from now on; the recorded controls stay."""
        self.world.method, self.switched = method, True
        self._drop_future()
        self.methods[self.world.ticks :] = [method] * (self.end - self.world.ticks)

    def seek(self, tick: int) -> World:
        """Go to a tick, or as near to it as is recorded; return the world there."""
        before = self.world.ticks
        self.world = self._at(min(max(tick, self.first), self.end)).copy()
        ticks, far = self.world.ticks, self.reach + HASH_EVERY
        self.near = {k: near for k, near in self.near.items() if abs(k - ticks) <= far}
        begin = max(self.first, (ticks - self.reach) // HASH_EVERY * HASH_EVERY)
        missing = (k for k in range(begin, ticks) if k not in self.near and k not in self.copies)
        for k in islice(missing, 2 * max(0, before - ticks)):
            self._at(k)
        return self.world

    def worlds(self, count: int) -> list[World]:
        """Return the worlds at so many ticks until now, as far as they are stored; do not change
        them."""
        last = self.world.ticks
        return [self._at(k) for k in range(max(self.first, last - count + 1), last + 1)]

    def replay(self, ticks: int | None = None) -> Replay:
        """Return the run until now, or until another tick."""
        past = Recorder(self.world if ticks is None else self._at(ticks))
        past.controls = self.controls[: past.world.ticks]
        past.hashes = self.hashes[: past.world.ticks // HASH_EVERY]
        return past.replay()

    def failing_replay(self) -> Replay:
        """Return the run with the tick after it, which raised an error and will again."""
        past = Recorder(self.world)
        past.controls = self.controls[: self.world.ticks + 1]
        past.hashes = [*self.hashes, ""][: len(past.controls) // HASH_EVERY]
        return past.replay()

    def first_difference(self, replay: Replay) -> int | None:
        """Return the first tick after which the recorded world differs from a replay's.

        A replay has a hash every 60 ticks. Between two hashes, the replay's controls are run from
        our own world at the last hash that is the same. If that does not lead to the replay's next
        hash, or if our world there is no longer stored, the tick of the next hash is the answer.

        Returns:
            None if there is no difference as far as both are recorded.
        """
        rows = {HASH_EVERY * row: then for row, then in enumerate(replay.hashes[:-1], 1)}
        same = 0
        for tick, then in (rows | {replay.ticks: replay.hashes[-1]}).items():
            if tick > self.lived or self._hash(tick) != then:
                break
            same = tick
        else:
            return None
        is_open = tick > self.lived and not self.over
        upper = None if is_open else min(tick, self.lived)
        if same < self.first or (is_open and not self.switched):
            return upper
        expected = self._expected(replay, same, tick)
        pairs = enumerate(expected[: self.lived - same], same + 1)
        first = next((k for k, hash in pairs if hash != self._hash(k)), upper)
        return first if expected[-1] == then else upper

    def _expected(self, replay: Replay, same: int, tick: int) -> list[str]:
        """Return a replay's hashes of the ticks after one at which it is the same; cached."""
        if self.expected[0] != (replay, same):
            world, hashes = self._at(same).copy(), []
            world.method = parse_method(replay.method)
            passed = dropwhile(lambda controls: controls.idle, replay.controls())
            for controls in islice(passed, same, tick):
                world.tick(controls)
                hashes.append(world.state_hash())
            self.expected = (replay, same), hashes
        return self.expected[1]

    def _hash(self, tick: int) -> str:
        row, between = divmod(tick, HASH_EVERY)
        if between:
            return self._at(tick).state_hash() if tick >= self.first else ""
        return self.hashes[row - 1]

    def _at(self, tick: int) -> World:
        """Return the world at a tick, or where the run ended before it; do not change it."""
        stored = self.copies | self.near
        base = max(k for k in stored if k <= tick)
        if base == tick or stored[base].outcome:
            return stored[base]
        world = stored[base].copy()
        while world.ticks < tick and not world.outcome:
            self._replay_tick(world)
        return world

    def _replay_tick(self, world: World, stepper: Stepper = step_by) -> None:
        """Let the next recorded tick pass in a world."""
        world.method = self.methods[world.ticks]
        world.tick(self.controls[world.ticks], stepper)
        self._store(world)

    def _store(self, world: World) -> None:
        """Store a world after a tick, and for longer if no tick came as far before."""
        copy = self.near[world.ticks] = world.copy()
        self.near.pop(world.ticks - self.reach - HASH_EVERY, None)
        if world.ticks <= self.lived:
            return
        self.lived, self.over = world.ticks, world.outcome is not None
        if world.ticks % HASH_EVERY == 0:
            self.copies[world.ticks] = copy
            if len(self.hashes) * HASH_EVERY < world.ticks:
                self.hashes.append(world.state_hash())
            for k in [k for k in self.copies if k + HASH_EVERY <= world.ticks - self.stored_ticks]:
                del self.copies[k]

    def _drop_future(self) -> None:
        """Drop the worlds after the present one."""
        tick = self.world.ticks
        self.copies = {k: copy for k, copy in self.copies.items() if k <= tick}
        self.near = {k: near for k, near in self.near.items() if k <= tick}
        self.lived, self.over = min(self.lived, tick), self.world.outcome is not None
        del self.hashes[tick // HASH_EVERY :]
