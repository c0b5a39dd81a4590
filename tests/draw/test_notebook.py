"""HTML of games for notebooks: whole, escaped, and without anything hidden."""

from __future__ import annotations

from functools import partial
from xml.etree import ElementTree

import pytest

import tetsudo
from tests.accounts.test_accounts import played
from tests.clauses.t1890.hidden import first_hidden_game, second_hidden_game
from tetsudo.core.units import money_text


def words(html: str) -> str:
    """Text of well-formed HTML."""
    return " ".join(" ".join(ElementTree.fromstring(html).itertext()).split())


@pytest.mark.parametrize("kind", ["1889", "1888", "1890 C"])
def test_a_game_shows_map_market_players_and_companies(kind: str) -> None:
    game = played(kind)
    html = game._repr_html_()
    said = words(html)
    money = partial(money_text, game.setup.currency)
    assert html.count("<svg") == 2
    for player in game.players:
        assert f"{player.name} {money(player.cash)} {money(player.worth)}" in said
    for company in game.companies.values():
        if company.president:
            assert f"{company.symbol} {company.president.name} {money(company.price)}" in said


def test_a_company_shows_its_charter() -> None:
    game = played().earlier(150)
    company = next(each for each in game.companies.values() if each.is_floated)
    said = words(company._repr_html_())
    assert company.president
    assert company.name in said
    assert f"president {company.president.name}" in said
    assert f"treasury ¥{company.cash:,}" in said
    assert f"{company.president.name} {company.president.shares[company.symbol]} %" in said


def test_the_board_and_the_market_can_be_held_and_shown() -> None:
    game = tetsudo.new("1889", players=["Ann", "Bo"]).with_board(tiles={"E2": "5 4"}, tokens={"IR": ["E2"]})
    assert repr(game.board) == "<Board of 1889: 1 tile, 1 token>"
    assert game.board.tiles == {"E2": "5 4"}
    assert game.board.tokens == {"IR": ("E2",)}
    assert 'data-hex="E2" data-tile="5"' in game.board._repr_html_()
    assert repr(game.market) == "<Market of 1889: no company>"
    assert game.market.pars == (65, 70, 75, 80, 90, 100)
    assert "<svg" in game.market._repr_html_()


def test_a_name_is_no_markup() -> None:
    game = tetsudo.new("1889", players=["<b>Ann</b>", "Bo & Co"])
    assert "<b>Ann" not in game._repr_html_()
    assert "<b>Ann</b>" in words(game._repr_html_())


def test_a_view_shows_nothing_hidden() -> None:
    one, other = (made().view("P2")._repr_html_() for made in (first_hidden_game, second_hidden_game))
    assert one == other
    assert "P1 ¥? –" in words(one)
