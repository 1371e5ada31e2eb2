"""Does a stranger get to play, and in how many seconds?

Everything happens in a temporary folder whose name has spaces and a letter that ASCII has not, with
an empty home and no cache; of the environment variables only those are kept that lead to Python and
its packages. What is committed is cloned there. Then each of these plays a room to its exit,
without a display:

- the README's first command;
- the stand-alone folder that the README's command makes with PyInstaller;
- the wheel, in another environment and started from another folder.

Each of the three checks an exercise and draws a lesson as well; the picture and the code that is
shown beside the lessons have to be the same from all. The wheel comes from the sdist, and has to be
the one that the tree gives.

    python tests/tools/fresh.py            these
    python tests/tools/fresh.py --tests    and the README's test command, in the unpacked sdist

It takes a POSIX shell, git and the network.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
KEPT = re.compile(r"PIP_.*|SSL_CERT_.*|REQUESTS_CA_BUNDLE|\w+_proxy|LD_LIBRARY_PATH", re.IGNORECASE)
"""Variables without which some machines reach no packages, or find no libpython."""
EXERCISE = "overlaps"
SOLUTION = f"""
from pathlib import Path
from game.collision import {EXERCISE}
from game.study.lessons import LESSONS
from game.study.listing import listing
lines = [line.text for lesson in LESSONS for line in listing(lesson.code)]
Path("code.txt").write_text("\\n".join(lines), encoding="utf-8")
"""
"""Right, and the program's own: it tells what code the program would show beside each lesson."""
PICTURES = "/assets/pictures/"
"""What is in assets for readers alone."""
FINISHED = "first-contact: finished"


class Fresh:
    """A folder with a clone in it, and a home beside that.

    Args:
        folder: an empty one.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.clone = folder, folder / "thin walls"
        home = folder / "home"
        home.mkdir()
        python = Path(sys.base_prefix) / "bin"
        self.variables = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
        self.variables |= {
            "PATH": f"{python}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(home),
            "PIP_NO_CACHE_DIR": "1",
            "PIP_QUIET": "1",
        }
        self.said("git", "clone", "-q", ROOT, self.clone)
        self.seen: list[tuple[bytes, ...]] = []

    def said(self, *command: str | Path, cwd: Path | None = None, silent: bool = True) -> str:
        """Return what a command prints, or let it be seen.

        Raises:
            CalledProcessError: it fails.
        """
        heard = subprocess.PIPE if silent else None
        done = subprocess.run(
            command,
            cwd=cwd or self.folder,
            env=self.variables,
            check=True,
            stdout=heard,
            stderr=heard,
            encoding="utf-8",
        )
        return done.stdout or ""

    def shell(self, words: str, cwd: Path, silent: bool = True) -> str:
        """Do in a folder what the README says; return what is printed."""
        readme = (self.clone / "README.md").read_text(encoding="utf-8")
        return self.said("sh", "-c", command(readme, words), cwd=cwd, silent=silent)

    def environment(self, name: str, *packages: str | Path) -> Path:
        """Make an environment with these packages; return the folder of its programs."""
        self.said("python3", "-m", "venv", name)
        self.said(self.folder / name / "bin" / "pip", "install", *packages)
        return self.folder / name / "bin"

    def tried(self, *program: str | Path) -> None:
        """Let a program play a room, check an exercise and draw a lesson, in a folder for it."""
        own = self.folder / f"own {len(self.seen)}"
        own.mkdir()

        def told(*options: str) -> str:
            return self.said(*program, *options, cwd=own)

        version = told("--version")
        expect(re.fullmatch(r"thin-walls \d+\.\d+\.\d+\n", version), version)
        told("--exercises", "mine")
        for path in (own / "mine").glob("*.py"):
            if path.stem != EXERCISE:
                path.unlink()
        with (own / "mine" / f"{EXERCISE}.py").open("a", encoding="utf-8") as file:
            file.write(SOLUTION)
        checked = told("--check", "mine")
        expect(f"{EXERCISE}: passes all" in checked, checked)
        told("--scene", "lesson:4", "--screenshot", "lesson.png")
        files = own / "lesson.png", own / "mine" / "code.txt"
        self.seen.append(tuple(path.read_bytes() for path in files))
        expect(b"def sweep(" in self.seen[0][1], "the lessons are shown without code")
        expect(len(set(self.seen)) == 1, "what the lessons show differs")
        summary = told("--headless", "--level", "first-contact", "--json")
        expect(json.loads(summary)["finished"], summary)


def command(readme: str, words: str) -> str:
    """Return the README's only command for a POSIX shell that has these words in it."""
    [found] = [line for line in re.findall(r"```sh\n(.*)\n```", readme) if words in line]
    return found


def expect(true: object, otherwise: str) -> None:
    """Raise what was seen instead, unless it is true."""
    if not true:
        raise AssertionError(otherwise)


def the_readmes_command(at: Fresh) -> None:
    """the README's first command"""
    told = at.shell("bin/python run.py", at.clone)
    expect(told.startswith("No display was found") and FINISHED in told, told)


def the_checkout(at: Fresh) -> None:
    """the clone that it set up"""
    at.tried(at.clone / ".venv" / "bin" / "python", at.clone / "run.py")


def the_stand_alone_folder(at: Fresh) -> None:
    """the stand-alone folder"""
    at.shell("bin/pyinstaller", at.clone)
    at.tried(at.clone / "dist" / "thin-walls" / "thin-walls")


def the_wheel(at: Fresh) -> None:
    """the wheel"""
    build = at.environment("build", "build") / "python"
    at.said(build, "-m", "build", "-q", "--outdir", at.folder / "packages", at.clone)
    at.said(build, "-m", "build", "-q", "--wheel", "--outdir", at.folder / "tree", at.clone)
    [wheel] = (at.folder / "packages").glob("*.whl")
    here, there = map(contents, (wheel, at.folder / "tree" / wheel.name))
    expect(here == there, "the wheel from the sdist is not the one from the tree")
    kept = at.said("git", "ls-files", "game", "assets", cwd=at.clone).split()
    wanted = {f"game/{name.removeprefix('game/')}" for name in kept}
    missing = sorted(name for name in wanted - set(here) if PICTURES not in name)
    expect(not missing, f"the wheel lacks {missing}")
    programs = at.environment("installed", wheel)
    at.tried(programs / "python", "-m", "game")
    at.tried(programs / "thin-walls")


def the_tests(at: Fresh) -> None:
    """the README's test command, in the sdist"""
    [sdist] = (at.folder / "packages").glob("*.tar.gz")
    at.said("tar", "-xzf", sdist)
    unpacked = at.folder / sdist.name.removesuffix(".tar.gz")
    at.shell("bin/python -m pytest", unpacked, silent=False)


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel by name."""
    with ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


WAYS = [the_readmes_command, the_checkout, the_stand_alone_folder, the_wheel]


def main(*options: str) -> int:
    with TemporaryDirectory(prefix="thin-walls-") as temporary:
        folder = Path(temporary) / "Ein Wänd spielen"
        folder.mkdir()
        at = Fresh(folder)
        print("| | seconds |\n| --- | --- |", flush=True)
        for way in WAYS + ([the_tests] if "--tests" in options else []):
            begun = time.perf_counter()
            way(at)
            print(f"| {way.__doc__} | {time.perf_counter() - begun:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(f"{shlex.join(map(str, error.cmd))}\n{error.stdout}\n{error.stderr}")
