"""Changes of a lesson's first state that reach its goal, by the lesson's name."""

REACHING: dict[str, dict[str, float]] = {}
