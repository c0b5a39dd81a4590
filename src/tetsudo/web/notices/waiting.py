"""Tables that wait for a guest, in the order of *Next game*."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.titles.loader import titles
from tetsudo.web.play.scene.phrases import step_texts
from tetsudo.web.tables.models import Guest, Move, Seat, Table
from tetsudo.web.tables.models.prepared_query import PreparedQuery
from tetsudo.web.tables.seats import leave


def _waiting(guest: int) -> QuerySet[Any, Any]:
    others = Seat.objects.filter(table=OuterRef("pk"), guest__isnull=False).exclude(guest=guest)
    moved = Move.objects.filter(table=OuterRef("pk")).order_by("-index").values("at")[:1]
    found = Table.objects.filter(seats__guest=guest, seats__number=F("to_act"), status=Table.Status.RUNNING)
    return (
        found.exclude(cardboard__in=(Table.Cardboard.STRICT, Table.Cardboard.TRUST))
        .annotate(has_others=Exists(others), since=Coalesce(Subquery(moved), "changed"))
        .order_by("-has_others", "since", "pk")
        .values_list("pk", "key", "has_others", "since")
    )


_WAITING: Final = PreparedQuery(_waiting)


class WaitingTable(NamedTuple):
    """Table where it is a guest's turn.

    `has_others`: other people wait too; `since`: the time of its last move.
    """

    pk: int
    key: str
    has_others: bool
    since: datetime


def waiting_tables(guest: int) -> list[WaitingTable]:
    """Tables where it is a guest's turn: first those where other people wait too, the longest wait first."""
    return [WaitingTable(*row) for row in _WAITING.rows(guest)]


def waiting_count(guest: int, but: str = "") -> int:
    """Number of tables where a guest keeps other people waiting, without the table with key `but`."""
    return sum(each.has_others and each.key != but for each in waiting_tables(guest))


def next_table(guest: int, but: str = "") -> Table | None:
    """Table that has waited longest for a guest, other than the one with key `but`; None if none waits."""
    key = next((each.key for each in waiting_tables(guest) if each.key != but), None)
    return None if key is None else Table.objects.with_key(key)


class Decision(NamedTuple):
    """Decision that a table waits for, for lists and notices; contains nothing that is hidden at the table."""

    table: Table
    since: datetime | None = None

    @property
    def is_fresh(self) -> bool:
        """True if the table has waited for less than a minute."""
        return self.since is not None and timezone.now() - self.since < timedelta(minutes=1)

    @property
    def title(self) -> str:
        """Full name of the title."""
        return title_name(self.table)

    @property
    def name(self) -> str:
        """Name of the table; the title's if it has none."""
        return self.table.name or self.title

    @property
    def task(self) -> str:
        """Task, such as "lay track (AR)"; "" if it is not known yet."""
        task = str(step_texts(self.table.doing).task) if self.table.doing else ""
        return _("{task} ({company})").format(task=task, company=self.table.acting) if self.table.acting else task

    @property
    def deadline(self) -> datetime | None:
        """End of the time that the table gives its player, with vacation days and pauses."""
        turn = self.table.to_act
        if not self.table.deadline or turn is None:
            return None
        seat = self.table.seats.select_related("table").filter(number=turn).first()
        return leave.deadline_of(seat) if seat is not None else None


def title_name(table: Table) -> str:
    """Full name of a table's title in the reader's language; its number if the site no longer has it."""
    info = next((info for info in titles() if info.name == table.title), None)
    return _(info.full_name) if info else table.title


def decisions_of(guest: Guest, most: int, loaded: Mapping[int, Table] = MappingProxyType({})) -> list[Decision]:
    """Decisions of a guest that other people wait for, up to `most`. `loaded`: tables known already, by id."""
    waiting = [each for each in waiting_tables(guest.pk) if each.has_others]
    since = {each.pk: each.since for each in waiting[:most]}
    tables = {**loaded, **Table.objects.in_bulk([pk for pk in since if pk not in loaded])}
    return [Decision(tables[pk], at) for pk, at in since.items() if pk in tables]
