"""Models of accounts. An account signs a person in; at tables that person is the account's guest (`Guest.account`).

The user model is our own: it has no fields that no one fills in (first name, staff, groups), and changing Django's
default user later would need a migration of every table that refers to it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Final, Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tetsudo.web.tables.models import public_key, secret_key

MAX_SIGN_IN_NAME_LENGTH: Final = 40

MAX_REASON_LENGTH: Final = 200
"""Maximum length of the reason of a ban, and of anything else that organisers do."""


class Accounts(BaseUserManager["User"]):
    """Manager of accounts. Those of people are created by the sign-up form only, those of programs by their owners."""


class User(AbstractBaseUser):
    """An account. A ban clears `is_active`; one with an end is a time-out, which ends by itself."""

    username = models.CharField(max_length=MAX_SIGN_IN_NAME_LENGTH, unique=True)  # drawn at random, see `sign_in_names`
    email = models.EmailField(blank=True)
    recovery_hash = models.CharField(max_length=64, null=True, unique=True)
    is_active = models.BooleanField(default=True)
    banned_until = models.DateTimeField(null=True)  # end of a time-out; None: a ban for good, or none
    ban_reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)  # shown to the person at sign-in
    sign_outs = models.PositiveIntegerField(default=0)  # how often a ban has ended all sessions
    is_organiser = models.BooleanField(default=False)  # named by the host's command: invites, and tries the mail
    owner = models.ForeignKey("self", models.CASCADE, null=True, related_name="programs")  # of a program's account
    created = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Accounts] = Accounts()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        """Account of a row: active again once its time-out is over, which no one has to write down."""
        found = super().from_db(db, field_names, values, **more)
        if {"is_active", "banned_until"} <= set(field_names) and not found.is_active:
            found.is_active = found.banned_until is not None and found.banned_until <= timezone.now()
        return found

    def _get_session_auth_hash(self, secret: Any = None) -> str:
        """Value that a session must know, by Django's way and the number of bans: none outlives a ban."""
        own: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        if not self.sign_outs:
            return own
        text = f"{own} {self.sign_outs}"
        return salted_hmac("tetsudo.accounts.sessions", text, secret, algorithm="sha256").hexdigest()

    def __str__(self) -> str:
        return self.username


def not_banned(path: str = "") -> Q:
    """Filter for accounts that may be used now. `path`: the way to them in a query, such as `account__`."""
    return Q(**{f"{path}is_active": True}) | Q(**{f"{path}banned_until__lte": timezone.now()})


class Profile(models.Model):
    """Facts that a person tells about themselves. Others see only the name, unless its owner shows more."""

    account = models.OneToOneField(User, models.CASCADE, related_name="profile", primary_key=True)
    key = models.CharField(max_length=32, unique=True, default=public_key)
    time_zone = models.CharField(max_length=64, blank=True)  # "" if not chosen
    hours_from = models.PositiveSmallIntegerField(null=True)  # usual hours of play, in that zone; None: not said
    hours_to = models.PositiveSmallIntegerField(null=True)
    shows_games = models.BooleanField(default=False)
    shows_results = models.BooleanField(default=False)
    shows_hours = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"profile of {self.account_id}"


class Invitation(models.Model):
    """A link that lets a number of people sign up until it expires."""

    key = models.CharField(max_length=64, unique=True, default=secret_key)
    label = models.CharField(max_length=80, blank=True)  # for the host only
    maximum = models.PositiveIntegerField(default=1)
    used = models.PositiveIntegerField(default=0)
    expires = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.label or 'invitation'}: {self.used} of {self.maximum}"
