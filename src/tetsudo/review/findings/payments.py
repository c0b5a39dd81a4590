"""Payments in a move, by owner, read from its events."""

from __future__ import annotations

from collections import Counter

from tetsudo.analysis.accounts.cash_flow import flows
from tetsudo.core.events import (
    CashTaken,
    Event,
    Joined,
    PassageBought,
    PresidentContributed,
    PrivateBought,
    TerrainPaid,
    TileLaid,
    TokenPlaced,
    TokenRestored,
    TrainBought,
)
from tetsudo.core.units import NOBODY, Money, OwnerId
from tetsudo.engine.state.state import cash_of, owner_of_company
from tetsudo.review.findings.past import Past, Step

COMPANY_PAYS = (
    TileLaid,
    TerrainPaid,
    TokenPlaced,
    TokenRestored,
    PassageBought,
    TrainBought,
    PrivateBought,
    Joined,
    CashTaken,
)
"""Events whose company pays their price; a minor pays what it brings into a company or leaves to its owner."""


def payments(past: Past, step: Step) -> Counter[OwnerId]:
    """Amount that each owner paid in a move. The president's part of a train is the president's payment."""
    if step.move not in past.payments:
        past.payments[step.move] = _payments(past, step)
    return past.payments[step.move]


def _payments(past: Past, step: Step) -> Counter[OwnerId]:
    paid: Counter[OwnerId] = Counter()
    for event in step.events:
        for flow in flows(past.rules, event, NOBODY):
            if flow.amount < 0:
                paid[flow.player] -= flow.amount
        paid.update(_company_payment(step, event))
    return paid


def _company_payment(step: Step, event: Event) -> dict[OwnerId, Money]:
    if isinstance(event, TerrainPaid) and event.company == NOBODY:  # for the tile of a player's private
        return {step.action.player: event.price}
    if isinstance(event, COMPANY_PAYS):
        return {owner_of_company(step.before, event.company): event.price}
    if isinstance(event, PresidentContributed):
        return {owner_of_company(step.before, event.company): -event.price}
    return {}


def spends(past: Past, step: Step, owner: OwnerId) -> bool:
    """True if an owner paid anything in a move, or has less after it."""
    return payments(past, step)[owner] > 0 or cash_of(step.after, owner) < cash_of(step.before, owner)
