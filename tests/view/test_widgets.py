"""Where do paragraphs lie, and what do they look like?"""

import pygame
import pytest

from game.view import palette
from game.view.canvas import Canvas
from game.view.screen import Screen
from game.view.widgets import ANSWER_LINES, LETTER_WIDTH, Block, draw_blocks, stack_blocks


@pytest.mark.parametrize(("answer", "inset"), [(-1, 0.0), (2, ANSWER_LINES[0])])
def test_lines_are_as_long_as_their_box_is_wide(answer, inset):
    """Those of an answer stand right of its mark."""
    asked = []

    def split(words, letters):
        asked.append(letters)
        return [[(words, "")]]

    for wide in range(100, 200):
        ((_, box, _),) = stack_blocks([Block("words", answer=answer)], (10, 20), wide, split)
        ends = [10 + inset + LETTER_WIDTH * letters for letters in (asked[-1], asked[-1] + 2)]
        assert ends[0] <= box[1][0] < ends[1]


def test_paragraphs_lie_one_below_the_other():
    """However many lines they have."""
    blocks = [Block("words"), Block("one", answer=0), Block("two", answer=1), Block("end")]
    for lines in (1, 3):
        placed = stack_blocks(blocks, (10, 20), 200, lambda words, _, n=lines: [[(words, "")]] * n)
        tops, bottoms = zip(*[(low[1], high[1]) for _, (low, high), _ in placed])
        assert all(bottom < top for bottom, top in zip(bottoms, tops[1:]))
        assert all(high - low >= 12 * lines for low, high in zip(tops, bottoms))


@pytest.mark.parametrize("chosen", [0, 1])
def test_the_frame_of_the_chosen_answer_is_lit(chosen):
    blocks = [Block("one", answer=0), Block("two", answer=1)]
    placed = stack_blocks(blocks, (10, 20), 200, lambda words, _: [[(words, "")]])
    surface = pygame.Surface((640, 360))
    draw_blocks(Canvas(surface, Screen(1.0, 0.0, 0.0)), placed, chosen)
    colors = [surface.get_at((100, round(box[0][1])))[:3] for _, box, _ in placed]
    assert colors.pop(chosen) == palette.PLAYER
    assert colors == [palette.BORDER]
