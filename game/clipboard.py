"""How do words get out of the window?

By the clipboard of the desktop; where there is none, whoever copies is told so.
"""

from __future__ import annotations

import pygame


def copy(words: str) -> bool:
    """Put words on the clipboard; tell whether there is one."""
    try:
        pygame.scrap.put_text(words)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True
