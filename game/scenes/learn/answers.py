"""What did the learner answer to the questions of a lesson?"""

from __future__ import annotations

from ...study.prose import Prose


class Answers:
    """The answers to the two questions of a lesson: its bet and its check.

    A question has the name of the step that asks it.

    Args:
        prose: the texts of the lesson.
    """

    def __init__(self, prose: Prose) -> None:
        self.questions = {"bet": prose.bet, "check": prose.check}
        """By step."""
        self.indexes: dict[str, list[int]] = {"bet": [], "check": []}
        """By step: the indexes of all answers so far; the last one counts."""

    def last(self, step: str) -> int | None:
        """Return the index of the answer that counts; None without an answer, or if the
        step asks nothing."""
        indexes = self.indexes.get(step)
        return indexes[-1] if indexes else None

    def is_open(self, step: str) -> bool:
        """Tell whether a step still takes an answer: a bet can always be changed, an
        answer to the check only until it is right; other steps take none."""
        if step == "bet":
            return True
        question = self.questions.get(step)
        return question is not None and self.last(step) != question.right

    def add(self, step: str, index: int) -> None:
        """Note an answer."""
        self.indexes[step].append(index)

    def forget(self, step: str) -> None:
        """Forget the answers to the question of a step, if it has one."""
        self.indexes[step] = []
