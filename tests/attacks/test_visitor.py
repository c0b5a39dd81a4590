"""The yardstick of all attacks: another visitor moves, and loses no move while the site is not under attack."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import pytest

from tests.attacks.visitor import (
    MAX_P99_SECONDS,
    MAX_PARALLEL_P99_SECONDS,
    VISITOR_NAME,
    VISITOR_TABLE,
    MoveTimes,
    OtherVisitor,
)
from tests.server import Server
from tests.web.filling import fill
from tests.web.visitor import Visitor


@pytest.mark.long
def test_he_moves_and_says_what_he_felt(tmp_path: Path) -> None:
    filled = fill(tmp_path / "site.db", VISITOR_TABLE)
    with Server.start(tmp_path / "site.db") as server:
        with OtherVisitor(server.address, filled.table, filled.sessions[VISITOR_NAME], pace=0.01) as other:
            sleep(0.5)
        assert not other.felt.lost
        stream = Visitor(server.address).stream(filled.table)
        assert int(stream.next("move").data) == len(other.felt.seconds) + len(other.felt.quiet) >= 5
        stream.close()


def test_the_slowest_of_a_hundred_does_not_count_and_the_next_one_does() -> None:
    assert MoveTimes([float(number) for number in range(1, 101)], [], []).p99 == 99
    assert MoveTimes([1.0, 2.0, 9.0], [], []).p99 == 9


def test_on_a_busy_machine_more_is_allowed_and_on_a_quiet_one_what_was_promised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    assert MoveTimes([], [], [0.02]).limit == MAX_P99_SECONDS
    assert MoveTimes([], [], [0.02, 0.3]).limit == 1.5
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    assert MoveTimes([], [], [0.02]).limit == MAX_PARALLEL_P99_SECONDS
    assert MoveTimes([], [], [0.02, 0.3]).limit == 1.5
