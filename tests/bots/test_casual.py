"""The casual bot: a level between `simple` and `rules`, also where the levels were once in another order."""

from __future__ import annotations

import pytest

from tetsudo.lab.arena import Contest, entrants, play_game
from tetsudo.lab.ranking import win_shares
from tetsudo.lab.table_spec import Table

GAMES = 36


def wins(table: Table, one: str, others: str) -> float:
    contest = Contest(table, entrants(f"{one},{others}"), seed=1)
    return sum(win_shares(game)[game.bots.index(one)] for game in (play_game(contest, each) for each in range(GAMES)))


@pytest.mark.long
@pytest.mark.parametrize("table", [Table("1889", 4), Table("1890", 3, "A"), Table("1890", 3, "B")])
def test_it_is_no_weaker_than_simple_and_no_stronger_than_rules(table: Table) -> None:
    """Of equal players each wins a fair share; five games more or less are chance in one of twenty series."""
    fair, chance = GAMES / table.players, 5
    assert wins(table, "casual", "simple") > fair - chance
    assert wins(table, "casual", "rules") < fair + chance
