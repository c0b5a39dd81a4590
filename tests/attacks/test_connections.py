"""Connections, bodies and streams: no single address and no slow client uses them up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks import bodies, half_open, slow, streams
from tests.attacks.siege import MAX_BUSY_SECONDS, Site, besiege, site
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with short timeouts and few descriptors."""
    chosen = {f"TETSUDO_{what}_TIMEOUT_SECONDS": "2" for what in ("HEAD", "BODY", "READ")} | {
        "TETSUDO_MAX_ADDRESS_STREAMS": "40"
    }
    with site(tmp_path_factory.mktemp("hasty"), descriptors=1024, chosen=chosen) as attacked:
        yield attacked


@pytest.mark.long
def test_half_open_connections(hasty: Site) -> None:
    """As many connections as the usual descriptor limit: other visitors notice nothing, and the log stays short."""
    siege = besiege(hasty, lambda attacked: half_open.attack(attacked, seconds=0.5))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert siege.found.descriptors < 1000
    assert siege.found.left <= 500


@pytest.mark.long
def test_half_open_connections_from_everywhere(tmp_path: Path) -> None:
    with site(tmp_path, descriptors=1024) as attacked:
        siege = besiege(attacked, lambda attacked: half_open.attack(attacked, 6000, hosts=4, seconds=30))
        siege.assert_withstood()
        assert siege.found.descriptors < 1000
        assert siege.found.left == 0  # connections that the site did not refuse have timed out


@pytest.mark.long
@pytest.mark.parametrize("start", [slow.HEAD_REQUEST, slow.BODY_REQUEST], ids=["heads", "bodies"])
def test_slow_requests(hasty: Site, start: str) -> None:
    siege = besiege(hasty, lambda attacked: slow.attack(attacked, start, 50, 15))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert siege.found < 10  # two or three seconds, more on a busy machine


@pytest.mark.long
def test_answers_that_nobody_reads(hasty: Site) -> None:
    siege = besiege(hasty, lambda attacked: slow.send_without_reading(attacked, 10, 20))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert siege.found == 0


@pytest.mark.long
@pytest.mark.parametrize("start", [slow.HEAD_REQUEST, slow.BODY_REQUEST], ids=["heads", "bodies"])
def test_slow_requests_for_long(tmp_path: Path, start: str) -> None:
    with site(tmp_path) as attacked:
        siege = besiege(attacked, lambda attacked: slow.attack(attacked, start, 450, 60))
        siege.assert_withstood()
        assert siege.found < 40


@pytest.mark.parametrize("path", ["/nowhere/", "/", "/static/tetsudo/page/base.css", "/t/x/chat/", "/import/"])
@pytest.mark.parametrize("is_said", [True, False], ids=["said", "in chunks"])
def test_a_body_is_cut_off_as_it_comes(hasty: Site, path: str, is_said: bool) -> None:
    found = bodies.attack(hasty, path, 60_000_000, is_said=is_said)
    assert found.taken < 40_000_000
    assert found.on_disk < 10_000_000
    assert found.status in (413, 0) if path != "/static/tetsudo/page/base.css" or is_said else (200, 405, 0)


@pytest.mark.long
def test_600_megabytes_to_nowhere(hasty: Site) -> None:
    """The server hangs up within a few hundredths of a second: ten in a row, so that the other visitor could notice."""
    siege = besiege(hasty, lambda attacked: [bodies.attack(attacked) for _ in range(10)])
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert all(found.taken < 40_000_000 and found.on_disk < 10_000 for found in siege.found)


def test_a_body_that_is_a_little_too_large_is_answered_with_a_sentence(hasty: Site) -> None:
    """A browser gets the answer after sending the whole body."""
    visitor = Visitor(hasty.server.address)
    answer = visitor.post("/nowhere/", "x" * 8_001)
    assert (answer.status, answer.text) == (413, "This is too large: the limit is 8,000 bytes.\n")
    assert answer.headers["connection"] == "close"
    japanese = Visitor(hasty.server.address).post("/nowhere/", "x" * 8_001, **{"accept-language": "ja"})
    assert japanese.text == "送られたものが大きすぎます。ここでは最大8,000バイトです。\n"
    assert Visitor(hasty.server.address).post("/nowhere/", "x" * 8_000).status == 404
    assert Visitor(hasty.server.address).post("/import/", "x" * 10_000_000).status == 413


@pytest.mark.long
def test_a_flood_of_streams(hasty: Site) -> None:
    siege = besiege(hasty, lambda attacked: streams.attack(attacked, 60))
    siege.assert_withstood(MAX_BUSY_SECONDS)
    assert siege.found == {200: 40, 429: 20}
    assert Visitor(hasty.server.address).stream(hasty.filled.table).status == 200


@pytest.mark.long
def test_a_flood_of_streams_for_long(tmp_path: Path) -> None:
    with site(tmp_path) as attacked:
        siege = besiege(attacked, lambda attacked: streams.attack(attacked, seconds=12))
        siege.assert_withstood()
        assert siege.found[200] == 250


def test_another_protocol_that_is_offered_is_not_taken_and_not_told_of(hasty: Site) -> None:
    said = len(hasty.server.log_lines)
    for offer in ("Upgrade: websocket", "Upgrade: h2c|HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA", "Upgrade: TLS/1.0"):
        asked = hasty.ask(f"GET /guest/ HTTP/1.1|Host: localhost|Connection: Upgrade|{offer}||")
        assert asked.recv(12) == b"HTTP/1.1 200"
        asked.close()
    assert [line for line in hasty.server.log_lines[said:] if "more like this" not in line] == []
