"""Rows of the events of archived games: one for each event, with a column for each field that any kind has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tetsudo.analysis.rows.columns import ACTION, DATA, NUMBER, SEAT, TEXT, TEXTS, Column
from tetsudo.analysis.rows.events import FIELDS, KIND, NUMBER_IN_ACTION, EventWords
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord

EVENTS_FILE: Final = "events.parquet"

JSON_TYPES: Final = (DATA, TEXTS)
"""Types of columns that an archive has as JSON."""

COLUMNS: Final = (
    Column("game", TEXT, "id of the game, as in games.jsonl.gz"),
    ACTION,
    NUMBER_IN_ACTION,
    KIND,
    Column("player", SEAT, "seat of a player, from 1"),
    *(column._replace(type=DATA) if column.type in JSON_TYPES else column for column in FIELDS),
    Column("turn", NUMBER, "number of a stock round, and of the operating rounds after it"),
    Column("round", NUMBER, "number of an operating round within its turn"),
)
"""Columns in order. All but the first four are empty where a kind of event does not have the field."""


class EventRows:
    """Rows of the events of a game, in order, by replaying its record."""

    def __init__(self, id: str, said: GameRecord) -> None:
        self._id = id
        self._record = said
        self._game: Game = record.initial_game(said)
        self._game.keeps_positions = False
        self._words = EventWords(self._game.setup, self._game.names)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        yield from self._rows(0, self._game.latest_events)
        for index in range(len(self._record.actions)):
            yield from self._rows(index + 1, self._game.follow(record.action_at(self._game, self._record, index)))
        yield from self._rows(len(self._record.actions), self._game.draw())

    def _rows(self, action: int, log: list[Event]) -> Iterator[dict[str, Any]]:
        for number, event in enumerate(log):
            yield {"game": self._id, "action": action, "number": number, "kind": event.kind, **self._fields(event)}

    def _fields(self, event: Event) -> dict[str, Any]:
        """Values of an event; the player by seat, since names say nothing in an archive."""
        found = self._words.fields(event)
        player = getattr(event, "player", NOBODY)
        return found if player == NOBODY else found | {"player": player + 1}
