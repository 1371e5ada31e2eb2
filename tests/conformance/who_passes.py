"""Who passes what?

Plays the scenes on this project's Space, exactly as they say, and on pymunk and Box2D, by what these
promise and what a player would call wrong: through a wall, stuck, on the wrong side, of the wrong
speed, unseen. How they are judged stands in README.md.

    python tests/conformance/who_passes.py          # the table, in Markdown
    python tests/conformance/who_passes.py --why    # and every scene that is not passed
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from adapters import ENGINES, Engine, Missing
from conformance.runner import SCENES, Scene, SpaceEngine, bodies_of, check, load, variants

from game.collision import Response

GROUPS = {
    "tunnelling": "thin walls, fast movers",
    "bounces": "bouncing, several times a step",
    "corners": "corners",
    "seams": "seams of flush boxes",
    "misses": "passing close by",
    "rest": "resting contact",
    "overlap": "leaving an overlap",
    "moving": "solids that move",
    "crushed": "crushed",
    "sensors": "sensors, movers that cross",
    "numbers": "small, large and far",
}
"""What a scene's `group` is called in the table."""

COLUMNS = ("ours", "pymunk", "pymunk, 8 sub-steps", "Box2D, bullets")

STEP = 1 / 60
"""s: what both are made for. A scene's step is one of theirs, however long it says it is."""

SIZE, LEAST = 50.0, 5.0
"""px: the smallest mover is made as large as SIZE, or less for the sake of a cap, but not below
LEAST. To Box2D that is 1 m and 0.1 m, to pymunk 500 and 50 times its slop."""

PATIENCE = 60
"""Steps: a second, in which a solver may put right what it spreads over steps."""

SPEED = 0.01
"""The part of the fastest velocity in a scene by which one may be wrong."""


class Verdict(NamedTuple):
    """On one engine and one scene: passed, or what was wrong; or why it was not asked."""

    wrong: str = ""
    not_asked: str = ""


def judge(scene: Scene, make: Callable[[], Engine]) -> Verdict:
    """Play a scene on another engine, in all its variants."""
    if isinstance(scene.get("others"), str):
        return Verdict(not_asked=scene["others"])
    for name, variant in variants(scene):
        play = Play(variant, make())
        if beyond := play.beyond():
            return Verdict(not_asked=beyond)
        if wrong := play.wrong():
            return Verdict(f"{wrong} ({name})")
    return Verdict()


class Play:
    """A scene on an engine, in its units. Lengths are multiplied by `scale`, velocities by `rate`."""

    def __init__(self, scene: Scene, engine: Engine) -> None:
        self.scene, self.engine = scene, engine
        self.bodies = list(bodies_of(scene))
        self.movers = {b["name"]: i for i, b in enumerate(self.bodies) if b["kind"] == "mover"}
        self.wanted = scene["expect"] | scene.get("others", {})
        told = [b.get("velocity", [0, 0]) for b in self.bodies]
        told += [*scene.get("every", {}).values()]
        told += [one["velocity"] for _, one in self.wishes() if "velocity" in one]
        self.fastest = np.hypot(*np.array(told, float).T).max()
        smallest = min(min(self.bodies[i]["half_extents"]) for i in self.movers.values()) * 2
        most = 0.95 * engine.farthest / max(self.fastest * scene["dt"], 1e-9)
        self.scale = max(min(SIZE / smallest, most), LEAST / smallest)
        self.rate = self.scale * scene["dt"] / STEP
        for body in self.bodies:
            self.add(body)

    def add(self, body: Scene) -> None:
        size = [self.scale * np.array([body[key]], float) for key in ("center", "half_extents")]
        velocity = self.rate * np.array([body.get("velocity", [0, 0])], float)
        if body["kind"] == "wall":
            self.engine.add_walls(*size)
        elif body["kind"] == "obstacle":
            self.engine.add_obstacles(*size, velocity)
        elif body["kind"] == "sensor":
            self.engine.add_sensors(*size)
        else:
            response = Response[body["response"]]
            self.engine.add_movers(*size, velocity, response, body.get("notices", False))

    def beyond(self) -> str:
        """Say what in the scene is beyond what the engine promises, or return an empty text."""
        ends = [one["velocity"] for _, one in self.wishes() if "velocity" in one]
        solids = [b["velocity"] for b in self.bodies if b["kind"] == "obstacle"]
        farthest = np.hypot(*np.array([[0, 0], *ends, *solids], float).T).max()
        if farthest * self.rate * STEP > self.engine.farthest:
            return "farther in a step than it lets anybody go"
        away = np.abs([self.bodies[i]["center"] for i in self.movers.values()]).max()
        if away * self.scale > self.engine.largest:
            return "farther away than its numbers resolve"
        return ""

    def wishes(self) -> Iterator[tuple[str, Scene]]:
        """Yield movers and what is expected of them; some have several, one of which must hold."""
        for name, wish in self.wanted.items():
            yield from ((name, one) for one in (wish if isinstance(wish, list) else [wish]))

    def wrong(self) -> str:
        """Play it, and for a second more; return what was never as expected, or an empty text."""
        self.engine.look()
        steps, met = self.scene.get("steps", 1), self.engine.touches()
        for i in range(steps + PATIENCE):
            self.step(i)
            met |= self.engine.touches()
            if i + 1 >= steps:
                left = dict(self.complaints(met, i + 1 - steps, i + 1))
                if i + 1 == steps:
                    first = left
                if not left:
                    return ""
        return "; ".join(first.values())

    def step(self, i: int) -> None:
        if every := self.scene.get("every"):
            velocity = self.engine.velocities()
            for row, name in enumerate(self.movers):
                velocity[row] = self.rate * np.array(every.get(name, velocity[row] / self.rate))
            self.engine.steer(velocity)
        self.engine.step(STEP)

    def complaints(
        self, met: set[tuple[int, int]], later: int, steps: int
    ) -> Iterator[tuple[str, str]]:
        """Yield by mover what is not as expected."""
        places, velocities = self.engine.positions(), self.engine.velocities()
        for row, (name, i) in enumerate(self.movers.items()):
            if name not in self.wanted:
                continue
            found = {
                "position": places[row] / self.scale,
                "velocity": velocities[row] / self.rate,
                "seen": {self.bodies[b]["name"] for a, b in met if a == i},
            }
            wish = self.wanted[name]
            if not any(
                self.holds(one, found, self.bodies[i], later, steps)
                for one in (wish if isinstance(wish, list) else [wish])
            ):
                yield name, f"{name} is at {shown(found['position'])}, velocity " + (
                    f"{shown(found['velocity'])}, has seen {sorted(found['seen']) or 'nobody'}"
                )

    def holds(self, wish: Scene, found: Scene, body: Scene, later: int, steps: int) -> bool:
        """Tell whether a mover is as expected, or as it would be some steps later.

        Where it bounced its place is not asked for: a solver may bounce a step late.
        """
        slack = self.engine.slack / self.scale
        dt = self.scene["dt"]
        if not np.isfinite([found["position"], found["velocity"]]).all():
            return False
        if "velocity" in wish:
            off = np.abs(found["velocity"] - wish["velocity"]).max()
            if off > SPEED * max(self.fastest, slack / dt):
                return False
        bounced = body["response"] == "BOUNCE" and wish.get("contacts", 1)
        if "position" in wish and not bounced:
            place = np.array(wish["position"], float)
            place = place + later * dt * np.array(wish.get("velocity", [0, 0]))
            way = SPEED * self.fastest * dt * (steps > 1)
            if (np.abs(found["position"] - place) > slack + way).any():
                return False
        if "within" in wish:
            box, place = wish["within"], found["position"]
            if "of" in box:
                (of,) = (b for b in self.bodies if b["name"] == box["of"])
                place = place - of["center"] - np.array(of["velocity"]) * dt * steps
            low, high = np.array(box["low"]) - slack, np.array(box["high"]) + slack
            if not ((low <= place) & (place <= high)).all():
                return False
        others = {b["name"] for b in self.bodies if b["kind"] in ("sensor", "mover")}
        if "touches" in wish and found["seen"] & others != {name for name, *_ in wish["touches"]}:
            return False
        passes = body["response"] == "PASS"
        return not (passes and "against" in wish and found["seen"] != set(wish["against"]))


def shown(vector: np.ndarray) -> str:
    return "(" + ", ".join(f"{x:.6g}" for x in vector) + ")"
