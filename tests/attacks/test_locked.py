"""A database locked from outside: movers are told in time, spectators notice nothing, no move is doubled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tests.attacks import locked
from tests.attacks.siege import SIEGE_COUNT, site

SLOW: Final = 3.0
"""Extra seconds allowed on a busy machine."""


@pytest.mark.long
@pytest.mark.parametrize("patience", [0.5, 5])
def test_nobody_waits_longer_than_the_host_allows(tmp_path: Path, patience: float) -> None:
    with site(tmp_path, chosen={"TETSUDO_LOCK_SECONDS": str(patience)}) as attacked:
        found = locked.attack(attacked)
        assert found.statuses == Counter({503: locked.WRITERS})
        assert found.told_later
        assert found.slowest < patience + SLOW
        assert found.slowest_page < SLOW
        assert found.after == Counter({200: SIEGE_COUNT, 409: locked.WRITERS - SIEGE_COUNT})
        assert "Traceback" not in "".join(attacked.server.log_lines)
        assert len(attacked.server.log_lines) < 10
