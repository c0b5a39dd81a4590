"""Stock market as SVG: prices, zones, par cells, stacks of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from tetsudo.core.translation import TranslateFunction, translator
from tetsudo.core.units import CellId
from tetsudo.draw.hex.stops import token
from tetsudo.draw.scene import Situation
from tetsudo.draw.style.theme import ZONES, Palette
from tetsudo.draw.style.theme import palette as palette_of
from tetsudo.draw.svg import Markup, element, escaped_text, group, label, path, picture, rectangle, text_width, title
from tetsudo.engine.model.market import Market
from tetsudo.engine.model.title import Company, Setup
from tetsudo.engine.rules.shares.market_cells import OPERATING_ON_TOP
from tetsudo.engine.state.state import State, cell_of, depth_of, is_floated

CELL_HEIGHT: Final = 46.0
CELL_WIDTHS: Final = (34.0, 58.0)
"""Width of a cell: narrow and wide."""
MIN_ARROW_BESIDE_WIDTH: Final = 40.0
"""Minimum width of a cell with its arrow beside a three-digit price; otherwise the arrow is below."""
PREFERRED_WIDTH: Final = 620.0
"""Preferred total width of all columns, so that prices stay readable in a small picture."""
CELL_GAP: Final = 2.0
PADDING: Final = 14.0
LEGEND_HEIGHT: Final = 26.0
LEGEND_LINE_HEIGHT: Final = 20.0
"""Height of a line of the legend."""
OPERATING_ABOVE: Final = {**OPERATING_ON_TOP, "operating": True}
"""True if tokens of operating companies lie above the others, by stack order; other orders go by arrival only."""
TOKEN_RADIUS: Final = 11.0
PRICE_SIZE: Final = 11.5
MAX_TOKENS_PER_ROW: Final = 4
"""Maximum number of tokens in one row; more stand in two rows."""
STACK_MARGIN: Final = 6.0
"""Free margin beside a stack."""
MIN_TOKEN_SPACING: Final = 1.65
"""Minimum distance of tokens, in radii, so that none hides the symbol of the next."""
ZONE_COLOURS: Final = {"closed": "grey"}
"""Colours of zones that are not named by a colour."""


def market_svg(table: Situation, *, theme: str = "light", scale: float = 1.0, sized: bool = True) -> str:
    """Market of a game or a `Position`. The company on top of a stack is drawn on top."""
    palette, setup = palette_of(theme), table.setup
    market, say = setup.market, translator(setup.told_in)
    width, height = market_size(setup)
    legend, lines = _legend(setup, palette, width - 2 * PADDING)
    stacks = [companies_in_cell(setup, table.state, cell) for cell in range(len(market.prices))]
    shift = f"translate({PADDING:g} {height - PADDING - 6 - (lines - 1) * LEGEND_LINE_HEIGHT:g})"
    return picture(
        width,
        height,
        say("Stock market of {title}").format(title=setup.name),
        rectangle(width / 2, height / 2, width, height, fill=palette.page),
        *(_cell(setup, cell, tuple(here), theme) for cell, here in enumerate(stacks)),
        group(legend, transform=shift),
        scale=scale,
        sized=sized,
    )


def market_size(setup: Setup) -> tuple[float, float]:
    """Width and height of a market, its legend included."""
    market = setup.market
    columns, rows = max(market.columns, default=0) + 1, max(market.rows, default=0) + 1
    width = columns * cell_width(market) + 2 * PADDING
    legend, lines = _legend(setup, palette_of("light"), width - 2 * PADDING)
    return width, rows * CELL_HEIGHT + 2 * PADDING + (LEGEND_HEIGHT + (lines - 1) * LEGEND_LINE_HEIGHT if legend else 0)


def companies_in_cell(setup: Setup, state: State, cell: CellId) -> list[Company]:
    """Companies in a cell, the top one first."""
    here = [company for company in setup.companies if cell_of(state, company.id) == cell]
    above = OPERATING_ABOVE.get(setup.settings.stack_order)
    if above is None:
        return sorted(here, key=lambda company: depth_of(state, company.id))
    return sorted(here, key=lambda company: (is_floated(state, company.id) != above, depth_of(state, company.id)))


def cell_width(market: Market) -> float:
    """Width of a cell; cells of a long market are narrow."""
    narrow, wide = CELL_WIDTHS
    return max(narrow, min(wide, PREFERRED_WIDTH // (max(market.columns, default=0) + 1)))


@lru_cache(maxsize=8192)
def _cell(setup: Setup, cell: CellId, here: tuple[Company, ...], theme: str) -> Markup:
    """Cell with its stack, cached: few cells change between positions."""
    market, palette = setup.market, palette_of(theme)
    width = cell_width(market)
    x = PADDING + (market.columns[cell] + 0.5) * width
    y = PADDING + (market.rows[cell] + 0.5) * CELL_HEIGHT
    fill, ink = _zone_colours(market, market.zones[cell], palette)
    parts = [title(cell_caption(setup, cell, here)), _box(x, y, width, fill, palette)]
    if cell in market.pars.values():
        parts.append(_par_mark(x, y, width, palette))
    left, top = x - width / 2 + 4, y - CELL_HEIGHT / 2 + 10
    if not market.closed[cell]:
        price = str(market.prices[cell])
        parts.append(label(price, left, top, PRICE_SIZE, text_anchor="start", font_weight=600, fill=ink))
    beside = width >= MIN_ARROW_BESIDE_WIDTH or market.prices[cell] < 100
    level = top if beside else y + CELL_HEIGHT / 2 - 10
    parts += [_arrow(x + width / 2 - 6, level, step, ink) for step in _row_end_steps(market, cell)]
    tokens = _stack(here, x, y + 6, width - STACK_MARGIN, palette.edge)
    return group(*parts, *tokens, class_="cell", data_cell=cell, font_variant_numeric="tabular-nums")


def _box(x: float, y: float, width: float, fill: str, palette: Palette) -> Markup:
    return rectangle(
        x, y, width - CELL_GAP, CELL_HEIGHT - CELL_GAP, rx=3, fill=fill, stroke=palette.line, stroke_width=1
    )


def _par_mark(x: float, y: float, width: float, palette: Palette) -> Markup:
    """Mark of a par cell: a red corner and a frame."""
    right, top = x + width / 2 - 3, y - CELL_HEIGHT / 2 + 3
    return rectangle(
        x, y, width - CELL_GAP - 3, CELL_HEIGHT - CELL_GAP - 3, rx=2, fill="none", stroke=palette.par, stroke_width=1.6
    ) + path(f"M{right - 9:g},{top:g}h9v9Z", fill=palette.par)


def _row_end_steps(market: Market, cell: CellId) -> list[int]:
    """Row ends, where a move along the row goes up (-1) or down (1) instead."""
    if market.closed[cell]:
        return []
    targets = (market.on_payout[cell], market.on_withhold[cell])
    steps = [market.rows[to] - market.rows[cell] for to in targets if market.columns[to] == market.columns[cell]]
    return [step for step in steps if step]


def _arrow(x: float, y: float, step: int, ink: str) -> Markup:
    """Small arrow up (-1) or down (1)."""
    head, shaft = f"M{x:g},{y + 4.5 * step:g}l-3.4,{-4 * step}h6.8Z", f"M{x:g},{y:g}v{-4.5 * step:g}"
    return path(f"{head} {shaft}", fill=ink, stroke=ink, stroke_width=1.4)


def _zone_colours(market: Market, zone: str, palette: Palette) -> tuple[str, str]:
    """Fill and text colour of a zone: by its colour name, else by its order in the market."""
    if not zone:
        return palette.panel, palette.text
    return palette.zones[ZONES.index(zone_colour(market, zone))]


def zone_colour(market: Market, zone: str) -> str:
    """Colour of a zone, by its name."""
    colour = ZONE_COLOURS.get(zone, zone)
    return colour if colour in ZONES else ZONES[zones(market).index(zone) % len(ZONES)]


def zones(market: Market) -> list[str]:
    """Zones of a market, in order of appearance."""
    return list(dict.fromkeys(zone for zone in market.zones if zone))


def _stack(here: Sequence[Company], x: float, y: float, width: float, edge: str) -> list[Markup]:
    """Tokens of a stack from bottom to top, in rows, small enough for every symbol to be visible."""
    if not here:
        return []
    rows = 1 if len(here) <= MAX_TOKENS_PER_ROW else 2
    columns = ceil(len(here) / rows)
    radius = min(TOKEN_RADIUS / rows + 1.5 * (rows - 1), width / (2 + MIN_TOKEN_SPACING * (columns - 1)))
    pitch = min(2 * radius + 1, (width - 2 * radius) / max(1, columns - 1))
    left, top = x - pitch * (columns - 1) / 2, y - (radius - 1.5) * (rows - 1)
    places = [divmod(i, columns) for i in range(len(here))]
    points = [(left + pitch * column, top + 2 * radius * row) for row, column in places]
    return [token(company, at, radius, edge) for company, at in zip(here, points, strict=True)][::-1]


def cell_caption(setup: Setup, cell: CellId, here: Sequence[Company]) -> str:
    """Cell in words: price, zone, par, and its companies from the top."""
    market, say = setup.market, translator(setup.told_in)
    parts = [say("closed") if market.closed[cell] else f"{setup.currency}{market.prices[cell]}"]
    if market.zones[cell] and not market.closed[cell]:
        parts.append(say("{colour} zone").format(colour=say(market.zones[cell])))
    if cell in market.pars.values():
        parts.append(say("par"))
    if here:
        parts.append(say("top to bottom: {companies}").format(companies=", ".join(company.symbol for company in here)))
    return "; ".join(parts)


def _legend(setup: Setup, palette: Palette, width: float) -> tuple[Markup, int]:
    """Legend of colours and frames, and its number of lines."""
    market, say = setup.market, translator(setup.told_in)
    entries = [(_swatch(palette.panel, palette.par), say("par"))] if market.pars else []
    entries += [
        (_swatch(_zone_colours(market, zone, palette)[0], palette.line), _zone_text(market, zone, say))
        for zone in zones(market)
    ]
    drawn, x, lines = [], 0.0, 1
    for swatch, text in entries:
        wide = 40 + 0.9 * text_width(text, 11)
        if x and x + wide > width:
            x, lines = 0.0, lines + 1
        line = element("text", escaped_text(text), x=22, y=4, font_size=11, text_anchor="start", fill=palette.text)
        drawn.append(group(swatch, line, transform=f"translate({x:.1f} {(lines - 1) * LEGEND_LINE_HEIGHT:g})"))
        x += wide
    return "".join(drawn), lines


def zone_texts(setup: Setup) -> list[tuple[str, str]]:
    """Meaning of the market's colours: the name of each colour, and its effect."""
    market, say = setup.market, translator(setup.told_in)
    return [(zone_colour(market, zone), _zone_text(market, zone, say)) for zone in zones(market)]


def _swatch(fill: str, stroke: str) -> Markup:
    return rectangle(8, 0, 14, 12, rx=2, fill=fill, stroke=stroke, stroke_width=1.4)


def _zone_text(market: Market, zone: str, say: TranslateFunction) -> str:
    """Effect of a zone, read from its cells."""
    cell = market.zones.index(zone)
    effects = [say("does not count toward the certificate limit")] * market.uncounted[cell]
    effects += [say("no holding limit")] * market.unlimited[cell]
    effects += [say("several shares per turn")] * market.several[cell]
    effects += [say("a company that reaches it closes")] * market.closed[cell]
    told = say("{zone}: {effects}")
    return told.format(zone=say(zone), effects=say(", ").join(effects)) if effects else say(zone)
