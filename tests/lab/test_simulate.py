"""Many games: the same whatever the number of processes, and figures that add up."""

from __future__ import annotations

import pytest

from tetsudo.errors import BadInput
from tetsudo.lab.simulate import simulate, summarize
from tetsudo.lab.table import Table

TABLE = Table("1889", 3)


def test_the_number_of_processes_changes_nothing() -> None:
    alone = list(simulate(TABLE, 13, seed=4))
    assert list(simulate(TABLE, 13, seed=4, jobs=2)) == alone
    assert [outcome.number for outcome in alone] == list(range(13))


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    assert list(simulate(TABLE, 5, seed=4))[:2] == list(simulate(TABLE, 2, seed=4))


def test_another_seed_gives_other_games() -> None:
    assert list(simulate(TABLE, 2, seed=5)) != list(simulate(TABLE, 2, seed=4))


def test_dealt_privates_come_from_the_seed() -> None:
    table = Table("1889", 3, variants=("beginner",))
    assert list(simulate(table, 3, seed=1)) == list(simulate(table, 3, seed=1, jobs=2))
    assert len({tuple(table.game(seed).setup.deal) for seed in range(20)}) > 5


def test_figures_add_up() -> None:
    outcomes = list(simulate(TABLE, 6, seed=1))
    summary = summarize(outcomes)
    assert summary.games == 6
    assert summary.actions == sum(summary.lengths) == sum(outcome.actions for outcome in outcomes)
    assert summary.length(0) == min(summary.lengths)
    assert summary.length(100) == max(summary.lengths)
    assert sum(summary.ends.values()) == 6
    assert sum(summary.wins) == pytest.approx(6)
    assert len(summary.worth) == 3


def test_options_hold() -> None:
    assert Table("1889", 3, options={"bank": 3000}).game().setup.settings.bank == 3000
    with pytest.raises(BadInput, match="bank"):
        Table("1889", 3, options={"bank": 1}).game()
