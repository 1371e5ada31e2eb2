"""In which cases is a learner's function right?

The answers of the worker are compared with those of the shipped function. Each one that differs
becomes a sentence.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import NamedTuple

from .cases import Case, Exercise
from .worker import NOT_STARTED, SECONDS, as_json


class CaseResult(NamedTuple):
    """The result of one case."""

    case: Case
    expected: object
    """The shipped function's answer, as JSON values."""
    answer: object
    """The learner's; None where there is a fault."""
    fault: str
    """What happened instead of an answer."""
    right: bool


class FileResult(NamedTuple):
    """The result of a learner's file."""

    exercise: Exercise
    case_results: tuple[CaseResult, ...]
    """In the order of the cases, up to the one that ended the process."""
    fault: str
    """Why there are none."""

    @property
    def started(self) -> bool:
        """Whether the file differs from its stub."""
        return self.fault != NOT_STARTED

    @property
    def right(self) -> bool:
        """Whether all cases are right."""
        return not self.fault and all(result.right for result in self.case_results)

    def report(self) -> list[str]:
        """Return sentences about the cases that are wrong, or one if none is.

        Named cases come first; a random case is reported only if all named ones are right.
        """
        name = self.exercise.name
        if self.fault:
            return [f"{name}: {self.fault}"]
        wrong = [result for result in self.case_results if not result.right]
        if not wrong:
            return [f"{name}: passes all {len(self.case_results)} cases"]
        named = [result for result in wrong if result.case in self.exercise.named_cases]
        first = named or wrong[:1]
        different: dict[str | int, CaseResult] = {}
        for index, result in enumerate(first):
            different.setdefault(result.fault or index, result)
        lines = [wrong_case_text(self.exercise, result) for result in different.values()]
        if more := sum(result.fault not in different for result in wrong[len(first) :]):
            lines.append(f"{name}: fails {more} more of {len(self.case_results)} cases")
        return lines


def judge(exercise: Exercise, lines: Sequence[object], is_late: bool) -> FileResult:
    """Return the result of a file from the lines of its worker, which may be incomplete."""
    end = f"no answer within {SECONDS} seconds" if is_late else "ended its own process"
    if not lines:
        return FileResult(exercise, (), "its process did not start")
    if lines[1:2] != ["read"]:
        line = lines[1] if lines[1:] else None
        fault = str(line.get("fault", "")) if isinstance(line, dict) else ""
        return FileResult(exercise, (), fault or f"{end}, while the file itself was running")
    pairs = zip(exercise.cases(), [*lines[2:], {"fault": end}])
    return FileResult(exercise, tuple(judge_case(exercise, *pair) for pair in pairs), "")


def judge_case(exercise: Exercise, case: Case, line: object) -> CaseResult:
    """Return the result of one case from its line."""
    expected = as_json(exercise.answer(case))
    found = line if isinstance(line, dict) else {}
    fault = str(found.get("fault", "" if "answer" in found else "no answer"))
    answer = found.get("answer")
    right = not fault and is_same(expected, answer, exercise.tolerance)
    return CaseResult(case, expected, answer, fault, right)


def is_same(expected: object, answer: object, tolerance: float) -> bool:
    """Return whether two JSON values are equal, numbers within a tolerance; 1 is not True."""
    if isinstance(expected, bool) or isinstance(answer, bool):
        return expected is answer
    if isinstance(expected, int | float) and isinstance(answer, int | float):
        most = tolerance * max(1.0, abs(expected))
        return expected == answer or abs(expected - answer) <= most < float("inf")
    if isinstance(expected, list) and isinstance(answer, list):
        pairs = zip(expected, answer)
        return len(expected) == len(answer) and all(is_same(a, b, tolerance) for a, b in pairs)
    if isinstance(expected, dict) and isinstance(answer, dict):
        [(kind, parts)] = expected.items()
        return kind in answer and is_same(parts, answer[kind], tolerance)
    return expected is None and answer is None


def wrong_case_text(exercise: Exercise, result: CaseResult) -> str:
    """Return a sentence about a case that is wrong."""
    expected, answer = value_text(result.expected), value_text(result.answer)
    what = result.fault or f"expected {expected}, your answer is {answer}"
    return f"{exercise.name}: {result.case.title}: {what}; {arguments_text(exercise, result.case)}"


def arguments_text(exercise: Exercise, case: Case, digits: int = 12) -> str:
    """Return a case's arguments by their names, without classes."""
    pairs = zip(inspect.signature(exercise.function).parameters, case.args)
    values = {name: value for name, value in pairs if not isinstance(value, type)}
    return ", ".join(f"{name} = {value_text(value, digits)}" for name, value in values.items())


def value_text(value: object, digits: int = 12) -> str:
    """Return an argument, or an answer as JSON values, as Python would write it."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.{digits}g}"
    if isinstance(value, dict):
        kind, parts = next(iter(value.items()), ("none", None))
        return f"a value of type {kind}" if parts is None else kind + value_text(parts, digits)
    name = type(value).__name__ if is_dataclass(value) or hasattr(value, "_fields") else ""
    if is_dataclass(value):
        value = tuple(getattr(value, field.name) for field in fields(value))
    if not isinstance(value, tuple | list):
        return str(value)
    items = ", ".join(value_text(item, digits) for item in value)
    return f"{name}({items}{',' if len(value) == 1 and not name else ''})"
