"""Forced purchases that cost the president nothing a turn earlier."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import BuyTrain
from tetsudo.core.events import PresidentContributed, TrainBought
from tetsudo.core.units import NOBODY, CompanyId
from tetsudo.engine.rules import engine
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import treasury
from tetsudo.review.findings.kinds import CheaperTrainEarlier
from tetsudo.review.findings.past import Past, Step, company_turns, has_rusted, turn_at


def cheaper_trains_earlier(past: Past) -> Iterator[CheaperTrainEarlier]:
    """Purchases that a president helped to pay, though in the turn before the company could buy a train alone.

    Only trains of the bank count that had not rusted by the forced purchase, without a trade-in.
    """
    turns = _turns_of(past)
    for step in past.steps:
        for event in step.events:
            if isinstance(event, PresidentContributed):
                yield from _cheaper(past, step, event, turns[event.company])


def _turns_of(past: Past) -> dict[CompanyId, list[list[Step]]]:
    """Moves of each turn of each company."""
    turns: dict[CompanyId, list[list[Step]]] = {company: [] for company in range(past.end.companies)}
    for company, steps in company_turns(past):
        turns[company].append(steps)
    return turns


def _cheaper(
    past: Past, step: Step, event: PresidentContributed, turns: list[list[Step]]
) -> Iterator[CheaperTrainEarlier]:
    """Finding about a forced purchase, if the turn before had a train that the company could pay."""
    before = [turn for turn in turns if turn[0].move <= step.move][:-1]
    options = _options(past, before[-1], step) if before else []
    bought = next((each for each in step.events if isinstance(each, TrainBought)), None)
    if not options or bought is None:
        return
    earlier, choice = min(options, key=lambda option: (option[1].price, option[0].move))
    yield CheaperTrainEarlier(
        event.player,
        event.company,
        step.move,
        past.clause("must_buy_train"),
        bought.train,
        bought.price,
        event.price,
        earlier.move,
        choice.train,
        choice.price,
        treasury(earlier.before, event.company),
    )


def _options(past: Past, turn: list[Step], forced: Step) -> list[tuple[Step, BuyTrain]]:
    """Trains of the bank that a company could pay alone in a turn, with the move before which it could."""
    return [
        (step, offer)
        for step in turn
        for company, name in (turn_at(past, step),)
        if name == "trains"
        for offer in engine.listing(past.rules, step.before, president_of(step.before, company))
        if isinstance(offer, BuyTrain)
        and offer.seller >= step.before.companies
        and offer.trade_in == NOBODY
        and offer.price <= treasury(step.before, company)
        and not has_rusted(past, forced.before, offer.train)
    ]
