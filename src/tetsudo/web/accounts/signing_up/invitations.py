"""Invitations: links by which a number of people may sign up until they expire."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import Invitation

FIELD: Final = "invitation"
"""Name of the field, in the link and in the form, that holds the key."""

MAX_PEOPLE: Final = 1000
MAX_DAYS: Final = 365


def create(people: int = 1, days: int = 14, label: str = "") -> Invitation:
    """Create an invitation; BadInput for numbers out of range."""
    if not 1 <= people <= MAX_PEOPLE:
        raise BadInput(f"must be from 1 to {MAX_PEOPLE:,}", "--people")
    if not 1 <= days <= MAX_DAYS:
        raise BadInput(f"must be from 1 to {MAX_DAYS}", "--days")
    expires = timezone.now() + timedelta(days=days)
    return Invitation.objects.create(maximum=people, expires=expires, label=label.strip()[:80])


def may_sign_up(key: str) -> bool:
    """True if someone with this invitation ("": without one) may sign up."""
    if settings.SIGN_UP == "closed":
        return False
    return settings.SIGN_UP == "open" or _usable(key).exists()


def use(key: str) -> bool:
    """Count a sign-up with an invitation; False if it is used up. On an open site none is needed."""
    if settings.SIGN_UP == "open" and not _usable(key).exists():
        return True
    return settings.SIGN_UP != "closed" and bool(_usable(key).update(used=F("used") + 1))


def has_invitation(key: str) -> bool:
    """True for the key of an invitation that may still be used: its owner need not prove any work."""
    return _usable(key).exists()


def _usable(key: str) -> QuerySet[Invitation]:
    key = "" if "\0" in key else key  # PostgreSQL has no such text
    return Invitation.objects.filter(key=key or None, used__lt=F("maximum"), expires__gt=timezone.now())
