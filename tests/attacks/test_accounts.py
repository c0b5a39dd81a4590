"""People who are signed in reach nothing of others, and guessing comes to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks import accounts
from tests.attacks.siege import MAX_BUSY_SECONDS, besiege, site
from tests.server import RATE_SETTINGS
from tests.web.filling import TableSpec


@pytest.mark.parametrize("rounds", [24, pytest.param(150, marks=pytest.mark.long)])
def test_accounts_of_others_are_out_of_reach(tmp_path: Path, rounds: int) -> None:
    chosen = {**dict.fromkeys(RATE_SETTINGS, ""), **accounts.SETTINGS}
    with site(tmp_path, TableSpec(), chosen=chosen) as attacked:
        siege = besiege(attacked, lambda attacked: accounts.attack(attacked, rounds))
        got = siege.found
        assert set(got.forged) == {403}
        assert set(got.foreign) <= {302, 403, 404, 422}  # a redirect: to confirm it, or nothing was there to remove
        assert set(got.pauses) == {403}
        assert set(got.tokens) == {404}
        assert set(got.passwords) <= {200, 429}  # 302 would be a way in
        assert set(got.codes) <= {422, 429}  # 200 would be a new password
        assert got.passwords[429] + got.codes[429] > rounds
        assert got.holds
        siege.assert_withstood(MAX_BUSY_SECONDS)
