"""Kit of a game: everything to print, by kind, as a PDF or as pictures of single pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from tetsudo.core.errors import BadInput
from tetsudo.core.translation import ENGLISH, LOCALE_DIR
from tetsudo.core.unknown_names import unknown_name
from tetsudo.draw.text.rows import round_text
from tetsudo.engine.model.title import Setup
from tetsudo.game.game import Game
from tetsudo.game.record import before_draws
from tetsudo.lab.printing.aids import aids, contents_page
from tetsudo.lab.printing.boards import map_board, market_board
from tetsudo.lab.printing.cards import bank_notes, certificates, privates, trains
from tetsudo.lab.printing.charters import charters
from tetsudo.lab.printing.document import PPI, Document, Page
from tetsudo.lab.printing.paper import Sizes
from tetsudo.lab.printing.pieces import Board, Piece, whole
from tetsudo.lab.printing.position import position_sheets
from tetsudo.lab.printing.sheets import Sheet, board_sheets, piece_sheets
from tetsudo.lab.printing.tiles import tile_pieces, token_pieces
from tetsudo.language.labels import Labels
from tetsudo.titles.loader import title_info

Maker: TypeAlias = Callable[[Game, Sizes, bool], "list[Piece] | Board"]

MAKERS: Final[Mapping[str, Maker]] = {
    "map": lambda game, sizes, _running: map_board(game, sizes),
    "market": lambda game, sizes, _running: market_board(game, sizes),
    "players": lambda game, sizes, _running: position_sheets(game, sizes),
    "charters": lambda game, sizes, running: charters(game, sizes, running=running),
    "privates": lambda game, sizes, _running: privates(game.setup, sizes),
    "certificates": lambda game, sizes, _running: certificates(game.setup, sizes),
    "trains": lambda game, sizes, _running: trains(game.setup, sizes),
    "tiles": lambda game, sizes, _running: tile_pieces(game.setup, sizes),
    "tokens": lambda game, sizes, _running: token_pieces(game.setup, sizes),
    "aids": lambda game, sizes, _running: aids(game.setup, sizes),
    "money": lambda game, sizes, _running: bank_notes(game.setup, sizes),
}
"""Kinds of pages in their order, and what makes their pieces."""

NEW_GAME: Final = tuple(kind for kind in MAKERS if kind not in ("players", "money"))
"""Kinds printed of a title."""
RUNNING_GAME: Final = ("map", "market", "players", "charters")
"""Kinds printed of a running game."""
CARD_KINDS: Final = ("privates", "certificates", "trains")
"""Kinds whose pieces are cards."""


@dataclass(frozen=True)
class Kit:
    """Everything to print of a game. `running`: with the position, for a game that goes on on cardboard.

    Make one by `print_and_play`.
    """

    game: Game
    sizes: Sizes
    kinds: tuple[str, ...]
    running: bool = False
    backs: bool = False

    @cached_property
    def boards(self) -> dict[str, Board]:
        """Map and market, by kind."""
        return {kind: made for kind, made in self._made.items() if isinstance(made, Board)}

    @cached_property
    def pieces(self) -> dict[str, list[Piece]]:
        """Pieces by kind, each with its number of copies."""
        return {kind: made for kind, made in self._made.items() if not isinstance(made, Board)}

    @cached_property
    def _made(self) -> dict[str, list[Piece] | Board]:
        return {kind: MAKERS[kind](self.game, self.sizes, self.running) for kind in self.kinds}

    @cached_property
    def sheets(self) -> list[Sheet]:
        """All pages, without the contents page."""
        return [sheet for kind in self.kinds for sheet in self._sheets(kind)]

    def _sheets(self, kind: str) -> list[Sheet]:
        if kind in self.boards:
            return board_sheets(self.boards[kind], self.sizes)
        return piece_sheets(self.pieces[kind], self.sizes, backs=self.backs)

    @property
    def counts(self) -> dict[str, int]:
        """Number of pieces by kind, copies included; map and market are one each."""
        return {kind: sum(piece.count for piece in self._whole_pieces(kind)) for kind in self.kinds}

    def pdf(self) -> bytes:
        """PDF of all pages; raise BadInput if a text does not fit its piece."""
        document = self.document()
        _check(document)
        return document.pdf()

    def page_pictures(self, ppi: float = 60.0) -> list[bytes]:
        """PNG of each page, to look at."""
        return self.document().png(ppi)

    def document(self) -> Document:
        """All pages with their feet."""
        name = _title_text(self.game.setup)
        sheets = [*piece_sheets([self._contents()], self.sizes), *self.sheets]
        words = kind_words(self.game.setup)
        pages = [
            Page(sheet, (name, _sheet_text(sheet, words), f"{number} / {len(sheets)}"))
            for number, sheet in enumerate(sheets, 1)
        ]
        return Document(self.sizes, self.language, pages)

    @property
    def language(self) -> str:
        """Language of the texts."""
        return self.game.setup.told_in

    def _contents(self) -> Piece:
        words, lines, page = kind_words(self.game.setup), [], 2
        for kind in self.kinds:
            count = sum(sheet.kind == kind for sheet in self.sheets)
            if count:
                pages = f"{page}–{page + count - 1}" if count > 1 else str(page)
                lines.append((words[kind], str(self.counts[kind]), pages))
                page += count
        return contents_page(self.game.setup, self.sizes, lines, _choices(self.game, running=self.running))

    def card_pictures(self) -> Iterator[tuple[str, bytes]]:
        """PNG of each different piece at 300 pixels per inch with bleed: name of the file, and content.

        Map and market are one picture each. The names sort by kind and piece, and end with the number of copies. With
        `backs` one more picture for each size of card.
        """
        cards, names = [], []
        for kind_number, kind in enumerate(self.kinds, 1):
            for number, piece in enumerate(self._whole_pieces(kind), 1):
                cards.append((piece, False))
                names.append(f"{kind_number}-{kind}-{number:03d}-{_file_name(piece.name)}-x{piece.count}.png")
        for (width, height), piece in self._backed().items():
            cards.append((piece, True))
            names.append(f"back-{width:g}x{height:g}.png")
        document = Document(self.sizes, self.language, cards=cards)
        _check(document)
        return zip(names, document.png(PPI), strict=True)

    def _whole_pieces(self, kind: str) -> list[Piece]:
        return self.pieces[kind] if kind in self.pieces else [whole(self.boards[kind], self.sizes.bleed)]

    def _backed(self) -> dict[tuple[float, float], Piece]:
        """A card of each size, if backs are printed."""
        cards = (piece for pieces in self.pieces.values() for piece in pieces if piece.back)
        return {(piece.width, piece.height): piece for piece in cards} if self.backs else {}


def print_and_play(
    game: Game,
    *,
    sizes: Sizes | None = None,
    language: str = ENGLISH,
    kinds: Sequence[str] = (),
    running: bool = False,
    backs: bool = False,
) -> Kit:
    """Kit of a game: of its title, or with `running` of its position.

    `kinds`: of `MAKERS`, in any order; default: `RUNNING_GAME` of a running game, else `NEW_GAME`. Raise BadInput for
    an unknown kind or language.
    """
    known = {ENGLISH, *(folder.name for folder in LOCALE_DIR.iterdir() if folder.is_dir())}
    if language not in known:
        raise unknown_name("language", language, sorted(known))
    for kind in kinds:
        if kind not in MAKERS:
            raise unknown_name("piece", kind, MAKERS)
    wanted = kinds or (RUNNING_GAME if running else NEW_GAME)
    chosen = tuple(kind for kind in MAKERS if kind in wanted)
    shown = game if running else before_draws(game)
    return Kit(shown.in_language(language), sizes or Sizes(), chosen, running, backs)


def kind_words(setup: Setup) -> dict[str, str]:
    """Names of the kinds of pages."""
    say = Labels(setup, ()).say
    return {
        "contents": say("Contents"),
        "map": say("Map"),
        "market": say("Market"),
        "players": say("Players"),
        "charters": say("Charters"),
        "privates": say("Privates"),
        "certificates": say("Certificates"),
        "trains": say("Trains"),
        "tiles": say("Tiles"),
        "tokens": say("Tokens"),
        "aids": say("Player aids"),
        "money": say("Bank notes"),
    }


def _sheet_text(sheet: Sheet, words: Mapping[str, str]) -> str:
    """Kind and number of a page: "Map A2, 2 / 6"."""
    name = words[sheet.kind]
    if sheet.window and sheet.count > 1:
        name += f" {'ABCDEFGHIJ'[sheet.window.row]}{sheet.window.column + 1}"
    return f"{name}, {sheet.number} / {sheet.count}" if sheet.count > 1 else name


def _title_text(setup: Setup) -> str:
    return f"{setup.name} {setup.scenario}".rstrip()


def _choices(game: Game, *, running: bool) -> Iterator[str]:
    """Scenario, variants and players; of a running game its round."""
    setup, labels = game.setup, Labels(game.setup, ())
    info = title_info(setup.title)
    yield from (f"{each.name} {labels.say(each.title)}" for each in info.scenarios if each.name == setup.scenario)
    yield from (labels.say(each.title) for each in info.variants if each.name in setup.variants)
    yield labels.say("{count} players").format(count=setup.players)
    if running:
        yield round_text(game)


def _file_name(name: str) -> str:
    return re.sub(r"[^\w+]+", "-", name).strip("-")


def _check(document: Document) -> None:
    """Raise BadInput if a text does not fit."""
    names = document.overflows()
    if names:
        told = ", ".join(names[:3])
        raise BadInput("Too much text for its piece: {pieces}. Choose larger cards.", "cards", pieces=told)
