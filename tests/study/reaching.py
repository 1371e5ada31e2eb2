"""Changes of a lesson's first state that reach its goal, by the lesson's name."""

REACHING: dict[str, dict[str, float]] = {
    "tunnel": {"stride": 26.0},
    "touching": {"x": 108.0, "y": 100.0, "high": 30.0},
    "three_ways": {"turn": 18.0},
    "shadows": {"start": 30.0, "end": 110.0},
}
