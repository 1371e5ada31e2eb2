"""Is there a compiled follow.c that may be used?

It is used if it is whole, was built from the follow.c that lies beside
it, and can be loaded on this machine. If not, numpy does the same, and
status says why.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType

from .build import (
    BINARY,
    FOLDER,
    SEAL,
    Unavailable,
    check_wanted,
    checksum,
    seal,
)


def load() -> ModuleType | None:
    """Return the compiled follow.c; None if it may not be used."""
    module, _ = find()
    return module


def status() -> str:
    """Return what follows movers: the compiled follow.c, or numpy, and
    then why."""
    _, status = find()
    return status


@cache
def find() -> tuple[ModuleType | None, str]:
    """Return what load and status return. That is decided once."""
    try:
        return load_module(), "follow.c: compiled"
    except (ImportError, OSError, UnicodeDecodeError) as error:
        return None, f"numpy: {error}"


def load_module() -> ModuleType:
    """Return the compiled follow.c.

    Raises:
        ImportError: it may not be used; the text says why.
        OSError: a file cannot be read.
        UnicodeDecodeError: follow.c is no text.
    """
    check_wanted()
    binary = FOLDER / BINARY
    if not binary.exists():
        raise Unavailable("follow.c is not built")
    # PyInstaller may sign a binary anew.
    is_packed = hasattr(sys, "frozen")
    if not is_packed and (FOLDER / SEAL).read_bytes() != seal(binary):
        raise Unavailable(f"{BINARY} is damaged")
    module = import_module("._follow", __package__)
    if getattr(module, "source", "") != checksum():
        raise Unavailable(f"{BINARY} was built from another follow.c")
    return module
