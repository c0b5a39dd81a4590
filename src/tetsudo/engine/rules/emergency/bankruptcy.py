"""Bankruptcy: when it may be declared, and what it ends (1889-EMR-08, 1889-END-01)."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import CompanyId, LotId, Money, PlayerId
from tetsudo.engine.rules.emergency.funds import liquidity, max_emergency_block, shortfall
from tetsudo.engine.rules.flow.stack import top_frame
from tetsudo.engine.rules.privates.lots import cash_outside_bids, held_by_bid
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.shares.trading import sell, sell_together
from tetsudo.engine.state.bids import bids_on, put_bid
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import BANKRUPTCY, CLOSED, State, cash_of, companies_with_status


def bankrupt_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Refusal code for declaring bankruptcy; "" if allowed (1889-EMR-08)."""
    if rules.forced_bankruptcy:
        return "bankrupt_by_itself"
    selling = _is_train_step(rules, state)
    if not selling and not rules.settings.early_bankruptcy:
        return "bankrupt_when"
    lacking = shortfall(rules, state, company)
    if not lacking:
        return "bankrupt_no_duty"
    president = president_of(state, company)
    means = liquidity(rules, state, president) if selling else cash_outside_bids(rules, state, president)
    return "bankrupt_can_pay" if means >= lacking else ""


def _is_train_step(rules: Ruleset, state: State) -> bool:
    """True if shares may be sold for a train now."""
    return rules.steps[top_frame(state, Turn).step] == "trains"


def release_bid(rules: Ruleset, state: State, log: Log, company: CompanyId) -> bool:
    """Return a president's bid on the last lot, if all funds and bids cover the shortfall; True if so (1890-9.3-d)."""
    president = president_of(state, company)
    held = [held_by_bid(rules, state, lot, president) for lot in range(len(rules.setup.lots))]
    if liquidity(rules, state, president) + sum(held) < shortfall(rules, state, company):
        return False
    lot = max(lot for lot, bid in enumerate(held) if bid)
    put_bid(state, lot, president, 0)
    log.append(events.BidReturned(president, lot, held[lot]))
    _return_uncovered_bids(rules, state, log, lot)
    return True


def _return_uncovered_bids(rules: Ruleset, state: State, log: Log, lot: LotId) -> None:
    """Return bids on a lot that are the highest now but whose money was spent while they were outbid."""
    while any(bids := bids_on(state, lot)):
        player = bids.index(max(bids))
        if cash_outside_bids(rules, state, player) >= 0:
            return
        put_bid(state, lot, player, 0)
        log.append(events.BidReturned(player, lot, bids[player]))


def go_bankrupt(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Bankrupt the president of a company and end the game.

    In the train step, everything that may be sold is sold first. The cash goes to the bank, unless the rules let the
    player keep it.

    1889-END-01, 1888*-END-01, 1888N-EMR-08, 1890-13.2-c.
    """
    player, closed = president_of(state, company), companies_with_status(state, CLOSED)
    own = cash_of(state, player)
    if _is_train_step(rules, state):
        _sell_all(rules, state, log, player)
    if companies_with_status(state, CLOSED) != closed:
        seize_proceeds(state, log, player, cash_of(state, player) - own)
    if rules.settings.bankrupt_cash == "bank":
        pay_bank(state, player, cash_of(state, player))  # 1888-END-03, 1890-13.2-d
        for lot in range(len(rules.setup.lots)):
            put_bid(state, lot, player, 0)
    state.ended = BANKRUPTCY  # 1888*-END-02, 1890-13.2-a
    state.bankrupt = player
    if state.priority == player:
        state.priority = rules.next_player(state, player)
    log.append(events.WentBankrupt(player, company))
    log.append(events.GameEnded(state.ended))


def seize_proceeds(state: State, log: Log, player: PlayerId, amount: Money) -> None:
    """Pay the bank the proceeds of a forced sale that closed a company (1890-14-g)."""
    if amount:
        pay_bank(state, player, amount)
        log.append(events.ProceedsSeized(player, amount))


def _sell_all(rules: Ruleset, state: State, log: Log, player: PlayerId) -> None:
    """Sell all that a president may sell for a train, block by block or all together."""
    if rules.settings.sales_together:
        blocks = [(company, max_emergency_block(rules, state, player, company)) for company in range(state.companies)]
        sell_together(rules, state, log, player, [(company, count) for company, count in blocks if count])
        return
    for company in range(state.companies):
        most = max_emergency_block(rules, state, player, company)
        if most:
            sell(rules, state, log, player, company, most)
