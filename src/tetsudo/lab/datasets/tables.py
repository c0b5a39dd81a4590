"""Rows of each game of a dataset, by table, each with the id of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from tetsudo.analysis.rows import TABLES, Reading, table
from tetsudo.analysis.rows.columns import TEXT, Column, Row
from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.lab.arena import Entrant
from tetsudo.lab.datasets.sources import NamedGame
from tetsudo.lab.simulate import bots_game, random_game
from tetsudo.lab.table_spec import Table
from tetsudo.lab.workers.jobs import results

DEFAULT_TABLES: Final = tuple(name for name in TABLES if name != "events")
"""Tables of a dataset if none are named: all but events, which are most of the bytes."""

GAME: Final = Column("game", TEXT, "id of the game")


class GameTables(NamedTuple):
    """Rows of a game, by table."""

    id: str
    rows: Mapping[str, list[Row]]


Source: TypeAlias = Iterable[Game | NamedGame | GameTables]
"""Games of a dataset; a game without an id gets its number, from 1."""


def columns_of(name: str) -> tuple[Column, ...]:
    """Columns of a table of a dataset; `UnknownName` for an unknown table."""
    return (GAME, *table(name).columns)


def checked_tables(names: Sequence[str]) -> tuple[str, ...]:
    """The names, once each; `UnknownName` for an unknown table, BadInput for none."""
    for name in names:
        table(name)
    if not names:
        raise BadInput("name at least one table", "tables")
    return tuple(dict.fromkeys(names))


def tables_of(game: Game, id: str, names: Sequence[str]) -> GameTables:
    """Rows of a game."""
    reading = Reading(game)
    return GameTables(id, {name: [{GAME.name: id, **row} for row in table(name).read(reading)] for name in names})


def read(games: Source, names: Sequence[str]) -> Iterator[GameTables]:
    """Rows of each game, one game after another; BadInput for rows without one of the tables."""
    for number, each in enumerate(games, 1):
        if isinstance(each, GameTables):
            missing = [name for name in names if name not in each.rows]
            if missing:
                raise BadInput("the table {name} was not made when the games were played", "tables", name=missing[0])
            yield each
        elif isinstance(each, NamedGame):
            yield tables_of(each.game, each.id, names)
        else:
            yield tables_of(each, str(number), names)


def simulated(
    table: Table,
    games: int,
    seed: int = 0,
    *,
    bots: Sequence[Entrant] = (),
    tables: Sequence[str] = DEFAULT_TABLES,
    jobs: int = 1,
    address: str = "",
) -> Iterator[GameTables]:
    """Rows of simulated games, in order: the games that `simulate` plays from the same seed.

    `bots`: players in seat order; without them play is random. `jobs`: number of processes, which also make the rows.
    `address`: of a cluster, as for `simulate`.
    """
    names = checked_tables(tables)
    return results(partial(_simulated_tables, table, seed, tuple(bots), names), range(games), jobs, address, batch=1)


def _simulated_tables(
    table: Table, seed: int, bots: tuple[Entrant, ...], names: tuple[str, ...], index: int
) -> GameTables:
    game = bots_game(table, seed, bots, index) if bots else random_game(table, seed, index)
    return tables_of(game, str(index), names)
