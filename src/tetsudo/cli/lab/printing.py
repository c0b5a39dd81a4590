"""Printing a title or a running game from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from tetsudo.cli import arguments, table_style
from tetsudo.cli.files import game_at, write
from tetsudo.cli.table_style import print_json
from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.lab.printing import CARD_KINDS, Kit, Sizes, print_and_play
from tetsudo.titles.loader import is_name, name_of_title, title_info


@dataclass(frozen=True)
class Wish:
    """Choices of a print: sizes, language, and kinds of pieces, none for the usual ones."""

    sizes: Sizes
    language: str
    kinds: tuple[str, ...]
    running: bool = False
    backs: bool = False

    def kit(self, game: Game, usual: tuple[str, ...] = ()) -> Kit:
        """Kit of a game."""
        return print_and_play(
            game,
            sizes=self.sizes,
            language=self.language,
            kinds=self.kinds or usual,
            running=self.running,
            backs=self.backs,
        )


def game_to_print(
    title: str,
    at: int | None,
    players: int | None,
    scenario: str | None,
    variants: Sequence[str],
    options: Sequence[str],
) -> tuple[Game, bool]:
    """Game of a file, or new game of a title; True for a running one. A title has its largest number of players."""
    if Path(title).is_file() and not is_name(title):
        return game_at(Path(title), at), True
    if at is not None:
        raise BadInput("only a game has actions to replay; give its file", "--at")
    info = title_info(name_of_title(title))
    first = next((choice.name for choice in info.scenarios), "")
    seats = players or info.seats(scenario or first)[-1]
    return arguments.table(title, seats, scenario, variants, options).game(), False


def sizes_of(paper: str, hex: float, bleed: float, cards: str) -> Sizes:
    """Sizes as typed; one size of cards holds for all of them."""
    if cards:
        return Sizes(paper.lower(), hex, bleed, cards.lower(), cards.lower())
    return Sizes(paper.lower(), hex, bleed)


def write_pdf(console: Console, game: Game, wish: Wish, out: Path | None, *, as_json: bool) -> None:
    """Write a PDF, and print what is in it."""
    kit = wish.kit(game)
    content = kit.pdf()
    file = out or Path(f"{Path(game.setup.title).name}.pdf")
    write(file, content)
    pages = 1 + len(kit.sheets)
    if as_json:
        print_json(console, {"file": str(file), "pages": pages, "kinds": _kinds(kit)})
        return
    _print_kinds(console, kit)
    console.print(f"{pages} pages are in {escape(str(file))}. Print them at 100 %, not fitted to the page.")


def _kinds(kit: Kit) -> list[dict[str, Any]]:
    """Pieces and pages of each kind."""
    return [
        {
            "kind": kind,
            "pieces": kit.counts[kind],
            "pages": sum(sheet.kind == kind for sheet in kit.sheets),
        }
        for kind in kit.kinds
    ]


def _print_kinds(console: Console, kit: Kit) -> None:
    grid = table_style.table("kind", "pieces", "pages")
    for row in _kinds(kit):
        grid.add_row(row["kind"], str(row["pieces"]), str(row["pages"]))
    console.print(grid)


def write_cards(console: Console, game: Game, wish: Wish, folder: Path, *, as_json: bool) -> None:
    """Write each card as a PNG into a folder; of other kinds of pieces those that were asked for."""
    kit = wish.kit(game, CARD_KINDS)
    made = dict(kit.card_pictures())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", str(folder)[:200]) from None
    for name, content in made.items():
        write(folder / name, content)
    if as_json:
        print_json(console, {"folder": str(folder), "files": list(made), "kinds": list(kit.counts)})
        return
    total = sum(kit.counts.values())
    console.print(
        f"{len(made)} pictures for {total} pieces are in {escape(str(folder))}, "
        f"with {wish.sizes.bleed:g} mm of bleed, at 300 pixels per inch. The end of a name is the number of copies."
    )
