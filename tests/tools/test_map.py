"""tests/README.md is the map of the tests: short, and complete."""

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_the_map_names_every_folder_and_every_script():
    """In at most 40 lines."""
    text = (TESTS / "README.md").read_text(encoding="utf-8")
    folders = {path.name for path in TESTS.iterdir() if path.is_dir() and path.name[0] not in "._"}
    scripts = {*TESTS.glob("tools/*/*.py"), *TESTS.glob("tools/*/*/run.py")}
    named = {path.name if path.name != "run.py" else "fuzz/run.py" for path in scripts}
    assert len(named) >= 17
    assert [name for name in sorted(folders) if f"`{name}/`" not in text] == []
    assert [name for name in sorted(named) if f"`{name}`" not in text] == []
    assert len(text.splitlines()) <= 40
