"""Tables: lists, opening and deleting one, taking and leaving seats."""

from __future__ import annotations

from typing import Any, Final, Literal

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema, Status
from pydantic import Field

from tetsudo.web.api.access import ANYONE, ORGANISER, PLAYER, holder_of
from tetsudo.web.api.endpoints import schemas
from tetsudo.web.api.endpoints.schemas import ANSWERS, BotName, Join, NewTable, TableList
from tetsudo.web.api.endpoints.seat_names import check_may_name, names_for, own_name
from tetsudo.web.api.endpoints.table_data import forms_of, table_data, table_line
from tetsudo.web.lobby.new_table import table_settings
from tetsudo.web.lobby.waiting_room.seats import check_may_take
from tetsudo.web.play.scene.scene import table_or_404
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.people.blocks import blocked_rows
from tetsudo.web.tables.seats import join as seating
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of
from tetsudo.web.tables.seats.leave import may_come_back

router = Router(tags=["Tables"])

PAGE_SIZE: Final = 40

MAX_SEATS: Final = 8


class Wanted(Schema):
    """Tables to be listed."""

    which: Literal["waiting", "running", "finished", "mine"] = Field(
        "waiting", description="Those of everyone by status, or all of this account."
    )
    title: str = Field("", max_length=40)
    page: int = Field(1, ge=1, le=1000)


@router.get("", response={200: TableList, **ANSWERS}, auth=ANYONE, url_name="api-tables")
def tables(request: HttpRequest, wanted: Query[Wanted]) -> Any:
    """Tables, the latest first."""
    guest = guest_of(request)
    found = _mine(request) if wanted.which == "mine" else _listed(wanted.which, guest)
    if wanted.title:
        found = found.filter(title=wanted.title)
    first = (wanted.page - 1) * PAGE_SIZE
    rows = list(
        found.order_by("-changed", "-pk").prefetch_related("seats__guest__account")[first : first + PAGE_SIZE + 1]
    )
    return {
        "tables": [table_line(table, table.seats.all(), guest) for table in rows[:PAGE_SIZE]],
        "next": wanted.page + 1 if len(rows) > PAGE_SIZE and wanted.page < 1000 else None,
    }


def _mine(request: HttpRequest) -> QuerySet[Table]:
    guest = holder_of(request)
    return Table.objects.filter(Q(pk__in=Seat.objects.filter(guest=guest).values("table")) | Q(owner=guest))


def _listed(status: str, guest: Guest | None) -> QuerySet[Table]:
    found = Table.objects.filter(status=status, is_listed=True)
    return found.exclude(owner__in=blocked_rows(guest)) if guest else found


@router.post("", response={201: schemas.Table, **ANSWERS}, auth=PLAYER, url_name="api-new-table")
def create(request: HttpRequest, wish: NewTable) -> Any:
    """Open a table. The game begins once no seat is open."""
    guest = holder_of(request)
    asked = table_settings(forms_of(wish, names_for(guest, wish.seats)))
    seating.trial_game(asked)
    check_rate_limit(request, "tables")
    return Status(201, table_data(request, seating.open_table(asked, guest), guest))


@router.get("/{slug:key}", response={200: schemas.Table, **ANSWERS}, auth=ANYONE, url_name="api-table")
def table(request: HttpRequest, key: str) -> Any:
    """A table."""
    return table_data(request, table_or_404(key), guest_of(request))


@router.delete("/{slug:key}", response={204: None, **ANSWERS}, auth=ORGANISER, url_name="api-delete")
def delete(request: HttpRequest, key: str) -> Any:
    """Delete a table of this account's at which no other person sits."""
    seating.delete(table_or_404(key), holder_of(request))
    return Status(204, None)


SEAT_ANSWERS: Final = {200: schemas.Table, **ANSWERS}


@router.post("/{slug:key}/seats/{int:number}/join", response=SEAT_ANSWERS, auth=PLAYER, url_name="api-join")
def join(request: HttpRequest, key: str, number: int, asked: Join) -> Any:
    """Take an open seat. A private table needs the seat's key."""
    seat, guest = _seat_or_404(key, number), holder_of(request)
    check_rate_limit(request, "seats")
    if asked.seat_key != seat.key and not may_come_back(seat, guest):
        check_may_take(request, seat)
    check_may_name(guest, seat)
    name = own_name(guest, asked.name)
    seating.name_for(seat, name, guest)
    return table_data(request, seating.sit_down(seat, guest, name), guest)


@router.post("/{slug:key}/seats/{int:number}/leave", response=SEAT_ANSWERS, auth=PLAYER, url_name="api-leave")
def leave(request: HttpRequest, key: str, number: int) -> Any:
    """Leave a seat."""
    seat, guest = _seat_or_404(key, number), holder_of(request)
    check_rate_limit(request, "seats")
    seating.leave(seat, guest)
    return table_data(request, table_or_404(key), guest)


@router.post("/{slug:key}/seats/{int:number}/bot", response=SEAT_ANSWERS, auth=ORGANISER, url_name="api-give")
def give(request: HttpRequest, key: str, number: int, asked: BotName) -> Any:
    """Give a seat to a bot: your own, or an open one of your table before the game begins."""
    seat, guest = _seat_or_404(key, number), holder_of(request)
    check_rate_limit(request, "seats")
    return table_data(request, seating.give_to_bot(seat, asked.bot, guest), guest)


def _seat_or_404(key: str, number: int) -> Seat:
    found = Seat.objects.filter(table__key=key, table__is_hidden=False).select_related("table__owner")
    seat = found.filter(number=number).first() if number < MAX_SEATS else None
    if seat is None:
        raise Http404
    return seat
