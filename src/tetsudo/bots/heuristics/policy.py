"""Rule-based policies that read the state directly, fast enough for playouts of whole games.

There is one rule for each kind of action, tried in a fixed order, like the simple player's; the first that returns an
action decides. `Habits` hold the parameters. Measured improvements and failures are in docs/bots-diary.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

from tetsudo.bots.heuristics.judgement import Judgement
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.stock_round import best_share_rate, buy, raise_money, start, swap
from tetsudo.bots.simple import EXTRA_TRAIN_PRICE_FACTOR
from tetsudo.core.actions import (
    WITHHOLD,
    Action,
    Answer,
    Bankrupt,
    BuyShare,
    BuyTrain,
    Convert,
    Descriptor,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    Join,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from tetsudo.core.frames import TRAIN, BidOff, Offer, Stock, Turn
from tetsudo.core.open_actions import Bids, PrivateOffers, PrivateTakes, Runs, Sales, TrainOffers
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, TrainId
from tetsudo.engine.model.title import TrainKind
from tetsudo.engine.rules.privates.lots import cash_outside_bids
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.tiles_and_tokens.tokens import next_token, token_price
from tetsudo.engine.rules.trains.depot import depot_trains, has_room
from tetsudo.engine.state.bids import bid_of
from tetsudo.engine.state.ownership import company_trains, fleet_size, has_train, president_of, private_owner
from tetsudo.engine.state.state import State, cash_of, last_run_of, treasury

MIN_TRAIN_RESERVE: Final = 500
"""Cash that a company without a train keeps when placing a token."""

PRIVATE_PRICE_FACTOR: Final = 2
"""Multiple of face value that a company pays for a private, if allowed."""

Offers: TypeAlias = dict[type[Action], list[Any]]
"""Offers by kind of action."""


class Policy(Judgement):
    """Policy that decides from a position, for any player."""

    def choose(self, state: State, player: PlayerId, listed: Sequence[Descriptor]) -> Action:
        """Return an action admitted by one of the listed descriptors."""
        offers: Offers = {}
        last: type[Descriptor] | None = None
        alike: list[Any] = []
        for offer in listed:
            if type(offer) is not last:  # most are of the same kind as the one before
                last = type(offer)
                if last not in offers:
                    offers[last] = []
                alike = offers[last]
            alike.append(offer)
        for number in sorted([RULE_NUMBERS[kind] for kind in offers if kind in RULE_NUMBERS]):
            kind, rule = RULES[number]
            wanted = rule(self, state, player, offers[kind])
            if wanted is not None:
                return wanted
        return self.fallback_action(state, player, offers, listed)

    def fallback_action(self, state: State, player: PlayerId, offers: Offers, listed: Sequence[Descriptor]) -> Action:
        """Pass; else resolve an exceeded limit or a missing train payment, like the simple player."""
        if Pass in offers:
            passing: Action = offers[Pass][0]
            return passing
        sales: list[Sales] = offers.get(Sales, [])
        ruin: list[Action] = offers.get(Bankrupt, [])
        trains: list[TrainOffers] = offers.get(TrainOffers, [])
        if trains and (ruin or not sales):
            return trains[0].at(trains[0].high)
        if sales:
            cheapest = min(sales, key=lambda sale: (price_of(self.rules, state, sale.company), -sale.high))
            return cheapest.example() if type(state.stack[-1]) is Stock else cheapest.at(cheapest.high)
        return ruin[0] if ruin else listed[0].example()


def bid(policy: Policy, state: State, player: PlayerId, offers: list[Bids]) -> Action | None:
    """Buy the lot on top or stay in a bid-off while enough cash is left; but first place the best reserve bid.

    There are no reserve bids if lots are more than income: then as many lots as possible are bought directly.
    """
    habits, lots = policy.habits, policy.rules.setup.lots
    kept = 0 if state.turn > 1 else round(_reserve_factor(policy, state) * policy.potential.float_reserve(state))
    in_bid_off = type(state.stack[-1]) is BidOff
    free = (cash_of(state, player) if in_bid_off else cash_outside_bids(policy.rules, state, player)) - kept
    if policy.potential.pays_only and not in_bid_off and state.turn <= 1:
        later = [offer for offer in offers if _may_reserve(policy, state, player, offer, free)]
        if later:
            return max(later, key=lambda offer: policy.potential.lot_value(offer.lot)).example()
    for offer in offers:
        if offer.low == offer.high or in_bid_off:
            face, more = lots[offer.lot].price, habits.reserves * policy.potential.lot_value(offer.lot)
            most = max(face * habits.over, face + more)
            if offer.low <= most and (offer.low <= free or not offer.low):
                return offer.example()
    return None


def _reserve_factor(policy: Policy, state: State) -> float:
    """Part of the cost to float that is kept: less if companies can also be started later and lots are worth more."""
    habits, potential = policy.habits, policy.potential
    if state.players <= 2:
        return habits.kept_of_two
    if potential.pays_only or len(potential.startable_companies) <= state.players:
        return habits.kept
    return min(habits.kept, habits.kept_of_lots)


def _may_reserve(policy: Policy, state: State, player: PlayerId, offer: Bids, free: Money) -> bool:
    """True if a lot not on top is worth its minimum bid."""
    dearer = offer.low - policy.rules.setup.lots[offer.lot].price
    return (
        offer.low < offer.high
        and offer.low <= free
        and not bid_of(state, offer.lot, player)
        and dearer <= policy.habits.reserves * policy.potential.lot_value(offer.lot)
    )


def exchange(policy: Policy, state: State, player: PlayerId, offers: list[ExchangePrivate]) -> Action | None:
    """Exchange a private for a share once the share is worth more."""
    rules = policy.rules
    for offer in offers:
        if price_of(rules, state, offer.company) >= rules.setup.privates[offer.private].price:
            return offer
    return None


def lay(policy: Policy, state: State, player: PlayerId, offers: list[LayTile | LayPrivateTile]) -> Action | None:
    """Lay the most valuable tile."""
    potential = policy.potential
    if not policy.habits.careful:
        best, most = offers[0], potential.lay_value(offers[0].hex, offers[0].tile, offers[0].rotation)
        for each in offers:  # faster than `max`, for playouts
            value = potential.lay_value(each.hex, each.tile, each.rotation)
            if value > most:
                best, most = each, value
        return best
    quick = sorted(offers, key=lambda each: -potential.lay_value(each.hex, each.tile, each.rotation))
    return potential.best_lay(state, quick, turn_company(state, player))


def turn_company(state: State, player: PlayerId) -> CompanyId:
    """Company in turn; NOBODY unless the player is its president."""
    for frame in reversed(state.stack):
        if type(frame) is Turn:
            return frame.company if president_of(state, frame.company) == player else NOBODY
    return NOBODY


def token(policy: Policy, state: State, player: PlayerId, offers: list[PlaceToken]) -> Action | None:
    """Place a useful token, if enough cash is left for a train."""
    company = offers[0].company
    if not can_afford_token(policy.rules, state, company):
        return None
    if policy.habits.careful:
        return policy.potential.best_token(state, offers, company)
    return offers[int(policy.rng.random() * len(offers))]


def can_afford_token(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company has a token left and can still afford a train after placing it."""
    first = next_token(rules, state, company)
    if first == NOBODY:
        return False
    cash = treasury(state, company) - token_price(rules, state, company, first)
    return cash >= (0 if has_train(state, company) else MIN_TRAIN_RESERVE)


def run(policy: Policy, state: State, player: PlayerId, offers: list[Runs]) -> Action | None:
    """Run the best routes."""
    return offers[0].best()


def distribute(policy: Policy, state: State, player: PlayerId, offers: list[Dividend]) -> Action | None:
    """Pay out as much as possible, or withhold for a train."""
    if (policy.habits.keeps or policy.habits.saves) and _must_withhold(policy, state, offers[0].company, state.revenue):
        return next((offer for offer in offers if offer.payout == WITHHOLD), offers[0])
    return next(offer for offer in offers if offer.payout != WITHHOLD)


def _must_withhold(policy: Policy, state: State, company: CompanyId, revenue: Money) -> bool:
    """True if the company wants the next train and can pay for it only by withholding."""
    next_trains = depot_trains(policy.rules, state)[:1]
    if not next_trains:
        return False
    next_train, cash = next_trains[0], treasury(state, company)
    runs = _runs_to_withhold(policy, state, company, next_train)
    if not cash < policy.rules.setup.trains[next_train].price <= cash + runs * revenue:
        return False
    if not has_room(policy.rules, state, company):
        return False
    return fleet_size(state, company) < policy.habits.fleet or not _lasting_trains(policy, state, company, next_train)


def _runs_to_withhold(policy: Policy, state: State, company: CompanyId, next_train: TrainId) -> int:
    """Number of runs to withhold for a train: more for one that never rusts, if the company has none."""
    trains, habits = policy.rules.setup.trains, policy.habits
    if trains[next_train].rusted_by > NOBODY:
        return habits.keeps
    if any(trains[each].rusted_by == NOBODY for each in company_trains(state, company)):
        return habits.keeps
    return max(habits.keeps, habits.saves)


def sell(policy: Policy, state: State, player: PlayerId, offers: list[Sales]) -> Action | None:
    """Sell shares to start a company or to make room for a better share; if `sells`, dump a company about to lose its
    last train, most expensive first.
    """
    habits = policy.habits
    if type(state.stack[-1]) is not Stock:
        return None
    wanted = raise_money(policy, state, player, offers) if habits.raises else None
    if wanted is None and habits.swaps:
        wanted = swap(policy, state, player, offers)
    return dump_doomed_company(policy, state, offers) if wanted is None and habits.sells else wanted


def dump_doomed_company(policy: Policy, state: State, offers: list[Sales]) -> Action | None:
    """Sell all shares of a company about to lose its last train, most expensive first."""
    doomed = [offer for offer in offers if _is_doomed(policy, state, offer.company)]
    return max((offer.at(offer.high) for offer in doomed), key=lambda sale: _price(policy, state, sale), default=None)


def _price(policy: Policy, state: State, sale: SellShares) -> Money:
    return price_of(policy.rules, state, sale.company)


def _is_doomed(policy: Policy, state: State, company: CompanyId) -> bool:
    """True if a company has run, has no lasting train, and cannot afford the next one."""
    next_trains = depot_trains(policy.rules, state)[:1]
    if last_run_of(state, company) == NOBODY or not next_trains:
        return False
    next_train = next_trains[0]
    short = treasury(state, company) < policy.rules.setup.trains[next_train].price
    return short and not _lasting_trains(policy, state, company, next_train)


def _lasting_trains(policy: Policy, state: State, company: CompanyId, on_sale: TrainId) -> list[TrainId]:
    """Trains of a company that outlast the kind on sale and the kinds after it within the `lasting` horizon."""
    trains, newest = policy.rules.setup.trains, on_sale + max(policy.habits.lasting, 1) - 1
    return [kind for kind in company_trains(state, company) if not _rusts_by(trains[kind], newest)]


def buy_train(policy: Policy, state: State, player: PlayerId, offers: list[BuyTrain]) -> Action | None:
    """Buy the bank's cheapest train if the company has too few lasting trains, is rich, or can trade one in."""
    best = min(offers, key=lambda train: train.price)
    company, limited = best.company, policy.rules.settings.turn_limit > 0
    never_rusts = policy.rules.setup.trains[best.train].rusted_by == NOBODY
    is_rich = limited and never_rusts and treasury(state, company) >= EXTRA_TRAIN_PRICE_FACTOR * best.price
    wanted = fleet_size(state, company) < policy.habits.fleet or _is_worth_buying(policy, state, best)
    return best if wanted or is_rich or best.trade_in != NOBODY else None


def _is_worth_buying(policy: Policy, state: State, offer: BuyTrain) -> bool:
    """True if the company can afford the train, has too few lasting trains, and this one outlasts some of its own."""
    trains, habits = policy.rules.setup.trains, policy.habits
    newest = offer.train + habits.lasting - 1
    if not habits.lasting or offer.price > treasury(state, offer.company) or _rusts_by(trains[offer.train], newest):
        return False
    lasting = _lasting_trains(policy, state, offer.company, offer.train)
    return len(lasting) < min(habits.fleet, fleet_size(state, offer.company))


def _rusts_by(train: TrainKind, newest: TrainId) -> bool:
    """True if a train rusts by the time the newest kind is sold."""
    return NOBODY < train.rusted_by <= newest


def offer_for_train(policy: Policy, state: State, player: PlayerId, offers: list[TrainOffers]) -> Action | None:
    """Buy a train from another own company for one without a train, at the lowest price."""
    for offer in offers:
        if president_of(state, offer.seller) == player and not has_train(state, offer.company):
            return offer.example()
    return None


def buy_private(policy: Policy, state: State, player: PlayerId, offers: list[PrivateOffers]) -> Action | None:
    """Sell an own private to its company at the highest price, once it has a train; for more if it pays to the end."""
    privates = policy.rules.setup.privates
    for offer in offers:
        if private_owner(state, offer.private) != player or not has_train(state, offer.company):
            continue
        private, times = privates[offer.private], PRIVATE_PRICE_FACTOR + policy.potential.is_permanent(offer.private)
        if offer.high >= min(private.high + (times > PRIVATE_PRICE_FACTOR), times * private.price):
            return offer.at(offer.high)
        if policy.habits.cashes and _brings_more(policy, state, player, offer):
            return offer.at(offer.high)
    return None


def _brings_more(policy: Policy, state: State, player: PlayerId, offer: PrivateOffers) -> bool:
    """True if the highest price of a private, invested in the best share, brings more than its face value and income
    in as many rounds; in twice as many, if it pays to the end.
    """
    private = policy.rules.setup.privates[offer.private]
    rounds = policy.habits.horizon * (1 + policy.potential.is_permanent(offer.private))
    return offer.high * (1 + best_share_rate(policy, state, player)) >= private.price + private.income * rounds


def take_private(policy: Policy, state: State, player: PlayerId, offers: list[PrivateTakes]) -> Action | None:
    """Buy the private of the bank that brings most for its price, unless shares bring more; none of other players."""
    privates = policy.rules.setup.privates
    for_sale = [offer for offer in offers if offer.low == offer.high and privates[offer.private].late]
    if not for_sale:
        return None
    rates = [privates[offer.private].income * policy.habits.horizon / max(1, offer.low) for offer in for_sale]
    best = max(rates)
    return for_sale[rates.index(best)].example() if best >= best_share_rate(policy, state, player) else None


def answer(policy: Policy, state: State, player: PlayerId, offers: list[Answer]) -> Action | None:
    """Accept a generous offer for a private; never sell a train: the buyer has a reason to ask."""
    frame = state.stack[-1]
    assert isinstance(frame, Offer)
    if frame.what == TRAIN:
        return Answer(player, 0)
    setup = policy.rules.setup
    prices = [private.price for private in setup.privates if private_owner(state, private.id) == player]
    return Answer(player, int(frame.price >= 3 * max(prices, default=200) // 2))


def merge_minor(policy: Policy, state: State, player: PlayerId, offers: list[Action]) -> Action | None:
    """Merge a minor as soon as possible."""
    return offers[0].example()


def convert_minor(policy: Policy, state: State, player: PlayerId, offers: list[Convert]) -> Action | None:
    """Convert a minor that reaches the train step without a train."""
    frame = state.stack[-1]
    at_trains = type(frame) is Turn and policy.rules.steps[frame.step] == "trains"
    needs = at_trains and not has_train(state, offers[0].company)
    return offers[0] if needs else None


def discard(policy: Policy, state: State, player: PlayerId, offers: list[DiscardTrain]) -> Action | None:
    """Discard the cheapest kind."""
    return min(offers, key=lambda offer: offer.train)


Rule: TypeAlias = Callable[[Policy, State, PlayerId, list[Any]], Action | None]

RULES: Final[tuple[tuple[type[Action], Rule], ...]] = (
    (Answer, answer),
    (Bids, bid),
    (ExchangePrivate, exchange),
    (Sales, sell),
    (Par, start),
    (PrivateTakes, take_private),
    (BuyShare, buy),
    (LayTile, lay),
    (LayPrivateTile, lay),
    (PlaceToken, token),
    (Runs, run),
    (RunRoutes, lambda policy, state, player, offers: offers[0]),
    (Dividend, distribute),
    (BuyTrain, buy_train),
    (TrainOffers, offer_for_train),
    (PrivateOffers, buy_private),
    (DiscardTrain, discard),
    (Join, merge_minor),
    (Convert, convert_minor),
)
"""Rules in the order in which they are tried."""

RULE_NUMBERS: Final = {kind: number for number, (kind, _rule) in enumerate(RULES)}
"""Place of each kind of action in that order."""


def careful_policy(rules: Ruleset, seed: int, habits: Habits) -> Policy:
    """Policy for a real decision rather than a playout."""
    return Policy(rules, Random(seed), replace(habits, careful=True))
