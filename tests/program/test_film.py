"""How does a run become a moving picture that a page can show?"""

import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from game import cli

ROOT = Path(__file__).parents[2]
ROOM = ("--level", "row-of-twelve", "--size", "320x180")


@pytest.fixture
def film(tmp_path):
    """Return what makes a film, with options; it is read to memory, so that no file stays open."""

    def make(*options):
        file = tmp_path / "film.gif"
        assert cli.main(["--film", *map(str, (file, *ROOM, *options))]) == 0
        return Image.open(BytesIO(file.read_bytes()))

    return make


def durations(image):
    """For how many ms each frame stays."""
    stay = []
    for number in range(image.n_frames):
        image.seek(number)
        stay.append(image.info["duration"])
    return stay


@pytest.mark.parametrize(("ticks", "frames"), [(1, 1), (24, 5), (25, 6)])
def test_a_film_has_a_frame_each_25th_of_a_second(film, ticks, frames):
    """A tick is 1/120 s; the last picture stays a second; the film begins again for ever."""
    image = film("--ticks", ticks)
    assert (image.format, image.size, image.info["loop"]) == ("GIF", (320, 180), 0)
    assert durations(image) == frames * [40] + [1000]


def test_with_an_overlay_the_run_is_shown_again_and_its_dashes_slowly(film):
    """Of 50 ticks four are of a dash, and take 20 times as long: 46 ticks and 80 more."""
    stay = durations(film("--ticks", 50, "--overlay", "135"))
    again = stay.index(1000) + 1
    assert [sum(stay[:again]), sum(stay[again:])] == [11 * 40 + 1000, 27 * 40 + 1000]


@pytest.mark.parametrize("scene", ["title", "lesson:4", "lab"])
def test_every_scene_can_be_filmed(film, scene):
    """What does not move is one frame that stays: 24 ticks are at least 0.2 s."""
    assert sum(durations(film("--ticks", 24, "--scene", scene))) >= 1200


def test_the_last_frame_is_what_a_screenshot_shows(film, tmp_path):
    options = "--ticks", "50", "--overlay", "135"
    image, file = film(*options), tmp_path / "still.png"
    assert cli.main(["--screenshot", str(file), *ROOM, *options]) == 0
    image.seek(image.n_frames - 1)
    with Image.open(file) as picture:
        still = picture.convert("RGB")
    box = (0, 0, 320, 150)  # Below it is written that dashes are slow.
    off = ImageChops.difference(image.convert("RGB").crop(box), still.crop(box))
    assert max(high for _, high in off.getextrema()) <= 51


def test_a_film_does_not_shake(film):
    """Below the room's wall nothing ever changes, also when a dash has ended above it."""
    image, feet = film("--ticks", 120), set()
    for number in range(image.n_frames):
        image.seek(number)
        feet.add(image.convert("RGB").crop((0, 172, 320, 180)).tobytes())
    assert len(feet) == 1


def test_the_frames_of_a_film_share_one_palette_and_keep_what_changed(film):
    """Twice as small, at least, as if every frame were whole."""
    one, many = (film("--ticks", ticks) for ticks in (1, 120))
    assert many.n_frames > 20
    assert 2 * len(many.fp.getvalue()) < many.n_frames * len(one.fp.getvalue())


@pytest.mark.long
def test_the_film_in_the_readme_is_what_its_command_makes(film):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    file, options = re.search(r"^python run.py --film (\S+) (.*)$", readme, re.MULTILINE).groups()
    assert f"]({file})" in readme
    assert (ROOT / file).stat().st_size < 600_000
    with Image.open(ROOT / file) as image:
        made = film("--size", "640x360", *options.split())
        assert image.size == made.size
        assert durations(image) == durations(made)


def test_a_film_is_written_whole_or_not_at_all(film, tmp_path, monkeypatch, capsys):
    file = tmp_path / "film.gif"
    file.write_bytes(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert cli.main(["--film", str(file), *ROOM, "--ticks", "5"]) == 2
    assert capsys.readouterr().err.count("No space left on device") == 1
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_without_pillow_one_sentence_says_what_to_install():
    code = "import sys; sys.modules['PIL'] = None; from game.cli import main; sys.exit(main({}))"
    asked = [["--film", "film.gif"], ["--screenshot", os.devnull], ["--list-levels"]]
    ran = [
        subprocess.run(
            [sys.executable, "-c", code.format(options)], cwd=ROOT, capture_output=True, text=True
        )
        for options in asked
    ]
    assert ran[0].stderr == "thin-walls: --film needs Pillow; install it with pip install pillow\n"
    assert "Pillow" not in ran[1].stderr
    assert [one.returncode for one in ran] == [2, 2, 0]
