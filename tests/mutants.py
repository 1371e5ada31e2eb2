"""Would a test notice if the tutorial's code were a little different?

mutmut changes one thing at a time in the modules that pyproject.toml names, and runs the tests that
go through it. Mutants that no test notices are left; those in mutants.md are equivalent: no test
could tell them from the original, for the reason that stands there.

    python tests/mutants.py --jobs 2
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
EQUIVALENT = ROOT / "tests" / "mutants.md"
CHANGED = re.compile(r"^([-+])(?![-+]) *(.*)$", re.MULTILINE)


def mutmut(*words: str) -> str:
    """Return what a command of mutmut prints."""
    ran = subprocess.run([sys.executable, "-m", "mutmut", *words], capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"mutmut {words[0]}: {ran.stdout[-2000:]}{ran.stderr}")
    return ran.stdout


def place(mutant: str) -> str:
    """Return where a mutant is, of which mutmut says aabb.xǁAABBǁmoved, or sweep.x_sweep."""
    *_, module, name = mutant.rpartition("__mutmut_")[0].split(".")
    return ".".join([module, *name.removeprefix("x_").removeprefix("xǁ").split("ǁ")])


def change(diff: str) -> str:
    """Return the line that a mutant changes, and to what."""
    lines = {"-": [], "+": []}
    for sign, line in CHANGED.findall(diff):
        lines[sign].append(line)
    return " -> ".join(" ".join(lines[sign]) for sign in "-+")


def results() -> Iterator[tuple[str, str]]:
    """Yield each mutant and what became of it."""
    for line in mutmut("results", "--all", "true").splitlines():
        name, _, status = line.strip().rpartition(": ")
        yield name, status


def equivalent() -> list[str]:
    """Return what is listed in mutants.md."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return [line[3:-1] for line in lines if line.startswith("- `")]


def main() -> int:
    parser = argparse.ArgumentParser(description="Try mutants of the tutorial's code.")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    mutmut("run", "--max-children", str(parser.parse_args().jobs))
    became = dict(results())
    unnoticed = {
        f"{place(name)}: {change(mutmut('show', name))}"
        for name, status in became.items()
        if status != "killed"
    }
    listed = {*equivalent()}
    print(f"{len(became):,} mutants, {len(unnoticed)} not noticed, {len(listed)} equivalent")
    for name in sorted(unnoticed - listed):
        print("left:", name)
    for name in sorted(listed - unnoticed):
        print("listed, but noticed or not there:", name)
    return unnoticed != listed


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
