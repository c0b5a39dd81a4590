"""Blunders planted into games of bots, and how many of them the search for moments finds.

    python -m tests.review.planted --games 10 --players 3 --bot rollouts --rollouts 16 --budget 6000

prints each planted blunder with its mark, or without, and the marks of the games without any blunder.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from tetsudo.bots.levels import maker
from tetsudo.bots.player import Budget, ask_for_choice
from tetsudo.core.actions import Action, BuyTrain, Pass, Route, RunRoutes
from tetsudo.core.open_actions import Runs, Sales
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.ownership import company_trains, has_train, president_of
from tetsudo.engine.state.state import is_floated
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table
from tetsudo.review.findings.past import past_of
from tetsudo.review.moments import Moments, Search
from tetsudo.review.moments.decisions import decisions

MIN_REVENUE = 100
"""Revenue of the best run from which on it is cut by half."""


class Blunder(NamedTuple):
    """Blunder at a move: its kind, the player, the bad action, and how bad it looks."""

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


def blunders(game: Game) -> Iterator[Blunder]:
    """The worst blunder of each kind that could have been made in a finished game, at a decision with real choices."""
    free = {each.move for each in decisions(past_of(game), 1, range(len(game.names)))}
    for kind, find in KINDS.items():
        found = [
            blunder
            for move, action in enumerate(game.actions)
            if kind == "run" or move in free
            for blunder in find(game.earlier(move), move, action)
        ]
        if found:
            yield max(found, key=lambda blunder: (blunder.size, -blunder.move))


def lost_control(then: Game, move: int, action: Action) -> Iterator[Blunder]:
    """Sales by which a president leaves a company with trains to another player."""
    if then.to_act.doing != "stock" or then.to_act.player != action.player:
        return
    for offer in then.legal_actions():
        if not isinstance(offer, Sales) or not is_floated(then.state, offer.company):
            continue
        if president_of(then.state, offer.company) != action.player or not has_train(then.state, offer.company):
            continue
        after = then.clone()
        after.apply(offer.at(offer.high))
        if 0 <= president_of(after.state, offer.company) != action.player:
            price = price_of(then.ruleset, then.state, offer.company)
            yield Blunder(price * offer.high, move, "control", action.player, offer.at(offer.high))


def half_run(then: Game, move: int, action: Action) -> Iterator[Blunder]:
    """Runs of at most half the best revenue: the most that parts of the best routes bring."""
    if not isinstance(action, RunRoutes):
        return
    (runs,) = (offer for offer in then.legal_actions() if isinstance(offer, Runs))
    best = runs.best()
    amounts = [(sum(runs.earned(part)), part) for part in _parts(runs, best)]
    halves = [(amount, part) for amount, part in amounts if 2 * amount <= runs.revenue()]
    if halves and runs.revenue() >= MIN_REVENUE:
        amount, part = max(halves, key=lambda half: half[0])
        yield Blunder(runs.revenue() - amount, move, "run", action.player, part)


def _parts(runs: Runs, best: RunRoutes) -> Iterator[RunRoutes]:
    """Legal runs of one train on a part of one of the best routes."""
    for route in best.routes:
        for first in range(len(route.hexes)):
            for last in range(first + 2, len(route.hexes) + 1):
                part = RunRoutes(best.player, best.company, (Route(route.train, route.hexes[first:last]),))
                if runs.admits(part):
                    yield part


def no_train(then: Game, move: int, action: Action) -> Iterator[Blunder]:
    """Passes instead of the train of the bank that a company bought, when all it had would rust."""
    if not isinstance(action, BuyTrain) or action.seller < then.state.companies:
        return
    rusting = [then.setup.trains[train].rusted_by for train in company_trains(then.state, action.company)]
    passing = Pass(action.player)
    lasts = then.setup.trains[action.train].rusted_by == NOBODY
    if lasts and NOBODY not in rusting and any(offer == passing for offer in then.legal_actions()):
        yield Blunder(action.price, move, "train", action.player, passing)


KINDS: dict[str, Callable[[Game, int, Action], Iterator[Blunder]]] = {
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
    """True if a blunder is marked, as itself or at a choice just before it in the same turn."""
    return any(each.decision.move == blunder.move for each in moments.of_player(blunder.player))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="1889")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bot", default="rollouts")
    parser.add_argument("--rollouts", type=int, default=16)
    parser.add_argument("--budget", type=int, default=6000)
    wanted = parser.parse_args()
    players = Players(wanted.bot, wanted.rollouts)
    planted = found = marks = 0
    for number in range(wanted.first, wanted.first + wanted.games):
        began = time.process_time()
        game = players.play(Table(wanted.title, wanted.players).game(seed=number), number)
        print(f"game {number}: {game.length} moves, {time.process_time() - began:.0f} s of processor", flush=True)
        for blunder in blunders(game):
            bad = plant(game, blunder, players, number)
            is_marked = is_found(Search(bad, wanted.budget // wanted.players, players=[blunder.player]).run(), blunder)
            planted, found = planted + 1, found + is_marked
            print(f"  {blunder.kind} at {blunder.move}, size {blunder.size}: {'found' if is_marked else 'MISSED'}")
        began = time.process_time()
        unplanted = Search(game, wanted.budget).run()
        marks += len(unplanted.moments)
        print(f"  unplanted: {len(unplanted.moments)}, {time.process_time() - began:.0f} s of processor")
        for each in unplanted.moments:
            print(f"    {each.decision.move} {each.decision.kind} {each.loss.value:.4f} ± {each.loss.error:.4f}")
        print(f"so far: {found} of {planted} found, {marks} unplanted marks", flush=True)


if __name__ == "__main__":
    main()
