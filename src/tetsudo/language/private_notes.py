"""Notes on a private's acquisition, value and sale, generated from its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tetsudo.core.units import NOBODY
from tetsudo.engine.model.title import Private, Setup
from tetsudo.language.labels import Labels

ANY_PRICE: Final = 100
"""Multiple of a private's price from which its highest sale price counts as "any price"."""


def private_notes(private: Private, setup: Setup) -> list[str]:
    """Notes on a private's acquisition, value and certificate limit, if unusual."""
    return list(_notes(private, Labels(setup, ())))


def _notes(private: Private, labels: Labels) -> Iterator[str]:
    if private.minor != NOBODY:
        yield labels.say("{minor} converts into it").format(minor=labels.label("company", private.minor))
    elif private.late:
        yield labels.say("bought from the bank in stock rounds, from game turn 2 on")
    if private.falls:
        yield labels.say("{amount} less for each turn it is not sold").format(amount=labels.money(private.falls))
    if private.face not in (NOBODY, private.price):
        yield labels.say("counts {amount} once owned").format(amount=labels.money(private.face))
    if not private.counted:
        yield labels.say("does not count toward the certificate limit")
    if not private.high:
        yield labels.say("no company may buy it")


def sale_text(private: Private, setup: Setup) -> str:
    """Price range for a sale to a company; "" if it cannot be sold to one."""
    labels = Labels(setup, ())
    if private.high and private.high >= ANY_PRICE * private.price:
        return labels.say("any price")
    return f"{labels.money(private.low)}–{labels.money(private.high)}" if private.high else ""
