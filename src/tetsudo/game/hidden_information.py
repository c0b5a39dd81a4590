"""Hidden information: actions and events without the amounts that a viewer does not know.

A secret amount between two parties is known to each viewer who sees the cash of one of them.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import TypeAlias

from tetsudo.core.actions import Action, BuyTrain
from tetsudo.core.corrections import CorrectCash, CorrectTreasury
from tetsudo.core.events import (
    CashTaken,
    Event,
    Joined,
    Log,
    OfferMade,
    PositionCorrected,
    PresidentContributed,
    ProceedsSeized,
    TrainBought,
)
from tetsudo.core.frames import Offer
from tetsudo.core.units import HIDDEN, CompanyId, OwnerId, PlayerId, is_hidden
from tetsudo.engine.rules.flow.stack import replace_top
from tetsudo.engine.rules.flow.visibility import hidden_owners, redacted_state
from tetsudo.engine.rules.privates.lots import cash_in_bids
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State, bank_of, cash_of, put_cash, treasury

Viewers: TypeAlias = frozenset[PlayerId]
"""Viewers of a game: an amount that any of them does not know is hidden. Empty: everything is known."""


def visible_state(rules: Ruleset, eyes: Viewers, state: State) -> State:
    """Position as the viewers know it: a copy, or the same object if nothing is hidden."""
    for player in eyes:
        state = redacted_state(rules, state, player)
    return state


def visible_step(
    rules: Ruleset, eyes: Viewers, before: State | None, action: Action, events: Log
) -> tuple[Action, Log]:
    """Action and its events as the viewers know them."""
    hidden = _hidden_owners(rules, eyes, before)
    if _is_secret(_parties_of_action(rules, action), hidden):
        covered = action.replaced(price=HIDDEN)
    else:
        covered = action
    return covered, [_visible_event(rules, action, event, hidden) for event in events]


def sampled_state(rules: Ruleset, state: State, secret: int) -> State:
    """Position with the unknown amounts drawn at random from `secret`; the same object if everything is known.

    An amount is drawn up to twice the average known amount. A player has at least their bids. The bank has the rest.
    """
    random, bank = Random(secret), bank_of(state)
    hidden = [owner for owner in range(bank + 1) if is_hidden(cash_of(state, owner))]
    if not hidden:
        return state
    seen = [cash_of(state, owner) for owner in range(bank) if owner not in hidden and cash_of(state, owner)]
    most = 2 * (sum(seen) // len(seen) if seen else rules.settings.starting_cash)
    least = {
        owner: cash_in_bids(rules, state, owner) if owner < state.players else 0 for owner in hidden if owner != bank
    }
    amounts = {owner: low + random.randint(0, most) for owner, low in least.items()}
    rest = rules.settings.bank - sum(cash_of(state, owner) for owner in range(bank) if owner not in hidden)
    if rest <= sum(amounts.values()):
        amounts = least
    drawn = state.clone()
    put_cash(drawn, {**amounts, bank: rest - sum(amounts.values())})
    offer = drawn.stack[-1]
    if isinstance(offer, Offer) and is_hidden(offer.price):
        replace_top(drawn, offer.replaced(price=random.randint(1, max(1, treasury(drawn, offer.buyer)))))
    return drawn


def _hidden_owners(rules: Ruleset, eyes: Viewers, before: State | None) -> frozenset[OwnerId]:
    """Owners whose cash was hidden; without the position, so without its presidents, all owners except the viewer."""
    if before is not None:
        return frozenset[OwnerId]().union(*(hidden_owners(rules, before, player) for player in eyes))
    everybody = range(rules.setup.players + len(rules.setup.companies) + 1)
    return frozenset(owner for owner in everybody if eyes != {owner})


def _visible_event(rules: Ruleset, action: Action, event: Event, hidden: Collection[OwnerId]) -> Event:
    if not _is_secret(_parties(rules, action, event), hidden):
        return event
    if isinstance(event, PositionCorrected):
        return event.replaced(correction=event.correction.replaced(price=HIDDEN))
    return event.replaced(price=HIDDEN)


def _is_secret(parties: Collection[OwnerId], hidden: Collection[OwnerId]) -> bool:
    return bool(parties) and all(owner in hidden for owner in parties)


def _parties(rules: Ruleset, action: Action, event: Event) -> tuple[OwnerId, ...]:
    """Parties of an event's secret amount; empty if the amount is public."""
    first = rules.setup.players
    match event:
        case TrainBought(company, _train, seller):
            return _parties_of_deal(rules, company, seller)
        case OfferMade() | PositionCorrected():
            return _parties_of_action(rules, action)
        case PresidentContributed(player, company):
            return player, first + company
        case ProceedsSeized(player):
            return (player,)
        case Joined(_player, company, into):
            return first + company, first + into
        case CashTaken(player, company):
            return player, first + company
        case _:
            return ()


def _parties_of_action(rules: Ruleset, action: Action) -> tuple[OwnerId, ...]:
    match action:
        case BuyTrain():
            return _parties_of_deal(rules, action.company, action.seller)
        case CorrectCash():
            return (action.holder,)
        case CorrectTreasury():
            return (rules.setup.players + action.company,)
        case _:
            return ()


def _parties_of_deal(rules: Ruleset, company: CompanyId, seller: int) -> tuple[OwnerId, ...]:
    """Buyer and seller of a train if its price is secret; the price of a train from the bank is public."""
    if not rules.settings.hidden_train_prices or seller >= len(rules.setup.companies):  # 1890-C.10.2-a
        return ()
    return rules.setup.players + company, rules.setup.players + seller
