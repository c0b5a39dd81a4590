"""Blunders planted into games of bots, and how many of them the search for moments finds.

    python -m tests.review.planted --games 10 --players 3 --bot search --rollouts 64 --jobs 2

prints each planted blunder with its mark, or without, and the marks of the games without any blunder. Some of these
are mistakes that the bots made: they are confirmed by bots that play on, from what was played and from the better plan.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import pairwise, takewhile
from random import Random
from typing import Final, NamedTuple

from joblib import Parallel, delayed

from tetsudo.analysis.accounts.rounds import STOCK, accounts
from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.levels import maker
from tetsudo.bots.player import Budget, ask_for_choice
from tetsudo.core.actions import Action, BuyTrain, Pass, Route, RunRoutes
from tetsudo.core.open_actions import Range, Runs, Sales
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import cheapest_train
from tetsudo.engine.state.ownership import (
    company_trains,
    has_train,
    holding,
    ipo_of,
    market_of,
    ordinary_shares,
    president_of,
)
from tetsudo.engine.state.state import State, cash_of, par_of, treasury
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table
from tetsudo.review.findings.past import has_rusted, past_of
from tetsudo.review.moments import DEFAULT_BUDGET, Moment, Moments, Search
from tetsudo.review.moments.decisions import Decision
from tetsudo.review.moments.search import MIN_LOSS, MIN_RUN_LOSS
from tetsudo.review.moments.statistics import Mean

TRIES: Final = 24
CLEAR_ERRORS: Final = 2.0
"""Number of times that bots play on from an unplanted mark, and standard errors by which they must then do better."""

MIN_REVENUE: Final = 100
"""Revenue of the best run from which on it is cut by half."""


LEAST: Final = 0.7
"""Size of the smallest blunder that is planted, in multiples of what a moment must cost. Sizes are low: they leave out
what follows later."""


class Blunder(NamedTuple):
    """Blunder at a move: its size, the move, its kind, the player and the bad action.

    Size: money by which it puts the player behind the mean of all players, found without any playout.
    """

    size: int
    move: int
    kind: str
    player: PlayerId
    action: Action


class Players(NamedTuple):
    """Bots in all seats: their name, and the rollouts of each decision."""

    bot: str
    rollouts: int

    def play(self, game: Game, seed: int) -> Game:
        """Play a game on to its end."""
        bot = maker(self.bot)(game.setup, Random(seed))
        budget = Budget(rollouts=self.rollouts)
        while not game.is_over:
            game.apply(ask_for_choice(bot, game.view(game.to_act.player), game.legal_actions(), budget).action)
        return game


def blunders(game: Game, least: float = LEAST) -> Iterator[Blunder]:
    """The largest blunder of each kind, of all that could have been made in a finished game at decisions with choices.

    `least`: how many times as large it is, at least, as what a moment of its kind must cost.
    """
    all_worth = sum(each.total for each in accounts(game).rounds[-1].standing.worths)
    for kind, find in KINDS.items():
        moves = [move for move in range(game.length) if has_choices(game.earlier(move))]
        found = [blunder for move in moves for blunder in find(game, game.earlier(move), move)]
        worst = max(found, key=lambda blunder: (blunder.size, -blunder.move), default=None)
        if (
            worst is not None
            and worst.size >= least * (MIN_RUN_LOSS if kind == "run" else MIN_LOSS / len(game.names)) * all_worth
        ):
            yield worst


def has_choices(then: Game) -> bool:
    """True if a player has at least three choices; a range of amounts counts as two, and the runs of trains as many."""
    offers = then.legal_actions()
    return sum(2 if isinstance(offer, Range) else 3 if isinstance(offer, Runs) else 1 for offer in offers) >= 3


def behind_mean(lost: Money, players: int) -> Money:
    """Money by which a loss of one player alone puts them behind the mean of all."""
    return lost * (players - 1) // players


def lost_control(game: Game, then: Game, move: int) -> Iterator[Blunder]:
    """Sales of all shares by which a president leaves a company that runs to another player.

    Lost: what the shares earned until the next stock round, less the most that their price could have earned elsewhere.
    """
    player = then.to_act.player
    if then.to_act.doing != "stock" or game.actions[move].player != player:
        return
    for offer in then.legal_actions():
        if not isinstance(offer, Sales) or president_of(then.state, offer.company) != player:
            continue
        if not has_train(then.state, offer.company):
            continue
        after, sale = then.clone(), offer.at(offer.high)
        after.apply(sale)
        if president_of(after.state, offer.company) not in (NOBODY, player):
            price = cash_of(after.state, player) - cash_of(then.state, player)
            lost = paid_after(game, move, offer.company) * offer.high // 10
            lost -= earned_elsewhere(game, then.state, move, offer.company, price)
            yield Blunder(behind_mean(lost, then.state.players), move, "control", player, sale)


def earned_elsewhere(game: Game, state: State, move: int, company: CompanyId, money: Money) -> Money:
    """Most dividends that money could earn until the next stock round with other shares, without other buyers."""
    shares: list[tuple[Money, Money]] = []
    for other in range(state.companies):
        price = min(par_of(state, other), price_of(game.ruleset, state, other))
        if other != company and price:
            left = ordinary_shares(state, other, ipo_of(state)) + ordinary_shares(state, other, market_of(state))
            shares += [(paid_after(game, move, other) // 10, price)] * left
    earned = 0
    for paid, price in sorted(shares, key=lambda share: -share[0] / share[1]):
        earned += paid * min(price, money) // price
        money -= min(price, money)
    return earned


def paid_after(game: Game, move: int, company: CompanyId) -> Money:
    """Dividends of a company from a move to the next stock round, or to the end."""
    later = (each for each in accounts(game).rounds if each.start > move)
    runs = (run for each in takewhile(lambda each: each.kind != STOCK, later) for run in each.runs)
    return sum(run.paid for run in runs if run.company == company)


def half_run(game: Game, then: Game, move: int) -> Iterator[Blunder]:
    """Runs of at most half the best revenue: the most that parts of the best routes bring.

    Lost: every player's part of the difference, for other holders of the company lose as well.
    """
    if not isinstance(game.actions[move], RunRoutes):
        return
    (runs,) = (offer for offer in then.legal_actions() if isinstance(offer, Runs))
    amounts = [(sum(runs.earned(part)), part) for part in _parts(runs, runs.best())]
    halves = [(amount, part) for amount, part in amounts if 2 * amount <= runs.revenue()]
    if halves and runs.revenue() >= MIN_REVENUE:
        amount, part = max(halves, key=lambda half: half[0])
        held = [holding(then.state, part.company, player) for player in range(then.state.players)]
        lead = held[part.player] - sum(held) / len(held)
        yield Blunder(int((runs.revenue() - amount) * lead / 10), move, "run", part.player, part)


def _parts(runs: Runs, best: RunRoutes) -> Iterator[RunRoutes]:
    """Legal runs of one train on a part of one of the best routes."""
    for route in best.routes:
        for first in range(len(route.hexes)):
            for last in range(first + 2, len(route.hexes) + 1):
                part = RunRoutes(best.player, best.company, (Route(route.train, route.hexes[first:last]),))
                if runs.admits(part):
                    yield part


def no_train(game: Game, then: Game, move: int) -> Iterator[Blunder]:
    """Passes instead of the bank's train that a company could pay for, just before all its others rusted.

    Lost: what the president would then have had to pay for a train, and their part of the next revenue, without one.
    """
    action = game.actions[move]
    if not isinstance(action, BuyTrain) or action.seller < then.state.companies:
        return
    later, passing = next_turn(game, move, action.company), Pass(action.player)
    if later is None or action.price > treasury(then.state, action.company) or passing not in then.legal_actions():
        return
    past, fleet = past_of(game), company_trains(then.state, action.company)
    if all(has_rusted(past, later, train) for train in fleet):
        missing = cheapest_train(game.ruleset, later) - treasury(later, action.company) - action.price
        lost = next_revenue(game, move, action.company) * holding(then.state, action.company, action.player) // 10
        size = behind_mean(max(0, missing) + lost, then.state.players)
        yield Blunder(size, move, "train", action.player, passing)


def next_revenue(game: Game, move: int, company: CompanyId) -> Money:
    """Revenue of a company in the first round that begins after a move; 0 without one."""
    later = (run for each in accounts(game).rounds if each.start > move for run in each.runs if run.company == company)
    return next((run.revenue for run in later), 0)


def next_turn(game: Game, move: int, company: CompanyId) -> State | None:
    """Position at the next turn of a company after the one at a move; None if there was none."""
    states = [game.earlier(later).state for later in range(move + 1, game.length)]
    companies = [engine.acting_company(game.ruleset, state) for state in states]
    turns = pairwise(zip(companies, states, strict=True))
    return next((state for (before, _), (acting, state) in turns if before != company == acting), None)


KINDS: dict[str, Callable[[Game, Game, int], Iterator[Blunder]]] = {
    "control": lost_control,
    "run": half_run,
    "train": no_train,
}
"""Kinds of blunders."""


def plant(game: Game, blunder: Blunder, players: Players, seed: int) -> Game:
    """A game with a blunder instead of its move, played on by the bots."""
    then = game.earlier(blunder.move)
    then.apply(blunder.action)
    return players.play(then, seed)


def is_found(moments: Moments, blunder: Blunder) -> bool:
    """True if a blunder is marked."""
    return any(each.decision.move == blunder.move for each in moments.of_player(blunder.player))


def is_right(game: Game, moment: Moment, players: Players) -> bool:
    """True if bots that play on get clearly more for a moment's player from the better plan: bots err, too."""
    leads = []
    for seed in range(TRIES):
        played, better = (
            share_after(game, moment.decision, each.plan, players, seed) for each in (moment.played, moment.better[0])
        )
        leads.append(better - played)
    mean = Mean.of(leads)
    return mean.value > CLEAR_ERRORS * mean.error


def share_after(game: Game, decision: Decision, plan: Plan, players: Players, seed: int) -> float:
    """Part of all worth that a player gets if bots play on after a plan."""
    then = game.earlier(decision.move)
    for action in plan:
        then.apply(action)
    worths = {each.player: each.total for each in players.play(then, seed).standings()}
    return worths[decision.player] / sum(worths.values())


class Measured(NamedTuple):
    """A game measured: its planted blunders, each found or not, and the moments without any, each right or not."""

    planted: list[tuple[Blunder, bool]]
    unplanted: list[tuple[Moment, bool]]


def measure(number: int, title: str, count: int, players: Players, budget: int) -> Measured:
    """Planted blunders in the game of a number, and moments without any.

    After a blunder the bots look less far ahead, for that changes nothing of how it is judged.
    """
    game = players.play(Table(title, count).game(seed=number), number)
    quick = players._replace(rollouts=max(1, players.rollouts // 4))
    planted = []
    for blunder in blunders(game):
        bad = plant(game, blunder, quick, number)
        found = Search(bad, budget // count, players=[blunder.player]).run()
        planted.append((blunder, is_found(found, blunder)))
    marks = Search(game, budget).run().moments
    return Measured(planted, [(each, is_right(game, each, quick)) for each in marks])


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="1889")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bot", default="search")
    parser.add_argument("--rollouts", type=int, default=64)
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    players = Players(wanted.bot, wanted.rollouts)
    numbers = range(wanted.first, wanted.first + wanted.games)
    tasks = (delayed(measure)(number, wanted.title, wanted.players, players, wanted.budget) for number in numbers)
    planted = found = right = wrong = 0
    for number, measured in zip(numbers, Parallel(wanted.jobs, return_as="generator")(tasks), strict=True):
        for blunder, is_marked in measured.planted:
            said = "found" if is_marked else "MISSED"
            print(f"{number}: {blunder.kind} at {blunder.move}, size {blunder.size}: {said}")
        for each, is_mistake in measured.unplanted:
            said = "bots that play on lose by it" if is_mistake else "NOT CONFIRMED"
            print(f"{number}: unplanted {each.decision.kind} at {each.decision.move}, {each.loss.value:.4f}: {said}")
        planted, found = planted + len(measured.planted), found + sum(marked for _, marked in measured.planted)
        right += sum(is_mistake for _, is_mistake in measured.unplanted)
        wrong += sum(not is_mistake for _, is_mistake in measured.unplanted)
        marks = f"{right + wrong} unplanted marks, {right} of them confirmed"
        print(f"so far: {found} of {planted} found; {marks}", flush=True)


if __name__ == "__main__":
    main()
