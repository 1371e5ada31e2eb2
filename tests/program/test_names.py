"""A public name means one thing in all of game/."""

import ast
from collections import defaultdict
from pathlib import Path

GAME = Path(__file__).parents[2] / "game"
IN_EVERY_LESSON = {"LESSON", "figure", "words", "from_pair"}
"""A lesson's module defines these four; study/lesson.py says what they are."""


def public_names(path):
    """Return the functions, classes and constants that a module defines, without private ones."""
    names = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [
                part.id
                for target in targets
                for part in ast.walk(target)
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            ]
    return [name for name in names if not name.startswith("_")]


def test_a_public_name_is_defined_in_one_module_alone():
    """A constant that several modules need is imported; what differs has names that differ."""
    places = defaultdict(list)
    for path in sorted(GAME.glob("**/*.py")):
        for name in set(public_names(path)):
            places[name].append(path.relative_to(GAME).as_posix())
    assert {"AABB", "World", "PlayScene", "SKIN"} <= places.keys()
    for name in IN_EVERY_LESSON:
        places[name] = [path for path in places[name] if "study/lessons/" not in path]
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
