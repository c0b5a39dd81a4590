"""Bots at every table. For more games: `python -m tests.bots.everywhere --games 5000 --jobs 2`."""

from __future__ import annotations

import pytest

from tests.bots.everywhere import Sample, tables
from tetsudo.bots import Budget

SLOW = Sample(("rollouts", "search", "rules"), Budget(rollouts=2))


@pytest.mark.long
@pytest.mark.parametrize("number", range(2 * len(list(tables()))))
def test_quick_bots_play_every_table_to_its_end(number: int) -> None:
    assert Sample().play(number) in ("bank", "bankrupt", "turns", "price", "left")


@pytest.mark.long
@pytest.mark.parametrize("number", range(0, len(list(tables())), 40))
def test_slow_bots_do_nothing_illegal(number: int) -> None:
    assert SLOW.play(number) in ("bank", "bankrupt", "turns", "price", "left")
