"""What was the world like a while ago?

A world is deterministic, so its past is a few copies and the controls of every tick:
the world at a tick is the last copy before it, after the controls of the ticks between.

      copy                 copy                 copy            the present
       |....................|.......t............|...............|.............
       first                 ----> run           last_run        the future, if its
                                                                 controls are recorded

The controls of the future are recorded in a replay, and after going back in a run.
Playing on from there replaces them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import dropwhile

from ..simulation.methods import Method, Stepper, step_by
from ..simulation.player import Controls
from ..simulation.replay import HASH_EVERY, Recorder, Replay
from ..simulation.world import World

REWIND = 30.0
"""s of the player's time that one can go back at least in a run."""
REWIND_REPLAY = 600.0
"""s of the player's time that one can go back at least in a replay."""
NEAR_TICKS = 150
"""Ticks before and after the present one for which every world that was run is stored.
Missing worlds before the present are run a few at a time: so going back tick by tick
never has to wait."""
NEAR_BODIES = 150_000
"""The most bodies in these worlds together; with more in a world, fewer are stored."""


class History(Recorder):
    """The past of a world, and its recorded future.

    Args:
        world: before its first tick.
        replay: holds the controls of its future; None: nothing is recorded yet.
    """

    def __init__(self, world: World, replay: Replay | None = None) -> None:
        super().__init__(world)
        rewind = REWIND
        if replay:
            rewind = REWIND_REPLAY
            future = dropwhile(lambda controls: controls.idle, replay.controls())
            self.controls = list(future)
        self.methods = [world.method] * len(self.controls)
        """By tick, the method by which it is run."""
        self.stored_ticks = rewind * world.tick_rate
        """How far back the copies reach."""
        self.reach = min(NEAR_TICKS, NEAR_BODIES // len(world.space.kind))
        """Ticks before and after the present one for which every world is stored."""
        self.copies = {world.ticks: world.copy()}
        """Worlds by their ticks: every HASH_EVERY-th, and those near the present."""
        self.last_run = 0
        """The last tick that was run."""
        self.forked = False
        """Whether the future was replaced by other controls."""

    @property
    def first(self) -> int:
        """The earliest tick that seek() reaches."""
        return min(self.copies)

    @property
    def end(self) -> int:
        """The last tick whose controls are recorded."""
        return len(self.controls)

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> None:
        """Let a tick pass in the world and store it. The recorded future is dropped;
        but idle controls before the first tick do not begin the run."""
        world = self.world
        before = world.ticks
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
        recorded = min(max(tick, self.first), self.end)
        self.world = self.at(recorded).copy()
        ticks = self.world.ticks
        self._drop_far_copies()
        if ticks < before:
            self._fill_copies(most=2 * (before - ticks))
        return self.world

    def _drop_far_copies(self) -> None:
        """Drop the worlds far from the present one, but for every HASH_EVERY-th."""
        ticks = self.world.ticks
        far = self.reach + HASH_EVERY
        self._keep(lambda k: k % HASH_EVERY == 0 or abs(k - ticks) <= far)

    def _fill_copies(self, most: int) -> None:
        """Run and store worlds that are missing just before the present one.

        Args:
            most: how many at most, the earliest ones.
        """
        ticks = self.world.ticks
        earliest = (ticks - self.reach) // HASH_EVERY * HASH_EVERY
        near = range(max(self.first, earliest), ticks)
        missing = [k for k in near if k not in self.copies]
        for k in missing[:most]:
            self.at(k)

    def worlds(self, count: int) -> list[World]:
        """Return the worlds at the last so many ticks, the present one last; fewer if
        seek() does not reach so far. Do not change them."""
        last = self.world.ticks
        first = max(self.first, last - count + 1)
        return [self.at(k) for k in range(first, last + 1)]

    def replay(self, fails: bool = False) -> Replay:
        """Return the run until now.

        Args:
            fails: whether to add the next tick, which raised an error and will again.
        """
        ticks = self.world.ticks
        hashes = self.hashes
        if fails:
            ticks += 1
            hashes = [*hashes, ""]  # What the failing tick leads to has no hash.
        past = Recorder(self.world)
        past.controls = self.controls[:ticks]
        past.hashes = hashes[: len(past.controls) // HASH_EVERY]
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
        """Store a world after a tick, and its hash if it is due and new.

        Of worlds longer ago than reach, only one in HASH_EVERY is kept; of those longer
        ago than stored_ticks, none that is not needed to begin from.
        """
        ticks = world.ticks
        self.copies[ticks] = world.copy()
        far = ticks - self.reach - HASH_EVERY
        if far % HASH_EVERY:
            self.copies.pop(far, None)
        if ticks <= self.last_run:
            return
        self.last_run = ticks
        if ticks % HASH_EVERY == 0:
            if len(self.hashes) * HASH_EVERY < ticks:
                self.hashes.append(world.state_hash())
            self._keep(lambda k: k + HASH_EVERY > ticks - self.stored_ticks)

    def _drop_future(self) -> None:
        """Drop the worlds after the present one."""
        tick = self.world.ticks
        self._keep(lambda k: k <= tick)
        self.last_run = min(self.last_run, tick)
        del self.hashes[tick // HASH_EVERY :]

    def _keep(self, is_needed: Callable[[int], bool]) -> None:
        """Drop the worlds at all ticks that are not needed."""
        self.copies = {k: world for k, world in self.copies.items() if is_needed(k)}
