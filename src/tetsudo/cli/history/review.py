"""Review of a finished game at the terminal, as JSON, or as an HTML page."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tetsudo.cli.files import game_at, write
from tetsudo.cli.history.moments import Wish, print_moments, search
from tetsudo.cli.table_style import print_json
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.review import KINDS, Finding, Review, review
from tetsudo.review.report.data import review_data
from tetsudo.review.report.moments import moments_data
from tetsudo.review.report.page import review_page
from tetsudo.review.report.sentences import heading, labels_of, sentence


def show(console: Console, file: Path, html: Path | None, wish: Wish | None = None, *, as_json: bool = False) -> None:
    """Print the review of a game as text or JSON, and write it as a page. `wish`: with its moments."""
    game = game_at(file)
    found = review(game)
    moments = moments_data(game, search(console, game, wish)) if wish else None
    if html:
        write(html, review_page(game, found, moments))
    if as_json:
        print_json(console, {**review_data(game, found), **({"moments": moments} if moments else {})})
    elif html:
        console.print(f"The review is in {escape(str(html))}.", soft_wrap=True)
    else:
        _print(console, game, found)
        if moments:
            print_moments(console, game, moments)


def _print(console: Console, game: Game, found: Review) -> None:
    """Print the findings of each player by kind, the richest player first."""
    labels = labels_of(game)
    for standing in game.standings():
        player, worth = escape(game.names[standing.player]), labels.money(standing.total)
        console.print(f"[bold]{player}[/] {escape(worth)}")
        findings = found.of_player(standing.player)
        if not findings:
            console.print("  No findings.")
        for kind in KINDS:
            _print_kind(console, [each for each in findings if each.kind == kind], labels)
        console.print()
    console.print("[dim]`tetsudo show FILE --at N` shows the position before move N.[/]")


def _print_kind(console: Console, findings: list[Finding], labels: Labels) -> None:
    """Print a player's findings of a kind under its heading."""
    if findings:
        console.print(f"  [cyan]{escape(heading(findings[0].kind, labels))}[/]")
    for finding in findings:
        move = f"{finding.move:5}" if finding.move >= 0 else "     "
        clause = f" [dim]({escape(finding.clause)})[/]" if finding.clause else ""
        console.print(f"  [dim]{move}[/]  {escape(sentence(finding, labels))}{clause}", soft_wrap=True)
