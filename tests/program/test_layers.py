"""Who may import whom, and how wide a line of the tutorial may be."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "game"
ALLOWED = {
    "collision": set(),
    "simulation": {"collision"},
    "study": {"collision", "simulation"},
    "view": {"collision", "simulation", "resources"},
    "scenes": {
        "collision",
        "simulation",
        "study",
        "view",
        "controls",
        "storage",
        "clock",
        "resources",
        "audio",
        "clipboard",
    },
    "headless.py": {"simulation"},
    "controls.py": {"simulation", "view"},
    "audio.py": {"simulation"},
    "clipboard.py": set(),
    "clock.py": set(),
    "storage.py": {"simulation"},
    "resources.py": set(),
    "cli.py": {
        *("headless", "resources", "simulation", "storage", "study"),
        *("scenes", "view", "app", "audio", "film"),
    },
}
WITH_PYGAME = {"view", "scenes", "app.py", "audio.py", "clipboard.py", "controls.py"}


def imports(path):
    """The names of game that a file imports, and those of other packages."""
    own, others = set(), set()
    depth = len(path.relative_to(GAME).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            module = node.module or ""
            (own if module.startswith("game") else others).add(module.removeprefix("game."))
        elif isinstance(node, ast.ImportFrom) and node.level == depth:
            own |= {node.module} if node.module else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            others |= {alias.name for alias in node.names}
    return {name.split(".")[0] for name in own}, {name.split(".")[0] for name in others}


@pytest.mark.parametrize("part", ALLOWED)
def test_a_part_imports_only_what_lies_below_it(part):
    """collision knows nothing of the game, the simulation nothing of the picture, and so on."""
    files = [GAME / part] if part.endswith(".py") else sorted((GAME / part).glob("**/*.py"))
    for path in files:
        own, others = imports(path)
        assert own - {part} <= ALLOWED[part], path
        assert "pygame" not in others or part in WITH_PYGAME, path
        assert others - {"numpy", "pygame"} <= sys.stdlib_module_names, path


def test_pillow_is_asked_for_by_films_alone():
    """All else works without it."""
    users = [path.name for path in GAME.glob("**/*.py") if "PIL" in imports(path)[1]]
    assert users == ["film.py"]


@pytest.mark.parametrize("part", ["collision", "simulation", "study.lessons", "headless"])
def test_it_imports_where_there_is_no_pygame(part):
    """A finder that refuses pygame stands before all others."""
    code = f"import sys; sys.modules['pygame'] = None; import game.{part}"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_lines_of_the_tutorial_fit_beside_a_figure():
    """72 columns."""
    wide = [
        f"{path.name}:{number}"
        for path in (GAME / "collision").glob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 72
    ]
    assert wide == []


def test_the_first_picture_waits_for_no_other_scene():
    """What is read when a scene is opened is not read with the title."""
    later = ["scenes.play", "scenes.endless", "scenes.lab", "scenes.study", "study.lessons", "film"]
    code = (
        f"import sys, game.cli, game.app; print([m for m in {later} if 'game.' + m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.parametrize("part", ["scenes", "view"])
def test_a_folder_says_which_question_each_of_its_modules_answers(part):
    """In the words with which the module itself begins."""
    contents = (GAME / part / "__init__.py").read_text(encoding="utf-8")
    told = dict(line.split(maxsplit=1) for line in contents.splitlines()[2:-1] if line)
    paths = {path.stem: path for path in (GAME / part).glob("*.py") if path.stem != "__init__"}
    assert told.keys() == paths.keys()
    for name, path in paths.items():
        head = path.read_text(encoding="utf-8").splitlines()[0].strip('"')
        assert told[name].startswith(head), name
