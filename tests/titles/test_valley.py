"""Companies of five shares that are paid for each share as it is bought: a title built from scratch, for the manual.

Its rules are tested with figures worked out by hand, conservation by random play.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest

import tetsudo
from tests.builders import (
    buy,
    buy_train,
    clause,
    code,
    dividend,
    new_game,
    operate,
    par,
    place_marker,
    play,
    president,
    sell,
    set_cash,
    start,
    stock_round,
    take_turn,
)
from tests.properties.test_promises import assert_saved_is_loaded
from tests.properties.test_promises import play as play_and_hold
from tests.properties.walks import new_numbered_game
from tetsudo.bots import SimplePlayer
from tetsudo.engine.state.state import par_of
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.language.company_notes import company_notes
from tetsudo.language.log_sentences import narrate
from tetsudo.titles import loader
from tetsudo.titles.data import discovery

FOLDER: Final = Path(__file__).parent / "valley"
GAMES: Final = 8


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the title known to these tests only."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    tetsudo.add_title(FOLDER)


def table(*, cash: int = 400, **more: str) -> Game:
    """A two-player stock round in which the first player is to act, each with `cash`."""
    variants = (more["variant"],) if "variant" in more else ()
    return stock_round(2, title="valley", cash=cash, variants=variants)


def treasury(game: Game, symbol: str) -> int:
    return game.company(symbol).cash


def bank(game: Game) -> int:
    return game.state.cash[-1]


# Shares


def test_a_company_is_five_shares() -> None:
    game = new_game(2, title="valley")
    ald, elm = game.setup.company("ALD"), game.setup.company("ELM")
    assert (ald.share, ald.shares, ald.ordinary, ald.president_shares) == (20, 5, 3, 2)
    assert (elm.share, elm.shares, elm.ordinary, elm.president_shares) == (20, 5, 4, 1)
    assert game.company("ALD").in_offering == 100


def test_the_presidents_certificate_is_two_shares_of_most_and_one_of_another() -> None:
    game = table()
    play(game, par(game, 0, "ALD", 90))
    assert game.player("P0").shares == {"ALD": 40}
    assert game.player("P0").cash == 400 - 2 * 90
    assert game.player("P0").certificates == 1
    play(game, par(game, 1, "ELM", 90))
    assert game.player("P1").shares == {"ELM": 20}
    assert game.player("P1").cash == 400 - 90


def test_nobody_holds_more_than_three_shares() -> None:
    game = table()
    start(game, "ALD", {0: 60, 1: 20}, par=60)
    refused = game.why_not(buy(game, 0, "ALD"))
    assert refused is not None
    assert (code(game, buy(game, 0, "ALD")), clause(game, buy(game, 0, "ALD"))) == ("hold_limit", "FV-SHR-02")
    assert "60" in refused.sentence
    start(game, "BRK", {0: 40}, par=60)
    assert code(game, buy(game, 0, "BRK")) == ""


def test_the_market_takes_two_shares() -> None:
    game = table()
    start(game, "ALD", {1: 40, 0: 40}, par=60)
    assert code(game, sell(game, 0, "ALD", 2)) == ""
    start(game, "ELM", {1: 20, 0: 60}, par=60, market=20)
    assert code(game, sell(game, 0, "ELM", 2)) == "market_limit"
    assert code(game, sell(game, 0, "ELM", 1)) == ""


def test_the_price_falls_for_each_share_that_is_sold() -> None:
    game = table()
    start(game, "ALD", {1: 40, 0: 40}, par=100)
    play(game, sell(game, 0, "ALD", 2))
    assert game.player("P0").cash == 400 + 2 * 100
    assert game.company("ALD").cell == (2, 5)
    assert game.company("ALD").in_market == 40


def test_who_has_more_shares_takes_the_presidents_certificate_for_two_of_his() -> None:
    game = table()
    start(game, "ALD", {1: 40, 0: 40}, par=60)
    play(game, buy(game, 0, "ALD"))
    assert president(game, "ALD") == 0
    assert game.player("P0").shares == {"ALD": 60}
    assert game.player("P1").shares == {"ALD": 40}
    assert (game.player("P0").certificates, game.player("P1").certificates) == (2, 2)


def test_a_president_sells_down_to_another_with_as_many_shares_as_his_certificate_counts() -> None:
    game = table()
    start(game, "ALD", {0: 40, 1: 20}, par=60)
    assert code(game, sell(game, 0, "ALD", 1)) == "president_stays"
    start(game, "BRK", {0: 40, 1: 40}, par=60)
    play(game, sell(game, 0, "BRK", 1))
    assert president(game, "BRK") == 1
    assert game.player("P0").shares == {"ALD": 40, "BRK": 20}


def test_a_company_is_sold_out_without_its_own_shares() -> None:
    game = table()
    start(game, "ALD", {0: 60, 1: 40}, par=60)
    place_marker(game, "ALD", (1, 0))
    start(game, "BRK", {0: 40, 1: 40}, par=65)
    place_marker(game, "BRK", (1, 1))
    while game.to_act.doing == "stock":
        game.apply(game.parse("pass"))
    assert game.company("ALD").cell == (0, 0)
    assert game.company("BRK").cell == (1, 1)


# Capital


def test_the_company_is_paid_for_each_share_from_the_offering() -> None:
    game = table()
    before = bank(game)
    events = play(game, par(game, 0, "ALD", 90))
    assert (treasury(game, "ALD"), bank(game)) == (2 * 90, before)
    assert "Alder Valley Railway receives $180." in narrate(game.setup, game.names, events)
    assert not game.company("ALD").is_floated
    play(game, buy(game, 1, "ALD"))
    assert (treasury(game, "ALD"), bank(game)) == (3 * 90, before)


def test_it_floats_with_three_shares_sold_and_gets_nothing_more() -> None:
    game = table()
    play(game, par(game, 0, "ALD", 90))
    events = take_turn(game, buy(game, 1, "ALD"))
    assert game.company("ALD").is_floated
    assert "Alder Valley Railway floats." in narrate(game.setup, game.names, events)
    take_turn(game, par(game, 0, "ELM", 70))
    take_turn(game, buy(game, 1, "ELM"))
    assert not game.company("ELM").is_floated
    take_turn(game, buy(game, 0, "ELM"))
    assert game.company("ELM").is_floated
    assert treasury(game, "ELM") == 3 * 70


def test_unsold_shares_cost_the_market_price() -> None:
    game = table()
    start(game, "ALD", {1: 40, 0: 20}, par=90, cash=50)
    place_marker(game, "ALD", (2, 6))
    assert game.company("ALD").price == 90
    place_marker(game, "ALD", (2, 7))
    assert (par_of(game.state, 0), game.company("ALD").price, game.company("ALD").offering_price) == (90, 100, 100)
    take_turn(game, buy(game, 0, "ALD"))
    assert (game.player("P0").cash, treasury(game, "ALD")) == (400 - 100, 50 + 100)
    set_cash(game, 1, 99)
    assert (code(game, buy(game, 1, "ALD")), clause(game, buy(game, 1, "ALD"))) == ("cash", "FV-CAP-02")


def test_a_share_from_the_market_is_paid_to_the_bank() -> None:
    game = table()
    start(game, "ALD", {1: 40, 0: 20}, par=90, market=20)
    before = bank(game)
    play(game, buy(game, 0, "ALD", "market"))
    assert (treasury(game, "ALD"), bank(game)) == (0, before + 90)


def test_each_share_receives_a_fifth_and_the_company_for_what_is_not_sold() -> None:
    game = table(cash=0)
    start(game, "ALD", {0: 40, 1: 20}, par=60, market=20)
    operate(game, "ALD", "dividend", settle=False)
    game.state.revenue = 70
    events = play(game, dividend(game, "ALD"))
    assert [game.player(name).cash for name in ("P0", "P1")] == [28, 14]
    assert treasury(game, "ALD") == 14 + 14
    assert [each.price for each in events if each.kind == "received"] == [28, 14, 28]


def test_with_full_capital_it_gets_par_for_all_five_shares_from_the_bank() -> None:
    game = table(variant="full")
    before = bank(game)
    play(game, par(game, 0, "ALD", 90))
    assert (treasury(game, "ALD"), bank(game)) == (0, before + 180)
    play(game, buy(game, 1, "ALD"))
    assert (treasury(game, "ALD"), bank(game)) == (5 * 90, before + 270 - 450)
    place_marker(game, "ALD", (2, 7))
    assert game.company("ALD").offering_price == 90
    operate(game, "ALD", "dividend", settle=False)
    game.state.revenue = 50
    play(game, dividend(game, "ALD"))
    assert treasury(game, "ALD") == 450


def test_for_a_forced_train_shares_are_sold_by_fifths() -> None:
    """The president lacks 80: one share at 60 is too little, two are enough."""
    game = stock_round(2, title="valley", cash=0, must_own_train="always")
    start(game, "ALD", {0: 40, 1: 40}, par=60)
    start(game, "BRK", {1: 40, 0: 20}, par=60)
    operate(game, "BRK", "trains", settle=False)
    assert game.to_act.player == 1
    assert code(game, sell(game, 1, "ALD", 1)) == "sale_short"
    play(game, sell(game, 1, "ALD", 2))
    assert (game.player("P1").cash, game.player("P1").shares) == (120, {"BRK": 40})
    play(game, buy_train(game, "BRK", "2"))
    assert (game.company("BRK").trains, game.player("P1").cash) == (("2",), 120 - 80)
    assert game.company("ALD").cell == (2, 0)


# Promises


@pytest.mark.parametrize("number", range(GAMES))
def test_random_games_keep_every_promise(number: int) -> None:
    game = play_and_hold(number, strays=10, every=5, game=new_numbered_game(number, "valley"))
    assert game.end_reason in {"bank", "bankrupt", "turns"}
    assert_saved_is_loaded(game)
    assert read(write(game)).digest() == game.digest()


def test_positions_come_back_on_the_way() -> None:
    game, chance = new_numbered_game(1, "valley"), Random(1)
    bots = [SimplePlayer(game.setup, chance) for _ in game.names]
    while not game.is_over and game.length < 300:
        assert read(write(game)).state == game.state
        game.apply(bots[game.to_act.player].decide(game.view(game.to_act.player), game.legal_actions()).action)
    assert any(event.kind == "paid_out" for event in game.events)


def test_its_data_are_whole_and_told() -> None:
    loader.check("valley")
    setup = loader.setup("valley", 3)
    notes = company_notes(setup.company("ALD"), setup)
    assert "It has 5 shares of 20\xa0%, 40\xa0% in the president's certificate." in notes
    assert "It receives the price of each share as it is bought from the IPO." in notes
    full = loader.setup("valley", 3, ["full"])
    assert [note for note in company_notes(full.company("ALD"), full) if "receives" in note] == []
