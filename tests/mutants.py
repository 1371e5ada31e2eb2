"""Would a test notice if the tutorial's code were a little different?

Mutation testing: one operator, number, name or statement of a module is another, and the tests that
touch the module run until one fails. Mutants that no test notices are left; those in mutants.md
are equivalent: no test could tell them from the original, for the reason that stands there.

    python tests/mutants.py --jobs 2 sweep aabb.overlaps
"""

import argparse
import ast
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from itertools import accumulate
from pathlib import Path
from textwrap import shorten

import hypothesis.strategies  # what every mutant needs is imported once
import numpy as np  # noqa: F401
import pytest
from hypothesis import Phase

ROOT = Path(__file__).parents[1]
EQUIVALENT = ROOT / "tests" / "mutants.md"
SECONDS, BYTES = 100, 2**32
"""A mutant that takes more, of processor time and of memory, is noticed."""
TESTS = {
    "aabb": ("aabb",),
    "sweep": ("sweep", "batch"),
    "polygon": ("polygon",),
    "response": ("response", "flock", "space"),
    "batch": ("batch",),
}
"""The module's own tests first."""
WITH = "--hypothesis-profile=mutants", "-W", "ignore::pytest.PytestAssertRewriteWarning"
EXAMPLES = {"max_examples": 50, "derandomize": True, "database": None, "phases": [Phase.generate]}
OTHERS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Eq: (ast.NotEq,),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt), ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,),
    ast.Pow: (ast.Mult,), ast.And: (ast.Or,), ast.Or: (ast.And,), ast.USub: (ast.UAdd,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,), ast.Continue: (ast.Break,),
}  # fmt: skip
NAMES = {"min": "max", "any": "all", "fmin": "fmax", "minimum": "maximum", "add": "mul"}
NAMES |= {other: name for name, other in NAMES.items()}


def variants(node: ast.AST, field: str) -> Iterator[ast.AST]:
    """Yield what could stand in a node's place."""
    yield from (other() for other in OTHERS.get(type(node), ()))
    if field in ("test", "ifs") and not isinstance(node, ast.Compare):
        yield ast.UnaryOp(ast.Not(), node)
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Name(name, ast.Load()) if name in NAMES:
            yield ast.Name(NAMES[name], ast.Load())
        case ast.Attribute(value, name, ast.Load()) if name in NAMES:
            yield ast.Attribute(value, NAMES[name], ast.Load())
        case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
            yield operand
        case ast.Call(ast.Name("copysign" | "cross" | "sub"), [a, b]):
            yield ast.Call(node.func, [b, a], [])
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()


def mutants(node: ast.AST, place: str, around: tuple[ast.AST, ...] = ()) -> Iterator[str]:
    """Yield the name of each mutant; until the next is asked for, the tree is that mutant."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        place = f"{place}.{node.name}"
    around = (*around, node)
    for field, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            if field in ("annotation", "returns"):
                continue
            for other in variants(child, field):
                is_whole = isinstance(child, ast.stmt)
                short = (x for x in around if len(ast.unparse(x)) < 60)
                whole = child if is_whole else next(short, node)
                before = ast.unparse(whole)
                put(node, field, i, other)
                after = ast.unparse(other if is_whole else whole)
                yield f"{place}: {shorten(before, 90)} -> {shorten(after, 90)}"
                put(node, field, i, child)
            yield from mutants(child, place, around)


def numbered(names: Iterator[str]) -> Iterator[str]:
    """Tell those of one name apart."""
    counts = Counter[str]()
    for name in names:
        counts[name] += 1
        yield f"{name} ({counts[name]})" if counts[name] > 1 else name


def parsed(module: str) -> ast.AST:
    return ast.parse((ROOT / "game" / "collision" / f"{module}.py").read_text(encoding="utf-8"))


def put(node: ast.AST, field: str, i: int, child: ast.AST) -> None:
    if isinstance(value := getattr(node, field), list):
        value[i] = child
    else:
        setattr(node, field, child)


class Quickest:
    """A plugin of pytest: the quickest tests first, as many as take so long together.

    The first run writes down how many seconds of processor time each takes.
    """

    def __init__(self, file: Path, most: float) -> None:
        self.file, self.most, self.begin = file, most, 0.0
        self.seconds = Counter[str]()
        if file.exists():
            self.seconds.update(json.loads(file.read_text(encoding="utf-8")))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.seconds[item.nodeid])
        sums = accumulate(self.seconds[item.nodeid] for item in items)
        items[:] = [item for item, sum in zip(items, sums) if sum <= self.most]

    def pytest_runtest_logstart(self) -> None:
        self.begin = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        if not self.file.exists():
            self.seconds[nodeid] = time.process_time() - self.begin

    def pytest_sessionfinish(self) -> None:
        if not self.file.exists():
            self.file.write_text(json.dumps(self.seconds), encoding="utf-8")


def start(module: str, tree: ast.AST, plugin: Quickest) -> int:
    """Run a module's tests, with the module made from this tree, in a process of their own."""
    if child := os.fork():
        return child
    status = 1
    try:
        import resource  # Unix has it, as it has fork.

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        code = compile(ast.fix_missing_locations(tree), module, "exec")
        usual = SourceFileLoader.get_code
        SourceFileLoader.get_code = lambda loader, name: (  # type: ignore[method-assign]
            code if name == f"game.collision.{module}" else usual(loader, name)
        )
        hypothesis.settings.register_profile("mutants", **EXAMPLES)
        paths = [next((ROOT / "tests").rglob(f"test_{name}.py")) for name in TESTS[module]]
        options = ["-x", "-p", "no:cacheprovider", "--tb=no", "--assert=plain", *WITH]
        status = pytest.main([*options, *map(str, paths)], [plugin])
    finally:
        os._exit(status)


def run(module: str, only: str, jobs: int, most: float) -> dict[str, bool]:
    """Try the mutants of a module whose names begin so; return of each whether it was noticed."""
    tree = parsed(module)
    noticed = dict[str, bool]()
    running, known = dict[int, str](), equivalent() | {"the original"}

    def reap(most: int) -> None:
        while len(running) > most:
            child, status = os.wait()
            name = running.pop(child)
            noticed[name] = status != 0
            if not status and name not in known:
                print("left:", name, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        seconds = Path(folder) / "seconds.json"
        running[start(module, tree, Quickest(seconds, most))] = "the original"
        reap(0)
        if noticed.pop("the original"):
            sys.exit(f"the tests of {module} fail as it is")
        for name in numbered(mutants(tree, module)):
            if name.startswith(only):
                running[start(module, tree, Quickest(seconds, most))] = name
                reap(jobs - 1)
        reap(0)
    return noticed


def equivalent() -> set[str]:
    """Return the names in mutants.md."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {line[3:-1] for line in lines if line.startswith("- `")}


def main() -> int:
    parser = argparse.ArgumentParser(description="Try mutants of the tutorial's code.")
    parser.add_argument("only", nargs="*", default=[*TESTS], help="how their names begin")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seconds", type=float, default=3.0, help="of tests for each")
    given, failed = parser.parse_args(), False
    for only in given.only:
        noticed = run(only.split(".")[0].split(":")[0], only, given.jobs, given.seconds)
        unnoticed = {name for name in noticed if not noticed[name]}
        listed = {name for name in equivalent() if name.startswith(only)}
        left, wrong = unnoticed - listed, listed - unnoticed
        counts = len(noticed), sum(noticed.values()), len(unnoticed & listed), len(left)
        print("{}: {} mutants, {} noticed, {} equivalent, {} left".format(only, *counts))
        for name in sorted(wrong):
            print("listed, but noticed or not there:", name)
        failed |= bool(left or wrong)
    return failed


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
