"""Is the README's table of conformance right, and is its judge fair and strict?"""

from pathlib import Path

import pytest
from conformance.runner import SCENES, load
from conformance.who_passes import COLUMNS, GROUPS, Verdict, ask, judge, markdown, reds, rows
from support.adapters import Missing, Ours
from support.suite import long_except

README = Path(__file__).parents[2] / "README.md"
ALL = {path.stem: load(path) for path in SCENES}
ASKED = {name for name, scene in ALL.items() if not isinstance(scene.get("others"), str)}


class Ghost(Ours):
    """An engine whose solids stop nothing."""

    def add(self, kind, *columns):
        super().add(kind if kind == "mover" else "sensor", *columns)


def section():
    """Return the README's section on conformance."""
    heading = "## Which engine passes which scene\n"
    return README.read_text(encoding="utf-8").split(heading)[1].split("\n## ")[0]


def test_the_readme_names_every_group_and_ours_passes_all():
    """test_conformance.py shows of every scene that it holds; the table counts them."""
    groups = [scene["group"] for scene in ALL.values()]
    cells = [line.split(" | ")[:2] for line in section().splitlines() if " of " in line[:60]]
    assert set(groups) == set(GROUPS)
    for group, title in GROUPS.items():
        assert [f"| {title}", f"{groups.count(group)} of {groups.count(group)}"] in cells


def test_the_readme_says_of_the_others_what_the_command_says():
    """Of those that are installed; their columns, and a reason in every row with a red."""
    theirs = {}
    for column in COLUMNS[1:]:
        try:
            theirs[column] = ask(column, ALL)
        except Missing:
            assert column in section()
    ours = {"ours": dict.fromkeys(ALL, Verdict())}
    table_rows = [line.strip("| ").split(" | ") for line in section().splitlines() if "| " in line]
    columns = [
        i for i, title in enumerate(table_rows[0]) if title not in {*COLUMNS} - {*theirs, "ours"}
    ]
    table = rows(ALL, ours | theirs)
    assert [[row[i] for i in columns] for row in table_rows if row[0] != "---"] == table
    for text in reds(ALL, theirs):
        assert text in " ".join(section().split())
    assert markdown(table).count("\n") == len(GROUPS) + 1


@pytest.mark.parametrize("name", long_except(sorted(ASKED), "far-from-home", *sorted(ASKED)[::6]))
def test_the_judge_of_the_others_passes_ours(name):
    verdict = judge(ALL[name], Ours)
    assert verdict.wrong == ""
    assert bool(verdict.not_asked) == (name == "far-from-home")


@pytest.mark.parametrize("group", ["tunnelling", "bounces", "corners", "seams"])
def test_the_judge_of_the_others_is_not_blind(group):
    """An engine without solids passes no scene whose claim is that they stop a mover."""
    names = [name for name in ASKED if ALL[name]["group"] == group]
    assert all(judge(ALL[name], Ghost).wrong for name in names)


def test_an_engine_without_sensors_is_red_where_a_report_is_expected():
    class Blind(Ours):
        def touches(self):
            return set()

    for name in ("sensor-crossed", "sensor-entered", "pass", "movers-cross-after-a-ricochet"):
        assert "touched nothing" in judge(ALL[name], Blind).wrong
