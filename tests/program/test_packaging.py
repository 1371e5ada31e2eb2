"""What do the packages and the workflows say of themselves? tools/fresh.py builds the wheel."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = {path.name: path.read_text("utf-8") for path in ROOT.glob(".github/workflows/*.yml")}
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
TITLES = {"MIT License": "MIT", "SIL OPEN FONT LICENSE": "OFL-1.1"}
"""What a licence's text calls it, and its SPDX name."""


def jobs(workflow):
    """Return the text of each job of a workflow, by its name."""
    parts = re.split(r"^  (\w[\w-]*):", workflow.partition("\njobs:\n")[2], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def test_the_metadata_names_every_licence_and_its_text():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    paths = [ROOT / "LICENSE", *ROOT.glob("assets/**/LICENSE*"), *ROOT.glob("game/**/LICENSE*")]
    assert {ROOT / name for name in project["license-files"]} == set(paths)
    texts = [path.read_text("utf-8") for path in paths]
    names = [name for text in texts for title, name in TITLES.items() if title in text]
    assert project["license"] == " AND ".join(names)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_pinned_by_commit_with_the_version_beside_it(name):
    actions = re.findall(r"\buses: *(.*)", WORKFLOWS[name])
    assert actions
    assert [action for action in actions if not PINNED.fullmatch(action)] == []


def test_only_a_job_that_runs_no_command_may_publish():
    writing = {
        (name, job): text
        for name, workflow in WORKFLOWS.items()
        for job, text in jobs(workflow).items()
        if ": write" in text
    }
    assert set(writing) == {("page.yml", "deploy")}
    assert not re.search(r"\brun:|actions/checkout", writing["page.yml", "deploy"])
    assert not any(": write" in text.partition("\njobs:\n")[0] for text in WORKFLOWS.values())
