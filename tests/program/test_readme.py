"""Are the READMEs right? Commands are run, or their options are parsed by their scripts."""

import argparse
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from support.suite import long_except
from tools.make.methods_table import HEAD, row

from game import cli
from game.resources import levels
from game.simulation.tiled import load_room
from game.view.overlay import LAYER_KEYS, LAYERS

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / ".github").glob("*.md")),
    *sorted(
        path for folder in ("assets", "game", "tests") for path in ROOT.glob(f"{folder}/**/*.md")
    ),
]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}
README = TEXTS["README.md"]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN_WITHOUT_A_WINDOW = {"headless", "screenshot", "list_levels", "version"}
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")


def commands(text):
    """Return what is to be typed: in code within a sentence, in blocks of sh, in indented lines."""
    prose = FENCE.sub("", text)
    blocks = [
        body.replace("\\\n", " ") for language, body in FENCE.findall(text) if language == "sh"
    ]
    lines = [line for body in blocks for line in body.splitlines()]
    lines += re.findall(r"^ {4}((?:python|pip) .*(?:\n {8,}.*)*)", prose, re.MULTILINE)
    lines += re.findall(r"`((?:python|pip) [^`]*)`", prose)
    lines += [
        "python run.py " + line for line in re.findall(r"^\| `(--[^`]*)`", prose, re.MULTILINE)
    ]
    return [" ".join(part.split()) for line in lines for part in line.split("  #")[0].split(" && ")]


def of(program):
    """Return the arguments with which a program is called, each once."""
    every = [line for text in TEXTS.values() for line in commands(text)]
    return sorted(
        {line.removeprefix(program).strip() for line in every if line.startswith(program)}
    )


def scripts():
    """Return the scripts of tests that are called: the first alternative, a number for a name."""
    for line in of("python tests/"):
        script, *words = shlex.split(re.sub(r"\[|\]|\.\.\.", "", line))
        arguments = [re.sub(r"^([A-Z]+)(?=$|\.)", "1", word.partition("|")[0]) for word in words]
        yield pytest.param(f"tests/{script}", arguments, id=line)


class Parsed(Exception):
    """Raised when a script has understood its arguments, so that it does no more."""


def test_the_commands_are_found():
    assert {"--list-levels", "--new-room my.tmj"} <= {*of("python run.py")}
    found = " ".join(of("python tests/"))
    assert all(name in found for name in ("soak", "benchmarks/run", "who_passes", "pictures"))


@pytest.mark.parametrize(("script", "arguments"), [*scripts()])
def test_a_script_accepts_the_arguments_in_a_readme(script, arguments, monkeypatch):
    """It is run until they are parsed; the fuzzer and pdoc, which may be missing, are replaced."""
    parse = argparse.ArgumentParser.parse_args

    def parse_only(parser, *args):
        parse(parser, *args)
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_only)
    monkeypatch.setattr(sys, "argv", [script, *arguments])
    monkeypatch.setattr(sys, "path", [str((ROOT / script).parent), *sys.path])
    monkeypatch.setattr(os, "environ", os.environ.copy())
    for name in ("atheris", "pdoc"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    with pytest.raises(Parsed):
        runpy.run_path(str(ROOT / script), run_name="__main__")


def test_the_commands_without_a_window_run(monkeypatch, tmp_path, capsys):
    """In another folder. Other tests make films and new rooms, and write and check exercises."""
    monkeypatch.chdir(tmp_path)
    ran = 0
    for line in sorted(of("python run.py"), key=len):
        options = vars(cli.parser().parse_args(shlex.split(line)))
        assert options["level"] is None or options["level"] in levels() or ".tmj" in line, line
        if any(options[name] for name in RUN_WITHOUT_A_WINDOW):
            ran += 1
            assert cli.main([*shlex.split(line), "--data-dir", "data"]) == 0
            assert capsys.readouterr().err == ""
    assert ran >= 6


def test_the_readme_names_all_options_and_no_others():
    own = {o for action in cli.parser()._actions for o in action.option_strings if o[:2] == "--"}
    own -= {"--worker", "--help"}
    mentioned = {*OPTION.findall(" ".join(re.findall(r"`[^`]*`", FENCE.sub("", README))))}
    named = [ROOT / name for name in re.findall(r"tests/[\w/]+\.py", README)]
    theirs = {o for path in named for o in OPTION.findall(path.read_text(encoding="utf-8"))}
    assert own - mentioned == set()
    assert mentioned - own - theirs == {"--strict", "--long"}


def test_what_is_installed_is_an_extra_that_there_is():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    mentioned = {
        name
        for text in TEXTS.values()
        for names in re.findall(r"-e ['\"]\.\[([\w,]+)\]['\"]", text)
        for name in names.split(",")
    }
    assert {"test", "dev", "bench", "film"} <= mentioned <= {*extras["optional-dependencies"]}


def test_ci_writes_the_reference():
    assert "`python tests/tools/make/reference.py`" in README
    assert 'python" tests/tools/make/reference.py\n' in (ROOT / ".ci" / "run").read_text(
        encoding="utf-8"
    )


def test_what_coverage_is_asked_for_is_there():
    (line,) = (line for line in commands(README) if line.startswith("coverage run"))
    paths = re.findall(r"tests/\S+", line)
    assert len(paths) == 6
    assert all((ROOT / path).exists() for path in paths)


def test_the_example_runs_where_there_is_only_numpy(tmp_path):
    """The folder copied as it says, without this game and pygame; it prints what it says."""
    (code,) = (body for language, body in FENCE.findall(README) if language == "python")
    shutil.copytree(ROOT / "game" / "collision", tmp_path / "boxes")
    assert (tmp_path / "boxes" / "py.typed").exists()
    assert (ROOT / "game" / "py.typed").exists()
    only = (
        "import sys; from importlib.abc import MetaPathFinder\n"
        "class Only(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name.split('.')[0] not in {'boxes', 'numpy', *sys.stdlib_module_names}:\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Only())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", only + code], cwd=tmp_path, capture_output=True, text=True
    )
    printed = [line.split("  # ")[-1].strip() for line in code.splitlines() if "  # " in line]
    assert ran.stdout.splitlines() == printed, ran.stderr
    assert 8 <= len(code.strip().splitlines()) <= 12


def methods_table():
    """Return the lines of the README's table of methods."""
    _, _, rest = README.partition("\n".join(HEAD) + "\n")
    return rest.partition("\n\n")[0].splitlines()


def test_the_keys_of_the_layers_are_listed():
    _, _, rest = README.partition("\n## See the sweep\n")
    table = re.findall(r"^\| `(.)` \| ([^|]+) \|", rest, re.MULTILINE)
    assert table == [(key, layer.name) for key, layer in zip(LAYER_KEYS, LAYERS)]


def test_the_table_of_methods_has_a_row_for_each_room():
    """By discrete no run finishes."""
    rows = [[cell.strip() for cell in line.split("|")] for line in methods_table()]
    assert [cells[1] for cells in rows] == [load_room(path).title for path in levels().values()]
    assert {cells[5] for cells in rows} == {"no"}


@pytest.mark.parametrize("name", long_except(levels(), "first-contact"))
def test_the_table_of_methods_is_what_the_replays_do(name):
    """As the command in the README prints it."""
    assert row(name) == methods_table()[[*levels()].index(name)]


@pytest.mark.parametrize("page", TEXTS)
def test_every_link_leads_somewhere(page):
    text = TEXTS[page]
    for path in re.findall(r"`((?:assets|game|tests)/[\w./-]+\.\w+)`", text):
        assert "NAME" in path or (ROOT / path).exists(), path
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)|src=\"([^\"]+)\"", FENCE.sub("", text)):
        path, _, heading = "".join(link).partition("#")
        target = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
            assert heading in slugs, link


def test_every_picture_is_shown_somewhere():
    shown = {name for text in TEXTS.values() for name in re.findall(r"pictures/([\w./]+)", text)}
    there = (ROOT / "assets" / "pictures").rglob("*.*")
    names = {path.relative_to(ROOT / "assets" / "pictures").as_posix() for path in there}
    assert names - shown == {"tutorial/drawn.json"}
    assert not re.search(r"!\[\]|alt=\"\"", " ".join(TEXTS.values()))
