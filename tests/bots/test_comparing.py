"""How plans are compared: in the same scenarios, as often as may be, the first never given up."""

from __future__ import annotations

import pytest

from tetsudo.bots import Budget
from tetsudo.bots.candidates import Plan
from tetsudo.bots.comparing import Line, Scenarios, compare, is_sure
from tetsudo.bots.habits import USUAL
from tetsudo.game import Game
from tetsudo.lab.table import Table

MODELS = (USUAL,)


def opening() -> tuple[Game, list[Line]]:
    """The first decision of a game, and a line for each thing that may be done."""
    game = Table("1889", 3).game(1)
    plans: list[Plan] = [(offer.example(),) for offer in game.legal_actions()]
    return game, [Line(plan, USUAL) for plan in plans]


@pytest.mark.parametrize("rollouts", [1, 3, 8, 30])
def test_no_more_is_played_than_allowed_and_the_best_most_often(rollouts: int) -> None:
    game, lines = opening()
    best = compare(Scenarios(game.view(0), 1, MODELS, 1), lines, Budget(rollouts=rollouts).begin())
    samples = [len(line.worths) for line in lines]
    assert sum(samples) <= rollouts
    assert len(best.worths) == max(samples)
    assert len(lines[0].worths) == max(samples)


def test_a_scenario_is_the_same_for_all_and_again() -> None:
    game, lines = opening()
    scenarios = Scenarios(game.view(0), 1, MODELS, 1)
    for _ in range(2):
        scenarios.play(scenarios[2], lines[0])
    assert lines[0].worths[0] == lines[0].worths[1]
    assert scenarios[2].habits == scenarios[2].habits
    assert scenarios[2].secret != scenarios[3].secret


def test_what_is_clear_is_not_asked_again() -> None:
    _, (first, second, *_) = opening()
    for number in range(8):
        first.worths.append((500.0 + number, 100.0, 100.0))
        second.worths.append((200.0 + number % 2, 100.0, 100.0))
    assert is_sure([second, first])
    second.worths[-1] = (5000.0, 100.0, 100.0)
    assert not is_sure([second, first])
    assert first.mean == pytest.approx(403.5)
