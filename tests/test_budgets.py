"""Size is a feature: every part has a budget of lines of code.

A line of code is one that is not blank, not a comment and not documentation.
"""

import ast
from pathlib import Path

GAME = Path(__file__).parents[1] / "game"
CHAPTERS = ("aabb", "sweep", "pitfalls", "response", "polygon")
ENGINE = ("contact", "batch", "tables", "grid", "flock", "step", "space")
BUDGETS = {
    "collision, chapters": (700, [f"collision/{name}.py" for name in CHAPTERS]),
    "collision, engine": (1150, [f"collision/{name}.py" for name in ENGINE]),
    "simulation": (1585, ["simulation/*.py"]),
    "study": (3130, ["study/*.py", "study/lessons/*.py"]),
    "view": (1585, ["view/*.py"]),
    "scenes": (2990, ["scenes/*.py"]),
    "all of game": (12360, ["**/*.py"]),
}


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


def test_every_part_keeps_to_its_budget():
    """The table is printed; pytest -rP shows it."""
    over = []
    for name, (budget, patterns) in BUDGETS.items():
        files = [path for pattern in patterns for path in sorted(GAME.glob(pattern))]
        lines = sum(map(code_lines, files))
        print(f"{name:22}{lines:6} of {budget}")
        over += [name] if lines > budget else []
    assert over == []
