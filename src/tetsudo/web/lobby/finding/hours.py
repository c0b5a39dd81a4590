"""Usual hours of players, of those who show them in their profile: as text, and the overlap of two people's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from tetsudo.web.tables.models import Guest, Seat, Table

SLOT_MINUTES: Final = 15
"""Length of the slots in which hours are compared: time zones differ by multiples of it."""

MIN_COMMON_SLOTS: Final = 4
"""Number of common slots of hours that overlap: an hour."""

FIELDS: Final = ("time_zone", "hours_from", "hours_to")


class Hours(NamedTuple):
    """Usual hours, each from 0 to 23, in a time zone. Equal hours are the whole day."""

    zone: str
    start: int
    end: int

    def text(self, zone: str = "") -> str:
        """Hours such as "19:00–23:00" in a time zone; by default in the person's own."""
        shown = ZoneInfo(zone or self.zone)
        midnight = timezone.now().astimezone(ZoneInfo(self.zone)).replace(hour=0, minute=0, second=0, microsecond=0)
        ends = (midnight + timedelta(hours=hour) for hour in (self.start, self.end))
        return "–".join(f"{end.astimezone(shown):%H:%M}" for end in ends)

    def label(self, zone: str = "") -> str:
        """The same, with the name of the person's time zone if the viewer's is not known."""
        return self.text(zone) if zone else f"{self.text()} ({self.zone})"

    @property
    def slots(self) -> frozenset[int]:
        """Slots of the day in UTC, at the present difference of the time zone."""
        midnight = timezone.now().astimezone(ZoneInfo(self.zone)).replace(hour=self.start, minute=0, second=0)
        minutes = ((self.end - self.start) % 24 or 24) * 60
        return frozenset(slot_of(midnight + timedelta(minutes=each)) for each in range(0, minutes, SLOT_MINUTES))


def slot_of(moment: datetime) -> int:
    """Slot of the day in UTC."""
    at = moment.astimezone(UTC)
    return (at.hour * 60 + at.minute) // SLOT_MINUTES


def overlap(one: Hours, other: Hours) -> bool:
    """True if two people have an hour in common."""
    return len(one.slots & other.slots) >= MIN_COMMON_SLOTS


def hours_of(guest: Guest | None) -> Hours | None:
    """A person's own usual hours, shown to others or not; None if they are not said."""
    if guest is None or guest.account_id is None:
        return None
    names = [f"account__profile__{field}" for field in FIELDS]
    row = Guest.objects.filter(pk=guest.pk, account__profile__isnull=False).values_list(*names).first()
    return _hours(*row) if row else None


def shown_hours(tables: Iterable[Table]) -> dict[int, Hours]:
    """Hours that people at tables show, by guest."""
    keys = [table.pk for table in tables]
    if not keys:
        return {}
    names = [f"guest__account__profile__{field}" for field in FIELDS]
    rows = _seats_with_hours().filter(table__in=keys).values_list("guest", *names)
    return {guest: found for guest, *row in rows if (found := _hours(*row))}


def _seats_with_hours() -> QuerySet[Seat]:
    return Seat.objects.filter(guest__account__profile__shows_hours=True).order_by()


def _hours(zone: str, start: int | None, end: int | None) -> Hours | None:
    return Hours(zone, start, end) if zone and start is not None and end is not None else None


def in_my_hours(tables: QuerySet[Table], mine: Hours) -> QuerySet[Table]:
    """Tables, out of some, whose date is within a person's hours; without a date, those whose players' hours overlap.

    Tables about whose hours nothing is known are left out.
    """
    dates = dict(tables.order_by().values_list("pk", "starts_at"))
    slots = mine.slots
    names = [f"guest__account__profile__{field}" for field in FIELDS]
    known: defaultdict[int, list[bool]] = defaultdict(list)
    for table, *row in (
        _seats_with_hours().filter(table__in=tables.order_by().values("pk")).values_list("table", *names)
    ):
        if found := _hours(*row):
            known[table].append(overlap(found, mine))
    fits = [pk for pk, date in dates.items() if (slot_of(date) in slots if date else pk in known and all(known[pk]))]
    return tables.filter(pk__in=fits)
