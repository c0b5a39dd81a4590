"""Comparison of plans: in the same scenarios, within the budget, and the first plan is never dropped."""

from __future__ import annotations

import pytest

from tetsudo.bots import Budget
from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.heuristics.parameters import USUAL
from tetsudo.bots.heuristics.value import ADDED_DOUBT, FINAL_DOUBT
from tetsudo.bots.lookahead.playout import NO_TURN_LIMIT, PolicyPlayout
from tetsudo.bots.lookahead.sequential_halving import Line, Scenario, Scenarios, compare, gain, is_even, is_sure
from tetsudo.core.actions import Action
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table

MODELS = (USUAL,)


def opening() -> tuple[Game, list[Line]]:
    """The first decision of a game, and a line for each legal action."""
    game = Table("1889", 3).game(1)
    plans: list[Plan] = [(offer.example(),) for offer in game.legal_actions()]
    return game, [Line(plan, USUAL) for plan in plans]


@pytest.mark.parametrize("rollouts", [1, 3, 8, 30])
def test_no_more_is_played_than_allowed_and_the_best_most_often(rollouts: int) -> None:
    game, lines = opening()
    best = compare(Scenarios(game.view(0), 1, MODELS, (1,)), lines, Budget(rollouts=rollouts).begin())
    samples = [len(line.worths) for line in lines]
    assert sum(samples) <= rollouts
    assert len(best.worths) == max(samples)
    assert len(lines[0].worths) == max(samples)


def test_a_scenario_is_the_same_for_all_and_again() -> None:
    game, lines = opening()
    scenarios = Scenarios(game.view(0), 1, MODELS, (1,))
    for _ in range(2):
        scenarios.play(scenarios[2], lines[0])
    assert lines[0].worths[0] == lines[0].worths[1]
    assert scenarios[2].habits == scenarios[2].habits
    assert scenarios[2].secret != scenarios[3].secret


def test_scenarios_differ_in_length_by_turns() -> None:
    game, _ = opening()
    scenarios = Scenarios(game.view(0), 1, MODELS, (2, 3))
    assert [scenarios[number].until for number in range(4)] == [2, 3, 2, 3]


def turn_after(scenarios: Scenarios, line: Line, enough: int) -> int:
    """The turn before which a playout stops that runs to the end of a turn after `enough` actions."""
    scenario = scenarios[0]
    playout = PolicyPlayout(scenarios.rules, scenario.state.clone(), scenario.habits, scenario.secret)
    playout.apply_plan(line.plan)
    playout.play(NO_TURN_LIMIT, enough)
    return playout.state.turn


@pytest.mark.parametrize(("first", "turns"), [("slow", 2), ("quick", 3)])
def test_all_are_valued_before_the_turn_in_which_the_first_game_was_long(
    first: str, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 90 actions the slow line is still in its first turn, the quick one in its second."""
    game, (slow, quick, *_) = opening()
    long, short = Scenarios(game.view(0), 1, MODELS, (NO_TURN_LIMIT,)), Scenarios(game.view(0), 1, MODELS, (turns,))
    assert [turn_after(short, line, 90) for line in (slow, quick)] == [2, 3]
    for scenarios in (short, long):
        for line in (slow, quick) if first == "slow" else (quick, slow):
            scenarios.play(scenarios[0], line)
        monkeypatch.setattr("tetsudo.bots.lookahead.sequential_halving.LONG_PLAYOUT_STEPS", 90)
    assert slow.worths[0] == slow.worths[1]
    assert quick.worths[0] == quick.worths[1]


def test_what_is_clear_is_not_asked_again() -> None:
    _, (first, second, *_) = opening()
    for number in range(8):
        first.add_playout((500.0 + number, 100.0, 100.0), 1.0, 0)
        second.add_playout((200.0 + number % 2, 100.0, 100.0), 1.0, 0)
    assert is_sure([second, first])
    assert first.margins() == [400.0 + number for number in range(8)]
    for _ in range(3):
        second.remove_last_playout()
    for _ in range(3):
        second.add_playout((5000.0, 100.0, 100.0), 1.0, 0)
    assert not is_sure([second, first])


def test_what_is_no_better_than_the_usual_is_not_asked_again() -> None:
    _, (first, second, *_) = opening()
    second.hesitation = 0.08
    first.add_playout((200.0, 200.0, 200.0), 1.0, 0)
    second.add_playout((203.0, 200.0, 200.0), 1.0, 0)
    assert is_even([first, second])
    second.hesitation = 0.0
    assert not is_even([first, second])
    second.hesitation = 0.08
    second.add_playout((260.0, 200.0, 200.0), 1.0, 0)
    assert not is_even([first, second])


class Told(Scenarios):
    """Scenarios with scripted gains: a list by number of tries, its last value repeated; 10 for any other line."""

    def __init__(self, game: Game, promised: dict[Action, list[float]]) -> None:
        super().__init__(game.view(0), 1, MODELS, (1,))
        self._promised = promised

    def play(self, scenario: Scenario, line: Line) -> None:
        gains = self._promised.get(line.action, [10.0])
        line.add_playout((100.0 + gains[min(len(line.worths), len(gains) - 1)], 100.0, 100.0), 1.0, 0)


def test_what_is_nearly_as_good_as_the_usual_is_not_done() -> None:
    """Lines with scripted gains; the first is the usual one."""
    game, (usual, other, *_) = opening()
    told = Told(game, {usual.action: [10.0], other.action: [14.0]})
    for hesitation, expected in ((0.0, other), (0.1, usual)):
        lines = [Line(usual.plan, USUAL), Line(other.plan, USUAL, hesitation)]
        assert compare(told, lines, Budget(rollouts=12).begin()).action == expected.action


@pytest.mark.parametrize(("patience", "is_found"), [(2, False), (3, True)])
def test_who_has_patience_finds_what_is_better_in_the_end(patience: int, is_found: bool) -> None:
    """The other line looks worse in the first two playouts and much better in all later ones."""
    game, (usual, other, *_) = opening()
    told = Told(game, {usual.action: [10.0], other.action: [5.0, 5.0, 80.0]})
    lines = [Line(usual.plan, USUAL), Line(other.plan, USUAL)]
    best = compare(told, lines, Budget(rollouts=40).begin(), patience)
    assert best.action == (other if is_found else usual).action


def test_what_comes_to_the_same_as_the_usual_is_soon_out() -> None:
    """Of seven lines, four play out like the usual one and two promise more: only those two are tried further."""
    game, (usual, other, third, *same) = opening()
    told = Told(game, {other.action: [12.0, 14.0], third.action: [14.0, 12.0]})
    others = [Line(line.plan, USUAL, 0.2) for line in (other, third)]
    lines = [usual, *same, *others]
    assert len(lines) == 7
    compare(told, lines, Budget(rollouts=120).begin(), 99)
    assert max(len(line.worths) for line in same) < min(len(line.worths) for line in others)


def test_where_all_comes_to_the_same_nothing_is_asked_on() -> None:
    game, lines = opening()
    assert compare(Told(game, {}), lines, Budget(rollouts=30).begin(), 99).action == lines[0].action
    assert len({len(line.worths) for line in lines}) == 1


class Slow(Told):
    """Scenarios with scripted gains, on a clock of playouts: 1 s each in the first, then 10 s."""

    now = 0.0

    def play(self, scenario: Scenario, line: Line) -> None:
        super().play(scenario, line)
        self.now += 10.0 if scenario.number else 1.0


def test_where_time_is_short_the_better_half_is_tried_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 60 s the first scenario takes 6 s. One playout of the next shows that not all six fit: 44 s are left, in which
    the first and the best three do. Then 4 s are left, too few for any.
    """
    game, lines = opening()
    lines = lines[:6]
    slow = Slow(game, {line.action: [10.0 + n] for n, line in enumerate(lines)})
    monkeypatch.setattr("tetsudo.bots.player.perf_counter", lambda: slow.now)
    assert compare(slow, lines, Budget(seconds=60).begin(), 99) is lines[5]
    assert [len(line.worths) for line in lines] == [2, 1, 1, 2, 2, 2]
    assert slow.now == 56


def test_who_is_behind_does_not_end_the_game() -> None:
    """Losing by 50 of 500 for certain is worse than trailing by 500 of 2500 in an open game, though less in money."""
    lost = gain((450.0, 500.0, 550.0), 0, FINAL_DOUBT)
    behind = gain((2200.0, 2500.0, 2700.0), 0, FINAL_DOUBT + ADDED_DOUBT)
    assert lost < behind < 0
    assert (
        gain((550.0, 500.0, 450.0), 0, FINAL_DOUBT) > gain((2700.0, 2500.0, 2200.0), 0, FINAL_DOUBT + ADDED_DOUBT) > 0
    )
    assert -1 < gain((0.0, 5000.0), 0, FINAL_DOUBT) < gain((5000.0, 0.0), 0, FINAL_DOUBT) < 1
