"""Requests that are a little wrong: none is a fault of the site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks import mutations
from tests.attacks.siege import BUSY, besiege, site
from tests.web.filling import Wanted, sequence

GAME = Wanted(actions=sequence()[:30], listed=True)


def withstood(folder: Path, times: int, seed: int = 1) -> None:
    """The site answers all of them, says nothing of a traceback, and another visitor moves on."""
    with site(folder, GAME) as attacked:
        siege = besiege(attacked, lambda attacked: mutations.attack(attacked, times, seed))
        siege.is_withstood(BUSY)
        assert siege.found.total() == times
        assert siege.found[200] > times / 10
        assert siege.found[404] > times / 20
        assert not any("Traceback" in line for line in siege.said), "".join(siege.said[:30])


@pytest.mark.long
def test_nothing_that_is_a_little_wrong_is_a_fault(tmp_path: Path) -> None:
    withstood(tmp_path, 80)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_nor_are_twenty_thousand(tmp_path: Path, seed: int) -> None:
    """In pieces, which may run beside each other."""
    withstood(tmp_path, 5_000, seed)
