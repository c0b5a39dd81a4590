"""Shortfall of a forced purchase, and the president's means to cover it."""

from __future__ import annotations

from tetsudo.core.frames import ForcedSale, Turn
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules.privates.lots import cash_outside_bids
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import max_president_block, max_sellable
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import cheapest_train, must_buy
from tetsudo.engine.state.ownership import has_any_player_sold, has_sold, president_of
from tetsudo.engine.state.state import State, treasury


def shortfall(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """Amount that a forced buyer's treasury lacks for the cheapest train; 0 if it is not forced or lacks nothing.

    1888*-EMR-04, 1890-12.3-d, 1890-12.5-a, 1890-12.5-b.
    """
    if not must_buy(rules, state, company):
        return 0
    return max(0, cheapest_train(rules, state) - treasury(state, company))


def amount_to_raise(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """Amount that a company's president must raise by selling shares."""
    lacking = shortfall(rules, state, company)
    return max(0, lacking - cash_outside_bids(rules, state, president_of(state, company))) if lacking else 0


def max_emergency_block(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> int:
    """Maximum block that a president could sell, in shares.

    Only one block per turn, and no presidency may be lost (1889-EMR-05, 1889-EMR-06). Other rules allow several blocks,
    or any change of presidency except the buyer's.

    1888*-EMR-06, 1888*-EMR-07, 1890-14-d, 1890-14-e, 1890-14-i.
    """
    if has_sold(state, player, company) and rules.one_block:
        return 0
    if rules.settings.forced_sales == "keep" or company == _buyer(state):
        return max_president_block(rules, state, player, company)
    return max_sellable(rules, state, player, company)


def _buyer(state: State) -> CompanyId:
    """Company in turn; NOBODY if none."""
    frame = state.stack[-1]
    return frame.company if isinstance(frame, (Turn, ForcedSale)) else NOBODY


def proceeds(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """Maximum amount that a president's shares can bring in an emergency."""
    return sum(
        max_emergency_block(rules, state, player, company) * price_of(rules, state, company)
        for company in range(state.companies)
    )


def liquidity(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """A player's spendable cash, plus the proceeds of all allowed emergency sales."""
    return cash_outside_bids(rules, state, player) + proceeds(rules, state, player)


def must_buy_after_sale(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if shares were sold for a train that a company must still buy from the bank.

    1889-EMR-02, 1889-EMR-07, 1888*-EMR-02, 1890-12.5-d.
    """
    return has_any_player_sold(state) and must_buy(rules, state, company)


def is_treasury_reserved(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if the treasury is reserved for a train for which shares were sold (1889-EMR-04)."""
    return rules.settings.binding_sales and must_buy_after_sale(rules, state, company)


def can_pay(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company has no shortfall for a forced train, or its president can cover it."""
    lacking = shortfall(rules, state, company)
    return not lacking or liquidity(rules, state, president_of(state, company)) >= lacking
