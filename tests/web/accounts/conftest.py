"""Sites of each kind: with mail, and with open sign-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_counted_attempts() -> Iterator[None]:
    """Clear django-allauth's counters and the solved challenges."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def open_site(settings: Any) -> None:
    """A site at which anybody may sign up, without mail."""
    settings.SIGN_UP, settings.CHALLENGE_SIZE = "open", 1000


@pytest.fixture
def mail_site(settings: Any) -> None:
    """A site at which anybody may sign up, with mail."""
    settings.SIGN_UP, settings.CHALLENGE_SIZE, settings.HAS_MAIL = "open", 1000, True
    settings.ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
