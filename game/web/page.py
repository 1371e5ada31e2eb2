"""What does a figure of the page show, and what is the result of an exercise?

This runs in the reader's browser as well as where the page is built. There page.js
calls it, with numbers and text, and gets text. The exercises are imported when one
runs: no figure waits for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from ..study.lesson import Handle, State
from ..study.lessons import LESSONS
from ..study.listing import Line
from ..study.prose import term_pieces
from ..study.values import annotate
from .canvas import SvgCanvas

if TYPE_CHECKING:
    from ..study.exercises.verdict import CaseResult

LESSON_BY_NAME = {lesson.name: lesson for lesson in LESSONS}


class PageFigure:
    """A lesson's figure on the page, in a state.

    Args:
        name: of the lesson.
        changes: NAME=NUMBER for each number that differs from the lesson's first state,
            and for u.
    """

    def __init__(self, name: str, changes: str = "") -> None:
        self.lesson = LESSON_BY_NAME[name]
        numbers = read_changes(changes)
        u = numbers.pop("u", 0.0)
        state = self.lesson.state.change(**numbers)
        self.first_state = replace(state, u=u)
        self.state = self.first_state

    def change(self, state: State) -> str:
        """Go to another state; return the picture of it."""
        self.state = state
        return self.picture()

    def reset(self) -> str:
        """Go back to the first state; return the picture of it."""
        return self.change(self.first_state)

    def show(self, u: float) -> str:
        """Set the time in the step, 0 to 1; return the picture of it."""
        return self.change(replace(self.state, u=u))

    def drag(self, index: int, x: float, y: float) -> str:
        """Move the handle of this index as near to a place of the figure as it can be;
        return the picture after that."""
        handle = self.lesson.handles[index]
        return self.change(handle.drag(self.state, (x, y)))

    def nudge(self, index: int, across: float, down: float) -> str:
        """Change the first number of the handle of this index by so many of its steps
        across, and the second, if it has one, by so many down; return the picture after
        that."""
        handle = self.lesson.handles[index]
        return self.change(handle.nudge(self.state, across, down))

    def slide(self, index: int, value: float) -> str:
        """Set the number of the handle of this index, which is a slider; return the
        picture after that."""
        handle = self.lesson.handles[index]
        return self.change(handle.move(self.state, [value]))

    def svg(self, label: str = "", reveals: bool = True) -> str:
        """Return the figure as SVG.

        Args:
            label: of the picture; "" stands for words() without their colours.
            reveals: False before the bet: then it omits what gives the answer away.
        """
        canvas = SvgCanvas(reveals)
        self.lesson.figure(canvas, replace(self.state, reveals=reveals))
        return canvas.svg(label or self.lesson.words(self.state))

    def words(self) -> str:
        """Return the words that say what the figure shows now, as HTML with the terms
        in their colours."""
        text = self.lesson.words(self.state)
        return spans(term_pieces(text))

    def picture(self) -> str:
        """Return what page.js shows, as JSON: the figure, its words, the time, its
        handles, and whether the lesson's goal is reached."""
        handles = [self.handle_fields(handle) for handle in self.lesson.handles]
        return json.dumps(
            {
                "svg": self.svg(),
                "words": self.words(),
                "u": self.state.u,
                "handles": handles,
                "reached": self.lesson.reaches_goal(self.state),
            }
        )

    def handle_fields(self, handle: Handle) -> dict[str, object]:
        """Return by their names the fields of a handle, its numbers, and its place in
        the figure, which is None for a slider."""
        fields = handle._asdict()
        fields["values"] = handle.values(self.state)
        place = None if handle.is_slider else handle.place(self.state)
        fields["place"] = place
        return fields

    def code(self) -> str:
        """Return the lesson's code as HTML, with the figure's numbers; the lines that
        decide are lit."""
        lesson = self.lesson
        state = self.state
        lit_parts = lesson.lines(state)
        lines = annotate(lesson.code, lambda: lesson.call(state), lit_parts)
        return "".join(code_line(line) for line in lines)


def read_changes(text: str) -> dict[str, float]:
    """Return numbers by their names, from a text of words like NAME=NUMBER."""
    numbers = {}
    for word in text.split():
        name, _, number = word.partition("=")
        numbers[name] = float(number)
    return numbers


def code_line(line: Line) -> str:
    """Return a line of code in colours as HTML; the class "lit" says that it decides,
    "doc" that it belongs to a docstring."""
    classes = "line"
    if line.is_lit:
        classes += " lit"
    if line.is_doc:
        classes += " doc"
    return f'<span class="{classes}">{spans(line.pieces)}\n</span>'


def spans(pieces: Iterable[tuple[str, str]]) -> str:
    """Return a text as HTML.

    Args:
        pieces: of the text, each with its role or its kind of code, which becomes its
            class; plain words and plain code have none.
    """
    html = ""
    for text, kind in pieces:
        if kind in ("", "code"):
            html += escape(text)
        else:
            html += f'<span class="{kind}">{escape(text)}</span>'
    return html


def answer_lines(name: str, source: str) -> Iterator[str]:
    """Run the text of a learner's file; yield lines of JSON, as answers() describes
    them: the first says whether there is a function, each other one what it answers in
    a case.

    Args:
        name: of the exercise.
        source: the text.
    """
    from ..study.exercises.cases import BY_NAME
    from ..study.exercises.verdict import answers

    yield from map(json.dumps, answers(BY_NAME[name], source))


def verdict(name: str, lines: str, end: str) -> str:
    """Return the result of an exercise as HTML: sentences, then the figures of all
    named cases and of those other cases in which the answer is wrong.

    Args:
        name: of the exercise.
        lines: those of answer_lines(), as one list in JSON.
        end: why lines may be missing at the end of the list.
    """
    from ..study.exercises.cases import BY_NAME
    from ..study.exercises.verdict import compare

    exercise = BY_NAME[name]
    result = compare(exercise, json.loads(lines), end)
    parts = [f"<p>{escape(sentence)}</p>" for sentence in result.report()]
    for case_result in result.case_results:
        is_named = case_result.case.title in exercise.named_args
        if is_named or not case_result.is_right:
            parts.append(case_html(name, case_result))
    return "".join(parts)


def case_html(name: str, result: CaseResult) -> str:
    """Return a case of the exercise of this name as HTML.

    Its figure shows the expected answer and, beside it, the learner's, if there is one
    and it is wrong. The title below says which of both it is.
    """
    from ..study.exercises.drawing import draw_case

    answers = [result.expected]
    if not result.is_right and not result.fault:
        answers.append(result.answer)
    canvas = SvgCanvas()
    draw_case(canvas, name, result.case.args, answers, u=1.0)
    word = "right" if result.is_right else "wrong"
    role = "right" if result.is_right else "fault"
    title = f"{word}: {result.case.title}"
    return f'<div class="case {role}">{canvas.svg(title)}{escape(title)}</div>'
