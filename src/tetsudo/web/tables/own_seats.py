"""Seats that a guest plays for."""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.core.units import PlayerId
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, MasterRequest, Seat, Table


def own_seats(table: Table, guest: Guest | None, seats: Iterable[Seat] | None = None) -> list[PlayerId]:
    """Numbers of the seats that a guest plays for, in order. `seats`: those of the table, if they are known.

    At a table for a game on cardboard its owner's device lies in the middle: everyone enters moves there, even those
    who have joined with a phone. With hidden cash it enters only for those who have not.
    """
    if guest is None:
        return []
    seats = table.seats.all() if seats is None else seats
    if is_in_the_middle(table, guest) and not _hides(table):
        return [seat.number for seat in seats if not seat.bot]
    return [seat.number for seat in seats if seat.guest_id == guest.pk]


def played_seats(table: Table, guest: Guest | None, seats: Iterable[Seat] | None = None) -> list[PlayerId]:
    """Seats that a guest may move for: their own ones, and in master mode, for the owner, those of all people."""
    if guest is None or guest.pk != table.owner_id or not has_master(table):
        return own_seats(table, guest, seats)
    return [seat.number for seat in (table.seats.all() if seats is None else seats) if seat.guest_id is not None]


def has_master(table: Table) -> bool:
    """True if the owner moves for all players: all who sit here agree, and nothing is hidden from any of them."""
    if table.master != Table.Master.AGREED or table.status != Table.Status.RUNNING or _hides(table):
        return False
    found = MasterRequest.objects.filter(table=table).first()
    return found is not None and people(table) <= set(found.agreed)


def is_in_the_middle(table: Table, guest: Guest | None) -> bool:
    """True if a guest has the device in the middle of a table for a game on cardboard."""
    return table.is_on_cardboard and guest is not None and table.owner_id == guest.pk


def people(table: Table) -> set[int]:
    """Guests who play at a table; also the one in the middle of a table for cardboard."""
    seated = Seat.objects.filter(table=table, guest__isnull=False)
    middle = {table.owner_id} if table.is_on_cardboard else set[int]()
    return set(seated.values_list("guest_id", flat=True)) | middle


def may_claim(seat: Seat, guest: Guest | None) -> bool:
    """True if a seat that the device in the middle plays for is free for a guest's phone."""
    table = seat.table
    is_free = table.is_on_cardboard and seat.guest_id == table.owner_id and table.status == Table.Status.RUNNING
    return is_free and not is_in_the_middle(table, guest)


def _hides(table: Table) -> bool:
    """True if the game hides amounts from some players."""
    is_open = table.status in (Table.Status.WAITING, Table.Status.FINISHED)
    return not is_open and games.current(table).game.ruleset.hides
