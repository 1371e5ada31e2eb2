"""Small changes of a function, such as a slip of the hand makes."""

import ast
from copy import copy

SWAPS = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Add: ast.Sub, ast.Sub: ast.Add},
    **{ast.Mult: ast.Div, ast.Div: ast.Mult, ast.And: ast.Or, ast.Or: ast.And},
}
TURNS = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
PAIRS = ("min max", "all any", "enter exit", "u0 u1", "low high", "a b", "d s", "e f", "p q")
NAMES = dict(pair for a, b in map(str.split, PAIRS) for pair in ((a, b), (b, a)))


def changes(node):
    """Yield what a node may become: another operator, name or number, a part of it, its other
    branch, nothing."""

    def but(**fields):
        new = copy(node)
        vars(new).update(fields)
        return new

    match node:
        case ast.Compare(ops=[op]):
            yield from (but(ops=[to[type(op)]()]) for to in (SWAPS, TURNS) if type(op) in to)
        case ast.BinOp():
            yield from (but(op=SWAPS[type(node.op)]()), node.left, node.right)
        case ast.BoolOp():
            yield but(op=SWAPS[type(node.op)]())
        case ast.UnaryOp():
            yield node.operand
        case ast.Call(func=ast.Name("abs" | "float"), args=[arg]):
            yield arg
        case ast.IfExp():
            yield but(body=node.orelse, orelse=node.body)
        case ast.If():
            yield from (but(test=ast.UnaryOp(ast.Not(), node.test)), but(test=ast.Constant(False)))
        case ast.Constant(bool()):
            yield but(value=not node.value)
        case ast.Constant(int() | float()):
            yield from (but(value=node.value + 1), but(value=node.value - 1))
        case ast.Name(name, ast.Load()) if name in NAMES:
            yield but(id=NAMES[name])
        case ast.Tuple([_, _], ast.Load()):
            yield but(elts=node.elts[::-1])
        case ast.Assign() | ast.AugAssign() | ast.Expr():
            yield ast.Pass()


def mutants(source):
    """Yield each changed text of a source with one function, after the lines that differ."""
    tree = ast.parse(source)
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    if ast.get_docstring(function):
        del function.body[0]
    nodes = list(ast.walk(ast.Module(function.body, [])))
    for node in nodes:
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant("")
    before = ast.unparse(tree)
    for parent in nodes:
        for field, value in ast.iter_fields(parent):
            many = isinstance(value, list)
            fields, keys = (value, range(len(value))) if many else (vars(parent), [field])
            for key in keys:
                child = fields[key]
                for new in changes(child):
                    fields[key] = new
                    text = ast.unparse(ast.fix_missing_locations(tree))
                    if text != before:
                        yield difference(before, text), text
                fields[key] = child


def difference(before, after):
    """Return the first line that is another in two texts: as it was, and as it is."""
    pairs = zip(before.splitlines(), after.splitlines())
    return next(f"{a.strip()} -> {b.strip()}" for a, b in pairs if a != b)
