"""Columns of tables: name, type, and meaning, for frames, files and documentation."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

TEXT: Final = "text"
NUMBER: Final = "number"
SHARE: Final = "share"
FLAG: Final = "flag"
TEXTS: Final = "texts"
NUMBERS: Final = "numbers"
SEAT: Final = "seat"
DATA: Final = "data"
"""Types of columns. SHARE: a fraction from 0 to 1; SEAT: a small number; DATA: plain data, as JSON in files."""

Row: TypeAlias = dict[str, Any]
"""Row by column name. None: no value, or a hidden amount."""


class Column(NamedTuple):
    """Column of a table."""

    name: str
    type: str
    meaning: str


ACTION: Final = Column("action", NUMBER, "number of the action that caused it, from 1; 0 before the first action")
ROUND: Final = (
    Column("round_index", NUMBER, "number of the round within the game; 0 is the start"),
    Column("round", TEXT, "name of the round: `Start`, `Auction`, `SR 2`, `OR 2.1`"),
    Column("turn", NUMBER, "number of a stock round, and of the operating rounds after it; 0 before the first"),
)
PLAYER: Final = Column("player", TEXT, "name of the player")
