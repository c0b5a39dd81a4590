"""Pictures and texts of a position: SVG as functions that return strings, tables for a terminal.

Only the standard library. Everything here reads `setup` and `state` and changes neither.
"""

from tetsudo.draw.players import player_svg, player_variables
from tetsudo.draw.safe_colours import safe_colours
from tetsudo.draw.scene import Position, Situation
from tetsudo.draw.short_names import short_names
from tetsudo.draw.svg_map import map_size, map_svg
from tetsudo.draw.svg_market import market_svg
from tetsudo.draw.svg_plot import plot_svg
from tetsudo.draw.svg_tile import tile_svg
from tetsudo.draw.svg_token import token_svg
from tetsudo.draw.text import (
    company_rows,
    depot_text,
    hex_rows,
    market_text,
    player_rows,
    position_text,
    private_rows,
    train_rows,
)
from tetsudo.draw.text_map import map_text
from tetsudo.draw.theme import css_variables

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
