"""Is there a compiled follow.c that may be used?"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def load() -> ModuleType | None:
    """Return follow.c, compiled; None if it is not."""
    try:
        return import_module("._follow", __package__)
    except ImportError:
        return None


def status() -> str:
    return ""
