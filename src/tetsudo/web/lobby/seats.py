"""Seats of a table: the waiting room, seats' links, and changes of players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.game.play import MAX_NAME_LENGTH
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.common.qr_codes import qr_svg
from tetsudo.web.common.rate_limits import RateLimitExceeded
from tetsudo.web.lobby.lists import Card
from tetsudo.web.tables.bots import advice as advising
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.clocks import agreements, deadlines
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games import hidden_information
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Seat, SeatRequest, Table
from tetsudo.web.tables.own_seats import is_in_the_middle, may_claim
from tetsudo.web.tables.people.admission import is_open_to
from tetsudo.web.tables.people.display_names import valid_name
from tetsudo.web.tables.seats import join, leave, vacations
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of


class NameForm(forms.Form):
    """Form for a guest's name."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=MAX_NAME_LENGTH,
        error_messages={"required": gettext_lazy("Enter your name.")},
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def clean_name(self) -> str:
        """Validate the name."""
        try:
            return valid_name(self.cleaned_data["name"])
        except BadInput as error:
            raise forms.ValidationError(field_message(error)) from None


class Person(NamedTuple):
    """Facts about a person with an account, for the players at a table. `profile`: its key."""

    away_note: str
    profile: str | None


@dataclass(frozen=True)
class SeatView:
    """A seat as seen by the viewer."""

    seat: Seat
    room: Room

    @property
    def is_mine(self) -> bool:
        """True if the viewer sits here."""
        return self.room.guest is not None and self.seat.guest_id == self.room.guest.pk

    @property
    def is_to_act(self) -> bool:
        """True if it is this seat's turn."""
        return self.seat.number == self.room.table.to_act

    @property
    def may_invite(self) -> bool:
        """True if the viewer may share the link: the owner until the game starts, then players; also who just left."""
        hosts = self.room.is_owner if self.room.is_waiting else self.room.has_say
        return hosts or self.seat.key == self.room.freed

    @property
    def is_held(self) -> bool:
        """True if the seat is reserved for the viewer in a rematch."""
        guest, table = self.room.guest, self.room.table
        return table.rematch_of_id is not None and guest is not None and self.seat.left_by_id == guest.pk

    @property
    def link(self) -> str:
        """Secret link to the seat; "" if the viewer may not invite."""
        return self.room.request.build_absolute_uri(reverse("seat", args=[self.seat.key])) if self.may_invite else ""

    @property
    def qr_code(self) -> SafeString:
        """QR code of the link, for a phone's camera."""
        return qr_svg(self.link, _("QR code of seat {number}").format(number=self.seat.number + 1))

    @property
    def played_by(self) -> str:
        """Label of the bot that plays; "" if the seat's name contains it, or without a bot."""
        label = str(worker.label_of(self.seat.bot)) if self.seat.bot else ""
        return "" if label in self.seat.name else label

    @property
    def person(self) -> Person | None:
        """Away note and profile of the person in the seat; None without either."""
        return self.room.people.get(self.seat.guest_id or 0)

    @property
    def may_come_back(self) -> bool:
        """True if a bot stands in for the viewer."""
        return leave.may_come_back(self.seat, self.room.guest)

    @property
    def is_without_phone(self) -> bool:
        """True if only the device in the middle of a table for cardboard plays for the seat: a phone may claim it."""
        return self.room.table.is_on_cardboard and self.seat.guest_id == self.room.table.owner_id

    @property
    def is_shared(self) -> bool:
        """True if the seat's link is for someone to take it."""
        return bool(self.link) and (self.seat.is_open or self.is_without_phone)

    @property
    def may_be_freed(self) -> bool:
        """True if the viewer may vacate the seat without the others' consent."""
        if is_in_the_middle(self.room.table, self.room.guest):
            return self.seat.guest_id is not None and not self.is_mine
        return self.is_mine or (self.room.is_waiting and self.room.is_owner and not self.seat.is_open)

    @property
    def may_be_given(self) -> bool:
        """True if the viewer may give the seat to a bot without the others' consent."""
        return self.is_mine or (self.room.is_waiting and self.room.is_owner and self.seat.guest_id is None)

    @property
    def may_be_taken(self) -> bool:
        """True if the viewer may take the seat without a link."""
        if not self.seat.is_open or not (self.room.is_open or self.may_invite or self.is_held):
            return False
        try:
            leave.check_taker(self.seat, self.room.guest)
        except NotAllowed:
            return False
        return True

    @cached_property
    def request(self) -> SeatRequest | None:
        """Pending request about this seat."""
        return leave.request_of(self.seat)

    @property
    def asked_by(self) -> str:
        """Name of the guest who made the request; "" if there is none."""
        return name_of(self.room.table, self.request.asked_by) if self.request else ""

    @property
    def requested_bot(self) -> str:
        """Label of the bot that is requested for the seat; "" if there is none."""
        return str(worker.label_of(self.request.bot)) if self.request and self.request.bot else ""

    @property
    def may_answer(self) -> bool:
        """True if the viewer's consent is pending."""
        guest = self.room.guest
        return bool(self.request and guest and guest.pk in leave.voters(self.seat) - set(self.request.agreed))

    @property
    def may_withdraw(self) -> bool:
        """True if the viewer made the pending request."""
        return bool(self.request and self.request.asked_by == self.room.guest)

    @property
    def may_ask_to_empty(self) -> bool:
        """True if the viewer may ask the others to vacate the seat."""
        return not (self.room.is_waiting or self.request or leave.request_refusal(self.seat, self.room.guest))

    @property
    def may_ask_for_bot(self) -> bool:
        """True if the viewer may ask the others to give the seat to a bot."""
        if self.room.is_waiting or self.request:
            return False
        return any(not leave.request_refusal(self.seat, self.room.guest, bot) for bot in worker.BOTS)

    @property
    def level(self) -> str:
        """Bot that is preselected for the seat."""
        return self.seat.bot or worker.DEFAULT_BOT

    @property
    def is_overdue(self) -> bool:
        """True if the seat exceeded the table's deadline, and the viewer may let a bot play there."""
        return not self.is_mine and leave.may_expire(self.seat, self.room.guest, worker.DEFAULT_BOT)

    @property
    def may_be_opened(self) -> bool:
        """True if the viewer may vacate the overdue seat."""
        return leave.may_expire(self.seat, self.room.guest)

    @property
    def away_until(self) -> datetime | None:
        """End of the player's vacation; None if they are on none."""
        return deadlines.away_until(self.seat)

    @property
    def vacation_left(self) -> range:
        """Numbers of vacation days that the viewer may take here."""
        table = self.room.table
        is_open = self.is_mine and table.deadline and table.status == Table.Status.RUNNING
        return range(1, deadlines.days_left(self.seat) + 1 if is_open else 1)

    @property
    def needs_consent(self) -> bool:
        """True if a request by the viewer needs the consent of others."""
        return bool(self.room.guest and leave.voters(self.seat) - {self.room.guest.pk})

    @property
    def has_more_actions(self) -> bool:
        """True if the viewer has any of the less common actions for the seat."""
        return self.may_be_given or self.may_be_freed or self.may_ask_to_empty or self.may_ask_for_bot


@dataclass(frozen=True)
class Room:
    """A table's seats as seen by the viewer. `freed`: the key of a seat that the viewer has just left."""

    request: HttpRequest
    table: Table
    freed: str = ""

    @cached_property
    def guest(self) -> Guest | None:
        """The viewer; None for a visitor who is not a guest yet."""
        return guest_of(self.request)

    @property
    def is_owner(self) -> bool:
        """True if the viewer opened the table."""
        return self.guest is not None and self.guest.pk == self.table.owner_id

    @property
    def is_waiting(self) -> bool:
        """True if the game has not started."""
        return self.table.status == Table.Status.WAITING

    @property
    def has_hidden_amounts(self) -> bool:
        """True if the game is running with hidden amounts."""
        return not self.is_waiting and hidden_information.has_hidden_amounts(self.table, games.current(self.table).game)

    @cached_property
    def is_open(self) -> bool:
        """True if the viewer may take an open seat without its link."""
        return is_open_to(self.table, self.guest)

    @cached_property
    def has_say(self) -> bool:
        """True if the viewer has a say about the seats of a game that has started."""
        return self.guest is not None and self.guest.pk in leave.players(self.table)

    @cached_property
    def people(self) -> dict[int, Person]:
        """People with accounts at the table, by guest."""
        seated = Guest.objects.filter(seats__table=self.table, account__isnull=False)
        found = seated.values_list("pk", "away_note", "account__profile__key")
        return {pk: Person(note, profile) for pk, note, profile in found}

    @property
    def talk(self) -> list[tuple[str, str, bool]]:
        """Choices of who may write in the chat: value, label, and True for the present one."""
        return [(value, str(label), value == self.table.talk) for value, label in Table.Talk.choices]

    @property
    def advice(self) -> list[tuple[str, str, bool]]:
        """Choices of who may ask bots for advice, in the same format."""
        return [(value, str(label), value == self.table.advice) for value, label in Table.Advice.choices]

    @cached_property
    def card(self) -> Card:
        """Entry of the table in lists."""
        return Card(self.table, self.guest)

    @property
    def agreed(self) -> list[str]:
        """Sentences about pace, clocks and deadline."""
        return agreements.agreements(self.table, self.card.currency)

    @cached_property
    def places(self) -> list[SeatView]:
        """Seats in order."""
        return [SeatView(seat, self) for seat in self.card.seats]

    @property
    def may_be_deleted(self) -> bool:
        """True if the viewer opened the table and no other guest has a seat."""
        return self.guest is not None and join.is_alone(self.table, self.guest)

    @property
    def is_seated(self) -> bool:
        """True if the viewer has a seat."""
        return any(place.is_mine for place in self.places)

    @property
    def may_sit(self) -> bool:
        """True if there is a seat to take without a link."""
        return any(place.may_be_taken for place in self.places)


def _table_or_404(key: str) -> Table:
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
    table = _table_or_404(key)
    if request.method == "POST":
        return _change(request, table)
    waited_for_players = request.GET.get("room") == Table.Status.WAITING
    if waited_for_players and table.status != Table.Status.WAITING:  # the page reloads at each event
        return HttpResponseClientRedirect(reverse("table", args=[key]))
    return seats_page(request, table)


@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a table of the viewer at which no other guest sits."""
    table, guest = _table_or_404(key), guest_of(request)
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


def _take(request: HttpRequest, seat: Seat) -> HttpResponse:
    seat_view = SeatView(seat, Room(request, seat.table))
    if not (seat_view.room.is_open or seat_view.may_invite or seat_view.is_held):
        raise NotAllowed(_("You need an invitation link to join this table."))
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
    table, seat = _table_or_404(seat.table.key), Seat.objects.get(pk=seat.pk)
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


@require_POST
def talk(request: HttpRequest, key: str) -> HttpResponse:
    """Set who may write in a table's chat."""
    return _set_permission(request, key, messages.set_talk_permission, "talk")


@require_POST
def advice(request: HttpRequest, key: str) -> HttpResponse:
    """Set who may ask bots for advice at a table."""
    return _set_permission(request, key, advising.set_advice_permission, "advice")


def _set_permission(
    request: HttpRequest, key: str, change: Callable[[Table, Guest, str], None], field: str
) -> HttpResponse:
    """Change a permission of a table to the value of a form field."""
    table = _table_or_404(key)
    try:
        change(table, _guest(request), request.POST.get(field, ""))
    except NotAllowed as error:
        return seats_page(request, table, sentence_of(error), 403)
    except BadInput as error:
        return seats_page(request, table, field_message(error), 422)
    return redirect("seats", key)


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
