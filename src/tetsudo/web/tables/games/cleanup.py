"""Cleanup of expired sessions, guests without any data, and tables whose game never started.

Rows are searched for outside of any transaction, and checked again within the short transaction
that removes a few of them: a guest may have returned meanwhile.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import close_old_connections, transaction
from django.db.models import Exists, ForeignObjectRel, Model, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.web.common.database import leases
from tetsudo.web.common.database.leases import Leases
from tetsudo.web.tables.models import Guest, Message, Seat, Table

logger = logging.getLogger(__name__)

BATCH_SIZE: Final = 20
"""Number of rows removed in one transaction."""

PAUSE_SECONDS: Final = 0.02
"""Seconds between two transactions, left to other writers."""

FIRST_CLEANUP_SECONDS: Final = 300.0
CLEANUP_INTERVAL_SECONDS: Final = 24 * 3600.0
"""Seconds from the start to the first automatic cleanup, and between later ones."""


@dataclass(frozen=True)
class Kind:
    """A kind of data to clean up: its label, a query for what is outdated at a time, and a name for each row."""

    called: str
    of: Callable[[datetime], QuerySet[Any]]
    name: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class Finding:
    """Preview of a cleanup for one kind: the number of rows, and the first names."""

    called: str
    count: int
    names: tuple[str, ...]


def sessions(now: datetime) -> QuerySet[Any]:
    """Expired sessions."""
    return Session.objects.filter(expire_date__lt=now)


def guests(now: datetime) -> QuerySet[Any]:
    """Old guests without an account whom no other row refers to (no seat, table, message or note) and no lessons."""
    created_before = now - timedelta(days=settings.TIDY_GUEST_DAYS)
    return without_data(Guest.objects.filter(account=None, created__lt=created_before, finished_lessons=[]))


def without_data(found: QuerySet[Guest]) -> QuerySet[Guest]:
    """Reduce guests to those whom no other row refers to."""
    fields = Guest._meta.get_fields(include_hidden=True)  # also relations without a reverse name
    for relation in (each for each in fields if isinstance(each, ForeignObjectRel)):
        theirs = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
        found = found.filter(~Exists(theirs))
    return found


def tables(now: datetime) -> QuerySet[Any]:
    """Tables that still wait for players, without any activity or message for a long time."""
    long_ago = now - timedelta(days=settings.TIDY_TABLE_DAYS)
    spoken = Message.objects.filter(table=OuterRef("pk"), at__gte=long_ago)
    seated = Seat.objects.filter(table=OuterRef("pk"), since__gte=long_ago)
    return Table.objects.filter(
        ~Exists(spoken), ~Exists(seated), status=Table.Status.WAITING, created__lt=long_ago, changed__lt=long_ago
    )


def _table(table: Table) -> str:
    opened = _("opened {day} by {name}").format(day=f"{table.created:%Y-%m-%d}", name=table.owner.name or _("a guest"))
    return f"{table.name or table.key} ({table.title}, {opened})"


KINDS: Final[list[Kind]] = [
    Kind("sessions that are over", sessions),
    Kind("tables that never began", tables, _table),  # before guests, who may have no other data
    Kind("guests who have nothing here", guests, lambda guest: guest.name or _("without a name")),
]
"""Kinds of data to clean up, in order. Other applications add theirs when they start."""

_duties: Final[list[Callable[[], object]]] = []


def add_duty(duty: Callable[[], object]) -> None:
    """Add work of another application that follows the daily cleanup."""
    if duty not in _duties:
        _duties.append(duty)


def do_duties() -> None:
    """Do the daily work of other applications."""
    for duty in _duties:
        duty()


def preview(names: int = 20, now: datetime | None = None) -> list[Finding]:
    """Preview of the cleanup, with up to `names` names of each kind."""
    return [_preview(kind, names, now or timezone.now()) for kind in KINDS]


def _preview(kind: Kind, names: int, now: datetime) -> Finding:
    found = kind.of(now)
    said = () if kind.name is None else tuple(kind.name(each) for each in found.order_by("pk")[:names])
    return Finding(kind.called, found.count(), said)


def tidy(now: datetime | None = None) -> dict[str, int]:
    """Remove outdated data, and return the number of rows by kind."""
    at = now or timezone.now()
    return {kind.called: sum(_remove(kind, at)) for kind in KINDS}


def _remove(kind: Kind, now: datetime) -> Iterator[int]:
    keys = list(kind.of(now).values_list("pk", flat=True))
    model: type[Model] = kind.of(now).model
    for first in range(0, len(keys), BATCH_SIZE):
        with transaction.atomic():
            _count, each = kind.of(now).filter(pk__in=keys[first : first + BATCH_SIZE]).delete()
        yield each.get(model._meta.label, 0)
        time.sleep(PAUSE_SECONDS)


def start() -> None:
    """Start the daily cleanup in a thread of this process."""
    threading.Thread(target=_work, name="tidying", daemon=True).start()


def _work() -> None:
    time.sleep(FIRST_CLEANUP_SECONDS)
    lease = Leases(leases.DAILY)
    while True:
        try:
            close_old_connections()
            if lease.take(0):  # one process at a time
                _work_once()
                lease.give_back(0)
        except Exception:
            logger.exception("The site could not be tidied; it is tried again tomorrow")
        finally:
            close_old_connections()
        time.sleep(CLEANUP_INTERVAL_SECONDS)


def _work_once() -> None:
    gone = {called: count for called, count in tidy().items() if count}
    if gone:
        logger.info("Removed: %s", ", ".join(f"{count} {called}" for called, count in gone.items()))
    do_duties()
