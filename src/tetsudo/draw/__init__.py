"""Pictures and texts of a position: SVG from functions that return strings, tables for a terminal.

It uses only the standard library. Everything here reads `setup` and `state`, and changes neither.
"""

from tetsudo.draw.hex.tile import tile_svg
from tetsudo.draw.map.map import map_size, map_svg
from tetsudo.draw.market import market_svg
from tetsudo.draw.plot import plot_svg
from tetsudo.draw.scene import Position, Situation
from tetsudo.draw.style.colour_blind import safe_colours
from tetsudo.draw.style.player_marks import player_svg, player_variables
from tetsudo.draw.style.theme import css_variables
from tetsudo.draw.text.map import map_text
from tetsudo.draw.text.rows import (
    company_rows,
    depot_text,
    hex_rows,
    market_text,
    player_rows,
    position_text,
    private_rows,
    train_rows,
)
from tetsudo.draw.text.short_names import short_names
from tetsudo.draw.token import token_svg

__all__ = [
    "Position",
    "Situation",
    "company_rows",
    "css_variables",
    "depot_text",
    "hex_rows",
    "map_size",
    "map_svg",
    "map_text",
    "market_svg",
    "market_text",
    "player_rows",
    "player_svg",
    "player_variables",
    "plot_svg",
    "position_text",
    "private_rows",
    "safe_colours",
    "short_names",
    "tile_svg",
    "token_svg",
    "train_rows",
]
