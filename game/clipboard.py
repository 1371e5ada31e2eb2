"""How is text copied to the clipboard?"""

from __future__ import annotations

import pygame


def copy(text: str) -> bool:
    """Put a text on the desktop's clipboard; return False if there is none."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True
