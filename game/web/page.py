"""What does a figure of the page show, and what is the result of an exercise?

This runs in the reader's browser as well as where the page is built. page.js calls it,
and takes and returns text. The exercises are imported when one runs: no figure waits
for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape

from ..study.lesson import State
from ..study.lessons import LESSONS
from ..study.prose import term_pieces
from ..study.values import annotate
from .canvas import SvgCanvas

LESSON_BY_NAME = {lesson.name: lesson for lesson in LESSONS}


class PageFigure:
    """A lesson's figure on the page, in a state.

    Args:
        name: the lesson's.
        changes: NAME=NUMBER for each number that differs from the lesson's first state,
            and for u.
    """

    def __init__(self, name: str, changes: str = "") -> None:
        self.lesson = LESSON_BY_NAME[name]
        numbers = {
            key: float(x)
            for key, _, x in (each.partition("=") for each in changes.split())
        }
        u = numbers.pop("u", 0.0)
        self.first = self.state = replace(self.lesson.state.change(**numbers), u=u)

    def change(self, state: State) -> str:
        """Go to another state; return the picture."""
        self.state = state
        return self.picture()

    def reset(self) -> str:
        """Go back to the first state; return the picture."""
        return self.change(self.first)

    def show(self, u: float) -> str:
        """Set the time in the step; return the picture."""
        return self.change(replace(self.state, u=u))

    def drag(self, index: int, x: float, y: float) -> str:
        """Move a handle as near to a place of the figure as it can be; return the
        picture."""
        return self.change(self.lesson.handles[index].drag(self.state, (x, y)))

    def nudge(self, index: int, across: float, down: float) -> str:
        """Change a handle's numbers by so many steps; return the picture."""
        return self.change(self.lesson.handles[index].nudge(self.state, across, down))

    def slide(self, index: int, value: float) -> str:
        """Set the number of a slider; return the picture."""
        return self.change(self.lesson.handles[index].move(self.state, [value]))

    def svg(self, label: str = "", reveals: bool = True) -> str:
        """Return the figure; its label is what it shows now, unless another is
        given."""
        canvas = SvgCanvas(reveals)
        self.lesson.figure(canvas, replace(self.state, reveals=reveals))
        return canvas.svg(label or self.lesson.words(self.state))

    def words(self) -> str:
        """Return what the figure shows now, the terms in their colours."""
        return spans(term_pieces(self.lesson.words(self.state)))

    def picture(self) -> str:
        """Return the figure, its words, the time, its handles, and whether the goal is
        reached."""
        now = self.state
        handles = [
            {
                **h._asdict(),
                "values": h.values(now),
                "place": h.place(now) if h.y else None,
            }
            for h in self.lesson.handles
        ]
        picture = {
            "svg": self.svg(),
            "words": self.words(),
            "u": now.u,
            "handles": handles,
        }
        return json.dumps({**picture, "reached": self.lesson.reached(now)})

    def code(self) -> str:
        """Return the lesson's code; the lines that decide are lit, with the figure's
        numbers."""
        lesson, state, parts = self.lesson, self.state, []
        for line in annotate(
            lesson.code, lambda: lesson.call(state), lesson.lines(state)
        ):
            kind = " lit" * line.is_lit + " doc" * line.is_doc
            parts.append(f'<span class="line{kind}">{spans(line.pieces)}\n</span>')
        return "".join(parts)


def spans(pieces: Iterable[tuple[str, str]]) -> str:
    """Return text in pieces; the class of each is its role or its kind."""
    return "".join(
        escape(text)
        if kind in ("", "code")
        else f'<span class="{kind}">{escape(text)}</span>'
        for text, kind in pieces
    )


def answer_lines(name: str, source: str) -> Iterator[str]:
    """Yield what a learner's function answers, case by case."""
    from ..study.exercises.cases import BY_NAME
    from ..study.exercises.verdict import answers

    yield from map(json.dumps, answers(BY_NAME[name], source))


def verdict(name: str, lines: str, end: str) -> str:
    """Return the result of an exercise: its sentences, and as figures the named cases
    and those that are wrong.

    Args:
        name: that of the exercise.
        lines: a list of what answer_lines() yielded.
        end: why it may be incomplete.
    """
    from ..study.exercises.cases import BY_NAME
    from ..study.exercises.drawing import draw_case
    from ..study.exercises.verdict import compare

    exercise = BY_NAME[name]
    result = compare(exercise, json.loads(lines), end)
    parts = [f"<p>{escape(sentence)}</p>" for sentence in result.report()]
    cases = [
        x for x in result.case_results if x.case in exercise.named_cases or not x.right
    ]
    for each in cases:
        canvas, role = SvgCanvas(), "right" if each.right else "fault"
        other = [] if each.right or each.fault else [each.answer]
        draw_case(canvas, name, each.case.args, [each.expected, *other], 1.0)
        title = f"{'right' if each.right else 'wrong'}: {each.case.title}"
        parts.append(
            f'<div class="case {role}">{canvas.svg(title)}{escape(title)}</div>'
        )
    return "".join(parts)
