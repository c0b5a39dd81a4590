"""Share trading: transfers and payments, for one certificate or a block."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, Money, PlaceId, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import bank_pays, pay_bank
from tetsudo.engine.rules.shares.floating import float_if_due, pay_for_unsold
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.presidency import pass_presidency_on, swap_presidency
from tetsudo.engine.rules.shares.price_moves import drop_price
from tetsudo.engine.state.ownership import (
    holding,
    ipo_of,
    market_of,
    move_ordinary,
    ordinary_shares,
    president_of,
    president_place,
)
from tetsudo.engine.state.state import IPO, MARKET, RESERVED, State, cell_of, par_of


def sell(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, count: int) -> None:
    """Sell one block to the market: presidency, cash at the old price, then the fall (1889-SEL-04, 1889-SEL-12)."""
    sell_without_fall(rules, state, log, player, company, count)
    drop_price(rules, state, log, company, count)


def sell_together(
    rules: Ruleset, state: State, log: Log, player: PlayerId, blocks: Sequence[tuple[CompanyId, int]]
) -> None:
    """Sell several blocks, all at the prices before any of them falls."""
    for company, count in blocks:
        sell_without_fall(rules, state, log, player, company, count)
    for company, count in blocks:
        drop_price(rules, state, log, company, count)


def sell_without_fall(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, count: int) -> None:
    """Sell one block to the market at the current price, which does not fall yet."""
    price = price_of(rules, state, company)
    if president_place(state, company) == player:
        pass_presidency_on(rules, state, log, player, company, count)
    # 1889-SEL-01, 1888*-SEL-05, 1890-3.12.3-a, 1890-8.3.1-a
    move_ordinary(state, company, player, market_of(state), count)
    bank_pays(rules, state, log, player, price * count)  # 1889-SEL-01, 1888*-SEL-06, 1890-8.3.1-b
    log.append(events.SharesSold(player, company, count, price * count))


def gain_share(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, source: PlaceId) -> None:
    """Give a player one ordinary certificate, then check presidency and float again."""
    move_ordinary(state, company, source, player, 1)
    president = president_of(state, company)
    if president not in (NOBODY, player):
        weight = rules.president_shares[company]
        # 1889-BUY-11, 1888*-DIR-01, 1888*-DIR-02, 1890-6.5-a, 1890-6.5-b
        if ordinary_shares(state, company, player) > holding(state, company, president, weight):
            swap_presidency(rules, state, log, company, president, player)
    float_if_due(rules, state, log, company)


def buy(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, source: PlaceId) -> None:
    """Buy one ordinary certificate from the IPO or the market.

    1889-BUY-07, 1889-BUY-08, 1889-BUY-09, 1889-BUY-25, 1890-7.3.2-c.
    """
    price = share_price(rules, state, company, source)
    log.append(events.ShareBought(player, company, source, price))
    if source == ipo_of(state):
        pay_for_unsold(rules, state, log, player, company, price)
    else:
        pay_bank(state, player, price)  # 1888*-BUY-04, 1890-4.2.2-b
    gain_share(rules, state, log, player, company, source)


def share_price(rules: Ruleset, state: State, company: CompanyId, source: PlaceId) -> Money:
    """Price of an ordinary certificate at a place (1888*-BUY-02, 1888*-BUY-03, 1890-8.4-c, 1890-8.4-d)."""
    at_par = source == ipo_of(state) and not rules.own_shares
    return par_of(state, company) if at_par else price_of(rules, state, company)


def is_sold_out(state: State, company: CompanyId) -> bool:
    """True if players hold every share: none in IPO, market or reserve (1889-ESR-03, 1890-8.6.1-c, 1890-C.8.4-ae)."""
    if cell_of(state, company) == NOBODY or president_place(state, company) >= state.players:
        return False
    return not any(ordinary_shares(state, company, state.players + place) for place in (IPO, MARKET, RESERVED))
