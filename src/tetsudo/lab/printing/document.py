"""Pages as PDF or PNG, set by typst from the template in this folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from tetsudo.core.extras import require
from tetsudo.lab.printing.paper import MARGIN, Sizes
from tetsudo.lab.printing.pieces import FLAT_HEX, POINTY_HEX, Board, Piece, box_of, inset_of
from tetsudo.lab.printing.sheets import Sheet, Window

FONT: Final = "Noto Sans CJK JP"
"""Family of all texts: it has Latin, Japanese and Chinese letters."""
FONT_PACKAGES: Final = ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold")
"""Packages that hold the files of `FONT`, one weight each."""
PPI: Final = 300.0
"""Resolution of pictures for print shops, in pixels per inch."""
SVG_FONT: Final = re.compile(r'font-family="[^"]*"')
TEMPLATE: Final = ("main.typ", "helpers.typ", "marks.typ", "cards.typ", "large.typ", "locomotive.svg")


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet with the three texts of its foot."""

    sheet: Sheet
    foot: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Document:
    """Pages, or single cards, each with True for its back."""

    sizes: Sizes
    language: str
    pages: Sequence[Page] = ()
    cards: Sequence[tuple[Piece, bool]] = ()

    def pdf(self) -> bytes:
        """PDF of all pages."""
        compiler = _compiler(self)
        return bytes(compiler.compile(format="pdf"))

    def png(self, ppi: float = PPI) -> list[bytes]:
        """PNG of each page or card."""
        made = _compiler(self).compile(format="png", ppi=ppi)
        return [bytes(made)] if isinstance(made, bytes) else [bytes(each) for each in made]

    def overflows(self) -> list[str]:
        """Names of what does not fit its piece even in the smallest letters."""
        found = json.loads(_compiler(self).query("<overflow>", field="value"))
        return list(dict.fromkeys(found))


def _compiler(document: Document) -> Any:
    require("print", "Printing", "typst", *FONT_PACKAGES)
    import typst

    compiler: Any = typst.Compiler  # its types leave out a document of several files
    sources: dict[str, bytes] = {name: _template(name) for name in TEMPLATE}
    sources["kit.json"] = json.dumps(_data(document)).encode()
    return compiler(
        sources,
        font_paths=_fonts(),
    )


def _template(name: str) -> bytes:
    return files("tetsudo.lab.printing").joinpath("template", name).read_bytes()


@cache
def _fonts() -> Any:
    """Fonts of `FONT_PACKAGES`, and those of typst."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[Path(str(files(package))) for package in FONT_PACKAGES])


def _data(document: Document) -> dict[str, Any]:
    """Content of kit.json; each piece and each board is in it once."""
    sheets = [page.sheet for page in document.pages]
    placed = [each.piece for sheet in sheets for each in sheet.placed]
    ids = {piece: at for at, piece in enumerate(dict.fromkeys([*placed, *(piece for piece, _ in document.cards)]))}
    boards = {sheet.window.board.name: sheet.window.board for sheet in sheets if sheet.window}
    return {
        "font": FONT,
        "lang": document.language,
        "pieces": [_piece_data(piece) for piece in ids],
        "boards": {name: _board_data(board) for name, board in boards.items()},
        "sheets": [_sheet_data(page, document.sizes, ids) for page in document.pages],
        "cards": [{"piece": ids[piece], "back": is_back} for piece, is_back in document.cards],
    }


def _board_data(board: Board) -> dict[str, Any]:
    return {"svg": _printable(board.svg), "width": board.width, "height": board.height, "fill": board.fill}


def _piece_data(piece: Piece) -> dict[str, Any]:
    inset = inset_of(piece)
    return {
        "template": piece.template,
        "content": _printable(piece.content),
        "width": piece.width,
        "height": piece.height,
        "bleed": piece.bleed,
        "shape": piece.shape,
        "back": piece.back,
        "box": list(box_of(piece)),
        "inset": list(inset),
        "corners": _corners(piece, inset) if piece.shape in (FLAT_HEX, POINTY_HEX) else [],
    }


def _corners(piece: Piece, inset: tuple[float, float]) -> list[list[float]]:
    """Corners of a hex, in the box with bleed."""
    wide, high = piece.width, piece.height
    if piece.shape == FLAT_HEX:
        points = [(0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1)]
    else:
        points = [(0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)]
    return [[inset[0] + x * wide, inset[1] + y * high] for x, y in points]


def _sheet_data(page: Page, sizes: Sizes, ids: Mapping[Piece, int]) -> dict[str, Any]:
    sheet = page.sheet
    width, height = sizes.page(landscape=sheet.landscape)
    shown: dict[str, Any] = {
        "width": width,
        "height": height,
        "margin": MARGIN,
        "back": sheet.is_back,
        "footer": list(page.foot),
        "items": [{"piece": ids[each.piece], "x": each.at.x, "y": each.at.y} for each in sheet.placed],
    }
    return shown | ({"window": _window_data(sheet.window)} if sheet.window else {})


def _window_data(window: Window) -> dict[str, Any]:
    return {
        "board": window.board.name,
        "left": window.left,
        "top": window.top,
        "width": window.width,
        "height": window.height,
        "x": window.at.x,
        "y": window.at.y,
        "column": window.column,
        "row": window.row,
        "columns": window.columns,
        "rows": window.rows,
        "down": list(window.seams_down),
        "across": list(window.seams_across),
    }


def _printable(value: Any) -> Any:
    """Content with the font of the page in its pictures."""
    if isinstance(value, str):
        return SVG_FONT.sub(f'font-family="{FONT}"', value) if value.startswith("<svg") else value
    if isinstance(value, Mapping):
        return {key: _printable(each) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_printable(each) for each in value]
    return value
