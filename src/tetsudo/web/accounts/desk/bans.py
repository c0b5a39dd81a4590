"""Bans and time-outs of accounts. A banned person is signed out everywhere, and reads the reason at sign-in.

A time-out is a ban with an end, and ends by itself: see `User.from_db`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.desk import trace
from tetsudo.web.accounts.desk.models import MAX_REASON_LENGTH, Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.tables.errors import NotAllowed

MAX_DAYS: Final = 3650
"""Maximum length of a time-out in days."""


def ban(user: User, reason: str, days: int | None = None, by: User | None = None) -> datetime | None:
    """Ban an account for some days (None: for good); returns the end. `by`: the organiser; None: the host.

    Raises `NotAllowed` if an organiser bans an organiser, and BadInput for a length or a reason out of range.
    """
    if by is not None and user.is_organiser:
        raise NotAllowed(_("An organiser cannot be banned. The host can make them an ordinary account first."))
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise BadInput(_("must be from 1 to {maximum} days"), "days", maximum=MAX_DAYS)
    if len(reason) > MAX_REASON_LENGTH:
        raise BadInput(_("must have at most {maximum} characters"), "reason", maximum=MAX_REASON_LENGTH)
    until = timezone.now() + timedelta(days=days) if days else None
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(
            is_active=False, banned_until=until, ban_reason=reason, sign_outs=F("sign_outs") + 1
        )
        trace.record(by, Trace.Deed.TIME_OUT if days else Trace.Deed.BAN, _in_trace(reason, until), about=user)
    return until


def lift(user: User, reason: str = "", by: User | None = None) -> None:
    """Lift the ban of an account."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=True, banned_until=None, ban_reason="")
        trace.record(by, Trace.Deed.LIFT, reason, about=user)


def set_organiser(user: User, *, is_organiser: bool) -> None:
    """Make an account an organiser, or an ordinary one. Only the host can."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_organiser=is_organiser)
        trace.record(None, Trace.Deed.ORGANISER if is_organiser else Trace.Deed.ORDINARY, about=user)


def _in_trace(reason: str, until: datetime | None) -> str:
    return f"{reason} (until {until:%Y-%m-%d %H:%M} UTC)" if until else reason
