"""Size is a feature: every part of game/ has a budget of lines of code.

A line of code is one that is not blank, not a comment and not documentation. pytest -rP shows the
table.
"""

import ast
from pathlib import Path

GAME = Path(__file__).parents[1] / "game"
CHAPTERS = ("aabb", "sweep", "pitfalls", "response", "polygon")
ENGINE = ("contact", "batch", "tables", "grid", "flock", "step", "space")
BUDGETS = {
    "collision, __init__": (45, ["collision/__init__.py"]),
    "collision, chapters": (560, [f"collision/{name}.py" for name in CHAPTERS]),
    "collision, engine": (1160, [f"collision/{name}.py" for name in ENGINE]),
    "simulation": (1580, ["simulation/**/*.py"]),
    "study": (2800, ["study/**/*.py"]),
    "view": (1650, ["view/**/*.py"]),
    "scenes": (2910, ["scenes/**/*.py"]),
    "web": (308, ["web/**/*.py"]),
    "top level": (1407, ["*.py"]),
}
WHOLE = 12_360
WORLD = (310, ["simulation/world.py"])


def code_lines(path):
    """Count the lines of code of a file."""
    text = path.read_text(encoding="utf-8")
    prose = set()
    for node in ast.walk(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text and isinstance(node.value.value, str):
            prose |= set(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(
        1
        for n, line in lines
        if line.strip() and n not in prose and not line.strip().startswith("#")
    )


def files_of(patterns):
    """Return the files of game/ that match any of the patterns."""
    return [path for pattern in patterns for path in sorted(GAME.glob(pattern))]


def test_every_file_belongs_to_one_part():
    """No line of code is counted twice or not at all."""
    counted = [path for _, patterns in BUDGETS.values() for path in files_of(patterns)]
    assert sorted(counted) == sorted(GAME.glob("**/*.py"))


def test_every_part_stays_within_its_budget():
    """A budget is set before a part is written, and never raised to fit what was written."""
    rows = {**BUDGETS, "  world.py": WORLD, "all of game": (WHOLE, ["**/*.py"])}
    over = []
    print(f"{'part':22}{'budget':>8}{'lines':>8}{'left':>8}")
    for name, (budget, patterns) in rows.items():
        lines = sum(map(code_lines, files_of(patterns)))
        print(f"{name:22}{budget:8,}{lines:8,}{budget - lines:8,}")
        over += [name] if lines > budget else []
    assert over == []
