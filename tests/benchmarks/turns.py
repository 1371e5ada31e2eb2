"""How fast was it before?

Another revision is checked out into a temporary folder, with today's benchmarks in place of its
own; both checkouts are measured in turns, then now then now, in processes of their own: so whatever
else slows the machine down slows both.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.rows import Row

ROOT = Path(__file__).parents[2]
TURNS = 3
BENCHMARKS = Path("tests") / "benchmarks"
"""What measures, and so must be the same in both checkouts. What else they import (tests/support)
is the revision's own, since that knows the names of its time."""


def git(*arguments: str | Path) -> None:
    """Run a git command in this checkout; on failure, end the program with what git says."""
    done = subprocess.run(("git", "-C", ROOT, *arguments), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Check a revision out into a folder that lasts as long as the context."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "checkout"
        git("worktree", "add", "--detach", tree, revision)
        try:
            shutil.rmtree(tree / BENCHMARKS, ignore_errors=True)
            shutil.copytree(ROOT / BENCHMARKS, tree / BENCHMARKS)
            yield tree
        finally:
            git("worktree", "remove", "--force", tree)


def measure(tree: Path, options: Sequence[str]) -> dict[str, Row]:
    """Run the benchmarks of a checkout with these options; return the rows by what they are."""
    with TemporaryDirectory() as folder:
        file, script = Path(folder) / "rows.json", tree / "tests" / "benchmarks" / "run.py"
        command = [sys.executable, script, *options, "--json", file]
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:]
            sys.exit(f"{tree}: today's benchmarks do not run there: {''.join(last)}")
        rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    return {row["what"]: Row(**row) for row in rows}


def compare(revision: str, options: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the cells of today's rows, and after them what was measured at a revision, and today's
    part of that; each figure is the median of the turns."""
    then: list[dict[str, Row]] = []
    now: list[dict[str, Row]] = []
    with checkout(revision) as tree:
        for turn in range(TURNS):
            print(f"turn {turn + 1} of {TURNS}", file=sys.stderr, flush=True)
            then.append(measure(tree, options))
            now.append(measure(ROOT, options))
    return [compared(what, now, then) for what in now[0]]


def compared(what: str, now: Sequence[dict[str, Row]], then: Sequence[dict[str, Row]]) -> tuple:
    """Return the cells of one row; those of the revision are empty if it lacks the row."""
    row = middle([rows[what] for rows in now])
    if what not in then[0]:
        return *row.cells(), "", ""
    before = middle([rows[what] for rows in then])
    ratio = f"{row.measured / before.measured:.3g}" if before.measured else ""
    return *row.cells(), before.cells()[1], ratio


def middle(rows: Sequence[Row]) -> Row:
    """Return the row with the median figure."""
    return sorted(rows, key=lambda row: row.measured)[len(rows) // 2]
