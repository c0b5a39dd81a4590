"""Tables of a game as rows with names: events, rounds, runs, trades, holdings, the game itself and its players.

`rows(game, "runs")` is one table; `Reading` serves several tables of one game. Rows are made from a game as its viewer
knows it (`Game.seen_by`), so a hidden amount is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from tetsudo.analysis.rows.columns import Column, Row
from tetsudo.analysis.rows.events import EVENT_COLUMNS, event_rows
from tetsudo.analysis.rows.games import GAME_COLUMNS, PLAYER_COLUMNS, game_rows, player_rows
from tetsudo.analysis.rows.holdings import HOLDING_COLUMNS, holding_rows
from tetsudo.analysis.rows.places import Reading
from tetsudo.analysis.rows.rounds import ROUND_COLUMNS, RUN_COLUMNS, round_rows, run_rows
from tetsudo.analysis.rows.trades import TRADE_COLUMNS, trade_rows
from tetsudo.core.unknown_names import unknown_name
from tetsudo.game.game import Game

__all__ = ["TABLES", "Column", "Reading", "Row", "RowTable", "rows", "table"]


class RowTable(NamedTuple):
    """Table: its description, its columns, and the function that reads its rows."""

    meaning: str
    columns: tuple[Column, ...]
    read: Callable[[Reading], Iterator[Row]]


TABLES: Final[Mapping[str, RowTable]] = {
    "games": RowTable("one row for the game", GAME_COLUMNS, game_rows),
    "players": RowTable("a row for each player: the result", PLAYER_COLUMNS, player_rows),
    "rounds": RowTable("a row for each round and player: income, and worth at its end", ROUND_COLUMNS, round_rows),
    "runs": RowTable("a row for each run of a company", RUN_COLUMNS, run_rows),
    "trades": RowTable("a row for everything sold: shares, privates, trains", TRADE_COLUMNS, trade_rows),
    "holdings": RowTable("a row for everything owned, at the end of each round", HOLDING_COLUMNS, holding_rows),
    "events": RowTable("a row for each event", EVENT_COLUMNS, event_rows),
}
"""Tables by name."""


def table(name: str) -> RowTable:
    """Table by name; `UnknownName` for an unknown one."""
    if name not in TABLES:
        raise unknown_name("table", name, TABLES)
    return TABLES[name]


def rows(game: Game, name: str) -> list[Row]:
    """Rows of a table of a game; `UnknownName` for an unknown table."""
    return list(table(name).read(Reading(game)))
