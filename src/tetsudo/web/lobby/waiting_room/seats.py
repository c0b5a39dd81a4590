"""Seats of a table: the waiting room, seats' links, and changes of players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.common.rate_limits import RateLimitExceeded
from tetsudo.web.lobby.waiting_room.room import NameForm, Room, SeatView
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.own_seats import may_claim
from tetsudo.web.tables.seats import join, leave, vacations
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of


def table_or_404(key: str) -> Table:
    """Table with its owner; `Http404` if there is none."""
    found = Table.objects.filter(key=key).select_related("owner", "branch_of").first()
    if found is None:
        raise Http404
    return found


def seats_page(
    request: HttpRequest, table: Table, refusal: str = "", status: int = 200, freed: str = ""
) -> HttpResponse:
    """Page with all seats of a table; before the game starts, the waiting room."""
    room = Room(request, table, freed)
    name = NameForm(initial={"name": room.guest.name if room.guest and not room.is_seated else ""})
    if room.is_seated:
        name.fields["name"].label = _("Another player at this screen")
    shown = {"room": room, "table": table, "name": name, "bots": worker.choices(), "refusal": refusal}
    shown["calendar"] = reverse("invitation", args=[table.key])
    return render(request, "lobby/seats.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, key: str) -> HttpResponse:
    """Show the seats, or change one: take it, leave it, give it to a bot, or ask the others about it."""
    table = table_or_404(key)
    if request.method == "POST":
        return _change(request, table)
    waited_for_players = request.GET.get("room") == Table.Status.WAITING
    if waited_for_players and table.status != Table.Status.WAITING:  # the page reloads at each event
        return HttpResponseClientRedirect(reverse("table", args=[key]))
    return seats_page(request, table)


@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a table of the viewer at which no other guest sits."""
    table, guest = table_or_404(key), guest_of(request)
    try:
        if guest is None:
            raise NotAllowed(_("This is not your table."))
        join.delete(table, guest)
    except NotAllowed as error:
        return seats_page(request, table, sentence_of(error), 403)
    return redirect("lobby")


def _change(request: HttpRequest, table: Table) -> HttpResponse:
    """Carry out the action of a button. A refusal changes nothing."""
    number, do = request.POST.get("seat", ""), CHANGES.get(request.POST.get("do", ""))
    seat = table.seats.filter(number=int(number)).first() if number.isdecimal() and len(number) < 4 else None
    try:
        if seat is None or do is None:
            raise BadInput(_("There is no such seat."))
        check_rate_limit(request, "seats")
        return do(request, seat)
    except NotAllowed as error:
        return seats_page(request, table, sentence_of(error), 403)
    except StaleRequest as error:
        return seats_page(request, table, sentence_of(error), 409)
    except BadInput as error:
        return seats_page(request, table, field_message(error), 422)


def check_may_take(request: HttpRequest, seat: Seat) -> None:
    """Raise `NotAllowed` if the viewer may not take a seat without its link."""
    seat_view = SeatView(seat, Room(request, seat.table))
    is_invited = seat_view.room.invitation is not None
    if not (seat_view.is_for_all or seat_view.may_invite or seat_view.is_held or is_invited):
        raise NotAllowed(_("You need an invitation link to join this table."))


def _take(request: HttpRequest, seat: Seat) -> HttpResponse:
    check_may_take(request, seat)
    return _sit(request, seat)


def _sit(request: HttpRequest, seat: Seat) -> HttpResponse:
    name = NameForm(request.POST)
    if not name.is_valid():
        raise BadInput(" ".join(map(str, name.errors["name"])))
    join.name_for(seat, name.cleaned_data["name"], guest_of(request))  # first: a refusal must not create a guest
    table = join.sit_down(seat, ensure_guest(request, name.cleaned_data["name"]), name.cleaned_data["name"])
    return redirect("table", table.key)


def _guest(request: HttpRequest) -> Guest:
    guest = guest_of(request)
    if guest is None:
        raise NotAllowed(_("This is not your seat."))
    return guest


def _leave(request: HttpRequest, seat: Seat) -> HttpResponse:
    join.leave(seat, _guest(request))
    table, seat = table_or_404(seat.table.key), Seat.objects.get(pk=seat.pk)
    return seats_page(request, table, freed=seat.key)


def _give(request: HttpRequest, seat: Seat) -> HttpResponse:
    table = seat.table
    join.give_to_bot(seat, request.POST.get("bot", ""), _guest(request))
    return redirect("table" if table.status == Table.Status.WAITING else "seats", table.key)


def _ask(request: HttpRequest, seat: Seat) -> HttpResponse:
    leave.ask(seat, _guest(request), request.POST.get("bot", ""))
    return redirect("seats", seat.table.key)


def _agree(request: HttpRequest, seat: Seat) -> HttpResponse:
    leave.agree(seat, _guest(request), request.POST.get("bot", ""))
    return redirect("seats", seat.table.key)


def _refuse(request: HttpRequest, seat: Seat) -> HttpResponse:
    leave.refuse(seat, _guest(request))
    return redirect("seats", seat.table.key)


def _expire(request: HttpRequest, seat: Seat) -> HttpResponse:
    leave.expire(seat, _guest(request))
    return redirect("seats", seat.table.key)


def _stand_in(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Let a bot stand in for a player who exceeded the table's deadline."""
    leave.expire(seat, _guest(request), request.POST.get("bot", "") or worker.DEFAULT_BOT)
    return redirect("seats", seat.table.key)


def _take_vacation(request: HttpRequest, seat: Seat) -> HttpResponse:
    days = request.POST.get("days", "")
    vacations.take(seat, _guest(request), int(days) if days.isdecimal() and len(days) < 4 else 0)
    return redirect("seats", seat.table.key)


def _come_back(request: HttpRequest, seat: Seat) -> HttpResponse:
    leave.come_back(seat, _guest(request))
    return redirect("table", seat.table.key)


CHANGES: Final[dict[str, Callable[[HttpRequest, Seat], HttpResponse]]] = {
    "take": _take,
    "leave": _leave,
    "bot": _give,
    "ask": _ask,
    "agree": _agree,
    "refuse": _refuse,
    "expire": _expire,
    "stand-in": _stand_in,
    "back": _come_back,
    "vacation": _take_vacation,
}
"""Actions of the page's buttons."""


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page of a seat's link, with the table and a form for a name, or take this seat."""
    found = Seat.objects.filter(key=key).select_related("table__owner").first()
    if found is None:
        return render(request, "lobby/no_seat.html", status=404)
    guest, status, refusal = guest_of(request), 200, ""
    may_come_back = leave.may_come_back(found, guest)
    is_free = found.is_open or may_claim(found, guest)
    if request.method == "POST" and (is_free or may_come_back):
        check_rate_limit(request, "seats")
        try:
            return _sit(request, found)
        except RateLimitExceeded:
            raise
        except TetsudoError as error:
            status, refusal = 422, field_message(error) if isinstance(error, BadInput) else sentence_of(error)
    if guest is not None and found.guest_id == guest.pk:
        return redirect("table", found.table.key)
    proposed = request.POST.get("name") or (guest.name if guest else "") or found.name
    shown = {
        "seat": found,
        "room": Room(request, found.table),
        "calendar": reverse("seat-invitation", args=[key]),
        "name": NameForm(initial={"name": proposed}),
        "refusal": refusal,
        "may_come_back": may_come_back,
        "is_free": is_free,
    }
    return render(request, "lobby/seat.html", shown, status=status)
