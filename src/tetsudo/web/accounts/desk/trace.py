"""The trace of who did what. An entry is written in the transaction of the action itself, and kept for a year."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from tetsudo.web.accounts.desk.models import MAX_NAME_LENGTH, Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.tables.games.cleanup import Kind
from tetsudo.web.tables.models import Guest, Table

COMMAND_LINE: Final = "command line"
"""Name of whoever uses the host's commands."""

KEPT_DAYS: Final = 366


def record(
    by: User | None, deed: Trace.Deed, reason: str = "", *, about: User | Table | None = None, what: str = ""
) -> Trace:
    """Add an entry. `by`: the organiser; None: the command line. `what`: a text about neither person nor table.

    Call within the transaction of the action: neither stays without the other.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the trace is written in the transaction of the action")
    return Trace.objects.create(
        by=by,
        by_name=name_of(by)[:MAX_NAME_LENGTH] if by else COMMAND_LINE,
        deed=deed,
        person=about if isinstance(about, User) else None,
        table=about if isinstance(about, Table) else None,
        about=(what or _about(about))[:MAX_NAME_LENGTH],
        reason=reason,
    )


def name_of(user: User) -> str:
    """Name of an account on the desk: that at tables, and the one to sign in with."""
    guest = Guest.objects.filter(account=user).first()
    return f"{guest.name} ({user.username})" if guest and guest.name else user.username


def _about(about: User | Table | None) -> str:
    if isinstance(about, User):
        return name_of(about)
    return f"{about.name or about.title} ({about.key})" if about else ""


def outdated(now: datetime) -> QuerySet[Trace]:
    """Entries that are older than a year."""
    return Trace.objects.filter(at__lt=now - timedelta(days=KEPT_DAYS))


KINDS: Final = (Kind("entries of the trace, a year old", outdated),)
