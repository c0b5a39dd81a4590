"""Forced purchases: the president's money, his shares, and bankruptcy (1889 EMR)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tetsudo.actions import Descriptor, Sales, SellShares
from tetsudo.events import Event, Log
from tetsudo.rules import frames
from tetsudo.rules.depot import cheapest_train, must_buy
from tetsudo.rules.least_sale import Stake, most_to_add
from tetsudo.rules.money import pay_bank
from tetsudo.rules.prices import cell_after_sale, price_of
from tetsudo.rules.safe_blocks import runs, safe_blocks
from tetsudo.rules.shares import most_sellable, sell, sell_together
from tetsudo.state import BANKRUPTCY, CLOSED, State, cash_of, cell_of, president_of, treasury
from tetsudo.units import NOBODY, CompanyId, Money, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


def shortfall(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """What a forced buyer's treasury lacks for the cheapest train; 0 if it is not forced or lacks nothing."""
    if not must_buy(rules, state, company):
        return 0
    return max(0, cheapest_train(rules, state) - treasury(state, company))


def spendable(state: State, player: PlayerId) -> Money:
    """A player's cash without what his bids in an auction that is not over hold back."""
    return cash_of(state, player) - sum(state.bids[player :: state.players])


def still_needed(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """What its president must raise by selling shares."""
    lacking = shortfall(rules, state, company)
    return max(0, lacking - spendable(state, president_of(state, company))) if lacking else 0


def most_spared(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> int:
    """How many shares a president could sell: one block a turn, and no presidency lost (1889 EMR-05, EMR-06).

    Other rules allow several blocks, or change presidencies but for the buyer's.
    """
    if state.sold[player] >> company & 1 and rules.numbers.sale_blocks == "one":
        return 0
    keep = rules.numbers.forced_sales == "keep" or company == _buyer(state)
    return most_sellable(rules, state, player, company, keep_president=keep)


def _buyer(state: State) -> CompanyId:
    """The company in turn."""
    frame = state.stack[-1]
    return frame[frames.COMPANY] if frame[0] in (frames.TURN, frames.FORCED_SALE) else NOBODY


def most_to_sell(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, needed: Money) -> int:
    """How many shares a president may sell for a train: no more than it takes (1889 EMR-09)."""
    if rules.numbers.sales_together:
        return most_to_add(stakes_of(rules, state, player), company, needed)
    most = most_spared(rules, state, player, company)
    price = price_of(rules, state, company)
    return min(most, -(-needed // price)) if most and price else 0


def blocks_to_sell(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, needed: Money) -> list[int]:
    """The numbers of shares of which a president may sell a block for a train.

    None is larger than it takes, and after none is the money out of reach if it was not before
    (1889 EMR-08). Where all is sold together, `most_to_sell` has looked ahead already.
    """
    counts = list(range(1, most_to_sell(rules, state, player, company, needed) + 1))
    if not counts or rules.numbers.sales_together or not rules.numbers.binding_sales:
        return counts
    most = most_spared(rules, state, player, company)
    prices = [_price_after(rules, state, company, count) for count in range(most + 1)]
    others = proceeds(rules, state, player) - most * prices[0]
    safe = safe_blocks(prices, others, needed, rules.numbers.sale_blocks == "many")
    return [count for count in counts if count in safe]


def _price_after(rules: Ruleset, state: State, company: CompanyId, count: int) -> Money:
    """What a share brings once so many are sold; nothing where that closes the company."""
    cell = cell_after_sale(rules, cell_of(state, company), count)
    return 0 if rules.market.closed[cell] else rules.market.prices[cell]


def stakes_of(rules: Ruleset, state: State, player: PlayerId) -> list[Stake]:
    """What a president may sell of each company, and what he has chosen already where all is sold together."""
    chosen = dict(chosen_sales(state))
    return [
        Stake(price_of(rules, state, company), most_spared(rules, state, player, company), chosen.get(company, 0))
        for company in range(state.companies)
    ]


def chosen_sales(state: State) -> list[tuple[CompanyId, int]]:
    """The companies of a sale that is being chosen, in its order, each with the number of shares."""
    frame = state.stack[-1]
    if frame[0] != frames.FORCED_SALE:
        return []
    return list(zip(frame[frames.CHOSEN :: 2], frame[frames.CHOSEN + 1 :: 2], strict=True))


def emergency_sales(rules: Ruleset, state: State, company: CompanyId) -> list[Descriptor]:
    """What the president of a forced buyer may sell now."""
    needed = still_needed(rules, state, company)
    president = president_of(state, company)
    if not needed or _is_in_vain(rules, state, president, needed):
        return []
    return [
        Sales(president, other, low, high)
        for other in range(state.companies)
        for low, high in runs(blocks_to_sell(rules, state, president, other, needed))
    ]


def emergency_sale_refusal(rules: Ruleset, state: State, company: CompanyId, action: SellShares) -> str:
    """Why a president may not sell a block for a train."""
    needed = still_needed(rules, state, company)
    if not needed:
        return "sale_not_needed"
    if state.sold[action.player] >> action.company & 1 and rules.numbers.sale_blocks == "one":
        return "one_block"
    chosen = dict(chosen_sales(state)).get(action.company, 0)
    if not 1 <= action.count <= most_spared(rules, state, action.player, action.company) - chosen:
        return "emergency_sale"
    if _is_in_vain(rules, state, action.player, needed):
        return "sale_in_vain"
    if action.count > most_to_sell(rules, state, action.player, action.company, needed):
        return "sale_excess"
    return "" if action.count in blocks_to_sell(rules, state, action.player, action.company, needed) else "sale_short"


def _is_in_vain(rules: Ruleset, state: State, player: PlayerId, needed: Money) -> bool:
    """Whether nothing is sold since all of it would not pay.

    So where all is sold together, and where bankruptcy comes by itself: who is not bankrupt has another way,
    which a sale would close.
    """
    if not rules.numbers.sales_together and rules.numbers.bankruptcy != "forced":
        return False
    return proceeds(rules, state, player) < needed


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
    """Whether shares were sold for a train that a company has still to buy, of the bank (1889 EMR-02, EMR-07)."""
    return any(state.sold) and must_buy(rules, state, company)


def is_held_back(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether the treasury is wanted for a train for which shares were sold (1889 EMR-04)."""
    return rules.numbers.binding_sales and is_bound(rules, state, company)


def bankrupt_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Why a president may not declare bankruptcy (1889 EMR-08)."""
    if rules.numbers.bankruptcy == "forced":
        return "bankrupt_by_itself"
    selling = _is_train_step(rules, state)
    if not selling and not rules.numbers.early_bankruptcy:
        return "bankrupt_when"
    lacking = shortfall(rules, state, company)
    if not lacking:
        return "bankrupt_no_duty"
    president = president_of(state, company)
    means = liquidity(rules, state, president) if selling else spendable(state, president)
    return "bankrupt_can_pay" if means >= lacking else ""


def _is_train_step(rules: Ruleset, state: State) -> bool:
    """Whether shares may be sold for a train now."""
    return rules.numbers.steps[state.stack[-1][frames.STEP]] == "trains"


def can_pay(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether a company need not buy a train, or its president can pay what it lacks."""
    lacking = shortfall(rules, state, company)
    return not lacking or liquidity(rules, state, president_of(state, company)) >= lacking


def release_bid(rules: Ruleset, state: State, log: Log, company: CompanyId) -> bool:
    """The last bid of a president who has nothing else comes back to him, if with his bids he can pay."""
    president = president_of(state, company)
    held = state.bids[president :: state.players]
    if liquidity(rules, state, president) + sum(held) < shortfall(rules, state, company):
        return False
    lot = max(lot for lot, bid in enumerate(held) if bid)
    state.bids[lot * state.players + president] = 0
    log.append(Event("bid_returned", (president, lot, held[lot])))
    return True


def go_bankrupt(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """In the train step all that may be sold is sold; the cash goes to the bank, the game ends (1889 END-01)."""
    player, closed = president_of(state, company), state.status.count(CLOSED)
    own = cash_of(state, player)
    if _is_train_step(rules, state):
        _sell_all(rules, state, log, player)
    if state.status.count(CLOSED) > closed:
        seize(state, log, player, cash_of(state, player) - own)
    if rules.numbers.bankrupt_cash == "bank":
        pay_bank(state, player, cash_of(state, player))
        state.bids[player :: state.players] = [0] * len(rules.setup.lots)
    state.ended = BANKRUPTCY
    state.bankrupt = player
    if state.priority == player:
        state.priority = rules.next_player(state, player)
    log.append(Event("bankrupt", (player, company)))
    log.append(Event("game_ended", (state.ended,)))


def seize(state: State, log: Log, player: PlayerId, amount: Money) -> None:
    """Where a forced sale closes a company, the bank has all that it raised (1890 14-g)."""
    if amount:
        pay_bank(state, player, amount)
        log.append(Event("proceeds_seized", (player, amount)))


def _sell_all(rules: Ruleset, state: State, log: Log, player: PlayerId) -> None:
    """Sell whatever a president may sell for a train, block after block or all together."""
    if rules.numbers.sales_together:
        blocks = [(company, most_spared(rules, state, player, company)) for company in range(state.companies)]
        sell_together(rules, state, log, player, [(company, count) for company, count in blocks if count])
        return
    for company in range(state.companies):
        most = most_spared(rules, state, player, company)
        if most:
            sell(rules, state, log, player, company, most)
