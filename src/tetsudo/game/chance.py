"""What chance decides: by a secret number, and by which question it is. Nothing else knows it beforehand."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from tetsudo.core.actions import Chance
from tetsudo.core.frames import Draw

SECRET_BITS: Final = 63
"""Of a secret number that nobody chose."""

KEY_BYTES: Final = 16
DIGEST_BYTES: Final = 16
"""A result is the rest of so large a number that all are equally likely, but for one in 2 ** 120."""


def drawn(secret: int, asked: Draw) -> Chance:
    """The result of a draw, from 1 on: always the same for a power's n-th draw under a secret number.

    So it does not matter what else was done meanwhile, or done and taken back.
    """
    question = f"{asked.power}.{asked.number}".encode()
    key = secret.to_bytes(KEY_BYTES, "big")
    number = int.from_bytes(blake2b(question, digest_size=DIGEST_BYTES, key=key).digest(), "big")
    return Chance(result=1 + number % asked.sides)
