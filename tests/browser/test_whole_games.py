"""Games of every title, from *New table* to the review; a turn limit ends them soon.

`python -m tests.browser.whole_games` plays each with every device, to the rulebook's end.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import Person
from tests.browser.device_players import DEVICES
from tests.browser.whole_games import TABLES, play_whole

TURNS: Final = {"1889": 6, "1888n": 3, "1888": 2, "1890": 2}
"""Turn limits, for games of about a hundred actions."""

PLAYED: Final = (
    ("1889", "mouse"),
    ("1888n", "keyboard"),
    ("1888", "mouse"),
    ("1890", "phone"),
)
"""Every title, and every device."""


@pytest.mark.long
@pytest.mark.parametrize(("title", "device"), PLAYED)
def test_a_game_is_played_to_its_review(person: Person, title: str, device: str) -> None:
    page = person(**DEVICES[device].settings)
    report = play_whole(page, DEVICES[device], TABLES[title], TURNS[title])
    assert report.is_still, str(report)
