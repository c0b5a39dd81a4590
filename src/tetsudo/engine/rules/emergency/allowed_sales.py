"""Shares that a president may sell for a forced purchase."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import SellShares
from tetsudo.core.frames import Block, ForcedSale
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import CompanyId, Money, PlayerId
from tetsudo.engine.rules.emergency.funds import amount_to_raise, max_emergency_block, proceeds
from tetsudo.engine.rules.emergency.minimal_sales import Stake, max_shares_to_add
from tetsudo.engine.rules.emergency.safe_blocks import consecutive_ranges, safe_blocks
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import cell_after_sale, price_of
from tetsudo.engine.state.ownership import has_sold, holding
from tetsudo.engine.state.state import State, cell_of


def max_shares_to_sell(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, needed: Money) -> int:
    """Maximum number of shares that a president may sell for a train: no more than needed.

    1889-EMR-09, 1888*-EMR-09, 1890-14-j.
    """
    if rules.settings.sales_together:
        return max_shares_to_add(stakes_of(rules, state, player), company, needed)
    most = max_emergency_block(rules, state, player, company)
    price = price_of(rules, state, company)
    return min(most, -(-needed // price)) if most and price else 0


def blocks_to_sell(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, needed: Money) -> list[int]:
    """Numbers of shares that a president may sell as a block for a train.

    No block is larger than needed. Where sales are binding, the amount stays in reach after each block, if it was
    before (1889-EMR-08). Where all shares are sold together, `max_shares_to_sell` has already looked ahead.
    """
    counts = list(range(1, max_shares_to_sell(rules, state, player, company, needed) + 1))
    if not counts or rules.settings.sales_together or not rules.settings.binding_sales:
        return counts
    most = max_emergency_block(rules, state, player, company)
    prices = [_price_after(rules, state, company, count) for count in range(most + 1)]
    others = proceeds(rules, state, player) - most * prices[0]
    is_last = rules.one_block
    rests = [0 if is_last else (most - count) * price for count, price in enumerate(prices)]
    safe = safe_blocks(prices, rests, others, needed)
    return [count for count in counts if count in safe]


def _price_after(rules: Ruleset, state: State, company: CompanyId, count: int) -> Money:
    """Share price after a number of shares are sold; 0 where that closes the company."""
    cell = cell_after_sale(rules, cell_of(state, company), count)
    return 0 if rules.market.closed[cell] else rules.market.prices[cell]


def stakes_of(rules: Ruleset, state: State, player: PlayerId) -> list[Stake]:
    """Shares of each company that a president may sell, and those already chosen where all are sold together."""
    chosen = dict(chosen_sales(state))
    return [
        Stake(
            price_of(rules, state, company), max_emergency_block(rules, state, player, company), chosen.get(company, 0)
        )
        for company in range(state.companies)
    ]


def chosen_sales(state: State) -> tuple[Block, ...]:
    """Blocks of the sale being chosen, in order of choice; empty if there is none."""
    frame = state.stack[-1]
    return frame.blocks if isinstance(frame, ForcedSale) else ()


def sale_candidates(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[SellShares | Sales]:
    """Legal blocks of each company that the president of a forced buyer holds, or one share where that is illegal."""
    needed = amount_to_raise(rules, state, company)
    for other, weight in enumerate(rules.president_shares):
        if holding(state, other, player, weight):
            blocks = blocks_to_sell(rules, state, player, other, needed)
            if 1 not in blocks:
                yield SellShares(player, other, 1)
            for low, high in consecutive_ranges(blocks):
                yield Sales(player, other, low, high)


def emergency_sales(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Sales]:
    """Blocks that the president of a forced buyer may sell now (1890-12.5-f)."""
    needed = amount_to_raise(rules, state, company)
    if not needed:
        return []
    if rules.settings.sales_together:
        return _shares_sold_together(rules, state, player, needed)
    if _is_sale_futile(rules, state, player, needed):
        return []
    return [
        Sales(player, other, low, high)
        for other, weight in enumerate(rules.president_shares)
        if holding(state, other, player, weight)
        for low, high in consecutive_ranges(blocks_to_sell(rules, state, player, other, needed))
    ]


def _shares_sold_together(rules: Ruleset, state: State, player: PlayerId, needed: Money) -> list[Sales]:
    """The same where all shares are sold together: shares that may be added to those already chosen."""
    stakes = stakes_of(rules, state, player)
    if sum([stake.price * stake.most for stake in stakes]) < needed:
        return []
    found: list[Sales] = []
    for company, stake in enumerate(stakes):
        most = max_shares_to_add(stakes, company, needed) if stake.most else 0
        if most:
            found.append(Sales(player, company, 1, most))
    return found


def emergency_sale_refusal(rules: Ruleset, state: State, company: CompanyId, action: SellShares) -> str:
    """Refusal code for selling a block for a train; "" if allowed."""
    needed = amount_to_raise(rules, state, company)
    if not needed:
        return "sale_not_needed"
    if has_sold(state, action.player, action.company) and rules.one_block:
        return "one_block"
    chosen = dict(chosen_sales(state)).get(action.company, 0)
    if not 1 <= action.count <= max_emergency_block(rules, state, action.player, action.company) - chosen:
        return "emergency_sale"
    if _is_sale_futile(rules, state, action.player, needed):
        return "sale_in_vain"
    if action.count > max_shares_to_sell(rules, state, action.player, action.company, needed):
        return "sale_excess"
    return "" if action.count in blocks_to_sell(rules, state, action.player, action.company, needed) else "sale_short"


def _is_sale_futile(rules: Ruleset, state: State, player: PlayerId, needed: Money) -> bool:
    """True if no sale is allowed because even all of them would not pay.

    This applies where all shares are sold together, and where bankruptcy comes automatically: a president who is not
    bankrupt has another way out, which a sale would close.
    """
    if not rules.settings.sales_together and not rules.forced_bankruptcy:
        return False
    return proceeds(rules, state, player) < needed
