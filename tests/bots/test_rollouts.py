"""The rollouts player: deterministic for a number of rollouts, legal, cancellable, with reasons."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from tetsudo.bots import Budget, Choice, RolloutsPlayer
from tetsudo.bots.explanation import reasons
from tetsudo.bots.heuristics.parameters import USUAL
from tetsudo.bots.lookahead.sequential_halving import Line
from tetsudo.engine.model.templates import EMPTY_PHRASE, Value
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table


def decision_of(game: Game, seed: int = 1, budget: Budget = Budget(rollouts=12)) -> Choice:  # noqa: B008  # immutable
    player = game.to_act.player
    return RolloutsPlayer(game.setup, Random(seed)).decide(game.view(player), game.legal_actions(), budget)


def test_the_same_number_of_rollouts_gives_the_same_decision() -> None:
    game = Table("1889", 3).game(1)
    first, second = decision_of(game), decision_of(game)
    assert (first.action, first.reasons.lines) == (second.action, second.reasons.lines)
    assert game.length == 0


@pytest.mark.parametrize("table", [Table("1889", 2), Table("1888", 3), Table("1890", 2, "A")])
def test_decisions_are_legal(table: Table) -> None:
    game = table.game(1)
    players = [RolloutsPlayer(game.setup, Random(seat)) for seat in range(table.players)]
    for _ in range(8):
        offers = game.legal_actions()
        action = players[game.to_act.player].decide(game.view(game.to_act.player), offers, Budget(rollouts=2)).action
        assert any(offer.admits(action) for offer in offers)
        game.apply(action)


def test_no_more_rollouts_are_played_than_allowed() -> None:
    lines = decision_of(Table("1889", 3).game(1), budget=Budget(rollouts=2)).reasons.lines
    assert [line.samples for line in lines] == [1, 1]


def test_who_is_cancelled_answers_at_once() -> None:
    game = Table("1889", 3).game(1)
    began = perf_counter()
    choice = decision_of(game, budget=Budget(seconds=60, cancelled=lambda: True))
    assert game.is_legal(choice.action)
    assert perf_counter() - began < 10


def test_reasons_tell_the_best_lines_the_chosen_one_first() -> None:
    choice = decision_of(Table("1889", 3).game(1), budget=Budget(rollouts=40))
    lines = choice.reasons.lines
    assert lines[0].action == choice.action
    assert 2 <= len(lines) <= 4
    assert all(len(line.worths) == 3 and line.samples >= 1 for line in lines)
    assert "playouts" in choice.reasons.sentence.template


def test_hope_is_a_phase_that_most_games_come_to() -> None:
    game = Table("1889", 3).game(1)
    line = Line((game.legal_actions()[0].example(),), USUAL)
    for phase in (1, 0, 2):
        line.add_playout((1.0, 0.0, 0.0), 1.0, phase)
    hope = reasons(line, [line], game.state).hope
    assert (hope.parts["part"], hope.parts["phase"]) == (Value("number", 2), Value("phase", 1))
    line.phases[0] = 0
    assert reasons(line, [line], game.state).hope is EMPTY_PHRASE


def test_a_line_that_leaves_less_is_said_to_win_more_likely() -> None:
    """Behind by 50 at the end, or by 300 in a game that is still open."""
    game = Table("1889", 3).game(1)
    ended, open_yet = (Line((offer.example(),), USUAL) for offer in game.legal_actions()[:2])
    for _ in range(3):
        ended.add_playout((500.0, 550.0, 500.0), 0.05, 3)
        open_yet.add_playout((2000.0, 2300.0, 2000.0), 0.35, 1)
    assert open_yet.mean > ended.mean
    told = reasons(open_yet, [ended, open_yet], game.state)
    assert told.sentence.template.endswith("though it did not come out ahead in money.")
    assert reasons(ended, [ended, open_yet], game.state).sentence.parts["amount"] == Value("money", 250)
