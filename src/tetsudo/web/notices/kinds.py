"""Kinds of notices: their texts, and the question whether a notice is still needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tetsudo.web.notices.models import Notice
from tetsudo.web.tables.models import Move, ReadMark, Seat, SeatRequest, Table, UndoRequest
from tetsudo.web.tables.people.announcements import BEGUN, CHAT, DATE, DEADLINE, OFFER, OVER, REMATCH, TURN, UNDO, VOTE

CONFIRM: Final = "confirm"
"""Mail that asks for the confirmation of an address."""


class Kind(NamedTuple):
    """Kind of notice: label of the setting, subject, and `is_over(notice)`, true if it is needed no more."""

    label: Promise
    subject: Promise
    is_over: Callable[[Notice], bool]
    is_default: bool = True
    is_about_turn: bool = False  # the text says what is to be decided
    is_for_live: bool = False  # sent by mail also about live tables
    cool_down: timedelta | None = None  # instead of the guest's


def _never(notice: Notice) -> bool:
    return False


def _is_turn_over(notice: Notice) -> bool:
    """True if the table waits for another player by now, the guest has moved since, or the turn began again later."""
    own = Seat.objects.filter(table=notice.table_id, guest=notice.guest_id).values_list("number", flat=True)
    waits = _table(notice).filter(status=Table.Status.RUNNING, to_act__in=own)
    if not waits.exists():
        return True
    if Move.objects.filter(table=notice.table_id, index__gte=notice.version, seat__in=own).exists():
        return True
    return _same(notice).filter(version__gt=notice.version).exists()


def _table(notice: Notice) -> QuerySet[Table]:
    """The table that a notice is about, if any."""
    return Table.objects.filter(pk=notice.table_id or 0)


def _same(notice: Notice) -> QuerySet[Notice]:
    """Notices of the same kind about the same table by the same channel."""
    same = Notice.objects.filter(guest=notice.guest_id, table=notice.table_id, kind=notice.kind)
    return same.filter(channel=notice.channel, target=notice.target)


def _is_undo_decided(notice: Notice) -> bool:
    found = UndoRequest.objects.filter(table=notice.table_id, version=notice.version).first()
    has_moved = not _table(notice).filter(version=notice.version).exists()
    return has_moved or found is None or notice.guest_id in found.agreed


def _is_vote_over(notice: Notice) -> bool:
    seat = notice.facts.get("seat")
    found = SeatRequest.objects.filter(seat__table=notice.table_id, seat__number=seat).first()
    return found is None or notice.guest_id in found.agreed


def _is_rematch_over(notice: Notice) -> bool:
    held = Seat.objects.filter(table=notice.table_id, left_by=notice.guest_id, guest=None, bot="")
    return not held.filter(table__status=Table.Status.WAITING).exists()


def _is_date_past(notice: Notice) -> bool:
    """True if the game's date has come, or was moved: a reminder of the new date follows."""
    date = parse_datetime(notice.facts.get("date", ""))
    return date is None or date <= timezone.now() or not _table(notice).filter(starts_at=date).exists()


def _is_read(notice: Notice) -> bool:
    """True if the message was read, or a later one will be told of."""
    if _same(notice).filter(pk__gt=notice.pk).exists():
        return True
    mark = ReadMark.objects.filter(table=notice.table_id, guest=notice.guest_id)
    return mark.filter(message__gte=notice.facts.get("message", 0)).exists()


KINDS: Final[Mapping[str, Kind]] = {
    TURN: Kind(_("It is my turn"), _("Your turn: {table}"), _is_turn_over, is_about_turn=True),
    OFFER: Kind(_("A player makes me an offer"), _("An offer for you: {table}"), _is_turn_over, is_about_turn=True),
    DEADLINE: Kind(_("My deadline is near"), _("Your deadline is near: {table}"), _is_turn_over, is_about_turn=True),
    BEGUN: Kind(_("All seats are taken, and the game begins"), _("The game has begun: {table}"), _never),
    DATE: Kind(_("A game with a date begins soon"), _("Soon: {table}"), _is_date_past, is_for_live=True),
    UNDO: Kind(_("A player asks to undo moves"), _("{who} asks to undo: {table}"), _is_undo_decided),
    VOTE: Kind(_("A vote about a player's seat"), _("{who} asks to vote on a seat: {table}"), _is_vote_over),
    OVER: Kind(_("A game is over"), _("The game is over: {table}"), _never),
    REMATCH: Kind(_("A player asks for a rematch"), _("{who} asks for a rematch: {table}"), _is_rematch_over),
    CHAT: Kind(_("New chat messages"), _("{who} wrote in the chat: {table}"), _is_read, is_default=False),
}
"""Kinds that people choose from."""

ALL_KINDS: Final[Mapping[str, Kind]] = {
    **KINDS,
    CONFIRM: Kind(
        _("Confirmation of an address"),
        _("Confirm your address for Tetsudo"),
        _never,
        cool_down=timedelta(minutes=1),
    ),
}


def is_over(notice: Notice) -> bool:
    """True if a notice is no longer needed, its table was deleted, or its kind is no longer known."""
    kind, table = ALL_KINDS.get(notice.kind), notice.table
    return kind is None or (table is not None and table.is_hidden) or kind.is_over(notice)
