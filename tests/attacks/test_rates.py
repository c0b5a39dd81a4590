"""One person with a script does not fill the site with tables, guests and words; his bots keep nobody waiting."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.attacks import pages, rates
from tests.attacks.siege import BUSY, Site, besiege, site
from tests.server import RATES
from tests.web.filling import Wanted
from tests.web.visitor import Visitor


def test_a_guest_and_an_address_do_no_more_than_they_may(tmp_path: Path) -> None:
    with site(tmp_path, chosen={**dict.fromkeys(RATES, ""), "TETSUDO_RATE_SHARED": "2"}) as attacked:
        siege = besiege(attacked, lambda attacked: rates.attack(attacked, 25))
        siege.is_withstood(BUSY)
        tables, others, guests, imports, chat, branches = siege.found
        assert tables.statuses == {302: 7, 429: 18}  # the first is nobody's yet; once it was 50 in 19 s
        assert others.statuses == {302: 5, 429: 45}  # twelve from one address
        assert guests.statuses == {302: 6, 429: 44}  # six came with a table
        assert imports.statuses == {302: 6, 429: 19}
        assert chat.statuses == {200: 20, 429: 5}
        assert branches.statuses == {302: 10, 429: 15}
        for each in siege.found:
            assert 0 < each.later <= 61
            assert "That was too often in too short a time. Try again in " in each.sentence


def bots_answer(site: Site, table: str, session: str, bids: int) -> float:
    """Somebody plays with bots: the slowest of the times until all of them had moved."""
    ann, slowest = Visitor(site.server.address, session), 0.0
    stream = ann.stream(table)
    version = int(stream.next("move").data)
    for _ in range(bids):
        began = time.monotonic()
        assert ann.act(table, version, {"type": "pass", "player": "Ann"}).status == 200
        goal = version + 4
        while version < goal:
            version = int(stream.next("move").data)
        slowest = max(slowest, time.monotonic() - began)
    stream.close()
    return slowest


ANNS = Wanted(people=["Ann"], bots=["simple", "simple", "simple"])


@pytest.mark.parametrize(
    ("tables", "seconds", "within"), [(8, 1, BUSY), pytest.param(50, 40, None, marks=pytest.mark.long)]
)
def test_bots_that_play_alone_at_many_tables_keep_nobody_waiting(
    tmp_path: Path, tables: int, seconds: float, within: float | None
) -> None:
    """Neither the other visitor nor somebody who plays with bots himself."""
    with site(tmp_path, ANNS) as attacked:

        def attack(attacked: Site) -> tuple[int, float]:
            opened = rates.bots_alone(attacked, tables, seconds)
            return opened, bots_answer(attacked, attacked.filled.tables[-1], attacked.filled.sessions["Ann"], 3)

        siege = besiege(attacked, attack)
        opened, slowest = siege.found
        assert opened == tables
        assert slowest < 5
        siege.is_withstood(*filter(None, [within]))


@pytest.mark.parametrize(("seconds", "within"), [(2, BUSY), pytest.param(30, None, marks=pytest.mark.long)])
def test_one_address_that_asks_for_dear_pages(tmp_path: Path, seconds: int, within: float | None) -> None:
    """He keeps only himself waiting."""
    with site(tmp_path, pages.LONG) as attacked:
        siege = besiege(attacked, lambda attacked: pages.attack(attacked, seconds=seconds))
        siege.is_withstood(*filter(None, [within]))
        assert siege.found > 10
        assert len(siege.felt.seconds) > seconds  # once it was one in a second
