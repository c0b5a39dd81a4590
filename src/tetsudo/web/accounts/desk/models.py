"""Models of the organiser's desk: the trace, reports and announcements; people and tables as it shows them."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tetsudo.web.accounts.models import MAX_REASON_LENGTH, User
from tetsudo.web.tables.models import Guest, Message, Table

MAX_NAME_LENGTH: Final = 80
MAX_COMPLAINT_LENGTH: Final = 500
MAX_SENTENCE_LENGTH: Final = 200


class Trace(models.Model):
    """An entry of the trace: who did what, about whom, why. Names stay when the account or the table is deleted."""

    class Deed(models.TextChoices):
        """Kind of action."""

        BAN = "ban", _("ban")
        TIME_OUT = "time-out", _("time-out")
        LIFT = "lift", _("ban lifted")
        ORGANISER = "organiser", _("made an organiser")
        ORDINARY = "ordinary", _("no organiser any more")
        CLOSE = "close", _("table closed")
        REOPEN = "reopen", _("table reopened")
        REMOVE = "remove", _("table deleted")
        FREE = "free", _("seat freed")
        REPLACE = "replace", _("bot put in a seat")
        SETTLE = "settle", _("report closed")
        ANNOUNCE = "announce", _("announcement made")
        WITHDRAW = "withdraw", _("announcement withdrawn")

    at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(_("who"), max_length=MAX_NAME_LENGTH)
    deed = models.CharField(_("what"), max_length=12, choices=Deed.choices)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+")
    about = models.CharField(_("about"), max_length=MAX_NAME_LENGTH, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_COMPLAINT_LENGTH, blank=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name = verbose_name_plural = _("trace")

    def __str__(self) -> str:
        return f"{self.by_name}: {self.get_deed_display()}"


class Report(models.Model):
    """A complaint about a person at a table, or about a message there, whose text is kept."""

    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+", verbose_name=_("table"))
    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="+")
    by = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by"))
    about = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="+", verbose_name=_("about"))
    quoted = models.CharField(_("message"), max_length=1000, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_COMPLAINT_LENGTH)
    created = models.DateTimeField(_("when"), auto_now_add=True)
    closed = models.DateTimeField(_("closed"), null=True, db_index=True)
    note = models.CharField(_("note"), max_length=MAX_COMPLAINT_LENGTH, blank=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.about or _('a guest')} ({self.created:%Y-%m-%d})"


class Banner(models.Model):
    """An announcement: a sentence in a bar on every page, for some time."""

    class Level(models.TextChoices):
        """Urgency, which the bar shows."""

        NOTICE = "notice", _("notice")
        WARNING = "warning", _("warning")

    text = models.CharField(_("sentence"), max_length=MAX_SENTENCE_LENGTH)
    text_ja = models.CharField(_("the same in Japanese"), max_length=MAX_SENTENCE_LENGTH, blank=True)
    level = models.CharField(_("level"), max_length=10, choices=Level.choices, default=Level.NOTICE)
    begins = models.DateTimeField(_("from"))
    ends = models.DateTimeField(_("until"), db_index=True)

    class Meta:
        ordering = ("-begins", "-pk")
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")

    def __str__(self) -> str:
        return self.text


class Person(User):
    """An account as the desk shows it."""

    class Meta:
        proxy = True
        verbose_name = _("person")
        verbose_name_plural = _("people")


class DeskTable(Table):
    """A table as the desk shows it."""

    class Meta:
        proxy = True
        verbose_name = _("table")
        verbose_name_plural = _("tables")


__all__ = (
    "Banner",
    "DeskTable",
    "MAX_COMPLAINT_LENGTH",
    "MAX_REASON_LENGTH",
    "Person",
    "Report",
    "Trace",
)
