"""Station tokens in 1889 (TOK)."""

from __future__ import annotations

import pytest

from tests.builders import (
    clause,
    code,
    end_stock_round,
    is_admitted,
    lay,
    lay_tile,
    operate,
    pass_times,
    place_token,
    play,
    run,
    set_phase,
    set_treasury,
    start,
    stock_round,
    token,
)
from tetsudo.core.actions import Pass
from tetsudo.game.game import Game


def kochi(cash: int = 100) -> Game:
    """TR in Kochi, connected to Saijo (F3) in the north and Nahari (G12) in the south; it has two tokens left."""
    game = stock_round()
    start(game, "TR", {0: 60}, cash=cash)
    lay(game, "F7", "9", 0)
    lay(game, "F5", "9", 0)
    lay(game, "F3", "57", 0)
    lay(game, "G10", "58", 0)  # Nangoku, from Kochi to the south
    lay(game, "G12", "57", 0)
    return game


def tokens_of(game: Game, symbol: str = "TR") -> Game:
    """The token step of a company, even if it cannot place a token."""
    return operate(game, symbol, "token", settle=False)


@pytest.mark.rule("1889-TOK-01")
def test_one_token_a_turn() -> None:
    game = operate(kochi(), "TR", "token")
    assert is_admitted(game, place_token(game, "TR", "F3"))
    assert is_admitted(game, place_token(game, "TR", "G12"))
    play(game, place_token(game, "TR", "F3"))
    assert game.to_act.doing != "token"
    assert not is_admitted(game, place_token(game, "TR", "G12"))
    operate(game, "TR", "token")
    play(game, place_token(game, "TR", "G12"))
    assert game.companies["TR"].tokens == ("F9", "F3", "G12")


@pytest.mark.rule("1889-TOK-01")
def test_only_tokens_that_remain_are_placed_and_none_must_be() -> None:
    game = operate(kochi(), "TR", "token")
    assert is_admitted(game, Pass(0))
    token(game, "TR", "A10")
    token(game, "TR", "H7")
    assert clause(game, place_token(game, "TR", "F3")) == "1889-TOK-01"


@pytest.mark.rule("1889-TOK-02")
def test_the_free_token_does_not_count() -> None:
    """In the first round after IR floats: the home token when the round begins, another in its turn."""
    game = stock_round()
    start(game, "IR", {0: 60}, cash=40, tokens=())
    lay(game, "E2", "6", 5)
    lay(game, "F3", "57", 2)
    end_stock_round(game)
    assert list(game.companies["IR"].tokens) == ["E2"]
    pass_times(game, 1)  # no track
    play(game, place_token(game, "IR", "F3"))
    assert game.companies["IR"].tokens == ("E2", "F3")


@pytest.mark.rule("1889-TOK-03")
def test_a_token_costs_40() -> None:
    game = tokens_of(kochi(cash=39))
    assert game.players[0].cash > 40  # it does not help
    assert clause(game, place_token(game, "TR", "F3")) == "1889-TOK-03"
    set_treasury(game, "TR", 80)
    bank = game.view().bank
    play(game, place_token(game, "TR", "F3"))
    assert game.companies["TR"].cash == 40
    assert game.view().bank == bank + 40
    play(operate(game, "TR", "token"), place_token(game, "TR", "G12"))
    assert game.companies["TR"].cash == 0  # the third costs the same as the second


@pytest.mark.rule("1889-TOK-04")
def test_a_token_needs_an_open_slot() -> None:
    game = kochi()
    start(game, "SR", {1: 60}, tokens=("F3",))
    tokens_of(game)
    assert clause(game, place_token(game, "TR", "F3")) == "1889-TOK-04"
    lay(game, "F3", "15", 0)  # a second slot
    assert clause(game, place_token(game, "TR", "F3")) == ""


@pytest.mark.rule("1889-TOK-04")
@pytest.mark.parametrize("place", ["G4", "E2", "B7"])
def test_a_token_needs_a_connected_city(place: str) -> None:
    game = tokens_of(kochi())
    lay(game, "G4", "57", 2)  # towards Saijo, whose track does not connect
    start(game, "IR", {1: 60}, tokens=("H7",))
    start(game, "UR", {1: 60}, tokens=("A10",))
    assert code(game, place_token(game, "TR", place)) == "token_unconnected"
    assert clause(game, place_token(game, "TR", place)) == "1889-TOK-04"


@pytest.mark.rule("1889-TOK-04")
@pytest.mark.parametrize("place", ["G10", "F7", "F1", "G14"])
def test_tokens_stand_in_cities_only(place: str) -> None:
    game = tokens_of(kochi())
    lay(game, "G12", "57", 0)  # on to the town of Muroto, G14
    assert code(game, place_token(game, "TR", place)) == "no_city"
    assert code(game, place_token(game, "TR", "F3", city=1)) == "no_city"


@pytest.mark.rule("1889-TOK-05")
def test_never_two_tokens_of_a_company_on_one_tile() -> None:
    game = tokens_of(kochi())  # Kochi has another slot
    assert clause(game, place_token(game, "TR", "F9")) == "1889-TOK-05"


def tokushima(number: str) -> Game:
    """KO in Takamatsu, connected to Tokushima, AR's home, where AR has no token yet."""
    game = stock_round()
    start(game, "KO", {0: 60}, cash=100)
    lay(game, "K6", "9", 0)
    lay(game, "K8", number, {"5": 2, "15": 1, "448": 1}[number])
    return game


@pytest.mark.rule("1889-TOK-06")
@pytest.mark.parametrize("started", [False, True])
def test_the_last_slot_stays_free_for_the_company_whose_home_it_is(started: bool) -> None:
    game = tokushima("5")
    if started:
        start(game, "AR", {1: 60}, tokens=())
    tokens_of(game, "KO")
    assert code(game, place_token(game, "KO", "K8")) == "city_reserved"
    assert clause(game, place_token(game, "KO", "K8")) == "1889-TOK-06"


@pytest.mark.rule("1889-TOK-06")
@pytest.mark.parametrize("number", ["15", "448"])
def test_another_slot_of_that_city_may_be_taken_but_not_both(number: str) -> None:
    game = tokushima(number)
    tokens_of(game, "KO")
    assert code(game, place_token(game, "KO", "K8")) == ""
    start(game, "SR", {1: 60}, tokens=("K8",))
    assert code(game, place_token(game, "KO", "K8")) == "city_reserved"


@pytest.mark.rule("1889-TOK-06", "1889-OR-02")
def test_the_home_token_finds_its_place_beside_others() -> None:
    game = tokushima("15")
    token(game, "KO", "K8")
    start(game, "AR", {1: 60}, tokens=())
    end_stock_round(game)
    assert game.companies["AR"].tokens == ("K8",)
    start(game, "SR", {2: 60}, cash=40, tokens=("K4",))
    tokens_of(game, "SR")
    assert code(game, place_token(game, "SR", "K8")) == "city_full"


@pytest.mark.rule("1889-TOK-07")
def test_a_token_anchors_routes() -> None:
    game = kochi()
    start(game, "SR", {1: 60}, cash=40, trains=("2",), tokens=("H7",))
    operate(game, "SR", "run", settle=False)
    between = run(game, "SR", ("2", "F3 F5 F7 F9"))
    assert code(game, between) == "route_token"
    token(game, "SR", "F3")
    assert code(game, between) == ""


@pytest.mark.rule("1889-TOK-08")
def test_a_city_full_of_foreign_tokens_can_not_be_passed() -> None:
    """Saijo, between Kochi and Matsuyama: for trains and for further tokens."""
    game = kochi()
    set_treasury(game, "TR", 100)
    lay(game, "F3", "6", 0)  # from Kochi to Matsuyama
    lay(game, "E2", "57", 2)
    start(game, "IR", {2: 60}, tokens=("A10",))
    start(game, "TR", {0: 60}, cash=100, trains=("3",), tokens=())
    through = ("3", "F9 F7 F5 F3 E2")
    operate(game, "TR", "run", settle=False)
    assert code(game, run(game, "TR", through)) == ""
    assert code(tokens_of(game), place_token(game, "TR", "E2")) == ""
    start(game, "SR", {1: 60}, tokens=("F3",))
    assert code(tokens_of(game), place_token(game, "TR", "E2")) == "token_unconnected"
    operate(game, "TR", "run", settle=False)
    assert code(game, run(game, "TR", through)) == "route_blocked"


# Tokens in upgrades


@pytest.mark.rule("1889-TRK-04", "1889-TOK-05")
def test_tokens_stay_in_their_city_when_it_is_upgraded() -> None:
    game = kochi()
    set_phase(game, "5")
    token(game, "TR", "F3")
    start(game, "KU", {1: 60}, tokens=("F9",))
    operate(game, "TR")
    play(game, lay_tile(game, "TR", "F9", "465", 2))  # three slots
    assert game.companies["TR"].tokens == ("F9", "F3")
    assert game.companies["KU"].tokens == ("F9",)
    start(game, "SR", {2: 60}, cash=40, tokens=("F3",))
    lay(game, "F3", "448", 0)
    assert code(tokens_of(game, "SR"), place_token(game, "SR", "F9")) == ""  # the third


@pytest.mark.rule("1889-TOK-06")
def test_a_reservation_outlives_an_upgrade() -> None:
    """Takamatsu without KO's token yet: AR upgrades it to two slots and takes one of them, not both."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60}, cash=40)
    lay(game, "K8", "5", 2)
    lay(game, "K6", "9", 0)
    assert code(tokens_of(game, "AR"), place_token(game, "AR", "K4")) == "city_reserved"
    operate(game, "AR")
    play(game, lay_tile(game, "AR", "K4", "440", 0))
    assert game.to_act.doing == "token"
    assert is_admitted(game, place_token(game, "AR", "K4"))
    start(game, "SR", {1: 60}, tokens=("K4",))
    assert code(game, place_token(game, "AR", "K4")) == "city_reserved"
