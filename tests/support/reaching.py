"""Changes of a lesson's first state that reach its goal, by the lesson's name."""

REACHING: dict[str, dict[str, float]] = {
    "tunnel": {"stride": 26.0},
    "touching": {"ax": 108.0, "ay": 84.0, "ah": 30.0},
    "three_ways": {"px": 0.0, "py": 40.0, "qx": -15.0, "qy": 0.0},
    "shadows": {"start": 30.0, "end": 110.0},
    "frame_of_reference": {"adx": 50.0, "ady": -50.0, "bdx": 0.0, "bdy": 0.0},
    "last_in_first_out": {"bx": 160.0, "by": 68.0},
    "minkowski": {"part": 100.0, "y": 66.0, "dx": 168.0, "dy": -18.0},
    "find_the_bug": {"bx": 140.0, "by": 140.0, "adx": 20.0, "ady": 18.0},
    "responses": {"response": 2, "ax": 90, "ay": 100, "adx": 180, "ady": -150, "push": 60},
    "turning": {"spin": 60},
    "many": {"speed": 100},
    "race": {"samples": 64, "ax": 24, "ay": 32, "adx": 220, "ady": 80},
}
