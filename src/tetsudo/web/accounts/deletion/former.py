"""Former players: what a person leaves behind when their account is deleted.

Games stay, since they are the others' games too, but the name in them becomes "former player". What belongs to one
person alone goes: notes, presets, studies, programmed actions, reading marks, blocks, finished lessons, wishes, devices
and notices. Tables that wait for players lose the seat; a table with other people passes to one of them.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Model, Q
from django.utils.translation import gettext as _

from tetsudo.web.accounts.deletion import renaming
from tetsudo.web.accounts.models import User
from tetsudo.web.notices.models import Notice, PushDevice, Recipient, TableWish
from tetsudo.web.play.scene.fragment_cache import fragments
from tetsudo.web.results.accounts_cache import cached_accounts
from tetsudo.web.results.studies.models import Study
from tetsudo.web.tables import events
from tetsudo.web.tables.games import removal
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import (
    Block,
    Guest,
    Message,
    Note,
    NoteLine,
    Preset,
    ReadMark,
    Seat,
    SeatInvitation,
    SeatPlan,
    SeatRequest,
    Table,
)
from tetsudo.web.tables.people import merging
from tetsudo.web.tables.seats import leave, master_mode


def delete_account(account: User) -> None:
    """Delete an account with those of its programs; their guests become former players."""
    for each in (*User.objects.filter(owner=account), account):
        guest = Guest.objects.filter(account=each).first()
        if guest is not None:
            become_former_player(guest)
        each.delete()
    _forget_pieces()


def become_former_player(guest: Guest) -> None:
    """Delete a guest and all that is theirs alone. Each step may be repeated if a later one fails."""
    _leave_tables(guest)
    _pass_on_tables(guest)
    for seat in _begun_seats(guest):
        renaming.rename_seat(seat.table, seat.number, _new_name(seat, guest))
    with transaction.atomic():
        renaming.sign_messages(list(Message.objects.filter(guest=guest)), guest.name, former_player())
        own: tuple[type[Model], ...] = (
            SeatInvitation, SeatPlan, Note, NoteLine, Preset, Study, ReadMark, Recipient, TableWish, PushDevice, Notice
        )  # fmt: skip
        for model in own:
            model._base_manager.filter(guest=guest).delete()
        Block.objects.filter(Q(blocker=guest) | Q(blocked=guest)).delete()
        SeatRequest.objects.filter(asked_by=guest).delete()
        guest.finished_lessons = []
        # A new row, so that no browser that still knows the old one is signed in as anyone.
        merging.merge(guest, Guest.objects.create(name=former_player()))


def former_player() -> str:
    """Name of a person who has left, in the language of whoever deletes the account."""
    return _("former player")


def _begun_seats(guest: Guest) -> list[Seat]:
    """Seats in begun games that a guest has, or had last: their names are the guest's."""
    begun = Seat.objects.exclude(table__status=Table.Status.WAITING).select_related("table", "guest")
    return list(begun.filter(Q(guest=guest) | Q(left_by=guest)).order_by("table", "number"))


def _new_name(seat: Seat, guest: Guest) -> str:
    """Name for a seat: that of the person who took it over, if there is one."""
    other = seat.guest if seat.guest_id != guest.pk else None
    return (other.name if other else "") or former_player()


def _leave_tables(guest: Guest) -> None:
    """Vacate seats at tables that wait for players, and in running games with other people."""
    with transaction.atomic():
        for seat in Seat.objects.filter(guest=guest).select_related("table", "guest"):
            has_begun = seat.table.status != Table.Status.WAITING
            if seat.table.status == Table.Status.FINISHED:
                continue
            leave.vacate(seat, keeps_name=has_begun)
        waiting = Seat.objects.filter(left_by=guest, table__status=Table.Status.WAITING)
        waiting.filter(guest=None, bot="").update(name="")  # reserved for a rematch under the guest's name
        waiting.update(left_by=None)


def _pass_on_tables(guest: Guest) -> None:
    """Give tables to someone who sits there; those that wait, without anyone, are deleted."""
    for table in Table.objects.filter(owner=guest):
        other = table.seats.exclude(guest=None).exclude(guest=guest).order_by("number").first()
        if other is not None and other.guest is not None:
            master_mode.pass_on(table, guest, other.guest)
        elif table.status == Table.Status.WAITING:
            removal.hide(table)
            removal.clear(table)


def _forget_pieces() -> None:
    """Empty the caches of what pages are made of: names are in no key."""
    fragments.clear()
    cached_accounts.clear()


def forget_names(table: int, kind: str) -> None:
    """Forget a game whose names were changed by another process (a watcher of events)."""
    if kind == events.NAMES:
        games.forget_id(table)
        _forget_pieces()
