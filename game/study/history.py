"""What was the world like a while ago?

A world is deterministic, so its past is a few copies and the controls of every tick: the world at a
tick is the copy before it, run on.

      copy                 copy                 copy            the present
       |....................|.......t............|...............|.............
       first                 ----> run on        lived: the      what is to come, where
                                                 farthest seen   the controls are known

What is to come is known in a replay, and where somebody went back. Playing on from there makes
another future.
"""

from __future__ import annotations

from itertools import dropwhile, islice

from ..simulation.methods import Method, Stepper, parse_method, step_by
from ..simulation.player import Controls
from ..simulation.replay import HASH_EVERY, Recorder, Replay
from ..simulation.world import World

REWIND, REWIND_REPLAY = 30.0, 600.0
"""s of the player's time that can be gone back at least, in a run and in a replay."""
NEAR, NEAR_BODIES = 150, 150_000
"""Ticks around the present one of which every world that was run through is kept; fewer where these
would have more bodies. Those before it are run through little by little: so going back tick by tick
never has to wait."""


class History(Recorder):
    """The past of a world, and its future where that is known.

    Args:
        world: before its first tick.
        replay: what is to come.
    """

    def __init__(self, world: World, replay: Replay | None = None) -> None:
        super().__init__(world)
        known = replay.controls() if replay else ()
        self.controls = list(dropwhile(lambda controls: controls.idle, known))
        self.methods = [world.method] * len(self.controls)
        self.kept = (REWIND_REPLAY if replay else REWIND) * world.tick_rate
        self.reach = min(NEAR, NEAR_BODIES // len(world.space.kind))
        self.copies, self.near = {world.ticks: world.copy()}, dict[int, World]()
        self.expected: tuple[tuple[Replay | None, int], list[str]] = ((None, 0), [])
        self.lived, self.over, self.forked, self.switched = 0, False, False, False
        """The last tick that was run through, and whether that ended the run; whether another
        future was made of what had been, by other controls or another method."""

    @property
    def first(self) -> int:
        """The earliest tick that can be sought."""
        return min(self.copies)

    @property
    def end(self) -> int:
        """The last tick of which the controls are known."""
        return len(self.controls)

    def tick(self, controls: Controls, stepper: Stepper = step_by) -> None:
        """Let a tick pass in the world, and keep it if it passed; what was to come is forgotten."""
        world, before = self.world, self.world.ticks
        if before < self.end and (before or not controls.idle):
            self._forget()
            del self.controls[before:], self.methods[before:]
            self.forked = True
        super().tick(controls, stepper)
        if world.ticks > before:
            self.methods.append(world.method)
            self._note(world)

    def again(self) -> None:
        """Let the tick pass in the world that is known to come."""
        self._again(self.world)

    def switch(self, method: Method) -> None:
        """Move bodies by another method from here on, also in what is to come."""
        self.world.method, self.switched = method, True
        self._forget()
        self.methods[self.world.ticks :] = [method] * (self.end - self.world.ticks)

    def seek(self, tick: int) -> World:
        """Go to a tick, or as near to it as the run came and is kept; return the world there."""
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
        """Return the worlds at so many ticks until now, as far as they are kept; they are not to
        be changed."""
        last = self.world.ticks
        return [self._at(k) for k in range(max(self.first, last - count + 1), last + 1)]

    def replay(self, ticks: int | None = None) -> Replay:
        """Return the run until now, or until another tick."""
        past = Recorder(self.world if ticks is None else self._at(ticks))
        past.controls = self.controls[: past.world.ticks]
        past.hashes = self.hashes[: past.world.ticks // HASH_EVERY]
        return past.replay()

    def failed(self) -> Replay:
        """Return the run and the tick after it: where that one failed, it fails again."""
        past = Recorder(self.world)
        past.controls = self.controls[: self.world.ticks + 1]
        past.hashes = [*self.hashes, ""][: len(past.controls) // HASH_EVERY]
        return past.replay()

    def diverged(self, replay: Replay) -> int | None:
        """Return the first tick after which this is not the world of a replay.

        A replay has a hash every 60 ticks. Between these its controls are run from our own world at
        the last hash that is the same; where that does not lead to the replay's next hash, or is
        not kept any more, the tick of that hash is all that is known.

        Returns:
            None if there is no difference as far as both are known.
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
        known = None if is_open else min(tick, self.lived)
        if same < self.first or (is_open and not self.switched):
            return known
        expected = self._expected(replay, same, tick)
        pairs = enumerate(expected[: self.lived - same], same + 1)
        found = next((k for k, hash in pairs if hash != self._hash(k)), known)
        return found if expected[-1] == then else known

    def _expected(self, replay: Replay, same: int, tick: int) -> list[str]:
        """Return a replay's hashes after each tick from one that is as here; looked up once."""
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
        """Return the world at a tick; it is not to be changed. A run may end before."""
        known = self.copies | self.near
        base = max(k for k in known if k <= tick)
        if base == tick or known[base].outcome:
            return known[base]
        world = known[base].copy()
        while world.ticks < tick and not world.outcome:
            self._again(world)
        return world

    def _again(self, world: World) -> None:
        """Let the tick pass in a world that is known to come."""
        world.method = self.methods[world.ticks]
        world.tick(self.controls[world.ticks])
        self._note(world)

    def _note(self, world: World) -> None:
        """Keep a world that a tick has passed in; of a new tick for longer."""
        copy = self.near[world.ticks] = world.copy()
        self.near.pop(world.ticks - self.reach - HASH_EVERY, None)
        if world.ticks <= self.lived:
            return
        self.lived, self.over = world.ticks, world.outcome is not None
        if world.ticks % HASH_EVERY == 0:
            self.copies[world.ticks] = copy
            if len(self.hashes) * HASH_EVERY < world.ticks:
                self.hashes.append(world.state_hash())
            for k in [k for k in self.copies if k + HASH_EVERY <= world.ticks - self.kept]:
                del self.copies[k]

    def _forget(self) -> None:
        """Forget the worlds after the present one."""
        tick = self.world.ticks
        self.copies = {k: copy for k, copy in self.copies.items() if k <= tick}
        self.near = {k: near for k, near in self.near.items() if k <= tick}
        self.lived, self.over = min(self.lived, tick), self.world.outcome is not None
        del self.hashes[tick // HASH_EVERY :]
