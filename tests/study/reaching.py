"""Changes of a lesson's first state that reach its goal, by the lesson's name."""

REACHING: dict[str, dict[str, float]] = {
    "race": {"looks": 64, "x": 20, "y": 31, "dx": 220, "dy": 80},
    "responses": {"response": 2, "x": 90, "y": 120, "dx": 260, "dy": -190, "push": 60},
    "many": {"speed": 1},
    "turning": {"spin": 60},
}
