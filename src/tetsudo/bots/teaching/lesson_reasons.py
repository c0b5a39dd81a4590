"""Reasons in the terms of the lessons: what an action does in this position, in one or two sentences.

Each speaks of what a lesson teaches: floating, control, dividends, rust, forced purchases ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from tetsudo.bots.heuristics.map_potential import potential_of
from tetsudo.bots.heuristics.stock_round import cost_to_float
from tetsudo.core.actions import (
    PAY,
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
from tetsudo.core.frames import Auction, BidOff, ForcedSale, Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, TrainId
from tetsudo.engine.model.templates import EMPTY_PHRASE, Phrase, Value
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float
from tetsudo.engine.state.ownership import (
    fleet_size,
    has_train,
    holding,
    president_of,
)
from tetsudo.engine.state.state import State, cash_of, is_floated, last_run_of, treasury
from tetsudo.game.views.preview import build

Teacher: TypeAlias = Callable[[Ruleset, State, Any], Phrase]


def lesson_reason(rules: Ruleset, state: State, action: Action) -> Phrase:
    """Reason for an action in a position; EMPTY_PHRASE if no lesson is about it."""
    teacher = TEACHERS.get(type(action))
    return teacher(rules, state, action) if teacher else EMPTY_PHRASE


def bid(rules: Ruleset, state: State, action: Bid) -> Phrase:
    """Income of a private, or the company that a lot brings, and the money left."""
    lot, left = rules.setup.lots[action.lot], _money(cash_of(state, action.player) - action.price)
    if lot.private == NOBODY:
        return Phrase("It makes you president of a company at once. You keep {left}.", left=left)
    private = rules.setup.privates[lot.private]
    if private.high <= private.price:
        return Phrase(
            "It pays you {income} in each operating round. You keep {left}.", income=_money(private.income), left=left
        )
    return Phrase(
        "It pays you {income} in each operating round, and later your company may pay you up to {most} for it. You keep"
        " {left}.",
        income=_money(private.income),
        most=_money(private.high),
        left=left,
    )


def start(rules: Ruleset, state: State, action: Par) -> Phrase:
    """Cost to float a company at a par."""
    count = shares_to_float(rules, state, action.company)
    cost, cash = count * action.price, cash_of(state, action.player)
    parts = {"count": Value("number", count), "cost": _money(cost), "company": Value("company", action.company)}
    if cost <= cash:
        return Phrase("{company} floats with {count} shares. They cost {cost}: you can pay that alone.", **parts)
    return Phrase("{company} floats with {count} shares. They cost {cost}: others must buy some of them.", **parts)


def buy_share(rules: Ruleset, state: State, action: BuyShare) -> Phrase:
    """Control, floating, or dividends, by what a share brings."""
    company, player = action.company, action.player
    shown = Value("company", company)
    if president_of(state, company) not in (player, NOBODY) and _would_lead(rules, state, player, company):
        return Phrase("With it you hold more of {company} than its president, so you lead the company.", company=shown)
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
        return Phrase(
            "Its last run was worth {payment} to each share, and each dividend raises the price.", payment=_money(share)
        )
    return Phrase("{company} has not paid yet. Its shares are cheap as long as others wait.", company=shown)


def sell(rules: Ruleset, state: State, action: SellShares) -> Phrase:
    """Forced sales, and sales that pay for something better."""
    amount = _money(action.count * price_of(rules, state, action.company))
    if type(state.stack[-1]) is not Stock:
        return Phrase(
            "A company that can run must own a train. Its treasury is short, so you pay the rest: these shares are the"
            " least loss."
        )
    return Phrase(
        "It brings {amount} for something better. The price falls, also for all others who hold shares.", amount=amount
    )


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
    """Payment to the shareholders and the price, or money for a train."""
    company, cash = action.company, treasury(state, action.company)
    if action.payout == WITHHOLD:
        wanted = _train_to_save_for(rules, state, cash, cash + state.revenue)
        if wanted == NOBODY:
            return Phrase("The company needs the money more than you need the dividend, though its price falls.")
        return Phrase(
            "The price falls, but with this money the company can buy a {train}.", train=Value("train", wanted)
        )
    if action.payout != PAY:
        return Phrase("Half of it goes to the shareholders, half to the company.")
    share = state.revenue * rules.setup.companies[company].share // 100
    return Phrase("Each share gets {payment}, and the price rises.", payment=_money(share))


def buy_train(rules: Ruleset, state: State, action: BuyTrain) -> Phrase:
    """Time for which a train runs, and the trains that rust by it."""
    kind = rules.setup.trains[action.train]
    shown = Value("train", action.train)
    is_first = _is_first(rules, state, action)
    rusting = [old for old in range(len(rules.setup.trains)) if rules.setup.trains[old].rusted_by == action.train]
    if is_first and rusting:
        return Phrase(
            "The first {train} makes every {old} rust, also those of others.",
            train=shown,
            old=Value("train", tuple(rusting)),
        )
    if not has_train(state, action.company):
        return Phrase("Without a train the company earns nothing, and its price falls each round.")
    if kind.rusted_by == NOBODY:
        return Phrase("A {train} never rusts: it earns until the end.", train=shown)
    return Phrase("A {train} runs until the first {next} is sold.", train=shown, next=Value("train", kind.rusted_by))


def buy_private(rules: Ruleset, state: State, action: BuyPrivate) -> Phrase:
    """Money that moves from the company to its owner."""
    face = rules.setup.privates[action.private].price
    return Phrase(
        "The company pays {price} for what has cost {face}. So its money becomes its seller's.",
        price=_money(action.price),
        face=_money(face),
    )


def exchange(rules: Ruleset, state: State, action: ExchangePrivate) -> Phrase:
    """Private given up for a share."""
    return Phrase("The share is worth more than the private, and its price can still rise.")


def join(rules: Ruleset, state: State, action: Join) -> Phrase:
    """Minor that joins a company."""
    return Phrase("The company takes over the minor's money and trains, and you get a share for it.")


def convert(rules: Ruleset, state: State, action: Convert) -> Phrase:
    """Minor that becomes a private."""
    return Phrase("Without a train the minor earns nothing. As a private it pays you in each operating round.")


def pass_turn(rules: Ruleset, state: State, action: Pass) -> Phrase:
    """Purpose for which money is better kept."""
    frame = state.stack[-1]
    if isinstance(frame, Auction | BidOff):
        return Phrase("Keep enough money to float a company: without one you earn little.")
    if isinstance(frame, Stock):
        return Phrase("Nothing that you can buy or sell now brings more than you have.")
    if isinstance(frame, ForcedSale) or not isinstance(frame, Turn):
        return EMPTY_PHRASE
    return _passed_step(rules, state, frame)


def _passed_step(rules: Ruleset, state: State, turn: Turn) -> Phrase:
    """Reason to pass in a step of a company's turn."""
    step = rules.steps[turn.step]
    if step == "token":
        return Phrase("No token here makes a run better, and the money can buy a train.")
    if step == "trains":
        if fleet_size(state, turn.company) >= rules.train_limit(state, turn.company):
            return Phrase("The company has as many trains as it may own.")
        return Phrase("Its trains are enough for now. Money kept can pay for one that lasts.")
    return EMPTY_PHRASE


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


def _would_lead(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> bool:
    """True if one more share makes a player president instead of the present one."""
    units = rules.president_shares[company]
    leader = president_of(state, company)
    return holding(state, company, player, units) + 1 > holding(state, company, leader, units)


def _revenues(rules: Ruleset, state: State, company: CompanyId, action: Action) -> tuple[Money, Money]:
    """Best revenue with a company's trains and the next one on sale, before and after a tile or a token."""
    potential = potential_of(rules)
    fleet, then = potential.next_fleet(state, company), state.clone()
    build(rules, then, action)
    return potential.revenue(state, company, fleet), potential.revenue(then, company, fleet)


def _train_to_save_for(rules: Ruleset, state: State, cash: Money, later: Money) -> TrainId:
    """Train on sale that a company can pay for only with its revenue; NOBODY if there is none."""
    kinds = depot_trains(rules, state)
    return next((kind for kind in kinds if cash < rules.setup.trains[kind].price <= later), NOBODY)


def _is_first(rules: Ruleset, state: State, action: BuyTrain) -> bool:
    """True if a train is the first of its kind to leave the depot."""
    return rules.phase_of_train[action.train] > state.phase and action.train in depot_trains(rules, state)
