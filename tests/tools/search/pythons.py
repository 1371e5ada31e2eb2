"""Do all versions of Python and numpy give the same results, to the bit?

Each Python gets a fresh virtual environment with its oldest and one with its newest numpy, without
pygame, and runs tests/tools/make/hashes.py twice: once as it is, and once elsewhere: with another
hash seed, locale, time zone and folder, with -O, without numpy's SIMD, and without FMA in glibc's
sines, which then differ in the last bit.

    python tests/tools/search/pythons.py                 this Python, and each python3.N on the path
    python tests/tools/search/pythons.py PYTHON ...      these
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SCRIPT = Path(__file__).resolve().parents[1] / "make" / "hashes.py"
OLDEST = {(3, 11): "2.0.0", (3, 12): "2.0.0", (3, 13): "2.1.0", (3, 14): "2.3.2"}
"""The oldest numpy that pyproject.toml allows and that has a wheel for each Python."""
ENVIRONMENT = {
    "PYTHONHASHSEED": "12345",
    "PYTHONUTF8": "0",
    "TZ": "ELSEWHERE-12:45",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable",
}
LOCALE = "tr_TR"
"""In it the decimal point is a comma, and the lower case of I has no dot."""
VERSION = "import sys; print(*sys.version_info[:3])"
IN_LOCALE = """
import locale, runpy, sys
locale.setlocale(locale.LC_ALL, "")
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""
SIMD = "import numpy; print(*numpy.show_config('dicts')['SIMD Extensions'].get('found', []))"


def output_of(*command: str | Path, **how: Any) -> str:
    """Return what a command prints."""
    done = subprocess.run(command, check=True, text=True, capture_output=True, **how)
    return str(done.stdout).strip()


def version_of(python: str) -> tuple[int, ...] | None:
    """Return a Python's version; None if it is not one, or does not run."""
    try:
        return tuple(map(int, output_of(python, "-c", VERSION).split()))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def pythons(names: Sequence[str]) -> dict[tuple[int, ...], str]:
    """Return the Pythons to test, one of each version."""
    names = names or [sys.executable, *(f"python3.{n}" for n in range(11, 20))]
    found = {version_of(path): path for name in names if (path := shutil.which(name))}
    return {number: path for number, path in sorted(found.items(), key=str) if number}


def environment(python: str, numpy: str, folder: Path) -> Path:
    """Make an environment with numpy in it; return its Python."""
    output_of(python, "-m", "venv", folder)
    own = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    output_of(own, "-m", "pip", "install", "-q", "--only-binary", "numpy", numpy)
    return own


def locale_in(folder: Path) -> dict[str, str]:
    """Make a locale in a folder; return the variables that select it, none if it cannot be made."""
    place = folder / f"{LOCALE}.UTF-8"
    try:
        output_of("localedef", "-i", LOCALE, "-f", "UTF-8", place)
    except (OSError, subprocess.CalledProcessError):
        return {}
    return {"LC_ALL": place.name, "LOCPATH": str(folder)}


def elsewhere(python: Path, folder: Path) -> str:
    """Return what the script prints in the unusual environment."""
    place = os.environ | ENVIRONMENT | locale_in(folder)
    place["NPY_DISABLE_CPU_FEATURES"] = output_of(python, "-c", SIMD)
    return output_of(python, "-O", "-c", IN_LOCALE, SCRIPT, "--json", cwd=folder, env=place)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="default: all on the path")
    names = parser.parse_args().pythons
    pinned, wrong = json.loads(SCRIPT.with_suffix(".json").read_text(encoding="utf-8")), []
    print("| Python | numpy | as it is | elsewhere |\n| --- | --- | --- | --- |")
    for number, python in pythons(names).items():
        oldest = OLDEST.get(number[:2])
        for wanted in ([f"numpy=={oldest}"] if oldest else []) + ["numpy"]:
            with TemporaryDirectory() as folder:
                home, name = Path(folder), ".".join(map(str, number))
                own = environment(python, wanted, home / "venv")
                numpy = output_of(own, "-c", "import numpy; print(numpy.__version__)")
                cells = []
                for text in (output_of(own, SCRIPT, "--json"), elsewhere(own, home)):
                    found = json.loads(text)
                    differ = [key for key in pinned if found.get(key) != pinned[key]]
                    wrong += [f"{key}: Python {name}, numpy {numpy}" for key in differ]
                    cells.append(f"{len(pinned) - len(differ)} of {len(pinned)}")
                print(f"| {name} | {numpy} | {' | '.join(cells)} |", flush=True)
    print(*wrong, sep="\n", end="")
    return bool(wrong)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(map(str, error.cmd))}\n{error.stderr}")
