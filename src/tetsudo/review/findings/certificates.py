"""Certificates unused: passes below the certificate limit with a share that could be bought."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import BuyShare, Pass
from tetsudo.core.frames import Stock
from tetsudo.core.units import CompanyId, Money, PlayerId
from tetsudo.engine.rules.rounds.stock.stock_round import TurnFacts, purchases
from tetsudo.engine.rules.shares.limits import certificates
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.state.state import cash_of
from tetsudo.review.findings.kinds import UnusedCertificate
from tetsudo.review.findings.past import Past, Step


def unused_certificates(past: Past) -> Iterator[UnusedCertificate]:
    """Last pass of each player in each stock round, if a share could be bought below the certificate limit."""
    last: dict[tuple[int, PlayerId], Step] = {}
    for step in past.steps:
        frame = step.before.stack[-1]
        if isinstance(frame, Stock) and step.action.player == frame.player:
            last[step.before.turn, frame.player] = step
    for (turn, player), step in last.items():
        yield from _unused(past, step, turn, player)


def _unused(past: Past, step: Step, turn: int, player: PlayerId) -> Iterator[UnusedCertificate]:
    """Finding about a player's last action in a stock round, if it is one."""
    if not is_stock_pass(step, player):
        return
    held, limit = certificates(past.rules, step.before, player), past.rules.settings.certificate_limit
    share = cheapest_share(past, step)
    if share is None or held >= limit:
        return
    price, company = share
    cash, clause = cash_of(step.before, player), past.clause("certificate_limit")
    yield UnusedCertificate(player, company, step.move, clause, turn, held, limit, cash, price)


def is_stock_pass(step: Step, player: PlayerId) -> bool:
    """True if a move is a player's pass in their turn of a stock round, with no purchase in it."""
    frame = step.before.stack[-1]
    is_in_turn = isinstance(frame, Stock) and frame.player == player and not frame.bought
    return is_in_turn and isinstance(step.action, Pass) and step.action.player == player


def cheapest_share(past: Past, step: Step) -> tuple[Money, CompanyId] | None:
    """Price and company of the cheapest share that the player in turn could buy before a move; None if there is none.

    Starting a company does not count.
    """
    rules, state = past.rules, step.before
    prices = [(share_price(rules, state, each.company, each.source), each.company) for each in share_offers(past, step)]
    return min(prices, default=None)


def share_offers(past: Past, step: Step) -> list[BuyShare]:
    """Shares that the player in turn of a stock round could buy before a move."""
    rules, state, frame = past.rules, step.before, step.before.stack[-1]
    assert isinstance(frame, Stock)
    return [offer for offer in purchases(rules, state, TurnFacts(rules, state, frame)) if isinstance(offer, BuyShare)]
