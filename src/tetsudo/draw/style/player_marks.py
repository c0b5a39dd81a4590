"""Colours and marks of players: each has a shape of its own, so that colour is not needed to tell them apart."""

from __future__ import annotations

from typing import Final

from tetsudo.draw.style.theme import palette
from tetsudo.draw.svg import Markup, Value, element

PLAYER_COLOURS: Final = ("#3b78c2", "#d1573a", "#3d8f57", "#9a63b8", "#a8801f", "#2a8f99", "#b0607f")
"""Colours by seat, visible on light and dark panels."""

SAFE_PLAYER_COLOURS: Final = {
    "light": ("#1e87ff", "#a5785a", "#003c2d", "#5a0f87", "#789600", "#00002d", "#e15aa5"),
    "dark": ("#0078f0", "#c35a0f", "#69ffa5", "#c378b4", "#ffd24b", "#c3ffff", "#78785a"),
}
"""The same for colour-blind users, by theme, since lightness has to help."""

MARK_SHAPES: Final = (
    "M-5-5H5V5H-5z",
    "M0-6.200 6 4.800H-6z",
    "M0-6.500 6.500 0 0 6.500-6.500 0z",
    "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1-6 0z",
    "M-2.100-6.200H2.100V-2.100H6.200V2.100H2.100V6.200H-2.100V2.100H-6.200V-2.100H-2.100z",
    "M0 6.200-6-4.800H6z",
    "M0-6.800 1.700-2.100 6.600-2 2.600 1.100 4.100 5.800 0 3-4.100 5.800-2.600 1.100-6.600-2-1.700-2.100z",
)
"""Square, triangle, lozenge, disc, cross, inverted triangle, star."""


def player_svg(seat: int, size: float = 14.0, *, theme: str = "page") -> str:
    """Mark of a player, `size` pixels high, hidden from screen readers because the name is beside it.

    Seats count from 0. On a page its colour comes from the style sheet (`player_variables`); elsewhere it is the
    default.
    """
    return element(
        "svg",
        player_mark(seat, theme=theme),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-7.500 -7.500 15 15",
        width=size,
        height=size,
        class_="player-mark",
        aria_hidden="true",
    )


def player_mark(seat: int, *, theme: str = "page", **attributes: Value) -> Markup:
    """Mark as part of a drawing, centred on the origin, 13 wide."""
    shape = MARK_SHAPES[seat % len(PLAYER_COLOURS)]
    colour, edge = player_colour(seat, theme=theme), palette(theme).edge
    return element("path", d=shape, fill=colour, stroke=edge, stroke_width=0.8, **attributes)


def player_colour(seat: int, *, theme: str = "page") -> str:
    """Colour of a player's mark and lines."""
    place = seat % len(PLAYER_COLOURS)
    return f"var(--player-{place},{PLAYER_COLOURS[place]})" if theme == "page" else PLAYER_COLOURS[place]


def player_variables(colours: tuple[str, ...] = PLAYER_COLOURS) -> str:
    """CSS declarations used by marks on a page."""
    return "".join(f"--player-{seat}:{colour};" for seat, colour in enumerate(colours))
