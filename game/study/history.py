"""What was the world like a while ago?

A world is deterministic, so its past is a few copies and the controls of every tick:
the world at a tick is the last copy before it, after the controls of the ticks between.

      copy                 copy                 copy            the present
       |....................|.......t............|...............|.............
       first                 ----> run           lived: the      the future, if its
                                                 last tick run   controls are recorded

The controls of the future are recorded in a replay, and after going back in a run.
Playing on from there replaces them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import dropwhile, islice

from ..simulation.methods import Method, Stepper, step_by
from ..simulation.player import Controls
from ..simulation.replay import HASH_EVERY, Recorder, Replay
from ..simulation.world import World

REWIND, REWIND_REPLAY = 30.0, 600.0
"""s of the player's time that one can go back at least, in a run and in a replay."""
NEAR_TICKS, NEAR_BODIES = 150, 150_000
"""Ticks around the present one of which every world that was run is stored; fewer if
these worlds would have more than so many bodies. Missing ones before the present are
run a few at a time: so going back tick by tick never has to wait."""


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
        self.copies = {world.ticks: world.copy()}
        """By tick: every 60th, and those near the present one."""
        self.lived, self.forked = 0, False
        """The last tick that was run, and whether the future was replaced by other
        controls."""

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
        self.world.method = method
        self._drop_future()
        self.methods[self.world.ticks :] = [method] * (self.end - self.world.ticks)

    def seek(self, tick: int) -> World:
        """Go to a tick, or as near to it as is recorded; return the world there."""
        before = self.world.ticks
        self.world = self.at(min(max(tick, self.first), self.end)).copy()
        ticks, far = self.world.ticks, self.reach + HASH_EVERY
        self._keep(lambda k: k % HASH_EVERY == 0 or abs(k - ticks) <= far)
        begin = max(self.first, (ticks - self.reach) // HASH_EVERY * HASH_EVERY)
        missing = (k for k in range(begin, ticks) if k not in self.copies)
        for k in islice(missing, 2 * max(0, before - ticks)):
            self.at(k)
        return self.world

    def worlds(self, count: int) -> list[World]:
        """Return the worlds at so many ticks until now, as far as they are stored; do
        not change them."""
        last = self.world.ticks
        return [self.at(k) for k in range(max(self.first, last - count + 1), last + 1)]

    def replay(self, fails: bool = False) -> Replay:
        """Return the run until now; fails: with the tick after it, which raised an
        error and will again."""
        past = Recorder(self.world)
        past.controls = self.controls[: past.world.ticks + fails]
        past.hashes = [*self.hashes, ""][: len(past.controls) // HASH_EVERY]
        return past.replay()

    def at(self, tick: int) -> World:
        """Return the world at a tick, or where the run ended before it; do not change
        it."""
        base = max(k for k in self.copies if k <= tick)
        if base == tick or self.copies[base].outcome:
            return self.copies[base]
        world = self.copies[base].copy()
        while world.ticks < tick and not world.outcome:
            self._replay_tick(world)
        return world

    def _replay_tick(self, world: World, stepper: Stepper = step_by) -> None:
        """Let the next recorded tick pass in a world."""
        world.method = self.methods[world.ticks]
        world.tick(self.controls[world.ticks], stepper)
        self._store(world)

    def _store(self, world: World) -> None:
        """Store a world after a tick; forget those that are now too long ago."""
        ticks = world.ticks
        self.copies[ticks], far = world.copy(), ticks - self.reach - HASH_EVERY
        if far % HASH_EVERY:
            self.copies.pop(far, None)
        if ticks <= self.lived:
            return
        self.lived = ticks
        if ticks % HASH_EVERY == 0:
            if len(self.hashes) * HASH_EVERY < ticks:
                self.hashes.append(world.state_hash())
            self._keep(lambda k: k + HASH_EVERY > ticks - self.stored_ticks)

    def _drop_future(self) -> None:
        """Drop the worlds after the present one."""
        tick = self.world.ticks
        self._keep(lambda k: k <= tick)
        self.lived = min(self.lived, tick)
        del self.hashes[tick // HASH_EVERY :]

    def _keep(self, is_needed: Callable[[int], bool]) -> None:
        """Drop the worlds at all other ticks."""
        self.copies = {k: world for k, world in self.copies.items() if is_needed(k)}
