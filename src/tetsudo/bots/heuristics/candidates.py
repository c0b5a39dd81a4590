"""Candidate actions: a few of each kind, few amounts, and sales together with the company they pay for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from tetsudo.bots.heuristics.policy import Policy, turn_company
from tetsudo.bots.heuristics.stock_round import share_sort_key, start
from tetsudo.core.actions import Action, BuyShare, Descriptor, LayPrivateTile, LayTile, Par, Pass, PlaceToken
from tetsudo.core.frames import Stock
from tetsudo.core.open_actions import Bids, Range, Runs, Sales
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.state import State

Plan: TypeAlias = tuple[Action, ...]
"""An action now, and the actions after it in the same turn, as long as they stay legal."""

DEFAULT_MAX_PER_KIND: Final = 4
"""Default maximum of candidates of a kind."""

MAX_PER_KIND: Final[dict[type[Action], int]] = {LayTile: 3, LayPrivateTile: 2, PlaceToken: 2, Par: 6, Bids: 5}

MAX_FUNDED_PLANS: Final = 2
"""Maximum number of sales that are tried with the company they pay for."""

MAX_CANDIDATES: Final = 14
"""Maximum number of candidates."""

WAITING_MARGIN: Final = 0.3
"""Margin, as a part of a won game, for passing instead of starting a company. A player who passes assumes that
others will start one; if all do that, nothing floats for three turns.
"""


def candidates(
    policy: Policy, state: State, player: PlayerId, offers: Sequence[Descriptor], usual: Action
) -> list[Plan]:
    """Plans that the offers admit, the usual action first; only that one for runs.

    Then the best of each kind, the second of each, and so on, so that every kind is tried even if time is short.
    """
    by_kind: dict[type[Action], list[Any]] = {}
    for offer in offers:
        by_kind.setdefault(type(offer), []).append(offer)
    if Runs in by_kind or (len(offers) == 1 and not isinstance(offers[0], Range)):
        return [(usual,)]
    found: list[list[Plan]] = []
    for kind, listed in by_kind.items():
        most = MAX_PER_KIND.get(kind, DEFAULT_MAX_PER_KIND)
        found.append([(action,) for action in list(_actions_of_kind(policy, state, player, kind, listed))[:most]])
    if Sales in by_kind and type(state.stack[-1]) is Stock:
        found.append(_funded_plans(policy, state, player, offers, by_kind[Sales]))
    in_turn = [plan for row in zip_longest(*found) for plan in row if plan is not None]
    return list(dict.fromkeys([(usual,), *in_turn]))[:MAX_CANDIDATES]


def waiting_margin(plan: Plan, usual: Action) -> float:
    """Margin by which a plan must beat the usual action if it passes instead of starting a company."""
    return WAITING_MARGIN if isinstance(usual, Par) and isinstance(plan[0], Pass) else 0.0


def _actions_of_kind(
    policy: Policy, state: State, player: PlayerId, kind: type[Action], listed: list[Any]
) -> Iterable[Action]:
    potential = policy.potential
    if kind in (LayTile, LayPrivateTile):
        quick = sorted(listed, key=lambda each: -potential.lay_value(each.hex, each.tile, each.rotation))
        return potential.best_lays(state, quick, turn_company(state, player), MAX_PER_KIND[kind])
    if kind is PlaceToken:
        best = potential.best_token(state, listed, listed[0].company)
        return [best] if best else listed[:1]
    if kind is Par:
        return _pars(policy, listed)
    if kind is BuyShare:
        return sorted(listed, key=lambda share: share_sort_key(policy, state, player, share), reverse=True)
    if kind is Bids:
        return [offer.example() for offer in listed]
    if kind is Sales:
        return _sales(policy, state, listed)
    if issubclass(kind, Range):
        return [offer.at(amount) for offer in listed for amount in dict.fromkeys((offer.high, offer.low))]
    return listed


def _sales(policy: Policy, state: State, listed: list[Sales]) -> list[Action]:
    """Maximum sales of the cheapest companies first, then single shares."""
    cheap = sorted(listed, key=lambda sale: price_of(policy.rules, state, sale.company))
    return list(dict.fromkeys([*(sale.at(sale.high) for sale in cheap), *(sale.at(sale.low) for sale in cheap)]))


def _pars(policy: Policy, listed: list[Par]) -> list[Par]:
    """Best homes at the highest par, and the best home at other pars."""
    homes = sorted({par.company for par in listed}, key=lambda company: -policy.potential.home_value(company))
    prices = sorted({par.price for par in listed}, reverse=True)
    wanted = [(home, price) for price in (prices[0], prices[len(prices) // 2]) for home in homes[:3]]
    wanted[2:2] = [(homes[0], price) for price in prices]
    known = {(par.company, par.price): par for par in listed}
    return [known[each] for each in dict.fromkeys(wanted) if each in known]


def _funded_plans(
    policy: Policy, state: State, player: PlayerId, offers: Sequence[Descriptor], sales: list[Sales]
) -> list[Plan]:
    """Sales that pay for a company which could not be started without them."""
    could = {offer for offer in offers if type(offer) is Par}
    found: list[Plan] = []
    for sale in _sales(policy, state, sales):
        after = state.clone()
        engine.perform(policy.rules, after, sale, [])
        if after.ended or engine.actor(policy.rules, after) != player:
            continue
        pars = [offer for offer in engine.listing(policy.rules, after, player) if type(offer) is Par]
        wanted = start(policy, after, player, pars) if pars else None
        if wanted is not None and wanted not in could:
            found.append((sale, wanted))
        if len(found) == MAX_FUNDED_PLANS:
            break
    return found
