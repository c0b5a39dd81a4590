"""Rows of the events of a game, with names instead of ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tetsudo.analysis.rows.columns import (
    ACTION,
    DATA,
    NUMBER,
    PLAYER,
    ROUND,
    TEXT,
    TEXTS,
    Column,
    Row,
)
from tetsudo.analysis.rows.places import Reading
from tetsudo.core import events
from tetsudo.core.actions import Action
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.title import Setup
from tetsudo.language.labels import Vocabulary, action_to_data

NUMBER_IN_ACTION: Final = Column("number", NUMBER, "number of the event within its action, from 0")
KIND: Final = Column("kind", TEXT, "kind of event, such as `share_bought`")

FIELDS: Final = (
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
    Column("hexes", TEXTS, "hexes that a train passed, in order"),
    Column("calls", NUMBER, "number of calls for which a die roll sets the value of a hex"),
    Column("phase", TEXT, "name of a phase"),
    Column("step", TEXT, "step of a company's turn that was passed"),
    Column("result", NUMBER, "result of a die or of a draw"),
    Column("sides", NUMBER, "number of sides of a die"),
    Column("power", TEXT, "name of a power that took effect"),
    Column("reason", TEXT, "end of the game: `bank`, `bankrupt`, `turns` or `price`"),
    Column("correction", DATA, "change of the position by hand, as in records"),
)
"""Fields of events. The player and the round have columns of their own. A row has the fields of its kind of event."""

EVENT_COLUMNS: Final = (
    ACTION,
    NUMBER_IN_ACTION,
    *ROUND,
    PLAYER._replace(meaning="player whom the event is about, or whose action caused it; empty if it happens by itself"),
    Column("operating", TEXT, "symbol of the company in whose turn it happens"),
    KIND,
    *FIELDS,
)


class EventWords:
    """Words and numbers for the values of events at one table."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        self._setup = setup
        self._names = names
        self._words = Vocabulary(setup, names)

    def fields(self, event: Event) -> Row:
        """Values of an event by field, as names, numbers or plain data; None for no value."""
        return {name: self._word(name, value) for name, value in events.data(event).items()}

    def _word(self, field: str, value: Any) -> Any:
        if isinstance(value, Action):
            return action_to_data(self._setup, self._names, value)
        if value == NOBODY:
            return None
        if field == "power":
            return self._setup.powers[value].power.event_name
        return self._words.word(field, value)


def event_rows(reading: Reading) -> Iterator[Row]:
    """Rows of all events, in order."""
    words = EventWords(reading.game.setup, reading.game.names)
    for place, event in reading.events:
        fields = words.fields(event)
        cells = reading.place_cells(place)
        action = cells.pop("action")
        yield {
            "action": action,
            "number": place.number,
            **cells,
            "operating": reading.symbol(place.company),
            "kind": event.kind,
            **{name: value for name, value in fields.items() if name not in cells},
        }
