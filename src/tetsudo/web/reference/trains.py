"""Notes below a train table, generated from its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.core.units import NOBODY, TrainId
from tetsudo.engine.model.title import Setup
from tetsudo.language.labels import Labels
from tetsudo.web.common.language import join_list

EXPORTS: Final = {
    "set": gettext_lazy("After each set of operating rounds the next train is exported, if it is a {trains}."),
    "sold": gettext_lazy(
        "Once a train has been sold: after each set of operating rounds the next train is exported, if it is a "
        "{trains}."
    ),
}
"""Texts by the setting `exports`."""


def train_notes(setup: Setup) -> list[str]:
    """Notes on early sales, trade-in prices, exports, and trains sold between companies."""
    return [*_sales(setup), *_exports(setup), *_trades(setup)]


def _sales(setup: Setup) -> Iterator[str]:
    labels = Labels(setup, ())
    for train in setup.trains:
        name = labels.label("train", train.id)
        if train.available_from != NOBODY:
            first = labels.label("train", train.available_from)
            yield _("The {train} is on sale from the first {first} on.").format(train=name, first=first)
        if train.trade_ins:
            text = _("A {train} costs {price} when a {old} is traded in.")
            price, old = labels.money(train.trade_in_price), one_of(setup, train.trade_ins)
            yield text.format(train=name, price=price, old=old)


def _exports(setup: Setup) -> Iterator[str]:
    exported = [train.id for train in setup.trains if train.exported]
    if exported and setup.settings.exports in EXPORTS:
        yield str(EXPORTS[setup.settings.exports]).format(trains=one_of(setup, exported))


def _trades(setup: Setup) -> Iterator[str]:
    first = next((phase for phase in setup.phases if phase.trades_trains), None)
    if first is not None and first != setup.phases[0]:
        yield _("Companies buy trains from each other from phase {phase} on.").format(phase=first.name)


def one_of(setup: Setup, trains: Sequence[TrainId]) -> str:
    """Alternative trains: "4, 5 or 6"."""
    names = [setup.trains[train].name for train in trains]
    return _(" or ").join([join_list(names[:-1]), names[-1]] if len(names) > 1 else names)
