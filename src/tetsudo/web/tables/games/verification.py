"""Replay of stored games by the present rules, from their beginning, to find those that an upgrade has changed.

The site reads a game from its last kept position on, so a game goes on even if its moves can no longer be replayed.
Then what came before can no longer be shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tetsudo.language.labels import action_from_data
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.models import Snapshot, Table


class Difference(NamedTuple):
    """Game that no longer replays to its kept position: the version at which that shows, and the reason."""

    table: Table
    version: int
    reason: str


def differences() -> Iterator[Difference | None]:
    """Difference at each table whose game has begun, in order; None where there is none."""
    for table in Table.objects.exclude(status=Table.Status.WAITING).order_by("pk").iterator():
        yield difference(table)


def difference(table: Table) -> Difference | None:
    """Difference at a table."""
    present = Snapshot.objects.filter(table=table, version=table.version).first()
    at = 0
    try:
        begins = storage.earliest_game(table)
        path, _ahead, _marked = storage.line_at(table, table.version, begins.begun)
        game = begins.game
        for version, move in zip(path, storage.actions_at(table, path), strict=True):
            at = version
            game.follow(action_from_data(game.setup, game.names, move))
        at = table.version
        kept = storage.game_from_snapshot(table, present).game.position() if present else game.position()
    except Exception as fault:  # whatever one game does, the others are checked
        return Difference(table, at, str(fault) or type(fault).__name__)
    if kept != game.position():
        return Difference(table, at, "its moves lead to another position than the one kept")
    return None


def go_on_by_position(table: Table) -> bool:
    """Let a game go on from its kept position; False if none is kept, or it does already."""
    return Snapshot.objects.filter(table=table, version=table.version, begins=False).update(begins=True) == 1
