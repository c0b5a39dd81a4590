"""What nobody needs any more: sessions that are over, guests who have nothing here, tables that never began.

What is removed is looked for outside of any transaction, and asked again within the short one in
which a few of them go: somebody may have come back meanwhile.
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

from tetsudo.web.tables.models import Guest, Message, Seat, Table

logger = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""How many go in one transaction."""

PAUSE: Final = 0.02
"""Seconds between two, in which others write."""

FIRST: Final = 300.0
DAILY: Final = 24 * 3600.0
"""Seconds after a start, and from then on, when the site tidies by itself."""


@dataclass(frozen=True)
class Kind:
    """A kind of thing that goes: what it is called, which of them go by a moment, and how one is named."""

    called: str
    of: Callable[[datetime], QuerySet[Any]]
    name: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class Finding:
    """What would go of a kind: how many, and the names of the first."""

    called: str
    count: int
    names: tuple[str, ...]


def sessions(now: datetime) -> QuerySet[Any]:
    """Those that no cookie can mean any more."""
    return Session.objects.filter(expire_date__lt=now)


def guests(now: datetime) -> QuerySet[Any]:
    """Those who came long ago and have nothing here: no seat, also none that they left, table, message, note, or
    whatever else is a guest's."""
    found = Guest.objects.filter(created__lt=now - timedelta(days=settings.TIDY_GUESTS))
    fields = Guest._meta.get_fields(include_hidden=True)  # also what the guest's side has no name for
    for relation in (each for each in fields if isinstance(each, ForeignObjectRel)):
        theirs = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
        found = found.filter(~Exists(theirs))
    return found


def tables(now: datetime) -> QuerySet[Any]:
    """Those that still wait for players, and at which nobody has done or said anything for long."""
    long_ago = now - timedelta(days=settings.TIDY_TABLES)
    spoken = Message.objects.filter(table=OuterRef("pk"), at__gte=long_ago)
    seated = Seat.objects.filter(table=OuterRef("pk"), since__gte=long_ago)
    return Table.objects.filter(
        ~Exists(spoken), ~Exists(seated), status=Table.Status.WAITING, created__lt=long_ago, changed__lt=long_ago
    )


def _table(table: Table) -> str:
    opened = _("opened {day} by {name}").format(day=f"{table.created:%Y-%m-%d}", name=table.owner.name or _("a guest"))
    return f"{table.name or table.key} ({table.title}, {opened})"


KINDS: Final = (
    Kind("sessions that are over", sessions),
    Kind("tables that never began", tables, _table),  # before guests, who may have nothing else
    Kind("guests who have nothing here", guests, lambda guest: guest.name or _("without a name")),
)


def look(names: int = 20, now: datetime | None = None) -> list[Finding]:
    """What would go now, with so many names of each kind."""
    return [_look(kind, names, now or timezone.now()) for kind in KINDS]


def _look(kind: Kind, names: int, now: datetime) -> Finding:
    found = kind.of(now)
    said = () if kind.name is None else tuple(kind.name(each) for each in found.order_by("pk")[:names])
    return Finding(kind.called, found.count(), said)


def tidy(now: datetime | None = None) -> dict[str, int]:
    """Remove it; how many of each kind went."""
    at = now or timezone.now()
    return {kind.called: sum(_remove(kind, at)) for kind in KINDS}


def _remove(kind: Kind, now: datetime) -> Iterator[int]:
    keys = list(kind.of(now).values_list("pk", flat=True))
    model: type[Model] = kind.of(now).model
    for first in range(0, len(keys), AT_ONCE):
        with transaction.atomic():
            _count, each = kind.of(now).filter(pk__in=keys[first : first + AT_ONCE]).delete()
        yield each.get(model._meta.label, 0)
        time.sleep(PAUSE)


def start() -> None:
    """Tidy by itself from now on, as long as this process lives."""
    threading.Thread(target=_work, name="tidying", daemon=True).start()


def _work() -> None:
    time.sleep(FIRST)
    while True:
        try:
            close_old_connections()
            gone = {called: count for called, count in tidy().items() if count}
            if gone:
                logger.info("Removed: %s", ", ".join(f"{count} {called}" for called, count in gone.items()))
        except Exception:
            logger.exception("The site could not be tidied; it is tried again tomorrow")
        finally:
            close_old_connections()
        time.sleep(DAILY)
