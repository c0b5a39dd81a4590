"""Reasons in the terms of the lessons: what an action does in this position, in one or two sentences.

Each speaks of what a lesson teaches: floating, control, dividends, rust, forced purchases ... What an action brings is
read from the engine's events, so that no sentence says more than what happens.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import dropwhile, islice, takewhile
from typing import Any, Final, TypeAlias

from tetsudo.bots.heuristics.map_potential import ORDINARY_PRICE_FACTOR, potential_of
from tetsudo.bots.heuristics.stock_round import cost_to_float
from tetsudo.core.actions import (
    WITHHOLD,
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Convert,
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
from tetsudo.core.events import Floated, Log, PaidOut, PresidentChanged, PriceMoved, Received, TrainRusted
from tetsudo.core.frames import ForcedSale, Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, TrainId
from tetsudo.engine.model.templates import EMPTY_PHRASE, Phrase, Value
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.privates.lots import highest_bid
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import depot_trains, has_room
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float
from tetsudo.engine.state.ownership import company_trains, has_train, private_owner
from tetsudo.engine.state.state import State, cash_of, is_floated, last_run_of, treasury
from tetsudo.game.views.preview import build

Teacher: TypeAlias = Callable[[Ruleset, State, Any], Phrase]


def lesson_reason(rules: Ruleset, state: State, action: Action) -> Phrase:
    """Reason for an action in a position; EMPTY_PHRASE if no lesson is about it."""
    teacher = TEACHERS.get(type(action))
    return teacher(rules, state, action) if teacher else EMPTY_PHRASE


def joined(first: Phrase, second: Phrase) -> Phrase:
    """Two sentences, of which either may be empty."""
    if not first.template or not second.template:
        return first if first.template else second
    return Phrase("{first} {second}", first=first, second=second)


def bid(rules: Ruleset, state: State, action: Bid) -> Phrase:
    """Income and sale of a private, or the company that a lot brings, and the money left."""
    lot = rules.setup.lots[action.lot]
    left = highest_bid(rules, state, action.player, action.lot) - action.price
    kept = Phrase("You keep {left}.", left=_money(left))
    if lot.private == NOBODY:
        return joined(Phrase("Its owner leads this company from the start."), kept)
    private = rules.setup.privates[lot.private]
    income = sale = EMPTY_PHRASE
    if private.income:
        income = Phrase("Its owner receives {income} in each operating round.", income=_money(private.income))
    if private.high > ORDINARY_PRICE_FACTOR * private.price:
        sale = Phrase("A company may later pay nearly any price for it.")
    elif private.high > private.price:
        sale = Phrase("A company may later pay up to {most} for it.", most=_money(private.high))
    return joined(joined(income, sale), kept)


def start(rules: Ruleset, state: State, action: Par) -> Phrase:
    """Cost to float a company at a par."""
    count = shares_to_float(rules, state, action.company)
    cost, cash = count * action.price, cash_of(state, action.player)
    parts = {"count": Value("number", count), "cost": _money(cost), "company": Value("company", action.company)}
    if cost <= cash:
        return Phrase("{company} floats with {count} shares. They cost {cost}: you can pay that alone.", **parts)
    return Phrase("{company} floats with {count} shares. They cost {cost}, more than you have now.", **parts)


def buy_share(rules: Ruleset, state: State, action: BuyShare) -> Phrase:
    """Control, floating, or dividends, by what a share brings."""
    company, log = action.company, _events(rules, state, action)
    shown = Value("company", company)
    if any(isinstance(each, PresidentChanged) and each.company == company for each in log):
        return Phrase("With it you hold more of {company} than its president, so you lead the company.", company=shown)
    if any(isinstance(each, Floated) and each.company == company for each in log):
        return Phrase("With it {company} floats: it gets its money and can run.", company=shown)
    if not is_floated(state, company):
        missing = cost_to_float(rules, state, company)
        return Phrase(
            "{company} has no money and cannot run before it floats. Shares for {missing} are missing.",
            company=shown,
            missing=_money(missing),
        )
    run = last_run_of(state, company)
    if run > 0 and has_train(state, company):
        share = run * rules.setup.companies[company].share // 100
        return Phrase("Its last run was worth {payment} to each share.", payment=_money(share))
    return Phrase("{company} has earned nothing lately. You count on its next runs.", company=shown)


def sell(rules: Ruleset, state: State, action: SellShares) -> Phrase:
    """Forced sales, and sales that pay for something better."""
    frame = state.stack[-1]
    if isinstance(frame, Turn | ForcedSale):
        return Phrase(
            "A company that can run must own a train. Its treasury is short, so you pay the rest: these shares are the"
            " least loss."
        )
    if not isinstance(frame, Stock):
        return EMPTY_PHRASE
    amount = _money(action.count * price_of(rules, state, action.company))
    brings = Phrase("It brings {amount} for something better.", amount=amount)
    return joined(brings, _price_move(_events(rules, state, action), action.company))


def lay(rules: Ruleset, state: State, action: LayTile | LayPrivateTile) -> Phrase:
    """Effect of a tile on the company's best run with the next train."""
    frame = next((each for each in reversed(state.stack) if type(each) is Turn), None)
    if frame is None:
        return EMPTY_PHRASE
    before, after = _revenues(rules, state, frame.company, action)
    if after > before:
        return Phrase(
            "With its next train {company} can earn {after} on this track, and {before} without the tile.",
            company=Value("company", frame.company),
            before=_money(before),
            after=_money(after),
        )
    return Phrase("It earns nothing now, but leads to stops for later runs.")


def token(rules: Ruleset, state: State, action: PlaceToken) -> Phrase:
    """Effect of a token on the company's best run with the next train."""
    before, after = _revenues(rules, state, action.company, action)
    if after > before:
        return Phrase(
            "A route needs a station of its company. From here {company} can earn {after} instead of {before}.",
            company=Value("company", action.company),
            before=_money(before),
            after=_money(after),
        )
    return Phrase(
        "A full city stops the trains of others. This token keeps the way open for {company}.",
        company=Value("company", action.company),
    )


def run(rules: Ruleset, state: State, action: RunRoutes) -> Phrase:
    """Best run."""
    return Phrase("No other routes of these trains earn more.")


def distribute(rules: Ruleset, state: State, action: Dividend) -> Phrase:
    """Payment to the player and the price, or money for a train."""
    company, log = action.company, _events(rules, state, action)
    moved = _price_move(log, company)
    if action.payout == WITHHOLD:
        return joined(moved, _withheld_for(rules, state, company))
    own = _received(log, company, action.player)
    return joined(Phrase("Your shares bring you {amount}.", amount=_money(own)), moved) if own else moved


def _received(log: Log, company: CompanyId, player: PlayerId) -> Money:
    """Dividend of a company that a player receives; other companies may pay after it."""
    after = dropwhile(lambda each: not (isinstance(each, PaidOut) and each.company == company), log)
    paid = takewhile(lambda each: isinstance(each, Received), islice(after, 1, None))
    return next((each.price for each in paid if isinstance(each, Received) and each.owner == player), 0)


def _withheld_for(rules: Ruleset, state: State, company: CompanyId) -> Phrase:
    """Train that a company can pay for only with its revenue, or the money that it keeps."""
    cash, kinds = treasury(state, company), depot_trains(rules, state) if has_room(rules, state, company) else ()
    for kind in kinds:
        if cash < rules.setup.trains[kind].price <= cash + state.revenue:
            return Phrase("With this money the company can buy a {train}.", train=Value("train", kind))
    return Phrase("The company keeps {amount} for what it buys next.", amount=_money(state.revenue))


def buy_train(rules: Ruleset, state: State, action: BuyTrain) -> Phrase:
    """Time for which a train runs, and the trains that rust by it."""
    shown, after = Value("train", action.train), rules.setup.trains[action.train].rusted_by
    rusting = tuple(each.train for each in _events(rules, state, action) if isinstance(each, TrainRusted))
    if any(_is_owned(state, kind) for kind in rusting):
        return Phrase("The first {train} makes every {old} rust.", train=shown, old=Value("train", rusting))
    if not has_train(state, action.company):
        return Phrase("Without a train the company earns nothing.")
    if after == NOBODY:
        return Phrase("A {train} never rusts: it earns until the end.", train=shown)
    return Phrase("A {train} runs until the first {next} is sold.", train=shown, next=Value("train", after))


def buy_private(rules: Ruleset, state: State, action: BuyPrivate) -> Phrase:
    """Money that moves from the company to its owner, or the income that the company gets."""
    private = rules.setup.privates[action.private]
    if private_owner(state, action.private) != action.player:
        return Phrase("The company receives {income} in each operating round.", income=_money(private.income))
    return Phrase(
        "The company pays {price} for what has cost {face}. So its money becomes yours.",
        price=_money(action.price),
        face=_money(private.price),
    )


def exchange(rules: Ruleset, state: State, action: ExchangePrivate) -> Phrase:
    """Private given up for a share."""
    price = price_of(rules, state, action.company)
    return Phrase("You get a share that costs {price} now.", price=_money(price))


def join(rules: Ruleset, state: State, action: Join) -> Phrase:
    """Minor that joins a company."""
    return Phrase("The company takes over the minor's money and trains, in exchange for shares.")


def convert(rules: Ruleset, state: State, action: Convert) -> Phrase:
    """Minor that becomes a private."""
    if has_train(state, action.company):
        return EMPTY_PHRASE
    return Phrase("The minor's money goes to the bank, but a private needs no train: you keep your cash.")


def pass_turn(rules: Ruleset, state: State, action: Pass) -> Phrase:
    """Purpose for which money is better kept."""
    frame = state.stack[-1]
    if isinstance(frame, Stock):
        return Phrase("Nothing that you can buy or sell now brings more than you have.")
    if not isinstance(frame, Turn) or rules.steps[frame.step] != "trains":
        return EMPTY_PHRASE
    if not has_room(rules, state, frame.company):
        return Phrase("The company has as many trains as it may own.")
    if not has_train(state, frame.company):
        return EMPTY_PHRASE
    return Phrase("Its trains are enough for now. Money kept can pay for one that lasts.")


TEACHERS: Final[dict[type[Action], Teacher]] = {
    Bid: bid,
    Par: start,
    BuyShare: buy_share,
    SellShares: sell,
    LayTile: lay,
    LayPrivateTile: lay,
    PlaceToken: token,
    RunRoutes: run,
    Dividend: distribute,
    BuyTrain: buy_train,
    BuyPrivate: buy_private,
    ExchangePrivate: exchange,
    Join: join,
    Convert: convert,
    Pass: pass_turn,
}
"""Function that explains each kind of action."""


def _money(amount: Money) -> Value:
    return Value("money", amount)


def _events(rules: Ruleset, state: State, action: Action) -> Log:
    """Events of an action; `state` stays as it is."""
    log: Log = []
    engine.perform(rules, state.clone(), action, log)
    return log


def _price_move(log: Log, company: CompanyId) -> Phrase:
    """Sentence on the first move of a company's price; EMPTY_PHRASE if it stays."""
    for each in log:
        if isinstance(each, PriceMoved) and each.company == company:
            parts = {"old": _money(each.old), "new": _money(each.new)}
            if each.new < each.old:
                return Phrase("The price falls from {old} to {new}.", **parts)
            return Phrase("The price rises from {old} to {new}.", **parts)
    return EMPTY_PHRASE


def _is_owned(state: State, kind: TrainId) -> bool:
    """True if a company has a train of this kind."""
    return any(kind in company_trains(state, company) for company in range(state.companies))


def _revenues(rules: Ruleset, state: State, company: CompanyId, action: Action) -> tuple[Money, Money]:
    """Best revenue with a company's trains and the next one on sale, before and after a tile or a token."""
    potential = potential_of(rules)
    fleet, then = potential.next_fleet(state, company), state.clone()
    build(rules, then, action)
    return potential.revenue(state, company, fleet), potential.revenue(then, company, fleet)
