"""Games of every title with every device, from *New table* to the review; a turn limit ends them soon.

`python -m tests.browser.whole_games` plays them to the rulebook's end.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import Person
from tests.browser.device_players import DEVICES
from tests.browser.whole_games import TABLES, play_whole

TURNS: Final = {"1889": 6, "1888n": 3, "1888": 2, "1890": 2}
"""Turn limits, for games of about a hundred actions."""


@pytest.mark.long
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("title", TABLES)
def test_a_game_is_played_to_its_review(person: Person, title: str, device: str) -> None:
    page = person(**DEVICES[device].settings)
    report = play_whole(page, DEVICES[device], TABLES[title], TURNS[title])
    assert report.is_still, str(report)
