"""Would a test notice if the tutorial's code were a little different?

mutmut changes one thing at a time in the functions of the modules that pyproject.toml names, not in
constants, and runs the tests that go through it. Mutants that no test notices are left; those in
mutants.md are equivalent: no test could tell them from the original, for the reason that stands
there.

    python tests/tools/search/mutants.py --jobs 2
"""

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[3]
EQUIVALENT = Path(__file__).with_name("mutants.md")
MUTMUT = [sys.executable, "-m", "mutmut"]
NOTICED, LEFT = {"killed", "timeout", "segfault"}, {"survived", "no tests"}
"""What becomes of a mutant; with anything else mutmut did not come to an end."""


def mutants(module: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield mutmut's name of each mutant of a module, and ours.

    Args:
        module: its name.
        text: what mutmut made of it: each mutant is a function beside the original.
    """
    lines, functions, counts = text.splitlines(), dict[str, list[str]](), Counter[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name:
            functions[node.name] = lines[node.body[0].lineno - 1 : node.end_lineno]
    for mutant in functions:
        where, _, number = mutant.rpartition("__mutmut_")
        if number == "orig":
            continue
        place = ".".join([module, *where.removeprefix("x_").removeprefix("xǁ").split("ǁ")])
        name = f"{place}: {change(functions[f'{where}__mutmut_orig'], functions[mutant])}"
        counts[name] += 1
        yield mutant, f"{name} ({counts[name]})" if counts[name] > 1 else name


def change(original: list[str], mutant: list[str]) -> str:
    """Return the lines that a mutant changes, and to what."""
    lines: dict[str, list[str]] = {"-": [], "+": []}
    for line in [*unified_diff(original, mutant, n=0)][2:]:
        lines.get(line[0], []).append(line[1:].strip())
    return " -> ".join(" ".join(lines[sign]) for sign in "-+")


def equivalent() -> list[str]:
    """Return what is listed in mutants.md."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return [line[3:-1] for line in lines if line.startswith("- `")]


def tried(folder: str, jobs: int) -> dict[str, bool]:
    """Try all mutants in an empty folder, for mutmut keeps what it found before; return of each
    whether it was noticed."""
    for name in ("game", "tests"):
        shutil.copytree(ROOT / name, Path(folder) / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    subprocess.run([*MUTMUT, "run", "--max-children", str(jobs)], cwd=folder, check=True)
    words = [*MUTMUT, "results", "--all", "true"]
    said = subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    became = dict(line.strip().rsplit(": ", 1) for line in said.splitlines())
    if strange := {*became.values()} - NOTICED - LEFT:
        sys.exit(f"mutmut did not come to an end: {', '.join(strange)}")
    noticed = dict[str, bool]()
    for path in {name.rpartition(".")[0] for name in became}:
        text = Path(folder, "mutants", *path.split(".")).with_suffix(".py").read_text("utf-8")
        for mutant, name in mutants(path.rpartition(".")[2], text):
            noticed[name] = became[f"{path}.{mutant}"] in NOTICED
    return noticed


def main() -> int:
    parser = argparse.ArgumentParser(description="Try mutants of the tutorial's code.")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    with tempfile.TemporaryDirectory() as folder:
        noticed = tried(folder, parser.parse_args().jobs)
    left, listed = {name for name in noticed if not noticed[name]}, {*equivalent()}
    print(f"{len(noticed):,} mutants, {len(left)} not noticed, {len(listed)} equivalent")
    for name in sorted(left - listed):
        print("left:", name)
    for name in sorted(listed - left):
        print("listed, but noticed or not there:", name)
    return left != listed


if __name__ == "__main__":
    sys.exit(main())
