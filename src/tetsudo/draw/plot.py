"""Line plots by round as SVG, each line with its owner's mark at its end.

A plot comes in sizes (`Size`): a page shows a wide or a narrow one, so that its text is never scaled down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, NamedTuple

from tetsudo.analysis.accounts.rounds import STOCK, Accounts
from tetsudo.analysis.accounts.series import BANK, COMPANIES, PLAYERS, Line, Plot, round_name, title_of
from tetsudo.core.units import Money, money_text
from tetsudo.draw.hex.geometry import Point
from tetsudo.draw.hex.stops import token
from tetsudo.draw.style.player_marks import player_colour, player_mark
from tetsudo.draw.style.theme import DARK, LIGHT, Palette, contrast
from tetsudo.draw.style.theme import palette as palette_of
from tetsudo.draw.svg import (
    FONT,
    Markup,
    Value,
    circle,
    element,
    group,
    label,
    number,
    path,
    picture,
    rectangle,
    text_width,
)
from tetsudo.engine.model.title import Setup


class Size(NamedTuple):
    """Size of a plot, its letters and its marks; `is_labelled`: names and values stand at the ends of lines."""

    width: float
    height: float
    letters: float = 12.0
    mark: float = 7.5
    is_labelled: bool = False


WIDE: Final = Size(560, 230, 13.0)
NARROW: Final = Size(340, 220, 12.0, 7.0)
LARGE: Final = Size(880, 450, 13.0, 8.0, is_labelled=True)
LARGE_NARROW: Final = Size(360, 300, 12.0, 7.0)
SIZES: Final = {"wide": WIDE, "narrow": NARROW, "large": LARGE, "large-narrow": LARGE_NARROW}

DASHES: Final = ("none", "8 3", "2 3", "9 3 2 3", "14 3", "5 2 1.5 2 1.5 2", "1.5 2")
"""Dash patterns of players' lines, by seat: a second sign besides colour and mark."""

MAX_TICKS: Final = 4
"""Maximum number of values marked beside a plot."""

BOLD_WIDTH_FACTOR: Final = 1.15
"""Width of bold letters relative to others."""

MIN_LINE_CONTRAST: Final = 2.2
"""Contrast to the page, in either theme, below which a line gets an edge."""


class Moment(NamedTuple):
    """Numbered moment to mark on a plot, at a position between rounds, from 0."""

    number: int
    at: float


@dataclass(frozen=True)
class _Frame:
    """Plot area in the picture, and the values at its bottom and top."""

    size: Size
    left: float
    right: float
    top: float
    bottom: float
    low: Money
    high: Money
    rounds: int

    def x(self, at: float) -> float:
        return self.left + (self.right - self.left) * at / max(1, self.rounds - 1)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.low) / max(1, self.high - self.low)


@dataclass(frozen=True)
class _Sheet:
    """Data and colours of a drawing."""

    setup: Setup
    names: Sequence[str]
    plot: Plot
    theme: str

    @property
    def palette(self) -> Palette:
        return palette_of(self.theme)

    def colour(self, line: Line) -> str:
        if self.plot.whose == PLAYERS:
            return player_colour(line.of, theme=self.theme)
        return self.palette.text if self.plot.whose == BANK else self.setup.companies[line.of].colour

    def dash(self, line: Line) -> dict[str, Value]:
        dash = DASHES[line.of % len(DASHES)] if self.plot.whose == PLAYERS else "none"
        return {} if dash == "none" else {"stroke_dasharray": dash}

    def is_faint(self, line: Line) -> bool:
        """True if a line has too little contrast to the page in one of the themes."""
        if self.plot.whose != COMPANIES:
            return False
        return min(contrast(self.colour(line), theme.page) for theme in (LIGHT, DARK)) < MIN_LINE_CONTRAST

    def end_text(self, line: Line) -> str:
        last = next((value for value in reversed(line.values) if value is not None), 0)
        amount = money_text(self.setup.currency, last)
        return f"{self.names[line.of]} {amount}" if self.plot.whose == PLAYERS else amount


def plot_svg(
    setup: Setup,
    names: Sequence[str],
    kept: Accounts,
    plot: Plot,
    *,
    size: Size = WIDE,
    theme: str = "light",
    moments: Sequence[Moment] = (),
) -> str:
    """Plot as a document of its own, with a title; with theme "page", as part of a page, without a title."""
    sheet = _Sheet(setup, names, plot, theme)
    palette, title = sheet.palette, title_of(setup, plot.name)
    frame = _frame(sheet, size, len(kept.rounds), head=0 if theme == "page" else 1.6 * size.letters)
    drawn = [
        *_value_marks(frame, palette),
        *_rounds(setup, kept, frame, palette),
        *(_moment_mark(moment, plot, frame, palette) for moment in moments),
        *(_line(sheet, line, frame) for line in plot.lines),
        *_end_marks(sheet, frame),
    ]
    if theme == "page":
        return _page_plot(frame, palette, drawn)
    said = f"{title}, {setup.currency}"
    bold: dict[str, Value] = {"text_anchor": "start", "font_weight": 650}
    ground = rectangle(size.width / 2, size.height / 2, size.width, size.height, fill=palette.page)
    heading = label(said, 10, size.letters, size.letters + 1, fill=palette.text, **bold)
    return picture(size.width, size.height, f"{setup.name}: {title}", ground, heading, *drawn, scale=1.5)


def _page_plot(frame: _Frame, palette: Palette, drawn: Sequence[Markup]) -> Markup:
    """Plot within a page, which describes it in words; it has a line that scripts move to a round."""
    d = f"M0,{number(frame.top)}V{number(frame.bottom)}"
    return element(
        "svg",
        path(d, stroke=palette.faint, class_="cursor", visibility="hidden"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(frame.size.width)} {number(frame.size.height)}",
        class_="plot",
        data_left=frame.left,
        data_right=frame.right,
        font_family=FONT,
        text_anchor="middle",
        aria_hidden="true",
    )


# Plot area


def _frame(sheet: _Sheet, size: Size, rounds: int, head: float) -> _Frame:
    """Plot area. `head`: height reserved for a title."""
    seen = [value for line in sheet.plot.lines for value in line.values if value is not None]
    low, high = min(seen, default=0), max(seen, default=0)
    low = low if 2 * low > high or low < 0 else 0
    step = _step(high - low)
    low, high = floor(low / step) * step, max(ceil(high / step) * step, low + step)
    left = 12 + max(text_width(_short_amount(tick), size.letters) for tick in (low, high)) * 0.92
    room = 2 * size.mark + 10
    if size.is_labelled:
        room += max(
            (BOLD_WIDTH_FACTOR * text_width(sheet.end_text(line), size.letters) for line in sheet.plot.lines), default=0
        )
    bottom = size.height - size.letters - 10
    return _Frame(size, left, size.width - room, 8 + size.mark + head, bottom, low, high, rounds)


def _step(span: Money) -> Money:
    """Distance between marked values: 1, 2 or 5 times a power of ten."""
    rough = max(1, span) / MAX_TICKS
    power: int = 10 ** max(0, floor(log10(rough)))
    return next(power * factor for factor in (1, 2, 5, 10, 20) if power * factor >= rough)


def _value_marks(frame: _Frame, palette: Palette) -> list[Markup]:
    """Marked values, each with a thin line."""
    drawn = []
    for value in range(frame.low, frame.high + 1, _step(frame.high - frame.low)):
        y, dash = frame.y(value), "none" if value == max(0, frame.low) else "1 4"
        d = f"M{number(frame.left)},{number(y)}H{number(frame.right)}"
        drawn.append(path(d, stroke=palette.line, stroke_dasharray=dash))
        said = _short_amount(value)
        drawn.append(label(said, frame.left - 6, y, frame.size.letters, text_anchor="end", fill=palette.faint))
    return drawn


def _short_amount(value: Money) -> str:
    return f"{value:,}".replace("-", "−")


def _rounds(setup: Setup, kept: Accounts, frame: _Frame, palette: Palette) -> list[Markup]:
    """Names of stock rounds, as many as fit."""
    drawn, free, letters = [], frame.left - 20, frame.size.letters
    for at, round in enumerate(kept.rounds):
        if round.kind != STOCK:
            continue
        name, x = round_name(setup, round), frame.x(at)
        half = text_width(name, letters) * 0.45
        drawn.append(path(f"M{number(x)},{number(frame.bottom)}v4", stroke=palette.line))
        if x - half > free and x + half < frame.size.width:
            drawn.append(label(name, x, frame.bottom + 4 + 0.7 * letters, letters, fill=palette.faint))
            free = x + half + 8
    return drawn


# Lines and their ends


def _points(line: Line, frame: _Frame) -> list[Point]:
    return [(frame.x(at), frame.y(value)) for at, value in enumerate(line.values) if value is not None]


def _line(sheet: _Sheet, line: Line, frame: _Frame) -> Markup:
    points = _points(line, frame)
    if len(points) < 2:
        return "".join(circle(*point, 2.5, fill=sheet.colour(line)) for point in points)
    d = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    joined: dict[str, Value] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    edge = path(d, stroke=sheet.palette.faint, stroke_width=3.2, **joined) if sheet.is_faint(line) else ""
    return edge + path(d, stroke=sheet.colour(line), stroke_width=2, **joined, **sheet.dash(line))


def _end_marks(sheet: _Sheet, frame: _Frame) -> list[Markup]:
    """Marks at the ends of lines, spread out where lines end close together."""
    reach = 2 * frame.size.mark + 1
    ends = [(points[-1], line) for line in sheet.plot.lines if (points := _points(line, frame))]
    early = [each for each in ends if each[0][0] < frame.right - reach]
    late = sorted((each for each in ends if each not in early), key=lambda each: each[0][1])
    ys = spread_heights([point[1] for point, _line in late], reach, frame.top, frame.bottom)
    drawn = [_end_mark(sheet, line, point, point[1], frame.size) for point, line in early]
    return drawn + [_end_mark(sheet, line, point, y, frame.size) for (point, line), y in zip(late, ys, strict=True)]


def spread_heights(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Heights near the wanted ones (in order), at least `apart`, and between `low` and `high` if they fit."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + apart if found else low))
    top = max(high, low + apart * (len(found) - 1))
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], top)
        top = found[at] - apart
    return found


def _end_mark(sheet: _Sheet, line: Line, end: Point, y: float, size: Size) -> Markup:
    """Mark beside the end of a line, connected to it if it was moved."""
    x, whose = end[0] + size.mark + 4, sheet.plot.whose
    parts = []
    if abs(y - end[1]) > 3:
        d = f"M{number(end[0])},{number(end[1])}L{number(x - size.mark)},{number(y)}"
        parts.append(path(d, stroke=sheet.colour(line)))
    if whose == PLAYERS:
        placed = f"translate({number(x)} {number(y)}) scale({number(size.mark / 7)})"
        parts.append(player_mark(line.of, theme=sheet.theme, transform=placed))
    elif whose == COMPANIES:
        parts.append(token(sheet.setup.companies[line.of], (x, y), size.mark, sheet.palette.edge))
    if size.is_labelled:
        at = x - size.mark if whose == BANK else x + size.mark + 5
        bold: dict[str, Value] = {"text_anchor": "start", "font_weight": 650, "fill": sheet.palette.text}
        parts.append(label(sheet.end_text(line), at, y, size.letters, **bold))
    return group(*parts)


def _moment_mark(moment: Moment, plot: Plot, frame: _Frame, palette: Palette) -> Markup:
    """Number above the lines, with a thin line down to the rounds."""
    at, radius = moment.at, frame.size.letters * 0.72
    near = [line.values[place] for line in plot.lines for place in (floor(at), ceil(at))]
    highest = max((value for value in near if value is not None), default=frame.low)
    x, y = frame.x(at), max(frame.top, frame.y(highest) - 2.2 * radius)
    return group(
        path(f"M{number(x)},{number(frame.bottom)}V{number(y)}", stroke=palette.faint, stroke_dasharray="2 3"),
        circle(x, y, radius, fill=palette.page, stroke=palette.text),
        label(str(moment.number), x, y, frame.size.letters * 0.92, font_weight=650, fill=palette.text),
    )
