"""Games written down move by move, with money worked out by hand; their records stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tetsudo
from tests.stories.teller import tell

HERE = Path(__file__).parent
STORIES = [("1890", "C", "t1890/kinki_by_choice"), ("1890", "C", "t1890/kinki_by_force")]


@pytest.mark.parametrize(("title", "scenario", "name"), STORIES)
def test_every_round_ends_with_the_money_worked_out_by_hand(title: str, scenario: str, name: str) -> None:
    _, wrong = tell(HERE / f"{name}.txt", title, scenario)
    assert wrong == []


@pytest.mark.parametrize(("title", "scenario", "name"), STORIES)
def test_the_record_is_the_game_of_the_story(title: str, scenario: str, name: str) -> None:
    game, _ = tell(HERE / f"{name}.txt", title, scenario)
    kept = (HERE / f"{name}.json").read_bytes()
    assert tetsudo.load(kept).digest() == game.digest()
    assert game.record().to_json() == kept
