"""What do the arenas' figures look like?

Milliseconds a frame against the number of movers, a line for each engine; a point at which movers
were lost says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.engines import NUMPY, OURS, REFERENCE, Results

from game.view import palette

MARKS = {
    OURS: (palette.PLAYER, "s", "-"),
    NUMPY: (palette.PLAYER, "s", "--"),
    REFERENCE: (palette.QUIET, "d", "--"),
    "pymunk": (palette.SWEPT, "o", "-"),
    "pymunk, hash": (palette.SWEPT, "o", "--"),
    "pymunk, 8 sub-steps": (palette.GOAL, "v", "-"),
    "pymunk, 8 sub-steps, hash": (palette.GOAL, "v", "--"),
    "Box2D, bullets": (palette.GLITCH, "^", "-"),
}
"""Colour, marker and line of each engine."""
FRAME_MS = 1000 / 60
WORDS = 11
"""Points between two words below each other."""


def tint(color: palette.Color) -> tuple[float, ...]:
    """Return a colour as matplotlib has it."""
    return tuple(part / 255 for part in color)


TEXT, QUIET, GROUND, LINE = map(
    tint, (palette.TEXT, palette.QUIET, palette.BACKGROUND, palette.BORDER)
)


def save(results: Results, machine: str, path: Path) -> None:
    """Draw the picture into a file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(9.6, 6.2), facecolor=GROUND)
    prepare(axes, results)
    for name in next(iter(results.values())):
        draw_engine(axes, name, results)
    legend = {"facecolor": GROUND, "edgecolor": LINE, "labelcolor": TEXT}
    axes.legend(loc="upper left", fontsize=9, **legend).set_zorder(9)
    figure.text(0.99, 0.008, machine, color=QUIET, size=8, ha="right")
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    *others, largest = results
    for size in others:
        draw_lost(axes, size[0], results[size], "right", -8)
    draw_lost(axes, largest[0], results[largest], "left", 8)
    figure.savefig(path, dpi=125, facecolor=GROUND)
    plt.close(figure)


def prepare(axes: Any, results: Results) -> None:
    """Draw all but the figures: scales, grid, words."""
    axes.set_facecolor(GROUND)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.axhline(FRAME_MS, color=QUIET, linewidth=0.8, dashes=(1, 3))
    axes.text(35, FRAME_MS * 1.15, "a frame at 60 Hz", color=QUIET, size=9)
    axes.set_xlim(0.5, 26000)
    movers = [size[0] for size in results]
    axes.set_xticks(movers, [f"{m:,}" for m in movers])
    axes.set_xticks([], minor=True)
    axes.tick_params(colors=QUIET)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    walls = ", ".join(f"{size[1]:,}" for size in results)
    axes.set_xlabel(f"movers, among {walls} walls", color=TEXT)
    axes.set_ylabel("ms a frame, median", color=TEXT)
    axes.set_title("Boxes at 1,000 to 6,000 px/s among walls of 2 px", color=TEXT, loc="left")
    axes.grid(color=LINE, linewidth=0.6)
    for spine in axes.spines.values():
        spine.set_color(LINE)


def draw_engine(axes: Any, name: str, results: Results) -> None:
    """Draw the line of an engine, over all sizes that it was asked."""
    color, marker, line = MARKS[name]
    points = [(size[0], of[name].seconds * 1000) for size, of in results.items() if name in of]
    xs, ys = zip(*points)
    lost = any(of[name].lost for of in results.values() if name in of)
    label = name if lost else f"{name}: none lost"
    style = {"color": tint(color), "marker": marker, "linestyle": line, "markersize": 6}
    width, above = (2.8, 5) if name == OURS else (1.5, 3)
    axes.plot(xs, ys, label=label, linewidth=width, zorder=above, **style)


def draw_lost(axes: Any, movers: int, by_engine: dict[str, Any], side: str, away: float) -> None:
    """Write beside the points of one size how many are lost, no word over another."""
    from matplotlib import patheffects

    halo = [patheffects.withStroke(linewidth=3, foreground=GROUND)]
    points = 72 / axes.figure.dpi
    least = float("-inf")
    for name, of in sorted(by_engine.items(), key=lambda each: each[1].seconds):
        if of.lost:
            at = movers, of.seconds * 1000
            height = axes.transData.transform(at)[1] * points
            low = max(height - 3, least)
            least = low + WORDS
            place = {"xytext": (away, low - height), "textcoords": "offset points", "ha": side}
            words, color = f"{of.lost:,.0f} lost", tint(MARKS[name][0])
            axes.annotate(words, at, color=color, size=8, path_effects=halo, zorder=7, **place)
