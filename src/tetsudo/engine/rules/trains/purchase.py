"""Purchase of a train from the bank: payment and effects."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.actions import BuyTrain
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.trains.depot import begin_phases
from tetsudo.engine.state.ownership import move_train, president_of
from tetsudo.engine.state.state import DEPOT, DISCARDED, State, move_cash, owner_of_company, treasury


def buy_from_bank(rules: Ruleset, state: State, log: Log, company: CompanyId, action: BuyTrain) -> None:
    """Buy a train from the depot or the market; the president pays what the treasury lacks."""
    owner = owner_of_company(state, company)
    lacking = action.price - treasury(state, company)  # 1888*-EMR-01, 1888*-EMR-05
    if lacking > 0:
        president = president_of(state, company)
        move_cash(state, president, owner, lacking)  # 1889-EMR-01, 1890-12.5-e
        log.append(events.PresidentContributed(president, company, lacking))
    pay_bank(state, owner, action.price)  # 1889-TRN-08, 1890-4.2.2-b
    if action.trade_in != NOBODY:
        # 1889-TRN-15, 1888*-TRN-14, 1890-12.4.1-b, 1890-12.4.1-c
        move_train(state, action.trade_in, company, state.companies + DISCARDED)
        log.append(events.TrainTradedIn(company, action.trade_in))
    move_train(state, action.train, action.seller, company)
    log.append(events.TrainBought(company, action.train, action.seller, action.price))
    if action.seller == state.companies + DEPOT:
        begin_phases(rules, state, log, action.train)
    for power in rules.powers.after_trains:
        power.after_train(rules, state, company, action.train, action.seller, log)
