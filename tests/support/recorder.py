"""A canvas that writes down what is drawn."""

from __future__ import annotations

from typing import Any

from game.study.lesson import ROLES, Lesson, State


class Recorder:
    """Every call as [primitive, arguments...], numbers rounded to 1/1000."""

    def __init__(self) -> None:
        self.calls: list[list[Any]] = []

    def __getattr__(self, primitive: str) -> Any:
        if primitive not in ("box", "hull", "bar", "arrow", "dot", "text"):
            raise AttributeError(primitive)

        def write(*args: Any, **options: Any) -> None:
            role = options.get("role", next((a for a in args[1:] if a in ROLES), "text"))
            assert role in ROLES
            named = [f"{name}={plain(value)}" for name, value in sorted(options.items())]
            self.calls.append([primitive, *map(plain, args), *named])

        return write


def plain(value: Any) -> Any:
    """Numbers rounded, so that platforms agree; lists for tuples, as JSON has them."""
    if isinstance(value, str | bool):
        return value
    if isinstance(value, int | float):
        return round(float(value), 3) + 0.0
    return [plain(item) for item in value]


def drawn(lesson: Lesson, **changes: float) -> list[list[Any]]:
    """What a lesson's figure draws of its first state with these changes."""
    state: State = {**lesson.state, **changes}
    recorder = Recorder()
    lesson.figure(recorder, state)
    assert state == {**lesson.state, **changes}, "a figure changes nothing"
    return recorder.calls
