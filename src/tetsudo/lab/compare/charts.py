"""Charts of a comparison as SVG: intervals side by side, lines with bands, spreads, and a map of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

from tetsudo.draw.hex.geometry import Frame, bounds
from tetsudo.draw.svg import Markup, circle, element, group, label, path, picture, polygon, rectangle, title
from tetsudo.engine.model.title import Setup
from tetsudo.lab.compare.significance import Estimate

COLOURS: Final = ("#1f6fb2", "#c65d07", "#2e7d4f", "#8e4ba8", "#9a7b00", "#b3324c", "#4a6b7c")
"""Colours of editions: far enough apart for the colour-blind, and readable on light and dark ground."""

WIDTH: Final = 620.0
LEFT: Final = 150.0
RIGHT: Final = 24.0
ROW: Final = 15.0
"""Height of an edition's line in a chart of intervals."""
GAP: Final = 12.0
LETTERS: Final = 12.0
TICKS: Final = 5
PLOT_HEIGHT: Final = 190.0
PLOT_TOP: Final = 12.0
PLOT_LEFT: Final = 56.0
BINS: Final = 24


class Row(NamedTuple):
    """A row of a chart of intervals: its name, and the estimate of each edition."""

    name: str
    estimates: tuple[Estimate | None, ...]


def colour(edition: int) -> str:
    """Colour of an edition."""
    return COLOURS[edition % len(COLOURS)]


def intervals(caption: str, rows: Sequence[Row], *, percent: bool = False, mark: float | None = None) -> Markup:
    """Chart with a dot and a 95 % interval for each edition; `mark`: value of a line across all rows."""
    values = [value for row in rows for each in row.estimates if each for value in (each.mean, each.low, each.high)]
    if not values:
        return ""
    if min(each.mean for row in rows for each in row.estimates if each) >= 0:
        values = [max(value, 0) for value in values]  # an interval may reach below what can be
    axis = _Axis.around([*values, *([] if mark is None else [mark])], LEFT, WIDTH - RIGHT)
    drawn: list[Markup] = []
    y = GAP
    for row in rows:
        height = ROW * len(row.estimates)
        drawn.append(label(row.name, LEFT - 10, y + height / 2, LETTERS, fill="currentColor", text_anchor="end"))
        for edition, each in enumerate(row.estimates):
            drawn.append(_interval(axis, each, edition, y + ROW * (edition + 0.5), percent=percent))
        y += height + GAP
    across = "" if mark is None else _vertical(axis.at(mark), 0, y, stroke="currentColor", stroke_dasharray="4 3")
    return picture(WIDTH, y + 22, caption, _ticks_below(axis, y, percent=percent), across, *drawn)


def _interval(axis: _Axis, each: Estimate | None, edition: int, y: float, *, percent: bool) -> Markup:
    if each is None:
        return ""
    ink = colour(edition)
    low, mean, high = (axis.at(max(value, axis.low)) for value in (each.low, each.mean, each.high))
    said = " to ".join(_tick_text(value, percent=percent) for value in (each.low, each.high))
    return group(
        title(f"{_tick_text(each.mean, percent=percent)} ({said}), {each.games} games"),
        path(f"M{low:.1f},{y:.1f}H{high:.1f}", stroke=ink, stroke_width=2.4, stroke_opacity=0.55),
        circle(mean, y, 4, fill=ink),
    )


def lines(caption: str, series: Sequence[Sequence[tuple[int, Estimate]]]) -> Markup:
    """Chart of a line for each edition, through points at whole numbers, with bands of their intervals."""
    points = [point for each in series for point in each]
    if not points:
        return ""
    across = _Axis(min(x for x, _ in points), max(x for x, _ in points), PLOT_LEFT, WIDTH - RIGHT)
    bottom = PLOT_TOP + PLOT_HEIGHT
    up = _Axis.around([0, *(each.high for _, each in points)], bottom, PLOT_TOP)
    drawn = []
    for edition, each in enumerate(series):
        if each:
            upper = [f"{across.at(x):.1f},{up.at(point.high):.1f}" for x, point in each]
            lower = [f"{across.at(x):.1f},{up.at(max(point.low, 0)):.1f}" for x, point in reversed(each)]
            middle = "L".join(f"{across.at(x):.1f},{up.at(point.mean):.1f}" for x, point in each)
            band = path(f"M{'L'.join((*upper, *lower))}Z", fill=colour(edition), fill_opacity=0.16)
            drawn += [band, path(f"M{middle}", stroke=colour(edition), stroke_width=2)]
    numbers = sorted({x for x, _ in points})
    below = [label(str(x), across.at(x), bottom + 14, LETTERS, fill="currentColor") for x in numbers]
    return picture(WIDTH, bottom + 26, caption, _ticks_beside(up), *below, *drawn)


def spreads(caption: str, samples: Sequence[Sequence[int]]) -> Markup:
    """Chart of how often each value occurs, as a stepped outline for each edition."""
    every = [value for sample in samples for value in sample]
    if not every:
        return ""
    across = _Axis.around(every, PLOT_LEFT, WIDTH - RIGHT)
    width = (across.high - across.low) / BINS
    shares = [_shares(sample, across.low, width) for sample in samples]
    bottom = PLOT_TOP + PLOT_HEIGHT
    up = _Axis(0.0, max(share for row in shares for share in row), bottom, PLOT_TOP)
    drawn = []
    for edition, row in enumerate(shares):
        edges = [across.at(across.low + at * width) for at in range(BINS + 1)]
        steps = [f"{edges[at]:.1f},{up.at(share):.1f}H{edges[at + 1]:.1f}" for at, share in enumerate(row)]
        outline = f"M{across.at(across.low):.1f},{bottom:.1f}L{'L'.join(steps)}V{bottom:.1f}"
        drawn.append(path(outline, stroke=colour(edition), stroke_width=2, fill=colour(edition), fill_opacity=0.12))
    return picture(WIDTH, bottom + 26, caption, _ticks_below(across, bottom), *drawn)


def _shares(sample: Sequence[int], low: float, width: float) -> list[float]:
    counts = [0] * BINS
    for value in sample:
        counts[min(BINS - 1, int((value - low) / width)) if width else 0] += 1
    return [count / max(1, len(sample)) for count in counts]


def tile_map(caption: str, setup: Setup, shares: Mapping[str, float], edition: int) -> Markup:
    """Map on which a hex is the darker, the more games have a tile laid there, with the percentage."""
    frame = Frame(setup.map.flat_top)
    centres = {hex.name: frame.centre(hex.x, hex.y) for hex in setup.map.hexes}
    corners = [(x + dx, y + dy) for x, y in centres.values() for dx, dy in frame.corners()]
    left, top, right, bottom = bounds(corners)
    drawn = []
    for name, (x, y) in centres.items():
        share = shares.get(name, 0.0)
        outline = [(x + dx, y + dy) for dx, dy in frame.corners(1)]
        fill = polygon(outline, fill=colour(edition), fill_opacity=0.04 + 0.7 * share, stroke="currentColor")
        texts = [label(name, x, y - 18, 17, fill="currentColor", fill_opacity=0.75)]
        if share:
            texts.append(label(f"{100 * share:.0f} %", x, y + 12, 24, fill="currentColor", font_weight="bold"))
        drawn.append(group(title(f"{name}: {100 * share:.0f} %"), fill, *texts))
    shifted = group(*drawn, transform=f"translate({6 - left:.1f} {6 - top:.1f})")
    return picture(right - left + 12, bottom - top + 12, caption, shifted, sized=False)


class _Axis(NamedTuple):
    """Axis from a low to a high value, between two places in a picture."""

    low: float
    high: float
    start: float
    end: float
    step: float = 1.0

    @classmethod
    def around(cls, values: Sequence[float], start: float, end: float) -> _Axis:
        """Axis with whole ticks that has room for all values."""
        step = _step(min(values), max(values))
        return cls(floor(min(values) / step) * step, ceil(max(values) / step) * step, start, end, step)

    def at(self, value: float) -> float:
        """Place of a value."""
        if self.high == self.low:
            return (self.start + self.end) / 2
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Values to mark."""
        return [self.low + self.step * at for at in range(round((self.high - self.low) / self.step) + 1)]


def _step(low: float, high: float) -> float:
    """Distance between ticks: 1, 2 or 5 times a power of ten."""
    rough = (high - low) / TICKS or 1
    power = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _ticks_below(axis: _Axis, y: float, *, percent: bool = False) -> Markup:
    marks = [
        label(_tick_text(value, percent=percent), axis.at(value), y + 12, LETTERS, fill="currentColor")
        + _vertical(axis.at(value), 0, y, stroke="currentColor", stroke_opacity=0.15)
        for value in axis.ticks()
    ]
    return group(*marks)


def _ticks_beside(axis: _Axis) -> Markup:
    marks = []
    for value in axis.ticks():
        y = axis.at(value)
        text = label(_tick_text(value), PLOT_LEFT - 8, y, LETTERS, fill="currentColor", text_anchor="end")
        marks.append(text + path(f"M{PLOT_LEFT},{y:.1f}H{WIDTH - RIGHT}", stroke="currentColor", stroke_opacity=0.15))
    return group(*marks)


def _vertical(x: float, top: float, bottom: float, **attributes: str | float) -> Markup:
    return path(f"M{x:.1f},{top:.1f}V{bottom:.1f}", **attributes)


def _tick_text(value: float, *, percent: bool = False) -> str:
    if percent:
        return f"{100 * value:.0f} %"
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 100 else f"{value:.4g}"


def key(names: Sequence[str]) -> Markup:
    """Key to the colours of the editions, as HTML."""
    marks = []
    for edition, name in enumerate(names):
        dot = picture(14, 14, "", rectangle(7, 7, 14, 14, rx=4, fill=colour(edition)))
        marks.append(element("span", dot, " ", name))
    return element("p", *marks, class_="key")
