"""In which cases is a learner's function right?

    judge(exercise, source)    the result of a file with this text

This depends on the text and on the exercise's cases only: no file is read, and no
process started. A text that may not end runs in a process of its own, by runner: there
answers() yields the answers one by one, and here compare() judges those that arrived.
"""

from __future__ import annotations

import ast
import inspect
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from math import isclose
from typing import NamedTuple

from ...collision import AABB, OBB, ConvexPolygon, Response
from .cases import Case, Exercise

NOT_STARTED = "not started"
NEARLY = 1e-9
"""The largest error of a number, relative to it, or to 1 if it is smaller: an answer
that adds in another order is right."""
MOST_NESTED = 4
"""How deep tuples of an answer may lie in tuples."""
MOST_ITEMS = 16
"""Items in a tuple of an answer."""
LONGEST_MESSAGE = 100
"""Letters of an error's message that are shown."""
MOST_REPORTED = 3
"""Wrong cases that a report describes."""
MOST_DIGITS = 12
"""Of each number in a report."""
CLASS_NAMES = ("AABB", "OBB", "ConvexPolygon", "Sweep")
"""Classes whose name is the first item of the list that an object becomes as a JSON
value."""


class CaseResult(NamedTuple):
    """The result of one case."""

    case: Case
    expected: object
    """The shipped function's answer, as a JSON value."""
    answer: object
    """The learner's; None where there is a fault."""
    fault: str
    """What happened instead of an answer; "" if there is one."""
    is_right: bool


class FileResult(NamedTuple):
    """The result of a learner's file."""

    exercise: Exercise
    case_results: tuple[CaseResult, ...]
    """In the order of the cases, up to the one that ended the process."""
    fault: str
    """Why there are none; "" if there are."""

    @property
    def is_started(self) -> bool:
        """Whether the file differs from its stub."""
        return self.fault != NOT_STARTED

    @property
    def is_right(self) -> bool:
        """Whether the function is right in all cases."""
        return not self.fault and all(result.is_right for result in self.case_results)

    def report(self) -> list[str]:
        """Return one sentence about a fault of the file, or one if all cases are right,
        or else one about each of the first wrong cases and one that counts the rest."""
        name = self.exercise.name
        if self.fault:
            return [f"{name}: {self.fault}"]
        count = len(self.case_results)
        wrong = [result for result in self.case_results if not result.is_right]
        if not wrong:
            return [f"{name}: passes all {count} cases"]
        lines = []
        for result in wrong[:MOST_REPORTED]:
            lines.append(wrong_case_text(self.exercise, result))
        more = len(wrong) - len(lines)
        if more:
            lines.append(f"{name}: fails {more} more of {count} cases")
        return lines


def judge(exercise: Exercise, source: str) -> FileResult:
    """Return the result of a file with this text."""
    return compare(exercise, list(answers(exercise, source)))


def answers(
    exercise: Exercise, source: str, file: str = "<your file>"
) -> Iterator[dict[str, object]]:
    """Run the text of a learner's file, and its function in each case.

    Yields:
        First {"fault": why there is no function, or ""}; if there is one, then for each
        case {"answer": a JSON value} or {"fault": what happened instead}.
    """
    namespace: dict[str, object] = {}
    try:
        tree = ast.parse(source, file)
        fault = NOT_STARTED if is_stub(exercise, tree) else ""
        if not fault:
            exec(compile(tree, file, "exec"), namespace)
    except BaseException as error:
        fault = error_text(error, file)
    function = namespace.get(exercise.name)
    if not fault and not callable(function):
        fault = f"has no function {exercise.name}"
    yield {"fault": fault}
    if fault or not callable(function):
        return
    for case in exercise.cases():
        try:
            line = {"answer": as_json(function(*case.args))}
        except BaseException as error:
            line = {"fault": error_text(error, file)}
        yield line


def is_stub(exercise: Exercise, tree: ast.Module) -> bool:
    """Return whether a learner's file is still its stub, but for layout and
    comments."""
    with suppress(OSError):  # This copy of the program may be without its source.
        return ast.dump(tree) == ast.dump(ast.parse(exercise.stub()))
    return False


def error_text(error: BaseException, file: str) -> str:
    """Return a text that says what was raised, in which line of the file, and with
    which message."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {one_line(error.msg)}"
    try:
        message = one_line(str(error))
    except BaseException:
        message = ""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    if isinstance(error, SystemExit):
        text = "called exit"
    else:
        text = f"raised {type(error).__name__}"
    if lines:
        text += f" in line {lines[-1]}"
    if message:
        text += f": {message}"
    return text


def one_line(text: str) -> str:
    """Return the beginning of a text as one line, without letters that a terminal
    cannot print."""
    beginning = text[: 2 * LONGEST_MESSAGE]
    printable = "".join(letter if letter.isprintable() else " " for letter in beginning)
    return " ".join(printable.split())[:LONGEST_MESSAGE]


def as_json(value: object, depth: int = 0) -> object:
    """Return an argument or an answer as a JSON value.

    None and numbers stay, tuples become lists. A box becomes ["AABB", ...], a Sweep
    likewise. All else becomes a text: huge numbers, too, and what lies too deep.

    Args:
        value: an argument, an answer, or an item of one.
        depth: in how many tuples or shapes it lies.
    """
    if isinstance(value, Response):
        return f"Response.{value.name}"
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    kind = type(value).__name__
    parts = parts_of(value)
    if parts is None or depth == MOST_NESTED:
        return f"a value of type {kind}"
    items = [as_json(part, depth + 1) for part in parts]
    return [kind, *items] if kind in CLASS_NAMES else items


def parts_of(value: object) -> list[object] | None:
    """Return the fields of a shape, or the items of a tuple or of a list; None if there
    are too many, or for any other object."""
    if isinstance(value, AABB | OBB | ConvexPolygon):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, tuple | list) and len(value) <= MOST_ITEMS:
        return list(value)
    return None


def compare(
    exercise: Exercise,
    lines: Sequence[dict[str, object]],
    end: str = "there is no answer",
) -> FileResult:
    """Return the result of a file from what answers() yields.

    Args:
        exercise: what the learner writes.
        lines: about the file, then about each case; some may be missing at the end.
        end: why they are missing.
    """
    if not lines:
        fault = f"{end}, while the file itself was running"
        return FileResult(exercise, case_results=(), fault=fault)
    file_line, *case_lines = lines
    fault = str(file_line.get("fault", ""))
    if fault:
        return FileResult(exercise, case_results=(), fault=fault)
    # The case after the last answer is the one that ended the process.
    case_lines.append({"fault": end})
    results = []
    for case, line in zip(exercise.cases(), case_lines):
        results.append(compare_case(exercise, case, line))
    return FileResult(exercise, tuple(results), fault="")


def compare_case(exercise: Exercise, case: Case, line: dict[str, object]) -> CaseResult:
    """Return the result of one case from what answers() yields for it."""
    expected = as_json(exercise.answer(case))
    answer = line.get("answer")
    fault = str(line.get("fault", ""))
    is_right = not fault and is_same(expected, answer)
    return CaseResult(case, expected, answer, fault, is_right)


def is_same(expected: object, answer: object) -> bool:
    """Return whether two JSON values are equal: numbers nearly, and 1 is not True. The
    times of a miss of listing_4() do not count."""
    if isinstance(expected, bool) or isinstance(answer, bool):
        return expected is answer
    if isinstance(expected, int | float) and isinstance(answer, int | float):
        return isclose(expected, answer, rel_tol=NEARLY, abs_tol=NEARLY)
    if isinstance(expected, list) and isinstance(answer, list):
        if expected and expected[0] is False:  # A miss.
            return bool(answer) and answer[0] is False
        pairs = zip(expected, answer)
        return len(expected) == len(answer) and all(is_same(a, b) for a, b in pairs)
    return expected == answer


def wrong_case_text(exercise: Exercise, result: CaseResult) -> str:
    """Return a sentence about a case that is wrong."""
    text = result.fault
    if not text:
        answer = value_text(result.answer)
        text = f"expected {value_text(result.expected)}, your answer is {answer}"
    arguments = arguments_text(exercise, result.case)
    return f"{exercise.name}: {result.case.title}: {text}; {arguments}"


def arguments_text(exercise: Exercise, case: Case, digits: int = MOST_DIGITS) -> str:
    """Return a case's arguments after their names, but for arguments that are
    classes."""
    texts = []
    names = inspect.signature(exercise.function).parameters
    for name, value in zip(names, case.args):
        if not isinstance(value, type):
            texts.append(f"{name} = {value_text(as_json(value), digits)}")
    return ", ".join(texts)


def value_text(value: object, digits: int = MOST_DIGITS) -> str:
    """Return the argument or the answer of which as_json() made this value, as Python
    would write it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.{digits}g}"
    if not isinstance(value, list):
        return str(value)
    if value and value[0] in CLASS_NAMES:
        kind, *parts = value
        return f"{kind}({items_text(parts, digits)})"
    comma = "," if len(value) == 1 else ""
    return f"({items_text(value, digits)}{comma})"


def items_text(items: Sequence[object], digits: int) -> str:
    """Return the texts of JSON values, separated by commas."""
    return ", ".join(value_text(item, digits) for item in items)
