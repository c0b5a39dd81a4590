"""Companies that float by the train on offer, in a title with 20 % shares: the mechanism without 1890's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import tetsudo
from tests.builders import (
    buy,
    companies_in,
    company,
    end_stock_round,
    leave_in_depot,
    par,
    place_marker,
    set_phase,
    start,
    stock_round,
    take_turn,
)
from tests.properties.test_promises import assert_saved_is_loaded
from tests.properties.test_promises import play as play_and_hold
from tetsudo.core.errors import BadInput
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float
from tetsudo.engine.state.rows import filled
from tetsudo.engine.state.state import is_funded
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.game.record import new
from tetsudo.titles.data import discovery

FOLDER: Final = Path(__file__).parents[1] / "titles" / "valley"


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the title known to these tests only."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    tetsudo.add_title(FOLDER)


def table(variant: str = "by-train", on_offer: str = "2") -> Game:
    """A two-player stock round with 1000 each; a train is on offer, in the phase of the one before it."""
    game = stock_round(2, title="valley", cash=1000, variants=[variant])
    names = [train.name for train in game.setup.trains]
    for name in names[: names.index(on_offer)]:
        leave_in_depot(game, name, 0)
    set_phase(game, names[max(names.index(on_offer) - 1, 0)])
    return game


@pytest.mark.parametrize(("on_offer", "fifths"), [("2", 2), ("3", 3), ("4", 4)])
def test_as_many_fifths_are_wanted_as_the_train_has_stops(on_offer: str, fifths: int) -> None:
    game = table(on_offer=on_offer)
    assert game.company("ALD").floats_at == 20 * fifths
    start(game, "ALD", {0: 40, 1: 20 * (fifths - 2)} if fifths > 2 else {0: 40}, par=60, floated=False)
    start(game, "DAL", {1: 20 * (fifths - 1)}, par=90, floated=False)
    assert (game.company("ALD").sold, game.company("DAL").sold) == (20 * fifths, 20 * (fifths - 1))
    assert companies_in(game, end_stock_round(game)) == ["ALD"]


def test_no_more_is_wanted_than_there_is() -> None:
    game = table("by-train-always", on_offer="6")
    assert shares_to_float(game.ruleset, game.state, company(game, "ALD")) == 5


def test_with_nothing_on_offer_the_percentage_holds() -> None:
    game = table("by-train-always", on_offer="6")
    game.state.trains = filled(0, len(game.state.trains))
    assert shares_to_float(game.ruleset, game.state, company(game, "ALD")) == 3


def test_a_company_may_have_a_percentage_of_its_own() -> None:
    game = table()
    assert (game.company("BRK").floats_at, game.company("ALD").floats_at) == (80, 40)


def test_home_tokens_that_come_with_rounds_come_with_its_first_turn() -> None:
    game = table()
    take_turn(game, par(game, 0, "ALD", 90))
    end_stock_round(game)
    assert (game.to_act.company, game.company("ALD").tokens) == (company(game, "ALD"), ("B3",))


def test_what_has_no_phase_of_full_capital_gets_it_at_its_first_turn() -> None:
    game = table("by-train-always")
    take_turn(game, par(game, 0, "ALD", 90))
    assert game.company("ALD").cash == 0
    end_stock_round(game)
    assert game.company("ALD").cash == 5 * 90
    assert not is_funded(game.state, company(game, "ALD"))  # irrelevant without payment by share


def test_one_that_was_paid_more_than_all_its_capital_gets_nothing_more() -> None:
    """At a price of 200, two shares have brought more than five times 60."""
    game = table(on_offer="4")
    start(game, "ALD", {0: 40}, par=60, cash=400, floated=False)
    place_marker(game, "ALD", (0, 4))
    set_phase(game, "4")
    take_turn(game, buy(game, 0, "ALD"))
    assert (game.company("ALD").is_floated, game.company("ALD").cash) == (True, 400)
    assert is_funded(game.state, company(game, "ALD"))


def test_a_position_says_who_has_all_of_its_capital_and_only_where_somebody_may() -> None:
    game = table(on_offer="4")
    assert "funded" not in write(game)
    start(game, "ALD", {0: 40}, par=60, floated=False)
    set_phase(game, "4")
    take_turn(game, buy(game, 0, "ALD"))
    text = write(game)
    assert " funded=1 " in text
    assert read(text).state == game.state
    for wrong in (" funded=16 ", " funded=-1 ", " funded=x "):
        with pytest.raises(BadInput, match="funded"):
            read(text.replace(" funded=1 ", wrong))
    usual = stock_round(2, title="valley", variants=["full"])
    with pytest.raises(BadInput, match="funded"):
        read(write(usual).replace(" stack=", " funded=1 stack="))


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("variant", ["by-train", "by-train-always"])
def test_random_games_keep_every_promise(variant: str, number: int) -> None:
    names = [f"P{player}" for player in range(2 + number % 3)]
    game = new("valley", names, seed=number, variants=[variant], options={"turn_limit": 30})
    assert_saved_is_loaded(play_and_hold(number, strays=5, every=13, game=game))
