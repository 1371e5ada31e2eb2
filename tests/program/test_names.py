"""A name that other modules import means one thing in all of game/."""

import ast
from collections import defaultdict
from pathlib import Path

GAME = Path(__file__).parents[2] / "game"
IN_EVERY_LESSON = {"LESSON", "figure", "words", "from_pair"}
"""A lesson's module defines these four; study/lesson.py says what they are."""


def module_at(folder, name):
    """Return the file of a module in a folder; None if there is none of this name."""
    files = (folder / f"{name}.py", folder / name / "__init__.py")
    return next((file for file in files if file.exists()), None)


def imported_names(path):
    """Yield the names that a module imports from others of game/, or reads as their attributes,
    each with the file of the other module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for alias in node.names:
                file = module_at(folder, alias.name)
                if file:
                    modules[alias.asname or alias.name] = file
                else:
                    yield module_at(folder.parent, folder.name), alias.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in modules:
            yield modules[ast.unparse(node.value)], node.attr


def test_a_name_that_is_imported_is_imported_from_one_module_alone():
    """A constant that several modules need is imported. A name that no other module imports is
    free: what a module calls its own LEFT concerns its own readers alone."""
    places = defaultdict(set)
    for path in sorted(GAME.rglob("*.py")):
        for file, name in imported_names(path):
            if file.name != "__init__.py":
                places[name].add(file.relative_to(GAME).as_posix())
    assert {"AABB", "World", "PlayScene", "SKIN"} <= places.keys()
    for name in IN_EVERY_LESSON:
        places[name] = {path for path in places[name] if "study/lessons/" not in path}
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
