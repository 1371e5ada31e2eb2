"""What does a lesson say beside its figure?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...study.prose import Prose, Question
from ...view import palette
from ...view.widgets import Block
from .exercise import answer_mark

GOAL_REACHED = "\u2713 Goal reached."
NOT_YET = "Not yet. Drag, or use N and the arrow keys."
DONE = "\u2713 Done."


def question_blocks(
    title: str, question: Question, chosen: Sequence[int]
) -> list[Block]:
    """Return the paragraphs of a question: its title, its words, its answers, and a
    verdict.

    Args:
        title: of these paragraphs.
        question: with its answers.
        chosen: indexes of the answers that were chosen so far: they are marked as right
            or wrong. The verdict is on the last one; without any there is none.
    """
    blocks = [heading(title), Block(question.words)]
    for index, text in enumerate(question.answers):
        mark = ""
        color = palette.TEXT
        if index in chosen:
            mark, color = answer_mark(index == question.right)
        blocks.append(Block(text, color, answer=index, mark=mark))
    if chosen:
        blocks += verdict_blocks(question, chosen[-1])
    return blocks


def verdict_blocks(question: Question, answer: int) -> list[Block]:
    """Return two paragraphs: whether the answer of this index is right, and why the
    right answer is right."""
    is_right = answer == question.right
    mark, color = answer_mark(is_right)
    text = f"{mark} Right."
    if not is_right:
        # Answers are counted from 1 for the learner.
        text = f"{mark} Wrong: answer {question.right + 1} is right."
    return [Block(text, color, bold=True), Block(question.why)]


def try_blocks(prose: Prose, bet: int | None, is_reached: bool) -> list[Block]:
    """Return the verdict on the bet, the claim, the goal, and whether it is reached.

    Args:
        prose: of the lesson.
        bet: the index of the answer that the learner bet on; None: there is no verdict.
        is_reached: whether the goal is reached.
    """
    blocks = []
    if bet is not None:
        blocks += verdict_blocks(prose.bet, bet)
    blocks.append(Block(prose.claim, bold=True))
    blocks.append(heading("Your turn"))
    blocks.append(Block(prose.goal))
    if is_reached:
        blocks.append(Block(GOAL_REACHED, palette.GOAL, bold=True))
    else:
        blocks.append(Block(NOT_YET, palette.QUIET))
    return blocks


def done_blocks(prose: Prose, missing: Iterable[str]) -> list[Block]:
    """Return the paragraphs at the end of a lesson: which parts are missing, if any,
    the claim, and the sources."""
    parts = ", ".join(missing)
    if parts:
        end = Block(f"Still to do: {parts}.", palette.QUIET)
    else:
        end = Block(DONE, palette.GOAL, bold=True)
    claim = Block(prose.claim, bold=True)
    sources = [Block(source) for source in prose.sources]
    return [end, claim, heading("Sources"), *sources]


def heading(text: str) -> Block:
    """Return a heading in the column."""
    return Block(text, palette.SWEPT, bold=True)
