"""The host's commands about accounts, also while the site runs: invitations, bans, organisers."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from tetsudo.core.errors import BadInput
from tetsudo.web.server.run import prepare

if TYPE_CHECKING:
    from tetsudo.web.accounts.models import User

DEFAULT_SITE: Final = "http://localhost:8000"
"""Address of a site whose host has named none."""


def new_link(
    database: str, site: str, people: int, days: int, label: str, *, is_for_organiser: bool = False, makes: bool = False
) -> str:
    """Make an invitation in a database, and return its link at the site's address ("": the one in the settings).

    `is_for_organiser`: whoever uses it becomes an organiser. `makes`: make the database too, if it is missing.
    """
    site = site or os.environ.get("TETSUDO_SITE_URL") or DEFAULT_SITE
    if not site.startswith(("http://", "https://")):
        raise BadInput(f"must begin with http:// or https://, not {site!r}", "--site")
    if is_for_organiser and people > 1:
        raise BadInput("an organiser's invitation is for one person", "--people")
    prepare(database, makes=makes)
    from django.conf import settings
    from django.db import DatabaseError
    from django.urls import reverse

    from tetsudo.web.accounts.signing_up import invitations

    if settings.SIGN_UP == "closed":
        raise BadInput("is closed: no one can sign up", "TETSUDO_SIGN_UP")
    try:
        made = invitations.create_for_organiser(days) if is_for_organiser else invitations.create(people, days, label)
    except DatabaseError as error:
        raise BadInput(f"the database cannot be used: {error}", "--database") from None
    return f"{site.rstrip('/')}{reverse('account_signup')}?{urlencode({invitations.FIELD: made.key})}"


def set_ban(database: str, who: str, *, is_banned: bool, reason: str = "", days: int | None = None) -> str:
    """Ban an account, for some days or for good, or lift the ban, and return a sentence about it.

    `who`: its sign-in name or address.
    """

    def change(user: User) -> str:
        from tetsudo.web.accounts.desk import bans

        if not is_banned:
            bans.lift(user, reason)
            return f"{who} may sign in again."
        until = bans.ban(user, reason, days)
        end = f" until {until:%Y-%m-%d %H:%M} UTC" if until else ""
        return f"{who} is banned{end}, and signed out everywhere."

    return _change(database, who, change)


def set_organiser(database: str, who: str, *, is_organiser: bool) -> str:
    """Make an account an organiser, or an ordinary one, and return a sentence about it."""

    def change(user: User) -> str:
        from tetsudo.web.accounts.desk import bans

        bans.set_organiser(user, is_organiser=is_organiser)
        return f"{who} is {'now' if is_organiser else 'no longer'} an organiser."

    return _change(database, who, change)


def _change(database: str, who: str, change: Callable[[User], str]) -> str:
    """Change an account; BadInput if there is none of this sign-in name or address."""
    prepare(database, makes=False)
    from django.db import DatabaseError
    from django.db.models import Q

    from tetsudo.web.accounts.models import User

    try:
        found = User.objects.filter(Q(username=who.lower()) | Q(email__iexact=who)).first()
        if found is None:
            raise BadInput(f"no account has this sign-in name or address: {who}", "NAME")
        return change(found)
    except DatabaseError as error:
        raise BadInput(f"the database cannot be used: {error}", "--database") from None
