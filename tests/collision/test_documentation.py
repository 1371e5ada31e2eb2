"""Does every public name of game.collision say what it takes, returns, raises, and where from?

Read from the source, so that nothing has to be called: functions, classes, and of these the public
methods, properties and fields.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from game import collision

FOLDER = Path(collision.__file__).parent
TREES = {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.py"))}
Node = ast.FunctionDef | ast.ClassDef
UNIT = re.compile(
    r"\b(px|seconds|radians|number|unit vectors?|time|part|id|ids|index|axis|axes|rows)\b"
    r"|\b(box|boxes|AABB|OBB|ConvexPolygon|Response|Kind|Step\.\w+)\b"
    r"|\((N|K|n|k|\d|\.\.\.),? ?\w*\)|\(n \+ 1\)|\[\w+, 1\]"
)
"""A unit, a shape, or a kind of value that has one."""
SECTION = re.compile(r"^(Args|Returns|Raises|Source):\n((?: +.*\n?)+)", re.MULTILINE)
MAKERS = {"__init__", "__post_init__"}


def public() -> Iterator[tuple[str, Node, str]]:
    """Yield what is public: its name, where it is defined, and its module's text."""
    for module, tree in TREES.items():
        asked = {*collision.__all__} if module != "pitfalls" else None
        for node in tree.body:
            is_public = isinstance(node, Node) and node.name[0] != "_"
            if not is_public or (asked is not None and node.name not in asked):
                continue
            text = ast.get_docstring(tree) or ""
            yield node.name, node, text
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, ast.FunctionDef) and inner.name[0] != "_":
                    more = f"{text}\n\n{ast.get_docstring(node)}"
                    yield f"{node.name}.{inner.name}", inner, more


def who_raises() -> set[str]:
    """Return the names in whose bodies something is raised, or that call such a name or class."""
    calls: dict[str, set[str]] = {}
    owners = [node for tree in TREES.values() for node in ast.walk(tree)]
    for owner in owners:
        if isinstance(owner, ast.ClassDef | ast.Module):
            for node in owner.body:
                if isinstance(node, ast.FunctionDef):
                    name = getattr(owner, "name", "") if node.name in MAKERS else node.name
                    parts = [*ast.walk(node)]
                    called = [part.func for part in parts if isinstance(part, ast.Call)]
                    known = {getattr(f, "id", getattr(f, "attr", "")) for f in called}
                    known |= {getattr(owner, "name", "")} if "cls" in known else set()
                    known |= {"raise"} if any(isinstance(p, ast.Raise) for p in parts) else set()
                    calls.setdefault(name, set()).update(known)
    raising = {"raise"}
    while more := {name for name, called in calls.items() if called & raising} - raising:
        raising |= more
    return raising


PUBLIC = {name: (node, f"{ast.get_docstring(node) or ''}\n", more) for name, node, more in public()}
FUNCTIONS = [
    name
    for name, (node, _, _) in PUBLIC.items()
    if isinstance(node, ast.FunctionDef) and "property" not in map(ast.unparse, node.decorator_list)
]
PROPERTIES = [n for n, (node, _, _) in PUBLIC.items() if n not in FUNCTIONS and "." in n]
CLASSES = [n for n in PUBLIC if n not in FUNCTIONS and "." not in n]
MADE = ["AABB", "OBB", "ConvexPolygon"]
"""Classes that are made of what somebody else gives."""
RAISING = who_raises()


def sections(name: str) -> dict[str, str]:
    """Return what stands below each heading."""
    return {match[1]: dedent(match[2]) for match in SECTION.finditer(PUBLIC[name][1])}


def takes(node: Node) -> list[str]:
    """Return the names of the arguments; of a class without __init__ they are its fields."""
    if isinstance(node, ast.ClassDef):
        inner = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
        return takes(inner[0]) if inner else [*fields(node)]
    every = (*node.args.args, *filter(None, [node.args.vararg]))
    return [arg.arg for arg in every if arg.arg not in ("self", "cls")]


def fields(node: ast.ClassDef) -> dict[str, str]:
    """Return the text below each field, in the class's body and in __init__."""
    made = [n.body for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    texts = {}
    for body in (node.body, *made):
        for here, below in zip(body, [*body[1:], None]):
            is_member = isinstance(here, ast.Assign) and body is node.body
            if isinstance(here, ast.AnnAssign) or is_member:
                target = here.target if isinstance(here, ast.AnnAssign) else here.targets[0]
                value = below.value if isinstance(below, ast.Expr) else None
                text = value.value if isinstance(value, ast.Constant) else ""
                texts[ast.unparse(target).removeprefix("self.")] = str(text)
    return texts


def test_all_public_names_are_looked_at() -> None:
    assert {*collision.__all__} - {*PUBLIC} == {"SKIN", "pitfalls"}
    assert {"AABB.from_min_max", "AABB.min", "listing_4", "Paths.at", "Space.step"} <= {*PUBLIC}
    assert {"moved", "sweep", "step", "union", "OBB"} <= RAISING
    assert not {"listing_4", "corners", "copy", "min"} & RAISING


@pytest.mark.parametrize("name", PUBLIC)
def test_it_says_in_a_sentence_what_it_is_for(name: str) -> None:
    assert re.match(r"[A-Z][^\n]+(\n[^\n]+)?[.:]", PUBLIC[name][1])


@pytest.mark.parametrize("name", FUNCTIONS + MADE)
def test_it_says_what_it_takes_with_units_or_shapes(name: str) -> None:
    args = sections(name).get("Args", "")
    lines = re.findall(r"^(\w[\w, ]*): (.*(?:\n +.*)*)", args, re.MULTILINE)
    said = {each: text for names, text in lines for each in names.split(", ")}
    assert sorted(said) == sorted(takes(PUBLIC[name][0]))
    assert [text for text in said.values() if not UNIT.search(text)] == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_says_what_it_returns(name: str) -> None:
    """Below Returns, or in the first sentence if that is all there is to say; and what None is."""
    node, text, _ = PUBLIC[name]
    assert isinstance(node, ast.FunctionDef)
    returned = ast.unparse(node.returns) if node.returns else ""
    if returned == "None":
        assert "Returns" not in sections(name)
    else:
        assert "Returns" in sections(name) or re.match("Return|Tell whether|Make|Copy", text)
    assert not returned.endswith("| None") or "None" in sections(name)["Returns"]


@pytest.mark.parametrize("name", FUNCTIONS + MADE)
def test_it_says_what_it_raises_and_when(name: str) -> None:
    raises = sections(name).get("Raises", "")
    assert bool(re.match(r"ValueError(, OverflowError)?: \w", raises)) == (
        name.rpartition(".")[2] in RAISING
    )


@pytest.mark.parametrize("name", PUBLIC)
def test_it_names_its_source(name: str) -> None:
    assert re.search(r"^Sources?:\s+\w", PUBLIC[name][1] + PUBLIC[name][2], re.MULTILINE)


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_says_what_it_holds(name: str) -> None:
    """With a unit, shape or range, if it has one: members of an enumeration have not."""
    node = PUBLIC[name][0]
    assert isinstance(node, ast.ClassDef)
    of_numbers = "IntEnum" not in map(ast.unparse, node.bases)
    for field, text in fields(node).items():
        assert text, field
        assert UNIT.search(text) or not of_numbers or field == "crushed", field


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_says_what_it_holds(name: str) -> None:
    assert UNIT.search(PUBLIC[name][1])


@pytest.mark.parametrize("name", TREES)
def test_the_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"game.collision.{name}")).failed == 0


def test_every_public_function_has_examples() -> None:
    first = {"AABB", "OBB", "ConvexPolygon", "Space"}
    first |= {name for name in FUNCTIONS if "." not in name}
    assert [name for name in first if ">>>" not in PUBLIC[name][1]] == ["substeps"]
