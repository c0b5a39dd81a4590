"""Rows about an account on the desk, for the export of its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetsudo.web.accounts.desk.models import Report, Trace
from tetsudo.web.accounts.models import User


def rows(user: User) -> Iterator[tuple[str, Any]]:
    """Rows by kind. Who reported the person is not told."""
    bans = User.objects.filter(pk=user.pk, is_active=False)
    yield "ban", bans.values("banned_until", "ban_reason")
    made = Report.objects.filter(by__account=user)
    yield "reports_made", made.values("table__key", "quoted", "reason", "created", "closed")
    about = Report.objects.filter(about__account=user)
    yield "reports_about_you", about.values("table__key", "quoted", "created", "closed")
    yield "desk_actions_about_you", Trace.objects.filter(person=user).values("at", "deed", "reason")
    yield "desk_actions_by_you", Trace.objects.filter(by=user).values("at", "deed", "about", "reason")
