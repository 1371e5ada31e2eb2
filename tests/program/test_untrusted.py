"""Nothing in a file that may come from anywhere is used as a path, or makes a run endless."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.drawn import ODD_NAMES, box, tiled
from tools.search.mutate import kinds, try_file

from game import cli, output, resources
from game.arguments import OPTION_TABLE, VALUE_TYPES, path_of
from game.resources import levels
from game.scenes.learn.exercise import read_source
from game.simulation.begin import maps_beside

ROOT = Path(__file__).parents[2]
BAIT = "bait"
"""Part of every name that is planted in a file, and of the paths to a folder with such files."""
LEVEL = tiled(box("slider", 100, 100, 8, 40, dx=60.0, lethal="left, right"), fact="A fact.")


def plant(value, bait):
    """Yield copies of a JSON value, each with the bait instead of one text or one key in it."""
    if isinstance(value, str):
        yield bait
    elif isinstance(value, list):
        for k, item in enumerate(value):
            yield from ([*value[:k], other, *value[k + 1 :]] for other in plant(item, bait))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield {bait if name == key else name: value[name] for name in value}
            yield from ({**value, key: other} for other in plant(item, bait))


def load_all_kinds(folder, baits):
    """Load files of all kinds that the player has, with baits planted."""
    for kind in kinds():
        place = min(kind.whole, key=lambda place: len(kind.whole[place]))
        whole = LEVEL if kind.name == "levels" else json.loads(kind.whole[place])
        for data in (json.dumps(one) for bait in baits for one in plant(whole, bait)):
            _, fault = try_file(folder, kind, place, data.encode())
            assert not fault, (place, data)


def load_by_options(folder, baits):
    """Load replays and a list of chunks by the command line, with baits planted."""
    file, seeded = folder / "run.json", ("--seed", "1", "--ticks", "9", "--record")
    assert cli.main(["--headless", "--level", "hairline", *seeded, str(file)]) == 0
    replay = json.loads(file.read_text(encoding="utf-8"))
    for one in (one for bait in baits for one in plant(replay, bait)):
        file.write_text(json.dumps(one), encoding="utf-8")
        assert cli.main(["--headless", "--replay", str(file)]) in (0, 2)
    for bait in baits:
        (folder / "mine.txt").write_text(bait, encoding="utf-8")
        assert cli.main(["--headless", "--seed", "1", "--level", str(folder / "mine.txt")]) == 2


@pytest.mark.parametrize("load", [load_all_kinds, load_by_options])
def test_no_name_in_a_file_is_used_as_a_path(load, tmp_path):
    """Each text and each key in turn is the name of a file that does not exist, a path to one that
    does, and a path to another computer."""
    here, there = tmp_path / "here", tmp_path / BAIT
    here.mkdir()
    there.mkdir()
    shutil.copy(levels()["hairline"], there / "room.tmj")
    room = there / "room.tmj"
    baits = [BAIT, f"../{BAIT}/room", str(room), f"\\\\host\\{BAIT}\\room.tmj"]
    code = (
        "import json, sys; from pathlib import Path; from support.opened import list_uses\n"
        f"from program.test_untrusted import BAIT, {load.__name__}\n"
        "uses = list_uses(BAIT)\n"
        f"{load.__name__}(Path(sys.argv[1]), sys.argv[2:])\n"
        "known = len(uses)\n"
        "open(sys.argv[4]).close()\n"
        "print(json.dumps([uses[:known], len(uses) > known]))"
    )
    place = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    command = [sys.executable, "-c", code, str(here), *baits]
    done = subprocess.run(command, env=place, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    uses, hears = json.loads(done.stdout.splitlines()[-1])
    assert uses == []
    assert hears


def recorded(folder, capsys, name="hairline", **changes):
    """Record a short run in a shipped room, with some values changed; return its file."""
    file = folder / "run.json"
    seeded = "--seed", "1", "--ticks", "9", "--record"
    assert cli.main(["--headless", "--level", name, *seeded, str(file)]) == 0
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | changes))
    capsys.readouterr()
    return file


@pytest.mark.parametrize("name", ["/dev/null", "../hairline", "..", "", "//host/x", "folder"])
def test_a_replay_names_a_shipped_room_or_one_beside_it(tmp_path, capsys, name):
    """Another name is refused in one sentence; the room of --level is taken all the same."""
    (tmp_path / "folder.tmj").mkdir()
    file = recorded(tmp_path, capsys, room=name)
    assert cli.main(["--headless", "--replay", str(file)]) == 2
    err = capsys.readouterr().err
    assert f"was recorded in room {name!r}; expected a shipped room, or a map beside" in err
    assert err.count("\n") == 1
    assert cli.main(["--headless", "--replay", str(file), "--level", "hairline"]) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_only_regular_files_are_maps(tmp_path):
    """A pipe hangs and a device never ends: neither is a map, nor is a link to one."""
    regular, link = tmp_path / "regular.tmj", tmp_path / "link.tmj"
    shutil.copy(levels()["hairline"], regular)
    link.symlink_to(regular)
    os.mkfifo(tmp_path / "pipe.tmj")
    for name, target in {"zero": "/dev/zero", "loop": "loop.tmj", "gone": "nowhere"}.items():
        (tmp_path / f"{name}.tmj").symlink_to(target)
    (tmp_path / "folder.tmj").mkdir()
    (tmp_path / "other.json").write_text("{}")
    assert maps_beside(tmp_path / "run.json") == [link, regular]


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES)
def test_a_run_in_a_room_of_any_name_is_recorded_and_plays_again(tmp_path, capsys, name):
    """The room is found beside the replay, whatever letters its name has."""
    file, room = tmp_path / "run.json", tmp_path / f"{name}.tmj"
    try:
        shutil.copy(levels()["hairline"], room)
    except OSError:
        pytest.skip("this system cannot have such a file")
    seeded = "--json", "--seed", "1", "--ticks", "99"
    assert cli.main(["--headless", *seeded, "--level", str(room), "--record", str(file)]) == 0
    recorded_run = capsys.readouterr()
    assert cli.main(["--headless", "--json", "--replay", str(file)]) == 0
    assert capsys.readouterr() == recorded_run
    assert recorded_run.err == ""


@pytest.fixture
def pipes(tmp_path, monkeypatch):
    """Return a folder of the player's with a pipe for each kind of file, which is current."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.tmj", "a.txt", "a.json", "a.png", "a.gif", "sweep.py"):
        os.mkfifo(name)
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize(
    "options",
    [
        *("--headless --seed 1 --level a.tmj", "--headless --seed 1 --level a.txt"),
        *("--headless --replay a.json", "--replay a.json", "--level a.tmj"),
        *("--headless --ticks 1 --record a.json", "--record a.json"),
        *("--screenshot a.png", "--film a.gif", "--new-room a.tmj"),
        *("--web a.txt", "--exercises a.txt", "--web new --pyodide a.txt"),
    ],
)
def test_no_option_waits_for_a_pipe_or_replaces_one(pipes, capsys, options):
    """Each is refused in one sentence; what takes long to make is refused before it is made."""
    before = {path: path.lstat().st_ino for path in pipes.iterdir()}
    assert cli.main(["--data-dir", "data", *options.split()]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert bool(printed.out) == ("--ticks" in options)
    assert {path: path.lstat().st_ino for path in pipes.iterdir()} == before
    assert all(path.is_fifo() for path in before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_an_exercise_that_is_a_pipe_is_not_waited_for(pipes, capsys):
    assert cli.main(["--check", "."]) == 1
    assert capsys.readouterr().out == "sweep: cannot be read (it is not a regular file)\n"
    assert [line.text for line in read_source(pipes / "sweep.py")] == [""]


@pytest.mark.parametrize(
    "option",
    [name for name, (value, _) in OPTION_TABLE.items() if VALUE_TYPES.get(value) is path_of],
)
def test_an_empty_path_is_not_the_current_folder(tmp_path, monkeypatch, capsys, option):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["--headless", "--ticks", "1", option, ""]) == 2
    assert capsys.readouterr().err == f"thin-walls: argument {option}: the path is empty\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
@pytest.mark.parametrize(
    "name", ["index.html", "fonts", "fonts/JetBrainsMono-Bold.ttf", "sweep.html"]
)
def test_the_page_is_written_through_no_link_that_leads_out(tmp_path, capsys, name):
    page, outside = tmp_path / "page", tmp_path / "outside"
    outside.mkdir()
    (outside / "old").write_text("old")
    link = page / name
    link.parent.mkdir(parents=True)
    (page / "roles.css").write_text("")
    link.symlink_to(outside if name == "fonts" else outside / "old")
    assert cli.main(["--web", str(page)]) == 2
    assert "leads out of the folder)" in capsys.readouterr().err
    assert {path.name: path.read_text() for path in outside.iterdir()} == {"old": "old"}


def test_files_that_are_missing_from_the_program_are_no_fault_in_it(tmp_path, monkeypatch, capsys):
    for module in (cli, output, resources):
        monkeypatch.setattr(module, "assets", lambda: tmp_path / "assets")
    for options in (["--list-levels"], ["--headless"], ["--new-room", str(tmp_path / "new.tmj")]):
        assert cli.main(["--data-dir", str(tmp_path / "data"), *options]) == 2
        err = capsys.readouterr().err
        assert err.startswith("thin-walls: a file of the program itself is missing: ")
        assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
