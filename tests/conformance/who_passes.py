"""Which engine passes which scenes?

Plays the scenes on this project's Space, exactly as they say, and on pymunk and Box2D, by what
these promise and what a player would call wrong: through a wall, stuck, on the wrong side, of the
wrong speed, unseen. How they are judged stands in README.md.

    python tests/conformance/who_passes.py          # the table, in Markdown
    python tests/conformance/who_passes.py --why    # and every scene that is not passed
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from conformance.runner import SCENES, Scene, SpaceEngine, bodies_of, check, load, variants
from support.adapters import ENGINES, Engine, Missing

from game.collision import Response

GROUPS = {
    "tunnelling": "fast movers, thin walls",
    "bounces": "bounces, also several in a step",
    "corners": "corners",
    "seams": "seams of flush boxes",
    "misses": "passing close by",
    "rest": "resting contact",
    "overlap": "leaving an overlap",
    "moving": "solids that move",
    "crushed": "crushed",
    "sensors": "sensors, movers that cross",
    "numbers": "tiny, glancing, far away",
}
"""The title of each group in the table."""

FAILURES = {
    "tunnelling": "a box that moves farther in a step than the thickness of the wall plus its own "
    "is already behind the wall when pymunk tests for overlaps. Its manual says so, and recommends "
    "limiting speeds or shortening steps; eight sub-steps are too few here.",
    "bounces": "the same reason. Where pymunk's step is short enough to hit the wall, all speeds "
    "are right; no solver is made for 43 or 64 bounces in one step.",
    "corners": "the same reason: in a single step of pymunk the box is past the corner before it "
    "is tested.",
    "seams": "to both engines each box is separate, so a side that is hidden by its neighbour can "
    "stop a box that slides past: one whose edge is just over the joint, and in Box2D also a fast "
    "one that is pressed down. In a single step of pymunk one box fell through. For static floors, "
    "Box2D has chains and pymunk has segments that know their neighbours; boxes have neither.",
    "misses": "a box in Box2D has a skin of 1 cm, which makes stacks stable. A box that passes "
    "flush is inside it and is stopped.",
    "moving": "in a single step of pymunk the press passes the box before they are tested.",
    "sensors": "both engines test sensors only at the end of a step, as Box2D's manual says, so "
    "they miss what crosses a sensor within the step. Eight sub-steps detect it, but let one mover "
    "through a wall.",
}
"""Why some scenes of a group fail."""

Vector = NDArray[np.float64]

COLUMNS = ("ours", "pymunk", "pymunk, 8 sub-steps", "Box2D, bullets")

STEP = 1 / 60
"""s: what both are made for. A scene's step becomes one of theirs, whatever its length."""

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
    """A scene on an engine, in its units: lengths times `scale`, velocities times `rate`."""

    def __init__(self, scene: Scene, engine: Engine) -> None:
        self.scene, self.engine = scene, engine
        self.bodies = list(bodies_of(scene))
        self.movers = {b["name"]: i for i, b in enumerate(self.bodies) if b["kind"] == "mover"}
        self.wanted = scene["expect"] | scene.get("others", {})
        velocities = [b.get("velocity", [0, 0]) for b in self.bodies]
        velocities += [*scene.get("every", {}).values()]
        velocities += [one["velocity"] for _, one in self.wishes() if "velocity" in one]
        self.fastest = np.hypot(*np.array(velocities, float).T).max()
        smallest = min(min(self.bodies[i]["half_extents"]) for i in self.movers.values()) * 2
        most = 0.95 * engine.farthest / max(self.fastest * scene["dt"], 1e-9)
        self.scale = max(min(SIZE / smallest, most), LEAST / smallest)
        self.rate = self.scale * scene["dt"] / STEP
        self.slack = engine.slack / self.scale
        for body in self.bodies:
            self.add(body)

    def add(self, body: Scene) -> None:
        size = [self.scale * np.array([body[key]], float) for key in ("center", "half_extents")]
        velocity = self.rate * np.array([body.get("velocity", [0, 0])], float)
        if body["kind"] == "mover":
            motion = velocity, Response[body["response"]], body.get("notices", False)
        else:
            motion = (velocity,) if body["kind"] == "obstacle" else ()
        self.engine.add(body["kind"], *size, *motion)

    def beyond(self) -> str:
        """Return what in the scene exceeds what the engine promises, or an empty text."""
        ends = [one["velocity"] for _, one in self.wishes() if "velocity" in one]
        solids = [b["velocity"] for b in self.bodies if b["kind"] == "obstacle"]
        farthest = np.hypot(*np.array([[0, 0], *ends, *solids], float).T).max()
        if farthest * self.rate * STEP > self.engine.farthest:
            return "farther in a step than its bodies can move"
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
        self.engine.sample()
        steps, pairs, texts = self.scene.get("steps", 1), self.engine.touches(), []
        for i in range(steps + PATIENCE):
            self.step()
            pairs |= self.engine.touches()
            if i + 1 >= steps:
                texts.append(self.complaint(pairs, i + 1 - steps))
                if not texts[-1]:
                    return ""
        return f"{texts[0]}; a second later {texts[-1]}"

    def step(self) -> None:
        if every := self.scene.get("every"):
            velocity = self.engine.velocities()
            for row, name in enumerate(self.movers):
                if name in every:
                    velocity[row] = self.rate * np.array(every[name])
            self.engine.steer(velocity)
        self.engine.step(STEP)

    def complaint(self, pairs: set[tuple[int, int]], later: int) -> str:
        """Return which movers are not as expected, some steps after the end of the scene."""
        places = self.engine.positions() / self.scale
        velocities = self.engine.velocities() / self.rate
        texts = []
        for row, (name, i) in enumerate(self.movers.items()):
            wishes = [one for mover, one in self.wishes() if mover == name]
            touched = {self.bodies[b]["name"] for a, b in pairs if a == i}
            found = Found(self.bodies[i], places[row], velocities[row], touched)
            if wishes and not any(self.holds(one, found, later) for one in wishes):
                texts.append(f"{name} is at {shown(places[row])}, {shown(velocities[row])} a step")
                texts[-1] += f", touched {', '.join(sorted(touched)) or 'nothing'}"
        return "; ".join(texts)

    def holds(self, wish: Scene, found: "Found", later: int) -> bool:
        """Return whether a mover is as expected, also some steps after the end."""
        return bool(
            np.isfinite([found.place, found.velocity]).all()
            and self.goes_on(wish, found)
            and self.is_there(wish, found, later)
            and self.is_inside(wish, found, later)
            and self.has_seen(wish, found)
        )

    def goes_on(self, wish: Scene, found: "Found") -> bool:
        off = np.abs(found.velocity - wish.get("velocity", found.velocity)).max()
        return bool(off <= SPEED * max(self.fastest, self.slack / self.scene["dt"]))

    def is_there(self, wish: Scene, found: "Found", later: int) -> bool:
        """Where it bounced its place is not asked for: a solver may bounce a step late."""
        bounced = found.body["response"] == "BOUNCE" and wish.get("contacts", 1)
        if "position" not in wish or bounced:
            return True
        velocity = self.scene["dt"] * np.array(wish.get("velocity", [0, 0]), float)
        steps = self.scene.get("steps", 1) + later
        off = np.abs(found.place - wish["position"] - later * velocity)
        return bool((off <= self.slack + SPEED * steps * np.abs(velocity)).all())

    def is_inside(self, wish: Scene, found: "Found", later: int) -> bool:
        if "within" not in wish:
            return True
        box, place = wish["within"], found.place
        for of in self.bodies:
            if of["name"] == box.get("of"):
                seconds = self.scene["dt"] * (self.scene.get("steps", 1) + later)
                place = place - of["center"] - seconds * np.array(of["velocity"])
        low, high = np.array(box["low"]) - self.slack, np.array(box["high"]) + self.slack
        return bool(((low <= place) & (place <= high)).all())

    def has_seen(self, wish: Scene, found: "Found") -> bool:
        """Compare which bodies were touched, not when; for a PASS mover also which solids."""
        if "touches" in wish:
            open_ = {b["name"] for b in self.bodies if b["kind"] in ("sensor", "mover")}
            return found.touched & open_ == {name for name, *_ in wish["touches"]}
        if found.body["response"] == "PASS":
            return found.touched == set(wish["against"])
        return True


class Found(NamedTuple):
    """A mover, in the scene's units."""

    body: Scene
    place: Vector
    velocity: Vector
    touched: set[str]


def shown(vector: Vector) -> str:
    return "(" + ", ".join(f"{x:.5g}" for x in vector) + ")"


def exactly(scene: Scene) -> Verdict:
    """Play a scene on Space: it must hold to the bit, and every step is audited."""
    for name, variant in variants(scene):
        if complaints := check(variant, SpaceEngine()):
            return Verdict(f"{'; '.join(complaints)} ({name})")
    return Verdict()


def ask(column: str, scenes: dict[str, Scene]) -> dict[str, Verdict]:
    """Play all scenes on one engine; raise Missing if it is not installed."""
    if column == "ours":
        return {name: exactly(scene) for name, scene in scenes.items()}
    ENGINES[column]()
    return {name: judge(scene, ENGINES[column]) for name, scene in scenes.items()}


def rows(scenes: dict[str, Scene], verdicts: dict[str, dict[str, Verdict]]) -> list[list[str]]:
    """Return the table's cells: of the scenes that were asked, how many each engine passes."""
    table = [["scenes of", *verdicts]]
    for group, title in GROUPS.items():
        names = [name for name, scene in scenes.items() if scene["group"] == group]
        table.append([title, *(cell([of[name] for name in names]) for of in verdicts.values())])
    return table


def cell(verdicts: list[Verdict]) -> str:
    asked = [verdict for verdict in verdicts if not verdict.not_asked]
    passed = sum(not verdict.wrong for verdict in asked)
    return f"{passed} of {len(asked)}" if asked else "not asked"


def markdown(table: list[list[str]]) -> str:
    head, *body = [f"| {' | '.join(row)} |" for row in table]
    return "\n".join([head, "|" + " --- |" * len(table[0]), *body])


def reds(scenes: dict[str, Scene], verdicts: dict[str, dict[str, Verdict]]) -> list[str]:
    """Explain every group in which an engine fails a scene."""
    failed = {scenes[n]["group"] for of in verdicts.values() for n, v in of.items() if v.wrong}
    return [f"- *{title}*: {FAILURES[group]}" for group, title in GROUPS.items() if group in failed]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--why", action="store_true", help="list what is not passed or not asked")
    why = parser.parse_args().why
    scenes = {path.stem: load(path) for path in SCENES}
    verdicts = {}
    for column in COLUMNS:
        try:
            verdicts[column] = ask(column, scenes)
        except Missing as missing:
            print(f"{column}: {missing}.\n")
    print(markdown(rows(scenes, verdicts)), *reds(scenes, verdicts), sep="\n")
    for column, of in verdicts.items() if why else ():
        print(f"\n{column}")
        for name, (wrong, not_asked) in of.items():
            if wrong or not_asked:
                print(f"  {name}: {wrong or 'not asked: ' + not_asked}")
    return any(verdict.wrong for verdict in verdicts["ours"].values())


if __name__ == "__main__":
    sys.exit(main())
