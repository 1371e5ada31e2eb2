"""The inputs that the fuzzer collected do no harm, and the targets detect those that do."""

from pathlib import Path

import pytest
from support import promises
from tools.search.fuzz.targets import TARGETS, Broken, arguments

from game import cli, storage

CORPUS = Path(__file__).parent / "search" / "fuzz" / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_of_the_corpus_does_no_harm(name):
    """Promises of scenes hold; files and command lines are accepted, or refused by a sentence."""
    inputs = sorted((CORPUS / name).iterdir())
    assert inputs
    for path in inputs:
        TARGETS[name].run(path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_no_bytes_at_all_are_an_input(name):
    """The smallest scene, an empty file, no option."""
    TARGETS[name].run(b"")


def test_the_corpus_is_small():
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < 200_000


def test_a_sweep_that_misses_is_detected(monkeypatch):
    monkeypatch.setattr(promises, "sweep", lambda *scene: None)
    with pytest.raises(AssertionError):
        TARGETS["sweep"].run(b"")


def test_a_step_that_stops_nothing_is_detected(monkeypatch):
    monkeypatch.setattr(promises.Space, "solids", lambda self, dt: [self.walls])
    with pytest.raises(AssertionError):
        TARGETS["space"].run(b"")


def test_a_loader_that_fails_is_detected(monkeypatch):
    monkeypatch.setattr(storage, "parse_lessons", lambda data: data["tunnel"])
    with pytest.raises(Broken, match="KeyError"):
        TARGETS["stored"].run(b"\2{}")


def test_a_fault_in_the_program_is_detected(monkeypatch):
    monkeypatch.setattr(cli, "own_version", lambda: {}["version"])
    monkeypatch.setattr("tools.search.fuzz.targets.arguments", lambda data: ["--version"])
    with pytest.raises(KeyError):
        TARGETS["cli"].run(b"")


def test_no_command_line_leads_out_of_its_folder():
    """For any bytes: no absolute path but that of a device, and none to a parent folder."""
    for k in range(2000):
        for text in arguments(bytes(k * n % 251 for n in range(1, 40))):
            assert text == "/dev/zero" or not text.startswith("/")
            assert ".." not in text
