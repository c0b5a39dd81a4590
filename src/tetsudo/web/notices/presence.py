"""Presence of guests: those with a table's page open. The site writes it down for workers in other processes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tetsudo.web.notices.models import Recipient
from tetsudo.web.tables import events

WRITE_SECONDS: Final = 30.0
"""Seconds between two writes."""

STALE_AFTER: Final = timedelta(seconds=75)
"""Time after which a guest who was seen counts as away: two writes, and a little."""


def write(now: datetime) -> None:
    """Write down which of the guests who want notices have a page open in this process."""
    present = events.present_guests()
    if present:
        Recipient.objects.filter(guest__in=present, is_active=True).update(seen=now)


def is_away(recipient: Recipient, now: datetime) -> bool:
    """True if a guest has no table's page open."""
    if recipient.guest_id in events.present_guests():
        return False
    return recipient.seen is None or recipient.seen + STALE_AFTER <= now
