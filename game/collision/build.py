"""How is follow.c built?

    SKIN, MARGIN, ... + follow.c  --compiler-->  _follow.abi3.so

The compiled module lies beside follow.c. It uses the stable ABI alone,
so one binary serves Python 3.11 and all later ones, except those that
have no global lock: they have no stable ABI. An installation of
the game builds it. In a copy of this folder under another name, such as
boxes, a command does, with the compiler that setuptools finds:

    python -m boxes.build

If the environment variable THIN_WALLS_C is "no", follow.c is neither
built nor used. If it is "yes", an installation fails where follow.c
cannot be built.

Sources: the Python documentation, "C API Stability"; the manual of GCC,
3.11, "Options That Control Optimization", on -ffp-contract.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from sysconfig import get_config_var

from .contact import MARGIN, NARROW, SKIN
from .response import MOST_BENDS, MOST_CONTACTS, Response

FOLDER = Path(__file__).parent
"""The folder of follow.c."""

BINARY = "_follow.abi3.so"
OPTIONS = ["-O3", "-g0", "-ffp-contract=off", "-fno-fast-math"]
"""A fused multiply-add would round once where Python rounds twice. With
notes for a debugger (-g), no two builds would give the same bytes."""
LIBRARIES = ["m"]
if sys.platform == "win32":
    BINARY = "_follow.pyd"
    OPTIONS = ["/O2", "/fp:precise"]
    LIBRARIES = []

SEAL = "_follow.sha256"
"""The file with the checksum of the binary. To load half of a binary
could end the process."""

CONSTANTS = {
    "SKIN": SKIN,
    "MARGIN": MARGIN,
    "NARROW": NARROW,
    "MOST_CONTACTS": MOST_CONTACTS,
    "MOST_BENDS": MOST_BENDS,
    "STOP": Response.STOP,
    "SLIDE": Response.SLIDE,
    "BOUNCE": Response.BOUNCE,
    "PASS": Response.PASS,
    "COLUMN_BITS": 27,  # As in levels.py, which needs numpy.
    "MOST_CELLS": 2.0**26,
}
"""The macros of follow.c, and their values."""


class Unavailable(ImportError):
    """follow.c cannot be built or used here; the text says why."""


def check_wanted() -> None:
    """Raise Unavailable if THIN_WALLS_C forbids follow.c, if this
    Python has 32 bits, since there floats may be rounded in another
    way, or if it has no stable ABI."""
    if os.environ.get("THIN_WALLS_C") == "no":
        raise Unavailable("THIN_WALLS_C is no")
    if sys.maxsize < 2**32:
        raise Unavailable("this Python has 32 bits")
    if get_config_var("Py_GIL_DISABLED"):
        raise Unavailable("this Python has no global lock")


def source() -> str:
    """Return what is compiled: the options of the compiler, which
    decide about bits too, the macros, and the text of follow.c."""
    text = (FOLDER / "follow.c").read_text(encoding="utf-8")
    macros = f"/* {' '.join(OPTIONS)} */\n"
    for name, value in CONSTANTS.items():
        macros += f"#define {name} {value}\n"
    return f'{macros}#line 1 "follow.c"\n{text}'


def checksum() -> str:
    """Return the SHA-256 of what is compiled, in hexadecimal digits; a
    binary has it as its attribute source."""
    return sha256(source().encode()).hexdigest()


def seal(binary: Path) -> bytes:
    """Return what SEAL must hold beside this binary."""
    return sha256(binary.read_bytes()).hexdigest().encode()


def build(folder: str | Path = FOLDER) -> Path:
    """Build follow.c; return the path of the binary, in this folder.

    Raises:
        Unavailable: setuptools or a compiler is missing, the compiler
            fails, or follow.c is not wanted.
        OSError: a file cannot be read or written.
    """
    from tempfile import TemporaryDirectory  # A slow import.

    check_wanted()
    with TemporaryDirectory() as temporary:
        linked = compile_in(Path(temporary)).read_bytes()
    binary = Path(folder, BINARY)
    # A program may use the old one: it keeps its file.
    part = binary.with_suffix(".part")
    part.write_bytes(linked)
    part.replace(binary)
    Path(folder, SEAL).write_bytes(seal(binary))
    return binary


def compile_in(temporary: Path) -> Path:
    """Compile and link follow.c in a temporary folder; return the path
    of the binary, whose name depends on the version of Python.

    Raises:
        Unavailable: setuptools or a compiler is missing, or fails.
    """
    try:
        # PyInstaller would pack what an import statement names.
        setuptools = import_module("setuptools")
    except ImportError:
        raise Unavailable("setuptools is not installed") from None
    file = temporary / "follow.c"
    text = f'#define SOURCE_TEXT "{checksum()}"\n{source()}'
    file.write_text(text, encoding="utf-8")
    extension = setuptools.Extension(
        "_follow",
        [str(file)],
        libraries=LIBRARIES,
        extra_compile_args=OPTIONS,
        py_limited_api=True,
    )
    modules = {"ext_modules": [extension]}
    distribution = setuptools.Distribution(modules)
    command = distribution.get_command_obj("build_ext")
    command.build_lib = str(temporary / "linked")
    command.build_temp = str(temporary)
    command.force = True
    try:
        distribution.run_command("build_ext")
    except Exception as error:  # Each compiler has its own.
        raise Unavailable(str(error)) from error
    return Path(command.get_outputs()[0])


def main(folders: list[str]) -> int:
    """Build follow.c, in its own folder or in the one that is listed;
    return the exit status."""
    folder = folders[0] if folders else FOLDER
    try:
        print(build(folder))
    except (Unavailable, OSError) as error:
        print(f"follow.c is not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
