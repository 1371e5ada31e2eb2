"""What do the arenas' figures look like?

Milliseconds a frame against the number of movers, a line an engine; who lost movers says so at the
point.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.engines import OURS, REFERENCE, Results

from game.view import palette

MARKS = {
    OURS: (palette.PLAYER, "s", 2.6),
    REFERENCE: (palette.QUIET, "d", 1.4),
    "pymunk": (palette.SWEEP, "o", 1.6),
    "pymunk, 8 sub-steps": (palette.GOAL, "v", 1.6),
    "Box2D, bullets": (palette.GLITCH, "^", 1.6),
}
"""Colour, marker and width of each engine's line."""
FRAME_MS = 1000 / 60


def tint(color: palette.Color) -> tuple[float, ...]:
    """Return a colour as matplotlib has it."""
    return tuple(part / 255 for part in color)


def save(results: Results, machine: str, path: Path) -> None:
    """Draw the picture into a file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    text, quiet, ground = map(tint, (palette.TEXT, palette.QUIET, palette.BACKGROUND))
    figure, axes = plt.subplots(figsize=(9.6, 5.8), facecolor=ground)
    axes.set_facecolor(ground)
    axes.set_xscale("log")
    axes.set_yscale("log")
    for name in next(iter(results.values())):
        color, marker, width = MARKS[name]
        points = [
            (size[0], by_engine[name].seconds * 1000, by_engine[name].lost)
            for size, by_engine in results.items()
            if name in by_engine
        ]
        xs, ys, _ = zip(*points)
        dashes = (4, 2) if name == REFERENCE else (1, 0)
        style = {"color": tint(color), "marker": marker, "linewidth": width, "dashes": dashes}
        axes.plot(xs, ys, label=name, markersize=6, zorder=3 + (name == OURS), **style)
        for x, y, gone in points:
            if gone:
                words = {"xytext": (0, 8), "textcoords": "offset points", "ha": "center"}
                axes.annotate(f"{gone:g} lost", (x, y), color=tint(palette.LETHAL), size=9, **words)
    axes.axhline(FRAME_MS, color=quiet, linewidth=0.8, dashes=(1, 3))
    axes.text(1, FRAME_MS * 1.15, "a frame at 60 Hz", color=quiet, size=9)
    movers = [size[0] for size in results]
    axes.set_xticks(movers, [f"{m:,}\namong {w:,}" for m, w in results], color=quiet)
    axes.set_xticks([], minor=True)
    axes.tick_params(colors=quiet)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("movers among walls", color=text)
    axes.set_ylabel("ms a frame, median", color=text)
    axes.set_title("Boxes at 1,000 to 6,000 px/s among walls of 2 px", color=text, loc="left")
    axes.grid(color=tint(palette.FRAME), linewidth=0.6)
    for spine in axes.spines.values():
        spine.set_color(tint(palette.FRAME))
    box = axes.legend(facecolor=ground, edgecolor=tint(palette.FRAME), labelcolor=text)
    box.set_zorder(9)
    figure.text(0.99, 0.008, machine, color=quiet, size=8, ha="right")
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    figure.savefig(path, dpi=125, facecolor=ground)
    plt.close(figure)
