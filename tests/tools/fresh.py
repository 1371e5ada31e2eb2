"""Do the README's commands work on a fresh machine, and how long do they take?

Everything runs in a temporary folder whose name has spaces and a letter outside ASCII, with an
empty home, no cache, and only those environment variables that lead to Python and its packages. The
committed files are cloned there. Then each of these plays a room to its exit, without a display:

- the README's first command;
- the same command where no compiler is found;
- the stand-alone folder that the README's command makes with PyInstaller;
- the wheel, in another environment and started from another folder.

Each also checks an exercise, draws a lesson, and writes the page of the tutorial; the picture, the
code beside the lessons and the page must be the same for all. The wheel is built from the sdist,
and must equal the one built from the tree. Where a compiler is found, all but the second are to say
that follow.c is compiled; there is also a wheel without it.

    python tests/tools/fresh.py            all of these
    python tests/tools/fresh.py --tests    also the README's test command, in the unpacked sdist

It needs a POSIX shell, git and the network.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
PASSED_ON = re.compile(
    r"PIP_.*|SSL_CERT_.*|REQUESTS_CA_BUNDLE|\w+_proxy|LD_LIBRARY_PATH", re.IGNORECASE
)
"""Environment variables without which some machines find no packages or no libpython."""
EXERCISE = "overlaps"
SOLUTION = f"""
from pathlib import Path
from game.collision import {EXERCISE}
from game.study.lessons import LESSONS
from game.study.listing import listing
lines = [line.text for lesson in LESSONS for line in listing(lesson.code)]
Path("code.txt").write_text("\\n".join(lines), encoding="utf-8")
"""
"""The right solution by the program's own function; it writes the code shown beside each lesson."""
PICTURES = "/assets/pictures/"
"""The part of assets that is only for readers and not in the wheel."""
ABOUT = "about"
"""Here, the folder in the wheel whose name ends in .dist-info."""
FILLED_IN = "METADATA", "RECORD", "WHEEL", "entry_points.txt"
LICENCES = "licenses/LICENSE", "licenses/assets/fonts/LICENSE.txt"
FINISHED = "first-contact: finished"
COMPILED = "follow.c: compiled"
NUMPY = "numpy: follow.c is not built"
BUILT = {"game/collision/_follow.abi3.so", "game/collision/_follow.sha256"}
"""What only a wheel for one platform holds."""
FOR_BUILDING = "game/collision/hatch_build.py"


class Fresh:
    """A folder, at first empty, with a clone of the repository and an empty home beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clone = folder, folder / "thin walls"
        self.has_compiler = can_build()
        home = folder / "home"
        home.mkdir()
        python = Path(sys.base_prefix) / "bin"
        self.variables = {
            name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)
        }
        self.variables |= {
            "PATH": f"{python}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(home),
            "PIP_NO_CACHE_DIR": "1",
            "PIP_QUIET": "1",
        }
        self.run("git", "clone", "-q", ROOT, self.clone)
        self.outputs: list[tuple[bytes, ...]] = []

    def run(self, *command: str | Path, cwd: Path | None = None, silent: bool = True) -> str:
        """Run a command; return its output, or pass it on to ours unless silent."""
        stream = subprocess.PIPE if silent else None
        where = {"cwd": cwd or self.folder, "env": self.variables, "encoding": "utf-8"}
        done = subprocess.run(command, check=True, stdout=stream, stderr=stream, **where)
        return done.stdout or ""

    def shell(self, words: str, cwd: Path, silent: bool = True) -> str:
        """Run the README's command that has these words, in a folder; return its output."""
        readme = (self.clone / "README.md").read_text(encoding="utf-8")
        return self.run("sh", "-c", command(readme, words), cwd=cwd, silent=silent)

    def environment(self, name: str, *packages: str | Path) -> Path:
        """Make an environment with these packages; return the folder of its programs."""
        self.run("python3", "-m", "venv", name)
        self.run(self.folder / name / "bin" / "pip", "install", *packages)
        return self.folder / name / "bin"

    def try_program(self, *program: str | Path) -> None:
        """Play a room, check an exercise and draw a lesson, in a folder of its own."""
        own = self.folder / f"own {len(self.outputs)}"
        own.mkdir()

        def output(*options: str) -> str:
            return self.run(*program, *options, cwd=own)

        version = output("--version")
        follows = COMPILED if self.has_compiler else NUMPY
        expect(re.fullmatch(rf"thin-walls \d+\.\d+\.\d+\n{follows}\n", version), version)
        output("--exercises", "mine")
        for path in (own / "mine").glob("*.py"):
            if path.stem != EXERCISE:
                path.unlink()
        with (own / "mine" / f"{EXERCISE}.py").open("a", encoding="utf-8") as file:
            file.write(SOLUTION)
        verdict = output("--check", "mine")
        expect(f"{EXERCISE}: passes all" in verdict, verdict)
        output("--scene", "lesson:4", "--screenshot", "lesson.png")
        output("--web", "page")
        files = own / "lesson.png", own / "mine" / "code.txt", own / "page" / "index.html"
        self.outputs.append(tuple(path.read_bytes() for path in files))
        expect(b"def sweep(" in self.outputs[0][1], "the lessons are shown without code")
        expect(len(set(self.outputs)) == 1, "what the lessons show differs")
        summary = output("--headless", "--level", "first-contact", "--json")
        expect(json.loads(summary)["finished"], summary)


def command(readme: str, words: str) -> str:
    """Return the README's only command for a POSIX shell that contains these words."""
    [found] = [line for line in re.findall(r"```sh\n(.*)\n```", readme) if words in line]
    return found


def expect(condition: object, found: str) -> None:
    """Raise an error with what was found, unless the condition holds."""
    if not condition:
        raise AssertionError(found)


def the_readmes_command(at: Fresh) -> None:
    """the README's first command"""
    output = at.shell("pip install -e . ", at.clone)
    expect(output.startswith("No display was found") and FINISHED in output, output)


def without_a_compiler(at: Fresh) -> None:
    """the same where no compiler is found"""
    clone, programs = at.folder / "another clone", at.folder / "programs"
    at.run("git", "clone", "-q", at.clone, clone)
    programs.mkdir()
    for name in ("sh", "python3"):
        (programs / name).symlink_to(shutil.which(name, path=at.variables["PATH"]))
    readme = (clone / "README.md").read_text(encoding="utf-8")
    words = command(readme, "pip install -e . ")
    output = at.run("env", f"PATH={programs}", "sh", "-c", words, cwd=clone)
    expect(output.startswith("No display was found") and FINISHED in output, output)
    version = at.run(clone / ".venv" / "bin" / "thin-walls", "--version")
    expect(version.endswith(f"\n{NUMPY}\n"), version)


def the_checkout(at: Fresh) -> None:
    """the clone that it set up"""
    python = at.clone / ".venv" / "bin" / "python"
    refusal = at.run("sh", "-c", '"$0" run.py --web page 2>&1 || true', python, cwd=at.clone)
    [install] = re.findall(r"--web needs .*; install it with pip (install \S+)\n", refusal)
    at.run(python, "-m", "pip", *install.split())
    at.try_program(python, at.clone / "run.py")


def the_stand_alone_folder(at: Fresh) -> None:
    """the stand-alone folder"""
    at.shell("bin/pyinstaller", at.clone)
    at.try_program(at.clone / "dist" / "thin-walls" / "thin-walls")


def the_wheel(at: Fresh) -> None:
    """the wheel"""
    build = at.environment("build", "build") / "python"
    at.run(build, "-m", "build", "-q", "--outdir", at.folder / "packages", at.clone)
    at.run(build, "-m", "build", "-q", "--wheel", "--outdir", at.folder / "tree", at.clone)
    [wheel] = (at.folder / "packages").glob("*.whl")
    for_all = "env", "THIN_WALLS_C=no", build, "-m", "build", "-q", "--wheel"
    at.run(*for_all, "--outdir", at.folder / "numpy", at.clone)
    [without] = (at.folder / "numpy").glob("*-py3-none-any.whl")
    here, there = map(contents, (wheel, at.folder / "tree" / wheel.name))
    expect(here == there, "the wheel from the sdist is not the one from the tree")
    committed = at.run("git", "ls-files", "game", "assets", cwd=at.clone).split()
    wanted = {f"game/{name.removeprefix('game/')}" for name in committed if is_for_users(name)}
    wanted |= {f"{ABOUT}/{name}" for name in (*FILLED_IN, *LICENCES)}
    expect_names(contents(without), wanted)
    expect_names(here, wanted | BUILT if at.has_compiler else wanted)
    programs = at.environment("installed", f"{wheel}[web]")
    at.try_program(programs / "python", "-m", "game")
    at.try_program(programs / "thin-walls")


def the_tests(at: Fresh) -> None:
    """the README's test command, in the sdist"""
    [sdist] = (at.folder / "packages").glob("*.tar.gz")
    at.run("tar", "-xzf", sdist)
    unpacked = at.folder / sdist.name.removesuffix(".tar.gz")
    at.shell("bin/python -m pytest", unpacked, silent=False)


def can_build() -> bool:
    """Tell whether there is what it takes to build follow.c for this Python."""
    compiler = sysconfig.get_config_var("CC").split()[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    return bool(shutil.which(compiler)) and header.exists()


def is_for_users(name: str) -> bool:
    """Tell whether a committed file of game/ or assets/ belongs in the wheel."""
    is_shown = PICTURES not in f"/{name}" and not Path(name).name.startswith(".")
    return is_shown and name != FOR_BUILDING


def expect_names(wheel: Iterable[str], wanted: set[str]) -> None:
    """Raise an error unless the files of a wheel have these names."""
    found = {re.sub(r"^[^/]*\.dist-info/", f"{ABOUT}/", name) for name in wheel}
    expect(found >= wanted, f"the wheel lacks {sorted(wanted - found)}")
    expect(found <= wanted, f"the wheel also holds {sorted(found - wanted)}")


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel by name."""
    with ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


STEPS = [
    the_readmes_command,
    without_a_compiler,
    the_checkout,
    the_stand_alone_folder,
    the_wheel,
]


def main(*options: str) -> int:
    with TemporaryDirectory(prefix="thin-walls-") as temporary:
        folder = Path(temporary) / "Ein Wänd spielen"
        folder.mkdir()
        at = Fresh(folder)
        print("| | seconds |\n| --- | --- |", flush=True)
        for step in STEPS + ([the_tests] if "--tests" in options else []):
            begun = time.perf_counter()
            step(at)
            print(f"| {step.__doc__} | {time.perf_counter() - begun:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(f"{shlex.join(map(str, error.cmd))}\n{error.stdout}\n{error.stderr}")
