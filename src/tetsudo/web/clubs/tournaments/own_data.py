"""Rows about an account in tournaments, for the export of its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetsudo.web.accounts.models import User
from tetsudo.web.clubs.tournaments.models import Entrant


def rows(user: User) -> Iterator[tuple[str, Any]]:
    """Rows by kind."""
    entered = Entrant.objects.filter(account=user)
    yield "tournaments", entered.values("tournament__key", "tournament__name", "has_withdrawn", "tournament__created")
