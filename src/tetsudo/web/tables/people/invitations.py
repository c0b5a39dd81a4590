"""Invitations of persons to a table that waits for players, by its owner.

Only people who have shared a table with the owner can be invited, so an invitation never tells whether an account
exists. The answer is the same for people who have blocked the owner.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.models import Block, Guest, Seat, SeatInvitation, Table
from tetsudo.web.tables.people import announcements
from tetsudo.web.tables.people.blocks import blocked_rows
from tetsudo.web.tables.people.shared_tables import shared_tables

MAX_CANDIDATES: Final = 100
"""Number of people who are offered: those with most tables in common."""


def candidates(table: Table) -> list[Guest]:
    """People whom the owner of a table can invite, by name: not those invited or seated there, nor after a block."""
    owner = table.owner
    known = [pk for pk, _count in shared_tables(owner).most_common(MAX_CANDIDATES)]
    apart = Q(pk__in=blocked_rows(owner)) | Q(pk__in=Block.objects.filter(blocked=owner).values("blocker"))
    there = Q(seats__table=table) | Q(invitations__table=table)
    return list(
        Guest.objects.filter(pk__in=known).exclude(name="").exclude(apart).exclude(there).order_by("name", "pk")
    )


def open_invitations(guest: Guest) -> QuerySet[SeatInvitation]:
    """Invitations that a person has not answered, to tables that still wait, without those of blocked people."""
    found = SeatInvitation.objects.filter(guest=guest, is_declined=False)
    waiting = found.filter(table__status=Table.Status.WAITING, table__is_hidden=False)
    return waiting.exclude(table__owner__in=blocked_rows(guest)).select_related("table__owner", "seat")


def invitation_of(table: Table, guest: Guest | None) -> SeatInvitation | None:
    """Invitation to a table that a person has not answered."""
    return open_invitations(guest).filter(table=table).first() if guest else None


def invite(table: Table, by: Guest, person: int, seat: int | None = None) -> None:
    """Invite a person, with a reserved seat if one is named. `NotAllowed` or BadInput if that cannot be."""
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).select_related("owner").get(pk=table.pk)
        _check_owner(table, by)
        guest = next((each for each in candidates(table) if each.pk == person), None)
        if guest is None:
            raise NotAllowed(_("You can invite people with whom you have shared a table. Send others a seat's link."))
        reserved = None if seat is None else _reservable_seat(table, seat)
        SeatInvitation.objects.create(table=table, guest=guest, seat=reserved)
        announcements.announce_invitation(table, by, guest)
    events.notify(table.pk, events.TABLE, table.version)


def withdraw(table: Table, by: Guest, person: int) -> None:
    """Withdraw an invitation; the person can be invited again, unless they have declined."""
    _check_owner(table, by)
    SeatInvitation.objects.filter(table=table, guest=person, is_declined=False).delete()
    events.notify(table.pk, events.TABLE, table.version)


def decline(table: Table, guest: Guest) -> None:
    """Decline an invitation. The seat is free again, and the owner sees it."""
    SeatInvitation.objects.filter(table=table, guest=guest).update(is_declined=True, seat=None)
    events.notify(table.pk, events.TABLE, table.version)


def seat_for(table: Table, guest: Guest) -> Seat:
    """Seat of an invited person: the reserved one, or the first that is free. `StaleRequest` if there is none."""
    found = invitation_of(table, guest)
    if found is None:
        raise StaleRequest(_("This invitation no longer exists."))
    if found.seat is not None and found.seat.is_open:
        return found.seat
    free = free_seats(table.seats.all(), guest).first()
    if free is None:
        raise StaleRequest(_("All seats are taken or reserved."))
    return free


def free_seats(seats: QuerySet[Seat], guest: Guest | None) -> QuerySet[Seat]:
    """Open seats, out of some, without those reserved for other people."""
    unreserved = Q(left_by=None) & Q(invitation=None)
    own = Q(left_by=guest) | Q(invitation__guest=guest) if guest else Q(pk__in=[])
    return seats.filter(guest=None, bot="").filter(unreserved | own)


def is_reserved(seat: Seat, guest: Guest | None) -> bool:
    """True if a seat is reserved for another person who is invited."""
    found = SeatInvitation.objects.filter(seat=seat)
    return (found.exclude(guest=guest) if guest else found).exists()


def check_not_reserved(seat: Seat, guest: Guest | None) -> None:
    """Raise `NotAllowed` for a seat that is reserved for another person."""
    if is_reserved(seat, guest):
        raise NotAllowed(_("This seat is reserved for an invited player. Take another seat."))


def forget(table: Table, guests: Iterable[Guest] | None = None) -> None:
    """Delete the invitations of guests who have sat down, or all when the game begins."""
    found = SeatInvitation.objects.filter(table=table)
    (found if guests is None else found.filter(guest__in=guests)).delete()


def _check_owner(table: Table, by: Guest) -> None:
    if table.owner_id != by.pk or table.status != Table.Status.WAITING:
        raise NotAllowed(_("Only the table's owner can invite people, until the game begins."))


def _reservable_seat(table: Table, number: int) -> Seat:
    seat = free_seats(table.seats.all(), None).filter(number=number).first()
    if seat is None:
        raise BadInput(_("This seat is not free. Choose another one."))
    return seat
