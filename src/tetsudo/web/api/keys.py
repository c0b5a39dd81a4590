"""Keys of the API: what they may do, how they are made and read, and accounts of programs.

A key is shown once and stored as a digest. It has 192 random bits, so it is found by its digest alone.

A program plays under an account of its own, which belongs to a person, cannot sign in, and is named as a program at
every table. So no one takes it for a person, and its owner may still play against it.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts import identity
from tetsudo.web.accounts.models import User, not_banned
from tetsudo.web.accounts.signing_up.sign_in_names import offered_name
from tetsudo.web.api.models import MAX_KEY_NAME_LENGTH, ApiKey
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.people.display_names import is_readable, valid_name

READ: Final = "read"
PLAY: Final = "play"
ORGANISE: Final = "organise"

SCOPES: Final[dict[str, Promise]] = {
    READ: gettext_lazy("see what you see: your tables, your own view of a game, the chat"),
    PLAY: gettext_lazy("open tables, take seats, make moves, write in the chat"),
    ORGANISE: gettext_lazy("give seats to bots, delete your tables"),
}
"""Scopes, each with what it allows. Everyone may read what anyone can see; no key is needed for that."""

PREFIX: Final = "tetsudo_"
"""Beginning of every key, by which scanners of leaked secrets can tell it."""

MAX_KEYS: Final = 20
"""Maximum number of keys of an account."""

MAX_PROGRAMS: Final = 10
"""Maximum number of a person's programs."""

USE_INTERVAL: Final = timedelta(hours=1)
"""Interval at which the last use of a key is written down."""


def create(account: User, name: str, scopes: Collection[str]) -> str:
    """Create a key, and return it: it is shown this once. BadInput for an invalid name, or for no valid scope."""
    name = name.strip()
    if not name or len(name) > MAX_KEY_NAME_LENGTH or not is_readable(name):
        raise BadInput(_("Name the key, so that you can tell it from others."), "name")
    if not scopes or not set(scopes) <= SCOPES.keys():
        raise BadInput(_("Choose what the key allows."), "scopes")
    if ApiKey.objects.filter(account=account).count() >= MAX_KEYS:
        raise BadInput(_("An account has at most {count} keys: delete one first."), count=MAX_KEYS)
    key = PREFIX + secrets.token_urlsafe(24)
    chosen = [scope for scope in SCOPES if scope in scopes]
    ApiKey.objects.create(account=account, name=name, digest=_digest_of(key), scopes=chosen)
    return key


def find(key: str) -> ApiKey | None:
    """Key of the database; None for a wrong one, and for that of a banned person or their program."""
    found = ApiKey.objects.filter(not_banned("account__"), digest=_digest_of(key))
    owned = Q(account__owner=None) | not_banned("account__owner__")
    stored = found.filter(owned).select_related("account").first()
    if stored is not None and (stored.used is None or timezone.now() - stored.used > USE_INTERVAL):
        with contextlib.suppress(DatabaseError):  # a full disk, or a locked database, hinders no reading
            ApiKey.objects.filter(pk=stored.pk).update(used=timezone.now())
    return stored


def _digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


# Programs


def create_program(owner: User, name: str) -> User:
    """Create the account of a program. BadInput for an invalid name; `NotAllowed` beyond the maximum number."""
    if owner.owner_id is not None:
        raise NotAllowed(_("A program has no programs of its own."))
    if User.objects.filter(owner=owner).count() >= MAX_PROGRAMS:
        raise NotAllowed(_("You have as many programs as are allowed: delete one first."))
    called = valid_name(_("{name} (program)").format(name=valid_name(name)))
    with transaction.atomic():
        program = User(username=offered_name(), owner=owner)
        program.set_unusable_password()
        program.save()
        identity.create(program, called)
    return program


def rows(account: User) -> Iterator[tuple[str, Any]]:
    """Keys and programs of an account, for the export of its data."""
    yield "api_keys", ApiKey.objects.filter(account=account).values("name", "scopes", "created", "used")
    programs = User.objects.filter(owner=account)
    yield "programs", programs.values("username", "guest__name", "created", "is_active")
