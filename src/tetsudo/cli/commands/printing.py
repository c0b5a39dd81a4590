"""The command that prints a title or a running game, to be cut out and played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tetsudo.cli.commands.app import AsJson, AtOption, Options, Scenario, Variants, app, examples, screen


@app.command(
    name="print",
    epilog=examples(
        "print 1889",
        "print 1889 --paper letter --language ja --backs",
        "print 1890 --scenario A --only map,tiles --hex 38",
        "print 1889 --png cards --cards poker",
        "print game.json --at 120 --out tonight.pdf",
    ),
)
def print_game(
    title: Annotated[
        str, typer.Argument(metavar="TITLE|FILE", help="A title, its folder, or a game to continue on cardboard.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The PDF; default: named after the title.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FOLDER", help="Write each card as PNG for a print shop instead.")
    ] = None,
    only: Annotated[
        str, typer.Option(metavar="KINDS", help="Kinds of pieces, separated by commas; default: all but bank notes.")
    ] = "",
    paper: Annotated[str, typer.Option(help="Paper: a4, letter, a3 or tabloid.")] = "a4",
    hex: Annotated[float, typer.Option(metavar="MM", help="Hexes of map and tiles, from side to side.")] = 42.0,
    bleed: Annotated[
        float, typer.Option(metavar="MM", help="Colour beyond the cut line; 0 for cards side by side.")
    ] = 3.0,
    cards: Annotated[
        str, typer.Option(metavar="SIZE", help="Size of all cards: mini-euro, poker, bridge ...; default: by kind.")
    ] = "",
    backs: Annotated[bool, typer.Option("--backs", help="Print backs of cards, too.")] = False,
    language: Annotated[str, typer.Option(help="Language of the texts: en or ja.")] = "en",
    at: AtOption = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", min=1, max=99, help="Number of players; default: the largest.")
    ] = None,
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Print a title's components, or a game's position, as PDF to cut out; or its cards as PNG."""
    from tetsudo.cli.lab import printing

    game, running = printing.game_to_print(title, at, players, scenario, variant or (), option or ())
    sizes = printing.sizes_of(paper, hex, bleed, cards)
    kinds = [kind.strip() for kind in only.split(",") if kind.strip()]
    wish = printing.Wish(sizes, language, tuple(kinds), running=running, backs=backs)
    if png:
        printing.write_cards(screen(), game, wish, png, as_json=as_json)
    else:
        printing.write_pdf(screen(), game, wish, out, as_json=as_json)
