"""What is drawn by chance at a table, so that nobody who plays there can work it out."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

from tetsudo.core.units import PlayerId
from tetsudo.game.record import HIGHEST_SEED
from tetsudo.web.tables.models import Table


def new_seed() -> int:
    """A seed for the seating, the deal and the dice of a table: too long to be found by trying.

    It is shown once the game is over, in its record, unless dice are thrown in it.
    """
    return secrets.randbelow(HIGHEST_SEED + 1)


def of_bot(table: Table, seat: PlayerId, version: int) -> str:
    """What a program draws from for a decision: the same whenever it is asked, and known with the site's key only.

    Not the seed: what a program did would tell of it.
    """
    return salted_hmac("tetsudo.bots", f"{table.key} {seat} {version}", algorithm="sha256").hexdigest()
