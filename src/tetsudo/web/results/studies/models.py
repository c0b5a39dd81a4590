"""Studies and their chapters."""

from __future__ import annotations

from typing import Final

from django.db import models

from tetsudo.web.tables.models import Guest, Table, public_key

MAX_NAME_LENGTH: Final = 60
MAX_COMMENT_LENGTH: Final = 4000


class Study(models.Model):
    """A study by a guest. Whoever has its address can read it."""

    key = models.CharField(max_length=32, unique=True, default=public_key)
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="studies")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-changed", "-pk")

    def __str__(self) -> str:
        return self.name


class Chapter(models.Model):
    """A chapter: the position of a table after `version` moves, which never changes, with a comment.

    A variation has a `parent`: a chapter about the game that its table branched from.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="chapters")
    number = models.PositiveSmallIntegerField()  # place in the study, from 1
    table = models.ForeignKey(Table, models.CASCADE, related_name="chapters")
    version = models.PositiveIntegerField()
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="variations")
    heading = models.CharField(max_length=MAX_NAME_LENGTH)
    comment = models.TextField(max_length=MAX_COMMENT_LENGTH, blank=True)

    class Meta:
        ordering = ("number", "pk")

    def __str__(self) -> str:
        return f"{self.number}: {self.heading}"
