"""What a forced purchase lacks, and what its president has to pay it with."""

from __future__ import annotations

from tetsudo.core.frames import ForcedSale, Turn
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import most_sellable, most_spared_by_president
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import cheapest_train, must_buy
from tetsudo.engine.state.bids import bids_of
from tetsudo.engine.state.ownership import has_anybody_sold, has_sold, president_of
from tetsudo.engine.state.state import State, cash_of, treasury


def shortfall(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """What a forced buyer's treasury lacks for the cheapest train; 0 if it is not forced or lacks nothing.

    1888*-EMR-04, 1890-12.3-d, 1890-12.5-a, 1890-12.5-b.
    """
    if not must_buy(rules, state, company):
        return 0
    return max(0, cheapest_train(rules, state) - treasury(state, company))


def spendable(state: State, player: PlayerId) -> Money:
    """A player's cash without what his bids in an auction that is not over hold back."""
    return cash_of(state, player) - sum(bids_of(state, player))


def still_needed(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """What its president must raise by selling shares."""
    lacking = shortfall(rules, state, company)
    return max(0, lacking - spendable(state, president_of(state, company))) if lacking else 0


def most_spared(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> int:
    """How many shares a president could sell: one block a turn, and no presidency lost (1889-EMR-05, 1889-EMR-06).

    Other rules allow several blocks, or change presidencies but for the buyer's.

    1888*-EMR-06, 1888*-EMR-07, 1890-14-d, 1890-14-e, 1890-14-i.
    """
    if has_sold(state, player, company) and rules.settings.sale_blocks == "one":
        return 0
    keeps = rules.settings.forced_sales == "keep" or company == _buyer(state)
    return (most_spared_by_president if keeps else most_sellable)(rules, state, player, company)


def _buyer(state: State) -> CompanyId:
    """The company in turn."""
    frame = state.stack[-1]
    return frame.company if isinstance(frame, (Turn, ForcedSale)) else NOBODY


def proceeds(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """The most that a president's shares can bring in an emergency."""
    return sum(
        most_spared(rules, state, player, company) * price_of(rules, state, company)
        for company in range(state.companies)
    )


def liquidity(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """A player's cash and all that he may sell in an emergency."""
    return spendable(state, player) + proceeds(rules, state, player)


def is_bound(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether shares were sold for a train that a company has still to buy, of the bank.

    1889-EMR-02, 1889-EMR-07, 1888*-EMR-02, 1890-12.5-d.
    """
    return has_anybody_sold(state) and must_buy(rules, state, company)


def is_held_back(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether the treasury is wanted for a train for which shares were sold (1889-EMR-04)."""
    return rules.settings.binding_sales and is_bound(rules, state, company)


def can_pay(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether a company need not buy a train, or its president can pay what it lacks."""
    lacking = shortfall(rules, state, company)
    return not lacking or liquidity(rules, state, president_of(state, company)) >= lacking
