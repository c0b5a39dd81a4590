"""Events of games as a Parquet file: one row for each event, one column for each field that any kind of event has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from tetsudo.core import events
from tetsudo.core.actions import Action
from tetsudo.core.events import Event
from tetsudo.core.extras import require
from tetsudo.core.units import NOBODY
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord
from tetsudo.language.labels import Vocabulary, action_to_data

EVENTS_FILE: Final = "events.parquet"

BATCH_ROWS: Final = 50_000
"""Number of rows that are in memory at once."""

SEAT: Final = "seat"
TEXT: Final = "text"
NUMBER: Final = "number"
JSON: Final = "json"


class Column(NamedTuple):
    """A column: its name, its type, and a description for the data card."""

    name: str
    type: str
    meaning: str


COLUMNS: Final = (
    Column("game", TEXT, "id of the game, as in games.jsonl.gz"),
    Column("action", NUMBER, "number of the action that caused the event, from 1; 0 before the first action"),
    Column("number", NUMBER, "number of the event within its action, from 0"),
    Column("kind", TEXT, "kind of event, such as `share_bought`"),
    Column("player", SEAT, "seat of a player, from 1"),
    Column("company", TEXT, "symbol of a company"),
    Column("into", TEXT, "symbol of the company that another one merges into"),
    Column("private", TEXT, "symbol of a private company"),
    Column("lot", TEXT, "symbol of a lot in the auction"),
    Column("price", NUMBER, "amount of money, in the title's currency"),
    Column("old", NUMBER, "earlier share price or revenue, in the title's currency"),
    Column("new", NUMBER, "later share price or revenue, in the title's currency"),
    Column("shares", NUMBER, "number of shares"),
    Column("sold", NUMBER, "number of shares sold"),
    Column("needed", NUMBER, "number of shares needed to float"),
    Column("source", TEXT, "where a share came from: `ipo`, `market`, or another place"),
    Column("owner", TEXT, "player, company or bank that pays or is paid"),
    Column("seller", TEXT, "company or place that a train came from"),
    Column("train", TEXT, "name of a train"),
    Column("hex", TEXT, "coordinates of a hex"),
    Column("city", NUMBER, "number of a city in its hex, from 0"),
    Column("tile", TEXT, "number of a tile"),
    Column("rotation", NUMBER, "rotation of a tile in steps of 60 degrees, from 0 to 5"),
    Column("hexes", JSON, "hexes that a train passed, in order"),
    Column("calls", NUMBER, "number of calls for which a die roll sets the value of a hex"),
    Column("phase", TEXT, "name of a phase"),
    Column("turn", NUMBER, "number of a stock round, and of the operating rounds after it"),
    Column("round", NUMBER, "number of an operating round within its turn"),
    Column("step", TEXT, "step of a company's turn that was passed"),
    Column("result", NUMBER, "result of a die or of a draw"),
    Column("sides", NUMBER, "number of sides of a die"),
    Column("power", TEXT, "name of a power that took effect"),
    Column("reason", TEXT, "end of the game: `bank`, `bankrupt`, `turns` or `price`"),
    Column("correction", JSON, "change of the position by hand, as in records"),
)
"""Columns in order. All but the first four are empty where a kind of event does not have the field."""


class EventRows:
    """Rows of the events of a game, in order, by replaying its record."""

    def __init__(self, id: str, said: GameRecord) -> None:
        self._id = id
        self._record = said
        self._game: Game = record.initial_game(said)
        self._game.keeps_positions = False
        self._words = Vocabulary(self._game.setup, self._game.names)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        yield from self._rows(0, self._game.latest_events)
        for index in range(len(self._record.actions)):
            yield from self._rows(index + 1, self._game.follow(record.action_at(self._game, self._record, index)))
        yield from self._rows(len(self._record.actions), self._game.draw())

    def _rows(self, action: int, log: list[Event]) -> Iterator[dict[str, Any]]:
        for number, event in enumerate(log):
            fields = {name: self._word(name, value) for name, value in events.data(event).items()}
            yield {"game": self._id, "action": action, "number": number, "kind": event.kind, **fields}

    def _word(self, field: str, value: Any) -> Any:
        if isinstance(value, Action):
            return json.dumps(action_to_data(self._game.setup, self._game.names, value))
        if value == NOBODY:
            return None
        if field == "player":
            return value + 1
        if field == "power":
            return self._game.setup.powers[value].power.event_name
        word = self._words.word(field, value)
        return json.dumps(list(word)) if isinstance(word, tuple | list) else word


class EventFile:
    """A new Parquet file of events."""

    def __init__(self, path: Path) -> None:
        """Raise `MissingExtra` if pyarrow is not installed."""
        require("lab", "A Parquet file", "pyarrow")
        import pyarrow
        from pyarrow import parquet

        types = {SEAT: pyarrow.int8(), NUMBER: pyarrow.int32(), TEXT: pyarrow.string(), JSON: pyarrow.string()}
        self._schema = pyarrow.schema([(column.name, types[column.type]) for column in COLUMNS])
        self._make_table = pyarrow.Table.from_pylist
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._waiting: list[dict[str, Any]] = []
        self.rows = 0

    def __enter__(self) -> EventFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write()
        self._writer.close()

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Write the rows of a game; several games are written together."""
        self._waiting += rows
        self.rows += len(rows)
        if len(self._waiting) >= BATCH_ROWS:
            self._write()

    def _write(self) -> None:
        if self._waiting:
            self._writer.write_table(self._make_table(self._waiting, schema=self._schema))
        self._waiting = []
