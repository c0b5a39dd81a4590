"""Facts of counted games, statistics made of them, and people who want their games left out."""

from __future__ import annotations

from typing import Any

from django.db import models

from tetsudo.web.tables.models import Guest, Table


class CountedGame(models.Model):
    """Facts of a finished public game (`analysis.game_facts`), so that no page has to replay it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="counted")
    version = models.PositiveIntegerField()  # of the table; void once the game went on
    shape = models.PositiveSmallIntegerField()  # `counting.SHAPE` when it was counted
    facts: models.JSONField[Any, Any] = models.JSONField()
    started = models.DateTimeField()
    ended = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table_id}/{self.version}"

    @property
    def hours(self) -> float:
        """Hours from the first move to the last."""
        return round((self.ended - self.started).total_seconds() / 3600, 1)


class TitleStatistics(models.Model):
    """Statistics of a title's games in a scenario, as plain data (`analysis.title_statistics`)."""

    title = models.CharField(max_length=40)
    scenario = models.CharField(max_length=40, blank=True)
    is_people_only = models.BooleanField()  # games without bots
    data: models.JSONField[Any, Any] = models.JSONField()
    counted = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("title", "scenario", "is_people_only"), name="title_statistics_once"),
        )

    def __str__(self) -> str:
        return f"{self.title} {self.scenario}".strip()


class ArchiveFile(models.Model):
    """Contents of the public archive: one row, written with the file."""

    games = models.PositiveIntegerField()
    titles: models.JSONField[Any, Any] = models.JSONField()  # number of games by title
    size = models.PositiveBigIntegerField()  # in bytes
    made = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.games} games"


class ArchiveWish(models.Model):
    """A person whose games are left out of the archive and the statistics."""

    guest = models.OneToOneField(Guest, models.CASCADE, related_name="archive_wish")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"without {self.guest_id}"
