"""The person behind an account: one guest, who plays at tables under whichever device is signed in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest

from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.people.finished_lessons import SESSION_KEY, add_finished_lessons
from tetsudo.web.tables.people.merging import merge
from tetsudo.web.tables.seats.guests import KEY, sign_in


def connect() -> None:
    """Connect the signal: every way of signing in (password, passkey, second factor) ends there."""
    user_logged_in.connect(_claim, dispatch_uid="claim")


def create(user: User, name: str) -> Guest:
    """Create the guest and the profile of a new account."""
    Profile.objects.get_or_create(account=user)
    return Guest.objects.create(account=user, name=name)


def guest_of_account(user: User) -> Guest:
    """Guest of an account, created if missing."""
    found = Guest.objects.filter(account=user).first()
    return found or create(user, "")


def _claim(sender: object, request: HttpRequest, user: User, **_more: Any) -> None:
    """Move all that this browser's guest has to the account, and sign in its guest."""
    with transaction.atomic():
        mine = guest_of_account(user)
        here = Guest.objects.filter(pk=request.session.get(KEY, 0), account=None).first()
        if here is not None:
            merge(here, mine)
        add_finished_lessons(mine, request.session.pop(SESSION_KEY, ()))
    request.session.pop(KEY, None)  # of another guest: `sign_in` would end the session, and with it this one
    sign_in(request, mine)
