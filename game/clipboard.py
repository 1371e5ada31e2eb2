"""How is text copied to the clipboard, and pasted from it?"""

from __future__ import annotations

import pygame

MOST_LETTERS = 10_000
"""Of what is pasted: more than any line that the game copies has."""


def copy(text: str) -> bool:
    """Put a text on the desktop's clipboard; return False if there is none."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True


def paste() -> str:
    """Return the text on the desktop's clipboard, of a long one the first MOST_LETTERS;
    empty if there is none."""
    try:
        return str(pygame.scrap.get_text())[:MOST_LETTERS]
    except (pygame.error, AttributeError, NotImplementedError):
        return ""
