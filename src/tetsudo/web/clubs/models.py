"""Models of clubs. Members are accounts; a table belongs to a club by a row of its own, so tables know no clubs."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models

from tetsudo.web.tables.models import Table, public_key, secret_key

MAX_CLUB_NAME_LENGTH: Final = 60
MAX_DESCRIPTION_LENGTH: Final = 400


class Club(models.Model):
    """A group of accounts that play together. A closed club keeps its page, and can no longer change."""

    key = models.CharField(max_length=32, unique=True, default=public_key)
    name = models.CharField(max_length=MAX_CLUB_NAME_LENGTH)
    description = models.CharField(max_length=MAX_DESCRIPTION_LENGTH, blank=True)
    language = models.CharField(max_length=10, default="en")
    is_listed = models.BooleanField(default=False)  # shown to everyone; others are shown to members only
    is_open = models.BooleanField(default=False)  # listed clubs: an account may join without an invitation
    invitation = models.CharField(max_length=64, unique=True, default=secret_key)  # secret part of the invitation link
    closed = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """An account's membership of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    is_organiser = models.BooleanField(default=False)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("since", "pk")
        constraints = (models.UniqueConstraint(fields=("club", "account"), name="member_once"),)

    def __str__(self) -> str:
        return f"{self.account_id} in {self.club_id}"


class Removal(models.Model):
    """An account that an organiser removed from a club. It cannot join again until an organiser lifts this."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="removals")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (models.UniqueConstraint(fields=("club", "account"), name="removed_once"),)

    def __str__(self) -> str:
        return f"{self.account_id} from {self.club_id}"


class ClubTable(models.Model):
    """A table of a club."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="club_link", primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="table_links")

    def __str__(self) -> str:
        return f"{self.table_id} of {self.club_id}"
