"""What makes code dense?

It reads Python files without running them, and counts by statement, so that no formatter changes
a figure:

    expressions   all but constants
    statements    all but documentation
    idioms        ways to save lines that cost a reader time; IDIOMS says what each is

A truth value is a comparison; not, and, or of truth values; True and False; a call of bool(),
any(), all(), isinstance() and their like; a parameter that is annotated as bool; a name or an
attribute that begins with is_, has_, was_, can_, that was assigned a truth value in its function,
or that is annotated as bool wherever it is a field or a property. In a file that imports numpy, a
comparison may be a mask of an array: there only what is annotated, and `in` and `is`, are sure.

    python tests/tools/search/density.py [FOLDER] [--worst N] [--places IDIOM]
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

GAME = Path(__file__).parents[3] / "game"
IN_A_ROW = 5
MOST_IN_A_ROW = 55
"""A function is very dense if so many statements in a row hold more expressions than this."""
IDIOMS = {
    "bool-math": "a truth value as a number",
    "bool-index": "a truth value as an index, or as an end of a slice",
    "seq-times": "a list, tuple or text times a truth value",
    "if-loop": "a conditional expression as what a loop runs over, or as what is called",
    "if-empty": "a conditional expression with an empty display as one arm",
    "if-chain": "a conditional expression in an arm of another",
    "pack-3": "three or more values of different kinds in one assignment",
    "pack-2": "two values of different kinds in one assignment",
    "comp-3": "more than two loops in nested comprehensions",
    "walrus": "an assignment within and/or",
    "lambdas": "two lambdas or partials in one statement, or a lambda that decides",
    "splice": "a display that is one star or has more than two; a call's star before an expression",
    "index-2": "two numbers in a row as indices",
    "very-dense": f"a function with over {MOST_IN_A_ROW} expressions in {IN_A_ROW} statements",
}
NOT_IN_RATE = ("pack-2", "very-dense")
"""They are counted for themselves, not among the idioms in 1,000 statements."""

TRUTH_CALLS = {"bool", "isinstance", "issubclass", "any", "all", "hasattr", "callable"}
TRUTH_PREFIXES = ("is_", "has_", "was_", "can_")
SURE_COMPARISONS = (ast.In, ast.NotIn, ast.Is, ast.IsNot)
TYPE_DISPLAYS = {"Literal", "Callable", "Annotated"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Display = ast.List | ast.Tuple | ast.Set


@dataclass
class Place:
    """An idiom where it stands."""

    idiom: str
    path: Path
    line: int


@dataclass
class Count:
    """What was counted in some files."""

    statements: int = 0
    expressions: int = 0
    places: list[Place] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.statements += other.statements
        self.expressions += other.expressions
        self.places += other.places

    def of(self, idiom: str) -> int:
        """Return how often an idiom occurs."""
        return sum(place.idiom == idiom for place in self.places)

    @property
    def per_statement(self) -> float:
        """Expressions a statement."""
        return self.expressions / max(1, self.statements)

    @property
    def rate(self) -> float:
        """Idioms in 1,000 statements."""
        idioms = [place for place in self.places if place.idiom not in NOT_IN_RATE]
        return 1000 * len(idioms) / max(1, self.statements)


class Code:
    """A parsed file.

    Args:
        path: the file.
        truths: the fields and properties that hold truth values in all files.
    """

    def __init__(self, path: Path, truths: set[str]) -> None:
        self.path = path
        self.truths = truths
        self.tree = parse(path)
        self.parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self.has_arrays = "numpy" in set(imported_packages(self.tree))
        self.truths_of: dict[Function, set[str]] = {}
        """The names that a function assigns truth values to, for functions that were asked for."""

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around one, from the inside out."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def within_statement(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the expressions around one, up to its statement."""
        for outer in self.above(node):
            yield outer
            if isinstance(outer, ast.stmt):
                return

    def is_parameter(self, name: ast.Name) -> bool:
        """Tell whether a name is a parameter that is annotated as bool."""
        for outer in self.above(name):
            if isinstance(outer, Function):
                truths, others = annotated_parameters(outer)
                if name.id in truths | others:
                    return name.id in truths
        return False

    def is_local(self, name: ast.Name) -> bool:
        """Tell whether a name was assigned a truth value in a function around it."""
        functions = [outer for outer in self.above(name) if isinstance(outer, Function)]
        return any(name.id in self.assigned_truths(function) for function in functions)

    def assigned_truths(self, function: Function) -> set[str]:
        """Return the names that a function assigns truth values to."""
        if function not in self.truths_of:
            self.truths_of[function] = set()  # For a name that is assigned in terms of itself.
            pairs = assigned_pairs(function)
            found = {
                target.id
                for target, value in pairs
                if isinstance(target, ast.Name) and self.is_truth(value)
            }
            self.truths_of[function] = found
        return self.truths_of[function]

    def is_truth(self, node: ast.AST, whatever_arrays: bool = False) -> bool:
        """Tell whether an expression is a truth value; whatever_arrays: even a mask."""
        masks = self.has_arrays and not whatever_arrays
        match node:
            case ast.Constant():
                return isinstance(node.value, bool)
            case ast.UnaryOp():
                return isinstance(node.op, ast.Not)
            case ast.Compare():
                return not masks or all(isinstance(op, SURE_COMPARISONS) for op in node.ops)
            case ast.BoolOp():
                return all(self.is_truth(value, whatever_arrays) for value in node.values)
            case ast.Call(func=ast.Name(id=name)):
                return name in TRUTH_CALLS or name.startswith(TRUTH_PREFIXES)
            case ast.Attribute(attr=name):
                return name in self.truths or (not masks and name.startswith(TRUTH_PREFIXES))
            case ast.Name(id=name):
                if self.is_parameter(node):
                    return True
                return not masks and (name.startswith(TRUTH_PREFIXES) or self.is_local(node))
        return False


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported_packages(tree: ast.Module) -> Iterator[str]:
    """Yield the first part of the name of each module that is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def is_bool(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id == "bool"


def is_property(function: Function) -> bool:
    return any("property" in last_name(decorator) for decorator in function.decorator_list)


def all_parameters(function: Function) -> list[ast.arg]:
    """Return a function's parameters, without those with a star."""
    arguments = function.args
    return [*arguments.posonlyargs, *arguments.args] + arguments.kwonlyargs


def annotated_parameters(function: Function) -> tuple[set[str], set[str]]:
    """Return the names of the parameters that are annotated as bool, and of the others."""
    parameters = all_parameters(function)
    truths = {parameter.arg for parameter in parameters if is_bool(parameter.annotation)}
    return truths, {parameter.arg for parameter in parameters} - truths


def assigned_pairs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target below a node with the value that it is assigned."""
    for child in ast.walk(node):
        if isinstance(child, ast.Assign):
            target = child.targets[0]
            if isinstance(target, ast.Tuple) and isinstance(child.value, ast.Tuple):
                yield from zip(target.elts, child.value.elts)
            else:
                yield target, child.value


def last_name(node: ast.AST) -> str:
    """Return the last part of a dotted name; "" for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def truth_fields(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names of fields and properties that are annotated as bool, or set to True or
    False, wherever they are annotated or set to a constant."""
    truths: set[str] = set()
    others: set[str] = set()
    for tree in trees:
        for name, is_one in field_kinds(tree):
            (truths if is_one else others).add(name)
    return truths - others


def field_kinds(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Yield the names of fields, properties and parameters, and whether each is a truth value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            yield last_name(node.target), is_bool(node.annotation)
        elif isinstance(node, ast.arg) and node.annotation and not is_bool(node.annotation):
            yield node.arg, False
        elif isinstance(node, Function) and node.returns and is_property(node):
            yield node.name, is_bool(node.returns)
    for target, value in assigned_pairs(tree):
        if isinstance(target, ast.Attribute) and isinstance(value, ast.Constant):
            yield target.attr, isinstance(value.value, bool)


# Each of the following tells whether a node is an idiom.


def is_bool_math(node: ast.AST, code: Code) -> bool:
    match node:
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Mod()):
            return False
        case ast.BinOp(left, op, right):
            is_repeat = isinstance(op, ast.Mult) and has_sequence(node)
            return not is_repeat and (code.is_truth(left) or code.is_truth(right))
        case ast.Call(func=ast.Name(id="int" | "float"), args=[value]):
            return code.is_truth(value)
    return False


def is_seq_times(node: ast.AST, code: Code) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and has_sequence(node):
        return any(code.is_truth(side, whatever_arrays=True) for side in (node.left, node.right))
    return False


def has_sequence(node: ast.BinOp) -> bool:
    """Tell whether one side is a list, a tuple or a text."""
    for side in (node.left, node.right):
        if isinstance(side, ast.List | ast.Tuple | ast.JoinedStr):
            return True
        if isinstance(side, ast.Constant) and isinstance(side.value, str):
            return True
    return False


def is_bool_index(node: ast.AST, code: Code) -> bool:
    if not isinstance(node, ast.Subscript) or last_name(node.value) in TYPE_DISPLAYS:
        return False
    index = node.slice
    ends = [index.lower, index.upper, index.step] if isinstance(index, ast.Slice) else [index]
    return any(end is not None and code.is_truth(end) for end in ends)


def is_index_2(node: ast.AST, code: Code) -> bool:
    is_pair = is_numbered(node) and is_numbered(node.value)
    return is_pair and not isinstance(code.parents[node], ast.Subscript)


def is_numbered(node: ast.AST) -> bool:
    """Tell whether a node is an item with a number as its index."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
        return False
    return isinstance(node.slice.value, int)


def is_if_loop(node: ast.AST, code: Code) -> bool:
    match node:
        case ast.For(iter=ast.IfExp()) | ast.comprehension(iter=ast.IfExp()):
            return True
        case ast.Call(func=ast.IfExp()):
            return True
    return False


def is_if_empty(node: ast.AST, code: Code) -> bool:
    return isinstance(node, ast.IfExp) and (is_empty(node.body) or is_empty(node.orelse))


def is_empty(node: ast.expr) -> bool:
    match node:
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def is_if_chain(node: ast.AST, code: Code) -> bool:
    outer = code.parents.get(node)
    is_nested = isinstance(node, ast.IfExp) and isinstance(outer, ast.IfExp)
    return is_nested and node is not outer.test


def is_pack_3(node: ast.AST, code: Code) -> bool:
    return len(packed_values(node, code)) > 2


def is_pack_2(node: ast.AST, code: Code) -> bool:
    return len(packed_values(node, code)) == 2


def packed_values(node: ast.AST, code: Code) -> list[ast.expr]:
    """Return the values of different kinds that one assignment has; [] if they are of one kind, or
    are the targets in another order."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple):
        return []
    value = node.value
    if isinstance(value, ast.Name):
        value = value_just_assigned(node, value.id, code)
    if not isinstance(value, ast.Tuple | ast.List):
        return []
    targets = sorted(map(ast.unparse, node.targets[0].elts))
    is_swap = targets == sorted(map(ast.unparse, value.elts))
    kinds = set(map(kind_of_value, value.elts))
    return [] if is_swap or len(kinds) < 2 else value.elts


def value_just_assigned(node: ast.Assign, name: str, code: Code) -> ast.expr | None:
    """Return what the statement before one assigned to a name; None: nothing."""
    bodies = (getattr(code.parents[node], part, None) for part in ("body", "orelse", "finalbody"))
    for body in bodies:
        if isinstance(body, list) and node in body[1:]:
            before = body[body.index(node) - 1]
            if isinstance(before, ast.Assign) and last_name(before.targets[0]) == name:
                return before.value
    return None


def kind_of_value(node: ast.expr) -> str:
    """Return what kind of value an expression is: those of one kind may stand in one assignment."""
    match node:
        case ast.UnaryOp():
            return kind_of_value(node.operand)
        case ast.Call():
            return f"call of {ast.unparse(node.func)}"
        case ast.Subscript():
            return f"item of {ast.unparse(node.value)}"
        case ast.Attribute():
            return f"attribute of {ast.unparse(node.value)}"
        case ast.Constant():
            return type(node.value).__name__
    return type(node).__name__


def is_comp_3(node: ast.AST, code: Code) -> bool:
    if not isinstance(node, Comprehension) or nested_loops(node) < 3:
        return False
    return not any(isinstance(outer, Comprehension) for outer in code.within_statement(node))


def nested_loops(node: ast.AST) -> int:
    """Return how many loops stand in one another in the comprehensions of an expression."""
    inner = max(map(nested_loops, ast.iter_child_nodes(node)), default=0)
    return inner + len(node.generators) if isinstance(node, Comprehension) else inner


def is_walrus(node: ast.AST, code: Code) -> bool:
    if not isinstance(node, ast.BoolOp) or isinstance(code.parents[node], ast.BoolOp):
        return False
    return any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node))


def is_lambdas(node: ast.AST, code: Code) -> bool:
    if not isinstance(node, ast.stmt) or isinstance(node, Function | ast.ClassDef):
        return False
    own = list(own_nodes(node))
    lambdas = [inner for inner in own if isinstance(inner, ast.Lambda)]
    partials = [inner for inner in own if is_partial(inner)]
    decides = any(isinstance(inner.body, ast.IfExp | ast.BoolOp) for inner in lambdas)
    return decides or len(lambdas) + len(partials) > 1


def is_partial(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "partial"


def is_splice(node: ast.AST, code: Code) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="sum"), args=[_, ast.List() | ast.Tuple()]):
            return True
        case ast.Starred(ctx=ast.Load(), value=value) if isinstance(code.parents[node], ast.Call):
            return not isinstance(value, ast.Name | ast.Attribute | ast.Call)
        case ast.List() | ast.Tuple() | ast.Set():
            return is_spliced_display(node, code)
    return False


def is_spliced_display(node: Display, code: Code) -> bool:
    """Tell whether a display is one star alone, or has more than two."""
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return False
    if any(isinstance(outer, ast.Subscript) for outer in code.within_statement(node)):
        return False
    stars = sum(isinstance(element, ast.Starred) for element in node.elts)
    return stars > 2 or (stars == 1 and len(node.elts) == 1)


def is_very_dense(node: ast.AST, code: Code) -> bool:
    return isinstance(node, Function) and most_in_a_row(node) > MOST_IN_A_ROW


def most_in_a_row(function: ast.AST) -> int:
    """Return the most expressions that IN_A_ROW statements of a function hold."""
    counts = [sum(map(is_counted, own_nodes(each))) for each in statements_of(function)]
    starts = range(max(1, len(counts) - IN_A_ROW + 1))
    return max(sum(counts[start : start + IN_A_ROW]) for start in starts)


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement, without those of the statements in its body."""
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt):
            yield child
            yield from own_nodes(child)


def is_counted(node: ast.AST) -> bool:
    """Tell whether a node is an expression and no constant."""
    return isinstance(node, ast.expr) and not isinstance(node, ast.Constant)


def is_text(statement: ast.stmt) -> bool:
    """Tell whether a statement is documentation."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False


def statements_of(node: ast.AST) -> list[ast.stmt]:
    """Return the statements below a node in their order, without documentation."""
    below = [inner for inner in ast.walk(node) if isinstance(inner, ast.stmt) and inner is not node]
    code = [statement for statement in below if not is_text(statement)]
    return sorted(code, key=lambda statement: (statement.lineno, statement.col_offset))


FINDERS: dict[str, tuple[Callable[[ast.AST, Code], bool], tuple[type[ast.AST], ...]]] = {
    "bool-math": (is_bool_math, (ast.BinOp, ast.Call)),
    "bool-index": (is_bool_index, (ast.Subscript,)),
    "seq-times": (is_seq_times, (ast.BinOp,)),
    "if-loop": (is_if_loop, (ast.For, ast.comprehension, ast.Call)),
    "if-empty": (is_if_empty, (ast.IfExp,)),
    "if-chain": (is_if_chain, (ast.IfExp,)),
    "pack-3": (is_pack_3, (ast.Assign,)),
    "pack-2": (is_pack_2, (ast.Assign,)),
    "comp-3": (is_comp_3, Comprehension.__args__),
    "walrus": (is_walrus, (ast.BoolOp,)),
    "lambdas": (is_lambdas, (ast.stmt,)),
    "splice": (is_splice, (ast.Call, ast.Starred, ast.List, ast.Tuple, ast.Set)),
    "index-2": (is_index_2, (ast.Subscript,)),
    "very-dense": (is_very_dense, Function.__args__),
}
"""By idiom the function that finds it, and the types of the nodes that it is asked about."""


def count_files(paths: list[Path]) -> dict[Path, Count]:
    """Return what is in each file."""
    truths = truth_fields(map(parse, paths))
    return {path: count_code(Code(path, truths)) for path in paths}


def count_code(code: Code) -> Count:
    nodes = list(ast.walk(code.tree))
    count = Count(len(statements_of(code.tree)), sum(map(is_counted, nodes)))
    for node in nodes:
        for idiom, (is_one, types) in FINDERS.items():
            if isinstance(node, types) and is_one(node, code):
                line = getattr(node, "lineno", 0) or node.iter.lineno
                count.places.append(Place(idiom, code.path, line))
    return count


def total_of(counts: Iterable[Count]) -> Count:
    total = Count()
    for count in counts:
        total.add(count)
    return total


def worst_functions(paths: list[Path], places: list[Place]) -> list[str]:
    """Return a sentence about each function, the one with the most idioms first."""
    rows = []
    for path in paths:
        here = [place for place in places if place.path == path]
        for node in ast.walk(parse(path)):
            if isinstance(node, Function):
                inside = [p.idiom for p in here if node.lineno <= p.line <= node.end_lineno]
                words = ", ".join(f"{n} {idiom}" for idiom, n in Counter(inside).most_common())
                row = f"{path}:{node.lineno} {node.name}: {most_in_a_row(node)} in a row; {words}"
                rows.append((len(inside), most_in_a_row(node), row))
    return [row for _, _, row in sorted(rows, reverse=True)]


def main() -> None:
    """Print what was counted in each package below a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=GAME)
    parser.add_argument("--worst", type=int, default=20, metavar="N", help="list N functions")
    parser.add_argument("--places", choices=IDIOMS, help="list each place of an idiom")
    options = parser.parse_args()
    paths = sorted(options.folder.rglob("*.py"))
    counts = count_files(paths)
    parts: dict[str, list[Count]] = {}
    for path, count in counts.items():
        below = path.relative_to(options.folder).parts
        parts.setdefault(below[0] if len(below) > 1 else ".", []).append(count)
    parts["all"] = list(counts.values())
    print(f"{'':12}statements expressions a_statement idioms_in_1,000 {' '.join(IDIOMS)}")
    for name, files in parts.items():
        count = total_of(files)
        print(f"{name:12}{count.statements:10,}{count.expressions:12,}", end="")
        print(f"{count.per_statement:12.2f}{count.rate:16.1f}", end="")
        print("".join(f"{count.of(idiom):{len(idiom) + 1}}" for idiom in IDIOMS))
    places = total_of(counts.values()).places
    for place in places:
        if place.idiom == options.places:
            print(f"{place.path}:{place.line}")
    print(*worst_functions(paths, places)[: options.worst], sep="\n")


if __name__ == "__main__":
    main()
