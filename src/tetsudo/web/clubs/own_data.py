"""Rows about an account in clubs, for the export of its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetsudo.web.accounts.models import User
from tetsudo.web.clubs.models import Member, Removal


def rows(user: User) -> Iterator[tuple[str, Any]]:
    """Rows by kind. A test fails if a foreign key to accounts is missing."""
    clubs = Member.objects.filter(account=user)
    yield "clubs", clubs.values("club__key", "club__name", "club__description", "is_organiser", "since")
    yield "clubs_removed_from", Removal.objects.filter(account=user).values("club__key", "club__name", "at")
