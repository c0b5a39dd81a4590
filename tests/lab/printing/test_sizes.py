"""Printed pages in millimetres: hexes that fit each other, margins, bleed, and boards that can be put together."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from math import dist

import pytest
from pypdf import PdfReader

import tetsudo
from tests.lab.printing.pdf_shapes import hexes, page_size
from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.lab.printing import MAKERS, PAPERS, Kit, Sizes, print_and_play
from tetsudo.lab.printing.pieces import FLAT_HEX, POINTY_HEX, box_of, inset_of
from tetsudo.lab.printing.sheets import OVERLAP, Sheet
from tetsudo.lab.table_spec import Table, tables

LARGEST = {(table.title, table.scenario): table for table in tables()}
"""Each title and scenario, with its largest number of players."""
each_table = pytest.mark.parametrize(
    "table", LARGEST.values(), ids=lambda table: f"{table.title}{table.scenario or ''}"
)
each_paper = pytest.mark.parametrize("paper", ["a4", "letter"])
every_paper = pytest.mark.parametrize("paper", PAPERS)


def shikoku() -> Game:
    return tetsudo.new("1889", ["Ann", "Bo", "Cy"])


def pages(kit: Kit) -> PdfReader:
    return PdfReader(BytesIO(kit.pdf()))


@pytest.mark.parametrize(("title", "hex"), [("1889", 42.0), ("1889", 38.0), ("1888", 42.0)])
def test_tiles_are_as_large_as_the_hexes_of_the_map(title: str, hex: float) -> None:
    """Measured in the PDF, flat (1889) and pointed (1888): each hex of the map, each cut line, its bleed."""
    kit = print_and_play(tetsudo.new(title, ["Ann", "Bo", "Cy"]), sizes=Sizes(hex=hex), kinds=["map", "tiles"])
    found = Counter[tuple[str, float]]()
    for sheet, page in zip(kit.sheets, pages(kit).pages[1:], strict=True):
        found.update((sheet.kind, round(size, 2)) for size in hexes(page))
    maps = sum(sheet.kind == "map" for sheet in kit.sheets)
    assert found["map", hex] >= maps * len(kit.game.setup.map.hexes)
    assert found["tiles", hex + 6] == kit.counts["tiles"], "3 mm of bleed on both sides"
    assert found["tiles", hex] == 2 * kit.counts["tiles"], "the ground and the cut line"
    assert {size for kind, size in found if kind == "tiles"} == {hex, hex + 6}


@each_paper
def test_pages_have_the_size_of_the_paper(paper: str) -> None:
    kit = print_and_play(shikoku(), sizes=Sizes(paper=paper), kinds=["map", "market"])
    wide, high = {"a4": (210, 297), "letter": (215.9, 279.4)}[paper]
    reader = pages(kit)
    for number, sheet in enumerate(kit.sheets, 1):
        size = (high, wide) if sheet.landscape else (wide, high)
        assert page_size(reader, number) == pytest.approx(size, abs=0.01)


def boxes(sheet: Sheet) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of all pieces with their bleed."""
    found = []
    for each in sheet.placed:
        (wide, high), (left, top) = box_of(each.piece), inset_of(each.piece)
        x, y = each.at.x - left, each.at.y - top
        found.append((x, y, x + wide, y + high))
    return found


@every_paper
@each_table
def test_nothing_is_in_the_margins_and_no_two_pieces_meet(table: Table, paper: str) -> None:
    sizes = Sizes(paper=paper)
    for sheet in print_and_play(table.game(), sizes=sizes, kinds=list(MAKERS)).sheets:
        width, height = sizes.page(landscape=sheet.landscape)
        placed = boxes(sheet)
        if sheet.window:
            at = sheet.window.at
            placed = [(at.x - 4, at.y - 4, at.x + sheet.window.width + 4, at.y + sheet.window.height + 4)]
        for left, top, right, bottom in placed:
            assert left > 7.99
            assert top > 7.99
            assert right < width - 7.99
            assert bottom < height - 7.99
        shape = sheet.placed[0].piece.shape if sheet.placed else ""
        check = hexes_apart if shape in (FLAT_HEX, POINTY_HEX) else rectangles_apart
        assert check(sheet) >= -1e-6


def hexes_apart(sheet: Sheet) -> float:
    """Room between the nearest two hexes: equal hexes on a honeycomb are apart if their centres are."""
    piece = sheet.placed[0].piece
    needed = min(box_of(piece))
    spots = [each.at for each in sheet.placed]
    return min([dist(a, b) - needed for at, a in enumerate(spots) for b in spots[:at]], default=0)


def rectangles_apart(sheet: Sheet) -> float:
    """Room between the nearest two boxes, on the side where there is most."""
    placed = boxes(sheet)
    return min(
        (
            max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
            for at, a in enumerate(placed)
            for b in placed[:at]
        ),
        default=0,
    )  # fmt: skip


@each_paper
@each_table
def test_the_pages_of_a_board_make_the_whole(table: Table, paper: str) -> None:
    """Neighbours share a strip of 10 mm with the seam in its middle, on both pages."""
    kit = print_and_play(table.game(), sizes=Sizes(paper=paper), kinds=["map", "market"])
    for kind, board in kit.boards.items():
        windows = [sheet.window for sheet in kit.sheets if sheet.kind == kind and sheet.window]
        assert max(window.left + window.width for window in windows) == pytest.approx(board.width)
        assert max(window.top + window.height for window in windows) == pytest.approx(board.height)
        for window in windows:
            right = [other for other in windows if (other.row, other.column) == (window.row, window.column + 1)]
            for other in right:
                assert window.left + window.width - other.left == pytest.approx(OVERLAP)
                seam = other.left + OVERLAP / 2
                assert seam == pytest.approx(max(window.seams_down))
                assert seam == pytest.approx(min(other.seams_down))
        assert len(windows) == windows[0].columns * windows[0].rows


def test_tokens_fit_side_by_side_into_a_city() -> None:
    """Two slots are 29 of a hex's 100 apart, so tokens of 12 mm belong to hexes of 42 mm."""
    assert [Sizes(hex=hex).token for hex in (38, 42, 50)] == [11.0, 12.0, 14.5]
    assert all(100 * Sizes(hex=hex).token <= 29 * hex for hex in range(25, 61))


def test_a_token_fits_into_a_cell_of_the_market() -> None:
    sizes = Sizes()
    kit = print_and_play(tetsudo.new("1890", ["Ann", "Bo", "Cy"], scenario="C"), sizes=sizes, kinds=["market"])
    assert kit.boards["market"].width / 18 > sizes.token + 2, "18 columns"


def test_cards_without_bleed_lie_side_by_side() -> None:
    """A4 takes 4 cards of 44 mm across and 4 of 68 mm down."""
    kit = print_and_play(shikoku(), sizes=Sizes(bleed=0), kinds=["certificates"])
    assert len(kit.sheets[0].placed) == 16
    assert kit.sheets[0].placed[1].at.x - kit.sheets[0].placed[0].at.x == pytest.approx(44)


def test_backs_lie_behind_their_cards() -> None:
    """Printed on both sides, turned over the upright side: the back of the first card is the last of its row."""
    kit = print_and_play(shikoku(), kinds=["trains", "tiles"], backs=True)
    front, back = kit.sheets[0], kit.sheets[1]
    assert [sheet.is_back for sheet in kit.sheets[:2]] == [False, True]
    width = kit.sizes.page(landscape=front.landscape)[0]
    for one, other in zip(front.placed, back.placed, strict=True):
        assert one.at.x + one.piece.width / 2 == pytest.approx(width - other.at.x - other.piece.width / 2)
        assert one.at.y == other.at.y
    assert not any(sheet.is_back for sheet in kit.sheets if sheet.kind == "tiles")


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: Sizes(paper="a5"), "There is no paper a5. Papers: a4, letter, a3, tabloid."),
        (lambda: Sizes(card="pocker"), "Did you mean poker?"),
        (lambda: Sizes(hex=5), "must be from 25 to 60 mm"),
        (lambda: Sizes(bleed=9), "must be from 0 to 5 mm"),
        (lambda: print_and_play(shikoku(), kinds=["maps"]), "Did you mean map?"),
        (lambda: print_and_play(shikoku(), language="xx"), "There is no language xx. Languages: en, ja."),
    ],
)
def test_a_wrong_choice_is_told(made: object, told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        made()  # type: ignore[operator]
    assert told in refusal.value.sentence
