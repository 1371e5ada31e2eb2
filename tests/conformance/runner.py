"""Does an engine do what a scene expects?

A scene is a JSON file, described in README.md. An Engine builds it and steps; check() holds its
reports against the scene and answers with complaints, none if all is well. Space has its Engine
here; one for another library is a class with the same two methods.

    python tests/conformance/runner.py FILE ...
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.audit import audit

from game.collision import SKIN, Kind, Response, Space

SCENES = sorted((Path(__file__).parent / "scenes").glob("*.json"))

Scene = dict[str, Any]
Vector = list[float]


class Contact(NamedTuple):
    mover: str
    other: str
    normal: Vector
    crushed: bool


class Touch(NamedTuple):
    a: str
    b: str
    u0: float
    u1: float


class Report(NamedTuple):
    """What a step did. faults: broken promises, where an engine can be audited."""

    center: dict[str, Vector]
    velocity: dict[str, Vector]
    contacts: list[Contact]
    touches: list[Touch]
    faults: list[str]


class Engine(Protocol):
    """What a library must be able to do to be judged."""

    def build(self, bodies: list[Scene]) -> None:
        """Make the bodies; those of one name are rows of one thing."""

    def step(self, dt: float, velocity: dict[str, Vector]) -> Report:
        """Set these velocities first, then move everything by dt."""


class SpaceEngine:
    """game.collision.Space."""

    def build(self, bodies: list[Scene]) -> None:
        self.space, self.names = Space(), []
        for body in bodies:
            size = body["center"], body["half_extents"]
            velocity = body.get("velocity", [0, 0])
            motion = () if body["kind"] == "wall" else (velocity,)
            if body["kind"] == "mover":
                motion += Response[body["response"]], body.get("notices", False)
            getattr(self.space, f"add_{body['kind']}s")(*size, *motion)
            self.names.append(body["name"])

    def step(self, dt: float, velocity: dict[str, Vector]) -> Report:
        for name, value in velocity.items():
            self.space.velocity[self.names.index(name)] = value
        before, name = self.space.copy(), self.names.__getitem__
        contacts, touches, _ = report = self.space.step(dt)
        verdict = audit(before, report, self.space, dt)
        promises = {
            "went through a solid": verdict.through,
            "is inside a solid": verdict.inside,
            "changed its speed": verdict.faster,
        }
        return Report(
            dict(zip(self.names, self.space.center.tolist())),
            dict(zip(self.names, self.space.velocity.tolist())),
            [
                Contact(name(m), name(o), n.tolist(), bool(c))
                for m, o, n, c in zip(
                    contacts.mover, contacts.other, contacts.normal, contacts.crushed
                )
            ],
            [
                Touch(name(a), name(b), u0, u1)
                for a, b, u0, u1 in zip(
                    touches.a, touches.b, touches.u0.tolist(), touches.u1.tolist()
                )
            ],
            [f"{name(m)} {what}" for what, ids in promises.items() for m in ids],
        )


def check(scene: Scene, engine: Engine) -> list[str]:
    """Run a scene and return what was not as expected."""
    engine.build(list(bodies_of(scene)))
    reports = [
        engine.step(scene["dt"], scene.get("every", {})) for _ in range(scene.get("steps", 1))
    ]
    complaints = [
        f"step {i}: {fault}" for i, report in enumerate(reports) for fault in report.faults
    ]
    for name, wanted in scene["expect"].items():
        found = observed(name, wanted, reports)
        complaints += [
            f"{name}: {key} is {found[key]}, expected {value}"
            for key, value in wanted.items()
            if not agrees(found[key], value, scene.get("tolerance", 0.0))
        ]
    return complaints


def observed(name: str, wanted: Scene, reports: list[Report]) -> Scene:
    """Return what report to one mover, under the names that scenes use for it."""
    last = reports[-1]
    contacts = [c for report in reports for c in report.contacts if c.mover == name]
    within = wanted.get("within", {})
    return {
        "position": last.center[name],
        "velocity": last.velocity[name],
        "against": [c.other for c in contacts],
        "contacts": len(contacts),
        "normals": [c.normal for c in contacts],
        "crushed": any(c.crushed for c in contacts),
        "touches": [[t.b, t.u0, t.u1] for r in reports for t in r.touches if t.a == name],
        "within": within if all(is_within(name, within, report) for report in reports) else "left",
    }


def is_within(name: str, within: Scene, report: Report) -> bool:
    """Return whether a mover's centre is between low and high, relative to body `of`."""
    if not within:
        return True
    center = np.array(report.center[name])
    if "of" in within:
        center -= report.center[within["of"]]
    low, high = np.array(within["low"]) - SKIN, np.array(within["high"]) + SKIN
    return bool(((low <= center) & (center <= high)).all())


def agrees(found: Any, value: Any, tolerance: float) -> bool:
    """Compare numbers within the tolerance, and all else exactly."""
    if isinstance(value, list):
        pairs = zip(found, value)
        return len(found) == len(value) and all(agrees(*pair, tolerance) for pair in pairs)
    if isinstance(value, float | int) and not isinstance(value, bool):
        return bool(abs(found - value) <= tolerance)
    return bool(found == value)


def bodies_of(scene: Scene) -> Iterator[Scene]:
    """Yield the bodies, a row of them one by one."""
    for body in scene["bodies"]:
        row = body.get("row", {"count": 1, "step": [0, 0]})
        for i in range(row["count"]):
            center = [c + i * s for c, s in zip(body["center"], row["step"])]
            yield body | {"center": center}


def load(path: Path) -> Scene:
    scene: Scene = json.loads(path.read_text(encoding="utf-8"))
    return scene


def variants(scene: Scene) -> Iterator[tuple[str, Scene]]:
    """Yield the scene, its mirror images and quarter turns, as far as it allows them."""
    kind = scene.get("symmetry", "all")
    signs = [(1, 1)] if kind == "none" else product((1, -1), repeat=2)
    for (x, y), swap in product(signs, (False, True) if kind == "all" else (False,)):
        yield f"x{x:+} y{y:+}{' swapped' * swap}", turned(scene, x, y, swap)


def turned(part: Any, x: int, y: int, swap: bool) -> Any:
    """Mirror and swap every vector in a part of a scene."""
    if isinstance(part, dict):
        part = {key: turned(value, x, y, swap) for key, value in part.items()}
        if "low" in part:
            corners = part["low"], part["high"]
            part |= {"low": [*map(min, *corners)], "high": [*map(max, *corners)]}
        if "half_extents" in part:
            part |= {"half_extents": [*map(abs, part["half_extents"])]}
        return part
    if not isinstance(part, list):
        return part
    if len(part) == 2 and all(isinstance(n, float | int) for n in part):
        vector = [part[0] * x + 0.0, part[1] * y + 0.0]
        return vector[::-1] if swap else vector
    return [turned(value, x, y, swap) for value in part]


def scene_of(space: Space, mover: int, dt: float) -> str:
    """Write one mover of a space and all solids as a scene of a single step."""
    kinds = {Kind.WALL: "wall", Kind.OBSTACLE: "obstacle", Kind.MOVER: "mover"}
    bodies = [
        {
            "name": str(row),
            "kind": kinds[Kind(int(space.kind[row]))],
            "center": space.center[row].tolist(),
            "half_extents": space.half_extents[row].tolist(),
            "velocity": space.velocity[row].tolist(),
            "response": Response(int(space.response[row])).name,
        }
        for row in [*space.ids(Kind.WALL, Kind.OBSTACLE).tolist(), mover]
    ]
    claim = "Found by the soak: no mover gets through a solid, or ends in one"
    scene = {"claim": claim, "dt": dt, "bodies": bodies, "expect": {}, "symmetry": "none"}
    return json.dumps(scene, indent=1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="without, all scenes")
    failed = 0
    for path in parser.parse_args().files or SCENES:
        for variant, scene in variants(load(path)):
            complaints = check(scene, SpaceEngine())
            failed += bool(complaints)
            for complaint in complaints:
                print(f"{path.name} ({variant}): {complaint}")
    print("all scenes hold" if not failed else f"{failed} scenes do not hold")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
