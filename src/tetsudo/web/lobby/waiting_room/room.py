"""Seats of a table as its page shows them to a viewer, with what the viewer may do there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.common.qr_codes import qr_svg
from tetsudo.web.lobby.finding.hours import hours_of, shown_hours
from tetsudo.web.lobby.lists import Card
from tetsudo.web.lobby.waiting_room.master_view import MasterView, master_view
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.clocks import agreements, deadlines
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games import hidden_information
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Seat, SeatInvitation, SeatRequest, Table
from tetsudo.web.tables.own_seats import is_in_the_middle
from tetsudo.web.tables.people import dates, invitations
from tetsudo.web.tables.people.admission import is_open_to
from tetsudo.web.tables.people.blocks import is_kept_away
from tetsudo.web.tables.people.display_names import valid_name
from tetsudo.web.tables.seats import join, leave
from tetsudo.web.tables.seats.guests import guest_of


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
    def is_for_all(self) -> bool:
        """True if everyone may take the seat once it is open: a link is needed after an organiser has freed it."""
        return self.room.is_open and not self.seat.is_barred

    @property
    def is_held(self) -> bool:
        """True if the seat is reserved for the viewer in a rematch."""
        guest, table = self.room.guest, self.room.table
        return table.rematch_of_id is not None and guest is not None and self.seat.left_by_id == guest.pk

    @property
    def reserved_for(self) -> str:
        """Name of another person for whom the seat is reserved by an invitation; "" if it is not."""
        found = next((each for each in self.room.invited if each.seat_id == self.seat.pk), None)
        return found.guest.name if found and found.guest != self.room.guest else ""

    @property
    def is_reserved_for_me(self) -> bool:
        """True if the seat is reserved for the viewer by an invitation."""
        found = self.room.invitation
        return found is not None and found.seat_id == self.seat.pk

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
        return bool(self.link) and not self.reserved_for and (self.seat.is_open or self.is_without_phone)

    @property
    def may_be_freed(self) -> bool:
        """True if the viewer may vacate the seat without the others' consent."""
        if is_in_the_middle(self.room.table, self.room.guest):
            return self.seat.guest_id is not None and not self.is_mine
        return self.is_mine or (self.room.is_waiting and self.room.is_owner and not self.seat.is_open)

    @property
    def may_be_given(self) -> bool:
        """True if the viewer may give the seat to a bot without the others' consent."""
        is_free = self.seat.guest_id is None and not self.reserved_for
        return self.is_mine or (self.room.is_waiting and self.room.is_owner and is_free)

    @property
    def may_be_taken(self) -> bool:
        """True if the viewer may take the seat without a link."""
        if not self.seat.is_open or self.room.is_kept_away or self.reserved_for:
            return False
        if not (self.is_for_all or self.may_invite or self.is_held or self.room.invitation):
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

    @cached_property
    def is_kept_away(self) -> bool:
        """True if the table's owner, or a person who sits here, has blocked the viewer."""
        return is_kept_away(self.table, self.guest)

    @cached_property
    def invitation(self) -> SeatInvitation | None:
        """The viewer's invitation, if it waits for an answer."""
        return invitations.invitation_of(self.table, self.guest)

    @cached_property
    def invited(self) -> list[SeatInvitation]:
        """Invitations to the table."""
        return list(self.table.invitations.select_related("guest", "seat")) if self.is_waiting else []

    @property
    def candidates(self) -> list[Guest]:
        """People whom the viewer, who opened the table, can invite."""
        return invitations.candidates(self.table) if self.is_waiting and self.is_owner else []

    @property
    def reservable_seats(self) -> list[Seat]:
        """Seats that can be reserved for a person."""
        return list(invitations.free_seats(self.table.seats.all(), None))

    @property
    def may_move_date(self) -> bool:
        """True if the viewer may move the date of the live game."""
        return dates.may_move(self.table, self.guest)

    @cached_property
    def master(self) -> MasterView | None:
        """Master mode as the viewer sees it; None if it neither is nor can be asked for by them."""
        return master_view(self.table, self.guest)

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
        mine = hours_of(self.guest)
        return Card(self.table, self.guest, hours=shown_hours([self.table]), zone=mine.zone if mine else "")

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
        """True if the viewer opened the table, no other guest has a seat, and no organiser has closed it."""
        return self.guest is not None and join.may_delete(self.table, self.guest)

    @property
    def is_seated(self) -> bool:
        """True if the viewer has a seat."""
        return any(place.is_mine for place in self.places)

    @property
    def may_sit(self) -> bool:
        """True if there is a seat to take without a link."""
        return any(place.may_be_taken for place in self.places)
