"""Invitations: links by which a number of people may sign up until they expire."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import Invitation

FIELD: Final = "invitation"
"""Name of the field, in the link and in the form, that holds the key."""

MAX_PEOPLE: Final = 1000
MAX_DAYS: Final = 365

SIGNATURE_LENGTH: Final = 20
"""Number of characters at the end of the key of an organiser's invitation, which only the host can sign."""


def create(people: int = 1, days: int = 14, label: str = "") -> Invitation:
    """Create an invitation; BadInput for numbers out of range."""
    if not 1 <= people <= MAX_PEOPLE:
        raise BadInput(f"must be from 1 to {MAX_PEOPLE:,}", "--people")
    if not 1 <= days <= MAX_DAYS:
        raise BadInput(f"must be from 1 to {MAX_DAYS}", "--days")
    expires = timezone.now() + timedelta(days=days)
    return Invitation.objects.create(maximum=people, expires=expires, label=label.strip()[:80])


def create_for_organiser(days: int = 14) -> Invitation:
    """Create an invitation whose holder becomes an organiser of the site. One person can use it.

    Its key is signed, so that organisers cannot make any in the browser.
    """
    made = create(1, days, "Organiser")
    made.key = f"{made.key}-{_signature(made.key)}"
    made.save(update_fields=["key"])
    return made


def makes_organiser(key: str) -> bool:
    """True for the key of an invitation that was made for an organiser."""
    secret, _sign, signature = key.rpartition("-")
    return bool(secret) and constant_time_compare(signature, _signature(secret))


def _signature(secret: str) -> str:
    return salted_hmac("tetsudo.accounts.organiser", secret, algorithm="sha256").hexdigest()[:SIGNATURE_LENGTH]


def may_sign_up(key: str) -> bool:
    """True if someone with this invitation ("": without one) may sign up."""
    if settings.SIGN_UP == "closed":
        return False
    return settings.SIGN_UP == "open" or _usable(key).exists()


def use(key: str) -> bool:
    """Count a sign-up with an invitation; False if it is used up. On an open site none is needed, but to become an
    organiser.
    """
    if settings.SIGN_UP == "open" and not makes_organiser(key) and not _usable(key).exists():
        return True
    return settings.SIGN_UP != "closed" and bool(_usable(key).update(used=F("used") + 1))


def has_invitation(key: str) -> bool:
    """True for the key of an invitation that may still be used: its owner need not prove any work."""
    return _usable(key).exists()


def _usable(key: str) -> QuerySet[Invitation]:
    key = "" if "\0" in key else key  # PostgreSQL has no such text
    return Invitation.objects.filter(key=key or None, used__lt=F("maximum"), expires__gt=timezone.now())
