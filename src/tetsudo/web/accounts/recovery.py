"""Recovery codes: with one, a person sets a new password without mail.

A code is shown once and stored as a hash. It has 150 random bits, so it is found by its hash alone: no name is asked
for, and none can be tested.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from tetsudo.web.accounts.models import User, not_banned

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32, without the letters I, L, O and U."""

GROUPS: Final = 6
GROUP_LENGTH: Final = 5
IN_SESSION: Final = "recovery_code"
"""Key in the session of a code that its owner has not saved yet."""
READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def new_code(user: User) -> str:
    """Give an account a new code, which replaces the old one, and return it."""
    groups = ["".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS)]
    user.recovery_hash = _hash_of("".join(groups))
    user.save(update_fields=["recovery_hash"])
    return "-".join(groups)


def account_of(code: str) -> User | None:
    """Account of a code; None for a wrong one, and for a banned person's."""
    typed = code.upper().translate(READ_AS).strip()
    return User.objects.filter(not_banned(), recovery_hash=_hash_of(typed)).first()


def _hash_of(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
