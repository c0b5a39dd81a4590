"""Random numbers of a table that its players cannot predict."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

from tetsudo.core.units import PlayerId
from tetsudo.game.record import MAX_SEED
from tetsudo.web.tables.models import Table


def new_seed() -> int:
    """Seed for the seating, the deal and the dice of a table: too large for a brute-force search.

    The record shows it once the game is over, unless the game has dice.
    """
    return secrets.randbelow(MAX_SEED + 1)


def bot_seed(table: Table, seat: PlayerId, version: int) -> str:
    """Seed text for a bot's decision: the same at each call, and predictable only with the site's secret key.

    It is not derived from the table's seed, which the bot's moves could reveal.
    """
    return salted_hmac("tetsudo.bots", f"{table.key} {seat} {version}", algorithm="sha256").hexdigest()
