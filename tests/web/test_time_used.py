"""Time that each player has used, at the table, beside the plots and on the final page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.utils import timezone

from tests.web.builders import open_party
from tetsudo.web.tables.clocks.time_used import duration_text, time_used
from tetsudo.web.tables.models import Table

pytestmark = pytest.mark.django_db

BEGUN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_each_move_takes_from_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three passes, 5, 90 and 30 minutes after the move before, the first after the game began."""
    now = [BEGUN]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    party = open_party(["Ann", "Bo", "Cy"])
    for name, minutes in (("Ann", 5), ("Bo", 90), ("Cy", 30)):
        now[0] += timedelta(minutes=minutes)
        party.act({"type": "pass", "player": name})
    assert party.table.used_ms == [300_000, 5_400_000, 1_800_000]
    assert time_used(party.table) == [("Bo", "1 h 30 min"), ("Cy", "30 min"), ("Ann", "5 min")]
    client = party.client("Ann")
    for address in ("plots/", "", "parts/"):
        page = client.get(f"/t/{party.table.key}/{address}", headers={"accept": "text/html"}).content.decode()
        assert "Time used: Bo" in page, address
        assert "1 h 30 min" in page


def test_a_game_that_took_no_time_here_says_nothing() -> None:
    party = open_party(["Ann", "Bo", "Cy"])
    party.act({"type": "pass", "player": "Ann"}, {"type": "pass", "player": "Bo"})
    assert time_used(party.table) == []
    assert 0 <= sum(Table.objects.get().used_ms) < 60_000


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(29, "0 min"), (59 * 60, "59 min"), (3600, "1 h 0 min"), (100 * 3600, "4 d 4 h"), (86_400, "1 d 0 h")],
)
def test_two_units_are_enough(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text


def test_the_time_of_earlier_games_is_counted_by_the_migration() -> None:
    """From each move to the next; automatic, bots' and plans' moves take none."""
    counted = import_module("tetsudo.web.tables.migrations.0015_pace_and_clocks").counted
    moves = [(0, 0, None), (10, 1, None), (15, None, None), (25, 2, None), (100, 0, True), (101, 0, None)]
    rows = [(7, BEGUN + timedelta(seconds=at), seat, is_planned) for at, seat, is_planned in moves]
    used, last = counted(iter(rows), {(7, 2)})
    assert used == {1: 10_000, 0: 1000}
    assert last == BEGUN + timedelta(seconds=101)
