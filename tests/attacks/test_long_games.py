"""Long games block no other visitor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks import long_games


@pytest.mark.long
def test_long_games_and_their_branches_are_not_felt(tmp_path: Path) -> None:
    came = long_games.attack(tmp_path, seconds=40, actions=4900)
    assert came.felt.p99 < came.felt.limit, str(came.felt)
    assert not came.felt.lost
    assert came.answers["too long"] <= {200, 422}  # a worker reads the file and then refuses it
    assert came.answers["branch"] == {302}
    assert came.answers["past"] == came.answers["page"] == {200}
    assert came.page < 250_000
