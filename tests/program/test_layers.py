"""Who may import whom, and how wide a line of the tutorial may be."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "game"
ALLOWED = {
    "collision": set(),
    "simulation": {"collision", "files"},
    "study": {"collision", "simulation", "files"},
    "view": {"collision", "simulation", "resources"},
    "scenes": {
        *("collision", "simulation", "study", "view", "controls"),
        *("storage", "files", "clock", "resources", "audio", "clipboard"),
    },
    "web": {"collision", "study", "files", "smallest"},
    "smallest.py": {"collision"},
    "headless.py": {"simulation"},
    "controls.py": {"simulation", "view"},
    "audio.py": {"simulation"},
    "clipboard.py": set(),
    "clock.py": set(),
    "files.py": set(),
    "storage.py": {"simulation", "files"},
    "resources.py": set(),
    "arguments.py": {"files", "resources", "scenes", "simulation"},
    "output.py": {"arguments", "files", "resources", "simulation", "study", "view", "web"},
    "cli.py": {
        *("arguments", "output"),
        *("collision", "files", "headless", "resources", "simulation", "storage", "study"),
        *("scenes", "view", "web", "app", "audio", "film"),
    },
}
PACKAGES = (
    *("simulation", "study", "study/exercises", "view", "web"),
    *("scenes", "scenes/run", "scenes/learn", "scenes/shell"),
)
WITH_PYGAME = {
    *("view", "scenes"),
    *("app.py", "audio.py", "clipboard.py", "controls.py", "smallest.py"),
}


def module_name(path):
    """Return the dotted name of a file of game: its package's for an __init__.py."""
    parts = path.relative_to(GAME.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(GAME.glob("**/*.py"))}


def imported(path):
    """Return the dotted names that a file imports, in functions as well; of game's the modules."""
    package = ".".join(path.relative_to(GAME.parent).parts[:-1])
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (above, node.module)))
            below = {f"{module}.{alias.name}" for alias in node.names}
            names |= (below & MODULES.keys()) | ({module} if below - MODULES.keys() else set())
    return names


def imports(path):
    """Return the parts of game that a file imports, and the other packages."""
    names = imported(path)
    own = {name.split(".")[1] for name in names if name.startswith("game.")}
    return own, {name.split(".")[0] for name in names} - {"game"}


@pytest.mark.parametrize("part", ALLOWED)
def test_a_part_imports_only_what_lies_below_it(part):
    files = [GAME / part] if part.endswith(".py") else sorted((GAME / part).glob("**/*.py"))
    for path in files:
        own, others = imports(path)
        assert own - {part} <= ALLOWED[part], path
        assert "pygame" not in others or part in WITH_PYGAME, path
        others -= {"numpy", "pygame", "markdown_it"}
        assert others <= sys.stdlib_module_names or path.name == "hatch_build.py", path


@pytest.mark.parametrize(("library", "user"), [("PIL", "film.py"), ("markdown_it", "site.py")])
def test_a_library_of_an_extra_is_asked_for_by_one_module(library, user):
    assert [path.name for path in GAME.glob("**/*.py") if library in imports(path)[1]] == [user]


@pytest.mark.parametrize(
    "part", ["collision", "simulation", "study.lessons", "headless", "smallest"]
)
def test_it_imports_where_there_is_no_pygame(part):
    code = f"import sys; sys.modules['pygame'] = None; import game.{part}"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_lines_of_the_tutorial_fit_beside_a_figure():
    wide = [
        f"{path.name}:{number}"
        for path in (GAME / "collision").glob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 72
    ]
    assert wide == []


FIRST_PICTURE = """
import sys

class Finder:
    def find_spec(name, path, target=None):
        global depth
        frame, depth = sys._getframe(), 0 if name == "numpy" else depth
        while name == "numpy" and (frame := frame.f_back):
            depth += 1

def flip():
    print(depth, *sys.modules, sep="\\n", flush=True)
    raise KeyboardInterrupt

depth = 0
sys.meta_path.insert(0, Finder)
from game.cli import main
import pygame  # After the program, which imports numpy first: pygame-ce 2.5.5 imports it too.
pygame.display.flip = flip
main(["--data-dir", sys.argv[1]])
"""


def test_the_first_picture_waits_for_no_other_scene(tmp_path):
    """Nor is numpy imported deep in other imports, where CPython 3.11 takes half as long again."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PICTURE, tmp_path], capture_output=True, text=True, cwd=ROOT
    )
    depth, *modules = done.stdout.splitlines()
    later = ("scenes.run", "scenes.learn", "study.lesson", "study.pair", "view.effects")
    assert "game.scenes.shell.title" in modules, done.stderr
    assert not [name for name in modules if name.removeprefix("game.").startswith(later)]
    assert 0 < int(depth) < 30


def circles(graph):
    """Return the modules that reach themselves by imports."""
    reached = {name: set(targets) for name, targets in graph.items()}
    for through in graph:
        for targets in reached.values():
            if through in targets:
                targets |= reached[through]
    return {name for name, targets in reached.items() if name in targets}


def test_imports_make_no_circle():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {"a", "b", "c"}
    graph = {name: imported(path) & MODULES.keys() - {name} for name, path in MODULES.items()}
    assert all(graph[f"game.{name}"] for name in ("app", "scenes.run.play", "collision"))
    assert circles(graph) == set()


@pytest.mark.parametrize("part", PACKAGES)
def test_a_folder_says_which_question_each_of_its_modules_answers(part):
    contents = (GAME / part / "__init__.py").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^(\w+)  +(\S.*)$", contents, re.MULTILINE))
    paths = {path.stem: path for path in (GAME / part).glob("*.py") if path.stem != "__init__"}
    assert listed.keys() == paths.keys()
    for name, path in paths.items():
        head = path.read_text(encoding="utf-8").splitlines()[0].strip('"r')
        assert listed[name].startswith(head.split('"""')[0]), name
