"""Cleanup of accounts whose mail address was never confirmed: no one could sign in to them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet

from tetsudo.web.accounts.models import User
from tetsudo.web.tables.games.cleanup import Kind, without_data
from tetsudo.web.tables.models import Guest

KEPT_DAYS: Final = 14
"""Days for which an account waits for its confirmation; the mail's link is valid for three."""


def accounts(now: datetime) -> QuerySet[User]:
    """Accounts with addresses of which none is confirmed, to which no one ever signed in."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    found = User.objects.filter(last_login=None, created__lt=now - timedelta(days=KEPT_DAYS))
    found = found.filter(Exists(addresses), ~Exists(addresses.filter(verified=True)))
    empty = without_data(Guest.objects.filter(account=OuterRef("pk")))
    return found.filter(Q(guest=None) | Exists(empty))


def guests(now: datetime) -> QuerySet[Guest]:
    """Guests of these accounts."""
    return Guest.objects.filter(account__in=accounts(now))


KINDS: Final = (
    Kind("guests of accounts that were never confirmed", guests),  # first: they protect their accounts
    Kind("accounts that were never confirmed", accounts),
)
