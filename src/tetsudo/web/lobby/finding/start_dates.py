"""Dates of live games: read in the opener's time zone, and sent to the invited as a calendar file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Seat, Table

MAX_DAYS_AHEAD: Final = 366

USUAL_HOURS: Final = 4
"""Hours of a live game without clocks in calendars."""


def start_time(local: datetime, zone: str) -> datetime:
    """A date as it was typed, in the time zone that the browser named; without one, in UTC."""
    try:
        return local.replace(tzinfo=ZoneInfo(zone) if zone else UTC).astimezone(UTC)
    except (KeyError, ValueError, OSError, OverflowError):
        raise BadInput(_("Your browser's time zone is unknown here: leave the date empty, or use UTC.")) from None


def check_start(starts_at: datetime, tempo: str) -> None:
    """Raise BadInput for the date of a game that is not live, or one in the past or far in the future."""
    if tempo != Table.Tempo.LIVE:
        raise BadInput(_("Only a live game has a date: choose that pace, or leave the date empty."))
    if starts_at < timezone.now():
        raise BadInput(_("This date has passed: choose a later one."))
    if starts_at > timezone.now() + timedelta(days=MAX_DAYS_AHEAD):
        raise BadInput(_("This date is more than a year ahead: choose an earlier one."))


# Calendar files


@require_safe
@cache_control(no_store=True)
def table_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Calendar file of a table's date, with its address. Raises `Http404` if it has none."""
    table = Table.objects.filter(key=key).first()
    if table is None:
        raise Http404
    return _calendar_file(request, table, reverse("table", args=[key]))


@require_safe
@cache_control(no_store=True)
def seat_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Calendar file of a table's date, with the secret link of a seat."""
    seat = Seat.objects.filter(key=key).select_related("table").first()
    if seat is None:
        raise Http404
    return _calendar_file(request, seat.table, reverse("seat", args=[key]))


def _calendar_file(request: HttpRequest, table: Table, path: str) -> HttpResponse:
    if table.starts_at is None:
        raise Http404
    name = table.name or _title(table)
    answer = HttpResponse(
        invitation(table, name, request.build_absolute_uri(path), request.get_host()),
        content_type="text/calendar; charset=utf-8",
    )
    answer["Content-Disposition"] = content_disposition_header(True, f"{slugify(name) or 'tetsudo'}.ics") or ""
    return answer


def invitation(table: Table, name: str, address: str, host: str) -> bytes:
    """Calendar with the date of a table as its only event."""
    assert table.starts_at is not None
    event = Event()
    event.add("uid", f"{table.key}@{host}")
    event.add("dtstamp", table.created)
    event.add("dtstart", table.starts_at)
    event.add("dtend", table.starts_at + _duration(table))
    event.add("summary", name)
    event.add("description", f"{_title(table)}\n{address}")
    event.add("url", address)
    calendar = Calendar()
    calendar.add("prodid", "-//Tetsudo//18xx//EN")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written


def _duration(table: Table) -> timedelta:
    """Length of the event: all players' budgets, if there are clocks."""
    return timedelta(minutes=table.clock_minutes * table.seats.count()) or timedelta(hours=USUAL_HOURS)


def _title(table: Table) -> str:
    return next((_(info.full_name) for info in titles() if info.name == table.title), table.title)
