"""Pictures and texts of a position: SVG as functions that return strings, tables for a terminal.

Only the standard library. Everything here reads `setup` and `state` and changes neither.
"""

from tetsudo.draw.scene import Position, Table
from tetsudo.draw.svg_map import map_svg
from tetsudo.draw.svg_market import market_svg
from tetsudo.draw.svg_tile import tile_svg

__all__ = ["Position", "Table", "map_svg", "market_svg", "tile_svg"]
