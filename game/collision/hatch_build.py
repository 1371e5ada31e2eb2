"""How does an installation of the game build follow.c?

hatchling loads this file to make a wheel, which then holds what was
built. An editable installation has it in the checkout. If follow.c
cannot be built, all is as if there were none.

Source: the manual of Hatch, "Custom build hook".
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = "game/collision"


class FollowHook:
    """Builds follow.c before a wheel is made."""

    root: str
    """The folder of pyproject.toml."""
    app: Any
    """It ends an installation with a sentence."""

    def initialize(self, version: str, data: dict[str, Any]) -> None:
        """Build follow.c, and add it to the data of a wheel unless the
        version is "editable"."""
        if version == "editable":
            self.build(f"{self.root}/{FOLDER}")
            return
        self.temporary = TemporaryDirectory()  # As long as the hook.
        if not self.build(self.temporary.name):
            return
        platform = re.sub("[-.]", "_", sysconfig.get_platform())
        # From macOS 11 on, installers know no minor version but 0.
        platform = re.sub(r"^(macosx_[1-9]\d)_\d+", r"\1_0", platform)
        for file in Path(self.temporary.name).iterdir():
            data["force_include"][str(file)] = f"{FOLDER}/{file.name}"
            data["pure_python"] = False
            # For Python 3.11 and all later ones.
            data["tag"] = f"cp311-abi3-{platform}"

    def build(self, folder: str) -> bool:
        """Build follow.c into a folder, without a word unless it must
        be built; return whether it was."""
        command = [sys.executable, "-m", "game.collision.build", folder]
        done = subprocess.run(
            command,
            cwd=self.root,
            capture_output=True,
            errors="replace",
            env={**os.environ, "PYTHONSAFEPATH": ""},
        )
        is_needed = os.environ.get("THIN_WALLS_C") == "yes"
        if done.returncode and is_needed:
            self.app.abort(done.stderr)
        return done.returncode == 0


def get_build_hook() -> type:
    """Return the class of the hook; hatchling calls this."""
    from hatchling.builders.hooks.plugin import interface

    return type("Hook", (FollowHook, interface.BuildHookInterface), {})
