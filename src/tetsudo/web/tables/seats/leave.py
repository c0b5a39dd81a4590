"""Vacating seats in a running game, and bots that stand in. The owner alone cannot do it.

A seat is vacated by its player; by all other players together, at least two people; or, once the seat
exceeds the table's deadline, by whom the table agreed on (by default any player or the owner). The
remaining players decide about an empty seat: each has its link for a new player, and a bot takes it if
all of them agree. The same goes for changing a bot in a seat.

In the same ways a bot can stand in for an absent player without the seat becoming empty; that player
can take it back at any time. The chat announces bots that stand in and players who return.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.clocks import deadlines, running
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.models import Guest, Move, Seat, SeatPlan, SeatRequest, Table
from tetsudo.web.tables.people import announcements

MIN_VOTERS: Final = 2
"""Minimum number of people who must agree before another player loses a seat: one could be the owner alone."""

DEADLINES: Final = (0, 1, 2, 3, 5, 7, 14, 30)
"""Choices for a table's deadline, in days without a move; 0: no deadline."""


def deadline_text(days: int) -> str:
    """Description of a deadline, after which a seat may be vacated without all others' consent."""
    if not days:
        return _("if all others agree")
    return ngettext("also after a day of inactivity", "also after {count} days of inactivity", days).format(count=days)


def players(table: Table) -> set[int]:
    """Guests who play at a table; the owner if there are none."""
    seated = table.seats.filter(guest__isnull=False).values_list("guest_id", flat=True)
    return set(seated) or {table.owner_id}


def voters(seat: Seat) -> set[int]:
    """Guests who must agree before a seat is vacated or given to a bot."""
    return players(seat.table) - {seat.guest_id}


# Carrying out a decision


def vacate(seat: Seat, *, keeps_name: bool, is_barred: bool = False) -> None:
    """Vacate a seat, and give it a new link. `is_barred`: only for someone else, who gets the link from the others."""
    if not keeps_name:
        seat.name = ""
    seat.left_by = seat.guest or seat.left_by
    seat.guest, seat.bot, seat.since = None, "", None
    seat.is_barred = seat.is_barred or is_barred
    seat.key = Seat._meta.get_field("key").get_default()
    with running.seats_change(seat.table):
        seat.save()
    _forget(seat)


def hand_to_bot(seat: Seat, bot: str, by: Guest | None, why: str = "stand-in") -> None:
    """Give a seat to a bot. In a game that has begun it stands in for the previous player, announced in the chat.

    `by`: the guest who caused it; None if the clock did. `why`: the key of the announcement.
    """
    has_begun = seat.table.status != Table.Status.WAITING
    news = "level" if seat.bot or not (seat.guest or seat.left_by) else why
    seat.left_by = (seat.guest or seat.left_by) if has_begun else None
    seat.guest, seat.bot, seat.since = None, bot, timezone.now()
    with running.seats_change(seat.table):
        seat.save()
    _forget(seat)
    if has_begun:
        messages.post_system_message(seat.table, news, by, bot=bot, name=seat.name)


def _forget(seat: Seat) -> None:
    """Delete the pending request about a seat and its programmed actions."""
    SeatRequest.objects.filter(seat=seat).delete()
    SeatPlan.objects.filter(seat=seat).delete()


def check_bot(bot: str) -> None:
    """Raise BadInput for an unknown bot."""
    if bot not in worker.BOTS:
        raise BadInput(_("There is no such bot."), "bot")


# Returning to a seat


def may_come_back(seat: Seat, guest: Guest | None) -> bool:
    """True if a bot stands in for a guest at a seat."""
    is_his = guest is not None and seat.left_by_id == guest.pk and not seat.is_barred
    return is_his and bool(seat.bot) and seat.table.status == Table.Status.RUNNING


def come_back(seat: Seat, guest: Guest) -> None:
    """Return a seat to its guest from the bot that stands in."""
    with transaction.atomic():
        seat = _locked_seat(seat)
        if not may_come_back(seat, guest):
            raise NotAllowed(_("No bot plays for you here."))
        seat.guest, seat.left_by, seat.bot, seat.since = guest, None, "", timezone.now()
        with running.seats_change(seat.table):
            seat.save()
        SeatRequest.objects.filter(seat=seat).delete()
        messages.post_system_message(seat.table, "back", guest, name=seat.name)
    events.notify(seat.table_id, events.TABLE, seat.table.version)


# Taking an empty seat


def check_taker(seat: Seat, guest: Guest | None) -> None:
    """Raise `NotAllowed` if a guest already plays against others here: they cannot have a second seat then.

    Nor does whom an organiser has removed from a seat get it back.
    """
    if guest is None:
        return
    if guest.pk == seat.left_by_id:
        if seat.is_barred:
            raise NotAllowed(_("An organiser has freed this seat: it is for someone else."))
        return
    playing = players(seat.table) if seat.table.seats.filter(guest__isnull=False).exists() else set()
    if guest.pk in playing and playing != {guest.pk}:
        raise NotAllowed(_("You already play at this table: this seat is for someone else."))


# By agreement


def request_of(seat: Seat) -> SeatRequest | None:
    """Pending request about a seat. A later move from that seat voids it, as does the end of the game."""
    if seat.table.status != Table.Status.RUNNING:
        return None
    found = SeatRequest.objects.filter(seat=seat).select_related("asked_by").first()
    if found and Move.objects.filter(table=seat.table_id, seat=seat.number, index__gte=found.version).exists():
        return None
    return found


def request_refusal(seat: Seat, guest: Guest | None, bot: str = "") -> str:
    """Reason why a guest cannot ask to vacate a seat or give it to a bot; "" if they can."""
    if seat.table.status != Table.Status.RUNNING:
        return _("This game is not running.")
    if guest is None or guest.pk not in players(seat.table):
        return _("Only players of a table can decide about its seats.")
    if guest.pk == seat.guest_id:
        return _("This is your own seat.")
    if bot and seat.bot == bot:
        return _("This bot already plays here.")
    if not bot and seat.is_open:
        return _("This seat is already empty.")
    if seat.guest_id is not None and len(voters(seat)) < MIN_VOTERS:
        if bot:
            return _("At least two other players must agree to a bot.")
        return _("At least two other players must agree to empty a seat.")
    return ""


def ask(seat: Seat, guest: Guest, bot: str = "") -> None:
    """Ask the others to agree to vacate a seat, or to give it to a bot.

    It is done at once if there are no others.
    """
    with transaction.atomic():
        seat = _locked_seat(seat)
        refusal = request_refusal(seat, guest, bot)
        if refusal:
            raise NotAllowed(refusal)
        if bot:
            check_bot(bot)
        wish = {"bot": bot, "version": seat.table.version, "asked_by": guest, "agreed": [guest.pk]}
        found, _made = SeatRequest.objects.update_or_create(seat=seat, defaults=wish)
        if not _decide(seat, found, guest):
            announcements.announce_vote(seat, guest, voters(seat))
    events.notify(seat.table_id, events.TABLE, seat.table.version)


def agree(seat: Seat, guest: Guest, bot: str) -> None:
    """Agree to a request; it is carried out once all have agreed."""
    with transaction.atomic():
        seat = _locked_seat(seat)
        found = request_of(seat)
        if found is None or found.bot != bot:
            raise StaleRequest(_("This request no longer exists."))
        if guest.pk not in voters(seat):
            raise NotAllowed(_("Only players of a table can decide about its seats."))
        found.agreed = sorted({*found.agreed, guest.pk})
        found.save(update_fields=["agreed"])
        _decide(seat, found, guest)
    events.notify(seat.table_id, events.TABLE, seat.table.version)


def refuse(seat: Seat, guest: Guest) -> None:
    """Refuse or withdraw a request; any guest whose consent is needed may."""
    with transaction.atomic():
        seat = _locked_seat(seat)
        if guest.pk not in voters(seat):
            raise NotAllowed(_("Only players of a table can decide about its seats."))
        SeatRequest.objects.filter(seat=seat).delete()
    events.notify(seat.table_id, events.TABLE, seat.table.version)


def _locked_seat(seat: Seat) -> Seat:
    """Seat reloaded from the database, with its table locked."""
    Table.objects.select_for_update().get(pk=seat.table_id)
    return Seat.objects.select_related("table__owner", "guest").get(pk=seat.pk)


def _decide(seat: Seat, request: SeatRequest, by: Guest) -> bool:
    """Carry out a request that all have agreed to; False if some have not."""
    needed = voters(seat)
    if not needed <= set(request.agreed) or (seat.guest_id is not None and len(needed) < MIN_VOTERS):
        return False  # players may have left since the request
    if request.bot:
        worker.check_bot_limit(seat.table.owner)
        hand_to_bot(seat, request.bot, by)
    else:
        vacate(seat, keeps_name=True)
    return True


# After the table's deadline


def waits_since(seat: Seat) -> datetime | None:
    """Time when the game began to wait for the person in a seat; None if it does not."""
    table = seat.table
    if table.status != Table.Status.RUNNING or seat.guest_id is None or table.to_act != seat.number:
        return None
    moved = Move.objects.filter(table=table).order_by("-index").values_list("at", flat=True).first()
    resumed = running.resumed_at(table) if table.clock_minutes else None
    starts = (moved or table.changed, seat.since, resumed, table.reopened)
    return max(each for each in (*starts, table.created) if each is not None)


def deadline_of(seat: Seat) -> datetime | None:
    """End of the table's deadline for the person in a seat; None if none runs, or while the clocks are paused."""
    table = seat.table
    since = waits_since(seat) if table.deadline and not table.paused_at else None
    if since is None:
        return None
    return deadlines.end_of(since, table.deadline, deadlines.absences(seat) if table.vacation_days else ())


def is_overdue(seat: Seat) -> bool:
    """True if the person in a seat has exceeded the table's deadline."""
    end = deadline_of(seat)
    return end is not None and timezone.now() > end


def may_expire(seat: Seat, guest: Guest | None, bot: str = "") -> bool:
    """True if a guest may now vacate an overdue seat, or let a bot stand in, by what the table agreed on."""
    if guest is None or not is_overdue(seat) or not deadlines.may_end_seat(seat.table, guest, seat, bot):
        return False
    return guest.pk in {*players(seat.table), seat.table.owner_id}


def expire(seat: Seat, guest: Guest, bot: str = "") -> None:
    """Vacate an overdue seat, or let a bot stand in. Allowed for players at the table and for the owner, as agreed."""
    with transaction.atomic():
        seat = _locked_seat(seat)
        if guest.pk not in {*players(seat.table), seat.table.owner_id}:
            raise NotAllowed(_("Only players of a table can decide about its seats."))
        if not is_overdue(seat):
            raise NotAllowed(_("This seat cannot be emptied yet."))
        if not deadlines.may_end_seat(seat.table, guest, seat, bot):
            raise NotAllowed(_expiry_refusal(seat.table))
        if bot:
            check_bot(bot)
            worker.check_bot_limit(seat.table.owner)
            hand_to_bot(seat, bot, guest)
        else:
            vacate(seat, keeps_name=True)
    events.notify(seat.table_id, events.TABLE, seat.table.version)


def _expiry_refusal(table: Table) -> str:
    if table.deadline_end == Table.DeadlineEnd.OWNER:
        return _("At this table its owner decides about overdue players. You can also ask the others to agree.")
    if table.deadline_end == Table.DeadlineEnd.BOT:
        return _("At this table a bot plays for overdue players. To open the seat, ask the others to agree.")
    return _("At this table a deadline is only a reminder. To open the seat, ask the others to agree.")
