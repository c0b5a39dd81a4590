"""Time that each player has used, beside the plots and on the final page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.web.builders import open_party
from tetsudo.web.results.time_used import duration_text, seconds_used, time_used
from tetsudo.web.tables.models import Move

pytestmark = pytest.mark.django_db

BEGUN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_each_move_takes_from_the_one_before() -> None:
    """Three passes after 0, 90 and 30 minutes: the first is not counted, the others are Bo's and Cy's."""
    party = open_party(["Ann", "Bo", "Cy"])
    party.act(*({"type": "pass", "player": name} for name in ("Ann", "Bo", "Cy")))
    for index, minutes in enumerate((0, 90, 120)):
        Move.objects.filter(table=party.table, index=index).update(at=BEGUN + timedelta(minutes=minutes))
    assert seconds_used(party.table) == {1: 5400, 2: 1800}
    assert time_used(party.table) == [("Bo", "1 h 30 min"), ("Cy", "30 min")]
    page = party.client("Ann").get(f"/t/{party.table.key}/plots/").content.decode()
    assert "Time used: Bo" in page
    assert "1 h 30 min" in page


def test_a_game_that_took_no_time_here_says_nothing() -> None:
    party = open_party(["Ann", "Bo", "Cy"])
    party.act({"type": "pass", "player": "Ann"}, {"type": "pass", "player": "Bo"})
    assert time_used(party.table) == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(29, "0 min"), (59 * 60, "59 min"), (3600, "1 h 0 min"), (100 * 3600, "4 d 4 h"), (86_400, "1 d 0 h")],
)
def test_two_units_are_enough(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text
