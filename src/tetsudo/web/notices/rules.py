"""Rules for the time of a notice: only when away, quiet hours, cool-down, daily mail. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from tetsudo.web.notices.models import CHANNELS, MAIL, Recipient, TableWish, When

MINUTE: Final = timedelta(minutes=1)
"""Unit of cool-downs."""

GIVE_UP_AFTER: Final = timedelta(days=2)
"""Time after which a notice that could not be sent is shown on the next visit instead."""

FIRST_RETRY: Final = timedelta(minutes=1)
MAX_RETRY: Final = timedelta(hours=6)
"""Delay before the second attempt, doubled each time, and its maximum."""

RECHECK: Final = timedelta(minutes=1)
"""Time after which it is checked again whether a guest with an open page has left."""

GRACE: Final = timedelta(minutes=1)
"""Delay of notices for people who are away: they may just be opening the page, and quick moves need no notice."""

QUARTER: Final = timedelta(minutes=15)
"""Smallest part of an hour by which a time zone differs from UTC."""


class Wishes(NamedTuple):
    """Wishes of a guest for a table, or in general."""

    when: Mapping[str, str]  # by channel
    cool_down: timedelta
    zone: ZoneInfo
    quiet: tuple[int, int] | None = None  # hours of the day, from and until
    digest_hour: int | None = None


def wishes_of(recipient: Recipient, wish: TableWish | None = None) -> Wishes:
    """Wishes of a guest, with those for one table."""
    minutes = recipient.cool_down if wish is None or wish.cool_down is None else wish.cool_down
    has_quiet = recipient.quiet_from is not None and recipient.quiet_until is not None
    return Wishes(
        {each: (getattr(wish, each) if wish else "") or getattr(recipient, each) for each in CHANNELS},
        minutes * MINUTE,
        zone_of(recipient.zone),
        (recipient.quiet_from or 0, recipient.quiet_until or 0) if has_quiet else None,
        recipient.digest_hour,
    )


def zone_of(name: str) -> ZoneInfo:
    """Time zone by its name; UTC for one that the system no longer knows."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return ZoneInfo("UTC")


def earliest(
    channel: str, wishes: Wishes, created: datetime, now: datetime, *, is_away: bool, tried: datetime | None
) -> datetime:
    """Earliest time for a notice, not before `now`. `tried`: end of the last attempt for the same kind and table."""
    at = now
    if wishes.when[channel] == When.AWAY:
        at = max(now, created + GRACE) if is_away else now + RECHECK
    if tried is not None:
        at = max(at, tried + wishes.cool_down)
    if channel == MAIL and wishes.digest_hour is not None:
        at = max(at, digest_time(wishes.digest_hour, wishes.zone, created))
    return end_of_quiet(wishes.quiet, wishes.zone, at)


def is_quiet(quiet: tuple[int, int] | None, zone: ZoneInfo, at: datetime) -> bool:
    """True within the quiet hours, which may span midnight; equal hours mean none."""
    if quiet is None:
        return False
    begins, ends = quiet
    hour = at.astimezone(zone).hour
    return begins <= hour < ends if begins <= ends else not ends <= hour < begins


def end_of_quiet(quiet: tuple[int, int] | None, zone: ZoneInfo, at: datetime) -> datetime:
    """The time itself, or the first quarter of an hour after it that is not quiet.

    Steps rather than arithmetic: on days when clocks change, an hour may be missing or come twice.
    """
    while is_quiet(quiet, zone, at):
        at = _floor_quarter(at) + QUARTER
    return at


def digest_time(hour: int, zone: ZoneInfo, created: datetime) -> datetime:
    """Time of the first daily mail after an event."""
    at = _floor_quarter(created) + QUARTER
    for _step in range(2 * 24 * 4):  # where clocks skip that hour, the next day's
        local = at.astimezone(zone)
        if local.hour == hour and local.minute < 15:
            return at
        at += QUARTER
    return at


def _floor_quarter(at: datetime) -> datetime:
    at = at.astimezone(UTC)
    return at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0)


def retry_delay(attempts: int) -> timedelta:
    """Delay after a number of failed attempts."""
    doublings = min(max(attempts - 1, 0), 20)
    return min(FIRST_RETRY * (1 << doublings), MAX_RETRY)
