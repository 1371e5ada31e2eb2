"""Every scene holds for Space, as drawn, in mirrors and turned, one by one and in columns."""

import pytest
from conformance.runner import SCENES, SpaceEngine, check, load, variants
from support.alike import compiled, follow_by
from support.suite import long_except

LONG = {
    *("seams-floats", "seams-integers", "seams-tenths", "seams-metres", "seams-steps-within-skin"),
    *("moving-frame", "rest-pressed-for-seconds"),
}
"""Scenes of hundreds of steps. Others have seams, moving walls and pressing, in fewer."""
AT_ONCE = [path for path in SCENES if path.stem not in LONG]


@pytest.mark.parametrize("few", [8, 0, compiled], ids=["one by one", "in columns", "compiled"])
@pytest.mark.parametrize("path", long_except(SCENES, *AT_ONCE), ids=lambda path: path.stem)
def test_space_does_what_the_scene_says(path, few, monkeypatch):
    """In columns, too, though a scene has few movers: for that the limit is set."""
    follow_by(monkeypatch, few)
    scene = load(path)
    needed = {"claim", "because", "group", "dt", "bodies", "expect"}
    assert needed <= set(scene) <= needed | {"others", "steps", "every", "tolerance", "symmetry"}
    for name, variant in variants(scene):
        assert check(variant, SpaceEngine()) == [], name


def test_a_scene_that_does_not_hold_is_complained_about():
    """The runner can fail: another place, a contact too many, a mover that left."""
    scene = load(next(path for path in SCENES if path.stem == "bullet"))
    wrong = {"position": [4000, 0], "contacts": 2, "within": {"low": [0, 0], "high": [100, 9]}}
    complaints = check(scene | {"expect": {"box": wrong}}, SpaceEngine())
    assert [text.split(" is ")[0] for text in complaints] == [f"box: {key}" for key in wrong]
