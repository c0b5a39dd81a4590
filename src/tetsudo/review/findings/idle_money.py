"""Money that lay idle to the end of the game, though a legal purchase would have paid off.

Pays off, exactly: a share's dividends until the end and its final price exceed what it cost; a train adds to the proved
best run of a later turn. All else is taken as played. A train that begins a phase is not counted, for it changes more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tetsudo.core.actions import BuyShare, BuyTrain, RunRoutes
from tetsudo.core.events import Floated, PaidOut
from tetsudo.core.units import NOBODY, CompanyId, Money, OwnerId, PlayerId, TrainId
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.state.ownership import company_trains, president_of
from tetsudo.engine.state.state import State, cash_of, is_floated, owner_of_company
from tetsudo.review.findings.certificates import is_stock_pass, share_offers
from tetsudo.review.findings.kinds import IdleMoney
from tetsudo.review.findings.past import Past, Step, has_rusted, turn_at
from tetsudo.review.findings.payments import spends


class _Chance(NamedTuple):
    """Purchase that would have paid off: its gain, the step, what it is of (share or train), price and return."""

    gain: Money
    step: Step
    what: int
    price: Money
    brought: Money


def idle_money(past: Past) -> Iterator[IdleMoney]:
    """Money that players and companies held to the end without paying for anything, though a purchase paid off."""
    for player in range(past.end.players):
        yield from _of_player(past, player)
    for company in range(past.end.companies):
        if is_floated(past.end, company):
            yield from _of_company(past, company)


def _of_player(past: Past, player: PlayerId) -> Iterator[IdleMoney]:
    last = max((at for at, step in enumerate(past.steps) if spends(past, step, player)), default=NOBODY)
    amount = _held_since(past, last, player)
    passes = [step for step in past.steps[last + 1 :] if is_stock_pass(step, player)]
    best = [chance for step in passes for chance in _best_share(past, step, amount)]
    if best:
        chance, clause = max(best, key=_order), past.finding_clause("idle_cash")
        yield IdleMoney(
            player,
            NOBODY,
            chance.step.move,
            clause,
            amount,
            len(best),
            chance.what,
            NOBODY,
            chance.price,
            chance.brought,
        )


def _order(chance: _Chance) -> tuple[Money, int]:
    """Order of chances: most gain, then earliest."""
    return chance.gain, -chance.step.move


def _best_share(past: Past, step: Step, amount: Money) -> list[_Chance]:
    """The share that paid off most of those that a player passed on; none if there is none."""
    chances = [_share_chance(past, step, offer) for offer in share_offers(past, step)]
    paying = [chance for chance in chances if chance.price <= amount and chance.gain > 0]
    return [max(paying, key=lambda chance: (chance.gain, -chance.what))] if paying else []


def _share_chance(past: Past, step: Step, offer: BuyShare) -> _Chance:
    company = offer.company
    price = share_price(past.rules, step.before, company, offer.source)
    brought = price_of(past.rules, past.end, company) + _dividends(past, step.move, company)
    return _Chance(brought - price, step, company, price, brought)


def _dividends(past: Past, since: int, company: CompanyId) -> Money:
    """Dividends of one share of a company from a move on."""
    shares = past.rules.shares[company]
    events = [event for step in past.steps if step.move >= since for event in step.events]
    paid = [event for event in events if isinstance(event, PaidOut) and event.company == company]
    return sum(event.price // shares for event in paid)


def _of_company(past: Past, company: CompanyId) -> Iterator[IdleMoney]:
    owner = owner_of_company(past.end, company)
    last = max(
        (at for at, step in enumerate(past.steps) if spends(past, step, owner) or _floats(step, company)),
        default=NOBODY,
    )
    amount, steps = _held_since(past, last, owner), past.steps[last + 1 :]
    passes = [step for step in steps if turn_at(past, step) == (company, "trains")]
    best = [chance for step in passes for chance in _best_train(past, steps, step, company, amount)]
    if best:
        chance, clause = max(best, key=_order), past.finding_clause("idle_treasury")
        yield IdleMoney(
            president_of(chance.step.before, company),
            company,
            chance.step.move,
            clause,
            amount,
            len(best),
            NOBODY,
            chance.what,
            chance.price,
            chance.brought,
        )


def _floats(step: Step, company: CompanyId) -> bool:
    return any(isinstance(event, Floated) and event.company == company for event in step.events)


def _best_train(past: Past, steps: Sequence[Step], step: Step, company: CompanyId, amount: Money) -> list[_Chance]:
    """The train of the bank that would have added most to a company's later runs; none if none adds anything."""
    runs = [
        each
        for each in steps
        if each.move > step.move and isinstance(each.action, RunRoutes) and each.action.company == company
    ]
    if not runs:
        return []
    chances = []
    for offer in engine.listing(past.rules, step.before, president_of(step.before, company)):
        if isinstance(offer, BuyTrain) and _is_plain(past, step.before, offer) and offer.price <= amount:
            added = sum(_added(past, run, company, offer.train) for run in runs)
            chances.append(_Chance(added, step, offer.train, offer.price, added))
    paying = [chance for chance in chances if chance.gain > 0]
    return [max(paying, key=lambda chance: (chance.gain, -chance.what))] if paying else []


def _is_plain(past: Past, state: State, offer: BuyTrain) -> bool:
    """True if a train is the bank's, is paid in full, and begins no phase."""
    from_bank = offer.seller >= state.companies and offer.trade_in == NOBODY
    return from_bank and past.rules.phase_of_train[offer.train] <= state.phase


def _added(past: Past, run: Step, company: CompanyId, train: TrainId) -> Money:
    """Revenue that one more train adds to the best run at a position; 0 if it is gone or above the train limit."""
    state, fleet = run.before, tuple(company_trains(run.before, company))
    if has_rusted(past, state, train) or len(fleet) >= past.rules.train_limit(state, company):
        return 0
    more = tuple(sorted((*fleet, train)))
    return _best(past, state, company, more) - _best(past, state, company, fleet)


def _best(past: Past, state: State, company: CompanyId, fleet: tuple[TrainId, ...]) -> Money:
    rules = past.rules
    offboard = rules.setup.phases[state.phase].offboard
    return proved_run(rules.atlas.network(state), company, fleet, offboard, rules.valuation).revenue


def _held_since(past: Past, last: int, owner: OwnerId) -> Money:
    """Cash of an owner after the step at `last`, or at the start of the game."""
    if not past.steps:
        return cash_of(past.end, owner)
    return cash_of(past.steps[0].before if last == NOBODY else past.steps[last].after, owner)
