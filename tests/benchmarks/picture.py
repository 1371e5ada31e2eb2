"""What do the arenas' figures look like?

Milliseconds a frame against the number of movers, a line an engine; who lost movers says so at the
point.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.engines import OURS, REFERENCE, Results

from game.view import palette

MARKS = {
    OURS: (palette.PLAYER, "s", "-"),
    REFERENCE: (palette.QUIET, "d", "--"),
    "pymunk": (palette.SWEEP, "o", "-"),
    "pymunk, hash": (palette.SWEEP, "o", "--"),
    "pymunk, 8 sub-steps": (palette.GOAL, "v", "-"),
    "pymunk, 8 sub-steps, hash": (palette.GOAL, "v", "--"),
    "Box2D, bullets": (palette.GLITCH, "^", "-"),
}
"""Colour, marker and line of each engine."""
FRAME_MS = 1000 / 60


def tint(color: palette.Color) -> tuple[float, ...]:
    """Return a colour as matplotlib has it."""
    return tuple(part / 255 for part in color)


def save(results: Results, machine: str, path: Path) -> None:
    """Draw the picture into a file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import patheffects
    from matplotlib import pyplot as plt

    text, quiet, ground = map(tint, (palette.TEXT, palette.QUIET, palette.BACKGROUND))
    figure, axes = plt.subplots(figsize=(9.6, 6.2), facecolor=ground)
    axes.set_facecolor(ground)
    axes.set_xscale("log")
    axes.set_yscale("log")
    halo = [patheffects.withStroke(linewidth=3, foreground=ground)]
    for name in next(iter(results.values())):
        color, marker, line = MARKS[name]
        points = [
            (size[0], by_engine[name].seconds * 1000, by_engine[name].lost)
            for size, by_engine in results.items()
            if name in by_engine
        ]
        xs, ys, lost = zip(*points)
        style = {"color": tint(color), "marker": marker, "linestyle": line, "markersize": 6}
        width, above = (2.8, 5) if name == OURS else (1.5, 3)
        label = name if any(lost) else f"{name}: nobody lost"
        axes.plot(xs, ys, label=label, linewidth=width, zorder=above, **style)
        for x, y, gone in points:
            if gone:
                place = {"xytext": (8, -9), "textcoords": "offset points", "zorder": 7}
                words = f"{gone:,.0f} lost"
                axes.annotate(words, (x, y), color=tint(color), size=8, path_effects=halo, **place)
    axes.axhline(FRAME_MS, color=quiet, linewidth=0.8, dashes=(1, 3))
    axes.text(35, FRAME_MS * 1.15, "a frame at 60 Hz", color=quiet, size=9)
    axes.set_xlim(0.7, 26000)
    movers = [size[0] for size in results]
    axes.set_xticks(movers, [f"{m:,}" for m in movers])
    axes.set_xticks([], minor=True)
    axes.tick_params(colors=quiet)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    walls = ", ".join(f"{size[1]:,}" for size in results)
    axes.set_xlabel(f"movers, among {walls} walls", color=text)
    axes.set_ylabel("ms a frame, median", color=text)
    axes.set_title("Boxes at 1,000 to 6,000 px/s among walls of 2 px", color=text, loc="left")
    axes.grid(color=tint(palette.FRAME), linewidth=0.6)
    for spine in axes.spines.values():
        spine.set_color(tint(palette.FRAME))
    box = axes.legend(
        loc="upper left",
        fontsize=9,
        facecolor=ground,
        edgecolor=tint(palette.FRAME),
        labelcolor=text,
    )
    box.set_zorder(9)
    figure.text(0.99, 0.008, machine, color=quiet, size=8, ha="right")
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    figure.savefig(path, dpi=125, facecolor=ground)
    plt.close(figure)
