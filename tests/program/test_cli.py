"""What was asked for on the command line?"""

import json
import os
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from signal import SIGINT, default_int_handler, signal
from struct import unpack
from urllib.request import urlopen

import pytest
from support.drawn import box, tiled
from support.suite import long_except

from game import cli, output
from game.resources import levels, stored_replay
from game.simulation.replay import loads
from game.simulation.tiled import TYPES, load_room

ROOT = Path(__file__).parents[2]

WRONG = {
    "an unknown option": ["--bogus"],
    "a word too many": ["first-contact"],
    "an option without its value": ["--level"],
    "an abbreviation of nothing": ["--zoom", "2"],
    "ticks that are no number": ["--ticks", "many"],
    "no ticks": ["--ticks", "0"],
    "negative ticks": ["--ticks", "-5"],
    "a negative seed": ["--headless", "--seed", "-1"],
    "a seed that no replay can have": ["--headless", "--seed", "99999999999999999999"],
    "more ticks than can be counted": ["--headless", "--ticks", "99999999999999999999"],
    "a tick rate too low": ["--tick-rate", "1"],
    "a tick rate too high": ["--tick-rate", "100000"],
    "a tick rate that is no whole number": ["--tick-rate", "1e3"],
    "an unknown method": ["--method", "magic"],
    "no sub-steps": ["--method", "substeps:0"],
    "an unknown overlay": ["--overlay", "some"],
    "an unknown scene": ["--scene", "credits"],
    "an unknown room": ["--headless", "--level", "nowhere"],
    "a folder for a room": ["--headless", "--level", "."],
    "a file that is no room": ["--headless", "--level", "run.py"],
    "a replay that is not there": ["--headless", "--replay", "nowhere.json"],
    "a replay that is none": ["--headless", "--replay", "run.py"],
    "a picture that is no PNG": ["--screenshot", "picture.jpg"],
    "a picture in no folder": ["--screenshot", "nowhere/picture.png"],
    "a picture of no size": ["--screenshot", "picture.png", "--size", "0x0"],
    "a picture of half a size": ["--screenshot", "picture.png", "--size", "640"],
    "a film that is no GIF": ["--film", "film.mp4"],
    "a film in no folder": ["--film", "nowhere/film.gif"],
    "a film of a size too large": ["--film", "film.gif", "--size", "1281x720"],
    "a film too long": ["--film", "film.gif", "--ticks", "1201"],
    "a film of nothing": ["--film", "film.gif", "--scene", "lab"],
    "a film of another room's replay": [
        *("--film", "film.gif", "--level", "hairline"),
        *("--replay", "assets/replays/glitch.json"),
    ],
    "a layer of no digit": ["--screenshot", "picture.png", "--overlay", "13x"],
    "a record in no folder": ["--headless", "--ticks", "1", "--record", "nowhere/run.json"],
    "a new room in no folder": ["--new-room", "nowhere/room.tmj"],
    "a new room over a file": ["--new-room", "run.py"],
    "a name of two lines": ["--headless", "--level", "two\nlines"],
    "a room of an endless name": ["--level", 300 * "x"],
    "a new room of an endless name": ["--new-room", 300 * "x"],
    "exercises of an endless name": ["--check", 300 * "x"],
    "exercises to write of an endless name": ["--exercises", 300 * "x"],
    "a replay of an endless name": ["--replay", 300 * "x"],
    "a record of an endless name": ["--headless", "--ticks", "1", "--record", 300 * "x"],
    "a record in a folder of an endless name": ["--record", f"{300 * 'x'}/run.json"],
    "a page in a folder of other files": ["--web", "assets"],
    "a page over a file": ["--web", "run.py"],
    "a page in a file": ["--web", "run.py/page"],
    "a page of an endless name": ["--web", 300 * "x"],
    "a page with a wrong folder for its Python": ["--web", "nowhere", "--pyodide", "assets"],
    "a page that is served and not written": ["--serve"],
    "a Python for no page": ["--pyodide", "assets"],
    "a page with no folder for its Python": ["--web", "nowhere", "--pyodide", "nowhere"],
    "a picture in a folder of an endless name": ["--screenshot", f"{300 * 'x'}/picture.png"],
}


@pytest.fixture
def main(monkeypatch, capsys, tmp_path):
    """Return the program: options in, exit status, output and errors out."""
    monkeypatch.chdir(ROOT)

    def call(*options):
        status = cli.main(["--data-dir", str(tmp_path / "data"), *map(str, options)])
        result = capsys.readouterr()
        return status, result.out, result.err

    return call


@pytest.mark.parametrize("options", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_reported_in_one_sentence(main, options):
    status, _, err = main(*options)
    assert status == 2
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "usage" not in err


def test_the_rooms_are_listed_a_name_a_line(main):
    assert main("--list-levels") == (0, "\n".join(levels()) + "\n", "")


def test_the_version_is_printed_and_what_follows_movers(main):
    status, out, err = main("--version")
    assert (status, err) == (0, "")
    assert re.fullmatch(r"thin-walls \S.*\n(follow\.c: compiled|numpy: .+)\n", out)


@pytest.mark.parametrize("name", long_except(levels(), "first-contact", "saw-mill"))
def test_a_room_is_played_headless_to_its_exit(main, name):
    status, out, err = main("--headless", "--json", "--level", name)
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert result["room"] == name
    assert result["finished"] is True
    assert result["inside"] == 0


def test_ticks_bound_a_run(main):
    result = json.loads(main("--headless", "--json", "--ticks", "50")[1])
    assert result["ticks"] == 50


def test_a_seed_decides_a_run(main):
    runs = [main("--headless", "--json", "--ticks", "300", "--seed", s)[1] for s in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_scanline_is_a_level_too(main, tmp_path):
    status, out, err = main("--headless", "--json", "--level", "scanline", "--ticks", 1500)
    result = json.loads(out)
    assert (status, err) == (0, "")
    assert (result["room"], result["finished"], result["inside"]) == ("scanline", False, 0)
    assert result["score"] > 1000
    file = tmp_path / "run.json"
    seeded = "--seed", 3, "--ticks", 400, "--record", file
    assert (
        json.loads(main("--headless", "--json", "--level", "scanline", *seeded)[1])["ticks"] == 400
    )
    replayed = json.loads(main("--headless", "--json", "--replay", file)[1])
    assert replayed["state_hash"] == loads(file.read_text(encoding="utf-8")).hashes[-1]
    picture = tmp_path / "shaft.png"
    shown = "--scene", "endless", "--ticks", 300, "--size", "320x180"
    assert main("--screenshot", picture, *shown)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "has 0 names"), ("funnel nowhere", "has the name 'nowhere'; expected the")],
)
def test_a_list_of_chunks_that_is_none_is_refused(main, tmp_path, text, why):
    """A file that ends in .txt is a shaft; its chunks lie beside it."""
    chunk = ROOT / "assets" / "chunks" / "funnel.tmj"
    (tmp_path / "funnel.tmj").write_bytes(chunk.read_bytes())
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    status, _, err = main("--headless", "--seed", 1, "--level", tmp_path / "mine.txt")
    assert status == 2
    assert why in err


def test_a_pipe_that_closes_early_is_no_fault(tmp_path):
    """The reader has read enough; Python by itself would not notice before the program is over."""
    command = [sys.executable, "run.py", "--headless", "--data-dir", tmp_path]
    place = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        command, cwd=ROOT, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
@pytest.mark.parametrize(
    "options", [["--list-levels"], ["--headless", "--ticks", "9"], ["--check", "mine"]]
)
def test_a_full_standard_output_is_no_fault(tmp_path, options):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "overlaps.py").write_text("")
    command = [sys.executable, ROOT / "run.py", "--data-dir", tmp_path, *options]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE)
    words = b"thin-walls: standard output cannot be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (2, words)


def test_a_replay_that_no_reader_accepts_is_not_written(main, tmp_path, monkeypatch):
    """The writer asks the reader, so there is one rule; an hour of ticks would take too long."""
    monkeypatch.setattr("game.simulation.replay.MOST_TICKS", 50)
    file = tmp_path / "run.json"
    for ticks in (50, 51):
        status, _, err = main("--headless", "--seed", 1, "--ticks", ticks, "--record", file)
        assert file.exists() == (status == 0) == (ticks == 50)
        file.unlink(missing_ok=True)
    assert err == f"thin-walls: {file}: not written: has 51 ticks; expected 1 to 50 by sweep\n"


def test_a_recorded_run_plays_again(main, tmp_path):
    file = tmp_path / "run.json"
    result = json.loads(main("--headless", "--json", "--ticks", "100", "--record", file)[1])
    replay = loads(file.read_text(encoding="utf-8"))
    assert replay.ticks == 100
    assert replay.hashes[-1] == result["state_hash"]
    assert json.loads(main("--headless", "--json", "--replay", file)[1]) == result


def test_a_replay_is_played_by_its_own_method(main, tmp_path):
    file = tmp_path / "run.json"
    seeded = "--seed", 3, "--ticks", 900
    main("--headless", *seeded, "--method", "discrete", "--record", file)
    ends = [
        json.loads(main("--headless", "--json", "--replay", file, *method)[1])["state_hash"]
        for method in ((), ("--method", "discrete"), ("--method", "sweep"))
    ]
    assert ends[0] == ends[1] == loads(file.read_text()).hashes[-1] != ends[2]
    file.write_text(file.read_text().replace("discrete", "magic"))
    for way in (["--headless"], ["--screenshot", tmp_path / "picture.png"]):
        status, _, err = main(*way, "--replay", file)
        assert (status, "magic" in err) == (2, True)


def test_the_stored_replay_of_the_first_room_can_be_named(main):
    file = stored_replay(next(iter(levels())))
    assert json.loads(main("--headless", "--json", "--replay", file)[1])["finished"] is True


@pytest.mark.parametrize("options", [[], ["--overlay", "all"], ["--scene", "title"]])
def test_a_screenshot_is_a_picture_of_the_size_that_was_asked_for(main, tmp_path, options):
    file = tmp_path / "picture.png"
    asked = ["--screenshot", file, "--size", "800x450", "--ticks", "20", *options]
    assert main(*asked) == (0, "", "")
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert unpack(">II", data[16:24]) == (800, 450)


def test_a_screenshot_shows_the_overlay(main, tmp_path):
    pictures = []
    for mode in ("off", "boxes", "all"):
        file = tmp_path / f"{mode}.png"
        main("--screenshot", file, "--overlay", mode, "--ticks", "60", "--level", "slug-cage")
        pictures.append(file.read_bytes())
    assert len(set(pictures)) == 3


@pytest.mark.parametrize(("faults", "count"), [(2, 2), (30, cli.MOST_SENTENCES)])
def test_all_errors_of_a_room_are_reported(main, tmp_path, faults, count):
    file = tmp_path / "mine.tmj"
    drawn = tiled(*[box("wal", 50, 50, 9, 9)] * faults)
    file.write_text(json.dumps(drawn), encoding="utf-8")
    status, _, err = main("--level", file, "--headless", "--seed", 1)
    assert status == 2
    assert err.count("(did you mean wall?); expected ") == count
    *_, last = lines = err.splitlines()
    assert len(lines) == count + (faults > count)
    assert ("and 10 more" in last) == (faults > count)


def test_a_new_room_shows_each_type_and_can_be_played(main, tmp_path):
    file = tmp_path / "mine.tmj"
    status, out, err = main("--new-room", file)
    assert (status, err) == (0, "")
    assert Path(out.partition("the project ")[2].partition(", then")[0]).is_file()
    layers = json.loads(file.read_text(encoding="utf-8"))["layers"]
    objects = [item for layer in layers for item in layer["objects"]]
    assert {item["type"] for item in objects} == set(TYPES)
    assert load_room(file).name == "mine"
    out = main("--headless", "--json", "--level", file, "--seed", 1, "--ticks", 99)[1]
    result = json.loads(out)
    assert result["ticks"] == 99


def test_a_file_whose_name_the_terminal_cannot_show_is_no_fault(monkeypatch, tmp_path):
    shown = TextIOWrapper(BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", shown)
    file = tmp_path / "Höhle.tmj"
    assert cli.main(["--new-room", str(file)]) == 0
    assert load_room(file).name == "Höhle"
    shown.flush()
    assert rb"H\xf6hle.tmj is a room" in shown.buffer.getvalue()


def test_without_a_display_a_stored_replay_is_played(tmp_path):
    code = (
        "import os, sys, pygame; os.environ.pop('SDL_VIDEODRIVER', None);"
        "pygame.display.get_driver = lambda: 'offscreen';"
        "from game.cli import main; sys.exit(main(['--data-dir', sys.argv[1]]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0
    assert "Traceback" not in result.stderr
    assert "display" in result.stdout
    assert "finished after" in result.stdout


def test_headless_play_never_imports_pygame():
    code = (
        "import sys; sys.modules['pygame'] = None; from game.cli import main;"
        "sys.exit(main(['--headless', '--ticks', '5']))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_replay_names_its_own_room_and_is_refused_for_another(capsys):
    path = str(stored_replay("hairline"))
    assert cli.main(["--headless", "--json", "--replay", path]) == 0
    assert json.loads(capsys.readouterr().out)["finished"]
    assert cli.main(["--headless", "--replay", path, "--level", "slug-cage"]) == 2
    assert "the replay is of hairline" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--web", "{}/other"], "--web {}/other: holds other files; expected a new or an empty"),
        (["--web", "{}/page", "--pyodide", "{}/other"], "--pyodide {}/other: has no pyodide.mjs;"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused(main, tmp_path, options, why):
    """Nothing is written then."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    status, out, err = main(*(option.format(tmp_path) for option in options))
    assert (status, out) == (2, "")
    assert err.startswith(f"thin-walls: {why.format(tmp_path)}")
    assert sorted(tmp_path.rglob("*")) == before


def test_without_a_reader_of_markdown_one_sentence_names_it(main, tmp_path, monkeypatch):
    found = output.find_spec
    monkeypatch.setattr(
        output, "find_spec", lambda name: None if name == "markdown_it" else found(name)
    )
    status, out, err = main("--web", tmp_path / "page")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "needs the extra web; install it with pip install markdown-it-py" in err
    assert not (tmp_path / "page").exists()


def test_the_page_is_written_and_written_again(main, tmp_path):
    for _ in range(2):
        status, out, err = main("--web", tmp_path / "page")
        assert (status, err) == (0, "")
        assert out.startswith(f"{tmp_path / 'page'} holds the tutorial as a page;")
    assert (tmp_path / "page" / "index.html").is_file()


@pytest.fixture
def interruptible():
    """Let Ctrl+C end what a test starts. A command that a script starts with & ignores it, and so
    do its children."""
    before = signal(SIGINT, default_int_handler)
    yield
    signal(SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="a process cannot be sent Ctrl+C there")
@pytest.mark.usefixtures("interruptible")
def test_the_page_is_served_until_ctrl_c(tmp_path):
    """On this machine's own address, with the types that a browser asks for."""
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "pyodide.mjs").write_text("export {};")
    (tmp_path / "python" / "pyodide.asm.wasm").write_bytes(b"\0asm")
    asked = ["--web", tmp_path / "page", "--pyodide", tmp_path / "python", "--serve"]
    command = [sys.executable, "run.py", "--data-dir", tmp_path / "data", *asked]
    program = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert "holds the tutorial" in program.stdout.readline()
        link = program.stdout.readline().removeprefix("Open ").split()[0]
        assert link.startswith("http://127.0.0.1:")
        types = {"": "text/html", "pyodide/pyodide.mjs": "text/javascript", "page.css": "text/css"}
        types |= {"pyodide/pyodide.asm.wasm": "application/wasm", "page.js": "text/javascript"}
        for name, kind in types.items():
            with urlopen(link + name) as answer:
                assert answer.headers.get_content_type() == kind
                assert answer.read() == (tmp_path / "page" / (name or "index.html")).read_bytes()
        program.send_signal(SIGINT)
        assert program.communicate(timeout=60) == ("", "")
        assert program.returncode == 130
    finally:
        program.kill()
        program.communicate()
