"""The last operating rounds: solved as a plain search of all ways solves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.builders import empty_depot, lay, operate, set_phase, start, stock_round
from tetsudo.bots.heuristics.parameters import SAVING_BUILDER, USUAL
from tetsudo.bots.lookahead.endgame import Endgame, is_endgame, ways_to_go
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.bots.lookahead.sequential_halving import margin
from tetsudo.bots.player import DEFAULT_BUDGET, Budget
from tetsudo.core.actions import Action, BuyTrain, Descriptor, Dividend, Pass
from tetsudo.core.frames import Turn
from tetsudo.core.open_actions import TrainOffers
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, set_turn_number
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table


def endgame(rules: Ruleset, budget: Budget = DEFAULT_BUDGET, most: int = 64) -> Endgame:
    """Rest of a game by usual habits, without a limit of time unless there is a budget."""
    return Endgame(rules, USUAL, budget.begin(), most)


MOST = 300
"""Largest tree that the plain search walks."""


class TooLarge(Exception):
    """The plain search would take too long."""


class Plain:
    """Every way to pay, withhold and buy trains, tried one after the other."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.rules = rules
        self.habits = [USUAL] * players
        self.ends = 0

    def worths(self, state: State) -> tuple[float, ...]:
        """Final worths if each takes the way that leaves the largest lead."""
        rules, playout = self.rules, PolicyPlayout(self.rules, state, self.habits, 0)
        while not state.ended:
            if playout.step_automatically():
                continue
            player = engine.actor(rules, state)
            listed = engine.listing(rules, state, player)
            usual = playout.policies[player].choose(state, player, listed)
            ways = [usual, *plain_ways(state, player, listed)]
            if len(set(ways)) > 1:
                return max((self.after(state, way) for way in ways), key=lambda worths: margin(worths, player))
            engine.perform(rules, state, usual, [])
        self.ends += 1
        if self.ends > MOST:
            raise TooLarge
        return tuple(float(worth(rules, state, player).total) for player in range(state.players))

    def after(self, state: State, action: Action) -> tuple[float, ...]:
        """The same after an action."""
        copy = state.clone()
        engine.perform(self.rules, copy, action, [])
        return self.worths(copy)


def plain_ways(state: State, player: int, listed: Sequence[Descriptor]) -> list[Action]:
    """Ways that a president has, at a dividend or when trains may be bought."""
    frame = state.stack[-1]
    if not isinstance(frame, Turn) or president_of(state, frame.company) != player:
        return []
    ways: list[Action] = [each for each in listed if isinstance(each, Dividend | BuyTrain)]
    ways += [
        each.at(each.low)
        for each in listed
        if isinstance(each, TrainOffers) and president_of(state, each.seller) == player
    ]
    return [*ways, *[each for each in listed if isinstance(each, Pass) and ways]]


def last_positions(table: Table, seed: int) -> Iterator[tuple[Ruleset, State]]:
    """Positions of a game's last set of operating rounds."""
    game, random = table.game(seed), Random(seed)
    habits = [random.choice((USUAL, SAVING_BUILDER)) for _ in range(table.players)]
    playout = PolicyPlayout(game.ruleset, game.state, habits, seed)
    rules, state = game.ruleset, game.state
    while not state.ended:
        if playout.step_automatically():
            continue
        player = engine.actor(rules, state)
        listed = engine.listing(rules, state, player)
        if is_endgame(rules, state):
            yield rules, state
        engine.perform(rules, state, playout.policies[player].choose(state, player, listed), [])


TABLES = [
    Table("1889", 2),
    Table("1888-N", 3),
    Table("1890", 3, "B"),
    *[pytest.param(table, marks=pytest.mark.long) for table in (Table("1889", 4), Table("1890", 4, "C"))],
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_ways_left_out_gain_nothing(table: Table) -> None:
    """Near the end each decision is solved with all ways, and as the bot solves it."""
    compared = 0
    for seed in range(3):
        for rules, state in [(rules, state.clone()) for rules, state in last_positions(table, seed)][-40:]:
            player = engine.actor(rules, state)
            listed = engine.listing(rules, state, player)
            ways = plain_ways(state, player, listed)
            if not ways:
                continue
            plain = Plain(rules, state.players)
            try:
                expected = max(margin(plain.after(state, way), player) for way in ways)
            except TooLarge:
                continue
            found = endgame(rules, most=100_000).solutions(state, [(way,) for way in ways])
            assert max(margin(worths, player) for worths in found) == expected
            compared += 1
    assert compared


def last_trains(me: int, held: str) -> tuple[Game, list[Action]]:
    """In the last round a player's AR, with two 5-trains, may buy the D; then the next one's IR runs for 50."""
    game = stock_round(3, cash=500)
    start(game, "AR", {me: 60}, par=100, cash=1100, trains=("5", "5"))
    start(game, "IR", {(me + 1) % 3: 60}, par=65, cash=1100, trains=(held,))
    lay(game, "E2", "57", 1)
    empty_depot(game, "2", "3", "4", "5", "6")
    set_phase(game, "6")
    operate(game, "AR", "trains")
    set_turn_number(game.state, game.company("IR").id, 0)
    game.state.broken = 1
    diesel = next(each for each in game.legal_actions() if isinstance(each, BuyTrain))
    return game, [Pass(me), diesel]


@pytest.mark.parametrize("me", range(3))
def test_the_last_train_is_bought_to_rust_that_of_another(me: int) -> None:
    """IR would pay its president 60 % of 50 and rise; with the D its 4 rusts. By rules of thumb AR has enough."""
    game, ways = last_trains(me, "4")
    passed, bought = endgame(game.ruleset).solutions(game.state, [(way,) for way in ways])
    other = (me + 1) % 3
    assert passed[other] - bought[other] >= 30
    assert margin(bought, me) > margin(passed, me)
    assert ways_to_go(game.ruleset, game.state, me, game.legal_actions(), ways[0]) == ways


def test_a_last_train_that_rusts_none_is_not_tried() -> None:
    """IR has a 5, which never rusts. What AR pays for a train that runs no more is worth nothing, as what it keeps."""
    game, ways = last_trains(0, "5")
    passed, bought = endgame(game.ruleset).solutions(game.state, [(way,) for way in ways])
    assert passed == bought
    assert ways_to_go(game.ruleset, game.state, 0, game.legal_actions(), ways[0]) == ways[:1]


def test_an_endgame_begins_when_the_bank_is_broken() -> None:
    """In 1889 the game ends after the operating rounds in which the bank breaks, not before a stock round."""
    game = stock_round(3)
    assert not is_endgame(game.ruleset, game.state)
    game.state.broken = 1
    assert not is_endgame(game.ruleset, game.state)


@pytest.mark.parametrize(("rollouts", "is_solved"), [(3, False), (4, True)])
def test_a_small_budget_is_left_to_other_means(rollouts: int, is_solved: bool) -> None:
    """Two plans, of which each is played once to count its ends, and once to its only end."""
    game, ways = last_trains(0, "5")
    plans = [(way,) for way in ways]
    assert bool(endgame(game.ruleset, Budget(rollouts=rollouts)).solutions(game.state, plans)) == is_solved


def test_what_is_not_done_in_time_does_not_count() -> None:
    game, ways = last_trains(0, "5")
    for is_late in (False, True):
        budget = Budget(rollouts=100, cancelled=is_late.__bool__)
        found = endgame(game.ruleset, budget).solutions(game.state, [(way,) for way in ways])
        assert bool(found) != is_late


def test_large_trees_are_not_solved() -> None:
    for rules, state in last_positions(Table("1889", 4), 1):
        player = engine.actor(rules, state)
        ways = plain_ways(state, player, engine.listing(rules, state, player))
        if len(ways) > 1:
            assert endgame(rules, most=1).solutions(state, [(way,) for way in ways]) == []
            return
    pytest.fail("no decision to solve")
