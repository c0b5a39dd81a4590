"""Forecasts of games by playouts: what the command prints, and what it compares."""

from __future__ import annotations

import sys
from random import Random

import pytest

from benchmarks.strength import forecasts
from tests.builders import start, stock_round
from tetsudo.bots.heuristics.parameters import USUAL
from tetsudo.bots.levels import maker
from tetsudo.lab.arena import entrants
from tetsudo.lab.fitting.samples import worth_leads
from tetsudo.lab.table_spec import Table


def test_leads_are_parts_of_the_average_worth() -> None:
    """AR at 65: 300 + 4 x 65 = 560, 300 + 2 x 65 = 430, 300 and 300; on average 397.50."""
    game = stock_round(4, cash=300)
    start(game, "AR", {0: 40, 1: 20}, cash=0, par=65)
    assert worth_leads(game.ruleset, game.state) == pytest.approx(
        [560 / 397.5 - 1, 430 / 397.5 - 1, *[300 / 397.5 - 1] * 2]
    )


def test_a_game_that_has_ended_is_foretold_exactly() -> None:
    forecaster = forecasts.Forecaster(Table("1889", 2), entrants("simple,simple")[0], playouts=3, seed=1)
    game = Table("1889", 2).game(1)
    players = [maker(forecaster.entrant.bot)(game.setup, Random(seat)) for seat in range(2)]
    while not game.is_over:
        player = game.to_act.player
        game.apply(players[player].decide(game.view(player), game.legal_actions()).action)
    result = game.result()
    assert result is not None
    mean = sum(result.values()) / 2
    expected = [result[name] / mean - 1 for name in game.names]
    assert forecaster.forecast(game.ruleset, game.state, (USUAL,), Random(1)) == pytest.approx(expected)


def test_forecasts_in_the_order_of_results_correlate() -> None:
    """Told 1, -1 and 2, -2; ended 1, -1 and 1, -1: 6 / sqrt(10 x 4) = 0.95. Without a difference there is none."""
    games: list[tuple[forecasts.Forecasts, forecasts.Leads]] = [
        ({(1, "usual"): [1.0, -1.0], (2, "usual"): [0.0, 0.0]}, [1.0, -1.0]),
        ({(1, "usual"): [2.0, -2.0]}, [1.0, -1.0]),
    ]
    assert forecasts.cell(games, 1, "usual") == "0.95"
    assert forecasts.cell(games, 2, "usual") == forecasts.cell(games, 3, "usual") == ""


def test_the_command_prints_a_row_for_each_kind_of_players(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "argv", ["forecasts", "1889:2", *("--bot", "simple"), *("--games", "2"), *("--playouts", "1")]
    )
    monkeypatch.setattr(forecasts, "MODELS", {"usual": (USUAL,)})
    forecasts.main()
    first = capsys.readouterr().out
    assert [row.split(" | ")[0].strip("| ") for row in first.splitlines()[2:]] == ["worth", "usual"]
    forecasts.main()
    assert capsys.readouterr().out == first
