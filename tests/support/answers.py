"""Right and wrong solutions of every exercise."""

from game.study.exercises.cases import BY_NAME, import_lines, shipped_source


def answer_of(exercise):
    """A file with the shipped body; Listing 4 has no right one, so sweep answers."""
    if exercise.corrected:
        return (
            "from game.study.exercises.cases import corrected_listing_4\n\n\n"
            f"def {exercise.name}(*args):\n    return corrected_listing_4(*args)\n"
        )
    return f"{import_lines(exercise.function)}\n\n{shipped_source(exercise.function)}"


WRONG = {
    "overlaps": "def overlaps(a, b):\n    return a.center[0] <= b.center[0]\n",
    "from_min_max": "def from_min_max(cls, low, high):\n    return cls(low, (9,) * len(low))\n",
    "overlap_times": "def overlap_times(d, r, s):\n    return (0, 1)\n",
    "relative_motion": "def relative_motion(*_):\n    return [(1, 2, 3), (4, 5, 6)]\n",
    "sweep": (
        "from game.collision import Sweep\n\n\n"
        "def sweep(*_):\n    return Sweep(0.25, 0.75, (-1, 0), (0,), ((0.25, 0.75), (0, 1)))\n"
    ),
    "expanded": "def expanded(self, half_extents):\n    return self\n",
    "listing_4": BY_NAME["listing_4"].stub().replace("axes = range", "axes = 0 or range"),
    "motion_after": "def motion_after(e, f, axis, response, rest):\n    return (-e[0], e[1])\n",
    "separating_axis": "def separating_axis(p, q):\n    return (0.0, 1.0)\n",
}
