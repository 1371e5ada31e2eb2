"""What does a lesson say beside its figure?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...study.prose import Prose, Question
from ...view import palette
from ...view.widgets import Block
from .exercise import answer_mark

GOAL_REACHED = Block("\u2713 Goal reached.", palette.GOAL, bold=True)
NOT_YET = Block("Not yet. Drag, or use N and the arrow keys.", palette.QUIET)
DONE = Block("\u2713 Done.", palette.GOAL, bold=True)


def question_blocks(
    title: str, question: Question, answers: Sequence[int]
) -> list[Block]:
    """Return a question with its possible answers, and with a verdict on the indexes
    that were chosen so far; the last one counts."""
    blocks = [heading(title), Block(question.words)]
    for index, text in enumerate(question.answers):
        mark = ""
        color = palette.TEXT
        if index in answers:
            mark, color = answer_mark(index == question.right)
        blocks.append(Block(text, color, answer=index, mark=mark))
    if answers:
        blocks += verdict_blocks(question, answers[-1])
    return blocks


def verdict_blocks(question: Question, answer: int) -> list[Block]:
    """Return whether an answer is right, and the reason."""
    is_right = answer == question.right
    mark, color = answer_mark(is_right)
    text = f"{mark} Right."
    if not is_right:
        text = f"{mark} Wrong: answer {question.right + 1} is right."
    return [Block(text, color, bold=True), Block(question.why)]


def try_blocks(prose: Prose, bet: int | None, is_reached: bool) -> list[Block]:
    """Return the verdict on the bet, if there is one, the claim, and the goal."""
    blocks = []
    if bet is not None:
        blocks += verdict_blocks(prose.bet, bet)
    blocks.append(Block(prose.claim, bold=True))
    blocks.append(heading("Your turn"))
    blocks.append(Block(prose.goal))
    blocks.append(GOAL_REACHED if is_reached else NOT_YET)
    return blocks


def done_blocks(prose: Prose, missing: Iterable[str]) -> list[Block]:
    """Return which parts of the lesson are not done yet, the claim, and its sources."""
    parts = ", ".join(missing)
    end = Block(f"Still to do: {parts}.", palette.QUIET) if parts else DONE
    claim = Block(prose.claim, bold=True)
    sources = [Block(source) for source in prose.sources]
    return [end, claim, heading("Sources"), *sources]


def heading(text: str) -> Block:
    """Return a heading in the column."""
    return Block(text, palette.SWEPT, bold=True)
