"""A script cannot fill the site with tables, guests and chat; its bots delay no other table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks import bodies, pages, rates, what_if
from tests.attacks.siege import MAX_BUSY_SECONDS, Site, besiege, site
from tests.server import RATE_SETTINGS
from tests.web.filling import TableSpec
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with the default rates, except that an address counts as only two guests."""
    chosen = {**dict.fromkeys(RATE_SETTINGS, ""), "TETSUDO_ADDRESS_RATE_FACTOR": "2"}
    with site(tmp_path_factory.mktemp("usual"), pages.LONG, chosen=chosen) as attacked:
        yield attacked


@pytest.mark.long
def test_a_guest_and_an_address_do_no_more_than_they_may(usual: Site) -> None:
    siege = besiege(usual, lambda attacked: rates.attack(attacked, 14))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    tables, others, guests, imports, chat, branches = siege.found
    assert tables.statuses == {302: 7, 429: 7}  # the first post has no session yet; once it was 50 in 19 s
    assert others.statuses == {302: 5, 429: 23}  # twelve from one address
    assert guests.statuses == {302: 6, 429: 22}  # six came with a table
    assert imports.statuses == {302: 1, 200: 39, 429: 2}  # one file, one table
    assert chat.statuses == {200: 20, 429: 5}
    assert branches.statuses == {302: 10, 429: 4}
    for each in siege.found:
        assert 0 < each.later <= 61
        assert "Too many attempts in a short time. Try again in " in each.sentence


@pytest.mark.long
def test_one_address_that_asks_for_dear_pages(usual: Site) -> None:
    """The attacker delays only their own requests."""
    siege = besiege(usual, lambda attacked: pages.attack(attacked, seconds=1.5))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert siege.found > 10


@pytest.mark.long
def test_one_address_that_lays_dear_boards(usual: Site) -> None:
    """The best runs of its boards wait for each other and delay no other visitor."""
    siege = besiege(usual, lambda attacked: what_if.attack(attacked, seconds=1.5))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert set(siege.found) == {200}


def test_few_files_are_taken_from_one_address_at_once(usual: Site) -> None:
    assert bodies.upload_together(usual, 10) == [429] * 6


@pytest.mark.long
def test_one_address_that_asks_for_dear_pages_for_long(tmp_path: Path) -> None:
    with site(tmp_path, pages.LONG) as attacked:
        siege = besiege(attacked, lambda attacked: pages.attack(attacked, seconds=15))
        siege.assert_withstood()


def bots_answer(site: Site, table: str, session: str, bids: int) -> float:
    """Play against bots: the longest time until all of them had moved."""
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


ANNS = TableSpec(people=["Ann"], bots=["simple", "simple", "simple"])


@pytest.mark.long
def test_bots_that_play_alone_at_many_tables_keep_nobody_waiting(tmp_path: Path) -> None:
    """They delay neither the other visitor nor a player with bots of their own."""
    with site(tmp_path, ANNS) as attacked:

        def attack(attacked: Site) -> tuple[int, float]:
            opened = rates.open_bot_tables(attacked, 50, 30)
            return opened, bots_answer(attacked, attacked.filled.tables[-1], attacked.filled.sessions["Ann"], 3)

        siege = besiege(attacked, attack)
        opened, slowest = siege.found
        assert opened == 50
        assert slowest < 5
        siege.assert_withstood()
