"""Seats of a game that has begun, and how they get empty: never by who opened the table alone.

A seat is emptied by who sits there; by all the others together, at least two people; or by any of
them once it has kept the game waiting for longer than the table agreed on when it was opened. What
has become of an empty seat is for those who still play: each has its link for somebody new, and a
program takes it if all of them agree, which goes for a program's seat, too.

By the same ways a program stands in for somebody who is away, without the seat getting empty; whoever had it
takes it back when he likes. Who has a program play, and who is back, is told to all.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.errors import NotYours, Stale
from tetsudo.web.tables.models import Guest, Move, Seat, SeatPlan, SeatRequest, Table

LEAST: Final = 2
"""So many people must agree before somebody else loses his seat: one could be who opened the table."""

DEADLINES: Final = (0, 1, 2, 3, 5, 7, 14, 30)
"""Days without a move that a table may agree on; 0: it agrees on none."""


def deadline_text(days: int) -> str:
    """When a seat may be emptied without all others' consent."""
    if not days:
        return _("if all others agree")
    return ngettext("also after a day without a move", "also after {count} days without a move", days).format(
        count=days
    )


def players(table: Table) -> set[int]:
    """The guests who play at a table; who opened it if nobody does."""
    seated = table.seats.filter(guest__isnull=False).values_list("guest_id", flat=True)
    return set(seated) or {table.owner_id}


def voters(seat: Seat) -> set[int]:
    """The guests who must agree before a seat is emptied or given to a program."""
    return players(seat.table) - {seat.guest_id}


# Doing it, once it has been decided


def empty(seat: Seat, *, keeps_name: bool) -> None:
    """Open a seat, with a new link."""
    if not keeps_name:
        seat.name = ""
    seat.left_by = seat.guest or seat.left_by
    seat.guest, seat.bot, seat.since = None, "", None
    seat.key = Seat._meta.get_field("key").get_default()
    seat.save()
    _forget(seat)


def hand_to_bot(seat: Seat, bot: str, by: Guest) -> None:
    """Let a program play a seat; in a game that has begun it stands in for who sat there, and that is told."""
    has_begun = seat.table.status != Table.Status.WAITING
    news = "level" if seat.bot or not (seat.guest or seat.left_by) else "stand-in"
    seat.left_by = (seat.guest or seat.left_by) if has_begun else None
    seat.guest, seat.bot, seat.since = None, bot, timezone.now()
    seat.save()
    _forget(seat)
    if has_begun:
        messages.tell(seat.table, news, by, bot=bot, name=seat.name)


def _forget(seat: Seat) -> None:
    """What was asked of the one who sat there, and what he had planned."""
    SeatRequest.objects.filter(seat=seat).delete()
    SeatPlan.objects.filter(seat=seat).delete()


def check_bot(bot: str) -> None:
    """BadInput for a program that is not known."""
    if bot not in worker.BOTS:
        raise BadInput(_("There is no such bot."), "bot")


# Coming back


def may_come_back(seat: Seat, guest: Guest | None) -> bool:
    """Whether a program stands in for a guest at a seat."""
    is_his = guest is not None and seat.left_by_id == guest.pk
    return is_his and bool(seat.bot) and seat.table.status == Table.Status.RUNNING


def come_back(seat: Seat, guest: Guest) -> None:
    """Take one's seat back from the program that stands in."""
    with transaction.atomic():
        seat = _held(seat)
        if not may_come_back(seat, guest):
            raise NotYours(_("No bot plays for you here."))
        seat.guest, seat.left_by, seat.bot, seat.since = guest, None, "", timezone.now()
        seat.save()
        SeatRequest.objects.filter(seat=seat).delete()
        messages.tell(seat.table, "back", guest, name=seat.name)
    events.tell(seat.table_id, events.TABLE, seat.table.version)


# Who may take an empty one


def check_taker(seat: Seat, guest: Guest | None) -> None:
    """`NotYours` if somebody plays already against others, who would have to play against two hands of his."""
    if guest is None or guest.pk == seat.left_by_id:
        return
    playing = players(seat.table) if seat.table.seats.filter(guest__isnull=False).exists() else set()
    if guest.pk in playing and playing != {guest.pk}:
        raise NotYours(_("You play at this table already: this seat is for somebody else."))


# By agreement


def request_of(seat: Seat) -> SeatRequest | None:
    """The wish about a seat that waits for agreement; whoever moves there is there, and it is void, as at the end."""
    if seat.table.status != Table.Status.RUNNING:
        return None
    found = SeatRequest.objects.filter(seat=seat).select_related("asked_by").first()
    if found and Move.objects.filter(table=seat.table_id, seat=seat.number, index__gte=found.version).exists():
        return None
    return found


def no_request(seat: Seat, guest: Guest | None, bot: str = "") -> str:
    """Why somebody cannot ask that a seat be emptied, or played by a program; "" if he can."""
    if seat.table.status != Table.Status.RUNNING:
        return _("This game is not under way.")
    if guest is None or guest.pk not in players(seat.table):
        return _("Only who plays at a table has a say about its seats.")
    if guest.pk == seat.guest_id:
        return _("This is your own seat.")
    if bot and seat.bot == bot:
        return _("This bot plays here already.")
    if not bot and seat.is_open:
        return _("This seat is empty already.")
    if seat.guest_id is not None and len(voters(seat)) < LEAST:
        if bot:
            return _("At least two others must agree that a bot plays for somebody.")
        return _("At least two others must agree that a seat is emptied.")
    return ""


def ask(seat: Seat, guest: Guest, bot: str = "") -> None:
    """Ask the others to agree that a seat be emptied, or played by a program.

    It is done at once if there are no others.
    """
    with transaction.atomic():
        seat = _held(seat)
        refusal = no_request(seat, guest, bot)
        if refusal:
            raise NotYours(refusal)
        if bot:
            check_bot(bot)
        wish = {"bot": bot, "version": seat.table.version, "asked_by": guest, "agreed": [guest.pk]}
        found, _made = SeatRequest.objects.update_or_create(seat=seat, defaults=wish)
        _decide(seat, found, guest)
    events.tell(seat.table_id, events.TABLE, seat.table.version)


def agree(seat: Seat, guest: Guest, bot: str) -> None:
    """Agree to what was asked; it is done once all have."""
    with transaction.atomic():
        seat = _held(seat)
        found = request_of(seat)
        if found is None or found.bot != bot:
            raise Stale(_("Nobody asks for this any more."))
        if guest.pk not in voters(seat):
            raise NotYours(_("Only who plays at a table has a say about its seats."))
        found.agreed = sorted({*found.agreed, guest.pk})
        found.save(update_fields=["agreed"])
        _decide(seat, found, guest)
    events.tell(seat.table_id, events.TABLE, seat.table.version)


def refuse(seat: Seat, guest: Guest) -> None:
    """Refuse or withdraw what was asked; any of those who must agree may."""
    with transaction.atomic():
        seat = _held(seat)
        if guest.pk not in voters(seat):
            raise NotYours(_("Only who plays at a table has a say about its seats."))
        SeatRequest.objects.filter(seat=seat).delete()
    events.tell(seat.table_id, events.TABLE, seat.table.version)


def _held(seat: Seat) -> Seat:
    """A seat as it is now, held against others."""
    Table.objects.select_for_update().get(pk=seat.table_id)
    return Seat.objects.select_related("table__owner", "guest").get(pk=seat.pk)


def _decide(seat: Seat, request: SeatRequest, by: Guest) -> None:
    needed = voters(seat)
    if not needed <= set(request.agreed) or (seat.guest_id is not None and len(needed) < LEAST):
        return  # somebody may have left since it was asked
    if request.bot:
        worker.check_room(seat.table.owner)
        hand_to_bot(seat, request.bot, by)
    else:
        empty(seat, keeps_name=True)


# After the time that the table agreed on


def waits_since(seat: Seat) -> datetime | None:
    """Since when a game waits for the person of a seat; None if it does not."""
    table = seat.table
    if table.status != Table.Status.RUNNING or seat.guest_id is None or table.to_act != seat.number:
        return None
    moved = Move.objects.filter(table=table).order_by("-index").values_list("at", flat=True).first()
    return max(moved or table.changed, seat.since or table.created)


def is_overdue(seat: Seat) -> bool:
    """Whether the person of a seat has let the game wait for longer than the table agreed on."""
    days = seat.table.deadline
    since = waits_since(seat) if days else None
    return since is not None and timezone.now() - since > timedelta(days=days)


def expire(seat: Seat, guest: Guest, bot: str = "") -> None:
    """Empty a seat that is overdue, or let a program stand in; who plays at the table may, or who opened it."""
    with transaction.atomic():
        seat = _held(seat)
        if guest.pk not in {*players(seat.table), seat.table.owner_id}:
            raise NotYours(_("Only who plays at a table has a say about its seats."))
        if not is_overdue(seat):
            raise NotYours(_("This seat may not be emptied yet."))
        if bot:
            check_bot(bot)
            worker.check_room(seat.table.owner)
            hand_to_bot(seat, bot, guest)
        else:
            empty(seat, keeps_name=True)
    events.tell(seat.table_id, events.TABLE, seat.table.version)
