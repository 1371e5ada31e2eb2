"""Right and wrong solutions of every exercise."""

from game.study.exercises.cases import BY_NAME, import_lines, shipped_source

CORRECTED_LISTING_4 = """
def listing_4(half_a, a0, a1, half_b, b0, b1):
    axes = range(len(a0))
    v = [(b1[i] - b0[i]) - (a1[i] - a0[i]) for i in axes]
    u0, u1 = 0.0, 1.0
    for i in axes:
        d, s = b0[i] - a0[i], half_a[i] + half_b[i]
        if v[i] != 0:
            times = (-s - d) / v[i], (s - d) / v[i]
            u0, u1 = max(u0, min(times)), min(u1, max(times))
        elif abs(d) > s:
            return False, 0.0, 0.0
    if u0 > u1:
        return False, 0.0, 0.0
    return True, u0, u1
"""


def assert_one_sentence(result, why):
    """Assert that a result of the exercise overlaps is wrong, and that its first line says why."""
    first, *_ = result.report()
    assert why in first
    assert first.startswith("overlaps: ")
    assert "\n" not in first
    assert not result.is_right


def answer_of(exercise):
    """Return a file with the shipped body; the shipped Listing 4 is wrong, so it is corrected."""
    if exercise.corrected:
        return CORRECTED_LISTING_4
    return f"{import_lines(exercise.function)}\n\n{shipped_source(exercise.function)}"


WRONG = {
    "overlaps": "def overlaps(a, b):\n    return a.center[0] <= b.center[0]\n",
    "from_min_max": "def from_min_max(cls, low, high):\n    return cls(low, (9,) * len(low))\n",
    "overlap_times": "def overlap_times(d, r, s):\n    return (0, 1)\n",
    "sweep": (
        "from game.collision import Sweep\n\n\n"
        "def sweep(*_):\n    return Sweep(0.25, 0.75, (-1, 0), (0,), ((0.25, 0.75), (0, 1)))\n"
    ),
    "expanded": "def expanded(self, half_extents):\n    return self\n",
    "listing_4": BY_NAME["listing_4"].stub().replace("axes = range", "axes = 0 or range"),
    "motion_after": "def motion_after(e, f, axis, response, rest):\n    return (-e[0], e[1])\n",
    "separating_axis": "def separating_axis(p, q):\n    return (0.0, 1.0)\n",
}
