"""The host's commands about accounts, also while the site runs: invitations, bans, organisers."""

from __future__ import annotations

import os
from typing import Final
from urllib.parse import urlencode

from tetsudo.core.errors import BadInput
from tetsudo.web.server.run import prepare

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


def set_ban(database: str, who: str, *, is_banned: bool) -> str:
    """Ban an account, or lift the ban, and return a sentence about it. `who`: its sign-in name or address."""
    _update(database, who, is_active=not is_banned)
    return f"{who} is banned, and signed out everywhere." if is_banned else f"{who} may sign in again."


def set_organiser(database: str, who: str, *, is_organiser: bool) -> str:
    """Make an account an organiser, or an ordinary one, and return a sentence about it."""
    _update(database, who, is_organiser=is_organiser)
    return f"{who} is {'now' if is_organiser else 'no longer'} an organiser."


def _update(database: str, who: str, **fields: bool) -> None:
    """Change fields of an account; BadInput if there is none of this sign-in name or address."""
    prepare(database, makes=False)
    from django.db import DatabaseError
    from django.db.models import Q

    from tetsudo.web.accounts.models import User

    try:
        found = User.objects.filter(Q(username=who.lower()) | Q(email__iexact=who))
        if not found.update(**fields):
            raise BadInput(f"no account has this sign-in name or address: {who}", "NAME")
    except DatabaseError as error:
        raise BadInput(f"the database cannot be used: {error}", "--database") from None
