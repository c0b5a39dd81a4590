"""Combined sale of shares for a forced train at the prices before the sale, and the purchase of that train.

The president chooses blocks, which take effect only when they pay for the train: until then nothing moves. A block may
be added only if it can still lead to a sale without a needless share.
"""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.core import frames
from tetsudo.core.actions import Action, BuyTrain, Descriptor, SellShares
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules.emergency.allowed_sales import (
    chosen_sales,
    emergency_sale_refusal,
    sale_candidates,
    stakes_of,
)
from tetsudo.engine.rules.emergency.bankruptcy import seize_proceeds
from tetsudo.engine.rules.emergency.funds import amount_to_raise
from tetsudo.engine.rules.emergency.minimal_sales import chosen_proceeds
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.price_moves import drop_price
from tetsudo.engine.rules.shares.trading import sell_without_fall
from tetsudo.engine.rules.trains.depot import cheapest_train, depot_trains, market_trains
from tetsudo.engine.rules.trains.purchase import buy_from_bank
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import DEPOT, DISCARDED, State, is_closed, pop


class ForcedSale(Procedure[frames.ForcedSale]):
    """Forced sale: the president of a forced buyer chooses shares, then one of the cheapest trains (1890-14-f)."""

    name = "forced sale"

    def actor(self, rules: Ruleset, state: State, frame: frames.ForcedSale) -> PlayerId:
        return president_of(state, frame.company)

    def company(self, rules: Ruleset, state: State, frame: frames.ForcedSale) -> CompanyId:
        return frame.company

    def candidates(
        self, rules: Ruleset, state: State, frame: frames.ForcedSale, player: PlayerId
    ) -> Iterable[Descriptor]:
        if _is_paid(rules, state):
            return _trains(rules, state, frame.company) if player == self.actor(rules, state, frame) else ()
        return sale_candidates(rules, state, frame.company, player)

    def refusal(self, rules: Ruleset, state: State, frame: frames.ForcedSale, action: Action) -> str:
        company = frame.company
        if action.player != president_of(state, company):
            return "not_president"
        if type(action) is SellShares:
            return "sale_excess" if _is_paid(rules, state) else emergency_sale_refusal(rules, state, company, action)
        if type(action) is BuyTrain and _is_paid(rules, state):
            return "" if action in _trains(rules, state, company) else "emergency_cheapest"
        return "sale_unfinished"

    def perform(self, rules: Ruleset, state: State, frame: frames.ForcedSale, action: Action, log: Log) -> None:
        if type(action) is SellShares:
            replace_top(state, _with_block(state, action.company, action.count))
        elif type(action) is BuyTrain:
            _complete_purchase(rules, state, log, action)

    def advance(self, rules: Ruleset, state: State, frame: frames.ForcedSale, log: Log) -> bool:
        if not _is_paid(rules, state):
            return False
        trains = _trains(rules, state, frame.company)
        if len(trains) > 1:
            return False
        _complete_purchase(rules, state, log, trains[0])
        return True


def _is_paid(rules: Ruleset, state: State) -> bool:
    """True if the chosen shares bring the amount needed."""
    company = top_frame(state, frames.ForcedSale).company
    return chosen_proceeds(stakes_of(rules, state, president_of(state, company))) >= amount_to_raise(
        rules, state, company
    )


def _trains(rules: Ruleset, state: State, company: CompanyId) -> list[BuyTrain]:
    """Purchases of the cheapest trains, from the depot and the market."""
    player, price = president_of(state, company), cheapest_train(rules, state)
    return [
        BuyTrain(player, company, kind, state.companies + place, price, NOBODY)
        for place, kinds in ((DEPOT, depot_trains(rules, state)), (DISCARDED, market_trains(state)))
        for kind in kinds
        if rules.setup.trains[kind].price == price
    ]


def _with_block(state: State, company: CompanyId, count: int) -> frames.ForcedSale:
    """Top frame with more shares of a company; each company appears once, in the order of choice."""
    blocks = dict(chosen_sales(state))
    blocks[company] = blocks.get(company, 0) + count
    return top_frame(state, frames.ForcedSale).replaced(blocks=tuple(frames.Block(*block) for block in blocks.items()))


def _complete_purchase(rules: Ruleset, state: State, log: Log, purchase: BuyTrain) -> None:
    """Sell at the old prices, buy the train, then let the prices fall.

    If the fall closes the buyer, it already owns the train, which goes the way of its trains; the price stays paid. If
    any sold company closes, the surplus goes to the bank too.

    1890-14-h, 1890-14-k.
    """
    blocks, player = chosen_sales(state), purchase.player
    over = chosen_proceeds(stakes_of(rules, state, player)) - amount_to_raise(rules, state, purchase.company)
    pop(state)
    for company, count in blocks:
        sell_without_fall(rules, state, log, player, company, count)
    buy_from_bank(rules, state, log, purchase.company, purchase)
    for company, count in blocks:
        drop_price(rules, state, log, company, count)
    if any(is_closed(state, company) for company, _ in blocks):
        seize_proceeds(state, log, player, over)
