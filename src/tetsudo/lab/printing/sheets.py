"""Imposition: which piece lies where on which page.

All lengths are in millimetres, from the upper left corner of a page. Neighbours' bleeds touch and never overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from tetsudo.lab.printing.paper import MARGIN, Sizes
from tetsudo.lab.printing.pieces import CIRCLE, FLAT_HEX, POINTY_HEX, Board, Piece, box_of, inset_of

OVERLAP: Final = 10.0
"""Width of the strip that neighbouring pages of a board share."""
MARKS: Final = 4.0
"""Space for registration marks around the part of a board on a page."""
SLACK: Final = 1e-6


class Point(NamedTuple):
    """Upper left corner of a cut piece."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Placed:
    """Copy of a piece on a page; `at` is the upper left corner of its box without bleed."""

    piece: Piece
    at: Point


@dataclass(frozen=True, slots=True)
class Window:
    """Part of a board on a page. `left`, `top`, `width`, `height` on the board; `at` on the page.

    `seams`: lines across and down the board where pages meet, within the window or at its edge.
    """

    board: Board
    left: float
    top: float
    width: float
    height: float
    at: Point
    column: int
    row: int
    columns: int
    rows: int
    seams_down: tuple[float, ...]
    seams_across: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page. `kind` and `number` of `count` name it; `is_back`: printed on the back of the page before."""

    kind: str
    number: int
    count: int
    landscape: bool
    placed: tuple[Placed, ...] = ()
    window: Window | None = None
    is_back: bool = False


def piece_sheets(pieces: Iterable[Piece], sizes: Sizes, *, backs: bool = False) -> list[Sheet]:
    """Pages of pieces of one kind, in their order; pieces of different sizes are on different pages."""
    found: list[Sheet] = []
    for _, same in groupby(pieces, key=lambda piece: (piece.width, piece.height, piece.shape, piece.bleed)):
        copies = [piece for piece in same for _ in range(piece.count)]
        found += _filled(copies, sizes)
    numbered = [
        Sheet(sheet.kind, number, len(found), sheet.landscape, sheet.placed) for number, sheet in enumerate(found, 1)
    ]
    return [each for sheet in numbered for each in _with_back(sheet, sizes, backs=backs)]


def _filled(copies: Sequence[Piece], sizes: Sizes) -> Iterator[Sheet]:
    if not copies:
        return
    landscape = max((False, True), key=lambda turned: (len(places(copies[0], sizes, landscape=turned)), not turned))
    spots = places(copies[0], sizes, landscape=landscape)
    for start in range(0, len(copies), len(spots)):
        here = copies[start : start + len(spots)]
        placed = tuple(Placed(piece, at) for piece, at in zip(here, spots, strict=False))
        yield Sheet(copies[0].kind, 0, 0, landscape, placed)


def _with_back(sheet: Sheet, sizes: Sizes, *, backs: bool) -> Iterator[Sheet]:
    """Page, and its back for printing on both sides, turned over its upright side."""
    yield sheet
    if not backs or not all(each.piece.back for each in sheet.placed):
        return
    width, _ = sizes.page(landscape=sheet.landscape)
    turned = tuple(Placed(each.piece, Point(width - each.at.x - each.piece.width, each.at.y)) for each in sheet.placed)
    yield Sheet(sheet.kind, sheet.number, sheet.count, sheet.landscape, turned, is_back=True)


def places(piece: Piece, sizes: Sizes, *, landscape: bool) -> list[Point]:
    """Places of equal pieces on a page, row by row, centred between the margins."""
    area = sizes.area(landscape=landscape)
    boxes = _hex_boxes(piece, *area) if piece.shape in (FLAT_HEX, POINTY_HEX) else _grid_boxes(piece, *area)
    if not boxes:
        return []
    wide, high = box_of(piece)
    spare_x = area[0] - max(x for x, _ in boxes) - wide
    spare_y = area[1] - max(y for _, y in boxes) - high
    inset_x, inset_y = inset_of(piece)
    return [Point(MARGIN + spare_x / 2 + x + inset_x, MARGIN + spare_y / 2 + y + inset_y) for x, y in boxes]


def _grid_boxes(piece: Piece, width: float, height: float) -> list[tuple[float, float]]:
    wide, high = box_of(piece)
    if piece.shape == CIRCLE and not piece.bleed:
        wide, high = wide + 1, high + 1
    columns, rows = int(width / wide + SLACK), int(height / high + SLACK)
    return [(column * wide, row * high) for row in range(rows) for column in range(columns)]


def _hex_boxes(piece: Piece, width: float, height: float) -> list[tuple[float, float]]:
    """Honeycomb: every second column, or row, is half a hex further on."""
    wide, high = box_of(piece)
    if piece.shape == FLAT_HEX:
        return sorted(((x, y) for y, x in _honeycomb(high, wide, height, width)), key=lambda at: (at[1], at[0]))
    return sorted(_honeycomb(wide, high, width, height), key=lambda at: (at[1], at[0]))


def _honeycomb(side: float, across: float, length: float, depth: float) -> Iterator[tuple[float, float]]:
    """Lines of hexes that touch with their sides, in an area of `length` along them and `depth`."""
    lines = 1 + int((depth - across) / (0.75 * across) + SLACK) if depth >= across else 0
    for line in range(lines):
        shift = side / 2 if line % 2 else 0.0
        for each in range(int((length - shift) / side + SLACK)):
            yield shift + each * side, line * 0.75 * across


# Boards


def board_sheets(board: Board, sizes: Sizes) -> list[Sheet]:
    """Pages of a board, row by row: all of the same size, each sharing a strip with its neighbours."""
    landscape = min((False, True), key=lambda turned: (_page_count(board, sizes, landscape=turned), turned))
    columns, rows = _grid_of(board, sizes, landscape=landscape)
    area = sizes.area(landscape=landscape)
    width, height = _part(board.width, columns), _part(board.height, rows)
    at = Point(MARGIN + (area[0] - width) / 2, MARGIN + (area[1] - height) / 2)
    seams_down, seams_across = _seams(width, columns), _seams(height, rows)
    windows = [
        Window(
            board,
            left := column * (width - OVERLAP),
            top := row * (height - OVERLAP),
            width,
            height,
            at,
            column,
            row,
            columns,
            rows,
            tuple(seam for seam in seams_down if left <= seam <= left + width),
            tuple(seam for seam in seams_across if top <= seam <= top + height),
        )
        for row in range(rows)
        for column in range(columns)
    ]
    return [
        Sheet(board.kind, number, len(windows), landscape, window=window) for number, window in enumerate(windows, 1)
    ]


def _page_count(board: Board, sizes: Sizes, *, landscape: bool) -> int:
    columns, rows = _grid_of(board, sizes, landscape=landscape)
    return columns * rows


def _grid_of(board: Board, sizes: Sizes, *, landscape: bool) -> tuple[int, int]:
    """Number of pages across and down."""
    width, height = sizes.area(landscape=landscape)
    return _pages(board.width, width - 2 * MARKS), _pages(board.height, height - 2 * MARKS)


def _pages(whole: float, most: float) -> int:
    """Number of parts of at most a length that make the whole with their overlaps."""
    return max(1, ceil((whole - OVERLAP) / (most - OVERLAP) - SLACK))


def _part(whole: float, pages: int) -> float:
    """Length of a part, so that `pages` of them with overlaps make the whole."""
    return (whole + (pages - 1) * OVERLAP) / pages


def _seams(part: float, pages: int) -> list[float]:
    """Middles of the shared strips."""
    return [page * (part - OVERLAP) + OVERLAP / 2 for page in range(1, pages)]
