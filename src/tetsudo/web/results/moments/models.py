"""Searches for the moments of finished tables."""

from __future__ import annotations

from typing import Any, Final

from django.db import models

from tetsudo.web.tables.models import Table

MAX_FAILURES: Final = 3
"""Number of parts in a row that may fail before a search rests until a player begins it again."""


class MomentSearch(models.Model):
    """Search for the moments of a table at a version, with the results so far, packed."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="moment_search")
    version = models.PositiveIntegerField()
    format = models.PositiveSmallIntegerField()  # `kept.FORMAT` of its results
    budget = models.PositiveIntegerField()
    results = models.BinaryField(default=bytes)
    playouts = models.PositiveIntegerField(default=0)  # made so far
    is_done = models.BooleanField(default=False)
    errors: models.JSONField[Any, Any] = models.JSONField(default=list)  # `profile.ErrorRow`s, once it is done
    failures = models.PositiveSmallIntegerField(default=0)  # of parts in a row
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.version}: {self.playouts} of about {self.budget}"

    @property
    def is_stuck(self) -> bool:
        """True if its parts failed so often that no more are made."""
        return self.failures >= MAX_FAILURES

    @property
    def percent(self) -> int:
        """Share of the playouts that were made; the exact number is known only at the end."""
        return 100 if self.is_done else min(99, 100 * self.playouts // self.budget)
