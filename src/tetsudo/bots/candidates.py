"""What is worth trying of all that may be done: a few of each kind, amounts by a few sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tetsudo.actions import Action, Descriptor, LayPrivateTile, LayTile, Par, PlaceToken
from tetsudo.bots.policy import turn_company
from tetsudo.bots.potential import Potential
from tetsudo.descriptors import Bids, Range, Runs, Sales
from tetsudo.rules.market.prices import price_of
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import PlayerId

LAYS: Final = 3
"""How many lays are tried, those that change most in the best run."""

PARS: Final = 8
MOST: Final = 14
"""How many candidates there are at all."""


def candidates(
    rules: Ruleset, state: State, player: PlayerId, offers: Sequence[Descriptor], usual: Action
) -> list[Action]:
    """Actions that the offers admit, the usual one first; it alone where routes are run."""
    by_kind: dict[type[Action], list[Any]] = {}
    for offer in offers:
        by_kind.setdefault(type(offer), []).append(offer)
    if Runs in by_kind:
        return [usual]
    found: list[Action] = [usual]
    for kind, listed in by_kind.items():
        found += _of_kind(rules, state, player, kind, listed)
    return list(dict.fromkeys(found))[:MOST]


def _of_kind(rules: Ruleset, state: State, player: PlayerId, kind: type[Action], listed: list[Any]) -> Iterable[Action]:
    potential = Potential.of(rules)
    if kind in (LayTile, LayPrivateTile):
        return _lays(rules, state, player, listed)
    if kind is PlaceToken:
        best = potential.best_token(state, listed, listed[0].company)
        return [best] if best else listed[:1]
    if kind is Par:
        return _pars(potential, listed)
    if kind is Bids:
        return [offer.example() for offer in listed]
    if kind is Sales:
        cheap = sorted(listed, key=lambda sale: price_of(rules, state, sale.company))
        return [sale.at(count) for sale in cheap for count in dict.fromkeys((sale.low, sale.high))]
    if issubclass(kind, Range):
        return [offer.at(amount) for offer in listed for amount in dict.fromkeys((offer.low, offer.high))]
    return listed


def _lays(rules: Ruleset, state: State, player: PlayerId, listed: list[Any]) -> list[Action]:
    """The best by what they change, and the best by themselves."""
    potential = Potential.of(rules)
    quick = sorted(listed, key=lambda each: -potential.lay(each.hex, each.tile, each.rotation))
    company = turn_company(state, player)
    return [*potential.best_lays(state, quick, company, LAYS)]


def _pars(potential: Potential, listed: list[Par]) -> list[Par]:
    """The best homes at the highest price, and the best at others."""
    homes = sorted({par.company for par in listed}, key=lambda company: -potential.home(company))
    prices = sorted({par.price for par in listed}, reverse=True)
    wanted = [(home, price) for price in (prices[0], prices[len(prices) // 2]) for home in homes[:4]]
    wanted += [(homes[0], price) for price in prices]
    known = {(par.company, par.price): par for par in listed}
    return [known[each] for each in dict.fromkeys(wanted) if each in known][:PARS]
