"""Profile of a player over many finished games at the terminal, or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tetsudo.cli.files import game_at
from tetsudo.cli.history.moments import Wish, search
from tetsudo.cli.table_style import print_json
from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import unknown_name
from tetsudo.game.game import Game
from tetsudo.review.moments.profile import profile
from tetsudo.review.report.profile import CostData, profile_data


def show(console: Console, player: str, files: Sequence[Path], wish: Wish, *, as_json: bool = False) -> None:
    """Print a player's profile. Raises BadInput if a game is not over, or the player is not in it."""
    games = [_game(file, player) for file in files]
    errors = [search(console, game, wish).errors_of(game.names.index(player)) for game in games]
    costs = profile_data(profile(errors), str)
    if as_json:
        print_json(console, {"player": player, "games": len(games), "costs": costs})
    else:
        _print(console, player, len(games), costs)


def _game(file: Path, player: str) -> Game:
    """Finished game of a file with a player of a name."""
    game = game_at(file)
    if player not in game.names:
        raise unknown_name("player", player, game.names, str(file))
    if not game.is_over:
        raise BadInput("this game is still running", str(file))
    return game


def _print(console: Console, player: str, games: int, costs: Sequence[CostData]) -> None:
    number = "1 game" if games == 1 else f"{games} games"
    console.print(f"[bold]{escape(player)}[/] [dim]{number}; percent of what all players were worth in the end[/]")
    table = Table("Decisions", "Per game", "Number", "Per decision", "Likely range", box=None, pad_edge=True)
    for each in costs:
        interval = " to ".join(f"{percent:.2f}" for percent in each["interval"] or ())
        table.add_row(each["kind_name"], f"{each['game']:.2f}", str(each["decisions"]), f"{each['one']:.2f}", interval)
    console.print(table)
