"""Messages of a table's chat, and players' private notes."""

from __future__ import annotations

from typing import Any, Final

from django.db import models

from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.web.tables.models.people import Guest
from tetsudo.web.tables.models.table import Table

MAX_LIKENESS_LENGTH: Final = 20 * MAX_NAME_LENGTH
"""Unicode normalisation may expand a single character to eighteen."""


class Message(models.Model):
    """A message in a table's chat: a guest's, or a system message (`news`)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    guest = models.ForeignKey(Guest, models.SET_NULL, null=True)  # the author, or the cause of the news
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    seen = models.CharField(max_length=MAX_LIKENESS_LENGTH, blank=True)  # `seen` and `read`: the name's likeness
    read = models.CharField(max_length=MAX_LIKENESS_LENGTH, blank=True)
    is_seated = models.BooleanField(default=False)  # True if the author had a seat then
    text = models.CharField(max_length=1000)
    news = models.CharField(max_length=20, blank=True)  # a key of `system_messages.SENTENCES`; `facts` fill it in
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("table", "seen"), name="message_seen"),
            models.Index(fields=("table", "read"), name="message_read"),
        )

    def __str__(self) -> str:
        return f"{self.name or self.news}: {self.text}"


class ReadMark(models.Model):
    """Last message that a guest has read at a table; see `unread`."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="read_marks")
    guest = models.ForeignKey(Guest, models.CASCADE)
    message = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="read_mark_once"),)

    def __str__(self) -> str:
        return f"{self.guest_id} at {self.table_id} up to {self.message}"


class Note(models.Model):
    """Private notes of a guest at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    guest = models.ForeignKey(Guest, models.CASCADE)
    text = models.TextField(max_length=20_000, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="note_once"),)

    def __str__(self) -> str:
        return f"note of {self.guest_id}"


class NoteLine(models.Model):
    """Private note of a guest on a company or a player of a table. `about`: "company:AR", or "player:2" by seat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="note_lines")
    guest = models.ForeignKey(Guest, models.CASCADE)
    about = models.CharField(max_length=40)
    text = models.CharField(max_length=200)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest", "about"), name="note_line_once"),)

    def __str__(self) -> str:
        return f"note of {self.guest_id} on {self.about}"
