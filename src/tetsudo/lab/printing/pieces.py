"""Pieces of a game: what is cut out of the pages, each with its size and number of copies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

RECTANGLE: Final = "rectangle"
CIRCLE: Final = "circle"
FLAT_HEX: Final = "flat"
POINTY_HEX: Final = "pointy"


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Piece to cut out. `width` and `height` of the cut piece, and `bleed` beyond it, in millimetres.

    `kind` names its pages ("tiles"); `name` is unique among the pieces of a kind. `template`: function of the typst
    template that draws it from `content`. Pieces with a `back` are cards.
    """

    kind: str
    name: str
    count: int
    width: float
    height: float
    template: str
    content: Mapping[str, Any] = field(default_factory=dict)
    shape: str = RECTANGLE
    bleed: float = 0.0
    back: str = ""  # text on the back


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Picture too large for a page: the map, or the market. `fill`: colour beyond its edges."""

    kind: str
    name: str
    svg: str
    width: float
    height: float
    fill: str


def whole(board: Board, bleed: float) -> Piece:
    """Board in one piece, for a print shop that prints large sheets or cloth."""
    content = {"svg": board.svg, "fill": board.fill}
    return Piece(board.kind, board.name, 1, board.width, board.height, "board", content, bleed=bleed)


def hex_size(inradius: float, shape: str) -> tuple[float, float]:
    """Width and height of a hex from the distance of its sides to its centre."""
    across, sides = 4 * inradius / 3**0.5, 2 * inradius
    return (across, sides) if shape == FLAT_HEX else (sides, across)


def box_of(piece: Piece) -> tuple[float, float]:
    """Width and height of a piece with its bleed."""
    if piece.shape in (FLAT_HEX, POINTY_HEX):
        return hex_size(min(piece.width, piece.height) / 2 + piece.bleed, piece.shape)
    return piece.width + 2 * piece.bleed, piece.height + 2 * piece.bleed


def inset_of(piece: Piece) -> tuple[float, float]:
    """Distance of the cut piece from the left and upper edge of its box with bleed."""
    wide, high = box_of(piece)
    return (wide - piece.width) / 2, (high - piece.height) / 2
