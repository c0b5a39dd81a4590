"""Results of random events, derived from a secret number and the draw. Players cannot predict them."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from tetsudo.core.actions import Chance
from tetsudo.core.frames import PendingDieRoll

SECRET_BITS: Final = 63
"""Number of bits of a secret number drawn at random."""

KEY_BYTES: Final = 16
DIGEST_BYTES: Final = 16
"""Number of bytes of the digest: its remainders are equally likely, except for a bias of one in 2 ** 120."""


def draw_result(secret: int, asked: PendingDieRoll) -> Chance:
    """Result of a draw, from 1: always the same for a power's n-th draw under a secret number.

    Other actions in between, undone or not, do not change it.
    """
    question = f"{asked.power}.{asked.number}".encode()
    key = secret.to_bytes(KEY_BYTES, "big")
    number = int.from_bytes(blake2b(question, digest_size=DIGEST_BYTES, key=key).digest(), "big")
    return Chance(result=1 + number % asked.sides)
