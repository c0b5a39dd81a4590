"""Map and market in real size."""

from __future__ import annotations

from typing import Final

from tetsudo.draw import map_size, map_svg, market_svg
from tetsudo.draw.market import CELL_HEIGHT, cell_width, market_size
from tetsudo.draw.style.theme import LIGHT
from tetsudo.game.game import Game
from tetsudo.lab.printing.paper import Sizes
from tetsudo.lab.printing.pieces import Board

TOKEN_ROOM: Final = 3.0
"""Room beside a token in a cell of the market."""


def map_board(game: Game, sizes: Sizes) -> Board:
    """Map with tiles and tokens as they lie, its hexes as large as the tiles."""
    width, height = map_size(game.setup)
    unit = sizes.unit
    return Board("map", "map", map_svg(game), width * unit, height * unit, LIGHT.sea)


def market_board(game: Game, sizes: Sizes) -> Board:
    """Market with tokens as they lie; a token fits into each cell."""
    width, height = market_size(game.setup)
    unit = (sizes.token + TOKEN_ROOM) / min(cell_width(game.setup.market), CELL_HEIGHT)
    return Board("market", "market", market_svg(game), width * unit, height * unit, LIGHT.page)
