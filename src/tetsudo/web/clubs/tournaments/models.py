"""Models of tournaments: entrants, the tables of each round, and who was paired into which seat.

Names are those of the accounts' guests, and results those of the tables: a row here only connects them.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tetsudo.web.clubs.models import Club
from tetsudo.web.clubs.tournaments import scoring
from tetsudo.web.tables.models import Guest, Table, public_key, secret_key

MAX_TOURNAMENT_NAME_LENGTH: Final = 60
MAX_ROUNDS: Final = 20
MAX_ENTRANTS: Final = 60
"""Maximum number of entrants: a round of so many is paired in about a second."""
NOT_OVER: Final = (Table.Status.RUNNING, Table.Status.CLOSED)
"""States of a table whose round is not over. One that an organiser of the site has closed may be opened again."""


class Tournament(models.Model):
    """A tournament of a club. It is open to entrants until its first round."""

    class Standings(models.TextChoices):
        """Order of the standings."""

        POINTS = scoring.POINTS, _("points")
        SHARE = scoring.SHARE, _("share of the table's net worth")

    key = models.CharField(max_length=32, unique=True, default=public_key)
    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    name = models.CharField(max_length=MAX_TOURNAMENT_NAME_LENGTH)
    settings: models.JSONField[Any, Any] = models.JSONField()  # of its tables, as `lobby.preset_settings` writes them
    players = models.PositiveSmallIntegerField()  # wished size of a table
    rounds = models.PositiveSmallIntegerField()
    same_deal = models.BooleanField(default=False)
    standings = models.CharField(max_length=10, choices=Standings.choices, default=Standings.POINTS)
    seed = models.CharField(max_length=64, default=secret_key)  # of the pairing only; games have their own
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A member of the club who plays in a tournament. Whoever has withdrawn is not paired again."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")  # None: deleted
    has_withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("tournament", "account"), name="entrant_once"),)

    def __str__(self) -> str:
        return f"{self.account_id} in {self.tournament}"

    @property
    def guest(self) -> Guest | None:
        """The person at tables; None if the account was deleted."""
        return getattr(self.account, "guest", None)


class RoundTable(models.Model):
    """A table of a round."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    round = models.PositiveSmallIntegerField()  # from 1
    number = models.PositiveSmallIntegerField()  # from 1
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="+")  # None: it was deleted

    class Meta:
        ordering = ("round", "number")
        constraints = (models.UniqueConstraint(fields=("tournament", "round", "number"), name="round_table_once"),)

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.round}, table {self.number}"


class Place(models.Model):
    """Seat of an entrant at a table of a round."""

    round_table = models.ForeignKey(RoundTable, models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="places")

    class Meta:
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("round_table", "seat"), name="place_once"),)

    def __str__(self) -> str:
        return f"{self.entrant_id} in seat {self.seat} of {self.round_table_id}"
