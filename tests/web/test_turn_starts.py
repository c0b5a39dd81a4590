"""Positions to jump to, compared with every position of a game looked at one by one."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.browser.games import simple_game
from tests.web.test_controls import scene
from tetsudo.core.units import NOBODY
from tetsudo.game.game import Game
from tetsudo.web.play.panels.turn_starts import turn_starts

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("title", ["1889", "1890"])
def test_another_company_or_player_comes_to_act_there(title: str) -> None:
    game = simple_game(1, whims=0.3, title=title, scenario="C" if title == "1890" else "").earlier(150)
    assert turn_starts(scene(game)) == {"company": read(game, "company"), "player": read(game, "player")}


def read(game: Game, what: str) -> list[int]:
    """The same, position by position."""
    acting = [getattr(game.earlier(at).to_act, what) for at in range(game.length)]
    return [at for at in range(1, game.length) if acting[at] != acting[at - 1] and acting[at] != NOBODY]


def test_a_page_asks_for_them(client: Client) -> None:
    table = scene(simple_game().earlier(30)).table
    answer = client.get(f"/t/{table.key}/turns/")
    assert sorted(answer.json()) == ["company", "player"]
    assert client.get("/t/none/turns/").status_code == 404
