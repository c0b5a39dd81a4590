"""Buying trains from depot, market and other companies (1889 TRN)."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.actions import Action, BuyTrain, Descriptor, SellShares
from tetsudo.descriptors import TrainOffers
from tetsudo.events import Log
from tetsudo.frames import TRAIN, Block, ForcedSale, Offer
from tetsudo.rules.emergency.bankruptcy import go_bankrupt, release_bid, seize
from tetsudo.rules.emergency.means import can_pay, is_bound, shortfall, spendable
from tetsudo.rules.emergency.sales import emergency_sale_refusal, emergency_sales
from tetsudo.rules.flow.step import Step
from tetsudo.rules.minors.conversion import convert_refusal
from tetsudo.rules.offers.offers import lowest_offer, propose
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.rules.shares.trading import sell
from tetsudo.rules.trains.depot import cheapest_train, depot_trains, has_room, market_trains, must_buy
from tetsudo.rules.trains.purchase import buy_from_bank
from tetsudo.state import CLOSED, DEPOT, DISCARDED, State, company_trains, president_of, push, train_count, treasury
from tetsudo.units import NOBODY, CompanyId, Money, PlayerId, TrainId


def list_price(rules: Ruleset, action: BuyTrain) -> Money:
    """What the bank asks, with or without a trade-in (1889-TRN-14, 1889-TRN-16)."""
    train = rules.setup.trains[action.train]
    return train.price if action.trade_in == NOBODY else train.trade_in_price


def train_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyTrain) -> str:
    """Why a company may not buy a train."""
    if action.seller < state.companies:
        return _company_sale_refusal(rules, state, company, action)
    code = _on_sale_refusal(rules, state, action)
    if code:
        return code
    if action.price != list_price(rules, action):
        return "train_price"
    if action.trade_in != NOBODY:
        code = _trade_in_refusal(rules, state, company, action)
    elif not has_room(rules, state, company):
        code = "train_limit"
    return code or _payment_refusal(rules, state, company, action)


def _on_sale_refusal(rules: Ruleset, state: State, action: BuyTrain) -> str:
    if action.seller == state.companies + DEPOT:
        return "" if action.train in depot_trains(rules, state) else "train_order"
    if action.seller == state.companies + DISCARDED:
        return "" if train_count(state, action.train, action.seller) else "no_such_train"
    return "no_such_train"


def _trade_in_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyTrain) -> str:
    if action.seller != state.companies + DEPOT or action.trade_in not in rules.setup.trains[action.train].trade_ins:
        return "trade_in"
    return "" if train_count(state, action.trade_in, company) else "no_such_train"


def _payment_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyTrain) -> str:
    """Whether the treasury can pay, or the president must help (1889 EMR)."""
    if treasury(state, company) >= action.price:
        return ""
    if not shortfall(rules, state, company):
        return "train_cash"
    if action.price > cheapest_train(rules, state):
        return "emergency_cheapest"
    means = treasury(state, company) + spendable(state, president_of(state, company))
    return "" if means >= action.price else "emergency_cash"


def _company_sale_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyTrain) -> str:
    if action.seller == company or not train_count(state, action.train, action.seller):
        return "no_such_train"
    if action.trade_in != NOBODY:
        return "trade_in"
    if not rules.setup.phases[state.phase].trades_trains:
        return "train_phase"
    if is_bound(rules, state, company):
        return "sale_pays_bank"
    if not has_room(rules, state, company):
        return "train_limit"
    if not 1 <= action.price <= treasury(state, company):
        return "train_offer_price"
    lowest = lowest_offer(state, TRAIN, action.train, action.seller, 1)
    return "" if action.price >= lowest else "offer_declined"


class TrainStep(Step):
    """Any number of trains within the limit (1889-TRN-09)."""

    name = "trains"
    actions = (BuyTrain, SellShares)
    actions_of_others = (SellShares,)
    must = "must_buy_train"

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return any(True for _ in _purchases(rules, state, company, NOBODY)) or must_buy(rules, state, company)

    def before(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> bool:
        if rules.numbers.bankruptcy != "forced" or can_pay(rules, state, company):
            return False
        if not convert_refusal(rules, state, company) or _is_offered_by_others(rules, state, company):
            return False
        if not release_bid(rules, state, log, company):
            go_bankrupt(rules, state, log, company)
        return True

    def may_pass(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return not must_buy(rules, state, company)

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return [*_purchases(rules, state, company, player), *emergency_sales(rules, state, company)]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        if isinstance(action, SellShares):
            return emergency_sale_refusal(rules, state, company, action)
        assert isinstance(action, BuyTrain)
        return train_refusal(rules, state, company, action)

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        if isinstance(action, SellShares) and rules.numbers.sales_together:
            push(state, ForcedSale(company, (Block(action.company, action.count),)))
        elif isinstance(action, SellShares):
            _sell_block(rules, state, log, company, action)
        elif isinstance(action, BuyTrain) and action.seller < state.companies:
            answering = president_of(state, action.seller)
            propose(rules, state, log, Offer(company, TRAIN, action.train, action.seller, action.price, answering))
        elif isinstance(action, BuyTrain):
            is_forced = shortfall(rules, state, company) > 0
            buy_from_bank(rules, state, log, company, action)
            if is_forced and _has_closed_any(state, action.player):
                seize(state, log, action.player, spendable(state, action.player))


def _sell_block(rules: Ruleset, state: State, log: Log, company: CompanyId, action: SellShares) -> None:
    """Sell shares for a train at once; if the buyer itself closes by it, all that was prepared is lost."""
    state.sold[action.player] |= 1 << action.company
    sell(rules, state, log, action.player, action.company, action.count)
    if state.status[company] == CLOSED:
        seize(state, log, action.player, spendable(state, action.player))


def _has_closed_any(state: State, player: PlayerId) -> bool:
    """Whether a company has closed of which a player has sold shares in this turn."""
    return any(status == CLOSED and state.sold[player] >> company & 1 for company, status in enumerate(state.status))


def _is_offered_by_others(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether a train of another company is a way out, with the treasury alone."""
    return any(True for _ in _from_companies(rules, state, company, NOBODY))


def _purchases(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
    """Every train that a company may buy: depot, market, other companies, trade-ins."""
    on_sale = depot_trains(rules, state)
    if has_room(rules, state, company):
        yield from _from_bank(rules, state, company, player, on_sale)
        yield from _from_companies(rules, state, company, player)
    depot, cash, trains = state.companies + DEPOT, treasury(state, company), rules.setup.trains
    for kind in on_sale:
        if trains[kind].trade_ins and cash >= trains[kind].trade_in_price:
            for old in dict.fromkeys(company_trains(state, company)):
                if old in trains[kind].trade_ins:
                    yield BuyTrain(player, company, kind, depot, trains[kind].trade_in_price, old)


def _from_bank(
    rules: Ruleset, state: State, company: CompanyId, player: PlayerId, on_sale: list[TrainId]
) -> Iterator[Descriptor]:
    cash, trains = treasury(state, company), rules.setup.trains
    lacking = shortfall(rules, state, company)
    # With the president's money only the cheapest, and only if it suffices (1889-EMR-02).
    most = min(cash + spendable(state, president_of(state, company)), cash + lacking) if lacking else cash
    for place, kinds in ((DEPOT, on_sale), (DISCARDED, market_trains(rules, state))):
        for kind in kinds:
            if trains[kind].price <= most:
                yield BuyTrain(player, company, kind, state.companies + place, trains[kind].price, NOBODY)


def _from_companies(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
    """The trains of other companies, each at any price from 1 to the treasury (1889-TRN-05).

    None once shares were sold for a train: that is the bank's (1888-EMR-02).
    """
    cash, stride = treasury(state, company), state.companies + 3
    if not cash or not rules.setup.phases[state.phase].trades_trains or is_bound(rules, state, company):
        return
    for kind in range(len(state.trains) // stride):
        row = state.trains[kind * stride : kind * stride + state.companies]
        if not any(row):
            continue
        for seller, count in enumerate(row):
            if not count or seller == company:
                continue
            lowest = lowest_offer(state, TRAIN, kind, seller, 1)
            if lowest <= cash:
                yield TrainOffers(player, company, kind, seller, lowest, cash)
