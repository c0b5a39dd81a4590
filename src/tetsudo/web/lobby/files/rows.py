"""Results of files that were sent, a row for each: the table, or the reason why there is none."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.interop import ReplayError
from tetsudo.web.common import error_pages
from tetsudo.web.lobby.files import sending as sendings
from tetsudo.web.lobby.files.sending import Sending
from tetsudo.web.lobby.lists import Card
from tetsudo.web.tables.games import brought
from tetsudo.web.tables.games.brought import Brought
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats.guests import guest_of
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.process_pool import Outcome

MAX_ACTION_LENGTH: Final = 200


class State(Enum):
    """State of a file that was sent."""

    READING = "reading"
    MADE = "made"
    THERE = "there"  # the person has brought it before
    STOPPED = "stopped"  # it can be replayed in part
    REFUSED = "refused"


@dataclass(frozen=True)
class Row:
    """Result of one file. `sending`: None for a file that was refused at once."""

    name: str
    state: State
    sending: Sending | None = None
    card: Card | None = None
    sentence: str = ""
    read: tasks.ImportResult | None = None

    @property
    def token(self) -> str:
        """Signed text of the sending, while the file is being read."""
        return self.sending.token if self.sending and self.state == State.READING else ""

    @property
    def address(self) -> str:
        """Address to ask for the result, or to open what could be replayed; "" for neither."""
        if self.sending is None or self.state not in (State.READING, State.STOPPED):
            return ""
        return (self.sending if self.state == State.READING else sendings.part_of(self.sending)).address

    @property
    def actions(self) -> int:
        """Number of actions that could be replayed."""
        return len(self.read.found.moves) if self.read else 0

    @property
    def clause(self) -> str:
        """Clause that forbids the action at which the game stops; "" without one."""
        return self.read.error.clause if self.read and self.read.error else ""

    @property
    def title(self) -> str:
        """Title of the game that stops."""
        return str(self.read.found.head["title"]) if self.read else ""


def new_row(request: HttpRequest, sending: Sending, content: bytes, *, is_repeated: bool = False) -> Row:
    """Row of a file that has just arrived. `is_repeated`: the page will ask for it again, whatever the result."""
    there = brought.table_of(guest_of(request), sending.digest)
    if there is not None:
        return _table_row(request, sending, Brought(there.key, is_new=False))
    return _row_of(request, sending, sendings.ask(request, sending, content), is_repeated=is_repeated)


def later_row(request: HttpRequest, sending: Sending) -> Row:
    """Row of a file that was sent before."""
    there = brought.table_of(guest_of(request), sending.digest)  # first: later it may be this sending's own table
    written = sendings.written(sending)
    if written is not None:
        return _table_row(request, sending, written)
    if there is not None and not sendings.is_being_written(sending):
        return _table_row(request, sending, Brought(there.key, is_new=False))
    return _row_of(request, sending, sendings.peek(sending), is_repeated=True)


def refused_row(name: str, sentence: str) -> Row:
    """Row of a file that is not read at all."""
    return Row(name, State.REFUSED, sentence=sentence)


def _row_of(request: HttpRequest, sending: Sending, outcome: Outcome, *, is_repeated: bool) -> Row:
    """Row of a file by the answer of the worker; writes the table once the game is there."""
    reading = Row(sending.table_name, State.READING, sending)
    try:
        read = sendings.result_of(outcome)
        if read is None:
            return reading
        if read.error is not None and not sending.as_far:
            return Row(sending.table_name, State.STOPPED, sending, sentence=_stop_sentence(read.error), read=read)
        table = sendings.write(request, sending, read, is_repeated=is_repeated)
    except BadInput as error:
        return Row(sending.table_name, State.REFUSED, sending, sentence=error_pages.sentence_of(error))
    return reading if table is None else _table_row(request, sending, table)


def _table_row(request: HttpRequest, sending: Sending, found: Brought) -> Row:
    table = Table.objects.filter(key=found.key).first()
    if table is None:  # deleted meanwhile
        return refused_row(sending.table_name, _("This table no longer exists."))
    state = State.MADE if found.is_new else State.THERE
    return Row(sending.table_name, state, sending, Card(table, guest_of(request)))


def _stop_sentence(error: ReplayError) -> str:
    """Sentence about the action at which a game stops."""
    action = json.dumps(error.action, ensure_ascii=False)
    shown = action if len(action) <= MAX_ACTION_LENGTH else f"{action[:MAX_ACTION_LENGTH]}…"
    reason = error_pages.sentence_of(BadInput(error.reason))
    return _("Action {index}, {action}: {reason}").format(index=error.index, action=shown, reason=reason)
