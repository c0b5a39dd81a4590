"""People who want notices, and the work of sending them, for the tests of notices."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tetsudo.web.notices import outbox, worker
from tetsudo.web.notices.models import Notice, Recipient
from tetsudo.web.tables.models import Guest, Table

NOON: Final = datetime(2026, 6, 15, 12, tzinfo=UTC)
"""A Monday in summer."""

AFTER_GRACE: Final = timedelta(minutes=2)


def recipient(guest: Guest, **wishes: Any) -> Recipient:
    """A guest who wants notices; by default by webhook, always."""
    usual = {
        "webhook": "always",
        "hook_address": "http://127.0.0.1:9/",
        "is_active": True,
        "site": "https://t.example/",
    }
    return Recipient.objects.create(guest=guest, **{**usual, **wishes})


def mail_recipient(guest: Guest, **wishes: Any) -> Recipient:
    """A guest who wants mails, always and about live tables too."""
    usual = {
        "mail": "always",
        "webhook": "never",
        "has_live_mail": True,
        "address": f"{guest.name}@example.org".lower(),
    }
    return recipient(guest, **{**usual, "is_confirmed": True, **wishes})


def notices(**wanted: Any) -> list[Notice]:
    """Notices, in order."""
    return list(Notice.objects.filter(**wanted).order_by("pk"))


def work(now: datetime) -> int:
    """Work until nothing is left to do at a time; returns the number of attempts."""
    count = 0
    while worker.work(now):
        count += 1
        assert count < 200, "it never ends"
    return count


def make_due(table: Table, guest: Guest, kind: str = "over", **fields: Any) -> Notice:
    """A planned notice by webhook, created at noon."""
    usual = {"version": 1, "channel": "webhook", "state": "due", "created": NOON, "not_before": NOON}
    return Notice.objects.create(guest=guest, table=table, kind=kind, **{**usual, **fields})


class Sender:
    """A channel of the tests: keeps what is sent, and answers as told."""

    def __init__(self) -> None:
        self.sent: list[Notice] = []
        self.outcome = outbox.Outcome(outbox.Result.SENT)

    def __call__(self, held: outbox.Lease) -> outbox.Outcome:
        self.sent += held.notices
        return self.outcome
