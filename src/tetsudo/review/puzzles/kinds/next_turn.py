"""The next company's turn after a purchase, in which it does nothing but buy the train that it must."""

from __future__ import annotations

from typing import Final, NamedTuple

from tetsudo.core.actions import WITHHOLD, BuyTrain, Pass
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, TrainId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.emergency.funds import liquidity, shortfall
from tetsudo.engine.rules.privates.lots import cash_outside_bids
from tetsudo.engine.rules.rounds.operating.dividend import distribute
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import cheapest_train, depot_trains
from tetsudo.engine.state.ownership import has_train, president_of
from tetsudo.engine.state.state import BANKRUPTCY, DEPOT, State, bank_of, cash_of, move_cash, treasury
from tetsudo.game.game import Game
from tetsudo.review.puzzles.kinds.rusting import buyer_of

MAX_PASSES: Final = 12
"""Maximum number of steps that the two companies skip."""


class Duty(NamedTuple):
    """Forced purchase of a company: price and treasury, its president, and their cash and means.

    `old_share`, `share`: price of the company's share now, and when it must buy.
    """

    company: CompanyId
    president: int
    price: Money
    treasury: Money
    cash: Money
    means: Money
    bought: tuple[TrainId, ...]
    old_share: Money
    share: Money

    @property
    def shortfall(self) -> Money:
        """Amount that the president must pay."""
        return max(0, self.price - self.treasury)

    @property
    def is_bankrupt(self) -> bool:
        """True if the president cannot pay."""
        return self.means < self.shortfall


def duty_after(game: Game, buys: int, waits: bool) -> Duty | None:
    """Forced purchase after the company in turn buys a number of trains from the bank; None if there is none.

    `waits`: True for the next company, which skips the other steps of its turn. ValueError if something else would
    have to be decided before, or a purchase is not legal.
    """
    rules, state = game.ruleset, game.state.clone()
    state, bought = _after_purchases(game, state, buys)
    if not waits:
        return _duty(game, state, buyer_of(game), bought)
    first = buyer_of(game)
    for _ in range(MAX_PASSES):
        frame = state.stack[-1]
        if state.ended or type(frame) is not Turn:
            raise ValueError("no company is in turn")
        if _round_of(state) != _round_of(game.state):
            raise ValueError("the next company is in another operating round")
        if frame.company != first and rules.settings.steps[frame.step] == "trains":
            return _duty(game, state, frame.company, bought)
        if frame.company != first and has_train(state, frame.company):
            return None
        action = Pass(engine.actor(rules, state))
        before = state.clone()
        if engine.refusal(rules, state, action):
            raise ValueError("a step cannot be skipped")
        engine.perform(rules, state, action, [])
        if _went_bankrupt(state) and frame.company != first:
            return _bankrupt_duty(game, before, frame.company, bought)
    raise ValueError("the turn does not end")


def _went_bankrupt(state: State) -> bool:
    """True if a bankruptcy has ended the game."""
    return state.ended == BANKRUPTCY


def _round_of(state: State) -> tuple[int, int, int]:
    """Numbers of the round, which change before the next stock or operating round."""
    return state.round, state.turn, state.operating_round


def with_cash(game: Game, player: PlayerId, cash: Money) -> Game:
    """Independent game in which a player has so much cash; the bank pays or takes the difference."""
    changed = Game.at(game.ruleset, game.names, game.state.clone())
    move_cash(changed.state, player, bank_of(changed.state), cash_of(game.state, player) - cash)
    return changed


def _after_purchases(game: Game, state: State, buys: int) -> tuple[State, tuple[TrainId, ...]]:
    """Position after purchases of the depot's next trains, and their kinds."""
    rules, company = game.ruleset, buyer_of(game)
    bought: list[TrainId] = []
    for _ in range(buys):
        kinds = depot_trains(rules, state)
        if len(kinds) != 1:
            raise ValueError("the bank sells no train, or several kinds")
        price = rules.setup.trains[kinds[0]].price
        action = BuyTrain(engine.actor(rules, state), company, kinds[0], state.companies + DEPOT, price, NOBODY)
        if treasury(state, company) < price or engine.refusal(rules, state, action):
            raise ValueError("the purchase is illegal")
        engine.perform(rules, state, action, [])
        bought.append(kinds[0])
        frame = state.stack[-1]
        if len(bought) < buys and not (type(frame) is Turn and frame.company == company):
            raise ValueError("something else has to be decided")
    return state, tuple(bought)


def _duty(game: Game, state: State, company: CompanyId, bought: tuple[TrainId, ...]) -> Duty | None:
    """Forced purchase of a company in its train step; None if it lacks nothing."""
    rules = game.ruleset
    if not shortfall(rules, state, company):
        return None
    president = president_of(state, company)
    if rules.is_minor[company] or cash_outside_bids(rules, state, president) != cash_of(state, president):
        raise ValueError("a minor may convert, and a bid may be returned")
    return Duty(
        company,
        president,
        cheapest_train(rules, state),
        treasury(state, company),
        cash_outside_bids(rules, state, president),
        liquidity(rules, state, president),
        bought,
        price_of(rules, game.state, company),
        price_of(rules, state, company),
    )


def _bankrupt_duty(game: Game, state: State, company: CompanyId, bought: tuple[TrainId, ...]) -> Duty | None:
    """Forced purchase that ended the game by itself, from the position before the last pass.

    ValueError if the president could pay by then, so that something else has ended it.
    """
    frame, steps = state.stack[-1], game.ruleset.settings.steps
    assert type(frame) is Turn
    before = state.clone()
    if frame.step < steps.index("dividend"):  # a company without a train earns nothing
        before.revenue = 0
        distribute(game.ruleset, before, company, [], WITHHOLD)
    before.stack = (*before.stack[:-1], frame.at_step(steps.index("trains")))
    duty = _duty(game, before, company, bought)
    if duty is None or not duty.is_bankrupt:
        raise ValueError("something else ends the game")
    return duty
