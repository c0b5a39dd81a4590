"""A table with tokens waiting on a hex for a slot: a game of 1890 with the air raids."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

import tetsudo
from tests.browser.games import first_position
from tests.web.test_controls import scene
from tests.web.test_windows import check, rows
from tetsudo.game.game import Game
from tetsudo.web.play.controls.controls import action_panel
from tetsudo.web.play.panels.panels import changed_panels

pytestmark = pytest.mark.django_db

STORY = Path(__file__).parent.parent / "stories" / "t1890" / "air_raids.json"


@lru_cache
def raided(symbol: str) -> Game:
    """After the raids, with a company in its track step: JR's token waits in Amagasaki."""
    return first_position(
        tetsudo.load(STORY.read_bytes()),
        lambda each: each.to_act.doing == "track" and (waits(each), acting(each)) == (("F11",), symbol),
    )


def waits(game: Game) -> tuple[str, ...]:
    return game.companies["JR"].waiting_tokens


def acting(game: Game) -> str:
    return game.setup.companies[game.to_act.company].symbol


def test_its_president_may_take_it_back_in_his_turn() -> None:
    check(raided("JR"))
    (row,) = rows(raided("JR"), "waiting")
    assert (row.name, [choice.label for choice in row.choices]) == ("JR", ["Take back"])
    assert row.sub == "in F11 Amagasaki; placing it again costs ¥100"


def test_and_in_that_of_another() -> None:
    trays = action_panel(scene(raided("HK"))).others
    sections = [section for tray in trays for section in tray.sections]
    assert [row.name for section in sections if section.kind == "waiting" for row in section.rows] == ["JR"]


def test_the_charter_says_where_it_waits() -> None:
    (panel,) = (panel for panel in changed_panels(scene(raided("HK"))) if "Tokens waiting" in str(panel))
    assert str(panel).count("Tokens waiting") == 2  # Kinki's waits in Minami
