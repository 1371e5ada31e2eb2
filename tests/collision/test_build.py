"""How follow.c is built, when what was built is used, and what an installation makes of it.

Everything happens in copies of the folder. Where there is no compiler, or Python came without what
extensions are built with, the tests that build are left out and say so.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

from game.collision import build, hatch_build, levels

COLLISION = Path(build.__file__).parent
VARIABLE = "THIN_WALLS_C"
COMPILED = "follow.c: compiled\n"
STATUS = "from boxes import library; print(library.status())"
WITHOUT = {"CC": "there-is-no-such-compiler"}
STEP = (
    "from boxes import Response, Space, library\n"
    "space = Space(); space.add_walls([29, 0], [1, 9])\n"
    "space.add_movers([(0, y) for y in range(9)], [4, 4], [96, 0], Response.BOUNCE)\n"
    "print(library.status(), *set(space.step(1).contacts.u.tolist()))"
)
"""Nine movers bounce off a wall: their faces meet it when they have gone 24 of 96 px."""


def lacking():
    """Return what is lacking here to build follow.c; empty if nothing is."""
    header = Path(sysconfig.get_path("include"), "Python.h")
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl"
    if not any(build.BINARY.endswith(suffix) for suffix in EXTENSION_SUFFIXES):
        return "a Python with the stable ABI"
    if sys.maxsize < 2**32:
        return "a Python of 64 bits"
    if not find_spec("setuptools"):
        return "setuptools"
    if not header.exists():
        return str(header)
    if sys.platform != "win32" and not shutil.which(shlex.split(compiler)[0]):
        return compiler
    return ""


def run(folder, *command, **variables):
    """Run Python beside a copy of the folder; return what it prints, its errors and its status."""
    place = {name: text for name, text in os.environ.items() if name != VARIABLE}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder.parent,
        env=place | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout, done.stderr, done.returncode


def status(folder, **variables):
    """Return what a new process says of the compiled follow.c; it ends as a process should."""
    out, err, code = run(folder, "-c", STATUS, **variables)
    assert (err, code) == ("", 0)
    return out


def copy_folder(folder):
    """Copy game/collision without what was built there; return the copy."""
    ignored = shutil.ignore_patterns("_follow.*", "__pycache__")
    return Path(shutil.copytree(COLLISION, folder, ignore=ignored))


@pytest.fixture
def boxes(tmp_path):
    """Return a copy of the folder, under another name."""
    return copy_folder(tmp_path / "boxes")


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """Build follow.c in a copy of the folder; return the copy."""
    if lacking():
        pytest.skip(f"follow.c cannot be built here: there is no {lacking()}")
    folder = copy_folder(tmp_path_factory.mktemp("built") / "boxes")
    out, err, code = run(folder, "-m", "boxes.build")
    if "Visual C++" in err:
        pytest.skip(err)
    assert (out, code) == (f"{folder / build.BINARY}\n", 0), err
    return folder


@pytest.fixture
def built(boxes, once):
    """Return a copy of the folder with what was built from it."""
    for name in (build.BINARY, build.SEAL):
        shutil.copy(once / name, boxes)
    return boxes


@pytest.fixture
def hook(tmp_path, monkeypatch):
    """Return the hook of hatchling in a checkout that holds nothing but game/collision, where
    something lies that was built from another text."""
    monkeypatch.delenv(VARIABLE, raising=False)
    hook = hatch_build.FollowHook()
    hook.root = str(tmp_path)
    hook.app = Abort()
    folder = copy_folder(tmp_path / "game" / "collision")
    (folder.parent / "__init__.py").touch()
    (folder / build.BINARY).write_bytes(b"of another text")
    return hook


class Abort:
    """Takes the sentence with which an installation ends."""

    def __init__(self):
        self.sentences = []

    def abort(self, sentence):
        self.sentences.append(sentence)


def test_what_is_not_built_is_not_used(boxes):
    assert status(boxes) == "numpy: follow.c is not built\n"
    assert run(boxes, "-c", STEP)[0] == "numpy: follow.c is not built 0.25\n"


def test_a_copy_of_the_folder_builds_it_under_another_name(built):
    assert status(built) == COMPILED
    assert run(built, "-c", STEP) == ("follow.c: compiled 0.25\n", "", 0)


def test_the_same_text_gives_the_same_bytes(built, once):
    """So two wheels of one sdist are equal."""
    run(built, "-m", "boxes.build")
    assert (built / build.BINARY).read_bytes() == (once / build.BINARY).read_bytes()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("follow.c", "", "/* Another text. */\n"),
        ("contact.py", "SKIN = 2.0**-20", "SKIN = 2.0**-19"),
    ],
)
def test_what_was_built_from_another_text_is_not_used(built, file, old, new):
    text = (built / file).read_text("utf-8")
    (built / file).write_text(text.replace(old, new, 1), "utf-8")
    assert status(built) == f"numpy: {build.BINARY} was built from another follow.c\n"
    assert run(built, "-m", "boxes.build")[2] == 0
    assert status(built) == COMPILED


@pytest.mark.parametrize("part", [0.0, 0.25, 0.5, 0.99])
def test_a_part_of_a_binary_is_not_loaded(built, part):
    """To load it would end the process on Linux, by SIGBUS."""
    binary = built / build.BINARY
    content = binary.read_bytes()
    binary.write_bytes(content[: int(part * len(content))])
    assert status(built) == f"numpy: {build.BINARY} is damaged\n"


@pytest.mark.parametrize("content", [b"", b"\xff\x00"])
def test_a_binary_without_its_checksum_is_not_loaded(boxes, content):
    (boxes / build.BINARY).write_bytes(b"anything")
    (boxes / build.SEAL).write_bytes(content)
    assert status(boxes) == f"numpy: {build.BINARY} is damaged\n"
    (boxes / build.SEAL).unlink()
    assert re.fullmatch(rf"numpy: .*{build.SEAL}.*\n", status(boxes))


@pytest.mark.parametrize(
    "magic", [b"\x7fELF\x02\x02\x01", b"\xcf\xfa\xed\xfe\x07\x00\x00\x01", b"MZ"]
)
def test_a_binary_of_another_platform_is_not_used(boxes, magic):
    """Whole, but of a big-endian Linux, of macOS or of Windows."""
    (boxes / build.BINARY).write_bytes(magic.ljust(4096, b"\0"))
    (boxes / build.SEAL).write_bytes(build.seal(boxes / build.BINARY))
    assert re.fullmatch(r"numpy: .*_follow.*\n", status(boxes))


def test_thin_walls_c_says_whether_it_is_used(built):
    assert status(built, THIN_WALLS_C="no") == "numpy: THIN_WALLS_C is no\n"
    assert status(built, THIN_WALLS_C="yes") == COMPILED


def test_thin_walls_c_says_whether_it_is_built(boxes):
    sentence = "follow.c is not built: THIN_WALLS_C is no\n"
    assert run(boxes, "-m", "boxes.build", THIN_WALLS_C="no") == ("", sentence, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="its compiler is not found by a variable")
def test_without_a_compiler_there_is_one_sentence(boxes):
    out, err, code = run(boxes, "-m", "boxes.build", **WITHOUT)
    assert (out, code) == ("", 1)
    assert re.fullmatch(r"follow\.c is not built: .*there-is-no-such-compiler.*\n", err)
    assert not list(boxes.glob("_follow.*"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("sys.modules['setuptools'] = None", "setuptools is not installed"),
        ("sys.maxsize = 2**31 - 1", "this Python has 32 bits"),
    ],
)
def test_where_it_cannot_be_built_there_is_one_sentence(boxes, change, reason):
    code = f"import sys; {change}; from boxes.build import main; sys.exit(main([]))"
    assert run(boxes, "-c", code) == ("", f"follow.c is not built: {reason}\n", 1)


def test_a_python_of_32_bits_does_not_use_it(built):
    code = f"import sys; sys.maxsize = 2**31 - 1; {STATUS}"
    assert run(built, "-c", code) == ("numpy: this Python has 32 bits\n", "", 0)


def test_it_is_built_and_found_without_numpy(built):
    """An installation builds it where nothing is installed but setuptools."""
    code = "import sys; sys.modules['numpy'] = None; from boxes import build; "
    assert run(built, "-c", code + STATUS) == (COMPILED, "", 0)


def test_follow_c_has_the_constants_of_python():
    assert build.CONSTANTS["COLUMN_BITS"] == levels.COLUMN_BITS
    assert build.CONSTANTS["MOST_CELLS"] == levels.MOST_CELLS
    text = (COLLISION / "follow.c").read_text("utf-8")
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for name, value in build.CONSTANTS.items():
        assert f"#define {name} {value}\n" in build.source()
        assert re.search(rf"\b{name}\b", code)
        assert not re.search(rf"#define {name}\b", code)


def test_a_wheel_holds_what_is_built_for_it_and_not_what_lies_in_the_checkout(hook, once):
    data = {"force_include": {}}
    hook.initialize("standard", data)
    packed = {name: Path(file).read_bytes() for file, name in data["force_include"].items()}
    names = (build.BINARY, build.SEAL)
    assert packed == {f"game/collision/{name}": (once / name).read_bytes() for name in names}
    assert data["pure_python"] is False
    assert re.fullmatch(r"cp311-abi3-\w+", data["tag"])
    found = Path(hook.root, "game", "collision", build.BINARY)
    assert found.read_bytes() == b"of another text"
    hook.temporary.cleanup()


@pytest.mark.parametrize("wish", [None, "no"])
def test_a_wheel_without_a_compiler_is_one_for_all_platforms(hook, monkeypatch, wish):
    """Nothing is said. THIN_WALLS_C=no makes the same wheel."""
    name, text = (VARIABLE, wish) if wish else ("CC", WITHOUT["CC"])
    if sys.platform == "win32" and not wish:
        pytest.skip("its compiler is not found by a variable")
    monkeypatch.setenv(name, text)
    data = {"force_include": {}}
    hook.initialize("standard", data)
    assert (data, hook.app.sentences) == ({"force_include": {}}, [])
    hook.temporary.cleanup()


@pytest.mark.skipif(sys.platform == "win32", reason="its compiler is not found by a variable")
def test_an_installation_that_asks_for_it_ends_where_it_cannot_be_built(hook, monkeypatch):
    monkeypatch.setenv(VARIABLE, "yes")
    monkeypatch.setenv("CC", WITHOUT["CC"])
    hook.initialize("editable", {})
    [sentence] = hook.app.sentences
    assert sentence.startswith("follow.c is not built: ")
    assert sentence.count("\n") == 1


def test_an_editable_installation_builds_it_in_the_checkout(hook, once):
    data = {}
    hook.initialize("editable", data)
    folder = Path(hook.root, "game", "collision")
    for name in (build.BINARY, build.SEAL):
        assert (folder / name).read_bytes() == (once / name).read_bytes()
    assert data == {}
