"""The outbox: events are recorded with what causes them, planned for channels, leased, sent, and settled.

A worker may die at any moment. Until it has leased a notice, nothing was sent; after it has settled one, all is known.
In between, the notice may or may not have gone out. Then it is sent again, but not before the cool-down since that
attempt is over, at the end of its lease at latest, and only if it is still needed. So within a cool-down a notice goes
out at most once, and over two days at least once.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final, NamedTuple

from django.db import connection, models, transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from tetsudo.core.units import NOBODY
from tetsudo.web.notices import rules
from tetsudo.web.notices.kinds import ALL_KINDS, CONFIRM, is_over
from tetsudo.web.notices.models import (
    CHANNELS,
    MAIL,
    MAX_REASON_LENGTH,
    PUSH,
    Notice,
    PushDevice,
    Recipient,
    TableWish,
    When,
)
from tetsudo.web.notices.presence import is_away
from tetsudo.web.tables.models import Table, public_key
from tetsudo.web.tables.people.announcements import Announcement

LEASE: Final = timedelta(minutes=3)
"""Time after which another worker takes over; longer than any channel takes with its timeouts."""

BATCH: Final = 20
"""Number of notices looked at in one go."""

MAX_DIGEST: Final = 50
"""Maximum number of notices in a daily mail."""

State = Notice.State


# Recording

INSERT: Final = """
INSERT INTO notices_notice (guest_id, table_id, kind, version, about, facts, channel, target, {key}, state, created,
not_before, attempts, holder, reason)
SELECT r.guest_id, %s, %s, %s, %s, %s, '', '', %s, 'new', %s, %s, 0, '', ''
FROM notices_recipient r WHERE r.is_active AND {who}
ON CONFLICT DO NOTHING
"""
SEATED: Final = "SELECT s.guest_id FROM tables_seat s WHERE s.table_id = %s AND s.guest_id IS NOT NULL"


def record(made: Announcement) -> None:
    """Record an announcement for the guests who want notices: one statement within the current transaction.

    People who play alone are told nothing: no one waits for them.
    """
    if made.seats is not None and not made.seats:
        return
    if made.guests is not None and not made.guests:
        return
    who, values = _recipients(made)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    facts = json.dumps(dict(made.facts))
    row: list[Any] = [made.table.pk, made.kind, made.version, made.about, facts, public_key(), now, now]
    with connection.cursor() as cursor:
        cursor.execute(INSERT.format(key=connection.ops.quote_name("key"), who=who), [*row, *values])


def _recipients(made: Announcement) -> tuple[str, list[Any]]:
    """Condition for the guests who are told, and its values."""
    table = made.table.pk
    if made.guests is not None:
        parts = [f"r.guest_id IN ({_marks(made.guests)})"]
        values: list[Any] = [*made.guests]
    elif made.seats is not None:
        parts = [f"r.guest_id IN ({SEATED} AND s.number IN ({_marks(made.seats)}))"]
        values = [table, *made.seats]
    else:
        parts, values = [f"r.guest_id IN ({SEATED})"], [table]
    if made.guests is None:
        parts.append(f"EXISTS ({SEATED} AND s.guest_id <> r.guest_id)")
        values.append(table)
    if made.but_seat != NOBODY:
        parts.append(f"r.guest_id NOT IN ({SEATED} AND s.number = %s)")
        values += [table, made.but_seat]
    if made.but_guest is not None:
        parts.append("r.guest_id <> %s")
        values.append(made.but_guest)
    return " AND ".join(parts), values


def _marks(values: Any) -> str:
    return ", ".join(["%s"] * len(values))


# Planning


def plan(most: int = BATCH) -> int:
    """Make the notices of recorded events, a row for each channel; returns the number of events."""
    return sum(_plan(pk) for pk in Notice.objects.filter(state=State.NEW).values_list("pk", flat=True)[:most])


def _plan(pk: int) -> bool:
    with transaction.atomic():
        events = Notice.objects.select_for_update(of=("self",)).select_related("table")
        event = events.filter(pk=pk, state=State.NEW).first()
        if event is None:
            return False
        recipient = Recipient.objects.filter(guest=event.guest_id).first()
        if recipient is not None:
            Notice.objects.bulk_create(
                [_copy(event, *each) for each in _targets(event, recipient)], ignore_conflicts=True
            )
        event.delete()
    return True


def _targets(event: Notice, recipient: Recipient) -> list[tuple[str, str]]:
    """Channels and devices of an event."""
    if event.kind not in recipient.kinds:
        return []
    wish = TableWish.objects.filter(guest=event.guest_id, table=event.table_id).first()
    when = rules.wishes_of(recipient, wish).when
    used = [each for each in CHANNELS if when[each] != When.NEVER]
    if (
        MAIL in used
        and is_live(event.table)
        and not (ALL_KINDS[event.kind].is_for_live or _wants_live_mail(recipient, wish))
    ):
        used.remove(MAIL)
    devices = PushDevice.objects.filter(guest=event.guest_id).values_list("pk", flat=True) if PUSH in used else ()
    return [(each, "") for each in used if each != PUSH] + [(PUSH, str(pk)) for pk in devices]


def _wants_live_mail(recipient: Recipient, wish: TableWish | None) -> bool:
    return recipient.has_live_mail or bool(wish and wish.mail)


def is_live(table: Table | None) -> bool:
    """True for a table whose players are all there at the same time."""
    return table is not None and table.tempo == Table.Tempo.LIVE


def _copy(event: Notice, channel: str, target: str) -> Notice:
    return Notice(
        guest_id=event.guest_id,
        table_id=event.table_id,
        kind=event.kind,
        version=event.version,
        about=event.about,
        facts=event.facts,
        channel=channel,
        target=target,
        state=State.DUE,
        created=event.created,
        not_before=event.created,
    )


# Leasing


class Lease(NamedTuple):
    """Notices that this worker sends as one: a single one, or those of a daily mail."""

    notices: list[Notice]
    recipient: Recipient
    holder: str
    at: datetime
    before: list[datetime | None]  # the earlier `tried` of each

    @property
    def first(self) -> Notice:
        """First notice, which names the whole."""
        return self.notices[0]


def due(now: datetime, channels: Sequence[str] = CHANNELS) -> QuerySet[Notice]:
    """Notices to be looked at: those that are due, and those whose worker has died."""
    is_due = Q(state=State.DUE, not_before__lte=now) | Q(state=State.SENDING, lease__lte=now)
    return Notice.objects.filter(is_due, channel__in=channels).order_by("not_before", "pk")


def lease(now: datetime, channels: Sequence[str] = CHANNELS) -> Lease | None:
    """Lease the next notice that may go now; None if there is none among the first due."""
    for pk in list(due(now, channels).values_list("pk", flat=True)[:BATCH]):
        found = _lease(pk, now)
        if found is not None:
            return found
    return None


def _lease(pk: int, now: datetime) -> Lease | None:
    """Lease one notice, or settle or postpone it. Locking the guest's wishes keeps other workers out meanwhile."""
    with transaction.atomic():
        guest = Notice.objects.filter(pk=pk).values_list("guest_id", flat=True).first()
        recipient = Recipient.objects.select_for_update().filter(guest=guest).first()
        notice = due(now).filter(pk=pk).select_related("table").first()
        if notice is None:
            return None
        _end_attempt(notice)
        ends = _end_of(notice, recipient, now)
        if recipient is None or ends is not None:
            _settle(notice, ends or State.CANCELLED, now)
            return None
        at = _earliest(notice, recipient, now)
        if at > now:
            _postpone(notice, at)
            return None
        chosen = [notice, *_others_of_digest(notice, recipient, now)]
        return _hold(chosen, recipient, now)


def _end_attempt(notice: Notice) -> None:
    """Take the end of its lease for the end of the attempt of a worker that has died."""
    if notice.state == State.SENDING:
        notice.tried = notice.lease


def _end_of(notice: Notice, recipient: Recipient | None, now: datetime) -> State | None:
    """State of a notice that is not to be sent any more; None if it is."""
    if recipient is None or not _is_wanted(notice, recipient) or is_over(notice):
        return State.CANCELLED
    if notice.created + rules.GIVE_UP_AFTER > now:
        return None
    return State.FAILED if notice.attempts else State.CANCELLED  # never tried: the guest was there all the time


def _is_wanted(notice: Notice, recipient: Recipient) -> bool:
    """True if the guest still wants notices by this channel about this table."""
    if notice.kind == CONFIRM:
        return True
    return _wishes(notice, recipient).when[notice.channel] != When.NEVER


def _wishes(notice: Notice, recipient: Recipient) -> rules.Wishes:
    return rules.wishes_of(recipient, TableWish.objects.filter(guest=notice.guest_id, table=notice.table_id).first())


def _earliest(notice: Notice, recipient: Recipient, now: datetime) -> datetime:
    wishes, kind = _wishes(notice, recipient), ALL_KINDS[notice.kind]
    if kind.cool_down is not None:
        wishes = wishes._replace(cool_down=kind.cool_down)
    tried = _last_attempt(notice)
    if notice.kind == CONFIRM:
        return now if tried is None else max(now, tried + wishes.cool_down)
    return rules.earliest(notice.channel, wishes, notice.created, now, is_away=is_away(recipient, now), tried=tried)


def _last_attempt(notice: Notice) -> datetime | None:
    """End of the last attempt for the same kind, table and device that may have delivered."""
    same = Notice.objects.filter(guest=notice.guest_id, table=notice.table_id, kind=notice.kind)
    over = models.Case(models.When(state=State.SENDING, then=F("lease")), default=F("tried"))
    found: datetime | None = same.filter(channel=notice.channel, target=notice.target).aggregate(at=Max(over))["at"]
    return found


def _others_of_digest(notice: Notice, recipient: Recipient, now: datetime) -> list[Notice]:
    """Further notices for the same daily mail."""
    if notice.channel != MAIL or recipient.digest_hour is None or notice.kind == CONFIRM:
        return []
    others = due(now, [MAIL]).filter(guest=notice.guest_id).exclude(pk=notice.pk).exclude(kind=CONFIRM)
    chosen: list[Notice] = []
    for each in others.select_related("table")[:MAX_DIGEST]:
        _end_attempt(each)
        if is_over(each) or not _is_wanted(each, recipient):
            _settle(each, State.CANCELLED, now)
        elif _earliest(each, recipient, now) <= now and not any(_is_same(each, other) for other in [notice, *chosen]):
            chosen.append(each)
    return chosen


def _is_same(one: Notice, other: Notice) -> bool:
    return (one.kind, one.table_id) == (other.kind, other.table_id)


def _hold(notices: list[Notice], recipient: Recipient, now: datetime) -> Lease:
    holder, before = secrets.token_urlsafe(12), [notice.tried for notice in notices]
    for notice in notices:
        notice.state, notice.holder, notice.lease = State.SENDING, holder, now + LEASE
        notice.attempts += 1
        notice.save(update_fields=["state", "holder", "lease", "attempts"])
    return Lease(notices, recipient, holder, now, before)


def renew(held: Lease, now: datetime) -> Lease | None:
    """Renew a lease, as if it began now; None if another worker has taken a notice of it over."""
    with transaction.atomic():
        rows = Notice.objects.filter(pk__in=[notice.pk for notice in held.notices], holder=held.holder)
        if rows.update(lease=now + LEASE) < len(held.notices):
            transaction.set_rollback(True)
            return None
    return held._replace(at=now)


def _settle(notice: Notice, state: str, now: datetime) -> None:
    notice.state, notice.done, notice.lease, notice.holder = state, now, None, ""
    notice.save(update_fields=["state", "done", "lease", "holder", "tried"])


def _postpone(notice: Notice, at: datetime) -> None:
    notice.state, notice.lease, notice.holder = State.DUE, None, ""
    notice.not_before = min(at, notice.created + rules.GIVE_UP_AFTER)
    notice.save(update_fields=["state", "lease", "holder", "not_before", "tried"])


# Settling


class Result(Enum):
    """Result of an attempt to send."""

    SENT = "sent"
    NOT_SENT = "not sent"  # certainly not delivered
    UNKNOWN = "unknown"  # it may have been delivered
    REFUSED = "refused"  # never to be delivered


class Outcome(NamedTuple):
    """Result of an attempt, and the reason of a failure."""

    result: Result
    reason: str = ""


def settle(held: Lease, outcome: Outcome, now: datetime) -> None:
    """Write the outcome of an attempt, unless another worker has made one since."""
    with transaction.atomic():
        for notice, before in zip(held.notices, held.before, strict=True):
            row = Notice.objects.filter(pk=notice.pk, attempts=notice.attempts)
            if outcome.result == Result.SENT:  # true even if another worker believes this one dead
                row = row.filter(state__in=(State.SENDING, State.DUE))
            else:
                if outcome.result == Result.UNKNOWN:
                    row.filter(state=State.DUE).update(tried=now)  # the same, for how long it may have been delivered
                row = row.filter(state=State.SENDING, holder=held.holder)
            row.update(
                lease=None,
                holder="",
                reason=outcome.reason[:MAX_REASON_LENGTH],
                **_fields(notice, before, outcome, now),
            )


def _fields(notice: Notice, before: datetime | None, outcome: Outcome, now: datetime) -> dict[str, Any]:
    """Fields of a notice after an attempt."""
    if outcome.result == Result.SENT:
        return {"state": State.SENT, "done": now, "tried": now}
    if outcome.result == Result.REFUSED:
        return {"state": State.FAILED, "done": now, "tried": before}
    fields: dict[str, Any] = {"state": State.DUE, "not_before": now + rules.retry_delay(notice.attempts)}
    return {**fields, "tried": before if outcome.result == Result.NOT_SENT else now}


# Visits


def undelivered(guest: int) -> QuerySet[Notice]:
    """Notices that could not be delivered, and that the guest has not seen."""
    return Notice.objects.filter(guest=guest, state=State.FAILED)


def mark_seen(guest: int) -> None:
    """Mark undelivered notices as seen on the site."""
    undelivered(guest).update(state=State.SEEN)
