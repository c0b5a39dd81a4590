"""Requests with small errors: none causes a fault of the site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks import mutations
from tests.attacks.siege import MAX_BUSY_SECONDS, besiege, site
from tests.web.filling import TableSpec, random_actions

EACH = 500
GAME = TableSpec(actions=random_actions()[:30], listed=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_two_thousand_that_are_a_little_wrong_are_no_fault(tmp_path: Path, seed: int) -> None:
    """The site answers all of them without a traceback, and another visitor moves on. In chunks that can run in
    parallel."""
    with site(tmp_path, GAME) as attacked:
        siege = besiege(attacked, lambda attacked: mutations.attack(attacked, EACH, seed))
        siege.assert_withstood(MAX_BUSY_SECONDS)
        assert siege.found.total() == EACH
        assert siege.found[200] > EACH / 10
        assert siege.found[404] > EACH / 20
        assert not any("Traceback" in line for line in siege.said), "".join(siege.said[:30])
