"""Everything that the site knows about a person, as one ZIP file: `account.json`, and a record of each game.

Records are those that the person may download anyway: of a running game with hidden cash there is none.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from typing import IO, Any, Final, TypeAlias

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from tetsudo.core.errors import TetsudoError
from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.notices.models import Notice, PushDevice, Recipient, TableWish
from tetsudo.web.results.statistics.models import ArchiveWish
from tetsudo.web.results.studies.models import Chapter, Study
from tetsudo.web.tables.games import hidden_information, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import (
    Block,
    Guest,
    Message,
    Note,
    NoteLine,
    Preset,
    ReadMark,
    Seat,
    SeatInvitation,
    SeatPlan,
    SeatRequest,
    Table,
    Vacation,
)

MAX_MEMORY_BYTES: Final = 10_000_000
"""Size up to which the file is made in memory."""

Rows: TypeAlias = Callable[[User], Iterator[tuple[str, Any]]]

_more_rows: Final[list[Rows]] = []


def add_rows(rows: Rows) -> None:
    """Add rows about accounts that belong to an application above this one, by kind."""
    if rows not in _more_rows:
        _more_rows.append(rows)


def archive(user: User, guest: Guest) -> IO[bytes]:
    """The file, from its beginning."""
    file = tempfile.SpooledTemporaryFile(MAX_MEMORY_BYTES)  # noqa: SIM115 (the response closes it)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        whole = json.dumps(account_data(user, guest), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        made.writestr("account.json", whole)
        for name, record in _records(guest):
            made.writestr(f"games/{name}.json", record)
    file.seek(0)
    return file


def account_data(user: User, guest: Guest) -> dict[str, Any]:
    """Data about a person, by kind. Passwords and keys are not in it: the site cannot read them either."""
    return {
        "account": {"sign_in_name": user.username, "created": user.created, "last_sign_in": user.last_login},
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "keys": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "profile": list(Profile.objects.filter(account=user).values()),
        "name": guest.name,
        "away_note": guest.away_note,
        "finished_lessons": guest.finished_lessons,
        **{called: list(rows) for called, rows in _rows(guest)},
        **{called: list(rows) for more in _more_rows for called, rows in more(user)},
    }


def _rows(guest: Guest) -> Iterator[tuple[str, Any]]:
    """Rows about a guest, by kind. A test fails if a foreign key to guests is missing."""
    yield "tables", Table.objects.filter(owner=guest).values("key", "name", "title", "status", "created", "result")
    seats = Seat.objects.filter(Q(guest=guest) | Q(left_by=guest))
    yield "seats", seats.values("table__key", "table__title", "number", "name", "since", "table__result")
    messages = Message.objects.filter(guest=guest)
    yield "messages", messages.values("table__key", "name", "text", "news", "facts", "at")
    yield "read_marks", ReadMark.objects.filter(guest=guest).values("table__key", "message")
    yield "notes", Note.objects.filter(guest=guest).values("table__key", "text")
    yield "note_lines", NoteLine.objects.filter(guest=guest).values("table__key", "about", "text")
    yield "presets", Preset.objects.filter(guest=guest).values("name", "settings", "changed")
    yield "studies", Study.objects.filter(guest=guest).values("key", "name", "created", "changed")
    chapters = Chapter.objects.filter(study__guest=guest)
    yield "chapters", chapters.values("study__key", "number", "table__key", "version", "heading", "comment")
    yield "plans", SeatPlan.objects.filter(guest=guest).values("seat__table__key", "about", "data", "stopped")
    yield "requests", SeatRequest.objects.filter(asked_by=guest).values("seat__table__key", "seat__number", "bot")
    yield "vacations", Vacation.objects.filter(guest=guest).values("seat__table__key", "begins", "days")
    yield "wishes", Recipient.objects.filter(guest=guest).values()
    yield "table_wishes", TableWish.objects.filter(guest=guest).values()
    yield "push_devices", PushDevice.objects.filter(guest=guest).values("name", "created")
    notices = Notice.objects.filter(guest=guest)
    yield "notices", notices.values("table__key", "kind", "channel", "facts", "state", "created", "reason")
    invitations = SeatInvitation.objects.filter(guest=guest)
    yield "invitations", invitations.values("table__key", "is_declined", "created")
    yield "archive_wish", ArchiveWish.objects.filter(guest=guest).values("created")
    yield "blocked", Block.objects.filter(blocker=guest).values("blocked__name")


def _records(guest: Guest) -> Iterator[tuple[str, bytes | str]]:
    """Records of a guest's games, by the key of the table."""
    begun = Table.objects.exclude(status=Table.Status.WAITING)
    for table in begun.filter(Q(owner=guest) | Q(seats__guest=guest)).distinct().iterator():
        try:
            hot = games.current(table)
            hidden_information.check_releasable(table, hot.game)
            record = storage.full_record(table, hot)
        except TetsudoError:  # hidden, or the rules were fixed since
            continue
        if table.status != Table.Status.FINISHED:
            record.seed = None
        yield table.key, record.to_json()
