"""Seats of a table, and what their players have asked for or planned."""

from __future__ import annotations

from typing import Any

from django.db import models

from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.web.tables.models.people import Guest, secret_key
from tetsudo.web.tables.models.table import Table


class Seat(models.Model):
    """A seat at a table. Open until a guest or a bot takes it; its key is the secret part of its link."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    guest = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)  # a key of `bot_levels.BOTS`
    since = models.DateTimeField(null=True)  # when the guest or bot took it; None: with the opening
    left_by = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="+")  # the guest who may return to it
    is_barred = models.BooleanField(
        default=False
    )  # freed by an organiser: for whoever gets its link, but not `left_by`
    key = models.CharField(max_length=64, unique=True, default=secret_key)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="seat_once"),)

    def __str__(self) -> str:
        return f"{self.name or 'open'} at {self.table_id}"

    @property
    def is_open(self) -> bool:
        """True if neither a guest nor a bot has the seat."""
        return not self.bot and self.guest_id is None


class SeatInvitation(models.Model):
    """An invitation of a person to a table, by its owner. Once declined, the person is not invited there again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="invitations")
    seat = models.OneToOneField(Seat, models.SET_NULL, null=True, related_name="invitation")  # reserved for the person
    is_declined = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="invitation_once"),)

    def __str__(self) -> str:
        return f"{self.guest_id} to {self.table_id}"


class SeatRequest(models.Model):
    """A request to vacate a seat in a running game, or to give it to a bot, which the others must agree to."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="request")
    bot = models.CharField(max_length=20, blank=True)  # the bot; "" to vacate the seat
    version = models.PositiveIntegerField()  # void once the seat has moved since
    asked_by = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.bot or 'no one'}"


class SeatPlan(models.Model):
    """A programmed action of a seat. Only its owner sees it; it is void once another guest has the seat.

    It is based on the first `length` actions of the game: an undo to fewer of them stops it.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plans")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    about = models.CharField(max_length=60)  # its subject: a later plan about the same replaces it
    data: models.JSONField[Any, Any] = models.JSONField()  # as returned by `plan_to_data`
    length = models.PositiveIntegerField()  # its own last action included
    done = models.PositiveIntegerField(default=0)  # number of times that it was carried out
    stopped = models.CharField(max_length=20, blank=True)  # the reason, see `programmed_text`; "" while active
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)  # details of the reason

    class Meta:
        constraints = (models.UniqueConstraint(fields=("seat", "about"), name="plan_once"),)

    def __str__(self) -> str:
        return f"{self.about} of {self.seat_id}"
