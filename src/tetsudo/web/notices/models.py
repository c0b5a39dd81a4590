"""Models of notices: wishes of the people who are told, their devices, and the outbox.

A row of `Notice` is written in the transaction of the event it tells of, without a channel. The worker makes a row for
each channel of it, and sends those.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from tetsudo.web.tables.models import Guest, Table, public_key

MAIL: Final = "mail"
PUSH: Final = "push"
WEBHOOK: Final = "webhook"
CHANNELS: Final = (MAIL, PUSH, WEBHOOK)
"""Names of the channels, and of the fields that say when each is used."""

DEFAULT_COOL_DOWN_MINUTES: Final = 10
MAX_ENDPOINT_LENGTH: Final = 1000
MAX_REASON_LENGTH: Final = 200


class When(models.TextChoices):
    """Use of a channel."""

    NEVER = "never", _("never")
    AWAY = "away", _("when I have no table open")
    ALWAYS = "always", _("always")


class HookForm(models.TextChoices):
    """Form of the data sent to a webhook."""

    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack, Mattermost")
    JSON = "json", _("plain JSON")


def default_kinds() -> list[str]:
    """Kinds that people are told of unless they choose otherwise."""
    return ["turn", "offer", "begun", "undo", "vote", "deadline", "over", "rematch", "date", "invited", "moved"]


class Recipient(models.Model):
    """Wishes of a guest. Without a row, nothing is recorded for the guest."""

    guest = models.OneToOneField(Guest, models.CASCADE, related_name="+")
    is_active = models.BooleanField(default=False)  # True if any channel is used at any table
    language = models.CharField(max_length=10, default="en")
    site = models.CharField(max_length=200, blank=True)  # the site's address as the guest's browser knows it
    zone = models.CharField(max_length=60, default="UTC")
    mail = models.CharField(max_length=10, choices=When.choices, default=When.NEVER)
    push = models.CharField(max_length=10, choices=When.choices, default=When.NEVER)
    webhook = models.CharField(max_length=10, choices=When.choices, default=When.NEVER)
    kinds: models.JSONField[Any, Any] = models.JSONField(default=default_kinds)
    cool_down = models.PositiveSmallIntegerField(default=DEFAULT_COOL_DOWN_MINUTES)  # in minutes
    quiet_from = models.PositiveSmallIntegerField(null=True)  # hours of the day; None: no quiet hours
    quiet_until = models.PositiveSmallIntegerField(null=True)
    digest_hour = models.PositiveSmallIntegerField(null=True)  # hour of the daily mail; None: each at once
    has_live_mail = models.BooleanField(default=False)  # mails also for live tables
    address = models.EmailField(blank=True)
    is_confirmed = models.BooleanField(default=False)
    hook_address = models.CharField(max_length=500, blank=True)
    hook_form = models.CharField(max_length=10, choices=HookForm.choices, default=HookForm.JSON)
    seen = models.DateTimeField(null=True)  # last time with a table's page open

    def __str__(self) -> str:
        return f"wishes of {self.guest_id}"


class TableWish(models.Model):
    """Wishes of a guest for one table; empty fields are as for other tables."""

    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    mail = models.CharField(max_length=10, choices=When.choices, blank=True)
    push = models.CharField(max_length=10, choices=When.choices, blank=True)
    webhook = models.CharField(max_length=10, choices=When.choices, blank=True)
    cool_down = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("guest", "table"), name="table_wish_once"),)

    def __str__(self) -> str:
        return f"wishes of {self.guest_id} for {self.table_id}"


class PushDevice(models.Model):
    """A browser's subscription to push messages."""

    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=MAX_ENDPOINT_LENGTH, unique=True)
    public = models.CharField(max_length=100)  # the browser's keys, in base64
    secret = models.CharField(max_length=40)
    name = models.CharField(max_length=80, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name or 'device'} of {self.guest_id}"


class Notice(models.Model):
    """A notice to a guest through a channel; without a channel, an event whose notices are not made yet."""

    class State(models.TextChoices):
        """State of a notice."""

        NEW = "new", _("not planned yet")
        DUE = "due", _("to be sent")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        CANCELLED = "cancelled", _("no longer needed")
        FAILED = "failed", _("not delivered")
        SEEN = "seen", _("not delivered, seen here")

    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="+")  # None: about no table
    kind = models.CharField(max_length=20)
    version = models.PositiveIntegerField(default=0)
    about = models.CharField(max_length=40, blank=True)
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    channel = models.CharField(max_length=10, blank=True)
    target = models.CharField(max_length=20, blank=True)  # which of several devices
    key = models.CharField(max_length=32, default=public_key)  # names the notice to receivers, the same at each attempt
    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW)
    created = models.DateTimeField()
    not_before = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    tried = models.DateTimeField(null=True)  # end of the last attempt that may have delivered
    lease = models.DateTimeField(null=True)  # end of the attempt in progress, and the name of its worker
    holder = models.CharField(max_length=32, blank=True)
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)  # of the last failure
    done = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("guest", "table", "kind", "version", "about", "channel", "target"), name="notice_once"
            ),
        )
        indexes = (
            models.Index(fields=("state", "not_before"), name="notice_due"),
            models.Index(fields=("guest", "created"), name="notice_of_guest"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.guest_id} by {self.channel or 'nothing yet'}: {self.state}"
