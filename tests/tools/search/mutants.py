"""Would a test notice a small change in the tutorial's code, or in the rules of the game?

mutmut makes the mutants: in each one thing is changed in a function of collision or simulation, not
in a constant or a property. A mutant is tried in a fork of a test session, on the tests that
execute the function, the quick ones first. One should fail; otherwise the mutant survives. The
survivors in mutants.md are equivalent: no test could distinguish them from the original, for the
reason given there.

    python tests/tools/search/mutants.py                 all: more than an hour
    python tests/tools/search/mutants.py grid tables     only the parts with these modules

The 4,100 mutants of collision took seven minutes of a processor's time, six times as long as its
tests take; the listed ones, on which all tests are tried, come on top.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from difflib import unified_diff
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[3]
EQUIVALENT = Path(__file__).with_name("mutants.md")
COPIED = ("game", "tests", "assets")
MEMORY = 4 << 30
"""Bytes that a mutant may take."""


class Part(NamedTuple):
    """Modules, and the tests that are to notice what changes in them; all of one package."""

    package: str
    modules: str
    tests: str
    runs: tuple[str, ...] = ()
    """Names of runs whose fingerprints hashes.py pins."""

    def words(self) -> list[str]:
        """Return how pytest is called."""
        files = [f"tests/{self.package}/test_{name}.py" for name in self.tests.split()]
        files += [f"tests/tools/test_hashes.py::{FINGERPRINT}[{run}]" for run in self.runs]
        without = " and ".join(f"not {name}" for name in SLOW.split())
        options = ["--hypothesis-profile=mutants", "-p", "no:cacheprovider", "--basetemp=folders"]
        return [*files, *options, "-s", "-k", without]


FINGERPRINT = "test_a_run_gives_its_pinned_fingerprint"
PARTS = (
    Part("collision", "aabb sweep", "aabb sweep"),
    Part("collision", "axes polygon", "polygon polygon_in_space"),
    Part("collision", "pitfalls", "pitfalls"),
    Part("collision", "contact response", "contact response flock space"),
    Part("collision", "batch", "batch"),
    Part("collision", "grid levels tables", "grid tables step flock space"),
    Part("collision", "flock step space", "flock step space contact"),
    Part("collision", "compiled", "compiled"),
    Part("collision", "build library hatch_build", "build"),
    Part(
        "simulation",
        "elements bodies meetings",
        "elements blades world glitch",
        ("chance in saw-mill",),
    ),
    Part(
        "simulation",
        "player room medals",
        "player medals assist glitch room elements",
        ("chance in slug-cage",),
    ),
    Part("simulation", "methods missed", "methods missed world", ("slug-cage by listing4",)),
    Part("simulation", "begin foresight", "begin foresight glitch world shaft"),
    Part(
        "simulation",
        "schema tiled replay placement fingerprint",
        "schema tiled replay fingerprint blades assist",
    ),
    Part("simulation", "shaft", "shaft", ("replay of scanline", "chance in scanline")),
    Part("simulation", "lab", "lab"),
    Part(
        "simulation",
        "world",
        "world glitch blades medals assist player",
        ("chance in sixteen-milliseconds", "chance in slug-cage"),
    ),
)
SLOW = """
nothing_ever_leaves needs_luck same_seed random_play storm-7 storm-60 preview_changes
no_mover_tunnels pilot_passes order_of_adding thousands_of_ticks importing_the_package no_damage
what_tiled_saves every_method_runs listing_4_says_on_a_grid more_substeps_miss_less stored_replay
wall_is_jumped replayed_with_its_hashes every_joint no_speed hundred_instants inside_unless
closed_cell step_of_one_mover pickle_goes_on among_few_and_many join_from_0 unfolds
exact_arithmetic small_grid arbitrary_floats same_bits[12 same_bits[15 same_bits[17 same_bits[2
same_bits[3 same_bits[5 same_bits[7 same_bits[9 same_bits[0-1 same_bits[0-4 leaves[1 leaves[5
"""
"""Parts of the names of tests that take long, and notice nothing that others do not."""


def mutants(module: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield mutmut's name and ours of each mutant in a module's text; each is a function there."""
    lines, functions, counts = text.splitlines(), dict[str, list[str]](), Counter[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name:
            own = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            functions[node.name] = own.replace(node.name, "").splitlines()
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


class Trial:
    """A test session that tries mutants instead of running its tests once.

    noticed tells by a mutant's name whether a test failed. In forks no test sees what another left
    behind, and everything is imported once.
    """

    def __init__(self, names: dict[str, str]) -> None:
        self.names, self.noticed = names, dict[str, bool]()

    def pytest_runtestloop(self, session: Any) -> bool:
        """Try all mutants; pytest calls this once it has collected the tests."""
        gc.freeze()
        costs, tests = self.measure(session.items)
        for key, name in self.names.items():
            order = tests[key.rpartition("__mutmut_")[0]]
            rows = [(k, costs[k], session.items[k]) for k in order]
            failed = in_fork(lambda: first_to_fail(key, rows))  # noqa: B023
            self.noticed[name] = failed != -1
            if failed in order:  # It may notice the next mutant of the function, too.
                order.remove(failed)
                order.insert(0, failed)
        return True

    def measure(self, items: list[Any]) -> tuple[list[float], dict[str, list[int]]]:
        """Return the tests' CPU seconds, and by function the tests that execute it, quick first."""
        measured = [in_fork(lambda: trace(item)) for item in items]  # noqa: B023
        if bad := [item.nodeid for item, row in zip(items, measured) if row is None]:
            sys.exit(f"fails without a mutant: {bad[0]}")
        costs, tests = [cost for cost, _ in measured], defaultdict[str, list[int]](list)
        for k in sorted(range(len(items)), key=costs.__getitem__):
            for function in measured[k][1]:
                tests[function].append(k)
        return costs, tests


def first_to_fail(mutant: str, rows: list[tuple[int, float, Any]]) -> int:
    """Return the number of the first test that fails, of (number, CPU seconds, test); -1: none.

    A test that takes far longer than without the mutant ends the process.
    """
    choose(mutant)
    for k, cost, item in rows:
        limit_time(2 + 3 * cost)
        try:
            run(item)
        except BaseException:
            return k
    return -1


def trace(item: Any) -> tuple[float, list[str]]:
    """Run a test; return its CPU seconds, and the functions that it executes."""
    from mutmut.state import state

    os.environ["MUTMUT_DEPENDENCY_DEPTH"] = "-1"
    choose("stats")
    begin = time.process_time()
    run(item)
    return time.process_time() - begin, sorted(state()._stats)


def choose(mutant: str) -> None:
    """Let mutmut's functions be those of a mutant."""
    from mutmut.mutation.trampoline import set_mutant_under_test

    set_mutant_under_test(mutant)


def run(item: Any) -> None:
    """Run a test; raise what it raises. A warning is an error, as pyproject.toml says."""
    from _pytest.tmpdir import tmppath_result_key

    if not item._request:
        item._initrequest()
    item.stash[tmppath_result_key] = {}  # A report of the test would put it there.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        item.ihook.pytest_runtest_setup(item=item)
        item.ihook.pytest_runtest_call(item=item)
        item.ihook.pytest_runtest_teardown(item=item, nextitem=None)


def limit_time(seconds: float) -> None:
    """Let the system end this process after so many more seconds of CPU time."""
    import resource  # Windows has none.

    limit = int(time.process_time() + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def in_fork(function: Callable[[], object], seconds: int = 600) -> Any:
    """Return what a function returns in a fork; None if it ends in another way, or takes longer."""
    import resource

    reader, writer = os.pipe()
    if not (child := os.fork()):
        status = 1
        try:
            os.close(reader)
            limit_time(seconds)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            os.write(writer, json.dumps(function()).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(answer) if status == 0 else None


def try_part(part: Part) -> dict[str, bool]:
    """Try all mutants of a part, in a copy of the checkout; return which a test noticed."""
    import pytest
    from mutmut.mutation.file_mutation import mutate_file_contents

    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            shutil.copytree(ROOT / name, Path(folder, name))
        shutil.copy(ROOT / "pyproject.toml", folder)
        os.chdir(folder)
        names = dict[str, str]()
        for module in part.modules.split():
            file = Path("game", part.package, f"{module}.py")
            text = mutate_file_contents(str(file), file.read_text("utf-8")).code
            file.write_text(text, "utf-8")
            for key, name in mutants(module, text):
                names[f"game.{part.package}.{module}.{key}"] = name
        trial = Trial(names)
        if pytest.main(part.words(), plugins=[trial]) not in (0, 5) or not trial.noticed:
            sys.exit(f"the tests of {part.modules} could not be collected")
        os.chdir(ROOT)
    return trial.noticed


def module_of(name: str) -> str:
    """Return the module in which a mutant is."""
    return name.partition(".")[0]


def report(noticed: dict[str, bool], listed: set[str]) -> bool:
    """Print what became of each module's mutants; return whether all is as it is listed."""
    left = {name for name in noticed if not noticed[name]}
    tried, survived = (Counter(map(module_of, names)) for names in (noticed, left))
    for module, n in tried.items():
        print(f"{module:12} {n:6,} {survived[module]:5,} {survived[module] / n:6.1%}")
    share = len(left) / len(noticed)
    print(f"{len(noticed):,} mutants, {len(left)} not noticed ({share:.1%}), {len(listed)} listed")
    for name in sorted(left - listed):
        print("not noticed:", name)
    for name in sorted(listed - left):
        print("listed, but noticed or gone:", name)
    return left == listed


def parts_with(modules: Iterable[str]) -> list[Part]:
    """Return the parts that have some of these modules; all, if none is named."""
    wanted = {*modules}
    return [part for part in PARTS if not wanted or wanted & {*part.modules.split()}]


def main() -> int:
    parser = argparse.ArgumentParser(description="Try mutants of collision and simulation.")
    parser.add_argument("modules", nargs="*", help="only the parts with these")
    parser.add_argument("--jobs", type=int, default=1, help="parts that are tried at once")
    options = parser.parse_args()
    parts, noticed = parts_with(options.modules), dict[str, bool]()
    context = get_context("spawn")  # Each part imports the game anew, from its own copy.
    with ProcessPoolExecutor(options.jobs, context, max_tasks_per_child=1) as pool:
        for part, found in zip(parts, pool.map(try_part, parts)):
            print(f"{len(found):6,} mutants of {part.modules}", flush=True)
            noticed |= found
    tried = {name for part in parts for name in part.modules.split()}
    return not report(noticed, {name for name in equivalent() if module_of(name) in tried})


if __name__ == "__main__":
    sys.exit(main())
