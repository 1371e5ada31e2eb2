"""Would a test notice a small change in the tutorial's code?

mutmut changes one thing at a time in the functions of the modules that pyproject.toml names, not in
constants, and runs the tests that execute it. Mutants that no test notices survive; those listed in
mutants.md are equivalent: no test could distinguish them from the original, for the reason given
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
"""The possible results for a mutant; any other means that mutmut did not finish."""


def mutants(module: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield mutmut's name and ours of each mutant in a module's text; each is a function there."""
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
    """Return the lines that a mutant changes, before and after."""
    lines: dict[str, list[str]] = {"-": [], "+": []}
    for line in [*unified_diff(original, mutant, n=0)][2:]:
        lines.get(line[0], []).append(line[1:].strip())
    return " -> ".join(" ".join(lines[sign]) for sign in "-+")


def equivalent() -> list[str]:
    """Return the mutants listed in mutants.md."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return [line[3:-1] for line in lines if line.startswith("- `")]


def try_all(folder: str, jobs: int) -> dict[str, bool]:
    """Try all mutants in an empty folder (mutmut stores results); return which a test noticed."""
    for name in ("game", "tests"):
        shutil.copytree(ROOT / name, Path(folder) / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    subprocess.run([*MUTMUT, "run", "--max-children", str(jobs)], cwd=folder, check=True)
    words = [*MUTMUT, "results", "--all", "true"]
    report = subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    results = dict(line.strip().rsplit(": ", 1) for line in report.splitlines())
    if strange := {*results.values()} - NOTICED - LEFT:
        sys.exit(f"mutmut did not finish: {', '.join(strange)}")
    noticed = dict[str, bool]()
    for path in {name.rpartition(".")[0] for name in results}:
        text = Path(folder, "mutants", *path.split(".")).with_suffix(".py").read_text("utf-8")
        for mutant, name in mutants(path.rpartition(".")[2], text):
            noticed[name] = results[f"{path}.{mutant}"] in NOTICED
    return noticed


def main() -> int:
    parser = argparse.ArgumentParser(description="Try mutants of the tutorial's code.")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    with tempfile.TemporaryDirectory() as folder:
        noticed = try_all(folder, parser.parse_args().jobs)
    left, listed = {name for name in noticed if not noticed[name]}, {*equivalent()}
    print(f"{len(noticed):,} mutants, {len(left)} not noticed, {len(listed)} equivalent")
    for name in sorted(left - listed):
        print("not noticed:", name)
    for name in sorted(listed - left):
        print("listed, but noticed or gone:", name)
    return left != listed


if __name__ == "__main__":
    sys.exit(main())
