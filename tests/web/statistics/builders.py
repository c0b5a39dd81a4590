"""Finished tables of public games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tetsudo.game import record
from tetsudo.game.record import GameRecord
from tetsudo.lab.arena import entrants
from tetsudo.lab.simulate import play_bots
from tetsudo.lab.table_spec import Table as Spec
from tetsudo.web.tables.games import storage, summary
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Move, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

PEOPLE: Final = ("Zebedee", "Quentin")

BEGIN: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)

_played: dict[str, GameRecord] = {}


def played(title: str = "1889") -> GameRecord:
    """A whole game of two, by bots."""
    if title not in _played:
        said = play_bots(Spec(title, 2), 1, entrants("rules", ""), 0, recorded=True).record
        _played[title] = record.read(said)
    return _played[title]


def finished_table(
    people: Sequence[str] = PEOPLE, bots: Sequence[str] = (), title: str = "1889", hours: float = 5, **changed: Any
) -> Table:
    """A listed table of people, and then bots, whose game has ended; its moves were made over some hours."""
    said = played(title)
    guests = [Guest.objects.get_or_create(name=name)[0] for name in people]
    chairs = [Chair(people[0]), *(Chair() for _ in people[1:]), *(Chair(bot=bot) for bot in bots)]
    wish = TableSettings(title, chairs, seed=said.seed or 0, auto_pass="never")
    table = open_table(wish, guests[0])
    for seat, guest in zip(list(table.seats.all())[1:], guests[1:], strict=False):
        sit_down(seat, guest, guest.name)
    table.refresh_from_db()
    names = [seat.name for seat in table.seats.all()]
    _add_moves(table, dict(zip(said.players, names, strict=True)), hours)
    hot = storage.read(table, len(said.actions))
    summary.update(table, summary.summary_of(hot))
    games.clear()
    Table.objects.filter(pk=table.pk).update(**changed)
    return Table.everything.get(pk=table.pk)


def _add_moves(table: Table, names: dict[str, str], hours: float) -> None:
    """Moves of the game, with the names of the players at the table."""
    actions = played(table.title).actions
    step = timedelta(hours=hours) / max(1, len(actions) - 1)
    Move.objects.filter(table=table).delete()
    Move.objects.bulk_create(
        Move(table=table, index=index, data=_renamed(action, names), seat=0, at=BEGIN + index * step)
        for index, action in enumerate(actions)
    )


def _renamed(action: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {key: names.get(value, value) if isinstance(value, str) else value for key, value in action.items()}
