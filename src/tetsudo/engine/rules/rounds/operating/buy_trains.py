"""Purchase of trains from the depot, the market and other companies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tetsudo.core.actions import Action, BuyTrain, Descriptor, SellShares
from tetsudo.core.events import Log
from tetsudo.core.frames import TRAIN, Block, ForcedSale, Offer
from tetsudo.core.open_actions import TrainOffers
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, TrainId
from tetsudo.engine.rules.emergency.allowed_sales import emergency_sale_refusal, emergency_sales, sale_candidates
from tetsudo.engine.rules.emergency.bankruptcy import go_bankrupt, release_bid, seize_proceeds
from tetsudo.engine.rules.emergency.funds import can_pay, must_buy_after_sale, shortfall
from tetsudo.engine.rules.flow.bounds import ALL, Bounds, breach, span
from tetsudo.engine.rules.flow.step import Step
from tetsudo.engine.rules.offers.offers import lowest_offer, propose
from tetsudo.engine.rules.privates.lots import cash_outside_bids
from tetsudo.engine.rules.rounds.minors.conversion import convert_refusal
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.trading import sell
from tetsudo.engine.rules.trains.depot import cheapest_train, depot_trains, has_room, market_trains, must_buy
from tetsudo.engine.rules.trains.purchase import buy_from_bank
from tetsudo.engine.state.ownership import has_sold, president_of, record_sale, train_count
from tetsudo.engine.state.state import CLOSED, DEPOT, DISCARDED, State, companies_with_status, is_closed, push, treasury


def list_price(rules: Ruleset, action: BuyTrain) -> Money:
    """Bank's price of a train, with or without a trade-in.

    1889-TRN-14, 1889-TRN-16, 1888*-TRN-13, 1888*-TRN-20, 1888*-TRN-30, 1890-12.4.1-a, 1890-12.4.2-b.
    """
    train = rules.setup.trains[action.train]
    return train.price if action.trade_in == NOBODY else train.trade_in_price


def train_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyTrain) -> str:
    """Refusal code for a company to buy a train; "" if allowed."""
    if action.seller < state.companies:
        return _company_sale_refusal(rules, state, company, action)
    code = _on_sale_refusal(rules, state, action)
    if code:
        return code
    if action.price != list_price(rules, action):
        return "train_price"
    if action.trade_in != NOBODY:
        code = _trade_in_refusal(rules, state, company, action)  # 1890-12.4.1-d
    else:
        code = _room_refusal(rules, state, company)
    return code or _payment_refusal(rules, state, company, action.price)


def _room_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Refusal code if a company may not have another train (1889-TRN-17); "" otherwise."""
    return "" if has_room(rules, state, company) else "train_limit"


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


def _payment_refusal(rules: Ruleset, state: State, company: CompanyId, price: Money) -> str:
    """Refusal code if the treasury, with the president's help where allowed, cannot pay; "" otherwise."""
    if treasury(state, company) >= price:
        return ""
    if not shortfall(rules, state, company):
        return "train_cash"
    if price > cheapest_train(rules, state):
        return "emergency_cheapest"  # 1889-EMR-02
    means = treasury(state, company) + cash_outside_bids(rules, state, president_of(state, company))
    return "" if means >= price else "emergency_cash"


def _company_sale_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyTrain) -> str:
    if action.seller == company or not train_count(state, action.train, action.seller):
        return "no_such_train"
    if action.trade_in != NOBODY:
        return "trade_in"
    code = _trade_refusal(rules, state, company)
    return code or breach(_bounds(state, company, action.train, action.seller), action.price)


def _trade_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Refusal code if a company may not buy any train from another now; "" otherwise.

    Once shares were sold for a train, it must be bought from the bank (1888-EMR-02).
    """
    if not rules.setup.phases[state.phase].trades_trains:
        return "train_phase"
    if must_buy_after_sale(rules, state, company):
        return "sale_pays_bank"
    return _room_refusal(rules, state, company)


def _bounds(state: State, company: CompanyId, train: TrainId, seller: CompanyId) -> Bounds:
    """Bounds of the price for a train of another company (1889-TRN-05, 1888*-TRN-22, 1890-12.4.2-a, 1890-12.4.2-d)."""
    lowest = lowest_offer(state, TRAIN, train, seller, 1)
    cash = treasury(state, company)
    return ((1, "train_offer_price"), (lowest, "offer_declined")), ((cash, "train_offer_price"),)


class TrainStep(Step):
    """Step for buying any number of trains within the limit (1889-TRN-09, 1888*-TRN-28, 1890-10.7-a)."""

    name = "trains"
    actions = (BuyTrain, SellShares)
    actions_of_others = (SellShares,)

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return must_buy(rules, state, company) or bool(_purchases(rules, state, company, NOBODY, enough=1))

    def candidates(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
        depot = [kind.id for kind in rules.setup.trains if train_count(state, kind.id, state.companies + DEPOT)]
        for kind, seller in _bank_trains(state, depot):
            yield BuyTrain(player, company, kind, seller, rules.setup.trains[kind].price, NOBODY)
        yield from _trade_ins(rules, state, company, player, depot)
        for kind, seller in _trains_of_others(rules, state, company):
            yield TrainOffers(player, company, kind, seller, *span(_bounds(state, company, kind, seller)))
        yield from sale_candidates(rules, state, company, player)

    def perform_forced(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> bool:
        if not rules.forced_bankruptcy or can_pay(rules, state, company):
            return False
        if not convert_refusal(rules, state, company) or _is_offered_by_others(rules, state, company):
            return False
        if not release_bid(rules, state, log, company):
            go_bankrupt(rules, state, log, company)  # 1890-13.2-a
        return True

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        return "must_buy_train" if must_buy(rules, state, company) else ""  # 1888*-ACT-06

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        found = _purchases(rules, state, company, player)
        found += emergency_sales(rules, state, company, player)
        return found

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        if type(action) is SellShares:
            return emergency_sale_refusal(rules, state, company, action)
        assert isinstance(action, BuyTrain)
        return train_refusal(rules, state, company, action)

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        if type(action) is SellShares and rules.settings.sales_together:
            push(state, ForcedSale(company, (Block(action.company, action.count),)))
        elif type(action) is SellShares:
            _sell_block(rules, state, log, company, action)
        elif type(action) is BuyTrain and action.seller < state.companies:
            answering = president_of(state, action.seller)
            propose(rules, state, log, Offer(company, TRAIN, action.train, action.seller, action.price, answering))
        elif type(action) is BuyTrain:
            is_forced = shortfall(rules, state, company) > 0
            buy_from_bank(rules, state, log, company, action)
            if is_forced and _has_closed_any(state, action.player):
                seize_proceeds(state, log, action.player, cash_outside_bids(rules, state, action.player))


def _sell_block(rules: Ruleset, state: State, log: Log, company: CompanyId, action: SellShares) -> None:
    """Sell shares for a train at once. If this closes the buyer itself, the bank takes the player's spendable cash.

    1888*-EMR-06, 1890-14-k.
    """
    record_sale(state, action.player, action.company)
    sell(rules, state, log, action.player, action.company, action.count)
    if is_closed(state, company):
        seize_proceeds(state, log, action.player, cash_outside_bids(rules, state, action.player))


def _has_closed_any(state: State, player: PlayerId) -> bool:
    """True if a player has sold shares in this turn of a company that has closed."""
    return any(has_sold(state, player, company) for company in companies_with_status(state, CLOSED))


def _is_offered_by_others(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if the treasury alone can buy a train from another company."""
    return bool(_offers(rules, state, company, NOBODY, enough=1))


def _purchases(
    rules: Ruleset, state: State, company: CompanyId, player: PlayerId, enough: int = ALL
) -> list[Descriptor]:
    """Legal purchases of trains; at least the first `enough` of them.

    Trains that the bank does not sell yet are not even checked (1889-TRN-04).
    """
    depot = depot_trains(rules, state)
    found: list[Descriptor] = []
    if not _room_refusal(rules, state, company):
        for kind, seller in _bank_trains(state, depot):
            price = rules.setup.trains[kind].price
            if not _payment_refusal(rules, state, company, price):
                found.append(BuyTrain(player, company, kind, seller, price, NOBODY))
    if len(found) < enough:
        found += _offers(rules, state, company, player, enough)
    if len(found) >= enough:
        return found
    for each in _trade_ins(rules, state, company, player, depot):
        if not train_refusal(rules, state, company, each):
            found.append(each)
    return found


def _offers(rules: Ruleset, state: State, company: CompanyId, player: PlayerId, enough: int = ALL) -> list[TrainOffers]:
    """Legal offers for other companies' trains; the first `enough`."""
    found: list[TrainOffers] = []
    cash = treasury(state, company)
    if cash and not _trade_refusal(rules, state, company):
        for kind, seller in _trains_of_others(rules, state, company):
            lowest = lowest_offer(state, TRAIN, kind, seller, 1)
            if lowest <= cash:
                found.append(TrainOffers(player, company, kind, seller, lowest, cash))
                if len(found) == enough:
                    return found
    return found


def _bank_trains(state: State, depot: list[TrainId]) -> list[tuple[TrainId, int]]:
    """The given kinds of train from the depot, and each kind in the market: kind and holder."""
    companies = state.companies
    found = [(kind, companies + DEPOT) for kind in depot]
    found += [(kind, companies + DISCARDED) for kind in market_trains(state)]
    return found


def _trade_ins(
    rules: Ruleset, state: State, company: CompanyId, player: PlayerId, kinds: Sequence[TrainId]
) -> list[BuyTrain]:
    """Purchase of each given kind from the depot, for each kind of the company's trains that it takes in exchange."""
    depot = state.companies + DEPOT
    found: list[BuyTrain] = []
    for kind in kinds:
        facts = rules.setup.trains[kind]
        for old in facts.trade_ins:
            if train_count(state, old, company):
                found.append(BuyTrain(player, company, kind, depot, facts.trade_in_price, old))
    return found


def _trains_of_others(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[TrainId, CompanyId]]:
    """Kinds of train that other companies own, each with its owner."""
    found: list[tuple[TrainId, CompanyId]] = []
    trains, place = state.trains, 0
    for kind in range(len(rules.setup.trains)):
        for seller in range(state.companies):
            if trains[place] and seller != company:
                found.append((kind, seller))
            place += 1
        place += 3  # holders that are no companies
    return found
