"""Moves of a game, with some positions that are computed from them, and the times when its clock stood.

`Move` is append-only: an undo is a move of its own. So a position's number is the number of
moves before it, it never changes, and no action is ever lost.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.web.tables.models.people import Guest
from tetsudo.web.tables.models.seats import Seat
from tetsudo.web.tables.models.table import Table


class Move(models.Model):
    """An action in the format of records, or an undo or redo to a number of actions."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    index = models.PositiveIntegerField()
    data: models.JSONField[Any, Any] = models.JSONField()
    seat = models.PositiveSmallIntegerField(null=True)  # None: random events and automatic passes
    is_planned = models.BooleanField(null=True)  # True if a plan made it
    is_masters = models.BooleanField(null=True)  # True if the table's owner made it for another player: master mode
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("index",)
        constraints = (models.UniqueConstraint(fields=("table", "index"), name="move_once"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"


class Snapshot(models.Model):
    """A position as text: the present one of a table, written with each move, or one that a game restarts from."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    text = models.TextField()
    begins = models.BooleanField(default=False)  # moves before it are no longer read

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "version"), name="snapshot_once"),
            models.UniqueConstraint(fields=("table",), condition=models.Q(begins=False), name="present_snapshot_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class Milestone(models.Model):
    """An intermediate position with its history (`storage`), so that no game is replayed from its beginning."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="milestones")
    version = models.PositiveIntegerField()
    length = models.PositiveIntegerField()  # its number of actions; `last`: version after the last of them
    last = models.PositiveIntegerField()
    text = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "version"), name="milestone_once"),)

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class UndoRequest(models.Model):
    """A request to undo moves, which the others must agree to. Any move voids it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="undo_request")
    version = models.PositiveIntegerField()
    to = models.PositiveIntegerField()  # number of actions after the undo
    asked_by = models.CharField(max_length=MAX_NAME_LENGTH)
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"{self.table_id} back to {self.to}"


class PauseRequest(models.Model):
    """A request to pause the clocks, which the others must agree to. Any move voids it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="pause_request")
    version = models.PositiveIntegerField()
    asked_by = models.CharField(max_length=MAX_NAME_LENGTH)
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"pause at {self.table_id}"


class MasterRequest(models.Model):
    """Agreement to master mode. It is in force while all who sit at the table have agreed."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="master_request")
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"master mode at {self.table_id}"


class ClockEvent(models.Model):
    """A moment other than a move at which clocks started, stopped or were read. Explains `used_ms` with the moves."""

    class Kind(models.TextChoices):
        """Kind of event."""

        BEGIN = "begin"  # of the game; `people`: as for SEATS
        SEATS = "seats"  # another guest or bot sat down; `people`: numbers of the seats with a guest
        PLAN = "plan"  # the player to act made a plan, which may make the next move
        PAUSE = "pause"
        RESUME = "resume"

    table = models.ForeignKey(Table, models.CASCADE, related_name="clock_events")
    at = models.DateTimeField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    people: models.JSONField[Any, Any] = models.JSONField(null=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}"


class Vacation(models.Model):
    """Vacation days of a player, in which no deadline runs for them."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="vacations")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    begins = models.DateTimeField()
    days = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("begins",)

    def __str__(self) -> str:
        return f"{self.days} days from {self.begins:%Y-%m-%d} for {self.seat_id}"
