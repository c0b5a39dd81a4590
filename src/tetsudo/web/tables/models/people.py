"""People at tables, those whom they block, and the settings that they save."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.conf import settings
from django.db import models

from tetsudo.core.player_names import MAX_NAME_LENGTH

MAX_PRESET_NAME_LENGTH: Final = 40

MAX_AWAY_NOTE_LENGTH: Final = 100


def public_key() -> str:
    """Key in a table's address: hard to guess, since a table may be private."""
    return secrets.token_urlsafe(9)


def secret_key() -> str:
    """Secret key that gives access to a seat or a guest."""
    return secrets.token_urlsafe(24)


class Guests(models.Manager["Guest"]):
    """Manager of guests."""

    def with_id(self, number: int) -> Guest | None:
        """Guest with a primary key. In SQL, as `VisibleTables.with_key`."""
        return next(iter(self.raw("SELECT * FROM tables_guest WHERE id = %s", [number])), None)


class Guest(models.Model):
    """A person at tables: a name, and a secret key that signs in the same person's other browsers.

    A guest with an account is signed in by that account only; the key is then used nowhere.
    """

    key = models.CharField(max_length=64, unique=True, default=secret_key)
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="guest")
    away_note = models.CharField(max_length=MAX_AWAY_NOTE_LENGTH, blank=True)  # shown at the guest's tables
    finished_lessons: models.JSONField[Any, Any] = models.JSONField(default=list, blank=True)  # such as 1889/float
    created = models.DateTimeField(auto_now_add=True)

    objects = Guests()

    def __str__(self) -> str:
        return self.name or f"guest {self.pk}"


class Block(models.Model):
    """A guest whom another one has blocked: see `people.blocks`."""

    blocker = models.ForeignKey(Guest, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Guest, models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("blocker", "blocked"), name="block_once"),)

    def __str__(self) -> str:
        return f"{self.blocked_id} by {self.blocker_id}"


class Preset(models.Model):
    """Settings for new tables, saved by a guest under a name. Its key is the hard-to-guess part of its link."""

    key = models.CharField(max_length=32, unique=True, default=public_key)
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="presets")
    name = models.CharField(max_length=MAX_PRESET_NAME_LENGTH)
    settings: models.JSONField[Any, Any] = models.JSONField()  # as `lobby.preset_settings` writes them
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("guest", "name"), name="preset_once"),)

    def __str__(self) -> str:
        return f"{self.name} of {self.guest_id}"
