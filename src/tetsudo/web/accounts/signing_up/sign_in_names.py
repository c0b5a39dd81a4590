"""Names to sign in with on a site without mail: drawn at random, and offered by the sign-up form.

They are not chosen, since refusing a name that is taken would tell that it exists. The form shows the name before the
password is typed, so that a password manager keeps both. On a site with mail people sign in with their address, and
the name is hardly seen.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.core import signing

from tetsudo.web.accounts.models import User

WORDS: Final = (
    "amber", "arch", "birch", "bolt", "bridge", "canal", "castle", "cedar", "cherry", "cliff", "cloud", "coal",
    "copper", "coral", "crane", "creek", "delta", "dune", "ferry", "fir", "fjord", "fog", "garden", "gate",
    "harbour", "hill", "iron", "island", "ivy", "jade", "lake", "lamp", "lantern", "lime", "maple", "marsh",
    "meadow", "mill", "moss", "oak", "orchard", "pearl", "pine", "plum", "pond", "quarry", "rail", "reed",
    "ridge", "river", "rose", "sand", "signal", "silver", "slate", "spring", "spruce", "station", "stone", "summit",
    "timber", "tower", "valley", "willow",
)  # fmt: skip
MAX_AGE_SECONDS: Final = 24 * 3600
"""Seconds for which an offered name may be taken."""

SALT: Final = "sign-in-name"


def offered_name() -> str:
    """A name that no one has."""
    while True:
        name = f"{secrets.choice(WORDS)}-{secrets.choice(WORDS)}-{secrets.randbelow(9000) + 1000}"
        if not User.objects.filter(username=name).exists():
            return name


def signed(name: str) -> str:
    """Signature of an offered name, sent along with the form."""
    return signing.dumps(name, salt=SALT)


def is_offered(name: str, signature: str) -> bool:
    """True if this site offered a name lately."""
    try:
        return bool(signing.loads(signature, salt=SALT, max_age=MAX_AGE_SECONDS) == name)
    except signing.BadSignature:
        return False
