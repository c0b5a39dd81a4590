"""Models of tables: what the site stores about people, tables, seats, moves and the chat."""

from tetsudo.web.tables.models.chat import (
    MAX_LIKENESS_LENGTH,
    Message,
    Note,
    NoteLine,
    ReadMark,
)
from tetsudo.web.tables.models.moves import (
    ClockEvent,
    MasterRequest,
    Milestone,
    Move,
    PauseRequest,
    Snapshot,
    UndoRequest,
    Vacation,
)
from tetsudo.web.tables.models.people import (
    MAX_AWAY_NOTE_LENGTH,
    MAX_PRESET_NAME_LENGTH,
    Block,
    Guest,
    Guests,
    Preset,
    public_key,
    secret_key,
)
from tetsudo.web.tables.models.seats import (
    Seat,
    SeatInvitation,
    SeatPlan,
    SeatRequest,
)
from tetsudo.web.tables.models.table import (
    MAX_WORD_LENGTH,
    Table,
    VisibleTables,
)

__all__ = (
    "Block",
    "ClockEvent",
    "Guest",
    "Guests",
    "MAX_AWAY_NOTE_LENGTH",
    "MAX_LIKENESS_LENGTH",
    "MAX_PRESET_NAME_LENGTH",
    "MAX_WORD_LENGTH",
    "MasterRequest",
    "Message",
    "Milestone",
    "Move",
    "Note",
    "NoteLine",
    "PauseRequest",
    "Preset",
    "ReadMark",
    "Seat",
    "SeatInvitation",
    "SeatPlan",
    "SeatRequest",
    "Snapshot",
    "Table",
    "UndoRequest",
    "Vacation",
    "VisibleTables",
    "public_key",
    "secret_key",
)
