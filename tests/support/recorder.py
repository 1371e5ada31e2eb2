"""A canvas that writes down what is drawn."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from dataclasses import replace

from game.study.lesson import Lesson, RoleCanvas, State
from game.view.palette import role_colors

Calls = list[list[object]]


class Recorder:
    """Every call as [primitive, arguments...], numbers rounded to 1/1000."""

    def __init__(self) -> None:
        self.calls: Calls = []

    def __getattr__(self, primitive: str) -> Callable[..., None]:
        if primitive not in ("box", "hull", "bar", "arrow", "dot", "text"):
            raise AttributeError(primitive)

        def write(*args: object, **options: object) -> None:
            role = options.get("role", next((a for a in args[1:] if a in role_colors()), "text"))
            assert role in role_colors()
            named = [f"{name}={plain(value)}" for name, value in sorted(options.items())]
            self.calls.append([primitive, *map(plain, args), *named])

        return write


def plain(value: object) -> object:
    """Round numbers, so that platforms agree, and make tuples lists, as JSON has them."""
    if isinstance(value, str | bool):
        return value
    if isinstance(value, int | float):
        return round(float(value), 3) + 0.0
    return [plain(item) for item in value]


def state_with(lesson: Lesson, u: float = 0.0, reveals: bool = True, **numbers: float) -> State:
    """Return a lesson's first state with these changes."""
    return replace(lesson.state.change(**numbers), u=u, reveals=reveals)


def record(lesson: Lesson, u: float = 0.0, reveals: bool = True, **numbers: float) -> Calls:
    """Return what a lesson's figure draws of its first state with these changes."""
    recorder = Recorder()
    lesson.figure(recorder, state_with(lesson, u, reveals, **numbers))
    return recorder.calls


def draw_calls(canvas: RoleCanvas, calls: Calls) -> None:
    """Draw what was recorded."""
    for primitive, *args in calls:
        texts = [arg for arg in args[2:] if isinstance(arg, str) and "=" in arg]
        pairs = (text.split("=") for text in texts)
        options = {name: value if name == "role" else literal_eval(value) for name, value in pairs}
        getattr(canvas, primitive)(*(arg for arg in args if arg not in texts), **options)
