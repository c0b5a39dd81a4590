"""A game round by round: worth at the terminal, values as CSV, plots as SVG."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tetsudo.analysis.accounts import PLOTS, Accounts, accounts, drawn_from, turning_points
from tetsudo.analysis.accounts.series import line_name, round_name
from tetsudo.analysis.accounts.spreadsheets import SHEETS, sheet
from tetsudo.cli import table_style
from tetsudo.cli.files import game_at, write
from tetsudo.core.errors import BadInput
from tetsudo.core.units import money_text
from tetsudo.core.unknown_names import unknown_name
from tetsudo.draw import plot_svg
from tetsudo.game.game import Game
from tetsudo.language.log_sentences import Narrator


def show(console: Console, file: Path, name: str, csv: Path | None, svg: Path | None) -> None:
    """Print a plot's values by round and the turning points, or write them as CSV or SVG."""
    if name not in ("", *PLOTS, *SHEETS):
        raise unknown_name("plot", name, (*PLOTS, *SHEETS), "--plot")
    if svg and name in SHEETS:
        raise BadInput(f"{name} is a table, and no picture", "--plot")
    game = game_at(file)
    kept = accounts(game)
    if csv:
        write(csv, sheet(game, kept, name or "all"))
    if svg:
        write(svg, plot_svg(game.setup, game.names, kept, drawn_from(kept, name or "worth")))
    if csv or svg:
        return
    if name in SHEETS:
        console.print(sheet(game, kept, name), end="", markup=False, soft_wrap=True)
        return
    _print(console, game, kept, name or "worth")


def _print(console: Console, game: Game, kept: Accounts, name: str) -> None:
    plot = drawn_from(kept, name)
    grid = table_style.table("round")
    for line in plot.lines:
        grid.add_column(escape(line_name(game.setup, game.names, plot, line)), justify="right")
    for at, round in enumerate(kept.rounds):
        values = [line.values[at] for line in plot.lines]
        shown = ["" if value is None else money_text(game.setup.currency, value) for value in values]
        grid.add_row(round_name(game.setup, round), *shown)
    console.print(grid)
    if name == "worth" and game.is_over:
        _print_moments(console, game, kept)


def _print_moments(console: Console, game: Game, kept: Accounts) -> None:
    winner = game.standings()[0].player
    narrator, money = Narrator(game.setup, game.names), game.setup.currency
    console.print(f"\n[bold]What decided, by the lead of {escape(game.names[winner])}[/]")
    for point in turning_points(kept, winner):
        said = narrator.sentence(game.moments(point.action - 1)[0].events[0])
        round = round_name(game.setup, kept.rounds[point.round])
        leads = f"{money_text(money, point.before)} → {money_text(money, point.after)}"
        console.print(f"  {round}, action {point.action}: {escape(said)} [dim]{leads}[/]")
