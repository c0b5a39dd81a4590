"""Notes below a train table, generated from its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tetsudo.core.units import NOBODY, TrainId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.model.title import Setup
from tetsudo.language.labels import Labels

EXPORTS: Final = {
    "set": Phrase("After each set of operating rounds the next train is exported, if it is a {trains}."),
    "sold": Phrase(
        "Once a train has been sold: after each set of operating rounds the next train is exported, if it is a "
        "{trains}."
    ),
}
"""Texts by the setting `exports`."""


def train_notes(setup: Setup) -> list[str]:
    """Notes on early sales, trade-in prices, exports, and trains sold between companies."""
    labels = Labels(setup, ())
    return [*_sales(labels), *_exports(labels), *_trades(labels)]


def _sales(labels: Labels) -> Iterator[str]:
    for train in labels.setup.trains:
        name = labels.label("train", train.id)
        if train.available_from != NOBODY:
            first = labels.label("train", train.available_from)
            yield labels.say("The {train} is on sale from the first {first} on.").format(train=name, first=first)
        if train.trade_ins:
            text = labels.say("A {train} costs {price} when a {old} is traded in.")
            price, old = labels.money(train.trade_in_price), one_of(labels.setup, train.trade_ins)
            yield text.format(train=name, price=price, old=old)


def _exports(labels: Labels) -> Iterator[str]:
    setup = labels.setup
    exported = [train.id for train in setup.trains if train.exported]
    if exported and setup.settings.exports in EXPORTS:
        yield labels.say(EXPORTS[setup.settings.exports].template).format(trains=one_of(setup, exported))


def _trades(labels: Labels) -> Iterator[str]:
    setup = labels.setup
    first = next((phase for phase in setup.phases if phase.trades_trains), None)
    if first is not None and first != setup.phases[0]:
        yield labels.say("Companies buy trains from each other from phase {phase} on.").format(phase=first.name)


def one_of(setup: Setup, trains: Sequence[TrainId]) -> str:
    """Alternative trains: "4, 5 or 6"."""
    labels = Labels(setup, ())
    names = [setup.trains[train].name for train in trains]
    return labels.say(" or ").join([labels.say(", ").join(names[:-1]), names[-1]] if len(names) > 1 else names)
