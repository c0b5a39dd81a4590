"""An impostor cannot chat as a player, and a host cannot empty a player's seat, however often they try."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks import impostor
from tests.attacks.siege import MAX_BUSY_SECONDS, besiege, site


@pytest.mark.parametrize(("count", "within"), [(8, MAX_BUSY_SECONDS), pytest.param(350, 0.3, marks=pytest.mark.long)])
def test_nobody_speaks_or_sits_as_another(tmp_path: Path, count: int, within: float) -> None:
    with site(tmp_path, *impostor.TABLES) as attacked:
        siege = besiege(attacked, lambda attacked: impostor.attack(attacked, count))
        got = siege.found
        assert sum(got.spoken.values()) == count
        assert {private for _listed, private in got.spoken} == {403}
        assert got.himself == (200, 403)
        assert set(got.names) <= {"Eve", "Mallory"}
        assert set(got.seats) <= {302, 403, 409, 422}  # the host may ask the other players
        assert got.holds
        siege.assert_withstood(within)
